// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans from the files of training frameworks: what they say, what is assumed, and what has to be given.
#include "core/base/text_file.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/format.h"
#include "core/exchange/launch_arguments.h"
#include "core/exchange/shell_sum.h"
#include "core/plan/estimate.h"
#include "tests/core/data_sets.h"
#include "tests/core/error_of.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <map>

using namespace pgram;

namespace {

struct AtHand {
    std::string model;
    std::string cluster;
};

Result<Reading> readText(const std::string& name, const std::string& text, const AtHand& hand = {})
{
    const ForeignFile file{name, false, text};
    const auto format = expectRecognised(file);
    const Architecture model = hand.model.empty() ? Architecture() : loaded(shippedPresets().model(hand.model));
    const Cluster cluster = hand.cluster.empty() ? Cluster() : loaded(shippedPresets().cluster(hand.cluster));
    return format.and_then([&](const Format* found) {
        return readAs(
            *found, file,
            {shippedPresets(), hand.model.empty() ? nullptr : &model, hand.cluster.empty() ? nullptr : &cluster});
    });
}

std::string refusal(const Result<Reading>& read)
{
    return read ? "read" : read.error().text();
}

bool says(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

/// "t8 p16 d1 c1 e1 z0 m1 b1536", with - for what nobody says.
std::string degreesOf(const Reading& read)
{
    const Degrees& degrees = std::get<FoundPlan>(read.found).degrees;
    std::string text;
    const auto add = [&text](const char* name, const std::optional<std::int64_t>& degree) {
        text += (text.empty() ? "" : " ") + std::string(name) + (degree ? std::to_string(*degree) : "-");
    };
    add("t", degrees.tensor);
    add("p", degrees.pipeline);
    add("d", degrees.data);
    add("c", degrees.context);
    add("e", degrees.expert);
    add("z", degrees.zero);
    add("m", degrees.microBatch);
    add("b", degrees.globalBatch);
    return text;
}

const Plan& planOf(const Reading& read)
{
    return std::get<FoundPlan>(read.found).plan.value();
}

std::map<std::string, std::string> valuesOf(const std::vector<ValueNote>& list)
{
    std::map<std::string, std::string> values;
    for (const ValueNote& one : list) {
        values[one.what] = one.value;
    }
    return values;
}

const std::string script =
    "#!/bin/bash\n"
    "export CUDA_DEVICE_MAX_CONNECTIONS=1\n"
    "GPUS_PER_NODE=8\nNUM_NODES=${NODES_OF_JOB:-2}\n"
    "WORLD_SIZE=$(($GPUS_PER_NODE*$NUM_NODES))\n"
    "TP=2; # of a node\n"
    "LAYERS=24\n"
    "MODEL_ARGS=(\n"
    "    --num-layers $LAYERS\n"
    "    --hidden-size 1024 # wide\n"
    "    --num-attention-heads \"16\"\n"
    "    --seq-length 2048 --max-position-embeddings=2048\n"
    ")\n"
    "torchrun --nproc_per_node $GPUS_PER_NODE --nnodes $NUM_NODES pretrain_gpt.py ${MODEL_ARGS[@]} \\\n"
    "    --tensor-model-parallel-size ${TP} --sequence-parallel \\\n"
    "    --pipeline-model-parallel-size 2 --micro-batch-size $((1 + 3 * (2 - 1))) \\\n"
    "    --global-batch-size 128 --use-distributed-optimizer --bf16 \\\n"
    "    --recompute-granularity full --recompute-method block --recompute-num-layers 3\n";

}  // namespace

class TestPlanSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void megatronScripts()
    {
        const auto read = loaded(readText("train.sh", script));
        QCOMPARE(degreesOf(read), std::string("t2 p2 d4 c1 e1 z1 m4 b128"));
        const Plan& plan = planOf(read);
        QCOMPARE(plan.cluster.devices, 16);
        QCOMPARE(plan.schedule.microbatches, 8);
        QCOMPARE(plan.sequence(), std::int64_t{2048});
        QCOMPARE(plan.model.layerCount(), 26);
        int recomputed = 0;
        for (const LayerStrategy& strategy : plan.strategies) {
            recomputed += strategy.kept.recomputesAll() ? 1 : 0;
            QVERIFY(strategy.sequence == SequenceParallel::Megatron);
        }
        QCOMPARE(recomputed, 2 * 3);
        QVERIFY(valuesOf(read.assumed).contains("cluster") && read.asked.empty());
        QVERIFY(estimate(plan).throughput > 0);
    }

