// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An encoder of images in front of a language model: its tokens, its frozen layers, and the rules of its runs.
#include "core/frameworks/target.h"
#include "core/model/encoder.h"
#include "core/model/model_edits.h"
#include "core/model/model_json.h"
#include "core/model/tuning.h"
#include "core/plan/estimate.h"
#include "core/search/task/task_list.h"
#include "tests/core/error_of.h"
#include "tests/core/layer_case.h"
#include "tests/core/near.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/small_models.h"
#include "tests/pgram_test.h"

#include <array>

using namespace pgram;
using namespace pgram::test;

namespace {

/// Two images of 64 patches of a width of 128; 16 tokens of each for two decoders of a width of 256.
Architecture imagesAndWords()
{
    Architecture model{.name = "pictures", .title = "Pictures", .sequenceLength = 64};
    LayerSpec patches{.kind = LayerKind::PatchEmbedding, .name = "patches", .hidden = 128};
    patches.inputChannels = 768;
    LayerSpec vision = test::block(LayerKind::Encoder, "vision", 2, 128);
    LayerSpec projector{.kind = LayerKind::PatchMerging, .name = "projector", .hidden = 256};
    projector.inputChannels = projector.ffn = 512;
    model.runs = {patches,
                  vision,
                  projector,
                  test::table(LayerKind::Embedding, "embedding", 256, 1024),
                  test::block(LayerKind::Decoder, "decoder", 2, 256),
                  test::table(LayerKind::Head, "head", 256, 1024)};
    for (int run = 0; run < 3; ++run) {
        model.runs[static_cast<std::size_t>(run)].tokens = run < 2 ? 128 : 32;
    }
    model.runs[1].images = 2;
    return model;
}

Plan planOf(const Architecture& model)
{
    Plan plan;
    plan.name = "plan";
    plan.model = model;
    plan.cluster = smallCluster(2);
    plan.training.globalBatch = 8;
    plan.schedule = {.kind = ScheduleKind::OneFOneB, .microbatches = 4};
    plan.chunks = chunksFromSizes({4, 4});
    plan.strategies.assign(8, {});
    return plan;
}

Architecture readAgain(const Architecture& model)
{
    return loaded(parseArchitecture(dumped(toJson(model)), "model.json"));
}

}  // namespace

