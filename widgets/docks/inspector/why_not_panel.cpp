// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/why_not_panel.h"

#include "core/plan/plan_edits.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/suggest_edit.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace pgram {

namespace {

constexpr int weighMilliseconds = 250;

bool runsOn(const Plan& plan, LayerRange range, const LayerStrategy& strategy)
{
    const auto first = plan.strategies.begin() + range.first;
    return std::all_of(first, first + range.count, [&](const LayerStrategy& s) { return s == strategy; });
}

/// Nothing that a strategy could be asked about has changed.
bool isSamePlan(const Plan& a, const Plan& b)
{
    return withName(a, b.name) == b;
}

QLabel* textLabel()
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

}  // namespace

WhyNotPanel::WhyNotPanel(Workbench* bench, QWidget* parent)
    : QWidget(parent),
      m_session(&bench->session),
      m_selection(&bench->selection),
      m_box(new QComboBox),
      m_edit(new SuggestEdit([this](const QString& typed) { return suggestionsFor(typed); })),
      m_result(textLabel()),
      m_details(textLabel()),
      m_more(new QToolButton),
      m_show(new QPushButton),
      m_costs(&bench->leaves)
{
    setTopic(this, QStringLiteral("part:why-not"));
    build();
    m_pause.setSingleShot(true);
    m_pause.setInterval(weighMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &WhyNotPanel::work);
    connect(m_box, &QComboBox::activated, this, &WhyNotPanel::choose);
    connect(m_edit, &SuggestEdit::picked, this, &WhyNotPanel::pick);
    connect(m_edit, &SuggestEdit::refused, this, &WhyNotPanel::refuse);
    connect(m_more, &QToolButton::toggled, this, &WhyNotPanel::showAnswer);
    connect(m_show, &QPushButton::clicked, this, &WhyNotPanel::showThatPlan);
    connect(&m_costs, &LeafCosts::finished, this, &WhyNotPanel::takeRunnerUp);
    connect(&m_search, &Worker::failed, this, [this](quint64, const Error& error) { showProblem(errorText(error)); });
    connect(m_session->document(), &Document::planChanged, this, &WhyNotPanel::followPlan);
    connect(m_selection, &SelectionModel::changed, this, &WhyNotPanel::followSelection);
    inEveryLanguage(this, [this] { retranslate(); });
}

