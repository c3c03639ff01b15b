// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tree/tree_table.h"

#include "widgets/document/texts.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/words.h"
#include "widgets/views/tree/tree_words.h"

#include <QCoreApplication>

namespace pgram {

namespace {

struct TreeTable {
    Q_DECLARE_TR_FUNCTIONS(TreeTable)
};

enum Column { Stages, Levels, Strategy, VerdictName, Rule, Left, Right, Outcome, StepTime, OverBest, Short, Layers };

std::vector<FigureColumn> columns()
{
    using Unit = FigureColumn::Unit;
    return {{TreeTable::tr("Stages"), QStringLiteral("stages"), Unit::Count},
            {TreeTable::tr("Levels"), QStringLiteral("levels"), Unit::Text},
            {TreeTable::tr("Strategy"), QStringLiteral("strategy"), Unit::Text},
            {TreeTable::tr("Verdict"), QStringLiteral("verdict"), Unit::Text},
            {TreeTable::tr("Rule"), QStringLiteral("rule"), Unit::Text},
            {TreeTable::tr("First number"), QStringLiteral("left"), Unit::Count},
            {TreeTable::tr("Second number"), QStringLiteral("right"), Unit::Count},
            {TreeTable::tr("Outcome"), QStringLiteral("outcome"), Unit::Text},
            {TreeTable::tr("Step time"), QStringLiteral("step_time_s"), Unit::Time},
            {TreeTable::tr("Over the best"), QStringLiteral("over_best"), Unit::Share},
            {TreeTable::tr("Bytes short"), QStringLiteral("short_bytes"), Unit::Memory},
            {TreeTable::tr("Layers of the plan"), QStringLiteral("layers"), Unit::Count}};
}

QVariant nodeValue(const DecisionTree& tree, const TreeShape& shape, const TreeRow& row, int column)
{
    const TreeNode& node = tree.nodes[static_cast<std::size_t>(row.node)];
    const int ruled = shape.ruledBy[static_cast<std::size_t>(row.node)];
    const bool live = shape.live[static_cast<std::size_t>(row.node)];
    const Verdict* verdict = live || ruled < 0 ? nullptr : &*tree.nodes[static_cast<std::size_t>(ruled)].pruned;
    switch (column) {
    case Stages:
        return tree.pipeline;
    case Levels:
        return pathText(node);
    case Strategy:
        return row.variant < 0 ? QVariant() : strategyText(node.strategies[static_cast<std::size_t>(row.variant)]);
    case VerdictName:
        return live ? TreeTable::tr("kept") : TreeTable::tr("cut");
    case Rule:
        return verdict == nullptr ? QVariant() : verdictText(*verdict);
    case Left:
        return verdict == nullptr ? QVariant() : QVariant::fromValue(static_cast<qlonglong>(verdict->left));
    case Right:
        return verdict == nullptr ? QVariant() : QVariant::fromValue(static_cast<qlonglong>(verdict->right));
    default:
        return {};
    }
}

QVariant costValue(const TreeFigures& figures, const LayerStrategy& strategy, int column)
{
    if (column == Layers) {
        const auto used = figures.used.find(strategy);
        return used == figures.used.end() ? 0 : used->second;
    }
    const auto found = figures.costs.find(strategy);
    if (found == figures.costs.end()) {
        return {};
    }
    const LeafCost& cost = found->second;
    switch (column) {
    case Outcome:
        return outcomeText(cost);
    case StepTime:
        return cost.isCosted() ? QVariant(cost.stepTime) : QVariant();
    case OverBest:
        return cost.isCosted() && figures.best > 0 ? QVariant(cost.stepTime / figures.best - 1) : QVariant();
    case Short:
        return cost.shortBy > 0 ? QVariant(static_cast<double>(cost.shortBy)) : QVariant();
    default:
        return {};
    }
}

QVariant valueOf(const TreeFigures& figures, const TreeRow& row, int column)
{
    const auto tree = static_cast<std::size_t>(row.tree);
    if (column < Outcome) {
        return nodeValue(figures.trees[tree], figures.shapes[tree], row, column);
    }
    const TreeNode& node = figures.trees[tree].nodes[static_cast<std::size_t>(row.node)];
    return row.variant < 0 || node.pruned
               ? QVariant()
               : costValue(figures, node.strategies[static_cast<std::size_t>(row.variant)], column);
}

}  // namespace

std::vector<TreeRow> treeRows(const std::vector<DecisionTree>& trees,
                              const std::optional<std::set<LayerStrategy>>& only)
{
    const auto isShown = [&only](const TreeNode& node, int variant) {
        return !only ||
               (variant >= 0 && !node.pruned && only->contains(node.strategies[static_cast<std::size_t>(variant)]));
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

void fillTreeTable(FigureTable& table, std::shared_ptr<const TreeFigures> figures)
{
    auto rows = figures ? treeRows(figures->trees, figures->only) : std::vector<TreeRow>{};
    const int count = static_cast<int>(rows.size());
    table.reset(columns(), count, [figures = std::move(figures), rows = std::move(rows)](int row, int column) {
        return valueOf(*figures, rows[static_cast<std::size_t>(row)], column);
    });
}

}  // namespace pgram
