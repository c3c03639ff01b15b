// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plan's model served by the plan's cluster (core/deploy): the roof of a device with the model's points under it,
// throughput and time over the batch, and for each format of the weights its memory and its figures. Controls above
// the picture ask for another format, pruning, degrees, batch and lengths. A second page places the tensors in the
// memories of an edge device. GUI thread only.
#pragma once

#include "widgets/kit/control_bar.h"
#include "widgets/views/common/plot_view.h"
#include "widgets/views/deployment/deployment_picture.h"
#include "widgets/views/deployment/edge_picture.h"

#include <optional>
#include <utility>

class QComboBox;

namespace pgram {

class QuantityEdit;

class DeploymentView : public PlotView {
    Q_OBJECT
public:
    /// Both outlive the view.
    DeploymentView(Document* document, SelectionModel* selection, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("deployment"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Deployment"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;
    [[nodiscard]] QVariantMap options() const override;
    void setOptions(const QVariantMap& options) override;

    [[nodiscard]] const DeploymentChoice& choice() const { return m_choice; }
    void setChoice(const DeploymentChoice& choice);
    /// Null where the model cannot be served.
    [[nodiscard]] const ShownDeployment* shown() const { return m_shown ? &*m_shown : nullptr; }
    /// As it stands in the widget at this moment; empty on the page of edge memory.
    [[nodiscard]] DeploymentLayout currentLayout() const;
    /// Null on the page of serving, and where the model has nothing to place.
    [[nodiscard]] const ShownEdge* edge() const { return m_edge ? &*m_edge : nullptr; }

protected:
    void refresh() override;
    void fillPlots(const Theme& theme) override;
    [[nodiscard]] std::vector<QRectF> panelsIn(const QRectF& rect) const override;
    [[nodiscard]] QString markTip(int index, int mark) const override;
    void openMark(int, int) override {}
    [[nodiscard]] int tabStops() const override { return 2; }
    [[nodiscard]] bool hasKeys() override { return m_shown.has_value(); }
    [[nodiscard]] QString tipAt(const QPointF& position) override;
    void fillMenu(QMenu& menu, const std::optional<QPointF>& position) override;
    void released(const QPointF& position, bool clicked) override;
    void hovered() override;

private:
    [[nodiscard]] DeploymentLayout layoutIn(const QRectF& rect) const;
    /// The answer to what is asked now, or why there is none.
    void work();
    void chooseRow(int row);
    [[nodiscard]] QString chosenText() const;  ///< for those who do not see the picture
    void fillControls();
    static void fillDegrees(QComboBox* box, const QString& name, int chosen, int most);
    [[nodiscard]] std::vector<Control> rows() const;
    void fillRoof(const Theme& theme);
    void fillCurve(const Theme& theme);
    void makeEdgeControls();
    [[nodiscard]] std::vector<Control> edgeRows() const;
    void workEdge();
    void paintEdgePage(QPainter& painter, const QRectF& rect);

    DeploymentChoice m_choice;
    std::optional<std::pair<DeploymentQuestion, DeploymentChoice>> m_asked;  ///< question of m_shown or m_problem
    std::optional<ShownDeployment> m_shown;
    std::optional<Error> m_problem;
    bool m_filling = false;  ///< the controls follow what is asked, and ask nothing
    ControlBar m_bar;
    QComboBox* m_weights;
    QComboBox* m_pruning;
    QComboBox* m_tensor;
    QComboBox* m_pipeline;
    QuantityEdit* m_batch;
    QuantityEdit* m_prompt;
    QuantityEdit* m_output;
    EdgeChoice m_edgeChoice;
    std::optional<ShownEdge> m_edge;
    std::optional<Error> m_edgeProblem;
    std::vector<QuantityEdit*> m_edgeControls;
};

}  // namespace pgram
