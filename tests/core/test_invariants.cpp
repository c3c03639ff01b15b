// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What holds for every plan, over 1,000 random legal ones, 10,000 in the deep tier: each byte of traffic is between two
// devices and counted once, on the class of links between these, an estimate worked out anew, from an earlier one or
// from the plan's file is the same bit for bit, and a stage's memory is the peak of its simulated curve.
#include "core/base/json.h"
#include "core/model/run_fields.h"
#include "core/plan/compare.h"
#include "core/plan/estimate.h"
#include "core/plan/estimate_json.h"
#include "core/plan/out_of_core.h"
#include "core/plan/plan_json.h"
#include "core/plan/step_parts.h"
#include "core/plan/volumes.h"
#include "core/presets/preset_store.h"
#include "core/search/pipeline/sampled_plan.h"
#include "core/search/stage/pooled_bound.h"
#include "core/search/stage/stage_memory.h"
#include "core/search/task/pins.h"
#include "core/search/task/task.h"
#include "tests/core/random_plan.h"
#include "tests/core/same_estimate.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace pgram;
using test::RandomPlans;

namespace {

bool close(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)) + 1e-6;
}

struct StageTraffic {
    Volume everyRank = 0;  ///< sent by each rank of the stage: charges and boundaries
    Volume unevenly = 0;   ///< sent by its ranks together: re-layouts, and what goes up and down trees
};

/// The class of the narrowest island of links that holds both devices.
int linkOf(const Cluster& cluster, int a, int b)
{
    int link = 0;
    while (a / cluster.links[static_cast<std::size_t>(link)].span !=
           b / cluster.links[static_cast<std::size_t>(link)].span) {
        ++link;
    }
    return link;
}

/// What a stage must send by its layers' charges alone.
StageTraffic expectedTraffic(const Plan& plan, const Estimate& estimate, int stage)
{
    StageTraffic traffic;
    const double m = plan.schedule.microbatches;
    for (const int layer : plan.layersOf(stage)) {
        const LayerEstimate& figures = estimate.layers[static_cast<std::size_t>(layer)];
        for (const Charge& charge : figures.cost.charges) {
            const bool isAtHome = charge.kind == TrafficKind::TiedEmbedding && stage == 0;
            if (charge.kind == TrafficKind::HostTransfer || isAtHome) {
                continue;  // What goes to the host goes to no rank, nor does a table to its own.
            }
            const Volume sent = charge.times * charge.bytesPerRank;
            const bool even = charge.route != Route::Tree || charge.kind == TrafficKind::TiedEmbedding;
            (even ? traffic.everyRank : traffic.unevenly) += even ? sent : sent * plan.stageDevices();
        }
        traffic.unevenly += m * (figures.transformation.forwardBytes + figures.transformation.backwardBytes);
    }
    // Over each boundary of a chunk with one of another stage come activations or gradients, gathered there if they
    // were sent in shares.
    const CostContext context = contextOf(plan);
    for (const int chunk : plan.chunksOf(stage)) {
        for (const int behind : {chunk, chunk + 1}) {
            const bool isBoundary = behind > 0 && behind < static_cast<int>(plan.chunks.size());
            if (isBoundary && plan.stageOfChunk(behind - 1) != plan.stageOfChunk(behind)) {
                const BoundaryCost boundary = chunkBoundary(context, plan, behind);
                traffic.everyRank += m * (boundary.bytesPerRank + boundary.gatheredBytesPerRank);
            }
        }
    }
    // The first stage answers for the table that it shares with another: that of the head, or of a prediction layer.
    for (int other = 1; stage == 0 && other < plan.pipeline(); ++other) {
        for (const int layer : plan.layersOf(other)) {
            for (const Charge& charge : estimate.layers[static_cast<std::size_t>(layer)].cost.charges) {
                const bool answers = charge.kind == TrafficKind::TiedEmbedding;
                traffic.everyRank += answers ? charge.times * charge.bytesPerRank : 0;
            }
        }
    }
    return traffic;
}

