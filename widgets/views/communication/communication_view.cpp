// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/communication/communication_view.h"

#include "widgets/document/core_text.h"
#include "widgets/kit/page_tabs.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/words.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

constexpr int manyDevices = 512;  // their traffic takes longer to add up than a frame

}  // namespace

CommunicationView::CommunicationView(Document* document, SelectionModel* selection, QWidget* parent)
    : View(document, selection, parent),
      m_table(new FigureTable(this)),
      m_tabs(new PageTabs(QStringLiteral("communicationPages"), static_cast<int>(allVolumeGroupings.size()), this))
{
    connect(m_tabs, &QTabBar::currentChanged, this,
            [this](int page) { setGrouping(allVolumeGroupings[static_cast<std::size_t>(page)]); });
    connect(&m_adding, &Worker::failed, this, [this](quint64, const Error& error) {
        m_problem = error;
        m_traffic.reset();
        pictureChanged();
    });
    refresh();
}

void CommunicationView::setGrouping(VolumeGrouping grouping)
{
    m_grouping = grouping;
    const QSignalBlocker quiet(m_tabs);
    m_tabs->setCurrentIndex(static_cast<int>(grouping));
    refresh();
    pictureChanged();
}

QString CommunicationView::pageName() const
{
    return QString::fromLatin1(keyOf(m_grouping));
}

void CommunicationView::showPageNamed(const QString& name)
{
    for (const VolumeGrouping grouping : allVolumeGroupings) {
        if (name == QLatin1StringView(keyOf(grouping))) {
            setGrouping(grouping);
        }
    }
}

QRect CommunicationView::pictureArea() const
{
    return m_tabs->below();
}

void CommunicationView::resizeEvent(QResizeEvent* event)
{
    m_tabs->place();
    View::resizeEvent(event);
}

void CommunicationView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    addUp();
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
    CommunicationLayout layout = layoutCommunication(theme, *document()->plan(), estimate, m_sums, m_grouping, below);
    if (m_window.span > 0) {
        layout.window = m_window;
    }
    return layout;
}

CommunicationLayout CommunicationView::currentLayout() const
{
    return document()->plan() ? layoutIn(pictureArea()) : CommunicationLayout{};
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
    if (m_traffic && m_traffic->devices() != plan->cluster.devices) {
        m_traffic.reset();
    }
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
    const QRectF inner = rect.adjusted(theme.margin, theme.margin, -theme.margin, -theme.margin);
    paintHeading(painter, theme, inner, communicationHeading(theme, estimate));
    const CommunicationLayout layout = layoutIn(rect);
    const TrafficMap* map = traffic();
    const QString instead = m_problem ? errorText(*m_problem) : tr("Adding up the traffic…");
    const CommunicationPicture picture{plan, estimate, m_sums, map, instead, theme, layout};
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
    painter.save();
    painter.setClipRect(layout.map.adjusted(-2, -2, 2, 2));
    painter.setBrush(Qt::NoBrush);
    if (selected.stage >= 0 && selected.stage < plan.pipeline()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(layout.block(selected.stage * plan.stageDevices(), plan.stageDevices()));
    }
    if (selected.device >= 0 && selected.device < devices) {
        const QRectF cell = layout.block(selected.device, 1);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(QRectF(layout.map.left(), cell.top(), layout.map.width(), std::max(2.0, cell.height())));
    }
    if (m_pointer && layout.map.contains(*m_pointer)) {
        const QRectF across = layout.block(layout.deviceAcross(m_pointer->x(), devices), 1);
        const QRectF down = layout.block(layout.deviceDown(m_pointer->y(), devices), 1);
        painter.setPen(QPen(theme.text, 1));
        painter.drawRect(
            QRectF(across.left(), down.top(), std::max(2.0, across.width()), std::max(2.0, down.height())));
    }
    painter.restore();
}

void CommunicationView::refresh()
{
    setAccessibleName(viewTitle());
    m_tabs->setTitles(tr("Ways to sum communication"),
                      {tr("Each transfer"), tr("By kind"), tr("By link"), tr("By group")});
    m_tabs->place();
    const auto plan = document()->plan();
    const int devices = plan ? plan->cluster.devices : 0;
    if (std::exchange(m_devices, devices) != devices) {
        m_window = {};
    }
    m_sums = plan ? sumVolumes(*plan, *document()->estimate(), m_grouping) : std::vector<VolumeSum>{};
    if (m_grouping == VolumeGrouping::Each) {
        fillEach();
    } else {
        fillSums();
    }
    addUp();
}

void CommunicationView::fillSums()
{
    using Unit = FigureColumn::Unit;
    std::vector<FigureColumn> columns{{m_tabs->tabText(static_cast<int>(m_grouping)), pageName(), Unit::Text},
                                      {tr("Of"), QStringLiteral("detail"), Unit::Text},
                                      {tr("Bytes"), QStringLiteral("bytes"), Unit::Traffic},
                                      {tr("Exposed"), QStringLiteral("exposed_s"), Unit::Time},
                                      {tr("Overlapped"), QStringLiteral("hidden_s"), Unit::Time}};
    m_table->reset(std::move(columns), static_cast<int>(m_sums.size()),
                   [sums = m_sums](int row, int column) -> QVariant {
                       const VolumeSum& sum = sums[static_cast<std::size_t>(row)];
                       switch (column) {
                       case 0:
                           return sum.name;
                       case 1:
                           return sum.detail;
                       case 2:
                           return sum.bytes();
                       case 3:
                           return sum.exposed();
                       default:
                           return sum.hidden();
                       }
                   });
}

void CommunicationView::fillEach()
{
    const auto plan = document()->plan();
    const auto estimate = document()->estimate();
    using Unit = FigureColumn::Unit;
    std::vector<FigureColumn> columns{{tr("Kind"), QStringLiteral("kind"), Unit::Text},
                                      {tr("Group size"), QStringLiteral("group_size"), Unit::Count},
                                      {tr("Stride"), QStringLiteral("group_stride"), Unit::Count},
                                      {tr("Link"), QStringLiteral("link"), Unit::Text},
                                      {tr("Bytes"), QStringLiteral("bytes"), Unit::Traffic},
                                      {tr("Exposed"), QStringLiteral("exposed_s"), Unit::Time},
                                      {tr("Overlapped"), QStringLiteral("hidden_s"), Unit::Time}};
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
    tip.add(tr("Stages"), QStringLiteral("%1 → %2").arg(from / plan.stageDevices()).arg(to / plan.stageDevices()));
    return tip.html();
}

QString CommunicationView::rowTip(int row) const
{
    const VolumeSum& sum = m_sums[static_cast<std::size_t>(row)];
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
    if (m_grouping != VolumeGrouping::Each) {
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
    selection()->select({.stage = wanted / plan.stageDevices(), .device = wanted});
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

}  // namespace pgram
