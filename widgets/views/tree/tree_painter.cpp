// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tree/tree_painter.h"

#include "core/strategy/dimensions/dimensions.h"
#include "widgets/document/texts.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"
#include "widgets/views/tree/tree_words.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace pgram {

namespace {

struct TreeText {
    Q_DECLARE_TR_FUNCTIONS(TreeText)
};

constexpr double padding = 6;
constexpr float hatchStrength = 0.30F;
constexpr std::array classBounds{1.01, 1.05, 1.2, 1.5, 2.0};

StrategyPart partOf(const DimensionRules* dimension)
{
    static constexpr std::array parts{
        std::pair{&dpRules, StrategyPart::DP},       std::pair{&zero1Rules, StrategyPart::ZeRO1},
        std::pair{&zero2Rules, StrategyPart::ZeRO2}, std::pair{&sdpRules, StrategyPart::SDP},
        std::pair{&cpRules, StrategyPart::CP},       std::pair{&ulyssesRules, StrategyPart::Ulysses}};
    for (const auto& [rules, part] : parts) {
        if (rules == dimension) {
            return part;
        }
    }
    return StrategyPart::TP;
}

const DecisionTree& treeOf(const TreePicture& p, int tree)
{
    return p.trees[tree];
}

const TreeNode& nodeOf(const TreePicture& p, const TreeStop& stop)
{
    return treeOf(p, stop.tree).nodes[stop.node];
}

const LeafCost* costOf(const TreePicture& p, const LayerStrategy& strategy)
{
    const auto found = p.costs.find(strategy);
    return found == p.costs.end() ? nullptr : &found->second;
}

/// Ground of leaves that have no cost: nothing fits, or a layer refuses.
QColor noPlan(const Theme& theme)
{
    return mixed(theme.surface, theme.text, theme.dark ? 0.18 : 0.15);
}

QColor fillOf(const TreePicture& p, const LeafCost* cost)
{
    if (cost == nullptr) {
        return p.theme.surface;
    }
    return cost->isCosted() ? costColor(p.theme, costClass(cost->stepTime / p.best)) : noPlan(p.theme);
}

void paintEdges(QPainter& painter, const TreePicture& p)
{
    std::vector<QLineF> kept;
    std::vector<QLineF> cut;
    for (const TreeEdge& edge : p.layout.edges) {
        const QRectF bounds = QRectF(edge.from, edge.to).normalized().adjusted(-1, -1, 1, 1);
        if (!bounds.intersects(p.visible)) {
            continue;
        }
        auto& lines = edge.cut ? cut : kept;
        const double turn = std::max(edge.from.x(), edge.to.x() - p.theme.lineHeight * 0.5);
        lines.emplace_back(edge.from.x(), edge.from.y(), turn, edge.from.y());
        lines.emplace_back(turn, edge.from.y(), turn, edge.to.y());
        lines.emplace_back(turn, edge.to.y(), edge.to.x(), edge.to.y());
    }
    painter.setPen(QPen(p.theme.grid, 1.2, Qt::DashLine));
    painter.drawLines(cut.data(), static_cast<int>(cut.size()));
    painter.setPen(QPen(p.theme.line, 1.2));
    painter.drawLines(kept.data(), static_cast<int>(kept.size()));
}

/// A square a kept strategy, so that what is folded still tells where its cheap leaves are.
void paintStrip(QPainter& painter, const TreePicture& p, const std::vector<LayerStrategy>& kept, const QRectF& area)
{
    const double side = std::min(area.height() * 0.5, area.width() / static_cast<double>(kept.size()) - 1);
    if (side < 2) {
        return;
    }
    double left = area.right() - static_cast<double>(kept.size()) * (side + 1);
    for (const LayerStrategy& strategy : kept) {
        const QRectF square(left, area.center().y() - side / 2, side, side);
        const LeafCost* cost = costOf(p, strategy);
        painter.fillRect(square, cost == nullptr ? p.theme.grid : fillOf(p, cost));
        left += side + 1;
    }
}

void paintTitle(QPainter& painter, const TreePicture& p, const TreeSection& section)
{
    const DecisionTree& tree = treeOf(p, section.tree);
    const QRectF place = section.titleIn(p.visible);
    painter.fillRect(place, p.theme.panel);
    painter.fillRect(QRectF(place.left(), place.bottom() - 1, place.width(), 1), p.theme.line);
    if (!p.labelled) {
        return;
    }
    const QString mark = section.open ? QStringLiteral("▾ ") : QStringLiteral("▸ ");
    const QString title = mark + treeTitle(tree);
    QRectF rest = place.adjusted(padding, 0, -padding, 0);
    const auto write = [&](const QFont& font, const QColor& color, const QString& text) {
        const double width = textWidth(font, text);
        if (width > rest.width()) {
            return;
        }
        paintText(painter, font, color, rest, Qt::AlignVCenter | Qt::TextDontClip, text);
        rest.setLeft(rest.left() + width + 2 * p.theme.gap);
    };
    write(p.theme.boldFont, p.theme.text, title);
    write(p.theme.font, p.theme.mutedText, countsText(countStrategies({&tree, 1})));
    if (section.tree == 0) {
        write(p.theme.smallFont, p.theme.accent, TreeText::tr("this plan"));
    }
    if (!section.open) {
        paintStrip(painter, p, keptStrategies(tree), rest);
    }
}

QString captionOf(const VariantKind& kind)
{
    QString caption = kind.kept == KeptPart::All                ? TreeText::tr("keeps activations")
                      : kind.kept == KeptPart::WithoutAttention ? TreeText::tr("recomputes attention")
                      : kind.kept == KeptPart::WithoutModules   ? TreeText::tr("recomputes modules")
                                                                : TreeText::tr("recomputes");
    if (kind.sequence != SequenceParallel::None) {
        caption += QStringLiteral(", SP");
    }
    if (kind.layout != TensorLayout::Line) {
        LayerStrategy strategy;
        strategy.layout = kind.layout;
        strategy.depth = kind.depth;
        caption += QStringLiteral(", ") + QString::fromStdString(layoutWord(strategy));
    }
    if (kind.expert > 1) {
        caption += QStringLiteral(", EP%1").arg(kind.expert);
    }
    if (kind.expertParts > 0) {
        caption += QStringLiteral(", ETP%1").arg(kind.expertParts);
    }
    if (kind.zero > 0) {
        caption += QStringLiteral(", ") + QLatin1StringView(dataRules(kind.zero).title);
    }
    unsigned bit = 1U << otherSwitches().size();
    for (const DimensionRules* rules : otherSwitches()) {
        bit /= 2;
        caption += (kind.switches & bit) != 0 ? QStringLiteral(", ") + QLatin1StringView(rules->word) : QString();
    }
    return caption;
}

void paintCaptions(QPainter& painter, const TreePicture& p, const TreeSection& section)
{
    if (!section.open || !section.captioned || !p.labelled || !section.area.intersects(p.visible)) {
        return;
    }
    const std::vector<VariantKind> kinds = variantKinds(p.trees);
    const double step = (section.title.right() - section.cellsLeft + p.cellGap) / static_cast<double>(kinds.size());
    painter.setFont(p.theme.smallFont);
    painter.setPen(p.theme.mutedText);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const QRectF place(section.cellsLeft + static_cast<double>(i) * step + padding, section.title.bottom(), step,
                           p.theme.lineHeight * 1.3);
        painter.drawText(place, Qt::AlignVCenter | Qt::TextDontClip, captionOf(kinds[i]));
    }
}

