// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Clusters whose devices differ: what stages on them cost, and plans for them, against every plan of small problems.
// PARALLELOGRAM_PROBLEMS=COUNT tries so many.
#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/cluster/cluster_sizes.h"
#include "core/cost/relayout.h"
#include "core/plan/plan_json.h"
#include "core/plan/volumes.h"
#include "tests/core/mixed_clusters.h"
#include "tests/core/same_estimate.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/small_request.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/schema_check.h"

#include <numeric>
#include <random>

using namespace pgram;

namespace {

/// Halves and quarters of one kind, said twice.
Cluster equalKinds(Cluster cluster)
{
    const int quarter = cluster.devices / 4;
    cluster.kinds = {{"one", quarter, {}, {}},
                     {"same", quarter, cluster.device, {}},
                     {"again", cluster.devices - 2 * quarter, {}, cluster.links}};
    return cluster;
}

Plan withCluster(Plan plan, const Cluster& cluster)
{
    plan.cluster = cluster;
    return plan;
}

SearchRequest randomMixed(unsigned seed)
{
    std::mt19937 random(seed);
    const auto oneOf = [&random](auto... values) {
        const std::array all{values...};
        return all[random() % all.size()];
    };
    SearchRequest request;
    request.model.name = "mixed";
    request.model.sequenceLength = 64;
    request.model.runs = {test::block(LayerKind::Decoder, "narrow", oneOf(1, 2), 64)};
    request.model.runs.push_back(test::block(LayerKind::Decoder, "wide", 1, 64));
    request.model.runs.back().ffn = oneOf(512, 2048);
    if (random() % 3 == 0) {
        request.model.runs.push_back(test::table(LayerKind::Head, "head", 64, 512));
    }
    request.cluster = test::smallCluster(oneOf(2, 4, 4));
    Cluster& cluster = request.cluster;
    if (random() % 2 == 0) {
        cluster.links = {{"all", cluster.devices, 2e9, {0.8, {}}, 1e-6}};
    }
    cluster = test::twoKinds(cluster, oneOf(0.3, 0.5, 0.8, 2.0), oneOf(0.5, 1.0, 1.5));
    if (cluster.devices == 4 && random() % 3 == 0) {
        cluster.kinds = {cluster.kinds[0], cluster.kinds[1], cluster.kinds[0]};
        cluster.kinds[0].devices = cluster.kinds[2].devices = 1;
    }
    if (random() % 3 == 0) {
        cluster.kinds[1].links = {cluster.links.front()};
        cluster.kinds[1].links.front().bandwidth /= 8;
    }
    if (random() % 3 == 0) {
        cluster.slow.push_back({oneOf(0, 1), 1, oneOf(0.5, 0.7)});
    }
    request.training.globalBatch = oneOf(2, 4, 8);
    request.schedule.kind = random() % 3 == 0 ? ScheduleKind::GPipe : ScheduleKind::OneFOneB;
    request.space.sdp = random() % 2 == 0;
    request.space.ckpt = random() % 3 == 0;
    request.microbatches = {1, oneOf(2, 4)};
    request.method = Method::Joint;
    request.threads = 1;
    return request;
}

struct BestOfAll {
    Seconds step = infinity;
    Bytes least = std::numeric_limits<Bytes>::max();  ///< of the fullest device beyond what it may use
};

BestOfAll bestOfAll(const SearchRequest& request)
{
    BestOfAll best;
    test::eachPlan(request, [&best](const Plan& plan) {
        const Estimate figures = estimate(plan);
        if (!figures.legal) {
            return;
        }
        Bytes beyond = std::numeric_limits<Bytes>::min();
        for (const StageEstimate& stage : figures.stages) {
            beyond = std::max(beyond, stage.memory.total() - stage.usable);
        }
        best.least = std::min(best.least, beyond);
        best.step = figures.fits ? std::min(best.step, figures.stepTime) : best.step;
    });
    return best;
}

int layersOn(const Plan& plan, int block)
{
    return static_cast<int>(plan.layersOf(plan.stageAtBlock(block)).size());
}

}  // namespace

