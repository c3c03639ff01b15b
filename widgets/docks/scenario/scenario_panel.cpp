// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/scenario/scenario_panel.h"

#include "core/cluster/cluster_sizes.h"
#include "core/model/tuning.h"
#include "widgets/docks/scenario/scenario_boxes.h"
#include "widgets/docks/scenario/space_switches.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"
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

qint64 percentOf(double share)
{
    return qRound64(100 * share);
}

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
      m_sequence(new QuantityEdit(QuantityEdit::Kind::Count)),
      m_precision(new QComboBox),
      m_gradients(new QComboBox),
      m_optimizer(new QComboBox),
      m_states(new QComboBox),
      m_tuning(new QComboBox),
      m_rank(new QuantityEdit(QuantityEdit::Kind::Count)),
      m_adapters(new QComboBox),
      m_imbalance(new QuantityEdit(QuantityEdit::Kind::Percent)),
      m_slowdown(new QuantityEdit(QuantityEdit::Kind::Percent)),
      m_microbatches(new QuantityEdit(QuantityEdit::Kind::Count)),
      m_schedule(new ScheduleBox),
      m_method(new QComboBox),
      m_target(new QComboBox),
      m_methodFacts(factsLabel(1)),
      m_space(new SpaceSwitches),
      m_problem(new ProblemLabel(this)),
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

void ScenarioPanel::addRow(const char* label, QWidget* field, QWidget* beside)
{
    auto* title = new QLabel;
    title->setBuddy(field);
    m_labels.emplace_back(title, label);
    setTopic(field, QStringLiteral("scenario:") + QString::fromLatin1(label).toLower());
    if (beside == nullptr) {
        m_form->addRow(title, field);
        return;
    }
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(field, 1);
    row->addWidget(beside);
    m_form->addRow(title, both);
}

