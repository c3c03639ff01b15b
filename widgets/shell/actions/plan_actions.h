// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What can be done with the shown plan: which of the actions on it can be chosen now, and what they do. GUI thread
// only.
#pragma once

#include "widgets/document/selection.h"
#include "widgets/document/session.h"
#include "widgets/shell/actions/actions.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/planning.h"

#include <QObject>

namespace pgram {

class PlanActions : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    PlanActions(Actions* actions, Session* session, SelectionModel* selection, Planning* planning, MessageBar* messages,
                QObject* parent = nullptr);

    /// After anything changed that decides what can be chosen.
    void refresh();
    /// All plans of the session, which can be brought back.
    void closeAll();

private:
    void connectActions();
    void refreshRest();
    void keepSelection();
    void selectAll();
    void closePlan();

    Actions* m_actions;
    Session* m_session;
    SelectionModel* m_selection;
    Planning* m_planning;
    MessageBar* m_messages;
};

}  // namespace pgram
