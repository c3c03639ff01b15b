// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one undo command: a plan document holds one snapshot before it and another after it. GUI thread only.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <QUndoCommand>

#include <memory>

namespace pgram {

class PlanDocument;

class ChangePlan : public QUndoCommand {
public:
    /// `gesture`: commands of one drag share a number and merge into one; 0 = never merge. `name`: what the command is
    /// called, of the context PlanDocument; null = what the edit did, with its values.
    /// `estimate`: of `after`, where it is known already.
    ChangePlan(PlanDocument& document, std::shared_ptr<const Plan> after, int gesture, const char* name = nullptr,
               std::shared_ptr<const Estimate> estimate = nullptr);

    /// Says what it did in the language of now.
    void retranslate();
    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override { return m_gesture == 0 ? -1 : 1; }
    /// A drag that ends where it began leaves no step behind.
    bool mergeWith(const QUndoCommand* other) override;

    /// What the plan was before, where the command belongs to `gesture`; else null.
    [[nodiscard]] std::shared_ptr<const Plan> startOf(int gesture) const;

private:
    PlanDocument& m_document;
    std::shared_ptr<const Plan> m_before;
    std::shared_ptr<const Plan> m_after;
    std::shared_ptr<const Estimate> m_estimate;  ///< of m_after, until it is applied for the first time
    int m_gesture;
    const char* m_name;
};

}  // namespace pgram