class TestMixed : public QObject {
    Q_OBJECT

private slots:
    /// The plain search starts from uniform plans, a search over orders of kinds does not.
    void equalKindsOfAPresetAreAPlainCluster()
    {
        SearchRequest request;
        request.model = loaded(shippedPresets().model("swin-t"));
        request.cluster = loaded(shippedPresets().cluster("dgx-a100"));
        request.training.globalBatch = 64;
        request.training.precision = Precision::Fp32;
        request.training.tuning = {TuningMethod::Lora, 16, AdapterTargets::Linear};
        request.memoryBudget = 6 * GiB;
        request.schedule.kind = ScheduleKind::ZbH1;
        request.method = Method::Joint;
        request.threads = 1;
        SearchRequest mixed = request;
        mixed.cluster = equalKinds(request.cluster);
        const SearchResult plain = test::foundOrNone(request);
        const SearchResult same = test::foundOrNone(mixed);
        QVERIFY(plain.plan && same.plan);
        QVERIFY(static_cast<const PlanChoice&>(*same.plan) == *plain.plan);
        QCOMPARE(same.estimate->stepTime, plain.estimate->stepTime);
        QCOMPARE(same.certificate.lowerBound, plain.certificate.lowerBound);
    }

    void equalKindsAreAPlainCluster_data()
    {
        QTest::addColumn<Method>("method");
        for (const Method method : {Method::Joint, Method::Bmw, Method::Base, Method::Galvatron, Method::Dp,
                                    Method::DpPp, Method::Zero3, Method::RandomRestart}) {
            QTest::newRow(info(method).name) << method;
        }
    }
    void equalKindsAreAPlainCluster()
    {
        QFETCH(Method, method);
        SearchRequest request = test::smallRequest(8, 5);
        request.method = method;
        request.samples = 2000;
        request.schedules = {{ScheduleKind::OneFOneB, 1, 1}, {ScheduleKind::Interleaved, 1, 2}};
        for (const Bytes memory : {64 * MiB, 24 * MiB}) {
            request.memoryBudget = memory;
            SearchRequest mixed = request;
            mixed.cluster = equalKinds(request.cluster);
            QVERIFY(!devicesDiffer(mixed.cluster));
            const SearchResult plain = test::foundOrNone(request);
            const SearchResult same = test::foundOrNone(mixed);
            QCOMPARE(same.plan.has_value(), plain.plan.has_value());
            if (!plain.plan) {
                QCOMPARE(same.infeasibility->shortBy, plain.infeasibility->shortBy);
                continue;
            }
            QVERIFY(same.plan->chunks == plain.plan->chunks && same.plan->strategies == plain.plan->strategies &&
                    same.plan->schedule == plain.plan->schedule && same.plan->stageBlocks.empty());
            QVERIFY(same.estimate->stepTime == plain.estimate->stepTime);
            QVERIFY(test::fields(*same.estimate) == test::fields(*plain.estimate));
            QVERIFY(
                std::ranges::equal(same.estimate->layers, plain.estimate->layers,
                                   [](const LayerEstimate& a, const LayerEstimate& b) { return test::same(a, b); }));
            QVERIFY(same.certificate.status == plain.certificate.status);
        }
    }

