// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/scenario/scenario_panel.h"

#include "core/base/format.h"
#include "core/search/questions/plan_question.h"
#include "widgets/docks/scenario/preset_box.h"
#include "widgets/docks/scenario/schedule_box.h"
#include "widgets/docks/scenario/space_switches.h"
#include "widgets/document/batch_text.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/field_rows.h"
#include "widgets/kit/fitting_scroll.h"
#include "widgets/kit/problem_label.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/kit/steady_label.h"
#include "widgets/kit/tip_text.h"
#include "widgets/kit/wheel_guard.h"
#include "widgets/theme/icon.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace pgram {

namespace {

SteadyLabel* factsLabel(int leastLines)
{
    auto* label = new SteadyLabel(leastLines);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// The text of a combo box, translated anew, without losing what is chosen.
void setTexts(QComboBox* box, const QStringList& texts)
{
    for (int row = 0; row < texts.size(); ++row) {
        box->setItemText(row, texts[row]);
    }
}

}  // namespace

ScenarioPanel::ScenarioPanel(PresetStore store, QWidget* parent)
    : QWidget(parent),
      m_store(std::move(store)),
      m_form(new FieldRows),
      m_models(presetBox(QStringLiteral("model"))),
      m_modelFacts(factsLabel(1)),
      m_clusters(presetBox(QStringLiteral("cluster"))),
      m_clusterFacts(factsLabel(2)),
      m_budgetFacts(factsLabel(1)),
      m_budget(new QuantityEdit(QuantityEdit::Kind::Memory)),
      m_batch(new QLineEdit),
      m_sequence(new QuantityEdit(QuantityEdit::Kind::Count)),
      m_precision(new QComboBox),
      m_gradients(new QComboBox),
      m_optimizer(new QComboBox),
      m_microbatches(new QuantityEdit(QuantityEdit::Kind::Count)),
      m_schedule(new ScheduleBox),
      m_method(new QComboBox),
      m_methodFacts(factsLabel(1)),
      m_space(new SpaceSwitches),
      m_problem(new ProblemLabel(this)),
      m_plan(new QPushButton)
{
    build();
    fillChoices();
    connectControls();
    retranslate();
}

void ScenarioPanel::addRow(const char* label, QWidget* field)
{
    auto* title = new QLabel;
    title->setBuddy(field);
    m_labels.emplace_back(title, label);
    m_form->addRow(title, field);
}

void ScenarioPanel::build()
{
    m_form->setVerticalSpacing(5);
    m_form->setContentsMargins(10, 8, 2, 8);  // beside the scroll bar or its place
    addRow(QT_TR_NOOP("Model"), m_models);
    m_form->addRow(m_modelFacts);
    addRow(QT_TR_NOOP("Cluster"), m_clusters);
    m_form->addRow(m_clusterFacts);
    addRow(QT_TR_NOOP("Memory"), m_budget);
    m_form->addRow(m_budgetFacts);
    addRow(QT_TR_NOOP("Batch"), m_batch);
    addRow(QT_TR_NOOP("Sequence"), m_sequence);
    addRow(QT_TR_NOOP("Precision"), m_precision);
    addRow(QT_TR_NOOP("Gradients"), m_gradients);
    addRow(QT_TR_NOOP("Optimizer"), m_optimizer);
    addRow(QT_TR_NOOP("Schedule"), m_schedule);
    addRow(QT_TR_NOOP("Micro-batches"), m_microbatches);
    addRow(QT_TR_NOOP("Method"), m_method);
    m_form->addRow(m_methodFacts);
    auto* space = new QLabel;
    m_labels.emplace_back(space, QT_TR_NOOP("Space"));
    m_form->addRow(space);
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

void ScenarioPanel::fillChoices()
{
    for (const PresetEntry& entry : m_store.models()) {
        addEntry(m_models, QString::fromStdString(entry.name), QString::fromStdString(entry.title));
    }
    for (const PresetEntry& entry : m_store.clusters()) {
        addEntry(m_clusters, QString::fromStdString(entry.name), QString::fromStdString(entry.title));
    }
    m_budget->setObjectName(QStringLiteral("budget"));
    m_budget->setSingleStep(GiB);
    m_batch->setObjectName(QStringLiteral("scenarioBatch"));
    m_sequence->setObjectName(QStringLiteral("sequence"));
    m_sequence->setRange(0, 10'000'000);
    m_sequence->setSingleStep(128);
    m_microbatches->setObjectName(QStringLiteral("scenarioMicrobatches"));
    m_microbatches->setRange(0, 1'000'000);
    for (const Precision precision :
         {Precision::Bf16, Precision::Fp16, Precision::Fp8, Precision::Fp4, Precision::Tf32, Precision::Fp32}) {
        m_precision->addItem({}, static_cast<int>(precision));
    }
    m_gradients->addItem({}, 4);
    m_gradients->addItem({}, 2);
    m_optimizer->addItem(QStringLiteral("Adam"), static_cast<int>(Optimizer::Adam));
    m_optimizer->addItem(QStringLiteral("SGD"), static_cast<int>(Optimizer::Sgd));
    m_method->setObjectName(QStringLiteral("method"));
    for (const MethodInfo& method : methods()) {
        m_method->addItem({}, static_cast<int>(method.method));
    }
}

void ScenarioPanel::connectControls()
{
    connect(m_models, &QComboBox::activated, this, [this] { setModel(m_models->currentData().toString()); });
    connect(m_clusters, &QComboBox::activated, this, [this] { setCluster(m_clusters->currentData().toString()); });
    for (QComboBox* box : {m_models, m_clusters}) {
        connect(box->lineEdit(), &QLineEdit::editingFinished, this, [this, box] { takeTypedName(box); });
    }
    connect(m_budget, &QuantityEdit::valueChanged, this, &ScenarioPanel::showBudgetFacts);
    for (const QuantityEdit* edit : {m_budget, m_sequence, m_microbatches}) {
        connect(edit, &QuantityEdit::problemChanged, this, &ScenarioPanel::check);
    }
    connect(m_batch, &QLineEdit::textChanged, this, &ScenarioPanel::check);
    connect(m_batch, &QLineEdit::returnPressed, m_plan, &QPushButton::click);
    connect(m_precision, &QComboBox::currentIndexChanged, this, [this] {
        const Training training{.precision = static_cast<Precision>(m_precision->currentData().toInt())};
        m_gradients->setEnabled(training.elementBytes() == 2);
    });
    connect(m_method, &QComboBox::currentIndexChanged, this,
            [this] { m_methodFacts->setText(methodSentence(static_cast<Method>(m_method->currentData().toInt()))); });
    connect(m_plan, &QPushButton::clicked, this, [this] {
        if (m_running) {
            Q_EMIT stopRequested();
        } else {
            Q_EMIT planRequested();
        }
    });
}

SearchRequest ScenarioPanel::request() const
{
    SearchRequest request = m_base;
    const auto batches = parseBatches(m_batch->text());
    if (batches) {
        request.training.globalBatch = batches->front();
        request.batches = batches->size() > 1 ? *batches : std::vector<std::int64_t>{};
    }
    request.training.sequenceLength = m_sequence->value();
    request.training.precision = static_cast<Precision>(m_precision->currentData().toInt());
    request.training.gradientBytes = request.training.elementBytes() == 4 ? 4 : m_gradients->currentData().toInt();
    request.training.optimizer = static_cast<Optimizer>(m_optimizer->currentData().toInt());
    request.memoryBudget = m_budget->value();
    request.space = m_space->space();
    request.method = static_cast<Method>(m_method->currentData().toInt());
    m_schedule->applyTo(request);
    if (m_microbatches->value() > 0) {
        request.microbatches = {static_cast<int>(m_microbatches->value())};
    } else if (request.microbatches.size() == 1) {
        request.microbatches.clear();
    }
    return request;
}

void ScenarioPanel::setRequest(const SearchRequest& request)
{
    m_base = request;
    useModel(request.model);
    useCluster(request.cluster);
    setBudget(request.memoryBudget);
    m_batch->setText(batchText(request.batches.empty() ? std::vector{request.training.globalBatch} : request.batches));
    m_sequence->setValue(request.training.sequenceLength);
    // Every value has its row: a wrong one would ask another question.
    const auto choose = [](QComboBox* box, int value) { box->setCurrentIndex(box->findData(value)); };
    choose(m_precision, static_cast<int>(request.training.precision));
    choose(m_gradients, request.training.gradientBytes);
    choose(m_optimizer, static_cast<int>(request.training.optimizer));
    m_schedule->showRequest(request);
    choose(m_method, static_cast<int>(request.method));
    m_microbatches->setValue(request.microbatches.size() == 1 ? request.microbatches.front() : 0);
    m_space->setSpace(request.space);
    check();
}

bool ScenarioPanel::setScenario(const QString& nameOrFile)
{
    const auto scenario = loadScenario(m_store, nameOrFile.toStdString());
    if (!scenario) {
        Q_EMIT problem(scenario.error());
        return false;
    }
    setRequest(scenario->request);
    return true;
}

bool ScenarioPanel::isComplete() const
{
    return !m_base.model.runs.empty() && m_base.cluster.devices > 0 && problems().isEmpty();
}

void ScenarioPanel::setModel(const QString& nameOrFile)
{
    const auto model = m_store.model(nameOrFile.toStdString());
    if (!model) {
        showEntry(m_models, QString::fromStdString(m_base.model.name), QString::fromStdString(m_base.model.title));
        Q_EMIT problem(model.error());
        return;
    }
    setModel(*model);
}

void ScenarioPanel::setModel(const Architecture& model)
{
    dropHidden();
    useModel(model);
}

void ScenarioPanel::setCluster(const QString& nameOrFile)
{
    const auto cluster = m_store.cluster(nameOrFile.toStdString());
    if (!cluster) {
        showEntry(m_clusters, QString::fromStdString(m_base.cluster.name),
                  QString::fromStdString(m_base.cluster.title));
        Q_EMIT problem(cluster.error());
        return;
    }
    setCluster(*cluster);
}

void ScenarioPanel::setCluster(const Cluster& cluster)
{
    dropHidden();
    const bool hadBf16 = m_base.cluster.device.peakBf16 > 0;
    useCluster(cluster);
    // What was left free on another device says nothing about this one.
    setBudget(m_base.cluster.device.memory);
    // Nor does a precision that was chosen for want of units for another: all train in BF16 where they can.
    if (const bool hasBf16 = m_base.cluster.device.peakBf16 > 0; hasBf16 != hadBf16) {
        m_precision->setCurrentIndex(
            m_precision->findData(static_cast<int>(hasBf16 ? Precision::Bf16 : Precision::Fp32)));
    }
}

void ScenarioPanel::setBudget(Bytes budget)
{
    m_budget->setValue(budget);
}

void ScenarioPanel::setMethod(Method method)
{
    m_method->setCurrentIndex(m_method->findData(static_cast<int>(method)));
}

void ScenarioPanel::toggleDimension(const DimensionRules& rules)
{
    Space space = m_space->space();
    space.*rules.on = !(space.*rules.on);
    m_space->setSpace(space);
}

void ScenarioPanel::setFromPlan(const Plan& plan)
{
    dropHidden();
    SearchRequest request = this->request();
    request.model = plan.model;
    request.cluster = plan.cluster;
    request.training = plan.training;
    request.batches.clear();
    request.memoryBudget = plan.memoryBudget;
    if (keptQuestion(plan)) {
        const SearchRequest asked = requestOf(plan);
        request.schedule = asked.schedule;
        request.schedules = asked.schedules;
        request.method = asked.method;
        request.space = asked.space;
    } else {
        request.schedule = plan.schedule;
        request.schedules.clear();
        request.method = parseMethod(plan.provenance.method).value_or(request.method);
        request.space = parseSpace(plan.provenance.space).value_or(request.space);
    }
    setRequest(request);
}

void ScenarioPanel::setRunning(bool running)
{
    m_running = running;
    retranslate();
    check();
}

void ScenarioPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::PaletteChange) {
        check();
    }
    QWidget::changeEvent(event);
}

