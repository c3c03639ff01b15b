// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What fills a stage, and what would free some of it: the parts are the whole, and a relief is what the same edit of
// the plan is found to give.

#include "core/plan/stage_fill.h"
#include "tests/core/random_plan.h"
#include "tests/pgram_test.h"

using namespace pgram;

namespace {

constexpr std::array memoryParts{MemoryPart::Weights,     MemoryPart::Gradients, MemoryPart::Optimizer,
                                 MemoryPart::Activations, MemoryPart::Transient, MemoryPart::Context};

const Relief* find(const std::vector<Relief>& reliefs, ReliefKind kind)
{
    const auto found = std::ranges::find(reliefs, kind, &Relief::kind);
    return found == reliefs.end() ? nullptr : &*found;
}

}  // namespace

class TestStageFill : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsAreTheWhole();
    void recomputingIsWhatTheEditGives();
    void whatIsDoneAlreadyFreesNothing();
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
        const std::vector<Relief> reliefs = reliefsOf(plan, before, stage);
        QVERIFY(std::ranges::is_sorted(reliefs, {}, &Relief::slower));
        Plan edited = plan;
        for (const int layer : plan.layersOf(stage)) {
            edited.strategies[static_cast<std::size_t>(layer)].kept.part = KeptPart::Input;
        }
        const Estimate after = estimate(edited);
        const auto index = static_cast<std::size_t>(stage);
        const Bytes difference = before.stages[index].memory.total() - after.stages[index].memory.total();
        const Relief* relief = find(reliefs, ReliefKind::Recompute);
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
        const std::vector<Relief> reliefs = reliefsOf(plan, figures, 0);
        QVERIFY(find(reliefs, ReliefKind::Recompute) == nullptr);
        QVERIFY(find(reliefs, ReliefKind::ShardStates) == nullptr);
    }
}

PGRAM_TEST(TestStageFill)
#include "test_stage_fill.moc"