    void stageCostsWhatItsKindCosts()
    {
        const SearchRequest request = test::smallRequest(8, 6);
        const Plan plain = *test::foundOrNone([&] {
                                SearchRequest four = request;
                                four.pipelines = {4};
                                return four;
                            }())
                                .plan;
        Cluster mixed = test::twoKinds(plain.cluster, 0.5, 0.5);
        mixed.kinds[1].links = {plain.cluster.links.front(), plain.cluster.links.back()};
        mixed.kinds[1].links[1].bandwidth /= 4;
        Cluster slow = plain.cluster;
        slow.device = *mixed.kinds[1].device;
        slow.links[1].bandwidth /= 4;
        Plan plan = withCluster(plain, mixed);
        plan.stageBlocks = {0, 2, 1, 3};
        const Estimate figures = estimate(plan);
        const Estimate fast = estimate(plain);
        const Estimate ofSlow = estimate(withCluster(plain, slow));
        for (int stage = 0; stage < 4; ++stage) {
            const Estimate& own = plan.blockOf(stage) < 2 ? fast : ofSlow;
            for (const int layer : plan.layersOf(stage)) {
                const auto i = static_cast<std::size_t>(layer);
                QCOMPARE(figures.layers[i].cost.forward, own.layers[i].cost.forward);
                QCOMPARE(figures.layers[i].cost.sync, own.layers[i].cost.sync);
                QVERIFY(figures.layers[i].cost.memory == own.layers[i].cost.memory);
            }
            QCOMPARE(figures.stages[static_cast<std::size_t>(stage)].usable,
                     plan.blockOf(stage) < 2 ? 64 * MiB : 32 * MiB);
        }
        // Kinds alternate, so that every boundary is as slow as the slower side's links.
        QCOMPARE(chunkBoundary(contextOf(plan), plan, 1).link, 1);
        Plan inOrder = withCluster(plain, slow);
        inOrder.stageBlocks = plan.stageBlocks;
        for (int chunk = 1; chunk < 4; ++chunk) {
            QCOMPARE(chunkBoundary(contextOf(plan), plan, chunk).seconds,
                     chunkBoundary(contextOf(inOrder), inOrder, chunk).seconds);
        }
        // Bytes go between the devices that have them.
        Volume sum = 0;
        for (const TrafficFlow& flow : trafficMatrix(plan, figures)) {
            sum += flow.bytes;
        }
        Volume rows = 0;
        for (const VolumeRow& row : figures.volumes) {
            rows += row.link == mixed.hostLink() ? 0 : row.bytes;
        }
        QVERIFY(std::abs(sum - rows) <= 1e-9 * rows);
    }

    void stageOnTwoKindsRunsAtTheLeast()
    {
        SearchRequest request = test::smallRequest(8, 3);
        request.pipelines = {1};
        const Plan plain = *test::foundOrNone(request).plan;
        const Cluster mixed = test::twoKinds(plain.cluster, 0.5, 0.5);
        Cluster slow = plain.cluster;
        slow.device = *mixed.kinds[1].device;
        QCOMPARE(estimate(withCluster(plain, mixed)).stepTime, estimate(withCluster(plain, slow)).stepTime);
        QCOMPARE(estimate(withCluster(plain, mixed)).usableBudget, 64 * MiB);
        QCOMPARE(estimate(withCluster(plain, mixed)).stages[0].usable, 32 * MiB);
    }

    /// A budget of which the reserve leaves nothing is not taken for all memory.
    void leastBudgetFitsNothing()
    {
        SearchRequest request = test::smallRequest(2, 2);
        request.cluster.slow = {{0, 1, 0.5}};
        request.cluster.reserve.value = 0.07;
        request.method = Method::Zero3;
        QVERIFY(search(request)->plan);
        request.memoryBudget = 1;
        const Result<SearchResult> result = search(request);
        QVERIFY2(result, result ? "" : result.error().text().c_str());
        QVERIFY(!result->plan && result->infeasibility->shortBy > 0);
    }

    void slowDeviceSlowsComputeAlone()
    {
        SearchRequest request = test::smallRequest(4, 4);
        request.pipelines = {4};
        const Plan plain = *test::foundOrNone(request).plan;
        Cluster cluster = plain.cluster;
        cluster.slow = {{2, 1, 0.8}, {2, 2, 0.5}};
        const Estimate before = estimate(plain);
        const Estimate after = estimate(withCluster(plain, cluster));
        const auto ratio = [&](int stage) {
            const int layer = plain.chunk(stage).firstLayer;
            return after.layers[static_cast<std::size_t>(layer)].cost.forward /
                   before.layers[static_cast<std::size_t>(layer)].cost.forward;
        };
        QCOMPARE(ratio(1), 1.0);
        QCOMPARE(ratio(2), 1 / (0.8 * 0.5));
        QCOMPARE(ratio(3), 1 / 0.5);
        QCOMPARE(after.stages[2].receive, before.stages[2].receive);
    }

