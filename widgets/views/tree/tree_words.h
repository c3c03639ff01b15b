// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the decision tree view says: of levels, leaves, cuts and costs, for labels, tooltips, the table and readers.
#pragma once

#include "core/plan/plan.h"
#include "core/strategy/decision_tree.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/tree/tree_layout.h"
#include "widgets/work/leaf_costs.h"

#include <QString>

#include <memory>

namespace pgram {

[[nodiscard]] QString levelText(const TreeLevel& level);     ///< "DP 4"
[[nodiscard]] QString pathText(const TreeNode& node);        ///< "DP 4 → TP 2", outermost first
[[nodiscard]] QString treeTitle(const DecisionTree& tree);   ///< "2 stages of 4 devices"
[[nodiscard]] QString countsText(const TreeCounts& counts);  ///< "11 of 21 strategies kept"
/// "✕ 3 leaves cut: DP of 2 and SDP of 2 …"; `node` is the parent of the cut branches.
[[nodiscard]] QString cutsText(const DecisionTree& tree, const TreeShape& shape, int node);
/// "62 strategies, the best +3.1 %" of a branch; `best` is null while none has a step time.
[[nodiscard]] QString branchText(int strategies, const LeafCost* best, Seconds bestOfAll);
/// The verdict on what lies below `node`.
[[nodiscard]] QString ruleText(const DecisionTree& tree, const TreeShape& shape, int node);
/// "2.91 s", "1.2 GiB short", "refused", empty while it is not known.
[[nodiscard]] QString costText(const LeafCost* cost);
/// "+3.1 %", empty unless there is a step time.
[[nodiscard]] QString ratioText(const LeafCost* cost, Seconds best);
/// The whole of it, in a sentence.
[[nodiscard]] QString outcomeText(const LeafCost& cost);

/// Of anything that can be pointed at; `cost` is that of a leaf, null while it is not known.
[[nodiscard]] QString stopText(const DecisionTree& tree, const TreeShape& shape, const TreeStop& stop,
                               const LeafCost* cost);

// The table twin of the decision tree: a row for every inner node and for every strategy of a leaf.

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
[[nodiscard]] FigureContent treeContent(const std::shared_ptr<const TreeFigures>& figures);

}  // namespace pgram
