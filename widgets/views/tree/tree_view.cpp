// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tree/tree_view.h"

#include "core/questions/plan_question.h"
#include "core/search/task/task_list.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"
#include "widgets/views/tree/tree_filter.h"
#include "widgets/views/tree/tree_words.h"

#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace pgram {

namespace {

constexpr int restMilliseconds = 150;
constexpr int collectMilliseconds = 100;
constexpr int mostUnasked = 1000;  // leaves whose costs are computed without a click
constexpr double rowsBelow = 6;
constexpr double readableLine = 10;  // pixels of a line of text on the screen: smaller ones are not drawn
constexpr double printedLine = 6.5;  // of a picture, which can be enlarged

}  // namespace

TreeView::TreeView(Session* session, SelectionModel* selection, LeafAnswers* leaves, QWidget* parent)
    : View(session->document(), selection, parent),
      m_session(session),
      m_filter(new TreeFilter(this)),
      m_compute(new QToolButton(this)),
      m_costs(leaves)
{
    m_compute->setObjectName(QStringLiteral("computeLeaves"));
    m_compute->hide();
    connect(m_compute, &QToolButton::clicked, this, &TreeView::toggleCosts);
    m_pause.setSingleShot(true);
    m_pause.setInterval(restMilliseconds);
    m_collect.setSingleShot(true);
    m_collect.setInterval(collectMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &TreeView::ask);
    connect(&m_collect, &QTimer::timeout, this, &TreeView::fillTable);
    connect(&m_costs, &LeafCosts::changed, this, [this] {
        pictureChanged();
        if (!m_collect.isActive()) {
            m_collect.start();
        }
    });
    connect(&m_costs, &LeafCosts::finished, this, &TreeView::placeButton);
    connect(m_filter, &QLineEdit::textChanged, this, &TreeView::setFilter);
    connect(m_filter, &TreeFilter::left, this, &TreeView::leaveFilter);
    follow();
}

/// The trees of the plan's question, the plan's own first.
void TreeView::rebuild()
{
    const int row = m_session->currentRow();
    SearchRequest request = row >= 0 ? questionOf(m_session->at(row)) : requestOf(*document()->plan());
    const int pipeline = document()->plan()->pipeline();
    const bool sameTrees = !m_trees.empty() && m_trees.front().pipeline == pipeline &&
                           request.cluster.devices == m_request.cluster.devices && request.space == m_request.space;
    m_request = std::move(request);
    if (sameTrees) {
        return;
    }
    std::vector<DecisionTree> trees =
        decisionTrees(m_request.cluster.devices, searchedSpace(m_request.model, m_request.space));
    const auto isOfPipeline = [&](const DecisionTree& tree) { return tree.pipeline == pipeline; };
    std::stable_partition(trees.begin(), trees.end(), isOfPipeline);
    const auto isSame = [](const DecisionTree& a, const DecisionTree& b) {
        return a.pipeline == b.pipeline && a.groupSize == b.groupSize && a.nodes.size() == b.nodes.size() &&
               keptStrategies(a) == keptStrategies(b);
    };
    if (std::ranges::equal(trees, m_trees, isSame)) {
        return;
    }
    m_trees = std::move(trees);
    m_arrangement.reset();
    m_shapes.clear();
    m_leaves = 0;
    for (const DecisionTree& tree : m_trees) {
        m_shapes.push_back(shapeOf(tree));
        m_leaves += countStrategies({&tree, 1}).after;
    }
    foldMany();
}

void TreeView::refresh()
{
    m_filter->retranslate();
    m_used.clear();
    m_hover = -1;
    if (!document()->plan()) {
        m_trees.clear();
        m_current.reset();
        m_shapes.clear();
        m_leaves = 0;
        m_arrangement.reset();
        m_costs.stop();
    } else {
        for (const LayerStrategy& strategy : document()->plan()->strategies) {
            ++m_used[strategy];
        }
        rebuild();
        m_costed = {range().first, range().count};
        m_pause.start();
    }
    fillTable();
}

