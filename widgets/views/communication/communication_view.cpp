// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/communication/communication_view.h"

#include "core/base/index.h"
#include "widgets/document/core_text.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/common/words.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace pgram {

namespace {

constexpr int manyDevices = 512;  // their traffic takes longer to add up than a frame

}  // namespace

CommunicationView::CommunicationView(Document* document, SelectionModel* selection, QWidget* parent)
    : SceneView(document, selection, parent)
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

const std::vector<TrafficFold>* CommunicationView::traffic()
{
    const auto estimate = document()->estimate();
    if (m_mapped != estimate) {
        m_adding.drop();
        m_mapped = estimate;
        m_traffic = std::make_shared<const std::vector<TrafficFold>>(foldTraffic(*document()->plan(), *estimate));
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
        post([this, made = std::make_shared<const std::vector<TrafficFold>>(foldTraffic(*plan, *estimate))] {
            m_traffic = made;
            pictureChanged();
        });
        return {};
    });
}

const TrafficFold* CommunicationView::foldOf(const Ref& pair)
{
    const std::vector<TrafficFold>* folds = traffic();
    for (std::size_t index = 0; folds != nullptr && index < folds->size(); ++index) {
        if (pair.is(pairOf((*folds)[index].unit))) {
            return &(*folds)[index];
        }
    }
    return nullptr;
}

void CommunicationView::build(Scene& scene)
{
    const QString instead = m_problem ? errorText(*m_problem) : tr("Adding up the traffic…");
    addCommunication(scene, {*document()->plan(), *document()->estimate(), m_sums, grouping() != VolumeGrouping::Link,
                             traffic(), instead, window()});
}

void CommunicationView::mark(Scene& marks)
{
    const auto map = trafficPlace(scene());
    if (!map) {
        return;
    }
    const Theme& theme = marks.theme();
    const Plan& plan = *document()->plan();
    const Selection& selected = selection()->current();
    marks.clip(map->area().adjusted(-2, -2, 2, 2));
    if (selected.stage >= 0 && selected.stage < plan.pipeline()) {
        marks.frame(map->block(plan.firstDevice(selected.stage), plan.stageDevices()), theme.accent, 2);
    }
    if (selected.device >= 0 && selected.device < m_devices) {
        const QRectF cell = map->block(selected.device, 1);
        marks.frame({map->area().left(), cell.top(), map->area().width(), std::max(2.0, cell.height())}, theme.accent,
                    2);
    }
    if (const Ref pair = pointer() ? scene().at(*pointer()) : Ref{}; foldOf(pair) != nullptr) {
        marks.frame(scene().areaOf(pair), theme.text, 1);
    }
    marks.unclip();
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
        static_cast<int>(m_sums.size()),
        [estimate, sums = m_sums](int row) { return estimate->volumes[sums[row].first]; },
        {{tr("Kind"), "kind", Unit::Text, [](auto& row) { return nameOf(row.kind); }},
         {tr("Group size"), "group_size", Unit::Count, [](auto& row) { return row.group.size; }},
         {tr("Stride"), "group_stride", Unit::Count, [](auto& row) { return row.group.stride; }},
         {tr("Link"), "link", Unit::Text, [plan](auto& row) { return linkName(*plan, row.link); }},
         {tr("Bytes"), "bytes", Unit::Traffic, &VolumeRow::bytes},
         {tr("Exposed"), "exposed_s", Unit::Time, &VolumeRow::exposed},
         {tr("Overlapped"), "hidden_s", Unit::Time, &VolumeRow::hidden}});
}

QString CommunicationView::pairTip(const TrafficFold& fold, int from, int to) const
{
    const Plan& plan = *document()->plan();
    const std::array heads{tr("Device %1 to device %2"), tr("Node %1 to node %2"), tr("Stage %1 to stage %2")};
    const int fromStage = plan.stageAtDevice(from * fold.width);
    const int toStage = plan.stageAtDevice(to * fold.width);
    const bool ofStages = fold.unit == TrafficUnit::Stage;
    Tip tip(heads[at(fold.unit)].arg(ofStages ? fromStage : from).arg(ofStages ? toStage : to));
    tip.add(tr("Sent per step"), volumeText(fold.map.bytes(from, to)));
    tip.add(tr("Sent back"), volumeText(fold.map.bytes(to, from)));
    if (!ofStages) {
        tip.add(tr("Stages"), QStringLiteral("%1 → %2").arg(fromStage).arg(toStage));
    }
    if (fold.width > 1) {
        tip.add(tr("Devices in each"), QString::number(fold.width));
    }
    if (plan.cluster.isMixed()) {
        tip.note(QStringLiteral("%1 → %2").arg(stageTitle(plan, fromStage), stageTitle(plan, toStage)));
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

QString CommunicationView::tipOf(const Ref& ref, const QPointF&)
{
    if (const TrafficFold* fold = foldOf(ref)) {
        return pairTip(*fold, ref.index, ref.other);
    }
    return ref.is("transfer") ? rowTip(ref.index) : linkTip(ref.index);
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
    if (const auto map = trafficPlace(scene())) {  // else the picture is too small for one
        showWindow(window().zoomed(factor, map->across.value(position.x()), map->down.value(position.y()), m_devices));
    }
}

bool CommunicationView::isOnMap(const QPointF& position)
{
    const auto map = document()->plan() ? trafficPlace(scene()) : std::nullopt;
    return map && map->area().contains(position);
}

void CommunicationView::pressed(const QPointF& position, Qt::KeyboardModifiers)
{
    if (!isOnMap(position)) {
        selection()->select({});
    }
}

void CommunicationView::dragged(const QPointF&, const std::optional<QPointF>& moved)
{
    update();
    if (moved && isOnMap(pressedAt())) {
        const QPointF devices = -*moved / trafficPlace(scene())->across.scale();
        showWindow(window().moved(devices.x(), devices.y(), m_devices));
    }
}

void CommunicationView::released(const QPointF& position, bool clicked)
{
    const Ref pair = scene().at(position);
    if (const TrafficFold* fold = foldOf(pair); fold != nullptr && clicked) {
        selectDevice(pair.index * fold->width);
    }
}

void CommunicationView::wheelEvent(QWheelEvent* event)
{
    if (!isOnMap(event->position())) {
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
         [this](auto& key) {
             const auto map = trafficPlace(scene());
             zoomAt(key.index < 2 ? 1 / keyZoom : keyZoom, map ? map->area().center() : QPointF());
         }},
        {{Qt::Key_0}, ViewKeys::tr("All devices"), [this, last](auto&) { showWindow(TrafficWindow::all(last() + 1)); }},
        escapeKey()};
}

}  // namespace pgram
