// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/paper_look.h"

#include "widgets/theme/appearance.h"

#include <QWidget>

namespace pgram {

PaperLook::PaperLook(QWidget& view, double typeSize, bool isLight)
    : m_view(view),
      m_palette(view.palette()),
      m_font(view.font()),
      m_hadPalette(view.testAttribute(Qt::WA_SetPalette)),
      m_hadFont(view.testAttribute(Qt::WA_SetFont))
{
    if (isLight) {
        m_view.setPalette(lightPalette());
    }
    if (typeSize > 0) {
        QFont font = m_font;
        font.setPointSizeF(typeSize);
        m_view.setFont(font);
    }
}

PaperLook::~PaperLook()
{
    m_view.setPalette(m_hadPalette ? m_palette : QPalette());
    m_view.setFont(m_hadFont ? m_font : QFont());
}

}  // namespace pgram
