// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What if a number of the question was another one: the best plan at each value, as a curve whose regions are kinds of
// plans, with the values where one takes over from another. Each point is a plan to be opened. GUI thread only.
#pragma once

#include "widgets/views/common/plot_view.h"
#include "widgets/views/what_if/what_if_figures.h"
#include "widgets/work/worker.h"

#include <optional>

class QComboBox;

namespace pgram {

class WhatIfView : public PlotView {
    Q_OBJECT
public:
    /// Both outlive the view.
    WhatIfView(Document* document, SelectionModel* selection, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("what-if"); }
    [[nodiscard]] QString viewTitle() const override { return tr("What if"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;
    void startWork() override { refresh(); }
    [[nodiscard]] bool isWorking() const override { return m_worker.isRunning(); }

    /// Nothing while there is no plan.
    [[nodiscard]] const std::optional<ShownWhatIf>& shown() const { return m_shown; }
    /// "number", "factor" and "figure": what is varied, how far, and what is drawn.
    [[nodiscard]] QVariantMap options() const override;
    void setOptions(const QVariantMap& options) override;

protected:
    void refresh() override;
    void fillPlots(const Theme& theme) override;
    [[nodiscard]] std::vector<QRectF> panelsIn(const QRectF& rect) const override;
    [[nodiscard]] QString markTip(int plot, int mark) const override;
    void openMark(int plot, int mark) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void ask();
    void take(const SweepPoint& point);
    void finish(Sweep sweep);
    void choose();
    void fillBoxes();
    void placeBoxes();
    [[nodiscard]] QRectF headIn(const QRectF& rect) const;

    QComboBox* m_numbers;
    QComboBox* m_factors;
    QComboBox* m_figures;
    std::string m_number;  ///< that is varied
    int m_factor = 10;
    int m_figure = 0;  ///< of whatIfFigures()
    std::optional<SearchRequest> m_question;
    std::optional<ShownWhatIf> m_shown;
    std::optional<Error> m_problem;
    Worker m_worker{Priority::Answer};
};

/// The curve, its regions and crossings.
void fillWhatIf(Plot& plot, const Theme& theme, const ShownWhatIf& shown, const WhatIfFigure& figure);

}  // namespace pgram
