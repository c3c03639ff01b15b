// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/step_parts.h"

#include "core/base/index.h"
#include "core/plan/stage_traffic.h"
#include "core/plan/volumes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

namespace pgram {

namespace {

Seconds exposedOf(const LayerCost& cost)
{
    Seconds exposed = 0;
    for (const Charge& charge : cost.charges) {
        exposed += charge.exposed;
    }
    return exposed;
}

/// Returns the seconds of one layer per step.
Seconds computeOf(const LayerCost& cost, int microbatches)
{
    return microbatches * cost.time() + cost.sync - exposedOf(cost);
}

/// Returns the part, or 0 if it is mere rounding of a step's sums.
Seconds withoutRounding(Seconds part, Seconds step)
{
    constexpr double rounding = 1e-12;
    return std::abs(part) > rounding * step ? part : 0;
}

/// Compute that recomputing adds to a layer. Equal layers are computed once.
class Recomputation {
public:
    explicit Recomputation(const Plan& plan) : m_plan(plan), m_context(contextOf(plan)) {}

    Seconds of(int layer, const LayerCost& cost)
    {
        LayerStrategy strategy = m_plan.strategies[at(layer)];
        if (!strategy.kept.recomputes() || strategy.groupSize() != m_plan.stageDevices()) {
            return 0;
        }
        const int block = m_context.stages ? m_plan.blockOf(m_plan.stageOf(layer)) : 0;
        const auto [entry, isNew] = m_known.try_emplace({block, m_plan.model.runOf(layer), strategy}, 0);
        if (isNew) {
            strategy.kept.part = KeptPart::All;
            const LayerCost plain = layerCost(ofStage(m_context, block), m_plan.model.layer(layer), strategy);
            const int m = m_plan.schedule.microbatches;
            entry->second = computeOf(cost, m) - computeOf(plain, m);
        }
        return entry->second;
    }

private:
    const Plan& m_plan;
    CostContext m_context;
    std::map<std::tuple<int, int, LayerStrategy>, Seconds> m_known;
};

}  // namespace

StepParts stepParts(const Plan& plan, const Estimate& estimate)
{
    StepParts sum;
    Recomputation recomputation(plan);
    const int m = plan.schedule.microbatches;
    for (int i = 0; i < plan.pipeline(); ++i) {
        const StageEstimate& stage = estimate.stages[at(i)];
        Seconds communication = m * stage.receive;
        for (const int layer : plan.layersOf(i)) {
            const LayerEstimate& figures = estimate.layers[at(layer)];
            communication += exposedOf(figures.cost) + m * figures.transformation.time();
            sum.recompute += recomputation.of(layer, figures.cost);
        }
        const Seconds busy = m * stage.time + stage.sync + stage.optimizer;
        sum.communication += communication;
        sum.compute += busy - communication;
        sum.bubble += estimate.stepTime - busy;
    }
    sum.compute -= sum.recompute;
    const double stages = plan.pipeline();
    return {sum.compute / stages, withoutRounding(sum.recompute / stages, estimate.stepTime),
            withoutRounding(sum.communication / stages, estimate.stepTime),
            withoutRounding(sum.bubble / stages, estimate.stepTime)};
}

Seconds recomputeOfStage(const Plan& plan, const Estimate& estimate, int stage)
{
    Recomputation recomputation(plan);
    Seconds sum = 0;
    for (const int layer : plan.layersOf(stage)) {
        sum += recomputation.of(layer, estimate.layers[at(layer)].cost);
    }
    return withoutRounding(sum, estimate.stepTime);
}

namespace {

/// Returns the seconds that an operation has in common with a range.
Seconds common(const Operation& operation, Seconds begin, Seconds end)
{
    return std::max(0.0, std::min(operation.end, end) - std::max(operation.start, begin));
}

void add(std::map<LinkUse, TransferTime>& sums, const std::map<LinkUse, TransferTime>& rates, double times)
{
    for (const auto& [use, rate] : rates) {
        sums[use].exposed += times * rate.exposed;
        sums[use].hidden += times * rate.hidden;
    }
}

void scale(std::map<LinkUse, TransferTime>& sums, double factor)
{
    for (auto& [use, time] : sums) {
        time = {time.exposed * factor, time.hidden * factor};
    }
}

Seconds exposedOf(const std::map<LinkUse, TransferTime>& transfers)
{
    Seconds sum = 0;
    for (const auto& [use, time] : transfers) {
        sum += time.exposed;
    }
    return sum;
}

double inverse(Seconds seconds)
{
    return seconds > 0 ? 1 / seconds : 0;
}

constexpr std::ptrdiff_t every = 256;  // operations between two sums

// Classes of a chunk's operations. Behind those of all chunks of a stage: gradient sync, and the optimizer.
constexpr std::size_t forwardClass = 0;  // and weight gradients
constexpr std::size_t backwardClass = 1;
constexpr std::size_t receiveClass = 2;
constexpr std::size_t gradientClass = 3;
constexpr std::size_t classes = 4;

std::size_t classOf(const Operation& operation, std::size_t chunks)
{
    const std::size_t first = operation.chunk * classes;
    switch (operation.kind) {
    case TimelineKind::Receive:
        return first + (operation.backwardSide != 0 ? gradientClass : receiveClass);
    case TimelineKind::Backward:
        return first + backwardClass;
    case TimelineKind::Sync:
        return chunks * classes;
    case TimelineKind::Optimizer:
        return chunks * classes + 1;
    case TimelineKind::Forward:
    case TimelineKind::WeightGradient:
        break;
    }
    return first + forwardClass;
}

Seconds passesOf(const std::vector<Seconds>& sums, std::size_t chunk)
{
    return sums[chunk * classes + forwardClass] + sums[chunk * classes + backwardClass];
}

}  // namespace

StepUse::StepUse(const Plan& plan, const Estimate& estimate)
    : m_timeline(estimate.timeline), m_stages(at(plan.pipeline()))
{
    const CostContext context = contextOf(plan);
    for (int index = 0; index < plan.pipeline(); ++index) {
        Stage& stage = m_stages[at(index)];
        const std::vector<int> chunks = plan.chunksOf(index);
        Sums sums(chunks.size() * classes + 2);
        const auto operations = m_timeline->ofStage(at(index));
        for (std::size_t i = 0; i < operations.size(); ++i) {
            if (i % every == 0) {
                stage.until.push_back(sums);
            }
            sums[classOf(operations[i], chunks.size())] += operations[i].end - operations[i].start;
        }
        for (const int chunk : chunks) {
            addChunk(plan, estimate, chunk, stage, sums);
        }
        for (const Operation& operation : operations) {
            if (operation.kind == TimelineKind::Backward || operation.kind == TimelineKind::WeightGradient) {
                stage.chunks[operation.chunk].last = operation;
            }
        }
        scale(stage.sync, inverse(sums[chunks.size() * classes]));
        for (const auto& [way, total] : stageTraffic(context, plan, estimate.layers, index)) {
            const bool isBetween = way.between == TrafficWay::Between::Ends;
            stage.bytes[isBetween ? StagePair{plan.stageAtDevice(way.from), plan.stageAtDevice(way.to)}
                                  : StagePair{index, index}] += total.bytes;
        }
    }
}

/// Adds the next chunk of a stage; `step` are the stage's sums of the whole step.
void StepUse::addChunk(const Plan& plan, const Estimate& estimate, int chunk, Stage& stage, const Sums& step)
{
    const CostContext context = contextOf(plan);
    Recomputation recomputation(plan);
    const int m = plan.schedule.microbatches;
    const std::size_t place = stage.chunks.size();
    Chunk& use = stage.chunks.emplace_back();
    Seconds again = 0;
    for (int layer = plan.chunk(chunk).firstLayer; layer < plan.chunk(chunk).end(); ++layer) {
        const LayerEstimate& figures = estimate.layers[at(layer)];
        for (const Charge& charge : figures.cost.charges) {
            const LinkUse link{charge.kind, charge.link};
            (charge.once ? stage.sync : use.passes)[link].exposed += charge.exposed;
            (charge.once ? use.beside : use.passes)[link].hidden += charge.hidden;
        }
        if (figures.transformation.group.size > 1) {
            use.passes[{TrafficKind::Transformation, figures.transformation.link}].exposed +=
                m * figures.transformation.time();
        }
        again += recomputation.of(layer, figures.cost);
    }
    scale(use.passes, inverse(passesOf(step, place)));
    use.recompute = again * inverse(step[place * classes + backwardClass]);
    const int behind = std::min(chunk + 1, static_cast<int>(plan.chunks.size()) - 1);
    use.received[0] = {TrafficKind::Pipeline, chunkBoundary(context, plan, chunk).link};
    use.received[1] = {TrafficKind::Pipeline, chunkBoundary(context, plan, behind).link};
    stage.passes += passesOf(step, place);
}

StepUse::Sums StepUse::sumsUntil(std::size_t stage, Seconds moment) const
{
    const auto operations = m_timeline->ofStage(stage);
    const auto after = std::ranges::partition_point(operations, [&](const Operation& o) { return o.start < moment; });
    const auto whole = (after - operations.begin()) / every * every;
    const std::size_t chunks = m_stages[stage].chunks.size();
    // A stage whose operations are as many as full steps between sums has no sum behind the last one.
    const auto from = std::min(whole / every, std::ssize(m_stages[stage].until) - 1);
    if (from < 0) {
        return Sums(chunks * classes + 2);
    }
    Sums sums = m_stages[stage].until[static_cast<std::size_t>(from)];
    for (auto operation = operations.begin() + from * every; operation != after; ++operation) {
        sums[classOf(*operation, chunks)] += std::min(operation->end, moment) - operation->start;
    }
    return sums;
}

StepRange StepUse::between(Seconds begin, Seconds end) const
{
    StepRange range{begin, end};
    StepParts& parts = range.parts;
    for (std::size_t index = 0; index < m_stages.size(); ++index) {
        const Stage& stage = m_stages[index];
        Sums sums = sumsUntil(index, end);
        std::ranges::transform(sums, sumsUntil(index, begin), sums.begin(), std::minus());
        Seconds passes = 0;
        for (std::size_t chunk = 0; chunk < stage.chunks.size(); ++chunk) {
            const Chunk& use = stage.chunks[chunk];
            const Seconds* const seconds = &sums[chunk * classes];
            passes += passesOf(sums, chunk);
            add(range.transfers, use.passes, passesOf(sums, chunk));
            add(range.transfers, use.beside, common(use.last, begin, end) * inverse(use.last.end - use.last.start));
            range.transfers[use.received[0]].exposed += seconds[receiveClass];
            range.transfers[use.received[1]].exposed += seconds[gradientClass];
            parts.recompute += seconds[backwardClass] * use.recompute;
        }
        add(range.transfers, stage.sync, sums[stage.chunks.size() * classes]);
        for (const auto& [pair, bytes] : stage.bytes) {
            range.bytes[pair] += bytes * passes * inverse(stage.passes);
        }
        const Seconds busy = std::accumulate(sums.begin(), sums.end(), Seconds{0});
        parts.compute += busy;
        parts.bubble += end - begin - busy;
    }
    std::erase_if(range.transfers, [](const auto& entry) { return entry.second.exposed + entry.second.hidden <= 0; });
    parts.communication = exposedOf(range.transfers);
    parts.compute -= parts.communication + parts.recompute;
    const double share = 1.0 / static_cast<double>(m_stages.size());
    for (Seconds* part : {&parts.compute, &parts.recompute, &parts.communication, &parts.bubble}) {
        *part = withoutRounding(*part * share, m_timeline->makespan);
    }
    scale(range.transfers, share);
    return range;
}

}  // namespace pgram
