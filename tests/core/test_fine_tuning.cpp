// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of LLaMA-Factory, axolotl and ms-swift: plans of the settings, and a note for every other name.
#include "core/base/text_file.h"
#include "core/exchange/format.h"
#include "tests/core/error_of.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <algorithm>
#include <map>

using namespace pgram;
using namespace pgram::test;

namespace {

Result<Reading> readFile(const std::filesystem::path& path, const std::string& text, std::int64_t devices = 0)
{
    const ForeignFile file{path, false, text};
    ReadContext context{shippedPresets()};
    context.devices = devices;
    return expectRecognised(file).and_then([&](const Format* format) { return readAs(*format, file, context); });
}

const Plan& planOf(const Reading& read)
{
    return std::get<FoundPlan>(read.found).plan.value();
}

std::map<std::string, std::string> valuesOf(const std::vector<ValueNote>& notes)
{
    std::map<std::string, std::string> values;
    for (const ValueNote& note : notes) {
        values[note.what] = note.value;
    }
    return values;
}

/// Returns true if the file says nothing that the answer leaves out.
bool mentions(const Reading& read, const std::string& name)
{
    const auto has = [&name](const std::vector<ValueNote>& notes) {
        return std::ranges::any_of(notes, [&name](const ValueNote& note) { return note.what == name; });
    };
    return has(read.assumed) || has(read.ignored) || has(read.unknown) || has(read.asked);
}

const std::string swiftHead = "NPROC_PER_NODE=8 \\\nswift sft \\\n    --model Qwen/Qwen2.5-14B \\\n"
                              "    --torch_dtype bfloat16 --per_device_train_batch_size 1 \\\n"
                              "    --gradient_accumulation_steps 2 --max_length 8192 ";
const std::string factoryHead = "model_name_or_path: Qwen/Qwen2.5-7B\nstage: sft\nper_device_train_batch_size: 2\n"
                                "gradient_accumulation_steps: 4\ncutoff_len: 4096\nbf16: true\n";
const std::string axolotlHead = "base_model: NousResearch/Llama-2-70b-chat-hf\nsequence_len: 512\n"
                                "gradient_accumulation_steps: 4\nmicro_batch_size: 1\nbf16: auto\n";

}  // namespace