    void deviceAtSeventyPercentGivesLayersAway()
    {
        SearchRequest request = test::smallRequest(4, 14);
        request.model.runs[1].count = 14;
        request.model.runs.resize(2);
        request.pipelines = {4};
        request.method = Method::Joint;
        const SearchResult even = test::foundOrNone(request);
        request.cluster.slow = {{2, 1, 0.7}};
        const SearchResult moved = test::foundOrNone(request);
        QVERIFY(even.plan && moved.plan);
        for (int block = 0; block < 4; ++block) {
            QVERIFY(block == 2 || layersOn(*moved.plan, block) > layersOn(*moved.plan, 2));
        }
        QVERIFY(estimate(withCluster(*even.plan, request.cluster)).stepTime > moved.estimate->stepTime);
        QCOMPARE(kindsText(*moved.plan, moved.plan->stageAtBlock(2)), "device at 70 %");
    }

    /// Their schedules of chunks are none that is searched here.
    void targetsPlanOnMixedClusters()
    {
        for (const Target* target : targets()) {
            SearchRequest request = test::smallRequest(4, 6);
            request.cluster.slow = {{2, 1, 0.7}};
            request.target = target;
            request.schedules = {{ScheduleKind::OneFOneB, 1, 1}, {ScheduleKind::Interleaved, 1, 2}};
            const Result<SearchResult> found = search(request);
            QVERIFY2(!found || !found->plan || found->plan->schedule.virtualStages == 1, target->name);
            request.schedules = {{ScheduleKind::Interleaved, 1, 2}};
            QVERIFY(!search(request));
        }
    }

    void findsTheBestOfAllPlans()
    {
        const unsigned first = test::firstSeed();
        const auto problems = static_cast<int>(
            test::numberFrom("PARALLELOGRAM_PROBLEMS", static_cast<unsigned>(test::casesOf(120, 2000))));
        int proven = 0;
        int inOtherOrder = 0;
        int infeasible = 0;
        for (unsigned seed = first; seed != first + static_cast<unsigned>(problems); ++seed) {
            SearchRequest request = randomMixed(seed);
            const Bytes memory = request.cluster.mostMemory();
            request.memoryBudget = seed % 4 == 0 ? memory / 24 : seed % 4 == 1 ? memory / 12 : 0;
            const BestOfAll best = bestOfAll(request);
            const Result<SearchResult> found = search(request);
            QVERIFY2(found, qPrintable(QString::number(seed)));
            const QByteArray which =
                QByteArray::number(seed) + ": best of all " + QByteArray::number(best.step, 'g', 15);
            if (!found->plan) {
                QVERIFY2(best.step == infinity, which.constData());
                QVERIFY2(found->infeasibility->shortBy == best.least, which.constData());
                ++infeasible;
                continue;
            }
            const Seconds step = found->estimate->stepTime;
            QVERIFY2(found->estimate->fits && found->estimate->legal, which.constData());
            QVERIFY2(step >= best.step * (1 - 1e-12), which.constData());
            QVERIFY2(found->certificate.lowerBound <= best.step * (1 + 1e-9), which.constData());
            if (found->certificate.status == Certificate::Status::Optimal) {
                QVERIFY2(step <= best.step * (1 + 1e-9), which + ", found " + QByteArray::number(step, 'g', 15));
                ++proven;
            }
            inOtherOrder += found->plan->stageBlocks.empty() ? 0 : 1;
        }
        qInfo("%d problems from seed %u: %d proven, %d in another order than that of ranks, %d infeasible", problems,
              first, proven, inOtherOrder, infeasible);
        if (problems >= 100) {
            QVERIFY(10 * (proven + infeasible) >= 9 * problems);
            QVERIFY(inOtherOrder > 5 && infeasible > 3);
        }
    }

    void methodsKeepToTheirOrder()
    {
        SearchRequest request = test::smallRequest(8, 6);
        request.cluster = test::twoKinds(request.cluster, 0.4, 1);
        const Seconds joint = test::stepTime(request, Method::Joint);
        const Seconds bmw = test::stepTime(request, Method::Bmw);
        QVERIFY(joint < infinity && joint <= bmw * (1 + 1e-12));
        QVERIFY(bmw <= test::stepTime(request, Method::Base) * (1 + 1e-12));
        QVERIFY(joint <= test::stepTime(request, Method::DpPp) * (1 + 1e-12));
        request.method = Method::Annealing;
        const Result<SearchResult> refused = search(request);
        QVERIFY(!refused);
        QCOMPARE(refused.error().what.english(), "Simulated annealing draws plans for devices that are all alike");
        request.method = Method::Joint;
        request.schedule = {ScheduleKind::Interleaved, 1, 2};
        QVERIFY(!search(request));
    }

