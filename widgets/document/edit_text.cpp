// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/edit_text.h"

#include "core/strategy/layer_strategy.h"
#include "widgets/document/quantity_text.h"
#include "widgets/document/strategy_fields.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>

#include <optional>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(EditText)
};

/// "from → to"; "→ to" where the layers did not agree before.
QString arrow(const std::optional<QString>& from, const QString& to)
{
    return from ? QStringLiteral("%1 → %2").arg(*from, to) : QStringLiteral("→ %1").arg(to);
}

std::vector<int> changedLayers(const Plan& before, const Plan& after)
{
    std::vector<int> layers;
    for (std::size_t layer = 0; layer < std::min(before.strategies.size(), after.strategies.size()); ++layer) {
        if (before.strategies[layer] != after.strategies[layer]) {
            layers.push_back(static_cast<int>(layer));
        }
    }
    return layers;
}

QString layersText(const Plan& plan, const std::vector<int>& layers)
{
    const LayerRange range{layers.front(), layers.back() - layers.front() + 1};
    const int count = static_cast<int>(layers.size());
    return range.count == count ? rangeName(plan.model, range) : Words::tr("%n layer(s)", nullptr, count);
}

/// What all of the layers have; nothing where they differ.
template <typename Of>
auto common(const Plan& plan, const std::vector<int>& layers, Of of)
{
    using Value = decltype(of(plan.strategies.front()));
    std::optional<Value> value;
    for (const int layer : layers) {
        const Value next = of(plan.strategies[static_cast<std::size_t>(layer)]);
        if (value && *value != next) {
            return std::optional<Value>();
        }
        value = next;
    }
    return value;
}

/// Of the one field that a person chose, where it is one: what follows from a choice is no field of its own.
std::optional<QString> fieldText(const Plan& before, const Plan& after, const std::vector<int>& layers)
{
    std::optional<QString> text;
    for (const StrategyField& field : strategyFields()) {
        const auto& valueOf = field.get;
        const bool same = std::ranges::all_of(layers, [&](int layer) {
            const auto index = static_cast<std::size_t>(layer);
            return valueOf(before.strategies[index]) == valueOf(after.strategies[index]);
        });
        if (same) {
            continue;
        }
        const auto to = common(after, layers, valueOf);
        if (text || !to) {
            return std::nullopt;
        }
        const auto from = common(before, layers, valueOf);
        const auto shown = from ? std::optional(choiceText(field, *from)) : std::nullopt;
        text = QStringLiteral("%1 %2").arg(fieldTitle(field), arrow(shown, choiceText(field, *to)));
    }
    return text;
}

QString strategyText(const Plan& before, const Plan& after)
{
    const std::vector<int> layers = changedLayers(before, after);
    if (layers.empty()) {
        return {};
    }
    const QString where = layersText(after, layers);
    if (const auto field = fieldText(before, after, layers)) {
        return QStringLiteral("%1: %2").arg(*field, where);
    }
    const auto name = [](const LayerStrategy& strategy) { return qs(shortName(strategy)); };
    if (const auto to = common(after, layers, name)) {
        return QStringLiteral("%1: %2").arg(arrow(common(before, layers, name), *to), where);
    }
    return Words::tr("Strategies: %1").arg(where);
}

QString cutText(const Plan& before, const Plan& after)
{
    const int chunks = static_cast<int>(std::min(before.chunks.size(), after.chunks.size()));
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const int first = after.chunk(chunk).firstLayer;
        if (before.chunk(chunk).firstLayer == first) {
            continue;
        }
        const QString layer = qs(after.model.layerName(first));
        const int stage = after.stageOfChunk(chunk);
        return after.schedule.virtualStages > 1 ? Words::tr("Start chunk %1 of stage %2 at %3")
                                                      .arg(chunk / after.pipeline() + 1)
                                                      .arg(stage)
                                                      .arg(layer)
                                                : Words::tr("Start stage %1 at %2").arg(stage).arg(layer);
    }
    return {};
}

}  // namespace

QString editText(const Plan& before, const Plan& after)
{
    if (before.name != after.name) {
        return Words::tr("Rename to “%1”").arg(qs(after.name));
    }
    if (before.training.globalBatch != after.training.globalBatch) {
        return Words::tr("Batch %1 → %2").arg(before.training.globalBatch).arg(after.training.globalBatch);
    }
    if (before.schedule.microbatches != after.schedule.microbatches) {
        return Words::tr("Micro-batches %1 → %2").arg(before.schedule.microbatches).arg(after.schedule.microbatches);
    }
    if (before.schedule.kind != after.schedule.kind) {
        return Words::tr("Schedule %1 → %2")
            .arg(scheduleTitle(before.schedule.kind), scheduleTitle(after.schedule.kind));
    }
    const QString cut = cutText(before, after);
    return cut.isEmpty() ? strategyText(before, after) : cut;
}

}  // namespace pgram
