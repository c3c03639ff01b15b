// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/timeline_view.h"

#include "core/lessons/lesson.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/common/words.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <cmath>

namespace pgram {

namespace {

constexpr double stripLines = 1.8;  // height of the strip of the whole step
constexpr double leastLines = 16;   // height of a picture that has one

struct TimelineTable {
    Q_DECLARE_TR_FUNCTIONS(TimelineTable)
};

/// By the index of an operation in Timeline::operations.
int stageOfOperation(const Timeline& timeline, std::size_t operation)
{
    const auto after = std::ranges::upper_bound(timeline.stages, operation, {}, &StageTrack::firstOperation);
    return static_cast<int>(after - timeline.stages.begin()) - 1;
}

/// A row per operation, stage by stage.
FigureContent timelineFigures(const std::shared_ptr<const Timeline>& timeline)
{
    struct Row {
        int stage = 0;
        const Operation& operation;
    };
    const int rows = timeline ? static_cast<int>(timeline->operations.size()) : 0;
    return figuresOf<Row>(
        rows,
        [timeline](int row) {
            return Row{stageOfOperation(*timeline, static_cast<std::size_t>(row)), timeline->operations[row]};
        },
        {{TimelineTable::tr("Stage"), "stage", Unit::Count, [](auto& row) { return row.stage; }},
         {TimelineTable::tr("Operation"), "operation", Unit::Text,
          [](auto& row) { return nameOf(row.operation.kind); }},
         {TimelineTable::tr("Micro-batch"), "microbatch", Unit::Count,
          [](auto& row) {
              return row.operation.microbatch < 0 ? FigureValue(QString()) : row.operation.microbatch + 1;
          }},
         {TimelineTable::tr("Slice"), "slice", Unit::Count,
          [](auto& row) { return row.operation.microbatch < 0 ? FigureValue(QString()) : row.operation.slice + 1; }},
         {TimelineTable::tr("Start"), "start_s", Unit::Time, [](auto& row) { return row.operation.start; }},
         {TimelineTable::tr("End"), "end_s", Unit::Time, [](auto& row) { return row.operation.end; }},
         {TimelineTable::tr("Takes"), "duration_s", Unit::Time,
          [](auto& row) { return row.operation.end - row.operation.start; }}});
}

}  // namespace

TimelineView::TimelineView(Document* document, SelectionModel* selection, TimeWindow* time, QWidget* parent)
    : View(document, selection, parent), m_time(time != nullptr ? time : new TimeWindow(this)), m_strip(m_time)
{
    connect(m_time, &TimeWindow::changed, this, &TimelineView::pictureChanged);
    follow();
}

const Timeline* TimelineView::timeline() const
{
    const auto estimate = document()->estimate();
    const bool simulated = estimate && estimate->timeline && !estimate->timeline->stages.empty();
    return simulated ? estimate->timeline.get() : nullptr;
}

const TimelineBins& TimelineView::bins()
{
    const auto current = document()->estimate()->timeline;
    if (!m_bins || m_binned != current) {
        m_bins.emplace(*current);
        m_binned = current;
    }
    return *m_bins;
}

TimelineLayout TimelineView::layoutIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    const QRectF below = belowHeading(theme, inner, timelineHeading(theme, *document()->plan(), *timeline(), m_kinds));
    return layoutTimeline(theme, static_cast<int>(timeline()->stages.size()),
                          below.adjusted(0, 0, 0, -stripHeight(rect)), m_time->begin(), m_time->end(),
                          widestStageTitle(*document()->plan(), theme.boldFont));
}

/// With the room above it; none in a low picture.
double TimelineView::stripHeight(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    return rect.height() < theme.lineHeight * leastLines ? 0 : theme.lineHeight * stripLines + theme.margin;
}

TimeStrip TimelineView::stripIn(const QRectF& rect, const TimelineLayout& layout) const
{
    const Theme theme(palette(), font());
    TimeStrip strip{{}, m_time->begin(), m_time->end(), m_time->limit()};
    if (stripHeight(rect) > 0) {
        const double height = theme.lineHeight * stripLines;
        const double memory = layout.memories.empty() ? 0 : layout.memories.back().bottom();
        const double lowest = std::max(layout.tracks.bottom(), memory);
        const double top = std::min(lowest + theme.margin, rect.bottom() - theme.margin - height);
        strip.area = QRectF(layout.tracks.left(), top, layout.tracks.width(), height);
    }
    return strip;
}

void TimelineView::paintStrip(QPainter& painter, const Theme& theme, const TimeStrip& strip, double names)
{
    if (strip.area.isEmpty()) {
        return;
    }
    m_strip.paint(painter, theme, strip, document()->estimate()->timeline, bins());
    TimeStripControl::paintFrame(painter, theme, strip);
    painter.setFont(theme.smallFont);
    painter.setPen(theme.mutedText);
    const QRectF label(names, strip.area.top(), strip.area.left() - names - theme.gap, strip.area.height());
    painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
                     firstFitting(theme.smallFont, label.width(), {tr("whole step"), tr("step")}));
}

