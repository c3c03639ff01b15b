// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/scenario/scenario_panel.h"

#include "core/cluster/cluster_sizes.h"
#include "widgets/docks/scenario/scenario_boxes.h"
#include "widgets/docks/scenario/space_switches.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/fold_section.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/kit/tip_text.h"
#include "widgets/theme/icon.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

SteadyLabel* factsLabel(int leastLines)
{
    auto* label = new SteadyLabel(leastLines);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

}  // namespace

ScenarioPanel::ScenarioPanel(ScenarioModel* model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_form(new FieldRows),
      m_models(presetBox(QStringLiteral("model"))),
      m_editModel(new QToolButton),
      m_modelFacts(factsLabel(1)),
      m_clusters(presetBox(QStringLiteral("cluster"))),
      m_editCluster(new QToolButton),
      m_clusterFacts(factsLabel(2)),
      m_budgetFacts(factsLabel(1)),
      m_budget(new QuantityEdit(QuantityEdit::Kind::Memory)),
      m_batch(new QLineEdit),
      m_nodes(new QuantityEdit(QuantityEdit::Kind::Count)),
      m_methodFacts(factsLabel(1)),
      m_space(new SpaceSwitches),
      m_training(new FoldSection),
      m_search(new FoldSection),
      m_scroll(new FittingScroll(new QWidget)),
      m_problem(new ProblemLabel(this)),
      m_difference(new SmallLabel(this)),
      m_plan(new QPushButton)
{
    build();
    fillChoices();
    connectControls();
    inEveryLanguage(this, [this] { retranslate(); });
    onChange(this, {QEvent::PaletteChange}, [this] { check(); });
}

ScenarioPanel::~ScenarioPanel()
{
    stopListening(this);
}

/// Returns a new label of a field, and sets the field's help topic.
QLabel* ScenarioPanel::labelOf(const char* label, QWidget* field)
{
    auto* title = new QLabel;
    title->setBuddy(field);
    m_labels.emplace_back(title, label);
    setTopic(field, QStringLiteral("scenario:") + QString::fromLatin1(label).toLower().remove(QLatin1Char(' ')));
    return title;
}

void ScenarioPanel::addRow(FieldRows* rows, const char* label, QWidget* field)
{
    rows->addRow(labelOf(label, field), field);
}

/// Adds the facts of a preset, and behind them the way to its editor.
void ScenarioPanel::addFacts(SteadyLabel* facts, QToolButton* edit, const QString& name, const QString& topic)
{
    edit->setObjectName(name);
    edit->setFocusPolicy(Qt::StrongFocus);
    edit->setAutoRaise(true);
    setTopic(edit, topic);
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(facts, 1);
    row->addWidget(edit, 0, Qt::AlignTop);
    m_form->addRow(both);
}

QWidget* ScenarioPanel::TableRow::widget() const
{
    return choice != nullptr ? static_cast<QWidget*>(choice) : line != nullptr ? static_cast<QWidget*>(line) : number;
}

/// Returns a new widget of a field of the table.
QWidget* ScenarioPanel::tableField(const ScenarioField& field)
{
    TableRow row{&field};
    if (field.kind == ScenarioField::Kind::Choice) {
        row.choice = new QComboBox;
        // Long entries must not widen the dock.
        row.choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        row.choice->setMinimumContentsLength(8);
        row.choice->setIconSize({1, 1});  // As high as the others: this policy makes room for an icon.
    } else if (field.kind == ScenarioField::Kind::Text) {
        row.line = new QLineEdit;
    } else {
        const bool isPercent = field.kind == ScenarioField::Kind::Percent;
        row.number = new QuantityEdit(isPercent ? QuantityEdit::Kind::Percent : QuantityEdit::Kind::Count);
        row.number->setRange(field.least, field.most);
        row.number->setSingleStep(field.step);
    }
    row.widget()->setObjectName(QString::fromLatin1(field.name));
    m_table.push_back(row);
    return row.widget();
}

void ScenarioPanel::addTable(ScenarioSection section, FieldRows* rows)
{
    for (const ScenarioField& field : scenarioFields()) {
        if (field.section != section) {
            continue;
        }
        addRow(rows, field.label, tableField(field));
        if (&field == &scenarioField("method")) {
            rows->addRow(m_methodFacts);
        } else if (&field == &scenarioField("scenarioSpace")) {
            setTopic(m_space, QStringLiteral("scenario:parallelism"));
            rows->addRow(m_space);
        } else if (&field == &scenarioField("scenarioFit")) {
            addRow(rows, QT_TR_NOOP("Memory"), m_budget);
            rows->addRow(m_budgetFacts);
        }
    }
}

void ScenarioPanel::goTo(QWidget* field)
{
    for (FoldSection* section : {m_training, m_search}) {
        section->setOpen(section->isOpen() || section->isAncestorOf(field));
    }
    m_scroll->ensureWidgetVisible(field);
    field->setFocus(Qt::ShortcutFocusReason);
}

void ScenarioPanel::buildFields()
{
    m_form->setVerticalSpacing(5);
    m_form->setContentsMargins(10, 8, 2, 8);  // beside the scroll bar or its place
    addRow(m_form, QT_TR_NOOP("Model"), m_models);
    addFacts(m_modelFacts, m_editModel, QStringLiteral("editModel"), QStringLiteral("dock:modelDock"));
    addRow(m_form, QT_TR_NOOP("Cluster"), m_clusters);
    addFacts(m_clusterFacts, m_editCluster, QStringLiteral("editCluster"), QStringLiteral("dock:clusterDock"));
    addRow(m_form, QT_TR_NOOP("Nodes"), m_nodes);
    addRow(m_form, QT_TR_NOOP("Batch"), m_batch);
    addTable(ScenarioSection::Main, m_form);
    m_training->setObjectName(QStringLiteral("trainingSection"));
    m_search->setObjectName(QStringLiteral("searchSection"));
    setTopic(m_training->button(), QStringLiteral("scenario:training"));
    setTopic(m_search->button(), QStringLiteral("scenario:search"));
    addTable(ScenarioSection::Training, m_training->rows());
    addTable(ScenarioSection::Search, m_search->rows());
    m_form->addRow(m_training);
    m_form->addRow(m_search);
    m_scroll->widget()->setLayout(m_form);
}

void ScenarioPanel::build()
{
    buildFields();
    m_plan->setObjectName(QStringLiteral("planButton"));
    m_plan->setDefault(true);
    m_plan->setMinimumHeight(32);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(10, 6, 10, 10);
    // Above the button that it keeps from being pressed: what it takes, it takes from the end of the rows.
    foot->addWidget(m_problem);
    m_difference->setObjectName(QStringLiteral("scenarioDiffers"));
    m_difference->setWordWrap(true);
    m_difference->setForegroundRole(QPalette::PlaceholderText);
    m_difference->hide();
    foot->addWidget(m_difference);
    foot->addWidget(m_plan);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_scroll, 1);
    column->addLayout(foot);
    guardWheel(this);
}

