// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/lesson/question_box.h"

#include "core/base/index.h"
#include "core/base/units.h"
#include "widgets/document/core_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace pgram {

namespace {

/// Choices as buttons have them: without Markdown's marks.
QString plain(QString text)
{
    return text.remove(QStringLiteral("**")).remove(QLatin1Char('`'));
}

/// A click on the text is one on its button.
class ClickTo : public QObject {
public:
    ClickTo(QAbstractButton* button, QObject* parent) : QObject(parent), m_button(button) {}

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::MouseButtonRelease && m_button->isEnabled()) {
            m_button->click();
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QAbstractButton* m_button;
};

/// Another order than the one that is asked for, and always the same: the answer begins wrong.
std::vector<int> shuffled(const std::vector<int>& right)
{
    std::vector<int> order(right.size());
    std::iota(order.begin(), order.end(), 0);
    if (order == right) {
        std::rotate(order.begin(), order.begin() + 1, order.end());
    }
    return order;
}

}  // namespace

QString unitText(const std::string& unit)
{
    return unit == "0.01" ? QStringLiteral("%") : unit == "1e9" ? QuestionBox::tr("billion") : qs(unit);
}

QString answerText(const LessonRun& run, int index)
{
    const LessonQuestion& question = run.step().questions[at(index)];
    const auto right = run.rightAnswer(index);
    if (!right) {
        return {};
    }
    const auto name = [&](int choice) {
        const std::string& id = question.choices[at(choice)].id;
        return plain(run.stepText(qs(question.id + "/" + id)));
    };
    switch (question.kind) {
    case LessonQuestionKind::Choice:
        return name(right->choice);
    case LessonQuestionKind::Number:
        return QStringLiteral("%1 %2").arg(qs(lessonNumber(right->number)), unitText(question.unit)).trimmed();
    case LessonQuestionKind::Order:
        break;
    }
    QStringList names;
    for (const int choice : right->order) {
        names.append(name(choice));
    }
    return names.join(QStringLiteral(" < "));
}

QuestionBox::QuestionBox(LessonRun* run, int index, QWidget* parent)
    : LessonBox(parent),
      m_run(run),
      m_index(index),
      m_text(new MarkdownLabel(QStringLiteral("questionText"))),
      m_field(new QWidget),
      m_check(new QPushButton),
      m_show(new QPushButton),
      m_reaction(new MarkdownLabel(QStringLiteral("questionReaction"))),
      m_explain(new MarkdownLabel(QStringLiteral("questionExplain")))
{
    setObjectName(QStringLiteral("question-%1").arg(qs(question().id)));
    column()->addWidget(m_text);
    column()->addWidget(m_field);
    switch (question().kind) {
    case LessonQuestionKind::Choice:
        makeChoices();
        break;
    case LessonQuestionKind::Number:
        makeNumber();
        break;
    case LessonQuestionKind::Order:
        makeOrder();
        break;
    }
    auto* buttons = new QHBoxLayout;
    m_check->setObjectName(QStringLiteral("questionCheck"));
    m_show->setObjectName(QStringLiteral("questionShow"));
    buttons->addWidget(m_check);
    buttons->addWidget(m_show);
    buttons->addStretch(1);
    column()->addLayout(buttons);
    column()->addWidget(m_reaction);
    column()->addWidget(m_explain);
    connect(m_check, &QPushButton::clicked, this, &QuestionBox::check);
    connect(m_show, &QPushButton::clicked, this, [this] { m_run->showAnswer(m_index); });
    refresh();
}

const LessonQuestion& QuestionBox::question() const
{
    return m_run->step().questions[at(m_index)];
}

QString QuestionBox::part(const std::string& rest) const
{
    return qs(rest.empty() ? question().id : question().id + "/" + rest);
}

