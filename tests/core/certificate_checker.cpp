// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/certificate_checker.h"

#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"
#include "core/model/training_json.h"
#include "core/plan/volumes.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/sharding.h"
#include "tests/core/skips_by_hand.h"
#include "tests/core/small_simulator.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace pgram::test {

namespace {

/// Equal but for the order of sums.
constexpr double tolerance = 1e-10;
/// What the planner rounds to a gap of zero.
constexpr double noGap = 1e-9;

using Status = Certificate::Status;

bool isNear(double a, double b)
{
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

Bytes budgetOf(const SearchRequest& request)
{
    return request.memoryBudget > 0 ? request.memoryBudget : request.cluster.device.memory;
}

Bytes usableOf(const SearchRequest& request)
{
    return usableBudget(budgetOf(request), request.cluster);
}

/// Collects lines.
class Faults {
public:
    template <typename... Args>
    void expect(bool holds, fmt::format_string<Args...> text, Args&&... args)
    {
        if (!holds) {
            m_lines += fmt::format(text, std::forward<Args>(args)...) + '\n';
        }
    }
    [[nodiscard]] const std::string& lines() const { return m_lines; }

private:
    std::string m_lines;
};

Space only(const char* dimensions)
{
    return *parseSpace(dimensions);
}

MethodSpace uniform(const char* dimensions)
{
    MethodSpace space;
    space.plans.space = only(dimensions);
    space.uniform = true;
    return space;
}

/// What each chunk works, from the layers' own costs.
PipelineLoad loadsByHand(const Plan& plan)
{
    const CostContext context = contextOf(plan);
    PipelineLoad load;
    load.stages.resize(static_cast<std::size_t>(plan.pipeline()));
    for (std::size_t index = 0; index < plan.chunks.size(); ++index) {
        ChunkLoad& chunk = load.chunks.emplace_back();
        const int stage = plan.stageOfChunk(static_cast<int>(index));
        const int before = index > 0 ? plan.stageOfChunk(static_cast<int>(index) - 1) : stage;
        const int first = plan.chunks[index].firstLayer;
        for (int layer = first; layer < plan.chunks[index].end(); ++layer) {
            const auto i = static_cast<std::size_t>(layer);
            const LayerCost cost = layerCost(context, plan.model.layer(layer), plan.strategies[i]);
            chunk.forward += cost.forward;
            chunk.backward += cost.backward;
            chunk.weightGradient += cost.weightGradient;
            load.stages[static_cast<std::size_t>(stage)].sync += cost.sync;
            load.stages[static_cast<std::size_t>(stage)].optimizer += cost.optimizer;
            if (layer > 0 && (layer > first || before == stage)) {
                const TransformationCost move =
                    transformationCost(context, plan.model.layer(layer - 1), plan.model.layer(layer),
                                       plan.strategies[i - 1], plan.strategies[i]);
                chunk.forward += move.forward;
                chunk.backward += move.backward;
            } else if (layer > 0) {
                chunk.receiveForward = boundaryCost(context, {before, stage}, plan.model.layer(layer - 1),
                                                    plan.model.layer(layer), plan.strategies[i - 1], plan.strategies[i])
                                           .seconds;
                load.chunks[index - 1].receiveBackward = chunk.receiveForward;
            }
        }
    }
    return load;
}

/// Without chunks.
std::vector<EvenStage> stagesOf(const PipelineLoad& load)
{
    std::vector<EvenStage> stages;
    for (std::size_t i = 0; i < load.stages.size(); ++i) {
        const ChunkLoad& chunk = load.chunks[i];
        stages.push_back({chunk.receiveForward, chunk.forward, chunk.receiveBackward, chunk.backward,
                          chunk.weightGradient, load.stages[i].sync, load.stages[i].optimizer});
    }
    return stages;
}

/// GPipe and 1F1B by a simulator of its own, the others by the program's.
Seconds stepTimeByHand(const Plan& plan)
{
    const PipelineLoad load = loadsByHand(plan);
    const bool isSimple = plan.schedule.kind == ScheduleKind::GPipe || plan.schedule.kind == ScheduleKind::OneFOneB;
    return isSimple ? smallSimulation(plan.schedule, stagesOf(load)) : simulate(plan.schedule, load).makespan;
}

/// Returns true if the layer's backward ends before the stage's others begin, and no gathered weights stay.
bool goesFirst(const Plan& plan, int layer)
{
    const bool isWhole =
        !splitsBackward(plan.schedule.kind) && plan.schedule.virtualStages == 1 && plan.schedule.slices == 1;
    const LayerStrategy& strategy = plan.strategies[static_cast<std::size_t>(layer)];
    const bool gathers = strategy.zero == 3 && shardingOf(strategy).weights.shard.size > 1;
    return isWhole && layer + 1 == plan.model.layerCount() && plan.model.runs.back().count == 1 && !gathers &&
           !plan.training.runsReference();
}

Bytes peakByHand(const Plan& plan)
{
    const CostContext context = contextOf(plan);
    Bytes peak = 0;
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        Bytes fixed = plan.cluster.contextBytes;
        Bytes transient = 0;
        Bytes freed = 0;
        std::vector<Bytes> kept;
        for (const int chunk : plan.chunksOf(stage)) {
            kept.push_back(skipsInto(plan, chunk));
            for (int layer = plan.chunk(chunk).firstLayer; layer < plan.chunk(chunk).end(); ++layer) {
                const LayerStrategy& strategy = plan.strategies[static_cast<std::size_t>(layer)];
                const LayerMemory memory = layerCost(context, plan.model.layer(layer), strategy).memory;
                const bool inPlace = plan.training.framework.dropsGradients && plan.schedule.microbatches == 1 &&
                                     plan.schedule.slices == 1 && plan.model.layer(layer).sharedBy <= 1;
                const Bytes staying = inPlace ? std::min(memory.gradients, memory.kept) : 0;
                fixed += memory.weights + memory.optimizer + memory.gradients - staying;
                kept.back() += memory.kept;
                // The last layer frees its kept tensors before the other layers run backward.
                freed = goesFirst(plan, layer) ? memory.kept - staying : 0;
                transient = std::max(transient, memory.transient + freed);
            }
        }
        Bytes most = 0;
        forEachHolding(plan.schedule, plan.pipeline(), stage, [&](const std::vector<int>& counts) {
            most = std::max(most, std::inner_product(counts.begin(), counts.end(), kept.begin(), Bytes{0}));
        });
        peak = std::max(peak, fixed + most + transient - freed);
    }
    return peak;
}

const Pin* pinOn(const SearchRequest& request, int layer)
{
    const Pin* last = nullptr;
    for (const Pin& pin : request.pins) {
        const bool covers = pin.firstLayer <= layer && layer < pin.firstLayer + pin.layerCount;
        last = covers ? &pin : last;
    }
    return last;
}

void checkStrategies(const SearchRequest& request, const MethodSpace& space, const Plan& plan, Faults& faults)
{
    std::vector<LayerStrategy> kept;
    for (const DecisionTree& tree : decisionTrees(request.cluster.devices, space.plans.space)) {
        if (tree.pipeline == plan.pipeline()) {
            kept = keptStrategies(tree);
        }
    }
    for (int layer = 0; layer < plan.model.layerCount(); ++layer) {
        const LayerStrategy& strategy = plan.strategies[static_cast<std::size_t>(layer)];
        const std::string name = shortName(strategy);
        if (const Pin* pin = pinOn(request, layer)) {
            faults.expect(pin->allowed()(strategy), "layer {} is pinned and runs {}", layer, name);
            continue;
        }
        const bool isKept = std::find(kept.begin(), kept.end(), strategy) != kept.end();
        faults.expect(isKept, "layer {} runs {}, which the tree does not keep", layer, name);
        faults.expect(!space.uniform || strategy == plan.strategies.front(), "layer {} runs {}, not as the first one",
                      layer, name);
    }
}

void checkPlan(const SearchRequest& request, const MethodSpace& space, const Plan& plan, const Estimate& claimed,
               Faults& faults)
{
    const Result<void> structure = checkStructure(plan);
    faults.expect(structure.has_value(), "the plan's structure: {}", structure ? "" : structure.error().text());
    if (!structure) {
        return;
    }
    Training training = plan.training;
    training.globalBatch = request.training.globalBatch;
    faults.expect(plan.model == request.model && plan.cluster == request.cluster && training == request.training &&
                      plan.memoryBudget == request.memoryBudget,
                  "the plan is of another model, cluster, training or budget");
    const std::vector<std::int64_t> own{request.training.globalBatch};
    const std::int64_t batch = plan.training.globalBatch;
    faults.expect(isAskedFor(request.batches.empty() ? own : request.batches, batch), "batch {} not asked for", batch);
    faults.expect(isAskedFor(request.pipelines, plan.pipeline()) &&
                      (space.plans.pipeline == 0 || space.plans.pipeline == plan.pipeline()),
                  "{} stages not asked for", plan.pipeline());
    faults.expect(isAskedFor(request.microbatches, plan.schedule.microbatches) &&
                      batch % plan.schedule.microbatches == 0,
                  "{} micro-batches not asked for", plan.schedule.microbatches);
    // On one stage chunks are nothing: 1F1B.
    const bool isOneStage = plan.pipeline() == 1 && usualChunks(space.plans.schedule) > 1;
    faults.expect(plan.schedule.kind == (isOneStage ? ScheduleKind::OneFOneB : space.plans.schedule),
                  "another schedule");
    checkStrategies(request, space, plan, faults);

    const Estimate again = estimate(plan);
    faults.expect(again.legal, "the plan is not legal");
    faults.expect(again.fits, "the plan does not fit: {} of {} bytes", again.peakMemory, again.usableBudget);
    faults.expect(again.stepTime == claimed.stepTime && again.peakMemory == claimed.peakMemory,
                  "the estimate is of another plan");
    faults.expect(again.usableBudget == usableOf(request), "{} usable bytes", again.usableBudget);
    faults.expect(isNear(again.stepTime, stepTimeByHand(plan)), "{} s a step, by hand {}", again.stepTime,
                  stepTimeByHand(plan));
    faults.expect(again.peakMemory == peakByHand(plan), "{} bytes, by hand {}", again.peakMemory, peakByHand(plan));
}

void checkFigures(const SearchResult& result, Faults& faults)
{
    const Certificate& certificate = result.certificate;
    faults.expect(!certificate.scope.empty() && certificate.seconds >= 0, "no scope or no time");
    faults.expect(certificate.skipped >= 0 && certificate.skipped <= certificate.tasks, "{} of {} tasks skipped",
                  certificate.skipped, certificate.tasks);
    if (!result.plan) {
        faults.expect(certificate.status == Status::Infeasible || certificate.status == Status::Stopped,
                      "no plan, and the status is {}", name(certificate.status));
        faults.expect(std::isinf(certificate.gap), "no plan, and a gap of {}", certificate.gap);
        faults.expect(result.infeasibility.has_value() == (certificate.status == Status::Infeasible),
                      "a reason for no plan goes with status infeasible");
        return;
    }
    const Seconds found = result.estimate->stepTime;
    faults.expect(!result.infeasibility && certificate.status != Status::Infeasible, "a plan, yet infeasible");
    faults.expect(certificate.lowerBound <= found, "bound {} above the plan's {}", certificate.lowerBound, found);
    const double gap = (found - certificate.lowerBound) / found;
    faults.expect(std::abs(certificate.gap - gap) <= noGap, "a gap of {}, by hand {}", certificate.gap, gap);
    faults.expect((certificate.status == Status::Optimal) <= (certificate.gap == 0), "optimal with a gap of {}",
                  certificate.gap);
    faults.expect((certificate.status == Status::Gap) <= (certificate.gap > 0), "status gap without one");
    faults.expect(certificate.status == Status::Stopped || certificate.lowerBound > 0, "no bound");
    faults.expect(!result.incumbents.empty() && isNear(result.incumbents.back().stepTime, found) &&
                      result.incumbents.back().batch == result.plan->training.globalBatch,
                  "the last incumbent is not the plan");
}

void checkInfeasibility(const SearchRequest& request, const Infeasibility& why, Faults& faults)
{
    faults.expect(!why.reason.empty(), "no reason");
    if (why.batch == 0) {
        faults.expect(why.shortBy == 0 && why.smallestBudget == 0, "figures though no plan is legal");
        return;
    }
    faults.expect(why.shortBy > 0, "short by {} bytes", why.shortBy);
    faults.expect(why.stage >= 0 && why.stage < why.pipeline, "stage {} of {}", why.stage, why.pipeline);
    if (why.smallestBudget == 0) {
        // More than any budget that can be asked for.
        faults.expect(budgetFor(usableOf(request) + why.shortBy, request.cluster) > largestMemory,
                      "no smallest budget, though {} bytes more would do", why.shortBy);
        return;
    }
    const Bytes usable = usableBudget(why.smallestBudget, request.cluster);
    faults.expect(usable - usableOf(request) == why.shortBy, "short by {}, yet {} more would do", why.shortBy,
                  usable - usableOf(request));
    faults.expect(usableBudget(why.smallestBudget - 1, request.cluster) < usable, "one byte less is as good");
}

/// Of chunks, what is in flight when they hold most depends on the plan: what is said to be needed is enough, and may
/// be more than the least.
bool provesNeed(const MethodSpace& space)
{
    return space.leastNeed && usualChunks(space.plans.schedule) == 1;
}

void compareWithEvery(const SearchRequest& request, const MethodSpace& space, const SearchResult& result,
                      Faults& faults)
{
    const std::optional<FastestPlan> best = fastestPlan(request, space.plans, usableOf(request));
    if (!result.plan) {
        const bool mayMiss = !provesNeed(space) || result.certificate.status == Status::Stopped;
        faults.expect(!best || mayMiss, "a plan of {} s was not found", best ? best->stepTime : 0);
        return;
    }
    faults.expect(best.has_value(), "a plan where there is none");
    if (!best) {
        return;
    }
    const double batch = static_cast<double>(result.plan->training.globalBatch);
    const Seconds found = result.estimate->stepTime / batch;
    const Seconds bound = result.certificate.lowerBound / batch;
    faults.expect(best->perSample() <= found * (1 + tolerance), "{} s a sample beats the best of all, {}", found,
                  best->perSample());
    faults.expect(bound <= best->perSample() * (1 + tolerance), "bound of {} s a sample, and a plan of {}", bound,
                  best->perSample());
    faults.expect(result.certificate.status != Status::Optimal || std::abs(found / best->perSample() - 1) <= noGap,
                  "said to be optimal: {} s a sample against {}", found, best->perSample());
}

void compareNeed(const SearchRequest& request, const MethodSpace& space, const Infeasibility& why, Faults& faults)
{
    const std::optional<LeastMemory> least = leastMemory(request, space.plans);
    if (!least) {
        faults.expect(why.batch == 0, "figures though no plan is legal");
        return;
    }
    const Bytes shortBy = least->bytes - usableOf(request);
    if (!provesNeed(space)) {
        faults.expect(why.batch == 0 || why.shortBy >= shortBy, "short by {}, every plan by {}", why.shortBy, shortBy);
        return;
    }
    faults.expect(why.shortBy == shortBy, "short by {}, the best of all plans by {}", why.shortBy, shortBy);
    faults.expect(least->places.contains({why.batch, why.pipeline, why.microbatches, why.stage}),
                  "no plan of least memory with batch {}, {} stages and {} micro-batches is fullest at stage {}",
                  why.batch, why.pipeline, why.microbatches, why.stage);
}

}  // namespace

