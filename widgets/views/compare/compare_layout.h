// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The sections of the Compare view and where they stand: all of them where there is room, else one alone. Pure.
// The sections of the Compare view, each a layout and its painter, and what stands above them all.
// The plans that are compared, each with its differences from the first one, the reference. Snapshots: they stay what
// they are while the session goes on.
#pragma once

#include "core/base/index.h"
#include "core/plan/compare.h"
#include "widgets/document/selection.h"
#include "widgets/document/session.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/memory/memory_picture.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <QCoreApplication>
#include <QRectF>
#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

class QPainter;

namespace pgram {

struct ComparedPlan {
    int row = -1;    ///< of the session
    QString letter;  ///< "A", "B", …: the plan's short name in every section
    QString name;
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const Estimate> estimate;
    bool sameModel = true;  ///< as the reference's: figures and layers can be held against it
    Comparison difference;  ///< from the reference to this plan

    /// Null where the schedule cannot run.
    [[nodiscard]] const Timeline* timeline() const
    {
        return estimate->timeline && !estimate->timeline->stages.empty() ? estimate->timeline.get() : nullptr;
    }
    [[nodiscard]] int layers() const { return static_cast<int>(plan->strategies.size()); }
    /// The layer's strategy is another one than the reference's.
    [[nodiscard]] bool differs(int layer) const;
    /// Layers whose strategy is another one.
    [[nodiscard]] int differingLayers() const;
    /// Null where neither this plan nor the reference has that kind of traffic.
    [[nodiscard]] const VolumeDifference* volume(TrafficKind kind) const;
};

struct CompareSet {
    std::vector<ComparedPlan> plans;  ///< two at least, the reference first; or none

    [[nodiscard]] bool isEmpty() const { return plans.empty(); }
    [[nodiscard]] int layers() const;  ///< of the plan that has most
    [[nodiscard]] int stages() const;
    /// The longest simulated step; 0 where no plan has a timeline.
    [[nodiscard]] Seconds longestStep() const;
    /// Traffic kinds that any plan has, in their order.
    [[nodiscard]] std::vector<TrafficKind> trafficKinds() const;
};

/// The ticked plans of the session; none when fewer than two are.
[[nodiscard]] CompareSet compareSetOf(const Session& session);

/// The figures that are held against each other, most important first.
[[nodiscard]] std::vector<const Figure*> comparedFigures();
/// The figure's difference from the reference.
[[nodiscard]] const FigureDifference& differenceOf(const ComparedPlan& plan, const Figure& figure);
/// "+3.2 %", or for a share "−1.4 points".
[[nodiscard]] QString changeText(const FigureDifference& difference);
/// "+1.20 GiB", "−310 MiB", "±0"
[[nodiscard]] QString signedBytes(double bytes);

// One translation context for everything that the Compare view says.

struct CompareText {
    Q_DECLARE_TR_FUNCTIONS(CompareText)
};

// A plan's letter in its frame, and the line that says which letter is which plan: above every section of the Compare
// view.

[[nodiscard]] double badgeWidth(const Theme& theme);
/// The letter at the left of `line`, in its middle; the reference's is filled.
void paintBadge(QPainter& painter, const Theme& theme, const QRectF& line, const ComparedPlan& plan, bool reference);
/// The badge, and behind it the name as far as it fits.
void paintPlanName(QPainter& painter, const Theme& theme, const QRectF& line, const ComparedPlan& plan, bool reference);

struct PlanKey {
    QRectF area;
    std::vector<QRectF> names;  ///< one a plan
    QString verdict;            ///< the sentence below the names
};
/// Returns which plan is best and why: "B is the fastest: −8.1 % step time against A, mostly communication; …".
[[nodiscard]] QString verdictOf(const CompareSet& set);
/// At the top of `area`, as many lines as it takes.
[[nodiscard]] PlanKey layoutPlanKey(const Theme& theme, const CompareSet& set, const QRectF& area);
void paintPlanKey(QPainter& painter, const Theme& theme, const CompareSet& set, const PlanKey& key);

// The Compare view's figures: a row a figure, a column a plan, each with its difference from the reference in sign and
// word and a bar on the row's scale.

struct FiguresPanel {
    QRectF panel;
    QRectF head;                  ///< the line of the plans above the columns
    std::vector<QRectF> rows;     ///< one a compared figure, over the whole width
    std::vector<QRectF> columns;  ///< one a plan

    [[nodiscard]] int planAt(const QPointF& position) const;                                       ///< -1 = none
    [[nodiscard]] int figureAt(const QPointF& position) const { return indexAt(rows, position); }  ///< -1 = none
};

[[nodiscard]] FiguresPanel layoutFigures(const Theme& theme, const CompareSet& set, const QRectF& panel);
void paintFigures(QPainter& painter, const Theme& theme, const CompareSet& set, const FiguresPanel& layout);

// The Compare view's strategies: a row a plan, the layers along one axis, coloured and hatched as in the strategy map.
// Layers whose strategy is another one than the reference's are marked below.

struct StrategyPanel {
    QRectF panel;
    QRectF axis;                 ///< of the layers, below the tracks
    std::vector<QRectF> rows;    ///< one a plan, over the whole width
    std::vector<QRectF> tracks;  ///< the cells of the plan's layers
    double cellWidth = 0;
    int layers = 0;  ///< of the plan that has most

