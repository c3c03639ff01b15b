// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The estimate of a plan: every figure that the window and the command line show. Immutable once made.
#pragma once

#include "core/cost/layer_cost.h"
#include "core/cost/relayout.h"
#include "core/plan/plan.h"
#include "core/schedule/timeline.h"

#include <memory>
#include <string>
#include <vector>

namespace pgram {

/// A device's memory at its peak, by kind; the sum is the stage's memory.
struct MemoryBreakdown {
    Bytes weights = 0;
    Bytes gradients = 0;
    Bytes optimizer = 0;
    Bytes activations = 0;  ///< in-flight micro-batches
    Bytes transient = 0;    ///< of the layer whose backward needs most
    Bytes context = 0;      ///< device context and communication buffers
    [[nodiscard]] Bytes total() const
    {
        return added(added(added(weights, gradients), added(optimizer, activations)), added(transient, context));
    }
    bool operator==(const MemoryBreakdown&) const = default;
};

struct LayerEstimate {
    LayerCost cost;
    TransformationCost transformation;  ///< from the layer before it, where that is the same stage's
};

struct ChunkEstimate {
    Seconds forward = 0;  ///< one micro-batch, receive included
    Seconds backward = 0;
    Seconds receive = 0;  ///< inside both
    Bytes kept = 0;       ///< by one micro-batch in flight
    int inFlight = 0;     ///< when its stage holds most
};

struct StageEstimate {
    Seconds forward = 0;  ///< one micro-batch through all of its chunks, receive included
    Seconds backward = 0;
    Seconds time = 0;  ///< t_i: one micro-batch without sync
    Seconds sync = 0;  ///< t_i^sync - t_i
    Seconds optimizer = 0;
    Seconds receive = 0;  ///< p2p inside `time`
    MemoryBreakdown memory;
    Bytes hostMemory = 0;  ///< of a device's offloaded tensors; the search keeps to what a node has
    Seconds bubble = 0;    ///< simulated
    int inFlight = 0;      ///< k_i: of all chunks at the peak
    Bytes usable = 0;      ///< the budget of its devices less the reserve
};

/// What the devices of the node that offloads most keep in its host's memory, all together.
struct HostNeed {
    Bytes needed = 0;     ///< 0: nothing is offloaded
    Bytes available = 0;  ///< what the node has; 0 = not known
    int devices = 0;      ///< of the node
    int stage = -1;       ///< of its device that keeps most there
    [[nodiscard]] bool isUnknown() const { return needed > 0 && available == 0; }
    [[nodiscard]] bool isExceeded() const { return available > 0 && needed > available; }
    bool operator==(const HostNeed&) const = default;
};

enum class Severity { Note, Warning, Error };

struct Issue {
    Severity severity = Severity::Error;
    std::string
        code;  ///< "over-budget", "over-device", "over-host-memory", "host-memory-unknown", or a legality rule's code
    Text message;
    int stage = -1;  ///< where; -1 = the whole plan
    int layer = -1;
};

/// Totals of one (kind, group, link) over the step and the cluster. A collective's bytes stand with the links that they
/// cross, its seconds with the slowest of these, which it waits for.
struct VolumeRow {
    TrafficKind kind = TrafficKind::TensorParallel;
    Group group;
    int link = 0;
    Volume bytes = 0;    ///< sent by all ranks in one step
    Seconds hidden = 0;  ///< of the rank that hides or exposes most, summed over its layers
    Seconds exposed = 0;
};

struct Estimate {
    Seconds stepTime = 0;        ///< simulated; the objective where the schedule cannot be laid out
    Seconds paperStepTime = 0;   ///< the paper's own sum, StepRule::Paper
    double throughput = 0;       ///< samples/s
    double tokensPerDevice = 0;  ///< tokens/s/device
    double mfu = 0;
    Bytes peakMemory = 0;
    double bubbleFraction = 0;
    Seconds exposedCommunication = 0;  ///< of the stage that exposes most, a step
    bool fits = false;
    bool legal = false;      ///< no issue of severity Error other than memory
    Bytes usableBudget = 0;  ///< budget less the reserve; of the largest devices
    HostNeed host;
    std::vector<StageEstimate> stages;
    std::vector<ChunkEstimate> chunks;  ///< as the plan's
    std::vector<LayerEstimate> layers;
    std::vector<VolumeRow> volumes;
    std::vector<Issue> issues;
    std::shared_ptr<const Timeline> timeline;
};

/// Of the plan's stages; nodes are the cluster's devices in order.
[[nodiscard]] HostNeed hostNeed(const Plan& plan, const std::vector<StageEstimate>& stages);

/// A device's memory budget less the share that the cluster reserves for fragmentation.
[[nodiscard]] Bytes usableBudget(Bytes budget, const Cluster& cluster);
/// The least budget of which `usable` bytes are left; largestBytes where `usable` is above largestMemory.
[[nodiscard]] Bytes budgetFor(Bytes usable, const Cluster& cluster);
/// The same; 0 where it is above largestMemory, the most that may be asked for.
[[nodiscard]] Bytes askableBudgetFor(Bytes usable, const Cluster& cluster);

/// Pure. The plan must satisfy checkStructure; an illegal strategy is reported as an issue and costed as far as it can
/// be.
[[nodiscard]] Estimate estimate(const Plan& plan);

/// The same figures, bit for bit, reusing what `before` computed for stages that did not change.
[[nodiscard]] Estimate estimate(const Plan& plan, const Plan& planBefore, const Estimate& before);

/// Step time and peak memory alone, as the search counts: those of the estimate where no activations are offloaded,
/// else bounds of its step, copies being taken for free.
struct StepAndMemory {
    Seconds step = 0;
    Bytes memory = 0;
    std::vector<int> inFlight;  ///< through each chunk at its stage's peak
};
[[nodiscard]] StepAndMemory stepAndMemory(const Plan& plan);

/// One direction between two devices.
struct TrafficFlow {
    int from = 0;
    int to = 0;
    Volume bytes = 0;  ///< a step
};
/// Device × device traffic, sparse, each pair once. The pairs of each class of links sum to Σ VolumeRow::bytes of it.
[[nodiscard]] std::vector<TrafficFlow> trafficMatrix(const Plan& plan, const Estimate& estimate);

}  // namespace pgram
