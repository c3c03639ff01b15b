// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/active_history.h"

#include "core/base/index.h"

namespace pgram {

ActiveHistory::ActiveHistory(Session* session, ScenarioModel* scenario, QObject* parent)
    : QUndoGroup(parent), m_session(session), m_scenario(scenario)
{
    watch(scenario->history());
    connect(scenario, &ScenarioModel::edited, this, [this] { setActiveStack(m_scenario->history()); });
    connect(session, &Session::currentChanged, this, [this] {
        if (QUndoStack* stack = m_session->document()->undoStack()) {
            watch(stack);
            setActiveStack(stack);
        }
        Q_EMIT changed();
    });
}

void ActiveHistory::watch(QUndoStack* stack)
{
    addStack(stack);
    if (m_edits.contains(stack)) {
        return;
    }
    m_edits[stack] = {};
    connect(stack, &QUndoStack::indexChanged, this, [this, stack] { note(stack); });
    connect(stack, &QObject::destroyed, this, [this, stack] { m_edits.erase(stack); });
    note(stack);
}

/// Numbers what was pushed. A command that merged with the one before it keeps that one's place.
void ActiveHistory::note(QUndoStack* stack)
{
    if (!stacks().contains(stack)) {
        return;  // It leaves the group before it clears its commands at its end.
    }
    std::vector<Edit>& edits = m_edits[stack];
    edits.resize(std::min(edits.size(), at(stack->count())));
    for (int index = 0; index < stack->count(); ++index) {
        const QUndoCommand* command = stack->command(index);
        if (at(index) < edits.size() && edits[at(index)].command != command) {
            edits.resize(at(index));
        }
        if (at(index) == edits.size()) {
            edits.push_back({command, ++m_count});
        }
    }
    // The list shows the scenario's history only after a person edits the scenario.
    if (stack == m_session->document()->undoStack()) {
        setActiveStack(stack);
    }
    Q_EMIT changed();
}

QUndoStack* ActiveHistory::next(bool back) const
{
    QUndoStack* found = nullptr;
    quint64 best = 0;
    for (QUndoStack* stack : {m_scenario->history(), m_session->document()->undoStack()}) {
        const auto edits = m_edits.find(stack);
        if (stack == nullptr || edits == m_edits.end() || !(back ? stack->canUndo() : stack->canRedo())) {
            continue;
        }
        // Others may hear of a new edit before it is numbered here.
        const std::size_t place = at(back ? stack->index() - 1 : stack->index());
        const quint64 number = place < edits->second.size() ? edits->second[place].number : m_count + 1;
        if (found == nullptr || (back ? number > best : number < best)) {
            found = stack;
            best = number;
        }
    }
    return found;
}

void ActiveHistory::undo()
{
    if (QUndoStack* stack = next(true)) {
        stack->undo();
    }
}

void ActiveHistory::redo()
{
    if (QUndoStack* stack = next(false)) {
        stack->redo();
    }
}

}  // namespace pgram
