// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/why_not_panel.h"

#include "core/strategy/decision_tree.h"
#include "widgets/document/texts.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace pgram {

namespace {

constexpr int restMilliseconds = 250;
constexpr int chooseRow = 0;
constexpr int runnerUpRow = 1;
constexpr int firstStrategyRow = 2;

bool runsOn(const Plan& plan, LayerRange range, const LayerStrategy& strategy)
{
    const auto first = plan.strategies.begin() + range.first;
    return std::all_of(first, first + range.count, [&](const LayerStrategy& s) { return s == strategy; });
}

QLabel* textLabel()
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

}  // namespace

WhyNotPanel::WhyNotPanel(Session* session, SelectionModel* selection, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_selection(selection),
      m_box(new QComboBox),
      m_result(textLabel()),
      m_details(textLabel()),
      m_more(new QToolButton),
      m_show(new QPushButton)
{
    build();
    m_pause.setSingleShot(true);
    m_pause.setInterval(restMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &WhyNotPanel::work);
    connect(m_box, &QComboBox::activated, this, &WhyNotPanel::choose);
    connect(m_more, &QToolButton::toggled, this, &WhyNotPanel::showAnswer);
    connect(m_show, &QPushButton::clicked, this, &WhyNotPanel::showThatPlan);
    connect(&m_costs, &LeafCosts::finished, this, &WhyNotPanel::takeRunnerUp);
    connect(session->document(), &Document::planChanged, this, &WhyNotPanel::followPlan);
    connect(selection, &SelectionModel::changed, this, &WhyNotPanel::followSelection);
    retranslate();
}

void WhyNotPanel::build()
{
    m_box->setObjectName(QStringLiteral("whyNot"));
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(12);
    m_result->setTextFormat(Qt::PlainText);
    m_details->setTextFormat(Qt::RichText);
    m_more->setCheckable(true);
    m_more->setAutoRaise(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_box);
    column->addWidget(m_result);
    column->addWidget(m_details);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_more);
    buttons->addStretch(1);
    buttons->addWidget(m_show);
    column->addLayout(buttons);
}

void WhyNotPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void WhyNotPanel::retranslate()
{
    m_box->setAccessibleName(tr("Why not this strategy"));
    m_box->setToolTip(tr("What the best plan would cost in which the selected layers run another strategy"));
    m_show->setText(tr("Show That Plan"));
    m_show->setToolTip(tr("Add the best plan with this strategy to the plans"));
    m_listing.reset();
    followPlan();
}

QString WhyNotPanel::text() const
{
    return m_result->text();
}

WhyNotQuestion WhyNotPanel::question() const
{
    const PlanDocument& shown = m_session->at(m_session->currentRow());
    WhyNotQuestion question;
    question.request = questionOf(shown);
    question.reference = shown.plan();
    question.referenceEstimate = shown.estimate();
    if (shown.search() && shown.search()->result.plan) {
        question.request = shown.search()->request;
        question.request.pins.clear();
        question.reference = std::make_shared<const Plan>(*shown.search()->result.plan);
        question.referenceEstimate = shown.search()->result.estimate;
    }
    question.firstLayer = m_range.first;
    question.layerCount = m_range.count;
    return question;
}

void WhyNotPanel::followPlan()
{
    const auto plan = m_session->document()->plan();
    if (!plan || m_session->currentRow() < 0) {
        m_wanted.reset();
        m_runnerUp = false;
        m_row = -1;
        m_range = {};
        fillBox();
        restart();
        return;
    }
    if (m_row != m_session->currentRow()) {
        m_row = m_session->currentRow();
        m_wanted.reset();
        m_runnerUp = false;
    }
    m_range = selectedLayers(*plan, m_selection->current());
    // What the strategy editor gave the layers is what one wants to know about.
    const LayerStrategy& given = plan->strategies[static_cast<std::size_t>(m_range.first)];
    const auto reference = question().reference;
    if (runsOn(*plan, m_range, given) && !runsOn(*reference, m_range, given)) {
        m_wanted = given;
        m_runnerUp = false;
    }
    fillBox();
    restart();
}

void WhyNotPanel::followSelection()
{
    const auto plan = m_session->document()->plan();
    if (!plan || m_row < 0) {
        return;
    }
    const LayerRange range = selectedLayers(*plan, m_selection->current());
    const bool moved = range.first != m_range.first || range.count != m_range.count;
    const auto& pointed = m_selection->current().strategy;
    const bool other = pointed && pointed != m_wanted;
    m_range = range;
    if (pointed) {
        m_wanted = pointed;
        m_runnerUp = false;
    }
    if (moved || other) {
        fillBox();
        restart();
    }
}

void WhyNotPanel::emptyBox()
{
    m_box->clear();
    m_listed.clear();
    m_listing.reset();
    m_box->addItem(tr("Choose a strategy…"));
    m_box->addItem(tr("Runner-up"));
}

/// The strategies of the space, those for the plan's number of stages first.
void WhyNotPanel::listStrategies(const Plan& plan)
{
    const SearchRequest request = question().request;
    const Listing listing{request.cluster.devices, request.space, plan.pipeline()};
    if (m_listing != listing) {
        emptyBox();
        std::vector<DecisionTree> trees = decisionTrees(listing.devices, listing.space);
        std::ranges::stable_partition(trees, [&](const DecisionTree& t) { return t.pipeline == listing.pipeline; });
        for (const DecisionTree& tree : trees) {
            for (const LayerStrategy& strategy : keptStrategies(tree)) {
                const QString name = QString::fromStdString(shortName(strategy));
                m_listed.push_back(strategy);
                m_box->addItem(
                    tree.pipeline == listing.pipeline ? name : tr("%1, %n stage(s)", nullptr, tree.pipeline).arg(name));
            }
        }
        m_listing = listing;
    }
    if (m_wanted && std::ranges::find(m_listed, *m_wanted) == m_listed.end()) {
        m_listed.push_back(*m_wanted);
        m_box->addItem(QString::fromStdString(shortName(*m_wanted)));
    }
}