/// One random change of the kind that the window's commands make. The result may be illegal, never unsound.
Plan edited(RandomPlans& random, Plan plan)
{
    const int layers = plan.model.layerCount();
    const int layer = random.draw(0, layers - 1);
    switch (random.draw(0, 7)) {
    case 0:
        plan.strategies[static_cast<std::size_t>(layer)] = random.oneOf(plan.strategies);
        break;
    case 1:
        if (const std::optional<LayerStrategy> other = random.strategyFor(plan, layer)) {
            plan.strategies[static_cast<std::size_t>(layer)] = *other;
        }
        break;
    case 2:
        plan.chunks = chunksFromSizes(random.stageSizes(layers, static_cast<int>(plan.chunks.size())));
        break;
    case 3:
        plan.schedule.microbatches *= 2;
        break;
    case 4:
        plan.memoryBudget = random.draw(1, 100) * GiB;
        break;
    case 5:
        plan.training.globalBatch *= 2;
        break;
    case 6:
        plan.schedule.kind = plan.schedule.kind == ScheduleKind::GPipe ? ScheduleKind::OneFOneB : ScheduleKind::GPipe;
        plan.schedule.virtualStages = 1;
        break;
    default:
        plan.cluster.links.empty() ? plan.cluster.contextBytes *= 2 : plan.cluster.links.back().bandwidth *= 2;
    }
    return plan;
}

}  // namespace

