// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The boundary activation on its way from layer to layer: re-laid out inside a stage, sent between stages.
#pragma once

#include "core/cost/layer_cost.h"
#include "core/cost/layout.h"

#include <map>
#include <vector>

namespace pgram {

/// What a change of layout between two neighbouring layers moves: forward, and its mirror backward.
struct Relayout {
    Missing forward;
    Missing backward;
};
[[nodiscard]] Relayout relayoutBetween(const LayerStrategy& before, const LayerStrategy& after);

/// R(s -> s'): re-layout of the boundary activation between two neighbouring layers of one stage, forward and its
/// mirror backward, one micro-batch: what each rank must receive beyond what it has (docs/method/communication.md,
/// Re-layout). Zero where both layouts agree.
struct TransformationCost {
    Seconds forward = 0;
    Seconds backward = 0;
    Volume forwardBytes = 0;  ///< received by all ranks of the stage together
    Volume backwardBytes = 0;
    int link = 0;
    Group group;  ///< the least aligned block of ranks inside which all of it moves; size 1 when nothing does
    [[nodiscard]] Seconds time() const { return forward + backward; }
};
[[nodiscard]] TransformationCost transformationCost(const CostContext& context, const LayerSpec& from,
                                                    const LayerSpec& to, const LayerStrategy& before,
                                                    const LayerStrategy& after);
/// The same where the relayout is known: it depends on the strategies alone.
[[nodiscard]] TransformationCost transformationCost(const CostContext& context, const LayerSpec& from,
                                                    const LayerSpec& to, const Relayout& relayout);

/// Among the ranks of a block.
struct RelayoutWay {
    Seconds latency = 0;
    Bandwidth bandwidth = 0;
    [[nodiscard]] Seconds seconds(const Missing& missing, Volume bytes) const
    {
        return latency + missing.worst * bytes / bandwidth;
    }
};

/// Its time() for many re-layouts between the same two layers. Refers to what the context refers to.
class RelayoutTimes {
public:
    RelayoutTimes(const CostContext& context, const LayerSpec& from, const LayerSpec& to);
    [[nodiscard]] Seconds of(const Relayout& relayout);

private:
    [[nodiscard]] Seconds move(const Missing& missing);

    const CostContext& m_context;
    const LayerSpec& m_from;
    const LayerSpec& m_to;
    Volume m_bytes;
    std::map<int, RelayoutWay> m_ways;  ///< by the ranks of a block
};

/// The stages on the two sides of a boundary.
struct StagePair {
    int from = 0;
    int to = 0;
};

/// Sending the boundary activation from one stage to another; the gradient comes back at the same cost: b·n·h·w,
/// divided by t and c where both sides shard it by tokens; or where the framework sends each rank's share alone and
/// gathers it in the tensor group behind the boundary. One micro-batch, one way. The link is the widest that any rank
/// crosses on its way between these two stages: others of the pipeline may be nearer or farther apart.
struct BoundaryCost {
    Seconds seconds = 0;
    Volume bytesPerRank = 0;  ///< received by one rank of the next stage
    int link = 0;
    Group group;                      ///< the two ranks that talk: size 2, stride = devices from stage to stage
    Volume gatheredBytesPerRank = 0;  ///< sent by one rank of the gather behind the boundary
    int gatherLink = 0;
    Group gatherGroup;  ///< size 1 where nothing is gathered
};
[[nodiscard]] BoundaryCost boundaryCost(const CostContext& context, const StagePair& stages, const LayerSpec& last,
                                        const LayerSpec& next, const LayerStrategy& before, const LayerStrategy& after);

/// What a stage that begins with this layer keeps for each micro-batch in flight beside what its layers keep: the skips
/// that come in with its input for layers of it or behind it, received and sent on like the rest. Only data parallelism
/// divides convolutions, so that their strategy says nothing.
[[nodiscard]] Bytes carriedBytes(const CostContext& context, const LayerSpec& first);

/// Who sends whom which share of the boundary activation: each missing part comes from the nearest rank that holds it
/// inside the block of missingShares(). Shares sum to missingShares().total.
struct ShareFlow {
    int from = 0;
    int to = 0;
    double share = 0;
};
[[nodiscard]] std::vector<ShareFlow> relayoutFlows(const LayerStrategy& before, const LayerStrategy& after);

}  // namespace pgram
