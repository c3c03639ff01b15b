// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Undo and Redo follow the history of the plan that is shown, and say what they would undo. GUI thread only.
#pragma once

#include "widgets/document/session.h"

#include <QUndoGroup>

class QAction;

namespace pgram {

class UndoActions : public QObject {
    Q_OBJECT
public:
    /// `session`, `undo` and `redo` outlive it.
    UndoActions(Session* session, QAction* undo, QAction* redo, QObject* parent = nullptr);
    /// After a change of language.
    void refresh();
    [[nodiscard]] QUndoGroup* histories() { return &m_histories; }

private:
    QAction* m_undo;
    QAction* m_redo;
    QUndoGroup m_histories;
};

}  // namespace pgram
