// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/frameworks/family.h"

#include "core/model/layer_role.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <map>
#include <set>

namespace pgram {

namespace {

/// The one strategy of such a layer; experts are spread where there are any, and blocks alone recompute.
LayerStrategy strategyFor(const LayerSpec& layer, LayerStrategy shape, KeptPart part, const ModuleSet& modules)
{
    shape = asRunBy(layer, shape, modules);
    shape.kept.part = hasBlock(layer) ? keptOf(layer, part, modules) : KeptPart::All;
    return shape;
}

std::vector<RecomputePattern> patternsOf(SomeBlocks kind, int blocks)
{
    std::vector<RecomputePattern> patterns;
    switch (kind) {
    case SomeBlocks::None:
        return {{SomeBlocks::FirstOfChunk, 0}, {SomeBlocks::FirstOfChunk, blocks}};
    case SomeBlocks::FirstOfChunk:
        for (int first = 0; first <= blocks; ++first) {
            patterns.push_back({kind, first});
        }
        return patterns;
    case SomeBlocks::EveryNth:
        for (int nth = blocks + 1; nth > 0; --nth) {  // beyond the last: none
            patterns.push_back({kind, nth});
        }
        return patterns;
    case SomeBlocks::Any:
        break;
    }
    return patterns;
}

/// One shape for all layers, and what it recomputes.
class OneForAll {
public:
    OneForAll(const Target& target, const Architecture& model, const Training& training, int pipeline)
        : m_target(target), m_model(model), m_training(training), m_pipeline(pipeline)
    {}

    std::vector<StrategyFamily> families(const std::vector<LayerStrategy>& strategies)
    {
        std::map<LayerStrategy, std::set<KeptPart>> shapes;
        for (const LayerStrategy& strategy : strategies) {
            shapes[shapeOf(strategy)].insert(strategy.kept.part);
        }
        const int blocks = blockCount(m_model);
        const SomeBlocks some = m_target.recompute.value;
        for (const auto& [shape, parts] : shapes) {
            if (!runs(shape, KeptPart::All)) {
                continue;
            }
            for (const KeptPart part : {KeptPart::WithoutAttention, KeptPart::WithoutModules}) {
                if (parts.contains(part) && runs(shape, part)) {
                    add(shape, part, {{SomeBlocks::FirstOfChunk, blocks}});
                }
            }
            const bool full = parts.contains(KeptPart::Input);
            add(shape, full ? KeptPart::Input : KeptPart::All, patternsOf(full ? some : SomeBlocks::None, blocks));
        }
        return std::move(m_families);
    }

private:
    [[nodiscard]] bool runs(const LayerStrategy& shape, KeptPart part) const
    {
        return std::ranges::none_of(m_model.runs, [&](const LayerSpec& layer) {
            const LayerStrategy own = strategyFor(layer, shape, part, m_training.recomputedModules);
            return refusal(m_target, {layer, own, m_training, m_pipeline,
                                      m_training.sequence(m_model.sequenceLength)}) != nullptr;
        });
    }

    void add(const LayerStrategy& shape, KeptPart part, std::vector<RecomputePattern> patterns)
    {
        if (part == KeptPart::All) {
            patterns.resize(1);
        }
        const ModuleSet modules = m_training.recomputedModules;
        std::vector<LayerStrategy> strategies;
        for (const LayerSpec& layer : m_model.runs) {
            for (const KeptPart own : {KeptPart::All, part}) {
                const LayerStrategy strategy = strategyFor(layer, shape, own, modules);
                if (std::ranges::find(strategies, strategy) == strategies.end()) {
                    strategies.push_back(strategy);
                }
            }
        }
        m_families.push_back({std::move(strategies),
                              [shape, part, modules](const LayerSpec& layer, const LayerStrategy& s) {
                                  return s == strategyFor(layer, shape, KeptPart::All, modules) ||
                                         s == strategyFor(layer, shape, part, modules);
                              },
                              std::move(patterns)});
    }

    const Target& m_target;
    const Architecture& m_model;
    const Training& m_training;
    int m_pipeline;
    std::vector<StrategyFamily> m_families;
};

/// Lists without DP or without ZeRO-2, where the target has one of them for all layers.
std::vector<std::vector<LayerStrategy>> ofOneKind(const Target& target, const std::vector<LayerStrategy>& strategies)
{
    const auto isOf = [](int zero) {
        return [zero](const LayerStrategy& s) { return s.zero == zero && copiesOf(s) > 1; };
    };
    const bool both = std::ranges::any_of(strategies, isOf(0)) && std::ranges::any_of(strategies, isOf(2));
    if (!target.oneKindOfCopies || !both) {
        return {strategies};
    }
    std::vector<std::vector<LayerStrategy>> lists(2, strategies);
    std::erase_if(lists[0], isOf(0));
    std::erase_if(lists[1], isOf(2));
    return lists;
}

/// Each layer its own strategy; embedding and head recompute nothing, and may have to be alike.
std::vector<StrategyFamily> layerByLayer(const Target& target, const Architecture& model, const Training& training,
                                         int pipeline, const std::vector<LayerStrategy>& strategies)
{
    const std::int64_t sequence = training.sequence(model.sequenceLength);
    const auto runs = [&target, training, sequence, pipeline](const LayerSpec& layer, const LayerStrategy& strategy) {
        return refusal(target, {layer, strategy, training, pipeline, sequence}) == nullptr &&
               !(isEnd(layer) && strategy.kept.recomputes());
    };
    std::vector<StrategyFamily> families;
    for (std::vector<LayerStrategy>& list : ofOneKind(target, strategies)) {
        if (!target.endsAlike) {
            families.push_back({std::move(list), runs, {}});
            continue;
        }
        for (const LayerStrategy& ends : list) {
            if (!ends.kept.recomputes()) {
                families.push_back({list,
                                    [runs, ends](const LayerSpec& layer, const LayerStrategy& strategy) {
                                        return runs(layer, strategy) && (!isEnd(layer) || strategy == ends);
                                    },
                                    {}});
            }
        }
    }
    return families;
}

}  // namespace

std::vector<StrategyFamily> familiesOf(const Target& target, const Architecture& model, const Training& training,
                                       int pipeline, const std::vector<LayerStrategy>& strategies)
{
    return target.reach.value == Reach::Plan ? OneForAll(target, model, training, pipeline).families(strategies)
                                             : layerByLayer(target, model, training, pipeline, strategies);
}

bool mayCutInto(const Target& target, const Architecture& model, int parts)
{
    const int blocks = blockCount(model);
    switch (target.cuts.value) {
    case Cuts::Any:
        return true;
    case Cuts::WithBlocks:
        return blocks >= parts;
    case Cuts::Even:
        return blocks % parts == 0;
    }
    return true;
}

}  // namespace pgram
