// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Transfers of the boundary activation from layer to layer: its re-layout inside a stage, and sending between stages.
#pragma once

#include "core/cost/layer_cost.h"
#include "core/cost/layout.h"

#include <map>
#include <vector>

namespace pgram {

/// Shares of the boundary activation that move between two neighbouring layers with different layouts.
struct Relayout {
    Missing forward;   ///< shares of the activation
    Missing backward;  ///< shares of its gradient
    auto operator<=>(const Relayout&) const = default;
};
/// Returns what moves between a layer under `before` and the next one under `after`.
[[nodiscard]] Relayout relayoutBetween(const LayerStrategy& before, const LayerStrategy& after);

/// R(s -> s'): re-layout of the boundary activation between two neighbouring layers of one stage, forward and its
/// mirror backward, one micro-batch: what each rank must receive beyond what it has (docs/method/communication.md,
/// Re-layout). Zero where both layouts agree.
struct TransformationCost {
    Seconds forward = 0;       ///< one micro-batch
    Seconds backward = 0;      ///< one micro-batch
    Volume forwardBytes = 0;   ///< received by all ranks of the stage together
    Volume backwardBytes = 0;  ///< the same in backward
    int link = 0;              ///< the outermost link crossed: index into Cluster::links
    Group group;  ///< the least aligned block of ranks inside which all of it moves; size 1 when nothing does
    /// Returns the seconds of both directions.
    [[nodiscard]] Seconds time() const { return forward + backward; }
};
/// Returns the re-layout between two layers of one stage.
[[nodiscard]] TransformationCost transformationCost(const CostContext& context, const LayerSpec& from,
                                                    const LayerSpec& to, const LayerStrategy& before,
                                                    const LayerStrategy& after);
/// Returns the same when the shares are known already: they depend on the strategies alone.
[[nodiscard]] TransformationCost transformationCost(const CostContext& context, const LayerSpec& from,
                                                    const LayerSpec& to, const Relayout& relayout);

/// The link that a re-layout inside a block of ranks uses.
struct RelayoutWay {
    Seconds latency = 0;      ///< latency of one transfer
    Bandwidth bandwidth = 0;  ///< bytes/s into one rank
    /// Returns the seconds until the rank that lacks most has all it needs of `bytes`.
    [[nodiscard]] Seconds seconds(const Missing& missing, Volume bytes) const
    {
        return latency + missing.worst * bytes / bandwidth;
    }
};

/// Computes TransformationCost::time() for many re-layouts between the same two layers. Keeps references to the
/// arguments of its constructor.
class RelayoutTimes {
public:
    /// The arguments must outlive the object.
    RelayoutTimes(const CostContext& context, const LayerSpec& from, const LayerSpec& to);
    /// Returns the seconds of both directions, one micro-batch.
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
    int from = 0;  ///< stage that sends
    int to = 0;    ///< stage that receives
    auto operator<=>(const StagePair&) const = default;
};

/// Sending the boundary activation from one stage to another; the gradient comes back at the same cost: b·n·h·w,
/// divided by t and c where both sides shard it by tokens; or where the framework sends each rank's share alone and
/// gathers it in the tensor group behind the boundary. One micro-batch, one way. The link is the widest that any rank
/// crosses on its way between these two stages: others of the pipeline may be nearer or farther apart. In preference
/// tuning the reference model's activation goes forward too: its time and bytes count half in each way.
struct BoundaryCost {
    Seconds seconds = 0;              ///< one micro-batch, one way
    Volume bytesPerRank = 0;          ///< received by one rank of the next stage
    int link = 0;                     ///< index into Cluster::links
    Group group;                      ///< the two ranks that talk: size 2, stride = devices from stage to stage
    Volume gatheredBytesPerRank = 0;  ///< sent by one rank of the gather behind the boundary
    int gatherLink = 0;               ///< link of the gather behind the boundary
    Group gatherGroup;                ///< size 1 where nothing is gathered
};
/// Returns the cost of the boundary between the layers `last` and `next` on two stages.
[[nodiscard]] BoundaryCost boundaryCost(const CostContext& context, const StagePair& stages, const LayerSpec& last,
                                        const LayerSpec& next, const LayerStrategy& before, const LayerStrategy& after);

/// Returns the bytes that a stage whose first layer is `first` keeps per micro-batch in flight, in addition to those of
/// its layers: skips that arrive with its input, for its own layers or for later stages. The strategy does not matter,
/// because only data parallelism divides convolutions.
[[nodiscard]] Bytes carriedBytes(const CostContext& context, const LayerSpec& first);

}  // namespace pgram