void WhyNotPanel::fillBox()
{
    const QScopedValueRollback filling(m_filling, true);
    const auto plan = m_session->document()->plan();
    setEnabled(plan != nullptr);
    if (!plan || m_row < 0) {
        emptyBox();
        return;
    }
    listStrategies(*plan);
    const auto wanted = m_wanted ? std::ranges::find(m_listed, *m_wanted) : m_listed.end();
    m_box->setCurrentIndex(m_runnerUp                 ? runnerUpRow
                           : wanted == m_listed.end() ? chooseRow
                                                      : firstStrategyRow + static_cast<int>(wanted - m_listed.begin()));
}

void WhyNotPanel::choose(int index)
{
    if (m_filling) {
        return;
    }
    m_runnerUp = index == runnerUpRow;
    m_wanted.reset();
    if (index >= firstStrategyRow) {
        m_wanted = m_listed[static_cast<std::size_t>(index - firstStrategyRow)];
    }
    restart();
}

void WhyNotPanel::restart()
{
    m_search.stop();
    m_costs.stop();
    m_answer.reset();
    m_question.reset();
    m_pause.stop();
    if (m_wanted || m_runnerUp) {
        m_pause.start();
    }
    showAnswer();
}

void WhyNotPanel::work()
{
    if (m_runnerUp) {
        askRunnerUp();
    } else if (m_wanted) {
        ask(*m_wanted);
    }
    showAnswer();
}

/// The strategies for as many stages as the plan has, each by a quick search; the cheapest is asked about in full.
void WhyNotPanel::askRunnerUp()
{
    const WhyNotQuestion about = question();
    std::vector<LayerStrategy> candidates;
    for (const LayerStrategy& strategy : m_listed) {
        const bool sameStages = strategy.groupSize() == about.reference->stageDevices();
        if (sameStages && !runsOn(*about.reference, m_range, strategy)) {
            candidates.push_back(strategy);
        }
    }
    LeafQuestion leaves{about.request, m_range.first, m_range.count};
    leaves.request.batches.clear();
    leaves.request.training.globalBatch = about.reference->training.globalBatch;
    m_costs.ask(leaves, candidates);
    if (!m_costs.isRunning()) {
        takeRunnerUp();
    }
}

void WhyNotPanel::takeRunnerUp()
{
    const WhyNotQuestion about = question();
    const LayerStrategy* best = nullptr;
    Seconds least = 0;
    for (const auto& [strategy, cost] : m_costs.known()) {
        const bool candidate = cost.isCosted() && !runsOn(*about.reference, m_range, strategy);
        if (candidate && (best == nullptr || cost.stepTime < least)) {
            best = &strategy;
            least = cost.stepTime;
        }
    }
    if (best != nullptr) {
        ask(LayerStrategy(*best));
    }
    showAnswer();
}

void WhyNotPanel::ask(const LayerStrategy& strategy)
{
    auto asked = std::make_shared<WhyNotQuestion>(question());
    asked->strategy = strategy;
    const std::shared_ptr<const WhyNotQuestion> shared = std::move(asked);
    m_search.start({[this, shared](const std::stop_token& token) -> Delivery {
        Result<WhyNot> found = whyNot(*shared, token);
        if (!found) {
            return [this, error = found.error()] { m_result->setText(coreText(error.what)); };
        }
        return [this, shared, answer = std::make_shared<const WhyNot>(std::move(*found))] { take(shared, answer); };
    }});
}

void WhyNotPanel::take(std::shared_ptr<const WhyNotQuestion> question, std::shared_ptr<const WhyNot> answer)
{
    m_question = std::move(question);
    m_answer = std::move(answer);
    showAnswer();
}

void WhyNotPanel::showAnswer()
{
    const bool working = m_wanted || m_runnerUp;
    m_result->setVisible(working);
    m_result->setText(m_answer ? whyNotLine(*m_question, *m_answer) : tr("Looking for the best plan with it…"));
    if (m_answer && m_runnerUp) {
        m_result->setText(
            QStringLiteral("%1: %2").arg(QString::fromStdString(shortName(m_question->strategy)), m_result->text()));
    }
    const QString details = m_answer ? whyNotDetails(*m_question, *m_answer) : QString();
    m_more->setVisible(!details.isEmpty());
    m_show->setVisible(!details.isEmpty());
    m_more->setText(m_more->isChecked() ? tr("Less") : tr("Details"));
    m_details->setText(details);
    m_details->setVisible(m_more->isChecked() && !details.isEmpty());
}

void WhyNotPanel::showThatPlan()
{
    if (!m_answer || !m_answer->plan) {
        return;
    }
    auto record = std::make_shared<SearchRecord>();
    record->request = pinnedRequest(*m_question);
    record->result.plan = *m_answer->plan;
    record->result.estimate = m_answer->estimate;
    record->result.certificate = m_answer->certificate;
    Plan plan = *m_answer->plan;
    const LayerRange layers{m_question->firstLayer, m_question->layerCount};
    plan.name = tr("%1 on %2")
                    .arg(QString::fromStdString(shortName(m_question->strategy)), rangeName(plan.model, layers))
                    .toStdString();
    m_session->add(std::move(plan), m_answer->estimate, std::move(record));
}

}  // namespace pgram
