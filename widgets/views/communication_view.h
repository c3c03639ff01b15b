// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The communication view: what travels in a step, over which links, hidden or exposed, and between which devices.
// A click on the traffic map selects the sending device, arrow keys move it. GUI thread only.
#pragma once

#include "widgets/views/communication_picture.h"
#include "widgets/views/view.h"

#include <memory>
#include <optional>

namespace pgram {

class FigureTable;

class CommunicationView : public View {
    Q_OBJECT
public:
    CommunicationView(Document* document, SelectionModel* selection, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("communication"); }
    [[nodiscard]] QString viewTitle() const override;
    [[nodiscard]] QAbstractItemModel* table() override;
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<KeyHelp> keys() const override;

    /// Where everything stands in the widget at this moment.
    [[nodiscard]] CommunicationLayout currentLayout() const;

protected:
    void refresh() override;
    void refreshSelection() override;
    void paintOverlay(QPainter& painter) override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] CommunicationLayout layoutIn(const QRectF& rect) const;
    /// The traffic of the plan that is shown: worked out when it is first looked at.
    const TrafficMap& traffic();
    void selectDevice(int device);
    [[nodiscard]] QString mapTip(const CommunicationLayout& layout, const QPointF& position);
    [[nodiscard]] QString rowTip(int row) const;
    [[nodiscard]] QString linkTip(int link) const;

    FigureTable* m_table;
    std::shared_ptr<const Estimate> m_mapped;  ///< the estimate that m_traffic is of
    std::optional<TrafficMap> m_traffic;
    QImage m_heat;  ///< of m_traffic; null = to be painted in the palette of now
    std::optional<QPointF> m_pointer;
};

}  // namespace pgram
