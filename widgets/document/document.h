// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The document: the plan that the window shows, its estimate, and every edit as an undo command. GUI thread only.
// Plan and estimate are immutable snapshots; an edit makes new ones and emits planChanged().
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <QObject>
#include <QUndoStack>

#include <memory>

namespace pgram {

class Preview;

class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr);

    /// Null until a plan is shown.
    [[nodiscard]] std::shared_ptr<const Plan> plan() const { return m_plan; }
    [[nodiscard]] std::shared_ptr<const Estimate> estimate() const { return m_estimate; }
    /// What a change would cost that is not made yet; never null.
    [[nodiscard]] Preview* preview() const { return m_preview; }
    /// The history of the plan that is shown.
    [[nodiscard]] QUndoStack* undoStack() { return m_history; }

    /// Shows another plan with an empty undo history; null = nothing is shown.
    void showPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate = nullptr);
    /// Shows a plan whose undo history its owner keeps, so that going back to it can still undo. `history` outlives
    /// the showing and holds only commands of this document.
    void showPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate, QUndoStack* history);

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
    void rename(const QString& name);
    /// The cut, strategies, schedule and batch that the planner found for the plan's own question, as one command.
    void takePlanned(const Plan& found);

Q_SIGNALS:
    void planChanged();

private:
    friend class ChangePlan;
    void edit(Plan next, int gesture = 0, const QString& text = {});
    void apply(std::shared_ptr<const Plan> plan);

    std::shared_ptr<const Plan> m_plan;
    std::shared_ptr<const Estimate> m_estimate;
    Preview* m_preview;
    QUndoStack m_ownHistory;
    QUndoStack* m_history = &m_ownHistory;
};

}  // namespace pgram
