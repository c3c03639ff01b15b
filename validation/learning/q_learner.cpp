// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/learning/q_learner.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pgram {

namespace {

constexpr int batchSize = 64;
constexpr float weightRate = 0.005F;  // learning rate of the members' weights

int bestOf(std::span<const int> legal, std::span<const float> values)
{
    const auto best =
        std::ranges::max_element(values, [](float a, float b) { return (std::isnan(a) && !std::isnan(b)) || a < b; });
    return legal[at(best - values.begin())];
}

/// Ratings of proposals as shares of 1; even ones of a member that has lost its way.
void softmax(std::vector<float>& ratings)
{
    const float highest = *std::ranges::max_element(ratings);
    const float lowest = *std::ranges::min_element(ratings);
    if (!std::isfinite(highest) || !std::isfinite(lowest)) {
        std::ranges::fill(ratings, 1.0F / static_cast<float>(ratings.size()));
        return;
    }
    const float spread = std::max(highest - lowest, 1e-12F);
    float sum = 0;
    for (float& rating : ratings) {
        rating = std::exp((rating - highest) / spread);
        sum += rating;
    }
    for (float& rating : ratings) {
        rating /= sum;
    }
}

}  // namespace

ReplayBuffer::ReplayBuffer(int inputs, int capacity)
    : m_capacity(capacity), m_states(inputs, capacity), m_decisions(static_cast<std::size_t>(capacity))
{}

void ReplayBuffer::add(const Eigen::Ref<const Eigen::VectorXf>& state, std::span<const int> legal, int action,
                       float reward, bool last)
{
    m_states.col(m_next) = state;
    m_decisions[at(m_next)] = {{legal.begin(), legal.end()}, action, reward, last};
    m_next = (m_next + 1) % m_capacity;
    m_size = std::min(m_size + 1, m_capacity);
}

QLearner::QLearner(std::span<const LearnerSettings> members, int inputs, int actions, Weighing weighing,
                   std::uint64_t seed)
    : m_weights(members.size(), 1.0F / static_cast<float>(members.size())), m_weighing(weighing)
{
    for (const LearnerSettings& settings : members) {
        const QNetwork network({inputs, settings.hidden, actions}, seed++);
        m_members.push_back({settings, network, network});
    }
}

int QLearner::best(const Eigen::Ref<const Eigen::VectorXf>& state, std::span<const int> legal)
{
    std::vector<int> proposals;
    for (const Member& member : m_members) {
        member.online.values(state, legal, m_values);
        proposals.push_back(bestOf(legal, m_values));
    }
    if (proposals.size() == 1) {
        return proposals.front();
    }
    std::vector<float> ratings(proposals.size(), 0);
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        m_members[i].online.values(state, proposals, m_values);
        softmax(m_values);
        for (std::size_t j = 0; j < proposals.size(); ++j) {
            ratings[j] += m_weights[i] * m_values[j];
        }
    }
    return bestOf(proposals, ratings);
}

void QLearner::learn(const ReplayBuffer& buffer, float unit, std::mt19937_64& random)
{
    std::vector<int> drawn(batchSize);
    std::vector<int> actions(batchSize);
    Eigen::MatrixXf states(buffer.state(0).size(), batchSize);
    Eigen::MatrixXf behind(states.rows(), batchSize);
    for (int i = 0; i < batchSize; ++i) {
        const int slot = static_cast<int>(random() % static_cast<std::uint64_t>(buffer.size()));
        drawn[at(i)] = slot;
        actions[at(i)] = buffer.action(slot);
        states.col(i) = buffer.state(slot);
        behind.col(i) = buffer.state(buffer.isLast(slot) ? slot : buffer.behind(slot));
    }
    std::vector<Eigen::VectorXf> now;
    std::vector<Eigen::VectorXf> aims;
    for (Member& member : m_members) {
        const Eigen::MatrixXf online = member.online.values(behind);
        const Eigen::MatrixXf target = member.target.values(behind);
        Eigen::VectorXf aim(batchSize);
        for (int i = 0; i < batchSize; ++i) {
            const int slot = drawn[at(i)];
            aim(i) = buffer.reward(slot) / unit;
            if (!buffer.isLast(slot)) {
                const std::vector<int>& legal = buffer.legal(buffer.behind(slot));
                const int chosen = *std::ranges::max_element(legal, {}, [&](int action) { return online(action, i); });
                aim(i) += target(chosen, i);
            }
        }
        if (m_members.size() > 1 && m_weighing == Weighing::Learned) {
            const Eigen::MatrixXf values = member.online.values(states);
            Eigen::VectorXf own(batchSize);
            for (int i = 0; i < batchSize; ++i) {
                own(i) = values(actions[at(i)], i);
            }
            now.push_back(std::move(own));
            aims.push_back(aim);
        }
        member.online.learn(states, actions, aim, member.settings.rate);
    }
    if (!now.empty()) {
        weigh(now, aims);
    }
}

/// One step down the gradient of the squared error of the weighted sums, in proportion to the error's own size so that
/// a member that diverges does not throw the others about; then none is negative, and the sum is 1.
void QLearner::weigh(const std::vector<Eigen::VectorXf>& now, const std::vector<Eigen::VectorXf>& aims)
{
    Eigen::VectorXf error = Eigen::VectorXf::Zero(batchSize);
    std::vector<float> slope(now.size(), 0);
    const auto isSound = [&](std::size_t i) { return now[i].allFinite() && aims[i].allFinite(); };
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (isSound(i)) {
            error += m_weights[i] * (aims[i] - now[i]);
        } else {
            m_weights[i] = 0;
        }
    }
    float longest = 1e-20F;
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (isSound(i)) {
            slope[i] = error.dot(aims[i] - now[i]);
            longest = std::max(longest, std::abs(slope[i]));
        }
    }
    for (std::size_t i = 0; i < now.size(); ++i) {
        m_weights[i] = std::max(0.0F, m_weights[i] - weightRate * slope[i] / longest);
    }
    const float sum = std::accumulate(m_weights.begin(), m_weights.end(), 0.0F);
    for (float& weight : m_weights) {
        weight = sum > 0 ? weight / sum : 1.0F / static_cast<float>(m_weights.size());
    }
}

void QLearner::endEpisode()
{
    ++m_episodes;
    for (Member& member : m_members) {
        if (m_episodes % member.settings.copyEvery == 0) {
            member.target.copyWeights(member.online);
        }
    }
}

}  // namespace pgram
