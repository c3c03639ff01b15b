// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The timeline: what every stage does at every moment of a step. Wheel, W and S zoom, drag, A and D pan, Home shows
// all; a click selects an operation and follows its micro-batch through the stages. The strip below shows the whole
// step, with the shown part as a frame to drag. Below it the shown part is summed by its use, or the part from A to B
// that Shift+drag measures. GUI thread only.
#pragma once

#include "widgets/document/time_window.h"
#include "widgets/views/common/scene_view.h"
#include "widgets/views/common/time_strip.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/timeline/step_sums.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <memory>
#include <optional>

namespace pgram {

class TimelineView : public SceneView {
    Q_OBJECT
public:
    /// `time` is the zoom shared with other views and outlives this one; null = one of its own.
    TimelineView(Document* document, SelectionModel* selection, TimeWindow* time = nullptr, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("timeline"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Timeline"); }
    [[nodiscard]] std::vector<ViewKey> keys() override;

    [[nodiscard]] TimeWindow* time() const { return m_time; }
    [[nodiscard]] TimelineLayout currentLayout() const
    {
        return timeline() != nullptr ? layoutIn(shownArea()).timeline : TimelineLayout{};
    }
    [[nodiscard]] TimeStrip currentStrip() const
    {
        return timeline() != nullptr ? layoutIn(shownArea()).strip : TimeStrip{};
    }
    /// Returns the sums of the measured part, or of the shown one. There is a timeline.
    [[nodiscard]] const StepRange& sums();

protected:
    void refresh() override;
    void refreshSelection() override;
    void build(Scene& scene) override;
    void mark(Scene& scene) override;
    [[nodiscard]] QString tipOf(const Ref& ref, const QPointF& position) override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;
    [[nodiscard]] bool ownsEscape() const override { return m_measure || View::ownsEscape(); }
    [[nodiscard]] std::optional<Selection> selectionOfRow(int row) const override;
    void pressed(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void dragged(const QPointF& position, const std::optional<QPointF>& moved) override;
    void released(const QPointF& position, bool clicked) override;
    void hovered() override;
    void wheelEvent(QWheelEvent* event) override;
    [[nodiscard]] bool hasKeys() override { return timeline() != nullptr; }
    [[nodiscard]] double missingHeight(const QRectF& area) const override;

private:
    struct Hit {
        int stage = -1;
        const Operation* operation = nullptr;  ///< null = idle at that moment
    };
    struct Measure {
        Seconds from = 0;
        Seconds to = 0;
    };
    /// The places of a picture's parts.
    struct Places {
        TimelineLayout timeline;
        int memoryOf = -1;  ///< stage with a track of its own below the rows; -1 = none
        QRectF memory;
        TimeStrip strip;
        QRectF sums;  ///< empty if the picture is too low
    };
    [[nodiscard]] QRectF shownArea() const;
    [[nodiscard]] Places layoutIn(const QRectF& inner) const;
    /// Adds the sums of the measured part.
    void addMeasured(Scene& scene, const Places& places);
    /// Null where the schedule cannot run.
    [[nodiscard]] const Timeline* timeline() const;
    [[nodiscard]] const std::shared_ptr<const TimelineBins>& bins();
    [[nodiscard]] Hit hitAt(const QPointF& position) const;
    void select(const Hit& hit);
    void step(int operations);
    [[nodiscard]] Seconds zoomCentre() const;
    void markMeasure(Scene& scene, const TimelineLayout& layout);

    TimeWindow* m_time;
    TimeStripControl m_strip;
    TimelineKinds m_kinds;                     ///< that the timeline has: a million operations take a frame to look at
    std::shared_ptr<const Timeline> m_binned;  ///< the timeline of m_bins and m_use
    std::shared_ptr<const TimelineBins> m_bins;
    std::optional<StepUse> m_use;
    StepRange m_sums;        ///< cached
    int m_memoryStage = -1;  ///< selected stage of the picture
    std::optional<Measure> m_measure;
    bool m_measuring = false;
};

}  // namespace pgram