namespace {

MethodSpace spaceOfMethod(const SearchRequest& request)
{
    MethodSpace own{{request.space, request.schedule.kind, 0}, false, false, true};
    switch (request.method) {
    case Method::Joint:
        own.exact = true;
        return own;
    case Method::Annealing:
    case Method::RandomRestart:
    case Method::AutoMap:
    case Method::Ensemble:
    case Method::Robust:
    case Method::Bmw:
    case Method::BmwMemory:
    case Method::Base:
        return own;
    case Method::BmwTime:
        own.leastNeed = false;
        return own;
    case Method::Galvatron:
        own.plans.space.ckpt = false;
        own.leastNeed = false;
        return own;
    case Method::Dp:
        return uniform("dp");
    case Method::Tp:
        return uniform("tp");
    case Method::Sdp:
    case Method::Zero3:
        return uniform("sdp");
    case Method::Zero1:
        return uniform("zero1");
    case Method::Zero2:
        return uniform("zero2");
    case Method::DpTp:
        // One stage, so that there is one cut.
        return {{only("dp,tp"), ScheduleKind::OneFOneB, 0}, false, true, true};
    case Method::DpPp:
        return {{only("dp,pp"), ScheduleKind::OneFOneB, 0}, false, false, false};
    case Method::ThreeD:
        return uniform("dp,tp,pp");
    case Method::Alpa:
        return {{only("dp,sdp,tp,pp"), ScheduleKind::OneFOneB, 0}, false, false, false};
    case Method::Pp:
        own = uniform("pp");
        own.plans.pipeline = request.cluster.devices;
        return own;
    }
    return own;
}

}  // namespace

