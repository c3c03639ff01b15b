// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/status_area.h"

#include "widgets/document/texts.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"
#include "widgets/theme/appearance.h"
#include "widgets/theme/icon.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QStringList>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace pgram {

QString progressText(const Progress& progress)
{
    QStringList parts;  // the most important first: a narrow window cuts off the end
    if (std::isfinite(progress.gap)) {
        parts.append(StatusArea::tr("gap %1").arg(percentText(progress.gap)));
    }
    if (std::isfinite(progress.incumbent) && progress.incumbent > 0) {
        parts.append(StatusArea::tr("best %1 samples/s").arg(numberText(1 / progress.incumbent)));
    }
    if (progress.tasksTotal > 0) {
        const int total = std::max(progress.tasksTotal, progress.tasksDone);
        parts.append(StatusArea::tr("%1 of %n task(s)", nullptr, total).arg(progress.tasksDone));
    }
    return parts.join(QStringLiteral(" · "));
}

StatusArea::StatusArea(QWidget* parent)
    : QWidget(parent), m_bar(new QProgressBar), m_text(new ElidedLabel), m_stop(new QToolButton)
{
    setTopic(this, QStringLiteral("part:progress"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 8, 0);
    row->setSpacing(8);
    m_bar->setFixedWidth(160);
    m_bar->setTextVisible(false);
    m_bar->setMaximumHeight(12);
    m_stop->setIcon(themedIcon(QStringLiteral("stop")));
    m_stop->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_stop->setAutoRaise(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_bar);
    row->addWidget(m_stop);
    row->addWidget(m_text, 1);
    connect(m_stop, &QToolButton::clicked, this, &StatusArea::stopRequested);
    inEveryLanguage(this, [this] { retranslate(); });
    // The window below must not jump when a search begins and ends.
    const auto fit = [this] { setFixedHeight(m_stop->sizeHint().height()); };
    fit();
    onChange(this, {QEvent::FontChange}, fit);
    showIdle({});
}

void StatusArea::showRunning()
{
    m_bar->setRange(0, isMotionReduced() ? 1 : 0);  // without an end it runs to and fro
    m_bar->setValue(0);
    m_bar->show();
    m_stop->show();
    m_text->setText(tr("Planning…"));
}

void StatusArea::showProgress(const Progress& progress)
{
    m_bar->setRange(0, progress.tasksTotal);
    m_bar->setValue(progress.tasksDone);
    m_text->setText(progressText(progress));
}

void StatusArea::showIdle(const QString& text)
{
    m_bar->hide();
    m_stop->hide();
    m_text->setText(text);
}

void StatusArea::retranslate()
{
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Stop the search and keep the best plan found so far (Esc)"));
    m_bar->setAccessibleName(tr("Progress of the search"));
}

}  // namespace pgram
