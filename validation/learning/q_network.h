// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The value of each action in a state, learned: two hidden layers of rectified units, Adam, Huber's loss. States and
// values are without unit. The same seed gives the same network.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <cstdint>
#include <random>
#include <span>

namespace pgram {

/// Sizes of the layers, inputs first.
struct NetworkShape {
    int inputs = 0;
    int hidden = 64;
    int actions = 0;
};

class QNetwork {
public:
    QNetwork(const NetworkShape& shape, std::uint64_t seed);

    /// Returns the values of the states in the columns, one row per action.
    [[nodiscard]] Eigen::MatrixXf values(const Eigen::Ref<const Eigen::MatrixXf>& states) const;
    /// Computes the values of some actions in one state.
    void values(const Eigen::Ref<const Eigen::VectorXf>& state, std::span<const int> actions,
                std::vector<float>& values) const;
    /// One step towards `targets` of one action per state. `rate`: Adam's. The mean loss before it.
    float learn(const Eigen::Ref<const Eigen::MatrixXf>& states, std::span<const int> actions,
                const Eigen::Ref<const Eigen::VectorXf>& targets, float rate);
    /// Takes the other one's weights, not its momenta.
    void copyWeights(const QNetwork& other);

private:
    /// Weights with Adam's two momenta and the gradient.
    struct Parameters {
        Eigen::MatrixXf value, gradient, first, second;
        void resize(Eigen::Index rows, Eigen::Index columns);
        void step(float rate, float firstBias, float secondBias);
    };
    struct Layer {
        Parameters weight;
        Parameters bias;
    };

    std::array<Layer, 3> m_layers;
    std::int64_t m_steps = 0;
};

}  // namespace pgram
