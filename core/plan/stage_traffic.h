// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Traffic of the ranks of one stage in a step: the charges of its layers, their re-layouts and the transfers over the
// stage's boundaries, summed over equal routes. The totals by link and the traffic between devices are both computed
// from it.
#pragma once

#include "core/cluster/transfers.h"
#include "core/plan/estimate.h"

#include <compare>
#include <map>

namespace pgram {

/// Transfers that go the same way from rank to rank.
struct TrafficWay {
    enum class Between {
        Groups,   ///< the members of every group of the stage, along `route`
        Ends,     ///< rank by rank from the stage at `from` to that at `to`
        Layouts,  ///< the ranks of a stage, as its boundary activation is laid out anew
        Host,     ///< each device and its host: no other device
    };
    TrafficKind kind = TrafficKind::TensorParallel;
    Group group;
    int link = 0;  ///< the slowest that the transfers wait for
    Between between = Between::Groups;
    Route route = Route::Ring;
    int from = 0;  ///< the stage's first rank; of Ends, the sending stage's
    int to = 0;
    LayerStrategy before;
    LayerStrategy after;
    auto operator<=>(const TrafficWay&) const = default;
};

struct TrafficTotal {
    Volume bytes = 0;    ///< sent by all ranks in one step
    Seconds hidden = 0;  ///< per rank
    Seconds exposed = 0;
};

using StageTraffic = std::map<TrafficWay, TrafficTotal>;

/// Returns the traffic that stage `stage` sends inside and receives from its neighbours. `layers`: one estimate per
/// layer.
[[nodiscard]] StageTraffic stageTraffic(const CostContext& context, const Plan& plan,
                                        const std::vector<LayerEstimate>& layers, int stage);

/// The pairs of devices that the bytes of one way go between; shares sum to 1. None for the host.
void eachTransfer(const Plan& plan, const TrafficWay& way, const TransferSink& sink);

}  // namespace pgram
