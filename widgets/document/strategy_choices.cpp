// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/strategy_choices.h"

#include "core/base/index.h"
#include "core/strategy/sharding.h"
#include "widgets/document/core_text.h"
#include "widgets/document/nearest_strategy.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>

#include <algorithm>

namespace pgram {

namespace {

/// Degrees of two that some layer of the range has devices for, and what the layers have now.
std::vector<int> degreesOf(const Plan& plan, LayerRange range, const StrategyField& field)
{
    constexpr int largest = 64;
    int most = 1;
    std::vector<int> degrees;
    for (int layer = range.first; layer < range.first + range.count; ++layer) {
        most = std::max(most, field.most(plan, layer));
        degrees.push_back(field.get(plan.strategies[at(layer)]));
    }
    for (int degree = 1; degree <= std::min(most, largest); degree *= 2) {
        degrees.push_back(degree);
    }
    std::ranges::sort(degrees);
    degrees.erase(std::unique(degrees.begin(), degrees.end()), degrees.end());
    return degrees;
}

/// Whether it is a value of the layer's at all.
bool isKnown(const Plan& plan, int layer, const StrategyField& field, int value)
{
    const auto named = std::ranges::find(field.values, value, &FieldValue::value);
    return named == field.values.end() || named->offered == nullptr ||
           named->offered(plan.model.layer(layer), plan.training) || field.get(plan.strategies[at(layer)]) == value;
}

bool anyLayer(LayerRange range, const auto& test)
{
    for (int layer = range.first; layer < range.first + range.count; ++layer) {
        if (test(layer)) {
            return true;
        }
    }
    return false;
}

/// Whether a layer takes part in a choice of the value.
bool isAsked(const Plan& plan, int layer, const StrategyField& field, int value)
{
    return isOffered(plan, layer, field) && isKnown(plan, layer, field, value);
}

std::vector<int> valuesOf(const Plan& plan, LayerRange range, const StrategyField& field)
{
    if (field.values.empty()) {
        return degreesOf(plan, range, field);
    }
    std::vector<int> values;
    for (const FieldValue& each : field.values) {
        const auto knows = [&](int layer) { return isKnown(plan, layer, field, each.value); };
        if (anyLayer(range, knows)) {
            values.push_back(each.value);
        }
    }
    if (field.most != nullptr) {
        std::vector<int> degrees = degreesOf(plan, range, field);
        std::erase_if(degrees, [&](int degree) { return std::ranges::find(values, degree) != values.end(); });
        values.insert(values.end(), degrees.begin(), degrees.end());
    }
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

std::optional<Verdict> verdictOn(const Plan& plan, int layer, const StrategyField& field, int value)
{
    const LayerStrategy& now = plan.strategies[at(layer)];
    if (!isAsked(plan, layer, field, value)) {
        return std::nullopt;
    }
    const LayerStrategy next = nearestWith(plan, layer, field, value);
    if (const auto own = field.refused != nullptr ? field.refused(now, next, value) : std::nullopt) {
        return own;
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
    return plan.model.runOf(a) == plan.model.runOf(b) && plan.strategies[at(a)] == plan.strategies[at(b)];
}

/// A layout that the tensor group's size makes: with as few grids as it takes, or a line.
void reshape(LayerStrategy& s)
{
    if (!shapeRefusal(s)) {
        return;
    }
    const int most = s.layout == TensorLayout::Grid ? s.tensor : 1;
    for (s.depth = 1; s.depth < most && shapeRefusal(s);) {
        ++s.depth;
    }
    if (shapeRefusal(s)) {
        s.layout = TensorLayout::Line;
        s.depth = 1;
    }
}

struct StrategyEditorText {
    Q_DECLARE_TR_FUNCTIONS(StrategyEditor)
};

}  // namespace

LayerRange nextRun(const Plan& plan, const LayerStrategy& strategy, int after)
{
    const int layers = static_cast<int>(plan.strategies.size());
    const auto has = [&](int layer) { return plan.strategies[at(layer)] == strategy; };
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

LayerStrategy withField(LayerStrategy s, const StrategyField& field, int value, int stageDevices)
{
    field.set(s, value, stageDevices);
    if (s.tensor == 1) {
        s.placement = TensorPlacement::Consecutive;
        s.sequence = SequenceParallel::None;
    }
    reshape(s);
    if (s.expertTensor > 0) {
        setExpertParts(s, s.expertTensor <= weightParts(s) ? s.expertTensor : usualExpertParts(s));
    }
    if (s.data * tokenRanks(s) == 1) {
        s.zero = 0;
    }
    if (s.data * s.context == 1) {
        s.placement = TensorPlacement::Consecutive;
    }
    return s;
}

bool isOffered(const Plan& plan, int layer, const StrategyField& field)
{
    return field.isOffered == nullptr || field.isOffered(plan, layer);
}

bool isOffered(const Plan& plan, LayerRange range, const StrategyField& field)
{
    return anyLayer(range, [&](int layer) { return isOffered(plan, layer, field); });
}

std::optional<Verdict> refusalOn(const Plan& plan, int layer, const LayerStrategy& strategy)
{
    return refusalOf(plan, layer, strategy, plan.schedule.microbatches);
}

std::vector<StrategyChoice> choicesOf(const Plan& plan, LayerRange range, const StrategyField& field)
{
    std::vector<StrategyChoice> choices;
    for (const int value : valuesOf(plan, range, field)) {
        StrategyChoice choice;
        choice.value = value;
        std::optional<Verdict> refused;
        for (int layer = range.first; layer < range.first + range.count; ++layer) {
            const bool has = field.get(plan.strategies[at(layer)]) == value;
            choice.layers += has || !isAsked(plan, layer, field, value) ? 1 : 0;
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

std::vector<LayerStrategy> chosen(const Plan& plan, LayerRange range, const StrategyField& field, int value)
{
    std::vector<LayerStrategy> strategies;
    for (int layer = range.first; layer < range.first + range.count; ++layer) {
        const LayerStrategy& now = plan.strategies[at(layer)];
        if (layer > range.first && isAlike(plan, layer - 1, layer)) {
            strategies.push_back(strategies.back());
            continue;
        }
        strategies.push_back(isAsked(plan, layer, field, value) ? nearestWith(plan, layer, field, value) : now);
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
            choice.refused = refusalOf(plan, layer, plan.strategies[at(layer)], choice.value);
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

QString refusalText(const Plan& plan, LayerRange range, const StrategyChoice& choice)
{
    if (!choice.refused) {
        return {};
    }
    QString why = verdictText(*choice.refused);
    if (choice.refusedLayers == range.count) {
        return why;
    }
    return QStringLiteral("%1 (%2)").arg(why, qs(plan.model.layerName(choice.refusedLayer)));
}

QString takenText(const Plan& plan, LayerRange range, const StrategyField& field, int value)
{
    const std::vector<LayerStrategy> next = chosen(plan, range, field, value);
    for (std::size_t i = 0; i < next.size(); ++i) {
        const LayerStrategy& before = plan.strategies[at(range.first) + i];
        QStringList taken;
        const auto take = [&taken](const char* word, int from, int to) {
            if (from != to) {
                taken.append(StrategyEditorText::tr("%1 from %2 to %3").arg(QLatin1StringView(word)).arg(from).arg(to));
            }
        };
        for (const StrategyField& other : strategyFields()) {
            if (other.word != nullptr && &other != &field) {
                take(other.word(before), other.get(before), other.get(next[i]));
            }
        }
        if (!taken.isEmpty()) {
            take("DP", before.data, next[i].data);
            return StrategyEditorText::tr("Takes %1.").arg(taken.join(StrategyEditorText::tr(", ")));
        }
    }
    return {};
}

}  // namespace pgram
