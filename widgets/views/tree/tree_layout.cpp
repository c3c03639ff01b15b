// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tree/tree_layout.h"

#include "core/strategy/sharding.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace pgram {

namespace {

constexpr double mostWidening = 0.5;  // of a cell, where a column has room to spare

template <typename Map, typename Key>
bool chosen(const Map& map, const Key& key, bool otherwise)
{
    const auto found = map.find(key);
    return found == map.end() ? otherwise : found->second;
}

VariantKind kindOf(const LayerStrategy& s)
{
    const bool isLevel = s.sequence == SequenceParallel::Ulysses;
    VariantKind kind{s.kept.part, isLevel ? SequenceParallel::None : s.sequence, s.expert,
                     foldsExperts(s) ? expertParts(s) : 0, s.data == 1 ? s.zero : 0};
    for (const DimensionRules* rules : otherSwitches()) {
        kind.switches = 2 * kind.switches + (rules->has(s) ? 1 : 0);
    }
    kind.layout = s.layout;
    kind.depth = s.depth;
    return kind;
}

int depthOf(const TreeNode& node)
{
    return static_cast<int>(node.levels.size());
}

/// Lays out the rows of one section from its top left corner.
class SectionMaker {
public:
    SectionMaker(const std::vector<DecisionTree>& trees, int tree, const TreeFolding& folding,
                 const TreeMetrics& metrics, const std::vector<VariantKind>& kinds, int levels, std::size_t across)
        : m_tree(trees[tree]),
          m_index(tree),
          m_folding(folding),
          m_metrics(metrics),
          m_kinds(kinds),
          m_levels(levels),
          m_across(across),
          m_shape(shapeOf(m_tree)),
          m_shown(shownNodes())
    {}

    [[nodiscard]] bool isOpen() const
    {
        const bool usual = m_folding.only ? m_shown.front() : m_index == 0 || m_folding.othersOpen;
        return chosen(m_folding.trees, m_tree.pipeline, usual);
    }
    [[nodiscard]] double width() const
    {
        return cellsOffset() + static_cast<double>(m_across) * (m_metrics.cellWidth + m_metrics.cellGap) -
               m_metrics.cellGap;
    }
    /// Where cells begin, of a section's left edge.
    [[nodiscard]] double cellsOffset() const
    {
        return m_levels * (m_metrics.levelWidth + m_metrics.levelGap) + m_metrics.levelGap / 2;
    }

    /// Appends to `layout`; rows are counted on from `row`.
    TreeSection make(TreeLayout& layout, const QPointF& corner, int& row)
    {
        m_layout = &layout;
        m_row = row;
        m_corner = corner;
        TreeSection section;
        section.tree = m_index;
        section.open = isOpen();
        section.title = QRectF(corner.x(), corner.y(), width(), m_metrics.titleHeight);
        section.cellsLeft = corner.x() + cellsOffset();
        section.captioned = isCaptioned();
        layout.stops.push_back({TreeStop::Kind::Title, m_index, 0, 0, m_row++, section.title});
        m_top = section.title.bottom();
        if (section.open) {
            m_top += isCaptioned() ? m_metrics.captionHeight : m_metrics.captionHeight / 3;
            addRoot(section.title.bottom());
        }
        section.area = QRectF(corner, QPointF(section.title.right(), m_top));
        row = m_row;
        return section;
    }

private:
    [[nodiscard]] bool isCaptioned() const { return m_across == m_kinds.size(); }
    [[nodiscard]] bool isWanted(const LayerStrategy& strategy) const
    {
        return !m_folding.only || m_folding.only->contains(strategy);
    }
    /// Those with a wanted strategy at or below.
    [[nodiscard]] std::vector<bool> shownNodes() const
    {
        std::vector<bool> shown(m_tree.nodes.size());
        for (std::size_t i = shown.size(); i-- > 0;) {
            const TreeNode& each = m_tree.nodes[i];
            const bool kept = each.leaf && !each.pruned;
            shown[i] = shown[i] || (kept && std::ranges::any_of(each.strategies, [this](const LayerStrategy& strategy) {
                                        return isWanted(strategy);
                                    }));
            if (each.parent >= 0 && shown[i]) {
                shown[each.parent] = true;
            }
        }
        return shown;
    }
    [[nodiscard]] const TreeNode& node(int index) const { return m_tree.nodes[index]; }
    [[nodiscard]] bool isLive(int index) const { return m_shape.live[index]; }

