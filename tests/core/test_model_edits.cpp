// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The table of a run's fields says the truth about every kind of layer; models that are edited are what a file written
// by hand would say; and every difference from another model is named and has its way back.
#include "core/model/convolution.h"
#include "core/model/layer_work.h"
#include "core/model/model_differences.h"
#include "core/model/model_json.h"
#include "core/model/model_sizes.h"
#include "core/model/model_totals.h"
#include "core/presets/preset_edits.h"
#include "core/search/search.h"
#include "tests/core/layer_case.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <fmt/format.h>
#include <random>

using namespace pgram;

namespace {

Architecture model(const char* name)
{
    return loaded(shippedPresets().model(name));
}

/// Layers of a kind with all that it can have, and nothing else.
std::vector<LayerSpec> samplesOf(LayerKind kind)
{
    LayerSpec run;
    run.kind = kind;
    run.name = "run";
    run.hidden = 64;
    run.heads = run.kvHeads = 4;
    run.headDim = 16;
    run.ffn = 128;
    run.tokens = run.sourceTokens = 64;
    run.window = 16;
    run.vocabulary = 256;
    run.inputChannels = 12;
    run.midChannels = 6;
    run.outputChannels = 8;
    run.spatial = 8;
    run.kernel = 2;
    run.pool = kind == LayerKind::Convolution ? 2 : 1;
    run.count = isConvolution(run) ? 1 : 4;
    LayerSpec whole = run;
    whole.window = kind == LayerKind::Swin ? run.window : 0;
    LayerSpec latent = run;
    latent.valueDim = 16;
    latent.keyValueRank = latent.queryRank = 32;
    latent.ropeDim = 4;
    LayerSpec experts = run;
    experts.experts = 8;
    experts.topK = 4;
    experts.expertGroups = 2;
    experts.topGroups = 1;
    experts.sharedFfn = 32;
    LayerSpec latentExperts = experts;
    latentExperts.expertWidth = 32;
    LayerSpec sparse = latent;
    sparse.selected = 8;
    sparse.indexHeads = 2;
    sparse.indexWidth = 8;
    sparse.outputGate = runField("output_gate")->isUsedBy(kind);
    LayerSpec state = run;
    state.window = 0;
    state.mixer = runField("mixer")->isUsedBy(kind) ? Mixer::GatedDelta : Mixer::Attention;
    state.valueDim = 8;
    state.convolution = 4;
    LayerSpec compressed = run;
    compressed.kvHeads = 1;
    compressed.queryRank = compressed.outputRank = 8;
    compressed.outputGroups = 2;
    compressed.compression = 4;
    compressed.streams = 2;
    compressed.valuesAreKeys = runField("compression")->isUsedBy(kind);
    LayerSpec channels = state;
    channels.mixer = runField("mixer")->isUsedBy(kind) ? Mixer::Mamba1 : Mixer::Attention;
    channels.valueDim = channels.kvHeads = 1;
    channels.stepRank = 8;
    LayerSpec learned = run;
    learned.learnedPositions = 64;
    learned.tableWidth = 32;
    LayerSpec joined = run;
    joined.skipFrom = runField("skip_from")->isUsedBy(kind) ? "before" : "";
    std::vector<LayerSpec> samples{run,   whole,      latent,   experts, latentExperts, sparse,
                                   state, compressed, channels, learned, joined};
    for (LayerSpec& sample : samples) {
        for (const RunField& field : runFields()) {
            if (field.size != nullptr && !field.isUsedBy(kind)) {
                sample.*field.size = LayerSpec().*field.size;
            }
        }
    }
    return samples;
}

/// Whether a file may have it.
bool isAccepted(const LayerSpec& run)
{
    Json json = toJson(blankModel());
    json["runs"] = Json::array({toJson(run)});
    return parseArchitecture(dumped(json), "alone").has_value();
}

/// All that is computed of a layer in front of another one like it.
std::string figuresOf(const LayerSpec& run)
{
    std::string figures;
    for (const bool fused : {true, false}) {
        for (const int ranks : {1, 2}) {
            Training training;
            training.fusedAttention = fused;
            const LayerWork work = layerWork(run, {.samples = 2, .sequence = 48, .tensor = ranks}, training, 2);
            for (const Operator& op : work.operators) {
                figures += fmt::format("{} {} {} {};", op.flops, op.bytes, op.backwardFactor, op.groups);
            }
            const KeptTensors& kept = work.kept;
            figures += fmt::format("{} {} {} {} {}", kept.whole, kept.input, kept.attentionMatrix, work.parameters,
                                   work.usedParameters);
            figures += fmt::format("{} {}", work.trained.owned, work.trained.experts);
        }
    }
    // Tokens of four devices on nodes of their own, which go to all or, by groups, to some.
    if (run.experts > 0 && run.topK > 0 && run.heads > 0) {
        LayerCase nodes(4);
        nodes.cluster.links = {{.name = "in", .span = 1, .bandwidth = 1e12, .efficiency = {1.0, {}}},
                               {.name = "out", .span = 4, .bandwidth = 1e10, .efficiency = {1.0, {}}}};
        nodes.context.training.framework.fusedDispatch = true;
        for (const Charge& charge : nodes.cost({.data = 4, .expert = 4}, run).charges) {
            figures += charge.kind == TrafficKind::ExpertParallel ? fmt::format("{} ", charge.bytesPerRank) : "";
        }
    }
    return figures + fmt::format("{} {} {}", parameterCount(run), parameterSets(run), boundaryElements(run, run, 48));
}

LayerSpec changed(LayerSpec run, const RunField& field)
{
    switch (field.type) {
    case RunField::Type::Count:
        run.count += 1;
        break;
    case RunField::Type::Size:
        run.*field.size = run.*field.size > 0 ? 2 * run.*field.size : 8;
        break;
    case RunField::Type::Vocabulary:
        run.vocabulary *= 2;
        break;
    case RunField::Type::Switch:
        run.*field.flag = !(run.*field.flag);
        break;
    case RunField::Type::Norm:
        run.norm = run.norm == Norm::None ? Norm::RmsNorm : Norm::None;
        break;
    case RunField::Type::Mixer:
        run.mixer = run.mixer == Mixer::Mamba2 ? Mixer::GatedDelta : Mixer::Mamba2;
        break;
    case RunField::Type::Sharing:
        run.sharedBy = run.count;
        break;
    case RunField::Type::Run:
        run.skipFrom = run.skipFrom.empty() ? "before" : "";
        break;
    case RunField::Type::Name:
        break;
    }
    return run;
}

QString jsonOf(const Architecture& model)
{
    return QString::fromStdString(dumped(toJson(model), 1));
}

std::string errorOfModel(const Result<Architecture>& result)
{
    return result ? "accepted" : result.error().text();
}

/// The runs without what files say of them and their kinds do not have, such as a head's dropout.
std::vector<LayerSpec> usedOf(const Architecture& model)
{
    std::vector<LayerSpec> runs = model.runs;
    for (LayerSpec& run : runs) {
        for (const RunField& field : runFields()) {
            if (field.flag != nullptr && !field.isUsedBy(run.kind)) {
                run.*field.flag = LayerSpec().*field.flag;
            }
            if (field.size != nullptr && !field.isUsedBy(run.kind)) {
                run.*field.size = LayerSpec().*field.size;
            }
        }
        run.norm = runField("norm")->isUsedBy(run.kind) ? run.norm : LayerSpec().norm;
        if (!runField("vocabulary")->isUsedBy(run.kind) && !runField("classes")->isUsedBy(run.kind)) {
            run.vocabulary = run.publishedVocabulary = 0;
        }
    }
    return runs;
}

}  // namespace

