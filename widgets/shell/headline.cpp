// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/headline.h"

#include "widgets/document/texts.h"
#include "widgets/shell/appearance.h"

#include <QApplication>
#include <QEvent>

namespace pgram {

Headline::Headline(Document* document, QWidget* parent) : QLabel(parent), m_document(document)
{
    setTextFormat(Qt::PlainText);
    setContentsMargins(8, 0, 8, 0);
    connect(document, &Document::planChanged, this, &Headline::refresh);
}

void Headline::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::ApplicationPaletteChange) {
        refresh();
    }
    QLabel::changeEvent(event);
}

void Headline::refresh()
{
    if (!m_document->plan()) {
        clear();
        return;
    }
    const Estimate& estimate = *m_document->estimate();
    const int issues = static_cast<int>(estimate.issues.size());
    QString text = headline(estimate);
    if (issues > 0) {
        text += QStringLiteral(" · ") + tr("%n issue(s)", nullptr, issues);
    }
    setText(text);
    QPalette colors = QApplication::palette();
    if (!estimate.fits || !estimate.legal) {
        colors.setColor(QPalette::WindowText, toneColor(Tone::Bad, colors));
    }
    setPalette(colors);
}

}  // namespace pgram