void QuestionBox::makeChoices()
{
    auto* rows = new QVBoxLayout(m_field);
    rows->setContentsMargins(0, 0, 0, 0);
    for (const LessonQuestion::Choice& choice : question().choices) {
        auto* line = new QHBoxLayout;
        auto* button = new QRadioButton;
        button->setObjectName(qs(choice.id));
        // The text stands in a label of its own, as that of a button does not wrap.
        auto* label = new QLabel;
        label->setWordWrap(true);
        label->setObjectName(QStringLiteral("choiceText"));
        label->setTextFormat(Qt::PlainText);
        label->setBuddy(button);
        label->installEventFilter(new ClickTo(button, label));
        line->addWidget(button, 0, Qt::AlignTop);
        line->addWidget(label, 1);
        rows->addLayout(line);
        m_choices.push_back(button);
        m_choiceTexts.push_back(label);
        connect(button, &QRadioButton::clicked, m_check, [this] { m_check->setEnabled(true); });
    }
}

void QuestionBox::makeNumber()
{
    auto* line = new QHBoxLayout(m_field);
    line->setContentsMargins(0, 0, 0, 0);
    m_number = new QLineEdit;
    m_number->setObjectName(QStringLiteral("questionNumber"));
    m_number->setMaxLength(40);
    m_unit = new QLabel;
    m_unit->setTextFormat(Qt::PlainText);
    line->addWidget(m_number);
    line->addWidget(m_unit);
    line->addStretch(1);
    connect(m_number, &QLineEdit::textChanged, this, [this] { m_check->setEnabled(given().has_value()); });
    connect(m_number, &QLineEdit::returnPressed, this, &QuestionBox::check);
}

