// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The planner's own plan after its copy was edited by hand: still there, to be set beside what became of it. GUI thread
// only.
#pragma once

#include "widgets/document/session.h"

namespace pgram {

/// Made by a search, and no longer what that found; a new name alone is no difference.
[[nodiscard]] bool differsFromPlanned(const PlanDocument& plan);

/// Ticks the plan of `row` and the one that its search found, which becomes the reference; that is added where the
/// session does not have it any more. `row` is shown afterwards; it must differ from what was planned.
void comparePlanned(Session& session, int row);

}  // namespace pgram
