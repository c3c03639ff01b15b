// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/measurements/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pgram {

namespace {

std::vector<double> ranksOf(std::span<const double> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t last = first + 1;
        while (last < order.size() && values[order[last]] == values[order[first]]) {
            ++last;
        }
        for (std::size_t i = first; i < last; ++i) {
            ranks[order[i]] = static_cast<double>(first + last - 1) / 2;
        }
        first = last;
    }
    return ranks;
}

}  // namespace

double quantile(std::vector<double> values, double q)
{
    if (values.empty()) {
        return 0;
    }
    std::ranges::sort(values);
    const double place = q * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

ErrorStatistics errorStatistics(std::span<const double> errors)
{
    ErrorStatistics statistics;
    statistics.n = static_cast<int>(errors.size());
    if (errors.empty()) {
        return statistics;
    }
    std::vector<double> sizes;
    for (const double error : errors) {
        sizes.push_back(std::abs(error));
    }
    const auto count = static_cast<double>(errors.size());
    statistics.mape = std::accumulate(sizes.begin(), sizes.end(), 0.0) / count;
    statistics.bias = std::accumulate(errors.begin(), errors.end(), 0.0) / count;
    statistics.median = quantile(sizes, 0.5);
    statistics.p90 = quantile(sizes, 0.9);
    return statistics;
}

std::optional<double> spearman(std::span<const double> left, std::span<const double> right)
{
    if (left.size() < 2 || left.size() != right.size()) {
        return std::nullopt;
    }
    const std::vector<double> a = ranksOf(left);
    const std::vector<double> b = ranksOf(right);
    const double mean = static_cast<double>(left.size() - 1) / 2;
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - mean) * (b[i] - mean);
        aa += (a[i] - mean) * (a[i] - mean);
        bb += (b[i] - mean) * (b[i] - mean);
    }
    if (aa == 0 || bb == 0) {
        return std::nullopt;
    }
    return ab / std::sqrt(aa * bb);
}

}  // namespace pgram
