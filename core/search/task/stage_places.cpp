// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/stage_places.h"

#include <algorithm>
#include <numeric>

namespace pgram {

namespace {

/// Largest number of class orders that are tried per number of stages. Two kinds on 12 stages have 924.
constexpr std::size_t mostOrders = 1024;

using Order = std::vector<int>;  ///< class of each stage

/// Returns every distinct order; empty if there are more than mostOrders.
std::vector<Order> allOrders(Order classes)
{
    std::ranges::sort(classes);
    std::vector<Order> orders;
    do {
        orders.push_back(classes);
    } while (std::ranges::next_permutation(classes).found && orders.size() <= mostOrders);
    return orders.size() <= mostOrders ? orders : std::vector<Order>();
}

/// Returns orders in which the stages of each class are consecutive, at most `count` of them.
std::vector<Order> ordersInRows(const Order& classes, int count)
{
    Order rows(static_cast<std::size_t>(count));
    std::iota(rows.begin(), rows.end(), 0);
    std::vector<Order> orders;
    do {
        Order& order = orders.emplace_back();
        for (const int own : rows) {
            order.insert(order.end(), static_cast<std::size_t>(std::ranges::count(classes, own)), own);
        }
    } while (std::ranges::next_permutation(rows).found && orders.size() < mostOrders);
    return orders;
}

/// Returns the blocks of an order. Within a class, blocks of lower ranks come first.
std::vector<int> blocksOf(const Order& order, const Order& classes)
{
    std::vector<bool> isUsed(classes.size(), false);
    std::vector<int> blocks;
    for (const int own : order) {
        std::size_t block = 0;
        while (isUsed[block] || classes[block] != own) {
            ++block;
        }
        isUsed[block] = true;
        blocks.push_back(static_cast<int>(block));
    }
    return blocks;
}

}  // namespace

StagePlaces MixedStages::make(int stages)
{
    StagePlaces places;
    places.clusters = std::make_shared<const StageClusters>(m_cluster, stages);
    for (int index = 0; index < places.clusters->classes(); ++index) {
        const Cluster& seen = places.clusters->ofClass(index);
        auto known = std::ranges::find(m_costs, seen, &decltype(m_costs)::value_type::first);
        if (known == m_costs.end()) {
            known = m_costs.insert(m_costs.end(), {seen, std::make_shared<LayerCosts>()});
        }
        places.costs.push_back(known->second);
    }
    Order classes;
    for (int block = 0; block < stages; ++block) {
        classes.push_back(places.clusters->classOf(block));
    }
    std::vector<Order> orders = m_inRankOrder ? std::vector<Order>{classes} : allOrders(classes);
    places.hasAll = !orders.empty() && (!m_inRankOrder || places.clusters->classes() == 1);
    if (orders.empty()) {
        orders = ordersInRows(classes, places.clusters->classes());
    }
    std::erase(orders, classes);
    orders.insert(orders.begin(), classes);
    for (const Order& order : orders) {
        places.orders.push_back(blocksOf(order, classes));
    }
    return places;
}

std::shared_ptr<const StagePlaces> MixedStages::of(int stages)
{
    const std::scoped_lock lock(m_mutex);
    std::shared_ptr<const StagePlaces>& known = m_known[stages];
    if (!known) {
        known = std::make_shared<const StagePlaces>(make(stages));
    }
    return known;
}

}  // namespace pgram
