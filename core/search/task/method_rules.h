// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a method searches: its dimensions, its cuts, and whether all layers share one strategy. A baseline is the same
// search with less of everything.
#pragma once

#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <vector>

namespace pgram {

/// How a method cuts the layers into stages.
enum class Cut {
    Even,    ///< equal numbers of blocks
    Memory,  ///< least memory of the fullest stage: p_m
    Time,    ///< least time of the slowest stage: p_t
};

/// What a method does from its cuts on.
enum class How {
    Cuts,     ///< the best plan on each of them
    Walk,     ///< BMW: goes on from p_m by moving boundary layers
    Joint,    ///< every cut: exact over cuts and strategies together
    Uniform,  ///< one strategy for all layers
    Sample,   ///< scores plans that it draws
};

enum class Sampling {
    Annealing,
    RandomRestart,
    Learning,  ///< double DQN
    Ensemble,  ///< of several
};

struct MethodRules {
    Space space;
    std::vector<Schedule> schedules;  ///< candidates
    std::vector<Cut> cuts;            ///< where the search starts
    How how = How::Cuts;
    Sampling sampling = Sampling::Annealing;  ///< of How::Sample
    std::int64_t samples = 0;                 ///< plans scored, unless told otherwise
    int pipeline = 0;                         ///< the only P; 0 = any
    const Target* target = nullptr;           ///< whose plans alone are searched; null: any
};

/// Of a request: those of its method, or of all that its target can run.
[[nodiscard]] MethodRules rulesOf(const SearchRequest& request);
/// The rules of `method` for a request of `space` and these candidate schedules on `devices`. A method that prescribes
/// its schedule keeps it.
[[nodiscard]] MethodRules rulesOf(Method method, const Space& space, std::vector<Schedule> schedules, int devices);

}  // namespace pgram
