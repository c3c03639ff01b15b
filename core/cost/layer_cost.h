// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cost of one layer under one strategy: memory, seconds and traffic, for one micro-batch and for one step.
// docs/method/memory.md and docs/method/communication.md have the formulas. Every byte is charged exactly once, here.
#pragma once

#include "core/base/names.h"
#include "core/base/units.h"
#include "core/cluster/collective.h"
#include "core/cluster/stage_clusters.h"
#include "core/model/architecture.h"
#include "core/model/training.h"
#include "core/strategy/layer_strategy.h"

#include <memory>
#include <vector>

namespace pgram {

/// Purpose of a transfer.
enum class TrafficKind {
    TensorParallel,    ///< activations of a tensor group, each micro-batch
    SequenceParallel,  ///< gather and scatter pairs and what backward gathers again (Megatron SP), or Ulysses
                       ///< all-to-alls
    ContextParallel,   ///< keys and values around the ring
    ExpertParallel,    ///< token dispatch and combine
    WeightGather,      ///< ZeRO-3 weights, forward and backward of each micro-batch; ZeRO-1/2 once a step
    GradientSync,      ///< gradients of a data group
    Transformation,    ///< re-layout of the boundary activation between two layers of one stage
    Pipeline,          ///< activations and their gradients between stages
    TiedEmbedding,     ///< gradient of a table that first and last stage share
    HostTransfer,      ///< offloaded tensors to and from host memory
};
template <>
inline constexpr std::array<std::string_view, 10> enumNames<TrafficKind>{
    "tensor",        "sequence",       "context",  "expert",         "weight-gather",
    "gradient-sync", "transformation", "pipeline", "tied-embedding", "host"};

/// One kind of transfer of one layer. Seconds are those of one rank in one step.
struct Charge {
    TrafficKind kind = TrafficKind::TensorParallel;         ///< purpose
    CollectiveKind collective = CollectiveKind::AllReduce;  ///< the operation
    Group group;                                            ///< ranks that take part
    Route route = Route::Ring;                              ///< path of its bytes
    int link = 0;             ///< slowest link on the path: index into Cluster::links, or Cluster::hostLink()
    double times = 1;         ///< transfers per step (all micro-batches)
    Volume bytesPerRank = 0;  ///< bytes that one rank sends per transfer
    Seconds hidden = 0;       ///< per step, hidden behind compute
    Seconds exposed = 0;      ///< per step, on the critical path of its rank
    bool once = false;        ///< runs once per step, behind the last backward; otherwise with every micro-batch
};

/// Bytes on one device. `kept` is per micro-batch in flight, the rest exists once.
struct LayerMemory {
    Bytes weights = 0;           ///< parameters in compute precision
    Bytes gradients = 0;         ///< accumulated gradients
    Bytes gradientsInPlace = 0;  ///< those that are made as `kept` goes, and take its place
    Bytes optimizer = 0;         ///< states and master weights
    Bytes kept = 0;              ///< O_f: what one in-flight micro-batch keeps
    Bytes lasting = 0;    ///< the part of `kept` that stays whatever is offloaded or recomputed: a later layer joins it
    Bytes transient = 0;  ///< O_b: extra while this layer's own backward runs
    Bytes workspace = 0;  ///< the part of `transient` that layers share and that stays: gradients without content
    Bytes hostStates = 0;  ///< offloaded, in host memory
    Bytes hostKept = 0;    ///< kept in host memory, per micro-batch in flight
    /// Returns weights, gradients and optimizer states, without the gradients that take the place of kept tensors.
    [[nodiscard]] Bytes states() const { return wholeStates() - gradientsInPlace; }
    /// Returns weights, gradients and optimizer states.
    [[nodiscard]] Bytes wholeStates() const { return added(added(weights, gradients), optimizer); }
    bool operator==(const LayerMemory&) const = default;
};

/// One slice of tokens of a micro-batch.
struct LayerSlice {
    Seconds forward = 0;   ///< exposed communication inside
    Seconds backward = 0;  ///< recomputation inside
    Bytes kept = 0;        ///< until its backward ends
};

/// Costs of one layer under one strategy. Times and bytes are those of one device.
struct LayerCost {
    LayerMemory memory;           ///< at its peak
    Seconds forward = 0;          ///< one micro-batch, exposed communication inside
    Seconds backward = 0;         ///< one micro-batch, recomputation inside, without gradient sync
    Seconds weightGradient = 0;   ///< the part of `backward` that is the weight-gradient half (zero-bubble's W)
    Seconds sync = 0;             ///< increase of the last micro-batch by gradient sync, overlap slowdown included
    Seconds optimizer = 0;        ///< parameter update, once per step
    Flops modelFlops = 0;         ///< forward and backward of the whole global batch, all devices, no recomputation
    Flops causalFlops = 0;        ///< the same without the query-key pairs of attention that masks hide
    std::vector<Charge> charges;  ///< every transfer of the layer
    /// Costs of each slice of a micro-batch; the fields above are their sums. Empty: micro-batches are not sliced.
    std::vector<LayerSlice> slices;

    /// Returns t_l, the seconds of one micro-batch without sync.
    [[nodiscard]] Seconds time() const { return forward + backward; }
};

/// Everything beyond layer and strategy on which the cost of a layer depends.
struct CostContext {
    const Cluster* cluster = nullptr;    ///< not null
    Training training;                   ///< batch, precision, optimizer, framework
    std::int64_t sequence = 0;           ///< n, resolved
    int pipeline = 1;                    ///< P
    int microbatches = 1;                ///< m
    bool endsMeet = false;               ///< the stage of the first chunk holds the last one, too
    bool lastFreesFirst = false;         ///< freesLastFirst() of the schedule
    std::int64_t behind = 0;             ///< tokens before the slice
    std::vector<std::int64_t> slices{};  ///< tokens of each slice of a micro-batch; empty: it goes in one
    /// The stages of a mixed cluster; null: all devices are alike. When set, `cluster` is that of the stage (ofStage).
    std::shared_ptr<const StageClusters> stages{};

    /// Returns the sequences of a micro-batch in each of `parts` equal parts.
    [[nodiscard]] double sequencesPerMicrobatch(double parts = 1) const
    {
        return static_cast<double>(training.globalBatch) * training.sequencesPerSample() / (microbatches * parts);
    }
    /// Returns the cluster for transfers between the devices of two stages.
    [[nodiscard]] const Cluster& between(int fromBlock, int toBlock) const
    {
        return stages ? stages->between(fromBlock, toBlock) : *cluster;
    }
    /// Returns the cluster for transfers between the first and the last stage.
    [[nodiscard]] const Cluster& ends() const { return stages ? stages->slowest() : *cluster; }
};

/// Returns the context of a stage on this block of devices.
[[nodiscard]] inline CostContext ofStage(CostContext context, int block)
{
    context.cluster = context.stages ? &context.stages->of(block) : context.cluster;
    return context;
}

/// Cache of the profiles of one layer.
class ProfileBook;

/// Returns the costs of a layer. The strategy must be legal for the layer (refusal()). `book` caches profiles of this
/// layer; it may be null.
[[nodiscard]] LayerCost layerCost(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy,
                                  ProfileBook* book = nullptr);

}  // namespace pgram