void paintLevel(QPainter& painter, const TreePicture& p, const TreeStop& stop)
{
    const TreeNode& node = nodeOf(p, stop);
    const bool live = p.shapes[stop.tree].live[stop.node];
    const QColor color = p.theme.of(partOf(node.levels.back().dimension));
    const QColor fill = live ? color : p.theme.surface;
    painter.setPen(live ? QPen(Qt::NoPen) : QPen(p.theme.line, 1, Qt::DashLine));
    painter.setBrush(fill);
    painter.drawRect(stop.rect);
    if (!p.labelled) {
        return;
    }
    paintText(painter, p.theme.smallFont, live ? labelColor(fill) : p.theme.mutedText, stop.rect,
              Qt::AlignCenter | Qt::TextDontClip, levelText(node.levels.back()));
}

/// Why a leaf was cut, right of its box where the cells of a kept one are.
void paintCutLeaf(QPainter& painter, const TreePicture& p, const TreeStop& stop, const TreeSection& section)
{
    const TreeNode& node = nodeOf(p, stop);
    if (!node.leaf || !node.pruned || !p.labelled) {
        return;
    }
    const double left = std::max(section.cellsLeft, stop.rect.right() + padding);
    const QRectF place(left, stop.rect.top(), section.title.right() - left, stop.rect.height());
    painter.setFont(p.theme.smallFont);
    painter.setPen(p.theme.mutedText);
    const QString text = QStringLiteral("✕ ") + verdictText(*node.pruned);
    painter.drawText(place, Qt::AlignVCenter,
                     QFontMetricsF(p.theme.smallFont).elidedText(text, Qt::ElideRight, place.width()));
}

