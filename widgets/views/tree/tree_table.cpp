// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tree/tree_table.h"

#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"
#include "widgets/views/tree/tree_words.h"

#include <QCoreApplication>

namespace pgram {

namespace {

struct TreeTable {
    Q_DECLARE_TR_FUNCTIONS(TreeTable)
};

/// What the columns say of: a node, its strategy where it is a leaf, and what that costs where it was worked out.
struct Cell {
    const TreeFigures& figures;
    const TreeRow& row;
    const DecisionTree& tree = figures.trees[row.tree];
    const TreeShape& shape = figures.shapes[row.tree];
    const TreeNode& node = tree.nodes[row.node];
    const bool live = shape.live[row.node];
    const LayerStrategy* strategy = row.variant < 0 ? nullptr : &node.strategies[row.variant];
    /// Null = the branch is live.
    const Verdict* verdict =
        live || shape.ruledBy[row.node] < 0 ? nullptr : &*tree.nodes[shape.ruledBy[row.node]].pruned;
    const bool kept = strategy != nullptr && !node.pruned;
    const LeafCost* cost = kept && figures.costs.contains(*strategy) ? &figures.costs.at(*strategy) : nullptr;

    [[nodiscard]] bool isCosted() const { return cost != nullptr && cost->isCosted(); }
    [[nodiscard]] int layers() const { return figures.used.contains(*strategy) ? figures.used.at(*strategy) : 0; }
};

std::vector<FigureColumnOf<Cell>> columns()
{
    using Value = FigureValue;
    return {{TreeTable::tr("Stages"), "stages", Unit::Count, [](auto& of) { return of.tree.pipeline; }},
            {TreeTable::tr("Levels"), "levels", Unit::Text, [](auto& of) { return pathText(of.node); }},
            {TreeTable::tr("Strategy"), "strategy", Unit::Text,
             [](auto& of) { return of.strategy == nullptr ? Value() : strategyText(*of.strategy); }},
            {TreeTable::tr("Verdict"), "verdict", Unit::Text,
             [](auto& of) { return of.live ? TreeTable::tr("kept") : TreeTable::tr("cut"); }},
            {TreeTable::tr("Rule"), "rule", Unit::Text,
             [](auto& of) { return of.verdict == nullptr ? Value() : verdictText(*of.verdict); }},
            {TreeTable::tr("First number"), "left", Unit::Count,
             [](auto& of) { return of.verdict == nullptr ? Value() : of.verdict->left; }},
            {TreeTable::tr("Second number"), "right", Unit::Count,
             [](auto& of) { return of.verdict == nullptr ? Value() : of.verdict->right; }},
            {TreeTable::tr("Outcome"), "outcome", Unit::Text,
             [](auto& of) { return of.cost == nullptr ? Value() : outcomeText(*of.cost); }},
            {TreeTable::tr("Step time"), "step_time_s", Unit::Time,
             [](auto& of) { return of.isCosted() ? of.cost->stepTime : Value(); }},
            {TreeTable::tr("Over the best"), "over_best", Unit::Share,
             [](auto& of) {
                 const Seconds best = of.figures.best;
                 return of.isCosted() && best > 0 ? of.cost->stepTime / best - 1 : Value();
             }},
            {TreeTable::tr("Bytes short"), "short_bytes", Unit::Memory,
             [](auto& of) { return of.cost != nullptr && of.cost->shortBy > 0 ? of.cost->shortBy : Value(); }},
            {TreeTable::tr("Layers of the plan"), "layers", Unit::Count,
             [](auto& of) { return of.kept ? of.layers() : Value(); }}};
}

}  // namespace

std::vector<TreeRow> treeRows(const std::vector<DecisionTree>& trees,
                              const std::optional<std::set<LayerStrategy>>& only)
{
    const auto isShown = [&only](const TreeNode& node, int variant) {
        return !only || (variant >= 0 && !node.pruned && only->contains(node.strategies[variant]));
    };
    std::vector<TreeRow> rows;
    for (std::size_t tree = 0; tree < trees.size(); ++tree) {
        const auto& nodes = trees[tree].nodes;
        for (std::size_t node = 0; node < nodes.size(); ++node) {
            const int variants = static_cast<int>(nodes[node].strategies.size());
            for (int variant = variants > 0 ? 0 : -1; variant < variants; ++variant) {
                if (isShown(nodes[node], variant)) {
                    rows.push_back({static_cast<int>(tree), static_cast<int>(node), variant});
                }
            }
        }
    }
    return rows;
}

FigureContent treeContent(std::shared_ptr<const TreeFigures> figures)
{
    auto rows = figures ? treeRows(figures->trees, figures->only) : std::vector<TreeRow>{};
    const int count = static_cast<int>(rows.size());
    return figuresOf<Cell>(
        count,
        [figures, rows = std::move(rows)](int row) {
            return Cell{*figures, rows[row]};
        },
        columns());
}

}  // namespace pgram
