// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of training programs that name their model by a hub or a builder: plans of the settings, and a note for every
// other name.
#include "core/base/text_file.h"
#include "core/exchange/format.h"
#include "core/exchange/hub_name.h"
#include "tests/core/error_of.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <fmt/format.h>
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

/// Devices, ZeRO's stage, samples and tokens of a plan, in one text: "8 devices, ZeRO 3, 16 × 2048, qwen2.5-7b".
std::string figuresOf(const Reading& read)
{
    const Plan& plan = planOf(read);
    return fmt::format("{} devices, ZeRO {}, {} × {}, {}", plan.cluster.devices, plan.strategies[1].zero,
                       plan.training.globalBatch, plan.sequence(), plan.model.name);
}

}  // namespace

class TestTrainingFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trlOnTheCommandLine()
    {
        const Reading read =
            loaded(readFile("run.sh", "export NPROC=4\naccelerate launch --num_processes $NPROC --multi_gpu \\\n"
                                      "  trl/scripts/sft.py --model_name_or_path Qwen/Qwen2.5-7B-Instruct \\\n"
                                      "  --dataset_name a/b --per_device_train_batch_size 2 --max_length 2048 \\\n"
                                      "  --gradient_accumulation_steps 4 --fsdp \"full_shard auto_wrap\" --packing \\\n"
                                      "  --use_liger_kernel --odd 1 --bf16 2>&1 | tee log\n"));
        QCOMPARE(figuresOf(read), std::string("4 devices, ZeRO 3, 32 × 2048, qwen2.5-7b"));
        const Plan& plan = planOf(read);
        QCOMPARE(plan.training.tuning.method, TuningMethod::All);
        QVERIFY(plan.training.loss == LossKind::Chunked && plan.training.precision == Precision::Bf16);
        QVERIFY(plan.strategies[1].kept.part == KeptPart::Input);  // TRL's own
        QCOMPARE(plan.training.framework.name, std::string("transformers"));
        QCOMPARE(valuesOf(read.assumed)["--gradient_checkpointing"], std::string("true"));
        QCOMPARE(valuesOf(read.assumed)["--packing"], std::string("one document per sample"));
        QCOMPARE(valuesOf(read.unknown), (std::map<std::string, std::string>{{"--odd", "1"}}));
        QVERIFY(valuesOf(read.ignored).contains("--dataset_name"));
    }

    void trlsDefaultsAndAdapters()
    {
        const Reading read =
            loaded(readFile("run.sh", "trl sft --model_name_or_path Qwen/Qwen2.5-0.5B --dataset_name a --use_peft "
                                      "--load_in_4bit --no_gradient_checkpointing --num_gpus 2 --no_such 3\n"));
        QCOMPARE(valuesOf(read.unknown), (std::map<std::string, std::string>{{"--no_such", "3"}}));
        QCOMPARE(figuresOf(read), std::string("2 devices, ZeRO 0, 16 × 1024, qwen2.5-0.5b"));
        QCOMPARE(planOf(read).training.tuning, (Tuning{TuningMethod::Qlora, 16, AdapterTargets::Attention}));
        QVERIFY(planOf(read).strategies[1].kept.part == KeptPart::All);
        for (const char* name : {"--lora_r", "--lora_target_modules", "--max_length", "--per_device_train_batch_size",
                                 "--gradient_accumulation_steps"}) {
            QVERIFY2(valuesOf(read.assumed).contains(name), name);
        }
        const Reading whole = loaded(readFile(
            "run.sh", "trl sft --model_name_or_path Qwen/Qwen2.5-0.5B --load_in_4bit true --dtype bfloat16\n"));
        QCOMPARE(whole.refused.front().what, std::string("quantised-without-adapter"));
        QVERIFY(!planOf(whole).training.masterWeights && planOf(whole).training.stateBytes == 2);
    }

    void trlWithTheFilesOfItsCommand()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        std::filesystem::create_directories(path / "recipes");
        QVERIFY(writeTextFile(path / "recipes" / "sft.yaml",
                              "model_name_or_path: meta-llama/Llama-3.1-8B\nper_device_train_batch_size: 4\n"
                              "max_length: 4096\ngradient_checkpointing: false\nuse_peft: true\nlora_r: 8\n"
                              "lora_target_modules: [q_proj, k_proj, v_proj, o_proj]\n"));
        QVERIFY(writeTextFile(path / "recipes" / "zero2.yaml",
                              "compute_environment: LOCAL_MACHINE\ndistributed_type: DEEPSPEED\nmixed_precision: bf16\n"
                              "num_processes: 8\nmade_up: 1\ndeepspeed_config:\n  zero_stage: 2\n"));
        const std::string command = "accelerate launch --config_file recipes/zero2.yaml scripts/sft.py "
                                    "--config recipes/sft.yaml --max_length 2048 --gradient_accumulation_steps 2\n";
        const Reading read = loaded(readFile(path / "run.sh", command));
        QCOMPARE(figuresOf(read), std::string("8 devices, ZeRO 2, 64 × 2048, llama3.1-8b"));
        QCOMPARE(planOf(read).training.tuning, (Tuning{TuningMethod::Lora, 8, AdapterTargets::Attention}));
        QVERIFY(planOf(read).strategies[1].kept.part == KeptPart::All);
        QVERIFY(valuesOf(read.unknown).contains("/made_up"));
        const Reading below = loaded(readFile(path / "scripts" / "run.sh", command));  // named from the folder above
        QCOMPARE(figuresOf(below), figuresOf(read));
        const Reading lost = loaded(readFile("nowhere/run.sh", command));
        QVERIFY(valuesOf(lost.asked).contains("--config"));
        const Reading yaml = loaded(readFile(
            "c.yaml", "model_name_or_path: Qwen/Qwen2.5-7B\naccelerate_config: zero3\nnum_processes: 16\nbeta: 0.1\n"));
        QCOMPARE(figuresOf(yaml), std::string("16 devices, ZeRO 3, 128 × 1024, qwen2.5-7b"));
        QVERIFY(valuesOf(yaml.assumed).contains("/beta") && valuesOf(yaml.assumed).contains("/accelerate_config"));
    }

    void programsOnTheTrainer()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(writeTextFile(path / "ds.json", R"({"zero_optimization": {"stage": 3}, "bf16": {"enabled": "auto"}})"));
        QVERIFY(writeTextFile(path / "config.json",
                              R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 1024,
                                  "intermediate_size": 4096, "num_hidden_layers": 4, "num_attention_heads": 8,
                                  "vocab_size": 32000, "max_position_embeddings": 2048})"));
        const Reading read =
            loaded(readFile(path / "run.sh", "MODEL=/data/mine\ndeepspeed --include localhost:0,1,2,3 train.py \\\n"
                                             "  --deepspeed ds.json --model_name_or_path $MODEL --bf16 True \\\n"
                                             "  --model_max_length 512 --per_device_train_batch_size 2 \\\n"
                                             "  --gradient_checkpointing 1 --output_dir $1\n"));
        QCOMPARE(planOf(read).model.layerCount(), 6);
        QCOMPARE(planOf(read).cluster.devices, 4);
        QVERIFY(planOf(read).strategies[1].zero == 3 && planOf(read).sequence() == 512);
        QVERIFY(planOf(read).strategies[1].kept.part == KeptPart::Input && read.asked.empty());
        QVERIFY(valuesOf(read.ignored).contains("--output_dir"));
        const Reading plain = loaded(readFile(
            "run.sh", "torchrun --nproc_per_node=8 --nnodes 2 run_clm.py --model_name_or_path facebook/opt-125m \\\n"
                      "  --per_device_train_batch_size 1 --block_size 1024 --lora_r 4\n"));
        QCOMPARE(figuresOf(plain), std::string("16 devices, ZeRO 0, 16 × 1024, opt-125m"));
        QCOMPARE(planOf(plain).training.precision, Precision::Fp32);
        QCOMPARE(planOf(plain).training.tuning.rank, 4);
        QVERIFY(planOf(plain).strategies[1].kept.part == KeptPart::All);
        QCOMPARE(errorOf(readFile("run.sh", "trl sft --model_name_or_path a --max_length none\n")),
                 QString("run.sh at --max_length: is \"none\", expected a whole number from 1 to 16777216."));
    }

    void torchtune()
    {
        const std::string full =
            "# tune run --nproc_per_node 4 full_finetune_distributed --config llama3_1/8B_full\n"
            "output_dir: /tmp/a\nmodel:\n  _component_: torchtune.models.llama3_1.llama3_1_8b\n"
            "tokenizer:\n  _component_: torchtune.models.llama3.llama3_tokenizer\n  max_seq_len: 4096\n"
            "dataset:\n  packed: True\nbatch_size: 2\nbatch_size_val: ${batch_size}\n"
            "gradient_accumulation_steps: 8\noptimizer:\n  _component_: bitsandbytes.optim.PagedAdamW8bit\n  lr: 2e-5\n"
            "loss:\n  _component_: torchtune.modules.loss.LinearCrossEntropyLoss\ncompile: True\ndtype: bf16\n"
            "enable_activation_checkpointing: True\ncustom_sharded_layers: ['tok_embeddings']\nodd: 1\n";
        const Reading read = loaded(readFile("8B_full.yaml", full));
        QCOMPARE(figuresOf(read), std::string("4 devices, ZeRO 3, 64 × 4096, llama3.1-8b"));
        const Plan& plan = planOf(read);
        QCOMPARE(plan.training.optimizer, Optimizer::Adam8);
        QVERIFY(plan.training.loss == LossKind::Chunked && plan.strategies[1].kept.part == KeptPart::Input);
        QVERIFY(!plan.training.masterWeights && plan.training.gradientBytes == 2);
        QCOMPARE(plan.training.framework.name, std::string("fsdp-compiled"));
        QCOMPARE(valuesOf(read.assumed)["/dataset/packed"], std::string("one document per sample"));
        QCOMPARE(valuesOf(read.unknown), (std::map<std::string, std::string>{{"/odd", "1"}}));
        const Reading mesh = loaded(readFile("m.yaml",
                                             full + "tensor_parallel_dim: 2\nfsdp_cpu_offload: True\n"
                                                    "data_parallel_shard_dim: 2\n"
                                                    "data_parallel_replicate_dim: 2\n",
                                             8));
        const Degrees& degrees = std::get<FoundPlan>(mesh.found).degrees;
        QVERIFY(degrees.tensor == 2 && degrees.data == 4 && planOf(mesh).strategies[1].replicas() == 2);
        QVERIFY(planOf(mesh).strategies[1].offloadOptimizer);

        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(writeTextFile(path / "mine.yaml",
                              "model:\n  _component_: torchtune.models.qwen2_5.qlora_qwen2_5_7b_instruct\n"
                              "  lora_attn_modules: [q_proj, k_proj, v_proj, output_proj]\n  lora_rank: 16\n"
                              "  apply_lora_to_mlp: True\nbatch_size: 1\ngradient_accumulation_steps: 4\n"
                              "tokenizer:\n  max_seq_len: 2048\noptimizer:\n  _component_: torch.optim.AdamW\n"));
        const Reading command = loaded(readFile(path / "run.sh", "N=2\ntune run --nproc_per_node $N "
                                                                 "lora_finetune_distributed --config mine.yaml "
                                                                 "batch_size=4 tokenizer.max_seq_len=1024\n"));
        QCOMPARE(figuresOf(command), std::string("2 devices, ZeRO 3, 32 × 1024, qwen2.5-7b"));
        QCOMPARE(planOf(command).training.tuning, (Tuning{TuningMethod::Qlora, 16, AdapterTargets::Linear}));
        QVERIFY(
            valuesOf(loaded(readFile("run.sh", "tune run r --config llama3_1/8B_full\n")).asked).contains("--config"));
        QVERIFY(errorOf(readFile("e.yaml", "model:\n  _component_: torchtune.models.gemma.gemma_2b\ntasks: [a]\n"))
                    .contains("has none of the members optimizer"));
    }

    void modelsOfTorchtune()
    {
        const auto modelOf = [](const std::string& builder) {
            return planOf(loaded(readFile("m.yaml", "model:\n  _component_: torchtune.models." + builder +
                                                        "\ngradient_accumulation_steps: 1\n")))
                .model.name;
        };
        QCOMPARE(modelOf("qwen2.lora_qwen2_1_5b"), std::string("qwen2.5-1.5b"));  // which has the same sizes
        QCOMPARE(modelOf("qwen2_5.qwen2_5_14b_instruct"), std::string("qwen2.5-14b"));
        QCOMPARE(modelOf("qwen3.qwen3_0_6b_instruct"), std::string("qwen3-0.6b"));
        QCOMPARE(modelOf("llama3_3.qlora_llama3_3_70b"), std::string("llama3.1-70b"));
    }

    void verlOnFsdp()
    {
        const std::string head = "N=8\npython3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo \\\n"
                                 "  data.max_prompt_length=512 data.max_response_length=1536 \\\n"
                                 "  actor_rollout_ref.model.path=\"$HOME/models/Qwen2.5-7B-Instruct\" \\\n"
                                 "  actor_rollout_ref.actor.ppo_mini_batch_size=64 actor_rollout_ref.rollout.n=8 \\\n"
                                 "  actor_rollout_ref.rollout.tensor_model_parallel_size=2 trainer.nnodes=1 \\\n"
                                 "  trainer.n_gpus_per_node=$N +odd.name=3 ";
        const Reading read =
            loaded(readFile("run.sh", head + "actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=4 \\\n"
                                             "  actor_rollout_ref.actor.fsdp_config.param_offload=True $@\n"));
        QCOMPARE(figuresOf(read), std::string("8 devices, ZeRO 3, 512 × 2048, qwen2.5-7b"));
        QCOMPARE(planOf(read).schedule.microbatches, 16);
        QVERIFY(planOf(read).strategies[1].kept.part == KeptPart::Input &&
                !planOf(read).strategies[1].offloadOptimizer);
        QVERIFY(valuesOf(read.assumed).contains("actor_rollout_ref"));
        for (const char* name : {"/algorithm", "/actor_rollout_ref/rollout/tensor_model_parallel_size",
                                 "/actor_rollout_ref/actor/fsdp_config/param_offload"}) {
            QVERIFY2(valuesOf(read.ignored).contains(name), name);
        }
        QCOMPARE(valuesOf(read.unknown), (std::map<std::string, std::string>{{"/odd/name", "3"}}));
        const Reading packed = loaded(readFile(
            "run.sh", head + "actor_rollout_ref.actor.use_dynamic_bsz=True \\\n"
                             "  actor_rollout_ref.actor.ulysses_sequence_parallel_size=2 \\\n"
                             "  actor_rollout_ref.model.lora_rank=16 actor_rollout_ref.actor.strategy=fsdp2\n"));
        const Degrees& degrees = std::get<FoundPlan>(packed.found).degrees;
        QVERIFY(degrees.context == 2 && degrees.data == 4 && degrees.microBatch == 16);  // 16,384 tokens on each device
        QCOMPARE(planOf(packed).training.tuning, (Tuning{TuningMethod::Lora, 16, AdapterTargets::Linear}));
        const Reading open = loaded(readFile("run.sh", "python3 -m verl.trainer.main_ppo trainer.nnodes=$NODES "
                                                       "actor_rollout_ref.model.path=Qwen/Qwen2.5-7B\n"));
        QVERIFY(open.asked.empty() && valuesOf(open.ignored).contains("trainer.nnodes"));
    }

    void verlOnMegatron()
    {
        const Reading read = loaded(readFile(
            "run.yaml",
            "data: {max_prompt_length: 1024, max_response_length: 1024}\nactor_rollout_ref:\n  model: {path: "
            "a/Qwen3-8B}\n"
            "  rollout: {n: 4}\n  actor:\n    strategy: megatron\n    ppo_mini_batch_size: 32\n"
            "    ppo_micro_batch_size_per_gpu: 2\n    megatron:\n      tensor_model_parallel_size: 2\n"
            "      pipeline_model_parallel_size: ${actor_rollout_ref.actor.megatron.tensor_model_parallel_size}\n"
            "      param_offload: true\n      override_transformer_config: {recompute_granularity: full, made_up: 1}\n"
            "trainer: {nnodes: 2, n_gpus_per_node: 8}\n"));
        QCOMPARE(figuresOf(read), std::string("16 devices, ZeRO 1, 128 × 2048, qwen3-8b"));
        const Degrees& degrees = std::get<FoundPlan>(read.found).degrees;
        QVERIFY(degrees.tensor == 2 && degrees.pipeline == 2 && degrees.data == 4 && degrees.microBatch == 2);
        QVERIFY(planOf(read).strategies[1].kept.part == KeptPart::Input);
        QVERIFY(planOf(read).strategies[1].sequence == SequenceParallel::Megatron);  // verl's own
        QVERIFY(valuesOf(read.unknown).contains("--made-up") &&
                valuesOf(read.ignored).contains("/megatron/param_offload"));
    }

    void verlsFineTuning()
    {
        const Reading read = loaded(
            readFile("run.sh", "torchrun --nnodes=1 --nproc_per_node=8 -m verl.trainer.fsdp_sft_trainer \\\n"
                               "  data.train_batch_size=128 data.micro_batch_size_per_gpu=4 data.max_length=2048 \\\n"
                               "  model.partial_pretrain=Qwen/Qwen2.5-0.5B-Instruct model.use_liger=True \\\n"
                               "  ulysses_sequence_parallel_size=2 use_remove_padding=true optim.lr=1e-4 \\\n"
                               "  optim.optimizer=AdamW8bit\n"));
        QCOMPARE(planOf(read).training.optimizer, Optimizer::Adam8);
        QCOMPARE(figuresOf(read), std::string("8 devices, ZeRO 3, 128 × 2048, qwen2.5-0.5b"));
        const Degrees& degrees = std::get<FoundPlan>(read.found).degrees;
        QVERIFY(degrees.context == 2 && degrees.data == 4 && degrees.microBatch == 4);
        QVERIFY(planOf(read).training.loss == LossKind::Chunked && read.unknown.empty());
        QVERIFY(errorOf(readFile("run.sh", "python -m verl.trainer.fsdp_sft_trainer model.path=a data.max_length=no\n"))
                    .contains("/data/max_length"));
    }

    void nemosSettings()
    {
        const Reading oldest = loaded(readFile(
            "gpt.yaml", "trainer: {devices: 8, num_nodes: 2, precision: bf16, max_steps: 10}\nexp_manager: {a: 1}\n"
                        "model:\n  micro_batch_size: 2\n  global_batch_size: 64\n  encoder_seq_length: 4096\n"
                        "  tensor_model_parallel_size: 4\n  pipeline_model_parallel_size: 2\n"
                        "  sequence_parallel: true\n  activations_checkpoint_granularity: full\n"
                        "  optim: {name: distributed_fused_adam, lr: 1e-4}\n"
                        "  restore_from_path: /models/llama2-7b.nemo\n  odd: 1\n"
                        "  peft: {peft_scheme: lora, lora_tuning: {adapter_dim: 16}}\n"));
        QVERIFY(valuesOf(oldest.asked).contains("model"));  // no preset has the name llama2-7b.nemo
        const Reading command = loaded(readFile(
            "run.sh", "torchrun --nproc_per_node=8 --nnodes=2 run_recipe.py --recipe llama31_8b_pretrain_config "
                      "model.tensor_model_parallel_size=2 model.pipeline_model_parallel_size=4 "
                      "train.global_batch_size=128 train.micro_batch_size=1 model.seq_length=8192 "
                      "mixed_precision=bf16_with_fp8_current_scaling_mixed logger.log_interval=1 model.odd=2\n"));
        QCOMPARE(figuresOf(command), std::string("16 devices, ZeRO 1, 128 × 8192, llama3.1-8b"));
        const Degrees& degrees = std::get<FoundPlan>(command.found).degrees;
        QVERIFY(degrees.tensor == 2 && degrees.pipeline == 4 && degrees.data == 2);
        QCOMPARE(planOf(command).training.precision, Precision::Fp8);
        QCOMPARE(valuesOf(command.unknown), (std::map<std::string, std::string>{{"/model/odd", "2"}}));
        QVERIFY(valuesOf(command.assumed).contains("recipe"));
        const Reading recipe = loaded(readFile(
            "recipe.py", "import nemo_run as run\nfrom nemo.collections import llm\ntp = 4\n\ndef configure(args):\n"
                         "    recipe = llm.llama3_70b.finetune_recipe(\n        name='a',\n        num_nodes=4,\n"
                         "        num_gpus_per_node=8,\n        peft_scheme='lora',\n    )\n"
                         "    recipe.trainer.strategy.tensor_model_parallel_size = tp\n"
                         "    recipe.trainer.strategy.pipeline_model_parallel_size = 4  # stages\n"
                         "    recipe.trainer.strategy.context_parallel_size = args.context\n"
                         "    recipe.data.global_batch_size = 32\n    recipe.data.global_batch_size = 64\n"
                         "    recipe.data.micro_batch_size = 1\n    recipe.data.seq_length = 4096\n"
                         "    return recipe\n"));
        QCOMPARE(figuresOf(recipe), std::string("32 devices, ZeRO 1, 64 × 4096, llama3-70b"));
        QCOMPARE(planOf(recipe).training.tuning.method, TuningMethod::Lora);
        QCOMPARE(valuesOf(recipe.ignored).at("trainer.strategy.context_parallel_size"), std::string("args.context"));
        QCOMPARE(valuesOf(recipe.assumed).at("data.global_batch_size"), std::string("64"));
        QVERIFY(
            errorOf(readFile("run.sh", "python a.py model.tensor_model_parallel_size=2 train.global_batch_size=x\n"))
                .contains("global-batch-size"));
    }

    void primus()
    {
        const std::string head = "work_group: ${TEAM:amd}\nmodules:\n  pre_trainer:\n    config: pre_trainer.yaml\n";
        const Reading read =
            loaded(readFile("p.yaml",
                            head + "    framework: megatron\n    model: ${MODEL:llama3.1_8B}.yaml\n    overrides:\n"
                                   "      micro_batch_size: 2\n      global_batch_size: 128\n"
                                   "      seq_length: 8192\n      tensor_model_parallel_size: 2\n"
                                   "      recompute_granularity: full\n      recompute_method: block\n"
                                   "      recompute_num_layers: 4\n      enable_primus_turbo: true\n      odd: 1\n",
                            16));
        QCOMPARE(figuresOf(read), std::string("16 devices, ZeRO 1, 128 × 8192, llama3.1-8b"));
        QVERIFY(planOf(read).strategies[1].kept.part == KeptPart::Input);
        QVERIFY(planOf(read).strategies[8].kept.part == KeptPart::All);
        QVERIFY(valuesOf(read.ignored).contains("/modules/pre_trainer/overrides/enable_primus_turbo"));
        QCOMPARE(valuesOf(read.unknown),
                 (std::map<std::string, std::string>{{"/modules/pre_trainer/overrides/odd", "1"}}));
        const Reading titan =
            loaded(readFile("p.yaml",
                            head + "    framework: torchtitan\n    model: llama3.1_70B.yaml\n    overrides:\n"
                                   "      training: {local_batch_size: 2, seq_len: 4096}\n"
                                   "      parallelism: {tensor_parallel_degree: 8}\n",
                            64));
        QCOMPARE(figuresOf(titan), std::string("64 devices, ZeRO 3, 16 × 4096, llama3.1-70b"));
        QVERIFY(errorOf(readFile("p.yaml", "modules:\n  pre_trainer: 1\n")).contains("has no module pre_trainer"));
    }

    void maxText()
    {
        const Reading read = loaded(
            readFile("m.yml", "base_config: base.yml\nmodel_name: llama3.1-70b\nper_device_batch_size: 0.5\n"
                              "max_target_length: 8192\nici_fsdp_parallelism: 8\nici_tensor_parallelism: 4\n"
                              "dcn_data_parallelism: 2\nremat_policy: full\ndtype: bfloat16\nsteps: 10\nodd: 1\n"));
        QCOMPARE(figuresOf(read), std::string("64 devices, ZeRO 3, 32 × 8192, llama3.1-70b"));
        const Degrees& degrees = std::get<FoundPlan>(read.found).degrees;
        QVERIFY(degrees.tensor == 4 && degrees.data == 16 && degrees.microBatch == 2);
        QCOMPARE(planOf(read).strategies[1].replicas(), 2);
        QVERIFY(planOf(read).strategies[1].kept.part == KeptPart::Input);
        QCOMPARE(valuesOf(read.unknown), (std::map<std::string, std::string>{{"/odd", "1"}}));
        const Reading command =
            loaded(readFile("run.sh",
                            "export A=1\npython3 -m MaxText.train src/MaxText/configs/base.yml run_name=a "
                            "model_name=deepseek3-671b per_device_batch_size=4 ici_expert_parallelism=8 "
                            "remat_policy=minimal gradient_accumulation_steps=2\n",
                            64));
        QCOMPARE(figuresOf(command), std::string("64 devices, ZeRO 3, 512 × 2048, deepseek-v3"));
        QVERIFY(std::get<FoundPlan>(command.found).degrees.expert == 8);
        QVERIFY(valuesOf(command.assumed).contains("/remat_policy"));
        QVERIFY(valuesOf(command.assumed).contains("/max_target_length"));
        QVERIFY(errorOf(readFile("m.yml", "per_device_batch_size: none\n")).contains("/per_device_batch_size: is"));
    }

    void namesOfHubs()
    {
        const auto preset = [](const char* name) { return presetOfHub(name, shippedPresets()); };
        QCOMPARE(preset("mistralai/Mistral-7B-Instruct-v0.3"), std::string("mistral-7b-v0.3"));
        QCOMPARE(preset("deepseek-ai/DeepSeek-R1-Distill-Qwen-7B"), std::string("qwen2.5-7b"));
        QCOMPARE(preset("deepseek-ai/DeepSeek-R1-Distill-Llama-8B"), std::string("llama3.1-8b"));
        QCOMPARE(preset("meta-llama/Llama-3.3-70B-Instruct"), std::string("llama3.1-70b"));
        QCOMPARE(preset("Qwen/Qwen2-7B-Instruct"), std::string("qwen2.5-7b"));
        QCOMPARE(preset("EleutherAI/pythia-1b-deduped"), std::string("pythia-1b"));
        QCOMPARE(preset("/models/Meta-Llama-3-8B-Instruct"), std::string("llama3-8b"));
        QCOMPARE(preset("somebody/else"), std::string());
    }
};

PGRAM_TEST(TestTrainingFiles)
#include "test_training_files.moc"
