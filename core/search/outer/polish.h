// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The last step of a search whose bound is not met. The exact search finds the least objective; a plan of a larger one
// may have a shorter simulated step, usually one with a cut shifted by a layer, or with another strategy of a few
// layers.
#pragma once

#include "core/search/outer/incumbent.h"
#include "core/search/outer/open_tasks.h"

#include <cstdint>
#include <span>

namespace pgram {

/// Improves the best plan as long as its simulated step becomes shorter and it fits in the usable bytes of each device:
/// moves one cut or several neighbouring ones a layer forward or back, changes the strategy of segments, and exchanges
/// the devices of two stages where these differ. The effort is fixed, some milliseconds: the same plan gives the same
/// result. Does nothing if the bound is met, if no task has the plan, or if it has one stage.
void polishBest(std::span<const Subproblem> listed, const SearchScope& scope, Incumbent& incumbent);

/// Anneals the best plan within its task, at low temperatures, and polishes the result. `work`: in nanoseconds on a
/// usual machine, which count operations, not time. Returns false, and does nothing, where polishBest() does nothing,
/// and on unlike devices.
bool annealBest(std::span<const Subproblem> listed, const SearchScope& scope, double work, std::uint64_t seed,
                Incumbent& incumbent);

}  // namespace pgram
