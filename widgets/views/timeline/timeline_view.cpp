// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/timeline_view.h"

#include "core/base/index.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/common/words.h"
#include "widgets/views/timeline/difference_picture.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <QPainter>

#include <cmath>
#include <utility>

namespace pgram {

namespace {

// Sizes in lines of text.
constexpr double stripLines = 1.8;       // strip of the whole step
constexpr double sumsLines = 4.2;        // sums
constexpr double narrowSumsLines = 8.5;  // sums in a narrow picture
constexpr double narrowPicture = 40;     // width of a narrow picture
constexpr double memoryLines = 2.4;      // memory of one stage
constexpr double leastWithStrip = 16;    // height of the lowest picture with each of them
constexpr double leastWithSums = 20;
constexpr double leastWithMemory = 26;

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

TimelineView::TimelineView(Document* document, SelectionModel* selection, TimeWindow* time, MeasuredRun* run,
                           QWidget* parent)
    : SceneView(document, selection, parent),
      m_time(time != nullptr ? time : new TimeWindow(this)),
      m_strip(m_time),
      m_run(run)
{
    makeRunControls();
    connect(m_time, &TimeWindow::changed, this, &TimelineView::pictureChanged);
    follow();
}

const Timeline* TimelineView::timeline() const
{
    const auto estimate = document()->estimate();
    const bool simulated = estimate && estimate->timeline && !estimate->timeline->stages.empty();
    return simulated ? estimate->timeline.get() : nullptr;
}

const std::shared_ptr<const TimelineBins>& TimelineView::bins()
{
    const auto current = document()->estimate()->timeline;
    if (m_bins == nullptr || m_binned != current) {
        m_binned = current;
        m_bins = std::make_shared<const TimelineBins>(*current);
        m_use.emplace(*document()->plan(), *document()->estimate());
        m_sums = {};
    }
    return m_bins;
}

const StepRange& TimelineView::sums()
{
    static_cast<void>(bins());
    const Measure part = m_measure ? *m_measure : Measure{m_time->begin(), m_time->end()};
    const Seconds limit = timeline()->makespan;
    const Seconds begin = std::clamp(std::min(part.from, part.to), 0.0, limit);
    const Seconds end = std::clamp(std::max(part.from, part.to), begin, limit);
    if (m_sums.end <= 0 || m_sums.begin != begin || m_sums.end != end) {
        m_sums = m_use->between(begin, end);
    }
    return m_sums;
}

QRectF TimelineView::shownArea() const
{
    return inside(Theme(palette(), font()), pictureArea());
}

double TimelineView::missingHeight(const QRectF& area) const
{
    constexpr int fewStages = 16;
    constexpr double leastRow = 1.4;  // lines of a row of a few stages
    constexpr double leastLow = 0.4;  // and of many
    if (timeline() == nullptr || showsDifference()) {
        return 0;
    }
    const double line = Theme(palette(), font()).lineHeight;
    const Places places = layoutIn(inside(Theme(palette(), font()), area));
    const auto stages = static_cast<double>(places.timeline.rows.size());
    const double rows = line * stages * (stages <= fewStages ? leastRow : leastLow);
    const double whole = line * leastWithSums - inside(Theme(palette(), font()), area).height();
    return std::max(whole, rows - places.timeline.tracks.height());
}

TimelineView::Places TimelineView::layoutIn(const QRectF& inner) const
{
    const Theme theme(palette(), font());
    const double line = theme.lineHeight;
    const Plan& plan = *document()->plan();
    const auto stages = static_cast<int>(timeline()->stages.size());
    const auto room = [&](double lines) { return line * lines + theme.margin; };
    const double strip = inner.height() < line * leastWithStrip ? 0 : room(stripLines);
    const double sumsHeight = inner.width() < line * narrowPicture ? narrowSumsLines : sumsLines;
    const double sums = inner.height() < line * leastWithSums ? 0 : room(sumsHeight);
    QRectF below = belowHeading(theme, inner, headingNow(theme));
    const auto rowsAbove = [&](double foot) {
        return layoutTimeline(theme, stages, below.adjusted(0, 0, 0, -foot), m_time->begin(), m_time->end(),
                              widestStageTitle(plan, theme.boldFont));
    };
    Places places;
    places.measured = measuredPlaces(theme, below.adjusted(0, 0, 0, -strip - sums), stages, trackCount());
    const double measured = places.measured.empty() ? 0 : places.measured.back().track.bottom() + theme.margin;
    places.timeline = rowsAbove(strip + sums + measured);
    double top = places.timeline.tracks.bottom();
    if (!places.timeline.memories.empty()) {
        top = std::max(top, places.timeline.memories.back().bottom());
    } else if (inner.height() >= line * leastWithMemory) {
        const auto& all = document()->estimate()->stages;
        const auto fullest = std::ranges::max_element(all, {}, [](const auto& stage) { return stage.memory.total(); });
        const int selected = selection()->current().stage;
        places.memoryOf = selected >= 0 && selected < stages ? selected : static_cast<int>(fullest - all.begin());
        places.timeline = rowsAbove(strip + sums + measured + room(memoryLines));
        const QRectF& tracks = places.timeline.tracks;
        places.memory =
            QRectF(tracks.left(), tracks.bottom() + measured + theme.margin, tracks.width(), line * memoryLines);
        top = tracks.bottom();
    }
    const QRectF& tracks = places.timeline.tracks;
    for (MeasuredPlace& row : places.measured) {
        row.caption.moveTo(tracks.left(), row.caption.top() + top);
        row.caption.setWidth(tracks.width());
        row.track.moveTo(tracks.left(), row.track.top() + top);
        row.track.setWidth(tracks.width());
    }
    top = std::max(top + measured, places.memory.bottom());
    const auto next = [&](double lines) {
        const double height = line * lines;
        const QRectF area(tracks.left(), std::min(top + theme.margin, inner.bottom() - height), tracks.width(), height);
        top = area.bottom();
        return area;
    };
    places.strip = {{}, m_time->begin(), m_time->end(), m_time->limit()};
    if (strip > 0) {
        places.strip.area = next(stripLines);
    }
    if (sums > 0) {
        places.sums = next(sumsHeight);
    }
    return places;
}

void TimelineView::build(Scene& scene)
{
    const Theme& theme = scene.theme();
    if (showsDifference()) {
        buildDifference(scene);
        return;
    }
    if (timeline() == nullptr) {
        scene.note(scene.area(), tr("No timeline: this schedule cannot be run on this plan. The issues say why."));
        return;
    }
    /// Everything that the picture of the rows refers to.
    struct Shown {
        std::shared_ptr<const Plan> plan;
        std::shared_ptr<const Estimate> estimate;
        std::shared_ptr<const TimelineBins> bins;
        Theme theme;
        Places places;
        MeasuredCurves measured;
        [[nodiscard]] TimelinePicture picture() const
        {
            return timelinePicture(*plan, *estimate, *bins, theme, places.timeline);
        }
    };
    const auto shown = std::make_shared<const Shown>(
        Shown{document()->plan(), document()->estimate(), bins(), theme, layoutIn(scene.area()), m_measuredMemory});
    const Places& places = shown->places;
    const TimelineLayout& layout = places.timeline;
    const Timeline* all = timeline();
    scene.heading(headingNow(theme));
    scene.drawing(layout.axis.united(layout.tracks), [shown](QPainter& painter) {
        const TimelinePicture picture = shown->picture();
        paintTimelineAxis(painter, shown->theme, withMeasured(shown->places.timeline, shown->places.measured));
        paintTimelineRows(painter, picture);
        paintTimelineMemory(painter, picture, shown->measured);
        paintTimelineLabels(painter, picture);
    });
    for (std::size_t stage = 0; stage < layout.rows.size(); ++stage) {
        scene.target(layout.rows[stage].adjusted(layout.names - layout.tracks.left(), 0,
                                                 layout.shares.right() - layout.tracks.right(), 0),
                     {"stage", static_cast<int>(stage)});
    }
    scene.targets(
        layout.tracks,
        [this, all, layout](const QPointF& position) {
            const int stage = layout.stageAt(position);
            const Operation* hit =
                stage < 0 ? nullptr : operationAt(*all, layout, static_cast<std::size_t>(stage), position.x());
            return hit == nullptr ? Ref{} : Ref{"operation", static_cast<int>(hit - all->operations.data())};
        },
        [this, all, layout](const Ref& ref) {
            return ref.is("operation")
                       ? layout.rectOf(at(stageOfOperation(*all, at(ref.index))), all->operations[at(ref.index)])
                       : QRectF();
        });
    addMeasuredTracks(scene, places);
    addMemoryBelow(scene, places);
    addMemoryTargets(scene, places);
    if (!places.strip.area.isEmpty()) {
        scene.drawing(places.strip.area, [this, shown](QPainter& painter) {
            m_strip.paint(painter, shown->theme, shown->places.strip, shown->estimate->timeline, *shown->bins);
            TimeStripControl::paintFrame(painter, shown->theme, shown->places.strip);
        });
        const QRectF& strip = places.strip.area;
        scene.fitting(QRectF(layout.names, strip.top(), strip.left() - layout.names - theme.gap, strip.height()),
                      {tr("whole step"), tr("step")}, theme.smallFont, theme.mutedText);
    }
    if (!places.sums.isEmpty() && !m_measure) {
        addStepSums(scene, places.sums, layout.names, *shown->plan, sums());
    }
}

void TimelineView::mark(Scene& scene)
{
    if (timeline() == nullptr || showsDifference()) {
        return;
    }
    const Theme& theme = scene.theme();
    const auto places = std::make_shared<const Places>(layoutIn(scene.area()));
    const Selection selected = selection()->current();
    scene.drawing(places->timeline.tracks, [this, places, theme, selected](QPainter& painter) {
        paintFollowed(painter,
                      timelinePicture(*document()->plan(), *document()->estimate(), *bins(), theme, places->timeline),
                      selected.microbatch);
    });
    if (selected.stage >= 0 && selected.stage < static_cast<int>(places->timeline.rows.size())) {
        scene.frame(places->timeline.rows[selected.stage].adjusted(-2, -2, 2, 2), theme.accent, 2);
    }
    if (m_measure) {
        markMeasure(scene, withMeasured(places->timeline, places->measured));
        addMeasured(scene, *places);
    }
    if (pointer() && pointer()->x() >= places->timeline.tracks.left() &&
        pointer()->x() <= places->timeline.tracks.right()) {
        scene.drawing(places->timeline.tracks, [places, theme, x = pointer()->x()](QPainter& painter) {
            paintTimeCursor(painter, theme, withMeasured(places->timeline, places->measured), x);
        });
    }
}

void TimelineView::addMeasured(Scene& scene, const Places& places)
{
    if (!places.sums.isEmpty()) {
        addStepSums(scene, places.sums, places.timeline.names, *document()->plan(), sums(), tr("A–B"));
    }
}

void TimelineView::markMeasure(Scene& scene, const TimelineLayout& layout)
{
    const Theme& theme = scene.theme();
    const auto [early, late] = std::minmax(m_measure->from, m_measure->to);
    const double left = std::clamp(layout.x(early), layout.tracks.left(), layout.tracks.right());
    const double right = std::clamp(layout.x(late), layout.tracks.left(), layout.tracks.right());
    const QRectF band(left, layout.axis.top(), right - left, layout.axis.height() + layout.tracks.height());
    QColor tint = theme.accent;
    tint.setAlphaF(0.18F);
    scene.fill(band, tint);
    scene.fill(QRectF(band.left(), band.top(), 1, band.height()), theme.accent);
    scene.fill(QRectF(band.right(), band.top(), 1, band.height()), theme.accent);
    const QString text = tr("A–B %1").arg(secondsText(late - early));
    const double width = textWidth(theme.boldFont, text) + 2 * theme.gap;
    const double place = std::clamp(band.center().x() - width / 2, layout.tracks.left(),
                                    std::max(layout.tracks.left(), layout.tracks.right() - width));
    const QRectF label(place, layout.axis.top() - 1, width, theme.lineHeight + 2);
    scene.fill(label, theme.accent);
    scene.text(label, text, theme.boldFont, labelColor(theme.accent), Qt::AlignCenter);
}

void TimelineView::refresh()
{
    compareRun();
    if (timeline() != nullptr) {
        m_kinds = kindsIn(*document()->estimate());
        const Seconds before = m_time->limit();
        m_time->setLimit(timeline()->makespan);
        if (m_time->limit() != before) {
            m_measure.reset();  // it measured another step
        }
    }
    if (showsDifference()) {
        const Compared* rank = chosenRank();
        table()->reset(differenceFigures(rank != nullptr ? rank->page : nullptr));
    } else {
        table()->reset(timelineFigures(document()->estimate() ? document()->estimate()->timeline : nullptr));
    }
}

/// The memory below the rows is the selected stage's.
void TimelineView::refreshSelection()
{
    const int stage = selection()->current().stage;
    if (std::exchange(m_memoryStage, stage) != stage) {
        pictureChanged();
    }
    update();
}

std::optional<Selection> TimelineView::selectionOfRow(int row) const
{
    if (showsDifference()) {
        return std::nullopt;
    }
    const auto index = static_cast<std::size_t>(row);
    return Selection{.stage = stageOfOperation(*timeline(), index),
                     .microbatch = timeline()->operations[index].microbatch};
}

QString TimelineView::tipAt(const QPointF& position)
{
    if (m_measure && timeline() != nullptr && !showsDifference()) {
        Scene measured(Theme(palette(), font()), shownArea());
        addMeasured(measured, layoutIn(shownArea()));
        if (const Ref ref = measured.at(position); ref.isKnown()) {
            return tipOf(ref, position);
        }
    }
    return SceneView::tipAt(position);
}

QString TimelineView::tipOf(const Ref& ref, const QPointF& position)
{
    const Plan& plan = *document()->plan();
    if (ref.is("use")) {
        const std::vector<TimeUse> uses = timeUses(sums());
        return at(ref.index) < uses.size() ? useTip(plan, sums(), uses[at(ref.index)]) : QString();
    }
    if (const Compared* rank = chosenRank(); ref.is("part") && rank != nullptr) {
        return rowTip(*rank->page, at(ref.index));
    }
    if (ref.is("memory")) {
        return memoryTip(ref.index, currentLayout().timeAt(position.x()));
    }
    if (ref.is("measured")) {
        return measuredTip(at(ref.index), currentLayout().timeAt(position.x()));
    }
    const int stage = ref.is("operation") ? stageOfOperation(*timeline(), at(ref.index)) : ref.index;
    if (!ref.is("operation")) {
        const StageTrack& track = timeline()->stages[at(stage)];
        const QString title = stageTitle(plan, stage);
        Tip tip(currentLayout().tracks.contains(position) ? QStringLiteral("%1: %2").arg(title, tr("idle")) : title);
        tip.add(tr("Bubbles of the stage, per step"), secondsText(track.bubble));
        tip.add(tr("Share of the step"), percentText(track.bubble / timeline()->makespan));
        return tip.html();
    }
    const Operation& operation = timeline()->operations[at(ref.index)];
    Tip tip(QStringLiteral("%1: %2").arg(stageTitle(plan, stage), nameOf(operation.kind)));
    if (operation.microbatch >= 0) {
        tip.add(tr("Micro-batch"), passText(plan, operation));
    }
    if (plan.schedule.virtualStages > 1) {
        tip.add(tr("Chunk"), QString::number(operation.chunk + 1));
    }
    tip.add(tr("Start"), secondsText(operation.start));
    tip.add(tr("End"), secondsText(operation.end));
    tip.add(tr("Takes"), secondsText(operation.end - operation.start));
    const HiddenSyncs hidden = hiddenSyncs(plan, *document()->estimate());
    if (const Seconds sync = hiddenBeside(hidden, at(stage), operation); sync > 0) {
        tip.add(tr("Gradient sync overlapped with it"), secondsText(sync));
    }
    return tip.html();
}

}  // namespace pgram
