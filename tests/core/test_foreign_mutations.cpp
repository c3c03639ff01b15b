// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Thousands of broken files for every reader of other programs' formats: each is read as something sound, or refused
// with what is wrong and where.
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/exchange/format.h"
#include "core/model/model_json.h"
#include "core/plan/estimate.h"
#include "core/plan/plan_json.h"
#include "tests/core/data_sets.h"
#include "tests/core/sample_plan.h"
#include "tests/core/shipped_presets.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

#include <QTemporaryDir>

#include <random>

using namespace pgram;
using namespace pgram::test;

namespace {

struct Sample {
    const char* format;
    std::string name;
    std::string text;
};

const std::vector<Sample>& ownSamples()
{
    static const std::vector<Sample> samples{
        {"galvatron", "g.json",
         R"({"pp_deg": 2, "tp_sizes_enc": "2,2,2,2", "tp_consecutive_flags": "1,1,1,1", "dp_types_enc": "0,0,1,1",
            "use_sp": "0,0,0,0", "checkpoint": "0,1,0,1", "global_bsz": 16, "chunks": 4, "pp_division": "2,2",
            "pipeline_type": "pipedream_flush", "default_dp_type": "zero2", "vtp": 1, "vsp": 0, "embed_sdp": 0})"},
        {"huggingface", "config.json",
         R"({"architectures": ["Qwen3MoeForCausalLM"], "model_type": "qwen3_moe", "num_hidden_layers": 6,
            "hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16,
            "intermediate_size": 96, "moe_intermediate_size": 32, "num_experts": 8, "num_experts_per_tok": 2,
            "decoder_sparse_step": 2, "mlp_only_layers": [5], "vocab_size": 1000, "max_position_embeddings": 4096,
            "tie_word_embeddings": false, "rope_scaling": null, "sliding_window": 128})"},
        {"huggingface", "config.json",
         R"({"model_type": "swin", "image_size": 224, "patch_size": 4, "num_channels": 3, "embed_dim": 96,
            "depths": [2, 2], "num_heads": [3, 6], "window_size": 7, "mlp_ratio": 4.0})"},
        {"huggingface", "config.json",
         R"({"model_type": "deepseek_v3", "num_hidden_layers": 4, "hidden_size": 64, "num_attention_heads": 4,
            "intermediate_size": 96, "moe_intermediate_size": 32, "n_routed_experts": 8, "n_shared_experts": 1,
            "num_experts_per_tok": 2, "first_k_dense_replace": 1, "kv_lora_rank": 16, "q_lora_rank": 24,
            "qk_nope_head_dim": 16, "qk_rope_head_dim": 8, "v_head_dim": 16, "vocab_size": 999})"},
        {"nvidia-topo", "topo.txt",
         "\tGPU0\tGPU1\tGPU2\tGPU3\tNIC0\tCPU Affinity\nGPU0\t X \tNV12\tSYS\tSYS\tPIX\t0-7\n"
         "GPU1\tNV12\t X \tSYS\tSYS\tPIX\t0-7\nGPU2\tSYS\tSYS\t X \tNV12\tSYS\t8-15\n"
         "GPU3\tSYS\tSYS\tNV12\t X \tSYS\t8-15\n\nLegend:\n  X    = Self\n"},
        {"nccl-tests", "log.txt",
         "# nThread 1 nGpus 2\n#  Rank  0 Group  0 Pid 1 on a device  0 [0x00] NVIDIA H100 80GB HBM3\n"
         "#  Rank  1 Group  0 Pid 1 on b device  0 [0x00] NVIDIA H100 80GB HBM3\n"
         "     1048576  262144  float  sum  -1  100.0  10.49  10.49  0  100.0  10.49  10.49  0\n"
         "[1,0]<stdout>:  8388608  2097152  float  sum  -1  400.0  20.97  20.97  0  400.0  20.97  20.97  0\n"
         "# Collective test concluded: all_reduce_perf\n"},
        {"megatron", "run.sh",
         "GPUS_PER_NODE=8\nNUM_NODES=${N:-2}\nTP=2\nARGS=(\n --num-layers 8\n --hidden-size 64 # wide\n"
         " --num-attention-heads \"4\" --seq-length 128 --max-position-embeddings=128\n)\n"
         "torchrun --nproc_per_node $GPUS_PER_NODE --nnodes $NUM_NODES x.py ${ARGS[@]} \\\n"
         " --tensor-model-parallel-size ${TP} --pipeline-model-parallel-size 2 --num-experts 4 --swiglu \\\n"
         " --micro-batch-size $((1 + 3 * (2 - 1))) --global-batch-size 128 --moe-layer-freq ([0]*1+[1]*7)\n"},
        {"megatron", "run.log",
         "  num_layers ........ 8\n  hidden_size ....... 64\n  num_attention_heads ... 4\n  world_size ........ 16\n"
         "  tensor_model_parallel_size ..... 2\n  global_batch_size ..... 32\n  micro_batch_size ..... 2\n"
         "  params_dtype ..... torch.bfloat16\nNamespace(swiglu=True, seq_length=128, add_bias_linear=False)\n"},
        {"megatron", "args.yaml",
         "MODEL_ARGS:\n  --tensor-model-parallel-size: 2\n  --pipeline-model-parallel-size: 2\n  --num-layers: 8\n"
         "  --num-virtual-stages-per-pipeline-rank: 2\n  --global-batch-size: 16\n  --micro-batch-size: 2\n"},
        {"deepspeed", "ds.json",
         R"({"train_batch_size": 64, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": "auto",
            "bf16": {"enabled": "auto"}, "zero_optimization": {"stage": 3, "offload_optimizer": {"device": "cpu"},
            "mics_shard_size": 4}, "tensor_parallel": {"autotp_size": 2}, "sequence_parallel_size": 1} // ours)"},
        {"torchtitan", "t.py",
         "from torchtitan.config import ParallelismConfig\nrecomputed=[\"layers.0\", \"layers.3\"]\n"
         "def ours():\n    base = llama3_8b()\n    return Trainer.Config(training=TrainingConfig(\n"
         "        num_tokens_per_microbatch_per_dp_rank=2 * 128,\n        num_tokens_per_train_step=32 * 128,\n"
         "        max_context_length=128,\n    ), parallelism=ParallelismConfig(\n"
         "        data_parallel_shard_degree=2,\n        tensor_parallel_degree=2,\n"
         "        pipeline_parallel_degree=2,\n        pipeline_parallel_schedule=\"1F1B\",\n"
         "        module_fqns_per_model_part=[\n            [\"tok_embeddings\", \"layers.0\"],\n"
         "            [\"layers.1\", \"norm\", \"lm_head\"],\n        ],\n    ))\n"},
        {"fsdp2", "p.py",
         "# ours\nPLAN = {\n    \"schedule\": \"1f1b\",\n    \"micro_batches\": 2,\n    \"global_batch\": 16,\n"
         "    \"sequence\": 1024,\n    \"precision\": \"bf16\",\n    \"gradient_bytes\": 4,\n"
         "    \"chunks\": [2,1],\n    \"layers\": [\n        {\"tensor\":1,\"data\":4},\n"
         "        {\"tensor\":2,\"data\":2},\n        {\"tensor\":1,\"data\":4},\n    ]\n}\n"},
        {"torchtitan-toml", "t.toml",
         "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 16\nseq_len = 128\n"
         "[parallelism]\ndata_parallel_shard_degree = -1\ntensor_parallel_degree = 2\npipeline_parallel_degree = 2\n"
         "pipeline_parallel_schedule = \"Interleaved1F1B\"\npipeline_parallel_microbatch_size = 2\n"
         "[activation_checkpoint]\nmode = \"selective\"\nselective_ac_option = \"2\"\n"},
        {"ms-swift", "s.sh",
         "NPROC_PER_NODE=8 NNODES=2 \\\nswift sft --model Qwen/Qwen2.5-14B --tuner_type lora --lora_rank 8 \\\n"
         "  --target_modules q_proj v_proj --per_device_train_batch_size 1 --max_length 8192 --deepspeed zero2\n"},
        {"llama-factory", "l.yaml",
         "model_name_or_path: Qwen/Qwen2.5-7B\nstage: sft\nfinetuning_type: lora\nlora_target: q_proj,v_proj\n"
         "deepspeed: examples/deepspeed/ds_z3_config.json\ncutoff_len: 4096\nbf16: true\n"},
        {"axolotl", "x.yaml",
         "base_model: meta-llama/Llama-3.1-8B\nload_in_4bit: true\nadapter: qlora\nlora_r: 32\n"
         "lora_target_linear: true\nsequence_len: 512\nfsdp:\n  - full_shard\nfsdp_config:\n"
         "  fsdp_offload_params: true\n"},
        {"trl", "t.sh",
         "NPROC_PER_NODE=8\naccelerate launch --num_processes $NPROC_PER_NODE sft.py --config c.yaml \\\n"
         "  --model_name_or_path Qwen/Qwen2.5-7B --use_peft true --lora_target_modules q_proj v_proj \\\n"
         "  --fsdp \"full_shard auto_wrap\" --max_length 2048 --bf16 2>&1 | tee log\n"},
        {"torchtune", "t.yaml",
         "# tune run --nproc_per_node 4 full_finetune_distributed --config a\nmodel:\n"
         "  _component_: torchtune.models.llama3_1.lora_llama3_1_8b\n  lora_attn_modules: ['q_proj', 'v_proj']\n"
         "  lora_rank: 8\ntokenizer:\n  max_seq_len: 2048\nbatch_size: 2\nbatch_size_val: ${batch_size}\n"
         "gradient_accumulation_steps: 8\noptimizer:\n  _component_: torch.optim.AdamW\ncompile: True\n"},
        {"verl", "v.yaml",
         "data: {max_prompt_length: 1024, max_response_length: 1024}\nactor_rollout_ref:\n  model: {path: a/Qwen3-8B}\n"
         "  actor:\n    strategy: megatron\n    ppo_mini_batch_size: 32\n    ppo_micro_batch_size_per_gpu: 2\n"
         "    megatron:\n      tensor_model_parallel_size: ${actor_rollout_ref.rollout.n}\n"
         "      override_transformer_config: {recompute_granularity: full}\n  rollout: {n: 4}\n"
         "trainer: {nnodes: 2, n_gpus_per_node: 8}\n"},
        {"nemo", "n.py",
         "import nemo_run as run\ntp = 4\nrecipe = llm.llama3_8b.pretrain_recipe(\n    num_nodes=2,\n"
         "    num_gpus_per_node=8,\n)\nrecipe.trainer.strategy.tensor_model_parallel_size = tp\n"
         "recipe.data.global_batch_size = 64\nrecipe.data.micro_batch_size = 1\nrecipe.data.seq_length = 4096\n"},
        {"primus", "p.yaml",
         "user_name: ${USER:root}\nmodules:\n  pre_trainer:\n    framework: megatron\n    model: llama2_7B.yaml\n"
         "    overrides:\n      micro_batch_size: 2\n      global_batch_size: 64\n      seq_length: 4096\n"
         "      tensor_model_parallel_size: 2\n"},
        {"maxtext", "m.yml",
         "model_name: llama3.1-8b\nper_device_batch_size: 0.5\nmax_target_length: 8192\nici_fsdp_parallelism: 8\n"
         "ici_tensor_parallelism: 4\nici_pipeline_parallelism: 2\ndcn_data_parallelism: 2\nremat_policy: minimal\n"},
        {"accelerate", "a.yaml",
         "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\nmixed_precision: bf16\nnum_processes: 8\n"
         "fsdp_config:\n  fsdp_version: 2\n  fsdp_reshard_after_forward: true\nparallelism_config:\n"
         "  parallelism_config_dp_replicate_size: 2\n  parallelism_config_dp_shard_size: 2\n"
         "  parallelism_config_tp_size: 2\n"},
        {"accelerate-deepspeed", "a.yaml",
         "distributed_type: DEEPSPEED\nmixed_precision: bf16\nnum_processes: 8\ndeepspeed_config:\n"
         "  zero_stage: 3\n  gradient_accumulation_steps: 4\n  offload_optimizer_device: cpu\n"},
        {"accelerate-megatron", "a.yaml",
         "distributed_type: MEGATRON_LM\nmixed_precision: bf16\nnum_processes: 8\nmegatron_lm_config:\n"
         "  megatron_lm_tp_degree: 2\n  megatron_lm_pp_degree: 2\n  megatron_lm_num_micro_batches: 8\n"
         "  megatron_lm_recompute_granularity: full\n  megatron_lm_recompute_method: block\n"
         "  megatron_lm_recompute_num_layers: 2\n  megatron_lm_use_distributed_optimizer: true\n"},
        {"device-list", "smi.txt",
         "| GPU  Name   Persistence-M | Bus-Id  Disp.A | Volatile Uncorr. ECC |\n"
         "|   0  NVIDIA A100-SXM4-80GB  On  | 00000000:07:00.0 Off |  0 |\n"
         "| N/A   30C    P0   62W / 400W |  4MiB / 81920MiB |  0%  Default |\n"
         "GPU[1]\t\t: Card Series: \t\tAMD Instinct MI300X\nGPU[1]\t\t: VRAM Total Memory (B): 206141652992\n"},
        {"device-list", "smi.csv", "index, name, memory.total [MiB]\n0, NVIDIA A100-SXM4-80GB, 81920 MiB\n"},
        {"kernel-log", "k.jsonl",
         "{\"kernel\": \"product\", \"device\": \"NVIDIA A100-SXM4-80GB\", \"numbers\": \"bf16\", \"rows\": 4096, "
         "\"inner\": 4096, \"columns\": 4096, \"seconds\": 5.1e-4, \"repeats\": 100, \"graph\": true}\n"
         "{\"kernel\": \"stream\", \"device\": \"NVIDIA A100-SXM4-80GB\", \"bytes\": 1e9, \"seconds\": 6e-4}\n"},
        // Without its programme beside it.
        {"mps", "plan.sol", "Optimal - objective value 1.5\n  0 x_0_0_0 1 0.5\n  1 x_1_0_0 1 0\n"},
    };
    return samples;
}