/// Other layers have other costs, and the picture says whose it shows; anything else is a mark above it.
void TreeView::refreshSelection()
{
    update();
    const LayerRange layers = document()->plan() ? range() : LayerRange{};
    if (const std::pair wanted(layers.first, layers.count); wanted != m_costed) {
        m_costed = wanted;
        m_pause.start();
        pictureChanged();
    }
}

QString TreeView::spokenSelection() const
{
    return m_current ? textOf(*m_current) : View::spokenSelection();
}

void TreeView::startWork()
{
    m_asked = true;
    ask();
}

void TreeView::ask()
{
    m_pause.stop();
    if (!document()->plan() || !(isVisible() || m_asked)) {
        return;
    }
    std::vector<LayerStrategy> strategies;
    for (const DecisionTree& tree : m_trees) {
        const std::vector<LayerStrategy> kept = keptStrategies(tree);
        strategies.insert(strategies.end(), kept.begin(), kept.end());
    }
    // What the plan runs is looked at first.
    const auto isUsed = [this](const LayerStrategy& strategy) { return m_used.contains(strategy); };
    std::stable_partition(strategies.begin(), strategies.end(), isUsed);
    const LeafQuestion question{m_request, range().first, range().count};
    const bool wanted = m_leaves <= mostUnasked || m_asked || m_clicked == question;
    m_costs.ask(question, wanted ? strategies : std::vector<LayerStrategy>{});
    placeButton();
}

/// Many searches of a leaf each begin with a click, for the layers of now alone.
void TreeView::toggleCosts()
{
    if (m_costs.isRunning()) {
        m_clicked.reset();
        m_costs.stop();
        placeButton();
    } else {
        m_clicked = {m_request, range().first, range().count};
        ask();
    }
}

void TreeView::placeButton()
{
    const int missing = m_leaves - static_cast<int>(m_costs.known().size());
    m_compute->setVisible(document()->plan() && m_leaves > mostUnasked && missing > 0);
    m_compute->setText(m_costs.isRunning() ? tr("Stop") : tr("Compute %n Leaf Cost(s)", nullptr, missing));
    m_compute->adjustSize();
    const int edge = m_filter->pos().y();
    m_compute->move(width() - edge - m_compute->width(), edge);
}

Seconds TreeView::best() const
{
    const auto estimate = document()->estimate();
    const bool valid = estimate && estimate->fits && estimate->legal;
    return valid ? std::min(estimate->stepTime, m_costs.best()) : m_costs.best();
}

void TreeView::fillTable()
{
    placeButton();
    table()->reset(treeContent(document()->plan()
                                   ? std::make_shared<const TreeFigures>(TreeFigures{m_trees, m_shapes, m_costs.known(),
                                                                                     m_used, best(), m_folding.only})
                                   : nullptr));
}

QString TreeView::footer() const
{
    const Plan& plan = *document()->plan();
    const LayerRange layers = range();
    const bool all = layers.count == static_cast<int>(plan.strategies.size());
    const QString who = all ? tr("all layers") : rangeName(plan.model, layers);
    return tr("Leaf value: best step time (%1) if %2 use it, relative to the best known · %3 of %4")
        .arg(methodTitle(LeafCosts::method), who)
        .arg(m_costs.known().size())
        .arg(m_leaves);
}

QRectF TreeView::areaIn(const Theme& theme, const QRectF& rect) const
{
    const QRectF inner = rect.adjusted(theme.margin, theme.margin, -theme.margin, -theme.gap);
    return belowHeading(theme, inner, treeHeading(theme, m_trees)).adjusted(0, 0, 0, -theme.lineHeight * 1.4);
}

/// What is to be seen at first: a leaf that the plan uses, with some rows below it.
QRectF TreeView::firstUsed(const TreeLayout& layout) const
{
    for (const TreeStop& stop : layout.stops) {
        const LayerStrategy* strategy = strategyOf(stop);
        if (strategy != nullptr && m_used.contains(*strategy)) {
            return stop.rect.adjusted(0, 0, 0, rowsBelow * stop.rect.height());
        }
    }
    return {};
}

