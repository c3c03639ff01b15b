// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where a plot and its labels stand, and what is under the pointer.
#include "core/base/format.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/plot.h"
#include "widgets/views/common/words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgram {

namespace {

constexpr double markReach = 8;
constexpr double labelDistance = 10;
constexpr double curveReach = 40;
constexpr int mostSegments = 2000;  // of lines that labels keep off

/// Whether a line passes through an area.
bool meets(const QRectF& area, const QLineF& line)
{
    if (area.contains(line.p1()) || area.contains(line.p2())) {
        return true;
    }
    const QLineF falling(area.topLeft(), area.bottomRight());
    const QLineF rising(area.bottomLeft(), area.topRight());
    return line.intersects(falling, nullptr) == QLineF::BoundedIntersection ||
           line.intersects(rising, nullptr) == QLineF::BoundedIntersection;
}

/// Gives a legend below the panes, whose items fill rows, as many columns as have room for their names.
void wrapLegend(QCPLegend& legend, const Theme& theme, double width)
{
    if (legend.fillOrder() != QCPLegend::foColumnsFirst) {
        return;
    }
    double widest = 0;
    double all = 0;
    for (int index = 0; index < legend.itemCount(); ++index) {
        auto* item = qobject_cast<QCPPlottableLegendItem*>(legend.item(index));
        if (item == nullptr) {
            continue;  // an empty cell
        }
        const double name = textWidth(theme.smallFont, item->plottable()->name());
        const double each = legend.iconSize().width() + legend.iconTextPadding() + name + legend.columnSpacing();
        widest = std::max(widest, each);
        all += each;
    }
    const double room = width - legend.margins().left() - legend.margins().right();
    const int columns = widest > 0 && all > room ? std::max(1, static_cast<int>(room / widest)) : 0;
    if (columns != legend.wrap()) {
        legend.setWrap(columns);
        legend.setFillOrder(QCPLegend::foColumnsFirst, true);
    }
}

}  // namespace

void Plot::place(const QRectF& panel)
{
    const QRectF whole(std::round(panel.left()), std::round(panel.top()), std::floor(panel.width()),
                       std::floor(panel.height() - m_below));
    const QRectF shown = panel.isEmpty() || whole.height() < 1 ? QRectF() : whole;
    if (m_placed && shown == m_panel) {
        return;
    }
    const bool moved = m_placed && shown.size() == m_panel.size();
    m_panel = shown;
    m_placed = true;
    if (moved || shown.isEmpty() || m_panes.empty()) {
        return;
    }
    setViewport(QRect(QPoint(), shown.size().toSize()));
    if (m_legend != nullptr) {
        wrapLegend(*m_legend, m_theme, shown.width());
    }
    if (m_whenSized) {
        m_whenSized(shown.size());
    }
    updateLayout();
    setTickCounts();
    updateLayout();
    placeLabels();
}

void Plot::setTickCounts()
{
    for (QCPAxisRect* pane : m_panes) {
        const double across = pane->width() / (m_theme.lineHeight * 4.5);
        const double down = pane->height() / (m_theme.lineHeight * 2.6);
        if (!m_leaders.contains(pane->axis(QCPAxis::atBottom))) {
            pane->axis(QCPAxis::atBottom)->ticker()->setTickCount(std::max(2, static_cast<int>(across)));
        }
        pane->axis(QCPAxis::atLeft)->ticker()->setTickCount(std::max(3, static_cast<int>(down)));
    }
}

QPointF Plot::pixelOf(const QPointF& place, QCPAxisRect* pane) const
{
    const QCPAxisRect* in = pane != nullptr ? pane : m_panes.front();
    return QPointF(in->axis(QCPAxis::atBottom)->coordToPixel(place.x()),
                   in->axis(QCPAxis::atLeft)->coordToPixel(place.y())) +
           m_panel.topLeft();
}

bool Plot::isHiddenMark(std::size_t mark) const
{
    return m_marks[mark].series != nullptr && !m_marks[mark].series->visible();
}

QRectF Plot::pointArea(const QPointF& place, QCPAxisRect* pane) const
{
    const QPointF at = pixelOf(place, pane);
    const QRectF area = QRectF(pane->rect()).translated(m_panel.topLeft()).adjusted(-2, -2, 2, 2);
    return area.contains(at) ? QRectF(at.x() - markReach, at.y() - markReach, 2 * markReach, 2 * markReach) : QRectF();
}

