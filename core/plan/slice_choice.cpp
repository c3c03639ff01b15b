// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/slice_choice.h"

#include "core/base/index.h"
#include "core/cost/slice_cost.h"
#include "core/plan/estimate.h"
#include "core/plan/volumes.h"
#include "core/slicing/token_slicing.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr std::int64_t mostSteps = 64;  // steps of the grid

/// Every layer can split a slice of `tokens` tokens.
bool canBeSplit(const Plan& plan, std::int64_t tokens)
{
    for (int layer = 0; layer < plan.model.layerCount(); ++layer) {
        if (sliceRefusal(plan.model.layer(layer), plan.strategies[at(layer)], plan.stageDevices(), plan.training,
                         std::array{tokens}, plan.schedule.microbatches)) {
            return false;
        }
    }
    return true;
}

/// Tokens of the finest grid of at most 64 steps that every layer can split; 0: there is none.
std::int64_t gridOf(const Plan& plan)
{
    for (std::int64_t tokens = (plan.sequence() + mostSteps - 1) / mostSteps; tokens <= plan.sequence(); ++tokens) {
        if (plan.sequence() % tokens == 0 && canBeSplit(plan, tokens)) {
            return tokens;
        }
    }
    return 0;
}

/// One kind of layer of a stage, with what comes before it: so many of them.
struct Share {
    int layer = 0;
    int count = 0;
};

std::vector<Share> sharesOf(const Plan& plan, int stage)
{
    std::vector<Share> shares;
    for (const int layer : plan.layersOf(stage)) {
        const auto i = static_cast<std::size_t>(layer);
        const bool alike = !shares.empty() && layer - 1 == shares.back().layer + shares.back().count - 1 &&
                           plan.model.layer(layer) == plan.model.layer(layer - 1) &&
                           plan.strategies[i] == plan.strategies[i - 1];
        if (alike) {
            ++shares.back().count;
        } else {
            shares.push_back({layer, 1});
        }
    }
    return shares;
}

/// Seconds of one slice on the stage, forward and backward, with what it receives.
SliceTime sliceTimeOf(const Plan& plan, const CostContext& context, int stage)
{
    return [&plan, context, stage, shares = sharesOf(plan, stage)](int, int tokens, int behind) {
        CostContext own = context;
        own.slices.clear();
        own.sequence = tokens;
        own.behind = behind;
        Seconds seconds = 0;
        for (const Share& share : shares) {
            const auto i = static_cast<std::size_t>(share.layer);
            seconds += share.count * layerCost(own, plan.model.layer(share.layer), plan.strategies[i]).time();
            if (share.layer > plan.chunk(stage).firstLayer) {
                seconds += transformationCost(own, plan.model.layer(share.layer - 1), plan.model.layer(share.layer),
                                              plan.strategies[i - 1], plan.strategies[i])
                               .time();
            }
        }
        for (const int chunk : {stage, stage + 1}) {
            seconds += chunk < static_cast<int>(plan.chunks.size()) ? chunkBoundary(own, plan, chunk).seconds : 0;
        }
        return seconds;
    };
}

int slowestStage(const Plan& plan)
{
    const Estimate figures = estimate(plan);
    return static_cast<int>(std::ranges::max_element(figures.stages, {}, &StageEstimate::time) -
                            figures.stages.begin());
}

}  // namespace

SliceLengths sliceLengthsOf(const Plan& plan)
{
    return plan.sliceTokens.empty()                ? SliceLengths::EqualWork
           : plan.sliceTokens == equalSlices(plan) ? SliceLengths::Equal
                                                   : SliceLengths::Own;
}

std::vector<std::int64_t> equalSlices(const Plan& plan)
{
    const int slices = plan.schedule.slices;
    const std::int64_t grain = sliceGrain(plan.sequence(), slices);
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(slices), plan.sequence() / slices / grain * grain);
    lengths.front() += plan.sequence() - slices * lengths.back();
    return lengths;
}

std::vector<std::int64_t> optimalSlices(const Plan& plan)
{
    const std::int64_t grid = gridOf(plan);
    if (!info(plan.schedule.kind).choosesSlices || grid == 0) {
        return {};
    }
    const int slowest = slowestStage(plan);
    const CostContext context = ofStage(contextOf(plan), plan.blockOf(slowest));
    const SliceTimes times(1, static_cast<int>(plan.sequence() / grid), static_cast<int>(grid),
                           sliceTimeOf(plan, context, slowest));
    const TokenSlicing best = bestSlicing(times, plan.pipeline(), plan.schedule.microbatches);
    const std::vector<int>& tokens = best.pieces.front().tokens;
    return {tokens.begin(), tokens.end()};
}

Plan withSliceLengths(Plan plan, SliceLengths lengths)
{
    if (!info(plan.schedule.kind).choosesSlices || lengths == SliceLengths::Own) {
        return plan;
    }
    std::vector<std::int64_t> tokens = lengths == SliceLengths::Equal     ? equalSlices(plan)
                                       : lengths == SliceLengths::Optimal ? optimalSlices(plan)
                                                                          : std::vector<std::int64_t>();
    if (!tokens.empty()) {
        plan.schedule.slices = static_cast<int>(tokens.size());
    }
    plan.sliceTokens = std::move(tokens);
    return plan;
}

}  // namespace pgram
