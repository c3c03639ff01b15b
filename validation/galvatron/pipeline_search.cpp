// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/galvatron/pipeline_search.h"

#include <algorithm>

namespace pgram::galvatron {

namespace {

constexpr double tolerance = 1e-12;
constexpr std::size_t mostLabels = 1'000'000;  ///< labels per stage: about a second

class PipelineSearch {
public:
    PipelineSearch(const PipelineQuestion& question, std::span<const StepLine> lines,
                   const std::vector<StageAnswer>& fastest, double known)
        : m_question(question), m_lines(lines), m_fastest(fastest)
    {
        m_best.seconds = known;
        for (std::size_t i = 0; i < fastest.size(); ++i) {
            const auto synced = priceStage(question.stages[i], {0, 1});
            m_least.push_back({fastest[i].withoutSync + question.added[i], synced ? synced->bound : 0});
        }
    }

    [[nodiscard]] PipelineAnswer run()
    {
        const double known = m_best.seconds;
        m_best.lowerBound = largest(m_lines, m_least, true);
        if (m_best.lowerBound >= known) {
            return m_best;
        }
        tryNear();
        if (m_best.lowerBound >= m_best.seconds * (1 - tolerance)) {
            return m_best;
        }
        searchAll(false);
        if (m_unproven < m_best.seconds * (1 - tolerance)) {
            searchAll(true);
        }
        m_best.lowerBound = std::min(m_best.seconds, std::max(m_best.lowerBound, m_unproven));
        return m_best;
    }

private:
    [[nodiscard]] StageTime timeOf(std::size_t stage, const StageAnswer& answer) const
    {
        return {answer.withoutSync + m_question.added[stage], answer.withSync};
    }

    void offer(const std::vector<StageAnswer>& answers)
    {
        std::vector<StageTime> times;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            times.push_back(timeOf(i, answers[i]));
        }
        const double seconds = largest(m_lines, times, false);
        if (seconds < m_best.seconds) {
            m_best.seconds = seconds;
            m_best.stages = answers;
        }
    }

    /// Answers near the lower bound of a stage's sync together with its time: the first upper bounds.
    void tryNear()
    {
        offer(m_fastest);
        for (std::size_t stage = 0; stage < m_fastest.size(); ++stage) {
            if (m_fastest[stage].withSync <= hiddenOf(stage)) {
                continue;
            }
            for (const StepLine& line : m_lines) {
                const auto priced = line.rises && line.weights[stage].onWith > 0
                                        ? priceStage(m_question.stages[stage], line.weights[stage])
                                        : std::nullopt;
                if (priced) {
                    const StageSums sums = sumsOf(m_question.stages[stage], priced->counts);
                    std::vector<StageAnswer> answers = m_fastest;
                    answers[stage] = {sums.withoutSync, sums.withSync, priced->counts};
                    offer(answers);
                }
            }
        }
    }

    /// Every rising line, less the least of the other stages, must stay below the best known; so must the means of two.
    [[nodiscard]] std::vector<StageLimit> limitsOf(std::size_t stage) const
    {
        std::vector<StageLimit> limits;
        for (const StepLine& line : m_lines) {
            const Weights& weights = line.weights[stage];
            if (!line.rises || (weights.onWithout == 0 && weights.onWith == 0)) {
                continue;
            }
            const double others =
                valueOf(line, m_least) - weights.of(m_least[stage].withoutSync, m_least[stage].withSync);
            const double most = m_best.seconds - others - weights.onWithout * m_question.added[stage];
            const auto same = std::ranges::find_if(limits, [&](const StageLimit& limit) {
                return limit.weights.onWithout == weights.onWithout && limit.weights.onWith == weights.onWith;
            });
            if (same == limits.end()) {
                limits.push_back({weights, most});
            } else {
                same->most = std::min(same->most, most);
            }
        }
        const std::size_t plain = limits.size();
        for (std::size_t a = 0; a < plain; ++a) {
            for (std::size_t b = 0; b < plain; ++b) {
                if (limits[a].weights.onWith == 0 && limits[b].weights.onWith > 0) {
                    const StageLimit one = limits[a];
                    const StageLimit two = limits[b];
                    limits.push_back({{(one.weights.onWithout + two.weights.onWithout) / 2, two.weights.onWith / 2},
                                      (one.most + two.most) / 2});
                }
            }
        }
        return limits;
    }

    /// Returns the largest R_i that never delays the step: it ends no later than C_0 … C_i, whichever answers are
    /// chosen.
    [[nodiscard]] double hiddenOf(std::size_t stage) const
    {
        double before = 0;
        for (std::size_t i = 0; i <= stage; ++i) {
            before += m_least[i].withoutSync;
        }
        return before;
    }

    void searchAll(bool keepSlower)
    {
        m_answers.clear();
        m_slowerKept = keepSlower;
        m_unproven = std::numeric_limits<double>::infinity();
        for (std::size_t stage = 0; stage < m_fastest.size(); ++stage) {
            const std::vector<StageLimit> limits = limitsOf(stage);
            m_answers.push_back(
                stageAnswers(m_question.stages[stage], limits, {hiddenOf(stage), keepSlower && stage > 0, mostLabels}));
            if (!m_answers.back().complete) {
                m_unproven = m_best.lowerBound;
                return;
            }
        }
        m_chosen = m_fastest;
        m_times = m_least;
        combine(0);
    }

    void combine(std::size_t stage)
    {
        const double bound = largest(m_lines, m_times, true);
        if (bound >= m_best.seconds * (1 - tolerance)) {
            return;
        }
        if (stage == m_answers.size()) {
            m_unproven = m_slowerKept ? m_unproven : std::min(m_unproven, bound);
            offer(m_chosen);
            return;
        }
        for (const StageAnswer& answer : m_answers[stage].answers) {
            m_chosen[stage] = answer;
            m_times[stage] = timeOf(stage, answer);
            combine(stage + 1);
        }
        m_times[stage] = m_least[stage];
    }

    const PipelineQuestion& m_question;
    std::span<const StepLine> m_lines;
    const std::vector<StageAnswer>& m_fastest;
    std::vector<StageTime> m_least;  ///< per stage: lower bound of either time over its answers
    PipelineAnswer m_best;
    std::vector<StageAnswers> m_answers;
    std::vector<StageAnswer> m_chosen;
    std::vector<StageTime> m_times;  ///< times of the chosen answers, and lower bounds for the rest
    bool m_slowerKept = false;
    double m_unproven = 0;  ///< least bound of a combination that a slower stage might improve
};

}  // namespace

std::optional<double> quickBound(const PipelineQuestion& question, std::span<const StepLine> lines)
{
    std::vector<StageTime> least;
    for (std::size_t i = 0; i < question.stages.size(); ++i) {
        const auto fastest = priceStage(question.stages[i], {1, 0});
        const auto synced = priceStage(question.stages[i], {0, 1});
        if (!fastest || !synced) {
            return std::nullopt;
        }
        least.push_back({fastest->bound + question.added[i], synced->bound});
    }
    return largest(lines, least, true);
}

PipelineAnswer searchPipeline(const PipelineQuestion& question, std::span<const StepLine> lines,
                              const std::vector<StageAnswer>& fastest, double known)
{
    return PipelineSearch(question, lines, fastest, known).run();
}

}  // namespace pgram::galvatron