void paintFold(QPainter& painter, const TreePicture& p, const TreeStop& stop)
{
    if (!p.labelled) {
        return;
    }
    const QString text = cutsText(treeOf(p, stop.tree), p.shapes[stop.tree], stop.node);
    painter.setFont(p.theme.smallFont);
    painter.setPen(p.theme.mutedText);
    const QRectF place = stop.rect.adjusted(padding, 0, 0, 0);
    painter.drawText(place, Qt::AlignVCenter,
                     QFontMetricsF(p.theme.smallFont).elidedText(text, Qt::ElideRight, place.width()));
}

/// How many strategies a folded branch holds, the best of them, and whether the plan runs one.
void paintBranch(QPainter& painter, const TreePicture& p, const TreeStop& stop)
{
    const std::vector<LayerStrategy> kept = strategiesBelow(treeOf(p, stop.tree), stop.node);
    painter.fillRect(stop.rect, p.theme.panel);
    QRectF rest = stop.rect.adjusted(padding, 0, -padding, 0);
    if (p.labelled) {
        const LeafCost* best = nullptr;
        bool used = false;
        for (const LayerStrategy& strategy : kept) {
            const LeafCost* cost = costOf(p, strategy);
            used = used || p.used.contains(strategy);
            if (cost != nullptr && cost->isCosted() && (best == nullptr || cost->stepTime < best->stepTime)) {
                best = cost;
            }
        }
        const QString text = (used ? QStringLiteral("▸ ● ") : QStringLiteral("▸ ")) +
                             branchText(static_cast<int>(kept.size()), best, p.best);
        paintText(painter, used ? p.theme.boldFont : p.theme.smallFont, used ? p.theme.text : p.theme.mutedText, rest,
                  Qt::AlignVCenter | Qt::TextDontClip, text);
        rest.setLeft(rest.left() + textWidth(painter.font(), text) + 2 * p.theme.gap);
    }
    paintStrip(painter, p, kept, rest);
}

/// The name at the left, the cost at the right; both stay clear of the hatch, which fills what is between.
void paintLeafText(QPainter& painter, const TreePicture& p, const TreeStop& stop, const QColor& fill, bool hatched)
{
    const LayerStrategy& strategy = nodeOf(p, stop).strategies[stop.variant];
    const LeafCost* cost = costOf(p, strategy);
    const auto used = p.used.find(strategy);
    QString name = strategyText(strategy);
    if (used != p.used.end()) {
        name = QStringLiteral("● %1 ×%2").arg(name).arg(used->second);
    }
    const QFont& font = used != p.used.end() ? p.theme.boldFont : p.theme.smallFont;
    const QRectF place = stop.rect.adjusted(padding, 0, -padding, 0);
    const double nameWidth = textWidth(font, name);
    const QString both = costText(cost) + QStringLiteral("  ") + ratioText(cost, p.best);
    const QString figure =
        firstFitting(p.theme.smallFont, place.width() - nameWidth - padding, {both.trimmed(), costText(cost)});
    const double figureWidth = textWidth(p.theme.smallFont, figure);
    if (hatched) {
        const QRectF free(place.left() + nameWidth + 3, stop.rect.top(),
                          place.width() - nameWidth - figureWidth - (figure.isEmpty() ? -padding : 6),
                          stop.rect.height());
        QColor ink = labelColor(fill);
        ink.setAlphaF(hatchStrength);
        paintHatch(painter, free, ink, recomputeHatch, 1.5);
    }
    paintText(painter, font, cost == nullptr && used == p.used.end() ? p.theme.mutedText : labelColor(fill), place,
              Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, name);
    painter.setFont(p.theme.smallFont);
    painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, figure);
}

/// Its colour is so near to the surface that it needs a frame.
bool isOfBest(const TreePicture& p, const LeafCost& cost)
{
    return cost.isCosted() && costClass(cost.stepTime / p.best) == 0;
}

