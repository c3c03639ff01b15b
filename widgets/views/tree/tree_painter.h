// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints decision trees into a layout: levels in the colour of their dimension, leaves in the colour of their cost,
// recomputing ones hatched, what was cut dashed with its rule.
#pragma once

#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/tree/tree_layout.h"
#include "widgets/work/leaf_costs.h"

class QPainter;

namespace pgram {

struct TreePicture {
    const std::vector<DecisionTree>& trees;  ///< the plan's first
    const std::vector<TreeShape>& shapes;    ///< of each tree
    const TreeLayout& layout;
    const Theme& theme;
    const std::map<LayerStrategy, LeafCost>& costs;
    const std::map<LayerStrategy, int>& used;  ///< layers of the plan that run a strategy
    Seconds best = 0;                          ///< that costs are held against
    QRectF visible;                            ///< what of the layout can be seen
    bool labelled = true;                      ///< large enough to be read
    double cellGap = 4;
};

/// The sizes at which labels are readable in the theme's fonts.
[[nodiscard]] TreeMetrics treeMetrics(const Theme& theme, const std::vector<DecisionTree>& trees);
[[nodiscard]] Heading treeHeading(const Theme& theme, const std::vector<DecisionTree>& trees);

/// Step times of `ratio` times the best, in six classes: within 1 %, 5 %, 20 %, 50 %, twice as long, longer.
[[nodiscard]] int costClass(double ratio);
[[nodiscard]] QColor costColor(const Theme& theme, int costClass);

void paintTrees(QPainter& painter, const TreePicture& picture);

}  // namespace pgram
