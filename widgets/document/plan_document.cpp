// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/plan_document.h"

#include "core/search/questions/plan_question.h"
#include "widgets/document/change_plan.h"

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

PlanDocument::PlanDocument(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate)
    : m_plan(std::move(plan)),
      m_estimate(estimate ? std::move(estimate) : std::make_shared<const Estimate>(pgram::estimate(*m_plan)))
{
    connect(&m_history, &QUndoStack::cleanChanged, this, &PlanDocument::modifiedChanged);
}

void PlanDocument::setSaved(const QString& file)
{
    m_file = file;
    m_history.setClean();
}

void PlanDocument::setUnsaved(const QString& file)
{
    m_file = file;
    m_history.resetClean();
}

void PlanDocument::setName(const QString& name)
{
    Plan named = *m_plan;
    named.name = name.toStdString();
    m_plan = std::make_shared<const Plan>(std::move(named));
}

void PlanDocument::edit(Plan next, int gesture, const char* name, std::shared_ptr<const Estimate> estimate)
{
    if (next == *m_plan) {
        return;
    }
    std::shared_ptr<const Plan> after = startOfGesture(m_history, gesture);
    if (after == nullptr || !isSameBesideProvenance(next, *after)) {
        after = std::make_shared<const Plan>(markEdited(std::move(next), *m_plan));
    }
    m_history.push(new ChangePlan(*this, std::move(after), gesture, name, std::move(estimate)));
}

void PlanDocument::retranslate()
{
    for (int index = 0; index < m_history.count(); ++index) {
        // The commands are this document's own, and ChangePlan all of them.
        static_cast<ChangePlan*>(const_cast<QUndoCommand*>(m_history.command(index)))->retranslate();
    }
}

void PlanDocument::apply(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate)
{
    if (plan == m_plan) {
        return;
    }
    m_estimate =
        estimate ? std::move(estimate) : std::make_shared<const Estimate>(pgram::estimate(*plan, *m_plan, *m_estimate));
    m_plan = std::move(plan);
    Q_EMIT changed();
}

SearchRequest questionOf(const PlanDocument& plan)
{
    SearchRequest request = requestOf(*plan.plan());
    if (plan.search()) {
        request.space = plan.search()->request.space;
        request.method = plan.search()->request.method;
        request.microbatches = plan.search()->request.microbatches;
    }
    return request;
}

bool isComparable(const PlanDocument& a, const PlanDocument& b)
{
    return a.plan()->model.name == b.plan()->model.name && a.plan()->model.layerCount() == b.plan()->model.layerCount();
}

}  // namespace pgram
