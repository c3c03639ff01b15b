// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/history/history_panel.h"

#include "widgets/kit/on_change.h"
#include "widgets/theme/icon.h"

namespace pgram {

HistoryPanel::HistoryPanel(QUndoGroup* histories, QWidget* parent) : QUndoView(histories, parent)
{
    setObjectName(QStringLiteral("history"));
    setFrameShape(QFrame::NoFrame);
    setSpacing(2);
    fitIcon();
    setCleanIcon(themedIcon(QStringLiteral("save")));
    inEveryLanguage(this, [this] { retranslate(); });
    onChange(this, {QEvent::FontChange}, [this] { fitIcon(); });
}

void HistoryPanel::fitIcon()
{
    const int side = fontMetrics().height();
    setIconSize({side, side});
}

void HistoryPanel::retranslate()
{
    setEmptyLabel(tr("Before the first edit"));
    setAccessibleName(tr("History of edits"));
    setToolTip(tr("Choose an edit to go back or forward to it; the disk marks what is saved"));
}

}  // namespace pgram
