// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints a pipeline timeline: a row a stage, computing above communication, bubbles hatched and measured. Where
// operations are below two pixels on average, a pixel column shows how its time is spent, from the bottom up; a bubble
// of half a pixel or more always takes the whole column. Gradient sync beside a backward is hatched in its own lane.
// A row of a timeline written straight into the pixels of an image: a pixel costs a store, where a painter's rectangle
// costs a call. At every zoom an idle time of half a pixel or more has a pixel at least, and wide ones are hatched.
// Pure.
// Gradient sync that backwards hide: the simulator has it inside of their time, a picture draws it in the lane of
// communication, where it runs. Plain arithmetic over an estimate.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/memory_curve.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/timeline_bins.h"

#include <QImage>
#include <QRectF>
#include <QStaticText>

#include <array>
#include <bitset>
#include <unordered_map>
#include <vector>

class QPainter;

namespace pgram {

/// Of one chunk of a stage; the end of what it runs beside is its own end.
struct HiddenSync {
    Seconds each = 0;     ///< beside the backward of every micro-batch: sharded gradients are scattered at once
    Seconds once = 0;     ///< beside the last of them
    Seconds lastEnd = 0;  ///< of the last
    TimelineKind beside = TimelineKind::Backward;  ///< or the weight-gradient half, where there is one
};
using HiddenSyncs = std::vector<std::vector<HiddenSync>>;  ///< by stage and its own chunks

/// The estimate is that of the plan.
[[nodiscard]] HiddenSyncs hiddenSyncs(const Plan& plan, const Estimate& estimate);
/// How much runs beside `operation`: up to its end; 0 for most.
[[nodiscard]] Seconds hiddenBeside(const HiddenSyncs& syncs, std::size_t stage, const Operation& operation);
/// Some sync of the plan is hidden.
[[nodiscard]] bool hidesSync(const Estimate& estimate);

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
/// `widest`: the names leave room for that one, too, so that timelines of several plans stand on one axis.
[[nodiscard]] TimelineLayout layoutTimeline(const Theme& theme, int stages, const QRectF& area, Seconds begin,
                                            Seconds end, const QString& widest = {});

void paintTimelineAxis(QPainter& painter, const Theme& theme, const TimelineLayout& layout);
void paintTimelineRows(QPainter& painter, const TimelinePicture& picture);
void paintTimelineMemory(QPainter& painter, const TimelinePicture& picture, const MeasuredCurves& measured);
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

/// "3", or "3.2" of the micro-batch's second slice.
[[nodiscard]] QString numberOf(const Operation& operation, const Schedule& schedule);

/// Each laid out once for a frame: thousands of operations carry a few hundred of them.
class NumberTexts {
public:
    explicit NumberTexts(const QFont& font) : m_font(font) {}
    [[nodiscard]] const QStaticText& of(const Operation& operation, const Schedule& schedule);

private:
    QFont m_font;
    std::unordered_map<int, QStaticText> m_texts;  ///< by micro-batch and slice
};

void paintNumbers(QPainter& painter, const TimelinePicture& picture, std::size_t stage,
                  std::span<const Operation> operations, NumberTexts& numbers);
/// Of one operation, which stands in `rect`; it stays a text in an SVG.
void paintNumber(QPainter& painter, const TimelinePicture& picture, const QRectF& rect, const Operation& operation);

inline constexpr double thinnestBubble = 0.5;  ///< pixels that are never swallowed
inline constexpr double thinnestHatched = 4;   ///< pixels of a bubble with its hatching

/// The kinds from the bottom of a column: computing, then communication; idle stays above.
inline constexpr std::array columnOrder{TimelineKind::Forward,   TimelineKind::Backward, TimelineKind::WeightGradient,
                                        TimelineKind::Optimizer, TimelineKind::Receive,  TimelineKind::Sync};

[[nodiscard]] bool isCommunication(TimelineKind kind);
[[nodiscard]] QColor hatchInk(const Theme& theme);

struct TimelineInk {
    std::array<QRgb, TimelineBin::kinds> kinds{};
    QRgb panel = 0;
    QRgb bubble = 0;
    QRgb hatch = 0;
};
[[nodiscard]] TimelineInk inkOf(const Theme& theme);

/// The image of one row: begin … end over its width.
struct TimelineRow {
    QImage& image;     ///< Format_RGB32
    QPoint origin;     ///< of the image in the picture, in its pixels: hatches go on from row to row
    double ratio = 1;  ///< pixels of the image for one of the picture
    int split = 0;     ///< height of the computing lane, communication below it; 0 = one lane
    Seconds begin = 0;
    Seconds end = 1;
};

/// Operation by operation. `operations` are all of the stage.
void paintOperationPixels(const TimelineRow& row, std::span<const Operation> operations, Seconds makespan,
                          const TimelineInk& ink);
/// A pixel column shows how its slice of time is spent, from the bottom up. `columns`: one for each, which it smooths.
void paintColumnPixels(const TimelineRow& row, std::span<TimelineBin> columns, const TimelineInk& ink);

}  // namespace pgram
