// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/active_history.h"

#include <QApplication>

#include <algorithm>
#include <utility>

namespace pgram {

ActiveHistory::ActiveHistory(Session* session, ScenarioModel* scenario, QObject* parent)
    : QUndoGroup(parent), m_session(session), m_scenario(scenario)
{
    addStack(scenario->history());
    connect(session, &Session::currentChanged, this,
            [this] { activate(m_scenarioPane && m_scenarioPane->isAncestorOf(QApplication::focusWidget())); });
    connect(session->document(), &Document::planChanged, this, [this] { activate(false); });
    connect(scenario, &ScenarioModel::edited, this, [this] { activate(true); });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { followFocus(now); });
}

void ActiveHistory::setPanes(QWidget* scenario, std::vector<QPointer<QWidget>> plans)
{
    m_scenarioPane = scenario;
    m_planPanes = std::move(plans);
}

void ActiveHistory::activate(bool scenario)
{
    QUndoStack* history = scenario ? m_scenario->history() : m_session->document()->undoStack();
    if (history != nullptr) {
        addStack(history);
    }
    setActiveStack(history);
}

/// Menus, tool bars and the list of the history itself are no place of work; nor does somebody go anywhere where a
/// dialog gives the focus back.
void ActiveHistory::followFocus(const QWidget* focus)
{
    if (focus == nullptr || focus == m_focus || !m_scenarioPane) {
        return;
    }
    const bool onScenario = m_scenarioPane->isAncestorOf(focus);
    if (onScenario ||
        std::ranges::any_of(m_planPanes, [focus](const auto& pane) { return pane && pane->isAncestorOf(focus); })) {
        m_focus = focus;
        activate(onScenario);
    }
}

}  // namespace pgram
