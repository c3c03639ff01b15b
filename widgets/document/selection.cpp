// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/selection.h"

namespace pgram {

void SelectionModel::select(const Selection& selection)
{
    if (selection == m_current) {
        return;
    }
    m_current = selection;
    Q_EMIT changed(m_current);
}

}  // namespace pgram
