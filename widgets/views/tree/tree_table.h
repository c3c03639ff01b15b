// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The table twin of the decision tree: a row for every inner node and for every strategy of a leaf.
#pragma once

#include "core/plan/plan.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/tree/tree_layout.h"
#include "widgets/work/leaf_costs.h"

#include <memory>

namespace pgram {

/// What a table row is of.
struct TreeRow {
    int tree = 0;
    int node = 0;
    int variant = -1;  ///< index into the node's strategies; -1 = an inner node
};

struct TreeFigures {
    std::vector<DecisionTree> trees;
    std::vector<TreeShape> shapes;
    std::map<LayerStrategy, LeafCost> costs;
    std::map<LayerStrategy, int> used;
    Seconds best = 0;
    std::optional<std::set<LayerStrategy>> only;  ///< of TreeFolding
};

/// Of the leaves of `only`, or of all nodes.
[[nodiscard]] std::vector<TreeRow> treeRows(const std::vector<DecisionTree>& trees,
                                            const std::optional<std::set<LayerStrategy>>& only);
/// Null figures = no plan.
[[nodiscard]] FigureContent treeContent(std::shared_ptr<const TreeFigures> figures);

}  // namespace pgram
