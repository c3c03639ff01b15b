// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Undo and Redo are of what is worked on, the plan that is shown or the scenario: where the focus went or what was
// edited, whichever was last. So the key does what one sees, and what a dropped file changed can be had back as well.
// GUI thread only.
#pragma once

#include "widgets/document/scenario_model.h"
#include "widgets/document/session.h"

#include <QPointer>
#include <QUndoGroup>
#include <QWidget>

#include <vector>

namespace pgram {

class ActiveHistory : public QUndoGroup {
    Q_OBJECT
public:
    /// `session` and `scenario` outlive it.
    ActiveHistory(Session* session, ScenarioModel* scenario, QObject* parent = nullptr);
    /// Where the scenario is worked on, and where the plans are.
    void setPanes(std::vector<QPointer<QWidget>> scenario, std::vector<QPointer<QWidget>> plans);

private:
    void activate(bool scenario);
    void followFocus(const QWidget* focus);

    Session* m_session;
    ScenarioModel* m_scenario;
    std::vector<QPointer<QWidget>> m_scenarioPanes;
    std::vector<QPointer<QWidget>> m_planPanes;
    QPointer<const QWidget> m_focus;  ///< the last place of work
};

}  // namespace pgram