void TimelineView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    if (timeline() == nullptr) {
        paintText(painter, theme.font, theme.mutedText, rect, Qt::AlignCenter | Qt::TextWordWrap,
                  tr("No timeline: this schedule cannot be run on this plan. The issues say why."));
        return;
    }
    const QRectF inner = inside(theme, rect);
    paintHeading(painter, theme, inner, timelineHeading(theme, *document()->plan(), *timeline(), m_kinds));
    const TimelineLayout layout = layoutIn(rect);
    const TimelinePicture picture =
        timelinePicture(*document()->plan(), *document()->estimate(), bins(), theme, layout);
    paintTimelineAxis(painter, theme, layout);
    paintTimelineRows(painter, picture);
    paintTimelineMemory(painter, picture);
    paintTimelineLabels(painter, picture);
    paintStrip(painter, theme, stripIn(rect, layout), layout.names);
}

QRectF TimelineView::areaOf(const LessonPlace& place)
{
    const std::vector<int> stages = timeline() != nullptr ? stagesOf(place) : std::vector<int>();
    const TimelineLayout layout = currentLayout();
    QRectF area;
    for (const int stage : stages) {
        area = area.united(layout.rows[stage]);
    }
    return area.isNull() ? View::areaOf(place) : area;
}

void TimelineView::paintOverlay(QPainter& painter)
{
    if (timeline() == nullptr) {
        return;
    }
    const Theme theme(palette(), font());
    const TimelineLayout layout = currentLayout();
    const TimelinePicture picture =
        timelinePicture(*document()->plan(), *document()->estimate(), bins(), theme, layout);
    paintSelection(painter, picture);
    paintMeasure(painter, picture);
    paintCursor(painter, picture);
}

void TimelineView::paintSelection(QPainter& painter, const TimelinePicture& p)
{
    const Selection& selected = selection()->current();
    paintFollowed(painter, p, selected.microbatch);
    if (selected.stage >= 0 && selected.stage < static_cast<int>(p.layout.rows.size())) {
        const QRectF& row = p.layout.rows[selected.stage];
        paintOutline(painter, row.adjusted(-2, -2, 2, 2), p.theme.accent, 2);
    }
}

void TimelineView::paintMeasure(QPainter& painter, const TimelinePicture& p)
{
    if (!m_measure) {
        return;
    }
    const auto [early, late] = std::minmax(m_measure->from, m_measure->to);
    const double left = std::clamp(p.layout.x(early), p.layout.tracks.left(), p.layout.tracks.right());
    const double right = std::clamp(p.layout.x(late), p.layout.tracks.left(), p.layout.tracks.right());
    const QRectF band(left, p.layout.axis.top(), right - left, p.layout.axis.height() + p.layout.tracks.height());
    QColor tint = p.theme.accent;
    tint.setAlphaF(0.18F);
    painter.fillRect(band, tint);
    painter.fillRect(QRectF(band.left(), band.top(), 1, band.height()), p.theme.accent);
    painter.fillRect(QRectF(band.right(), band.top(), 1, band.height()), p.theme.accent);
    const QString text = tr("A–B %1").arg(secondsText(late - early));
    const double width = textWidth(p.theme.boldFont, text) + 2 * p.theme.gap;
    const double place = std::clamp(band.center().x() - width / 2, p.layout.tracks.left(),
                                    std::max(p.layout.tracks.left(), p.layout.tracks.right() - width));
    const QRectF label(place, p.layout.axis.top() - 1, width, p.theme.lineHeight + 2);
    painter.fillRect(label, p.theme.accent);
    paintText(painter, p.theme.boldFont, labelColor(p.theme.accent), label, Qt::AlignCenter, text);
}

void TimelineView::paintCursor(QPainter& painter, const TimelinePicture& p)
{
    if (!pointer() || pointer()->x() < p.layout.tracks.left() || pointer()->x() > p.layout.tracks.right()) {
        return;
    }
    paintTimeCursor(painter, p.theme, p.layout, pointer()->x());
}

void TimelineView::refresh()
{
    table()->reset(timelineFigures(document()->estimate() ? document()->estimate()->timeline : nullptr));
    if (timeline() != nullptr) {
        m_kinds = kindsIn(*document()->estimate());
        m_time->setLimit(timeline()->makespan);
    }
}

TimelineView::Hit TimelineView::hitAt(const QPointF& position) const
{
    const TimelineLayout layout = currentLayout();
    Hit hit;
    hit.stage = layout.stageAt(position);
    if (hit.stage < 0 || !layout.tracks.contains(position)) {
        return hit;
    }
    hit.operation = operationAt(*timeline(), layout, static_cast<std::size_t>(hit.stage), position.x());
    return hit;
}

void TimelineView::select(const Hit& hit)
{
    if (hit.stage < 0) {
        selection()->select({});
        return;
    }
    selection()->select({.stage = hit.stage, .microbatch = hit.operation != nullptr ? hit.operation->microbatch : -1});
}

std::optional<Selection> TimelineView::selectionOfRow(int row) const
{
    const auto index = static_cast<std::size_t>(row);
    return Selection{.stage = stageOfOperation(*timeline(), index),
                     .microbatch = timeline()->operations[index].microbatch};
}

