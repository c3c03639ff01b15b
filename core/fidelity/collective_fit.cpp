// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/collective_fit.h"

#include "core/fidelity/log_fit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace pgram {

namespace {

/// Sizes from the smallest to the largest show each part of the form, so that less influence is enough.
constexpr double leastInfluence = 0.05;
constexpr std::array<FitRange, 2> linkRanges{{{1e-8, 1}, {1e-4, 4}}};  ///< latency and share

}  // namespace

double collectiveError(const LinkLevel& link, const CollectiveConstants& constants, const MeasuredCollective& measured)
{
    return std::log(collectiveTime(link, constants, measured.ranks, measured.bytes) / measured.seconds);
}

CollectiveFit fitCollective(const LinkLevel& link, const CollectiveConstants& start,
                            std::span<const MeasuredCollective> measured)
{
    std::array<FitRange, fittedCollectiveConstants.size()> ranges;
    std::array<double, fittedCollectiveConstants.size()> values{};
    for (std::size_t row = 0; row < values.size(); ++row) {
        ranges[row] = {fittedCollectiveConstants[row].least, fittedCollectiveConstants[row].most};
        values[row] = start.*fittedCollectiveConstants[row].member;
    }
    const auto withValues = [](std::span<const double> given) {
        CollectiveConstants constants;
        for (std::size_t row = 0; row < given.size(); ++row) {
            constants.*fittedCollectiveConstants[row].member = given[row];
        }
        return constants;
    };
    const LogFit found = fitLogs(
        ranges, values,
        [&](std::span<const double> given) {
            const CollectiveConstants constants = withValues(given);
            std::vector<double> errors;
            std::ranges::transform(measured, std::back_inserter(errors), [&](const MeasuredCollective& one) {
                return collectiveError(link, constants, one);
            });
            return errors;
        },
        leastInfluence);
    CollectiveFit fit{.constants = withValues(found.values), .meanError = found.meanError};
    std::ranges::copy(found.isDetermined, fit.isDetermined.begin());
    return fit;
}

double messageError(const LinkLevel& link, const LinkFit& fit, const MeasuredCollective& message)
{
    return std::log((fit.latency + message.bytes / (link.bandwidth * fit.efficiency)) / message.seconds);
}

LinkFit fitLink(const LinkLevel& link, std::span<const MeasuredCollective> messages)
{
    const std::array<double, 2> start{link.latency, link.efficiency.value};
    const LogFit found = fitLogs(linkRanges, start, [&](std::span<const double> given) {
        std::vector<double> errors;
        std::ranges::transform(messages, std::back_inserter(errors), [&](const MeasuredCollective& one) {
            return messageError(link, {given[0], given[1]}, one);
        });
        return errors;
    });
    return {found.values[0], found.values[1], found.isDetermined[1], found.meanError};
}

}  // namespace pgram
