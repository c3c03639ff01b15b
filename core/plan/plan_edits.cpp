// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_edits.h"

#include "core/cost/slice_cost.h"
#include "core/plan/volumes.h"

#include <algorithm>
#include <numeric>

namespace pgram {

Plan withStrategy(Plan plan, int firstLayer, int layerCount, const LayerStrategy& strategy)
{
    const int layers = static_cast<int>(plan.strategies.size());
    const int first = std::clamp(firstLayer, 0, layers);
    const int last = std::clamp(firstLayer + layerCount, first, layers);
    std::fill(plan.strategies.begin() + first, plan.strategies.begin() + last, strategy);
    return plan;
}

Plan withStrategies(Plan plan, int firstLayer, const std::vector<LayerStrategy>& strategies)
{
    for (std::size_t index = 0; index < strategies.size(); ++index) {
        const int layer = firstLayer + static_cast<int>(index);
        if (layer >= 0 && layer < static_cast<int>(plan.strategies.size())) {
            plan.strategies[static_cast<std::size_t>(layer)] = strategies[index];
        }
    }
    return plan;
}

Plan withCut(Plan plan, int boundary, int firstLayer)
{
    if (boundary < 0 || boundary + 1 >= static_cast<int>(plan.chunks.size())) {
        return plan;
    }
    Chunk& left = plan.chunks[static_cast<std::size_t>(boundary)];
    Chunk& right = plan.chunks[static_cast<std::size_t>(boundary) + 1];
    const int end = right.end();
    const int first = std::clamp(firstLayer, left.firstLayer + 1, end - 1);
    if (first == right.firstLayer) {
        return plan;
    }
    plan.provenance.recut = {};
    right.firstLayer = first;
    right.layerCount = end - first;
    left.layerCount = right.firstLayer - left.firstLayer;
    return plan;
}

Plan withMicrobatches(Plan plan, int microbatches)
{
    plan.schedule.microbatches = std::max(1, microbatches);
    return plan;
}

Plan withSchedule(Plan plan, ScheduleKind kind)
{
    if (plan.schedule.kind == kind) {
        return plan;
    }
    const int chunks = usualChunks(kind);
    const bool hasSlices = info(kind).choosesSlices;
    if (!hasSlices || plan.schedule.slices < 2) {
        plan = withSlices(std::move(plan), hasSlices ? usualSlices(kind) : 1);
    }
    if (chunks != plan.schedule.virtualStages) {
        const std::vector<int> sizes = evenCut(plan.model, plan.pipeline() * chunks);
        if (sizes.empty()) {
            return plan;
        }
        plan.chunks = chunksFromSizes(sizes);
    }
    plan.provenance.recut = {};
    plan.schedule.kind = kind;
    plan.schedule.virtualStages = chunks;
    return plan;
}

Plan withSlices(Plan plan, int slices)
{
    plan.schedule.slices = std::clamp(slices, 1, mostSlices);
    plan.sliceTokens.clear();
    return plan;
}

Plan withSliceBorder(Plan plan, int border, std::int64_t token)
{
    std::vector<std::int64_t> tokens = sliceTokens(plan);
    if (border < 0 || border + 1 >= static_cast<int>(tokens.size())) {
        return plan;
    }
    const auto left = tokens.begin() + border;
    const std::int64_t first = std::accumulate(tokens.begin(), left, std::int64_t{0});
    const std::int64_t end = first + left[0] + left[1];
    const std::int64_t grain = sliceGrain(plan.sequence(), plan.schedule.slices);
    if (end - first < 2 * grain) {
        return plan;
    }
    const std::int64_t at = std::clamp((token + grain / 2) / grain * grain, first + grain, end - grain);
    left[0] = at - first;
    left[1] = end - at;
    plan.sliceTokens = std::move(tokens);
    return plan;
}

Plan withGlobalBatch(Plan plan, std::int64_t globalBatch)
{
    plan.training.globalBatch = std::max<std::int64_t>(1, globalBatch);
    return plan;
}

Plan withPlanned(Plan plan, const Plan& found)
{
    plan.training.globalBatch = found.training.globalBatch;
    static_cast<PlanChoice&>(plan) = found;
    plan.provenance.recut = {};
    return plan;
}

Plan withName(Plan plan, std::string name)
{
    plan.name = std::move(name);
    return plan;
}

}  // namespace pgram
