// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/predicted_run.h"

#include "core/plan/estimate.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

/// Which stage the figure is of: the last where the source reports its last rank, else the fullest.
const StageEstimate& measuredStage(const Measurement& row, const Estimate& estimate)
{
    if (row.peakKind == PeakKind::LastRank) {
        return estimate.stages.back();
    }
    return *std::ranges::max_element(estimate.stages, {}, [](const StageEstimate& s) { return s.memory.total(); });
}

/// Returns the memory that the driver shows for a stage: its tensors and its context, the allocator's surplus, and the
/// framework's remainder.
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

}  // namespace pgram
