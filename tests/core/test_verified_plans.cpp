// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Properties of every plan that a search returns: it fits by its own estimate, no bound is above its step, and taking
// it over or saving it loses nothing.
#include "core/base/json.h"
#include "core/plan/out_of_core.h"
#include "core/plan/plan_edits.h"
#include "core/plan/plan_json.h"
#include "core/plan/worst_case.h"
#include "core/questions/plan_question.h"
#include "core/search/outer/fault.h"
#include "core/search/outer/finish.h"
#include "core/search/outer/incumbent.h"
#include "core/search/search.h"
#include "core/search/task/result_json.h"
#include "core/search/task/scenario.h"
#include "core/strategy/strategy_pattern.h"
#include "tests/core/mixed_clusters.h"
#include "tests/core/random_plan.h"
#include "tests/core/random_problem.h"
#include "tests/core/shipped_presets.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

#include <QFile>

#include <fmt/format.h>
#include <map>

using namespace pgram;

namespace {

/// The cluster with every second pair of devices so many times as fast and with so many times the memory.
Cluster alternating(Cluster cluster, double speed, double memory)
{
    cluster.kinds.clear();
    for (int first = 0; first < cluster.devices; first += 4) {
        cluster.kinds.push_back({"first", 2, {}, {}});
        cluster.kinds.push_back({"other", 2, test::scaled(cluster.device, speed, memory), {}});
    }
    return cluster;
}

SearchRequest jointRequest(const char* model, const Cluster& cluster, ScheduleKind schedule)
{
    SearchRequest request;
    request.model = loaded(shippedPresets().model(model));
    request.cluster = cluster;
    request.training.globalBatch = 32;
    request.method = Method::Joint;
    request.schedule.kind = schedule;
    request.threads = 1;
    return request;
}

/// Requests that take milliseconds: any kind of model, plain clusters, clusters of several kinds, slow devices, all
/// schedules, methods, targets, pins, budgets.
class RandomRequests : public test::RandomPlans {
public:
    explicit RandomRequests(unsigned seed) : test::RandomPlans(seed) {}

    SearchRequest request()
    {
        SearchRequest request;
        request.model = model();
        do {
            request.cluster = cluster();
        } while (request.cluster.devices > 8);
        request.cluster.contextBytes = oneOf({0, 1 << 20});
        request.cluster.reserve.value = oneOf({0.0, 0.07});
        if (request.cluster.devices >= 4 && chance(0.5)) {
            makeMixed(request.cluster);
        }
        if (chance(0.15)) {
            request.cluster.slow = {{draw(0, request.cluster.devices - 1), 1, oneOf({0.5, 0.9})}};
        }
        request.training = training();
        if (chance(0.2)) {
            request.batches = {request.training.globalBatch, 2 * request.training.globalBatch};
        }
        request.space = space();
        request.method = chance(0.6) ? Method::Joint : chance(0.15) ? Method::Robust : otherMethod();
        request.rule = chance(0.1) ? StepRule::Paper : StepRule::Simulated;
        request.slowdown = oneOf({0.2, 0.1, 0.5});
        request.samples = isSampled(request.method) ? 300 : oneOf({0, 0, 7});
        request.seed = oneOf<unsigned>({1, 1, 5});
        addSchedules(request);
        if (chance(0.3)) {
            request.microbatches = {1, oneOf({2, 4}), 8};
        }
        if (chance(0.4)) {
            request.pipelines = {oneOf({1, 2, 2, 4, 8})};
        }
        if (request.method == Method::Joint && chance(0.1)) {
            request.target = targets()[static_cast<std::size_t>(draw(0, static_cast<int>(targets().size()) - 1))];
        }
        request.threads = 1;
        return request;
    }

    Method otherMethod()
    {
        static const std::vector<MethodInfo> available = test::availableMethods();
        return available[static_cast<std::size_t>(draw(0, static_cast<int>(available.size()) - 1))].method;
    }

    /// Pins a layer, or any, to the strategy of a plan.
    void pin(SearchRequest& request, const Plan& plan)
    {
        const int layer = draw(0, plan.model.layerCount() - 1);
        request.pins = {{layer, 1, plan.strategies[static_cast<std::size_t>(layer)]}};
        request.pipelines = {plan.pipeline()};
        if (chance(0.3)) {
            request.pins.push_back({0, 1, {}, loaded(parsePattern("no ckpt"))});
        }
    }

private:
    static bool isSampled(Method method)
    {
        return method == Method::Annealing || method == Method::RandomRestart || method == Method::AutoMap ||
               method == Method::Ensemble;
    }

