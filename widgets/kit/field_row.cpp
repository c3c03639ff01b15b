// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/field_row.h"

#include "widgets/kit/forms.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/tip_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace pgram {

namespace {

constexpr QLatin1StringView on("true");
constexpr QLatin1StringView off("false");

}  // namespace

FieldRow::FieldRow(Control kind, const QString& name, const QString& topic, QWidget* parent) : QWidget(parent)
{
    switch (kind) {
    case Control::Line:
        m_line = new QLineEdit;
        connect(m_line, &QLineEdit::textEdited, this, [this] { m_isEdited = true; });
        connect(m_line, &QLineEdit::editingFinished, this, &FieldRow::finish);
        break;
    case Control::Choice:
        m_choice = new QComboBox;
        m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(m_choice, &QComboBox::currentIndexChanged, this, &FieldRow::speak);
        break;
    case Control::Switch:
        m_switch = new QCheckBox;
        connect(m_switch, &QCheckBox::toggled, this, &FieldRow::speak);
        break;
    }
    build(name, topic);
    onChange(this, {QEvent::PaletteChange}, [this] { mark(); });
}

FieldRow::~FieldRow()
{
    stopListening(this);
}

void FieldRow::build(const QString& name, const QString& topic)
{
    QWidget* field = control();
    field->setObjectName(name);
    field->installEventFilter(this);
    setTopic(field, topic);
    setFocusProxy(field);
    m_label = new QLabel;
    m_label->setBuddy(field);
    m_badge = new SmallLabel(this);
    m_badge->setForegroundRole(QPalette::PlaceholderText);
    m_badge->hide();
    m_problem = new ProblemLabel(this);
    m_offer = new QPushButton;
    m_offer->setObjectName(name + QStringLiteral("Offer"));
    m_offer->hide();
    connect(m_offer, &QPushButton::clicked, this, &FieldRow::offerTaken);

    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(field, 1);
    row->addWidget(m_badge);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(row);
    column->addWidget(m_problem);
    column->addWidget(m_offer, 0, Qt::AlignLeft);
}

void FieldRow::addTo(FieldRows* rows)
{
    if (m_switch != nullptr) {
        m_label->setParent(this);
        m_label->hide();
        rows->addRow(this);
    } else {
        m_label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        m_label->setContentsMargins(0, 3, 0, 0);
        rows->addRow(m_label, this);
    }
}

void FieldRow::setShown(bool shown)
{
    setVisible(shown);
    m_label->setVisible(shown && m_switch == nullptr);
}

void FieldRow::setTitle(const QString& title)
{
    m_label->setText(title);
    control()->setAccessibleName(title);
    if (m_switch != nullptr) {
        m_switch->setText(title);
    }
}

void FieldRow::setBadge(const QString& text, const QString& toolTip)
{
    m_badge->setText(text);
    m_badge->setToolTip(tipText(toolTip));
    m_badge->setVisible(!text.isEmpty());
}

void FieldRow::setToolTip(const QString& text)
{
    m_tip = text;
    mark();
}

void FieldRow::setPlaceholder(const QString& text)
{
    m_line->setPlaceholderText(text);
}

void FieldRow::setChoices(const std::vector<std::pair<QString, QString>>& choices)
{
    std::vector<std::pair<QString, QString>> now;
    for (int row = 0; row < m_choice->count(); ++row) {
        now.emplace_back(m_choice->itemData(row).toString(), m_choice->itemText(row));
    }
    if (now == choices) {
        return;
    }
    m_fills = true;
    const QString chosen = text();
    m_choice->clear();
    for (const auto& [value, title] : choices) {
        m_choice->addItem(title, value);
    }
    m_fills = false;
    put(chosen);
}

void FieldRow::showValue(const QString& value)
{
    const bool keepsTyped = m_speaks || ((m_isEdited || !m_why.isEmpty()) && value == m_value);
    m_value = value;
    if (!keepsTyped) {
        setProblem({});
        put(value);
    }
}

void FieldRow::showTyped(const QString& text)
{
    put(text);
}

void FieldRow::setProblem(const QString& why)
{
    m_why = why;
    m_problem->setProblem(why);
    if (why.isEmpty()) {
        setOffer({});
    }
    mark();
}

void FieldRow::setOffer(const QString& text)
{
    m_offer->setText(text);
    m_offer->setVisible(!text.isEmpty());
}

QString FieldRow::text() const
{
    return m_line != nullptr     ? m_line->text()
           : m_choice != nullptr ? m_choice->currentData().toString()
                                 : QString(m_switch->isChecked() ? on : off);
}

QWidget* FieldRow::control() const
{
    return m_line != nullptr     ? static_cast<QWidget*>(m_line)
           : m_choice != nullptr ? static_cast<QWidget*>(m_choice)
                                 : m_switch;
}

/// Undo in a line whose text is not taken is the line's own; elsewhere it is the window's.
bool FieldRow::eventFilter(QObject* watched, QEvent* event)
{
    const auto isKey = [event](QKeySequence::StandardKey which) {
        return static_cast<QKeyEvent*>(event)->matches(which);
    };
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        Q_EMIT stepEnded();
    } else if (event->type() == QEvent::ShortcutOverride && m_why.isEmpty() && !m_isEdited &&
               (isKey(QKeySequence::Undo) || isKey(QKeySequence::Redo))) {
        event->ignore();
        return true;
    } else if (event->type() == QEvent::KeyPress && (m_isEdited || !m_why.isEmpty()) && isKey(QKeySequence::Cancel)) {
        const bool isRefused = !m_why.isEmpty();
        put(m_value);
        if (isRefused) {
            speak();
        }
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

/// Without a word of its own.
void FieldRow::put(const QString& text)
{
    m_fills = true;
    m_isEdited = false;
    if (m_line != nullptr && m_line->text() != text) {
        m_line->setText(text);
    } else if (m_choice != nullptr) {
        m_choice->setCurrentIndex(m_choice->findData(text));
    } else if (m_switch != nullptr) {
        m_switch->setChecked(text == on);
    }
    m_fills = false;
}

void FieldRow::speak()
{
    if (!m_fills) {
        m_speaks = true;
        Q_EMIT typed(text());
        m_speaks = false;
    }
}

/// What is taken is shown as it is understood.
void FieldRow::finish()
{
    if (std::exchange(m_isEdited, false)) {
        speak();
    }
    if (m_why.isEmpty()) {
        put(m_value);
    }
    Q_EMIT stepEnded();
}

void FieldRow::mark()
{
    markWrong(control(), m_why, m_tip);
}

}  // namespace pgram
