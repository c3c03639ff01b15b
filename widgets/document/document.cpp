// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/document.h"

#include "widgets/document/change_plan.h"
#include "widgets/document/plan_edits.h"
#include "widgets/document/preview.h"

namespace pgram {

namespace {

/// A plan that was changed by hand no longer is what the search certified. A name is no change of the plan.
Plan markEdited(Plan next, const Plan& before)
{
    Plan renamed = before;
    renamed.name = next.name;
    if (!(renamed == next)) {
        next.provenance.certificate = "edited";
    }
    return next;
}

/// Where a drag began that goes on: back there it shows that very plan, certificate and all.
std::shared_ptr<const Plan> startOfGesture(const QUndoStack& history, int gesture)
{
    const auto* last = dynamic_cast<const ChangePlan*>(history.command(history.index() - 1));
    return last != nullptr ? last->startOf(gesture) : nullptr;
}

bool isSameBesideProvenance(Plan a, const Plan& b)
{
    a.provenance = b.provenance;
    return a == b;
}

}  // namespace

Document::Document(QObject* parent) : QObject(parent), m_preview(new Preview(this)) {}

void Document::showPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate)
{
    m_ownHistory.clear();
    showPlan(std::move(plan), std::move(estimate), &m_ownHistory);
}

void Document::showPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate, QUndoStack* history)
{
    if (plan && !estimate) {
        estimate = std::make_shared<const Estimate>(pgram::estimate(*plan));
    }
    m_history = history;
    m_plan = std::move(plan);
    m_estimate = m_plan ? std::move(estimate) : nullptr;
    Q_EMIT planChanged();
}

void Document::setStrategy(int firstLayer, int layerCount, const LayerStrategy& strategy)
{
    if (m_plan) {
        edit(withStrategy(*m_plan, firstLayer, layerCount, strategy));
    }
}

void Document::setStrategies(int firstLayer, const std::vector<LayerStrategy>& strategies)
{
    if (m_plan) {
        edit(withStrategies(*m_plan, firstLayer, strategies));
    }
}

void Document::moveCut(int boundary, int firstLayer, int gesture)
{
    if (m_plan) {
        edit(withCut(*m_plan, boundary, firstLayer), gesture);
    }
}

void Document::setMicrobatches(int microbatches, int gesture)
{
    if (m_plan) {
        edit(withMicrobatches(*m_plan, microbatches), gesture);
    }
}

void Document::setGlobalBatch(std::int64_t globalBatch, int gesture)
{
    if (m_plan) {
        edit(withGlobalBatch(*m_plan, globalBatch), gesture);
    }
}

void Document::setSchedule(ScheduleKind kind)
{
    if (m_plan) {
        edit(withSchedule(*m_plan, kind));
    }
}

void Document::rename(const QString& name)
{
    if (m_plan) {
        edit(withName(*m_plan, name.toStdString()));
    }
}

void Document::takePlanned(const Plan& found)
{
    if (m_plan) {
        edit(withPlanned(*m_plan, found), 0, tr("Plan the rest"));
    }
}

void Document::edit(Plan next, int gesture, const QString& text)
{
    if (next == *m_plan) {
        return;
    }
    std::shared_ptr<const Plan> after = startOfGesture(*m_history, gesture);
    if (after == nullptr || !isSameBesideProvenance(next, *after)) {
        after = std::make_shared<const Plan>(markEdited(std::move(next), *m_plan));
    }
    m_history->push(new ChangePlan(*this, std::move(after), gesture, text));
}

void Document::apply(std::shared_ptr<const Plan> plan)
{
    if (plan == m_plan) {
        return;
    }
    m_estimate = std::make_shared<const Estimate>(pgram::estimate(*plan, *m_plan, *m_estimate));
    m_plan = std::move(plan);
    Q_EMIT planChanged();
}

}  // namespace pgram
