// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/cluster/cluster_picture.h"

#include "core/base/index.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/tip_text.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/picture_export.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace pgram {

namespace {

using Kind = ClusterShape::Kind;

constexpr double corner = 5;
constexpr std::array levelSeries{0, 2, 3, 1};  // neighbours far apart, none of them red on red
constexpr int leastWidth = 200;
constexpr int usualWidth = 320;
constexpr int copyScale = 2;

QColor colorOf(const Theme& theme, const ClusterPlace& place)
{
    switch (place.part) {
    case ClusterPart::Link:
        return theme.series(levelSeries[at(place.index.number) % levelSeries.size()]);
    case ClusterPart::Host:
        return theme.of(TrafficKind::HostTransfer);
    case ClusterPart::Device:
        return theme.of(TimelineKind::Forward);
    default:
        return theme.mutedText;
    }
}

void paintBox(QPainter& painter, const QRectF& area, const QColor& ground, const QPen& pen)
{
    painter.setPen(pen);
    painter.setBrush(ground);
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
}

void paintShape(QPainter& painter, const Theme& theme, const ClusterShape& shape)
{
    const QColor color = colorOf(theme, shape.place);
    const QFont& small = theme.smallFont;
    switch (shape.kind) {
    case Kind::Title:
        paintText(painter, theme.boldFont, theme.text, shape.area, Qt::AlignLeft | Qt::AlignVCenter, shape.text);
        break;
    case Kind::Island:
        paintBox(painter, shape.area, mixed(theme.surface, color, 0.06), QPen(mixed(theme.surface, color, 0.6), 1));
        break;
    case Kind::Bus:
        painter.fillRect(shape.area, color);
        break;
    case Kind::Label:
        paintText(painter, small, shape.place.part == ClusterPart::Device ? theme.mutedText : theme.text, shape.area,
                  Qt::AlignLeft | Qt::AlignVCenter, shape.text);
        break;
    case Kind::Devices:
        break;
    case Kind::Device:
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawRoundedRect(shape.area, 2, 2);
        break;
    case Kind::More:
        paintBox(painter, shape.area, theme.panel, QPen(theme.line, 1, Qt::DashLine));
        paintText(painter, small, theme.text, shape.area, Qt::AlignCenter, shape.text);
        break;
    case Kind::Host:
    case Kind::Network:
        paintBox(painter, shape.area, mixed(theme.surface, color, 0.18),
                 QPen(color, 1, shape.kind == Kind::Network ? Qt::DashLine : Qt::SolidLine));
        paintText(painter, small, theme.text, shape.area.adjusted(corner, 0, -corner, 0),
                  Qt::AlignLeft | Qt::AlignVCenter, shape.text);
        break;
    }
}

bool isJoined(const ClusterShape& shape)
{
    return shape.parent >= 0 && (shape.kind == Kind::Island || shape.kind == Kind::More || shape.kind == Kind::Devices);
}

/// From a bus, or the row above, down to what is joined.
void paintStubs(QPainter& painter, const Theme& theme, const ClusterLayout& layout)
{
    for (const ClusterShape& shape : layout.shapes) {
        if (!isJoined(shape)) {
            continue;
        }
        const double x = shape.kind == Kind::Devices ? shape.area.left() + corner : shape.area.center().x();
        const ClusterShape* bus = nullptr;
        double from = 0;
        for (const ClusterShape& other : layout.shapes) {
            const bool isAbove = other.parent == shape.parent && other.area.bottom() <= shape.area.top();
            bus = isAbove && other.kind == Kind::Bus ? &other : bus;
            if (isAbove && (other.kind == Kind::Bus || isJoined(other)) && other.area.left() <= x &&
                x <= other.area.right()) {
                from = std::max(from, other.area.bottom());
            }
        }
        if (bus != nullptr) {
            painter.fillRect(QRectF(x - 1, from, 2, shape.area.top() - from), colorOf(theme, bus->place));
        }
    }
}

}  // namespace