void ScenarioPanel::fillPresets()
{
    for (const auto& [box, kind] :
         {std::pair(m_models, PresetKind::Model), std::pair(m_clusters, PresetKind::Cluster)}) {
        const QSignalBlocker blocker(box);
        box->clear();
        for (const PresetEntry& entry : m_model->store().entries(kind)) {
            addEntry(box, qs(entry.name), qs(entry.title));
        }
    }
}

void ScenarioPanel::fillChoices()
{
    fillPresets();
    m_budget->setObjectName(QStringLiteral("budget"));
    m_budget->setSingleStep(GiB);
    m_batch->setObjectName(QStringLiteral("scenarioBatch"));
    m_nodes->setObjectName(QStringLiteral("nodes"));
    m_nodes->setRange(1, 1'000'000);
}

void ScenarioPanel::connectControls()
{
    for (const TableRow& row : m_table) {
        if (row.choice != nullptr) {
            connect(row.choice, &QComboBox::currentIndexChanged, this,
                    [this, row] { edit([&] { m_model->set(*row.field, row.choice->currentData().toLongLong()); }); });
            continue;
        }
        if (row.line != nullptr) {
            connect(row.line, &QLineEdit::textChanged, this, &ScenarioPanel::check);
            connect(row.line, &QLineEdit::editingFinished, this, [this, row] { takeText(row); });
            row.line->installEventFilter(this);
            continue;
        }
        connect(row.number, &QuantityEdit::valueChanged, this,
                [this, row](qint64 value) { edit([&] { m_model->set(*row.field, value); }); });
    }
    for (QComboBox* box : {m_models, m_clusters}) {
        connect(box, &QComboBox::activated, this, [this, box] {
            m_unknown.remove(box);
            const QString name = box->currentData().toString();
            edit([&] { box == m_models ? m_model->setModel(name) : m_model->setCluster(name); });
            check();
        });
        connect(box->lineEdit(), &QLineEdit::editingFinished, this, [this, box] { takeTypedName(box); });
    }
    connect(m_budget, &QuantityEdit::valueChanged, this,
            [this](qint64 value) { edit([&] { m_model->setBudget(value); }); });
    connect(m_nodes, &QuantityEdit::valueChanged, this,
            [this](qint64 value) { edit([&] { m_model->setNodes(static_cast<int>(value)); }); });
    for (const QuantityEdit* edit : numbers()) {
        connect(edit, &QuantityEdit::problemChanged, this, &ScenarioPanel::check);
        connect(edit, &QuantityEdit::editingFinished, m_model, &ScenarioModel::endStep);
    }
    connect(m_batch, &QLineEdit::textChanged, this, &ScenarioPanel::check);
    connect(m_batch, &QLineEdit::editingFinished, this, &ScenarioPanel::takeBatches);
    connect(m_batch, &QLineEdit::returnPressed, this, [this] {
        takeBatches();
        m_plan->click();
    });
    connect(m_space, &SpaceSwitches::changed, this, [this] { edit([this] { m_model->setSpace(m_space->space()); }); });
    for (QWidget* field : std::initializer_list<QWidget*>{m_models, m_clusters, m_batch}) {
        field->installEventFilter(this);
    }
    for (QWidget* field : numbers()) {
        field->installEventFilter(this);
    }
    connect(m_model, &ScenarioModel::changed, this, &ScenarioPanel::showScenario);
    connect(m_model, &ScenarioModel::presetsChanged, this, [this] {
        fillPresets();
        showScenario();
    });
    connect(m_model, &ScenarioModel::problem, this,
            &ScenarioPanel::showScenario);  // the name that was chosen is not taken
    connect(m_editModel, &QToolButton::clicked, this, &ScenarioPanel::modelEditorWanted);
    connect(m_editCluster, &QToolButton::clicked, this, &ScenarioPanel::clusterEditorWanted);
    connect(m_plan, &QPushButton::clicked, this, [this] {
        if (m_running) {
            Q_EMIT stopRequested();
        } else {
            Q_EMIT planRequested();
        }
    });
}