    /// The dump at the beginning of a log says everything.
    /// An end takes the place of a block: GPT-2's 12 blocks and its embedding and head in fourteen places.
    void megatronCountsTheEnds()
    {
        const std::string flags = "--tensor-model-parallel-size 1 --micro-batch-size 1 --global-batch-size 32 "
                                  "--account-for-embedding-in-pipeline-split ";
        const auto sizes = [&flags](const std::string& more) {
            const auto read = readText("a.sh", flags + more, {"gpt2-small", "a100-8"});
            std::vector<int> counts;
            for (const Chunk& chunk : read ? std::get<FoundPlan>(read->found).plan->chunks : std::vector<Chunk>()) {
                counts.push_back(chunk.layerCount);
            }
            return counts;
        };
        const std::string both = "--account-for-loss-in-pipeline-split --pipeline-model-parallel-size ";
        QCOMPARE(sizes(both + "2"), (std::vector<int>{7, 7}));
        QCOMPARE(sizes(both + "2 --num-layers-per-virtual-pipeline-stage 1"), std::vector<int>(14, 1));
        QCOMPARE(sizes(both + "4"), std::vector<int>());
        // The head stands behind the last of thirteen places in one more.
        QCOMPARE(sizes("--pipeline-model-parallel-size 1"), std::vector<int>{14});
    }

    void megatronDumps()
    {
        const std::string log = "[default0]:------------------------ arguments ------------------------\n"
                                "[default0]:  context_parallel_size ........................... 1\n"
                                "[default0]:  expert_model_parallel_size ...................... 4\n"
                                "[default0]:  fp8 ............................................. None\n"
                                "[default0]:  global_batch_size ............................... 64\n"
                                "[default0]:  group_query_attention ........................... True\n"
                                "[default0]:  hidden_size ..................................... 1024\n"
                                "[default0]:  micro_batch_size ................................ 2\n"
                                "[default0]:  moe_ffn_hidden_size ............................. 512\n"
                                "[default0]:  moe_layer_freq .................................. ([0]*1+[1]*3)\n"
                                "[default0]:  num_attention_heads ............................. 16\n"
                                "[default0]:  num_experts ..................................... 8\n"
                                "[default0]:  num_layers ...................................... 4\n"
                                "[default0]:  num_query_groups ................................ 4\n"
                                "[default0]:  padded_vocab_size ............................... 32000\n"
                                "[default0]:  params_dtype .................................... torch.bfloat16\n"
                                "[default0]:  pipeline_model_parallel_size .................... 1\n"
                                "[default0]:  seq_length ...................................... 1024\n"
                                "[default0]:  sequence_parallel ............................... False\n"
                                "[default0]:  swiglu .......................................... True\n"
                                "[default0]:  tensor_model_parallel_size ...................... 2\n"
                                "[default0]:  use_distributed_optimizer ....................... False\n"
                                "[default0]:  world_size ...................................... 16\n";
        const auto read = loaded(readText("run.log", log));
        QCOMPARE(degreesOf(read), std::string("t2 p1 d8 c1 e4 z0 m2 b64"));
        const Architecture& model = planOf(read).model;
        QCOMPARE(model.runs[1].experts, std::int64_t{0});
        QCOMPARE(model.runs[2].experts, std::int64_t{8});
        QCOMPARE(model.runs[2].count, 3);
        QCOMPARE(planOf(read).strategies[1].expert, 1);
        QCOMPARE(planOf(read).strategies[2].expert, 4);
        QVERIFY(valuesOf(read.assumed).contains("--expert-tensor-parallel-size"));
        QCOMPARE(valuesOf(read.assumed).size(), std::size_t{3});  // and the cluster and the framework
    }

