// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/communication/communication_view.h"

#include "core/lessons/lesson.h"
#include "widgets/document/core_text.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/common/words.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgram {

namespace {

constexpr int manyDevices = 512;  // their traffic takes longer to add up than a frame

}  // namespace

CommunicationView::CommunicationView(Document* document, SelectionModel* selection, QWidget* parent)
    : View(document, selection, parent)
{
    QStringList pages;
    for (const VolumeGrouping each : allVolumeGroupings) {
        pages.append(QString::fromLatin1(keyOf(each)));
    }
    makePages(QStringLiteral("communicationPages"), pages);
    connect(&m_adding, &Worker::failed, this, [this](quint64, const Error& error) {
        m_problem = error;
        m_traffic.reset();
        pictureChanged();
    });
    follow();
}

void CommunicationView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    addUp();
}

CommunicationLayout CommunicationView::layoutIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const Estimate& estimate = *document()->estimate();
    const QRectF inner = inside(theme, rect);
    const QRectF below = belowHeading(theme, inner, communicationHeading(theme, estimate));
    CommunicationLayout layout = layoutCommunication(theme, *document()->plan(), estimate, m_sums, grouping(), below);
    if (m_window.span > 0) {
        layout.window = m_window;
    }
    return layout;
}

const TrafficMap* CommunicationView::traffic()
{
    const auto estimate = document()->estimate();
    if (m_mapped != estimate) {
        m_adding.drop();
        m_mapped = estimate;
        m_traffic = std::make_shared<const TrafficMap>(*document()->plan(), *estimate);
    }
    return m_traffic.get();
}

void CommunicationView::addUp()
{
    const auto plan = document()->plan();
    const auto estimate = document()->estimate();
    if (!plan || plan->cluster.devices < manyDevices || !isVisible() || m_mapped == estimate) {
        return;
    }
    m_mapped = estimate;
    m_problem.reset();
    m_traffic.reset();  // Figures of the plan before must not appear under the heading of this one.
    m_adding.start([this, plan, estimate](const auto&, const auto& post) -> Result<void> {
        post([this, made = std::make_shared<const TrafficMap>(*plan, *estimate)] {
            m_traffic = made;
            pictureChanged();
        });
        return {};
    });
}

void CommunicationView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    const Plan& plan = *document()->plan();
    const Estimate& estimate = *document()->estimate();
    painter.fillRect(rect, theme.surface);
    const QRectF inner = inside(theme, rect);
    paintHeading(painter, theme, inner, communicationHeading(theme, estimate));
    const CommunicationLayout layout = layoutIn(rect);
    const TrafficMap* map = traffic();
    const QString instead = m_problem ? errorText(*m_problem) : tr("Adding up the traffic…");
    const CommunicationPicture picture{plan, estimate, m_sums, map, instead, theme, layout};
    paintVolumeRows(painter, picture);
    paintLinks(painter, picture);
    paintTrafficMap(painter, picture);
}

QRectF CommunicationView::areaOf(const LessonPlace& place)
{
    const std::vector<int> stages = stagesOf(place);
    if (stages.empty()) {
        return View::areaOf(place);
    }
    const CommunicationLayout layout = currentLayout();
    const int devices = document()->plan()->stageDevices();
    const bool isOne = place.kind == "device";
    return layout.block(isOne ? place.index : document()->plan()->firstDevice(stages.front()),
                        isOne ? 1 : devices * static_cast<int>(stages.size()));
}

