// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/measurements/validation.h"

#include "core/base/workers.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace pgram {

namespace {

/// A ranking of two says little.
constexpr std::size_t leastGroup = 3;

using FigureOf = std::function<std::optional<double>(const RowResult&)>;

struct Quantity {
    FigureOf error;
    FigureOf predicted;
    FigureOf measured;
};

/// Plans of a group: what each was predicted, and the measurements of all runs of it. Two runs of one plan have one
/// prediction, and count as one plan with their mean.
using Group = std::map<double, std::vector<double>>;

struct Ranking {
    std::vector<double> predicted;
    std::vector<double> measured;
};

Ranking rankingOf(const Group& group)
{
    Ranking ranking;
    for (const auto& [predicted, measured] : group) {
        ranking.predicted.push_back(predicted);
        ranking.measured.push_back(std::accumulate(measured.begin(), measured.end(), 0.0) /
                                   static_cast<double>(measured.size()));
    }
    return ranking;
}

void rank(const std::vector<const RowResult*>& rows, const Quantity& quantity, SuiteResult& result)
{
    std::map<std::string, Group> groups;
    for (const RowResult* row : rows) {
        if (quantity.error(*row)) {
            groups[row->group][*quantity.predicted(*row)].push_back(*quantity.measured(*row));
        }
    }
    double sum = 0;
    double weight = 0;
    for (const auto& [name, runs] : groups) {
        const Ranking group = rankingOf(runs);
        const auto correlation = spearman(group.predicted, group.measured);
        if (group.predicted.size() < leastGroup || !correlation) {
            continue;
        }
        const auto size = static_cast<double>(group.predicted.size());
        sum += size * *correlation;
        weight += size;
        const double best = *std::ranges::min_element(group.measured);
        const double regret = group.measured.front() / best - 1;  // predictions ascend: the first is the one chosen
        result.regret = std::max(result.regret.value_or(0), regret);
    }
    if (weight > 0) {
        result.spearman = sum / weight;
    }
}

SuiteResult summarise(std::string name, const std::vector<const RowResult*>& rows, const Quantity& quantity)
{
    SuiteResult result;
    result.suite = std::move(name);
    std::vector<double> errors;
    for (const RowResult* row : rows) {
        if (const auto error = quantity.error(*row)) {
            errors.push_back(*error);
        } else if (quantity.measured(*row)) {
            ++result.skipped;
        }
    }
    result.errors = errorStatistics(errors);
    rank(rows, quantity, result);
    return result;
}

Side sideOf(const std::vector<RowResult>& rows, const Quantity& quantity)
{
    std::map<std::string, std::vector<const RowResult*>> suites;
    std::vector<const RowResult*> all;
    for (const RowResult& row : rows) {
        if (quantity.measured(row)) {
            suites[row.suite].push_back(&row);
            all.push_back(&row);
        }
    }
    Side side;
    side.overall = summarise("overall", all, quantity);
    for (const auto& [name, members] : suites) {
        side.suites.push_back(summarise(name, members, quantity));
    }
    return side;
}

}  // namespace

Validation validate(const std::vector<Measurement>& rows, const DeviceCatalogue& devices)
{
    Validation validation;
    validation.rows.resize(rows.size());
    forEachInOrder(workersFor(0), rows.size(), [&](std::size_t i) { validation.rows[i] = predict(rows[i], devices); });
    for (const RowResult& row : validation.rows) {
        if (!row.skippedBecause.empty()) {
            ++validation.skipped[row.skippedBecause];
            continue;
        }
        validation.outOfMemoryRows += row.measuredOutOfMemory ? 1 : 0;
        validation.outOfMemoryFlagged += row.measuredOutOfMemory && row.predictedOutOfMemory ? 1 : 0;
        validation.falselyOutOfMemory += !row.measuredOutOfMemory && row.predictedOutOfMemory ? 1 : 0;
    }
    const auto predictedGib = [](const RowResult& row) { return row.predictedGib; };
    const auto measuredGib = [](const RowResult& row) { return row.measuredGib; };
    const auto predictedStep = [](const RowResult& row) { return row.predictedStep; };
    const auto measuredStep = [](const RowResult& row) { return row.measuredStep; };
    validation.time = sideOf(validation.rows, {&RowResult::timeError, predictedStep, measuredStep});
    validation.memory = sideOf(validation.rows, {&RowResult::memoryError, predictedGib, measuredGib});
    validation.anchored = anchoring(validation.rows);
    return validation;
}

std::vector<Measurement> rowsOfSuite(const std::vector<Measurement>& rows, const std::string& suite)
{
    std::vector<Measurement> chosen;
    std::ranges::copy_if(rows, std::back_inserter(chosen),
                         [&](const Measurement& row) { return suite.empty() || row.suite == suite; });
    return chosen;
}

}  // namespace pgram
