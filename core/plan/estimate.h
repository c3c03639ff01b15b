// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The estimate of a plan: every figure that the window and the command line show.
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
    Bytes weights = 0;      ///< parameters in compute precision
    Bytes gradients = 0;    ///< accumulated gradients
    Bytes optimizer = 0;    ///< states and master weights
    Bytes activations = 0;  ///< tensors kept by the micro-batches in flight
    Bytes transient = 0;    ///< extra memory of the backward that needs most
    Bytes context = 0;      ///< device context and communication buffers
    /// Returns the sum.
    [[nodiscard]] Bytes total() const
    {
        return added(added(added(weights, gradients), added(optimizer, activations)), added(transient, context));
    }
    bool operator==(const MemoryBreakdown&) const = default;
};

/// Memory that the driver shows for a device (nvidia-smi, rocm-smi), and its parts beyond tensors.
struct DriverMemory {
    Bytes slack = 0;        ///< reserved by the framework's allocator and not in use at the peak
    Bytes context = 0;      ///< context of the driver and the libraries
    Bytes buffers = 0;      ///< buffers of the communicators
    int communicators = 0;  ///< groups and neighbouring stages with buffers of their own
    Bytes total = 0;        ///< these parts and the tensors
    bool operator==(const DriverMemory&) const = default;
};

/// One layer of a plan.
struct LayerEstimate {
    LayerCost cost;                     ///< under its strategy
    TransformationCost transformation;  ///< re-layout from the layer before it, if that is on the same stage
};

/// One chunk of a plan.
struct ChunkEstimate {
    Seconds forward = 0;   ///< one micro-batch, receive included
    Seconds backward = 0;  ///< one micro-batch, receive included
    Seconds receive = 0;   ///< inside both
    Bytes kept = 0;        ///< by one micro-batch in flight
    int inFlight = 0;      ///< when its stage holds most
};

/// One stage of a plan.
struct StageEstimate {
    Seconds forward = 0;     ///< one micro-batch through all of its chunks, receive included
    Seconds backward = 0;    ///< the same in backward
    Seconds time = 0;        ///< t_i: one micro-batch without sync
    Seconds sync = 0;        ///< t_i^sync - t_i
    Seconds optimizer = 0;   ///< parameter update, once per step
    Seconds receive = 0;     ///< p2p inside `time`
    MemoryBreakdown memory;  ///< memory of one device, at the peak
    DriverMemory driver;     ///< memory of one device as the driver shows it
    Bytes hostMemory = 0;    ///< offloaded tensors of one device; the search respects the memory of the node
    Seconds bubble = 0;      ///< simulated
    int inFlight = 0;        ///< k_i: of all chunks at the peak
    Bytes usable = 0;        ///< the budget of its devices less the reserve
};

/// Host memory of the node whose devices offload most.
struct HostNeed {
    Bytes needed = 0;     ///< 0: nothing is offloaded
    Bytes available = 0;  ///< memory of the node; 0 = not known
    int devices = 0;      ///< devices of the node
    int stage = -1;       ///< stage of the device that keeps most there
    /// Returns true if tensors are offloaded to a host of unknown memory.
    [[nodiscard]] bool isUnknown() const { return needed > 0 && available == 0; }
    /// Returns true if the host has too little memory.
    [[nodiscard]] bool isExceeded() const { return available > 0 && needed > available; }
    bool operator==(const HostNeed&) const = default;
};

/// Severity of an issue. Error: the plan cannot run.
enum class Severity { Note, Warning, Error };
template <>
inline constexpr std::array<std::string_view, 3> enumNames<Severity>{"note", "warning", "error"};

/// A reason why a plan cannot run as it is, or a remark.
struct Issue {
    Severity severity = Severity::Error;  ///< note, warning or error
    /// "over-budget", "over-device", "over-host-memory", "host-memory-unknown", or name(Rule).
    std::string code;
    Text message;    ///< one sentence
    int stage = -1;  ///< the stage; -1 = the whole plan
    int layer = -1;  ///< the layer; -1 = no particular one
};

