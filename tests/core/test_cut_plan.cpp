// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans on a given cut: those of BMW's walk cost what the walk says, and none beats the joint optimum.
#include "core/plan/preset_store.h"
#include "core/search/balance.h"
#include "core/search/cut_plan.h"
#include "core/search/scenario.h"

#include <QTest>

using namespace pgram;

namespace {

SearchRequest t5()
{
    const PresetStore store(std::filesystem::path(PARALLELOGRAM_SOURCE_DIR) / "presets");
    SearchRequest request = loadScenario(store, "t5-imbalanced")->request;
    request.memoryBudget = 12 * GiB;
    request.pipelines = {8};
    request.microbatches = {16};
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
                QCOMPARE((*plan)->stages[stage].layerCount, step.sizes[stage]);
            }
        }
    }

    void noneBeatsTheJointOptimum()
    {
        SearchRequest request = t5();
        request.method = Method::Joint;
        const Result<SearchResult> best = search(request);
        QVERIFY(best && best->plan);
        QVERIFY(best->certificate.status == Certificate::Status::Optimal);
        for (int shift = 0; shift < 4; ++shift) {
            std::vector<int> sizes{4, 5, 5, 5, 4, 4, 4, 3};
            std::rotate(sizes.begin(), sizes.begin() + shift, sizes.end());
            const auto plan = planOnCut(request, {64, 8, 16}, sizes);
            QVERIFY(plan);
            QVERIFY(!plan->has_value() || estimate(**plan).stepTime >= best->estimate->stepTime * (1 - 1e-9));
        }
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

QTEST_GUILESS_MAIN(TestCutPlan)
#include "test_cut_plan.moc"
