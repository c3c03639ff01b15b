// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/planning.h"

#include "core/base/format.h"
#include "widgets/document/texts.h"
#include "widgets/shell/status_area.h"

namespace pgram {

Planning::Planning(SearchFunction search, Session* session, StatusArea* status, MessageBar* messages, QObject* parent)
    : QObject(parent), m_runner(std::move(search)), m_session(session), m_status(status), m_messages(messages)
{
    connect(&m_runner, &PlanRunner::progress, this,
            [this](quint64, const Progress& progress) { m_status->showProgress(progress); });
    connect(&m_runner, &PlanRunner::finished, this, [this](quint64, const SearchOutcome& outcome) { finish(outcome); });
    connect(status, &StatusArea::stopRequested, this, &Planning::stop);
}

void Planning::start(const SearchRequest& request)
{
    m_request = request;
    m_messages->dismiss(Tone::Bad);
    m_messages->dismiss(Tone::Warning);
    m_runner.start(request);
    m_status->showRunning();
    Q_EMIT runningChanged(true);
}

void Planning::stop()
{
    m_runner.stop();
}

void Planning::finish(const SearchOutcome& outcome)
{
    if (!outcome->has_value()) {
        m_status->showIdle(tr("The search was refused"));
        m_messages->post(outcome->error());
    } else if ((*outcome)->plan) {
        accept(**outcome);
    } else {
        explain(**outcome);
    }
    Q_EMIT runningChanged(false);
}

void Planning::accept(const SearchResult& result)
{
    Plan plan = *result.plan;
    plan.name = plan.model.title + ", " + formatBytes(static_cast<double>(plan.budget()));
    m_session->add(std::move(plan), result.estimate, std::make_shared<const SearchRecord>(m_request, result));
    m_status->showIdle(certificateText(result.certificate));
}

void Planning::explain(const SearchResult& result)
{
    m_status->showIdle(certificateText(result.certificate));
    if (!result.infeasibility) {
        m_messages->post({Tone::Note, tr("The search was stopped before it found a plan."), {}, {}});
        return;
    }
    Message message{Tone::Warning, infeasibilityText(*result.infeasibility), {}, {}};
    const Bytes budget = result.infeasibility->smallestBudget;
    if (budget > 0) {
        message.actionText = tr("Plan with %1").arg(QString::fromStdString(formatBytes(static_cast<double>(budget))));
        message.action = [this, budget] { Q_EMIT budgetWanted(budget); };
    }
    m_messages->post(message);
}

}  // namespace pgram
