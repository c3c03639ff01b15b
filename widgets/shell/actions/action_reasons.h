// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Why an action cannot be chosen now. Plain functions of what the window shows.
#pragma once

#include "widgets/shell/actions/actions.h"

namespace pgram {

/// What decides which actions can be chosen.
struct WindowState {
    bool hasPlan = false;
    bool isPlanning = false;
    bool isComplete = true;  ///< the scenario can be planned
    bool hasLayers = false;  ///< some are selected
};

/// A clause without a full stop; empty when the action is enabled, or nothing is known.
[[nodiscard]] QString whyDisabled(const Actions& actions, const QAction* action, const WindowState& state);

}  // namespace pgram
