// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/memory/memory_view.h"

#include "widgets/document/preview.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/memory_curve.h"
#include "widgets/views/common/words.h"
#include "widgets/views/memory/device_map.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace pgram {

MemoryView::MemoryView(Document* document, SelectionModel* selection, TimeWindow* time, QWidget* parent)
    : SceneView(document, selection, parent), m_time(time != nullptr ? time : new TimeWindow(this))
{
    makePages(QStringLiteral("memoryPages"), {QStringLiteral("stages"), QStringLiteral("devices")});
    connect(m_time, &TimeWindow::changed, this, &MemoryView::pictureChanged);
    connect(document->preview(), &Preview::changed, this, qOverload<>(&QWidget::update));
    follow();
}

void MemoryView::build(Scene& scene)
{
    const Plan& plan = *document()->plan();
    const Estimate& estimate = *document()->estimate();
    showsDevices() ? addDeviceMap(scene, plan, estimate)
                   : addMemory(scene, plan, estimate, m_time->begin(), m_time->end());
}

void MemoryView::mark(Scene& marks)
{
    if (showsDevices()) {
        return markDevices(marks);
    }
    if (const Preview& weighed = *document()->preview(); weighed.isShown()) {
        addMemoryGhost(marks, scene(), *document()->estimate(), *weighed.estimate());
    }
    const double gap = marks.theme().gap;
    if (const QRectF row = scene().areaOf({"stage", selection()->current().stage}); !row.isEmpty()) {
        marks.frame(row.adjusted(-gap, 1, gap, -1), marks.theme().accent, 2);
    }
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

QString MemoryView::tipOf(const Ref& ref, const QPointF& position)
{
    return ref.is("device") ? deviceTip(ref.index) : stageTip(ref.index, position);
}

QString MemoryView::stageTip(int stage, const QPointF& position)
{
    const Estimate& estimate = *document()->estimate();
    const MemoryBreakdown& memory = estimate.stages[stage].memory;
    Tip tip(
        QStringLiteral("%1: %2").arg(stageTitle(*document()->plan(), stage), stageLayers(*document()->plan(), stage)));
    if (isOnCurves(position) && isSimulated(estimate)) {
        const double moment = scene().ruler("time")->value(position.x());
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

bool MemoryView::isOnCurves(const QPointF& position)
{
    const auto time = document()->plan() ? scene().ruler("time") : std::nullopt;
    return time && position.x() >= time->from;
}

void MemoryView::pressed(const QPointF& position, Qt::KeyboardModifiers)
{
    const Ref ref = scene().at(position);
    if (showsDevices()) {
        return selectDevice(ref.index);
    }
    selection()->select(ref.isKnown() ? Selection{.stage = ref.index} : Selection{});
    m_time->settle();
}

void MemoryView::dragged(const QPointF&, const std::optional<QPointF>& moved)
{
    if (moved && isOnCurves(pressedAt()) && scene().at(pressedAt()).isKnown()) {
        m_time->pan(-moved->x() / scene().ruler("time")->scale());
    }
}

void MemoryView::wheelEvent(QWheelEvent* event)
{
    if (!isOnCurves(event->position())) {
        return View::wheelEvent(event);
    }
    turnTime(*m_time, *event, scene().ruler("time")->value(event->position().x()));
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

/// The devices of the selected stage, and the selected one among them.
void MemoryView::markDevices(Scene& marks)
{
    const Plan& plan = *document()->plan();
    const DeviceMapLayout map = currentDevices();
    const Selection& selected = selection()->current();
    for (int cell = 0; cell < map.cellCount() && selected.stage >= 0; ++cell) {
        if (placeOf(plan, map.deviceOf(cell)).stage == selected.stage) {
            marks.frame(map.cellArea(cell).adjusted(1, 1, -1, -1), marks.theme().accent, 1);
        }
    }
    if (selected.device >= 0 && selected.device < plan.cluster.devices) {
        marks.selected(map.cellArea(map.cellOf(selected.device)));
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

QString MemoryView::deviceTip(int device)
{
    const Plan& plan = *document()->plan();
    const Estimate& estimate = *document()->estimate();
    const DeviceMapLayout map = currentDevices();
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
    const NodeRun& nodes = map.blocks[map.cellOf(device) / map.perNode].nodes;
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
