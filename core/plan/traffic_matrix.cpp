// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/stage_traffic.h"
#include "core/plan/volumes.h"

#include <algorithm>
#include <tuple>

namespace pgram {

namespace {

/// Sums flows by pair; ranks are those of the cluster. A list that is sorted and added up whenever it has doubled: with
/// many devices several times as fast as a tree of pairs, and the sums of a pair keep their order.
class TrafficSum {
public:
    void add(int from, int to, Volume bytes)
    {
        if (bytes <= 0) {
            return;
        }
        m_flows.push_back({from, to, bytes});
        if (m_flows.size() >= m_limit) {
            merge();
            m_limit = std::max(m_limit, 2 * m_flows.size());
        }
    }

    [[nodiscard]] std::vector<TrafficFlow> take()
    {
        merge();
        return std::move(m_flows);
    }

private:
    void merge()
    {
        const auto pairOf = [](const TrafficFlow& flow) { return std::tie(flow.from, flow.to); };
        std::ranges::stable_sort(m_flows, {}, pairOf);
        std::size_t kept = 0;
        for (const TrafficFlow& flow : m_flows) {
            if (kept > 0 && pairOf(m_flows[kept - 1]) == pairOf(flow)) {
                m_flows[kept - 1].bytes += flow.bytes;
            } else {
                m_flows[kept++] = flow;
            }
        }
        m_flows.resize(kept);
    }

    std::vector<TrafficFlow> m_flows;
    std::size_t m_limit = std::size_t{1} << 20;
};

}  // namespace

std::vector<TrafficFlow> trafficMatrix(const Plan& plan, const Estimate& estimate)
{
    TrafficSum sum;
    const CostContext context = contextOf(plan);
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        for (const auto& [way, total] : stageTraffic(context, plan, estimate.layers, stage)) {
            eachTransfer(plan, way, [&, bytes = total.bytes](int from, int to, double share) {
                sum.add(from, to, share * bytes);
            });
        }
    }
    return sum.take();
}

}  // namespace pgram