    /// Divides the cluster into two kinds, or into two that take turns; the other one has a share of speed and memory.
    void makeMixed(Cluster& cluster)
    {
        const int parts = oneOf({2, 4});
        const Device other = test::scaled(cluster.device, oneOf({0.5, 0.8, 1.0}), oneOf({0.5, 0.9, 1.0}));
        for (int part = 0; part < parts; ++part) {
            cluster.kinds.push_back({part % 2 == 0 ? "first" : "other", cluster.devices / parts, {}, {}});
            if (part % 2 == 1) {
                cluster.kinds.back().device = other;
            }
        }
    }

    Training training()
    {
        Training training;
        training.globalBatch = oneOf({4, 6, 8, 16});
        training.precision = oneOf({Precision::Fp32, Precision::Bf16});
        training.gradientBytes = training.elementBytes() == 4 ? 4 : oneOf({2, 4});
        training.optimizer = oneOf({Optimizer::Adam, Optimizer::Sgd});
        if (chance(0.2)) {
            training.tuning = {oneOf({TuningMethod::Lora, TuningMethod::Qlora}), 4, AdapterTargets::Linear};
        }
        training.framework.scattersBoundaries = chance(0.2);
        training.framework.dropsGradients = chance(0.2);
        training.framework.overlapGradients = chance(0.7);
        return training;
    }

    Space space()
    {
        Space space;
        space.tp = chance(0.8);
        space.ckpt = chance(0.7);
        space.takeaway3 = chance(0.9);
        space.anyDivisor = chance(0.2);
        for (bool Space::*more : {&Space::zero1, &Space::zero2, &Space::sp, &Space::cp, &Space::ep, &Space::selective,
                                  &Space::offloadActivations, &Space::offloadOptimizer}) {
            space.*more = chance(0.12);
        }
        space.gatherKeys = space.cp;
        space.offloadWeights = space.offloadOptimizer;
        return space;
    }

    void addSchedules(SearchRequest& request)
    {
        const auto any = [this] {
            Schedule schedule{oneOf({ScheduleKind::OneFOneB, ScheduleKind::OneFOneB, ScheduleKind::GPipe,
                                     ScheduleKind::Interleaved, ScheduleKind::ZbH1, ScheduleKind::ZbV,
                                     ScheduleKind::DualPipeV, ScheduleKind::Seq1F1B, ScheduleKind::TeraPipe})};
            schedule.virtualStages = usualChunks(schedule.kind);
            schedule.slices = info(schedule.kind).choosesSlices ? 2 : 1;
            return schedule;
        };
        request.schedule = any();
        if (chance(0.3)) {
            request.schedules = {request.schedule, any()};
        }
    }
};

/// Returns what a search got wrong about its own result; empty: nothing.
std::string contradictionOf(const SearchRequest& request, const SearchResult& result)
{
    if (!result.plan) {
        return result.certificate.status == Certificate::Status::Infeasible && !result.infeasibility ? "no reason" : "";
    }
    const Plan& plan = *result.plan;
    const Estimate figures = estimate(plan);
    const Seconds step = result.worst ? result.worst->step : rankedBy(figures, request.rule);
    if (!figures.fits || !figures.legal || figures.host.isExceeded()) {
        return "the plan cannot run";
    }
    if (rankedBy(*result.estimate, request.rule) != rankedBy(figures, request.rule)) {
        return "another estimate";
    }
    if (result.certificate.lowerBound > step) {
        return "bound above the step";
    }
    if (!result.incumbents.empty() && !result.worst &&
        result.incumbents.back().stepTime / static_cast<double>(result.incumbents.back().batch) <
            step / static_cast<double>(plan.training.globalBatch) * (1 - 1e-9)) {
        return fmt::format("a better plan was seen: {} s for {} samples, not {} s for {} ({}, P = {}, {})",
                           result.incumbents.back().stepTime, result.incumbents.back().batch, step,
                           plan.training.globalBatch, plan.provenance.method, plan.pipeline(), toString(plan.schedule));
    }
    return "";
}

/// Returns what a file of the plan, or of the result, loses; empty: nothing.
std::string lossOf(const SearchRequest& request, const SearchResult& result)
{
    const Json asked = toJson(request);
    JsonObject askedObject(asked, "request");
    Result<SearchRequest> again = requestFromJson(askedObject);
    if (again) {
        again->threads = request.threads;
    }
    if (!again || *again != request) {
        return "the request";
    }
    const Json kept = toJson(result);
    JsonObject keptObject(kept, "result");
    const Result<SearchResult> read = searchResultFromJson(keptObject);
    if (!read) {
        return "the result: " + read.error().text();
    }
    if (toJson(*read) != kept || read->worst != result.worst || read->certificate.orders != result.certificate.orders ||
        read->infeasibility.has_value() != result.infeasibility.has_value() ||
        (read->infeasibility && read->infeasibility->reason != result.infeasibility->reason)) {
        return "the result";
    }
    if (!result.plan) {
        return "";
    }
    const Result<Plan> plan = planFromJson(planToJson(*result.plan), "plan.json");
    if (!plan || *plan != *result.plan) {
        return "the plan";
    }
    std::optional<SearchRequest> question = keptQuestion(*plan);
    if (question) {
        question->model = request.model;
        question->cluster = request.cluster;
        question->threads = request.threads;
    }
    return question == request ? "" : "the question of the plan";
}

SearchResult found(const SearchRequest& request)
{
    const Result<SearchResult> result = search(request);
    if (!result || !result->plan) {
        qFatal("%s", result ? "no plan" : result.error().text().c_str());
    }
    return *result;
}

}  // namespace