void WhyNotPanel::build()
{
    m_box->setObjectName(QStringLiteral("whyNot"));
    constexpr int shownRows = 16;
    m_box->setEditable(true);
    m_box->setLineEdit(m_edit);
    m_box->setCompleter(nullptr);  // the edit has a list of its own
    m_box->setInsertPolicy(QComboBox::NoInsert);
    m_box->setMaxVisibleItems(shownRows);
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

void WhyNotPanel::retranslate()
{
    m_box->setAccessibleName(tr("Why not this strategy"));
    m_edit->setPlaceholderText(tr("A strategy, or a part of one: tp8"));
    m_show->setText(tr("Show That Plan"));
    m_show->setToolTip(tr("Add the best plan with this strategy to the plans"));
    markBox({});
    m_listing.reset();
    followPlan();
}

void WhyNotPanel::markBox(const QString& why)
{
    markWrong(m_box, why,
              tr("What the best plan would cost in which the selected layers run another strategy, or any with a part "
                 "of its name: tp8, cp4 no ckpt"));
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
    if (shown.search()) {
        question.request = shown.search()->request;
        question.request.pins.clear();
    }
    question.firstLayer = m_range.first;
    question.layerCount = m_range.count;
    return question;
}

void WhyNotPanel::followPlan()
{
    const auto plan = m_session->document()->plan();
    if (!plan || m_session->currentRow() < 0) {
        forget();
        m_row = -1;
        m_shown = nullptr;
        m_range = {};
        fillBox();
        restart();
        return;
    }
    // An answer about another plan, or about what this one was before an edit, would stand beside figures of this one.
    const bool isOther = m_row != m_session->currentRow() || m_shown == nullptr || !isSamePlan(*m_shown, *plan);
    m_row = m_session->currentRow();
    m_shown = plan;
    m_range = selectedLayers(*plan, m_selection->current());
    if (isOther) {
        forget();
    }
    fillBox();
    if (isOther || m_answer == nullptr) {
        restart();
    } else {
        showAnswer();
    }
}

void WhyNotPanel::forget()
{
    m_wanted.reset();
    m_runnerUp = false;
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
    const bool other = pointed && m_wanted != Allowed{*pointed};
    m_range = range;
    if (pointed) {
        m_wanted = Allowed{*pointed};
        m_runnerUp = false;
    }
    if (moved || other) {
        fillBox();
        restart();
    }
}

void WhyNotPanel::restart()
{
    m_search.drop();
    m_costs.stop();
    m_answer.reset();
    m_question.reset();
    m_problem.clear();
    m_pause.stop();
    if (m_wanted || m_runnerUp) {
        m_pause.start();
    }
    markBox({});
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

bool WhyNotPanel::isRunnerUp(const LayerStrategy& strategy) const
{
    return strategy.groupSize() == m_shown->stageDevices() && !runsOn(*m_shown, m_range, strategy);
}

/// The strategies for as many stages as the plan has, each by a quick search; the cheapest is asked about in full.
void WhyNotPanel::askRunnerUp()
{
    const WhyNotQuestion about = question();
    std::vector<LayerStrategy> candidates;
    std::ranges::copy_if(m_listed, std::back_inserter(candidates),
                         [this](const LayerStrategy& strategy) { return isRunnerUp(strategy); });
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
    const LayerStrategy* best = nullptr;
    Seconds least = 0;
    for (const auto& [strategy, cost] : m_costs.known()) {
        if (cost.isCosted() && isRunnerUp(strategy) && (best == nullptr || cost.stepTime < least)) {
            best = &strategy;
            least = cost.stepTime;
        }
    }
    if (best == nullptr) {
        return showProblem(tr("No other strategy for these layers gives a plan."));
    }
    ask(Allowed{*best});
    showAnswer();
}

void WhyNotPanel::ask(const Allowed& wanted)
{
    auto asked = std::make_shared<WhyNotQuestion>(question());
    asked->strategy = wanted.strategy;
    asked->pattern = wanted.pattern;
    const std::shared_ptr<const WhyNotQuestion> shared = std::move(asked);
    m_search.start([this, shared](const auto& stop, const auto& post) -> Result<void> {
        Result<WhyNot> found = whyNot(*shared, stop);
        if (!found) {
            return tl::unexpected(found.error());
        }
        post([this, shared, answer = std::make_shared<const WhyNot>(std::move(*found))] { take(shared, answer); });
        return {};
    });
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
    m_result->setText(resultText());
    const QString details = m_answer ? whyNotDetails(*m_question, *m_answer) : QString();
    m_more->setVisible(!details.isEmpty());
    m_show->setVisible(!details.isEmpty());
    m_more->setText(m_more->isChecked() ? tr("Less") : tr("Details"));
    m_details->setText(details);
    m_details->setVisible(m_more->isChecked() && !details.isEmpty());
}

QString WhyNotPanel::resultText() const
{
    if (!m_answer) {
        return m_problem.isEmpty() ? tr("Looking for the best plan with it…") : m_problem;
    }
    const QString line = whyNotLine(*m_question, *m_answer);
    const QString found = foundText(*m_question, *m_answer);
    const bool named = !found.isEmpty() && (m_runnerUp || m_question->pattern);
    return named ? QStringLiteral("%1: %2").arg(found, line) : line;
}

void WhyNotPanel::showProblem(const QString& text)
{
    m_problem = text;
    showAnswer();
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
                    .arg(qs(m_question->pattern ? shortName(*m_question->pattern) : shortName(m_question->strategy)),
                         rangeName(plan.model, layers))
                    .toStdString();
    m_session->add(std::move(plan), m_answer->estimate, std::move(record));
}

}  // namespace pgram
