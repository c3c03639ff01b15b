// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the plots of the Search view draw: the search that made the plan, and what is known of its scenario beside it.
// A plain value.
#pragma once

#include "widgets/document/search_record.h"
#include "widgets/document/session.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/work/search_study.h"

#include <QCoreApplication>

#include <memory>
#include <vector>

namespace pgram {

/// The words of these plots.
struct SearchText {
    Q_DECLARE_TR_FUNCTIONS(SearchText)
};

enum class SearchPlot { Progress, Walk, Frontier, Methods };
inline constexpr int searchPlots = 4;

struct SearchFigures {
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const Estimate> estimate;
    std::shared_ptr<const SearchRecord> record;  ///< null = the plan comes from a file
    SearchRequest request;                       ///< the record's, or what the plan answers
    std::shared_ptr<const MethodStudy> methods;
    std::shared_ptr<const FrontierStudy> frontier;
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

/// A row for every point of the four plots.
[[nodiscard]] FigureContent searchContent(const SearchFigures& figures);

// The plans that points of the Search view stand for, as plans of the session with a record of where they come from.

struct PlanOfPoint {
    Plan plan;
    std::shared_ptr<const Estimate> estimate;
    SearchRecord record;
};

[[nodiscard]] PlanOfPoint foundPlan(const SearchFigures& figures, const MethodRow& row);
[[nodiscard]] PlanOfPoint foundPlan(const SearchFigures& figures, const FrontierPoint& point);
/// A partition of the walk with its best strategies; the bound of the walk's own search holds for it, too.
[[nodiscard]] PlanOfPoint foundPlan(const SearchFigures& figures, const BalanceStep& step, Plan plan);

/// Shows the plan of the session that is the same but for its name, or adds it.
void showOrAdd(Session& session, PlanOfPoint found);

}  // namespace pgram