class TestInvariants : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const PresetStore presets(presetsFolder());
        // Whether every preset can be read is another test's question.
        for (const PresetEntry& entry : presets.models()) {
            if (const Result<Architecture> model = presets.model(entry.name)) {
                m_models.push_back(*model);
            }
        }
        for (const PresetEntry& entry : presets.clusters()) {
            const Result<Cluster> cluster = presets.cluster(entry.name);
            if (cluster && cluster->devices <= 64 && !cluster->isMixed()) {
                m_clusters.push_back(*cluster);
            }
        }
        QVERIFY(m_models.size() >= 30);
    }

    void init() { m_plans = RandomPlans(20260102); }

    void randomPlansAreLegal()
    {
        std::set<std::pair<LayerKind, int>> seen;
        const std::size_t all = 4 * layerKinds().size();
        constexpr int most = 60'000;  // some pairs are rare
        for (int i = 0; i < std::max(m_drawn, 5000) || (seen.size() < all && i < most); ++i) {
            const Plan plan = drawPlan();
            QVERIFY(checkStructure(plan).has_value());
            QVERIFY(estimate(plan).legal);
            for (int layer = 0; layer < plan.model.layerCount(); ++layer) {
                seen.insert({plan.model.layer(layer).kind, plan.strategies[static_cast<std::size_t>(layer)].zero});
            }
        }
        // Every kind of layer under every kind of data parallelism, or the rest proves little.
        QCOMPARE(seen.size(), all);
    }

    void trafficIsTheSumOfTheVolumes()
    {
        for (int i = 0; i < m_drawn; ++i) {
            const Plan plan = drawPlan();
            const Estimate figures = estimate(plan);
            std::vector<Volume> sent(static_cast<std::size_t>(plan.cluster.devices), 0);
            Volume moved = 0;
            std::map<int, Volume> overLink;
            std::set<std::pair<int, int>> pairs;
            for (const TrafficFlow& flow : trafficMatrix(plan, figures)) {
                QVERIFY(flow.from != flow.to && flow.bytes > 0);
                QVERIFY(flow.from >= 0 && flow.from < plan.cluster.devices);
                QVERIFY(flow.to >= 0 && flow.to < plan.cluster.devices);
                QVERIFY(pairs.insert({flow.from, flow.to}).second);
                sent[static_cast<std::size_t>(flow.from)] += flow.bytes;
                moved += flow.bytes;
                overLink[linkOf(plan.cluster, flow.from, flow.to)] += flow.bytes;
            }
            Volume volumes = 0;
            for (const VolumeRow& row : figures.volumes) {
                volumes += row.kind == TrafficKind::HostTransfer ? 0 : row.bytes;
                overLink[row.link] -= row.kind == TrafficKind::HostTransfer ? 0 : row.bytes;
            }
            for (const auto& [link, rest] : overLink) {
                QVERIFY2(std::abs(rest) <= 1e-9 * moved, qPrintable(QString("%1: link %2").arg(i).arg(link)));
            }
            QVERIFY2(close(moved, volumes), qPrintable(QString("%1: %2, %3").arg(i).arg(moved).arg(volumes)));
            checkSenders(plan, figures, sent);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
    }

    void memoryIsThePeakOfTheCurve()
    {
        for (int i = 0; i < m_drawn; ++i) {
            const Plan plan = drawPlan();
            const Estimate figures = estimate(plan);
            Bytes worst = 0;
            for (std::size_t stage = 0; stage < figures.stages.size(); ++stage) {
                const StageTrack& track = figures.timeline->stages[stage];
                const Bytes peak = std::ranges::max(track.memory, {}, &MemoryPoint::bytes).bytes;
                // Chunks may differ in what a backward needs: the most of any is counted at the peak of what they keep.
                const Bytes counted = figures.stages[stage].memory.total();
                const Bytes backward = figures.stages[stage].memory.transient;
                const bool hasChunks = plan.schedule.virtualStages > 1;
                QVERIFY(hasChunks ? counted >= peak && counted - backward <= peak : counted == peak);
                worst = std::max(worst, counted);
                QVERIFY(hasChunks ? figures.stages[stage].inFlight <= track.peakInFlight
                                  : figures.stages[stage].inFlight == track.peakInFlight);
            }
            QCOMPARE(figures.peakMemory, worst);
            QCOMPARE(figures.fits, worst <= figures.usableBudget);
        }
    }

    /// The search sees a plan as the estimate does: the same sum of the paper under every schedule, a bound of the
    /// simulated step where its objective is one, the same bytes of each stage.
    void theSearchScoresAPlanAsItsEstimate()
    {
        std::map<std::pair<ScheduleKind, bool>, int> seen;  // by kind, and whether there are several stages
        for (int i = 0; i < m_drawn; ++i) {
            const Plan plan = drawPlan();
            const Estimate figures = estimate(plan);
            ++seen[{plan.schedule.kind, plan.pipeline() > 1}];
            std::vector<int> sizes;
            std::ranges::transform(plan.chunks, std::back_inserter(sizes), &Chunk::layerCount);
            const Seconds paper = scoreOf(taskOf(plan, StepRule::Paper), sizes);
            const bool isAlike = plan.schedule.virtualStages == 1 || plan.pipeline() == 1;
            const bool waits = leavesToHost(plan);  // of which the search knows nothing
            // Chunks are taken to receive the least, whatever the strategies at their ends.
            QVERIFY(isAlike && !waits ? close(paper, figures.paperStepTime)
                                      : paper <= figures.paperStepTime * (1 + 1e-12));
            const Task simulated = taskOf(plan, StepRule::Simulated);
            QVERIFY(!simulated.objective.isBound() || scoreOf(simulated, sizes) <= figures.stepTime * (1 + 1e-12));
            QVERIFY(lowerBound(simulated) <= figures.stepTime * (1 + 1e-12));
            if (plan.schedule.virtualStages > 1 && plan.pipeline() == 1) {
                continue;  // Searched as 1F1B, which keeps less.
            }
            StageMemory memory(simulated);
            const Bytes fullest = fullestStage(simulated, memory, sizes).bytes;
            // The tables count a backward that reads all of a layer on the host at once.
            QVERIFY(waits || (isAlike ? fullest == figures.peakMemory : fullest <= figures.peakMemory));
        }
        for (const auto& [what, count] : seen) {
            QVERIFY(count > 20);
        }
        QCOMPARE(seen.size(), std::size_t{18});
    }

    /// The range of the whole step is the step; neighbouring ranges sum to the range of both.
    void checkRanges(const Plan& plan, const Estimate& figures, const StepParts& step)
    {
        const StepUse use(plan, figures);
        const Seconds end = figures.timeline->makespan;
        const auto isClose = [&](Seconds a, Seconds b) { return std::abs(a - b) <= 1e-9 * end; };
        const StepRange all = use.between(0, end);
        QVERIFY(isClose(all.parts.compute, step.compute) && isClose(all.parts.recompute, step.recompute));
        QVERIFY(isClose(all.parts.communication, step.communication) && isClose(all.parts.bubble, step.bubble));
        double sent = 0;
        double counted = 0;
        for (const auto& [pair, bytes] : all.bytes) {
            sent += bytes;
            QVERIFY(pair.from == pair.to || plan.pipeline() > 1);
        }
        for (const VolumeRow& row : figures.volumes) {
            counted += row.bytes;
        }
        QVERIFY(std::abs(sent - counted) <= 1e-9 * counted);

        const Seconds middle = end * 0.37;
        const StepRange before = use.between(0, middle);
        const StepRange after = use.between(middle, end);
        QVERIFY(isClose(before.parts.total(), middle));
        QVERIFY(isClose(before.parts.compute + after.parts.compute, all.parts.compute));
        QVERIFY(isClose(before.parts.bubble + after.parts.bubble, all.parts.bubble));
        for (const auto& [link, time] : all.transfers) {
            const auto of = [link = link](const StepRange& range) {
                const auto found = range.transfers.find(link);
                return found == range.transfers.end() ? TransferTime{} : found->second;
            };
            QVERIFY(isClose(of(before).exposed + of(after).exposed, time.exposed));
            QVERIFY(isClose(of(before).hidden + of(after).hidden, time.hidden));
        }
        const StepRange none = use.between(middle, middle);
        QCOMPARE(none.parts.total(), 0.0);
    }

    /// One step time, whoever asks: the timeline's end, the rates, the parts of the step, the comparison, the JSON.
    void everyFigureIsOfTheSimulatedStep()
    {
        int piped = 0;
        for (int i = 0; i < m_drawn; ++i) {
            const Plan plan = drawPlan();
            const Estimate figures = estimate(plan);
            if (figures.timeline->stages.empty()) {
                continue;
            }
            piped += plan.pipeline() > 1 ? 1 : 0;
            const Seconds step = figures.timeline->makespan;
            QCOMPARE(figures.stepTime, step);
            QCOMPARE(stepAndMemory(plan).step, step);
            QCOMPARE(stepAndMemory(plan).memory, figures.peakMemory);
            const double batch = static_cast<double>(plan.training.globalBatch);
            QVERIFY(close(figures.throughput * step, batch));
            const StepParts parts = stepParts(plan, figures);
            QVERIFY(close(parts.total(), step));
            // What rounding leaves of a part that is nothing is nothing, and never less.
            QVERIFY(parts.bubble == 0 || std::abs(parts.bubble) > 1e-13 * step);
            QVERIFY(plan.pipeline() > 1 || parts.bubble >= 0);
            checkRanges(plan, figures, parts);
            QCOMPARE(estimateToJson(plan, figures)["step_time_s"].get<double>(), step);
            QCOMPARE(compare(plan, figures, plan, figures).figures.at(1).after, step);
        }
        QVERIFY(piped > 50);
    }

    void anEditedPlanIsEstimatedAlikeFromItsPast()
    {
        for (int i = 0; i < m_drawn; ++i) {
            const Plan before = drawPlan();
            const Estimate known = estimate(before);
            const Plan after = edited(m_plans, before);
            if (!checkStructure(after)) {
                continue;
            }
            const std::string where = test::difference(estimate(after, before, known), estimate(after));
            QVERIFY2(where.empty(), where.c_str());
        }
    }

    void aReloadedPlanIsEstimatedAlike()
    {
        for (int i = 0; i < m_drawn; ++i) {
            const Plan saved = drawPlan();
            const Result<Plan> loaded = planFromJson(planToJson(saved), "plan.json");
            QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().text().c_str());
            QVERIFY(*loaded == saved);
            const std::string where = test::difference(estimate(*loaded), estimate(saved));
            QVERIFY2(where.empty(), where.c_str());
        }
    }