std::string mutated(std::string text, std::mt19937& random)
{
    const auto below = [&random](std::size_t most) {
        return std::uniform_int_distribution<std::size_t>(0, most > 0 ? most - 1 : 0)(random);
    };
    constexpr std::string_view telling = "0123456789-.eE\"'{}[](),:=tfn \\$\n\t#&*!|";
    const std::vector<std::string> values{"0",     "-1",   "1e308", "99999999999999999999",
                                          "null",  "true", "\"\"",  "[]",
                                          "{}",    "auto", "NaN",   "1048576",
                                          "65536", "\xff", "${A}",  "4096",
                                          "$((",   "&a",   "*a",    "[[[[[[[["};
    for (std::size_t edits = 1 + below(3); edits > 0 && !text.empty(); --edits) {
        const std::size_t at = below(text.size());
        const std::size_t length = 1 + below(std::min<std::size_t>(40, text.size() - at));
        switch (below(6)) {
        case 0:
            text[at] = static_cast<char>(below(256));
            break;
        case 1:
            text[at] = telling[below(telling.size())];
            break;
        case 2:
            text.erase(at, length);
            break;
        case 3:
            text.insert(below(text.size()), text.substr(at, length));
            break;
        case 4:
            text.resize(at);
            break;
        default: {  // another value in the place of a number
            const std::size_t digit = text.find_first_of("0123456789", at);
            if (digit != std::string::npos) {
                const std::size_t end = std::min(text.find_first_not_of("0123456789.", digit), text.size());
                text.replace(digit, end - digit, values[below(values.size())]);
            }
        }
        }
    }
    return text;
}

