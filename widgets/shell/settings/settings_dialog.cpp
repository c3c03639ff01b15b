// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/settings/settings_dialog.h"

#include "core/base/index.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/shell/settings/settings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace pgram {

namespace {

constexpr int hintWidth = 380;

struct Choice {
    const char* value;
    const char* text;
};

/// A row of the page. What its control is follows from the type of the setting.
struct PageRow {
    SettingId id;
    const char* label;
    const char* hint;  ///< null = none
    std::vector<Choice> choices;
};

const std::vector<PageRow>& page()
{
    static const std::vector<PageRow> rows{
        {SettingId::Theme,
         QT_TRANSLATE_NOOP("pgram::SettingsDialog", "&Theme"),
         nullptr,
         {{"system", QT_TRANSLATE_NOOP("pgram::SettingsDialog", "As the system")},
          {"light", QT_TRANSLATE_NOOP("pgram::SettingsDialog", "Light")},
          {"dark", QT_TRANSLATE_NOOP("pgram::SettingsDialog", "Dark")}}},
        {SettingId::Language,
         QT_TRANSLATE_NOOP("pgram::SettingsDialog", "&Language"),
         nullptr,
         {{"", QT_TRANSLATE_NOOP("pgram::SettingsDialog", "As the system")}}},
        {SettingId::Motion,
         QT_TRANSLATE_NOOP("pgram::SettingsDialog", "&Motion"),
         QT_TRANSLATE_NOOP("pgram::SettingsDialog", "Animated docks, menus and progress bar"),
         {{"system", QT_TRANSLATE_NOOP("pgram::SettingsDialog", "As the system")},
          {"full", QT_TRANSLATE_NOOP("pgram::SettingsDialog", "Full")},
          {"reduced", QT_TRANSLATE_NOOP("pgram::SettingsDialog", "Reduced")}}},
        {SettingId::RestoreSession,
         QT_TRANSLATE_NOOP("pgram::SettingsDialog", "&Reopen the plans of the last session at startup"),
         QT_TRANSLATE_NOOP("pgram::SettingsDialog",
                           "Includes unsaved plans, so closing does not ask. When off, you are asked to save"),
         {}},
        {SettingId::AutosaveSeconds,
         QT_TRANSLATE_NOOP("pgram::SettingsDialog", "&Autosave every"),
         QT_TRANSLATE_NOOP("pgram::SettingsDialog", "After a crash you can restore the last autosave"),
         {}},
    };
    return rows;
}

QMetaType typeOf(SettingId id)
{
    return settingsTable()[at(id)].fallback.metaType();
}

QLabel* hintLabel()
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setMinimumWidth(hintWidth);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QComboBox* choiceField(const PageRow& row)
{
    auto* box = new QComboBox;
    for (const Choice& choice : row.choices) {
        box->addItem(QString(), QString::fromLatin1(choice.value));
    }
    if (row.id == SettingId::Language) {
        for (const LanguageInfo& language : languages()) {
            box->addItem(language.name, language.code);
        }
    }
    return box;
}

QString withoutMnemonic(QString text)
{
    static const QRegularExpression ofChinese(QStringLiteral("\\(&[A-Z]\\)$"));
    return text.remove(ofChinese).remove(QLatin1Char('&'));
}

}  // namespace

SettingsDialog::SettingsDialog(Settings* settings, QWidget* parent)
    : QDialog(parent), m_settings(settings), m_defaults(new QPushButton), m_close(new QPushButton)
{
    setObjectName(QStringLiteral("settingsDialog"));
    auto* form = new QFormLayout;
    form->setObjectName(QStringLiteral("settingsForm"));
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(m_defaults, QDialogButtonBox::ResetRole);
    buttons->addButton(m_close, QDialogButtonBox::AcceptRole);
    auto* column = new QVBoxLayout(this);
    column->setSizeConstraint(QLayout::SetFixedSize);
    column->setSpacing(16);
    column->addLayout(form);
    column->addWidget(buttons);
    for (std::size_t index = 0; index < page().size(); ++index) {
        addRow(index);
    }
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    connect(m_defaults, &QPushButton::clicked, this, &SettingsDialog::setDefaults);
    connect(settings, &Settings::changed, this, &SettingsDialog::showValue);
    inEveryLanguage(this, [this] { retranslate(); });
}

