// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Small mixed clusters, and every plan of a small request on one: every order of its blocks, every cut, every strategy
// of every layer, scored by the estimate alone.
#pragma once

#include "core/cluster/stage_clusters.h"
#include "core/plan/estimate.h"
#include "tests/core/exhaustive_search.h"
#include "tests/core/small_models.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace pgram::test {

/// A device with so many times the speed and the memory.
inline Device scaled(Device device, double speed, double memory)
{
    device.peakFp32 *= speed;
    device.peakBf16 *= speed;
    device.memoryBandwidth *= speed;
    device.memory = static_cast<Bytes>(static_cast<double>(device.memory) * memory);
    return device;
}

/// The first half as they are, the others so many times as fast.
inline Cluster twoKinds(Cluster cluster, double speed, double memory)
{
    const int half = cluster.devices / 2;
    cluster.kinds = {{"first", half, {}, {}},
                     {"other", cluster.devices - half, scaled(cluster.device, speed, memory), {}}};
    return cluster;
}

/// Every order of blocks that a search may try: blocks that are alike keep the order of their ranks.
inline std::vector<std::vector<int>> blockOrders(const Cluster& cluster, int stages)
{
    const StageClusters seen(cluster, stages);
    std::vector<int> blocks(static_cast<std::size_t>(stages));
    std::iota(blocks.begin(), blocks.end(), 0);
    std::vector<std::vector<int>> orders;
    do {
        bool inOrder = true;
        for (std::size_t a = 0; a < blocks.size(); ++a) {
            for (std::size_t b = a + 1; b < blocks.size(); ++b) {
                inOrder = inOrder && (blocks[a] < blocks[b] || seen.classOf(blocks[a]) != seen.classOf(blocks[b]));
            }
        }
        if (inOrder) {
            orders.push_back(blocks);
        }
    } while (std::ranges::next_permutation(blocks).found);
    return orders;
}

inline void eachCut(int layers, int parts, std::vector<int>& sizes, const std::function<void()>& visit)
{
    if (parts == 1) {
        sizes.push_back(layers);
        visit();
        sizes.pop_back();
        return;
    }
    for (int size = 1; size <= layers - (parts - 1); ++size) {
        sizes.push_back(size);
        eachCut(layers - size, parts - 1, sizes, visit);
        sizes.pop_back();
    }
}

/// Every plan of the request that has no schedule of chunks.
inline void eachPlan(const SearchRequest& request, const std::function<void(const Plan&)>& visit)
{
    for (const TaskShape& shape : taskShapes(request, {request.space, request.schedule.kind, 0})) {
        const int layers = request.model.layerCount();
        if (shape.pipeline > layers) {
            continue;
        }
        Plan plan;
        plan.model = request.model;
        plan.cluster = request.cluster;
        plan.training = request.training;
        plan.training.globalBatch = shape.batch;
        plan.memoryBudget = request.memoryBudget;
        plan.schedule = request.schedule;
        plan.schedule.microbatches = shape.microbatches;
        for (const std::vector<int>& blocks : blockOrders(request.cluster, shape.pipeline)) {
            plan.stageBlocks = blocks;
            std::vector<int> sizes;
            eachCut(layers, shape.pipeline, sizes, [&] {
                plan.chunks = chunksFromSizes(sizes);
                std::vector<std::size_t> choice(static_cast<std::size_t>(layers), 0);
                for (bool more = true; more;) {
                    plan.strategies.clear();
                    for (const std::size_t own : choice) {
                        plan.strategies.push_back(shape.strategies[own]);
                    }
                    visit(plan);
                    more = false;
                    for (std::size_t& own : choice) {
                        own = (own + 1) % shape.strategies.size();
                        if (own > 0) {
                            more = true;
                            break;
                        }
                    }
                }
            });
        }
    }
}

}  // namespace pgram::test
