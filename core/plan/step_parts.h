// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Splits the time of an average device by its use: compute, transfers, bubbles. The time is a whole step or a part of
// one. Two plans are compared use by use. Plain functions.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <map>
#include <memory>
#include <vector>

namespace pgram {

/// Shares of the step of an average device, in seconds: they sum to the step time (our definition).
struct StepParts {
    Seconds compute = 0;        ///< forward, backward and optimizer, without what is computed again
    Seconds recompute = 0;      ///< additional compute of layers that recompute
    Seconds communication = 0;  ///< exposed: sync, collectives, re-layouts and receives that nothing hides
    Seconds bubble = 0;         ///< waiting for other stages
    /// Returns the sum, the step time.
    [[nodiscard]] Seconds total() const { return compute + recompute + communication + bubble; }
};

/// Returns the parts of the step of a plan; `estimate` must be its estimate.
[[nodiscard]] StepParts stepParts(const Plan& plan, const Estimate& estimate);

/// Returns the additional compute of the layers of a stage that recompute, in seconds of a step of one device.
[[nodiscard]] Seconds recomputeOfStage(const Plan& plan, const Estimate& estimate, int stage);

/// Transfers of one kind over one class of links.
struct LinkUse {
    TrafficKind kind = TrafficKind::TensorParallel;  ///< kind of traffic
    int link = 0;                                    ///< index into Cluster::links, or Cluster::hostLink()
    auto operator<=>(const LinkUse&) const = default;
};

/// Time of transfers.
struct TransferTime {
    Seconds exposed = 0;  ///< nothing hides it
    Seconds hidden = 0;   ///< beside compute
};

/// The use of the time between two moments of a step.
struct StepRange {
    Seconds begin = 0;  ///< since the start of the step
    Seconds end = 0;    ///< since the start of the step
    StepParts parts;    ///< seconds of an average device; they sum to end - begin
    std::map<LinkUse, TransferTime>
        transfers;                      ///< seconds of an average device; the exposed ones sum to parts.communication
    std::map<StagePair, Volume> bytes;  ///< sent in the range; one stage: between its devices
};

/// Sums any range of a simulated step. A forward or backward consists of the compute and the transfers of its chunk in
/// the proportions of the whole step: each is spread evenly over its passes (our definition). Sums of the whole step
/// are those of stepParts(). Refers to the timeline of the estimate.
class StepUse {
public:
    /// `estimate` must be the estimate of the plan, with a timeline.
    StepUse(const Plan& plan, const Estimate& estimate);

    /// Returns the use of the time from `begin` to `end`; 0 <= begin <= end <= makespan.
    [[nodiscard]] StepRange between(Seconds begin, Seconds end) const;

private:
    using Transfers = std::map<LinkUse, TransferTime>;
    using Sums = std::vector<Seconds>;  ///< seconds of each class of operations
    struct Chunk {
        Transfers passes;      ///< seconds of transfers per second of forward and backward
        double recompute = 0;  ///< seconds of recomputation per second of backward
        LinkUse received[2];   ///< transfer of its input, and of its gradient
        Transfers beside;      ///< hidden seconds of transfers that run beside its last backward, once per step
        Operation last;        ///< the last backward
    };
    struct Stage {
        std::vector<Chunk> chunks;
        Transfers sync;                     ///< seconds of transfers per second of Sync
        std::map<StagePair, Volume> bytes;  ///< sent per step
        Seconds passes = 0;                 ///< seconds of forward and backward per step
        std::vector<Sums> until;            ///< sums of the operations before every 256th
    };
    void addChunk(const Plan& plan, const Estimate& estimate, int chunk, Stage& stage, const Sums& step);
    [[nodiscard]] Sums sumsUntil(std::size_t stage, Seconds moment) const;

    std::shared_ptr<const Timeline> m_timeline;
    std::vector<Stage> m_stages;
};

}  // namespace pgram
