// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/choice_row.h"

#include "core/base/index.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/tip_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace pgram {

ChoiceRow::ChoiceRow(QWidget* parent) : QWidget(parent), m_row(new QHBoxLayout), m_reason(new SmallLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    m_row->setSpacing(2);
    column->addLayout(m_row);
    m_reason->setWordWrap(true);
    m_reason->setTextFormat(Qt::PlainText);
    m_reason->setForegroundRole(QPalette::PlaceholderText);
    m_reason->hide();
    column->addWidget(m_reason);
}

void ChoiceRow::setChoices(const std::vector<Choice>& choices)
{
    const bool same = std::ranges::equal(choices, m_values, {}, &Choice::value);
    if (!same) {
        rebuild(choices);
    }
    for (std::size_t index = 0; index < choices.size(); ++index) {
        const Choice& choice = choices[index];
        QToolButton* button = m_buttons[index];
        button->setText(choice.text);
        button->setChecked(choice.checked);
        // What the plan has stays reachable, even when it is refused: the issue says so.
        button->setEnabled(choice.refused.isEmpty() || choice.checked);
        const QString& tip = choice.refused.isEmpty() ? choice.toolTip : choice.refused;
        button->setToolTip(tipText(tip));
        button->setAccessibleName(QStringLiteral("%1 %2").arg(m_title, choice.text));
        button->setAccessibleDescription(tip);
    }
    showReasons(choices);
}

void ChoiceRow::setTitle(const QString& title)
{
    m_title = title;
    setAccessibleName(title);
    for (QToolButton* button : m_buttons) {
        button->setAccessibleName(QStringLiteral("%1 %2").arg(title, button->text()));
    }
}

QToolButton* ChoiceRow::button(int value) const
{
    const auto found = std::ranges::find(m_values, value);
    return found == m_values.end() ? nullptr : m_buttons[at(found - m_values.begin())];
}

void ChoiceRow::rebuild(const std::vector<Choice>& choices)
{
    for (QToolButton* button : m_buttons) {
        m_row->removeWidget(button);
        button->hide();
        button->deleteLater();  // It may be the one whose click brought the new choices.
    }
    m_buttons.clear();
    m_values.clear();
    for (const Choice& choice : choices) {
        auto* button = new ToggleButton;
        connect(button, &QToolButton::clicked, this, [this, button, value = choice.value] {
            // The plan decides what is checked; a click only asks.
            button->setChecked(true);
            Q_EMIT chosen(value);
        });
        button->installEventFilter(this);
        m_row->addWidget(button);
        m_buttons.push_back(button);
        m_values.push_back(choice.value);
    }
}

bool ChoiceRow::eventFilter(QObject* watched, QEvent* event)
{
    const auto type = event->type();
    const auto found = std::ranges::find(m_buttons, watched);
    if (found != m_buttons.end() && (type == QEvent::Enter || type == QEvent::FocusIn)) {
        const auto index = static_cast<std::size_t>(found - m_buttons.begin());
        if ((*found)->isEnabled()) {
            Q_EMIT weighed(m_values[index]);
        }
    } else if (type == QEvent::Leave || type == QEvent::FocusOut) {
        Q_EMIT left();
    }
    return QWidget::eventFilter(watched, event);
}

void ChoiceRow::showReasons(const std::vector<Choice>& choices)
{
    // Choices with one reason share a line.
    std::vector<std::pair<QString, QStringList>> reasons;
    int refused = 0;
    for (const Choice& choice : choices) {
        if (choice.refused.isEmpty()) {
            continue;
        }
        ++refused;
        const auto known = std::ranges::find(reasons, choice.refused, &std::pair<QString, QStringList>::first);
        if (known == reasons.end()) {
            reasons.emplace_back(choice.refused, QStringList(choice.text));
        } else {
            known->second.append(choice.text);
        }
    }
    QStringList lines;
    for (const auto& [reason, texts] : reasons) {
        lines.append(QStringLiteral("%1: %2").arg(texts.join(QStringLiteral(", ")), reason));
    }
    const QString all = lines.join(QLatin1Char('\n'));
    // Several make no wall of text: one of them stands for all, which are in the tip.
    m_reason->setText(
        lines.size() < 2 ? all : tr("%1 of %2 not possible. %3").arg(refused).arg(choices.size()).arg(lines[0]));
    m_reason->setToolTip(lines.size() < 2 ? QString() : tipText(all));
    m_reason->setAccessibleDescription(all);
    m_reason->setVisible(!lines.isEmpty());
}

}  // namespace pgram
