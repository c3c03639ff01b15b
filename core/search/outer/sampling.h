// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Search by sampling, as opponents of the exact one (METHOD §11): simulated annealing, and hill climbing from random
// plans. They walk the same plans with the same figures: every cut, every candidate of every layer, every (B, P, m).
#pragma once

#include "core/search/outer/incumbent.h"
#include "core/search/task/method_rules.h"
#include "core/search/task/task_list.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace pgram {

struct SamplingOptions {
    Sampling kind = Sampling::Annealing;
    std::int64_t evaluations = 0;
    std::uint64_t seed = 1;
};

struct SamplingTrace {
    std::vector<IncumbentPoint> incumbents;  ///< seconds since the start of the sampling
    std::int64_t evaluations = 0;
    Seconds seconds = 0;
};

/// What is sampled. Refers to it.
struct SamplingScope {
    const TaskSource& source;
    Bytes usable = 0;  ///< bytes a device
    int workers = 1;   ///< for the bounds; the sampling itself is one thread's
    std::stop_token stop;
};

/// Samples the tasks and leaves the best plan, the bounds of all tasks and, when nothing fits, what is missing, with
/// `incumbent`. The walk starts from a plan that fits, if there is any. Same options, same result.
SamplingTrace sampleTasks(const std::vector<ListedTask>& listed, const SamplingScope& scope,
                          const SamplingOptions& options, Incumbent& incumbent);

}  // namespace pgram
