// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/difference.h"

#include "core/base/ascii.h"
#include "core/base/check.h"
#include "core/base/index.h"
#include "core/plan/step_parts.h"
#include "core/plan/volumes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <utility>

namespace pgram {

namespace {

/// Seconds of the transfers of one purpose, operation and group in a predicted step of one rank.
struct PredictedTransfer {
    Seconds hidden = 0;
    Seconds exposed = 0;
};
using TransferKey = std::tuple<TrafficKind, CollectiveKind, int>;  ///< purpose, operation, members of the group
using PredictedTransfers = std::map<TransferKey, PredictedTransfer>;
/// Number of transfers by key, and by the bytes that a rank sends in each; 0 bytes = not known.
using TransferCounts = std::map<std::pair<TransferKey, Volume>, double>;

/// The predicted step of one stage.
struct PredictedStep {
    Seconds compute = 0;  ///< forward and backward, without what is computed again
    Seconds recompute = 0;
    Seconds optimizer = 0;
    Seconds bubble = 0;
    PredictedTransfers transfers;
    TransferCounts counts;
};

PredictedStep predictedStep(const Plan& plan, const Estimate& estimate, int stage)
{
    const StageEstimate& own = estimate.stages[at(stage)];
    const int m = plan.schedule.microbatches;
    PredictedStep step;
    Seconds exposed = 0;
    for (const int layer : plan.layersOf(stage)) {
        const LayerEstimate& figures = estimate.layers[at(layer)];
        for (const Charge& charge : figures.cost.charges) {
            const TransferKey key{charge.kind, charge.collective, charge.group.size};
            step.counts[{key, charge.bytesPerRank}] += charge.times;
            PredictedTransfer& transfer = step.transfers[key];
            transfer.hidden += charge.hidden;
            transfer.exposed += charge.exposed;
            exposed += charge.exposed;
        }
        if (const Seconds time = m * figures.transformation.time(); time > 0) {
            const TransferKey key{TrafficKind::Transformation, CollectiveKind::AllToAll,
                                  figures.transformation.group.size};
            step.counts[{key, 0}] += 2.0 * m;
            step.transfers[key].exposed += time;
            exposed += time;
        }
    }
    if (own.receive > 0) {
        const TransferKey key{TrafficKind::Pipeline, CollectiveKind::PointToPoint, 2};
        step.counts[{key, 0}] += 2.0 * m;
        step.transfers[key].exposed += m * own.receive;
        exposed += m * own.receive;
    }
    const Seconds busy = m * own.time + own.sync + own.optimizer;
    step.recompute = recomputeOfStage(plan, estimate, stage);
    step.optimizer = own.optimizer;
    step.compute = busy - exposed - step.recompute - step.optimizer;
    step.bubble = estimate.stepTime - busy;
    return step;
}

/// Returns true if the description of a group says that its transfers have another purpose:
/// "TENSOR_MODEL_PARALLEL_GROUP" of Megatron-LM, "mesh_dp_shard" of torchtitan.
bool saysOther(const std::string& group, TrafficKind purpose)
{
    using Said = std::pair<const char*, std::vector<TrafficKind>>;
    static const std::vector<Said> words{
        {"embed", {TrafficKind::TiedEmbedding}},
        {"expert", {TrafficKind::ExpertParallel}},
        {"context", {TrafficKind::ContextParallel}},
        {"tensor", {TrafficKind::TensorParallel, TrafficKind::SequenceParallel, TrafficKind::Transformation}},
        {"pipeline", {TrafficKind::Pipeline}},
        {"data", {TrafficKind::GradientSync, TrafficKind::WeightGather}},
        {"_ep", {TrafficKind::ExpertParallel}},
        {"_cp", {TrafficKind::ContextParallel}},
        {"_tp", {TrafficKind::TensorParallel, TrafficKind::SequenceParallel, TrafficKind::Transformation}},
        {"_pp", {TrafficKind::Pipeline}},
        {"_dp", {TrafficKind::GradientSync, TrafficKind::WeightGather}},
        {"fsdp", {TrafficKind::GradientSync, TrafficKind::WeightGather}}};
    const std::string low = lowered(group);
    const auto said =
        std::ranges::find_if(words, [&low](const Said& word) { return low.find(word.first) != std::string::npos; });
    return said != words.end() && std::ranges::find(said->second, purpose) == said->second.end();
}

/// Returns a cost of taking one for the other: the logarithms of number and bytes. Nothing if they cannot be the same.
std::optional<double> distance(const MeasuredTransfer& measured, const TransferKey& key, Volume bytes, double times)
{
    const auto& [purpose, kind, ranks] = key;
    const TraceTransfer& transfer = measured.transfer;
    // Frameworks send between neighbours what we count as a ring, and reduce to each rank in turn.
    const bool isSame = transfer.kind == kind ||
                        (transfer.kind == CollectiveKind::Reduce && kind == CollectiveKind::ReduceScatter) ||
                        (transfer.kind == CollectiveKind::Broadcast && kind == CollectiveKind::AllGather) ||
                        (transfer.kind == CollectiveKind::PointToPoint && purpose == TrafficKind::ContextParallel) ||
                        (transfer.kind == CollectiveKind::PointToPoint && kind == CollectiveKind::AllToAll);
    const bool isPipeline = purpose == TrafficKind::Pipeline;
    if (!isSame || times <= 0 || (transfer.ranks > 0 && !isPipeline && transfer.ranks != ranks)) {
        return std::nullopt;
    }
    double cost = (transfer.kind == kind ? 0 : 4) + (saysOther(transfer.group, purpose) ? 8 : 0);
    if (transfer.buffer > 0 && bytes > 0 && ranks > 1) {
        const double sent = bytesPerRank(transfer.kind, ranks, static_cast<double>(transfer.buffer));
        cost += sent > 0 ? std::abs(std::log(sent / bytes)) : 0;
    }
    return cost + 0.25 * std::abs(std::log(static_cast<double>(measured.count) / times));
}

Text nameOf(const TransferKey& key)
{
    const auto& [purpose, kind, ranks] = key;
    return Core::tr("{} of {} ranks: {}", name(kind), ranks, name(purpose));
}

std::string describe(const TraceTransfer& transfer)
{
    return transfer.ranks > 0 ? fmt::format("{} of {} ranks", name(transfer.kind), transfer.ranks)
                              : std::string(name(transfer.kind));
}

/// Returns the parts of compute: one for each phase, or a single one if the trace has no phases.
std::vector<StepPart> computeParts(const MeasuredStep& measured, const PredictedStep& predicted, bool hasPhases)
{
    if (!hasPhases) {
        return {{Core::tr("compute: the trace does not say phases"), measured.compute(),
                 predicted.compute + predicted.recompute + predicted.optimizer}};
    }
    return {{Core::tr("forward and backward"), measured.of(KernelPhase::Forward) + measured.of(KernelPhase::Backward),
             predicted.compute},
            {Core::tr("recomputation"), measured.of(KernelPhase::Recompute), predicted.recompute},
            {Core::tr("optimizer"), measured.of(KernelPhase::Optimizer), predicted.optimizer},
            {Core::tr("kernels that nothing launched in the trace"), measured.of(KernelPhase::Unknown), 0}};
}

}  // namespace

Result<int> rankIn(const Plan& plan, const MeasuredRank& run, std::optional<int> rank)
{
    const int own = rank.value_or(std::max(0, run.rank));
    if (own >= plan.cluster.devices) {
        return badInput(Core::tr("rank {} is not one of the {} devices of the plan", own, plan.cluster.devices),
                        "trace", Core::tr("Give the plan of the traced run, or another rank"));
    }
    return own;
}

Result<StepDifference> differenceOf(const Plan& plan, const Estimate& estimate, const MeasuredRank& run,
                                    std::optional<int> rank)
{
    StepDifference result;
    PGRAM_TRY(result.rank, rankIn(plan, run, rank));
    const MeasuredStep& measured = run.step;
    result.stage = plan.stageAtDevice(result.rank);
    result.steps = run.steps;
    result.purposes.resize(run.transfers.size());
    result.measured = measured.length;
    result.predicted = estimate.stepTime;
    const PredictedStep predicted = predictedStep(plan, estimate, result.stage);

    std::map<TransferKey, StepPart> transfers;
    for (const auto& [key, own] : predicted.transfers) {
        transfers[key] = {nameOf(key), 0, own.exposed, 0.0, own.hidden + own.exposed};
    }
    StepPart unknown{Core::tr("transfers that the plan does not have"), 0, 0, 0.0, 0.0};
    Seconds all = measured.compute() + measured.copies;
    const Seconds phaseless = measured.of(KernelPhase::Unknown);
    const bool hasPhases = phaseless < measured.compute();
    Seconds matched = measured.compute() - (hasPhases ? phaseless : 0);
    std::vector<std::pair<Seconds, Text>> unmatched;
    std::map<std::string, std::pair<Seconds, std::int64_t>> unknownTransfers;  // duration and number, by description
    for (const MeasuredTransfer& transfer : measured.transfers) {
        std::optional<double> least;
        const TransferKey* best = nullptr;
        for (const auto& [candidate, times] : predicted.counts) {
            const std::optional<double> cost = distance(transfer, candidate.first, candidate.second, times);
            if (cost && (!least || *cost < *least)) {
                least = cost;
                best = &candidate.first;
            }
        }
        StepPart& part = best != nullptr ? transfers[*best] : unknown;
        part.measured += transfer.exposed;
        *part.measuredAll += transfer.total;
        all += transfer.exposed;
        if (best != nullptr) {
            matched += transfer.exposed;
            result.purposes[at(transfer.index)] = std::get<TrafficKind>(*best);
        } else {
            auto& [total, count] = unknownTransfers[describe(transfer.transfer)];
            total += transfer.total;
            count += transfer.count;
        }
    }
    for (const auto& [described, own] : unknownTransfers) {
        unmatched.emplace_back(own.first, Core::tr("{}, {} times", described, own.second));
    }
    result.parts = computeParts(measured, predicted, hasPhases);
    result.parts.push_back({Core::tr("copies on the device"), measured.copies, 0});
    result.parts.push_back({Core::tr("idle: bubbles, and waiting for the host"), measured.idle, predicted.bubble});
    for (const auto& [key, part] : transfers) {
        result.parts.push_back(part);
    }
    result.parts.push_back(unknown);
    std::erase_if(result.parts, [](const StepPart& part) {
        return part.measured == 0 && part.predicted == 0 && part.measuredAll.value_or(0) == 0 &&
               part.predictedAll.value_or(0) == 0;
    });
    std::ranges::stable_sort(result.parts, std::greater(),
                             [](const StepPart& part) { return std::abs(part.difference()); });
    if (phaseless > 0 && hasPhases) {
        unmatched.emplace_back(phaseless, Core::tr("kernels without a launch in the trace"));
    }
    if (measured.copies > 0) {
        unmatched.emplace_back(measured.copies, Core::tr("copies and fills that nothing hides"));
    }
    if (run.outside > 0) {
        unmatched.emplace_back(0, Core::tr("kernels outside of the marked steps: {}", run.outside));
    }
    std::ranges::transform(run.unused, std::back_inserter(unmatched),
                           [](const Text& events) { return std::pair(Seconds{0}, events); });
    std::ranges::stable_sort(unmatched, std::greater(), [](const auto& entry) { return entry.first; });
    std::ranges::transform(unmatched, std::back_inserter(result.unmatched), [](auto& entry) { return entry.second; });
    result.matched = all > 0 ? matched / all : 0;
    return result;
}

}  // namespace pgram
