// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// "Keep this, plan the rest": a request whose best plan contains part of an existing plan.
#pragma once

#include "core/search/search.h"

namespace pgram {

/// `question` for the plan's batch with its layers [first, first + count) pinned as they are: as many stages as the
/// plan has, for its strategies are of that many devices. A baseline's rules, which would forbid most of what is kept,
/// give way to Galvatron-Base.
[[nodiscard]] SearchRequest keepingLayers(SearchRequest question, const Plan& plan, int first, int count);

/// `question` for the plan's batch and number of stages: to be asked on the plan's cut (cut_search.h).
[[nodiscard]] SearchRequest keepingStages(SearchRequest question, const Plan& plan);

/// A method that searches layer by layer over the request's own space.
[[nodiscard]] bool isFree(Method method);

}  // namespace pgram