TreeArrangement& TreeView::arrangement()
{
    if (!m_arrangement) {
        const Theme theme(palette(), font());
        m_arrangement = arrangeTrees(m_trees, treeMetrics(theme, m_trees), m_folding, m_foldedByHand,
                                     areaIn(theme, pictureArea()), false);
        m_arrangement->window.reveal(firstUsed(m_arrangement->layout));
    }
    return *m_arrangement;
}

void TreeView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    const QRectF inner = rect.adjusted(theme.margin, theme.margin, -theme.margin, -theme.gap);
    paintHeading(painter, theme, inner, treeHeading(theme, m_trees));
    painter.setFont(theme.smallFont);
    painter.setPen(theme.mutedText);
    const QRectF foot(inner.left(), inner.bottom() - theme.lineHeight, inner.width(), theme.lineHeight);
    painter.drawText(foot, Qt::AlignVCenter,
                     QFontMetricsF(theme.smallFont).elidedText(footer(), Qt::ElideRight, foot.width()));
    const bool onScreen = isVisible() && rect == QRectF(pictureArea());
    const TreeArrangement shown = onScreen ? arrangement()
                                           : arrangeTrees(m_trees, treeMetrics(theme, m_trees), m_folding,
                                                          m_foldedByHand, areaIn(theme, rect), true);
    const TreeWindow& window = shown.window;
    painter.save();
    painter.setClipRect(window.area.adjusted(-1, 0, 1, 0));
    painter.translate(window.toWidget({}));
    painter.scale(window.scale, window.scale);
    paintTrees(painter, {m_trees, m_shapes, shown.layout, theme, m_costs.known(), m_used, best(), window.visible(),
                         theme.lineHeight * window.scale >= (onScreen ? readableLine : printedLine)});
    painter.restore();
}

void TreeView::paintOverlay(QPainter& painter)
{
    const Theme theme(palette(), font());
    const TreeArrangement& shown = arrangement();
    const TreeWindow& window = shown.window;
    painter.save();
    painter.setClipRect(window.area.adjusted(-2, -2, 2, 2));
    painter.setBrush(Qt::NoBrush);
    const auto outline = [&](int stop, const QPen& pen) {
        if (stop >= 0 && stop < static_cast<int>(shown.layout.stops.size())) {
            const QRectF& rect = shown.layout.stops[stop].rect;
            painter.setPen(pen);
            painter.drawRect(QRectF(window.toWidget(rect.topLeft()), window.toWidget(rect.bottomRight())));
        }
    };
    outline(m_hover, QPen(theme.mutedText, 1));
    outline(m_current ? shown.layout.find(*m_current) : -1, QPen(theme.accent, 3));
    painter.restore();
    const double seen = window.area.height() / window.scale;
    if (seen < window.size.height()) {
        const QRectF track(window.area.right() + theme.margin * 0.3, window.area.top(), theme.margin * 0.3,
                           window.area.height());
        painter.fillRect(track, theme.panel);
        const double unit = track.height() / window.size.height();
        painter.fillRect(QRectF(track.left(), track.top() + window.scroll.y() * unit, track.width(), seen * unit),
                         theme.line);
    }
}

std::optional<Selection> TreeView::selectionOfRow(int row) const
{
    const TreeRow place = treeRows(m_trees, m_folding.only)[row];
    if (place.variant < 0) {
        return std::nullopt;
    }
    Selection next = selection()->current();
    next.strategy = m_trees[place.tree].nodes[place.node].strategies[place.variant];
    return next;
}

const LayerStrategy* TreeView::strategyOf(const TreeStop& stop) const
{
    if (stop.kind != TreeStop::Kind::Leaf) {
        return nullptr;
    }
    const TreeNode& node = m_trees[stop.tree].nodes[stop.node];
    return &node.strategies[stop.variant];
}

