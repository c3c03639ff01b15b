// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/work/leaf_costs.h"

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

constexpr std::size_t mostQuestions = 16;

/// None where the search was stopped or could not be made: asked again, it may be.
std::optional<LeafCost> costOf(const LeafQuestion& asked, const LayerStrategy& strategy, const std::stop_token& token)
{
    WhyNotQuestion question;
    question.request = asked.request;
    question.request.method = LeafCosts::method;
    question.firstLayer = asked.firstLayer;
    question.layerCount = asked.layerCount;
    question.strategy = strategy;
    const Result<WhyNot> answer = whyNot(question, token);
    if (!answer || answer->outcome == WhyNot::Outcome::Stopped) {
        return std::nullopt;
    }
    LeafCost cost;
    cost.outcome = answer->outcome;
    cost.stepTime = answer->estimate ? answer->estimate->stepTime : 0;
    cost.shortBy = answer->infeasibility ? answer->infeasibility->shortBy : 0;
    cost.refusal = answer->refusal;
    return cost;
}

}  // namespace

std::shared_ptr<LeafAnswers::Costs> LeafAnswers::to(const LeafQuestion& question)
{
    const auto known = std::ranges::find(m_known, question, &std::pair<LeafQuestion, std::shared_ptr<Costs>>::first);
    if (known != m_known.end()) {
        m_known.splice(m_known.begin(), m_known, known);
    } else {
        m_known.emplace_front(question, std::make_shared<Costs>());
        m_known.resize(std::min(m_known.size(), mostQuestions));
    }
    return m_known.front().second;
}

LeafCosts::LeafCosts(LeafAnswers* answers, QObject* parent) : QObject(parent), m_answers(answers)
{
    connect(&m_worker, &Worker::ended, this, &LeafCosts::finished);
}

void LeafCosts::ask(const LeafQuestion& question, const std::vector<LayerStrategy>& strategies)
{
    m_worker.drop();
    m_costs = m_answers->to(question);
    const auto shared = std::make_shared<const LeafQuestion>(question);
    std::vector<Worker::Work> pieces;
    for (const LayerStrategy& strategy : strategies) {
        if (m_costs->contains(strategy)) {
            continue;
        }
        pieces.emplace_back([this, shared, strategy](const auto& stop, const auto& post) -> Result<void> {
            if (const std::optional<LeafCost> cost = costOf(*shared, strategy, stop)) {
                post([this, strategy, cost = *cost] {
                    (*m_costs)[strategy] = cost;
                    Q_EMIT changed();
                });
            }
            return {};
        });
    }
    m_worker.start(std::move(pieces));
    Q_EMIT changed();
}

Seconds LeafCosts::best() const
{
    Seconds best = std::numeric_limits<double>::infinity();
    for (const auto& [strategy, cost] : known()) {
        best = cost.isCosted() ? std::min(best, cost.stepTime) : best;
    }
    return best;
}

}  // namespace pgram