class TestModelEdits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A field stands in the table for those kinds whose figures it changes, and for no other.
    void fieldsAreOfTheKindsThatUseThem()
    {
        for (const LayerKind kind : layerKinds()) {
            for (const RunField& field : runFields()) {
                if (field.type == RunField::Type::Name || field.type == RunField::Type::Count) {
                    continue;
                }
                bool matters = false;
                for (const LayerSpec& run : samplesOf(kind)) {
                    const LayerSpec other = changed(run, field);
                    const bool counts = field.isUsedBy(kind) || isAccepted(other);
                    matters = matters || (counts && figuresOf(run) != figuresOf(other));
                }
                const bool hasVocabulary =
                    field.type == RunField::Type::Vocabulary &&
                    (kind == LayerKind::Classifier) != (field.key == std::string_view("classes"));
                if (hasVocabulary) {
                    QVERIFY2(!field.isUsedBy(kind), field.key);
                } else {
                    QVERIFY2(matters == field.isUsedBy(kind), fmt::format("{} of {}", field.key, name(kind)).c_str());
                }
                QVERIFY2(!field.isRequiredBy(kind) || field.isUsedBy(kind), field.key);
            }
        }
    }

    /// What a file of a kind lacks is what the table says that it must give.
    void requiredFieldsAreAskedFor()
    {
        for (const LayerKind kind : layerKinds()) {
            const Architecture whole = blankModel();
            const bool predicts = kind == LayerKind::Prediction;  // it stands between a block and the head
            const LayerSpec run = predicts ? usualRun(kind, whole, 2) : usualRun(kind, {}, 0);
            Json json = toJson(whole);
            json["runs"] =
                predicts ? Json::array({json["runs"][0], json["runs"][1], toJson(run)}) : Json::array({toJson(run)});
            const Architecture alone = loaded(parseArchitecture(dumped(json), "alone"));
            for (const RunField& field : runFields()) {
                if (field.type == RunField::Type::Name || !field.isUsedBy(kind)) {
                    continue;
                }
                const ModelEdit without{runPointer(predicts ? 2 : 0, field.key), Json()};
                const std::string error = errorOfModel(edited(alone, std::span(&without, 1)));
                const bool lacks = error.find(fmt::format("lacks '{}'", field.key)) != std::string::npos;
                QVERIFY2(lacks == field.isRequiredBy(kind), fmt::format("{} of {}", field.key, name(kind)).c_str());
            }
        }
    }

    /// Every kind can be begun with and goes on behind itself or something before it; but predictions, behind blocks.
    void everyKindCanBeAdded()
    {
        Architecture grown = blankModel();
        for (const LayerKind kind : layerKinds()) {
            if (kind == LayerKind::Prediction) {
                QVERIFY(!withKind(grown, 0, kind));
                QVERIFY(withRun(grown, 2, usualRun(kind, grown, 2)));
                continue;
            }
            const Architecture only = loaded(withKind(loaded(withoutRun(loaded(withoutRun(grown, 2)), 1)), 0, kind));
            QVERIFY(only.runs.front().kind == kind);
            for (const LayerKind next : layerKinds()) {
                const bool isImage = isConvolution(only.runs.front()) != isConvolution(usualRun(next, {}, 0));
                const Result<Architecture> two = withRun(only, 1, usualRun(next, only, 1));
                QVERIFY2(two || isImage || next == LayerKind::Prediction,
                         fmt::format("{} behind {}: {}", name(next), name(kind), errorOfModel(two)).c_str());
            }
        }
        const Architecture twice = loaded(withRun(grown, 2, grown.runs[1]));
        QCOMPARE(twice.runs[2].name, std::string("decoder 2"));
        QCOMPARE(twice.layerCount(), grown.layerCount() + 32);
        QVERIFY(loaded(withoutRun(twice, 2)) == grown);
        QVERIFY(loaded(withRunMoved(loaded(withRunMoved(twice, 1, 2)), 1, 2)) == twice);
    }

    /// A mixer and a feed-forward part are one block: as many parameters, FLOP, kept bytes and, where no weights are
    /// gathered beside the compute of both, seconds under one strategy.
    void splitBlocksCostAsMuch()
    {
        for (const char* preset : {"llama2-13b", "qwen3-30b-a3b", "bert-huge-32"}) {
            const Architecture whole = model(preset);
            const Architecture split = loaded(withBlocksSplit(whole));
            QCOMPARE(split.layerCount(), 2 * whole.layerCount() - 2);
            QCOMPARE(parameterCount(split), parameterCount(whole));
            LayerCase run(4);
            run.context.pipeline = 1;
            for (const LayerStrategy& strategy : {LayerStrategy{.data = 4}, LayerStrategy{.data = 4, .zero = 3},
                                                  LayerStrategy{.tensor = 4, .sequence = SequenceParallel::Megatron}}) {
                const LayerCost block = run.cost(strategy, whole.runs[1]);
                const LayerCost mixer = run.cost(strategy, split.runs[1]);
                const LayerCost rest = run.cost(strategy, split.runs[2]);
                const auto isSum = [](double a, double b, double all) { return std::abs((a + b) / all - 1) < 1e-9; };
                QVERIFY2(isSum(mixer.modelFlops, rest.modelFlops, block.modelFlops), preset);
                QVERIFY2(isSum(mixer.memory.weights, rest.memory.weights, block.memory.weights), preset);
                QVERIFY2(isSum(mixer.memory.kept, rest.memory.kept, block.memory.kept), preset);
                QVERIFY2(isSum(mixer.optimizer, rest.optimizer, block.optimizer), preset);
                const double seconds = (mixer.forward + rest.forward) / block.forward;
                QVERIFY2(strategy.zero == 3 || std::abs(seconds - 1) < 0.02,
                         fmt::format("{}, {}: {}", preset, shortName(strategy), seconds).c_str());
            }
        }
        const auto refused = [](const Result<Architecture>& made, const char* why) {
            return !made && made.error().text().find(why) != std::string::npos;
        };
        // The gate of an attention's output stays with the mixer.
        int gates = 0;
        for (const PresetEntry& entry : shippedPresets().models()) {
            const Architecture whole = model(entry.name.c_str());
            const Result<Architecture> split = withBlocksSplit(whole);
            if (!split) {
                QVERIFY2(refused(split, "one set of parameters") || refused(split, "no block has both") ||
                             refused(split, "are measured as a whole"),
                         split.error().text().c_str());
                continue;
            }
            QVERIFY2(parameterCount(*split) == parameterCount(whole), entry.name.c_str());
            for (const LayerSpec& run : split->runs) {
                QVERIFY2(!run.outputGate || run.mixer != Mixer::None, entry.name.c_str());
                gates += run.outputGate ? 1 : 0;
            }
        }
        QVERIFY(gates > 0);
        QVERIFY(refused(withBlocksSplit(model("albert-xxlarge")), "one set of parameters"));
        QVERIFY(refused(withBlocksSplit(model("resnet-50")), "no block has both"));
        QVERIFY(refused(withBlocksSplit(loaded(withBlocksSplit(model("llama2-13b")))), "no block has both"));
    }

    /// As a file: what is typed of a run, at its pointer, by the command line's edits and by hand.
    void anEditIsWhatAFileSays()
    {
        const Architecture base = model("llama2-13b");
        const ModelEdit edits[] = {{"/runs/1/ffn", 16384}, {"/runs/1/count", 48}};
        const Architecture made = loaded(edited(base, edits));
        Json byHand = toJson(base);
        byHand["runs"][1]["ffn"] = 16384;
        byHand["runs"][1]["count"] = 48;
        QCOMPARE(jsonOf(made), jsonOf(loaded(parseArchitecture(dumped(byHand), "by hand"))));
        const PresetEdit typed[] = {{"runs/decoder/ffn", "16384"}, {"runs/decoder/count", "48"}};
        QVERIFY(loaded(withEdits(base, typed)).runs == made.runs);
        QVERIFY(loaded(withSizes(base, {.layers = {48}, .ffn = 16384})).runs == made.runs);
    }

    /// A width alone is refused, in all runs at once it is taken.
    void widthsOfSeveralRuns()
    {
        const Architecture base = model("llama2-13b");
        const RunField& hidden = *runField("hidden");
        const ModelEdit alone{runPointer(1, "hidden"), 6400};
        const Result<Architecture> refused = edited(base, std::span(&alone, 1));
        QVERIFY(!refused && refused.error().text().find("reads a width of 6400") != std::string::npos);
        QCOMPARE(runOf(refused.error()), std::optional<std::size_t>(1));
        const std::vector<ModelEdit> all = inAllRuns(base, 1, hidden, 6400);
        QCOMPARE(all.size(), std::size_t{3});
        QCOMPARE(sizesOf(loaded(edited(base, all))).hidden, 6400);
        QVERIFY(inAllRuns(base, 1, *runField("ffn"), 6400).empty());
        const ModelSizes sizes = sizesOf(model("llama2-70b"));
        QCOMPARE(sizes.layers, std::vector{80});
        QCOMPARE(sizes.hidden, 8192);
        QCOMPARE(sizes.kvHeads, 8);
        QCOMPARE(sizes.vocabulary, 32000);
        QCOMPARE(sizesOf(model("swin-huge-32")).hidden, 0);
        QCOMPARE(sizesOf(model("t5-512-4-32")).layers, (std::vector{16, 16}));
        QCOMPARE(sizesOf(loaded(resized(base, {.vocabulary = 50000}))).vocabulary, 50000);
    }

    /// Each line of the difference taken back, in any order, leads to the model that it was.
    void differencesAndTheWayBack()
    {
        const Architecture base = model("llama2-13b");
        const Architecture made =
            loaded(resized(base, {.layers = {48}, .hidden = 6144, .heads = 48, .ffn = 16384, .vocabulary = 50000}));
        QStringList lines;
        for (const ModelDifference& difference : differences(base, made)) {
            lines.append(QString::fromStdString(textOf(difference).english()));
        }
        QCOMPARE(lines,
                 QStringList({QString::fromUtf8("Hidden 5120 → 6144"), QString::fromUtf8("Vocabulary 32000 → 50000"),
                              QString::fromUtf8("decoder: Layers 40 → 48"), QString::fromUtf8("Heads 40 → 48"),
                              QString::fromUtf8("FFN 13824 → 16384")}));
        std::mt19937 random(19);
        int reached = 0;
        int rounds = 0;
        for (const char* name : {"llama2-13b", "deepseek-v3", "t5-512-4-32", "u-net", "swin-huge-32", "albert-base"}) {
            const Architecture before = model(name);
            for (int round = 0; round < 20; ++round) {
                Architecture after = changedAtRandom(before, random);
                const Architecture start = after;
                for (int lap = 0; lap < 40 && !differences(before, after).empty(); ++lap) {
                    const std::vector<ModelDifference> left = differences(before, after);
                    const ModelDifference& one = left[random() % left.size()];
                    QVERIFY(!textOf(one).english().empty());
                    if (const Result<Architecture> back = reverted(before, after, one)) {
                        const std::vector<ModelDifference> now = differences(before, *back);
                        QVERIFY2(std::ranges::find(now, one) == now.end(), textOf(one).english().c_str());
                        after = *back;
                    } else {
                        QVERIFY(!back.error().text().empty());
                    }
                }
                const bool isBack = differences(before, after).empty();
                QVERIFY2(isBack == (usedOf(after) == usedOf(before)), jsonOf(start).toUtf8());
                reached += isBack ? 1 : 0;
                ++rounds;
            }
        }
        QVERIFY2(2 * reached > rounds, fmt::format("{} of {}", reached, rounds).c_str());
    }

    void whatAModelWasMadeOf()
    {
        const Architecture base = model("llama2-13b");
        QCOMPARE(madeOf(base), std::string());
        const ModelEdit edit{"/runs/1/ffn", 16384};
        const Architecture made = markedAsEdited(loaded(edited(base, std::span(&edit, 1))), base);
        QCOMPARE(made.name, std::string("llama2-13b-edited"));
        QCOMPARE(made.title, std::string("Llama 2 13B, edited"));
        QCOMPARE(madeOf(made), std::string("llama2-13b"));
        QCOMPARE(madeOf(loaded(withSizes(base, {.layers = {48}}))), std::string("llama2-13b"));
        const PresetEdit typed[] = {{"runs/decoder/ffn", "16384"}};
        QCOMPARE(madeOf(loaded(withEdits(base, typed))), std::string("llama2-13b"));
    }

    /// 6 FLOP a token for each parameter of a product, and 12·n·h a layer of attention in full (2104.04473 §A).
    void totalsOfADecoder()
    {
        const Architecture gpt = model("gpt3-175b");
        const ModelTotals totals = modelTotals(gpt, {});
        const double layers = 96;
        const double h = 12288;
        const double n = 2048;
        const double products = 72 * layers * h * h * (1 + n / (6 * h));
        const double head = 6 * h * static_cast<double>(gpt.runs.back().vocabulary);
        QCOMPARE(totals.tokens, 2048);
        QVERIFY2(std::abs(totals.flops / (products + head) - 1) < 1e-3,
                 fmt::format("{} beside {}", totals.flops, products + head).c_str());
        // Kept: 34 bytes an element of the layers' inputs where attention is fused, more beside the ends (2205.05198).
        QVERIFY(totals.keptBytes > 30 * layers * h && totals.keptBytes < 36 * layers * h);
        // Each weight is read in forward and for both gradients, 2 bytes each time, once a sample.
        QVERIFY(totals.movedBytes * n > 3 * 2 * (parameterCount(gpt) - 2048 * h));
    }

private:
    static Architecture changedAtRandom(const Architecture& model, std::mt19937& random)
    {
        Architecture after = model;
        for (int tried = 0; tried < 30; ++tried) {
            const std::size_t run = random() % after.runs.size();
            Result<Architecture> next = after;
            switch (random() % 5) {
            case 0:
                next = withRun(after, run, usualRun(layerKinds()[random() % layerKinds().size()], after, run));
                break;
            case 1:
                next = after.runs.size() > 1 ? withoutRun(after, run) : next;
                break;
            case 2:
                next = withRunMoved(after, run, random() % after.runs.size());
                break;
            default: {
                const RunField& field = runFields()[1 + random() % (runFields().size() - 1)];
                const Json value = field.isNumber() ? Json(1 + random() % 64) : Json(random() % 2 == 0);
                const ModelEdit edit{runPointer(run, field.key), value};
                next = field.isUsedBy(after.runs[run].kind) ? edited(after, std::span(&edit, 1)) : next;
            }
            }
            after = next.value_or(after);
        }
        return after;
    }
};

PGRAM_TEST(TestModelEdits)
#include "test_model_edits.moc"
