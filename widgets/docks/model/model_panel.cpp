// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/model/model_panel.h"

#include "core/base/format.h"
#include "core/model/model_totals.h"
#include "widgets/docks/common/preset_bar.h"
#include "widgets/docks/model/differences_box.h"
#include "widgets/docks/model/model_fields.h"
#include "widgets/docks/model/runs_box.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/scenario_text.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/on_change.h"

#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace pgram {

ModelPanel::ModelPanel(ScenarioModel* scenario, QWidget* parent)
    : QWidget(parent),
      m_scenario(scenario),
      m_draft(new ModelDraft(scenario, this)),
      m_start(new QToolButton),
      m_facts(new QLabel),
      m_whole(new ModelFields(m_draft, ModelFields::Group::Whole)),
      m_sizes(new ModelFields(m_draft, ModelFields::Group::Sizes)),
      m_run(new ModelFields(m_draft, ModelFields::Group::Run))
{
    build();
    connect(m_draft, &ModelDraft::changed, this, &ModelPanel::showFacts);
    connect(m_draft, &ModelDraft::changed, this, &ModelPanel::edited);
    connect(scenario, &ScenarioModel::changed, this, &ModelPanel::showFacts);
    connect(scenario, &ScenarioModel::presetsChanged, this, &ModelPanel::fillStart);
    inEveryLanguage(this, [this] { retranslate(); });
}

void ModelPanel::build()
{
    m_start->setObjectName(QStringLiteral("startModel"));
    m_start->setPopupMode(QToolButton::InstantPopup);
    m_start->setMenu(new QMenu(m_start));
    connect(m_start->menu(), &QMenu::aboutToShow, this, &ModelPanel::fillStart);
    setTopic(m_start, QStringLiteral("model:start"));
    m_facts->setObjectName(QStringLiteral("modelFacts"));
    m_facts->setWordWrap(true);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    setTopic(m_facts, QStringLiteral("model:facts"));
    auto* runs = new RunsBox(m_draft);
    connect(runs, &RunsBox::currentChanged, m_run, &ModelFields::setRun);

    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(10, 8, 2, 8);  // beside the scroll bar or its place
    column->setSpacing(6);
    column->addWidget(new PresetBar(m_scenario, PresetKind::Model));
    column->addWidget(m_start, 0, Qt::AlignLeft);
    column->addWidget(m_whole);
    column->addWidget(m_facts);
    addHeading(column, QT_TR_NOOP("Sizes of the whole model"));
    column->addWidget(m_sizes);
    addHeading(column, QT_TR_NOOP("Runs of layers"));
    column->addWidget(runs);
    addHeading(column, QT_TR_NOOP("The chosen run"));
    column->addWidget(m_run);
    column->addWidget(new DifferencesBox(m_draft, content));
    column->addStretch(1);
    guardWheel(content);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(new FittingScroll(content));
    setFocusProxy(m_sizes->row("layers"));
}

QString ModelPanel::problem() const
{
    const Error* why = m_draft->problem();
    return why != nullptr ? problemText(*why, m_draft->model(), std::nullopt) : QString();
}

void ModelPanel::addHeading(QVBoxLayout* column, const char* text)
{
    auto* label = new QLabel;
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    label->setContentsMargins(0, 6, 0, 0);
    m_headings.emplace_back(label, text);
    column->addWidget(label);
}

/// What a model may begin as. Presets stand under the first letters of their names: there are many.
void ModelPanel::fillStart()
{
    QMenu* menu = m_start->menu();
    menu->clear();
    qDeleteAll(menu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly));  // clear() leaves the families
    connect(menu->addAction(tr("A Decoder of Usual Sizes")), &QAction::triggered, this,
            [this] { m_draft->startFrom(blankModel()); });
    connect(menu->addAction(tr("A File, Ours or a config.json…")), &QAction::triggered, this, &ModelPanel::fileWanted);
    menu->addSeparator();
    QMenu* family = nullptr;
    for (const PresetEntry& entry : m_scenario->store().models()) {
        const QString name = qs(entry.name);
        qsizetype end = 0;
        while (end < name.size() && name[end].isLetter()) {
            ++end;
        }
        const QString stem = name.left(end);
        if (family == nullptr || family->objectName() != stem) {
            family = menu->addMenu(stem);
            family->setObjectName(stem);
        }
        connect(family->addAction(presetText(entry.title)), &QAction::triggered, this, [this, name] {
            if (const Result<Architecture> preset = m_scenario->store().model(name.toStdString())) {
                m_draft->startFrom(*preset);
            }
        });
    }
}

void ModelPanel::showFacts()
{
    const Architecture& model = m_draft->model();
    if (model.runs.empty()) {
        m_facts->setText({});
        return;
    }
    const ModelTotals totals = modelTotals(model, m_scenario->request().training);
    const bool perToken = totals.tokens > 1;
    const QString counts = tr("%1 parameters, %n layer(s)", nullptr, model.layerCount())
                               .arg(qs(formatCount(publishedParameterCount(model))));
    const QString work =
        (perToken ? tr("%1FLOP, %2 moved and %3 kept for each token, forward and backward")
                  : tr("%1FLOP, %2 moved and %3 kept for each sample, forward and backward"))
            .arg(qs(formatCount(totals.flops)), bytesText(totals.movedBytes), bytesText(totals.keptBytes));
    m_facts->setText(counts + QLatin1Char('\n') + work);
}

void ModelPanel::retranslate()
{
    m_start->setText(tr("Start from"));
    m_start->setToolTip(tr("Another model in the place of this one; what was there comes back with Undo"));
    for (const auto& [label, text] : m_headings) {
        label->setText(tr(text));
    }
    showFacts();
}

}  // namespace pgram
