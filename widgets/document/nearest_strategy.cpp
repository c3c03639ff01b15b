// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/nearest_strategy.h"

#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace pgram {

namespace {

double doublings(int a, int b)
{
    return std::abs(std::log2(static_cast<double>(a) / b));
}

std::vector<int> divisorsOf(int number)
{
    std::vector<int> all(static_cast<std::size_t>(number));
    std::iota(all.begin(), all.end(), 1);
    std::erase_if(all, [number](int d) { return number % d != 0; });
    return all;
}

/// All strategies with one degree given that fill the stage.
std::vector<LayerStrategy> alternatives(const LayerStrategy& now, const StrategyField& field, int value,
                                        int stageDevices)
{
    std::vector<LayerStrategy> all{now};
    for (const StrategyField& degree : strategyFields()) {
        if (degree.word == nullptr) {
            continue;
        }
        const std::vector<int> values =
            &degree == &field ? std::vector{value} : divisorsOf(degree.fillsStage ? stageDevices : degree.get(now));
        std::vector<LayerStrategy> next;
        for (const LayerStrategy& strategy : all) {
            for (const int each : values) {
                next.push_back(withField(strategy, degree, each, stageDevices));
            }
        }
        all = std::move(next);
    }
    std::erase_if(all, [&](const LayerStrategy& s) { return s.groupSize() != stageDevices; });
    return all;
}

Space usualSpace(const Plan& plan)
{
    Space space = spaceOf({&Space::dp, &Space::sdp, &Space::tp, &Space::ckpt, &Space::pp});
    space.anyDivisor = !std::has_single_bit(static_cast<unsigned>(plan.stageDevices()));
    for (const DimensionRules* rules : dimensionRules()) {
        const auto has = [&](const LayerStrategy& s) { return rules->has != nullptr && rules->has(s); };
        space.*rules->on = space.*rules->on || std::ranges::any_of(plan.strategies, has);
    }
    return space;
}

bool isTakenBy(const Plan& plan, LayerRange range, const LayerStrategy& strategy)
{
    const LayerSpec* last = nullptr;
    for (int layer = range.first; layer < range.first + range.count; ++layer) {
        const LayerSpec* spec = &plan.model.layer(layer);
        if (spec != std::exchange(last, spec) && refusalOn(plan, layer, strategy)) {
            return false;
        }
    }
    return true;
}

}  // namespace

double distanceBetween(const LayerStrategy& a, const LayerStrategy& b)
{
    constexpr double dataShare = 0.01;
    constexpr double aSwitch = 0.5;
    double distance = dataShare * doublings(a.data, b.data);
    for (const StrategyField& field : strategyFields()) {
        const int of[] = {field.get(a), field.get(b)};
        distance += field.word != nullptr ? doublings(of[0], of[1]) : of[0] == of[1] ? 0.0 : aSwitch;
    }
    return distance;
}

LayerStrategy nearestWith(const Plan& plan, int layer, const StrategyField& field, int value)
{
    const LayerStrategy& now = plan.strategies[static_cast<std::size_t>(layer)];
    const int devices = plan.stageDevices();
    const LayerStrategy plain = withField(now, field, value, devices);
    const auto refused = field.word != nullptr ? refusalOn(plan, layer, plain) : std::nullopt;
    if (!refused) {
        return plain;
    }
    // What is broken already, by the same rule, is not for this choice to mend.
    if (const auto before = refusalOn(plan, layer, now); before && before->rule == refused->rule) {
        return plain;
    }
    std::vector<LayerStrategy> all = alternatives(now, field, value, devices);
    std::ranges::stable_sort(all, {}, [&](const LayerStrategy& s) { return distanceBetween(now, s); });
    const auto nearest = std::ranges::find_if(all, [&](const LayerStrategy& s) { return !refusalOn(plan, layer, s); });
    if (nearest != all.end()) {
        return *nearest;
    }
    // None: the reason is the layer's, rather than that the degrees do not fill the stage.
    return refused->rule == Rule::GroupSize && !all.empty() ? all.front() : plain;
}

std::vector<LayerStrategy> strategiesNear(const Plan& plan, LayerRange range, const StrategyPattern& pattern,
                                          std::size_t most)
{
    const LayerStrategy& now = plan.strategies[static_cast<std::size_t>(range.first)];
    std::vector<LayerStrategy> near =
        searchedStrategies(plan.cluster.devices, plan.pipeline(), widened(usualSpace(plan), pattern));
    std::erase_if(near, [&](const LayerStrategy& s) { return !pattern.matches(s); });
    std::ranges::stable_sort(near, {}, [&](const LayerStrategy& s) { return distanceBetween(now, s); });
    std::vector<LayerStrategy> taken;
    for (const LayerStrategy& strategy : near) {
        if (taken.size() < most && isTakenBy(plan, range, strategy)) {
            taken.push_back(strategy);
        }
    }
    return taken;
}

}  // namespace pgram
