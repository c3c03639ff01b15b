// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Multi-token prediction (2412.19437 §2.2): what its layer computes, holds, sends and hands on. Figures by hand.
#include "core/cost/relayout.h"
#include "core/exchange/format.h"
#include "core/frameworks/target.h"
#include "core/model/layer_work.h"
#include "core/model/model_json.h"
#include "core/plan/estimate.h"
#include "tests/core/error_of.h"
#include "tests/core/layer_case.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/small_models.h"
#include "tests/pgram_test.h"

#include <numeric>

using namespace pgram;
using namespace pgram::test;

namespace {

constexpr std::int64_t hidden = 256;
constexpr std::int64_t words = 1024;

/// Embedding, two decoders, `predictions` layers, head.
Architecture model(int predictions, bool tied = false)
{
    Architecture model;
    model.name = "predicting";
    model.sequenceLength = 64;
    model.runs = {table(LayerKind::Embedding, "embedding", hidden, words),
                  block(LayerKind::Decoder, "decoder", 2, hidden)};
    for (int i = 1; i <= predictions; ++i) {
        model.runs.push_back(block(LayerKind::Prediction, i == 1 ? "first" : "second", 1, hidden));
    }
    model.runs.push_back(table(LayerKind::Head, "head", hidden, words));
    model.runs.back().tied = tied;
    resolvePredictions(model);
    return model;
}

Flops products(const LayerWork& work)
{
    return std::accumulate(work.operators.begin(), work.operators.end(), Flops(0), [](Flops sum, const Operator& op) {
        return sum + (op.kind == Operator::Kind::Gemm ? op.flops : 0);
    });
}

LayerWork workOf(const LayerSpec& layer, int pipeline = 1)
{
    return layerWork(layer, {.samples = 2, .sequence = 64}, {}, pipeline);
}

Plan megatronPlan(const std::vector<int>& sizes)
{
    Plan plan;
    plan.name = "predicting";
    plan.model = loaded(shippedPresets().model("deepseek-v3-mtp"));
    plan.cluster = loaded(shippedPresets().cluster("dgx-h100-1024"));
    plan.training.globalBatch = 4096;
    plan.chunks = chunksFromSizes(sizes);
    const int data = plan.cluster.devices / static_cast<int>(sizes.size());
    plan.schedule.microbatches = 4096 / data;
    for (int layer = 0; layer < plan.model.layerCount(); ++layer) {
        LayerStrategy strategy{.data = data, .zero = 1};
        strategy.expert = plan.model.layer(layer).experts > 0 ? 64 : 1;
        plan.strategies.push_back(strategy);
    }
    return plan;
}

std::string refusedBy(const char* target, const Plan& plan)
{
    std::string lines;
    for (const Text& line : beyond(*loaded(parseTarget(target)), plan)) {
        lines += line.english() + '\n';
    }
    return lines;
}

}  // namespace

