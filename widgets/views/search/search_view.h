// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Search view: how the plan was found, the methods side by side, and on demand BMW's walk. A click on a point, or
// Enter on the one that the arrow keys chose, adds its plan to the session; Tab goes from plot to plot; a click on a
// title shows that plot alone, Escape all again. GUI thread only.
#pragma once

#include "widgets/document/session.h"
#include "widgets/views/common/plot_view.h"
#include "widgets/views/search/search_plots.h"
#include "widgets/work/search_study.h"
#include "widgets/work/worker.h"

#include <optional>

class QPushButton;
class QToolButton;

namespace pgram {

class SearchView : public PlotView {
    Q_OBJECT
public:
    /// All outlive the view.
    SearchView(Session* session, SelectionModel* selection, SearchStudy* study, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("search"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Search"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;
    void startWork() override;
    [[nodiscard]] bool isWorking() const override { return m_study->isRunning() || m_adding.isRunning(); }

    [[nodiscard]] const Plot& plotNow(SearchPlot plot) const { return PlotView::plotNow(static_cast<int>(plot)); }
    [[nodiscard]] bool shows(SearchPlot plot) const { return plotNow(plot).isShown(); }
    [[nodiscard]] const SearchFigures& figures() const { return m_figures; }
    [[nodiscard]] SearchPlot focusedPlot() const { return static_cast<SearchPlot>(currentPlot()); }
    /// The plot that is shown alone.
    [[nodiscard]] std::optional<SearchPlot> alone() const { return m_alone; }
    void showAlone(std::optional<SearchPlot> plot);
    /// "alone": the plot's name, or empty.
    [[nodiscard]] QVariantMap options() const override;
    void setOptions(const QVariantMap& options) override;

protected:
    /// While the planner searches, nothing is computed beside it.
    void dimmedChanged() override;
    void refresh() override;
    void refreshSelection() override;
    void fillPlots(const Theme& theme) override;
    [[nodiscard]] std::vector<QRectF> panelsIn(const QRectF& rect) const override;
    [[nodiscard]] QString markTip(int index, int mark) const override;
    [[nodiscard]] QString titleTip(int plot) const override;
    void openMark(int index, int mark) override;
    void clickTitle(int index) override;
    void markMoved(int index) override;
    [[nodiscard]] int tabStops() const override { return m_alone ? 1 : hasWalk() ? searchPlots : searchPlots - 1; }
    void focusInEvent(QFocusEvent* event) override;
    void pressed(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    [[nodiscard]] bool hasKeys() override { return m_figures.plan != nullptr; }
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void followStudy();
    /// Starts what is missing, where it is quick enough to come unasked.
    void computeIfQuick();
    void toggleStudy();
    /// The plan was found by a walk, which is shown beside its progress.
    [[nodiscard]] bool hasWalk() const { return m_figures.hasOwnWalk(); }
    void placeButtons();
    [[nodiscard]] QRectF areaIn(const QRectF& rect) const;
    /// The plot that the user wants alone, or the one in hand where there is no room for four.
    [[nodiscard]] std::optional<SearchPlot> aloneIn(const QRectF& area) const;
    void addStep(const BalanceStep& step);

    Session* m_session;
    SearchStudy* m_study;
    Worker m_adding{Priority::Answer};
    SearchFigures m_figures;
    QPushButton* m_again;
    QToolButton* m_compute;
    QToolButton* m_showWalk;
    std::optional<SearchPlot> m_alone;
    bool m_wanted = false;   ///< computed even while nobody looks
    bool m_stopped = false;  ///< by the user: not started again unasked
};

}  // namespace pgram
