// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/lesson/lesson_parts.h"

#include "widgets/docks/lesson/lesson_text.h"

#include <QAccessible>
#include <QApplication>
#include <QDesktopServices>
#include <QEvent>
#include <QPainter>
#include <QUrl>
#include <QVBoxLayout>

namespace pgram {

namespace {

constexpr int stripe = 4;

}  // namespace

MarkdownLabel::MarkdownLabel(const QString& objectName, QWidget* parent) : QLabel(parent)
{
    setObjectName(objectName);
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    connect(this, &QLabel::linkActivated, this, [](const QString& link) {
        if (isWebLink(QUrl(link))) {
            QDesktopServices::openUrl(QUrl(link));
        }
    });
}

void MarkdownLabel::setMarkdown(const QString& text)
{
    setText(text.isEmpty() ? QString() : lessonHtml(text));
    setVisible(!text.isEmpty());
}

TitleLabel::TitleLabel(QWidget* of) : m_of(of)
{
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    of->installEventFilter(this);
    enlarge();
}

bool TitleLabel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_of && event->type() == QEvent::FontChange) {
        enlarge();
    }
    return QLabel::eventFilter(watched, event);
}

void TitleLabel::enlarge()
{
    constexpr double share = 1.25;
    QFont large = m_of->font();
    large.setPointSizeF(large.pointSizeF() * share);
    large.setBold(true);
    setFont(large);
}

LessonBox::LessonBox(QWidget* parent) : QFrame(parent), m_column(new QVBoxLayout(this)), m_caption(new QLabel)
{
    m_column->setContentsMargins(stripe + 10, 8, 10, 10);
    m_column->setSpacing(6);
    m_caption->setTextFormat(Qt::PlainText);
    m_caption->setWordWrap(true);
    m_column->addWidget(m_caption);
    color();
}

void LessonBox::setCaption(const QString& text)
{
    m_caption->setText(text);
}

void LessonBox::setTone(Tone tone)
{
    m_tone = tone;
    color();
    update();
}

void LessonBox::color()
{
    QPalette colors;
    colors.setColor(QPalette::WindowText, toneColor(m_tone, QApplication::palette()));
    m_caption->setPalette(colors);
    QFont bold = m_caption->font();
    bold.setBold(true);
    m_caption->setFont(bold);
}

void LessonBox::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange) {
        color();
    }
    QFrame::changeEvent(event);
}

void LessonBox::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.fillRect(QRect(0, 0, stripe, height()), toneColor(m_tone, palette()));
}

void speak(QWidget* widget, const QString& text)
{
    widget->setAccessibleDescription(text);
    QAccessibleEvent event(widget, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

}  // namespace pgram
