// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/active_history.h"

#include <QApplication>

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

bool holds(const std::vector<QPointer<QWidget>>& panes, const QWidget* focus)
{
    return std::ranges::any_of(panes, [focus](const auto& pane) { return pane && pane->isAncestorOf(focus); });
}

}  // namespace

ActiveHistory::ActiveHistory(Session* session, ScenarioModel* scenario, QObject* parent)
    : QUndoGroup(parent), m_session(session), m_scenario(scenario)
{
    addStack(scenario->history());
    connect(session, &Session::currentChanged, this,
            [this] { activate(holds(m_scenarioPanes, QApplication::focusWidget())); });
    connect(session->document(), &Document::planChanged, this, [this] { activate(false); });
    connect(scenario, &ScenarioModel::edited, this, [this] { activate(true); });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { followFocus(now); });
}

void ActiveHistory::setPanes(std::vector<QPointer<QWidget>> scenario, std::vector<QPointer<QWidget>> plans)
{
    m_scenarioPanes = std::move(scenario);
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
    if (focus == nullptr || focus == m_focus || m_scenarioPanes.empty()) {
        return;
    }
    const bool onScenario = holds(m_scenarioPanes, focus);
    if (onScenario || holds(m_planPanes, focus)) {
        m_focus = focus;
        activate(onScenario);
    }
}

}  // namespace pgram