/// Totals of one (kind, group, link) over the step and the cluster. A collective's bytes count for the links that they
/// cross, its seconds for the slowest of these, for which it waits.
struct VolumeRow {
    TrafficKind kind = TrafficKind::TensorParallel;  ///< kind of traffic
    Group group;                                     ///< ranks that take part
    int link = 0;                                    ///< index into Cluster::links, or Cluster::hostLink()
    Volume bytes = 0;                                ///< sent by all ranks in one step
    Seconds hidden = 0;   ///< time of the rank that hides or exposes most, summed over its layers
    Seconds exposed = 0;  ///< the same, on the critical path
};

/// Every figure of a plan.
struct Estimate {
    Seconds stepTime = 0;               ///< simulated; the objective where the schedule cannot be laid out
    Seconds paperStepTime = 0;          ///< the paper's own sum, StepRule::Paper
    double throughput = 0;              ///< samples/s
    double tokensPerDevice = 0;         ///< tokens/s/device
    double mfu = 0;                     ///< model FLOP utilisation: share of the peak that the model's FLOP reach
    double causalMfu = 0;               ///< the same without the query-key pairs of attention that masks hide
    Bytes peakMemory = 0;               ///< memory of the device that needs most
    Bytes driverMemory = 0;             ///< memory of this or another device as the driver shows it, the most
    double bubbleFraction = 0;          ///< idle share of all stages' time
    Seconds exposedCommunication = 0;   ///< seconds per step of the stage that exposes most
    bool fits = false;                  ///< every device keeps to its budget
    bool legal = false;                 ///< no issue of severity Error other than memory
    Bytes usableBudget = 0;             ///< budget less the reserve; of the largest devices
    HostNeed host;                      ///< host memory for offloaded tensors
    std::vector<StageEstimate> stages;  ///< P
    std::vector<ChunkEstimate> chunks;  ///< in the order of Plan::chunks
    std::vector<LayerEstimate> layers;  ///< one per layer
    std::vector<VolumeRow> volumes;     ///< traffic per step
    std::vector<Issue> issues;          ///< reasons why the plan cannot run, and remarks
    std::shared_ptr<const Timeline> timeline;  ///< simulated; without stages if the schedule is impossible
};

/// Returns the need of the plan's stages. Nodes consist of neighbouring devices of the cluster.
[[nodiscard]] HostNeed hostNeed(const Plan& plan, const std::vector<StageEstimate>& stages);

/// Returns a device's memory budget less the share that the cluster reserves for fragmentation.
[[nodiscard]] Bytes usableBudget(Bytes budget, const Cluster& cluster);
/// Returns the least budget of which `usable` bytes remain; largestBytes if `usable` is above largestMemory.
[[nodiscard]] Bytes budgetFor(Bytes usable, const Cluster& cluster);
/// Returns the same, or 0 if it is above largestMemory, the largest budget that a request may have.
[[nodiscard]] Bytes askableBudgetFor(Bytes usable, const Cluster& cluster);

/// Computes every figure of a plan. The plan must satisfy checkStructure(). An illegal strategy becomes an issue, and
/// its costs are computed as far as possible.
[[nodiscard]] Estimate estimate(const Plan& plan);

/// Computes the same figures, bit for bit, and reuses those of `before` for stages that did not change.
[[nodiscard]] Estimate estimate(const Plan& plan, const Plan& planBefore, const Estimate& before);

/// Step time and peak memory alone: those of the estimate, with less work.
struct StepAndMemory {
    Seconds step = 0;           ///< step time
    Bytes memory = 0;           ///< peak memory
    bool fits = false;          ///< every device keeps to its budget
    std::vector<int> inFlight;  ///< micro-batches in flight through each chunk at the peak of its stage
};
/// Computes step time and peak memory of a plan.
[[nodiscard]] StepAndMemory stepAndMemory(const Plan& plan);

/// One direction between two devices.
struct TrafficFlow {
    int from = 0;      ///< device that sends
    int to = 0;        ///< device that receives
    Volume bytes = 0;  ///< per step
};
/// Returns the traffic between devices, sparse, each pair once. The pairs of each class of links sum to Σ
/// VolumeRow::bytes of it.
[[nodiscard]] std::vector<TrafficFlow> trafficMatrix(const Plan& plan, const Estimate& estimate);

}  // namespace pgram
