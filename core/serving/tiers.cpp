// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/serving/tiers.h"

#include <algorithm>
#include <numeric>

namespace pgram {

namespace {

/// Bytes of a tensor that are loaded from the last tier, per inference.
double loaded(const TensorClass& tensor, std::span<const MemoryTier> tiers, std::size_t tier, double inferencesPerWake)
{
    return tensor.persists && tiers[tier].isVolatile ? tensor.bytes / inferencesPerWake : 0;
}

int roomFor(const TensorClass& tensor, double bytes, int most)
{
    return tensor.bytes <= 0 ? most : static_cast<int>(std::min<double>(most, std::max(0.0, bytes / tensor.bytes)));
}

/// Depth first over the classes, those of most tensors last.
class PlacementSearch {
public:
    PlacementSearch(std::span<const TensorClass> classes, std::span<const MemoryTier> tiers,
                    std::vector<std::vector<double>> costs)
        : m_classes(classes),
          m_tiers(tiers),
          m_costs(std::move(costs)),
          m_order(classes.size()),
          m_least(classes.size() + 1, 0),
          m_counts(classes.size(), std::vector<int>(tiers.size(), 0)),
          m_left(tiers.size())
    {
        std::iota(m_order.begin(), m_order.end(), std::size_t{0});
        std::ranges::stable_sort(m_order, {}, [&](std::size_t i) { return classes[i].count; });
        for (std::size_t depth = classes.size(); depth-- > 0;) {
            const std::size_t each = m_order[depth];
            m_least[depth] = m_least[depth + 1] + classes[each].count * *std::ranges::min_element(m_costs[each]);
        }
        std::ranges::transform(tiers, m_left.begin(), &MemoryTier::capacity);
    }

    /// Counts by class and tier; empty: nothing fits.
    std::vector<std::vector<int>> solve()
    {
        place(0, 0);
        return m_best;
    }

private:
    void place(std::size_t depth, double cost)
    {
        if (cost + m_least[depth] >= m_bestCost) {
            return;
        }
        if (depth == m_order.size()) {
            m_best = m_counts;
            m_bestCost = cost;
        } else if (depth + 1 == m_order.size()) {
            fillLast(cost);
        } else {
            split(depth, 0, m_classes[m_order[depth]].count, cost);
        }
    }

    /// `count` tensors of a class over the tiers from `tier` on.
    void split(std::size_t depth, std::size_t tier, int count, double cost)
    {
        const std::size_t each = m_order[depth];
        if (tier == m_tiers.size()) {
            if (count == 0) {
                place(depth + 1, cost);
            }
            return;
        }
        for (int here = roomFor(m_classes[each], m_left[tier], count); here >= 0; --here) {
            m_counts[each][tier] = here;
            m_left[tier] -= here * m_classes[each].bytes;
            split(depth, tier + 1, count - here, cost + here * m_costs[each][tier]);
            m_left[tier] += here * m_classes[each].bytes;
        }
        m_counts[each][tier] = 0;
    }

    /// Equal tensors, and nothing behind them: the cheapest tiers first.
    void fillLast(double cost)
    {
        const std::size_t each = m_order.back();
        std::vector<std::size_t> tiers(m_tiers.size());
        std::iota(tiers.begin(), tiers.end(), std::size_t{0});
        std::ranges::stable_sort(tiers, {}, [&](std::size_t tier) { return m_costs[each][tier]; });
        int count = m_classes[each].count;
        for (const std::size_t tier : tiers) {
            m_counts[each][tier] = roomFor(m_classes[each], m_left[tier], count);
            count -= m_counts[each][tier];
            cost += m_counts[each][tier] * m_costs[each][tier];
        }
        if (count == 0 && cost < m_bestCost) {
            m_best = m_counts;
            m_bestCost = cost;
        }
    }

    std::span<const TensorClass> m_classes;
    std::span<const MemoryTier> m_tiers;
    std::vector<std::vector<double>> m_costs;  ///< cost of one tensor, by class and tier
    std::vector<std::size_t> m_order;
    std::vector<double> m_least;  ///< least cost of all classes from a depth on, without capacity limits
    std::vector<std::vector<int>> m_counts;
    std::vector<double> m_left;
    std::vector<std::vector<int>> m_best;
    double m_bestCost = infinity;
};

TierPlacement placed(std::span<const TensorClass> classes, std::span<const MemoryTier> tiers,
                     std::vector<std::vector<int>> counts, double inferencesPerWake)
{
    TierPlacement placement;
    placement.counts = std::move(counts);
    for (std::size_t i = 0; i < placement.counts.size(); ++i) {
        for (std::size_t tier = 0; tier < tiers.size(); ++tier) {
            const int count = placement.counts[i][tier];
            placement.energy += count * energyIn(classes[i], tiers, tier, inferencesPerWake);
            placement.latency += count * latencyIn(classes[i], tiers, tier, inferencesPerWake);
        }
    }
    return placement;
}

}  // namespace

Joules energyIn(const TensorClass& tensor, std::span<const MemoryTier> tiers, std::size_t tier,
                double inferencesPerWake)
{
    const MemoryTier& here = tiers[tier];
    return tensor.read * here.readByte + tensor.written * here.writtenByte +
           loaded(tensor, tiers, tier, inferencesPerWake) * (tiers.back().readByte + here.writtenByte);
}

Seconds latencyIn(const TensorClass& tensor, std::span<const MemoryTier> tiers, std::size_t tier,
                  double inferencesPerWake)
{
    const MemoryTier& here = tiers[tier];
    return (tensor.read + tensor.written) / here.bandwidth +
           loaded(tensor, tiers, tier, inferencesPerWake) / std::min(tiers.back().bandwidth, here.bandwidth);
}

TierPlacement bestPlacement(std::span<const TensorClass> classes, std::span<const MemoryTier> tiers, TierGoal goal,
                            double inferencesPerWake)
{
    std::vector<std::vector<double>> costs(classes.size(), std::vector<double>(tiers.size()));
    for (std::size_t i = 0; i < classes.size(); ++i) {
        for (std::size_t tier = 0; tier < tiers.size(); ++tier) {
            costs[i][tier] = goal == TierGoal::Energy ? energyIn(classes[i], tiers, tier, inferencesPerWake)
                                                      : latencyIn(classes[i], tiers, tier, inferencesPerWake);
        }
    }
    return placed(classes, tiers, PlacementSearch(classes, tiers, std::move(costs)).solve(), inferencesPerWake);
}

TierPlacement placementInOne(std::span<const TensorClass> classes, std::span<const MemoryTier> tiers, std::size_t tier,
                             double inferencesPerWake)
{
    double bytes = 0;
    std::vector<std::vector<int>> counts(classes.size(), std::vector<int>(tiers.size(), 0));
    for (std::size_t i = 0; i < classes.size(); ++i) {
        bytes += classes[i].count * classes[i].bytes;
        counts[i][tier] = classes[i].count;
    }
    return bytes <= tiers[tier].capacity ? placed(classes, tiers, std::move(counts), inferencesPerWake)
                                         : TierPlacement{};
}

}  // namespace pgram
