// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/validation.h"

#include "core/base/workers.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <numeric>
#include <set>

namespace pgram {

namespace {

/// A ranking of two says little.
constexpr std::size_t leastGroup = 3;

/// Which stage the figure is of: the last where the source reports its last rank, else the fullest.
const StageEstimate& measuredStage(const Measurement& row, const Estimate& estimate)
{
    if (row.peakKind == PeakKind::LastRank) {
        return estimate.stages.back();
    }
    return *std::ranges::max_element(estimate.stages, {}, [](const StageEstimate& s) { return s.memory.total(); });
}

/// What the driver shows of a stage: its tensors and its context, what the allocator keeps beyond them, and the rest of
/// the framework's.
double driversBytes(const MemoryBreakdown& memory, const FrameworkFamily& family)
{
    const auto activations = static_cast<double>(memory.activations + memory.transient);
    return static_cast<double>(memory.total()) + (family.cacheShare.value - 1) * activations + family.driverBytes.value;
}

/// Allocators report tensors; the driver's figure has more.
double comparableGib(const Measurement& row, const Estimate& estimate, const FrameworkFamily& family)
{
    const MemoryBreakdown& memory = measuredStage(row, estimate).memory;
    const double bytes = row.peakKind == PeakKind::Driver
                             ? driversBytes(memory, family)
                             : static_cast<double>(memory.total() - memory.context) + family.libraryBytes.value;
    return bytes / static_cast<double>(GiB);
}

bool isOverfull(const Plan& plan, const Estimate& estimate, const FrameworkFamily& family)
{
    return std::ranges::any_of(estimate.stages, [&](const StageEstimate& stage) {
        return driversBytes(stage.memory, family) > static_cast<double>(plan.cluster.device.memory);
    });
}

std::string groupOf(const Measurement& row)
{
    return fmt::format("{}|{}|{}x{}|{}|{}|{}|{}|{}|{}|{}", row.suite, row.model, row.layers, row.hidden, row.heads,
                       row.ffn, row.gpu, row.devices, row.sequence, row.globalBatch, row.precision);
}

using ErrorOf = std::function<std::optional<double>(const RowResult&)>;
using ValueOf = std::function<std::optional<double>(const RowResult&)>;

struct Quantity {
    ErrorOf error;
    ValueOf predicted;
    ValueOf measured;
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

std::optional<double> relativeError(const std::optional<double>& predicted, const std::optional<double>& measured)
{
    return predicted && measured ? std::optional(*predicted / *measured - 1) : std::nullopt;
}

/// A run whose recomputation is not known, or not which layers do it, is out of memory only if recomputing everything
/// would not save it.
bool runsOutOfMemory(const Measurement& row, const Plan& plan, const Estimate& figures, const FrameworkFamily& family)
{
    const bool isKnown =
        row.recompute == "selective-op" || (!row.recompute.empty() && !row.recompute.starts_with("selective-"));
    const bool overfull = isOverfull(plan, figures, family);
    if (!overfull || isKnown) {
        return overfull;
    }
    Plan leanest = plan;
    for (std::size_t i = 1; i + 1 < leanest.strategies.size(); ++i) {
        leanest.strategies[i].kept.part = KeptPart::Input;
    }
    return isOverfull(leanest, estimate(leanest), family);
}

}  // namespace

std::optional<double> RowResult::timeError() const
{
    return relativeError(predictedStep, measuredStep);
}

std::optional<double> RowResult::memoryError() const
{
    return relativeError(predictedGib, measuredGib);
}

RowResult predict(const Measurement& row, const DeviceCatalogue& devices)
{
    RowResult result;
    result.id = row.id;
    result.suite = row.suite;
    result.gpu = row.gpu;
    result.group = groupOf(row);
    result.measuredStep = row.stepTime;
    result.measuredGib = row.peakGib;
    result.measuredOutOfMemory = row.outOfMemory;
    Translation translation = planOf(row, devices);
    result.skippedBecause = std::move(translation.skippedBecause);
    result.assumptions = std::move(translation.assumptions);
    if (!translation.plan) {
        return result;
    }
    const FrameworkFamily& family = familyOf(devices.frameworks(), row);
    const Estimate figures = estimate(*translation.plan);
    result.predictedStep = figures.stepTime;
    result.terms = busiestStage(stageTerms(*translation.plan, figures));
    if (row.mayOffload) {
        result.assumptions.emplace_back(
            Core::tr("what is offloaded to the host is not published: memory not predicted"));
        return result;
    }
    result.predictedGib = comparableGib(row, figures, family);
    result.predictedOutOfMemory = runsOutOfMemory(row, *translation.plan, figures, family);
    return result;
}

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
