// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plan that the window shows: one PlanDocument after another, under one roof for what follows whichever is shown.
// Holds no plan itself; edits go to the one that is shown. GUI thread only.
#pragma once

#include "core/plan/slice_choice.h"
#include "widgets/document/plan_document.h"

#include <QPointer>

#include <functional>

namespace pgram {

class Preview;

class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr);

    /// Null until a plan is shown.
    [[nodiscard]] PlanDocument* shown() const { return m_shown; }
    [[nodiscard]] std::shared_ptr<const Plan> plan() const { return m_shown ? m_shown->plan() : nullptr; }
    [[nodiscard]] std::shared_ptr<const Estimate> estimate() const { return m_shown ? m_shown->estimate() : nullptr; }
    /// What a change would cost that is not made yet; never null.
    [[nodiscard]] Preview* preview() const { return m_preview; }
    /// The history of the plan that is shown; null without one.
    [[nodiscard]] QUndoStack* undoStack() const { return m_shown ? m_shown->history() : nullptr; }

    /// `plan` outlives the showing; null = nothing is shown.
    void show(PlanDocument* plan);
    /// Shows a plan that belongs to no session.
    void showPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate = nullptr);

    // Edits: each is one undo command; a drag merges into one (same `gesture` number, 0 = never merge). An edit that
    // changes nothing is no command.
    void setStrategy(int firstLayer, int layerCount, const LayerStrategy& strategy);
    /// One strategy a layer, from `firstLayer` on.
    void setStrategies(int firstLayer, const std::vector<LayerStrategy>& strategies);
    /// Moves the cut between chunk `boundary` and `boundary`+1 so that the right one starts at `firstLayer`; clamped
    /// so that no chunk is empty.
    void moveCut(int boundary, int firstLayer, int gesture = 0);
    void setMicrobatches(int microbatches, int gesture = 0);
    void setGlobalBatch(std::int64_t globalBatch, int gesture = 0);
    /// Cuts the layers anew where it has other chunks.
    void setSchedule(ScheduleKind kind);
    /// Of equal work.
    void setSlices(int slices);
    void setSliceLengths(SliceLengths lengths);
    /// Ends slice `border` of each micro-batch at that token.
    void moveSliceBorder(int border, std::int64_t token, int gesture = 0);
    void rename(const QString& name);
    /// The cut, strategies, schedule and batch that the planner found for the plan's own question, as one command.
    void takePlanned(const Plan& found);
    /// Takes the choice and the batch of a changed copy of the plan, as one command.
    void takeChoice(const Plan& changed);

Q_SIGNALS:
    void planChanged();

private:
    /// `change` of the shown plan, where there is one. Its estimate is the preview's where that has weighed it.
    void edit(const std::function<Plan(const Plan&)>& change, int gesture = 0, const char* name = nullptr);

    QPointer<PlanDocument> m_shown;       ///< null = nothing is shown, or the plan is gone
    std::unique_ptr<PlanDocument> m_own;  ///< of showPlan()
    Preview* m_preview;
};

}  // namespace pgram
