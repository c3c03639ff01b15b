// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/communication_view.h"

#include "widgets/views/figure_table.h"
#include "widgets/views/words.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace pgram {

CommunicationView::CommunicationView(Document* document, SelectionModel* selection, QWidget* parent)
    : View(document, selection, parent), m_table(new FigureTable(this))
{
    refresh();
}

QString CommunicationView::viewTitle() const
{
    return tr("Communication");
}

QAbstractItemModel* CommunicationView::table()
{
    return m_table;
}

CommunicationLayout CommunicationView::layoutIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const Estimate& estimate = *document()->estimate();
    const QRectF inner = rect.adjusted(theme.margin, theme.margin, -theme.margin, -theme.margin);
    const QRectF below = belowHeading(theme, inner, communicationHeading(theme, estimate));
    return layoutCommunication(theme, *document()->plan(), estimate, below);
}

CommunicationLayout CommunicationView::currentLayout() const
{
    return document()->plan() ? layoutIn(rect()) : CommunicationLayout{};
}

const TrafficMap& CommunicationView::traffic()
{
    const auto current = document()->estimate();
    if (!m_traffic || m_mapped != current) {
        m_traffic.emplace(*document()->plan(), *current);
        m_mapped = current;
        m_heat = {};
    }
    return *m_traffic;
}

void CommunicationView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    const Plan& plan = *document()->plan();
    const Estimate& estimate = *document()->estimate();
    const TrafficMap& map = traffic();
    if (m_heat.isNull()) {
        m_heat = map.image(theme);
    }
    painter.fillRect(rect, theme.surface);
    const QRectF inner = rect.adjusted(theme.margin, theme.margin, -theme.margin, -theme.margin);
    paintHeading(painter, theme, inner, communicationHeading(theme, estimate));
    const CommunicationLayout layout = layoutIn(rect);
    const CommunicationPicture picture{plan, estimate, map, m_heat, theme, layout};
    paintVolumeRows(painter, picture);
    paintLinks(painter, picture);
    paintTrafficMap(painter, picture);
}

void CommunicationView::paintOverlay(QPainter& painter)
{
    const Theme theme(palette(), font());
    const CommunicationLayout layout = currentLayout();
    const Plan& plan = *document()->plan();
    const int devices = plan.cluster.devices;
    const Selection& selected = selection()->current();
    painter.setBrush(Qt::NoBrush);
    if (selected.stage >= 0 && selected.stage < plan.pipeline()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(layout.block(selected.stage * plan.stageDevices(), plan.stageDevices(), devices));
    }
    if (selected.device >= 0 && selected.device < devices) {
        const QRectF cell = layout.block(selected.device, 1, devices);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(QRectF(layout.map.left(), cell.top(), layout.map.width(), std::max(2.0, cell.height())));
    }
    if (m_pointer && layout.map.contains(*m_pointer)) {
        const QRectF across = layout.block(layout.deviceAcross(m_pointer->x(), devices), 1, devices);
        const QRectF down = layout.block(layout.deviceDown(m_pointer->y(), devices), 1, devices);
        painter.setPen(QPen(theme.text, 1));
        painter.drawRect(
            QRectF(across.left(), down.top(), std::max(2.0, across.width()), std::max(2.0, down.height())));
    }
}

void CommunicationView::refresh()
{
    setAccessibleName(viewTitle());
    const auto plan = document()->plan();
    const auto estimate = document()->estimate();
    using Unit = FigureColumn::Unit;
    std::vector<FigureColumn> columns{{tr("Kind"), QStringLiteral("kind"), Unit::Text},
                                      {tr("Group size"), QStringLiteral("group_size"), Unit::Count},
                                      {tr("Stride"), QStringLiteral("group_stride"), Unit::Count},
                                      {tr("Link"), QStringLiteral("link"), Unit::Text},
                                      {tr("Bytes"), QStringLiteral("bytes"), Unit::Traffic},
                                      {tr("Exposed"), QStringLiteral("exposed_s"), Unit::Time},
                                      {tr("Hidden"), QStringLiteral("hidden_s"), Unit::Time}};
    const int rows = estimate ? static_cast<int>(estimate->volumes.size()) : 0;
    m_table->reset(std::move(columns), rows, [plan, estimate](int row, int column) -> QVariant {
        const VolumeRow& volume = estimate->volumes[static_cast<std::size_t>(row)];
        switch (column) {
        case 0:
            return nameOf(volume.kind);
        case 1:
            return volume.group.size;
        case 2:
            return volume.group.stride;
        case 3:
            return linkName(*plan, volume.link);
        case 4:
            return volume.bytes;
        case 5:
            return volume.exposed;
        default:
            return volume.hidden;
        }
    });
}

