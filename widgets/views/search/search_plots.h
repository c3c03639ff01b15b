// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plots of the Search view: each fills a Plot, and says in rich text what a mark of it stands for.
// What the plots of the Search view draw: the search that made the plan, and what is known of its scenario beside it.
// A plain value.
#pragma once

#include "widgets/document/plan_document.h"
#include "widgets/document/session.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/plot.h"
#include "widgets/work/search_study.h"

#include <QCoreApplication>

#include <memory>
#include <vector>

namespace pgram {

/// The words of these plots.
struct SearchText {
    Q_DECLARE_TR_FUNCTIONS(SearchText)
};

enum class SearchPlot { Progress, Methods, Walk };
inline constexpr int searchPlots = 3;

struct SearchFigures {
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const Estimate> estimate;
    std::shared_ptr<const SearchRecord> record;  ///< null = the plan comes from a file
    SearchRequest request;                       ///< the record's, or what the plan answers
    std::shared_ptr<const MethodStudy> methods;
    QString problem;       ///< why nothing more can be computed
    bool running = false;  ///< more is being computed

    /// BMW's walk: the plan's own search's, else that of BMW on the same scenario; with two stages or more where its
    /// best has one.
    [[nodiscard]] const std::vector<BalanceStep>& walk() const { return walkSource().walk; }
    /// The search that has that walk, or an empty one.
    [[nodiscard]] const SearchResult& walkSource() const;
    [[nodiscard]] bool hasOwnWalk() const { return record && !record->result.walk.empty(); }
    /// Null until it is known.
    [[nodiscard]] const MethodRow* row(Method method) const;
    /// Auto-MAP from seed to seed; null until it is known.
    [[nodiscard]] const LearningCurves* learned() const { return methods->learned ? &*methods->learned : nullptr; }
    [[nodiscard]] Method method() const { return request.method; }
    /// There is something to draw of how this plan was found.
    [[nodiscard]] bool hasHistory() const { return record && !record->result.incumbents.empty(); }
};

/// What a plot shows and how to read it. Rich text.
[[nodiscard]] QString plotTip(SearchPlot plot);

/// α of the plan as it is now.
struct BalanceDegrees {
    double time = 0;
    double memory = 0;
};
[[nodiscard]] BalanceDegrees degreesOf(const Estimate& estimate);

/// "8 · 8 · 9 · 7"
[[nodiscard]] QString sizesText(const std::vector<int>& sizes);
/// Layers of each chunk.
[[nodiscard]] std::vector<int> sizesOf(const Plan& plan);
[[nodiscard]] QString throughputText(double samplesPerSecond);
/// "optimal", "gap 3.1 %", "stopped, gap 3.1 %"
[[nodiscard]] QString shortCertificate(const Certificate& certificate);

/// A row for every point of the plots.
[[nodiscard]] FigureContent searchContent(const SearchFigures& figures);

// The plans that points of the Search view stand for, as plans of the session with a record of where they come from.

struct PlanOfPoint {
    Plan plan;
    std::shared_ptr<const Estimate> estimate;
    SearchRecord record;
};

[[nodiscard]] PlanOfPoint foundPlan(const SearchFigures& figures, const MethodRow& row);
/// A partition of the walk with its best strategies; the bound of the walk's own search holds for it, too.
[[nodiscard]] PlanOfPoint foundPlan(const SearchFigures& figures, const BalanceStep& step, Plan plan);

/// Shows the plan of the session that is the same but for its name, or adds it.
void showOrAdd(Session& session, PlanOfPoint found);

// How the search went: the best plan's step time a sample as it fell, the lower bound as it rose, and the gap between
// them; beside it what other searches of the same scenario had after the same seconds.

/// A figure over the seconds of a search: it holds from each point to the next, the last one to `end`.
struct SearchCurve {
    enum class Kind { Best, Bound, Other, Worst };
    Kind kind = Kind::Best;
    QString name;
    std::vector<QPointF> points;  ///< seconds, seconds a sample
    double end = 0;
    int series = 0;  ///< of Other, and of Worst, which follows the one that it is the worst seed of: its colour

    [[nodiscard]] double at(double seconds) const;  ///< of a moment not before its first point
};

[[nodiscard]] std::vector<SearchCurve> searchCurves(const SearchFigures& figures);
void fillProgress(Plot& plot, const Theme& theme, const SearchFigures& figures);
/// Rich text.
[[nodiscard]] QString progressTip(const SearchFigures& figures, int incumbent);

// BMW's walk in the plane of its two balance degrees: every partition that it solved, joined to the one that it went
// on from, coloured by its step time, with the plan as it is now beside them. Below, a partition as a strip of its
// chunks.

/// Two strips of chunks below the plot: the plan's partition, and one of the walk's.
struct WalkStrips {
    QRectF plan;
    QRectF step;
};
[[nodiscard]] WalkStrips walkStrips(const Theme& theme, const QRectF& below);
/// Where the chunks of a partition stand in a strip.
[[nodiscard]] std::vector<QRectF> chunksIn(const QRectF& strip, const std::vector<int>& sizes);
/// The stage whose chunk of the plan's strip is at a position; -1 = none.
[[nodiscard]] int stageAt(const WalkStrips& strips, const Plan& plan, const QPointF& position);

void fillWalk(Plot& plot, const Theme& theme, const SearchFigures& figures);
/// `below` the plot. `shown`: the step whose partition stands beside the plan's, -1 = the best of the walk; `stage`:
/// marked in both.
void paintWalkStrips(QPainter& painter, const Theme& theme, const SearchFigures& figures, const QRectF& below,
                     int shown, int stage);
/// Rich text.
[[nodiscard]] QString walkTip(const SearchFigures& figures, int step);
/// Why there is no walk to draw; empty when there is one.
[[nodiscard]] QString walkNote(const SearchFigures& figures);

// The methods side by side: throughput as bars, the joint optimum at the top and how far the others stay behind it;
// a method that finds no plan says what it misses, and the bar of one that leaves the searched space is hollow.

/// Indices into the rows of the study: the joint optimum first, then by throughput, what finds no plan last.
[[nodiscard]] std::vector<int> methodOrder(const SearchFigures& figures);
/// Of the method, or "For Megatron-LM".
[[nodiscard]] QString titleOf(const MethodRow& row);
/// What the plan of a method has that the searched space has not, as "ZeRO-1"; empty = it is a plan of the space.
[[nodiscard]] QStringList outsideOf(const SearchFigures& figures, const MethodRow& row);
/// "outside the space: ZeRO-1"; empty when it is not.
[[nodiscard]] QString outsideText(const SearchFigures& figures, const MethodRow& row);
/// How much faster than the best of the space, a share: 0 for that one, negative below it; a method that leaves the
/// space may be above it.
[[nodiscard]] double behindBest(const SearchFigures& figures, const MethodRow& row);
/// "short by 1.2 GiB" or "no legal plan".
[[nodiscard]] QString missText(const MethodRow& row);

/// As many rows as there is room for, the plan's own method among them; marks are of the rows shown, their index is
/// one of methodOrder().
void fillMethods(Plot& plot, const Theme& theme, const SearchFigures& figures);
/// Rich text; `place` in methodOrder().
[[nodiscard]] QString methodTip(const SearchFigures& figures, int place);

}  // namespace pgram
