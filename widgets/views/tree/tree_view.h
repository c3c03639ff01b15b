// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The decision trees of the plan's cluster and space, the plan's own first. Leaves take the colour of what they cost
// the selected layers, which comes in from the background; where there are many, once a button is clicked. A click
// picks a strategy and selects the layers that run it, a double click or Enter gives it to the selected layers; arrows
// walk, + and - zoom, 0 shows all. More than a hundred leaves are folded but for those that the plan runs, and have a
// filter above them. GUI thread only.
#pragma once

#include "widgets/document/session.h"
#include "widgets/document/strategy_choices.h"
#include "widgets/views/common/view.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/tree/tree_layout.h"
#include "widgets/views/tree/tree_painter.h"
#include "widgets/views/tree/tree_words.h"
#include "widgets/work/leaf_costs.h"

#include <QTimer>

#include <optional>

class QToolButton;

namespace pgram {

class TreeFilter;

class TreeView : public View {
    Q_OBJECT
public:
    /// `session` outlives the view.
    TreeView(Session* session, SelectionModel* selection, LeafAnswers* leaves, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("tree"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Decision tree"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;
    void startWork() override;
    [[nodiscard]] bool isWorking() const override { return m_pause.isActive() || m_costs.isRunning(); }

    [[nodiscard]] const LeafCosts& costs() const { return m_costs; }
    /// Where everything stands in the widget at this moment.
    [[nodiscard]] const TreeArrangement& currentArrangement() { return arrangement(); }
    /// The strategy that the cursor is on; nothing = on something else.
    [[nodiscard]] std::optional<LayerStrategy> currentStrategy() const;
    /// Shows the strategies alone whose names hold every word of `text`; all where it is empty.
    void setFilter(const QString& text);

protected:
    [[nodiscard]] QRect pictureArea() const override;
    void refresh() override;
    void refreshSelection() override;
    [[nodiscard]] QString spokenSelection() const override;
    [[nodiscard]] bool ownsEscape() const override { return m_current || View::ownsEscape(); }
    void paintOverlay(QPainter& painter) override;
    [[nodiscard]] std::optional<Selection> selectionOfRow(int row) const override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;
    [[nodiscard]] QRectF menuAnchor() override;
    void fillMenu(QMenu& menu, const std::optional<QPointF>& position) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragged(const QPointF& position, const std::optional<QPointF>& moved) override;
    void released(const QPointF& position, bool clicked) override;
    void hovered() override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] QRectF areaIn(const Theme& theme, const QRectF& rect) const;
    TreeArrangement& arrangement();
    [[nodiscard]] QRectF firstUsed(const TreeLayout& layout) const;
    void rebuild();
    void foldMany();
    void enterFilter();
    void leaveFilter();
    void ask();
    void toggleCosts();
    void placeButton();
    void fillTable();
    [[nodiscard]] LayerRange range() const { return selectedLayers(*document()->plan(), selection()->current()); }
    [[nodiscard]] Seconds best() const;
    [[nodiscard]] QString footer() const;

    [[nodiscard]] int stopAt(const QPointF& position);
    [[nodiscard]] const LayerStrategy* strategyOf(const TreeStop& stop) const;
    [[nodiscard]] QString textOf(const TreeStop& stop) const;
    [[nodiscard]] QString leafTip(const LayerStrategy& strategy) const;
    void setCurrent(int stop);
    void walk(int rows, int columns);
    void click(const TreeStop& stop);
    void toggle(const TreeStop& stop);
    void pick(const LayerStrategy& strategy);
    void apply(const LayerStrategy& strategy);
    [[nodiscard]] bool canApply(const LayerStrategy& strategy) const
    {
        return strategy.groupSize() == document()->plan()->stageDevices();
    }
    void zoomAt(double factor, const QPointF& position);
    void openCurrent();
    void leaveCurrent();

    Session* m_session;
    TreeFilter* m_filter;
    QToolButton* m_compute;
    LeafCosts m_costs;
    std::optional<LeafQuestion> m_clicked;  ///< question whose many leaves the user asked to compute
    std::pair<int, int> m_costed;           ///< layers whose costs are shown: the first, and how many
    QTimer m_pause;                         ///< until the selection rests
    QTimer m_collect;                       ///< costs that come in together fill the table once
    SearchRequest m_request;
    std::vector<DecisionTree> m_trees;
    std::vector<TreeShape> m_shapes;
    int m_leaves = 0;  ///< of all trees
    std::map<LayerStrategy, int> m_used;
    TreeFolding m_folding;
    bool m_foldedByHand = false;
    std::optional<TreeArrangement> m_arrangement;
    std::optional<TreeStop> m_current;
    int m_hover = -1;
    bool m_asked = false;  ///< to work though it is not shown
};

}  // namespace pgram
