// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Recomputation of what is cheap to make again (2412.19437 §3.2.3), worked out by hand: the bytes that are not kept,
// the seconds that repeat them, and the layers that have such modules.
#include "core/search/search.h"
#include "core/strategy/legality.h"
#include "core/target/rows/rows.h"
#include "tests/core/layer_case.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <algorithm>

using namespace pgram;

namespace {

constexpr double t = 512;  // tokens of a device: one sample

LayerCost costOf(const LayerSpec& spec, KeptPart kept, int expert = 1)
{
    return LayerCase(8).cost({.data = 8, .expert = expert, .kept = {kept}}, spec);
}

}  // namespace

class TestRecomputeModules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The norm in front of the experts, 2h bytes a token, and of its two copies what the activation gives.
    void expertsKeepLess()
    {
        const LayerMemory all = costOf(encoderOfExperts(), KeptPart::All, 8).memory;
        const LayerMemory less = costOf(encoderOfExperts(), KeptPart::WithoutModules, 8).memory;
        const auto dropped = static_cast<Bytes>(t * 2 * (1024 + 2 * 4096));
        QCOMPARE(all.kept - less.kept, dropped);
        QCOMPARE(less.transient - all.transient, dropped);
    }

    /// Three norms, queries, keys and values; two up-projections are repeated.
    void latentAttentionKeepsLess()
    {
        LayerSpec layer = latentDecoder();
        layer.queryRank = 256;
        const LayerCost all = costOf(layer, KeptPart::All);
        const LayerCost less = costOf(layer, KeptPart::WithoutModules);
        const double queries = 16 * 192;
        const double keysAndValues = 16 * (192 + 128);
        QCOMPARE(all.memory.kept - less.memory.kept,
                 static_cast<Bytes>(t * 2 * (1024 + 256 + 512 + queries + keysAndValues)));
        QCOMPARE(less.forward, all.forward);
        const double unrotated = 16 * 128;
        const double values = 16 * 128;
        QCOMPARE(less.backward - all.backward, 2 * t * (256 * queries + 512 * (unrotated + values)) / 1e12);
    }

    void othersHaveNoSuchModules()
    {
        Training training;
        training.globalBatch = 8;
        const auto verdict = [&training](const LayerSpec& spec) {
            return refusal(spec, {.data = 8, .kept = {KeptPart::WithoutModules}}, 8, training, 512, 1);
        };
        QVERIFY(verdict(encoder()) && verdict(encoder())->rule == Rule::Modules);
        QVERIFY(!verdict(encoderOfExperts()));
        QVERIFY(!verdict(latentDecoder()));
    }

    /// Megatron-LM has no recomputation of modules beside delayed scaling: no plan for it has both.
    void aTargetsRulesHold()
    {
        SearchRequest request;
        request.model = loaded(shippedPresets().model("deepseek-v2-lite"));
        request.cluster = loaded(shippedPresets().cluster("dgx-h100"));
        request.training.globalBatch = 64;
        request.space = megatronTarget.space.value;
        request.space.ckpt = false;
        request.target = &megatronTarget;
        request.memoryBudget = Bytes{44} << 30;
        const auto takes = [&request](Precision precision) {
            request.training.precision = precision;
            const SearchResult result = loaded(search(request));
            return result.plan && std::ranges::any_of(result.plan->strategies, [](const LayerStrategy& strategy) {
                       return strategy.kept.part == KeptPart::WithoutModules;
                   });
        };
        QVERIFY(takes(Precision::Bf16));
        QVERIFY(!takes(Precision::Fp8));
    }

    /// Where memory is short, the planner takes it; a larger space is never slower.
    void thePlannerTakesIt()
    {
        SearchRequest request;
        request.model = loaded(shippedPresets().model("deepseek-v2-lite"));
        request.cluster = loaded(shippedPresets().cluster("dgx-a100"));
        request.training.globalBatch = 64;
        request.space.ep = true;
        request.memoryBudget = Bytes{44} << 30;
        const SearchResult without = loaded(search(request));
        request.space.modules = true;
        const SearchResult with = loaded(search(request));
        QVERIFY(without.plan && with.plan);
        QVERIFY(with.estimate->stepTime < without.estimate->stepTime);
        QVERIFY(std::ranges::any_of(with.plan->strategies, [](const LayerStrategy& strategy) {
            return strategy.kept.part == KeptPart::WithoutModules;
        }));
    }
};

PGRAM_TEST(TestRecomputeModules)
#include "test_recompute_modules.moc"
