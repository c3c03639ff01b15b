// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Layers that share one set of parameters (ALBERT): published counts, sums of their costs, and plans that are refused.
#include "core/exchange/plan_program.h"
#include "core/frameworks/target.h"
#include "core/model/model_json.h"
#include "core/plan/estimate.h"
#include "core/search/search.h"
#include "core/search/task/method_rules.h"
#include "core/search/task/task_list.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/legality.h"
#include "tests/core/random_problem.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/small_models.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <functional>
#include <limits>

using namespace pgram;

namespace {

constexpr int layers = 3;

/// An embedding of a narrow table, three blocks of one set, and a head of that table.
Architecture sharing()
{
    Architecture model{.name = "sharing", .title = "Sharing", .sequenceLength = 64};
    model.runs = {test::table(LayerKind::Embedding, "embedding", 256, 1024),
                  test::block(LayerKind::Encoder, "encoder", layers, 256),
                  test::table(LayerKind::Head, "head", 256, 1024)};
    model.runs[0].tableWidth = model.runs[2].tableWidth = 64;
    model.runs[1].sharedBy = layers;
    model.runs[2].tied = true;
    return model;
}

Plan planOf(int devices, const LayerStrategy& strategy)
{
    Plan plan;
    plan.name = "plan";
    plan.model = sharing();
    plan.cluster = test::smallCluster(devices);
    plan.training.globalBatch = 8;
    plan.schedule = {.kind = ScheduleKind::OneFOneB, .microbatches = 2};
    plan.chunks = chunksFromSizes({layers + 2});
    plan.strategies.assign(layers + 2, strategy);
    return plan;
}

Plan apart(Plan plan)
{
    plan.model.runs[1].sharedBy = 0;
    return plan;
}

Bytes statesOf(const Estimate& estimate)
{
    Bytes states = 0;
    for (int layer = 1; layer <= layers; ++layer) {
        states += estimate.layers[static_cast<std::size_t>(layer)].cost.memory.states();
    }
    return states;
}

Volume bytesOf(const Estimate& estimate, TrafficKind kind)
{
    Volume bytes = 0;
    for (int layer = 1; layer <= layers; ++layer) {
        for (const Charge& charge : estimate.layers[static_cast<std::size_t>(layer)].cost.charges) {
            bytes += charge.kind == kind ? charge.times * charge.bytesPerRank : 0;
        }
    }
    return bytes;
}

SearchRequest requestOf(int devices, const char* space)
{
    SearchRequest request;
    request.model = sharing();
    request.cluster = test::smallCluster(devices);
    request.training.globalBatch = 8;
    request.space = *parseSpace(space);
    request.threads = 1;
    return request;
}

/// The least step of all legal plans that fit, each estimated.
Seconds fastestOf(const SearchRequest& request)
{
    Seconds best = std::numeric_limits<double>::infinity();
    const std::vector<LayerStrategy> strategies = searchedStrategies(request.cluster.devices, 1, request.space);
    for (const int microbatches : {1, 2, 4, 8}) {
        Plan plan = planOf(request.cluster.devices, {});
        plan.memoryBudget = request.memoryBudget;
        plan.schedule.microbatches = microbatches;
        const std::function<void(std::size_t)> choose = [&](std::size_t layer) {
            if (layer == plan.strategies.size()) {
                const Estimate figures = estimate(plan);
                best = figures.legal && figures.fits ? std::min(best, figures.stepTime) : best;
                return;
            }
            for (const LayerStrategy& strategy : strategies) {
                const bool mixes = layer > 1 && layer <= layers && agreed(strategy) != agreed(plan.strategies[1]);
                if (!mixes) {
                    plan.strategies[layer] = strategy;
                    choose(layer + 1);
                }
            }
        };
        choose(0);
    }
    return best;
}

}  // namespace