private:
    /// Of a drawn model on a drawn cluster, or one or both of them shipped.
    Plan drawPlan()
    {
        if (m_plans.chance(0.8)) {
            return m_plans.plan();
        }
        const bool shipped = !m_clusters.empty() && m_plans.chance(0.5);
        return m_plans.planOf(m_plans.oneOf(m_models), shipped ? m_plans.oneOf(m_clusters) : m_plans.cluster());
    }

    /// The task whose only plan on these stages this is: every layer is pinned.
    static Task taskOf(const Plan& plan, StepRule rule)
    {
        std::vector<Pin> pins;
        for (int layer = 0; layer < plan.model.layerCount(); ++layer) {
            pins.push_back({layer, 1, plan.strategies[static_cast<std::size_t>(layer)]});
        }
        const PinnedModel pinned = *splitAtPins(plan.model, pins);
        const TaskSource source{&pinned.model, &plan.cluster, plan.training, {plan.schedule}, rule, pinned.ofRun};
        const TaskKey key{plan.training.globalBatch, plan.pipeline(), plan.schedule.microbatches, 0};
        return makeTask(source, {key, makeStrategySet({}, plan.training.framework, plan.strategies)}).value();
    }

    /// The objective of the task's only plan on the cut.
    static Seconds scoreOf(const Task& task, const std::vector<int>& sizes)
    {
        const auto strategiesOf = [](const Task& of) {
            std::vector<int> strategies;
            for (int layer = 0; layer < of.layers(); ++layer) {
                strategies.push_back(of.of(layer).front().strategy);
            }
            return strategies;
        };
        if (task.key.pipeline == 1) {
            return objectiveOf(task, {task.layers()}, strategiesOf(task));
        }
        if (!task.hasChunks()) {
            return objectiveOf(task, sizes, strategiesOf(task));
        }
        SampleScorer scorer(task, task.budget);
        SampledPlan plan;
        for (const int size : sizes) {
            plan.ends.push_back(size + (plan.ends.empty() ? 0 : plan.ends.back()));
        }
        for (int layer = 0; layer < task.layers(); ++layer) {
            plan.choice.push_back(&task.of(layer).front());
        }
        scorer.sum(plan);
        return scorer.objective(plan);
    }

    /// Row sums: every rank of a stage sends its charges, and re-layouts come on top.
    static void checkSenders(const Plan& plan, const Estimate& figures, const std::vector<Volume>& sent)
    {
        const int ranks = plan.stageDevices();
        for (int stage = 0; stage < plan.pipeline(); ++stage) {
            const StageTraffic expected = expectedTraffic(plan, figures, stage);
            Volume together = 0;
            for (int rank = stage * ranks; rank < (stage + 1) * ranks; ++rank) {
                const Volume ofRank = sent[static_cast<std::size_t>(rank)];
                QVERIFY(ofRank >= expected.everyRank || close(ofRank, expected.everyRank));
                together += ofRank;
            }
            QVERIFY(close(together, ranks * expected.everyRank + expected.unevenly));
        }
    }

    int m_drawn = test::casesOf(1000, 10'000);
    RandomPlans m_plans{0};
    std::vector<Architecture> m_models;
    std::vector<Cluster> m_clusters;
};

PGRAM_TEST(TestInvariants)
#include "test_invariants.moc"
