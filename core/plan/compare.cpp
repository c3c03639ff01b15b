// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/compare.h"

#include "core/base/format.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>

namespace pgram {

namespace {

constexpr std::array allFigures{
    Figure{"throughput_samples_per_s", Core::tr("throughput"), Core::tr("samples/s"), Quantity::Rate, Better::Higher,
           Amount::Sample, [](const Estimate& e) { return e.throughput; }},
    Figure{"step_time_s", Core::tr("step time"), Phrase(), Quantity::Time, Better::Lower, Amount::Step,
           [](const Estimate& e) { return e.stepTime; }},
    Figure{"paper_step_time_s", Core::tr("step by the paper's sum"), Phrase(), Quantity::Time, Better::Lower,
           Amount::Step, [](const Estimate& e) { return e.paperStepTime; }},
    Figure{"tokens_per_s_per_device", Core::tr("tokens per device"), Core::tr("tokens/s"), Quantity::Rate,
           Better::Higher, Amount::Any, [](const Estimate& e) { return e.tokensPerDevice; }},
    Figure{"mfu", Core::tr("MFU"), Phrase(), Quantity::Share, Better::Higher, Amount::Any,
           [](const Estimate& e) { return e.mfu; }},
    Figure{"mfu_causal", Core::tr("MFU, causal attention"), Phrase(), Quantity::Share, Better::Higher, Amount::Any,
           [](const Estimate& e) { return e.causalMfu; }},
    Figure{"peak_memory_bytes", Core::tr("peak memory"), Phrase(), Quantity::Memory, Better::Lower, Amount::Any,
           [](const Estimate& e) { return static_cast<double>(e.peakMemory); }},
    Figure{"driver_memory_bytes", Core::tr("memory the driver shows"), Phrase(), Quantity::Memory, Better::Lower,
           Amount::Any, [](const Estimate& e) { return static_cast<double>(e.driverMemory); }},
    Figure{"bubble_fraction", Core::tr("bubbles"), Phrase(), Quantity::Share, Better::Lower, Amount::Any,
           [](const Estimate& e) { return e.bubbleFraction; }},
    Figure{"exposed_communication_s", Core::tr("exposed communication"), Phrase(), Quantity::Time, Better::Lower,
           Amount::Step, [](const Estimate& e) { return e.exposedCommunication; }},
};

std::vector<StrategyDifference> strategyDifferences(const Plan& before, const Plan& after)
{
    std::vector<StrategyDifference> runs;
    for (std::size_t layer = 0; layer < before.strategies.size(); ++layer) {
        const LayerStrategy& old = before.strategies[layer];
        const LayerStrategy& now = after.strategies[layer];
        if (old == now) {
            continue;
        }
        const int index = static_cast<int>(layer);
        const bool continues = !runs.empty() && runs.back().firstLayer + runs.back().layerCount == index &&
                               runs.back().before == old && runs.back().after == now;
        if (continues) {
            ++runs.back().layerCount;
        } else {
            runs.push_back({index, 1, old, now});
        }
    }
    return runs;
}

std::vector<StageDifference> stageDifferences(const Estimate& before, const Estimate& after)
{
    std::vector<StageDifference> stages(std::max(before.stages.size(), after.stages.size()));
    for (std::size_t i = 0; i < stages.size(); ++i) {
        stages[i].stage = static_cast<int>(i);
        if (i < before.stages.size()) {
            stages[i].memoryBefore = before.stages[i].memory.total();
            stages[i].timeBefore = before.stages[i].time;
        }
        if (i < after.stages.size()) {
            stages[i].memoryAfter = after.stages[i].memory.total();
            stages[i].timeAfter = after.stages[i].time;
        }
    }
    return stages;
}

std::vector<VolumeDifference> volumeDifferences(const Estimate& before, const Estimate& after)
{
    std::map<TrafficKind, VolumeDifference> byKind;
    for (const VolumeRow& row : before.volumes) {
        byKind[row.kind].before += row.bytes;
        byKind[row.kind].exposedBefore += row.exposed;
        byKind[row.kind].hiddenBefore += row.hidden;
    }
    for (const VolumeRow& row : after.volumes) {
        byKind[row.kind].after += row.bytes;
        byKind[row.kind].exposedAfter += row.exposed;
        byKind[row.kind].hiddenAfter += row.hidden;
    }
    std::vector<VolumeDifference> volumes;
    for (auto& [kind, difference] : byKind) {
        difference.kind = kind;
        volumes.push_back(difference);
    }
    return volumes;
}

}  // namespace

std::span<const Figure> figures()
{
    return allFigures;
}

std::string formatFigure(const Figure& figure, double value)
{
    switch (figure.quantity) {
    case Quantity::Time:
        return formatSeconds(value);
    case Quantity::Rate:
        return formatNumber(value) + ' ' + figure.unit.english;
    case Quantity::Memory:
        return formatBytes(value);
    case Quantity::Share:
        return formatPercent(value);
    }
    return {};
}

double FigureDifference::relativeChange() const
{
    if (before == after) {
        return 0;
    }
    return before == 0 ? std::numeric_limits<double>::infinity() : (after - before) / before;
}

int FigureDifference::verdict() const
{
    if (before == after || !sameAmount) {
        return 0;
    }
    return (after < before) == (figure->better == Better::Lower) ? 1 : -1;
}

Comparison compare(const Plan& planBefore, const Estimate& before, const Plan& planAfter, const Estimate& after)
{
    Comparison comparison;
    const bool sameSequence = planBefore.sequence() == planAfter.sequence();
    const bool sameBatch = planBefore.training.globalBatch == planAfter.training.globalBatch;
    for (const Figure& figure : figures()) {
        const bool sameAmount =
            figure.amount == Amount::Any || (sameSequence && (figure.amount == Amount::Sample || sameBatch));
        comparison.figures.push_back({&figure, figure.value(before), figure.value(after), sameAmount});
    }
    if (!sameSequence) {
        comparison.otherWork.push_back(Core::tr("sequence {} / {}", planBefore.sequence(), planAfter.sequence()));
    }
    if (!sameBatch) {
        comparison.otherWork.push_back(
            Core::tr("batch {} / {}", planBefore.training.globalBatch, planAfter.training.globalBatch));
    }
    if (const auto& [a, b] = std::tie(planBefore.training.framework.name, planAfter.training.framework.name); a != b) {
        const auto text = [](const std::string& name) { return name.empty() ? Text(Core::tr("none")) : Text(name); };
        comparison.otherWork.push_back(Core::tr("framework overheads {} / {}", text(a), text(b)));
    }
    comparison.sameLayers = planBefore.strategies.size() == planAfter.strategies.size();
    if (comparison.sameLayers) {
        comparison.strategies = strategyDifferences(planBefore, planAfter);
    }
    comparison.stages = stageDifferences(before, after);
    comparison.volumes = volumeDifferences(before, after);
    return comparison;
}

}  // namespace pgram
