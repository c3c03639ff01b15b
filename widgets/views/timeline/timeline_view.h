// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The timeline: what every stage does at every moment of a step. Wheel, W and S zoom, drag, A and D pan, Home shows
// all; a click selects an operation and follows its micro-batch through the stages; Shift+drag measures from A to B;
// the strip below shows the whole step, with the part that is shown as a frame to drag. GUI thread only.
#pragma once

#include "widgets/document/time_window.h"
#include "widgets/views/common/time_strip.h"
#include "widgets/views/common/view.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <memory>
#include <optional>

namespace pgram {

class TimelineView : public View {
    Q_OBJECT
public:
    /// `time` is the zoom shared with other views and outlives this one; null = one of its own.
    TimelineView(Document* document, SelectionModel* selection, TimeWindow* time = nullptr, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("timeline"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Timeline"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;

    [[nodiscard]] TimeWindow* time() const { return m_time; }
    /// Where everything stands in the widget at this moment.
    [[nodiscard]] QRectF areaOf(const LessonPlace& place) override;
    [[nodiscard]] TimelineLayout currentLayout() const
    {
        return timeline() != nullptr ? layoutIn(rect()) : TimelineLayout{};
    }
    [[nodiscard]] TimeStrip currentStrip() const
    {
        return timeline() != nullptr ? stripIn(rect(), currentLayout()) : TimeStrip{};
    }

protected:
    void refresh() override;
    [[nodiscard]] bool ownsEscape() const override { return m_measure || View::ownsEscape(); }
    void paintOverlay(QPainter& painter) override;
    [[nodiscard]] std::optional<Selection> selectionOfRow(int row) const override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;
    void pressed(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void dragged(const QPointF& position, const std::optional<QPointF>& moved) override;
    void released(const QPointF& position, bool clicked) override;
    void hovered() override;
    void wheelEvent(QWheelEvent* event) override;
    [[nodiscard]] bool hasKeys() override { return timeline() != nullptr; }

private:
    struct Hit {
        int stage = -1;
        const Operation* operation = nullptr;  ///< null = idle at that moment
    };
    struct Measure {
        Seconds from = 0;
        Seconds to = 0;
    };
    [[nodiscard]] TimelineLayout layoutIn(const QRectF& rect) const;
    /// Below the rows of that layout.
    [[nodiscard]] TimeStrip stripIn(const QRectF& rect, const TimelineLayout& layout) const;
    [[nodiscard]] double stripHeight(const QRectF& rect) const;
    void paintStrip(QPainter& painter, const Theme& theme, const TimeStrip& strip, double names);
    /// Null where the schedule cannot run.
    [[nodiscard]] const Timeline* timeline() const;
    [[nodiscard]] const TimelineBins& bins();
    [[nodiscard]] Hit hitAt(const QPointF& position) const;
    void select(const Hit& hit);
    void step(int operations);
    [[nodiscard]] Seconds zoomCentre() const;
    void paintSelection(QPainter& painter, const TimelinePicture& picture);
    void paintMeasure(QPainter& painter, const TimelinePicture& picture);
    void paintCursor(QPainter& painter, const TimelinePicture& picture);

    TimeWindow* m_time;
    TimeStripControl m_strip;
    TimelineKinds m_kinds;                     ///< that the timeline has: a million operations take a frame to look at
    std::shared_ptr<const Timeline> m_binned;  ///< the timeline that m_bins is of
    std::optional<TimelineBins> m_bins;
    std::optional<Measure> m_measure;
    bool m_measuring = false;
};

}  // namespace pgram
