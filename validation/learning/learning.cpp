// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/learning/learning.h"

#include "validation/learning/learning_methods.h"
#include "validation/learning/plan_game.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr int capacity = 20'000;  // transitions
constexpr int warmUp = 100;       // episodes before the first update
// Share of a plan's cost that is the unit of rewards: near optima differences are small.
constexpr float unitShare = 0.1F;
constexpr int updates = 2;  // per episode
/// A random decision is taken with a chance that falls from 1 with the square of what is left of this share of the
/// budget, but with no less than makes one of them per plan. Found by trial, as are the others.
constexpr double explored = 0.4;
constexpr double again = 0.7;  // share of random decisions that repeat the strategy of the layer before, if legal

/// One learning: plays plans, keeps what was met and learns of it.
class Learning {
public:
    Learning(SampledTasks& tasks, const LearningOptions& options, SampleRecord& record)
        : m_game(tasks),
          m_learner(options.members, m_game.inputs(), m_game.actions(), options.weighing, options.seed * 1000),
          m_buffer(m_game.inputs(), capacity),
          m_record(record),
          m_random(options.seed)
    {}

    void run()
    {
        Seconds sum = 0;
        for (int episode = 0; m_record.goesOn() && m_game.begin(); ++episode) {
            const SampleRecord::Score score = play(episode < warmUp);
            if (episode < warmUp) {
                sum += score.rate;
                m_unit = unitShare * static_cast<float>(sum / (episode + 1));
            } else {
                for (int i = 0; i < updates; ++i) {
                    m_learner.learn(m_buffer, m_unit, m_random);
                }
                m_learner.endEpisode();
            }
        }
    }

private:
    SampleRecord::Score play(bool randomly)
    {
        const double chance = randomly ? 1 : chanceNow();
        m_decisions = 0;
        Eigen::VectorXf state(m_game.inputs());
        while (!m_game.isOver()) {
            m_game.see(state);
            ++m_decisions;
            m_legal = m_game.legal();
            const int action = draw() < chance ? randomAction() : m_learner.best(state, m_legal);
            const Seconds cost = m_game.play(action);
            m_buffer.add(state, m_legal, action, static_cast<float>(-cost), m_game.isOver());
        }
        return m_record.score(m_game.sample());
    }

    [[nodiscard]] double chanceNow() const
    {
        const double left = std::max(0.0, 1 - m_record.done() / explored);
        return std::max(1.0 / std::max(1, m_decisions), left * left);
    }
    [[nodiscard]] double draw() { return static_cast<double>(m_random() >> 11) * 0x1p-53; }

    [[nodiscard]] int randomAction()
    {
        const int last = m_game.lastStrategy();
        if (last >= 0 && std::ranges::find(m_legal, last) != m_legal.end() && draw() < again) {
            return last;
        }
        return m_legal[m_random() % m_legal.size()];
    }

    PlanGame m_game;
    QLearner m_learner;
    ReplayBuffer m_buffer;
    SampleRecord& m_record;
    std::mt19937_64 m_random;
    std::vector<int> m_legal;
    float m_unit = 1;
    int m_decisions = 0;  ///< number of decisions of the previous plan
};

}  // namespace

std::span<const LearnerSettings> ensembleSettings()
{
    static constexpr std::array<LearnerSettings, 6> settings{{
        {1e-3F, 64, 25},
        {3e-3F, 64, 25},
        {3e-4F, 64, 25},
        {1e-3F, 128, 50},
        {3e-3F, 32, 10},
        {1e-3F, 32, 100},
    }};
    return settings;
}

SamplingTrace learnTasks(const std::vector<Subproblem>& listed, const SearchScope& scope,
                         const LearningOptions& options, Incumbent& incumbent)
{
    std::optional<SamplingStart> start = startSampling(listed, scope, incumbent);
    if (!start) {
        return {};
    }
    SampleRecord record(start->tasks, {.evaluations = options.evaluations}, incumbent, scope.stop);
    record.score(start->plan);
    Learning(start->tasks, options, record).run();
    return record.finish();
}

void addLearningMethods()
{
    addSampling([](const std::vector<Subproblem>& listed, const SearchScope& scope, const SamplingOptions& asked,
                   Incumbent& incumbent) {
        LearningOptions options{.evaluations = asked.evaluations, .seed = asked.seed};
        options.members = ensembleSettings().first(asked.kind == Sampling::Ensemble ? ensembleSettings().size() : 1);
        return learnTasks(listed, scope, options, incumbent);
    });
}

}  // namespace pgram
