// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of models: read from other programs' files, kept in model files, written to launch folders, and listed in
// their README where a folder leaves them open.
#include "core/exchange/format.h"
#include "core/model/model_json.h"
#include "core/plan/estimate.h"
#include "tests/core/error_of.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/uniform_plans.h"
#include "tests/core/written_plans.h"
#include "tests/pgram_test.h"

using namespace pgram;
using namespace pgram::test;

namespace {

Plan planOf(const std::string& model)
{
    Plan plan;
    plan.name = model;
    plan.model = loaded(shippedPresets().model(model));
    plan.cluster = loaded(shippedPresets().cluster("dgx-h100"));
    plan.cluster.devices = 8;
    plan.chunks = chunksFromSizes({plan.model.layerCount()});
    plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), {.data = 8});
    plan.training.globalBatch = 16;
    return plan;
}

std::vector<NamedFile> folder(const std::string& format, const Plan& plan)
{
    return loaded(writeFolder(formatNamed(format), plan));
}

Reading read(const std::string& format, const std::string& name, const std::string& text)
{
    const Cluster cluster = loaded(shippedPresets().cluster("dgx-h100"));
    ReadContext context{shippedPresets()};
    context.cluster = &cluster;
    context.devices = 8;
    return loaded(readAs(formatNamed(format), {name, false, text}, context));
}

ModelConstants constantsOf(const std::string& config)
{
    return std::get<FoundModel>(read("huggingface", "config.json", config).found).model.constants;
}

const std::string llama = R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256,
    "tie_word_embeddings": false, "max_position_embeddings": 131072, "rms_norm_eps": 1e-05, "initializer_range": 0.02,
    "attention_dropout": 0.0)";

}  // namespace

