// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tables of the names in files of training frameworks: every name of a file is used, reported as ignored or assumed
// with its reason, or reported as unknown; readers ask only for names of their tables.
#include "core/base/text_file.h"
#include "core/exchange/format.h"
#include "core/exchange/layer_pattern.h"
#include "core/exchange/setting_reader.h"
#include "core/exchange/setting_table.h"
#include "core/exchange/transformers_run.h"
#include "core/plan/estimate.h"
#include "tests/core/error_of.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <iterator>
#include <map>
#include <set>

using namespace pgram;
using namespace pgram::test;

namespace {

struct AtHand {
    std::string model;
    std::string cluster;
    std::int64_t devices = 0;
    std::string framework;
};

Result<Reading> readText(const std::string& name, const std::string& text, const AtHand& hand = {})
{
    const ForeignFile file{name, false, text};
    const Architecture model = hand.model.empty() ? Architecture() : loaded(shippedPresets().model(hand.model));
    const Cluster cluster = hand.cluster.empty() ? Cluster() : loaded(shippedPresets().cluster(hand.cluster));
    ReadContext context{shippedPresets()};
    context.model = hand.model.empty() ? nullptr : &model;
    context.cluster = hand.cluster.empty() ? nullptr : &cluster;
    context.devices = hand.devices;
    context.framework = hand.framework;
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

const std::string megatronFlags =
    "torchrun --nproc-per-node 8 --nnodes 1 pretrain_gpt.py --num-layers 24 --hidden-size 1024 "
    "--num-attention-heads 16 --seq-length 2048 --max-position-embeddings 2048 --micro-batch-size 1 "
    "--global-batch-size 32 --bf16 --use-distributed-optimizer --vocab-size 32000 ";

/// A script with more flags, read as a plan.
Reading megatron(const std::string& more, const AtHand& hand = {})
{
    return loaded(readText("train.sh", megatronFlags + more + '\n', hand));
}

const std::vector<const SettingTable*> tables{&megatronTable,   &bridgeTable,         &torchtuneTable,  &deepSpeedTable,
                                              &accelerateTable, &torchtitanTomlTable, &torchtitanTable, &trainerTable,
                                              &trlTable,        &llamaFactoryTable,   &axolotlTable,    &swiftTable,
                                              &maxTextTable,    &huggingFaceTable};

/// Returns a name that the pattern matches and no other group of the table has.
std::string nameOf(std::string_view pattern)
{
    return pattern.ends_with('*') ? std::string(pattern.substr(0, pattern.size() - 1)) + "zz" : std::string(pattern);
}

/// Returns an object with all used names of a table, each "auto": left to the program that reads the file.
Json usedNames(const SettingTable& table)
{
    Json json = Json::object();
    for (const SettingNames& group : table.groups) {
        for (const std::string_view name :
             group.use == SettingUse::Used ? namesOf(group) : std::vector<std::string_view>()) {
            Json* at = &json;
            std::size_t begin = 0;
            for (std::size_t end = name.find('/'); end != std::string_view::npos; end = name.find('/', begin)) {
                Json& inner = (*at)[name.substr(begin, end - begin)];
                inner = inner.is_object() ? inner : Json::object();
                at = &inner;
                begin = end + 1;
            }
            Json& last = (*at)[name.substr(begin)];
            last = last.is_object() ? last : Json("auto");
        }
    }
    return json;
}

/// Returns the blocks of Llama 3.1 8B in two stages, as torchtitan names them.
Json halves()
{
    Json stages = Json::array({Json::array({"tok_embeddings"}), Json::array()});
    for (int block = 0; block < 32; ++block) {
        stages[block / 16].push_back("layers." + std::to_string(block));
    }
    stages[1].push_back("norm");
    stages[1].push_back("output");
    return stages;
}

/// Returns the used names of a table that a file lacks, and those that its reading calls without effect.
std::set<std::string> notAskedFor(const SettingTable& table, const Json& file, const Reading& read)
{
    std::set<std::string> names;
    for (const SettingNames& group : table.groups) {
        for (const std::string_view name : namesOf(group)) {
            if (group.use == SettingUse::Used && !file.contains(Json::json_pointer("/" + std::string(name)))) {
                names.emplace(name);
            }
        }
    }
    for (const ValueNote& note : read.ignored) {
        if (note.why == "has no effect beside the other settings and options") {
            names.insert(note.what.substr(note.what.find_first_not_of("-/")));
        }
    }
    return names;
}

/// Adds a table of TOML with its inner tables.
void addTable(const Json& json, const std::string& name, std::string& text)
{
    text += '[' + name + "]\n";
    for (const auto& [key, value] : json.items()) {
        text += value.is_object() ? "" : key + " = " + dumped(value) + '\n';
    }
    for (const auto& [key, value] : json.items()) {
        if (value.is_object()) {
            addTable(value, name + '.' + key, text);
        }
    }
}

}  // namespace

class TestSettingTables : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAreInOneGroup()
    {
        for (const SettingTable* table : tables) {
            std::set<std::string_view> known;
            for (const SettingNames& group : table->groups) {
                QVERIFY(!group.why.empty() || group.use == SettingUse::Used);
                for (const std::string_view name : namesOf(group)) {
                    QVERIFY2(known.insert(name).second, std::string(name).c_str());
                    QVERIFY2(group.use != SettingUse::Used || !name.ends_with('*'), std::string(name).c_str());
                }
            }
        }
    }

