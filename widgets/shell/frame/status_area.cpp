// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/status_area.h"

#include "core/base/format.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/motion.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QStringList>
#include <QStyle>
#include <QToolButton>

#include <cmath>

namespace pgram {

QString progressText(const Progress& progress)
{
    QStringList parts;
    if (progress.tasksTotal > 0) {
        parts.append(StatusArea::tr("%1 of %n task(s)", nullptr, progress.tasksTotal).arg(progress.tasksDone));
    }
    if (std::isfinite(progress.incumbent) && progress.incumbent > 0) {
        parts.append(
            StatusArea::tr("best %1 samples/s").arg(QString::fromStdString(formatNumber(1 / progress.incumbent))));
    }
    if (std::isfinite(progress.gap)) {
        parts.append(StatusArea::tr("gap %1").arg(QString::fromStdString(formatPercent(progress.gap))));
    }
    return parts.join(QStringLiteral(" · "));
}

namespace {

/// A line that ends in dots where there is no room for all of it.
class ElidedLabel : public QLabel {
protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, width());
        style()->drawItemText(&painter, rect(), Qt::AlignLeft | Qt::AlignVCenter, palette(), isEnabled(), shown,
                              foregroundRole());
    }
};

}  // namespace

StatusArea::StatusArea(QWidget* parent)
    : QWidget(parent), m_bar(new QProgressBar), m_text(new ElidedLabel), m_stop(new QToolButton)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 8, 0);
    row->setSpacing(8);
    m_bar->setFixedWidth(160);
    m_bar->setTextVisible(false);
    m_bar->setMaximumHeight(12);
    m_stop->setIcon(themedIcon(QStringLiteral("stop")));
    m_stop->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_stop->setAutoRaise(true);
    // The window below must not jump when a search begins and ends.
    setFixedHeight(m_stop->sizeHint().height());
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_bar);
    row->addWidget(m_stop);
    row->addWidget(m_text, 1);
    connect(m_stop, &QToolButton::clicked, this, &StatusArea::stopRequested);
    retranslate();
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

void StatusArea::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::FontChange) {
        setFixedHeight(m_stop->sizeHint().height());
    }
    QWidget::changeEvent(event);
}

void StatusArea::retranslate()
{
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Stop the search and keep the best plan found so far (Esc)"));
    m_bar->setAccessibleName(tr("Progress of the search"));
}

}  // namespace pgram
