// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The duration and cost of training with the shown plan, and how often it writes a checkpoint. Prices and power are
// shown with their sources, and can be typed. GUI thread only.
#pragma once

#include "widgets/document/workbench.h"
#include "widgets/views/common/plot_view.h"
#include "widgets/views/common/run_fields.h"
#include "widgets/views/common/run_figures.h"

#include <optional>

namespace pgram {

class RunCostView : public PlotView {
    Q_OBJECT
public:
    /// `bench` outlives the view.
    explicit RunCostView(Workbench* bench, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("run-cost"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Run cost"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;
    void startWork() override { m_isWanted = true; }
    [[nodiscard]] bool isWorking() const override { return m_isWanted && m_fidelity->isRunning(); }
    /// The numbers by name.
    [[nodiscard]] QVariantMap options() const override;
    void setOptions(const QVariantMap& options) override;

    /// Nothing without a plan.
    [[nodiscard]] const std::optional<ShownRun>& shown() const { return m_shown; }

protected:
    void refresh() override;
    void fillPlots(const Theme& theme) override;
    [[nodiscard]] std::vector<QRectF> panelsIn(const QRectF& rect) const override;
    [[nodiscard]] QString markTip(int plot, int mark) const override;
    void openMark(int, int) override {}
    [[nodiscard]] QString tipAt(const QPointF& position) override;

private:
    RunTerms* m_terms;
    const FidelityLibrary* m_fidelity;
    RunFields m_fields;
    ControlBar m_bar;
    bool m_isWanted = false;  ///< by startWork()
    std::optional<ShownRun> m_shown;
};

}  // namespace pgram
