// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan's letter in its frame, and the line that says which letter is which plan: above every section of the Compare
// view.
#pragma once

#include "widgets/theme/theme.h"
#include "widgets/views/compare/compare_set.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace pgram {

[[nodiscard]] double badgeWidth(const Theme& theme);
/// The letter at the left of `line`, in its middle; the reference's is filled.
void paintBadge(QPainter& painter, const Theme& theme, const QRectF& line, const ComparedPlan& plan, bool reference);
/// The badge, and behind it the name as far as it fits.
void paintPlanName(QPainter& painter, const Theme& theme, const QRectF& line, const ComparedPlan& plan, bool reference);

struct PlanKey {
    QRectF area;
    std::vector<QRectF> names;  ///< one a plan
};
/// At the top of `area`, as many lines as it takes.
[[nodiscard]] PlanKey layoutPlanKey(const Theme& theme, const CompareSet& set, const QRectF& area);
void paintPlanKey(QPainter& painter, const Theme& theme, const CompareSet& set, const PlanKey& key);

}  // namespace pgram