class TestVerifiedPlans : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A plan taken over is the plan that was found, on whichever devices its stages are and however many there are.
    void takingOverKeepsTheWholeChoice()
    {
        const Cluster plain = loaded(shippedPresets().cluster("rtx-titan-8"));
        const SearchRequest request =
            jointRequest("bert-huge-48", test::twoKinds(plain, 0.5, 0.5), ScheduleKind::OneFOneB);
        const SearchResult best = found(request);
        QVERIFY(!best.plan->stageBlocks.empty());
        SearchRequest other = request;
        other.training.globalBatch = 16;
        other.pipelines = {2};
        other.cluster = plain;
        Plan before = *found(other).plan;
        before.cluster = request.cluster;
        for (const auto& [from, to] : {std::pair(before, *best.plan), std::pair(*best.plan, before)}) {
            const Plan taken = withPlanned(from, to);
            QVERIFY(static_cast<const PlanChoice&>(taken) == to);
            QCOMPARE(taken.training.globalBatch, to.training.globalBatch);
            QCOMPARE(estimate(taken).stepTime, estimate(to).stepTime);
            const Result<Plan> saved = planFromJson(planToJson(taken), "plan.json");
            QVERIFY2(saved, saved ? "" : saved.error().text().c_str());
            QVERIFY(*saved == taken);
        }
        QVERIFY(before.pipeline() != best.plan->pipeline());
    }

    /// Devices of a stage's two kinds have the memory of the lesser kind.
    void devicesWithLessMemoryAreNotOverfilled_data()
    {
        QTest::addColumn<double>("memory");
        QTest::addColumn<QString>("schedule");
        QTest::newRow("GPipe") << 0.9 << "gpipe";
        QTest::newRow("ZB-H1") << 0.5 << "zb-h1";
    }

    void devicesWithLessMemoryAreNotOverfilled()
    {
        QFETCH(double, memory);
        QFETCH(QString, schedule);
        const Cluster plain = loaded(shippedPresets().cluster("rtx-titan-8"));
        const ScheduleKind kind = loaded(parseSchedule(schedule.toStdString())).kind;
        SearchRequest request = jointRequest("gpt3-1.3b", alternating(plain, 1, memory), kind);
        request.pipelines = {2};
        const SearchResult result = found(request);
        for (const StageEstimate& stage : result.estimate->stages) {
            QVERIFY2(stage.memory.total() <= stage.usable,
                     qPrintable(QString::number(stage.memory.total() - stage.usable) + " bytes over"));
        }
        QVERIFY(result.estimate->fits);
    }

    /// One function computes both: plans with every dimension, copies to the host that wait included.
    void stepAndMemoryAreThoseOfTheEstimate()
    {
        const auto plans = test::casesOf(300, 10000);
        test::RandomPlans random(test::firstSeed(), {&Space::ep, &Space::modules, &Space::layouts});
        int waiting = 0;
        for (int i = 0; i < plans; ++i) {
            const Plan plan = random.plan();
            const Estimate figures = estimate(plan);
            const StepAndMemory own = stepAndMemory(plan);
            QCOMPARE(own.step, figures.stepTime);
            QCOMPARE(own.memory, figures.peakMemory);
            QCOMPARE(own.fits, figures.fits);
            waiting += leavesToHost(plan) ? 1 : 0;
            // A slower device hides a little more of its gradients' traffic, and can end a hair sooner.
            QVERIFY(worstCase(plan, 0.2).step >= figures.stepTime * 0.99);
        }
        QVERIFY(waiting > plans / 20);
    }

    /// Plans of chunks are ranked by the paper's sum of their own receives.
    void paperSumsOfChunksAreThoseOfTheEstimate()
    {
        for (const ScheduleKind kind : {ScheduleKind::Interleaved, ScheduleKind::ZbV}) {
            SearchRequest request = jointRequest("bert-huge-32", loaded(shippedPresets().cluster("rtx-titan-8")), kind);
            request.rule = StepRule::Paper;
            request.schedule.virtualStages = 2;
            request.pipelines = {2};
            request.microbatches = {8};
            const SearchResult result = found(request);
            QCOMPARE(result.incumbents.back().stepTime, result.estimate->paperStepTime);
        }
    }

    /// A larger space gives a plan that is as fast, where the objective is a guide and devices differ, too.
    void largerSpacesAreNeverSlower()
    {
        SearchRequest request;
        request.model = loaded(shippedPresets().model("tinyllama-1.1b"));
        request.cluster = loaded(shippedPresets().cluster("a100-32-v100-32"));
        request.training.globalBatch = 32;
        request.training.sequenceLength = 512;
        request.training.optimizer = Optimizer::Sgd;
        request.memoryBudget = 16 * GiB;
        request.method = Method::Joint;
        request.schedule = loaded(parseSchedule("terapipe:4"));
        request.microbatches = {2};
        request.threads = 1;
        Seconds before = 0;
        for (const char* space : {"dp,sdp,tp,pp", "dp,sdp,tp,pp,ckpt", "dp,sdp,tp,pp,ckpt,offload-optimizer"}) {
            request.space = loaded(parseSpace(space));
            const Seconds step = found(request).estimate->stepTime;
            QVERIFY2(before == 0 || step <= before * (1 + 1e-9), space);
            before = step;
        }
    }

    /// The same where the larger space leaves a large gap, on devices of one kind and on mixed ones.
    void largerSpacesWithLargeGapsAreNeverSlower_data()
    {
        QTest::addColumn<QByteArray>("cluster");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("sequence");
        QTest::addColumn<int>("layers");
        QTest::addColumn<Optimizer>("optimizer");
        QTest::addColumn<QByteArray>("schedule");
        QTest::addColumn<QByteArray>("space");
        QTest::addColumn<QByteArray>("larger");
        QTest::newRow("resnet-50") << QByteArray("a100-pcie-8") << 8 << 0 << 0 << Optimizer::Muon << QByteArray("1f1b")
                                   << QByteArray("dp,sdp,tp,pp,ckpt") << QByteArray("offload-optimizer");
        QTest::newRow("gpt2-medium") << QByteArray("a100-32-v100-32") << 64 << 512 << 0 << Optimizer::Adafactor
                                     << QByteArray("zb-h1") << QByteArray("dp,sdp,tp,pp,ckpt,zero1,hsdp")
                                     << QByteArray("selective,offload-optimizer");
        QTest::newRow("gpt3-6.7b") << QByteArray("a100-16") << 64 << 0 << 8 << Optimizer::PlainSgd << QByteArray()
                                   << QByteArray("dp,sdp,tp,pp,ckpt,ulysses") << QByteArray("sp");
    }

    void largerSpacesWithLargeGapsAreNeverSlower()
    {
        QFETCH(const QByteArray, cluster);
        QFETCH(const int, batch);
        QFETCH(const int, sequence);
        QFETCH(const int, layers);
        QFETCH(const Optimizer, optimizer);
        QFETCH(const QByteArray, schedule);
        QFETCH(const QByteArray, space);
        QFETCH(const QByteArray, larger);
        SearchRequest request;
        request.model = loaded(shippedPresets().model(QTest::currentDataTag()));
        if (layers > 0) {
            request.model.runs[1].count = layers;
        }
        request.cluster = loaded(shippedPresets().cluster(cluster.toStdString()));
        request.training.globalBatch = batch;
        request.training.sequenceLength = sequence;
        request.training.precision = Precision::Bf16;
        request.training.optimizer = optimizer;
        request.method = Method::Joint;
        if (!schedule.isEmpty()) {
            request.microbatches = {1};
            request.schedule = loaded(parseSchedule(schedule.toStdString()));
        }
        request.space = loaded(parseSpace(space.toStdString()));
        const Seconds before = found(request).estimate->stepTime;
        request.space = loaded(parseSpace((space + ',' + larger).toStdString()));
        QVERIFY(found(request).estimate->stepTime <= before * (1 + 1e-9));
    }

    /// A target's plans are improved as well: of two budgets the larger one is not slower.
    void largerBudgetsForATargetAreNeverSlower()
    {
        SearchRequest request;
        request.model = loaded(shippedPresets().model("qwen3-0.6b"));
        request.cluster = loaded(shippedPresets().cluster("rtx-titan-8"));
        request.training.globalBatch = 16;
        request.training.precision = Precision::Bf16;
        request.target = loaded(parseTarget("torchtitan"));
        Seconds before = 0;
        for (const Bytes budget : {16 * GiB, 32 * GiB}) {
            request.memoryBudget = budget;
            const SearchResult result = found(request);
            QVERIFY(before == 0 || result.estimate->stepTime <= before * (1 + 1e-9));
            QVERIFY(beyond(*request.target, *result.plan).empty());
            before = result.estimate->stepTime;
        }
    }

    /// The worst case of a plan that offloads activations counts the copies that compute waits for.
    void worstCaseIsNoFasterThanThePlan()
    {
        SearchRequest request =
            jointRequest("gpt2-xl", loaded(shippedPresets().cluster("rtx-titan-16")), ScheduleKind::OneFOneB);
        request.training.precision = Precision::Fp16;
        request.memoryBudget = 6 * GiB;
        request.space.offloadActivations = true;
        request.microbatches = {2};
        request.method = Method::Robust;
        request.slowdown = 0.1;
        const SearchResult result = found(request);
        QVERIFY(result.worst);
        QVERIFY2(result.worst->step >= result.estimate->stepTime,
                 qPrintable(QString::number(result.worst->step) + " < " + QString::number(result.estimate->stepTime)));
        Seconds slowest = 0;
        for (int stage = 0; stage < result.plan->pipeline(); ++stage) {
            slowest = std::max(slowest, estimate(withSlowDevice(*result.plan, stage, 0.1)).stepTime);
        }
        QCOMPARE(result.worst->step, slowest);
        QVERIFY(result.certificate.lowerBound <= result.worst->step);
    }

    /// Results agree with themselves, and survive files and taking over. PARALLELOGRAM_PROBLEMS=COUNT tries
    /// so many.
    void everyResultAgreesWithItself()
    {
        const unsigned first = test::firstSeed();
        const auto count = static_cast<unsigned>(
            test::numberFrom("PARALLELOGRAM_PROBLEMS", static_cast<unsigned>(test::casesOf(100, 3000))));
        std::map<std::string, int> seen;
        int bad = 0;
        for (unsigned seed = first; seed != first + count; ++seed) {
            RandomRequests random(seed);
            SearchRequest request = random.request();
            Result<SearchResult> result = search(request);
            std::optional<Plan> before;
            if (result && result->plan && request.rule == StepRule::Simulated && random.chance(0.6)) {
                before = *result->plan;
                request.memoryBudget =
                    static_cast<Bytes>(static_cast<double>(budgetFor(result->estimate->peakMemory, request.cluster)) *
                                       random.oneOf({0.7, 0.9, 0.97, 0.999}));
                if (random.chance(0.3)) {
                    random.pin(request, *before);
                }
                before->memoryBudget = request.memoryBudget;
                result = search(request);
            }
            if (!result) {
                ++seen["refused"];
                const bool isFault = result.error().kind != ErrorKind::BadInput;
                bad += isFault ? 1 : 0;
                if (isFault) {
                    qWarning("seed %u: %s", seed, result.error().text().c_str());
                }
                continue;
            }
            ++seen[result->plan ? "planned" : "infeasible"];
            seen["mixed"] += result->plan && devicesDiffer(request.cluster) ? 1 : 0;
            seen["piped"] += result->plan && result->plan->pipeline() > 1 ? 1 : 0;
            std::string wrong = contradictionOf(request, *result);
            const std::string lost = lossOf(request, *result);
            wrong += lost.empty() ? "" : " loses " + lost;
            if (result->plan && before) {
                const Plan taken = withPlanned(*before, *result->plan);
                const bool isSame = static_cast<const PlanChoice&>(taken) == *result->plan &&
                                    estimate(taken).stepTime == result->estimate->stepTime;
                wrong += isSame ? "" : " taking over";
            }
            if (!wrong.empty()) {
                ++bad;
                qWarning("seed %u: %s", seed, wrong.c_str());
                qWarning("%s", dumped(toJson(request)).c_str());
            }
        }
        for (const auto& [what, number] : seen) {
            qInfo("%s: %d of %u from seed %u", what.c_str(), number, count, first);
        }
        QCOMPARE(bad, 0);
        QVERIFY(count < 100 || (seen["planned"] > static_cast<int>(count) / 3 && seen["mixed"] > 5));
    }

    /// A wrong bound or a plan over its budget is never an answer, but an error that has the request in a file.
    void contradictionsAreFaultsOfTheProgram()
    {
        SearchRequest request;
        std::mt19937 numbers(1);
        request.model = test::smallModel(4, numbers);
        request.cluster = test::smallCluster(4);
        request.training.globalBatch = 16;
        request.method = Method::Joint;
        request.threads = 1;
        request.seed = 7;
        const SearchResult right = found(request);
        QVERIFY(verified(right, request));
        SearchResult rounded = right;
        holdAgainst(rounded.certificate, right.estimate->stepTime, right.estimate->stepTime * (1 + 1e-12), false);
        QVERIFY(verified(rounded, request));
        QCOMPARE(rounded.certificate.status, Certificate::Status::Optimal);
        SearchResult boundTooHigh = right;
        holdAgainst(boundTooHigh.certificate, right.estimate->stepTime, right.estimate->stepTime * 1.001, false);
        SearchResult overBudget = right;
        overBudget.plan->memoryBudget = right.estimate->peakMemory - 1;
        certify(overBudget, request, 0, false);
        for (const SearchResult& wrong : {boundTooHigh, overBudget}) {
            const Result<SearchResult> answer = verified(wrong, request);
            QVERIFY(!answer);
            QCOMPARE(answer.error().kind, ErrorKind::Internal);
            const std::string todo = answer.error().todo.english();
            const std::string file = todo.substr(todo.find(": ") + 2);
            const Json json = jsonOf(file);
            JsonObject object(json, file);
            SearchRequest read = loaded(requestFromJson(object));
            read.threads = request.threads;
            QVERIFY(read == request);
            QVERIFY(QFile::remove(QString::fromStdString(file)));
        }
    }

    /// A bound that a plan of its own task is faster than is wrong, even if another task has the best plan.
    void wrongBoundsOfTasksAreFound()
    {
        std::mt19937 numbers(1);
        Incumbent incumbent({});
        incumbent.expect(2);
        incumbent.open({1.0, 0.5}, 0);
        Task task;
        task.model = test::smallModel(2, numbers);
        task.cluster = test::smallCluster(1);
        task.set = std::make_shared<const StrategySet>(StrategySet{.strategies = {{}}, .searched = 1});
        const auto outcomeOf = [](Seconds step) {
            TaskOutcome outcome;
            outcome.best = CutPlan{.sizes = {4}, .objective = step, .strategies = {0, 0, 0, 0}, .step = step};
            return outcome;
        };
        incumbent.take(task, 0, outcomeOf(1.2));
        incumbent.take(task, 1, outcomeOf(0.6));
        QVERIFY(!incumbent.wrongBound());
        incumbent.raise(0, 1.3);
        QVERIFY(incumbent.wrongBound());
        QCOMPARE(incumbent.wrongBound()->bound, 1.3);
        QCOMPARE(incumbent.wrongBound()->rate, 1.2);
    }
};

PGRAM_TEST(TestVerifiedPlans)
#include "test_verified_plans.moc"