class TestFineTuning : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void swiftWithAStageOfDeepSpeed()
    {
        const Reading read = loaded(readFile(
            "run.sh",
            swiftHead + "--tuner_type full --deepspeed zero2 --packing true --attn_impl flash_attn --odd 1\n"));
        const Plan& plan = planOf(read);
        QCOMPARE(plan.model.name, std::string("qwen2.5-14b"));
        QCOMPARE(plan.cluster.devices, 8);
        QCOMPARE(plan.sequence(), std::int64_t{8192});
        QCOMPARE(plan.training.globalBatch, std::int64_t{16});
        QCOMPARE(plan.strategies[1].zero, 2);
        QCOMPARE(plan.training.tuning.method, TuningMethod::All);
        QCOMPARE(plan.training.precision, Precision::Bf16);
        QVERIFY(plan.strategies[1].kept.part == KeptPart::Input);
        QCOMPARE(plan.training.framework.name, std::string("transformers"));
        QVERIFY(valuesOf(read.assumed).contains("--gradient_checkpointing"));
        QCOMPARE(valuesOf(read.assumed)["--packing"], std::string("one document per sample"));
        QCOMPARE(valuesOf(read.unknown), (std::map<std::string, std::string>{{"--odd", "1"}}));
    }

    void swiftWithItsDefaults()
    {
        const Reading read =
            loaded(readFile("run.sh", "NPROC_PER_NODE=2 swift sft --model Qwen/Qwen2.5-7B --use_liger_kernel true "
                                      "--max_length 2048 --target_modules q_proj k_proj v_proj o_proj\n"));
        const Plan& plan = planOf(read);
        QCOMPARE(plan.training.tuning, (Tuning{TuningMethod::Lora, 8, AdapterTargets::Attention}));
        QVERIFY(plan.training.loss == LossKind::Chunked);
        QCOMPARE(plan.training.globalBatch, std::int64_t{16});  // 8 steps of 2 devices
        for (const char* name : {"--tuner_type", "--lora_rank", "--per_device_train_batch_size",
                                 "--gradient_accumulation_steps", "--gradient_checkpointing"}) {
            QVERIFY2(mentions(read, name), name);
        }
    }

    void swiftWithVariables()
    {
        const Reading read = loaded(readFile("run.sh", "SEQ=4096\nNPROC_PER_NODE=4\nswift sft --model Qwen/Qwen2.5-7B "
                                                       "--max_length=$SEQ --tuner_type full\n"));
        QCOMPARE(planOf(read).sequence(), std::int64_t{4096});
        QCOMPARE(planOf(read).cluster.devices, 4);
        const Reading open =
            loaded(readFile("run.sh", "swift sft --model Qwen/Qwen2.5-7B --max_length $1 --tuner_type full\n"));
        QVERIFY(valuesOf(open.asked).contains("--max_length"));
    }

    void deepSpeedNextToTheFile()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(writeTextFile(path / "ds.json",
                              R"({"zero_optimization": {"stage": 3, "offload_optimizer": {"device": "cpu"}},
                                  "train_micro_batch_size_per_gpu": "auto", "made_up": 1})"));
        const Reading read =
            loaded(readFile(path / "run.sh", swiftHead + "--tuner_type full --deepspeed ./configs/ds.json\n"));
        QCOMPARE(planOf(read).strategies[1].zero, 3);
        QVERIFY(planOf(read).strategies[1].offloadOptimizer);
        QVERIFY(valuesOf(read.unknown).contains("/made_up"));
        QVERIFY(!mentions(read, "--deepspeed"));
        const Reading named = loaded(readFile("run.sh", swiftHead + "--tuner_type full --deepspeed zero3_offload\n"));
        QCOMPARE(valuesOf(named.assumed).at("--deepspeed"), std::string("3"));
        QVERIFY(planOf(named).strategies[1].offloadOptimizer && planOf(named).strategies[1].offloadWeights);
        const Reading lost = loaded(readFile("run.sh", swiftHead + "--tuner_type full --deepspeed mine.json\n"));
        QVERIFY(valuesOf(lost.asked).contains("zero_stage"));
    }

    void llamaFactory()
    {
        const Reading read = loaded(readFile(
            "l.yaml",
            factoryHead + "finetuning_type: lora\nlora_rank: 16\nlora_target: q_proj,k_proj,v_proj,o_proj\n"
                          "deepspeed: examples/deepspeed/ds_z3_config.json\ntemplate: qwen\ndataset: a\nodd: 2\n",
            8));
        const Plan& plan = planOf(read);
        QCOMPARE(plan.training.tuning, (Tuning{TuningMethod::Lora, 16, AdapterTargets::Attention}));
        QCOMPARE(plan.sequence(), std::int64_t{4096});
        QCOMPARE(plan.training.globalBatch, std::int64_t{64});
        QCOMPARE(plan.strategies[1].zero, 3);
        QVERIFY(plan.strategies[1].kept.part == KeptPart::Input);
        QVERIFY(mentions(read, "/deepspeed") && mentions(read, "/disable_gradient_checkpointing"));
        QCOMPARE(valuesOf(read.ignored).at("/template"), std::string("qwen"));
        QCOMPARE(valuesOf(read.unknown), (std::map<std::string, std::string>{{"/odd", "2"}}));
        const Reading whole = loaded(
            readFile("l.yaml",
                     factoryHead + "finetuning_type: full\ndisable_gradient_checkpointing: true\npure_bf16: true\n"
                                   "optim: paged_adamw_8bit\nenable_liger_kernel: true\nuse_galore: true\n",
                     8));
        QVERIFY(planOf(whole).strategies[1].kept.part == KeptPart::All);
        QCOMPARE(planOf(whole).training.optimizer, Optimizer::Adam8);
        QVERIFY(!planOf(whole).training.masterWeights && planOf(whole).training.loss == LossKind::Chunked);
        QVERIFY(valuesOf(whole.assumed).contains("/use_galore"));
    }

    void llamaFactoryLeavesMuchToItsDefaults()
    {
        const Reading read = loaded(readFile("l.yaml", "model_name_or_path: Qwen/Qwen2.5-7B\nstage: dpo\n", 1));
        QCOMPARE(planOf(read).sequence(), std::int64_t{2048});
        const auto assumed = valuesOf(read.assumed);
        QCOMPARE(assumed.at("/per_device_train_batch_size"), std::string("8"));
        QCOMPARE(assumed.at("/finetuning_type"), std::string("lora"));
        QVERIFY(!assumed.contains("/stage"));
        QVERIFY(planOf(read).training.preference == Preference::Device);
        QVERIFY(!planOf(read).training.copiesReference());  // adapters compare with their base
        QCOMPARE(assumed.at("/lora_rank"), std::string("8"));
    }

    void llamaFactoryAsAScript()
    {
        const Reading read =
            loaded(readFile("run.sh",
                            "torchrun src/train_bash.py --stage sft --model_name_or_path meta-llama/Llama-2-7b-hf "
                            "--do_train --finetuning_type full --per_device_train_batch_size 4 --fp16 "
                            "--deepspeed zero3.json --cutoff_len 1024\n",
                            8));
        QCOMPARE(planOf(read).training.precision, Precision::Fp16);
        QCOMPARE(planOf(read).sequence(), std::int64_t{1024});
        QCOMPARE(planOf(read).strategies[1].zero, 3);
        QVERIFY(mentions(read, "/do_train"));
    }

    void axolotl()
    {
        const Reading read = loaded(readFile(
            "x.yml",
            axolotlHead + "load_in_4bit: true\nadapter: qlora\nlora_r: 32\nlora_alpha: 16\nlora_target_linear: true\n"
                          "optimizer: paged_adamw_8bit\ngradient_checkpointing: true\nflash_attention: true\n"
                          "sample_packing: false\nfsdp:\n  - full_shard\n  - auto_wrap\nfsdp_config:\n"
                          "  fsdp_offload_params: true\n  fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP\nodd: 3\n",
            2));
        const Plan& plan = planOf(read);
        QCOMPARE(plan.model.name, std::string("llama2-70b"));
        QCOMPARE(plan.training.tuning, (Tuning{TuningMethod::Qlora, 32, AdapterTargets::Linear}));
        QCOMPARE(plan.training.optimizer, Optimizer::Adam8);
        QCOMPARE(plan.training.precision, Precision::Bf16);
        QCOMPARE(plan.sequence(), std::int64_t{512});
        QCOMPARE(plan.training.globalBatch, std::int64_t{8});
        QCOMPARE(plan.strategies[1].zero, 3);
        QVERIFY(plan.strategies[1].offloadOptimizer && plan.strategies[1].kept.part == KeptPart::Input);
        QVERIFY(plan.strategies[1].offloadWeights && mentions(read, "/fsdp_config/fsdp_auto_wrap_policy"));
        QVERIFY(mentions(read, "/lora_alpha") && !mentions(read, "/sample_packing"));  // packing is off
        QCOMPARE(valuesOf(read.unknown), (std::map<std::string, std::string>{{"/odd", "3"}}));
    }

    void axolotlsAdapters()
    {
        const std::string adapter = axolotlHead + "adapter: lora\nlora_r: 8\n";
        const auto read = [](const std::string& text) { return loaded(readFile("x.yml", text, 8)); };
        const std::string modules = "lora_target_modules: [q_proj, k_proj, v_proj, o_proj]\n";
        const Reading some = read(adapter + "lora_target_linear: false\n" + modules);
        QCOMPARE(planOf(some).training.tuning, (Tuning{TuningMethod::Lora, 8, AdapterTargets::Attention}));
        const Reading both = read(adapter + "lora_target_linear: true\n" + modules);
        QCOMPARE(planOf(both).training.tuning.targets, AdapterTargets::Linear);
        QVERIFY(valuesOf(both.ignored).contains("/lora_target_modules"));
        QVERIFY(valuesOf(read(adapter).assumed).contains("/lora_target_modules"));
        QVERIFY(!valuesOf(read(adapter + modules).assumed).contains("/lora_target_modules"));
    }

    /// A run that axolotl refuses is reported so, with the figures of the nearest run.
    void axolotlsQuantisation()
    {
        const auto read = [](const std::string& text) { return loaded(readFile("x.yml", axolotlHead + text, 8)); };
        const Reading whole = read("load_in_4bit: true\n");
        QCOMPARE(whole.refused.front().what, std::string("quantised-without-adapter"));
        QCOMPARE(valuesOf(whole.assumed)["/load_in_4bit"], std::string("false"));
        QCOMPARE(planOf(whole).training.tuning.method, TuningMethod::All);
        const Reading wide = read("adapter: qlora\nlora_r: 8\nlora_target_linear: true\n");
        QCOMPARE(wide.refused.front().what, std::string("qlora-without-4bit"));
        QVERIFY(read("adapter: lora\nload_in_4bit: true\n").refused.empty());
        QCOMPARE(valuesOf(whole.assumed)["/gradient_checkpointing"], std::string("false"));
    }

    void axolotlOnAMesh()
    {
        const Reading read = loaded(
            readFile("x.yml",
                     axolotlHead + "tensor_parallel_size: 2\ncontext_parallel_size: 2\nfsdp_version: 2\nfsdp_config:\n"
                                   "  reshard_after_forward: false\ncut_cross_entropy: true\nrl: dpo\n",
                     8));
        const Degrees& degrees = std::get<FoundPlan>(read.found).degrees;
        QVERIFY(degrees.tensor == 2 && degrees.context == 2 && degrees.data == 2 && degrees.zero == 2);
        QVERIFY(planOf(read).training.loss == LossKind::Chunked);
        QVERIFY(!mentions(read, "/rl"));
        QVERIFY(planOf(read).training.copiesReference());
    }

    /// The programs name objectives in their own ways; those with rewards or answers of the model stay supervised.
    void preferenceTuning()
    {
        const auto preferenceOf = [](const char* file, const std::string& text) {
            return planOf(loaded(readFile(file, text, 8))).training.preference;
        };
        const std::string dpo = "finetuning_type: full\nstage: dpo\n";
        std::string factory = factoryHead;
        factory.erase(factory.find("stage: sft\n"), std::string("stage: sft\n").size());
        QVERIFY(preferenceOf("l.yaml", factory + dpo + "pref_beta: 0.1\n") == Preference::Device);
        QVERIFY(preferenceOf("l.yaml", factory + dpo + "pref_loss: simpo\n") == Preference::Precomputed);
        QVERIFY(preferenceOf("x.yml", axolotlHead + "rl: ipo\nprecompute_ref_log_probs: true\n") ==
                Preference::Precomputed);
        const Reading grpo = loaded(readFile("x.yml", axolotlHead + "rl: grpo\n", 8));
        QVERIFY(planOf(grpo).training.preference == Preference::None);
        QCOMPARE(valuesOf(grpo.assumed).at("/rl"), std::string("sft"));

        std::string swift = swiftHead;
        swift.replace(swift.find("swift sft"), 9, "swift rlhf");
        const Reading unnamed = loaded(readFile("run.sh", swift + "--tuner_type full --beta 0.2\n"));
        QVERIFY(planOf(unnamed).training.copiesReference());
        QCOMPARE(valuesOf(unnamed.assumed).at("--rlhf_type"), std::string("dpo"));
        const Reading other = loaded(readFile("run.sh", swift + "--rlhf_type dpo --ref_model other\n"));
        QVERIFY(planOf(other).training.preference == Preference::Device);
        QCOMPARE(valuesOf(other.assumed).at("--ref_model"), std::string("as the model"));
        QVERIFY(preferenceOf("run.sh", swift + "--rlhf_type cpo\n") == Preference::Precomputed);

        const std::string trl =
            " --model_name_or_path Qwen/Qwen2.5-7B --dtype bfloat16 --per_device_train_batch_size 1 ";
        const std::string program = "accelerate launch --num_processes 8 trl/scripts/dpo.py" + trl;
        QVERIFY(preferenceOf("run.sh", program + "--beta 0.1\n") == Preference::Device);
        QVERIFY(preferenceOf("run.sh", program + "--precompute_ref_log_probs\n") == Preference::Precomputed);
        QVERIFY(preferenceOf("run.sh", "trl orpo" + trl + "--num_processes 8\n") == Preference::Precomputed);
        QVERIFY(preferenceOf("run.sh", "trl kto" + trl + "--num_processes 8\n") == Preference::None);
    }

    void wrongValuesAreRefused()
    {
        QVERIFY(errorOf(readFile("x.yml", "base_model: 7\nmicro_batch_size: none\n")).contains("/micro_batch_size"));
        QVERIFY(errorOf(readFile("run.sh", swiftHead + "--lora_rank many\n")).contains("--lora_rank"));
    }
};

PGRAM_TEST(TestFineTuning)
#include "test_fine_tuning.moc"
