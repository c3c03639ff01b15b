// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategy_map/strategy_map_table.h"

#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>

namespace pgram {

namespace {

QString title(const char* text)
{
    return QCoreApplication::translate("StrategyMapTable", text);
}

std::vector<FigureColumn> columns(bool hasChunks)
{
    using Unit = FigureColumn::Unit;
    std::vector<FigureColumn> all{
        {title(QT_TRANSLATE_NOOP("StrategyMapTable", "Layer")), QStringLiteral("layer"), Unit::Text},
        {title(QT_TRANSLATE_NOOP("StrategyMapTable", "Stage")), QStringLiteral("stage"), Unit::Count},
        {title(QT_TRANSLATE_NOOP("StrategyMapTable", "Strategy")), QStringLiteral("strategy"), Unit::Text},
        {title(QT_TRANSLATE_NOOP("StrategyMapTable", "Forward")), QStringLiteral("forward_s"), Unit::Time},
        {title(QT_TRANSLATE_NOOP("StrategyMapTable", "Backward")), QStringLiteral("backward_s"), Unit::Time},
        {title(QT_TRANSLATE_NOOP("StrategyMapTable", "Sync")), QStringLiteral("sync_s"), Unit::Time},
        {title(QT_TRANSLATE_NOOP("StrategyMapTable", "Re-layout")), QStringLiteral("relayout_s"), Unit::Time},
        {title(QT_TRANSLATE_NOOP("StrategyMapTable", "Weights")), QStringLiteral("weights_bytes"), Unit::Memory},
        {title(QT_TRANSLATE_NOOP("StrategyMapTable", "Gradients")), QStringLiteral("gradients_bytes"), Unit::Memory},
        {title(QT_TRANSLATE_NOOP("StrategyMapTable", "Optimizer")), QStringLiteral("optimizer_bytes"), Unit::Memory},
        {title(QT_TRANSLATE_NOOP("StrategyMapTable", "Activations")), QStringLiteral("kept_bytes"), Unit::Memory},
        {title(QT_TRANSLATE_NOOP("StrategyMapTable", "Transient")), QStringLiteral("transient_bytes"), Unit::Memory}};
    if (hasChunks) {
        all.push_back({title(QT_TRANSLATE_NOOP("StrategyMapTable", "Chunk")), QStringLiteral("chunk"), Unit::Count});
    }
    return all;
}

QVariant value(const Plan& plan, const Estimate& estimate, int layer, int column)
{
    const auto index = static_cast<std::size_t>(layer);
    const LayerEstimate& figures = estimate.layers[index];
    const LayerMemory& memory = figures.cost.memory;
    const auto bytes = [](Bytes count) { return QVariant(static_cast<double>(count)); };
    switch (column) {
    case 0:
        return QString::fromStdString(plan.model.layerName(layer));
    case 1:
        return plan.stageOf(layer);
    case 2:
        return strategyText(plan.strategies[index]);
    case 3:
        return figures.cost.forward;
    case 4:
        return figures.cost.backward;
    case 5:
        return figures.cost.sync;
    case 6:
        return figures.transformation.time();
    case 7:
        return bytes(memory.weights);
    case 8:
        return bytes(memory.gradients);
    case 9:
        return bytes(memory.optimizer);
    case 10:
        return bytes(memory.kept);
    case 11:
        return bytes(memory.transient);
    default:
        return plan.chunkOf(layer) / plan.pipeline();
    }
}

}  // namespace

void fillStrategyMapTable(FigureTable& table, std::shared_ptr<const Plan> plan,
                          std::shared_ptr<const Estimate> estimate)
{
    const int rows = plan ? static_cast<int>(plan->strategies.size()) : 0;
    const bool hasChunks = plan && plan->schedule.virtualStages > 1;
    table.reset(columns(hasChunks), rows,
                [plan = std::move(plan), estimate = std::move(estimate)](int row, int column) {
                    return value(*plan, *estimate, row, column);
                });
}

}  // namespace pgram
