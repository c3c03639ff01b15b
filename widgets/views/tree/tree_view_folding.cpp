// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What of the decision trees is folded, by the view itself, by hand or by the filter.
#include "widgets/views/tree/tree_filter.h"
#include "widgets/views/tree/tree_view.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr int manyLeaves = 100;

}  // namespace

QRect TreeView::pictureArea() const
{
    return m_filter->isHidden() ? rect() : m_filter->below();
}

/// Of many leaves those that the plan runs stay in sight; the others are a click away.
void TreeView::foldMany()
{
    m_folding = {};
    m_foldedByHand = false;
    m_current.reset();
    const bool many = m_leaves > manyLeaves;
    m_folding.branchesOpen = !many;
    for (const DecisionTree& tree : m_trees) {
        for (const TreeNode& leaf : many ? tree.nodes : std::vector<TreeNode>{}) {
            const bool used = leaf.leaf && !leaf.pruned && std::ranges::any_of(leaf.strategies, [this](const auto& s) {
                                  return m_used.contains(s);
                              });
            for (int node = used ? leaf.parent : -1; node >= 0; node = tree.nodes[node].parent) {
                m_folding.branches[{tree.pipeline, node}] = true;
            }
        }
    }
    m_filter->place();
    m_filter->setVisible(many);
    setFilter(many ? m_filter->text() : QString());
}

void TreeView::setFilter(const QString& text)
{
    const bool wasFiltered = m_folding.only.has_value();
    m_folding.only = matching(m_trees, text);
    if (m_folding.only || wasFiltered) {
        m_arrangement.reset();
        m_hover = -1;
        fillTable();
        pictureChanged();
    }
}

void TreeView::enterFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

/// To the first strategy that was found.
void TreeView::leaveFilter()
{
    setFocus(Qt::OtherFocusReason);
    const std::vector<TreeStop>& stops = arrangement().layout.stops;
    const auto found = std::ranges::find(stops, TreeStop::Kind::Leaf, &TreeStop::kind);
    if (m_folding.only && found != stops.end()) {
        setCurrent(static_cast<int>(found - stops.begin()));
    }
}

void TreeView::toggle(const TreeStop& stop)
{
    m_folding = arrangement().folding;
    m_foldedByHand = true;
    const int pipeline = m_trees[stop.tree].pipeline;
    if (stop.kind == TreeStop::Kind::Title) {
        m_folding.trees[pipeline] = !arrangement().layout.sections[stop.tree].open;
    } else if (stop.kind == TreeStop::Kind::Cuts) {
        m_folding.cuts[{pipeline, stop.node}] = true;
    } else {
        m_folding.branches[{pipeline, stop.node}] = !m_folding.isBranchOpen(pipeline, stop.node);
        m_current = stop;
        m_current->kind = TreeStop::Kind::Level;  // that what opened was of
    }
    const TreeWindow before = arrangement().window;
    m_arrangement.reset();
    arrangement().window.scale = before.scale;
    arrangement().window.scroll = before.scroll;
    arrangement().window.scrollBy({});
    pictureChanged();
}

void TreeView::click(const TreeStop& stop)
{
    const auto node = static_cast<std::size_t>(stop.node);
    const auto tree = static_cast<std::size_t>(stop.tree);
    const bool folds =
        stop.kind != TreeStop::Kind::Level || (m_shapes[tree].live[node] && !m_trees[tree].nodes[node].leaf);
    if (const LayerStrategy* strategy = strategyOf(stop)) {
        pick(*strategy);
    } else if (folds) {
        toggle(stop);
    }
}

}  // namespace pgram
