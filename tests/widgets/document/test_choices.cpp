// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a strategy can become by hand.

#include "core/strategy/sharding.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/document/strategy_choices.h"

using namespace pgram;

class TestChoices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void choiceFillsTheStage();
    void refusedChoiceSaysWhy();
    void tokensAndCopiesByHand();
    void modulesAreOfferedWhereTheyAre();
};

void TestChoices::choiceFillsTheStage()
{
    const Plan plan = samplePlan(1, 4, 1, 8);
    LayerStrategy strategy;
    strategy.data = 8;
    strategy.zero = 3;
    strategy = withField(strategy, strategyField("tensor"), 4, plan.stageDevices());
    QCOMPARE(strategy.groupSize(), 8);
    QCOMPARE(strategy.data, 2);
    strategy = withField(strategy, strategyField("sequence_parallel"), static_cast<int>(SequenceParallel::Megatron), 8);
    strategy = withField(strategy, strategyField("tensor"), 8, 8);
    QCOMPARE(strategy.data, 1);
    QCOMPARE(strategy.zero, 0);
    QCOMPARE(strategy.sequence, SequenceParallel::Megatron);
    strategy = withField(strategy, strategyField("tensor"), 1, 8);
    QCOMPARE(strategy.sequence, SequenceParallel::None);
}

void TestChoices::refusedChoiceSaysWhy()
{
    Plan plan = samplePlan(1, 4, 1, 8);
    plan.model.runs[0].heads = 12;
    plan.model.runs[0].kvHeads = 12;
    for (const StrategyChoice& choice : choicesOf(plan, {1, 2}, strategyField("tensor"))) {
        QCOMPARE(choice.refused.has_value(), choice.value == 8);
        if (choice.refused) {
            QVERIFY(choice.refused->rule == Rule::Heads);
            QCOMPARE(choice.refusedLayer, 1);
            QCOMPARE(choice.refusedLayers, 2);
        }
    }
    // Eight samples over eight data copies leave one micro-batch only.
    for (const StrategyChoice& choice : microbatchChoices(plan)) {
        QCOMPARE(choice.refused.has_value(), choice.value > 1);
    }
}

/// A ring takes its ranks from the data group; copies and experts are chosen where a layer has SDP, or experts, alone.
void TestChoices::tokensAndCopiesByHand()
{
    Plan plan = samplePlan(1, 4, 1, 8);
    LayerStrategy strategy{.data = 8, .zero = 3};
    strategy = withField(strategy, strategyField("copies"), 2, 8);
    QCOMPARE(strategy.shard, 4);
    strategy = withField(strategy, strategyField("context"), 4, 8);
    QCOMPARE(strategy.data, 2);
    QVERIFY(!strategy.isHybrid());
    strategy = withField(strategy, strategyField("tensor"), 2, 8);
    QCOMPARE(strategy.data, 1);
    QCOMPARE(strategy.zero, 3);  // sharded over the ring
    strategy = withField(strategy, strategyField("sequence_parallel"), static_cast<int>(SequenceParallel::Ulysses), 8);
    QCOMPARE(shardingOf(strategy).weights.shard.size, 8);

    plan.strategies.assign(plan.strategies.size(), {.data = 8});
    plan.strategies[1].zero = 3;
    const std::vector<LayerStrategy> copied = chosen(plan, {0, 2}, strategyField("copies"), 2);
    QVERIFY(copied[0] == plan.strategies[0]);
    QCOMPARE(copied[1].replicas(), 2);
    for (const StrategyChoice& choice : choicesOf(plan, {0, 2}, strategyField("copies"))) {
        QVERIFY(choice.value <= 4 && !choice.refused);
        QCOMPARE(choice.layers, choice.value == 1 ? 2 : 1);
    }
    QVERIFY(!isOffered(plan, 1, strategyField("expert")));
    plan.model.runs[static_cast<std::size_t>(plan.model.runOf(1))].experts = 4;
    for (const StrategyChoice& choice : choicesOf(plan, {1, 1}, strategyField("expert"))) {
        QCOMPARE(choice.refused.has_value(), choice.value == 8);
    }
}

/// A model without such modules has no such choice; layers of a range that have none stay as they are.
void TestChoices::modulesAreOfferedWhereTheyAre()
{
    Plan plan = samplePlan(1, 4, 1, 8);
    const int layers = plan.model.layerCount();
    const StrategyField& field = strategyField("recompute");
    const auto choice = [&] {
        const std::vector<StrategyChoice> all = choicesOf(plan, {0, layers}, field);
        const auto found = std::ranges::find_if(all, [&](const StrategyChoice& each) {
            LayerStrategy strategy;
            field.set(strategy, each.value, 8);
            return strategy.kept.part == KeptPart::WithoutModules;
        });
        return found == all.end() ? std::nullopt : std::optional(*found);
    };
    QVERIFY(!choice());
    plan.model.runs[static_cast<std::size_t>(plan.model.runOf(1))].experts = 4;
    QVERIFY(choice() && !choice()->refused);
    plan.strategies = chosen(plan, {0, layers}, field, choice()->value);
    QCOMPARE(choice()->layers, layers);
    for (int layer = 0; layer < layers; ++layer) {
        QCOMPARE(plan.strategies[static_cast<std::size_t>(layer)].kept.recomputes(),
                 hasModules(plan.model.layer(layer), cheapModules));
    }
}

PGRAM_TEST(TestChoices)
#include "test_choices.moc"
