// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Compare view's figures: a row a figure, a column a plan, each with its difference from the reference in sign and
// word and a bar on the row's scale.
#pragma once

#include "widgets/views/common/heading.h"
#include "widgets/views/compare/compare_set.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace pgram {

struct FiguresPanel {
    QRectF panel;
    QRectF head;                  ///< the line of the plans above the columns
    std::vector<QRectF> rows;     ///< one a compared figure, over the whole width
    std::vector<QRectF> columns;  ///< one a plan

    [[nodiscard]] int planAt(const QPointF& position) const;    ///< -1 = none
    [[nodiscard]] int figureAt(const QPointF& position) const;  ///< -1 = none
};

[[nodiscard]] FiguresPanel layoutFigures(const Theme& theme, const CompareSet& set, const QRectF& panel);
void paintFigures(QPainter& painter, const Theme& theme, const CompareSet& set, const FiguresPanel& layout);

}  // namespace pgram
