// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/eliding_edit.h"

#include <QPainter>
#include <QStyleOptionFrame>

namespace pgram {

void ElidingEdit::paintEvent(QPaintEvent* event)
{
    constexpr int besideText = 2;  // as QLineEdit keeps free on either side
    QStyleOptionFrame panel;
    initStyleOption(&panel);
    const QRect place = style()
                            ->subElementRect(QStyle::SE_LineEditContents, &panel, this)
                            .marginsRemoved(textMargins())
                            .adjusted(besideText, 0, -besideText, 0);
    if (hasFocus() || fontMetrics().horizontalAdvance(text()) <= place.width()) {
        QLineEdit::paintEvent(event);
        return;
    }
    QPainter painter(this);
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &panel, &painter, this);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(place, Qt::AlignVCenter, fontMetrics().elidedText(text(), Qt::ElideRight, place.width()));
}

}  // namespace pgram
