// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Double DQN over one replay buffer, by one network or by several with settings of their own: an online weighted
// Q-ensemble (arXiv 2209.15078). Each member proposes its best action, every member rates every proposal, ratings go
// through a softmax over the proposals, and the mean of them, weighted, picks. The weights start equal and follow the
// gradient that lowers the temporal-difference error of the weighted sum of values.
#pragma once

#include "core/base/index.h"
#include "validation/learning/q_network.h"

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace pgram {

struct LearnerSettings {
    float rate = 1e-3F;  ///< Adam's
    int hidden = 64;
    int copyEvery = 25;  ///< episodes between copies of the network into the target
};

enum class Weighing {
    Learned,
    Equal,  ///< plain averaging
};

/// Transitions of whole episodes, the latest so many; states are its columns.
class ReplayBuffer {
public:
    ReplayBuffer(int inputs, int capacity);

    void add(const Eigen::Ref<const Eigen::VectorXf>& state, std::span<const int> legal, int action, float reward,
             bool last);
    [[nodiscard]] int size() const { return m_size; }
    [[nodiscard]] auto state(int i) const { return m_states.col(i); }
    [[nodiscard]] int action(int i) const { return m_decisions[at(i)].action; }
    [[nodiscard]] float reward(int i) const { return m_decisions[at(i)].reward; }
    [[nodiscard]] bool isLast(int i) const { return m_decisions[at(i)].last; }
    [[nodiscard]] const std::vector<int>& legal(int i) const { return m_decisions[at(i)].legal; }
    /// Returns the index behind `i`, which must not be the last of its episode.
    [[nodiscard]] int behind(int i) const { return (i + 1) % m_capacity; }

private:
    int m_capacity;
    int m_size = 0;
    int m_next = 0;
    Eigen::MatrixXf m_states;
    struct Decision {
        std::vector<int> legal;
        int action = 0;
        float reward = 0;
        bool last = false;
    };
    std::vector<Decision> m_decisions;
};

class QLearner {
public:
    QLearner(std::span<const LearnerSettings> members, int inputs, int actions, Weighing weighing, std::uint64_t seed);

    /// Returns the best of the legal actions.
    [[nodiscard]] int best(const Eigen::Ref<const Eigen::VectorXf>& state, std::span<const int> legal);
    /// One step of every member on transitions drawn by `random`, which have rewards of `unit`.
    void learn(const ReplayBuffer& buffer, float unit, std::mt19937_64& random);
    /// An episode ended.
    void endEpisode();
    /// Returns the weights of the members; their sum is 1.
    [[nodiscard]] const std::vector<float>& weights() const { return m_weights; }

private:
    struct Member {
        LearnerSettings settings;
        QNetwork online;
        QNetwork target;
    };
    void weigh(const std::vector<Eigen::VectorXf>& now, const std::vector<Eigen::VectorXf>& aims);

    std::vector<Member> m_members;
    std::vector<float> m_weights;
    Weighing m_weighing;
    int m_episodes = 0;
    std::vector<float> m_values;  ///< kept for its memory
};

}  // namespace pgram
