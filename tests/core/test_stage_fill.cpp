// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What fills a stage, and what would free some of it: the parts are the whole, and a relief is what the same edit of
// the plan is found to give.

#include "core/plan/findings.h"
#include "core/plan/stage_fill.h"
#include "tests/core/random_plan.h"
#include "tests/core/sample_plan.h"
#include "tests/pgram_test.h"

using namespace pgram;

namespace {

constexpr std::array memoryParts{MemoryPart::Weights,     MemoryPart::Gradients, MemoryPart::Optimizer,
                                 MemoryPart::Activations, MemoryPart::Transient, MemoryPart::Context};

const Finding* find(const std::vector<Finding>& reliefs, FindingKind kind)
{
    const auto found = std::ranges::find(reliefs, kind, &Finding::kind);
    return found == reliefs.end() ? nullptr : &*found;
}

}  // namespace

class TestStageFill : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsAreTheWhole();
    void recomputingIsWhatTheEditGives();
    void whatIsDoneAlreadyFreesNothing();
    void aFindingIsWhatItsPlanGives();
    void anUnevenCutIsFound();
};

void TestStageFill::partsAreTheWhole()
{
    test::RandomPlans random(11);
    for (int round = 0; round < 50; ++round) {
        const Estimate figures = estimate(random.plan());
        for (const StageEstimate& stage : figures.stages) {
            Bytes sum = 0;
            for (const MemoryPart part : memoryParts) {
                sum += partOf(stage.memory, part);
                QVERIFY(partOf(stage.memory, largestPart(stage.memory)) >= partOf(stage.memory, part));
            }
            QCOMPARE(sum, stage.memory.total());
        }
        QCOMPARE(figures.stages[static_cast<std::size_t>(fullestStage(figures))].memory.total(), figures.peakMemory);
    }
}

/// The edit by hand, estimated from nothing.
void TestStageFill::recomputingIsWhatTheEditGives()
{
    test::RandomPlans random(12);
    int freed = 0;
    for (int round = 0; round < 50; ++round) {
        const Plan plan = random.plan();
        const Estimate before = estimate(plan);
        const int stage = fullestStage(before);
        const std::vector<Finding> reliefs = reliefsOf(plan, before, stage);
        QVERIFY(std::ranges::is_sorted(reliefs, {}, &Finding::slower));
        Plan edited = plan;
        for (const int layer : plan.layersOf(stage)) {
            edited.strategies[static_cast<std::size_t>(layer)].kept.part = KeptPart::Input;
        }
        const Estimate after = estimate(edited);
        const auto index = static_cast<std::size_t>(stage);
        const Bytes difference = before.stages[index].memory.total() - after.stages[index].memory.total();
        const Finding* relief = find(reliefs, FindingKind::Recompute);
        QCOMPARE(relief != nullptr, difference > 0);
        if (relief != nullptr) {
            ++freed;
            QCOMPARE(relief->freed, difference);
            QVERIFY(std::abs(relief->slower - (after.stepTime / before.stepTime - 1)) < 1e-9);
        }
    }
    QVERIFY2(freed > 10, qPrintable(QString::number(freed)));
}

void TestStageFill::whatIsDoneAlreadyFreesNothing()
{
    test::RandomPlans random(13);
    for (int round = 0; round < 50; ++round) {
        Plan plan = random.plan();
        for (LayerStrategy& strategy : plan.strategies) {
            strategy.kept.part = KeptPart::Input;
            strategy.zero = strategy.data > 1 ? 3 : 0;
            strategy.shard = 0;
        }
        const Estimate figures = estimate(plan);
        const std::vector<Finding> reliefs = reliefsOf(plan, figures, 0);
        QVERIFY(find(reliefs, FindingKind::Recompute) == nullptr);
        QVERIFY(find(reliefs, FindingKind::ShardStates) == nullptr);
    }
}

void TestStageFill::aFindingIsWhatItsPlanGives()
{
    test::RandomPlans random(14);
    int count = 0;
    for (int round = 0; round < 50; ++round) {
        const Plan plan = random.plan();
        const Estimate before = estimate(plan);
        const std::vector<Finding> findings = findingsOf(plan, before);
        QVERIFY(findings.size() <= 3);
        const std::vector<Finding> best = bestReliefs(plan, before, 0);
        QVERIFY(best.size() <= 2);
        for (const Finding& finding : best) {
            QVERIFY(finding.freed >= before.stages.front().memory.total() / 50);
        }
        for (const Finding& finding : findings) {
            ++count;
            const Estimate after = estimate(finding.plan);
            QVERIFY(finding.plan != plan && (after.legal || !before.legal));
            QVERIFY(std::abs(finding.slower - (after.stepTime / before.stepTime - 1)) < 1e-9);
            QVERIFY(finding.freed > 0 || (finding.slower <= -0.01 && after.fits));
        }
    }
    QVERIFY2(count > 30, qPrintable(QString::number(count)));
}

/// A stage with seven of the eight blocks gives one of them away.
void TestStageFill::anUnevenCutIsFound()
{
    Plan plan = test::samplePlan();
    plan.strategies.assign(plan.strategies.size(), LayerStrategy{.data = 4});
    plan.chunks = chunksFromSizes({8, 2});
    const std::vector<Finding> findings = findingsOf(plan, estimate(plan));
    const Finding* moved = find(findings, FindingKind::MoveLayer);
    QVERIFY(moved != nullptr && moved->stage == 0);
    QCOMPARE(moved->plan.chunk(1).firstLayer, 7);
    QVERIFY(moved->slower < -0.01);
}

PGRAM_TEST(TestStageFill)
#include "test_stage_fill.moc"
