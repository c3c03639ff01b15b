// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The timeline: what every stage does at every moment of a step. Wheel, W and S zoom, drag, A and D pan, Home shows
// all; a click selects an operation and follows its micro-batch through the stages. The strip below shows the whole
// step, with the shown part as a frame to drag. Below it the shown part is summed by its use, or the part from A to B
// that Shift+drag measures. Traces of the user's run are tracks below, and a page says where the difference comes from;
// logs of steps are on that page alone.
// GUI thread only.
#pragma once

#include "traces/difference.h"
#include "widgets/document/time_window.h"
#include "widgets/views/common/memory_curve.h"
#include "widgets/views/common/scene_view.h"
#include "widgets/views/common/time_strip.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/timeline/difference_picture.h"
#include "widgets/views/timeline/measured_track.h"
#include "widgets/views/timeline/step_sums.h"
#include "widgets/views/timeline/timeline_picture.h"
#include "widgets/work/measured_run.h"

#include <memory>
#include <optional>

class QComboBox;
class QPushButton;

namespace pgram {

class ElidedLabel;

class TimelineView : public SceneView {
    Q_OBJECT
public:
    /// `time` is the zoom shared with other views and outlives this one; null = one of its own. `run`: the measured
    /// steps, which outlive this view; null = without them.
    TimelineView(Document* document, SelectionModel* selection, TimeWindow* time = nullptr, MeasuredRun* run = nullptr,
                 QWidget* parent = nullptr);

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
    /// Returns the first page while there is no measured run.
    [[nodiscard]] QString pageName() const override { return hasRun() ? SceneView::pageName() : firstPage(); }
    [[nodiscard]] bool isWorking() const override { return m_run != nullptr && m_run->isRunning(); }

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
    [[nodiscard]] bool hasKeys() override { return timeline() != nullptr && !showsDifference(); }
    [[nodiscard]] QString emptyNote() const override;
    void resizeEvent(QResizeEvent* event) override;
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
        std::vector<MeasuredPlace> measured;  ///< rows of the first ranks
        TimeStrip strip;
        QRectF sums;  ///< empty if the picture is too low
    };
    /// The step or the memory of a measured rank, or a log, beside the shown plan.
    struct Compared {
        QString file;                                      ///< path
        QString name;                                      ///< "Rank 3: rank3.json"
        std::shared_ptr<const MeasuredTrack> track;        ///< null = its memory, or a log
        std::shared_ptr<const StepDifference> difference;  ///< difference of a track; null = the plan has no such rank
        std::shared_ptr<const DifferencePage> page;        ///< null = the plan has no such rank
        QString problem;                                   ///< reason for a missing page
    };
    [[nodiscard]] static QString firstPage() { return QStringLiteral("timeline"); }
    // The measured run: timeline_measured.cpp.
    void makeRunControls();
    void placeRunControls();
    void compareRun();
    [[nodiscard]] bool hasRun() const { return m_run != nullptr && !m_run->measured().empty(); }
    /// Returns true on the page of differences, which waits for a measured run.
    [[nodiscard]] bool showsDifference() const { return hasRun() && page() != 0; }
    [[nodiscard]] const Compared* chosenRank() const;
    void buildDifference(Scene& scene);
    void showLog(const QString& file);
    void compareRank(const MeasuredFile& own, const Plan& plan, const Estimate& figures);
    /// Returns the number of ranks with a track; the memories and logs are behind them.
    [[nodiscard]] std::size_t trackCount() const { return m_tracks.size(); }
    // The memory below the rows: timeline_memory.cpp.
    void addMemoryBelow(Scene& scene, const Places& places);
    void addMemoryTargets(Scene& scene, const Places& places) const;
    [[nodiscard]] QString memoryTip(int stage, Seconds moment) const;
    void addMeasuredTracks(Scene& scene, const Places& places);
    [[nodiscard]] QString measuredTip(std::size_t rank, Seconds moment) const;
    [[nodiscard]] static QString titleOf(int rank);
    [[nodiscard]] static QStringList captionsOf(const Compared& rank);
    [[nodiscard]] Heading headingNow(const Theme& theme) const;

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
    MeasuredRun* m_run;
    std::vector<Compared> m_compared;  ///< tracks, then memories and logs
    std::vector<std::shared_ptr<const MeasuredTrack>> m_tracks;
    MeasuredCurves m_measuredMemory;     ///< by stage: the first of its ranks with memory
    std::vector<std::size_t> m_runUses;  ///< uses of the run in the legend
    ElidedLabel* m_reading = nullptr;
    QComboBox* m_ranks = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_remove = nullptr;
};

}  // namespace pgram