    void addRoot(double titleBottom)
    {
        if (node(0).leaf) {
            addLeaf(0);
            return;
        }
        addChildren(0, QPointF(m_corner.x() + m_metrics.levelGap / 2, titleBottom));
    }

    /// The box of a node in the row that is being filled.
    [[nodiscard]] QRectF boxAt(int depth) const
    {
        const double left =
            m_corner.x() + m_metrics.levelGap + (depth - 1) * (m_metrics.levelWidth + m_metrics.levelGap);
        return {left, m_top + 3, m_metrics.levelWidth, m_metrics.rowHeight - 6};
    }

    void addEdge(const QPointF& from, const QRectF& box, bool cut)
    {
        m_layout->edges.push_back({from, QPointF(box.left(), box.center().y()), cut});
    }

    void addChildren(int parent, const QPointF& from)
    {
        const auto& children = m_shape.children[parent];
        int dead = 0;
        for (const int child : children) {
            if (!isLive(child)) {
                dead += m_folding.only ? 0 : 1;
            } else if (m_shown[child]) {
                addNode(child, from);
            }
        }
        if (dead == 0) {
            return;
        }
        if (!chosen(m_folding.cuts, std::pair(m_tree.pipeline, parent), m_folding.cutsOpen)) {
            addFold(parent, from);
            return;
        }
        for (const int child : children) {
            if (!isLive(child)) {
                addNode(child, from);
            }
        }
    }

    void addFold(int parent, const QPointF& from)
    {
        QRectF box = boxAt(depthOf(node(parent)) + 1);
        box.setRight(m_corner.x() + width());
        addEdge(from, box, true);
        m_layout->stops.push_back({TreeStop::Kind::Cuts, m_index, parent, 0, m_row, box});
        nextRow();
    }

    void addNode(int index, const QPointF& from)
    {
        const QRectF box = boxAt(depthOf(node(index)));
        addEdge(from, box, !isLive(index));
        m_layout->stops.push_back({TreeStop::Kind::Level, m_index, index, 0, m_row, box});
        const QPointF right(box.right(), box.center().y());
        const QPointF cells(m_corner.x() + cellsOffset(), right.y());
        if (node(index).leaf) {
            if (isLive(index)) {
                m_layout->edges.push_back({right, cells, false});
            }
            addLeaf(index);
            return;
        }
        if (isLive(index) && !m_folding.isBranchOpen(m_tree.pipeline, index)) {
            m_layout->edges.push_back({right, cells, false});
            const QRectF rest(QPointF(cells.x(), m_top + 2),
                              QPointF(m_corner.x() + width(), m_top + m_metrics.rowHeight - 2));
            m_layout->stops.push_back({TreeStop::Kind::Branch, m_index, index, 0, m_row, rest});
            nextRow();
            return;
        }
        if (m_shape.children[index].empty()) {
            nextRow();
            return;
        }
        addChildren(index, right);
    }

    void addLeaf(int index)
    {
        const auto& strategies = node(index).strategies;
        std::size_t placed = 0;
        for (std::size_t variant = 0; isLive(index) && variant < strategies.size(); ++variant) {
            if (!isWanted(strategies[variant])) {
                continue;
            }
            if (!isCaptioned() && placed > 0 && placed % m_across == 0) {
                nextRow();
            }
            const auto kind = std::ranges::find(m_kinds, kindOf(strategies[variant])) - m_kinds.begin();
            const auto column = isCaptioned() ? static_cast<std::size_t>(kind) : placed % m_across;
            ++placed;
            const QRectF rect(m_corner.x() + cellsOffset() +
                                  static_cast<double>(column) * (m_metrics.cellWidth + m_metrics.cellGap),
                              m_top + 2, m_metrics.cellWidth, m_metrics.rowHeight - 4);
            m_layout->stops.push_back({TreeStop::Kind::Leaf, m_index, index, static_cast<int>(variant), m_row, rect});
        }
        nextRow();
    }

    void nextRow()
    {
        m_top += m_metrics.rowHeight;
        ++m_row;
    }