class TestConstants : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The scaling of Llama 3.1's published config.json, and of releases of Transformers since 5.
    void configurationsGiveThem()
    {
        const ModelConstants published = loaded(shippedPresets().model("llama3.1-8b")).constants;
        QVERIFY(published.scaling == RotaryScaling::Llama3 && published.rotaryBase == 500000.0);
        const std::string scaling = R"("factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
            "original_max_position_embeddings": 8192, "rope_type": "llama3")";
        QCOMPARE(constantsOf(llama + R"(, "rope_theta": 500000.0, "rope_scaling": {)" + scaling + "}}"), published);
        QCOMPARE(constantsOf(llama + R"(, "rope_parameters": {"rope_theta": 500000.0, )" + scaling + "}}"), published);
        const ModelConstants plain = constantsOf(llama + R"(, "rope_theta": 500000.0, "rope_scaling": null})");
        QVERIFY(plain.scaling == RotaryScaling::None && !plain.scalingFactor && plain.rotaryShare == 1.0);
        QCOMPARE(plain.normEpsilon, std::optional(1e-5));
        QVERIFY(!constantsOf(llama + "}").rotaryBase);
        const ModelConstants linear =
            constantsOf(llama + R"(, "rope_theta": 1e4, "rope_scaling": {"type": "linear", "factor": 4}})");
        QVERIFY(linear.scaling == RotaryScaling::Linear && linear.scalingFactor == 4.0);
        const ModelConstants dynamic =
            constantsOf(llama + R"(, "rope_theta": 1e4, "rope_scaling": {"type": "dynamic", "factor": 2}})");
        QVERIFY(dynamic.scaling == RotaryScaling::Dynamic);
        const std::string phi = R"({"model_type": "phi", "hidden_size": 2560, "num_hidden_layers": 32,
            "num_attention_heads": 32, "intermediate_size": 10240, "vocab_size": 51200, "layer_norm_eps": 1e-05,
            "partial_rotary_factor": 0.4, "rope_theta": 10000.0, "resid_pdrop": 0.1, "attention_dropout": 0.0})";
        const ModelConstants part = constantsOf(phi);
        QVERIFY(part.rotaryShare == 0.4 && part.hiddenDropout == 0.1 && part.attentionDropout == 0.0);
    }

    /// A kind of scaling that no constant describes stays in the report.
    void otherScalingsAreReported()
    {
        const Reading found =
            read("huggingface", "config.json",
                 llama + R"(, "rope_theta": 1e4, "rope_scaling": {"type": "longrope", "factor": 2}})");
        QVERIFY(!std::get<FoundModel>(found.found).model.constants.scaling);
        QVERIFY(std::ranges::find(found.ignored, "rope_scaling", &ValueNote::what) != found.ignored.end());
        const Reading truncated = read("huggingface", "config.json",
                                       llama + R"(, "rope_theta": 1e4, "rope_scaling": {"type": "yarn", "factor": 2,
                                       "truncate": false}})");
        QCOMPARE(std::get<FoundModel>(truncated.found).model.constants.scaling, std::optional(RotaryScaling::Yarn));
        QVERIFY(std::ranges::find(truncated.ignored, "rope_scaling/truncate", &ValueNote::what) !=
                truncated.ignored.end());
    }

    /// A preset's name is not given to a model with another base.
    void anotherBaseIsAnotherModel()
    {
        const auto presetOf = [](const std::string& base) {
            const std::string text = llama + R"(, "rope_theta": )" + base + R"(, "_name_or_path": "mine"})";
            return std::get<FoundModel>(read("huggingface", "config.json", text).found).preset;
        };
        QCOMPARE(presetOf("500000"), std::string("llama3-8b"));
        QCOMPARE(presetOf("123456"), std::string());
    }

    void modelFilesKeepThem()
    {
        for (const PresetEntry& entry : shippedPresets().models()) {
            const Architecture model = loaded(shippedPresets().model(entry.name));
            QCOMPARE(loaded(parseArchitecture(dumped(toJson(model)), "model")).constants, model.constants);
        }
        Architecture model = loaded(shippedPresets().model("llama2-7b"));
        double value = 1;
        for (const ModelConstant& constant : modelConstants()) {
            model.constants.*constant.value = std::clamp(value /= 1.5, constant.least, constant.most);
        }
        model.constants.scaling = RotaryScaling::Dynamic;
        QCOMPARE(loaded(parseArchitecture(dumped(toJson(model)), "model")), model);
        Json wrong = toJson(model);
        wrong["constants"]["norm_epsilon"] = 2;
        QVERIFY(errorOf(parseArchitecture(dumped(wrong), "model")).contains("/constants/norm_epsilon"));
        wrong["constants"] = {{"rotary_bass", 2}};
        QVERIFY(errorOf(parseArchitecture(dumped(wrong), "model")).contains("rotary_bass"));
    }

    /// No figure depends on them.
    void figuresStay()
    {
        Plan plan = planOf("llama2-7b");
        const Estimate before = estimate(plan);
        plan.model.constants = loaded(shippedPresets().model("llama3.1-8b")).constants;
        const Estimate after = estimate(plan);
        QCOMPARE(after.stepTime, before.stepTime);
        QCOMPARE(after.peakMemory, before.peakMemory);
    }

    void megatronTakesThem()
    {
        const std::string script = contentOf(folder("megatron", planOf("llama3.1-8b")), "train.sh");
        for (const char* line :
             {"--rotary-base 500000\n", "--rotary-percent 1\n", "--use-rope-scaling --rope-scaling-factor 8\n",
              "--norm-epsilon 1e-05\n", "--init-method-std 0.02\n", "--attention-dropout 0 --hidden-dropout 0\n"}) {
            QVERIFY2(says(script, line), line);
        }
        const std::string latent = contentOf(folder("megatron", planOf("deepseek-v2-lite")), "train.sh");
        for (const char* line : {"--rope-type yarn\n", "--rotary-scaling-factor 40\n", "--mscale 0.707\n",
                                 "--mscale-all-dim 0.707\n", "--rotary-base 10000\n"}) {
            QVERIFY2(says(latent, line), line);
        }
        QVERIFY(!says(latent, "--rotary-percent"));
    }

    /// A script gives back what it was given.
    void megatronGivesThemBack()
    {
        for (const char* name : {"llama3.1-8b", "llama2-7b", "qwen3-8b", "mixtral-8x7b", "deepseek-v2-lite"}) {
            const Plan plan = planOf(name);
            const Reading back = read("megatron", "train.sh", contentOf(folder("megatron", plan), "train.sh"));
            ModelConstants expected = plan.model.constants;
            expected.hiddenDropout = 0;
            const Architecture& model = std::get<FoundPlan>(back.found).plan->model;
            QVERIFY2(dumped(toJson(model.constants)) == dumped(toJson(expected)),
                     (dumped(toJson(model.constants)) + dumped(toJson(expected))).c_str());
        }
        Plan yarn = planOf("qwen3-8b");
        ModelConstants& constants = yarn.model.constants;
        constants.scaling = RotaryScaling::Yarn;
        constants.scalingFactor = 4;
        constants.scalingLength = 32768;
        constants.betaFast = 16;
        constants.betaSlow = 2;
        constants.attentionScale = 1;
        constants.attentionScaleAll = 0;
        const Reading back = read("megatron", "train.sh", contentOf(folder("megatron", yarn), "train.sh"));
        constants.hiddenDropout = 0;
        QCOMPARE(std::get<FoundPlan>(back.found).plan->model.constants, constants);
    }

    /// A README lists constants that the model does not give, and those that the framework cannot take.
    void openConstantsAreListed()
    {
        Plan plan = planOf("llama2-7b");
        plan.training.precision = Precision::Fp32;  // every framework runs it with whole copies
        const auto readme = [&plan](const char* format) { return contentOf(folder(format, plan), "README.md"); };
        QVERIFY(!says(readme("megatron"), "Constants"));
        plan.model.constants = {};
        const std::string open = readme("megatron");
        QVERIFY(says(open, "Constants that the model does not give: `--rotary-base` (rotary base; Megatron-LM takes "
                           "10000), `--rotary-percent`"));
        QVERIFY(says(open, "`--norm-epsilon` (epsilon of norms; Megatron-LM takes 1e-05)"));
        QVERIFY(!says(open, "--hidden-dropout` ("));
        plan.model.constants.rotaryBase = 10000.5;
        plan.model.constants.scaling = RotaryScaling::Dynamic;
        plan.model.constants.scalingFactor = 2;
        QVERIFY(says(readme("megatron"), "Constants of the plan's model that these files do not set: rotary base "
                                         "10000.5, rotary scaling dynamic (scaling_factor 2). Megatron-LM has no "
                                         "argument for these values."));
        for (const char* format : {"accelerate", "deepspeed", "galvatron"}) {
            QVERIFY2(says(readme(format), "rotary base 10000.5"), format);
        }
        QVERIFY(says(readme("fsdp2"), "rotary scaling dynamic"));
        QVERIFY(!says(readme("fsdp2"), "rotary base 10000.5"));
        const std::string own = contentOf(folder("torchtitan", planOf("llama3.1-8b")), "README.md");
        QVERIFY(says(own, "rotary base 500000") && says(own, "`torchtitan/models/llama3/__init__.py`"));
        Plan gpt = planOf("gpt2-small");
        const std::string learned = contentOf(folder("megatron", gpt), "README.md");
        QVERIFY(!says(learned, "--rotary-base") && says(learned, "`--hidden-dropout` (dropout of hidden states"));
    }

    void modulesTakeThem()
    {
        Plan plan = planOf("llama3.1-8b");
        const std::string module = contentOf(folder("fsdp2", plan), "model.py");
        for (const char* line : {"\"rotary_base\": 500000,", "\"norm_epsilon\": 1e-05,", "\"initial_deviation\": 0.02,",
                                 "\"rotary_scaling\": \"llama3\",", "\"scaling_factor\": 8,", "\"low_frequency\": 1,",
                                 "\"hidden_dropout\": 0.0,"}) {
            QVERIFY2(says(module, line), line);
        }
        plan.model = loaded(shippedPresets().model("gpt2-xl"));
        plan.chunks = chunksFromSizes({plan.model.layerCount()});
        plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), {.data = 8});
        plan.model.constants.attentionDropout = 0.2;
        const std::string drops = contentOf(folder("fsdp2", plan), "model.py");
        QVERIFY(says(drops, "\"attention_dropout\": 0.2,") && says(drops, "\"hidden_dropout\": 0.1,"));
    }

    /// Each folder says how a run starts from a checkpoint, and that it starts from random weights without one.
    void pretrainedWeights()
    {
        Plan plan = planOf("llama3.1-8b");
        plan.training.precision = Precision::Fp32;
        int folders = 0;
        for (const Format* format : formats()) {
            if (format->launch == nullptr || !beyond(*format->target, plan).empty()) {
                continue;
            }
            const std::string readme = contentOf(folder(format->name, plan), "README.md");
            const std::string heading = "## Starting from pretrained weights\n\n";
            const std::size_t at = readme.find(heading);
            QVERIFY2(at != std::string::npos, format->name);
            QVERIFY2(readme[at + heading.size()] != ' ', format->name);
            QVERIFY(says(readme, "starts from random weights."));
            ++folders;
        }
        QVERIFY2(folders >= 6, QByteArray::number(folders));
    }
};

PGRAM_TEST(TestConstants)
#include "test_constants.moc"