void ScenarioPanel::build()
{
    m_form->setVerticalSpacing(5);
    m_form->setContentsMargins(10, 8, 2, 8);  // beside the scroll bar or its place
    m_editModel->setObjectName(QStringLiteral("editModel"));
    m_editModel->setFocusPolicy(Qt::StrongFocus);
    setTopic(m_editModel, QStringLiteral("dock:modelDock"));
    addRow(QT_TR_NOOP("Model"), m_models, m_editModel);
    m_form->addRow(m_modelFacts);
    m_editCluster->setObjectName(QStringLiteral("editCluster"));
    m_editCluster->setFocusPolicy(Qt::StrongFocus);
    setTopic(m_editCluster, QStringLiteral("dock:clusterDock"));
    addRow(QT_TR_NOOP("Cluster"), m_clusters, m_editCluster);
    m_form->addRow(m_clusterFacts);
    addRow(QT_TR_NOOP("Nodes"), m_nodes);
    addRow(QT_TR_NOOP("Memory"), m_budget);
    m_form->addRow(m_budgetFacts);
    addRow(QT_TR_NOOP("Batch"), m_batch);
    addRow(QT_TR_NOOP("Sequence"), m_sequence);
    addRow(QT_TR_NOOP("Precision"), m_precision);
    addRow(QT_TR_NOOP("Gradients"), m_gradients);
    addRow(QT_TR_NOOP("Optimizer"), m_optimizer);
    addRow(QT_TR_NOOP("States"), m_states);
    addRow(QT_TR_NOOP("Trains"), m_tuning);
    addRow(QT_TR_NOOP("Rank"), m_rank);
    addRow(QT_TR_NOOP("Adapters"), m_adapters);
    addRow(QT_TR_NOOP("Schedule"), m_schedule);
    addRow(QT_TR_NOOP("Micro-batches"), m_microbatches);
    addRow(QT_TR_NOOP("For"), m_target);
    addRow(QT_TR_NOOP("Method"), m_method);
    m_form->addRow(m_methodFacts);
    // Not of every scenario: below what must stand still.
    addRow(QT_TR_NOOP("Slowdown"), m_slowdown);
    addRow(QT_TR_NOOP("Imbalance"), m_imbalance);
    auto* space = new QLabel;
    m_labels.emplace_back(space, QT_TR_NOOP("Space"));
    m_form->addRow(space);
    setTopic(m_space, QStringLiteral("scenario:space"));
    m_form->addRow(m_space);

    auto* content = new QWidget;
    content->setLayout(m_form);
    m_plan->setObjectName(QStringLiteral("planButton"));
    m_plan->setDefault(true);
    m_plan->setMinimumHeight(32);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(10, 6, 10, 10);
    // Above the button that it keeps from being pressed: what it takes, it takes from the end of the rows.
    foot->addWidget(m_problem);
    foot->addWidget(m_plan);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new FittingScroll(content), 1);
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
    m_sequence->setObjectName(QStringLiteral("sequence"));
    m_sequence->setRange(0, 10'000'000);
    m_sequence->setSingleStep(128);
    m_microbatches->setObjectName(QStringLiteral("scenarioMicrobatches"));
    m_microbatches->setRange(0, 1'000'000);
    m_precision->setObjectName(QStringLiteral("precision"));
    for (const PrecisionRow& each : precisions()) {
        m_precision->addItem({}, static_cast<int>(each.precision));
    }
    m_gradients->addItem({}, 4);
    m_gradients->addItem({}, 2);
    for (const OptimizerRow& each : optimizers()) {
        m_optimizer->addItem(QString::fromLatin1(each.title), static_cast<int>(each.optimizer));
    }
    m_states->setObjectName(QStringLiteral("states"));
    for (std::size_t index = 0; index < statesChoices.size(); ++index) {
        m_states->addItem({}, static_cast<int>(index));
    }
    m_tuning->setObjectName(QStringLiteral("tuning"));
    for (const TuningMethod method : {TuningMethod::All, TuningMethod::Lora, TuningMethod::Qlora}) {
        m_tuning->addItem({}, static_cast<int>(method));
    }
    m_rank->setObjectName(QStringLiteral("rank"));
    m_rank->setRange(1, mostRank);
    m_imbalance->setObjectName(QStringLiteral("imbalance"));
    m_imbalance->setRange(0, percentOf(greatestExpertLoad - 1));
    m_imbalance->setSingleStep(10);
    m_slowdown->setObjectName(QStringLiteral("slowdown"));
    m_slowdown->setRange(1, percentOf(greatestSlowdown));
    for (const AdapterTargets targets : {AdapterTargets::Linear, AdapterTargets::Attention, AdapterTargets::Mlp}) {
        m_adapters->addItem({}, static_cast<int>(targets));
    }
    for (QComboBox* box : {m_optimizer, m_states, m_tuning, m_adapters}) {
        // Their longest texts are no reason for a wider dock.
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(8);
        box->setIconSize({1, 1});  // As high as the others: this policy makes room for an icon.
    }
    m_target->setObjectName(QStringLiteral("target"));
    m_target->addItem({}, -1);
    for (std::size_t index = 0; index < targets().size(); ++index) {
        m_target->addItem(QString::fromUtf8(targets()[index]->title), static_cast<int>(index));
        m_target->setItemData(m_target->count() - 1, QString::fromUtf8(targets()[index]->version), Qt::ToolTipRole);
    }
    m_method->setObjectName(QStringLiteral("method"));
    for (const MethodInfo& method : methods()) {
        m_method->addItem({}, static_cast<int>(method.method));
        m_method->setItemData(m_method->count() - 1, QStringLiteral("method:") + QString::fromUtf8(method.name),
                              TopicRole);
    }
}

