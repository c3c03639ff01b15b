// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/predicted_run.h"

#include "core/plan/estimate.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

/// Returns true if a device lacks memory. The allocator gives its slack back before it fails.
bool isOverfull(const Plan& plan, const Estimate& estimate)
{
    return std::ranges::any_of(estimate.stages, [&](const StageEstimate& stage) {
        return stage.driver.total - stage.driver.slack > plan.cluster.device.memory;
    });
}

std::string groupOf(const Measurement& row)
{
    return fmt::format("{}|{}|{}x{}|{}|{}|{}|{}|{}|{}|{}", row.suite, row.model, row.layers, row.hidden, row.heads,
                       row.ffn, row.gpu, row.devices, row.sequence, row.globalBatch, row.precision);
}

std::optional<double> relativeError(const std::optional<double>& predicted, const std::optional<double>& measured)
{
    return predicted && measured ? std::optional(*predicted / *measured - 1) : std::nullopt;
}

/// A run whose recomputation is not known, or not which layers do it, is out of memory only if recomputing everything
/// would not save it.
bool runsOutOfMemory(const Measurement& row, const Plan& plan, const Estimate& figures)
{
    const bool isKnown =
        row.recompute == "selective-op" || (!row.recompute.empty() && !row.recompute.starts_with("selective-"));
    const bool overfull = isOverfull(plan, figures);
    if (!overfull || isKnown) {
        return overfull;
    }
    Plan leanest = plan;
    for (std::size_t i = 1; i + 1 < leanest.strategies.size(); ++i) {
        leanest.strategies[i].kept.part = KeptPart::Input;
    }
    return isOverfull(leanest, estimate(leanest));
}

}  // namespace

double peakGib(PeakKind kind, const Estimate& estimate)
{
    const auto tensors = [](const StageEstimate& stage) { return stage.memory.total() - stage.memory.context; };
    const auto bytesOf = [&](const StageEstimate& stage) {
        return kind == PeakKind::Driver     ? stage.driver.total
               : kind == PeakKind::Reserved ? added(tensors(stage), stage.driver.slack)
                                            : tensors(stage);
    };
    const Bytes bytes = kind == PeakKind::LastRank ? bytesOf(estimate.stages.back())
                                                   : bytesOf(*std::ranges::max_element(estimate.stages, {}, bytesOf));
    return static_cast<double>(bytes) / static_cast<double>(GiB);
}

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
    const bool hasLibraries = row.peakKind != PeakKind::Driver;
    result.predictedGib =
        peakGib(row.peakKind, figures) + (hasLibraries ? family.libraryBytes.value / static_cast<double>(GiB) : 0);
    result.predictedOutOfMemory = runsOutOfMemory(row, *translation.plan, figures);
    return result;
}

}  // namespace pgram
