// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tree/tree_words.h"

#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QStringList>

namespace pgram {

namespace {

struct TreeWords {
    Q_DECLARE_TR_FUNCTIONS(TreeWords)
};

}  // namespace

QString levelText(const TreeLevel& level)
{
    return QStringLiteral("%1 %2").arg(QString::fromLatin1(level.dimension->title)).arg(level.degree);
}

QString pathText(const TreeNode& node)
{
    QStringList levels;
    for (const TreeLevel& level : node.levels) {
        levels << levelText(level);
    }
    return levels.join(QStringLiteral(" → "));
}

QString treeTitle(const DecisionTree& tree)
{
    return tree.pipeline == 1 ? TreeWords::tr("No pipeline, %n device(s)", nullptr, tree.groupSize)
                              : TreeWords::tr("%1 stages of %n device(s)", nullptr, tree.groupSize).arg(tree.pipeline);
}

QString countsText(const TreeCounts& counts)
{
    return TreeWords::tr("%1 → %2 strategies").arg(counts.before).arg(counts.after);
}

QString ruleText(const DecisionTree& tree, const TreeShape& shape, int node)
{
    const int ruled = shape.ruledBy[node];
    return ruled < 0 ? QString() : verdictText(*tree.nodes[ruled].pruned);
}

QString cutsText(const DecisionTree& tree, const TreeShape& shape, int node)
{
    int leaves = 0;
    QString rule;
    for (const int child : shape.children[node]) {
        if (!shape.live[child]) {
            leaves += shape.leaves[child];
            rule = rule.isEmpty() ? ruleText(tree, shape, child) : rule;
        }
    }
    const QString count = TreeWords::tr("✕ %n leaf(s) cut", nullptr, leaves);
    return rule.isEmpty() ? count : QStringLiteral("%1: %2").arg(count, rule);
}

QString branchText(int strategies, const LeafCost* best, Seconds bestOfAll)
{
    const QString count = TreeWords::tr("%n strategy(s)", nullptr, strategies);
    const QString ratio = ratioText(best, bestOfAll);
    return ratio.isEmpty() ? count : TreeWords::tr("%1, the best of them %2").arg(count, ratio);
}

QString costText(const LeafCost* cost)
{
    if (cost == nullptr) {
        return {};
    }
    switch (cost->outcome) {
    case WhyNot::Outcome::Costed:
        return secondsText(cost->stepTime);
    case WhyNot::Outcome::Infeasible:
        return cost->shortBy > 0 ? TreeWords::tr("%1 short").arg(bytesText(cost->shortBy)) : TreeWords::tr("no plan");
    case WhyNot::Outcome::Illegal:
        return TreeWords::tr("refused");
    case WhyNot::Outcome::NoStage:
    case WhyNot::Outcome::Stopped:
        break;
    }
    return TreeWords::tr("no plan");
}

QString ratioText(const LeafCost* cost, Seconds best)
{
    const bool known = cost != nullptr && cost->isCosted() && best > 0;
    return known ? signedPercent(cost->stepTime / best - 1) : QString();
}

QString outcomeText(const LeafCost& cost)
{
    switch (cost.outcome) {
    case WhyNot::Outcome::Costed:
        return TreeWords::tr("The best plan found with it takes %1 per step.").arg(secondsText(cost.stepTime));
    case WhyNot::Outcome::Infeasible:
        return cost.shortBy > 0
                   ? TreeWords::tr("No plan with it fits: the best candidate is %1 short.").arg(bytesText(cost.shortBy))
                   : TreeWords::tr("No strategy of the space is legal for the other layers.");
    case WhyNot::Outcome::Illegal:
        return TreeWords::tr("Refused: %1.").arg(cost.refusal ? verdictText(*cost.refusal) : QString());
    case WhyNot::Outcome::NoStage:
        return TreeWords::tr("The model has too few layers for as many stages.");
    case WhyNot::Outcome::Stopped:
        break;
    }
    return TreeWords::tr("The planner does not search this schedule.");
}

QString stopText(const DecisionTree& tree, const TreeShape& shape, const TreeStop& stop, const LeafCost* cost)
{
    const TreeNode& node = tree.nodes[stop.node];
    const auto joined = [](const QString& head, const QString& more) {
        return more.isEmpty() ? head : QStringLiteral("%1: %2").arg(head, more);
    };
    const auto strategiesIn = [&] {
        return branchText(static_cast<int>(strategiesBelow(tree, stop.node).size()), nullptr, 0);
    };
    switch (stop.kind) {
    case TreeStop::Kind::Title:
        return QStringLiteral("%1, %2").arg(treeTitle(tree), countsText(countStrategies({&tree, 1})));
    case TreeStop::Kind::Cuts:
        return cutsText(tree, shape, stop.node);
    case TreeStop::Kind::Branch:
        return joined(pathText(node), TreeWords::tr("folded, %1").arg(strategiesIn()));
    case TreeStop::Kind::Level:
        return joined(pathText(node), !shape.live[stop.node] ? ruleText(tree, shape, stop.node)
                                      : node.leaf            ? QString()
                                                             : strategiesIn());
    case TreeStop::Kind::Leaf:
        break;
    }
    return joined(strategyText(node.strategies[stop.variant]), cost == nullptr ? QString() : outcomeText(*cost));
}

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

FigureContent treeContent(const std::shared_ptr<const TreeFigures>& figures)
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
