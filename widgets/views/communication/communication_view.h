// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The communication view: what travels in a step, by kind, by link or by group of ranks, hidden or exposed, and between
// which devices. A click on the traffic map selects the sending device, arrow keys move it; wheel, + and - zoom the
// map, a drag pans it, 0 shows all pairs. GUI thread only.
#pragma once

#include "core/base/index.h"
#include "widgets/views/common/scene_view.h"
#include "widgets/views/communication/communication_picture.h"
#include "widgets/work/worker.h"

#include <memory>
#include <optional>

namespace pgram {

class CommunicationView : public SceneView {
    Q_OBJECT
public:
    CommunicationView(Document* document, SelectionModel* selection, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("communication"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Communication"); }
    [[nodiscard]] bool isWorking() const override { return m_adding.isRunning(); }
    [[nodiscard]] std::vector<ViewKey> keys() override;

    /// Its pages: "each", "kind", "link", "group".
    [[nodiscard]] VolumeGrouping grouping() const { return allVolumeGroupings[at(page())]; }

    /// The devices that the map shows: all of them, unless it is zoomed.
    [[nodiscard]] TrafficWindow window() const { return m_window.span > 0 ? m_window : TrafficWindow::all(m_devices); }

protected:
    void showEvent(QShowEvent* event) override;
    void refresh() override;
    void build(Scene& scene) override;
    void mark(Scene& marks) override;
    [[nodiscard]] QString tipOf(const Ref& ref, const QPointF& position) override;
    void pressed(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void dragged(const QPointF& position, const std::optional<QPointF>& moved) override;
    void released(const QPointF& position, bool clicked) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    /// Has the traffic of many devices added up in the background, while somebody looks.
    void addUp();
    /// The traffic of the plan that is shown; the one before it, or null, until the background has it.
    const std::vector<TrafficFold>* traffic();
    /// The fold whose pairs have references of this kind; null = the kind is not of pairs.
    const TrafficFold* foldOf(const Ref& pair);
    void selectDevice(int device);
    void showWindow(const TrafficWindow& window);
    [[nodiscard]] bool isOnMap(const QPointF& position);
    void zoomAt(double factor, const QPointF& position);
    [[nodiscard]] QString pairTip(const TrafficFold& fold, int from, int to) const;
    [[nodiscard]] QString rowTip(int row) const;
    [[nodiscard]] FigureContent transferFigures() const;
    [[nodiscard]] FigureContent sumFigures() const;
    [[nodiscard]] QString linkTip(int link) const;

    std::vector<VolumeSum> m_sums;  ///< of the plan that is shown, in that grouping
    Worker m_adding{Priority::Immediate};
    std::optional<Error> m_problem;            ///< why it found nothing
    std::shared_ptr<const Estimate> m_mapped;  ///< the estimate that m_traffic is of, or will be
    std::shared_ptr<const std::vector<TrafficFold>> m_traffic;
    int m_devices = 0;       ///< of the plan
    TrafficWindow m_window;  ///< of the map; a span of 0 = all pairs
};

}  // namespace pgram
