// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans on a given cut: those of BMW's walk cost what the walk says, and none beats the joint optimum.
#include "core/presets/preset_store.h"
#include "core/questions/cut_plan.h"
#include "core/questions/cut_search.h"
#include "core/questions/kept_layers.h"
#include "core/search/pipeline/balance.h"
#include "core/search/task/scenario.h"
#include "tests/core/exhaustive_search.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

using namespace pgram;

namespace {

SearchRequest t5()
{
    const PresetStore store(presetsFolder());
    SearchRequest request = loadScenario(store, "t5-imbalanced")->request;
    request.memoryBudget = 12 * GiB;
    request.pipelines = {8};
    request.microbatches = {16};
    return request;
}

/// Five layers on eight devices, small enough to try every plan of two stages.
SearchRequest small()
{
    const PresetStore store(presetsFolder());
    SearchRequest request = loadScenario(store, "t5-imbalanced")->request;
    LayerSpec layer = request.model.runs.front();
    layer.kind = LayerKind::Encoder;
    layer.count = 5;
    request.model.runs = {layer};
    request.training.globalBatch = 8;
    request.batches.clear();
    request.pipelines.clear();
    request.microbatches.clear();
    request.memoryBudget = 8 * GiB;
    request.space = Space{};
    request.schedule = Schedule{};
    return request;
}

double alphaOfTime(const Estimate& estimate)
{
    std::vector<double> times;
    for (const StageEstimate& stage : estimate.stages) {
        times.push_back(stage.time);
    }
    return balanceDegree(times);
}

double alphaOfMemory(const Estimate& estimate)
{
    std::vector<double> bytes;
    for (const StageEstimate& stage : estimate.stages) {
        bytes.push_back(static_cast<double>(stage.memory.total()));
    }
    return balanceDegree(bytes);
}

}  // namespace

class TestCutPlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyStepOfTheWalkIsAPlan()
    {
        const SearchRequest request = t5();
        const Result<SearchResult> result = search(request);
        QVERIFY(result && result->walk.size() > 2);
        for (const BalanceStep& step : result->walk) {
            const auto plan = planOnCut(request, {step.batch, step.pipeline, step.microbatches}, step.sizes);
            QVERIFY(plan && plan->has_value());
            const Estimate figures = estimate(**plan);
            QVERIFY(figures.fits && figures.legal);
            QVERIFY(std::abs(figures.stepTime - step.stepTime) <= 1e-9 * step.stepTime);
            QVERIFY(std::abs(alphaOfTime(figures) - step.alphaTime) <= 1e-9);
            QVERIFY(std::abs(alphaOfMemory(figures) - step.alphaMemory) <= 1e-9);
            QCOMPARE((*plan)->pipeline(), step.pipeline);
            for (std::size_t stage = 0; stage < step.sizes.size(); ++stage) {
                QCOMPARE((*plan)->chunks[stage].layerCount, step.sizes[stage]);
            }
        }
    }

    void noneBeatsTheJointOptimum()
    {
        SearchRequest request = t5();
        request.method = Method::Joint;
        const Result<SearchResult> best = search(request);
        QVERIFY(best && best->plan);
        for (int shift = 0; shift < 4; ++shift) {
            std::vector<int> sizes{4, 5, 5, 5, 4, 4, 4, 3};
            std::rotate(sizes.begin(), sizes.begin() + shift, sizes.end());
            const auto plan = planOnCut(request, {64, 8, 16}, sizes);
            QVERIFY(plan);
            QVERIFY(!plan->has_value() || estimate(**plan).stepTime >= best->certificate.lowerBound * (1 - 1e-9));
        }
    }

    /// Against every assignment there is, with and without pins on several layers.
    void theBestOfTheCutIsExact()
    {
        SearchRequest request = small();
        const std::vector<int> sizes{2, 3};
        for (const bool pinned : {false, true}) {
            if (pinned) {
                LayerStrategy apart;
                apart.tensor = 4;
                LayerStrategy recomputed;
                recomputed.data = 4;
                recomputed.zero = 3;
                recomputed.kept.part = KeptPart::Input;
                request.pins = {{0, 2, apart}, {4, 1, recomputed}};
            }
            const Result<SearchResult> found = searchOnCut(request, sizes);
            QVERIFY(found && found->plan);
            QVERIFY(found->certificate.status == Certificate::Status::Optimal);
            QVERIFY(found->estimate->fits && found->estimate->legal);
            for (const Pin& pin : request.pins) {
                QVERIFY(found->plan->strategies[static_cast<std::size_t>(pin.firstLayer)] == pin.strategy);
            }
            std::optional<test::FastestPlan> best;
            SearchRequest onStages = request;
            onStages.pipelines = {2};
            const Bytes usable = usableBudget(request.memoryBudget, request.cluster);
            for (const test::TaskShape& shape : test::taskShapes(onStages, {.space = request.space})) {
                test::ExhaustiveSearch(onStages, ScheduleKind::OneFOneB, shape).findFastest(usable, best, sizes);
            }
            QVERIFY(best);
            QVERIFY(std::abs(found->estimate->stepTime - best->stepTime) <= 1e-9 * best->stepTime);
        }
    }

    void keptLayersArePinnedAsTheyAre()
    {
        SearchRequest request = small();
        request.method = Method::Joint;
        const Result<SearchResult> first = search(request);
        QVERIFY(first && first->plan);
        Plan plan = *first->plan;
        LayerStrategy odd;
        odd.data = plan.stageDevices();
        odd.kept.part = KeptPart::Input;
        plan.strategies[1] = plan.strategies[2] = odd;
        const SearchRequest kept = keepingLayers(request, plan, 1, 3);
        QCOMPARE(kept.pins.front(), (Pin{1, plan.strategies[3] == odd ? 3 : 2, odd}));
        QCOMPARE(kept.pipelines, std::vector<int>{plan.pipeline()});
        const Result<SearchResult> rest = search(kept);
        QVERIFY(rest && rest->plan);
        for (std::size_t layer = 1; layer < 4; ++layer) {
            QVERIFY(rest->plan->strategies[layer] == plan.strategies[layer]);
        }
        const Estimate edited = estimate(plan);
        QVERIFY(!edited.fits || rest->estimate->stepTime <= edited.stepTime * (1 + 1e-9));
        QVERIFY(rest->estimate->stepTime >= first->estimate->stepTime * (1 - 1e-9));
    }

    void saysWhatACutMisses()
    {
        SearchRequest request = small();
        request.memoryBudget = 300 * MiB;
        const Result<SearchResult> none = searchOnCut(request, {2, 3});
        QVERIFY(none && !none->plan && none->infeasibility);
        QVERIFY(none->infeasibility->shortBy > 0);
        request.memoryBudget = none->infeasibility->smallestBudget;
        QVERIFY(searchOnCut(request, {2, 3})->plan);
        request.memoryBudget -= 2 * MiB;
        QVERIFY(!searchOnCut(request, {2, 3})->plan);
        QVERIFY(!searchOnCut(request, {2, 2}));
        QVERIFY(!searchOnCut(request, {}));
    }

    void saysWhenNothingFits()
    {
        SearchRequest request = t5();
        request.memoryBudget = 64 * MiB;
        const auto plan = planOnCut(request, {64, 8, 16}, {4, 5, 5, 5, 4, 4, 4, 3});
        QVERIFY(plan && !plan->has_value());
        const auto wrong = planOnCut(request, {64, 8, 16}, {4, 5, 5, 5, 4, 4, 4, 30});
        QVERIFY(!wrong && wrong.error().where == "sizes");
        const auto empty = planOnCut(request, {64, 8, 16}, {0, 9, 5, 5, 4, 4, 4, 3});
        QVERIFY(!empty);
    }
};

PGRAM_TEST(TestCutPlan)
#include "test_cut_plan.moc"
