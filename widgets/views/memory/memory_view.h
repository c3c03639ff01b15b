// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The memory view, on two pages: what fills a device of each stage at its peak, against the budget, and how it fills
// over the step; and how full every device of the cluster is, folded where nodes are alike. A click or the arrow keys
// select a stage or a device; the wheel over the curves zooms the time. GUI thread only.
#pragma once

#include "widgets/document/time_window.h"
#include "widgets/views/common/scene_view.h"
#include "widgets/views/memory/device_map.h"
#include "widgets/views/memory/memory_picture.h"

namespace pgram {

class MemoryView : public SceneView {
    Q_OBJECT
public:
    /// `time` is the zoom shared with other views and outlives this one; null = one of its own.
    MemoryView(Document* document, SelectionModel* selection, TimeWindow* time = nullptr, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("memory"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Memory"); }
    [[nodiscard]] std::vector<ViewKey> keys() override;

    /// Its pages: "stages", "devices".
    enum class Page { Stages, Devices };
    [[nodiscard]] Page page() const { return static_cast<Page>(View::page()); }
    void showPage(Page page) { View::showPage(static_cast<int>(page)); }

    /// The map of devices in the widget at this moment.
    [[nodiscard]] DeviceMapLayout currentDevices()
    {
        return document()->plan() ? deviceMapIn(scene(), *document()->plan(), *document()->estimate())
                                  : DeviceMapLayout{};
    }

protected:
    void refresh() override;
    void build(Scene& scene) override;
    void mark(Scene& marks) override;
    [[nodiscard]] std::optional<Selection> selectionOfRow(int row) const override;
    [[nodiscard]] QString tipOf(const Ref& ref, const QPointF& position) override;
    void pressed(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void dragged(const QPointF& position, const std::optional<QPointF>& moved) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] bool showsDevices() const { return page() == Page::Devices; }
    void markDevices(Scene& marks);
    /// The position is on the curves, whose time zooms.
    [[nodiscard]] bool isOnCurves(const QPointF& position);
    [[nodiscard]] FigureContent stageFigures() const;
    [[nodiscard]] FigureContent deviceFigures() const;
    [[nodiscard]] QString deviceTip(int device);
    [[nodiscard]] QString stageTip(int stage, const QPointF& position);
    void selectDevice(int device);
    void selectCell(int cell);
    void stepDevice(int cells, bool back);

    TimeWindow* m_time;
};

}  // namespace pgram
