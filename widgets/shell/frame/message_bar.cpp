// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/message_bar.h"

#include "widgets/document/core_text.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/theme/icon.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace pgram {

namespace {

constexpr int mostRows = 3;
constexpr int iconSize = 16;
constexpr int readMilliseconds = 6000;  // a line, read twice

QString iconName(Tone tone)
{
    switch (tone) {
    case Tone::Good:
        return QStringLiteral("good");
    case Tone::Bad:
        return QStringLiteral("error");
    case Tone::Warning:
        return QStringLiteral("warning");
    case Tone::Note:
        break;
    }
    return QStringLiteral("note");
}

QString toneName(Tone tone)
{
    switch (tone) {
    case Tone::Good:
        return MessageBar::tr("Done");
    case Tone::Bad:
        return MessageBar::tr("Error");
    case Tone::Warning:
        return MessageBar::tr("Warning");
    case Tone::Note:
        break;
    }
    return MessageBar::tr("Information");
}

/// One message: a strip in its tone, an icon, the text, an action and a close button.
class MessageRow : public QWidget {
    Q_OBJECT
public:
    explicit MessageRow(const Message& message)
        : m_tone(message.tone),
          m_act(message.act),
          m_text(message.text),
          m_isQuestion(!message.otherText.isEmpty()),
          m_isNews(message.tone == Tone::Good && message.actionText.isEmpty())
    {
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(12, 5, 6, 5);
        row->setSpacing(8);
        auto* icon = new QToolButton;
        icon->setIcon(themedIcon(iconName(message.tone)));
        icon->setIconSize({iconSize, iconSize});
        icon->setAutoRaise(true);
        icon->setFocusPolicy(Qt::NoFocus);
        icon->setAttribute(Qt::WA_TransparentForMouseEvents);
        icon->setAccessibleName(toneName(message.tone));
        row->addWidget(icon, 0, Qt::AlignTop);
        auto* label = new QLabel(message.text);
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto* column = new QVBoxLayout;
        column->setSpacing(4);
        column->addWidget(label);
        row->addLayout(column, 1);
        for (const Message::Choice& choice : message.choices) {
            column->addWidget(answer(choice.text, choice.action), 0, Qt::AlignLeft);
        }
        column->addStretch(1);
        for (const auto& [text, action] :
             {std::pair{message.actionText, message.action}, {message.otherText, message.other}}) {
            if (!text.isEmpty()) {
                row->addWidget(answer(text, action), 0, Qt::AlignTop);
            }
        }
        auto* close = new QToolButton;
        close->setIcon(themedIcon(QStringLiteral("close")));
        close->setAutoRaise(true);
        close->setToolTip(tr("Dismiss"));
        close->setAccessibleName(tr("Dismiss"));
        connect(close, &QToolButton::clicked, this, &MessageRow::drop);
        row->addWidget(close, 0, Qt::AlignTop);
    }

    [[nodiscard]] Tone tone() const { return m_tone; }
    [[nodiscard]] Act act() const { return m_act; }
    /// Good, and nothing to be done with it.
    [[nodiscard]] bool isNews() const { return m_isNews; }
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] bool isQuestion() const { return m_isQuestion; }
    /// Goes at once to the eye, and for good when nothing of it runs any more: what is answered may dismiss messages.
    void drop()
    {
        hide();
        deleteLater();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        QColor tone = toneColor(m_tone, palette());
        painter.fillRect(QRect(0, 0, 4, height()), tone);
        tone.setAlphaF(0.12F);
        painter.fillRect(rect(), tone);
        painter.fillRect(QRect(0, height() - 1, width(), 1), hairline(palette()));
    }

private:
    QPushButton* answer(const QString& text, const std::function<void()>& action)
    {
        auto* button = new WrappedButton(text);
        connect(button, &QPushButton::clicked, this, [this, action] {
            drop();
            action();
        });
        return button;
    }

    Tone m_tone;
    Act m_act;
    QString m_text;
    bool m_isQuestion;
    bool m_isNews;
};

}  // namespace

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent),
      m_rows(new QVBoxLayout(this)),
      m_later([](int milliseconds, QObject* owner, const std::function<void()>& what) {
          QTimer::singleShot(milliseconds, owner, what);
      })
{
    setTopic(this, QStringLiteral("part:messages"));
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(0);
    // Not Maximum: what wraps may need more height than the size hint, which knows no width.
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void MessageBar::post(const Message& message)
{
    const bool isNews = message.tone == Tone::Good && message.actionText.isEmpty();
    for (MessageRow* known : findChildren<MessageRow*>(Qt::FindDirectChildrenOnly)) {
        if (isNews && known->isNews()) {
            known->drop();
        }
    }
    QList<MessageRow*> rows = findChildren<MessageRow*>(Qt::FindDirectChildrenOnly);
    rows.removeIf([](const MessageRow* row) { return row->isHidden(); });
    for (MessageRow* row : std::as_const(rows)) {
        if (row->text() == message.text) {
            row->drop();
            rows.removeOne(row);
            break;
        }
    }
    const auto oldest = std::ranges::find_if_not(rows, &MessageRow::isQuestion);
    if (rows.size() >= mostRows && oldest != rows.end()) {
        (*oldest)->drop();
    }
    auto* row = new MessageRow(message);
    m_rows->addWidget(row);
    if (isNews) {
        m_later(readMilliseconds, row, [row] { row->drop(); });
    }
    row->show();  // At once, and not with the next round of the event loop: hidden rows count as gone.
    setAccessibleDescription(QStringLiteral("%1: %2").arg(toneName(message.tone), message.text));
    QAccessibleEvent announcement(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&announcement);
}

void MessageBar::post(Tone tone, const QString& text, Act act)
{
    post({.tone = tone, .text = text, .act = act});
}

void MessageBar::post(const Error& error, Act act)
{
    post(Tone::Bad, errorText(error), act);
}

void MessageBar::begin(Act act)
{
    for (MessageRow* row : findChildren<MessageRow*>(Qt::FindDirectChildrenOnly)) {
        if (row->act() == act && act != Act::Other && !row->isQuestion()) {
            row->drop();
        }
    }
}

void MessageBar::dismiss(Tone tone)
{
    for (MessageRow* row : findChildren<MessageRow*>(Qt::FindDirectChildrenOnly)) {
        if (row->tone() == tone && !row->isQuestion()) {
            row->drop();
        }
    }
}

void MessageBar::dismiss(const QString& text)
{
    for (MessageRow* row : findChildren<MessageRow*>(Qt::FindDirectChildrenOnly)) {
        if (row->text() == text) {
            row->drop();
        }
    }
}

QStringList MessageBar::texts() const
{
    QStringList texts;
    for (const MessageRow* row : findChildren<MessageRow*>(Qt::FindDirectChildrenOnly)) {
        if (!row->isHidden()) {
            texts.append(row->text());
        }
    }
    return texts;
}

}  // namespace pgram

#include "message_bar.moc"