/// What is wrong with what was read; empty: it is as sound as a file of our own.
std::string unsound(const Reading& read, bool estimates)
{
    if (const auto* plan = std::get_if<FoundPlan>(&read.found)) {
        if (!plan->plan) {
            return read.asked.empty() ? "no plan, and nothing is asked for" : std::string();
        }
        const Result<Plan> again = planFromJson(planToJson(*plan->plan), "again");
        if (!again || again->strategies != plan->plan->strategies) {
            return again ? "another plan comes back" : again.error().text();
        }
        const bool isSmall = plan->plan->cluster.devices <= 64 && plan->plan->model.layerCount() <= 64 &&
                             plan->plan->schedule.microbatches <= 64;
        return !estimates || !isSmall ||
                       estimate(*plan->plan).stages.size() == static_cast<std::size_t>(plan->plan->pipeline())
                   ? std::string()
                   : "not all stages are estimated";
    }
    if (const auto* model = std::get_if<FoundModel>(&read.found)) {
        const auto again = parseArchitecture(dumped(toJson(model->model)), "again");
        return again ? std::string() : again.error().text();
    }
    if (const auto* found = std::get_if<FoundCluster>(&read.found)) {
        const Json json = toJson(found->cluster);
        JsonObject object(json, "again");
        const auto again = clusterFromJson(object);
        return again ? std::string() : again.error().text();
    }
    return {};
}

}  // namespace