    const DecisionTree& m_tree;
    int m_index;
    const TreeFolding& m_folding;
    const TreeMetrics& m_metrics;
    const std::vector<VariantKind>& m_kinds;
    int m_levels;
    std::size_t m_across;  ///< cells beside each other: one of each kind, or as many as there is room for
    TreeShape m_shape;
    std::vector<bool> m_shown;
    TreeLayout* m_layout = nullptr;
    QPointF m_corner;
    double m_top = 0;
    int m_row = 0;
};

/// Columns of levels that any tree shows: cut branches go deeper than kept ones.
int levelsOf(const std::vector<DecisionTree>& trees, const TreeFolding& folding)
{
    const bool anyCut =
        !folding.only && (folding.cutsOpen || std::any_of(folding.cuts.begin(), folding.cuts.end(),
                                                          [](const auto& entry) { return entry.second; }));
    int levels = 1;
    for (const DecisionTree& tree : trees) {
        const std::vector<bool> live = shapeOf(tree).live;
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            if (anyCut || live[i]) {
                levels = std::max(levels, depthOf(tree.nodes[i]));
            }
        }
    }
    return levels;
}

/// Of the stops in [first, last) the one whose middle is nearest to `x`.
int nearest(const std::vector<TreeStop>& stops, std::size_t first, std::size_t last, double x)
{
    std::size_t best = first;
    for (std::size_t i = first; i < last; ++i) {
        if (std::abs(stops[i].rect.center().x() - x) < std::abs(stops[best].rect.center().x() - x)) {
            best = i;
        }
    }
    return static_cast<int>(best);
}

}  // namespace

const std::vector<const DimensionRules*>& otherSwitches()
{
    static const std::vector<const DimensionRules*> others = [] {
        std::vector<const DimensionRules*> switches;
        std::ranges::copy_if(treeOrder(), std::back_inserter(switches), [](const DimensionRules* rules) {
            return isSwitch(*rules) && rules->key != std::string_view("recompute");
        });
        return switches;
    }();
    return others;
}

std::vector<VariantKind> variantKinds(const std::vector<DecisionTree>& trees)
{
    std::map<VariantKind, int> kinds;
    for (const DecisionTree& tree : trees) {
        for (const TreeNode& node : tree.nodes) {
            for (const LayerStrategy& strategy : node.strategies) {
                ++kinds[kindOf(strategy)];
            }
        }
    }
    std::vector<VariantKind> list;
    for (const auto& [kind, count] : kinds) {
        list.push_back(kind);
    }
    return list;
}

TreeShape shapeOf(const DecisionTree& tree)
{
    const std::size_t count = tree.nodes.size();
    TreeShape shape{std::vector<std::vector<int>>(count), std::vector<bool>(count), std::vector<int>(count),
                    std::vector<int>(count, -1)};
    // Depth first with parents ahead: from the back, children are done before their parent.
    for (std::size_t i = count; i-- > 0;) {
        const TreeNode& node = tree.nodes[i];
        shape.live[i] = shape.live[i] || (node.leaf && !node.pruned);
        shape.leaves[i] += node.leaf ? 1 : 0;
        shape.ruledBy[i] = node.pruned ? static_cast<int>(i) : shape.ruledBy[i];
        if (node.parent >= 0) {
            shape.live[node.parent] = shape.live[node.parent] || shape.live[i];
            shape.leaves[node.parent] += shape.leaves[i];
            shape.ruledBy[node.parent] = shape.ruledBy[i] >= 0 ? shape.ruledBy[i] : shape.ruledBy[node.parent];
            shape.children[node.parent].insert(shape.children[node.parent].begin(), static_cast<int>(i));
        }
    }
    return shape;
}

std::vector<LayerStrategy> strategiesBelow(const DecisionTree& tree, int node)
{
    std::vector<LayerStrategy> below;
    const auto first = static_cast<std::size_t>(node);
    // Depth first: what stands below a node follows it.
    for (std::size_t i = first; i < tree.nodes.size(); ++i) {
        const TreeNode& each = tree.nodes[i];
        if (i > first && depthOf(each) <= depthOf(tree.nodes[first])) {
            break;
        }
        if (each.leaf && !each.pruned) {
            below.insert(below.end(), each.strategies.begin(), each.strategies.end());
        }
    }
    return below;
}

bool TreeFolding::isBranchOpen(int pipeline, int node) const
{
    return chosen(branches, std::pair(pipeline, node), branchesOpen || only.has_value());
}

