// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One order of Undo and Redo over the edits of the shown plan and of the scenario: the last edit is undone first. The
// active stack of the group, which the history dock lists, is that of the last change. GUI thread only.
#pragma once

#include "widgets/document/scenario_model.h"
#include "widgets/document/session.h"

#include <QUndoGroup>

#include <map>
#include <vector>

namespace pgram {

class ActiveHistory : public QUndoGroup {
    Q_OBJECT
public:
    /// `session` and `scenario` outlive it.
    ActiveHistory(Session* session, ScenarioModel* scenario, QObject* parent = nullptr);

    [[nodiscard]] bool canUndo() const { return next(true) != nullptr; }
    [[nodiscard]] bool canRedo() const { return next(false) != nullptr; }
    [[nodiscard]] QString undoText() const { return canUndo() ? next(true)->undoText() : QString(); }
    [[nodiscard]] QString redoText() const { return canRedo() ? next(false)->redoText() : QString(); }
    void undo();
    void redo();

Q_SIGNALS:
    /// There is another edit to undo or to redo.
    void changed();

private:
    /// One edit and its place in the order of all.
    struct Edit {
        const QUndoCommand* command = nullptr;
        quint64 number = 0;
    };
    void watch(QUndoStack* stack);
    void note(QUndoStack* stack);
    /// Returns the stack whose edit is next to undo (`back`) or to redo; null if nothing is left.
    [[nodiscard]] QUndoStack* next(bool back) const;

    Session* m_session;
    ScenarioModel* m_scenario;
    std::map<const QUndoStack*, std::vector<Edit>> m_edits;  ///< by stack, as its commands
    quint64 m_count = 0;                                     ///< edits so far
};

}  // namespace pgram
