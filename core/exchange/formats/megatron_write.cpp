// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan as the arguments of Megatron-LM, declared in megatron_settings.h.
#include "core/exchange/decoder_model.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/megatron_layout.h"
#include "core/exchange/megatron_precision.h"
#include "core/exchange/megatron_settings.h"
#include "core/exchange/open_constants.h"
#include "core/exchange/uniform_plan.h"
#include "core/exchange/words.h"
#include "core/model/optimizer.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace pgram {

namespace {

using Lines = std::vector<std::string>;

constexpr std::int64_t vocabularyMultiple = 128;  ///< Megatron-LM's default

/// Returns runs of equal values: "([0]*3+[1]*58)".
template <typename Values>
std::string patternOf(const Values& values)
{
    std::string text;
    for (std::size_t first = 0, next = 0; first < values.size(); first = next) {
        next = first;
        while (next < values.size() && values[next] == values[first]) {
            ++next;
        }
        text += fmt::format("{}[{}]*{}", text.empty() ? "" : "+", values[first] ? 1 : 0, next - first);
    }
    return fmt::format("({})", text);
}

void addAttention(const LayerSpec& block, Lines& lines)
{
    lines.push_back(fmt::format("--num-attention-heads {}", block.heads));
    if (block.keyValueRank > 0) {
        lines.emplace_back("--multi-latent-attention");
        if (block.queryRank > 0) {
            lines.push_back(fmt::format("--q-lora-rank {}", block.queryRank));
        }
        lines.push_back(fmt::format("--kv-lora-rank {}", block.keyValueRank));
        lines.push_back(fmt::format("--qk-head-dim {}", block.headDim - block.ropeDim));
        lines.push_back(fmt::format("--qk-pos-emb-head-dim {}", block.ropeDim));
        lines.push_back(fmt::format("--v-head-dim {}", block.valueDim > 0 ? block.valueDim : block.headDim));
        return;
    }
    if (block.kvHeads != block.heads) {
        lines.push_back(fmt::format("--group-query-attention --num-query-groups {}", block.kvHeads));
    }
    lines.push_back(fmt::format("--kv-channels {}", block.headDim));
}

void addWindows(const DecoderModel& model, Lines& lines)
{
    const std::int64_t window = *std::ranges::max_element(model.windows);
    if (window > 0) {
        lines.push_back(fmt::format("--window-size {},0", window - 1));
        if (std::ranges::count(model.windows, 0) > 0) {
            lines.push_back(fmt::format("--window-attn-skip-freq '{}'", patternOf(model.windows)));
        }
    }
}

/// Adds the layers of linear attention, or the indexer of sparse attention.
void addVariant(const DecoderModel& model, Lines& lines)
{
    const LayerSpec& block = model.dense;
    if (block.outputGate) {
        lines.emplace_back("--attention-output-gate");
    }
    if (block.selected > 0) {
        lines.push_back(fmt::format("--experimental-attention-variant dsa --no-rope-fusion --dsa-indexer-n-heads {} "
                                    "--dsa-indexer-head-dim {} --dsa-indexer-topk {}",
                                    block.indexHeads, block.indexWidth, block.selected));
    }
    if (std::ranges::count(model.isLinear, true) > 0) {
        const LayerSpec& linear = model.linear;
        lines.push_back(fmt::format("--experimental-attention-variant gated_delta_net --linear-attention-freq '{}'",
                                    patternOf(model.isLinear)));
        lines.push_back(fmt::format("--linear-num-value-heads {} --linear-num-key-heads {} --linear-value-head-dim {} "
                                    "--linear-key-head-dim {} --linear-conv-kernel-dim {}",
                                    linear.heads, linear.kvHeads, linear.valueDim, linear.headDim, linear.convolution));
    }
}

void addExperts(const DecoderModel& model, Lines& lines)
{
    const LayerSpec& sparse = model.sparse;
    lines.push_back(fmt::format("--num-experts {} --moe-router-topk {}", sparse.experts, sparse.topK));
    if (sparse.topGroups > 0) {
        lines.push_back(fmt::format("--moe-router-num-groups {} --moe-router-group-topk {}", sparse.expertGroups,
                                    sparse.topGroups));
    }
    lines.push_back(fmt::format("--moe-ffn-hidden-size {}", sparse.ffn));
    if (sparse.sharedFfn > 0) {
        lines.push_back(fmt::format("--moe-shared-expert-intermediate-size {}", sparse.sharedFfn));
    }
    if (sparse.expertWidth > 0) {
        lines.push_back(fmt::format("--moe-latent-size {}", sparse.expertWidth));
    }
    if (std::ranges::count(model.hasExperts, false) > 0) {
        lines.push_back(fmt::format("--moe-layer-freq '{}'", patternOf(model.hasExperts)));
    }
    lines.emplace_back("--moe-grouped-gemm");
}

/// Returns true if the devices are of NVIDIA and have NVFP4.
bool isBlackwell(const Plan& plan)
{
    return plan.cluster.device.peakFp4 > 0 && plan.cluster.device.name.starts_with("NVIDIA");
}

/// Returns the condition that the plan does not meet and under which alone Megatron-LM overlaps the transfer of tokens
/// with the compute of another micro-batch (transformer_config.py, the asserts of overlap_moe_expert_parallel_comm);
/// null: the plan meets all conditions.
const char* refusesOverlap(const Plan& plan, const UniformPlan& uniform)
{
    return uniform.expert == 1                                       ? "with expert parallelism"
           : uniform.kept == KeptPart::Input                         ? "without full recomputation"
           : plan.training.elementBytes() != 2                       ? "in bf16 or fp16"
           : plan.model.runs.back().predictions > 1                  ? "with one prediction layer at most"
           : plan.pipeline() > 1 && plan.schedule.virtualStages == 1 ? "with virtual stages"
                                                                     : nullptr;
}

/// Adds the dispatcher of tokens and its overlaps, by the habits of the plan's framework.
void addDispatch(const Plan& plan, const UniformPlan& uniform, const DecoderModel& model, Lines& lines)
{
    const Framework& framework = plan.training.framework;
    if (framework.fusedDispatch && uniform.expert > 1) {
        lines.push_back(fmt::format("--moe-token-dispatcher-type flex --moe-flex-dispatcher-backend {}",
                                    isBlackwell(plan) ? "hybridep" : "deepep"));
    } else {
        lines.emplace_back("--moe-token-dispatcher-type alltoall");
    }
    if (framework.overlapsDispatch && refusesOverlap(plan, uniform) == nullptr) {
        lines.emplace_back("--overlap-moe-expert-parallel-comm");
    } else if (!framework.overlapsDispatch && framework.overlapsSharedExperts && model.sparse.sharedFfn > 0) {
        lines.emplace_back("--moe-shared-expert-overlap");
    }
}

Lines modelLines(const Plan& plan, const DecoderModel& model)
{
    const LayerSpec& block = model.dense;
    const std::int64_t positions = std::max(model.embedding.learnedPositions, plan.sequence());
    Lines lines{fmt::format("--num-layers {}", model.blocks), fmt::format("--hidden-size {}", block.hidden),
                fmt::format("--ffn-hidden-size {}", block.ffn)};
    addAttention(block, lines);
    addWindows(model, lines);
    addVariant(model, lines);
    lines.push_back(fmt::format("--seq-length {} --max-position-embeddings {}", plan.sequence(), positions));
    const bool isYarn = plan.model.constants.scaling == RotaryScaling::Yarn && block.keyValueRank == 0;
    lines.push_back(fmt::format("--position-embedding-type {}", model.embedding.learnedPositions > 0
                                                                    ? "learned_absolute"
                                                                : isYarn ? "yarn"
                                                                         : "rope"));
    lines.push_back(fmt::format("--normalization {}", block.norm == Norm::RmsNorm ? "RMSNorm" : "LayerNorm"));
    if (block.gatedMlp) {
        lines.emplace_back("--swiglu");
    }
    if (!block.linearBias) {
        lines.emplace_back(block.qkvBias ? "--disable-bias-linear --add-qkv-bias" : "--disable-bias-linear");
    }
    // Norms of queries and keys, and the gate of a shared expert, are extra parameters of a layer.
    const std::int64_t norms = 2 * block.headDim;
    const std::int64_t extra = block.extraParameters;
    const bool gatesShared = block.sharedFfn > 0 && (extra == block.hidden || extra == block.hidden + norms);
    if (extra == norms || (gatesShared && extra != block.hidden)) {
        lines.emplace_back("--qk-layernorm");
    }
    if (gatesShared) {
        lines.emplace_back("--moe-shared-expert-gate");
    }
    std::ranges::copy(constantsForMegatron(plan.model, model).lines, std::back_inserter(lines));
    if (!model.head.tied) {
        lines.emplace_back("--untie-embeddings-and-output-weights");
    }
    if (model.isSparse()) {
        addExperts(model, lines);
    }
    if (model.predictions > 0) {
        lines.push_back(fmt::format("--mtp-num-layers {}", model.predictions));
    }
    return lines;
}

void addRecompute(const Plan& plan, const UniformPlan& uniform, Lines& lines)
{
    if (uniform.kept == KeptPart::WithoutModules) {
        std::string line = "--recompute-granularity selective --recompute-modules";
        for (std::size_t i = 0; i < enumNames<Module>.size(); ++i) {
            const ModuleSet one{static_cast<Module>(i)};
            const bool isThere =
                std::ranges::any_of(plan.model.runs, [&one](const LayerSpec& run) { return hasModules(run, one); });
            if (isThere && plan.training.recomputedModules.meets(one)) {
                line += fmt::format(" {}", enumNames<Module>[i]);
            }
        }
        lines.push_back(std::move(line));
    } else if (uniform.kept == KeptPart::WithoutAttention) {
        lines.emplace_back("--recompute-granularity selective --recompute-modules core_attn");
    } else if (uniform.kept == KeptPart::Input) {
        lines.push_back(uniform.recomputesAll
                            ? "--recompute-granularity full --recompute-method uniform --recompute-num-layers 1"
                            : fmt::format("--recompute-granularity full --recompute-method block "
                                          "--recompute-num-layers {}",
                                          uniform.recomputed));
    }
}

/// Adds context parallelism. Megatron-LM has Ulysses as context parallelism that exchanges heads, alone or inside of a
/// ring.
void addContext(const LayerStrategy& strategy, Lines& lines)
{
    if (strategy.sequence == SequenceParallel::Ulysses && strategy.context > 1) {
        lines.push_back(fmt::format("--context-parallel-size {} --cp-comm-type a2a+p2p "
                                    "--hierarchical-context-parallel-sizes {} {}",
                                    strategy.tensor * strategy.context, strategy.tensor, strategy.context));
    } else if (strategy.sequence == SequenceParallel::Ulysses) {
        lines.push_back(fmt::format("--context-parallel-size {} --cp-comm-type a2a", strategy.tensor));
    } else if (strategy.context > 1) {
        lines.push_back(fmt::format("--context-parallel-size {}{}", strategy.context,
                                    strategy.gathersKeys ? " --cp-comm-type allgather" : ""));
    }
}

void addSharding(const Plan& plan, const LayerStrategy& strategy, Lines& lines)
{
    const bool overlaps = plan.training.framework.overlapGradients;
    if (strategy.zero > 0) {
        lines.emplace_back(overlaps ? "--use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather"
                                    : "--use-distributed-optimizer");
    } else if (overlaps) {
        lines.emplace_back("--overlap-grad-reduce");
    }
}

Lines parallelLines(const Plan& plan, const UniformPlan& uniform, const DecoderModel& model)
{
    const LayerStrategy& strategy = uniform.strategy;
    Lines lines{fmt::format("--tensor-model-parallel-size {}", weightParts(strategy)),
                fmt::format("--pipeline-model-parallel-size {}", plan.pipeline())};
    if (strategy.sequence == SequenceParallel::Megatron && strategy.tensor > 1) {
        lines.emplace_back(plan.training.framework.overlapActivations ? "--sequence-parallel --tp-comm-overlap"
                                                                      : "--sequence-parallel");
    }
    addContext(strategy, lines);
    if (model.isSparse() && (uniform.expert > 1 || uniform.expertTensor != weightParts(strategy))) {
        lines.push_back(fmt::format("--expert-model-parallel-size {} --expert-tensor-parallel-size {}", uniform.expert,
                                    uniform.expertTensor));
    }
    if (model.isSparse()) {
        addDispatch(plan, uniform, model, lines);
    }
    if (plan.pipeline() > 1 && !uniform.isEven) {
        lines.push_back(fmt::format("--pipeline-model-parallel-layout '{}'", layoutText(uniform.cut)));
    } else if (plan.pipeline() > 1 && plan.schedule.virtualStages > 1) {
        lines.push_back(fmt::format("--num-virtual-stages-per-pipeline-rank {}", plan.schedule.virtualStages));
    }
    addSharding(plan, strategy, lines);
    addRecompute(plan, uniform, lines);
    return lines;
}

Lines trainingLines(const Plan& plan, const UniformPlan& uniform)
{
    // The evaluation has a batch of its own, which is not planned.
    Lines lines{
        fmt::format("--micro-batch-size {} --global-batch-size {}", uniform.microBatch, plan.training.globalBatch),
        "--train-iters \"$TRAIN_ITERS\" --eval-iters 0",
        "--lr 1.0e-4 --min-lr 1.0e-5 --lr-decay-style cosine --clip-grad 1.0 --weight-decay 0.1",
        fmt::format("--optimizer {}", optimizerRow(plan.training.optimizer).name)};
    if (uniform.strategy.offloadOptimizer) {
        lines.push_back(fmt::format("--optimizer-cpu-offload --optimizer-offload-fraction {} "
                                    "--use-precision-aware-optimizer",
                                    plan.training.offloadShare));
    }
    if (plan.training.stateBytes == 2) {
        lines.emplace_back("--use-precision-aware-optimizer --exp-avg-dtype bf16 --exp-avg-sq-dtype bf16");
    }
    lines.emplace_back(megatronPrecision(plan.training.precision).arguments);
    if (plan.training.elementBytes() == 2 && !plan.training.fusedAttention) {
        lines.emplace_back("--attention-backend unfused");
    }
    if (plan.training.loss == LossKind::Fused) {
        lines.emplace_back("--cross-entropy-loss-fusion");
    }
    // Left unsaid they have 32 bits beside bf16, and 16 beside fp16.
    if (plan.training.precision == Precision::Fp16 && plan.training.gradientBytes == 4) {
        lines.emplace_back("--accumulate-allreduce-grads-in-fp32");
    } else if (plan.training.precision != Precision::Fp16 && plan.training.elementBytes() == 2 &&
               plan.training.gradientBytes == 2) {
        lines.emplace_back("--grad-reduce-in-bf16");
    }
    lines.emplace_back("--log-interval 1 --log-throughput");
    return lines;
}

Lines dataLines(const DecoderModel& model)
{
    const LayerSpec& table = model.embedding;
    return {"--mock-data --tokenizer-type NullTokenizer",
            fmt::format("--vocab-size {} --make-vocab-size-divisible-by {}",
                        table.publishedVocabulary > 0 ? table.publishedVocabulary : table.vocabulary,
                        vocabularyMultiple)};
}

constexpr std::array constantsOfMegatron{
    ConstantSetting{&ModelConstants::rotaryBase, "--rotary-base", "10000"},
    ConstantSetting{&ModelConstants::rotaryShare, "--rotary-percent", "1"},
    ConstantSetting{&ModelConstants::normEpsilon, "--norm-epsilon", "1e-05"},
    ConstantSetting{&ModelConstants::initialDeviation, "--init-method-std", "0.02"},
    ConstantSetting{&ModelConstants::attentionDropout, "--attention-dropout", "0.1"},
    ConstantSetting{&ModelConstants::hiddenDropout, "--hidden-dropout", "0.1"},
};

/// Returns the constants that the script leaves open.
std::vector<std::string> openConstantsOf(const Plan& plan, const DecoderModel& model)
{
    MegatronConstants written = constantsForMegatron(plan.model, model);
    return openConstants(plan.model, {.framework = "Megatron-LM",
                                      .settings = constantsOfMegatron,
                                      .taken = std::move(written.taken),
                                      .takesScaling = written.takesScaling,
                                      .others = "Megatron-LM has no argument for these values."});
}

/// Returns the names of all arguments.
std::vector<SaidSetting> argumentsOf(const Launch& launch)
{
    std::vector<SaidSetting> names;
    for (const ArgumentList& list : launch.lists) {
        for (const std::string& line : list.lines) {
            for (const std::string_view word : splitWords(line)) {
                if (word.starts_with("--")) {
                    names.push_back({std::string(word.substr(2)), {}});
                }
            }
        }
    }
    return names;
}

/// Returns true if kernels have to start in the order in which they are issued, as on devices before Blackwell.
bool demandsOneConnection(const Plan& plan, const LayerStrategy& strategy)
{
    return (strategy.tensor > 1 || strategy.context > 1) && !isBlackwell(plan);
}

}  // namespace

