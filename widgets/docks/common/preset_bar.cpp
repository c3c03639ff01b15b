// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/common/preset_bar.h"

#include "core/presets/own_presets.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/texts.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

namespace pgram {

PresetBar::PresetBar(ScenarioModel* scenario, PresetKind kind, QWidget* parent)
    : QWidget(parent),
      m_scenario(scenario),
      m_kind(kind),
      m_state(new ElidedLabel),
      m_save(new QToolButton),
      m_saveAs(new QToolButton),
      m_rename(new QToolButton),
      m_delete(new QToolButton),
      m_question(new QWidget),
      m_title(new QLineEdit),
      m_ok(new QPushButton),
      m_cancel(new QPushButton),
      m_problem(new ProblemLabel(this))
{
    build();
    connect(m_save, &QToolButton::clicked, this, [this] { (void)save(title()); });
    connect(m_saveAs, &QToolButton::clicked, this, [this] { ask(Asked::SaveAs); });
    connect(m_rename, &QToolButton::clicked, this, [this] { ask(Asked::Rename); });
    connect(m_delete, &QToolButton::clicked, this, [this] { (void)remove(name().toStdString()); });
    connect(m_ok, &QPushButton::clicked, this, &PresetBar::answer);
    connect(m_title, &QLineEdit::returnPressed, this, &PresetBar::answer);
    connect(m_title, &QLineEdit::textEdited, m_problem, [this] { m_problem->setProblem({}); });
    connect(m_cancel, &QPushButton::clicked, this, [this] { ask(Asked::Nothing); });
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), m_question);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, [this] { ask(Asked::Nothing); });
    connect(m_scenario, &ScenarioModel::changed, this, &PresetBar::showState);
    connect(m_scenario, &ScenarioModel::presetsChanged, this, [this] {
        m_read.clear();
        showState();
    });
    inEveryLanguage(this, [this] {
        m_save->setText(tr("Save"));
        m_saveAs->setText(tr("Save As…"));
        m_rename->setText(tr("Rename…"));
        m_delete->setText(tr("Delete"));
        m_ok->setText(m_asked == Asked::Rename ? tr("Rename") : tr("Save"));
        m_cancel->setText(tr("Cancel"));
        m_title->setPlaceholderText(tr("Title"));
        m_title->setAccessibleName(tr("Title of the preset"));
        showState();
    });
}

void PresetBar::build()
{
    const QString kind = QString::fromLatin1(m_kind == PresetKind::Model ? "model" : "cluster");
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    const std::pair<QToolButton*, const char*> named[] = {
        {m_save, "Save"}, {m_saveAs, "SaveAs"}, {m_rename, "Rename"}, {m_delete, "Delete"}};
    for (const auto& [button, name] : named) {
        button->setObjectName(kind + QLatin1String(name));
        button->setFocusPolicy(Qt::StrongFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setTopic(button, QStringLiteral("preset:own"));
        buttons->addWidget(button);
    }
    m_title->setObjectName(kind + QLatin1String("Title"));
    m_ok->setObjectName(kind + QLatin1String("Ok"));
    m_cancel->setObjectName(kind + QLatin1String("Cancel"));
    auto* question = new QHBoxLayout(m_question);
    question->setContentsMargins(0, 0, 0, 0);
    question->setSpacing(4);
    question->addWidget(m_title, 1);
    question->addWidget(m_ok);
    question->addWidget(m_cancel);
    m_question->hide();
    m_problem->hide();
    m_state->setForegroundRole(QPalette::PlaceholderText);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_state);
    column->addLayout(buttons);
    column->addWidget(m_question);
    column->addWidget(m_problem);
}

QString PresetBar::name() const
{
    const SearchRequest& request = m_scenario->request();
    return qs(m_kind == PresetKind::Model ? request.model.name : request.cluster.name);
}

QString PresetBar::title() const
{
    const SearchRequest& request = m_scenario->request();
    return qs(m_kind == PresetKind::Model ? request.model.title : request.cluster.title);
}

bool PresetBar::isOwn() const
{
    return isOwnPreset(m_scenario->store(), m_kind, name().toStdString());
}

bool PresetBar::isSaved() const
{
    return m_kind == PresetKind::Model ? m_scenario->request().model == m_model
                                       : m_scenario->request().cluster == m_cluster;
}

void PresetBar::readFile()
{
    if (m_read == name()) {
        return;
    }
    m_read = name();
    // What is in no preset is no error here: it is not saved.
    const std::string wanted = m_read.toStdString();
    const auto isThere = [this, &wanted] { return m_scenario->store().locate(m_kind, wanted).has_value(); };
    m_model = {};
    m_cluster = {};
    if (!wanted.empty() && isThere() && m_kind == PresetKind::Model) {
        m_model = m_scenario->store().model(wanted).value_or(Architecture{});
    } else if (!wanted.empty() && isThere()) {
        m_cluster = m_scenario->store().cluster(wanted).value_or(Cluster{});
    }
}

void PresetBar::showState()
{
    readFile();
    const bool own = isOwn();
    const bool saved = isSaved();
    m_state->setText(!saved ? (own ? tr("Your own preset, changed") : tr("Changed, not saved"))
                     : own  ? tr("Your own preset")
                            : tr("A shipped preset"));
    m_save->setEnabled(own && !saved);
    m_saveAs->setEnabled(m_scenario->isComplete());
    m_rename->setEnabled(own);
    m_delete->setEnabled(own);
}

void PresetBar::ask(Asked what)
{
    m_asked = what;
    m_replaces.clear();
    m_problem->setProblem({});
    m_question->setVisible(what != Asked::Nothing);
    if (what != Asked::Nothing) {
        m_ok->setText(what == Asked::Rename ? tr("Rename") : tr("Save"));
        m_title->setText(title());
        m_title->selectAll();
        m_title->setFocus();
    } else {
        m_saveAs->setFocus();
    }
}

void PresetBar::answer()
{
    const QString wanted = m_title->text().simplified();
    const Result<std::string> preset = presetNameOf(wanted.toStdString());
    if (!preset) {
        m_problem->setProblem(errorText(preset.error()));
        return;
    }
    const bool isAnother = qs(*preset) != name();
    if (isAnother && isOwnPreset(m_scenario->store(), m_kind, *preset) && m_replaces != wanted) {
        m_replaces = wanted;
        m_problem->setProblem(tr("“%1” exists. Save again to replace it.").arg(wanted));
        return;
    }
    const Asked asked = m_asked;
    const std::string before = name().toStdString();
    if (save(wanted) && (asked != Asked::Rename || !isAnother || remove(before))) {
        ask(Asked::Nothing);
    }
}

bool PresetBar::save(const QString& title)
{
    return told(m_scenario->savePreset(m_kind, title));
}

/// What it holds stays in the scenario: it can be saved again.
bool PresetBar::remove(const std::string& preset)
{
    return told(m_scenario->removePreset(m_kind, preset));
}

bool PresetBar::told(const Result<void>& done)
{
    m_problem->setProblem(done ? QString() : errorText(done.error()));
    return done.has_value();
}

}  // namespace pgram
