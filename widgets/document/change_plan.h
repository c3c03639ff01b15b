// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one undo command: the document shows one snapshot before it and another after it. GUI thread only.
#pragma once

#include "core/plan/plan.h"

#include <QUndoCommand>

#include <memory>

namespace pgram {

class Document;

class ChangePlan : public QUndoCommand {
public:
    /// `gesture`: commands of one drag share a number and merge into one; 0 = never merge. An empty `text` is what
    /// the edit did, with its values.
    ChangePlan(Document& document, std::shared_ptr<const Plan> after, int gesture, const QString& text = {});

    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override { return m_gesture == 0 ? -1 : 1; }
    /// A drag that ends where it began leaves no step behind.
    bool mergeWith(const QUndoCommand* other) override;

    /// What the document showed before, where the command belongs to `gesture`; else null.
    [[nodiscard]] std::shared_ptr<const Plan> startOf(int gesture) const;

private:
    Document& m_document;
    std::shared_ptr<const Plan> m_before;
    std::shared_ptr<const Plan> m_after;
    int m_gesture;
};

}  // namespace pgram
