// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans as folders that run: what is written is read back as the same plan, texts of users end nothing, and what the
// frameworks demand stands there. A case of tests/cases/export is a folder NAME of the format, a dash and a word, with
// `plan.json` and the files that are expected, which PARALLELOGRAM_REGENERATE=1 writes anew (look at the difference);
// the README is left out, whose figures are the estimate's, and train.py, which is the same for every plan.
#include "core/base/text_file.h"
#include "core/exchange/format.h"
#include "core/exchange/launch_folder.h"
#include "core/plan/estimate.h"
#include "core/plan/plan_json.h"
#include "tests/core/written_plans.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <unistd.h>
#include <utility>

using namespace pgram;
using namespace pgram::test;

namespace {

const std::filesystem::path casesFolder = sourceFolder() / "tests/cases/export";

const std::vector adapterKinds{TuningMethod::All, TuningMethod::Lora, TuningMethod::Qlora};

const std::map<std::string, Sayable> sayable{
    {"megatron",
     {.sequence = {SequenceParallel::None, SequenceParallel::Megatron, SequenceParallel::Ulysses},
      .schedules = {ScheduleKind::OneFOneB, ScheduleKind::Interleaved},
      .kept = {KeptPart::All, KeptPart::WithoutAttention, KeptPart::Input},
      .unevenCuts = true,
      .endsAlone = true,
      .firstBlocks = true,
      .hybrid = false,
      .offload = true,
      .gathersKeys = true,
      .keepsGradients = true,
      .precisions = {Precision::Bf16, Precision::Fp16, Precision::Fp8, Precision::Fp8Block, Precision::MxFp8,
                     Precision::Fp4, Precision::Fp32},
      .gradientBytes = {2, 4},
      .optimizers = {Optimizer::Adam, Optimizer::Sgd, Optimizer::Muon},
      .halfStates = true,
      .storedAttention = true,
      .losses = {LossKind::Plain, LossKind::Fused}}},
    {"torchtitan",
     {.zero = {0, 3},
      .sequence = {SequenceParallel::Megatron, SequenceParallel::None},
      .schedules = {ScheduleKind::OneFOneB, ScheduleKind::GPipe, ScheduleKind::Interleaved, ScheduleKind::ZbV},
      .unevenCuts = true,
      .anyBlocks = true,
      .precisions = {Precision::Bf16, Precision::Fp32},
      .losses = {LossKind::Plain, LossKind::Chunked}}},
    {"torchtitan-toml",
     {.zero = {0, 3},
      .sequence = {SequenceParallel::Megatron},
      .schedules = {ScheduleKind::OneFOneB, ScheduleKind::GPipe, ScheduleKind::Interleaved, ScheduleKind::DualPipeV},
      .unevenCuts = true,
      .endsAlone = true,
      .precisions = {Precision::Bf16, Precision::Fp32},
      .losses = {LossKind::Plain, LossKind::Fused}}},
    {"accelerate",
     {.zero = {0, 3},
      .sequence = {SequenceParallel::None},
      .pipeline = false,
      .expert = false,
      .precisions = {Precision::Bf16, Precision::Fp16, Precision::Fp32},
      .losses = {LossKind::Plain, LossKind::Chunked},
      .tunings = adapterKinds}},
    {"accelerate-deepspeed",
     {.zero = {0, 1, 2, 3},
      .sequence = {SequenceParallel::None, SequenceParallel::Ulysses},
      .pipeline = false,
      .context = false,
      .expert = false,
      .hybrid = false,
      .offload = true,
      .offloadWeights = true,
      .precisions = {Precision::Bf16, Precision::Fp16, Precision::Fp32},
      .gradientBytes = {2, 4},
      .losses = {LossKind::Plain, LossKind::Chunked},
      .tunings = adapterKinds}},
    {"accelerate-megatron", {.firstBlocks = true, .context = false, .expert = false, .hybrid = false}},
    {"deepspeed",
     {.zero = {0, 1, 2, 3},
      .sequence = {SequenceParallel::None, SequenceParallel::Ulysses},
      .context = false,
      .expert = false,
      .hybrid = false,
      .offload = true,
      .offloadWeights = true,
      .precisions = {Precision::Bf16, Precision::Fp16, Precision::Fp32},
      .gradientBytes = {2, 4},
      .losses = {LossKind::Plain, LossKind::Chunked},
      .tunings = adapterKinds}},
    {"galvatron",
     {.zero = {0, 2, 3},
      .sequence = {SequenceParallel::Megatron, SequenceParallel::Ulysses},
      .schedules = {ScheduleKind::OneFOneB, ScheduleKind::GPipe},
      .unevenCuts = true,
      .anyBlocks = true,
      .context = false,
      .expert = false,
      .hybrid = false,
      .precisions = {Precision::Bf16, Precision::Fp16, Precision::Fp32},
      .gradientBytes = {2, 4}}},
    {"fsdp2",
     {.zero = {0, 3},
      .schedules = {ScheduleKind::OneFOneB, ScheduleKind::GPipe, ScheduleKind::Interleaved, ScheduleKind::ZbV},
      .unevenCuts = true,
      .anyBlocks = true,
      .context = false,
      .expert = false,
      .hybrid = false,
      .precisions = {Precision::Bf16, Precision::Fp16, Precision::Fp32}}},
};

/// Models and clusters of all kinds that there are, small ones with few layers among them.
const std::vector<std::string> models{"gpt2-small", "gpt3-13b",     "llama2-7b",   "llama3.1-8b", "llama3.1-405b",
                                      "qwen3-32b",  "mixtral-8x7b", "deepseek-v3", "gpt3-175b",   "deepseek-v3-mtp"};
const std::vector<std::string> clusters{"a100-8", "dgx-h100", "dgx-h100-64", "dgx-h100-1024", "hgx-b200"};

/// More than its short name.
std::string textOf(const LayerStrategy& s)
{
    return fmt::format("{} z{} shard {} kept {} offload {}", shortName(s), s.zero, s.shard,
                       static_cast<int>(s.kept.part), s.offloadOptimizer);
}

/// Empty: the folder is read back as the plan.
std::string difference(const Format& format, const Plan& plan)
{
    const Result<Reading> read = readBack(format, plan);
    if (!read) {
        return read.error().text();
    }
    const auto& again = std::get<FoundPlan>(read->found).plan;
    if (!again) {
        return "asks";
    }
    std::string problem = again->chunks == plan.chunks ? "" : "cut ";
    problem += again->schedule == plan.schedule ? "" : "schedule " + toString(again->schedule) + ' ';
    problem += again->training == plan.training ? "" : "training ";
    for (std::size_t i = 0; i < plan.strategies.size() && again->strategies != plan.strategies; ++i) {
        if (again->strategies[i] != plan.strategies[i]) {
            problem += fmt::format("layer {}: {} for {} ", i, textOf(again->strategies[i]), textOf(plan.strategies[i]));
            break;
        }
    }
    problem += read->unknown.empty() ? "" : "does not know " + read->unknown.front().what;
    problem += read->refused.empty() ? "" : "refuses " + read->refused.front().what;
    return problem.empty() ? "" : problem + '\n' + loaded(writeAs(format, plan)).front().content;
}

double peakOf(const Estimate& estimate)
{
    double peak = 0;
    for (const StageEstimate& stage : estimate.stages) {
        peak = std::max(peak, static_cast<double>(stage.memory.total()));
    }
    return peak;
}

bool isNear(double a, double b, double share)
{
    return std::abs(a - b) <= share * std::abs(b);
}

/// One that every framework runs.
Plan plainPlan()
{
    Plan plan = uniformPlanOf("llama3.1-8b", "dgx-h100");
    plan.schedule = {};
    plan.chunks = chunksFromSizes({plan.model.layerCount()});
    plan.strategies.assign(plan.strategies.size(), {.data = 8});
    plan.training.globalBatch = 16;
    return plan;
}

/// The same, of numbers and a model that the format's framework trains.
Plan plainPlan(const Format& format)
{
    Plan plan = plainPlan();
    plan.training.precision = Precision::Fp32;
    if (!format.target->space.value.dp) {
        plan.strategies.assign(plan.strategies.size(), {.data = 8, .zero = 3});
    }
    if (!beyond(*format.target, plan).empty()) {
        plan.model = loaded(shippedPresets().model("gpt2-xl"));
        plan.chunks = chunksFromSizes({plan.model.layerCount()});
        plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), {.data = 8});
    }
    return plan;
}

}  // namespace

class TestExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plansGoThereAndBack_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& [name, kinds] : sayable) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }

    void plansGoThereAndBack()
    {
        QFETCH(QString, name);
        const std::string format = name.toStdString();
        UniformPlans plans(7, sayable.at(format));
        int written = 0;
        const int enough = casesOf(60, 500);
        for (int round = 0; round < 80 && written < enough; ++round) {
            for (const std::string& model : models) {
                for (const std::string& cluster : clusters) {
                    const Plan plan = plans.plan(model, cluster);
                    if (!beyond(*formatNamed(format).target, plan).empty()) {
                        continue;
                    }
                    if (writeAs(formatNamed(format), plan).has_value()) {
                        ++written;
                    } else {
                        continue;  // a model that the framework does not have
                    }
                    const std::string problem = difference(formatNamed(format), plan);
                    QVERIFY2(problem.empty(), (model + " on " + cluster + ": " + problem).c_str());
                }
            }
        }
        QVERIFY2(written >= enough * 5 / 6, qPrintable(QString::number(written)));
    }

    /// A script describes its model, too: read without the plan's, it costs as much.
    void scriptsDescribeTheirModel()
    {
        UniformPlans plans(firstSeed(), sayable.at("megatron"));
        int compared = 0;
        const int enough = casesOf(20, 500);
        const std::vector<std::string> ofDecoders{"gpt2-small",   "llama3.1-8b",  "mistral-7b",      "gemma2-2b",
                                                  "mixtral-8x7b", "qwen2.5-0.5b", "deepseek-v2-lite"};
        for (int round = 0; round < 10 * enough && compared < enough; ++round) {
            const std::string& name = ofDecoders[static_cast<std::size_t>(round) % ofDecoders.size()];
            Plan plan = plans.plan(name, "dgx-h100");
            // Megatron-LM has a position for each token of a sample.
            plan.training.sequenceLength = plan.model.runs.front().learnedPositions > 0 ? 0 : 8192;
            const auto files = writeAs(formatNamed("megatron"), plan);
            if (!files) {
                continue;
            }
            ReadContext context{shippedPresets(), nullptr, &plan.cluster};
            context.framework = "none";
            const Reading read =
                loaded(readAs(formatNamed("megatron"), {"train.sh", false, files->front().content}, context));
            const Estimate before = estimate(plan);
            const Estimate after = estimate(*std::get<FoundPlan>(read.found).plan);
            QVERIFY2(isNear(after.stepTime, before.stepTime, 1e-3) && isNear(peakOf(after), peakOf(before), 1e-3),
                     qPrintable(QString("%1: %2 s for %3, %4 bytes for %5\n%6")
                                    .arg(QString::fromStdString(name))
                                    .arg(after.stepTime)
                                    .arg(before.stepTime)
                                    .arg(peakOf(after))
                                    .arg(peakOf(before))
                                    .arg(QString::fromStdString(files->front().content))));
            ++compared;
        }
        QVERIFY2(compared >= enough, qPrintable(QString::number(compared)));
    }

    /// Megatron-LM's recipe of each precision; who has none of them says which numbers it has not.
    void recipesOfPrecisions()
    {
        Plan plan = plainPlan();
        plan.cluster.device = loaded(shippedPresets().cluster("gb200-nvl72")).device;  // which computes in all of them
        const auto saysInScript = [&plan](Precision precision, const std::string& arguments) {
            plan.training.precision = precision;
            const auto files = loaded(writeFolder(formatNamed("megatron"), plan));
            return says(contentOf(files, "train.sh"), "    " + arguments + '\n');
        };
        QVERIFY(saysInScript(Precision::Bf16, "--bf16"));
        QVERIFY(saysInScript(Precision::Fp8, "--bf16 --fp8-format hybrid"));
        QVERIFY(saysInScript(Precision::Fp8Block, "--bf16 --fp8-format hybrid --fp8-recipe blockwise"));
        QVERIFY(saysInScript(Precision::MxFp8, "--bf16 --fp8-format e4m3 --fp8-recipe mxfp8"));
        QVERIFY(saysInScript(Precision::Fp4, "--bf16 --fp4-format e2m1"));
        const auto readme = loaded(writeFolder(formatNamed("megatron"), plan));
        QVERIFY(says(contentOf(readme, "README.md"), "bf16_with_nvfp4_mixed"));
        for (const PrecisionRow& row : precisions()) {
            plan.training.precision = row.precision;
            for (const Target* target : targets()) {
                const auto lines = beyond(*target, plan.model, plan.training);
                const bool isRefused = std::ranges::any_of(
                    lines, [&row](const Text& line) { return line == "numbers in " + std::string(row.name); });
                QCOMPARE(isRefused, std::ranges::find(target->numbers.value.precisions, row.precision) ==
                                        target->numbers.value.precisions.end());
                QVERIFY(!row.isNarrow() || isRefused || target == formatNamed("megatron").target ||
                        target == formatNamed("megatron-bridge").target);
            }
        }
    }

    /// The program of preference tuning, whose pairs and reference model the files name; it is read again.
    void preferenceTuningIsWritten()
    {
        Plan plan = plainPlan();
        plan.strategies.assign(plan.strategies.size(), {.data = 8, .zero = 3});
        for (const Preference preference : {Preference::Device, Preference::Precomputed}) {
            for (const TuningMethod method : {TuningMethod::All, TuningMethod::Lora}) {
                plan.training.preference = preference;
                plan.training.tuning = {.method = method};
                const auto files = loaded(writeFolder(formatNamed("accelerate"), plan));
                const std::string arguments = contentOf(files, "training_args.json");
                const bool isPrecomputed = preference == Preference::Precomputed;
                QVERIFY(says(arguments, "\"preference_pairs\": true"));
                QVERIFY(says(arguments, isPrecomputed ? "\"precompute_ref_log_probs\": true"
                                                      : "\"precompute_ref_log_probs\": false"));
                QCOMPARE(says(arguments, "adapter_rank"), method == TuningMethod::Lora);
                QVERIFY(says(contentOf(files, "train.py"), "DPOTrainer("));
                QVERIFY(says(contentOf(files, "requirements.txt"), "trl>="));
                QVERIFY(says(contentOf(files, "train.sh"), "columns prompt, chosen and rejected"));
                QVERIFY(says(contentOf(files, "README.md"), "| samples | pairs of a chosen and a rejected sequence"));
                const QTemporaryDir folder;
                for (const NamedFile& file : files) {
                    std::ofstream(std::filesystem::path(folder.path().toStdString()) / file.name) << file.content;
                }
                const std::filesystem::path main =
                    std::filesystem::path(folder.path().toStdString()) / "accelerate_config.yaml";
                const ForeignFile foreign{main, false, contentOf(files, "accelerate_config.yaml")};
                ReadContext context{shippedPresets()};
                context.model = &plan.model;
                context.cluster = &plan.cluster;
                const Reading read = loaded(readAs(formatNamed("accelerate"), foreign, context));
                const std::optional<Plan>& again = std::get<FoundPlan>(read.found).plan;
                QVERIFY(again && again->training.preference == preference);
                QVERIFY(again->training.tuning.method == method);
            }
        }
    }

    /// The program of adapters, and how blocks are computed again beside them: by the reentrant way under shards of a
    /// base of 4 bits alone.
    void adaptersAreWritten()
    {
        Plan plan = plainPlan();
        plan.training.tuning = {.method = TuningMethod::Lora, .rank = 32, .targets = AdapterTargets::Attention};
        plan.strategies.assign(plan.strategies.size(), {.data = 8, .zero = 3});
        for (std::size_t layer = 1; layer + 1 < plan.strategies.size(); ++layer) {
            plan.strategies[layer].kept.part = KeptPart::Input;
        }
        auto files = loaded(writeFolder(formatNamed("accelerate"), plan));
        const std::string lora = contentOf(files, "training_args.json");
        QVERIFY(says(lora, "\"adapter_rank\": 32") && says(lora, "\"adapter_alpha\": 64"));
        QVERIFY(says(lora, "\"adapter_targets\": \"attention\"") && says(lora, "\"quantised_base\": false"));
        QVERIFY(says(lora, "\"gradient_checkpointing\": true") && says(lora, "\"use_reentrant\": false"));
        const std::string yaml = contentOf(files, "accelerate_config.yaml");
        QVERIFY(says(yaml, "fsdp_activation_checkpointing: false") &&
                says(yaml, "fsdp_cpu_ram_efficient_loading: true"));
        QVERIFY(says(contentOf(files, "train.py"), "get_peft_model"));
        QVERIFY(!says(contentOf(files, "requirements.txt"), "bitsandbytes"));
        const std::string readme = contentOf(files, "README.md");
        QVERIFY(says(readme, "| trains | adapters (LoRA) of rank 32 at the matrices of attention |"));
        QVERIFY(says(readme, "pip install -r requirements.txt") && !says(readme, "random weights"));

        plan.training.tuning.method = TuningMethod::Qlora;
        files = loaded(writeFolder(formatNamed("accelerate"), plan));
        QVERIFY(says(contentOf(files, "training_args.json"), "\"quantised_base\": true") &&
                says(contentOf(files, "training_args.json"), "\"use_reentrant\": true"));
        QVERIFY(says(contentOf(files, "accelerate_config.yaml"), "fsdp_cpu_ram_efficient_loading: false"));
        QVERIFY(says(contentOf(files, "requirements.txt"), "bitsandbytes>="));
        plan.strategies.assign(plan.strategies.size(), {.data = 8});
        files = loaded(writeFolder(formatNamed("accelerate"), plan));
        QVERIFY(says(contentOf(files, "training_args.json"), "\"use_reentrant\": false"));
        plan.strategies.assign(plan.strategies.size(), {.data = 8, .zero = 3});
        files = loaded(writeFolder(formatNamed("accelerate-deepspeed"), plan));
        QVERIFY(says(contentOf(files, "requirements.txt"), "deepspeed>="));
        QVERIFY(says(contentOf(files, "accelerate_config.yaml"), "zero3_init_flag: true"));
    }

    /// Each argument of Megatron-LM has its field in Megatron-Bridge: random plans are written, none is left out.
    void bridgeTakesWhatMegatronTakes()
    {
        Sayable kinds = sayable.at("megatron");
        kinds.optimizers = {Optimizer::Adam, Optimizer::Sgd};
        kinds.tunings = {TuningMethod::All, TuningMethod::Lora};
        UniformPlans plans(firstSeed(), kinds);
        const Format& bridge = formatNamed("megatron-bridge");
        int written = 0;
        const int enough = casesOf(40, 500);
        for (int round = 0; round < 40 && written < enough; ++round) {
            for (const std::string& model : models) {
                Plan plan = plans.plan(model, "dgx-h100-64");
                const std::vector<Text> lines = beyond(*bridge.target, plan);
                const TuningMethod method = std::exchange(plan.training.tuning.method, TuningMethod::All);
                if (lines.empty()) {
                    QVERIFY2(beyond(*formatNamed("megatron").target, plan).empty(), model.c_str());
                    plan.training.tuning.method = method;
                    const auto files = writeAs(bridge, plan);
                    if (!files) {  // a precision that the device does not have
                        QVERIFY2(files.error().kind != ErrorKind::Internal, files.error().text().c_str());
                        continue;
                    }
                    QCOMPARE(says(files->front().content, "peft=LoRA("), method == TuningMethod::Lora);
                    ++written;
                }
            }
        }
        QVERIFY2(written >= enough, qPrintable(QString::number(written)));
    }

    /// The values of one program, and the names of matrices in a latent attention.
    void bridgeProgramsHaveThePlansValues()
    {
        Plan plan = uniformPlanOf("deepseek-v2-lite", "dgx-h100");
        plan.schedule = {.microbatches = 4};
        plan.chunks = chunksFromSizes({plan.model.layerCount()});
        plan.training.globalBatch = 32;
        plan.training.gradientBytes = 2;
        plan.training.tuning = {.method = TuningMethod::Lora, .rank = 8, .targets = AdapterTargets::Attention};
        plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), {.data = 8, .zero = 1});
        const auto files = loaded(writeFolder(formatNamed("megatron-bridge"), plan));
        const std::string program = contentOf(files, "train_bridge.py");
        for (const char* part :
             {"MLAModelProvider(**SIZES)", "\"num_layers\": 27,", "\"kv_lora_rank\": 512,", "\"seq_length\": 4096,",
              "\"rotary_scaling_factor\": 40,", "\"moe_layer_freq\": ([0]*1+[1]*26),", "micro_batch_size=1,",
              "global_batch_size=32,", "use_distributed_optimizer=True,", "\"grad_reduce_in_fp32\": False,",
              "target_modules=[\"linear_q_proj\", \"linear_kv_down_proj\", \"linear_kv_up_proj\", \"linear_proj\"],",
              "dim=8,", "alpha=16,", "share_expert_adapters=False,", "finetune(config=config()"}) {
            QVERIFY2(says(program, part), part);
        }
        QVERIFY(says(contentOf(files, "train.sh"), "MODEL:?name a folder"));
        plan.training.tuning = {};
        const std::string whole = loaded(writeAs(formatNamed("megatron-bridge"), plan)).front().content;
        QVERIFY(says(whole, "peft=None,") && says(whole, "pretrain(config=config()") && !says(whole, "LoRA"));
        plan.training.precision = Precision::Fp8;
        QVERIFY(says(loaded(writeAs(formatNamed("megatron-bridge"), plan)).front().content,
                     "get_mixed_precision_config(\"bf16_with_fp8_delayed_scaling_mixed\")"));
    }

    void torchtuneIsWritten()
    {
        Plan plan = plainPlan();
        plan.training.masterWeights = false;
        plan.training.gradientBytes = plan.training.stateBytes = 2;
        plan.training.tuning = {.method = TuningMethod::Qlora, .rank = 8, .targets = AdapterTargets::Attention};
        plan.strategies.assign(plan.strategies.size(), {.data = 8, .zero = 3, .shard = 4});
        const auto files = loaded(writeFolder(formatNamed("torchtune"), plan));
        const std::string yaml = contentOf(files, "torchtune.yaml");
        for (const char* part :
             {"torchtune.models.llama3_1.qlora_llama3_1_8b\n",
              "lora_attn_modules: [q_proj, k_proj, v_proj, output_proj]", "apply_lora_to_mlp: false", "lora_rank: 8\n",
              "lora_alpha: 16\n", "max_seq_len: 8192\n", "dtype: bf16\n", "batch_size: 2\n",
              "gradient_accumulation_steps: 1\n", "data_parallel_replicate_dim: 2\n", "data_parallel_shard_dim: 4\n",
              "torch.nn.CrossEntropyLoss"}) {
            QVERIFY2(says(yaml, part), part);
        }
        QVERIFY(says(contentOf(files, "train.sh"), "lora_finetune_distributed --config torchtune.yaml"));
        plan.training.tuning = {};
        plan.training.loss = LossKind::Chunked;
        const auto whole = loaded(writeFolder(formatNamed("torchtune"), plan));
        QVERIFY(says(contentOf(whole, "torchtune.yaml"), "torchtune.models.llama3_1.llama3_1_8b\ntokenizer:"));
        QVERIFY(says(contentOf(whole, "torchtune.yaml"), "LinearCrossEntropyLoss"));
        QVERIFY(says(contentOf(whole, "train.sh"), "full_finetune_distributed"));
    }

    void goldenFolders_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& entry : std::filesystem::directory_iterator(casesFolder)) {
            const std::string name = entry.path().filename().string();
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }

    void goldenFolders()
    {
        QFETCH(QString, name);
        const std::filesystem::path folder = casesFolder / name.toStdString();
        const std::string format = name.section('-', 0, -2).toStdString();
        const Plan plan = loaded(loadPlan(folder / "plan.json"));
        for (const NamedFile& file : loaded(writeFolder(formatNamed(format), plan))) {
            if (file.name == "README.md" || file.name == "train.py") {
                continue;
            }
            if (qEnvironmentVariableIsSet("PARALLELOGRAM_REGENERATE")) {
                QVERIFY(writeTextFile(folder / file.name, file.content));
            }
            const QStringList expected = QString::fromStdString(loaded(readTextFile(folder / file.name))).split('\n');
            const QStringList actual = QString::fromStdString(file.content).split('\n');
            for (qsizetype line = 0; line < std::min(expected.size(), actual.size()); ++line) {
                QCOMPARE(actual[line], expected[line]);
            }
            QCOMPARE(actual.size(), expected.size());
        }
    }

    /// CUDA graphs are on by default since August 2026, and refuse pipelines and expert parallelism.
    void torchtitanHasNoGraphsInPipelines()
    {
        const auto text = [](const Plan& plan) {
            return loaded(writeAs(formatNamed("torchtitan"), plan)).front().content;
        };
        Plan plan = plainPlan();
        QVERIFY(says(text(plan), "disable_cuda_graphs=False"));
        plan.chunks = chunksFromSizes({17, 17});
        plan.schedule.microbatches = 2;
        plan.strategies.assign(plan.strategies.size(), {.data = 4, .zero = 3});
        QVERIFY(says(text(plan), "disable_cuda_graphs=True"));
        QVERIFY(says(text(plan), "\"layers.31\", \"norm\", \"lm_head\"]"));
        const std::string toml = loaded(writeAs(formatNamed("torchtitan-toml"), plan)).front().content;
        QVERIFY(says(toml, "\"layers.31\", \"norm\", \"output\"]"));
        // The batch of a data-parallel part, of which the pipeline takes micro-batches of two.
        QVERIFY(says(toml, "local_batch_size = 4\nglobal_batch_size = 16\n") &&
                says(toml, "pipeline_parallel_microbatch_size = 2\n"));
    }

    /// Parts that lose a block, or name one twice, are no cut.
    void partsNameEachBlockOnce()
    {
        Plan plan = plainPlan();
        plan.chunks = chunksFromSizes({17, 17});
        plan.schedule.microbatches = 2;
        plan.strategies.assign(plan.strategies.size(), {.data = 4, .zero = 3});
        std::string text = loaded(writeAs(formatNamed("torchtitan-toml"), plan)).front().content;
        const ReadContext context{shippedPresets(), &plan.model, &plan.cluster};
        QVERIFY(readAs(formatNamed("torchtitan-toml"), {"t.toml", false, text}, context).has_value());
        text.erase(text.find("\"layers.20\", "), std::string_view("\"layers.20\", ").size());
        const auto refused = readAs(formatNamed("torchtitan-toml"), {"t.toml", false, text}, context);
        QVERIFY(!refused && says(refused.error().text(), "does not name each block once"));
    }

    /// A device has its place by its rank, machine by machine.
    void ranksAreListed()
    {
        Plan plan = uniformPlanOf("mixtral-8x7b", "dgx-h100-64");
        plan.schedule = {.microbatches = 4};
        plan.chunks = chunksFromSizes({17, 17});
        plan.training.globalBatch = 32;
        plan.strategies.assign(34, {.tensor = 2, .data = 8, .context = 2, .expert = 4});
        const std::string table = rankTable(plan, false);
        QCOMPARE(std::ranges::count(table, '\n'), 65);
        QVERIFY(says(table, "\n37,4,5,1,17-33,TP2·CP2·DP8·EP4,1,0,1,2\n"));
    }

    void namesOfUsersEndNothing()
    {
        const std::string hostile = "a'; rm -rf ~ #\n$(id) `id` \"\\ ü";
        for (const Format* format : formats()) {
            if (format->launch == nullptr) {
                continue;
            }
            Plan plan = plainPlan(*format);
            plan.name = plan.model.title = plan.cluster.title = plan.cluster.name = hostile;
            for (const NamedFile& file : loaded(writeFolder(*format, plan))) {
                const QStringList lines = QString::fromStdString(file.content).split('\n');
                for (const QString& line : lines) {
                    const bool comment = line.startsWith('#') || file.name == "README.md";
                    QVERIFY2(comment || !line.contains("$(id)"), qPrintable(line));
                }
            }
        }
    }

    void foldersAreWrittenWholeOrNotAtAll()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const std::vector<NamedFile> files{
            {"a", "text"}, {"train.sh", "#!/bin/sh\n"}, {"nested/b", "text"}, {std::string(300, 'x'), "text"}};
        const Result<void> refused = saveFiles(files, path / "new" / "run");
        QVERIFY(!refused && says(refused.error().text(), "xxx: cannot be written: "));
        QVERIFY(says(refused.error().text(), "; no file was written"));
        QVERIFY(!std::filesystem::exists(path / "new"));
        QVERIFY(saveFiles({files[0], files[1], files[2]}, path / "new" / "run"));
        QVERIFY(::access((path / "new" / "run" / "train.sh").c_str(), X_OK) == 0);
        QCOMPARE(loaded(readTextFile(path / "new" / "run" / "nested" / "b")), std::string("text"));
        QVERIFY(!saveFiles({{"a", "other"}, files[3]}, path / "new" / "run"));
        QCOMPARE(loaded(readTextFile(path / "new" / "run" / "a")), std::string("text"));
    }

    /// As far as Python itself sees, without the packages.
    void scriptsAreSound()
    {
        QVERIFY2(!QStandardPaths::findExecutable("python3").isEmpty(), "python3 is not installed");
        const QTemporaryDir folder;
        QStringList arguments{"-m", "py_compile"};
        for (const auto& entry : std::filesystem::directory_iterator(casesFolder)) {
            const std::string name = entry.path().filename().string();
            const Format& format = formatNamed(QString::fromStdString(name).section('-', 0, -2).toStdString());
            const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / name;
            QVERIFY(saveFiles(loaded(writeFolder(format, loaded(loadPlan(entry.path() / "plan.json")))), path));
            for (const auto& file : std::filesystem::directory_iterator(path)) {
                if (file.path().extension() == ".py") {
                    arguments << QString::fromStdString(file.path().string());
                }
            }
        }
        QVERIFY(arguments.size() > 8);
        QProcess python;
        python.start("python3", arguments);
        QVERIFY(python.waitForFinished(waitLimit));
        QVERIFY2(python.exitCode() == 0, python.readAllStandardError());
    }

    void theReadmeSaysWhatToExpect()
    {
        for (const Format* format : formats()) {
            if (format->launch == nullptr) {
                continue;
            }
            const Plan plan = plainPlan(*format);
            const std::string text = contentOf(loaded(writeFolder(*format, plan)), "README.md");
            for (const char* part : {"## What was planned", "| certificate | optimal |", "- Step time: ",
                                     "Memory of the fullest device: ", "## What to fill in", "`train.sbatch`"}) {
                QVERIFY2(says(text, part), (std::string(format->name) + ": " + part).c_str());
            }
        }
    }
};

PGRAM_TEST(TestExport)
#include "test_export.moc"
