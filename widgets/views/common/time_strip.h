// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The whole step in a strip below a timeline, with the part that is shown as a frame: drag the frame, or one of its
// edges; a press beside it brings it there. Geometry is pure; the strip sends its changes to the one time zoom.
#pragma once

#include "widgets/document/time_window.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/timeline_bins.h"

#include <QImage>
#include <QPointF>
#include <QRectF>

#include <memory>
#include <vector>

class QPainter;

namespace pgram {

struct TimeStrip {
    enum class Grip { None, Begin, End, Inside, Outside };

    QRectF area;  ///< from zero to `limit` seconds; empty where there is no room
    Seconds begin = 0;
    Seconds end = 1;
    Seconds limit = 1;

    [[nodiscard]] double x(Seconds moment) const { return area.left() + area.width() * moment / limit; }
    [[nodiscard]] Seconds timeAt(double x) const { return (x - area.left()) / area.width() * limit; }
    /// Of the part that is shown, wide enough to take hold of.
    [[nodiscard]] QRectF frame() const;
    [[nodiscard]] Grip gripAt(const QPointF& position) const;
};

struct TimeSpan {
    Seconds begin = 0;
    Seconds end = 0;
};
/// The part that is shown after a drag of `grip` from `from` to `to`, of a strip as it was when the drag began. Edges
/// do not pass each other.
[[nodiscard]] TimeSpan draggedSpan(const TimeStrip& strip, TimeStrip::Grip grip, double from, double to);

/// How all stages together spend each of `columns` slices of the step: the mean of their bins, the longest of their
/// idle times.
[[nodiscard]] std::vector<TimelineBin> meanBins(const TimelineBins& bins, std::size_t stages, Seconds makespan,
                                                std::size_t columns);

/// Those columns as a picture, each pixel column as its slice of the step was spent, from the bottom up.
[[nodiscard]] QImage stripImage(const Theme& theme, const std::vector<TimelineBin>& columns, Seconds slice, int height);

/// Paints the strip of one timeline and follows the mouse on it. GUI thread only.
class TimeStripControl {
public:
    explicit TimeStripControl(TimeWindow* time) : m_time(time) {}

    void paint(QPainter& painter, const Theme& theme, const TimeStrip& strip,
               const std::shared_ptr<const Timeline>& timeline, const TimelineBins& bins);
    /// Over the strip, on the screen and in pictures alike.
    static void paintFrame(QPainter& painter, const Theme& theme, const TimeStrip& strip);

    /// Each true where the strip took the event.
    bool press(const TimeStrip& strip, const QPointF& position);
    bool move(const QPointF& position);
    bool release();
    [[nodiscard]] bool isDragging() const { return m_grip != TimeStrip::Grip::None; }

private:
    TimeWindow* m_time;
    TimeStrip m_pressed;  ///< the strip as the drag began
    TimeStrip::Grip m_grip = TimeStrip::Grip::None;
    double m_from = 0;
    std::shared_ptr<const Timeline> m_painted;  ///< the timeline that m_image is of
    QImage m_image;                             ///< of m_painted, in its device's pixels
    bool m_dark = false;
};

}  // namespace pgram
