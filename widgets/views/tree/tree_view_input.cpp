// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Mouse, wheel and keys of the decision tree view, and when it works.
#include "widgets/views/common/words.h"
#include "widgets/views/tree/tree_filter.h"
#include "widgets/views/tree/tree_view.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double wheelLines = 5;  // of text, a notch
constexpr int pageRows = 12;

}  // namespace

void TreeView::showEvent(QShowEvent* event)
{
    m_pause.start();
    View::showEvent(event);
}

void TreeView::hideEvent(QHideEvent* event)
{
    m_pause.stop();
    if (!m_asked) {
        m_costs.stop();
    }
    View::hideEvent(event);
}

void TreeView::resizeEvent(QResizeEvent* event)
{
    m_filter->place();
    placeButton();
    m_arrangement.reset();
    m_hover = -1;
    View::resizeEvent(event);
}

/// The font decides where everything stands, and the language which words do.
void TreeView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) {
        m_arrangement.reset();
    }
    View::changeEvent(event);
}

QRectF TreeView::menuAnchor()
{
    const TreeArrangement& shown = arrangement();
    const int stop = m_current ? shown.layout.find(*m_current) : -1;
    if (stop < 0) {
        return {};
    }
    const QRectF& rect = shown.layout.stops[stop].rect;
    return QRectF(shown.window.toWidget(rect.topLeft()), shown.window.toWidget(rect.bottomRight())) & shown.window.area;
}

void TreeView::fillMenu(QMenu& menu, const std::optional<QPointF>& position)
{
    const int index = position ? stopAt(*position) : -1;
    const TreeStop* stop = index >= 0               ? &arrangement().layout.stops[index]
                           : !position && m_current ? &*m_current
                                                    : nullptr;
    const LayerStrategy* strategy = stop == nullptr ? nullptr : strategyOf(*stop);
    if (strategy == nullptr) {
        return;
    }
    QAction* action = menu.addAction(tr("Apply %1 to the Selected Layers").arg(strategyText(*strategy)));
    action->setEnabled(canApply(*strategy));
    connect(action, &QAction::triggered, this, [this, chosen = *strategy] { apply(chosen); });
    menu.addSeparator();
}

void TreeView::dragged(const QPointF&, const std::optional<QPointF>& moved)
{
    if (moved) {
        arrangement().window.scrollBy(-*moved / arrangement().window.scale);
        pictureChanged();
    }
}

void TreeView::released(const QPointF& position, bool clicked)
{
    const int index = clicked ? stopAt(position) : -1;
    if (index >= 0) {
        setCurrent(index);
        click(TreeStop(*m_current));
    } else if (clicked) {
        leaveCurrent();
    }
}

void TreeView::hovered()
{
    const int stop = pointer() ? stopAt(*pointer()) : -1;
    if (stop != m_hover) {
        m_hover = stop;
        setCursor(stop >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
    }
}

void TreeView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int index = document()->plan() ? stopAt(event->position()) : -1;
    if (index < 0 || event->button() != Qt::LeftButton) {
        return;
    }
    if (const LayerStrategy* strategy = strategyOf(arrangement().layout.stops[index])) {
        apply(LayerStrategy(*strategy));
    }
}

void TreeView::zoomAt(double factor, const QPointF& position)
{
    arrangement().window.zoomAt(factor, position);
    pictureChanged();
}

void TreeView::wheelEvent(QWheelEvent* event)
{
    if (!document()->plan()) {
        return;
    }
    const WheelTurn turn = wheelTurn(*event);
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        zoomAt(std::pow(wheelZoom, turn.notches), event->position());
        return;
    }
    const double distance = -turn.notches * wheelLines * fontMetrics().height() / arrangement().window.scale;
    arrangement().window.scrollBy(turn.sideways ? QPointF(distance, 0) : QPointF(0, distance));
    m_hover = stopAt(event->position());
    pictureChanged();
}

std::vector<ViewKey> TreeView::keys()
{
    std::vector<ViewKey> rows{
        {{Qt::Key_Up, Qt::Key_Down}, ViewKeys::tr("Box above or below"), [this](auto& key) { walk(key.step(), 0); }},
        {{Qt::Key_Left, Qt::Key_Right},
         ViewKeys::tr("Box to the left or to the right"),
         [this](auto& key) { walk(0, key.step()); }},
        {{Qt::Key_PageUp, Qt::Key_PageDown},
         ViewKeys::tr("A page up or down"),
         [this](auto& key) { walk(key.step() * pageRows, 0); }},
        {{Qt::Key_Space}, ViewKeys::tr("Open or close the branch"), [this](auto&) { openCurrent(); }},
        {{Qt::Key_Return, Qt::Key_Enter},
         ViewKeys::tr("Apply the strategy to the selected layers"),
         [this](auto&) {
             const auto strategy = currentStrategy();
             strategy ? apply(*strategy) : openCurrent();
         }},
        {{Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus},
         ViewKeys::tr("Zoom in or out"),
         [this](auto& key) { zoomAt(key.index < 2 ? keyZoom : 1 / keyZoom, arrangement().window.area.center()); }},
        {{Qt::Key_0},
         ViewKeys::tr("The whole tree"),
         [this](auto&) {
             arrangement().window.showAll();
             pictureChanged();
         }},
        {{Qt::Key_Escape}, ViewKeys::tr("Select nothing"), [this](auto&) { leaveCurrent(); }}};
    if (!m_filter->isHidden()) {
        rows.insert(rows.begin(),
                    {{Qt::Key_Slash}, ViewKeys::tr("Filter the strategies"), [this](auto&) { enterFilter(); }});
    }
    return rows;
}

void TreeView::openCurrent()
{
    if (m_current) {
        click(TreeStop(*m_current));
    }
}

void TreeView::leaveCurrent()
{
    m_current.reset();
    selection()->select({});
    update();
}

// What of the decision trees is folded, by the view itself, by hand or by the filter.

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
    const bool folds = stop.kind != TreeStop::Kind::Level ||
                       (m_shapes[stop.tree].live[stop.node] && !m_trees[stop.tree].nodes[stop.node].leaf);
    if (const LayerStrategy* strategy = strategyOf(stop)) {
        pick(*strategy);
    } else if (folds) {
        toggle(stop);
    }
}

}  // namespace pgram
