// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/measurements/anchoring.h"

#include "validation/measurements/statistics.h"

#include <cmath>
#include <map>
#include <string>

namespace pgram {

namespace {

constexpr std::size_t leastRuns = 4;

/// Returns the mean |predicted/measured - 1| of runs whose measured/predicted is in `ratios`, each multiplied by
/// `factor` of every other run.
template <typename Factor>
double errorWith(const std::vector<double>& ratios, const Factor& factor)
{
    double sum = 0;
    for (std::size_t anchor = 0; anchor < ratios.size(); ++anchor) {
        for (std::size_t run = 0; run < ratios.size(); ++run) {
            sum += run == anchor ? 0 : std::abs(factor(ratios[anchor]) / ratios[run] - 1);
        }
    }
    return sum / static_cast<double>(ratios.size() * (ratios.size() - 1));
}

}  // namespace

Anchoring anchoring(const std::vector<RowResult>& rows)
{
    std::map<std::string, std::vector<double>> suites;
    for (const RowResult& row : rows) {
        if (row.measuredStep && row.predictedStep) {
            suites[row.suite].push_back(*row.measuredStep / *row.predictedStep);
        }
    }
    std::erase_if(suites, [](const auto& suite) { return suite.second.size() < leastRuns; });
    Anchoring result;
    result.suites = static_cast<int>(suites.size());
    for (const auto& [name, ratios] : suites) {
        const double median = quantile(ratios, 0.5);
        const double share = 1.0 / result.suites;
        result.asPredicted += share * errorWith(ratios, [](double) { return 1.0; });
        result.byOne += share * errorWith(ratios, [](double ratio) { return ratio; });
        result.byRoot += share * errorWith(ratios, [](double ratio) { return std::sqrt(ratio); });
        result.byMedian += share * errorWith(ratios, [median](double) { return median; });
    }
    return result;
}

}  // namespace pgram
