// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/planning.h"

#include "core/base/format.h"
#include "core/questions/cut_search.h"
#include "core/questions/faster_plan.h"
#include "core/questions/kept_layers.h"
#include "core/strategy/dimension_rules.h"
#include "widgets/document/core_text.h"
#include "widgets/document/plan_names.h"
#include "widgets/document/strategy_choices.h"
#include "widgets/document/texts.h"
#include "widgets/shell/frame/status_area.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

SearchFunction onCutOf(const Plan& plan)
{
    std::vector<int> sizes;
    for (const Chunk& chunk : plan.chunks) {
        sizes.push_back(chunk.layerCount);
    }
    return [sizes = std::move(sizes)](const SearchRequest& request, std::stop_token token, const ProgressSink& sink) {
        return searchOnCut(request, sizes, std::move(token), sink);
    };
}

/// As many stages as the plan has: only schedules with as many chunks can keep its cut, its own at least.
SearchRequest withChunksOf(SearchRequest request, const Plan& plan)
{
    const auto others = [&plan](const Schedule& schedule) {
        return schedule.virtualStages != plan.schedule.virtualStages;
    };
    std::erase_if(request.schedules, others);
    if (request.schedules.empty() && others(request.schedule)) {
        request.schedule = plan.schedule;
    }
    return request;
}

QString changeText(const RequestChange& change)
{
    using Kind = RequestChange::Kind;
    switch (change.kind) {
    case Kind::Dimension:
        return QString::fromUtf8(change.dimension->title);
    case Kind::Schedule:
        return scheduleTitle(change.schedule.kind);
    case Kind::Method:
        return methodTitle(change.method);
    case Kind::Microbatches:
        return Planning::tr("any micro-batches");
    case Kind::Precision:
        return precisionTitle(change.precision);
    case Kind::Gradients:
        return Planning::tr("gradients in 16 bits");
    case Kind::Nodes:
        return Planning::tr("%n node(s)", nullptr, change.nodes);
    case Kind::Target:
        return QStringLiteral("%1 %2").arg(fieldName(scenarioField("target").label),
                                           QString::fromUtf8(change.target->title));
    }
    return {};
}

}  // namespace

QString offerText(const Offer& offer)
{
    QStringList changes;
    for (const RequestChange& change : offer.changes) {
        changes.append(changeText(change));
    }
    QString text = Planning::tr("%1: %2 per step, %3 per device")
                       .arg(changes.join(QStringLiteral(" + ")), secondsText(offer.figures->stepTime),
                            bytesText(offer.figures->peakMemory));
    if (const Bytes host = offer.figures->host.needed; host > 0) {
        text = (offer.unknownHost ? Planning::tr("%1, %2 of host memory per node (how much a node has is not known)")
                                  : Planning::tr("%1, %2 of host memory per node"))
                   .arg(text, bytesText(host));
    }
    return Planning::tr("%1; %2", "what a plan takes; which framework runs it")
        .arg(text, coreText(runnersText(offer.runners)));
}

Planning::Planning(Workbench* bench, StatusArea* status, MessageBar* messages, QObject* parent)
    : QObject(parent),
      m_runner(&bench->planner),
      m_session(&bench->session),
      m_fidelity(&bench->fidelity),
      m_status(status),
      m_messages(messages)
{
    connect(m_runner, &PlanRunner::progress, this,
            [this](const Progress& progress) { m_status->showProgress(progress); });
    connect(m_runner, &PlanRunner::finished, this, [this](quint64, const SearchOutcome& outcome) { finish(outcome); });
    connect(status, &StatusArea::stopRequested, this, &Planning::stop);
    connect(m_session, &Session::currentChanged, this, &Planning::tellShown);
    connect(m_session, &Session::changed, this, &Planning::tellShown);
    // Offers belong to a question: they go with the plan that they follow, and with the model and cluster asked for.
    connect(m_session, &Session::currentChanged, this, [this] { dropFaster(); });
    connect(&bench->scenario, &ScenarioModel::changed, this, [this, scenario = &bench->scenario] {
        const SearchRequest& now = scenario->request();
        if (now.model != m_request.model || now.cluster != m_request.cluster) {
            dropOffers();
            dropFaster();
        }
    });
    connect(&bench->lesson, &LessonRun::lessonChanged, this, [this, lesson = &bench->lesson] {
        m_isTeaching = lesson->isOpen();
        dropOffers();
        dropFaster();
    });
}