class TestForeignMutations : public QObject {
    Q_OBJECT

    /// Few presets, so that a reader that looks through them all is fast.
    QTemporaryDir m_folder;

    [[nodiscard]] PresetStore store() const { return PresetStore(m_folder.path().toStdString()); }

    /// Reads it as the format, and as whatever it is taken for.
    void check(const Sample& sample, const std::string& text, const PresetStore& presets, bool estimates)
    {
        static const Architecture model = loaded(shippedPresets().model("gpt2-small"));
        static const Cluster cluster = loaded(shippedPresets().cluster("a100-8"));
        const ForeignFile file{sample.name, false, text};
        const Format* format = loaded(parseFormat(sample.format));
        const bool needsBoth =
            format->name == std::string_view("galvatron") || format->name == std::string_view("fsdp2");
        for (const bool atHand : {false, true}) {
            const ReadContext context{presets, atHand || needsBoth ? &model : nullptr,
                                      atHand || needsBoth ? &cluster : nullptr};
            const auto read = readAs(*format, file, context);
            if (!read) {
                const Error& error = read.error();
                QVERIFY2(!error.what.empty() && !error.where.empty() && error.kind == ErrorKind::BadInput,
                         text.c_str());
                continue;
            }
            m_read += 1;
            const std::string problem = unsound(*read, estimates);
            QVERIFY2(problem.empty(), (problem + "\n" + text).c_str());
        }
        const auto recognised = expectRecognised(file);
        QVERIFY2(recognised || !recognised.error().what.empty(), text.c_str());
    }

