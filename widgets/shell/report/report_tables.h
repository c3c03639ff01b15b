// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tables of a report, out of its plans. Plain functions.
#pragma once

#include "core/fidelity/error_band.h"
#include "core/plan/estimate.h"
#include "widgets/document/plan_document.h"
#include "widgets/shell/report/html_page.h"

#include <QCoreApplication>
#include <QString>

#include <memory>
#include <vector>

namespace pgram {

struct ReportText {
    Q_DECLARE_TR_FUNCTIONS(Report)
};

struct ReportedPlan {
    QString letter;  ///< "A", "B", … among several; empty = the only one
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const Estimate> estimate;
    std::shared_ptr<const SearchRecord> search;  ///< null = opened from a file
    ErrorBands bands;

    [[nodiscard]] QString name() const;
    /// "B. name".
    [[nodiscard]] QString title() const;
};

/// What was planned: a row for each fact, a column for each plan.
[[nodiscard]] HtmlTable questionTable(const std::vector<ReportedPlan>& plans);
/// The same of the figures, what a run is expected to measure, and the certificate; of one plan with how each figure
/// came about.
[[nodiscard]] HtmlTable figureTable(const std::vector<ReportedPlan>& plans);

[[nodiscard]] HtmlTable stageTable(const ReportedPlan& of);
/// Per device at the peak, by kind.
[[nodiscard]] HtmlTable memoryTable(const ReportedPlan& of);
/// Neighbours with the same figures in one row.
[[nodiscard]] HtmlTable layerTable(const ReportedPlan& of);
/// The constants of the cluster and where each is from.
[[nodiscard]] HtmlTable constantTable(const Cluster& cluster);

/// How good the plan is known to be: of its search, or as its file says.
[[nodiscard]] QString certificateOf(const ReportedPlan& of);

}  // namespace pgram
