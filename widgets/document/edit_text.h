// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an edit did to a plan, with its values: what the history, the Edit menu and its tooltips say.
#pragma once

#include "core/plan/plan.h"

#include <QString>

namespace pgram {

/// "Batch 64 → 128", "Tensor 2 → 4: encoder 3 – encoder 5", "Start stage 2 at encoder 14". Of the first thing that
/// differs: name, batch, schedule, cuts, strategies; empty where none does.
[[nodiscard]] QString editText(const Plan& before, const Plan& after);

}  // namespace pgram
