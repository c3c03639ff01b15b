// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/time_strip.h"

#include "core/base/index.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/timeline_bins.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgram {

namespace {

constexpr std::size_t widestMixed = 3;  // columns of an operation that is mixed with its neighbours, on average

constexpr double gripWidth = 5;         // pixels to either side of an edge
constexpr double leastFrame = 8;        // pixels
constexpr double dimmedOpacity = 0.62;  // over what is not shown
constexpr double leastSpan = 1e-6;

/// From the bottom of a column, as in the rows of a timeline.
constexpr std::array order{TimelineKind::Forward,   TimelineKind::Backward, TimelineKind::WeightGradient,
                           TimelineKind::Optimizer, TimelineKind::Receive,  TimelineKind::Sync};

}  // namespace

QRectF TimeStrip::frame() const
{
    const double left = x(begin);
    const double width = std::max(leastFrame, x(end) - left);
    const double middle = (left + x(end)) / 2;
    const double place = std::clamp(middle - width / 2, area.left(), std::max(area.left(), area.right() - width));
    return {place, area.top(), std::min(width, area.width()), area.height()};
}

TimeStrip::Grip TimeStrip::gripAt(const QPointF& position) const
{
    if (area.isEmpty() || !area.adjusted(-gripWidth, 0, gripWidth, 0).contains(position)) {
        return Grip::None;
    }
    const QRectF shown = frame();
    const double toBegin = std::abs(position.x() - shown.left());
    const double toEnd = std::abs(position.x() - shown.right());
    // A narrow frame is held by its middle; its edges reach outwards.
    const double inner = std::min(gripWidth, shown.width() / 4);
    const bool inside = position.x() > shown.left() + inner && position.x() < shown.right() - inner;
    if (!inside && std::min(toBegin, toEnd) <= gripWidth) {
        return toBegin < toEnd ? Grip::Begin : Grip::End;
    }
    return inside ? Grip::Inside : Grip::Outside;
}

TimeSpan draggedSpan(const TimeStrip& strip, TimeStrip::Grip grip, double from, double to)
{
    const Seconds moved = strip.timeAt(to) - strip.timeAt(from);
    const Seconds least = strip.limit * leastSpan;
    switch (grip) {
    case TimeStrip::Grip::Begin:
        return {std::clamp(strip.begin + moved, 0.0, strip.end - least), strip.end};
    case TimeStrip::Grip::End:
        return {strip.begin, std::clamp(strip.end + moved, strip.begin + least, strip.limit)};
    case TimeStrip::Grip::Inside:
        return {strip.begin + moved, strip.end + moved};
    case TimeStrip::Grip::Outside: {
        const Seconds half = (strip.end - strip.begin) / 2;
        return {strip.timeAt(to) - half, strip.timeAt(to) + half};
    }
    case TimeStrip::Grip::None:
        break;
    }
    return {strip.begin, strip.end};
}

std::vector<TimelineBin> meanBins(const TimelineBins& bins, std::size_t stages, Seconds makespan, std::size_t columns)
{
    std::vector<TimelineBin> mean(columns);
    std::vector<TimelineBin> row(columns);
    for (std::size_t stage = 0; stage < stages; ++stage) {
        bins.fill(stage, 0, makespan, row);
        for (std::size_t column = 0; column < columns; ++column) {
            for (std::size_t kind = 0; kind < TimelineBin::kinds; ++kind) {
                mean[column].busy[kind] += row[column].busy[kind] / static_cast<float>(stages);
            }
            mean[column].longestGap = std::max(mean[column].longestGap, row[column].longestGap);
        }
    }
    return mean;
}

QImage stripImage(const Theme& theme, const std::vector<TimelineBin>& columns, Seconds slice, int height)
{
    QImage image(static_cast<int>(columns.size()), height, QImage::Format_RGB32);
    image.fill(theme.bubble());
    std::array<QRgb, TimelineBin::kinds> colors{};
    for (const TimelineKind kind : order) {
        colors[at(kind)] = theme.of(kind).rgb();
    }
    for (int column = 0; column < image.width(); ++column) {
        double top = height;
        for (const TimelineKind kind : order) {
            const auto index = static_cast<std::size_t>(kind);
            const double bottom = top;
            top -= height * static_cast<double>(columns[column].busy[index]) / slice;
            for (int y = std::max(0, static_cast<int>(std::lround(top))); y < std::lround(bottom); ++y) {
                image.setPixel(column, y, colors[index]);
            }
        }
    }
    return image;
}

void TimeStripControl::paint(QPainter& painter, const Theme& theme, const TimeStrip& strip,
                             const std::shared_ptr<const Timeline>& timeline, const TimelineBins& bins)
{
    if (strip.area.isEmpty()) {
        return;
    }
    const double ratio = painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1;
    // A measured step may be longer than the predicted one.
    const double end = std::min(strip.area.right(), strip.x(timeline->makespan));
    const QRectF step(strip.area.topLeft(), QPointF(end, strip.area.bottom()));
    const QSize size = (step.size() * ratio).toSize().expandedTo({1, 1});
    if (m_painted != timeline || m_image.size() != size || m_dark != theme.dark) {
        const auto columns = static_cast<std::size_t>(size.width());
        const Seconds slice = timeline->makespan / static_cast<double>(columns);
        std::vector<TimelineBin> mean = meanBins(bins, timeline->stages.size(), timeline->makespan, columns);
        if (timeline->ofStage(0).size() * widestMixed > columns) {
            smooth(mean, static_cast<float>(slice));
        }
        m_image = stripImage(theme, mean, slice, size.height());
        m_painted = timeline;
        m_dark = theme.dark;
    }
    painter.fillRect(strip.area, theme.panel);
    painter.drawImage(step, m_image);
}

void TimeStripControl::paintFrame(QPainter& painter, const Theme& theme, const TimeStrip& strip)
{
    if (strip.area.isEmpty()) {
        return;
    }
    const QRectF shown = strip.frame();
    QColor dim = theme.surface;
    dim.setAlphaF(static_cast<float>(dimmedOpacity));
    painter.fillRect(QRectF(strip.area.topLeft(), QPointF(shown.left(), strip.area.bottom())), dim);
    painter.fillRect(QRectF(QPointF(shown.right(), strip.area.top()), strip.area.bottomRight()), dim);
    paintOutline(painter, shown.adjusted(1, 1, -1, -1), theme.accent, 2);
    for (const double x : {shown.left(), shown.right()}) {
        const QRectF grip(x - 2, shown.center().y() - shown.height() / 5, 4, shown.height() * 2 / 5);
        painter.fillRect(grip, theme.accent);
    }
}

bool TimeStripControl::press(const TimeStrip& strip, const QPointF& position)
{
    m_grip = strip.gripAt(position);
    if (m_grip == TimeStrip::Grip::None) {
        return false;
    }
    m_pressed = strip;
    m_from = position.x();
    m_time->settle();
    if (m_grip == TimeStrip::Grip::Outside) {
        move(position);
    }
    return true;
}

bool TimeStripControl::move(const QPointF& position)
{
    if (!isDragging()) {
        return false;
    }
    const TimeSpan span = draggedSpan(m_pressed, m_grip, m_from, position.x());
    m_time->show(span.begin, span.end);
    return true;
}

bool TimeStripControl::release()
{
    if (!isDragging()) {
        return false;
    }
    m_grip = TimeStrip::Grip::None;
    m_time->settle();
    return true;
}

}  // namespace pgram
