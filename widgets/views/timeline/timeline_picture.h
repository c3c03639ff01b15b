// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints a pipeline timeline: a row a stage, computing above communication, bubbles hatched and measured. Where
// operations are below two pixels on average, a pixel column shows how its time is spent, from the bottom up; a bubble
// of half a pixel or more always takes the whole column. Gradient sync beside a backward is hatched in its own lane.
#pragma once

#include "core/plan/estimate.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/heading.h"
#include "widgets/views/common/timeline_bins.h"
#include "widgets/views/timeline/hidden_sync.h"

#include <QRectF>
#include <QStaticText>

#include <array>
#include <bitset>
#include <unordered_map>
#include <vector>

class QPainter;

namespace pgram {

struct TimelineLayout {
    double names = 0;              ///< left edge of the stages' names
    QRectF axis;                   ///< above the rows
    QRectF tracks;                 ///< from the begin to the end of the time shown
    QRectF shares;                 ///< right of the tracks: bubble shares
    std::vector<QRectF> rows;      ///< the track of each stage
    std::vector<QRectF> memories;  ///< below it, its memory, where there is room; empty else
    Seconds begin = 0;
    Seconds end = 1;
    bool twoLanes = true;  ///< rows are high enough to part computing and communication

    [[nodiscard]] double x(Seconds moment) const
    {
        return tracks.left() + tracks.width() * (moment - begin) / (end - begin);
    }
    [[nodiscard]] Seconds timeAt(double x) const
    {
        return begin + (end - begin) * (x - tracks.left()) / tracks.width();
    }
    [[nodiscard]] int stageAt(const QPointF& position) const;  ///< -1 = none
    /// The lane of an operation in its row.
    [[nodiscard]] QRectF laneOf(std::size_t stage, TimelineKind kind) const;
    [[nodiscard]] QRectF rectOf(std::size_t stage, const Operation& operation) const;
};

struct TimelinePicture {
    const Plan& plan;
    const Estimate& estimate;
    const Timeline& timeline;
    const TimelineBins& bins;
    const Theme& theme;
    const TimelineLayout& layout;
    std::array<QColor, TimelineBin::kinds> labels;  ///< readable on each kind's colour
    double labelWidth = 0;  ///< of the widest micro-batch number: all of a width are numbered, or none
    HiddenSyncs hidden;
};

/// Which kinds of operations a timeline has, and whether gradient sync is hidden; reads all of them at worst.
inline constexpr std::size_t hiddenSyncKind = TimelineBin::kinds;
using TimelineKinds = std::bitset<TimelineBin::kinds + 1>;
[[nodiscard]] TimelineKinds kindsIn(const Estimate& estimate);
[[nodiscard]] std::vector<LegendItem> timelineLegend(const Theme& theme, TimelineKinds kinds);

/// The estimate must have a timeline.
[[nodiscard]] TimelinePicture timelinePicture(const Plan& plan, const Estimate& estimate, const TimelineBins& bins,
                                              const Theme& theme, const TimelineLayout& layout);
[[nodiscard]] Heading timelineHeading(const Theme& theme, const Plan& plan, const Timeline& timeline,
                                      TimelineKinds kinds);
/// `widestStage`: the names leave room for that one, so that timelines of several plans stand on one axis; -1 = the
/// last.
[[nodiscard]] TimelineLayout layoutTimeline(const Theme& theme, int stages, const QRectF& area, Seconds begin,
                                            Seconds end, int widestStage = -1);

void paintTimelineAxis(QPainter& painter, const Theme& theme, const TimelineLayout& layout);
void paintTimelineRows(QPainter& painter, const TimelinePicture& picture);
void paintTimelineMemory(QPainter& painter, const TimelinePicture& picture);
void paintTimelineLabels(QPainter& painter, const TimelinePicture& picture);
/// Of the labels the stages' names and bubble shares, without the head of their column.
void paintTimelineNames(QPainter& painter, const TimelinePicture& picture);
/// One operation with its label, as in its row.
void paintOperation(QPainter& painter, const TimelinePicture& picture, std::size_t stage, const Operation& operation);
/// Operations of the stage are drawn one by one at this zoom.
[[nodiscard]] bool showsOperations(const TimelinePicture& picture, std::size_t stage);

// What the screen shows on a timeline beside its picture: the operation under the pointer, the way of one micro-batch
// through the stages, and the moment under the pointer.

/// The operation of the stage at `x`; null where it is idle. What is drawn at least one pixel wide can be hit.
[[nodiscard]] const Operation* operationAt(const Timeline& timeline, const TimelineLayout& layout, std::size_t stage,
                                           double x);
/// Dims all but the operations of `microbatch`; -1 = nothing.
void paintFollowed(QPainter& painter, const TimelinePicture& picture, int microbatch);
/// A line at `x` through the tracks, with its moment in the axis.
void paintTimeCursor(QPainter& painter, const Theme& theme, const TimelineLayout& layout, double x);

// The numbers of micro-batches on the operations of a timeline, where there is room for them.

/// Each laid out once for a frame: thousands of operations carry a few hundred of them.
class NumberTexts {
public:
    explicit NumberTexts(const QFont& font) : m_font(font) {}
    [[nodiscard]] const QStaticText& of(int microbatch);

private:
    QFont m_font;
    std::unordered_map<int, QStaticText> m_texts;
};

void paintNumbers(QPainter& painter, const TimelinePicture& picture, std::size_t stage,
                  std::span<const Operation> operations, NumberTexts& numbers);
/// Of one operation, which stands in `rect`; it stays a text in an SVG.
void paintNumber(QPainter& painter, const TimelinePicture& picture, const QRectF& rect, const Operation& operation);

}  // namespace pgram