void CommunicationView::paintOverlay(QPainter& painter)
{
    const Theme theme(palette(), font());
    const CommunicationLayout layout = currentLayout();
    const Plan& plan = *document()->plan();
    const int devices = plan.cluster.devices;
    const Selection& selected = selection()->current();
    painter.save();
    painter.setClipRect(layout.map.adjusted(-2, -2, 2, 2));
    if (selected.stage >= 0 && selected.stage < plan.pipeline()) {
        paintOutline(painter, layout.block(plan.firstDevice(selected.stage), plan.stageDevices()), theme.accent, 2);
    }
    if (selected.device >= 0 && selected.device < devices) {
        const QRectF cell = layout.block(selected.device, 1);
        paintOutline(painter, QRectF(layout.map.left(), cell.top(), layout.map.width(), std::max(2.0, cell.height())),
                     theme.accent, 2);
    }
    if (pointer() && layout.map.contains(*pointer())) {
        const QRectF across = layout.block(layout.deviceAcross(pointer()->x(), devices), 1);
        const QRectF down = layout.block(layout.deviceDown(pointer()->y(), devices), 1);
        paintOutline(painter,
                     QRectF(across.left(), down.top(), std::max(2.0, across.width()), std::max(2.0, down.height())),
                     theme.text, 1);
    }
    painter.restore();
}

void CommunicationView::refresh()
{
    titlePages(tr("Ways to sum communication"), {tr("Each transfer"), tr("By kind"), tr("By link"), tr("By group")});
    const auto plan = document()->plan();
    const int devices = plan ? plan->cluster.devices : 0;
    if (std::exchange(m_devices, devices) != devices) {
        m_window = {};
    }
    m_sums = plan ? sumVolumes(*plan, *document()->estimate(), grouping()) : std::vector<VolumeSum>{};
    table()->reset(grouping() == VolumeGrouping::Each ? transferFigures() : sumFigures());
    addUp();
}

FigureContent CommunicationView::sumFigures() const
{
    return figuresOf<VolumeSum>(static_cast<int>(m_sums.size()), [sums = m_sums](int row) { return sums[row]; },
                                {{pageTitle(), keyOf(grouping()), Unit::Text, &VolumeSum::name},
                                 {tr("Of"), "detail", Unit::Text, &VolumeSum::detail},
                                 {tr("Bytes"), "bytes", Unit::Traffic, &VolumeSum::bytes},
                                 {tr("Exposed"), "exposed_s", Unit::Time, &VolumeSum::exposed},
                                 {tr("Overlapped"), "hidden_s", Unit::Time, &VolumeSum::hidden}});
}

FigureContent CommunicationView::transferFigures() const
{
    const auto plan = document()->plan();
    const auto estimate = document()->estimate();
    return figuresOf<VolumeRow>(
        estimate ? static_cast<int>(estimate->volumes.size()) : 0,
        [estimate](int row) { return estimate->volumes[row]; },
        {{tr("Kind"), "kind", Unit::Text, [](auto& row) { return nameOf(row.kind); }},
         {tr("Group size"), "group_size", Unit::Count, [](auto& row) { return row.group.size; }},
         {tr("Stride"), "group_stride", Unit::Count, [](auto& row) { return row.group.stride; }},
         {tr("Link"), "link", Unit::Text, [plan](auto& row) { return linkName(*plan, row.link); }},
         {tr("Bytes"), "bytes", Unit::Traffic, &VolumeRow::bytes},
         {tr("Exposed"), "exposed_s", Unit::Time, &VolumeRow::exposed},
         {tr("Overlapped"), "hidden_s", Unit::Time, &VolumeRow::hidden}});
}

QString CommunicationView::mapTip(const CommunicationLayout& layout, const QPointF& position)
{
    const Plan& plan = *document()->plan();
    const int to = layout.deviceAcross(position.x(), plan.cluster.devices);
    const int from = layout.deviceDown(position.y(), plan.cluster.devices);
    Tip tip(tr("Device %1 to device %2").arg(from).arg(to));
    if (const TrafficMap* map = traffic()) {
        tip.add(tr("Sent per step"), volumeText(map->bytes(from, to)));
        tip.add(tr("Sent back"), volumeText(map->bytes(to, from)));
    }
    tip.add(tr("Stages"), QStringLiteral("%1 → %2").arg(plan.stageAtDevice(from)).arg(plan.stageAtDevice(to)));
    if (plan.cluster.isMixed()) {
        tip.note(QStringLiteral("%1 → %2").arg(stageTitle(plan, plan.stageAtDevice(from)),
                                               stageTitle(plan, plan.stageAtDevice(to))));
    }
    return tip.html();
}