void Planning::dropFaster()
{
    m_faster.drop();
    m_messages->dismiss(std::exchange(m_fasterText, QString()));
}

void Planning::dropOffers()
{
    m_offers.drop();
    m_messages->dismiss(std::exchange(m_said, QString()));
}

void Planning::start(const SearchRequest& request, const SearchFunction& search)
{
    m_request = request;
    m_rest.reset();
    m_offers.drop();
    dropFaster();
    m_isOwnSearch = static_cast<bool>(search);
    m_dropped = false;
    m_messages->dismiss(Tone::Bad);
    m_messages->dismiss(Tone::Warning);
    m_runner->start(request, search || request.fit == FitRule::Formula ? search : searchForRuns());
    m_status->showRunning();
    Q_EMIT runningChanged(true);
}

void Planning::startUntilStopped(const SearchRequest& request)
{
    start(request, searchForRuns({.untilStopped = true}));
}

SearchFunction Planning::searchForRuns(const SearchEnd& end) const
{
    return [bands = m_fidelity->bands(), end](const SearchRequest& request, const std::stop_token& stop,
                                              const ProgressSink& sink) {
        return searchWithMargin(request, bands, stop, sink, end);
    };
}

void Planning::planRest(Kept kept, const Selection& selection)
{
    const PlanDocument& shown = m_session->at(m_session->currentRow());
    const SearchRequest question = questionOf(shown);
    const LayerRange layers = selectedLayers(*shown.plan(), selection);
    start(kept == Kept::Stages ? withChunksOf(keepingStages(question, *shown.plan()), *shown.plan())
                               : keepingLayers(question, *shown.plan(), layers.first, layers.count),
          kept == Kept::Stages ? onCutOf(*shown.plan()) : SearchFunction());
    m_rest = Rest{kept, shown.plan(), shown.estimate()};
}

void Planning::stop()
{
    m_runner->stop();
}

void Planning::drop()
{
    m_dropped = isRunning();
    stop();
}

void Planning::finish(const SearchOutcome& outcome)
{
    if (std::exchange(m_dropped, false)) {
        tellShown();
    } else if (!outcome->has_value()) {
        m_status->showIdle(tr("The search was refused"));
        m_messages->post(outcome->error());
    } else if (const auto rest = std::exchange(m_rest, std::nullopt)) {
        (*outcome)->plan ? acceptRest(*rest, **outcome) : explainRest(*rest, **outcome);
    } else if ((*outcome)->plan) {
        accept(**outcome);
    } else {
        explain(**outcome);
    }
    Q_EMIT runningChanged(false);
}

void Planning::tellShown()
{
    if (isRunning()) {
        return;
    }
    const int row = m_session->currentRow();
    const bool asFound = row >= 0 && m_session->at(row).search() && !differsFromPlanned(m_session->at(row));
    const SearchRecord* search = asFound ? m_session->at(row).search().get() : nullptr;
    m_status->showIdle(search != nullptr ? certificateText(search->result.certificate, &search->request) : QString());
}

void Planning::accept(const SearchResult& result)
{
    Plan plan = *result.plan;
    plan.name = plan.model.title + ", " + formatBytes(static_cast<double>(plan.budget()));
    m_session->add(std::move(plan), result.estimate,
                   std::make_shared<const SearchRecord>(SearchRecord{m_request, result}));
    if (!m_isOwnSearch && !m_isTeaching) {
        lookForFaster(result);
    }
}

void Planning::lookForFaster(const SearchResult& found)
{
    m_faster.start([this, found, request = m_request](const std::stop_token& stop, const Worker::Post& post) {
        return fasterPlan(request, found, stop).map([&](const std::optional<Offer>& offer) {
            if (offer) {
                post([this, offer = *offer] {
                    m_fasterText = tr("Faster, but not allowed here: %1").arg(offerText(offer));
                    m_messages->post({.tone = Tone::Note,
                                      .text = m_fasterText,
                                      .actionText = tr("Plan with It"),
                                      .action = [this, request = offer.request] { Q_EMIT requestWanted(request); }});
                });
            }
        });
    });
}

