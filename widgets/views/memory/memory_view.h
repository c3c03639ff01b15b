// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The memory view, on two pages: what fills a device of each stage at its peak, against the budget, and how it fills
// over the step; and how full every device of the cluster is, folded where nodes are alike. A click or the arrow keys
// select a stage or a device; the wheel over the curves zooms the time. GUI thread only.
#pragma once

#include "widgets/document/time_window.h"
#include "widgets/views/common/view.h"
#include "widgets/views/memory/device_map.h"
#include "widgets/views/memory/memory_picture.h"

namespace pgram {

class PageTabs;

class MemoryView : public View {
    Q_OBJECT
public:
    /// `time` is the zoom shared with other views and outlives this one; null = one of its own.
    MemoryView(Document* document, SelectionModel* selection, TimeWindow* time = nullptr, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("memory"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Memory"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;

    enum class Page { Stages, Devices };
    [[nodiscard]] Page page() const { return m_page; }
    void showPage(Page page);
    [[nodiscard]] QString pageName() const override;  ///< "stages", "devices"
    void showPageNamed(const QString& name) override;

    /// Where everything stands in the widget at this moment.
    [[nodiscard]] MemoryLayout currentLayout() const;
    [[nodiscard]] DeviceMapLayout currentDevices() const;

protected:
    [[nodiscard]] QRect pictureArea() const override;
    void resizeEvent(QResizeEvent* event) override;
    void refresh() override;
    void paintOverlay(QPainter& painter) override;
    [[nodiscard]] std::optional<Selection> selectionOfRow(int row) const override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] MemoryLayout layoutIn(const QRectF& rect) const;
    [[nodiscard]] DeviceMapLayout devicesIn(const QRectF& rect) const;
    void paintStages(QPainter& painter, const QRectF& rect);
    void paintDevices(QPainter& painter, const QRectF& rect);
    void paintSelectedDevices(QPainter& painter);
    [[nodiscard]] FigureContent stageFigures() const;
    [[nodiscard]] FigureContent deviceFigures() const;
    [[nodiscard]] QString deviceTip(int cell) const;
    void selectDevice(int device);
    void selectCell(int cell);
    void stepDevice(int cells, bool back);

    TimeWindow* m_time;
    PageTabs* m_tabs;
    Page m_page = Page::Stages;
    std::optional<double> m_dragged;  ///< where the time axis is held, in pixels from the left
};

}  // namespace pgram