    /// The recipe that is named, or Megatron-LM's own; a log lists both kinds of bits.
    void megatronRecipes()
    {
        const auto readFlags = [](const std::string& flags) {
            return readText("a.sh",
                            "--bf16 --tensor-model-parallel-size 1 --micro-batch-size 1 "
                            "--global-batch-size 32 --pipeline-model-parallel-size 1 " +
                                flags,
                            {"gpt2-small", "hgx-b200"});
        };
        const auto precisionOf = [&readFlags](const std::string& flags) {
            const auto read = readFlags(flags);
            return read ? precisionRow(planOf(*read).training.precision).name : read.error().what.english();
        };
        QCOMPARE(precisionOf(""), std::string("bf16"));
        QCOMPARE(precisionOf("--fp8-format hybrid"), std::string("fp8"));
        QCOMPARE(precisionOf("--fp8-format hybrid --fp8-recipe delayed"), std::string("fp8"));
        QCOMPARE(precisionOf("--fp8-format e4m3 --fp8-recipe tensorwise"), std::string("fp8"));
        QCOMPARE(precisionOf("--fp8-format hybrid --fp8-recipe blockwise"), std::string("fp8_block"));
        QCOMPARE(precisionOf("--fp8-format e4m3 --fp8-recipe mxfp8"), std::string("mxfp8"));
        QCOMPARE(precisionOf("--fp4-format e2m1 --fp4-recipe nvfp4"), std::string("fp4"));
        QCOMPARE(precisionOf("--fp4-format e2m1"), std::string("fp4"));
        QCOMPARE(precisionOf("--fp8-recipe mxfp8"), std::string("bf16"));
        QCOMPARE(precisionOf("--fp8-format e4m3 --fp8-recipe custom"),
                 std::string("is 'custom', expected one of delayed, tensorwise, blockwise, mxfp8"));
        QCOMPARE(valuesOf(loaded(readFlags("--fp8-format hybrid --fp8-param-gather")).assumed)["--fp8-param-gather"],
                 std::string("off"));
    }

    /// What only the start of a script, or one of its branches, knows is asked for, and not guessed.
    void whatAScriptLeavesOpenIsAsked()
    {
        const auto read = loaded(readText("run.sh", "TP=$1\nif [ $2 = big ]; then\n  PP=8\nelse\n  PP=2\nfi\n"
                                                    "python x.py --tensor-model-parallel-size $TP "
                                                    "--pipeline-model-parallel-size $PP --global-batch-size 64\n"));
        QVERIFY(!std::get<FoundPlan>(read.found).plan);
        QCOMPARE(degreesOf(read), std::string("t- p- d- c- e- z0 m- b64"));
        const auto asked = valuesOf(read.asked);
        QVERIFY(asked.contains("tensor-model-parallel-size") && asked.contains("pipeline-model-parallel-size"));
        QVERIFY(asked.contains("model"));
    }

    void scriptsThatTurnInCircles()
    {
        std::string circle = "A=$B\nB=$A\n";
        for (char name = 'C'; name < 'Z'; ++name) {
            circle += std::string(1, name) + "=";
            for (int i = 0; i < 200; ++i) {
                circle += std::string("$") + static_cast<char>(name + 1);
            }
            circle += '\n';
        }
        const auto read = loaded(readText("run.sh", circle + "--tensor-model-parallel-size $A --num-layers $C\n"));
        QCOMPARE(degreesOf(read).substr(0, 2), std::string("t-"));
        QCOMPARE(sumOf("2 * (3 + 4) - 10 / 3 % 2"), std::optional<std::int64_t>(13));
        for (const char* none : {"", "1 +", "(1", "1 / 0", "x", "1 2"}) {
            QVERIFY2(!sumOf(none), none);
        }
        QVERIFY(!sumOf(std::string(100000, '(')));
    }