void SettingsDialog::addRow(std::size_t index)
{
    const PageRow& wanted = page()[index];
    const SettingId id = wanted.id;
    Row row{id, nullptr, nullptr, nullptr};
    if (typeOf(id).id() == QMetaType::Bool) {
        auto* box = new QCheckBox;
        connect(box, &QCheckBox::toggled, this, [this, id](bool on) { m_settings->set(id, on); });
        row.field = box;
    } else if (typeOf(id).id() == QMetaType::Int) {
        auto* box = new QuantityEdit(QuantityEdit::Kind::Count);
        const Setting& setting = settingsTable()[at(id)];
        box->setRange(setting.least, setting.most);
        connect(box, &QuantityEdit::valueChanged, this,
                [this, id](qint64 value) { m_settings->set(id, static_cast<int>(value)); });
        row.field = box;
    } else {
        QComboBox* box = choiceField(wanted);
        connect(box, &QComboBox::activated, this, [this, id, box] { m_settings->set(id, box->currentData()); });
        row.field = box;
    }
    row.field->setObjectName(QString::fromLatin1(settingsTable()[at(id)].key));
    setTopic(row.field, QStringLiteral("setting:") + row.field->objectName());
    auto* form = findChild<QFormLayout*>(QStringLiteral("settingsForm"));
    if (qobject_cast<QCheckBox*>(row.field) != nullptr) {
        form->addRow(row.field);
    } else {
        row.label = new QLabel;
        row.label->setBuddy(row.field);
        form->addRow(row.label, row.field);
    }
    if (wanted.hint != nullptr) {
        row.hint = hintLabel();
        form->addRow(QString(), row.hint);
    }
    m_rows.push_back(row);
    showValue(id);
}

QWidget* SettingsDialog::field(SettingId id) const
{
    const auto found = std::ranges::find(m_rows, id, &Row::id);
    return found == m_rows.end() ? nullptr : found->field;
}

void SettingsDialog::showValue(SettingId id)
{
    QWidget* shown = field(id);
    const QSignalBlocker blocker(shown);
    const QVariant value = m_settings->get(id);
    if (auto* check = qobject_cast<QCheckBox*>(shown)) {
        check->setChecked(value.toBool());
    } else if (auto* number = qobject_cast<QuantityEdit*>(shown)) {
        number->setValue(value.toInt());
    } else if (auto* choice = qobject_cast<QComboBox*>(shown)) {
        choice->setCurrentIndex(std::max(0, choice->findData(value)));
    }
}

void SettingsDialog::setDefaults()
{
    for (const Row& row : m_rows) {
        m_settings->set(row.id, settingsTable()[at(row.id)].fallback);
    }
}

void SettingsDialog::retranslate()
{
    setWindowTitle(tr("Settings"));
    m_defaults->setText(tr("&Defaults"));
    m_close->setText(tr("&Close"));
    for (std::size_t index = 0; index < m_rows.size(); ++index) {
        const PageRow& words = page()[index];
        const Row& row = m_rows[index];
        const QString label = tr(words.label);
        row.field->setAccessibleName(withoutMnemonic(label));
        if (row.label != nullptr) {
            row.label->setText(label);
        } else {
            static_cast<QCheckBox*>(row.field)->setText(label);
        }
        if (row.hint != nullptr) {
            row.hint->setText(tr(words.hint));
            row.field->setAccessibleDescription(row.hint->text());
        }
        if (auto* number = qobject_cast<QuantityEdit*>(row.field)) {
            number->setAffixes({}, tr("%1 s", "seconds").remove(QStringLiteral("%1")));
        }
        if (auto* choice = qobject_cast<QComboBox*>(row.field)) {
            for (std::size_t item = 0; item < words.choices.size(); ++item) {
                choice->setItemText(static_cast<int>(item), tr(words.choices[item].text));
            }
        }
    }
}

}  // namespace pgram
