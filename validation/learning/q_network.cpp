// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/learning/q_network.h"

#include "core/base/index.h"

#include <cmath>
#include <vector>

namespace pgram {

namespace {

constexpr float firstDecay = 0.9F;
constexpr float secondDecay = 0.999F;
constexpr float smallest = 1e-8F;
constexpr float huber = 1;  // a larger error counts linearly

Eigen::MatrixXf rectified(const Eigen::MatrixXf& weight, const Eigen::MatrixXf& bias,
                          const Eigen::Ref<const Eigen::MatrixXf>& input)
{
    Eigen::MatrixXf sums = weight * input;
    sums.colwise() += bias.col(0);
    return sums.cwiseMax(0.0F);
}

}  // namespace

void QNetwork::Parameters::resize(Eigen::Index rows, Eigen::Index columns)
{
    for (Eigen::MatrixXf* matrix : {&value, &gradient, &first, &second}) {
        matrix->setZero(rows, columns);
    }
}

void QNetwork::Parameters::step(float rate, float firstBias, float secondBias)
{
    first = firstDecay * first + (1 - firstDecay) * gradient;
    second = secondDecay * second + (1 - secondDecay) * gradient.cwiseAbs2();
    value.array() -= rate / firstBias * first.array() / ((second.array() / secondBias).sqrt() + smallest);
}

/// Weights evenly from [-r, r], r² = 6/inputs: as large as keeps the size of signals through rectified layers.
QNetwork::QNetwork(const NetworkShape& shape, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    const std::array<int, 4> sizes{shape.inputs, shape.hidden, shape.hidden, shape.actions};
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        Layer& layer = m_layers[i];
        layer.weight.resize(sizes[i + 1], sizes[i]);
        layer.bias.resize(sizes[i + 1], 1);
        const double range = std::sqrt(6.0 / sizes[i]);
        for (Eigen::Index j = 0; j < layer.weight.value.size(); ++j) {
            const double even = static_cast<double>(random() >> 11) * 0x1p-53;
            layer.weight.value.data()[j] = static_cast<float>(range * (2 * even - 1));
        }
    }
    // Actions that were never tried are held for average ones.
    m_layers.back().weight.value *= 0.01F;
}

Eigen::MatrixXf QNetwork::values(const Eigen::Ref<const Eigen::MatrixXf>& states) const
{
    const Eigen::MatrixXf first = rectified(m_layers[0].weight.value, m_layers[0].bias.value, states);
    const Eigen::MatrixXf second = rectified(m_layers[1].weight.value, m_layers[1].bias.value, first);
    Eigen::MatrixXf out = m_layers[2].weight.value * second;
    out.colwise() += m_layers[2].bias.value.col(0);
    return out;
}

void QNetwork::values(const Eigen::Ref<const Eigen::VectorXf>& state, std::span<const int> actions,
                      std::vector<float>& values) const
{
    const auto layer = [this](std::size_t i, const auto& input) -> Eigen::VectorXf {
        return (m_layers[i].weight.value * input + m_layers[i].bias.value.col(0)).cwiseMax(0.0F);
    };
    const Eigen::VectorXf hidden = layer(1, layer(0, state));
    values.clear();
    for (const int action : actions) {
        values.push_back(m_layers[2].weight.value.row(action).dot(hidden) + m_layers[2].bias.value(action, 0));
    }
}

float QNetwork::learn(const Eigen::Ref<const Eigen::MatrixXf>& states, std::span<const int> actions,
                      const Eigen::Ref<const Eigen::VectorXf>& targets, float rate)
{
    const Eigen::Index count = states.cols();
    auto& [one, two, last] = m_layers;
    const Eigen::MatrixXf first = rectified(one.weight.value, one.bias.value, states);
    const Eigen::MatrixXf second = rectified(two.weight.value, two.bias.value, first);

    float loss = 0;
    last.weight.gradient.setZero();
    last.bias.gradient.setZero();
    Eigen::MatrixXf atSecond(second.rows(), count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const int action = actions[at(i)];
        const float error = last.weight.value.row(action).dot(second.col(i)) + last.bias.value(action, 0) - targets(i);
        const float size = std::abs(error);
        loss += size <= huber ? error * error / 2 : huber * (size - huber / 2);
        const float slope = std::clamp(error, -huber, huber) / static_cast<float>(count);
        last.weight.gradient.row(action) += slope * second.col(i).transpose();
        last.bias.gradient(action, 0) += slope;
        atSecond.col(i) = slope * last.weight.value.row(action).transpose();
    }
    atSecond = (second.array() > 0).select(atSecond, 0);
    two.weight.gradient.noalias() = atSecond * first.transpose();
    two.bias.gradient = atSecond.rowwise().sum();
    Eigen::MatrixXf atFirst = two.weight.value.transpose() * atSecond;
    atFirst = (first.array() > 0).select(atFirst, 0);
    one.weight.gradient.noalias() = atFirst * states.transpose();
    one.bias.gradient = atFirst.rowwise().sum();

    ++m_steps;
    const float firstBias = 1 - std::pow(firstDecay, static_cast<float>(m_steps));
    const float secondBias = 1 - std::pow(secondDecay, static_cast<float>(m_steps));
    for (Layer& layer : m_layers) {
        layer.weight.step(rate, firstBias, secondBias);
        layer.bias.step(rate, firstBias, secondBias);
    }
    return loss / static_cast<float>(count);
}

void QNetwork::copyWeights(const QNetwork& other)
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        m_layers[i].weight.value = other.m_layers[i].weight.value;
        m_layers[i].bias.value = other.m_layers[i].bias.value;
    }
}

}  // namespace pgram
