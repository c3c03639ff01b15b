// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/memory/memory_view.h"

#include "core/lessons/lesson.h"
#include "widgets/document/preview.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/memory_curve.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"
#include "widgets/views/memory/device_map.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace pgram {

MemoryView::MemoryView(Document* document, SelectionModel* selection, TimeWindow* time, QWidget* parent)
    : View(document, selection, parent), m_time(time != nullptr ? time : new TimeWindow(this))
{
    makePages(QStringLiteral("memoryPages"), {QStringLiteral("stages"), QStringLiteral("devices")});
    connect(m_time, &TimeWindow::changed, this, &MemoryView::pictureChanged);
    connect(document->preview(), &Preview::changed, this, qOverload<>(&QWidget::update));
    follow();
}

MemoryLayout MemoryView::layoutIn(const QRectF& rect) const
{
    const Plan& plan = *document()->plan();
    const Estimate& estimate = *document()->estimate();
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    const QRectF below = belowHeading(theme, inner, memoryHeading(theme, estimate));
    return layoutMemory(theme, plan, estimate, below, m_time->begin(), m_time->end());
}

void MemoryView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    showsDevices() ? paintDevices(painter, rect) : paintStages(painter, rect);
}

void MemoryView::paintStages(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    const Estimate& estimate = *document()->estimate();
    const QRectF inner = inside(theme, rect);
    paintHeading(painter, theme, inner, memoryHeading(theme, estimate));
    const MemoryLayout layout = layoutIn(rect);
    const MemoryPicture picture{*document()->plan(), estimate, theme, layout};
    paintMemoryAxes(painter, picture);
    paintMemoryCurves(painter, picture);
    paintMemoryBars(painter, picture);
}

QRectF MemoryView::areaOf(const LessonPlace& place)
{
    const std::vector<int> stages = stagesOf(place);
    QRectF area;
    if (showsDevices() && !stages.empty()) {
        const DeviceMapLayout map = currentDevices();
        const Plan& plan = *document()->plan();
        for (int cell = 0; cell < map.cellCount(); ++cell) {
            const int device = map.deviceOf(cell);
            const bool isIt = place.kind == "device" ? device == place.index
                                                     : std::ranges::count(stages, placeOf(plan, device).stage) > 0;
            area = isIt ? area.united(map.cellArea(cell)) : area;
        }
        return area;
    }
    const MemoryLayout layout = currentLayout();
    for (const int stage : stages) {
        area = area.united(layout.rows[stage]);
    }
    return area.isNull() ? View::areaOf(place) : area;
}

void MemoryView::paintOverlay(QPainter& painter)
{
    if (showsDevices()) {
        paintSelectedDevices(painter);
        return;
    }
    const MemoryLayout layout = currentLayout();
    if (const Preview& weighed = *document()->preview(); weighed.isShown()) {
        paintMemoryGhost(painter, Theme(palette(), font()), layout, *document()->estimate(), *weighed.estimate());
    }
    const int stage = selection()->current().stage;
    if (stage < 0 || stage >= static_cast<int>(layout.rows.size())) {
        return;
    }
    const Theme theme(palette(), font());
    const QRectF& row = layout.rows[stage];
    paintOutline(painter, row.adjusted(-theme.gap, 1, theme.gap, -1), theme.accent, 2);
}

void MemoryView::refresh()
{
    titlePages(tr("Pages of the memory view"), {tr("By stage"), tr("By device")});
    table()->reset(showsDevices() ? deviceFigures() : stageFigures());
    const auto estimate = document()->estimate();
    if (estimate && isSimulated(*estimate)) {
        m_time->setLimit(estimate->timeline->makespan);
    }
}

FigureContent MemoryView::stageFigures() const
{
    const auto plan = document()->plan();
    const auto estimate = document()->estimate();
    FigureContent content{{{tr("Stage"), "stage", Unit::Count, [](int stage) { return stage; }}},
                          plan ? plan->pipeline() : 0};
    for (const MemoryKind kind : allMemoryKinds) {
        content.columns.push_back({nameOf(kind), keyOf(kind), Unit::Memory, [estimate, kind](int stage) {
                                       return bytesOf(estimate->stages[stage].memory, kind);
                                   }});
    }
    content.columns.push_back({tr("Total"), "total_bytes", Unit::Memory,
                               [estimate](int stage) { return estimate->stages[stage].memory.total(); }});
    content.columns.push_back(
        {tr("Budget"), "budget_bytes", Unit::Memory, [estimate](int stage) { return estimate->stages[stage].usable; }});
    content.columns.push_back({tr("In flight"), "in_flight", Unit::Count,
                               [estimate](int stage) { return estimate->stages[stage].inFlight; }});
    return content;
}

