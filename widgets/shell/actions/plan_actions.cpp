// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/plan_actions.h"

#include "widgets/document/planned_plan.h"

namespace pgram {

PlanActions::PlanActions(Actions* actions, Session* session, SelectionModel* selection, Planning* planning,
                         MessageBar* messages, QObject* parent)
    : QObject(parent),
      m_actions(actions),
      m_session(session),
      m_selection(selection),
      m_planning(planning),
      m_messages(messages)
{
    connectActions();
    connect(session->document(), &Document::planChanged, this, &PlanActions::refresh);
    connect(session, &Session::stateChanged, this, &PlanActions::refresh);
    connect(session, &Session::comparedChanged, this, &PlanActions::refresh);
    connect(session, &Session::currentChanged, this, [this] {
        keepSelection();
        refresh();
    });
    connect(selection, &SelectionModel::changed, this, &PlanActions::refreshRest);
    connect(planning, &Planning::runningChanged, this, &PlanActions::refreshRest);
    refresh();
}

void PlanActions::connectActions()
{
    connect(m_actions->reference, &QAction::triggered, this,
            [this] { m_session->setReference(m_session->currentRow()); });
    connect(m_actions->compared, &QAction::triggered, this,
            [this](bool ticked) { m_session->setCompared(m_session->currentRow(), ticked); });
    connect(m_actions->duplicate, &QAction::triggered, this, [this] { m_session->duplicate(m_session->currentRow()); });
    connect(m_actions->remove, &QAction::triggered, this, &PlanActions::closePlan);
    connect(m_actions->reopen, &QAction::triggered, this, [this] {
        // The offer to bring it back would open another one by then.
        m_messages->dismiss(tr("Closed %1.").arg(QString::fromStdString(m_session->closed().back()->plan()->name)));
        m_session->reopenClosed();
    });
    connect(m_session, &Session::closedChanged, this, &PlanActions::refresh);
    connect(m_actions->selectAll, &QAction::triggered, this, &PlanActions::selectAll);
    connect(m_actions->selectNone, &QAction::triggered, this, [this] { m_selection->select({}); });
    for (const auto& [action, kept] : {std::pair{m_actions->keepLayers, Planning::Kept::SelectedLayers},
                                       std::pair{m_actions->keepCuts, Planning::Kept::Stages}}) {
        connect(action, &QAction::triggered, this,
                [this, kept = kept] { m_planning->planRest(kept, m_selection->current()); });
    }
}

void PlanActions::refresh()
{
    const int row = m_session->currentRow();
    QList<QAction*> ofPlan = m_actions->exportPlan->actions();
    ofPlan += {m_actions->save,        m_actions->saveAs,    m_actions->exportPicture, m_actions->exportData,
               m_actions->print,       m_actions->selectAll, m_actions->selectNone,    m_actions->scenarioFromPlan,
               m_actions->copyPicture, m_actions->reference, m_actions->compared,      m_actions->rename,
               m_actions->duplicate,   m_actions->remove};
    for (QAction* action : std::as_const(ofPlan)) {
        action->setEnabled(m_session->document()->plan() != nullptr);
    }
    m_actions->comparePlanned->setEnabled(row >= 0 && differsFromPlanned(m_session->at(row)));
    m_actions->compared->setChecked(row >= 0 && m_session->at(row).isCompared());
    m_actions->reopen->setEnabled(!m_session->closed().empty());
    refreshRest();
}

/// The planner can fix the rest of a plan, or the rest of selected layers.
void PlanActions::refreshRest()
{
    const bool idle = m_session->document()->plan() != nullptr && !m_planning->isRunning();
    m_actions->keepCuts->setEnabled(idle);
    m_actions->keepLayers->setEnabled(idle && m_selection->current().firstLayer >= 0);
}

/// What is selected stays so in another plan that has it.
void PlanActions::keepSelection()
{
    const auto plan = m_session->document()->plan();
    const Selection& now = m_selection->current();
    const bool has = plan && now.firstLayer + now.layerCount <= static_cast<int>(plan->strategies.size()) &&
                     now.stage < plan->pipeline() && now.device < plan->cluster.devices;
    if (!has) {
        m_selection->select({});
    }
}

void PlanActions::selectAll()
{
    if (const auto plan = m_session->document()->plan()) {
        Selection all;
        all.firstLayer = 0;
        all.layerCount = static_cast<int>(plan->strategies.size());
        m_selection->select(all);
    }
}

void PlanActions::closePlan()
{
    const int row = m_session->currentRow();
    const QString name = QString::fromStdString(m_session->at(row).plan()->name);
    m_session->close(row);
    m_messages->post({Tone::Note, tr("Closed %1.").arg(name), tr("Bring Back"), [this] { m_session->reopenClosed(); }});
}

void PlanActions::closeAll()
{
    const int count = m_session->count();
    m_session->closeAll();
    if (count > 0) {
        m_messages->post({Tone::Note, tr("Closed %n plan(s).", nullptr, count), tr("Bring Back"), [this, count] {
                              for (int closed = 0; closed < count; ++closed) {
                                  m_session->reopenClosed();
                              }
                          }});
    }
}

}  // namespace pgram