TreeLayout layoutTrees(const std::vector<DecisionTree>& trees, const TreeFolding& folding, const TreeMetrics& metrics,
                       double width)
{
    TreeLayout layout;
    if (trees.empty()) {
        return layout;
    }
    const std::vector<VariantKind> kinds = variantKinds(trees);
    const int levels = levelsOf(trees, folding);
    const SectionMaker widest(trees, 0, folding, metrics, kinds, levels, kinds.size());
    const double perCell = metrics.cellWidth + metrics.cellGap;
    const double room = width / readableScale - widest.cellsOffset() + metrics.cellGap;
    const std::size_t across = std::clamp(static_cast<std::size_t>(std::max(1.0, room / perCell)), std::size_t{1},
                                          std::max(std::size_t{1}, kinds.size()));
    const double natural = SectionMaker(trees, 0, folding, metrics, kinds, levels, across).width() + metrics.sectionGap;
    const double most = std::max(1.0, std::floor((width + metrics.sectionGap) / natural));
    const auto columns = std::min(static_cast<std::size_t>(most), trees.size());
    TreeMetrics fitted = metrics;
    const double spare = (width + metrics.sectionGap) / static_cast<double>(columns) - natural;
    fitted.cellWidth += std::clamp(spare / static_cast<double>(across), 0.0, metrics.cellWidth * mostWidening);
    std::vector<double> bottoms(columns, 0);
    int row = 0;
    for (std::size_t i = 0; i < trees.size(); ++i) {
        SectionMaker maker(trees, static_cast<int>(i), folding, fitted, kinds, levels, across);
        const auto column = std::min_element(bottoms.begin(), bottoms.end());
        const double left = static_cast<double>(column - bottoms.begin()) * (maker.width() + metrics.sectionGap);
        layout.sections.push_back(maker.make(layout, QPointF(left, *column), row));
        const QRectF& area = layout.sections.back().area;
        *column = area.bottom() + (layout.sections.back().open ? metrics.sectionGap : metrics.sectionGap / 4);
        layout.size = layout.size.expandedTo(QSizeF(area.right(), area.bottom()));
    }
    return layout;
}

QRectF TreeSection::titleIn(const QRectF& visible) const
{
    const double lowest = std::max(title.top(), area.bottom() - title.height());
    return title.translated(0, std::clamp(visible.top(), title.top(), lowest) - title.top());
}

int TreeLayout::stopAt(const QPointF& position, const QRectF& visible) const
{
    const auto titled = std::ranges::find_if(
        sections, [&](const TreeSection& section) { return section.titleIn(visible).contains(position); });
    const auto found = std::ranges::find_if(stops, [&](const TreeStop& stop) {
        return titled == sections.end() ? stop.rect.contains(position)
                                        : stop.kind == TreeStop::Kind::Title && stop.tree == titled->tree;
    });
    return found == stops.end() ? -1 : static_cast<int>(found - stops.begin());
}

int TreeLayout::neighbour(int from, int rows, int columns) const
{
    if (stops.empty()) {
        return -1;
    }
    if (from < 0) {
        return 0;
    }
    const TreeStop& stop = stops[from];
    if (columns != 0) {
        const int next = from + columns;
        const bool inRow = next >= 0 && next < static_cast<int>(stops.size()) && stops[next].row == stop.row;
        return inRow ? next : from;
    }
    const auto isBefore = [](const TreeStop& a, int row) { return a.row < row; };
    const int row = std::clamp(stop.row + rows, 0, stops.back().row);
    const auto first = std::lower_bound(stops.begin(), stops.end(), row, isBefore);
    const auto last = std::lower_bound(first, stops.end(), row + 1, isBefore);
    return nearest(stops, static_cast<std::size_t>(first - stops.begin()),
                   static_cast<std::size_t>(last - stops.begin()), stop.rect.center().x());
}

int TreeLayout::find(const TreeStop& wanted) const
{
    int title = -1;
    for (std::size_t i = 0; i < stops.size(); ++i) {
        const TreeStop& stop = stops[i];
        if (stop.tree != wanted.tree) {
            continue;
        }
        if (stop.kind == wanted.kind && stop.node == wanted.node && stop.variant == wanted.variant) {
            return static_cast<int>(i);
        }
        if (stop.kind == TreeStop::Kind::Title) {
            title = static_cast<int>(i);
        }
    }
    return title;
}

}  // namespace pgram
