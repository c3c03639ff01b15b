// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Recomputation of what is cheap to make again (2412.19437 §3.2.3), worked out by hand: the bytes that are not kept,
// the seconds that repeat them, and the layers that have such modules.
#include "core/frameworks/rows/rows.h"
#include "core/search/search.h"
#include "core/strategy/legality.h"
#include "tests/core/layer_case.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace pgram;

namespace {

constexpr double t = 512;  // tokens of a device: one sample

LayerCost costOf(const LayerSpec& spec, KeptPart kept, int expert = 1, const ModuleSet& modules = cheapModules)
{
    LayerCase run(8);
    run.context.training.recomputedModules = modules;
    return run.cost({.data = 8, .expert = expert, .kept = {kept}}, spec);
}

/// Returns the bytes that recomputing `modules` saves and the FLOP that it repeats on a device of 1 TFLOP/s.
std::pair<double, double> savedBy(const ModuleSet& modules, const LayerSpec& spec, int expert = 1)
{
    const LayerCost all = costOf(spec, KeptPart::All, expert);
    const LayerCost less = costOf(spec, KeptPart::WithoutModules, expert, modules);
    return {static_cast<double>(all.memory.kept - less.memory.kept), (less.backward - all.backward) * 1e12};
}

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::abs(b);
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

    /// Keys are the second product, the projection behind attention is the fourth. Of 34h bytes a token, 18h go: both
    /// norms' outputs and the second one's input 6h, keys 2h, masks 2h, the activation's output 8h. SwiGLU's second
    /// product is the block's sixth: another 8h.
    void operationsKeepEverySecondProduct()
    {
        constexpr double h = 1024;
        const auto plain = savedBy({Module::Operations}, encoder());
        QCOMPARE(plain.first, t * 18 * h);
        QVERIFY(isNear(plain.second, 2 * t * 2 * h * h));
        LayerSpec gated = encoder();
        gated.gatedMlp = true;
        const auto both = savedBy({Module::Operations}, gated);
        QCOMPARE(both.first, t * 26 * h);
        QVERIFY(isNear(both.second, 2 * t * (2 * h * h + h * 4 * h)));
    }

    /// The feed-forward part keeps its input alone, in front of the norm: the norm's output 2h, the activation's input
    /// and output 8h each. Both products are repeated.
    void feedForwardPart()
    {
        constexpr double h = 1024;
        const auto [bytes, flops] = savedBy({Module::Mlp}, encoder());
        QCOMPARE(bytes, t * 18 * h);
        QVERIFY(isNear(flops, 2 * t * 2 * h * 4 * h));
    }

    /// Eight ranks with an expert each, two experts a token: probabilities of 4 bytes, inputs of the experts and both
    /// sides of their activations. Tokens travel to the experts and back a third time.
    void wholeExperts()
    {
        const auto [bytes, flops] = savedBy({Module::Experts}, encoderOfExperts(), 8);
        QCOMPARE(bytes, t * (8 * 4 + 2 * 2 * (1024 + 2 * 4096)));
        const LayerCost less = costOf(encoderOfExperts(), KeptPart::WithoutModules, 8, {Module::Experts});
        const Charge* tokens = find(less, TrafficKind::ExpertParallel, CollectiveKind::AllToAll);
        QVERIFY(tokens != nullptr);
        QCOMPARE(tokens->times, 2.0 * 6);  // two micro-batches, there and back three times
        const double sent = 2 * (tokens->hidden + tokens->exposed) / tokens->times;
        QVERIFY(isNear(flops - sent * 1e12, 2 * t * (1024 * 8 + 2 * 2 * 1024 * 4096)));
    }

    /// Attention as a module is what selective recomputation repeats.
    void attentionAsAModule()
    {
        LayerCase run(8);
        run.context.training.fusedAttention = false;
        run.context.training.recomputedModules = {Module::Attention};
        const LayerCost selective = run.cost({.data = 8, .kept = {KeptPart::WithoutAttention}});
        const LayerCost modules = run.cost({.data = 8, .kept = {KeptPart::WithoutModules}});
        QCOMPARE(modules.memory, selective.memory);
        QCOMPARE(modules.backward, selective.backward);
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
        training.recomputedModules = {Module::Mlp};
        QVERIFY(!verdict(encoder()));
        QVERIFY(verdict(encoderOfExperts()));
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