void paintCluster(QPainter& painter, const Theme& theme, const ClusterLayout& layout,
                  const std::optional<ClusterPlace>& marked)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ClusterShape& shape : layout.shapes) {
        paintShape(painter, theme, shape);
    }
    paintStubs(painter, theme, layout);
    for (const ClusterShape& shape : layout.shapes) {
        const bool isFrame = shape.kind == Kind::Island || shape.kind == Kind::Devices || shape.kind == Kind::Host ||
                             shape.kind == Kind::Network;
        if (marked && shape.place == *marked && isFrame) {
            painter.setPen(QPen(theme.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(shape.area.adjusted(-1, -1, 1, 1), corner, corner);
        }
    }
    painter.restore();
}

ClusterPicture::ClusterPicture(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("clusterPicture"));
    setTopic(this, QStringLiteral("cluster:picture"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    inEveryLanguage(this, [this] { say(); });
    onChange(this, {QEvent::FontChange}, [this] { updateGeometry(); });
}

void ClusterPicture::setCluster(const Cluster& cluster)
{
    if (cluster != m_cluster) {
        m_cluster = cluster;
        updateGeometry();
        say();
        update();
    }
}

void ClusterPicture::say()
{
    setAccessibleName(tr("Picture of the cluster"));
    setAccessibleDescription(m_cluster.devices > 0 ? clusterText(m_cluster) : QString());
}

Theme ClusterPicture::theme() const
{
    return {palette(), font()};
}

ClusterLayout ClusterPicture::layoutNow() const
{
    return layoutCluster(theme(), m_cluster, rect());
}

int ClusterPicture::heightForWidth(int width) const
{
    return m_cluster.devices > 0 ? static_cast<int>(std::ceil(clusterHeight(theme(), m_cluster, width))) : 0;
}

QSize ClusterPicture::sizeHint() const
{
    return {usualWidth, heightForWidth(usualWidth)};
}

QSize ClusterPicture::minimumSizeHint() const
{
    return {leastWidth, heightForWidth(std::max(leastWidth, width()))};
}

QString ClusterPicture::exportPicture(const QString& file) const
{
    const int wide = std::max(width(), 2 * usualWidth);
    const QSizeF size(wide, clusterHeight(theme(), m_cluster, wide));
    const Picture picture{size, qs(m_cluster.title), [this](QPainter& painter, const QRectF& area) {
                              paintCluster(painter, theme(), layoutCluster(theme(), m_cluster, area));
                          }};
    return savePicture(file, picture, copyScale);
}

std::vector<ClusterPlace> ClusterPicture::places() const
{
    std::vector<ClusterPlace> all;
    for (const ClusterShape& shape : layoutNow().shapes) {
        if (std::ranges::find(all, shape.place) == all.end()) {
            all.push_back(shape.place);
        }
    }
    return all;
}

void ClusterPicture::mark(const std::optional<ClusterPlace>& place)
{
    if (place != m_marked) {
        m_marked = place;
        update();
    }
}

bool ClusterPicture::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const ClusterPlace place = layoutNow().placeAt(help->pos());
        QString text;
        if (place.part == ClusterPart::Link) {
            text = linkText(linkOf(m_cluster, place.index));
        } else if (place.part == ClusterPart::Host) {
            text = hostText(m_cluster);
        } else if (place.part == ClusterPart::Device) {
            const int kind = place.index.kind;
            text = qs((kind < 0 ? m_cluster.device : *m_cluster.kinds[at(kind)].device).name);
        }
        QToolTip::showText(help->globalPos(), tipText(text), this);
        return true;
    }
    return QWidget::event(event);
}

void ClusterPicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme look = theme();
    painter.fillRect(rect(), look.surface);
    paintCluster(painter, look, layoutNow(), m_marked);
}

void ClusterPicture::mouseMoveEvent(QMouseEvent* event)
{
    mark(layoutNow().placeAt(event->position()));
}

void ClusterPicture::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        Q_EMIT chosen(layoutNow().placeAt(event->position()));
    }
}

void ClusterPicture::leaveEvent(QEvent*)
{
    mark(std::nullopt);
}

void ClusterPicture::focusInEvent(QFocusEvent*)
{
    const std::vector<ClusterPlace> all = places();
    if (!all.empty()) {
        mark(all.front());
    }
}

void ClusterPicture::focusOutEvent(QFocusEvent*)
{
    mark(std::nullopt);
}

void ClusterPicture::keyPressEvent(QKeyEvent* event)
{
    const std::vector<ClusterPlace> all = places();
    const int step = event->key() == Qt::Key_Down || event->key() == Qt::Key_Right ? 1
                     : event->key() == Qt::Key_Up || event->key() == Qt::Key_Left  ? -1
                                                                                   : 0;
    if (step != 0 && !all.empty()) {
        const auto now = std::ranges::find(all, m_marked.value_or(ClusterPlace()));
        const auto index = now == all.end() ? 0 : now - all.begin() + step;
        mark(all[at(std::clamp<std::ptrdiff_t>(index, 0, std::ssize(all) - 1))]);
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_marked) {
        Q_EMIT chosen(*m_marked);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void ClusterPicture::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu;
    menu.addAction(tr("Copy Picture"), this, [this] {
        QImage image(size() * copyScale, QImage::Format_RGB32);
        image.setDevicePixelRatio(copyScale);
        image.fill(theme().surface);
        QPainter painter(&image);
        paintCluster(painter, theme(), layoutNow());
        painter.end();
        QApplication::clipboard()->setImage(image);
    });
    menu.addAction(tr("Save Picture…"), this, [this] {
        const QString file = QFileDialog::getSaveFileName(this, tr("Save Picture"), qs(m_cluster.name + ".svg"),
                                                          tr("Pictures (*.png *.svg *.pdf)"));
        const QString problem = file.isEmpty() ? QString() : exportPicture(file);
        if (!problem.isEmpty()) {
            Q_EMIT failed(Error{ErrorKind::BadInput, Text(problem.toStdString()), {}, {}});
        }
    });
    menu.exec(event->globalPos());
}

}  // namespace pgram
