// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/change_plan.h"

#include "widgets/document/edit_text.h"
#include "widgets/document/plan_document.h"

#include <utility>

namespace pgram {

ChangePlan::ChangePlan(PlanDocument& document, std::shared_ptr<const Plan> after, int gesture, const char* name,
                       std::shared_ptr<const Estimate> estimate)
    : m_document(document),
      m_before(document.plan()),
      m_after(std::move(after)),
      m_estimate(std::move(estimate)),
      m_gesture(gesture),
      m_name(name)
{
    retranslate();
}

void ChangePlan::retranslate()
{
    setText(m_name != nullptr ? PlanDocument::tr(m_name) : editText(*m_before, *m_after));
}

void ChangePlan::undo()
{
    m_document.apply(m_before, nullptr);
}

void ChangePlan::redo()
{
    m_document.apply(m_after, std::exchange(m_estimate, nullptr));
}

bool ChangePlan::mergeWith(const QUndoCommand* other)
{
    const auto* next = static_cast<const ChangePlan*>(other);
    if (next->m_gesture != m_gesture) {
        return false;
    }
    m_after = next->m_after;
    retranslate();
    setObsolete(m_after == m_before);
    return true;
}

std::shared_ptr<const Plan> ChangePlan::startOf(int gesture) const
{
    return gesture != 0 && gesture == m_gesture ? m_before : nullptr;
}

}  // namespace pgram
