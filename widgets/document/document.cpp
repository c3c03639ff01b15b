// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/document.h"

#include "core/plan/plan_edits.h"
#include "widgets/document/preview.h"

namespace pgram {

Document::Document(QObject* parent) : QObject(parent), m_preview(new Preview(this)) {}

void Document::show(PlanDocument* plan)
{
    if (m_shown != nullptr) {
        disconnect(m_shown, nullptr, this, nullptr);
    }
    m_shown = plan;
    if (m_shown != nullptr) {
        connect(m_shown, &PlanDocument::changed, this, &Document::planChanged);
    }
    Q_EMIT planChanged();
}

void Document::showPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate)
{
    auto own = plan ? std::make_unique<PlanDocument>(std::move(plan), std::move(estimate)) : nullptr;
    show(own.get());
    m_own = std::move(own);
}

void Document::setStrategy(int firstLayer, int layerCount, const LayerStrategy& strategy)
{
    edit([&](const Plan& plan) { return withStrategy(plan, firstLayer, layerCount, strategy); });
}

void Document::setStrategies(int firstLayer, const std::vector<LayerStrategy>& strategies)
{
    edit([&](const Plan& plan) { return withStrategies(plan, firstLayer, strategies); });
}

void Document::moveCut(int boundary, int firstLayer, int gesture)
{
    edit([&](const Plan& plan) { return withCut(plan, boundary, firstLayer); }, gesture);
}

void Document::setMicrobatches(int microbatches, int gesture)
{
    edit([&](const Plan& plan) { return withMicrobatches(plan, microbatches); }, gesture);
}

void Document::setGlobalBatch(std::int64_t globalBatch, int gesture)
{
    edit([&](const Plan& plan) { return withGlobalBatch(plan, globalBatch); }, gesture);
}

void Document::setSchedule(ScheduleKind kind)
{
    edit([&](const Plan& plan) { return withSchedule(plan, kind); });
}

void Document::setSlices(int slices)
{
    edit([&](const Plan& plan) { return withSlices(plan, slices); });
}

void Document::setSliceLengths(SliceLengths lengths)
{
    edit([&](const Plan& plan) { return withSliceLengths(plan, lengths); });
}

void Document::moveSliceBorder(int border, std::int64_t token, int gesture)
{
    edit([&](const Plan& plan) { return withSliceBorder(plan, border, token); }, gesture);
}

void Document::rename(const QString& name)
{
    edit([&](const Plan& plan) { return withName(plan, name.toStdString()); });
}

void Document::takePlanned(const Plan& found)
{
    edit([&](const Plan& plan) { return withPlanned(plan, found); }, 0,
         QT_TRANSLATE_NOOP("pgram::PlanDocument", "Plan the rest"));
}

void Document::takeChoice(const Plan& changed)
{
    edit([&](const Plan& plan) { return withPlanned(plan, changed); });
}

void Document::edit(const std::function<Plan(const Plan&)>& change, int gesture, const char* name)
{
    if (m_shown == nullptr) {
        return;
    }
    Plan next = change(*m_shown->plan());
    const bool weighed = m_preview->plan() && *m_preview->plan() == next;
    m_shown->edit(std::move(next), gesture, name, weighed ? m_preview->estimate() : nullptr);
}

}  // namespace pgram
