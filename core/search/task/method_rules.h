// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rules of a search method: dimensions, cuts, and how it solves a task. A baseline is the same search with fewer
// choices.
#pragma once

#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <vector>

namespace pgram {

/// How a method cuts the layers into stages.
enum class Cut {
    Even,    ///< equal numbers of blocks
    Memory,  ///< p_m: least memory on the fullest stage
    Time,    ///< p_t: least time on the slowest stage
};

/// How a method goes on from its cuts.
enum class How {
    Cuts,     ///< solves each cut, and keeps the best plan
    Walk,     ///< BMW: walks from p_m by moving boundary layers
    Joint,    ///< searches every cut: exact over cuts and strategies together
    Uniform,  ///< one strategy for all layers
    Sample,   ///< scores plans that it draws at random
};

enum class Sampling {
    Annealing,
    RandomRestart,
    Learning,  ///< double DQN
    Ensemble,  ///< weighted votes of several methods
};

struct MethodRules {
    Space space;
    std::vector<Schedule> schedules;  ///< candidate schedules
    std::vector<Cut> cuts;            ///< cuts on which the search starts
    How how = How::Cuts;
    Sampling sampling = Sampling::Annealing;  ///< for How::Sample
    std::int64_t samples = 0;                 ///< number of plans to score, unless the request sets it
    int pipeline = 0;                         ///< the only P; 0 = any
    const Target* target = nullptr;           ///< target to whose plans the search is limited; null: any plan
};

/// Returns the rules of the request's method, or those for all that its target can run.
[[nodiscard]] MethodRules rulesOf(const SearchRequest& request);
/// Returns the rules of `method` for a request of `space` and these candidate schedules on `devices` devices. A method
/// that prescribes its schedule keeps it.
[[nodiscard]] MethodRules rulesOf(Method method, const Space& space, std::vector<Schedule> schedules, int devices);

}  // namespace pgram