/// What a scenario asked for one model on one cluster, and no control shows, is not carried to another.
void ScenarioPanel::dropHidden()
{
    m_base.pipelines.clear();
    m_base.microbatches.clear();
    m_base.pins.clear();
}

void ScenarioPanel::useModel(Architecture model)
{
    m_base.model = std::move(model);
    m_unknown.remove(m_models);
    showEntry(m_models, QString::fromStdString(m_base.model.name), QString::fromStdString(m_base.model.title));
    showModelFacts();
    check();
}

void ScenarioPanel::useCluster(Cluster cluster)
{
    m_base.cluster = std::move(cluster);
    m_unknown.remove(m_clusters);
    showEntry(m_clusters, QString::fromStdString(m_base.cluster.name), QString::fromStdString(m_base.cluster.title));
    m_space->setDevices(m_base.cluster.devices);
    showModelFacts();
    check();
}

void ScenarioPanel::retranslate()
{
    for (const auto& [label, text] : m_labels) {
        label->setText(tr(text));
    }
    QStringList precisions;
    for (int row = 0; row < m_precision->count(); ++row) {
        precisions.append(precisionTitle(static_cast<Precision>(m_precision->itemData(row).toInt())));
    }
    setTexts(m_precision, precisions);
    setTexts(m_gradients, {tr("kept in FP32"), tr("kept in 16 bit")});
    m_schedule->retranslate();
    QStringList titles;
    QStringList sentences;
    for (int row = 0; row < m_method->count(); ++row) {
        const auto method = static_cast<Method>(m_method->itemData(row).toInt());
        titles.append(methodTitle(method));
        sentences.append(methodSentence(method));
        m_method->setItemData(row, methodSentence(method), Qt::ToolTipRole);
    }
    setTexts(m_method, titles);
    m_methodFacts->setPossible(sentences);
    if (m_method->currentIndex() >= 0) {
        m_methodFacts->setText(methodSentence(static_cast<Method>(m_method->currentData().toInt())));
    }
    m_microbatches->setSpecialText(tr("searched"));
    m_plan->setText(m_running ? tr("Stop") : tr("Plan"));
    m_plan->setIcon(themedIcon(m_running ? QStringLiteral("stop") : QStringLiteral("plan")));
    showModelFacts();
    check();
}

}  // namespace pgram