void Planning::explain(const SearchResult& result)
{
    m_status->showIdle(certificateText(result.certificate, &m_request));
    if (!result.infeasibility) {
        m_messages->post(Tone::Note, tr("The search was stopped before it found a plan."));
        return;
    }
    Message message{Tone::Warning, infeasibilityText(*result.infeasibility), {}, {}};
    const Bytes budget = result.infeasibility->smallestBudget;
    const Bytes memory = m_request.cluster.device.memory;
    if (budget > memory) {
        message.text = tr("%1. A device has %2.").arg(message.text, bytesText(memory));
    } else if (budget > 0) {
        message.actionText = tr("Plan with %1").arg(bytesText(budget));
        message.action = [this, request = m_request, budget]() mutable {
            request.memoryBudget = budget;
            Q_EMIT requestWanted(request);
        };
    }
    m_messages->post(message);
    lookForOffers(message);
}

void Planning::lookForOffers(const Message& said)
{
    m_said = said.text;
    m_offers.start([this, said, request = m_request](const std::stop_token& stop, const Worker::Post& post) {
        const auto show = [&](const Offers& offers) { post([this, said, offers] { showOffers(said, offers); }); };
        // The first comes long before it is known that none is better: it is shown at once.
        Offers known;
        const auto found = [&](const Offer& offer) {
            const bool grows = std::ranges::count(offer.changes, RequestChange::Kind::Nodes, &RequestChange::kind) > 0;
            std::vector<Offer>& group = grows ? known.moreNodes : known.here;
            group.push_back(offer);
            group = bestOffers(std::move(group), grows ? 1 : OfferLimits().most);
            show(known);
        };
        return whatFits(request, {}, stop, found).map(show);
    });
}

/// In the place of what was said, unless somebody has put that away.
void Planning::showOffers(Message said, const Offers& offers)
{
    if (!m_messages->texts().contains(m_said)) {
        return;
    }
    m_messages->dismiss(m_said);
    for (const std::vector<Offer>* group : {&offers.here, &offers.moreNodes}) {
        for (const Offer& offer : *group) {
            said.choices.push_back(
                {offerText(offer), [this, request = offer.request] { Q_EMIT requestWanted(request); }});
        }
    }
    static const QRegularExpression stop(QStringLiteral("[.。]$"));
    const QString why = QString(said.text).remove(stop);
    said.text = said.choices.empty() && offers.complete ? tr("%1. No option and no extra node makes it fit.").arg(why)
                : said.choices.empty()                  ? said.text
                                                        : tr("%1. It fits with:").arg(why);
    m_said = said.text;
    m_messages->post(said);
}

/// The shown plan is itself one that keeps what is kept: the answer is never worse. A plan that was changed meanwhile
/// is not overwritten.
void Planning::acceptRest(const Rest& rest, const SearchResult& result)
{
    m_status->showIdle(certificateText(result.certificate, &m_request));
    const bool valid = rest.estimate->fits && rest.estimate->legal;
    if (valid && rest.estimate->throughput >= result.estimate->throughput) {
        m_messages->post(Tone::Note, tr("No faster plan found; your plan is unchanged."));
        return;
    }
    if (m_session->document()->plan() == rest.asked) {
        m_session->document()->takePlanned(*result.plan);
        m_status->showIdle(certificateText(result.certificate, &m_request));
        return;
    }
    Plan plan = *result.plan;
    plan.name = rest.asked->name;
    m_session->add(std::move(plan), result.estimate,
                   std::make_shared<const SearchRecord>(SearchRecord{m_request, result}));
    m_messages->post(Tone::Note,
                     tr("You edited the plan while the search ran, so the result was added as a new plan."));
}

void Planning::explainRest(const Rest& rest, const SearchResult& result)
{
    m_status->showIdle(certificateText(result.certificate, &m_request));
    if (!result.infeasibility) {
        m_messages->post(Tone::Note, tr("The search was stopped before it found a plan."));
        return;
    }
    const QString kept = rest.kept == Kept::Stages ? tr("With these stages nothing fits. %1")
                                                   : tr("With these layers kept nothing fits. %1");
    m_messages->post(Tone::Warning, kept.arg(infeasibilityText(*result.infeasibility)));
}

}  // namespace pgram