void ScenarioPanel::connectControls()
{
    const auto onChoice = [this](QComboBox* box, auto choose) {
        connect(box, &QComboBox::currentIndexChanged, this,
                [this, box, choose] { edit([&] { choose(box->currentData().toInt()); }); });
    };
    onChoice(m_precision, [this](int value) { m_model->setPrecision(static_cast<Precision>(value)); });
    onChoice(m_gradients, [this](int value) { m_model->setGradientBytes(value); });
    onChoice(m_optimizer, [this](int value) { m_model->setOptimizer(static_cast<Optimizer>(value)); });
    onChoice(m_states, [this](int index) {
        const auto& [bytes, masterWeights] = statesChoices[static_cast<std::size_t>(index)];
        m_model->setStates(bytes, masterWeights);
    });
    onChoice(m_tuning, [this](int value) { m_model->setTuning(static_cast<TuningMethod>(value)); });
    onChoice(m_adapters, [this](int value) { m_model->setAdapters(static_cast<AdapterTargets>(value)); });
    onChoice(m_schedule, [this](int) { m_model->setSchedule(m_schedule->kind()); });
    onChoice(m_target, [this](int value) {
        m_model->setTarget(value < 0 ? nullptr : targets()[static_cast<std::size_t>(value)]);
    });
    onChoice(m_method, [this](int value) { m_model->setMethod(static_cast<Method>(value)); });
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
    connect(m_sequence, &QuantityEdit::valueChanged, this,
            [this](qint64 value) { edit([&] { m_model->setSequence(value); }); });
    connect(m_microbatches, &QuantityEdit::valueChanged, this,
            [this](qint64 value) { edit([&] { m_model->setMicrobatches(static_cast<int>(value)); }); });
    connect(m_rank, &QuantityEdit::valueChanged, this,
            [this](qint64 value) { edit([&] { m_model->setRank(static_cast<int>(value)); }); });
    connect(m_imbalance, &QuantityEdit::valueChanged, this,
            [this](qint64 value) { edit([&] { m_model->setExpertLoad(1 + static_cast<double>(value) / 100); }); });
    connect(m_slowdown, &QuantityEdit::valueChanged, this,
            [this](qint64 value) { edit([&] { m_model->setSlowdown(static_cast<double>(value) / 100); }); });
    for (const QuantityEdit* edit : {m_nodes, m_budget, m_sequence, m_rank, m_imbalance, m_slowdown, m_microbatches}) {
        connect(edit, &QuantityEdit::problemChanged, this, &ScenarioPanel::check);
        connect(edit, &QuantityEdit::editingFinished, m_model, &ScenarioModel::endStep);
    }
    connect(m_batch, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (const auto batches = parseBatches(text)) {
            edit([&] { m_model->setBatches(*batches); });
        }
        check();
    });
    connect(m_batch, &QLineEdit::editingFinished, m_model, &ScenarioModel::endStep);
    connect(m_batch, &QLineEdit::returnPressed, m_plan, &QPushButton::click);
    connect(m_space, &SpaceSwitches::changed, this, [this] { edit([this] { m_model->setSpace(m_space->space()); }); });
    for (QWidget* field : std::initializer_list<QWidget*>{m_models, m_clusters, m_nodes, m_budget, m_batch, m_sequence,
                                                          m_rank, m_imbalance, m_slowdown, m_microbatches}) {
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
        showEntry(box, shown, qs(title));
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
    setNumber(m_sequence, request.training.sequenceLength);
    setNumber(m_microbatches, request.microbatches.size() == 1 ? request.microbatches.front() : 0);
    const auto batches = request.batches.empty() ? std::vector{request.training.globalBatch} : request.batches;
    if (!m_editing || parseBatches(m_batch->text()).value_or(batches) != batches) {
        m_batch->setText(batchText(batches));
    }
    // Every value has its row: a wrong one would ask another question.
    const auto choose = [](QComboBox* box, int value) { box->setCurrentIndex(box->findData(value)); };
    choose(m_precision, static_cast<int>(request.training.precision));
    choose(m_gradients, m_model->state().gradientBytes);
    m_gradients->setEnabled(request.training.elementBytes() == 2);
    choose(m_optimizer, static_cast<int>(request.training.optimizer));
    const std::pair states(request.training.stateBytes, request.training.masterWeights);
    choose(m_states, static_cast<int>(std::ranges::find(statesChoices, states) - statesChoices.begin()));
    const Tuning& tuning = request.training.tuning;
    choose(m_tuning, static_cast<int>(tuning.method));
    choose(m_adapters, static_cast<int>(tuning.targets));
    setNumber(m_rank, tuning.rank);
    for (QWidget* field : std::initializer_list<QWidget*>{m_rank, m_adapters}) {
        m_form->setRowVisible(field, tuning.method != TuningMethod::All);
    }
    setNumber(m_imbalance, percentOf(request.training.expertLoad - 1));
    m_form->setRowVisible(m_imbalance, hasExperts(request.model));
    setNumber(m_slowdown, percentOf(request.slowdown));
    m_form->setRowVisible(m_slowdown, request.method == Method::Robust && request.target == nullptr);
    const auto target = std::ranges::find(targets(), request.target);
    choose(m_target, target != targets().end() ? static_cast<int>(target - targets().begin()) : -1);
    choose(m_method, static_cast<int>(request.method));
    m_method->setEnabled(request.target == nullptr);
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
    m_filling = true;
    m_schedule->showState(m_model->state());
    m_filling = false;
    m_methodFacts->setText(methodSentence(m_model->request().method));
    showModelFacts();
    check();
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
        return !edit->problem();
    }
    return parseBatches(m_batch->text()).has_value();
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
    retranslate();
    check();
}

}  // namespace pgram
