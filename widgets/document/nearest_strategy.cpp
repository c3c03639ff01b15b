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

/// What the layer has with these degrees, the data group as large as the rest of the stage.
LayerStrategy withDegrees(LayerStrategy s, int tensor, int context, int expert, int stageDevices)
{
    s.context = context;
    s = withField(s, StrategyField::Tensor, tensor, stageDevices);
    s.expert = expert;
    return s;
}

/// All strategies with one degree given that fill the stage.
std::vector<LayerStrategy> alternatives(const LayerStrategy& now, StrategyField field, int value, int stageDevices)
{
    using Field = StrategyField;
    const auto degrees = [&](Field of, int devices) {
        return field == of ? std::vector<int>{value} : divisorsOf(devices);
    };
    const std::vector<int> experts = field == Field::Expert ? std::vector<int>{value} : divisorsOf(now.expert);
    std::vector<LayerStrategy> all;
    for (const int tensor : degrees(Field::Tensor, stageDevices)) {
        if (stageDevices % tensor != 0) {
            continue;
        }
        for (const int context : degrees(Field::Context, stageDevices / tensor)) {
            if (stageDevices / tensor % context != 0) {
                continue;
            }
            for (const int expert : experts) {
                all.push_back(withDegrees(now, tensor, context, expert, stageDevices));
            }
        }
    }
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
    const auto differ = [](const auto& x, const auto& y) { return x == y ? 0.0 : aSwitch; };
    return doublings(a.tensor, b.tensor) + doublings(a.context, b.context) + doublings(a.expert, b.expert) +
           dataShare * doublings(a.data, b.data) + differ(a.zero, b.zero) + differ(a.replicas(), b.replicas()) +
           differ(a.sequence, b.sequence) + differ(a.placement, b.placement) + differ(a.kept.part, b.kept.part) +
           differ(a.kept.on, b.kept.on) + differ(a.offloadOptimizer, b.offloadOptimizer);
}

LayerStrategy nearestWith(const Plan& plan, int layer, StrategyField field, int value)
{
    const LayerStrategy& now = plan.strategies[static_cast<std::size_t>(layer)];
    const int devices = plan.stageDevices();
    const LayerStrategy plain = withField(now, field, value, devices);
    const bool isDegree =
        field == StrategyField::Tensor || field == StrategyField::Context || field == StrategyField::Expert;
    const auto refused = isDegree ? refusalOn(plan, layer, plain) : std::nullopt;
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
