// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The memory view: what fills a device of each stage at its peak, against the budget, and how it fills over the step.
// Click or Up and Down select a stage; the wheel over the curves zooms the time. GUI thread only.
#pragma once

#include "widgets/views/memory_picture.h"
#include "widgets/views/time_window.h"
#include "widgets/views/view.h"

namespace pgram {

class FigureTable;

class MemoryView : public View {
    Q_OBJECT
public:
    /// `time` is the zoom shared with other views and outlives this one; null = one of its own.
    MemoryView(Document* document, SelectionModel* selection, TimeWindow* time = nullptr, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("memory"); }
    [[nodiscard]] QString viewTitle() const override;
    [[nodiscard]] QAbstractItemModel* table() override;
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<KeyHelp> keys() const override;

    /// Where everything stands in the widget at this moment.
    [[nodiscard]] MemoryLayout currentLayout() const;

protected:
    void refresh() override;
    void refreshSelection() override;
    void paintOverlay(QPainter& painter) override;
    [[nodiscard]] std::optional<Selection> selectionOfRow(int row) const override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] MemoryLayout layoutIn(const QRectF& rect) const;

    FigureTable* m_table;
    TimeWindow* m_time;
};

}  // namespace pgram