    void filesKeepKinds()
    {
        Plan plan = *test::foundOrNone(test::smallRequest(4, 2)).plan;
        plan.cluster = test::twoKinds(plan.cluster, 0.5, 0.5);
        plan.cluster.kinds[1].links = {plan.cluster.links.front()};
        plan.cluster.kinds[1].links.front().span = 0;
        plan.cluster.slow = {{1, 2, 0.7}};
        plan.stageBlocks.resize(static_cast<std::size_t>(plan.pipeline()));
        std::iota(plan.stageBlocks.rbegin(), plan.stageBlocks.rend(), 0);
        const std::string text = planToJson(plan);
        const Result<Plan> again = planFromJson(text, "test");
        QVERIFY2(again, again ? "" : again.error().what.english().c_str());
        QVERIFY(again->cluster == plan.cluster);
        QVERIFY(again->stageBlocks == plan.stageBlocks);
        plan.cluster.source = "test";
        QCOMPARE(test::schemaProblem(dumped(toJson(plan.cluster)), "cluster"), QString());
        QCOMPARE(test::schemaProblem(text, "plan"), QString());
    }

    void badInputIsRefused_data()
    {
        QTest::addColumn<QString>("member");
        QTest::addColumn<QString>("what");
        const auto row = [](const char* name, const char* member, const char* what) {
            QTest::newRow(name) << member << what;
        };
        row("too few", R"("kinds": [{"name": "a", "devices": 2}])", "have 2 devices together, the cluster has 4");
        row("nameless", R"("kinds": [{"devices": 4}])", "lacks 'name'");
        row("none of one", R"("kinds": [{"name": "a", "devices": 0}])", "is 0, expected a whole number from 1 to 4");
        row("beyond", R"("slow": [{"first": 3, "devices": 2, "speed": 0.5}])", "go beyond the cluster's 4 devices");
        row("faster", R"("slow": [{"first": 3, "speed": 1.5}])", "is 1.5, expected a number from 0.01 to 1");
        row("links", R"("kinds": [{"name": "a", "devices": 4, "links": [{"name": "x", "bytes_per_s": 1e9},
            {"name": "y", "bytes_per_s": 1e9}, {"name": "z", "bytes_per_s": 1e9}]}])",
            "are 3, of the cluster's 2 levels");
    }
    void badInputIsRefused()
    {
        QFETCH(QString, member);
        QFETCH(QString, what);
        std::string text = dumped(toJson(test::smallCluster(4)));
        text.insert(text.find('{') + 1, member.toStdString() + ",");
        const Result<Cluster> read = parseCluster(text, "test");
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().what.english()), what);
    }

    void blocksMustBeAnOrder()
    {
        SearchRequest request = test::smallRequest(4, 2);
        request.pipelines = {2};
        Plan plan = *test::foundOrNone(request).plan;
        for (const std::vector<int>& blocks : {std::vector{0}, {0, 0}, {1, 2}, {-1, 0}, {0, 1, 2}}) {
            plan.stageBlocks = blocks;
            QVERIFY(!checkStructure(plan));
        }
        plan.stageBlocks = {1, 0};
        QVERIFY(checkStructure(plan));
        const Cluster mixed = test::twoKinds(plan.cluster, 0.5, 1);
        QVERIFY(!withDevices(mixed, 8));
    }

    void pricesAndPeaksAreMeans()
    {
        Cluster cluster = test::smallCluster(4);
        cluster.device.hourPrice = {2, "a", ""};
        const FlopRate plain = cluster.peak(Precision::Fp32);
        cluster = test::twoKinds(cluster, 0.5, 1);
        QCOMPARE(cluster.peak(Precision::Fp32), 0.75 * plain);
        cluster.kinds[1].device->hourPrice = {1, "b", ""};
        QCOMPARE(cluster.mean(&Device::hourPrice).value, 1.5);
        cluster.kinds[1].device->hourPrice = {};
        QVERIFY(!cluster.mean(&Device::hourPrice).isKnown());
    }
};

PGRAM_TEST(TestMixed)
#include "test_mixed.moc"