class TestPrediction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The repository of its weights has 685 B: those of the model, and of a module that brings tables of its own.
    void parametersAreThoseOfTheReport()
    {
        const Architecture plain = loaded(shippedPresets().model("deepseek-v3"));
        const Architecture longer = loaded(shippedPresets().model("deepseek-v3-mtp"));
        const double tables = 2.0 * 129280 * 7168;
        QVERIFY(std::abs(publishedParameterCount(longer) + tables - 684.5e9) < 0.1e9);
        const LayerSpec& layer = longer.runs[3];
        // A block, a projection of twice the width, three norms.
        QCOMPARE(parameterCount(layer), parameterCount(longer.runs[2]) + 2.0 * 7168 * 7168 + 3 * 7168);
        QCOMPARE(parameterCount(longer) - parameterCount(plain), parameterCount(layer));
        QVERIFY(layer.tied && layer.vocabulary == 129280);
    }

    void workIsABlockAndAProjection()
    {
        const Architecture own = model(2);
        const double tokens = 2 * 64;
        const LayerWork decoder = workOf(own.runs[1]);
        const LayerWork layer = workOf(own.runs[2]);
        QCOMPARE(products(layer), products(decoder) + 2 * tokens * 2 * hidden * hidden);
        QCOMPARE(layer.norms, decoder.norms + 3);
        QCOMPARE(layer.kept.input, decoder.kept.input);
        // Inputs of three norms, of the projection, and what is looked up.
        QCOMPARE(layer.kept.whole - decoder.kept.whole, tokens * (3 * hidden * 2.0 + 2 * hidden * 2.0 + 8));
        // The head predicts three tokens of each.
        const LayerWork head = workOf(own.runs.back());
        QCOMPARE(products(head), 3 * 2 * tokens * hidden * words);
        QCOMPARE(head.kept.input, 3 * tokens * hidden * 2.0);
        QCOMPARE(head.kept.logitGradients, 3 * workOf(model(0).runs.back()).kept.logitGradients);
    }

    /// The stage of the first prediction layer keeps a copy of the embedding's table, unless a tied head has one.
    void tableIsCopied()
    {
        const double table = 1.0 * hidden * words;
        const Architecture own = model(2);
        const double one = workOf(own.runs[2], 1).parameters;
        QCOMPARE(workOf(own.runs[2], 2).parameters, one + table);
        QCOMPARE(workOf(own.runs[2], 1).usedParameters, one + table);
        QCOMPARE(workOf(own.runs[3], 2).parameters, one);
        const Architecture tied = model(1, true);
        QCOMPARE(workOf(tied.runs[2], 2).parameters, one);

        LayerCase run(4);
        run.context.pipeline = 2;
        const auto syncOf = [&run](const LayerSpec& layer) {
            const LayerCost cost = run.cost({.data = 2}, layer);
            const Charge* charge = find(cost, TrafficKind::TiedEmbedding, CollectiveKind::AllReduce);
            return charge != nullptr ? charge->bytesPerRank : 0;
        };
        QCOMPARE(syncOf(own.runs[2]), 4 * table);  // between two ranks, gradients of 32 bits
        QCOMPARE(syncOf(own.runs[3]), 0.0);
        QCOMPARE(syncOf(tied.runs[2]), 0.0);
        QVERIFY(syncOf(tied.runs[3]) >= 4 * table);
    }

    /// What later layers read of earlier ones comes along.
    void boundariesCarryAllOutputs()
    {
        const Architecture own = model(2);
        const double one = 64.0 * hidden;
        QCOMPARE(boundaryElements(own.runs[1], own.runs[2], 64), one);
        QCOMPARE(boundaryElements(own.runs[2], own.runs[3], 64), 2 * one);
        QCOMPARE(boundaryElements(own.runs[3], own.runs[4], 64), 3 * one);
        QCOMPARE(boundaryElements(own.runs[1], model(0).runs[2], 64), one);
    }

    void filesSayNothingThatIsWorkedOut()
    {
        for (const bool tied : {false, true}) {
            const Architecture own = model(2, tied);
            const Json json = toJson(own);
            QVERIFY(!json["runs"][2].contains("vocabulary") && !json["runs"][2].contains("tied"));
            QVERIFY(loaded(parseArchitecture(dumped(json), "own")) == own);
        }
    }

    void wrongPlacesAreRefused_data()
    {
        QTest::addColumn<QString>("edit");
        QTest::addColumn<QString>("says");
        QTest::newRow("two in one run") << R"([{"op": "add", "path": "/runs/2/count", "value": 2}])"
                                        << "each prediction layer is a run of its own";
        QTest::newRow("no embedding") << R"([{"op": "remove", "path": "/runs/0"}])"
                                      << "asks for an embedding";
        QTest::newRow("no block") << R"([{"op": "remove", "path": "/runs/1"}])"
                                  << "blocks behind it";
        QTest::newRow("a block behind") << R"([{"op": "copy", "from": "/runs/1", "path": "/runs/3"},
                                               {"op": "replace", "path": "/runs/3/name", "value": "behind"}])"
                                        << "is behind a prediction layer";
    }

    void wrongPlacesAreRefused()
    {
        QFETCH(QString, edit);
        QFETCH(QString, says);
        const Json json = toJson(model(1)).patch(Json::parse(edit.toStdString()));
        const QString error = errorOf(parseArchitecture(dumped(json), "own"));
        QVERIFY2(error.contains(says), qPrintable(error));
    }

    void onlyMegatronTrainsIt()
    {
        const Plan plan = megatronPlan({5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3});
        QCOMPARE(refusedBy("megatron", plan), std::string());
        for (const Target* target : targets()) {
            QCOMPARE(target->predicts, std::string_view(target->name).starts_with("megatron"));
        }
        QVERIFY(refusedBy("deepspeed", plan).find("multi-token prediction") != std::string::npos);

        Plan recomputed = plan;
        recomputed.strategies[62].kept.part = KeptPart::Input;
        QCOMPARE(refusedBy("megatron", recomputed),
                 std::string("prediction layers that recompute otherwise than all blocks (layers 63)\n"));
        for (std::size_t layer = 1; layer < 62; ++layer) {
            recomputed.strategies[layer].kept.part = KeptPart::Input;
        }
        QCOMPARE(refusedBy("megatron", recomputed), std::string());
        recomputed.strategies[62].kept.part = KeptPart::All;
        QCOMPARE(refusedBy("megatron", recomputed), std::string());
    }

    /// Beside the head they need no layout; before it, one.
    void megatronIsToldWhere()
    {
        const Format& megatron = *loaded(parseFormat("megatron"));
        const auto scriptOf = [&megatron](const std::vector<int>& sizes) {
            return loaded(writeAs(megatron, megatronPlan(sizes))).front().content;
        };
        const std::string alone = scriptOf({21, 21, 21, 1});
        QVERIFY(alone.find("--mtp-num-layers 1") != std::string::npos);
        QVERIFY(alone.find("--pipeline-model-parallel-layout 'Et*20|t*21|t*20m|L'") != std::string::npos);
    }

    /// The copies, the longer last stage and its traffic are in the estimate of a whole plan.
    void lastStageIsLonger()
    {
        const Plan plan = megatronPlan({5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3});
        Plan plain = plan;
        plain.model = loaded(shippedPresets().model("deepseek-v3"));
        plain.strategies.erase(plain.strategies.begin() + 62);
        plain.chunks = chunksFromSizes({5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2});
        const Estimate with = estimate(plan);
        const Estimate without = estimate(plain);
        QVERIFY(with.stages.back().forward > 1.5 * without.stages.back().forward);
        QVERIFY(with.stages.back().memory.total() > without.stages.back().memory.total());
    }
};

PGRAM_TEST(TestPrediction)
#include "test_prediction.moc"
