// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/log_fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double usualError = 0.1;  ///< logarithm beyond which an error counts by its size, not by its square
constexpr int mostSteps = 200;

using Index = Eigen::Index;

/// The fit as a function of the logarithms of its constants.
class LogProblem {
public:
    LogProblem(std::span<const FitRange> ranges, const LogErrors& errors) : m_ranges(ranges), m_errors(errors) {}

    /// Chooses the constants that the measurements determine, those of the largest influence first.
    void choose(const std::vector<double>& at, double least)
    {
        m_chosen.resize(m_ranges.size());
        for (std::size_t i = 0; i < m_chosen.size(); ++i) {
            m_chosen[i] = i;
        }
        Eigen::MatrixXd left = slopes(at);
        std::vector<std::size_t> determined;
        while (!m_chosen.empty()) {
            const auto influence = [&left](std::size_t column) {
                return left.col(static_cast<Index>(column)).cwiseAbs().maxCoeff();
            };
            const auto most = std::ranges::max_element(m_chosen, {}, influence);
            if (influence(*most) < least) {
                break;
            }
            const Eigen::VectorXd direction = left.col(static_cast<Index>(*most)).normalized();
            determined.push_back(*most);
            m_chosen.erase(most);
            for (const std::size_t column : m_chosen) {
                const double along = direction.dot(left.col(static_cast<Index>(column)));
                left.col(static_cast<Index>(column)) -= along * direction;
            }
        }
        std::ranges::sort(determined);
        m_chosen = std::move(determined);
    }
    [[nodiscard]] const std::vector<std::size_t>& chosen() const { return m_chosen; }

    [[nodiscard]] Eigen::VectorXd errors(const std::vector<double>& at) const
    {
        const std::vector<double> all = m_errors(at);
        return Eigen::Map<const Eigen::VectorXd>(all.data(), static_cast<Index>(all.size()));
    }

    /// Returns the change of each error per change of the logarithm of each chosen constant.
    [[nodiscard]] Eigen::MatrixXd slopes(const std::vector<double>& at) const
    {
        constexpr double change = 1e-5;
        Eigen::MatrixXd all(errors(at).size(), static_cast<Index>(m_chosen.size()));
        for (std::size_t i = 0; i < m_chosen.size(); ++i) {
            std::vector<double> above = at;
            std::vector<double> below = at;
            above[m_chosen[i]] *= std::exp(change);
            below[m_chosen[i]] *= std::exp(-change);
            all.col(static_cast<Index>(i)) = (errors(above) - errors(below)) / (2 * change);
        }
        return all;
    }

    /// Returns the constants with the chosen ones moved by `step`, within their ranges.
    [[nodiscard]] std::vector<double> moved(std::vector<double> at, const Eigen::VectorXd& step) const
    {
        for (std::size_t i = 0; i < m_chosen.size(); ++i) {
            const FitRange& range = m_ranges[m_chosen[i]];
            double& value = at[m_chosen[i]];
            value = std::clamp(value * std::exp(step(static_cast<Index>(i))), range.least, range.most);
        }
        return at;
    }

private:
    std::span<const FitRange> m_ranges;
    const LogErrors& m_errors;
    std::vector<std::size_t> m_chosen;
};

/// Huber's loss: squares up to the usual error, and straight lines beyond.
double lossOf(const Eigen::VectorXd& errors)
{
    double sum = 0;
    for (const double error : errors) {
        const double size = std::abs(error);
        sum += size <= usualError ? size * size / 2 : usualError * (size - usualError / 2);
    }
    return sum;
}

Eigen::VectorXd weightsOf(const Eigen::VectorXd& errors)
{
    return errors.unaryExpr([](double error) { return std::min(1.0, usualError / std::max(std::abs(error), 1e-300)); });
}

/// Levenberg's method with the weights of Huber's loss.
std::vector<double> minimised(const LogProblem& problem, std::vector<double> at)
{
    double damping = 1e-3;
    double loss = lossOf(problem.errors(at));
    constexpr double mostDamping = 1e9;
    for (int step = 0; step < mostSteps && damping < mostDamping; ++step) {
        const Eigen::VectorXd errors = problem.errors(at);
        const Eigen::MatrixXd slopes = problem.slopes(at);
        const Eigen::VectorXd weights = weightsOf(errors);
        Eigen::MatrixXd normal = slopes.transpose() * weights.asDiagonal() * slopes;
        normal.diagonal().array() += damping;
        const Eigen::VectorXd gradient = slopes.transpose() * weights.asDiagonal() * errors;
        std::vector<double> next = problem.moved(at, -normal.ldlt().solve(gradient));
        const double nextLoss = lossOf(problem.errors(next));
        const bool isBetter = nextLoss < loss;
        damping *= isBetter ? 0.2 : 5;
        at = isBetter ? std::move(next) : at;
        loss = isBetter ? nextLoss : loss;
    }
    return at;
}

double sizeOf(double logarithm)
{
    return std::abs(std::expm1(logarithm));
}

}  // namespace

LogFit fitLogs(std::span<const FitRange> ranges, std::span<const double> start, const LogErrors& errors,
               double influence)
{
    LogFit fit{.values = {start.begin(), start.end()}, .isDetermined = std::vector<bool>(start.size())};
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        fit.values[i] = std::clamp(fit.values[i], ranges[i].least, ranges[i].most);
    }
    LogProblem problem(ranges, errors);
    problem.choose(fit.values, influence);
    if (!problem.chosen().empty()) {
        fit.values = minimised(problem, fit.values);
    }
    for (const std::size_t row : problem.chosen()) {
        fit.isDetermined[row] = true;
    }
    const Eigen::VectorXd left = problem.errors(fit.values);
    for (const double error : left) {
        fit.meanError += sizeOf(error) / static_cast<double>(left.size());
        fit.largestError = std::max(fit.largestError, sizeOf(error));
    }
    return fit;
}

std::optional<double> solvedFor(Seconds measured, FitRange range, const std::function<Seconds(double value)>& predicted)
{
    double low = std::log(range.least);
    double high = std::log(range.most);
    const auto errorAt = [&](double logarithm) { return std::log(predicted(std::exp(logarithm)) / measured); };
    const bool falls = errorAt(low) > 0;
    if (falls == (errorAt(high) > 0)) {
        return std::nullopt;
    }
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        ((errorAt(middle) > 0) == falls ? low : high) = middle;
    }
    constexpr double change = 0.01;
    const double influence = std::abs(errorAt(low + change) - errorAt(low - change)) / (2 * change);
    return influence < usualInfluence ? std::nullopt : std::optional(std::exp(low));
}

std::optional<double> leftOutError(std::size_t measurements, const HalfErrors& errorsOf)
{
    constexpr std::size_t fewest = 4;
    if (measurements < fewest) {
        return std::nullopt;
    }
    std::vector<std::size_t> halves[2];
    for (std::size_t i = 0; i < measurements; ++i) {
        halves[i % 2].push_back(i);
    }
    double sum = 0;
    for (const std::size_t half : {0, 1}) {
        for (const double error : errorsOf(halves[half], halves[1 - half])) {
            sum += sizeOf(error);
        }
    }
    return sum / static_cast<double>(measurements);
}

}  // namespace pgram
