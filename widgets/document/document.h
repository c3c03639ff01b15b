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

class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr);

    /// Null until a plan is shown.
    [[nodiscard]] std::shared_ptr<const Plan> plan() const { return m_plan; }
    [[nodiscard]] std::shared_ptr<const Estimate> estimate() const { return m_estimate; }
    [[nodiscard]] QUndoStack* undoStack() { return &m_undo; }

    /// Shows another plan; clears the undo history.
    void showPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate = nullptr);

    // Edits: each is one undo command; a drag merges into one (same `gesture` number, 0 = never merge).
    void setStrategy(int firstLayer, int layerCount, const LayerStrategy& strategy);
    /// Moves the cut between stage `boundary` and `boundary`+1 so that the right one starts at `firstLayer`; clamped
    /// so that no stage is empty.
    void moveCut(int boundary, int firstLayer, int gesture = 0);
    void setMicrobatches(int microbatches, int gesture = 0);
    void setSchedule(ScheduleKind kind);
    void rename(const QString& name);

Q_SIGNALS:
    void planChanged();

private:
    friend class ChangePlan;
    void apply(std::shared_ptr<const Plan> plan);

    std::shared_ptr<const Plan> m_plan;
    std::shared_ptr<const Estimate> m_estimate;
    QUndoStack m_undo;
};

}  // namespace pgram