void CommunicationView::refreshSelection()
{
    update();
}

void CommunicationView::changeEvent(QEvent* event)
{
    m_heat = {};  // The palette may be another one.
    View::changeEvent(event);
}

QString CommunicationView::mapTip(const CommunicationLayout& layout, const QPointF& position)
{
    const Plan& plan = *document()->plan();
    const int to = layout.deviceAcross(position.x(), plan.cluster.devices);
    const int from = layout.deviceDown(position.y(), plan.cluster.devices);
    Tip tip(tr("Device %1 to device %2").arg(from).arg(to));
    tip.add(tr("Sent in a step"), volumeText(traffic().bytes(from, to)));
    tip.add(tr("Sent back"), volumeText(traffic().bytes(to, from)));
    tip.add(tr("Stages"), QStringLiteral("%1 → %2").arg(from / plan.stageDevices()).arg(to / plan.stageDevices()));
    return tip.html();
}

QString CommunicationView::rowTip(int row) const
{
    const Plan& plan = *document()->plan();
    const VolumeRow& volume = document()->estimate()->volumes[static_cast<std::size_t>(row)];
    Tip tip(nameOf(volume.kind));
    tip.add(tr("Between"), groupText(volume.group));
    tip.add(tr("Over"), linkName(plan, volume.link));
    tip.add(tr("Sent by all ranks in a step"), volumeText(volume.bytes));
    tip.add(tr("Exposed, of the rank that exposes most"), secondsText(volume.exposed));
    tip.add(tr("Hidden, of the rank that hides most"), secondsText(volume.hidden));
    return tip.html();
}

QString CommunicationView::linkTip(int link) const
{
    const Plan& plan = *document()->plan();
    Tip tip(linkName(plan, link));
    for (const KindBytes& part : bytesOver(*document()->estimate(), link)) {
        tip.add(nameOf(part.kind), volumeText(part.bytes));
    }
    return tip.html();
}

QString CommunicationView::tipAt(const QPointF& position)
{
    const CommunicationLayout layout = currentLayout();
    if (layout.map.contains(position)) {
        return mapTip(layout, position);
    }
    if (const int row = layout.rowAt(position); row >= 0) {
        return rowTip(row);
    }
    const int link = layout.linkAt(position);
    return link >= 0 ? linkTip(link) : QString();
}

void CommunicationView::selectDevice(int device)
{
    const Plan& plan = *document()->plan();
    const int wanted = std::clamp(device, 0, plan.cluster.devices - 1);
    selection()->select({.stage = wanted / plan.stageDevices(), .device = wanted});
}

void CommunicationView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !document()->plan()) {
        return View::mousePressEvent(event);
    }
    const CommunicationLayout layout = currentLayout();
    if (layout.map.contains(event->position())) {
        selectDevice(layout.deviceDown(event->position().y(), document()->plan()->cluster.devices));
    } else {
        selection()->select({});
    }
}

void CommunicationView::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    update();
}

void CommunicationView::leaveEvent(QEvent*)
{
    m_pointer.reset();
    update();
}

void CommunicationView::keyPressEvent(QKeyEvent* event)
{
    if (!document()->plan()) {
        return View::keyPressEvent(event);
    }
    const int device = selection()->current().device;
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Left:
        selectDevice(device - 1);
        break;
    case Qt::Key_Down:
    case Qt::Key_Right:
        selectDevice(device + 1);
        break;
    case Qt::Key_Home:
        selectDevice(0);
        break;
    case Qt::Key_End:
        selectDevice(document()->plan()->cluster.devices - 1);
        break;
    case Qt::Key_Escape:
        selection()->select({});
        break;
    default:
        View::keyPressEvent(event);
    }
}

}  // namespace pgram