void ScenarioPanel::takeBatches()
{
    const auto batches = parseBatches(m_batch->text());
    if (m_batch->isModified() && batches) {
        m_batch->setModified(false);
        edit([&] { m_model->setBatches(*batches); });
    }
    m_model->endStep();
}

void ScenarioPanel::takeText(const TableRow& row)
{
    if (row.line->isModified() && textProblem(row).isEmpty()) {
        row.line->setModified(false);
        edit([&] { (void)m_model->setText(*row.field, row.line->text()); });
    }
    m_model->endStep();
}

QString ScenarioPanel::textProblem(const TableRow& row) const
{
    ScenarioState state = m_model->state();
    const Result<void> read = row.field->read(state, row.line->text());
    return read ? QString() : errorText(read.error());
}

/// What a control says of itself while it is filled is no edit, and what was typed in the one that speaks stays.
void ScenarioPanel::edit(const std::function<void()>& change)
{
    if (!m_filling) {
        m_editing = true;
        change();
        m_editing = false;
    }
}

void ScenarioPanel::showPreset(QComboBox* box, const std::string& name, const std::string& title)
{
    const QString shown = qs(name);
    const bool keepsTyped = m_editing && m_unknown.contains(box) && box->currentData().toString() == shown;
    if (!keepsTyped) {
        m_unknown.remove(box);
        showEntry(box, shown, presetText(title));
    }
}

