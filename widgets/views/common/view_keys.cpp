// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/view_keys.h"

#include "widgets/views/common/view.h"

namespace pgram {

KeyHelp escapeKey()
{
    return {{Qt::Key_Escape}, ViewKeys::tr("Select nothing")};
}

std::vector<KeyHelp> stageKeys()
{
    return {{{Qt::Key_Up, Qt::Key_Down}, ViewKeys::tr("Stage before or after")},
            {{Qt::Key_PageUp, Qt::Key_PageDown}, ViewKeys::tr("First or last stage")}};
}

std::vector<KeyHelp> timeKeys()
{
    return {{{Qt::Key_W, Qt::Key_S}, ViewKeys::tr("Zoom in or out")},
            {{Qt::Key_A, Qt::Key_D}, ViewKeys::tr("Earlier or later")},
            {{Qt::Key_Home}, ViewKeys::tr("The whole step")}};
}

std::vector<KeyHelp> operator+(std::vector<KeyHelp> some, const std::vector<KeyHelp>& more)
{
    some.insert(some.end(), more.begin(), more.end());
    return some;
}

std::vector<KeyHelp> View::commonKeys()
{
    return {{{Qt::CTRL | Qt::Key_T}, ViewKeys::tr("Show as table, or as picture")},
            {{QKeySequence(QKeySequence::Copy)}, ViewKeys::tr("Copy the table")},
            {{Qt::SHIFT | Qt::Key_F10}, ViewKeys::tr("Menu of what is selected")}};
}

}  // namespace pgram
