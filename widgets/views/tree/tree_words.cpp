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

}  // namespace pgram