void paintLeaf(QPainter& painter, const TreePicture& p, const TreeStop& stop)
{
    const LayerStrategy& strategy = nodeOf(p, stop).strategies[stop.variant];
    const LeafCost* cost = costOf(p, strategy);
    const QColor fill = fillOf(p, cost);
    const bool hatched = strategy.kept.recomputes();
    painter.fillRect(stop.rect, fill);
    if (p.labelled) {
        paintLeafText(painter, p, stop, fill, hatched);
    } else if (hatched) {
        QColor ink = labelColor(fill);
        ink.setAlphaF(hatchStrength);
        paintHatch(painter, stop.rect, ink, recomputeHatch, 1.5);
    }
    painter.setBrush(Qt::NoBrush);
    if (p.used.contains(strategy)) {
        paintOutline(painter, stop.rect.adjusted(1, 1, -1, -1), p.theme.text, 2);
    } else if (cost == nullptr || isOfBest(p, *cost)) {
        paintOutline(painter, stop.rect.adjusted(0.5, 0.5, -0.5, -0.5), cost == nullptr ? p.theme.grid : p.theme.line,
                     1);
    }
}

}  // namespace

TreeMetrics treeMetrics(const Theme& theme, const std::vector<DecisionTree>& trees)
{
    double level = 0;
    double leaf = 0;
    for (const DecisionTree& tree : trees) {
        for (const TreeNode& node : tree.nodes) {
            if (!node.levels.empty()) {
                level = std::max(level, textWidth(theme.smallFont, levelText(node.levels.back())));
            }
            for (const LayerStrategy& strategy : node.pruned ? std::vector<LayerStrategy>{} : node.strategies) {
                leaf = std::max(leaf, textWidth(theme.boldFont, strategyText(strategy)));
            }
        }
    }
    TreeMetrics metrics;
    metrics.rowHeight = std::round(theme.lineHeight * 1.6);
    metrics.titleHeight = std::round(theme.lineHeight * 1.8);
    metrics.captionHeight = std::round(theme.lineHeight * 1.4);
    metrics.levelGap = std::round(theme.lineHeight);
    metrics.levelWidth = std::ceil(level + 2 * padding);
    const double mark = textWidth(theme.boldFont, QStringLiteral("●  ×88"));
    const double figures = textWidth(theme.smallFont, QStringLiteral("88.8 ms  +8888 %"));
    metrics.cellWidth = std::ceil(leaf + mark + figures + 3 * padding);
    metrics.sectionGap = 2 * theme.margin;
    return metrics;
}

int costClass(double ratio)
{
    return static_cast<int>(std::upper_bound(classBounds.begin(), classBounds.end(), ratio) - classBounds.begin());
}

QColor costColor(const Theme& theme, int costClass)
{
    // The darkest end would drown what stands on it.
    constexpr double most = 0.86;
    return theme.heat(most * static_cast<double>(costClass) / static_cast<double>(classBounds.size()));
}

Heading treeHeading(const Theme& theme, const std::vector<DecisionTree>& trees)
{
    Heading heading;
    heading.title = TreeText::tr("Decision tree");
    if (!trees.empty()) {
        heading.subtitle = TreeText::tr("%n device(s), %1", nullptr, trees.front().pipeline * trees.front().groupSize)
                               .arg(countsText(countStrategies(trees)));
    }
    const std::array labels{TreeText::tr("best"),    QStringLiteral("+5 %"), QStringLiteral("+20 %"),
                            QStringLiteral("+50 %"), QStringLiteral("×2"),   TreeText::tr("slower")};
    for (std::size_t i = 0; i < labels.size(); ++i) {
        heading.legend.push_back({labels[i], costColor(theme, static_cast<int>(i))});
    }
    heading.legend.push_back({TreeText::tr("does not fit"), noPlan(theme)});
    heading.legend.push_back({TreeText::tr("recomputed"), theme.text, LegendItem::Mark::Hatch});
    return heading;
}

void paintTrees(QPainter& painter, const TreePicture& p)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintEdges(painter, p);
    for (const TreeSection& section : p.layout.sections) {
        paintCaptions(painter, p, section);
    }
    for (const TreeStop& stop : p.layout.stops) {
        // The rule of what was cut stands right of its box.
        if (stop.rect.bottom() < p.visible.top() || stop.rect.top() > p.visible.bottom()) {
            continue;
        }
        const TreeSection& section = p.layout.sections[stop.tree];
        switch (stop.kind) {
        case TreeStop::Kind::Title:
            break;
        case TreeStop::Kind::Level:
            paintLevel(painter, p, stop);
            paintCutLeaf(painter, p, stop, section);
            break;
        case TreeStop::Kind::Leaf:
            paintLeaf(painter, p, stop);
            break;
        case TreeStop::Kind::Cuts:
            paintFold(painter, p, stop);
            break;
        case TreeStop::Kind::Branch:
            paintBranch(painter, p, stop);
            break;
        }
    }
    for (const TreeSection& section : p.layout.sections) {
        if (section.area.intersects(p.visible)) {
            paintTitle(painter, p, section);
        }
    }
}

}  // namespace pgram
