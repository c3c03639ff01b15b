// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Fidelity view: what was predicted of measured training runs against what they measured, by suite and device. A
// click on a point, or Enter on the one that the arrow keys chose, adds its plan to the session; a click on a suite, or
// Page Up and Page Down, shows that suite alone. GUI thread only.
#pragma once

#include "widgets/document/session.h"
#include "widgets/kit/control_bar.h"
#include "widgets/views/common/plot_view.h"
#include "widgets/views/fidelity/fidelity_picture.h"

class QComboBox;

namespace pgram {

class FidelityLibrary;

class FidelityView : public PlotView {
    Q_OBJECT
public:
    /// All outlive the view.
    FidelityView(Session* session, SelectionModel* selection, FidelityLibrary* library, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("fidelity"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Fidelity"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;
    [[nodiscard]] bool isWorking() const override;

    [[nodiscard]] const FidelityFigures& figures() const { return m_figures; }
    [[nodiscard]] FidelityLayout currentLayout() const
    {
        return m_figures.data ? layoutIn(pictureArea()) : FidelityLayout();
    }
    void setFilter(const FidelityFilter& filter);
    /// "memory" and "device": the filter's, the suite left out.
    [[nodiscard]] QVariantMap options() const override;
    void setOptions(const QVariantMap& options) override;

protected:
    void refresh() override;
    void fillPlots(const Theme& theme) override;
    [[nodiscard]] int variantIn(const QRectF& rect) const override;
    [[nodiscard]] std::vector<QRectF> panelsIn(const QRectF& rect) const override;
    [[nodiscard]] QString markTip(int plot, int mark) const override;
    void openMark(int plot, int mark) override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;
    void pressed(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void hovered() override;

private:
    /// Nothing without a plan, as in every view.
    [[nodiscard]] std::shared_ptr<const FidelityData> wanted() const;
    void take();
    void fillBoxes();
    [[nodiscard]] FidelityLayout layoutIn(const QRectF& rect) const;
    void stepSuite(int by);

    Session* m_session;
    FidelityLibrary* m_library;
    QComboBox* m_quantity;
    QComboBox* m_device;
    ControlBar m_bar;
    FidelityFigures m_figures;
    std::optional<ShownPlan> m_shown;
};

}  // namespace pgram
