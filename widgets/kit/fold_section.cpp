// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/fold_section.h"

#include "widgets/kit/forms.h"

#include <QVBoxLayout>

namespace pgram {

FoldSection::FoldSection(QWidget* parent)
    : QWidget(parent),
      m_button(new QToolButton),
      m_summary(new QLabel),
      m_content(new QWidget),
      m_rows(new FieldRows(m_content))
{
    m_button->setCheckable(true);
    m_button->setAutoRaise(true);
    m_button->setFocusPolicy(Qt::StrongFocus);
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    QFont bold = m_button->font();
    bold.setBold(true);
    m_button->setFont(bold);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_button, 0, Qt::AlignLeft);
    column->addWidget(m_summary);
    column->addWidget(m_content);
    connect(m_button, &QToolButton::toggled, this, &FoldSection::follow);
    follow();
}

void FoldSection::setTitle(const QString& title)
{
    m_button->setText(title);
}

void FoldSection::setSummary(const QString& summary)
{
    m_summary->setText(summary);
    m_button->setAccessibleDescription(summary);
    follow();
}

QString FoldSection::summary() const
{
    return m_summary->text();
}

void FoldSection::follow()
{
    m_button->setArrowType(isOpen() ? Qt::DownArrow : Qt::RightArrow);
    m_content->setVisible(isOpen());
    m_summary->setVisible(!isOpen() && !m_summary->text().isEmpty());
}

}  // namespace pgram