    /// A reader that asks for another name is a fault of the program.
    void readersAskForNamesOfTheirTable()
    {
        constexpr std::array groups{SettingNames{.names = "outer outer/known"}};
        const SettingTable table{"test", groups};
        const Json json = Json::parse(R"({"outer": {"known": 1, "other": 2}, "third": 3})");
        PlanSettings settings;
        SettingReader reader(json, "file", settings, table);
        QCOMPARE(*reader.object("outer").number("known", 0, 9), std::int64_t{1});
        QVERIFY(reader.finish());
        QCOMPARE(valuesOf(settings.unknown),
                 (std::map<std::string, std::string>{{"/outer/other", "2"}, {"/third", "3"}}));
        (void)reader.object("outer").number("other", 0, 9);
        const Result<void> finished = reader.finish();
        QVERIFY(!finished && finished.error().kind == ErrorKind::Internal);
        QCOMPARE(finished.error().text(),
                 std::string("outer/other: the reader of test asks for a name that its table does not have."));
    }

    /// Each name of each table does in a report what its group says.
    void namesAreReported()
    {
        for (const SettingTable* table : tables) {
            const SettingLedger ledger(*table);
            for (const SettingNames& group : table->groups) {
                for (const std::string_view pattern : namesOf(group)) {
                    const std::string name = nameOf(pattern);
                    PlanSettings settings;
                    ledger.report({{name, "7"}}, "", settings);
                    QVERIFY2(settings.unknown.empty(), name.c_str());
                    const SettingNames* first = ledger.find(name);
                    const bool isUnplanned = first->use == SettingUse::Unplanned;
                    const std::vector<ValueNote>& notes = isUnplanned ? settings.assumed : settings.ignored;
                    QVERIFY2(notes.size() == 1 && notes.front().what == name, name.c_str());
                    QVERIFY2(!isUnplanned || notes.front().value == first->taken, name.c_str());
                    QVERIFY2(first->use == SettingUse::Used || notes.front().why == Text(first->why), name.c_str());
                    QVERIFY2(pattern.ends_with('*') || first == &group, name.c_str());
                    QCOMPARE(ledger.checkWritten({{name, "7"}}).has_value(), !isUnplanned);
                }
            }
        }
    }

    /// A writer may write names of its table alone.
    void writersWriteNamesOfTheirTable()
    {
        constexpr std::array groups{SettingNames{.names = "outer outer/known"},
                                    SettingNames{SettingUse::Unplanned, "other", Core::tr("plans have no such thing")}};
        const SettingTable table{"test", groups};
        QVERIFY(checkWritten(table, Json::parse(R"({"outer": {"known": 1}})")));
        const auto refused = [&table](const char* text) { return errorOf(checkWritten(table, Json::parse(text))); };
        QCOMPARE(refused(R"({"outer": {"made_up": 1}})"),
                 QString("outer/made_up: the writer for test writes a name that its table does not have."));
        QVERIFY(refused(R"({"other": 1})").startsWith("other: "));
    }

