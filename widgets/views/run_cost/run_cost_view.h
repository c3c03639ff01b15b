// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What training the model takes and costs: of the shown plan, and of others that are planned in the background: more or
// fewer nodes of several clusters, other models, other sequences, beside the days and the money that there are. Prices
// and power are shown with whose they are, and can be typed. GUI thread only.
#pragma once

#include "core/base/index.h"
#include "widgets/views/common/plot_view.h"
#include "widgets/views/run_cost/run_figures.h"
#include "widgets/work/worker.h"

#include <array>
#include <functional>
#include <optional>

class QComboBox;
class QPushButton;
class QToolButton;

namespace pgram {

class QuantityEdit;

class FidelityLibrary;
class ScenarioModel;

class RunCostView : public PlotView {
    Q_OBJECT
public:
    /// What plans the runs; another one for tests.
    using Planner = std::function<Result<std::vector<RunRow>>(const std::vector<SearchRequest>&, std::stop_token,
                                                              const std::function<void(const RunRow&)>&)>;
    /// All outlive the view.
    RunCostView(Document* document, SelectionModel* selection, const ScenarioModel* scenario,
                const FidelityLibrary* fidelity, QWidget* parent = nullptr, Planner planner = {});

    [[nodiscard]] QString viewName() const override { return QStringLiteral("run-cost"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Run cost"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;
    void startWork() override
    {
        m_isWanted = true;
        refresh();
    }
    [[nodiscard]] bool isWorking() const override;
    /// The numbers by name, "clusters" and "models" that are chosen from.
    [[nodiscard]] QVariantMap options() const override;
    void setOptions(const QVariantMap& options) override;

    /// Of the page.
    [[nodiscard]] const ShownRuns& shown() const { return m_shown[at(page())]; }
    [[nodiscard]] const RunAsked& asked() const { return m_asked; }
    /// Ends what is planned; what was found stays.
    void stopWork();

protected:
    void refresh() override;
    void fillPlots(const Theme& theme) override;
    [[nodiscard]] std::vector<QRectF> panelsIn(const QRectF& rect) const override;
    [[nodiscard]] QString markTip(int plot, int mark) const override;
    void openMark(int plot, int mark) override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;

private:
    [[nodiscard]] RunPage runPage() const { return static_cast<RunPage>(page()); }
    [[nodiscard]] bool picks() const { return runPage() == RunPage::Clusters || runPage() == RunPage::Models; }

    // run_cost_controls.cpp
    void makeControls();
    void fillControls();
    void fillPickers();
    /// Of what the page chooses from: models or clusters.
    [[nodiscard]] QStringList& picked() { return runPage() == RunPage::Models ? m_models : m_clusters; }
    void pick(const QString& name, bool on);
    [[nodiscard]] RunRequests requestsNow();
    [[nodiscard]] RunRequests clusterRequests();
    [[nodiscard]] RunRequests modelRequests();

    void ask(RunRequests requests);
    /// The numbers changed: no plan does.
    void priceAgain();
    [[nodiscard]] ShownRun shownRun(RunRow row) const;
    void moreIsKnown();
    [[nodiscard]] QString progressText() const;
    [[nodiscard]] QString choicesText() const;
    [[nodiscard]] QRectF choicesIn(const Theme& theme, const QRectF& below) const;
    void fillCheckpoints(const Theme& theme);  // run_cost_plots.cpp, as fillRuns()
    void fillRuns(const Theme& theme);

    const ScenarioModel* m_scenario;
    const FidelityLibrary* m_fidelity;
    Planner m_planner;
    std::vector<QuantityEdit*> m_numbers;
    QComboBox* m_add;
    QToolButton* m_picked;
    QPushButton* m_stop;
    bool m_filling = false;
    bool m_isWanted = false;  ///< by startWork()

    RunAsked m_asked;
    QStringList m_clusters;  ///< presets beside the plan's cluster
    QStringList m_models;    ///< the same of its model: its family until others are picked
    bool m_areModelsPicked = false;
    RunPage m_pickersOf = RunPage::Plan;  ///< whose presets stand in m_add
    std::optional<SearchRequest> m_question;
    std::array<ShownRuns, 4> m_shown;  ///< of the pages
    int m_workPage = 0;
    std::optional<Error> m_problem;
    Worker m_worker{Priority::Answer};  ///< last, so that it ends before what it posts to
};

}  // namespace pgram