    int m_read = 0;

private Q_SLOTS:
    void initTestCase()
    {
        const std::filesystem::path root = m_folder.path().toStdString();
        for (const char* name :
             {"frameworks.json", "models/gpt2-small.json", "models/llama3.1-8b.json", "clusters/dgx-h100.json",
              "clusters/dgx-h100-64.json", "clusters/dgx-a100.json", "clusters/a100-pcie-8.json",
              "clusters/dgx-1v.json", "devices/h100-sxm.json", "devices/a100-sxm-80gb.json",
              "devices/a100-pcie-80gb.json", "devices/v100-sxm-32gb.json"}) {
            std::filesystem::create_directories((root / name).parent_path());
            std::filesystem::copy_file(shippedPresets().root() / name, root / name);
        }
    }

    void everyReaderHasASample()
    {
        for (const Format* format : formats()) {
            const bool has = std::ranges::any_of(ownSamples(), [format](const Sample& sample) {
                return std::string_view(sample.format) == format->name;
            });
            QVERIFY2(has || format->read == nullptr || format->holds == Content::Profile, format->name);
        }
    }

    void truncations()
    {
        const PresetStore presets = store();
        for (const Sample& sample : ownSamples()) {
            for (std::size_t size = 0; size <= sample.text.size(); ++size) {
                check(sample, sample.text.substr(0, size), presets, false);
                if (QTest::currentTestFailed()) {
                    return;
                }
            }
        }
    }