    /// Each used name of a table is asked for in one of a few files that have all of them.
    void usedNamesOfFilesAreAskedFor()
    {
        struct Case {
            std::string name;            ///< name of the file
            const SettingTable* table;   ///< its names
            std::vector<Json> variants;  ///< changes of the file with all names, by merge patch
        };
        const std::vector<Case> cases{
            {"ds_config.json",
             &deepSpeedTable,
             {Json::object(),
              Json::parse(
                  R"({"bf16": {"enabled": true, "bf16_master_weights_and_grads": true}, "pipeline": {"stages": 2}})"),
              Json::parse(R"({"bf16": null, "bfloat16": {"enabled": true, "bf16_master_weights_and_grads": true}})"),
              Json::parse(R"({"bf16": null, "bfloat16": null, "fp16": {"enabled": true}})")}},
            {"accelerate.yaml",
             &accelerateTable,
             {Json::parse(R"({"distributed_type": "FSDP"})"), Json::parse(R"({"distributed_type": "DEEPSPEED"})"),
              Json::parse(R"({"distributed_type": "MEGATRON_LM", "megatron_lm_config":
                              {"megatron_lm_recompute_granularity": "full", "megatron_lm_recompute_method": "block"}})"),
              Json::parse(R"({"distributed_type": "MULTI_GPU"})")}},
            {"train_config.toml",
             &torchtitanTomlTable,
             {Json::object({{"parallelism", Json::object({{"pipeline_parallel_degree", 2},
                                                          {"pipeline_parallel_schedule", "1F1B"},
                                                          {"module_fqns_per_model_part", halves()}})},
                            {"training", Json::object({{"local_batch_size", 2}})}}),
              Json::parse(R"({"parallelism": {"pipeline_parallel_degree": 2, "module_fqns_per_model_part": null,
                              "pipeline_parallel_schedule": "Interleaved1F1B"},
                              "training": {"local_batch_size": 2}})"),
              Json::parse(R"({"activation_checkpoint": {"mode": "selective", "selective_ac_option": "2"}})")}},
            {"parallelogram_config.py",
             &torchtitanTable,
             {Json::object({{"pipeline_parallel_degree", 2},
                            {"pipeline_parallel_schedule", "1F1B"},
                            {"module_fqns_per_model_part", halves()}}),
              Json::parse(R"({"pipeline_parallel_degree": 2, "module_fqns_per_model_part": null,
                              "pipeline_parallel_schedule": "Interleaved1F1B", "num_pp_microbatches": 2})")}},
        };
        for (const Case& one : cases) {
            std::set<std::string> unused;
            for (const Json& variant : one.variants) {
                Json file = usedNames(*one.table);
                file.merge_patch(variant);
                std::string text;
                if (one.name.ends_with(".toml")) {
                    for (const auto& [key, value] : file.items()) {
                        addTable(value, key, text);
                    }
                } else if (one.name.ends_with(".yaml")) {
                    for (const auto& [key, value] : file.items()) {
                        text += key + ": " + dumped(value) + '\n';
                    }
                } else if (one.name.ends_with(".py")) {
                    text = "from torchtitan.config import ParallelismConfig\nParallelismConfig(\n";
                    for (const auto& [key, value] : file.items()) {
                        text += "    " + key + '=' + dumped(value) + ",\n";
                    }
                } else {
                    text = dumped(file, 2) + '\n';
                }
                const Result<Reading> read = readText(one.name, text, {"llama3.1-8b", "a100-8"});
                QVERIFY2(read, read ? "" : read.error().text().c_str());
                const std::set<std::string> own = notAskedFor(*one.table, file, *read);
                std::set<std::string> both;
                std::ranges::set_intersection(unused, own, std::inserter(both, both.end()));
                unused = &variant == &one.variants.front() ? own : both;
            }
            std::string names;
            for (const std::string& name : unused) {
                names += name + ' ';
            }
            QVERIFY2(unused.empty(), (one.name + ": " + names).c_str());
        }
    }

    void usedNamesOfTheTrainerAreAskedFor()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file(folder.filePath(trainerArgumentsName).toStdString());
        QVERIFY(writeTextFile(file, dumped(usedNames(trainerTable))));
        PlanSettings settings;
        const Result<void> read = readTrainerArguments(file, settings);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(settings.ignored.empty() && settings.unknown.empty());
    }

    /// Each used name of Megatron-LM's arguments is asked for in one of a few scripts that have nearly all of them.
    void usedNamesAreAskedFor()
    {
        struct Script {
            std::string more;                    ///< flags with values
            std::set<std::string_view> without;  ///< names that the script does not have
        };
        const std::vector<Script> scripts{
            {"--num-layers-per-virtual-pipeline-stage 1", {"nnodes", "nproc-per-node", "world-size"}},
            {"", {"nodes", "nnodes", "nproc-per-node", "gpus-per-node"}},
            {"--recompute-granularity full", {"use-megatron-fsdp", "use-custom-fsdp"}},
            {"--recompute-granularity selective", {"use-megatron-fsdp", "use-custom-fsdp", "use-torch-fsdp2"}},
            {"--zero-stage 2", {"use-megatron-fsdp", "use-custom-fsdp", "use-torch-fsdp2"}},
            {"--window-size 127,0",
             {"recompute-granularity", "checkpoint-activations", "deepspeed-activation-checkpointing"}},
            {"--cp-comm-type a2a+p2p", {"fp8", "fp8-format"}},
            {"--tuner-type lora", {"vocab-size"}},
            {"--num-experts 8 --moe-router-num-groups 2", {"multi-latent-attention"}},
            {"--experimental-attention-variant dsa --num-experts 8 --moe-shared-expert-intermediate-size 64",
             {"hybrid-layer-pattern", "hybrid-override-pattern"}},
            {"--experimental-attention-variant gdn --linear-attention-freq 2",
             {"hybrid-layer-pattern", "hybrid-override-pattern"}},
            {"--hybrid-layer-pattern M*-", {"hybrid-override-pattern"}},
            {"", {"num-layers", "hidden-size", "model"}}};
        std::set<std::string> unused;
        for (const Script& script : scripts) {
            const std::set<std::string> own = unusedOf(script.more, script.without);
            if (&script == &scripts.front()) {
                unused = own;
                continue;
            }
            std::set<std::string> both;
            std::ranges::set_intersection(unused, own, std::inserter(both, both.end()));
            unused = std::move(both);
        }
        std::string names;
        for (const std::string& name : unused) {
            names += name + ' ';
        }
        QVERIFY2(unused.empty(), names.c_str());
    }

    /// A checkpoint or a tokenizer names the model where the file has no sizes.
    void checkpointsNameTheModel()
    {
        const std::string degrees = " --tensor-model-parallel-size 2 --micro-batch-size 1 --global-batch-size 16 ";
        const auto titleOf = [&degrees](const std::string& flags) {
            return valuesOf(loaded(readText("a.sh", "torchrun pretrain_gpt.py" + degrees + flags)).assumed)["model"];
        };
        QCOMPARE(titleOf("--load meta-llama/Llama-3.1-8B"), std::string("Llama 3.1 8B"));
        QCOMPARE(titleOf("--tokenizer-model Qwen/Qwen2.5-7B-Instruct"), std::string("Qwen2.5 7B"));
        QCOMPARE(titleOf("--model_name_or_path Qwen/Qwen2.5-7B --load /checkpoints/1"), std::string("Qwen2.5 7B"));
        const Reading open = loaded(readText("a.sh", "torchrun pretrain_gpt.py" + degrees + "--load /checkpoints/1"));
        QVERIFY(valuesOf(open.asked).contains("model"));
        QCOMPARE(valuesOf(open.ignored)["--load"], std::string("/checkpoints/1"));
        const Reading swift = loaded(readText("a.sh", "megatron sft --load Qwen2.5-7B-mcore" + degrees));
        QCOMPARE(planOf(swift).model.name, std::string("qwen2.5-7b"));
        // Sizes of the file go before names.
        const Reading sized = megatron("--load meta-llama/Llama-3.1-8B");
        QCOMPARE(planOf(sized).model.layerCount(), 26);
        QCOMPARE(sized.ignored.front().why.english(), std::string("checkpoints"));
    }

    /// Flags that change a run are read, assumed to be off with a reason, or unknown: none is dropped.
    void noFlagIsDropped_data()
    {
        QTest::addColumn<QString>("flags");
        for (const char* flags : {"--window-size 511,0",
                                  "--optimizer muon",
                                  "--optimizer lion",
                                  "--use-precision-aware-optimizer --exp-avg-dtype bf16 --exp-avg-sq-dtype bf16",
                                  "--use-precision-aware-optimizer --exp-avg-dtype bf16",
                                  "--cross-entropy-loss-fusion",
                                  "--recompute-granularity full --recompute-method uniform --recompute-num-layers 4",
                                  "--cpu-offloading-num-layers 4",
                                  "--attention-output-gate",
                                  "--num-experts 8 --moe-latent-size 512",
                                  "--num-experts 8 --moe-shared-expert-intermediate-size 64 --moe-shared-expert-gate",
                                  "--experimental-attention-variant gated_delta_net --linear-attention-freq 4",
                                  "--hybrid-layer-pattern M*-",
                                  "--moe-expert-capacity-factor 1.5",
                                  "--moe-token-dispatcher-type allgather",
                                  "--distribute-saved-activations",
                                  "--delay-wgrad-compute",
                                  "--rampup-batch-size 16",
                                  "--optimizer-cpu-offload --optimizer-offload-fraction 0.5",
                                  "--no-such-flag 3",
                                  "--attention-backend unfused",
                                  "--grad-reduce-in-bf16",
                                  "--tuner_type lora"}) {
            QTest::newRow(flags) << flags;
        }
    }

    void noFlagIsDropped()
    {
        QFETCH(QString, flags);
        const Reading plain = megatron("");
        const Reading read = megatron(flags.toStdString());
        const bool isOther = planOf(read).training != planOf(plain).training ||
                             planOf(read).model != planOf(plain).model ||
                             planOf(read).strategies != planOf(plain).strategies;
        QVERIFY(isOther || read.assumed.size() > plain.assumed.size() || !read.unknown.empty());
    }

    void harmlessFlagsAreIgnoredWithAReason()
    {
        const Reading read = megatron("--log-interval 10 --save ckpt --lr 1e-4 --no-such-flag 3 --another-one");
        const auto ignored = valuesOf(read.ignored);
        QCOMPARE(ignored.at("--log-interval"), std::string("10"));
        QVERIFY(ignored.contains("--save") && ignored.contains("--lr"));
        const auto reason = std::ranges::find(read.ignored, "--log-interval", &ValueNote::what)->why;
        QCOMPARE(reason.english(), std::string("logging"));
        QCOMPARE(valuesOf(read.unknown),
                 (std::map<std::string, std::string>{{"--no-such-flag", "3"}, {"--another-one", ""}}));
    }

    void windowsOfLayers()
    {
        const auto windows = [](const std::string& flags) {
            std::vector<std::pair<int, std::int64_t>> runs;
            for (const LayerSpec& run : planOf(megatron(flags)).model.runs) {
                if (run.kind == LayerKind::Decoder) {
                    runs.emplace_back(run.count, run.window);
                }
            }
            return runs;
        };
        using Runs = std::vector<std::pair<int, std::int64_t>>;
        QCOMPARE(windows("--window-size 511,0"), (Runs{{24, 512}}));
        QCOMPARE(windows("--window-size '(127, 0)' --window-attn-skip-freq 12"),
                 (Runs{{11, 128}, {1, 0}, {11, 128}, {1, 0}}));
        QCOMPARE(windows("--window-size 127,0 --window-attn-skip-freq '([1]*2+[0])*8'").size(), std::size_t{16});
        QCOMPARE(windows("--window-size -1,-1"), (Runs{{24, 0}}));
        QCOMPARE(*parsePattern("[0]*1+[1,0]*2", 9), (std::vector<bool>{false, true, false, true, false}));
        for (const char* wrong : {"", "2", "[2]", "[1", "[1]*", "([1]", "[1]+", "[1]x"}) {
            QVERIFY2(!parsePattern(wrong, 9), wrong);
        }
        QCOMPARE(parsePattern("([1]*4000)*4000", 96)->size(), std::size_t{96});
    }

    void optimizersAndTheirStates()
    {
        QCOMPARE(planOf(megatron("--optimizer muon")).training.optimizer, Optimizer::Muon);
        const Reading lion = megatron("--optimizer lion");
        QCOMPARE(planOf(lion).training.optimizer, Optimizer::Sgd);
        QCOMPARE(valuesOf(lion.assumed).at("--optimizer"), std::string("sgd"));
        const std::string aware = "--use-precision-aware-optimizer --exp-avg-dtype bf16 ";
        QCOMPARE(planOf(megatron(aware + "--exp-avg-sq-dtype bf16")).training.stateBytes, 2);
        const Reading half = megatron(aware);
        QCOMPARE(planOf(half).training.stateBytes, 4);
        QVERIFY(valuesOf(half.assumed).contains("--exp-avg-dtype"));
        const Reading shared = megatron("--optimizer-cpu-offload --optimizer-offload-fraction 0.5");
        QCOMPARE(planOf(shared).training.offloadShare, 0.5);
        QVERIFY(planOf(shared).training.framework.keepsOffloadedGradients);
    }

    /// Slurm's comments say how many devices a script has; its other options are not arguments of the program.
    void devicesOfSlurm()
    {
        const auto devices = [](const std::string& comments) {
            const std::string script = "#!/bin/bash\n" + comments +
                                       "srun python pretrain_gpt.py --num-layers 24 --hidden-size 1024 "
                                       "--num-attention-heads 16 --seq-length 2048 --max-position-embeddings 2048 "
                                       "--micro-batch-size 1 --global-batch-size 32 --bf16 --vocab-size 32000\n";
            const Reading read = loaded(readText("job.sh", script));
            return read.unknown.empty() ? planOf(read).cluster.devices : 0;
        };
        QCOMPARE(devices("#SBATCH --nodes=4\n#SBATCH --gpus-per-node=8\n#SBATCH --time=1:00:00\n"), 32);
        QCOMPARE(devices("#SBATCH -N 2\n#SBATCH --gres=gpu:h100:4 # cards\n#SBATCH -p big\n"), 8);
        QCOMPARE(devices("# nodes=4\n"), 8);
    }

    /// Scripts of ms-swift: adapters, lengths, the model by its name on a hub, and the defaults of ms-swift.
    void scriptsOfSwift()
    {
        const std::string script = "PYTORCH_CUDA_ALLOC_CONF='expandable_segments:True' \\\nNPROC_PER_NODE=2 \\\n"
                                   "CUDA_VISIBLE_DEVICES=0,1 \\\nmegatron sft \\\n"
                                   "    --model Qwen/Qwen2.5-7B-Instruct --tuner_type lora --lora_rank 8 \\\n"
                                   "    --lora_alpha 32 --target_modules all-linear \\\n"
                                   "    --tensor_model_parallel_size 2 --sequence_parallel true \\\n"
                                   "    --micro_batch_size 16 --global_batch_size 16 --finetune true \\\n"
                                   "    --max_length 2048 --cross_entropy_loss_fusion true\n";
        const Reading read = loaded(readText("run.sh", script));
        const Plan& plan = planOf(read);
        QCOMPARE(plan.model.name, std::string("qwen2.5-7b"));
        QCOMPARE(plan.cluster.devices, 2);
        QCOMPARE(plan.sequence(), std::int64_t{2048});
        QCOMPARE(plan.training.tuning, (Tuning{TuningMethod::Lora, 8, AdapterTargets::Linear}));
        QVERIFY(plan.training.loss == LossKind::Fused);
        QCOMPARE(plan.training.framework.name, std::string("megatron-core"));
        QVERIFY(plan.strategies[1].kept.part == KeptPart::WithoutAttention);  // ms-swift's own
        const auto assumed = valuesOf(read.assumed);
        for (const char* what : {"model", "framework", "recompute_granularity"}) {
            QVERIFY2(assumed.contains(what), what);
        }
        QVERIFY(read.unknown.empty());
        QCOMPARE(valuesOf(read.ignored).at("--lora-alpha"), std::string("32"));
    }

    void flagsInManyShapes()
    {
        const auto tensorOf = [](const std::string& before, const std::string& flags) {
            const Reading read = loaded(readText("run.sh", before + megatronFlags + flags + '\n'));
            return std::get<FoundPlan>(read.found).degrees.tensor.value_or(0);
        };
        const std::string flag = "--tensor-model-parallel-size";
        QCOMPARE(tensorOf("", flag + "=\"2\" --sequence-parallel"), 2);
        QCOMPARE(tensorOf("", flag + "='2'"), 2);
        QCOMPARE(tensorOf("", flag + "=2"), 2);
        QCOMPARE(tensorOf("", "\"" + flag + "\" \"2\""), 2);
        QCOMPARE(tensorOf("declare -r TP=2\n", flag + " ${TP}"), 2);
        QCOMPARE(tensorOf("declare TP=$((4 / 2))\n", flag + " $TP"), 2);
        QCOMPARE(tensorOf("run() {\n  local TP=${1:-2}\n  ", flag + " $TP\n}"), 2);
        QCOMPARE(tensorOf("MORE=(--bf16)\nMORE+=(" + flag + " 2 # two\n)\n", "${MORE[@]}"), 2);
        QCOMPARE(tensorOf("cat > job.sh <<EOF\n", flag + " 2\nEOF"), 2);
    }

    /// A script that breaks off behind a name does not lose the names before it.
    void halfAModelIsAskedFor()
    {
        const Reading read = loaded(readText("run.sh", "pretrain_gpt.py --num-layers 12 --hidden-size"));
        QCOMPARE(valuesOf(read.asked).count("--hidden-size"), std::size_t{1});
        QCOMPARE(valuesOf(read.asked).count("--num-layers"), std::size_t{0});
    }

    /// Pipelines and experts without a tensor degree are Megatron-LM's, too; the number of machines may be open.
    void scriptsWithoutATensorDegree()
    {
        const std::string script = "NNODES=$WORLD_SIZE \\\nNODE_RANK=$RANK \\\nmegatron sft \\\n"
                                   "    --model Qwen/Qwen3-30B-A3B-Base --pipeline_model_parallel_size 2 \\\n"
                                   "    --expert_model_parallel_size 8 --micro_batch_size 1 --global_batch_size 16 \\\n"
                                   "    --recompute_granularity full --recompute_method uniform \\\n"
                                   "    --recompute_num_layers 1 --max_length 8192 --sequence_parallel true\n";
        const Reading read = loaded(readText("run.sh", script, {.devices = 16}));
        const Degrees& degrees = std::get<FoundPlan>(read.found).degrees;
        QVERIFY(degrees.pipeline == 2 && degrees.expert == 8 && degrees.tensor == 1 && degrees.data == 8);
        QCOMPARE(planOf(read).model.name, std::string("qwen3-30b-a3b"));
        QCOMPARE(planOf(read).cluster.devices, 16);
    }

    void adaptersOfSomeMatrices()
    {
        const auto targets = [](const std::string& names) {
            const Reading read = megatron("--tuner-type lora --target-modules " + names);
            return std::pair(planOf(read).training.tuning.targets, valuesOf(read.assumed).contains("--target-modules"));
        };
        QCOMPARE(targets("q_proj k_proj v_proj o_proj"), std::pair(AdapterTargets::Attention, false));
        QCOMPARE(targets("linear_qkv linear_proj"), std::pair(AdapterTargets::Attention, false));
        QCOMPARE(targets("q_proj v_proj"), std::pair(AdapterTargets::Attention, true));
        QCOMPARE(targets("gate_proj up_proj down_proj"), std::pair(AdapterTargets::Mlp, false));
        QCOMPARE(targets("all-linear"), std::pair(AdapterTargets::Linear, false));
    }

    void devicesOfTheFile()
    {
        QCOMPARE(planOf(megatron("", {.cluster = "dgx-h100-64"})).cluster.devices, 8);
        QCOMPARE(planOf(megatron("", {.cluster = "dgx-h100", .devices = 8})).cluster.devices, 8);
        const Reading read = megatron("", {.cluster = "a100-16"});
        QCOMPARE(valuesOf(read.assumed).at("devices"), std::string("8"));
        QVERIFY(planOf(read).cluster.device.name.find("A100") != std::string::npos);
        QCOMPARE(planOf(megatron("", {.devices = 16})).cluster.devices, 16);
        const QString refused =
            errorOf(readText("a.sh", megatronFlags + "--tensor-model-parallel-size 8\n", {.devices = 12}));
        QVERIFY2(refused.contains("has degrees of 8 devices, and the cluster has 12"), qPrintable(refused));
    }

    /// The file's framework, unless another one or none is chosen; what the file turns on and off stays.
    void frameworkOfTheFile()
    {
        const Framework own = planOf(megatron("--overlap-grad-reduce")).training.framework;
        QCOMPARE(own.name, std::string("megatron-core"));
        QVERIFY(own.overlapGradients && own.separateWeightGradients && own.dispatch > 0);
        const Framework none = planOf(megatron("", {.framework = "none"})).training.framework;
        QVERIFY(none.name.empty() && none.dispatch == 0 && !none.overlapGradients);
        QCOMPARE(planOf(megatron("", {.framework = "nemo"})).training.framework.name, std::string("nemo"));
        QVERIFY(errorOf(readText("a.sh", megatronFlags, {.framework = "nemoo"})).contains("no framework 'nemoo'"));
    }

    /// Megatron-LM's own rules, by name; the cut that it runs with a layout is planned all the same.
    void rulesOfMegatron()
    {
        const auto rules = [](const std::string& flags, const AtHand& hand = {}) {
            std::vector<std::string> names;
            for (const ValueNote& refused : megatron(flags, hand).refused) {
                names.push_back(refused.what);
            }
            return names;
        };
        using Names = std::vector<std::string>;
        const std::string five = "--pipeline-model-parallel-size 5 --micro-batch-size 1 ";
        QCOMPARE(rules("--pipeline-model-parallel-size 4"), Names());
        QCOMPARE(rules(five, {.devices = 10}), Names{"layers-by-stages"});
        QCOMPARE(rules("--pipeline-model-parallel-size 4 --num-virtual-stages-per-pipeline-rank 4"),
                 Names{"layers-by-virtual-stages"});
        QCOMPARE(rules("--pipeline-model-parallel-size 4 --num-virtual-stages-per-pipeline-rank 3"), Names());
        QCOMPARE(rules("--num-virtual-stages-per-pipeline-rank 2"), Names{"virtual-stages"});
        QCOMPARE(rules("--pipeline-model-parallel-size 4 --num-layers-per-virtual-pipeline-stage 2"), Names());
        QCOMPARE(rules("--pipeline-model-parallel-size 4 --num-layers-per-virtual-pipeline-stage 4"),
                 Names{"layers-by-virtual-stages"});
        QCOMPARE(rules("--pipeline-model-parallel-size 5 --decoder-first-pipeline-num-layers 4", {.devices = 10}),
                 Names());
        // Experts are split by the tensor degree unless the script says otherwise.
        const std::string experts = "--num-experts 8 --moe-router-topk 2 --tensor-model-parallel-size 4 "
                                    "--expert-model-parallel-size 4 --sequence-parallel ";
        QCOMPARE(rules(experts), Names{"expert-group"});
        QCOMPARE(rules(experts + "--expert-tensor-parallel-size 1"), Names());
        const Reading whole = megatron(experts + "--expert-tensor-parallel-size 1");
        QVERIFY(std::get<FoundPlan>(whole.found).degrees.expertTensor == 1);
        QVERIFY(!valuesOf(whole.assumed).contains("--expert-tensor-parallel-size"));
        QCOMPARE(valuesOf(megatron(experts).assumed).at("--expert-tensor-parallel-size"), std::string("4"));
        QVERIFY(!std::get<FoundPlan>(megatron("").found).degrees.expertTensor);
        // No layer has the width of layers without experts.
        const Reading wide = megatron(experts + "--moe-ffn-hidden-size 512 --ffn-hidden-size 4096");
        QVERIFY(valuesOf(wide.ignored).contains("--ffn-hidden-size"));
        const Reading mixed = megatron(experts + "--moe-ffn-hidden-size 512 --ffn-hidden-size 4096 --moe-layer-freq 2");
        QVERIFY(!valuesOf(mixed.ignored).contains("--ffn-hidden-size"));
    }

    void settingsOfDeepSpeed()
    {
        const auto read = [](const std::string& more) {
            return loaded(readText("ds.json",
                                   R"({"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 2)" + more,
                                   {"llama2-7b", "a100-8"}));
        };
        const Reading muon =
            read(R"(}, "bf16": {"enabled": true}, "optimizer": {"type": "Muon", "params": {"lr": 1}}})");
        QCOMPARE(planOf(muon).training.optimizer, Optimizer::Muon);
        QVERIFY(valuesOf(muon.ignored).contains("/optimizer/params") && muon.unknown.empty());
        const Reading oneBit = read(R"(}, "bf16": {"enabled": true}, "optimizer": {"type": "OneBitAdam"}})");
        QCOMPARE(valuesOf(oneBit.assumed).at("/optimizer/type"), std::string("adam"));
        const Reading quantized = read(R"(, "zero_quantized_weights": true}, "bf16": {"enabled": true}})");
        QVERIFY(valuesOf(quantized.assumed).contains("/zero_optimization/zero_quantized_weights"));
        const Reading masters = read(R"(}, "bf16": {"enabled": true, "bf16_master_weights_and_grads": true,
                                         "bf16_optimizer_states": true}})");
        QVERIFY(!planOf(masters).training.masterWeights && planOf(masters).training.stateBytes == 2);
        const Reading waits = read(R"(, "overlap_comm": false}, "bf16": {"enabled": true}, "made_up": 1,
                                       "communication_data_type": "fp16"})");
        QVERIFY(!planOf(waits).training.framework.overlapGradients);
        QVERIFY(valuesOf(waits.assumed).contains("/communication_data_type"));
        QCOMPARE(valuesOf(waits.unknown), (std::map<std::string, std::string>{{"/made_up", "1"}}));
        const Reading disk = read(R"(, "offload_optimizer": {"device": "nvme"}}, "bf16": {"enabled": true}})");
        QVERIFY(planOf(disk).strategies[1].offloadOptimizer && valuesOf(disk.assumed).contains("offload_optimizer"));
    }

    void settingsOfTorchtitan()
    {
        const auto read = [](const std::string& more) {
            return loaded(readText("t.toml",
                                   "[model]\nname = \"llama3\"\nflavor = \"8B\"\nconverters = [\"float8\"]\n"
                                   "[parallelism]\ndata_parallel_shard_degree = 8\n[training]\nseq_len = 4096\n" +
                                       more,
                                   {"", "dgx-h100"}));
        };
        const Reading rows = read("local_batch_size = 1\nenable_cpu_offload = true\n[compile]\nenable = true\n"
                                  "[quantize.linear.float8]\nrecipe_name = \"rowwise\"\n[metrics]\nlog_freq = 10\n"
                                  "[made_up]\nx = 1\n");
        QCOMPARE(planOf(rows).training.precision, Precision::Fp8);
        QCOMPARE(planOf(rows).training.framework.name, std::string("fsdp-rowwise"));
        QVERIFY(planOf(rows).strategies[1].offloadOptimizer);
        QVERIFY(valuesOf(rows.ignored).contains("/metrics"));
        QCOMPARE(valuesOf(rows.unknown), (std::map<std::string, std::string>{{"/made_up/x", "1"}}));
        const Reading loss = read("[compile]\nenable = true\ncomponents = [\"loss\"]\n");
        QCOMPARE(planOf(loss).training.framework.name, std::string("fsdp"));
        QVERIFY(planOf(loss).training.loss == LossKind::Fused);
    }

private:
    /// Returns the used names that are without effect in a script that has nearly all of them. Most have no value.
    static std::set<std::string> unusedOf(const std::string& more, const std::set<std::string_view>& without)
    {
        std::string text = "x.py --num-layers 24 --hidden-size 1024 --num-attention-heads 16 --seq-length 2048 "
                           "--micro-batch-size 1 --global-batch-size 32 " +
                           more;
        for (const SettingNames& group : megatronTable.groups) {
            for (const std::string_view name : namesOf(group)) {
                const bool isUsed = group.use == SettingUse::Used && !without.contains(name);
                text += isUsed ? " --" + std::string(name) : "";
            }
        }
        const Format& format = *loaded(parseFormat("megatron"));
        const Result<Reading> read = readAs(format, {"train.sh", false, text + '\n'}, {shippedPresets()});
        std::set<std::string> unused;
        for (const ValueNote& note : read ? read->ignored : std::vector<ValueNote>()) {
            if (note.why == "has no effect beside the other settings and options") {
                unused.insert(note.what);
            }
        }
        if (!read) {
            unused.insert(read.error().text());
        }
        return unused;
    }
};

PGRAM_TEST(TestSettingTables)
#include "test_setting_tables.moc"