void ScenarioPanel::showScenario()
{
    m_filling = true;
    const SearchRequest& request = m_model->request();
    if (!request.model.runs.empty()) {
        showPreset(m_models, request.model.name, request.model.title);
    }
    if (request.cluster.devices > 0) {
        showPreset(m_clusters, request.cluster.name, request.cluster.title);
    }
    const auto setNumber = [this](QuantityEdit* edit, qint64 value) {
        if (!m_editing || edit->value() != value) {
            edit->setValue(value);
        }
    };
    setNumber(m_budget, request.memoryBudget);
    setNumber(m_nodes, request.cluster.devices > 0 ? nodesOf(request.cluster) : 1);
    const auto batches = request.batches.empty() ? std::vector{request.training.globalBatch} : request.batches;
    if (!m_editing || parseBatches(m_batch->text()).value_or(batches) != batches) {
        m_batch->setText(batchText(batches));
    }
    for (const TableRow& row : m_table) {
        if (row.number != nullptr) {
            setNumber(row.number, row.field->get(m_model->state()));
        } else if (row.line != nullptr && (!m_editing || !row.line->isModified())) {
            row.line->setText(row.field->typed(m_model->state()));
        }
        if (row.field->isShown != nullptr) {
            sectionOf(*row.field)->setRowVisible(row.widget(), row.field->isShown(request));
        }
        row.widget()->setEnabled(row.field->isEnabled == nullptr || row.field->isEnabled(request));
    }
    m_space->setOffered(request.target != nullptr ? &request.target->space.value : nullptr);
    m_space->setQuestion(request);
    if (m_space->space() != request.space) {
        m_space->setSpace(request.space);
    }
    m_filling = false;
    showTexts();
}

/// What follows from the scenario and the language.
void ScenarioPanel::showTexts()
{
    const ScenarioState& state = m_model->state();
    for (const TableRow& row : m_table) {
        if (row.choice != nullptr) {
            showChoice(row.choice, *row.field, state);
        } else if (row.line != nullptr) {
            row.line->setPlaceholderText(valueText(*row.field, state));
        } else if (row.field->leastIsWord) {
            row.number->setSpecialText(valueText(*row.field, state, row.field->least));
        }
    }
    m_methodFacts->setText(methodSentence(m_model->request().method));
    m_training->setSummary(sectionText(ScenarioSection::Training, state));
    m_search->setSummary(QStringLiteral("%1 · %2").arg(sectionText(ScenarioSection::Search, state),
                                                       bytesText(m_model->request().budget())));
    showModelFacts();
    check();
}

/// Returns the rows that hold the field.
FieldRows* ScenarioPanel::sectionOf(const ScenarioField& field) const
{
    return field.section == ScenarioSection::Main       ? m_form
           : field.section == ScenarioSection::Training ? m_training->rows()
                                                        : m_search->rows();
}

std::vector<QuantityEdit*> ScenarioPanel::numbers() const
{
    std::vector<QuantityEdit*> all{m_nodes, m_budget};
    for (const TableRow& row : m_table) {
        if (row.number != nullptr) {
            all.push_back(row.number);
        }
    }
    return all;
}

bool ScenarioPanel::isComplete() const
{
    return m_model->isComplete() && problems().isEmpty();
}

/// Undo in a field whose text is not taken is the field's own; elsewhere it is the scenario's.
bool ScenarioPanel::isTaken(const QObject* field) const
{
    if (const auto* box = qobject_cast<const QComboBox*>(field)) {
        return box->lineEdit()->text() == box->itemText(box->currentIndex());
    }
    if (const auto* edit = qobject_cast<const QuantityEdit*>(field)) {
        return !edit->problem() && !edit->isTyped();
    }
    return !qobject_cast<const QLineEdit*>(field)->isModified();
}

bool ScenarioPanel::eventFilter(QObject* field, QEvent* event)
{
    if (event->type() == QEvent::FocusIn) {
        m_model->endStep();
    } else if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) && isTaken(field)) {
            event->ignore();
            return true;
        }
    }
    return QWidget::eventFilter(field, event);
}

void ScenarioPanel::setRunning(bool running)
{
    m_running = running;
    showRunning();
    check();
}

void ScenarioPanel::setModelProblem(const QString& why)
{
    if (why != m_modelProblem) {
        m_modelProblem = why;
        check();
    }
}

void ScenarioPanel::setDiffers(bool differs)
{
    m_differs = differs;
    showRunning();
}

}  // namespace pgram
