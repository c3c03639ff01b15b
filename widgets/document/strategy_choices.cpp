// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/strategy_choices.h"

#include "core/strategy/strategy_keys.h"
#include "widgets/document/nearest_strategy.h"

#include <algorithm>
#include <numeric>

namespace pgram {

namespace {

/// Of a field that is a key of plan files, with the values of that; null: it is a number, or a place.
const StrategyKey* keyOf(StrategyField field)
{
    switch (field) {
    case StrategyField::Sequence:
        return &strategyKey("sequence_parallel");
    case StrategyField::Recompute:
        return &strategyKey("recompute");
    case StrategyField::Offload:
        return &strategyKey("offload");
    default:
        return nullptr;
    }
}

/// The largest degree that some layer of the range has devices for.
int mostOf(const Plan& plan, LayerRange range, StrategyField field)
{
    int most = 1;
    for (int layer = range.first; layer < range.first + range.count; ++layer) {
        const LayerStrategy& s = plan.strategies[static_cast<std::size_t>(layer)];
        const int experts = std::min(static_cast<int>(plan.model.layer(layer).experts), plan.stageDevices());
        const int own = field == StrategyField::Copies   ? s.data / 2
                        : field == StrategyField::Expert ? std::max(s.expert, experts)
                                                         : plan.stageDevices();
        most = std::max(most, own);
    }
    return std::min(most, 64);
}

/// Degrees of two, and what the layers have now.
std::vector<int> degreesOf(const Plan& plan, LayerRange range, StrategyField field)
{
    std::vector<int> degrees;
    for (int degree = 1, most = mostOf(plan, range, field); degree <= most; degree *= 2) {
        degrees.push_back(degree);
    }
    for (int layer = range.first; layer < range.first + range.count; ++layer) {
        degrees.push_back(fieldValue(plan.strategies[static_cast<std::size_t>(layer)], field));
    }
    std::ranges::sort(degrees);
    degrees.erase(std::unique(degrees.begin(), degrees.end()), degrees.end());
    return degrees;
}

std::vector<int> valuesOf(const Plan& plan, LayerRange range, StrategyField field)
{
    if (field == StrategyField::Placement) {
        return {static_cast<int>(TensorPlacement::Consecutive), static_cast<int>(TensorPlacement::Strided)};
    }
    const StrategyKey* key = keyOf(field);
    if (key == nullptr && field != StrategyField::Data) {
        return degreesOf(plan, range, field);
    }
    constexpr std::size_t stages = 4;  // of ZeRO, 0 to 3
    std::vector<int> values(key == nullptr ? stages : key->values.size());
    std::iota(values.begin(), values.end(), 0);
    return values;
}

std::optional<Verdict> refusalOf(const Plan& plan, int layer, const LayerStrategy& strategy, int microbatches)
{
    if (auto refused = hostRefusal(strategy, plan.cluster)) {
        return refused;
    }
    return refusal(plan.model.layer(layer), strategy, plan.stageDevices(), plan.training, plan.sequence(),
                   microbatches);
}

/// Data parts cannot be sharded on one device: such a choice is kept as asked, to be refused with its numbers.
bool needsDataGroup(StrategyField field, int value)
{
    return field == StrategyField::Data && value > 0;
}

std::optional<Verdict> verdictOn(const Plan& plan, int layer, StrategyField field, int value)
{
    const LayerStrategy& now = plan.strategies[static_cast<std::size_t>(layer)];
    if (!isOffered(plan, layer, field)) {
        return std::nullopt;
    }
    if (field == StrategyField::Sequence && value != static_cast<int>(SequenceParallel::None) && now.tensor == 1) {
        return Verdict{Rule::SequenceKind, now.tensor, 0};
    }
    const LayerStrategy next = nearestWith(plan, layer, field, value);
    if (needsDataGroup(field, value) && next.data * next.tokenRanks() == 1) {
        return Verdict{Rule::ShardDegree, next.data, 2};
    }
    if (field == StrategyField::Copies && value > 1 && !next.isHybrid()) {
        return Verdict{Rule::ShardDegree, next.data, value};
    }
    const auto refused = refusalOf(plan, layer, next, plan.schedule.microbatches);
    if (!refused) {
        return std::nullopt;
    }
    // What is broken already, by the same rule, is not the choice's doing; the issues tell of it.
    const auto before = refusalOf(plan, layer, now, plan.schedule.microbatches);
    return before && before->rule == refused->rule ? std::nullopt : refused;
}

/// What holds for the one holds for the other.
bool isAlike(const Plan& plan, int a, int b)
{
    return plan.model.runOf(a) == plan.model.runOf(b) &&
           plan.strategies[static_cast<std::size_t>(a)] == plan.strategies[static_cast<std::size_t>(b)];
}

}  // namespace

LayerRange nextRun(const Plan& plan, const LayerStrategy& strategy, int after)
{
    const int layers = static_cast<int>(plan.strategies.size());
    const auto has = [&](int layer) { return plan.strategies[static_cast<std::size_t>(layer)] == strategy; };
    for (int i = 0; i < layers; ++i) {
        const int first = (after + i) % layers;
        if (!has(first) || (first > 0 && has(first - 1))) {
            continue;  // not where a run begins
        }
        int end = first;
        while (end < layers && has(end)) {
            ++end;
        }
        return {first, end - first};
    }
    return {};
}

LayerRange selectedLayers(const Plan& plan, const Selection& selection)
{
    const int layers = static_cast<int>(plan.strategies.size());
    if (selection.layerCount > 0 && selection.firstLayer >= 0 && selection.firstLayer < layers) {
        return {selection.firstLayer, std::min(selection.layerCount, layers - selection.firstLayer)};
    }
    if (selection.stage >= 0 && selection.stage < plan.pipeline()) {
        const Chunk& chunk = plan.chunk(selectedChunk(plan, selection));
        return {chunk.firstLayer, chunk.layerCount};
    }
    return {0, layers};
}

int selectedChunk(const Plan& plan, const Selection& selection)
{
    const int layers = static_cast<int>(plan.strategies.size());
    const int first = selection.firstLayer;
    const bool hasLayer = first >= 0 && first < layers;
    if (selection.stage < 0 || selection.stage >= plan.pipeline()) {
        return hasLayer ? plan.chunkOf(first) : -1;
    }
    const int last = std::min(first + selection.layerCount, layers) - 1;
    for (const int layer : {first, last}) {
        if (hasLayer && layer >= first && plan.stageOf(layer) == selection.stage) {
            return plan.chunkOf(layer);
        }
    }
    return plan.chunksOf(selection.stage).front();
}

LayerStrategy withField(LayerStrategy s, StrategyField field, int value, int stageDevices)
{
    switch (field) {
    case StrategyField::Tensor:
        s.tensor = value;
        s.data = std::max(1, stageDevices / (s.tensor * s.context));
        s.shard = 0;
        break;
    case StrategyField::Context:
        s.context = value;
        s.data = std::max(1, stageDevices / (s.tensor * s.context));
        s.shard = 0;
        break;
    case StrategyField::Data:
        s.zero = value;
        s.shard = 0;
        break;
    case StrategyField::Copies:
        s.shard = value > 1 && s.data % value == 0 && value < s.data ? s.data / value : 0;
        s.shardPlacement = ShardPlacement::Inner;
        break;
    case StrategyField::Expert:
        s.expert = value;
        break;
    case StrategyField::Placement:
        s.placement = static_cast<TensorPlacement>(value);
        break;
    case StrategyField::Sequence:
    case StrategyField::Recompute:
    case StrategyField::Offload:
        keyOf(field)->set(s, value);
        break;
    }
    if (s.tensor == 1) {
        s.placement = TensorPlacement::Consecutive;
        s.sequence = SequenceParallel::None;
    }
    if (s.data * s.tokenRanks() == 1) {
        s.zero = 0;
    }
    if (s.data * s.context == 1) {
        s.placement = TensorPlacement::Consecutive;
    }
    return s;
}

int fieldValue(const LayerStrategy& strategy, StrategyField field)
{
    switch (field) {
    case StrategyField::Tensor:
        return strategy.tensor;
    case StrategyField::Data:
        return strategy.zero;
    case StrategyField::Copies:
        return strategy.replicas();
    case StrategyField::Context:
        return strategy.context;
    case StrategyField::Expert:
        return strategy.expert;
    case StrategyField::Placement:
        return static_cast<int>(strategy.placement);
    case StrategyField::Sequence:
    case StrategyField::Recompute:
    case StrategyField::Offload:
        break;
    }
    return keyOf(field)->of(strategy);
}

bool isOffered(const Plan& plan, int layer, StrategyField field)
{
    const LayerSpec& spec = plan.model.layer(layer);
    const LayerStrategy& strategy = plan.strategies[static_cast<std::size_t>(layer)];
    switch (field) {
    case StrategyField::Placement:
        return strategy.tensor > 1 && strategy.data > 1;
    case StrategyField::Copies:
        return strategy.zero == 3 && strategy.data > 2;
    case StrategyField::Context:
        return strategy.context > 1 || (spec.spatial == 0 && plan.stageDevices() > 1);
    case StrategyField::Expert:
        return strategy.expert > 1 || (spec.experts > 0 && plan.stageDevices() > 1);
    default:
        return true;
    }
}

std::optional<Verdict> refusalOn(const Plan& plan, int layer, const LayerStrategy& strategy)
{
    return refusalOf(plan, layer, strategy, plan.schedule.microbatches);
}

std::vector<StrategyChoice> choicesOf(const Plan& plan, LayerRange range, StrategyField field)
{
    std::vector<StrategyChoice> choices;
    for (const int value : valuesOf(plan, range, field)) {
        StrategyChoice choice;
        choice.value = value;
        std::optional<Verdict> refused;
        for (int layer = range.first; layer < range.first + range.count; ++layer) {
            const bool has = fieldValue(plan.strategies[static_cast<std::size_t>(layer)], field) == value;
            choice.layers += has || !isOffered(plan, layer, field) ? 1 : 0;
            if (layer == range.first || !isAlike(plan, layer - 1, layer)) {
                refused = verdictOn(plan, layer, field, value);
            }
            choice.refusedLayers += refused ? 1 : 0;
            if (refused && !choice.refused) {
                choice.refused = refused;
                choice.refusedLayer = layer;
            }
        }
        choices.push_back(choice);
    }
    return choices;
}

std::vector<LayerStrategy> chosen(const Plan& plan, LayerRange range, StrategyField field, int value)
{
    std::vector<LayerStrategy> strategies;
    for (int layer = range.first; layer < range.first + range.count; ++layer) {
        const LayerStrategy& now = plan.strategies[static_cast<std::size_t>(layer)];
        if (layer > range.first && isAlike(plan, layer - 1, layer)) {
            strategies.push_back(strategies.back());
            continue;
        }
        strategies.push_back(isOffered(plan, layer, field) ? nearestWith(plan, layer, field, value) : now);
    }
    return strategies;
}

std::vector<StrategyChoice> microbatchChoices(const Plan& plan)
{
    std::vector<StrategyChoice> choices;
    const std::int64_t batch = plan.training.globalBatch;
    const auto offer = [&](std::int64_t count) {
        StrategyChoice choice;
        choice.value = static_cast<int>(count);
        choice.layers = choice.value == plan.schedule.microbatches ? 1 : 0;
        for (int layer = 0; layer < static_cast<int>(plan.strategies.size()) && !choice.refused; ++layer) {
            choice.refused = refusalOf(plan, layer, plan.strategies[static_cast<std::size_t>(layer)], choice.value);
            choice.refusedLayer = choice.refused ? layer : -1;
        }
        choices.push_back(choice);
    };
    constexpr std::int64_t most = 4096;
    bool seen = false;
    for (std::int64_t count = 1; count <= std::min(batch, most); ++count) {
        if (batch % count == 0 || count == plan.schedule.microbatches) {
            offer(count);
            seen = seen || count == plan.schedule.microbatches;
        }
    }
    if (!seen) {
        offer(plan.schedule.microbatches);
    }
    return choices;
}

}  // namespace pgram
