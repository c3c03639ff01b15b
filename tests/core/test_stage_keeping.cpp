// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What stages keep, swap and recompute, from our cost model.
#include "core/plan/stage_exchange.h"
#include "core/search/search.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <numeric>

using namespace pgram;

class TestStageKeeping : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The mix is no slower than either alone, never faster than in core, and within the bound.
    void stagesOutOfCore()
    {
        SearchRequest request;
        request.model = loaded(shippedPresets().model("gpt3-1.3b"));
        request.cluster = loaded(shippedPresets().cluster("ethernet-4"));
        request.training.globalBatch = 16;
        const Result<SearchResult> found = search(request);
        QVERIFY(found && found->plan);
        const Plan plan = *found->plan;
        for (int stage = 0; stage < plan.pipeline(); ++stage) {
            const auto blocks = stageBlocks(plan, stage);
            QVERIFY(blocks);
            QCOMPARE(blocks->layers.size(), plan.layersOf(stage).size());
            for (const double share : {1.0, 0.6, 0.4}) {
                StageBlocks tight = *blocks;
                double kept = 0;
                for (const SwapBlock& block : tight.layers) {
                    kept += block.kept;
                }
                tight.device.bytes = share * kept;
                const StageKeeping keeping = keepingOf(tight);
                QVERIFY(!keeping.best.plan.empty());
                QCOMPARE(std::accumulate(keeping.groups.begin(), keeping.groups.end(), 0),
                         static_cast<int>(tight.layers.size()));
                QVERIFY(keeping.best.seconds >= keeping.inCore * (1 - 1e-9));
                QVERIFY(keeping.best.seconds <= keeping.swapOnly.seconds * (1 + 1e-9));
                QVERIFY(keeping.best.seconds <= keeping.recomputeOnly.seconds * (1 + 1e-9));
                QVERIFY(keeping.best.lowerBound <= keeping.best.seconds);
                for (const SwapMemory& point : keeping.timeline.memory) {
                    QVERIFY(point.bytes <= tight.device.bytes * (1 + 1e-9));
                }
                if (share == 1.0) {
                    QCOMPARE(keeping.best.seconds, keeping.inCore);
                }
            }
        }
        const StageKeeping first = keepingOf(*stageBlocks(plan, 0));
        const KeepingPlan mix(first.blocks.size(), Keeping::Swap);
        const Plan swapped = withKeeping(plan, 0, first.groups, mix);
        for (std::size_t layer = 0; layer < swapped.strategies.size(); ++layer) {
            const bool ofStage = plan.stageOf(static_cast<int>(layer)) == 0;
            QCOMPARE(swapped.strategies[layer].kept,
                     ofStage ? (Kept{KeptPart::All, KeptOn::Host}) : plan.strategies[layer].kept);
        }
        QVERIFY(*stageBlocks(swapped, 0) == *stageBlocks(plan, 0));
        Plan without = plan;
        without.cluster.host = {};
        QVERIFY(!stageBlocks(without, 0));
    }

    /// Alone or mixed, all may have a block for each layer.
    void noWayAloneIsHeldToCoarserBlocks()
    {
        StageBlocks stage;
        stage.layers.assign(20, {1, 2, 1, 0.01});
        stage.device = {19.5, 1, 0};  // a layer is to go, whose copies the rest hides
        const StageKeeping keeping = keepingOf(stage);
        QCOMPARE(keeping.best.seconds, keeping.inCore);
        QCOMPARE(keeping.swapOnly.seconds, keeping.inCore);
        QCOMPARE(keeping.recomputeOnly.seconds, keeping.inCore + 1);
    }

    /// The exchange hides behind compute as far as its slowest part lets it; in bulk it waits for the last backward.
    void theHostUpdatesBesideCompute()
    {
        SearchRequest request;
        request.model = loaded(shippedPresets().model("gpt3-1.3b"));
        request.cluster = loaded(shippedPresets().cluster("a100-8"));
        request.training.globalBatch = 64;
        request.pipelines = {1};
        request.space = *parseSpace("dp");
        const Result<SearchResult> found = search(request);
        QVERIFY(found && found->plan);
        Plan plan = *found->plan;
        for (LayerStrategy& strategy : plan.strategies) {
            strategy.offloadOptimizer = true;
        }
        const StageKeeping keeping = keepingOf(*stageBlocks(plan, 0));
        const auto exchange = stageExchange(plan, keeping.groups, keeping.timeline);
        QVERIFY(exchange);
        const ExchangeBlock& total = exchange->total;
        QCOMPARE(exchange->copies, 8);
        QVERIFY(std::abs(exchange->compute / (exchange->microbatches * keeping.timeline.seconds) - 1) < 1e-9);
        QVERIFY(total.toHost > 0 && total.sum > 0 && total.update > 0 && total.toDevice > 0);
        QVERIFY(exchange->phased >= exchange->compute * (1 - 1e-9));
        QVERIFY(exchange->phased < exchange->bulk);
        QVERIFY(exchange->bulk <=
                (exchange->compute + total.toHost + total.sum + total.update + total.toDevice) * (1 + 1e-9));
        QVERIFY(std::abs(total.update / estimate(plan).stages[0].optimizer - 1) < 1e-9);
        plan.strategies[3].offloadOptimizer = false;
        const auto mixed = stageExchange(plan, keeping.groups, keeping.timeline);
        QVERIFY(mixed && mixed->total.toHost < total.toHost && mixed->compute > exchange->compute);
        for (LayerStrategy& strategy : plan.strategies) {
            strategy.offloadOptimizer = false;
        }
        QVERIFY(!stageExchange(plan, keeping.groups, keeping.timeline));
    }
};

PGRAM_TEST(TestStageKeeping)
#include "test_stage_keeping.moc"
