// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/product_fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

namespace pgram {

namespace {

constexpr double operandBytes = 2;
constexpr double leastInfluence = 0.25;  ///< least change of log T per change of a constant's logarithm
constexpr double usualError = 0.1;       ///< logarithm beyond which an error counts by its size, not by its square
constexpr int mostSteps = 200;

using Index = Eigen::Index;

/// The fit as a function of the logarithms of its constants.
class Problem {
public:
    Problem(const Device& device, FlopRate peak, std::span<const MeasuredProduct> products)
        : m_device(device), m_peak(peak), m_products(products)
    {}

    /// Chooses the constants that the products determine, those of the largest influence first.
    void choose(const ProductConstants& at)
    {
        m_chosen.resize(fittedProductConstants.size());
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
            if (influence(*most) < leastInfluence) {
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

    [[nodiscard]] Eigen::VectorXd errors(const ProductConstants& at) const
    {
        Eigen::VectorXd all(static_cast<Index>(m_products.size()));
        for (std::size_t i = 0; i < m_products.size(); ++i) {
            const Seconds predicted = burstSeconds(m_device, at, m_products[i].shape, m_peak);
            all(static_cast<Index>(i)) = std::log(predicted / m_products[i].seconds);
        }
        return all;
    }

    /// Returns the change of each error per change of the logarithm of each chosen constant.
    [[nodiscard]] Eigen::MatrixXd slopes(const ProductConstants& at) const
    {
        constexpr double change = 1e-5;
        Eigen::MatrixXd all(static_cast<Index>(m_products.size()), static_cast<Index>(m_chosen.size()));
        for (std::size_t i = 0; i < m_chosen.size(); ++i) {
            ProductConstants above = at;
            ProductConstants below = at;
            double ProductConstants::*const member = fittedProductConstants[m_chosen[i]].member;
            above.*member *= std::exp(change);
            below.*member *= std::exp(-change);
            all.col(static_cast<Index>(i)) = (errors(above) - errors(below)) / (2 * change);
        }
        return all;
    }

    /// Returns the constants with the chosen ones moved by `step`, within their limits.
    [[nodiscard]] ProductConstants moved(ProductConstants at, const Eigen::VectorXd& step) const
    {
        for (std::size_t i = 0; i < m_chosen.size(); ++i) {
            const FittedProductConstant& row = fittedProductConstants[m_chosen[i]];
            double& value = at.*row.member;
            value = std::clamp(value * std::exp(step(static_cast<Index>(i))), row.least, row.most);
        }
        return at;
    }

private:
    const Device& m_device;
    FlopRate m_peak;
    std::span<const MeasuredProduct> m_products;
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
ProductConstants minimised(const Problem& problem, ProductConstants at)
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
        const ProductConstants next = problem.moved(at, -normal.ldlt().solve(gradient));
        const double nextLoss = lossOf(problem.errors(next));
        const bool isBetter = nextLoss < loss;
        damping *= isBetter ? 0.2 : 5;
        at = isBetter ? next : at;
        loss = isBetter ? nextLoss : loss;
    }
    return at;
}

}  // namespace

Seconds burstSeconds(const Device& device, const ProductConstants& constants, const ProductShape& shape, FlopRate peak)
{
    return productTime(device, constants, shape, peak, constants.rateShare, operandBytes, false);
}

ProductFit fitProducts(const Device& device, const ProductConstants& start, FlopRate peak,
                       std::span<const MeasuredProduct> products)
{
    ProductFit fit{.constants = start};
    if (products.empty()) {
        return fit;
    }
    for (const FittedProductConstant& row : fittedProductConstants) {
        fit.constants.*row.member = std::clamp(fit.constants.*row.member, row.least, row.most);
    }
    Problem problem(device, peak, products);
    problem.choose(fit.constants);
    if (!problem.chosen().empty()) {
        fit.constants = minimised(problem, fit.constants);
    }
    for (const std::size_t row : problem.chosen()) {
        fit.isDetermined[row] = true;
    }
    for (const double error : problem.errors(fit.constants)) {
        const double size = std::abs(std::expm1(error));
        fit.meanError += size / static_cast<double>(products.size());
        fit.largestError = std::max(fit.largestError, size);
    }
    return fit;
}

}  // namespace pgram