QString TimelineView::tipAt(const QPointF& position)
{
    const Hit hit = hitAt(position);
    if (hit.stage < 0) {
        return {};
    }
    const StageTrack& track = timeline()->stages[hit.stage];
    if (hit.operation == nullptr) {
        Tip tip(QStringLiteral("%1: %2").arg(stageTitle(*document()->plan(), hit.stage), tr("idle")));
        tip.add(tr("Bubbles of the stage, per step"), secondsText(track.bubble));
        tip.add(tr("Share of the step"), percentText(track.bubble / timeline()->makespan));
        return tip.html();
    }
    const Operation& operation = *hit.operation;
    Tip tip(QStringLiteral("%1: %2").arg(stageTitle(*document()->plan(), hit.stage), nameOf(operation.kind)));
    if (operation.microbatch >= 0) {
        tip.add(tr("Micro-batch"), passText(*document()->plan(), operation));
    }
    if (document()->plan()->schedule.virtualStages > 1) {
        tip.add(tr("Chunk"), QString::number(operation.chunk + 1));
    }
    tip.add(tr("Start"), secondsText(operation.start));
    tip.add(tr("End"), secondsText(operation.end));
    tip.add(tr("Takes"), secondsText(operation.end - operation.start));
    const HiddenSyncs hidden = hiddenSyncs(*document()->plan(), *document()->estimate());
    if (const Seconds sync = hiddenBeside(hidden, static_cast<std::size_t>(hit.stage), operation); sync > 0) {
        tip.add(tr("Gradient sync overlapped with it"), secondsText(sync));
    }
    return tip.html();
}

void TimelineView::pressed(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    m_time->settle();
    m_measuring = !m_strip.press(currentStrip(), position) && modifiers.testFlag(Qt::ShiftModifier);
    if (m_measuring) {
        const Seconds moment = currentLayout().timeAt(position.x());
        m_measure = Measure{moment, moment};
    }
}

void TimelineView::dragged(const QPointF& position, const std::optional<QPointF>& moved)
{
    if (m_strip.move(position)) {
        return;
    }
    hovered();
    const TimelineLayout layout = currentLayout();
    if (m_measuring && m_measure) {
        m_measure->to = layout.timeAt(position.x());
    } else if (moved) {
        m_time->pan(-moved->x() * m_time->length() / layout.tracks.width());
    }
}

void TimelineView::released(const QPointF& position, bool clicked)
{
    if (!m_strip.release() && clicked && !m_measuring) {
        select(hitAt(position));
    }
    m_measuring = false;
}

void TimelineView::hovered()
{
    using Grip = TimeStrip::Grip;
    const Grip grip = pointer() ? currentStrip().gripAt(*pointer()) : Grip::None;
    setCursor(grip == Grip::Begin || grip == Grip::End ? Qt::SizeHorCursor
              : grip == Grip::Inside                   ? Qt::OpenHandCursor
              : grip == Grip::Outside                  ? Qt::PointingHandCursor
                                                       : Qt::ArrowCursor);
    update();
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    if (timeline() == nullptr) {
        return;
    }
    turnTime(*m_time, *event, currentLayout().timeAt(event->position().x()));
}

Seconds TimelineView::zoomCentre() const
{
    const TimelineLayout layout = currentLayout();
    const bool pointed = pointer() && layout.tracks.contains(*pointer());
    return pointed ? layout.timeAt(pointer()->x()) : (m_time->begin() + m_time->end()) / 2;
}

void TimelineView::step(int operations)
{
    const Selection& selected = selection()->current();
    const auto stage = static_cast<std::size_t>(std::max(0, selected.stage));
    if (stage >= timeline()->stages.size()) {
        return;
    }
    const auto all = timeline()->ofStage(stage);
    int microbatch = selected.microbatch + operations;
    const int most = document()->plan()->schedule.microbatches - 1;
    microbatch = std::clamp(microbatch, 0, most);
    selection()->select({.stage = static_cast<int>(stage), .microbatch = microbatch});
    const auto found = std::ranges::find_if(
        all, [&](const Operation& op) { return op.microbatch == microbatch && op.kind == TimelineKind::Forward; });
    if (found != all.end() && (found->start < m_time->begin() || found->end > m_time->end())) {
        m_time->show(found->start - m_time->length() / 2, found->start + m_time->length() / 2);
    }
}

std::vector<ViewKey> TimelineView::keys()
{
    const auto selectStage = [this](int stage) {
        selection()->select({.stage = stage, .microbatch = selection()->current().microbatch});
    };
    return timeKeys(*m_time, [this] { return zoomCentre(); }) + stageKeys(selectStage) +
           std::vector<ViewKey>{{{Qt::Key_Left, Qt::Key_Right},
                                 ViewKeys::tr("Micro-batch before or after"),
                                 [this](auto& key) { step(key.step()); }},
                                {{Qt::Key_Escape}, ViewKeys::tr("Clear the measurement and selection"), [this](auto&) {
                                     m_measure.reset();
                                     selection()->select({});
                                     update();
                                 }}};
}

}  // namespace pgram