QRectF Plot::areaOf(std::size_t mark) const
{
    const PlotMark& m = m_marks[mark];
    if (!isShown() || isHiddenMark(mark)) {
        return {};
    }
    if (m.isRow) {
        const QPointF at = pixelOf(m.at);
        const double half = std::abs(pixelOf({m.at.x(), m.at.y() + 0.5}).y() - at.y());
        return {m_panel.left(), at.y() - half, m_panel.width(), 2 * half};
    }
    if (m.isCell) {
        const QRectF cell = QRectF(pixelOf(m.at - QPointF(0.5, 0.5)), pixelOf(m.at + QPointF(0.5, 0.5))).normalized();
        return cell & dataArea();
    }
    return pointArea(m.at, m.pane != nullptr ? m.pane : m_panes.front());
}

QRectF Plot::twinOf(std::size_t mark) const
{
    const PlotMark& m = m_marks[mark];
    return m.twinPane == nullptr || !isShown() || isHiddenMark(mark) ? QRectF() : pointArea(m.twin, m.twinPane);
}

int Plot::markAt(const QPointF& position) const
{
    int nearest = -1;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_marks.size() && m_panel.contains(position); ++i) {
        for (const QRectF& area : {areaOf(i), twinOf(i)}) {
            const double distance = QLineF(area.center(), position).length();
            if (area.contains(position) && distance < least) {
                nearest = static_cast<int>(i);
                least = distance;
            }
        }
    }
    return nearest;
}

QCPAbstractPlottable* Plot::legendAt(const QPointF& position) const
{
    const auto found = std::ranges::find_if(
        m_named, [&](const QCPAbstractPlottable* series) { return legendAreaOf(series).contains(position); });
    return found == m_named.end() ? nullptr : *found;
}

QRectF Plot::legendAreaOf(const QCPAbstractPlottable* series) const
{
    const QCPAbstractLegendItem* item =
        m_legend == nullptr || !isShown() ? nullptr : m_legend->itemWithPlottable(series);
    return item == nullptr ? QRectF() : QRectF(item->outerRect()).translated(m_panel.topLeft());
}

/// Of curves and lines across, in pixels of the plot: what labels keep off.
std::vector<QLineF> Plot::drawnLines() const
{
    std::vector<QLineF> lines;
    for (int index = 0; index < graphCount(); ++index) {
        const QCPGraph* each = graph(index);
        if (!each->visible() || each->lineStyle() == QCPGraph::lsNone || each->dataCount() > mostSegments) {
            continue;
        }
        for (int i = 0; i + 1 < each->dataCount(); ++i) {
            const QPointF from = each->dataPixelPosition(i);
            const QPointF to = each->dataPixelPosition(i + 1);
            if (each->lineStyle() == QCPGraph::lsStepLeft) {
                lines.emplace_back(from, QPointF(to.x(), from.y()));
                lines.emplace_back(QPointF(to.x(), from.y()), to);
            } else if (!std::isnan(from.y()) && !std::isnan(to.y())) {
                lines.emplace_back(from, to);
            }
        }
    }
    for (int index = 0; index < itemCount(); ++index) {
        if (const auto* line = qobject_cast<const QCPItemStraightLine*>(item(index))) {
            lines.emplace_back(line->point1->pixelPosition(), line->point2->pixelPosition());
        }
    }
    return lines;
}

void Plot::placeLabels()
{
    std::vector<QRectF> taken;
    for (std::size_t i = 0; i < m_marks.size() && i < mostSegments; ++i) {
        if (const QRectF area = areaOf(i); !area.isEmpty() && !m_marks[i].isRow && !m_marks[i].isCell) {
            taken.push_back(area.translated(-m_panel.topLeft()));
        }
    }
    if (m_legend != nullptr) {
        taken.emplace_back(m_legend->outerRect());
    }
    const std::vector<QLineF> lines = m_labels.empty() ? std::vector<QLineF>() : drawnLines();
    for (Label& label : m_labels) {
        label.line != nullptr ? placeLineLabel(label, taken) : placeFreeLabel(label, taken, lines);
    }
}

/// Above an upright line, or in the foot of the pane; on a level one, at its beginning or its end.
void Plot::placeLineLabel(Label& label, std::vector<QRectF>& taken)
{
    const QCPAxis& axis = *label.line;
    const QRectF area = axis.axisRect()->rect();
    const bool isUpright = axis.orientation() == Qt::Horizontal;
    const double at = axis.coordToPixel(label.at.x());
    label.item->setVisible(isUpright ? at >= area.left() - 1 && at <= area.right() + 1
                                     : at >= area.top() - 1 && at <= area.bottom() + 1);
    const double height = m_theme.lineHeight;
    const QString text = firstFitting(label.item->font(), area.width() - 2 * m_theme.gap, label.texts);
    const double width = textWidth(label.item->font(), text) + 2;
    QRectF place(area.left() + m_theme.gap, at - height, width, height);
    const auto isTaken = [&] {
        return std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(place); });
    };
    if (!isUpright && isTaken()) {
        place.moveRight(area.right() - m_theme.gap);
    }
    if (isUpright) {
        const double left = std::clamp(at - width / 2, area.left(), std::max(area.left(), m_panel.width() - width));
        place = QRectF(left, area.top() - height - 1, width, height);
        if (isTaken()) {
            place.moveTo(at + m_theme.gap, area.bottom() - height - 2);
            label.item->setBrush(m_theme.surface);
        }
    }
    label.item->setText(text);
    label.item->position->setPixelPosition(place.topLeft());
    if (label.item->visible()) {
        taken.push_back(place);
    }
}

