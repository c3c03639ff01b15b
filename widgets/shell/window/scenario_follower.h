// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Scenario dock goes with the plans: as long as it holds nothing that its user set and did not plan, a plan that
// is opened brings its scenario along, and so does a chosen one of another model or cluster. What the user set is kept.
// GUI thread only.
#pragma once

#include "widgets/document/scenario_model.h"
#include "widgets/document/session.h"
#include "widgets/shell/frame/message_bar.h"

#include <QObject>

namespace pgram {

class ScenarioFollower : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    ScenarioFollower(ScenarioModel* scenario, Session* session, MessageBar* messages, QObject* parent = nullptr);

    /// What the dock says now is known elsewhere: it was opened, taken from a plan, or planned.
    void settle() { m_settled = m_scenario->request(); }
    /// A plan was opened from a file, and is shown.
    void followOpened();
    /// Takes the shown plan's scenario, whatever the dock says.
    void take();
    /// Returns true where the shown plan of the list answers other settings than those of the dock.
    [[nodiscard]] bool differs() const;

Q_SIGNALS:
    /// differs() has another value.
    void differsChanged(bool differs);

private:
    void compare();
    void followChosen();
    [[nodiscard]] bool isSettled() const { return m_scenario->request() == m_settled; }

    ScenarioModel* m_scenario;
    Session* m_session;
    MessageBar* m_messages;
    SearchRequest m_settled;
    bool m_differs = false;  ///< the last value of differsChanged()
};

}  // namespace pgram
