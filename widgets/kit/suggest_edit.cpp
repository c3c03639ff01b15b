// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/suggest_edit.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QEvent>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStringListModel>
#include <QStyleOptionFrame>

#include <utility>

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

void ElidingEdit::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    m_isEntered = event->reason() == Qt::MouseFocusReason;
}

void ElidingEdit::mouseReleaseEvent(QMouseEvent* event)
{
    QLineEdit::mouseReleaseEvent(event);
    if (m_isEntered && !isModified() && !hasSelectedText()) {
        selectAll();
    }
    m_isEntered = false;
}

SuggestEdit::SuggestEdit(Suggest suggest, QWidget* parent)
    : ElidingEdit(parent),
      m_suggest(std::move(suggest)),
      m_model(new QStringListModel(this)),
      m_list(new QCompleter(m_model, this))
{
    constexpr int shownRows = 12;
    m_list->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_list->setMaxVisibleItems(shownRows);
    // A completer of the line itself would write the row that it points at over what is being typed.
    m_list->setWidget(this);
    m_list->popup()->installEventFilter(this);
    connect(this, &QLineEdit::textEdited, this, &SuggestEdit::open);
    connect(this, &QLineEdit::returnPressed, this, &SuggestEdit::enter);
    const auto row = qOverload<const QModelIndex&>(&QCompleter::activated);
    connect(m_list, row, this, [this](const QModelIndex& index) {
        if (index.isValid()) {
            setModified(false);
            Q_EMIT picked(index.row());
        }
    });
    const auto over = qOverload<const QModelIndex&>(&QCompleter::highlighted);
    connect(m_list, over, this, [this](const QModelIndex& index) {
        if (index.isValid()) {
            Q_EMIT pointedAt(index.row());
        }
    });
}

QAbstractItemView* SuggestEdit::list() const
{
    return m_list->popup();
}

QStringList SuggestEdit::suggestions() const
{
    return m_model->stringList();
}

void SuggestEdit::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down && !m_list->popup()->isVisible()) {
        open();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void SuggestEdit::focusOutEvent(QFocusEvent* event)
{
    const bool isLeaving = event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    if (isLeaving && m_answersLeaving) {
        m_list->popup()->hide();  // Leaving answers what is typed, not the row that the list points at.
        enter();
    }
    ElidingEdit::focusOutEvent(event);
}

bool SuggestEdit::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list->popup() && event->type() == QEvent::Hide) {
        Q_EMIT closed();
    }
    return ElidingEdit::eventFilter(watched, event);
}

void SuggestEdit::ask()
{
    m_model->setStringList(m_suggest(isModified() ? text().trimmed() : QString()));
}

void SuggestEdit::open()
{
    ask();
    if (suggestions().isEmpty()) {
        m_list->popup()->hide();
        return;
    }
    m_list->complete();
    m_list->popup()->setCurrentIndex(m_list->completionModel()->index(0, 0));
}

/// Answers what is typed by the first suggestion. A list that points at a row takes Return itself.
void SuggestEdit::enter()
{
    const QAbstractItemView* list = m_list->popup();
    if (!isModified() || (list->isVisible() && list->currentIndex().isValid())) {
        return;
    }
    m_list->popup()->hide();
    ask();
    setModified(false);
    if (text().trimmed().isEmpty() || suggestions().isEmpty()) {
        Q_EMIT refused(text().trimmed());
    } else {
        Q_EMIT picked(0);
    }
}

}  // namespace pgram
