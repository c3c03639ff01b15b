// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/ghost_label.h"

#include "widgets/document/document.h"
#include "widgets/document/ghost_text.h"
#include "widgets/document/preview.h"
#include "widgets/kit/on_change.h"
#include "widgets/theme/appearance.h"

#include <QAccessible>
#include <QApplication>

namespace pgram {

namespace {

constexpr int lines = 5;  // strategies, step, memory, two stages
constexpr int mostStages = 2;

}  // namespace

GhostLabel::GhostLabel(Document* document, QWidget* parent) : QLabel(parent), m_document(document)
{
    setObjectName(QStringLiteral("ghost"));
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setMinimumHeight(fontMetrics().lineSpacing() * lines);
    connect(document->preview(), &Preview::changed, this, &GhostLabel::refresh);
    onChange(this, {QEvent::LanguageChange, QEvent::PaletteChange}, [this] { refresh(); });
    refresh();
}

void GhostLabel::refresh()
{
    const Preview& preview = *m_document->preview();
    QPalette colors;  // Nothing of its own but one colour: the rest follows the theme.
    setAccessibleName(tr("What the change would cost"));
    if (!preview.isShown()) {
        setText(tr("Hover over a choice, or Tab to it, to preview its cost."));
        colors.setColor(QPalette::WindowText, mutedText(QApplication::palette()));
        setPalette(colors);
        return;
    }
    const Estimate& now = *m_document->estimate();
    const Estimate& ghost = *preview.estimate();
    QStringList shown{ghostStep(now, ghost),
                      QStringLiteral("%1 · %2").arg(ghostMemory(now, ghost), ghostVerdict(*preview.plan(), ghost))};
    if (const QString strategies = ghostStrategy(*m_document->plan(), *preview.plan()); !strategies.isEmpty()) {
        shown.prepend(strategies);
    }
    shown += ghostStages(now, ghost, mostStages);
    setText(shown.join(u'\n'));
    if (!isSound(ghost)) {
        colors.setColor(QPalette::WindowText, toneColor(Tone::Bad, QApplication::palette()));
    }
    setPalette(colors);
    QAccessibleEvent spoken(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&spoken);
}

}  // namespace pgram