std::optional<Selection> MemoryView::selectionOfRow(int row) const
{
    if (showsDevices()) {
        return Selection{.stage = placeOf(*document()->plan(), row).stage, .device = row};
    }
    return Selection{.stage = row};
}

QString MemoryView::tipAt(const QPointF& position)
{
    if (showsDevices()) {
        const int cell = currentDevices().cellAt(position);
        return cell < 0 ? QString() : deviceTip(cell);
    }
    const MemoryLayout layout = currentLayout();
    const int stage = layout.stageAt(position);
    if (stage < 0) {
        return {};
    }
    const Estimate& estimate = *document()->estimate();
    const MemoryBreakdown& memory = estimate.stages[stage].memory;
    Tip tip(
        QStringLiteral("%1: %2").arg(stageTitle(*document()->plan(), stage), stageLayers(*document()->plan(), stage)));
    if (position.x() >= layout.curves.left() && isSimulated(estimate)) {
        const double moment = layout.timeAt(position.x());
        tip.add(tr("At %1").arg(secondsText(moment)), bytesText(memoryAt(estimate.timeline->stages[stage], moment)));
    }
    for (const MemoryKind kind : allMemoryKinds) {
        tip.add(nameOf(kind), bytesText(bytesOf(memory, kind)));
    }
    tip.add(tr("Peak"), bytesText(memory.total()));
    tip.add(tr("Budget"), budgetText(*document()->plan()));
    tip.add(tr("In flight"), passCount(document()->plan()->schedule, estimate.stages[stage].inFlight));
    return tip.html();
}

void MemoryView::pressed(const QPointF& position, Qt::KeyboardModifiers)
{
    if (showsDevices()) {
        const DeviceMapLayout map = currentDevices();
        return selectDevice(map.deviceOf(map.cellAt(position)));
    }
    const int stage = currentLayout().stageAt(position);
    selection()->select(stage < 0 ? Selection{} : Selection{.stage = stage});
    m_time->settle();
}

void MemoryView::dragged(const QPointF&, const std::optional<QPointF>& moved)
{
    const MemoryLayout layout = showsDevices() ? MemoryLayout{} : currentLayout();
    if (moved && layout.stageAt(pressedAt()) >= 0 && pressedAt().x() >= layout.curves.left()) {
        m_time->pan(-moved->x() * m_time->length() / layout.curves.width());
    }
}

void MemoryView::wheelEvent(QWheelEvent* event)
{
    const MemoryLayout layout = currentLayout();
    if (showsDevices() || layout.rows.empty() || event->position().x() < layout.curves.left()) {
        return View::wheelEvent(event);
    }
    turnTime(*m_time, *event, layout.timeAt(event->position().x()));
}

std::vector<ViewKey> MemoryView::keys()
{
    const auto stages = stageKeys([this](int stage) { selection()->select({.stage = stage}); });
    if (!showsDevices()) {
        return timeKeys(*m_time, [this] { return (m_time->begin() + m_time->end()) / 2; }) + stages +
               std::vector{escapeKey()};
    }
    return {{{Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down},
             ViewKeys::tr("The device beside, above or below"),
             [this](auto& key) { stepDevice(key.index < 2 ? 1 : currentDevices().columns, key.index % 2 == 0); }},
            {{Qt::Key_Home, Qt::Key_End},
             ViewKeys::tr("First or last device"),
             [this](auto& key) { selectCell(key.index == 0 ? 0 : currentDevices().cellCount() - 1); }},
            stages.back(),
            escapeKey()};
}

// The page that shows every device.

DeviceMapLayout MemoryView::devicesIn(const QRectF& rect) const
{
    const Plan& plan = *document()->plan();
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    const QRectF below = belowHeading(theme, inner, deviceMapHeading(theme, plan, *document()->estimate()));
    return layoutDeviceMap(plan, below, deviceMapMetrics(theme));
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
             {tr("Budget"), "budget_bytes", Unit::Memory,
              [=](int device) { return estimate->stages[placeOf(*plan, device).stage].usable; }}},
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
    tip.add(stageTitle(plan, place.stage), stageLayers(plan, place.stage));
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

void MemoryView::selectCell(int cell)
{
    const DeviceMapLayout map = currentDevices();
    if (map.cellCount() > 0) {
        selectDevice(map.deviceOf(std::clamp(cell, 0, map.cellCount() - 1)));
    }
}

void MemoryView::stepDevice(int cells, bool back)
{
    const DeviceMapLayout map = currentDevices();
    const int device = selection()->current().device;
    const bool known = device >= 0 && device < map.devices;
    selectCell(known ? map.cellOf(device) + (back ? -cells : cells) : 0);
}

}  // namespace pgram
