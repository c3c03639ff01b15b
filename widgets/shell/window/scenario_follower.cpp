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
    if (plan && isSettled() && isOfAnother(*plan, m_scenario->request())) {
        take();
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