void QuestionBox::makeOrder()
{
    auto* line = new QHBoxLayout(m_field);
    line->setContentsMargins(0, 0, 0, 0);
    m_order = new QListWidget;
    m_order->setObjectName(QStringLiteral("questionOrder"));
    m_order->setDragDropMode(QAbstractItemView::InternalMove);
    m_order->setWordWrap(true);
    m_order->setTextElideMode(Qt::ElideNone);
    m_order->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_up = new QToolButton;
    m_down = new QToolButton;
    m_up->setArrowType(Qt::UpArrow);
    m_down->setArrowType(Qt::DownArrow);
    m_up->setObjectName(QStringLiteral("questionUp"));
    m_down->setObjectName(QStringLiteral("questionDown"));
    auto* arrows = new QVBoxLayout;
    for (auto* button : {m_up, m_down}) {
        button->setFocusPolicy(Qt::StrongFocus);
        arrows->addWidget(button);
    }
    arrows->addStretch(1);
    line->addWidget(m_order, 1);
    line->addLayout(arrows);
    connect(m_up, &QToolButton::clicked, this, [this] { moveRow(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { moveRow(1); });
}

void QuestionBox::moveRow(int by)
{
    const int row = m_order->currentRow();
    const int to = row + by;
    if (row < 0 || to < 0 || to >= m_order->count()) {
        return;
    }
    m_order->insertItem(to, m_order->takeItem(row));
    m_order->setCurrentRow(to);
}

std::optional<LessonAnswer> QuestionBox::given() const
{
    LessonAnswer answer;
    if (m_number != nullptr) {
        // As it is typed in either language: "1,234.5", "12 %".
        QString typed = m_number->text().trimmed().remove(QLatin1Char(',')).remove(QLatin1Char('%'));
        bool ok = false;
        answer.number = typed.toDouble(&ok);
        return ok ? std::optional(answer) : std::nullopt;
    }
    if (m_order != nullptr) {
        for (int row = 0; row < m_order->count(); ++row) {
            answer.order.push_back(m_order->item(row)->data(Qt::UserRole).toInt());
        }
        return answer;
    }
    const auto chosen = std::ranges::find_if(m_choices, [](const QRadioButton* each) { return each->isChecked(); });
    answer.choice = static_cast<int>(chosen - m_choices.begin());
    return chosen == m_choices.end() ? std::nullopt : std::optional(answer);
}

void QuestionBox::check()
{
    if (const auto answer = given(); answer && !m_run->question(m_index).right) {
        m_run->answer(m_index, *answer);
        speak(this, m_reaction->text());
    }
}

void QuestionBox::fillOrder(const std::vector<int>& order)
{
    const int row = std::max(0, m_order->currentRow());
    m_order->clear();
    for (const int index : order) {
        const auto& choice = question().choices[at(index)];
        auto* item = new QListWidgetItem(plain(m_run->stepText(part(choice.id))), m_order);
        item->setData(Qt::UserRole, index);
    }
    m_order->setCurrentRow(row);
    const int rows = std::max(1, m_order->count());
    m_order->setFixedHeight(rows * (m_order->fontMetrics().height() + 6) + 2 * m_order->frameWidth() + 4);
}

void QuestionBox::refresh()
{
    const QuestionRecord& record = m_run->question(m_index);
    setCaption(tr("Question"));
    m_text->setMarkdown(m_run->stepText(part()));
    m_check->setText(tr("Check"));
    m_show->setText(tr("Show the Answer"));
    const bool isOpen = !record.right && !record.shown;
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        const QString text = plain(m_run->stepText(part(question().choices[i].id)));
        m_choiceTexts[i]->setText(text);
        m_choices[i]->setAccessibleName(text);
    }
    if (m_number != nullptr) {
        m_unit->setText(unitText(question().unit));
        m_number->setAccessibleName(tr("Answer"));
        m_number->setPlaceholderText(tr("a number"));
    }
    if (m_order != nullptr) {
        m_up->setToolTip(tr("Move up"));
        m_down->setToolTip(tr("Move down"));
        m_up->setAccessibleName(m_up->toolTip());
        m_down->setAccessibleName(m_down->toolTip());
        m_order->setAccessibleName(tr("Order"));
        const auto right = m_run->rightAnswer(m_index);
        const auto now = given();
        fillOrder(!isOpen && right             ? right->order
                  : now && !now->order.empty() ? now->order
                  : right                      ? shuffled(right->order)
                                               : std::vector<int>());
    }
    m_field->setEnabled(isOpen);
    m_check->setVisible(isOpen);
    m_check->setEnabled(given().has_value());
    m_show->setVisible(isOpen && record.tries > 0);
    showReaction();
}

QString QuestionBox::wrongText() const
{
    const QuestionRecord& record = m_run->question(m_index);
    const auto right = m_run->rightAnswer(m_index);
    if (m_number != nullptr && right) {
        return record.last.number < right->number ? tr("Too small. Try again.") : tr("Too large. Try again.");
    }
    if (m_order != nullptr && right && right->order.size() == record.last.order.size()) {
        int places = 0;
        for (std::size_t i = 0; i < right->order.size(); ++i) {
            places += right->order[i] == record.last.order[i] ? 1 : 0;
        }
        return tr("Not yet: %n in the right place.", nullptr, places);
    }
    return tr("Not this one. Try again.");
}

void QuestionBox::showReaction()
{
    const QuestionRecord& record = m_run->question(m_index);
    const bool isOpen = !record.right && !record.shown;
    setTone(record.right ? Tone::Good : record.tries > 0 && isOpen ? Tone::Warning : Tone::Note);
    if (record.right) {
        setCaption(tr("Question · right"));
    } else if (record.shown) {
        setCaption(tr("Question · answer shown"));
    }
    m_reaction->setMarkdown(record.right       ? tr("Right: %1").arg(answerText(*m_run, m_index))
                            : record.shown     ? tr("The answer: %1").arg(answerText(*m_run, m_index))
                            : record.tries > 0 ? wrongText()
                                               : QString());
    m_explain->setMarkdown(isOpen ? QString() : m_run->stepText(part("explain")));
}

}  // namespace pgram