MethodSpace spaceOf(const SearchRequest& request)
{
    MethodSpace own = spaceOfMethod(request);
    const bool prescribed = request.method == Method::Galvatron || request.method == Method::Pp;
    own.plans.schedule = prescribed ? ScheduleKind::GPipe : request.schedule.kind;
    return own;
}

std::string faultsOf(const SearchRequest& request, const SearchResult& result)
{
    Faults faults;
    if (result.plan) {
        checkPlan(request, spaceOf(request), *result.plan, *result.estimate, faults);
    }
    checkFigures(result, faults);
    if (result.infeasibility) {
        checkInfeasibility(request, *result.infeasibility, faults);
    }
    return faults.lines();
}

std::string faultsAgainstEveryPlan(const SearchRequest& request, const SearchResult& result)
{
    Faults faults;
    const MethodSpace space = spaceOf(request);
    compareWithEvery(request, space, result, faults);
    if (result.infeasibility) {
        compareNeed(request, space, *result.infeasibility, faults);
    }
    return faultsOf(request, result) + faults.lines();
}

std::string requestText(const SearchRequest& request)
{
    Json pins = Json::array();
    for (const Pin& pin : request.pins) {
        pins.push_back({{"first_layer", pin.firstLayer},
                        {"layer_count", pin.layerCount},
                        {"strategy", pin.pattern ? shortName(*pin.pattern) : shortName(pin.strategy)}});
    }
    Json json{{"method", info(request.method).name},
              {"schedule", toString(request.schedule)},
              {"space", toString(request.space)},
              {"takeaway3", request.space.takeaway3},
              {"any_divisor", request.space.anyDivisor},
              {"memory_budget", request.memoryBudget},
              {"batches", request.batches},
              {"microbatches", request.microbatches},
              {"pipelines", request.pipelines},
              {"pins", pins},
              {"training", toJson(request.training)},
              {"model", toJson(request.model)},
              {"cluster", toJson(request.cluster)}};
    return json.dump();
}

}  // namespace pgram::test