class TestSharedParameters : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Thousands of ways to run the layers share one list of strategies.
    void familiesHaveNoCopies()
    {
        SearchRequest request = requestOf(64, "all");
        request.space.takeaway3 = false;
        const std::vector<Subproblem> tasks = listTasks(request, rulesOf(request));
        QVERIFY(tasks.size() > 100);
        std::size_t copied = 0;
        for (const Subproblem& task : tasks) {
            QVERIFY(task.family != nullptr && task.strategies == tasks.front().strategies);
            copied += task.family->strategies.size();
        }
        QVERIFY(copied <= tasks.front().strategies->strategies.size());
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(listTasks(request, rulesOf(request), stop.get_token()).empty());
        QCOMPARE(loaded(search(request, stop.get_token())).certificate.status, Certificate::Status::Stopped);
    }

    void parameters_data()
    {
        // albert/albert-*-v2, AlbertModel with its pooler.
        QTest::addColumn<double>("parameters");
        QTest::newRow("albert-base") << 11'683'584.0;
        QTest::newRow("albert-large") << 17'683'968.0;
        QTest::newRow("albert-xlarge") << 58'724'864.0;
        QTest::newRow("albert-xxlarge") << 222'595'584.0;
    }
    void parameters()
    {
        QFETCH(double, parameters);
        QCOMPARE(publishedParameterCount(loaded(shippedPresets().model(QTest::currentDataTag()))), parameters);
    }

    /// 30,000 words and 512 positions of 128, the projection from it, two norms, one block, the pooler.
    void theBaseModelByHand()
    {
        const double h = 768;
        const double embedding = (30'000.0 + 512 + 2) * 128 + 2 * 128 + 128 * h + h;
        const double block = 4 * (h * h + h) + 2 * 4 * h * h + 4 * h + h + 2 * 2 * h;
        QCOMPARE(publishedParameterCount(loaded(shippedPresets().model("albert-base"))), embedding + block + h * h + h);
    }

    /// Whatever divides them, the states of all layers together are those of one set, and its gradients go once.
    void sumsAreThoseOfOneSet()
    {
        LayerStrategy copies{.tensor = 1, .data = 4};
        LayerStrategy sharded = copies;
        sharded.zero = 3;
        LayerStrategy states = copies;
        states.zero = 1;
        LayerStrategy gradients = copies;
        gradients.zero = 2;
        const LayerStrategy split{.tensor = 2, .data = 2};
        for (const LayerStrategy& strategy : {copies, states, gradients, sharded, split}) {
            const Plan plan = planOf(4, strategy);
            const Estimate one = estimate(plan);
            const Estimate each = estimate(apart(plan));
            QVERIFY(one.legal);
            QVERIFY(std::abs(statesOf(one) - statesOf(each) / layers) <= 3 * layers);
            for (const TrafficKind kind : {TrafficKind::GradientSync, TrafficKind::WeightGather}) {
                QCOMPARE(bytesOf(one, kind), bytesOf(each, kind) / layers);
            }
            QCOMPARE(bytesOf(one, TrafficKind::TensorParallel), bytesOf(each, TrafficKind::TensorParallel));
            for (std::size_t layer = 1; layer <= layers; ++layer) {
                QCOMPARE(one.layers[layer].cost.memory.kept, each.layers[layer].cost.memory.kept);
            }
        }
        QCOMPARE(parameterCount(apart(planOf(4, copies)).model) - parameterCount(sharing()),
                 (layers - 1) * parameterCount(sharing().runs[1]));
    }

    /// A gradient is whole when the first layer has added to it: its transfer hides behind nothing of theirs.
    void gradientsWaitForTheFirstLayer()
    {
        const Estimate one = estimate(planOf(4, {.tensor = 1, .data = 4}));
        for (std::size_t layer = 1; layer <= layers; ++layer) {
            for (const Charge& charge : one.layers[layer].cost.charges) {
                QCOMPARE(charge.hidden, 0.0);
            }
        }
    }

    void otherPlansAreRefused()
    {
        Plan stages = planOf(4, {.tensor = 1, .data = 2});
        stages.chunks = chunksFromSizes({2, layers});
        const std::vector<Issue> several = estimate(stages).issues;
        QVERIFY(std::ranges::any_of(several, [](const Issue& issue) { return issue.code == "shared-stages"; }));
        Plan mixed = planOf(4, {.tensor = 1, .data = 4});
        mixed.strategies[2].zero = 3;
        const std::vector<Issue> unlike = estimate(mixed).issues;
        QVERIFY(std::ranges::any_of(unlike, [](const Issue& issue) { return issue.code == "shared-alike"; }));
        mixed.strategies[2].zero = 0;
        mixed.strategies[2].kept.part = KeptPart::Input;
        QVERIFY(estimate(mixed).legal);
        for (const Target* target : targets()) {
            QVERIFY2(!beyond(*target, mixed).empty(), target->name);
        }
        QVERIFY(!PlanProgram::of(mixed));
        SearchRequest request = requestOf(4, "dp,sdp,pp");
        request.pipelines = {2};
        QVERIFY(!search(request));
    }

    /// The search finds the fastest of all plans, at any budget.
    void theSearchIsExact()
    {
        SearchRequest request = requestOf(2, "dp,sdp,tp,ckpt,pp");
        request.memoryBudget = 64 * MiB;
        const Result<SearchResult> ample = search(request);
        QVERIFY(ample && ample->plan);
        int fitted = 0;
        for (const double share : {1.0, 0.9, 0.75, 0.6, 0.5, 0.4}) {
            request.memoryBudget = static_cast<Bytes>(share * static_cast<double>(ample->estimate->peakMemory));
            const Result<SearchResult> found = search(request);
            QVERIFY(found);
            const Seconds best = fastestOf(request);
            QCOMPARE(found->plan.has_value(), std::isfinite(best));
            if (found->plan) {
                ++fitted;
                QVERIFY(found->estimate->legal);
                QCOMPARE(found->plan->pipeline(), 1);
                QVERIFY2(std::abs(found->estimate->stepTime / best - 1) < 1e-9, qPrintable(QString::number(share)));
            }
        }
        QVERIFY(fitted > 2);
    }

    void everyMethodFindsLegalPlans()
    {
        for (const MethodInfo& row : test::availableMethods()) {
            SearchRequest request = requestOf(4, "dp,sdp,tp,ckpt,pp");
            request.method = row.method;
            request.samples = 200;
            request.memoryBudget = 64 * MiB;
            const Result<SearchResult> found = search(request);
            QVERIFY2(found, row.name);
            if (found->plan) {
                QVERIFY2(found->estimate->legal, row.name);
            }
        }
    }

    void modelsComeBack()
    {
        const auto read = parseArchitecture(toJson(sharing()).dump(), "test");
        QVERIFY(read);
        QVERIFY(*read == sharing());
    }
};

PGRAM_TEST(TestSharedParameters)
#include "test_shared_parameters.moc"