QString CommunicationView::rowTip(int row) const
{
    const VolumeSum& sum = m_sums[row];
    Tip tip(sum.name);
    for (const VolumePart& part : sum.parts) {
        if (sum.parts.size() > 1) {
            tip.add(nameOf(part.kind), volumeText(part.bytes));
        }
    }
    tip.add(tr("Sent by all ranks per step"), volumeText(sum.bytes()));
    tip.add(tr("Exposed (worst rank)"), secondsText(sum.exposed()));
    tip.add(tr("Overlapped (worst rank)"), secondsText(sum.hidden()));
    tip.note(sum.detail);
    if (grouping() != VolumeGrouping::Each) {
        tip.note(tr("Seconds are the sums of its transfers, each on its own worst rank."));
    }
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
    selection()->select({.stage = plan.stageAtDevice(wanted), .device = wanted});
    if (m_window.span > 0) {
        showWindow(m_window.revealing(wanted, plan.cluster.devices));
    }
}

void CommunicationView::showWindow(const TrafficWindow& window)
{
    const bool all = window.span >= document()->plan()->cluster.devices;
    const TrafficWindow next = all ? TrafficWindow{} : window;
    if (next != m_window) {
        m_window = next;
        pictureChanged();
    }
}

// Mouse, wheel and keys of the communication view.

void CommunicationView::zoomAt(double factor, const QPointF& position)
{
    const CommunicationLayout layout = currentLayout();
    const double side = layout.deviceSide();
    if (side <= 0) {
        return;  // The picture is too small for a map.
    }
    showWindow(layout.window.zoomed(factor, layout.window.column + (position.x() - layout.map.left()) / side,
                                    layout.window.row + (position.y() - layout.map.top()) / side,
                                    document()->plan()->cluster.devices));
}

void CommunicationView::pressed(const QPointF& position, Qt::KeyboardModifiers)
{
    if (!currentLayout().map.contains(position)) {
        selection()->select({});
    }
}

void CommunicationView::dragged(const QPointF&, const std::optional<QPointF>& moved)
{
    update();
    const CommunicationLayout layout = currentLayout();
    if (moved && layout.map.contains(pressedAt())) {
        const QPointF devices = -*moved / layout.deviceSide();
        showWindow(layout.window.moved(devices.x(), devices.y(), document()->plan()->cluster.devices));
    }
}

void CommunicationView::released(const QPointF& position, bool clicked)
{
    const CommunicationLayout layout = currentLayout();
    if (clicked && layout.map.contains(pressedAt())) {
        selectDevice(layout.deviceDown(position.y(), document()->plan()->cluster.devices));
    }
}

void CommunicationView::wheelEvent(QWheelEvent* event)
{
    if (!document()->plan() || !currentLayout().map.contains(event->position())) {
        return View::wheelEvent(event);
    }
    zoomAt(std::pow(wheelZoom, -event->angleDelta().y() / 120.0), event->position());
}

std::vector<ViewKey> CommunicationView::keys()
{
    const auto last = [this] { return document()->plan()->cluster.devices - 1; };
    return {
        {{Qt::Key_Up, Qt::Key_Left, Qt::Key_Down, Qt::Key_Right},
         ViewKeys::tr("Device before or after"),
         [this](auto& key) { selectDevice(selection()->current().device + (key.index < 2 ? -1 : 1)); }},
        {{Qt::Key_Home, Qt::Key_End},
         ViewKeys::tr("First or last device"),
         [this, last](auto& key) { selectDevice(key.index == 0 ? 0 : last()); }},
        {{Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus},
         ViewKeys::tr("Zoom in or out"),
         [this](auto& key) { zoomAt(key.index < 2 ? 1 / keyZoom : keyZoom, currentLayout().map.center()); }},
        {{Qt::Key_0}, ViewKeys::tr("All devices"), [this, last](auto&) { showWindow(TrafficWindow::all(last() + 1)); }},
        escapeKey()};
}

}  // namespace pgram