std::vector<EnvironmentLine> environmentOfMegatron(const Plan& plan, const LayerStrategy& strategy)
{
    if (demandsOneConnection(plan, strategy)) {
        return {{"CUDA_DEVICE_MAX_CONNECTIONS", "1",
                 "Megatron-LM demands it of tensor and context parallelism on devices before Blackwell"}};
    }
    return {};
}

Launch launchOfMegatron(const Plan& plan)
{
    const UniformPlan uniform = uniformOf(plan);
    Launch launch{.framework = "Megatron-LM (main branch, d98e8a64 of 2026-08-22)"};
    launch.environment = environmentOfMegatron(plan, uniform.strategy);
    launch.setup = {"MEGATRON_LM=\"${MEGATRON_LM:?name the folder of a checkout of Megatron-LM}\"",
                    "export PYTHONPATH=\"$MEGATRON_LM:${PYTHONPATH:-}\"", "TRAIN_ITERS=\"${TRAIN_ITERS:-100}\""};
    if (const Result<DecoderModel> model = decoderModelOf(plan.model, isOfMegatron)) {
        launch.lists = {{"MODEL", modelLines(plan, *model)},
                        {"PARALLEL", parallelLines(plan, uniform, *model)},
                        {"TRAINING", trainingLines(plan, uniform)},
                        {"DATA", dataLines(*model)}};
    }
    launch.command = torchrun(plan) + "\"$MEGATRON_LM/pretrain_gpt.py\"";
    launch.fillIn = {
        "`MEGATRON_LM`: the folder of a checkout of Megatron-LM at the commit above, in the environment of `train.sh`.",
        "Data: `DATA` in `train.sh` makes tokens up (`--mock-data`). Put `--data-path` and `--split` there, and the "
        "tokenizer (`--tokenizer-type`, `--tokenizer-model`) in place of the one that does nothing.",
        "Checkpoints: put `--save`, `--save-interval` and `--load` into `TRAINING`.",
        "Training: `TRAIN_ITERS`, learning rate and its schedule in `TRAINING`."};
    if (const Result<DecoderModel> model = decoderModelOf(plan.model, isOfMegatron)) {
        std::ranges::copy(openConstantsOf(plan, *model), std::back_inserter(launch.fillIn));
    }
    launch.pretrained =
        "Megatron-Bridge converts a checkpoint of Hugging Face to Megatron-LM's format "
        "(`examples/conversion/convert_checkpoints.py import`). Put `--load` with its folder, `--finetune` and "
        "`--no-load-optim` into `TRAINING`; the vocabulary, the constants and the padding have to be the checkpoint's.";
    launch.remarks = {fmt::format("The vocabulary is padded to a multiple of {} × the tensor-parallel degree, which "
                                  "adds memory to the first and the last stage.",
                                  vocabularyMultiple),
                      "There is no evaluation (`--eval-iters 0`): its batch is not planned."};
    const Framework& framework = plan.training.framework;
    const char* lacks = refusesOverlap(plan, uniform);
    if (framework.overlapsDispatch && uniform.expert > 1 && lacks != nullptr) {
        launch.remarks.push_back(
            fmt::format("The plan's figures have tokens travel to their experts beside the compute "
                        "of another micro-batch. Megatron-LM does so only {}: here they are "
                        "waited for, and a step takes longer.",
                        lacks));
    }
    if (framework.narrowDispatch && uniform.expert > 1) {
        launch.remarks.emplace_back(
            "The plan's figures have tokens travel to their experts in 8 bits. Megatron-LM sends "
            "them in 16, and a step takes longer.");
    }
    if (uniform.strategy.offloadOptimizer && !framework.keepsOffloadedGradients) {
        launch.remarks.emplace_back("The plan's figures have gradients leave for the host after each micro-batch. "
                                    "Megatron-LM keeps them on the "
                                    "device until the last one, which takes more memory.");
    }
    if (plan.training.optimizer == Optimizer::Muon) {
        launch.remarks.emplace_back("Muon is in the package `emerging_optimizers` (0.2 or later), which has to be "
                                    "installed next to Megatron-LM.");
    }
    if (const char* bridge = megatronPrecision(plan.training.precision).bridge) {
        launch.remarks.push_back(fmt::format("Megatron-Bridge calls this precision `{}`; the plan has its "
                                             "`fp8_param_gather` and `fp4_param_gather` off.",
                                             bridge));
    }
    return launch;
}

Result<std::vector<NamedFile>> writeMegatron(const Plan& plan)
{
    const Launch launch = launchOfMegatron(plan);
    return decoderModelOf(plan.model, isOfMegatron)
        .and_then(
            [&launch](const DecoderModel&) { return SettingLedger(megatronTable).checkWritten(argumentsOf(launch)); })
        .map([&] {
            return std::vector<NamedFile>{{launchScriptName, launchScript(launch, plan)}};
        });
}

}  // namespace pgram
