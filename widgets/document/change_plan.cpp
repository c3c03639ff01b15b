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
    // The certificate of a searched plan comes back with its figures.
    Plan same = *m_after;
    same.provenance = m_before->provenance;
    if (same == *m_before) {
        m_document.apply(m_before);
        setObsolete(true);
    }
    return true;
}

}  // namespace pgram