    void flagsInJsonAndYaml()
    {
        const std::string json = R"({"flags": [["--tensor-model-parallel-size", "$TP"], ["--sequence-parallel"],
            ["--pipeline-model-parallel-size", "4"], ["--global-batch-size", "32"], ["--micro-batch-size", "1"]],
            "variables": {"TP": "2"}})";
        const auto read = loaded(readText("a.json", json, {"gpt2-small", "a100-8"}));
        QCOMPARE(degreesOf(read), std::string("t2 p4 d1 c1 e1 z0 m1 b32"));
        const std::string yaml = "MODEL_ARGS:\n  --tensor-model-parallel-size: 2\n  --pipeline-model-parallel-size: 2\n"
                                 "  --num-virtual-stages-per-pipeline-rank: 2\n  --global-batch-size: 16\n"
                                 "  --micro-batch-size: 2\n  --sequence-parallel: false\n";
        const auto other = loaded(readText("a.yaml", yaml, {"gpt2-small", "a100-8"}));
        QCOMPARE(degreesOf(other), std::string("t2 p2 d2 c1 e1 z0 m2 b16"));
        QVERIFY(planOf(other).schedule.kind == ScheduleKind::Interleaved);
        QVERIFY(planOf(other).strategies[1].sequence == SequenceParallel::None);
    }

    void deepSpeedWithAutos()
    {
        const std::string text = R"({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto",
            "bf16": {"enabled": "auto"}, "zero_optimization": {"stage": 3, "reduce_bucket_size": "auto",
            "offload_optimizer": {"device": "cpu"}, "offload_param": {"device": "cpu"}}, // ours
            "tensor_parallel": {"autotp_size": 2}})";
        const auto read = loaded(readText("ds.json", text, {"llama2-7b", "a100-8"}));
        QCOMPARE(degreesOf(read), std::string("t2 p1 d4 c1 e1 z3 m1 b4"));
        QVERIFY(planOf(read).strategies[1].offloadOptimizer && planOf(read).strategies[1].offloadWeights);
        const auto assumed = valuesOf(read.assumed);
        for (const char* key : {"train_batch_size", "train_micro_batch_size_per_gpu", "bf16.enabled"}) {
            QVERIFY2(assumed.contains(key), key);
        }
        QCOMPARE(valuesOf(read.ignored),
                 (std::map<std::string, std::string>{{"/zero_optimization/reduce_bucket_size", "auto"}}));
        // Nothing at hand: the degrees all the same, and the model asked for.
        const auto alone = loaded(readText("ds.json", text));
        QVERIFY(!std::get<FoundPlan>(alone.found).plan && valuesOf(alone.asked).contains("model"));
        QCOMPARE(degreesOf(alone), std::string("t2 p1 d4 c1 e1 z3 m1 b4"));
    }

    void deepSpeedOfOldAndWithABatch()
    {
        QCOMPARE(degreesOf(loaded(readText("ds.json", R"({"train_batch_size": 64, "gradient_accumulation_steps": 4,
            "train_micro_batch_size_per_gpu": 2, "zero_optimization": true, "fp16": {"enabled": true}})"))),
                 std::string("t1 p1 d8 c1 e1 z1 m2 b64"));
        // As many devices are assumed as the batch is for.
        QCOMPARE(degreesOf(loaded(readText("ds.json", R"({"train_batch_size": 12,
            "train_micro_batch_size_per_gpu": 3, "zero_optimization": {"stage": 1}})"))),
                 std::string("t1 p1 d4 c1 e1 z1 m3 b12"));
        const std::string wrong = refusal(readText("ds.json", R"({"train_batch_size": 63,
            "gradient_accumulation_steps": 4, "train_micro_batch_size_per_gpu": 2})"));
        QVERIFY2(says(wrong, "ds.json at /train_batch_size: is 63, which is not a multiple of the micro-batch 2"),
                 wrong.c_str());
        const std::string stage = refusal(readText("ds.json", R"({"zero_optimization": {"stage": 7}})"));
        QVERIFY2(says(stage, "ds.json at /zero_optimization/stage: is 7, expected a whole number from 0 to 3"),
                 stage.c_str());
    }

    void torchtitanTables()
    {
        const std::string toml = "[model]\nname = \"llama3\"\nflavor = \"70B\"\n"
                                 "[training]\nlocal_batch_size = 16\nseq_len = 4096\n"
                                 "[parallelism]\ndata_parallel_shard_degree = -1\ntensor_parallel_degree = 4\n"
                                 "pipeline_parallel_degree = 4\npipeline_parallel_schedule = \"Interleaved1F1B\"\n"
                                 "pipeline_parallel_microbatch_size = 2\n"
                                 "[activation_checkpoint]\nmode = \"selective\"\nselective_ac_option = \"2\"\n";
        const auto read = loaded(readText("t.toml", toml, {"", "dgx-h100-64"}));
        QCOMPARE(degreesOf(read), std::string("t4 p4 d4 c1 e1 z3 m2 b64"));
        const Plan& plan = planOf(read);
        QCOMPARE(plan.model.name, std::string("llama3.1-70b"));
        QCOMPARE(plan.sequence(), std::int64_t{4096});
        QVERIFY(plan.schedule.kind == ScheduleKind::Interleaved && plan.schedule.virtualStages == 2);
        const std::string broken = refusal(readText("t.toml", "[parallelism]\ntensor_parallel_degree = \n"));
        QVERIFY2(says(broken, "t.toml: is malformed at line 2"), broken.c_str());
        const std::string csv = refusal(readText("t.toml", toml + "[x]\n[parallelism.y]\n", {"", "rtx-titan-8"}));
        QVERIFY2(says(csv, "has degrees of 16 devices, and the cluster has 8"), csv.c_str());
    }

    void accelerateMeshes()
    {
        const std::string yaml =
            "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\nmixed_precision: bf16\n"
            "num_processes: 16\nfsdp_config:\n  fsdp_version: 2\n  fsdp_reshard_after_forward: true\n"
            "  fsdp_activation_checkpointing: true\nparallelism_config:\n"
            "  parallelism_config_dp_replicate_size: 2\n  parallelism_config_dp_shard_size: 4\n"
            "  parallelism_config_tp_size: 2\n";
        const auto read = loaded(readText("a.yaml", yaml, {"llama2-7b", ""}));
        QCOMPARE(degreesOf(read), std::string("t2 p1 d8 c1 e1 z3 m1 b8"));
        QCOMPARE(planOf(read).strategies[1].shard, 4);
        QVERIFY(planOf(read).strategies[1].kept.recomputesAll());
        const std::string old = "distributed_type: FSDP\nnum_processes: 4\nmixed_precision: 'no'\n"
                                "fsdp_config:\n  fsdp_sharding_strategy: 2\n";
        QCOMPARE(degreesOf(loaded(readText("a.yaml", old))), std::string("t1 p1 d4 c1 e1 z2 m1 b4"));
        const std::string megatron = "distributed_type: MEGATRON_LM\nnum_processes: 8\nmegatron_lm_config:\n"
                                     "  megatron_lm_tp_degree: '2'\n  megatron_lm_pp_degree: 2\n"
                                     "  megatron_lm_num_micro_batches: 4\n";
        QCOMPARE(degreesOf(loaded(readText("a.yaml", megatron))), std::string("t2 p2 d2 c1 e1 z0 m1 b8"));
        const std::string other = refusal(readText("a.yaml", "distributed_type: TPU\n"));
        QVERIFY2(says(other, "a.yaml at /distributed_type: is 'TPU', which no plan holds"), other.c_str());
    }

    /// Recomputation is the choice of the program that trains, unless the file decides it.
    void recomputationIsAssumed()
    {
        const auto assumed = [](const std::string& name, const std::string& text) {
            return valuesOf(loaded(readText(name, text)).assumed)["recompute"];
        };
        const std::string head = "distributed_type: DEEPSPEED\nnum_processes: 8\n";
        QCOMPARE(assumed("a.yaml", head + "deepspeed_config:\n  zero_stage: 3\n"), std::string("none"));
        QCOMPARE(assumed("a.yaml", head + "deepspeed_config:\n  deepspeed_config_file: none.json\n"),
                 std::string("none"));
        QCOMPARE(assumed("d.json", R"({"train_batch_size": 8, "zero_optimization": {"stage": 1}})"),
                 std::string("none"));
        QCOMPARE(assumed("d.json", R"({"train_batch_size": 8, "pipeline": {"activation_checkpoint_interval": 1}})"),
                 std::string());
        QCOMPARE(assumed("a.yaml", "distributed_type: FSDP\nfsdp_config:\n  fsdp_activation_checkpointing: false\n"),
                 std::string());
        QCOMPARE(assumed("a.yaml", "distributed_type: MEGATRON_LM\nmegatron_lm_config:\n  megatron_lm_tp_degree: 2\n"),
                 std::string());
    }

    void refusalsNameTheNumbers()
    {
        const std::string batch = refusal(readText("ds.json", R"({"train_batch_size": 256,
            "gradient_accumulation_steps": 18, "train_micro_batch_size_per_gpu": 2})"));
        QVERIFY2(says(batch, "times 18 steps, which is 36: DeepSpeed stops on any number of devices"), batch.c_str());
        const std::string schedule =
            refusal(readText("a.sh",
                             "torchrun --nproc_per_node 6 x.py --pipeline-model-parallel-size 6 "
                             "--virtual-pipeline-model-parallel-size 2 --micro-batch-size 1 "
                             "--global-batch-size 3 --tensor-model-parallel-size 1",
                             {"llama2-7b", ""}));
        QVERIFY2(says(schedule, "a.sh: has 3 micro-batches per step on 6 stages of 2 chunks: The interleaved schedule"),
                 schedule.c_str());
    }

    void syntaxIsBounded()
    {
        for (const auto& text : {std::string(100000, '['), std::string(2 << 20, 'a'), std::string("a: [1"),
                                 std::string("a: &x [1]\nb: *y"), std::string("\t- x: {")}) {
            QVERIFY(!jsonOfYaml(text, "x"));
            QVERIFY(!jsonOfToml(text, "x"));
        }
        std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 12; ++i) {
            const std::string before = "*a" + std::to_string(i - 1);
            bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
            for (int j = 0; j < 9; ++j) {
                bomb += before + ", ";
            }
            bomb += before + "]\n";
        }
        QVERIFY(!jsonOfYaml(bomb, "x"));
        const Json json = loaded(jsonOfYaml("a: 1\nb: 'no'\nc: no\nd: [-2, 1.5, null, x]\n", "x"));
        QCOMPARE(json.dump(), std::string(R"({"a":1,"b":"no","c":false,"d":[-2,1.5,null,"x"]})"));
        const Json toml = loaded(jsonOfToml("a = 1\nb = [true, 2.5]\nd = 1979-05-27\n[c]\ne = 'x'\n", "x"));
        QCOMPARE(toml["c"]["e"].get<std::string>(), std::string("x"));
        QCOMPARE(toml["d"].get<std::string>(), std::string("1979-05-27"));
    }

    /// TOML makes a table in a table of each dot of a key, wherever the key is.
    void keysOfManyPartsAreRefused()
    {
        const auto forms = [](int parts, const std::string& part) {
            std::string key = part;
            for (int i = 1; i < parts; ++i) {
                key += "." + part;
            }
            return std::vector<std::string>{"[parallelism]\n" + key + " = 1\n",
                                            "[" + key + "]\n",
                                            "[[" + key + "]]\n",
                                            "a = {" + key + " = 1}\n",
                                            "a = [{b = 1, " + key + " = 1}]\n",
                                            "a = {s = \"\"\"x\"\"\"\", " + key + " = 1}\n",
                                            "a = {s = '''x''''', " + key + " = 1}\n"};
        };
        for (const char* part : {"a", "'a.b'", "\"\\\"\"", " a "}) {
            for (const std::string& text : forms(150'000, part)) {
                const QString error = test::errorOf(jsonOfToml(text, "t.toml"));
                QVERIFY2(error.startsWith("t.toml: is larger than 1048576 bytes, or nested deeper than 64 levels"),
                         qPrintable(error));
            }
        }
        QVERIFY(jsonOfToml(forms(60, "a").front(), "t.toml"));
    }

    void dotsOutsideOfKeysAreNoLevels()
    {
        const std::string dots(200, '.');
        const std::string text = "# " + dots + "\na.b.c = \"" + dots + "\" # " + dots + "\nd = '" + dots +
                                 "'\ne = \"\"\"\n\"" + dots + "\"\"\"\"\nf = '''" + dots +
                                 "'''\ng = [1.5, 2.5, 1.5e3]\n";
        const Json json = loaded(jsonOfToml(text, "t.toml"));
        QCOMPARE(json["a"]["b"]["c"].get<std::string>(), dots);
        QCOMPARE(json["e"].get<std::string>(), "\"" + dots + "\"");
        QCOMPARE(json["g"].dump(), std::string("[1.5,2.5,1500.0]"));
    }

    void objectsOfManyMembers()
    {
        std::string yaml;
        std::string toml;
        for (int i = 0; i < 60'000; ++i) {
            yaml += "k" + std::to_string(i) + ": 1\n";
            toml += "k" + std::to_string(i) + "=1\n";
        }
        QCOMPARE(loaded(jsonOfYaml(yaml, "x")).size(), 60'000u);
        QCOMPARE(loaded(jsonOfToml(toml, "x")).size(), 60'000u);
        QCOMPARE(loaded(jsonOfYaml("a: 1\nb: 2\na: 3\n", "x")).dump(), std::string(R"({"a":3,"b":2})"));
        QVERIFY(!jsonOfToml("a = 1\na = 2\n", "x"));
    }

    void filesOfUsers_data() { addDataSets(); }

    void filesOfUsers()
    {
        QFETCH(QString, root);
        const std::map<std::string, std::optional<std::int64_t> Degrees::*> expected{
            {"tp", &Degrees::tensor},
            {"pp", &Degrees::pipeline},
            {"ep", &Degrees::expert},
            {"micro_batch", &Degrees::microBatch},
            {"global_batch", &Degrees::globalBatch},
            {"zero_stage", &Degrees::zero},
            {"tensor_parallel_degree", &Degrees::tensor},
            {"pipeline_parallel_degree", &Degrees::pipeline},
            {"context_parallel_degree", &Degrees::context},
            {"expert_parallel_degree", &Degrees::expert},
            {"local_batch_size", &Degrees::microBatch},
        };
        int compared = 0;
        for (const char* kind : {"megatron", "deepspeed", "torchtitan", "accelerate"}) {
            for (const UserFile& file : userFiles(kind, root)) {
                const auto read = readText(file.name, file.text);
                QVERIFY2(read, (file.name + ": " + refusal(read)).c_str());
                for (const auto& [key, value] : file.facts["expect"].items()) {
                    const auto member = expected.find(key);
                    if (member == expected.end() || value.is_null()) {
                        continue;
                    }
                    const auto degree = std::get<FoundPlan>(read->found).degrees.*member->second;
                    QVERIFY2(degree && *degree == value.get<std::int64_t>(), (file.name + ' ' + key).c_str());
                    ++compared;
                }
            }
        }
        QVERIFY2(compared >= 40, qPrintable(QString::number(compared)));
    }
};

PGRAM_TEST(TestPlanSettings)
#include "test_plan_settings.moc"
