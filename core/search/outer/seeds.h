// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans from which a search starts: those of the warm start, and uniform plans.
#pragma once

#include "core/search/outer/incumbent.h"
#include "core/search/outer/open_tasks.h"

#include <span>

namespace pgram {

/// Result of seeding: Fully if all uniform plans were tried, or need not be; InPart if there are many strategies, of
/// which the paper's were tried.
enum class Seeded { Fully, InPart };

/// Seeds the incumbent for the tasks of one batch.
Seeded seed(std::span<const Subproblem> batch, const SearchScope& scope, Incumbent& incumbent);

/// Seeds the incumbent with the best uniform plan of the listed tasks, which have one batch.
void seedUniform(std::span<const Subproblem> listed, const SearchScope& scope, Incumbent& incumbent);

}  // namespace pgram