    [[nodiscard]] int planAt(const QPointF& position) const { return indexAt(rows, position); }  ///< -1 = none
    [[nodiscard]] int layerAt(const QPointF& position) const;  ///< over the tracks and the axis; -1 = none
    /// Where the layer stands in all rows.
    [[nodiscard]] QRectF column(int layer) const;
    [[nodiscard]] QRectF cells(std::size_t plan, int firstLayer, int count) const;
};

[[nodiscard]] StrategyPanel layoutStrategies(const Theme& theme, const CompareSet& set, const QRectF& panel);
void paintStrategies(QPainter& painter, const Theme& theme, const CompareSet& set, const StrategyPanel& layout);

// The Compare view's memory: a group of bars a stage, one bar a plan that has it, stacked by kind as in the memory
// view, on one axis against the budget, with what each holds more or less than the reference.

/// The bars are "bar" by plan and stage; "stage" has an area.
[[nodiscard]] std::shared_ptr<const Scene> stageMemoryScene(const Theme& theme, const CompareSet& set,
                                                            const QRectF& panel);

// The Compare view's timelines: one above another on one time axis, each painted as in the timeline view.

/// What is worked out once for a timeline, however often it is painted.
struct BinnedTimeline {
    std::shared_ptr<const Timeline> timeline;
    TimelineBins bins;
    TimelineKinds kinds;

    explicit BinnedTimeline(const Estimate& estimate)
        : timeline(estimate.timeline), bins(*timeline), kinds(kindsIn(estimate))
    {}
};
using BinnedTimelines = std::vector<std::shared_ptr<const BinnedTimeline>>;  ///< one a plan; null = no timeline

/// Those of `before` that are still of the set's timelines are kept.
[[nodiscard]] BinnedTimelines binned(const CompareSet& set, const BinnedTimelines& before);

struct TimelinesPanel {
    QRectF panel;
    QRectF axis;                         ///< above all of them
    std::vector<QRectF> titles;          ///< one a plan
    std::vector<TimelineLayout> tracks;  ///< one a plan; without rows where it has no timeline
    Seconds begin = 0;
    Seconds end = 1;

    [[nodiscard]] int planAt(const QPointF& position) const;  ///< -1 = none
    [[nodiscard]] QRectF tracksArea() const;                  ///< of all plans
};

[[nodiscard]] TimelinesPanel layoutTimelines(const Theme& theme, const CompareSet& set, const BinnedTimelines& binned,
                                             const QRectF& panel, Seconds begin, Seconds end);
void paintTimelines(QPainter& painter, const Theme& theme, const CompareSet& set, const BinnedTimelines& binned,
                    const TimelinesPanel& layout);

// The Compare view's communication: a group of bars a traffic kind, one bar a plan that has it, its bytes and its
// seconds hidden and exposed, each on one axis.

/// The rows are "volume" by plan and kind.
[[nodiscard]] std::shared_ptr<const Scene> volumesScene(const Theme& theme, const CompareSet& set, const QRectF& panel);

enum class CompareSection { Figures, Strategy, Memory, Timelines, Communication };
inline constexpr std::array allCompareSections{CompareSection::Figures, CompareSection::Strategy,
                                               CompareSection::Memory, CompareSection::Timelines,
                                               CompareSection::Communication};
[[nodiscard]] const char* keyOf(CompareSection section);  ///< stable, for settings: "figures"
[[nodiscard]] QString titleOf(CompareSection section);

struct CompareLayout {
    PlanKey key;
    std::array<QRectF, allCompareSections.size()> panels;  ///< empty = not shown
    FiguresPanel figures;
    StrategyPanel strategies;
    std::shared_ptr<const Scene> memory;  ///< null = not shown
    TimelinesPanel timelines;
    std::shared_ptr<const Scene> volumes;  ///< null = not shown

    [[nodiscard]] const QRectF& panel(CompareSection section) const { return panels[at(section)]; }
    [[nodiscard]] bool shows(CompareSection section) const { return !panel(section).isEmpty(); }
    [[nodiscard]] std::optional<CompareSection> sectionAt(const QPointF& position) const;
    [[nodiscard]] int planAt(const QPointF& position) const;  ///< in any section or the key; -1 = none
};

/// There is room for all sections at once.
[[nodiscard]] bool fitsAllSections(const Theme& theme, const QSizeF& size);
/// Of plans to compare: the set is not empty. Timelines show begin … end.
[[nodiscard]] CompareLayout layoutCompare(const Theme& theme, const CompareSet& set, const BinnedTimelines& binned,
                                          const QRectF& area, Seconds begin, Seconds end,
                                          std::optional<CompareSection> alone);
void paintCompare(QPainter& painter, const Theme& theme, const CompareSet& set, const BinnedTimelines& binned,
                  const CompareLayout& layout);

// What a tooltip of the Compare view says about the thing under the pointer.

/// Rich text; empty = nothing is there.
[[nodiscard]] QString compareTip(const CompareSet& set, const CompareLayout& layout, const QPointF& position);

// The sections of the Compare view as tables: plans for the figures, layers for the strategies, plan and stage for
// memory and timelines, kind and plan for the communication.

/// An empty set = no rows.
[[nodiscard]] FigureContent compareContent(const std::shared_ptr<const CompareSet>& set, CompareSection section);

/// The layer, or the stage, that a row is of.
struct CompareRow {
    int layer = -1;
    int stage = -1;
};
[[nodiscard]] CompareRow compareRowOf(const CompareSet& set, CompareSection section, int row);

}  // namespace pgram
