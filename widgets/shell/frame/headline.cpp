// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/headline.h"

#include "core/fidelity/fit.h"
#include "widgets/document/band_text.h"
#include "widgets/document/core_text.h"
#include "widgets/document/ghost_text.h"
#include "widgets/document/preview.h"
#include "widgets/document/texts.h"
#include "widgets/kit/on_change.h"
#include "widgets/theme/appearance.h"
#include "widgets/work/fidelity_library.h"

#include <QApplication>

namespace pgram {

Headline::Headline(Document* document, FidelityLibrary* fidelity, QWidget* parent)
    : ElidedLabel(parent), m_document(document), m_fidelity(fidelity)
{
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setContentsMargins(8, 0, 8, 0);
    onChange(this, {QEvent::LanguageChange, QEvent::PaletteChange}, [this] { refresh(); });
    connect(m_document, &Document::planChanged, this, &Headline::refresh);
    connect(m_document->preview(), &Preview::changed, this, &Headline::refresh);
    connect(fidelity, &FidelityLibrary::changed, this, &Headline::refresh);
}

void Headline::refresh()
{
    if (!m_document->plan()) {
        clear();
        setToolTip({});
        return;
    }
    const Estimate& estimate = *m_document->estimate();
    if (const Preview& weighed = *m_document->preview(); weighed.isShown()) {
        setText(tr("would be: %1").arg(ghostHeadline(estimate, *weighed.plan(), *weighed.estimate())));
        setColor(isSound(*weighed.estimate()));
        return;
    }
    const int issues = static_cast<int>(estimate.issues.size());
    const ErrorBands bands = m_fidelity->bandsOf(*m_document->plan(), estimate);
    QString text = headline(estimate);
    if (bands.time) {
        text += QStringLiteral(" · ") + tr("measured runs: %1").arg(bandRange(*bands.time));
    }
    const Fit fit = fitOf(*m_document->plan(), estimate, bands);
    if (fit.verdict == FitVerdict::ByFormula) {
        text += QStringLiteral(" · ") + tr("fits by formula");
    }
    QStringList remarks;
    for (const Text& remark : remarksOf(fit)) {
        remarks.append(coreText(remark));
    }
    const QString budget = tr("Memory: %1").arg(budgetText(*m_document->plan()));
    if (issues > 0) {
        text += QStringLiteral(" · ") + tr("%n issue(s)", nullptr, issues);
    }
    setText(text);
    setToolTip((QStringList{text, budget} + remarks + bandLines(bands)).join(QLatin1Char('\n')));
    setColor(isSound(estimate));
}

void Headline::setColor(bool sound)
{
    // Nothing of its own but that one colour: the rest follows the theme.
    QPalette colors;
    if (!sound) {
        colors.setColor(QPalette::WindowText, toneColor(Tone::Bad, QApplication::palette()));
    }
    setPalette(colors);
}

}  // namespace pgram
