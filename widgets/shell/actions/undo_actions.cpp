// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/undo_actions.h"

#include "widgets/shell/actions/action_text.h"

#include <QAction>

namespace pgram {

UndoActions::UndoActions(Session* session, QAction* undo, QAction* redo, QObject* parent)
    : QObject(parent), m_undo(undo), m_redo(redo)
{
    connect(undo, &QAction::triggered, &m_histories, &QUndoGroup::undo);
    connect(redo, &QAction::triggered, &m_histories, &QUndoGroup::redo);
    connect(&m_histories, &QUndoGroup::canUndoChanged, this, &UndoActions::refresh);
    connect(&m_histories, &QUndoGroup::canRedoChanged, this, &UndoActions::refresh);
    connect(&m_histories, &QUndoGroup::undoTextChanged, this, &UndoActions::refresh);
    connect(&m_histories, &QUndoGroup::redoTextChanged, this, &UndoActions::refresh);
    connect(session, &Session::currentChanged, this, [this, document = session->document()] {
        if (QUndoStack* history = document->undoStack()) {
            m_histories.addStack(history);
        }
        m_histories.setActiveStack(document->undoStack());
        refresh();
    });
    refresh();
}

void UndoActions::refresh()
{
    const auto what = [](const QString& verb, const QString& text) {
        return text.isEmpty() ? verb : QStringLiteral("%1: %2").arg(verb, escapeMnemonics(text));
    };
    m_undo->setEnabled(m_histories.canUndo());
    m_redo->setEnabled(m_histories.canRedo());
    m_undo->setText(what(tr("&Undo"), m_histories.undoText()));
    m_redo->setText(what(tr("&Redo"), m_histories.redoText()));
}

}  // namespace pgram
