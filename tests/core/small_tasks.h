// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random tasks small enough to try everything, and budgets that press.
#pragma once

#include "core/search/stage/stage_memory.h"
#include "core/search/task/task_list.h"
#include "tests/core/small_models.h"

#include <random>
#include <vector>

namespace pgram::test {

/// A random request on 1, 2 or 4 devices with 3 to 5 layers.
inline SearchRequest randomRequest(std::mt19937& random)
{
    SearchRequest request;
    const int devices = 1 << (random() % 3);
    request.model = smallModel(devices == 4 ? 2 : 1 + static_cast<int>(random() % 3), random);
    request.cluster = smallCluster(devices);
    request.training.globalBatch = 1 << (2 + random() % 2);
    request.training.precision = random() % 2 == 0 ? Precision::Fp32 : Precision::Bf16;
    request.space.sp = random() % 4 == 0 && devices < 4;
    request.space.ckpt = random() % 4 != 0;
    request.space.takeaway3 = random() % 4 != 0;
    request.space.offloadActivations = random() % 3 == 0 && devices < 4;
    request.space.offloadOptimizer = random() % 3 == 0 && devices < 4;
    request.training.framework.overlapActivations = random() % 4 == 0;
    return request;
}

inline TaskSource sourceOf(const SearchRequest& request)
{
    return {&request.model, &request.cluster, request.training, candidateSchedules(request), request.rule, {}};
}

inline Task taskOf(const SearchRequest& request, const Subproblem& listed)
{
    return makeTask(sourceOf(request), listed).value();
}

/// Between the least that the fullest stage can do with and well above.
inline Bytes randomBudget(const Task& task, const std::vector<int>& sizes, std::mt19937& random)
{
    StageMemory memory(task);
    const auto least = static_cast<double>(fullestStage(task, memory, sizes).bytes);
    return static_cast<Bytes>(least * std::uniform_real_distribution(0.97, 2.0)(random));
}

}  // namespace pgram::test