    void randomMutations()
    {
        const PresetStore presets = store();
        const int mutations = test::casesOf(4000, 100'000);  // over all readers
        const unsigned seed = test::firstSeed();
        qInfo("%d mutations, seed %u", mutations, seed);
        std::mt19937 random(22 + seed);
        m_read = 0;
        for (int i = 0; i < mutations; ++i) {
            const Sample& sample = ownSamples()[static_cast<std::size_t>(i) % ownSamples().size()];
            check(sample, mutated(sample.text, random), presets, i % 16 == 0);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
        QVERIFY(m_read > mutations / 10);
    }

    /// Our own folders, of which a reader takes what lies beside its file: a neighbour that is broken.
    void mutationsOfNeighbours()
    {
        std::mt19937 random(31);
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        int sound = 0;
        for (const auto& entry : std::filesystem::directory_iterator(sourceFolder() / "tests/cases/export")) {
            const std::string name = entry.path().filename().string();
            const Format& format = *loaded(parseFormat(name.substr(0, name.rfind('-'))));
            const Plan plan = loaded(loadPlan(entry.path() / "plan.json"));
            const std::vector<NamedFile> files = loaded(writeAs(format, plan));
            if (files.size() < 2) {
                continue;
            }
            QVERIFY(saveFiles(files, root / name));
            const ForeignFile file = loaded(openForeign(root / name / files.front().name));
            for (int i = 0; i < 50; ++i) {
                const NamedFile& neighbour = files[1 + static_cast<std::size_t>(i) % (files.size() - 1)];
                const std::filesystem::path path = root / name / neighbour.name;
                QVERIFY(writeTextFile(path, mutated(neighbour.content, random)));
                const auto read = readAs(format, file, {shippedPresets(), &plan.model, &plan.cluster});
                const std::string problem = read ? unsound(*read, false) : std::string();
                QVERIFY2(problem.empty() && (read || !read.error().what.empty()), (name + ": " + problem).c_str());
                sound += read.has_value() ? 1 : 0;
                QVERIFY(writeTextFile(path, neighbour.content));
            }
        }
        QVERIFY(sound > 150);
    }

    void mutationsOfFilesOfUsers_data() { addDataSets(); }

    /// The files of users, broken as well.
    void mutationsOfFilesOfUsers()
    {
        QFETCH(QString, root);
        const std::vector<std::pair<const char*, const char*>> kinds{
            {"hf", "huggingface"},       {"topo", "nvidia-topo"},    {"nccl", "nccl-tests"},
            {"megatron", "megatron"},    {"deepspeed", "deepspeed"}, {"torchtitan", "torchtitan-toml"},
            {"accelerate", "accelerate"}};
        const PresetStore presets = store();
        std::mt19937 random(29);
        for (const auto& [folder, format] : kinds) {
            for (const UserFile& file : userFiles(folder, root)) {
                const Sample sample{format, file.name, file.text};
                for (int i = 0; i < 40 && sample.text.size() < 100'000; ++i) {
                    check(sample, mutated(sample.text, random), presets, i % 16 == 0);
                    if (QTest::currentTestFailed()) {
                        return;
                    }
                }
            }
        }
    }
};

PGRAM_TEST(TestForeignMutations)
#include "test_foreign_mutations.moc"
