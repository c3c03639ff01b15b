// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/change_plan.h"

#include "widgets/document/document.h"
#include "widgets/document/edit_text.h"

namespace pgram {

ChangePlan::ChangePlan(Document& document, std::shared_ptr<const Plan> after, int gesture, const QString& text)
    : m_document(document), m_before(document.plan()), m_after(std::move(after)), m_gesture(gesture)
{
    setText(text.isEmpty() ? editText(*m_before, *m_after) : text);
}

void ChangePlan::undo()
{
    m_document.apply(m_before);
}

void ChangePlan::redo()
{
    m_document.apply(m_after);
}

bool ChangePlan::mergeWith(const QUndoCommand* other)
{
    const auto* next = static_cast<const ChangePlan*>(other);
    if (next->m_gesture != m_gesture) {
        return false;
    }
    m_after = next->m_after;
    setText(editText(*m_before, *m_after));
    setObsolete(m_after == m_before);
    return true;
}

std::shared_ptr<const Plan> ChangePlan::startOf(int gesture) const
{
    return gesture != 0 && gesture == m_gesture ? m_before : nullptr;
}

}  // namespace pgram