std::optional<LayerStrategy> TreeView::currentStrategy() const
{
    const LayerStrategy* strategy = m_current ? strategyOf(*m_current) : nullptr;
    return strategy == nullptr ? std::nullopt : std::optional(*strategy);
}

QString TreeView::textOf(const TreeStop& stop) const
{
    const LayerStrategy* strategy = strategyOf(stop);
    const auto cost = strategy != nullptr ? m_costs.known().find(*strategy) : m_costs.known().end();
    return stopText(m_trees[stop.tree], m_shapes[stop.tree], stop,
                    cost == m_costs.known().end() ? nullptr : &cost->second);
}

QString TreeView::leafTip(const LayerStrategy& strategy) const
{
    Tip tip(strategyText(strategy));
    const auto found = m_costs.known().find(strategy);
    const auto used = m_used.find(strategy);
    tip.add(tr("Stages"), QString::number(m_request.cluster.devices / strategy.groupSize()));
    tip.add(tr("Layers of the plan"), QString::number(used == m_used.end() ? 0 : used->second));
    if (found == m_costs.known().end()) {
        tip.note(m_costs.isRunning() ? tr("Computing cost…") : tr("Cost not computed"));
        return tip.html();
    }
    if (found->second.isCosted()) {
        tip.add(tr("Step time"), costText(&found->second));
        tip.add(tr("vs. best known"), ratioText(&found->second, best()));
        if (document()->estimate()->stepTime > 0) {
            tip.add(tr("vs. this plan"), ratioText(&found->second, document()->estimate()->stepTime));
        }
    } else {
        tip.note(outcomeText(found->second));
    }
    tip.note(canApply(strategy) ? tr("Double-click applies it to the selected layers.")
                                : tr("Needs a different number of stages; see Why not in the Inspector."));
    return tip.html();
}

QString TreeView::tipAt(const QPointF& position)
{
    const int index = stopAt(position);
    if (index < 0) {
        return {};
    }
    const TreeStop& stop = arrangement().layout.stops[index];
    const LayerStrategy* strategy = strategyOf(stop);
    return strategy != nullptr ? leafTip(*strategy) : Tip(textOf(stop)).html();
}

int TreeView::stopAt(const QPointF& position)
{
    const TreeArrangement& shown = arrangement();
    return shown.window.area.contains(position)
               ? shown.layout.stopAt(shown.window.toPlace(position), shown.window.visible())
               : -1;
}

void TreeView::apply(const LayerStrategy& strategy)
{
    if (canApply(strategy)) {
        document()->setStrategy(range().first, range().count, strategy);
    }
}

/// Selects the next run of layers that have the strategy; where none has it, it is looked at for those selected.
void TreeView::pick(const LayerStrategy& strategy)
{
    Selection next = selection()->current();
    next.strategy = strategy;
    const int after = next.layerCount > 0 ? next.firstLayer + next.layerCount : 0;
    const LayerRange run = nextRun(*document()->plan(), strategy, after);
    if (run.count > 0) {
        next.firstLayer = run.first;
        next.layerCount = run.count;
        next.stage = document()->plan()->stageOf(run.first);
    }
    selection()->select(next);
}

void TreeView::setCurrent(int stop)
{
    const TreeLayout& layout = arrangement().layout;
    if (stop < 0 || stop >= static_cast<int>(layout.stops.size())) {
        return;
    }
    m_current = layout.stops[stop];
    const double title = layout.sections[m_current->tree].title.height();
    const QPointF before = arrangement().window.scroll;
    arrangement().window.reveal(m_current->rect.adjusted(0, -title, 0, 0));
    announce(textOf(*m_current));
    if (arrangement().window.scroll != before) {
        pictureChanged();
    }
    update();
}

void TreeView::walk(int rows, int columns)
{
    const TreeLayout& layout = arrangement().layout;
    setCurrent(layout.neighbour(m_current ? layout.find(*m_current) : -1, rows, columns));
    if (const auto strategy = currentStrategy()) {
        Selection next = selection()->current();
        next.strategy = strategy;
        selection()->select(next);
    }
}

}  // namespace pgram
