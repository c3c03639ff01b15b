// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The page of the memory view that shows every device.
#include "widgets/views/common/painting.h"
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
    const QRectF inner = inside(theme, rect);
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
    const QRectF inner = inside(theme, rect);
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
    for (int cell = 0; cell < map.cellCount() && selected.stage >= 0; ++cell) {
        if (placeOf(plan, map.deviceOf(cell)).stage == selected.stage) {
            paintOutline(painter, map.cellArea(cell).adjusted(1, 1, -1, -1), theme.accent, 1);
        }
    }
    if (selected.device >= 0 && selected.device < plan.cluster.devices) {
        const QRectF area = map.cellArea(map.cellOf(selected.device));
        paintSelected(painter, theme, area);
    }
}

FigureContent MemoryView::deviceFigures() const
{
    const auto plan = document()->plan();
    const auto estimate = document()->estimate();
    const auto place = [plan](int DevicePlace::*part) {
        return [plan, part](int device) { return placeOf(*plan, device).*part; };
    };
    return {{{tr("Device"), "device", Unit::Count, [](int device) { return device; }},
             {tr("Node"), "node", Unit::Count, place(&DevicePlace::node)},
             {tr("Stage"), "stage", Unit::Count, place(&DevicePlace::stage)},
             {tr("Tensor rank"), "tensor_rank", Unit::Count, place(&DevicePlace::tensor)},
             {tr("Context rank"), "context_rank", Unit::Count, place(&DevicePlace::context)},
             {tr("Data rank"), "data_rank", Unit::Count, place(&DevicePlace::data)},
             {tr("Total"), "total_bytes", Unit::Memory,
              [=](int device) { return estimate->stages[placeOf(*plan, device).stage].memory.total(); }},
             {tr("Budget"), "budget_bytes", Unit::Memory, [estimate](int) { return estimate->usableBudget; }}},
            plan ? plan->cluster.devices : 0};
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
        tip.add(nameOf(kind), bytesText(bytesOf(memory, kind)));
    }
    tip.add(tr("Peak"), bytesText(memory.total()));
    tip.add(tr("Share of the budget"), percentText(fullness(plan, estimate, device)));
    const NodeRun& nodes = map.blocks[cell / map.perNode].nodes;
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
