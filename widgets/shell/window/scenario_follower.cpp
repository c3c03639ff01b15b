// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/window/scenario_follower.h"

#include "widgets/document/core_text.h"

namespace pgram {

namespace {

bool isOfAnother(const Plan& plan, const SearchRequest& scenario)
{
    return plan.model != scenario.model || plan.cluster != scenario.cluster;
}

}  // namespace

ScenarioFollower::ScenarioFollower(ScenarioModel* scenario, Session* session, MessageBar* messages, QObject* parent)
    : QObject(parent), m_scenario(scenario), m_session(session), m_messages(messages)
{
    connect(session, &Session::currentChanged, this, &ScenarioFollower::followChosen);
    connect(session, &Session::currentChanged, this, &ScenarioFollower::compare);
    connect(session, &Session::changed, this, &ScenarioFollower::compare);
    connect(scenario, &ScenarioModel::changed, this, &ScenarioFollower::compare);
    settle();
}

void ScenarioFollower::take()
{
    if (const auto plan = m_session->document()->plan()) {
        m_scenario->takeFrom(*plan);
        settle();
    }
}

void ScenarioFollower::followChosen()
{
    const auto plan = m_session->document()->plan();
    if (plan && isSettled() && (isOfAnother(*plan, m_scenario->request()) || differs())) {
        take();
    }
}

/// A plan without a search is of a file: what it says of the training is compared.
bool ScenarioFollower::differs() const
{
    const int row = m_session->currentRow();
    if (row < 0) {
        return false;
    }
    const PlanDocument& shown = m_session->at(row);
    const SearchRequest& scenario = m_scenario->request();
    if (shown.search()) {
        return shown.search()->request != scenario;
    }
    const Plan& plan = *shown.plan();
    return isOfAnother(plan, scenario) || plan.training != scenario.training || plan.budget() != scenario.budget();
}

void ScenarioFollower::compare()
{
    if (const bool now = differs(); now != m_differs) {
        m_differs = now;
        Q_EMIT differsChanged(now);
    }
}

void ScenarioFollower::followOpened()
{
    const auto plan = m_session->document()->plan();
    if (isSettled()) {
        take();
    } else if (plan && isOfAnother(*plan, m_scenario->request())) {
        m_messages->post({Tone::Note,
                          tr("Your scenario settings were kept; they differ from those of %1.").arg(qs(plan->name)),
                          tr("Take Its Scenario"), [this] { take(); }});
    }
}

}  // namespace pgram