void Plot::placeFreeLabel(Label& label, std::vector<QRectF>& taken, const std::vector<QLineF>& lines)
{
    const QRectF area = m_panes.front()->rect();
    const QPointF at = pixelOf(label.at) - m_panel.topLeft();
    const double w = textWidth(label.item->font(), label.texts.front()) + 2;
    const double h = m_theme.lineHeight;
    const double slant = labelDistance * 0.7;
    label.item->setVisible(false);  // while its point is out of sight
    if (!area.adjusted(-1, -1, 1, 1).contains(at)) {
        return;
    }
    // Where lines are everywhere it covers as few as it can.
    QRectF best;
    std::ptrdiff_t fewest = std::numeric_limits<std::ptrdiff_t>::max();
    for (const QPointF& offset :
         {QPointF(labelDistance, -h / 2), QPointF(-labelDistance - w, -h / 2), QPointF(slant, -slant - h),
          QPointF(-slant - w, -slant - h), QPointF(slant, slant), QPointF(-slant - w, slant),
          QPointF(-w / 2, -labelDistance - h), QPointF(-w / 2, labelDistance)}) {
        const QRectF place(at + offset, QSizeF(w, h));
        if (area.contains(place) &&
            std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(place); })) {
            const auto met = std::ranges::count_if(lines, [&](const QLineF& line) { return meets(place, line); });
            best = met < fewest ? place : best;
            fewest = std::min(fewest, met);
        }
    }
    label.item->setVisible(!best.isEmpty());
    if (!best.isEmpty()) {
        label.item->setBrush(fewest > 0 ? QBrush(m_theme.surface) : QBrush(Qt::NoBrush));
        label.item->position->setPixelPosition(best.topLeft());
        taken.push_back(best);
    }
}

QCPAxisRect* Plot::paneAt(const QPointF& position) const
{
    const auto found = std::ranges::find_if(m_panes, [&](const QCPAxisRect* pane) {
        return isShown() && m_note.isEmpty() && QRectF(pane->rect()).translated(m_panel.topLeft()).contains(position);
    });
    return found == m_panes.end() ? nullptr : *found;
}

QString Plot::valueText(const QCPAxis* axis, double value) const
{
    const auto ticker = qSharedPointerDynamicCast<UnitTicker>(axis->ticker());
    switch (ticker ? ticker->unit() : AxisUnit::Number) {
    case AxisUnit::Time:
        return secondsText(value);
    case AxisUnit::Memory:
        return bytesText(value);
    case AxisUnit::Share:
        return percentText(value);
    case AxisUnit::Change:
        return signedPercent(value);
    case AxisUnit::Number:
        break;
    }
    return QString::fromStdString(formatNumber(value));
}

std::optional<Plot::Readout> Plot::readoutAt(const QPointF& position) const
{
    const QCPAxisRect* pane = canZoom() ? paneAt(position) : nullptr;
    if (pane == nullptr) {
        return std::nullopt;
    }
    const QPointF own = position - m_panel.topLeft();
    const QCPAxis* across = pane->axis(QCPAxis::atBottom);
    const QCPAxis* up = pane->axis(QCPAxis::atLeft);
    const double key = across->pixelToCoord(own.x());
    const QString at = valueText(across, key);
    Readout readout{position, tr("%1 at %2").arg(valueText(up, up->pixelToCoord(own.y())), at), false};
    double least = curveReach;
    for (int index = 0; index < graphCount(); ++index) {
        const auto* series = dynamic_cast<const PlotSeries*>(graph(index));
        if (series == nullptr || !series->visible() || series->name().isEmpty() || series->keyAxis() != across ||
            series->lineStyle() == QCPGraph::lsNone) {
            continue;
        }
        const double value = series->valueAt(key);
        const double distance = std::abs(up->coordToPixel(value) - own.y());
        if (distance < least) {
            least = distance;
            const QString name = series->name().section(u'\n', 0, 0);
            readout = {QPointF(position.x(), up->coordToPixel(value) + m_panel.top()),
                       tr("%1: %2 at %3").arg(name, valueText(up, value), at), true};
        }
    }
    return readout;
}

}  // namespace pgram
