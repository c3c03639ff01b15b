// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Compare view's memory: a group of bars a stage, one bar a plan that has it, stacked by kind as in the memory
// view, on one axis against the budget, with what each holds more or less than the reference.
#pragma once

#include "widgets/views/compare/compare_set.h"
#include "widgets/views/memory/memory_picture.h"

#include <QRectF>

#include <vector>

namespace pgram {

struct StageBar {
    int plan = 0;
    int stage = 0;
    QRectF row;  ///< over the whole width
    QRectF bar;  ///< from zero bytes to the scale's end
};

struct StageMemoryPanel {
    QRectF panel;
    QRectF bars;  ///< the area of all bars
    double scale = 1;
    std::vector<StageBar> rows;   ///< stage by stage
    std::vector<QRectF> stages;   ///< one a stage, over the whole width
    std::vector<double> budgets;  ///< different ones, falling

    [[nodiscard]] double x(double bytes) const { return bars.left() + bars.width() * bytes / scale; }
    [[nodiscard]] int stageAt(const QPointF& position) const;  ///< -1 = none
    [[nodiscard]] const StageBar* barAt(const QPointF& position) const;
};

[[nodiscard]] StageMemoryPanel layoutStageMemory(const Theme& theme, const CompareSet& set, const QRectF& panel);
void paintStageMemory(QPainter& painter, const Theme& theme, const CompareSet& set, const StageMemoryPanel& layout);

}  // namespace pgram
