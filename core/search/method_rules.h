// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a method searches: its dimensions, its cuts, and whether all layers share one strategy. A baseline is the same
// search with less of everything.
#pragma once

#include "core/search/search.h"

#include <vector>

namespace pgram {

/// How a method cuts the layers into stages.
enum class Cut {
    Even,    ///< equal numbers of blocks
    Memory,  ///< least memory of the fullest stage: p_m
    Time,    ///< least time of the slowest stage: p_t
};

/// How a method samples plans where it does not solve for them.
enum class Sampling {
    None,
    Annealing,
    RandomRestart,
};

struct MethodRules {
    Space space;
    std::vector<Schedule> schedules;  ///< candidates
    std::vector<Cut> cuts;            ///< where the search starts
    bool walks = false;               ///< BMW: goes on from p_m by moving boundary layers
    bool joint = false;               ///< every cut: exact over cuts and strategies together
    bool uniform = false;             ///< one strategy for all layers
    Sampling sampling = Sampling::None;
    int pipeline = 0;  ///< the only P; 0 = any
    int tensor = 0;    ///< the only t; 0 = any
};

/// The rules of `method` for a request of `space` and these candidate schedules on `devices`. A method that prescribes
/// its schedule keeps it.
[[nodiscard]] MethodRules rulesOf(Method method, const Space& space, std::vector<Schedule> schedules, int devices);

}  // namespace pgram
