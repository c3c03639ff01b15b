// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The page of the memory view that shows every device.
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/words.h"
#include "widgets/views/memory/device_map_picture.h"
#include "widgets/views/memory/memory_view.h"

#include <QPainter>

#include <algorithm>

namespace pgram {

DeviceMapLayout MemoryView::devicesIn(const QRectF& rect) const
{
    const Plan& plan = *document()->plan();
    const Theme theme(palette(), font());
    const QRectF inner = rect.adjusted(theme.margin, theme.margin, -theme.margin, -theme.margin);
    const QRectF below = belowHeading(theme, inner, deviceMapHeading(theme, plan, *document()->estimate()));
    return layoutDeviceMap(plan, below, deviceMapMetrics(theme));
}

DeviceMapLayout MemoryView::currentDevices() const
{
    return document()->plan() ? devicesIn(pictureArea()) : DeviceMapLayout{};
}

void MemoryView::paintDevices(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    const Plan& plan = *document()->plan();
    const Estimate& estimate = *document()->estimate();
    const QRectF inner = rect.adjusted(theme.margin, theme.margin, -theme.margin, -theme.margin);
    paintHeading(painter, theme, inner, deviceMapHeading(theme, plan, estimate));
    paintDeviceMap(painter, {plan, estimate, theme, devicesIn(rect)});
}

/// The devices of the selected stage, and the selected one among them.
void MemoryView::paintSelectedDevices(QPainter& painter)
{
    const Theme theme(palette(), font());
    const Plan& plan = *document()->plan();
    const DeviceMapLayout map = currentDevices();
    const Selection& selected = selection()->current();
    painter.setBrush(Qt::NoBrush);
    for (int cell = 0; cell < map.cellCount() && selected.stage >= 0; ++cell) {
        if (placeOf(plan, map.deviceOf(cell)).stage == selected.stage) {
            painter.setPen(QPen(theme.accent, 1));
            painter.drawRect(map.cellArea(cell).adjusted(1, 1, -1, -1));
        }
    }
    if (selected.device >= 0 && selected.device < plan.cluster.devices) {
        const QRectF area = map.cellArea(map.cellOf(selected.device));
        painter.setPen(QPen(theme.surface, 5));
        painter.drawRect(area);
        painter.setPen(QPen(theme.accent, 3));
        painter.drawRect(area);
    }
}

void MemoryView::fillDevices()
{
    const auto plan = document()->plan();
    const auto estimate = document()->estimate();
    using Unit = FigureColumn::Unit;
    std::vector<FigureColumn> columns{{tr("Device"), QStringLiteral("device"), Unit::Count},
                                      {tr("Node"), QStringLiteral("node"), Unit::Count},
                                      {tr("Stage"), QStringLiteral("stage"), Unit::Count},
                                      {tr("Tensor rank"), QStringLiteral("tensor_rank"), Unit::Count},
                                      {tr("Context rank"), QStringLiteral("context_rank"), Unit::Count},
                                      {tr("Data rank"), QStringLiteral("data_rank"), Unit::Count},
                                      {tr("Total"), QStringLiteral("total_bytes"), Unit::Memory},
                                      {tr("Budget"), QStringLiteral("budget_bytes"), Unit::Memory}};
    const int devices = plan ? plan->cluster.devices : 0;
    m_table->reset(std::move(columns), devices, [plan, estimate](int row, int column) -> QVariant {
        const DevicePlace place = placeOf(*plan, row);
        const StageEstimate& stage = estimate->stages[static_cast<std::size_t>(place.stage)];
        switch (column) {
        case 0:
            return row;
        case 1:
            return place.node;
        case 2:
            return place.stage;
        case 3:
            return place.tensor;
        case 4:
            return place.context;
        case 5:
            return place.data;
        case 6:
            return static_cast<double>(stage.memory.total());
        default:
            return static_cast<double>(estimate->usableBudget);
        }
    });
}

QString MemoryView::deviceTip(int cell) const
{
    const Plan& plan = *document()->plan();
    const Estimate& estimate = *document()->estimate();
    const DeviceMapLayout map = currentDevices();
    const int device = map.deviceOf(cell);
    const DevicePlace place = placeOf(plan, device);
    const auto stage = static_cast<std::size_t>(place.stage);
    const LayerStrategy& strategy = firstStrategyOf(plan, place.stage);
    Tip tip(tr("Device %1").arg(device));
    tip.add(tr("Node"), QString::number(place.node));
    tip.add(stageTitle(place.stage), layersText(plan, place.stage));
    const auto rank = [](int index, int size) { return QStringLiteral("%1 / %2").arg(index).arg(size); };
    tip.add(tr("Tensor rank"), rank(place.tensor, strategy.tensor));
    if (strategy.context > 1) {
        tip.add(tr("Context rank"), rank(place.context, strategy.context));
    }
    tip.add(tr("Data rank"), rank(place.data, strategy.data));
    const MemoryBreakdown& memory = estimate.stages[stage].memory;
    for (const MemoryKind kind : allMemoryKinds) {
        tip.add(nameOf(kind), bytesText(static_cast<double>(bytesOf(memory, kind))));
    }
    tip.add(tr("Peak"), bytesText(static_cast<double>(memory.total())));
    tip.add(tr("Share of the budget"), percentText(fullness(plan, estimate, device)));
    const NodeRun& nodes = map.blocks[static_cast<std::size_t>(cell / map.perNode)].nodes;
    if (nodes.count > 1) {
        tip.note(tr("It stands for the same device of %n node(s) that are alike.", nullptr, nodes.count));
    }
    return tip.html();
}

void MemoryView::selectDevice(int device)
{
    selection()->select(device < 0 ? Selection{}
                                   : Selection{.stage = placeOf(*document()->plan(), device).stage, .device = device});
}

/// Left and Right go along the cells, Up and Down by a row of them.
bool MemoryView::stepDevice(int key)
{
    const DeviceMapLayout map = currentDevices();
    const int steps = key == Qt::Key_Left    ? -1
                      : key == Qt::Key_Right ? 1
                      : key == Qt::Key_Up    ? -map.columns
                      : key == Qt::Key_Down  ? map.columns
                                             : 0;
    const bool ends = key == Qt::Key_Home || key == Qt::Key_End;
    if ((steps == 0 && !ends) || map.cellCount() == 0) {
        return false;
    }
    const int last = map.cellCount() - 1;
    const int device = selection()->current().device;
    const bool known = device >= 0 && device < map.devices;
    const int now = known ? map.cellOf(device) : -1;
    const int next = ends ? (key == Qt::Key_Home ? 0 : last) : known ? now + steps : 0;
    selectDevice(map.deviceOf(std::clamp(next, 0, last)));
    return true;
}

}  // namespace pgram