class TestEncoder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// An image attends to itself alone: two of 512 tokens in a sample are as two samples.
    void imagesAttendToThemselves()
    {
        LayerCase with(1);
        LayerSpec one = encoder();
        one.tokens = 512;
        LayerSpec two = one;
        two.tokens = 1024;
        two.images = 2;
        const LayerCost pair = with.cost({}, two);
        LayerSpec joined = two;
        joined.images = 1;
        QVERIFY(pair.modelFlops < with.cost({}, joined).modelFlops);
        with.context.training.globalBatch *= 2;
        const LayerCost separate = with.cost({}, one);
        QVERIFY(test::near(pair.forward, separate.forward));
        QVERIFY(test::near(pair.backward, separate.backward));
        QVERIFY(test::near(pair.modelFlops, separate.modelFlops));
        QCOMPARE(pair.memory.kept, separate.memory.kept);
        with.context.training.fusedAttention = false;
        const LayerCost stored = with.cost({}, one);
        with.context.training.globalBatch /= 2;
        QCOMPARE(with.cost({}, two).memory.kept, stored.memory.kept);
    }

    /// 32 tokens of 512 x 512 and 512 x 256 products, 3 passes of 2 FLOP; a norm of 512, and 768 biases.
    void projector()
    {
        const LayerSpec run = imagesAndWords().runs[2];
        const double products = 512 * 512 + 512 * 256;
        QCOMPARE(parameterCount(run), products + 2 * 512 + 768);
        const LayerWork work = layerWork(run, {.samples = 1, .sequence = 64}, {}, 1);
        QCOMPARE(work.modelFlops, 3 * 2 * 32 * products);
        LayerSpec single = run;
        single.ffn = 0;
        QCOMPARE(parameterCount(single), 512.0 * 256 + 2 * 512);
    }

    void runsOfTheEncoder()
    {
        const Architecture model = imagesAndWords();
        QCOMPARE(encoderRuns(model), std::size_t{3});
        QCOMPARE(projectorRuns(model), std::size_t{1});
        QCOMPARE(imagesOf(model), 2);
        QCOMPARE(imageTokensOf(model), 32);
        const Architecture five = loaded(withImages(model, 5));
        QCOMPARE(five.runs[0].tokens, 320);
        QCOMPARE(imageTokensOf(five), 80);
        QVERIFY(errorOf(checkImages(five, 64)).contains("take 80 tokens, and a sample has 64"));
        QVERIFY(checkImages(five, 80));
        QVERIFY(!withImages(model, 0));
        const Architecture words = withoutEncoder(model);
        QCOMPARE(words.runs.size(), std::size_t{3});
        QCOMPARE(encoderRuns(words), std::size_t{0});
        QVERIFY(!withImages(words, 2));
        QCOMPARE(encoderRuns(loaded(shippedPresets().model("t5-base"))), std::size_t{0});
        QCOMPARE(encoderRuns(loaded(shippedPresets().model("vit-b-16"))), std::size_t{0});
    }

    /// A frozen encoder runs forward alone and keeps nothing; its projector trains, and no gradient goes further down.
    void frozenEncoder()
    {
        const Architecture frozen = withEncoderFrozen(imagesAndWords(), true);
        QVERIFY(isEncoderFrozen(frozen) && !isProjectorFrozen(frozen));
        const Estimate whole = estimate(planOf(imagesAndWords()));
        const Estimate found = estimate(planOf(frozen));
        QVERIFY(whole.legal && found.legal);
        for (std::size_t layer = 0; layer < 3; ++layer) {
            const LayerCost& cost = found.layers[layer].cost;
            QCOMPARE(cost.forward, whole.layers[layer].cost.forward);
            QCOMPARE(cost.backward, 0.0);
            QCOMPARE(cost.memory.kept, Bytes{0});
            QCOMPARE(cost.memory.gradients, Bytes{0});
            QCOMPARE(cost.memory.optimizer, Bytes{0});
            QCOMPARE(cost.memory.weights, whole.layers[layer].cost.memory.weights);
        }
        for (std::size_t layer = 3; layer < 8; ++layer) {
            QCOMPARE(found.layers[layer].cost.backward, whole.layers[layer].cost.backward);
        }
        QVERIFY(found.stepTime < whole.stepTime);
        // With a frozen projector too, backward ends at the embedding of words, which trains.
        const Estimate both = estimate(planOf(withProjectorFrozen(frozen, true)));
        QCOMPARE(both.layers[3].cost.backward, 0.0);
        QVERIFY(both.layers[4].cost.backward > 0);
    }

    void filesHaveTheEncoder()
    {
        const Architecture model = withEncoderFrozen(imagesAndWords(), true);
        const Architecture again = readAgain(model);
        QVERIFY(again.runs == model.runs);
        const auto refused = [](std::size_t run, std::int64_t LayerSpec::*member, std::int64_t value) {
            Architecture wrong = imagesAndWords();
            wrong.runs[run].*member = value;
            return errorOf(parseArchitecture(dumped(toJson(wrong)), "model.json"));
        };
        QVERIFY(refused(1, &LayerSpec::images, 3).contains("is 3, which does not divide the 128 tokens"));
        Architecture uneven = imagesAndWords();
        uneven.runs.insert(uneven.runs.begin() + 2, uneven.runs[1]);
        uneven.runs[2].name = "more";
        uneven.runs[2].images = 4;
        QVERIFY(errorOf(parseArchitecture(dumped(toJson(uneven)), "model.json"))
                    .contains("is 4, but the run 'vision' has 2"));
        QVERIFY(refused(2, &LayerSpec::inputChannels, 500).contains("is not a multiple of the width 128"));
        QVERIFY(refused(2, &LayerSpec::hidden, 128).contains("the run before it writes a width of 128"));
        LayerSpec moved = model.runs[2];
        QCOMPARE(parameterCount(again.runs[2]), parameterCount(moved));
    }

    /// One edit of the window's dock sets the images of all runs, with their tokens.
    void imagesOfAllRuns()
    {
        const Architecture model = imagesAndWords();
        const std::vector<ModelEdit> edits = inAllRuns(model, 1, *runField("images"), 4);
        const Architecture four = loaded(edited(model, edits));
        QCOMPARE(imagesOf(four), 4);
        QCOMPARE(imageTokensOf(four), 64);
        QCOMPARE(four.runs[1].tokens, 256);
    }

    void requestsAndTargets()
    {
        SearchRequest request;
        request.model = loaded(withImages(imagesAndWords(), 5));
        request.cluster = smallCluster(2);
        QVERIFY(errorOf(checkRequest(request)).contains("take 80 tokens"));
        request.training.sequenceLength = 128;
        QVERIFY(checkRequest(request));
        for (const Target* target : targets()) {
            const std::vector<Text> lines = beyond(*target, imagesAndWords(), {});
            QVERIFY2(std::ranges::any_of(lines,
                                         [](const Text& line) {
                                             return line.english().find("an encoder in front") != std::string::npos;
                                         }),
                     target->name);
        }
    }

    /// Published counts: Qwen/Qwen2.5-VL-7B-Instruct and OpenGVLab/InternVL3-8B.
    void presets()
    {
        const std::array models{std::pair("qwen2.5-vl-7b", 8.292166656e9), std::pair("internvl3-8b", 7.94437376e9)};
        for (const auto& [name, parameters] : models) {
            const Architecture model = loaded(shippedPresets().model(name));
            QVERIFY(test::near(publishedParameterCount(model), parameters, 1e-5));
            QVERIFY(checkImages(model, model.sequenceLength));
        }
        QCOMPARE(imageTokensOf(loaded(shippedPresets().model("internvl3-8b"))), 256);
    }
};

PGRAM_TEST(TestEncoder)
#include "test_encoder.moc"
