// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/megatron_settings.h"

#include "core/base/quantity.h"
#include "core/exchange/adapter_names.h"
#include "core/exchange/fine_tuning.h"
#include "core/exchange/launch_doubts.h"
#include "core/exchange/megatron_layout.h"
#include "core/exchange/megatron_precision.h"
#include "core/exchange/setting_reader.h"
#include "core/exchange/words.h"
#include "core/frameworks/rows/rows.h"
#include "core/model/tuning.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace pgram {

namespace {

/// Degrees whose flag a script may build from pieces: then a variable of the usual name has the value.
struct DegreeRow {
    const char* flag;
    std::optional<std::int64_t> PlanSettings::*member;
    std::array<const char*, 4> variables;
};

constexpr std::array degreeRows{
    DegreeRow{"tensor-model-parallel-size",
              &PlanSettings::tensor,
              {"TP_SIZE", "TP", "TENSOR_MODEL_PARALLEL_SIZE", "TENSOR_PARALLEL"}},
    DegreeRow{"pipeline-model-parallel-size",
              &PlanSettings::pipeline,
              {"PP_SIZE", "PP", "PIPELINE_MODEL_PARALLEL_SIZE", "PIPELINE_PARALLEL"}},
    DegreeRow{"context-parallel-size", &PlanSettings::context, {"CP_SIZE", "CP", "CONTEXT_PARALLEL_SIZE", ""}},
    DegreeRow{"expert-model-parallel-size", &PlanSettings::expert, {"EP_SIZE", "EP", "EXPERT_MODEL_PARALLEL_SIZE", ""}},
};

void readDegrees(MegatronReader& reader)
{
    for (const DegreeRow& row : degreeRows) {
        auto& degree = reader.settings().*row.member;
        degree = reader.number(row.flag, 1, mostDegree);
        for (std::size_t i = 0; i < row.variables.size() && !degree && reader.text(row.flag).empty(); ++i) {
            const auto value = reader.variable(row.variables[i]);
            const auto whole = value ? wholeNumber(*value) : std::nullopt;
            if (whole && *whole >= 1 && *whole <= mostDegree && !reader.asks()) {
                degree = whole;
                reader.settings().assume(row.flag, *value,
                                         Core::tr("no flag says it; the variable {} does", row.variables[i]));
            }
        }
    }
}

void readBatch(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    settings.microBatch = reader.number("micro-batch-size", 1, mostSamples);
    settings.globalBatch = reader.number("global-batch-size", 1, mostSamples * 64);
    settings.sequence = reader.number("seq-length", 1, 1 << 24);
    const auto longest = reader.number("max-length", 1, 1 << 24);
    settings.sequence = settings.sequence ? settings.sequence : longest;
    if (reader.isSwift() && !settings.globalBatch && !reader.asks()) {
        settings.globalBatch = 16;
        settings.assume("global_batch_size", "16", Core::tr("ms-swift's own where none is said"));
    }
}

/// Returns the first of the flags' or variables' values that is known. Sets `isOpen` if only the start of the script
/// knows one of them.
std::optional<std::int64_t> knownNumber(MegatronReader& reader, std::initializer_list<const char*> flags,
                                        std::initializer_list<const char*> variables, bool& isOpen)
{
    constexpr std::int64_t most = 1 << 20;
    const auto inRange = [](const std::string& text) {
        const auto value = wholeNumber(text);
        return value && *value >= 1 && *value <= most ? value : std::nullopt;
    };
    for (const char* flag : flags) {
        if (const auto value = inRange(reader.text(flag))) {
            return value;
        }
        isOpen = isOpen || reader.isSet(flag);
    }
    for (const char* name : variables) {
        if (const auto value = inRange(reader.variable(name).value_or(std::string()))) {
            return value;
        }
        isOpen = isOpen || reader.hasVariable(name);
    }
    return std::nullopt;
}

/// Reads the devices of a dump's world size, or machines times devices. Launchers start one machine unless they are
/// told otherwise.
void readDevices(MegatronReader& reader)
{
    constexpr std::int64_t most = 1 << 20;
    if (const auto world = reader.number("world-size", 1, most)) {
        reader.settings().devices = world;
        return;
    }
    bool isOpen = false;
    const auto nodes = knownNumber(reader, {"nnodes", "nodes"}, {"NNODES", "NUM_NODES", "NODES"}, isOpen);
    bool isEachOpen = false;
    auto each = knownNumber(reader, {"nproc-per-node", "gpus-per-node", "ntasks-per-node"},
                            {"GPUS_PER_NODE", "NPROC_PER_NODE"}, isEachOpen);
    if (const auto visible = reader.variable("CUDA_VISIBLE_DEVICES"); visible && !each && !isEachOpen) {
        each = std::ranges::count(*visible, ',') + 1;
    }
    if (each && (nodes || !isOpen) && nodes.value_or(1) * *each <= most) {
        reader.settings().devices = nodes.value_or(1) * *each;
    }
}

void readSharding(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::string strategy = reader.text("data-parallel-sharding-strategy");
    if (reader.isAnySet({"use-megatron-fsdp", "use-custom-fsdp"})) {
        constexpr std::array names{"no_shard", "optim", "optim_grads", "optim_grads_params"};
        const auto found = std::ranges::find(names, strategy);
        settings.zero = found == names.end() ? 3 : found - names.begin();
        if (found == names.end()) {
            settings.assume("data-parallel-sharding-strategy", names[3], Core::tr("Megatron's own where none is said"));
        }
    } else if (reader.isSet("use-torch-fsdp2")) {
        settings.zero = reader.isSet("torch-fsdp2-no-reshard-after-forward") ? 2 : 3;
    } else if (const auto zero = reader.number("zero-stage", 0, 3)) {
        settings.zero = zero;
    } else {
        const bool usual = reader.isSwift() && !reader.isUnset("use-distributed-optimizer");
        settings.zero = usual || reader.isSet("use-distributed-optimizer") ? 1 : 0;
    }
    settings.copies = reader.number("num-distributed-optimizer-instances", 1, mostDegree);
    settings.offloadOptimizer = reader.isSet("optimizer-cpu-offload");
    const auto share = decimalNumber(reader.text("optimizer-offload-fraction"));
    settings.offloadOptimizer = settings.offloadOptimizer && !(share && *share == 0);
    if (settings.offloadOptimizer) {
        settings.setHabit(&Framework::keepsOffloadedGradients, true);
        settings.offloadShare = share && *share > 0 && *share <= 1 ? *share : 1;
    }
}

/// Context parallelism that exchanges heads is Ulysses, of its two levels the inner one.
void readContext(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::string kind = reader.text("cp-comm-type");
    if (kind == "a2a") {
        std::swap(settings.ulysses, settings.context);
    } else if (kind == "a2a+p2p") {
        const auto inner = reader.number("hierarchical-context-parallel-sizes", 1, mostDegree);
        if (inner && settings.context.value_or(1) % *inner == 0) {
            settings.context = settings.context.value_or(1) / *inner;
            settings.ulysses = inner;
        }
    }
    settings.gathersKeys = kind == "allgather" || kind == "all_gather";
    if (!kind.empty() && kind != "p2p" && kind != "a2a" && kind != "a2a+p2p" && !settings.gathersKeys) {
        settings.assume("--cp-comm-type", "p2p",
                        Core::tr("'{}' is not one of p2p, a2a, a2a+p2p and allgather", kind.substr(0, 40)));
    }
    // model_parallel_config.py: the tensor degree where the flag is absent; ms-swift sets 1.
    const auto expertTensor = reader.number("expert-tensor-parallel-size", 1, mostDegree);
    settings.expertTensor = expertTensor       ? expertTensor
                            : reader.isSwift() ? std::optional<std::int64_t>(1)
                                               : settings.tensor;
    if (!expertTensor && settings.expert && settings.tensor.value_or(1) > 1) {
        settings.assume("--expert-tensor-parallel-size", std::to_string(*settings.expertTensor),
                        reader.isSwift() ? Core::tr("ms-swift's own where none is said")
                                         : Core::tr("Megatron's own where none is said"));
    }
}

/// Attention is the one where none is named. Names that are not those of modules are kept, and said.
void readModules(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::set<std::string> named = reader.names("recompute-modules");
    ModuleSet modules;
    for (const std::string& name : named) {
        const std::optional<Module> module = parse<Module>(name);
        if (!module || module == Module::Operations) {
            settings.assume("recompute-modules", "none",
                            Core::tr("plans do not recompute {} alone: it is kept", name.substr(0, 40)));
        } else {
            modules.add(*module);
        }
    }
    if (named.empty() || modules == ModuleSet{Module::Attention}) {
        settings.kept = KeptPart::WithoutAttention;
    } else if (!modules.isEmpty()) {
        settings.kept = KeptPart::WithoutModules;
        settings.modules = modules;
    }
}

void readRecompute(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::string granularity = reader.text("recompute-granularity");
    const bool old = reader.isAnySet({"checkpoint-activations", "deepspeed-activation-checkpointing"});
    if (granularity == "full" || old) {
        settings.kept = KeptPart::Input;
        const auto layers = reader.number("recompute-num-layers", 0, 4096);
        if (reader.text("recompute-method") == "block") {
            settings.recomputeFirst = layers;
        } else if (layers.value_or(1) > 1) {
            settings.assume("--recompute-num-layers", "1",
                            Core::tr("plans keep the input of each layer, not of each group of {} layers", *layers));
        }
    } else if (granularity == "selective" || reader.isSet("recompute-activations")) {
        readModules(reader);
    } else if (granularity.empty() && reader.isSwift()) {
        settings.kept = KeptPart::WithoutAttention;
        settings.assume("recompute_granularity", "selective", Core::tr("ms-swift's own where none is said"));
    }
}

/// Reads the schedules of sail-sg's fork of Megatron-LM (39f2c186, core/zbpp_utils.py), which orders operations by
/// their measured times.
void readZeroBubble(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    const bool isV = reader.isSet("zero-bubble-v-schedule");
    const bool isOn = reader.isSet("enable-zero-bubble");
    const std::string memory = reader.text("zero-bubble-v-schedule-mem-setup");
    const std::string pending = reader.text("zero-bubble-max-pending-backward");
    if (isV && !memory.empty() && memory != "zb" && memory != "half" && memory != "min") {
        reader.fail("zero-bubble-v-schedule-mem-setup",
                    Core::tr("is '{}', expected one of {}", memory.substr(0, 40), std::string("zb, half, min")));
        return;
    }
    if (isV) {
        settings.schedule = memory == "half"  ? ScheduleKind::VHalf
                            : memory == "min" ? ScheduleKind::VMin
                                              : ScheduleKind::ZbV;
    } else if (isOn) {
        const std::int64_t kept = wholeNumber(pending).value_or(0);
        settings.schedule = kept >= 2 * settings.pipeline.value_or(1) ? ScheduleKind::ZbH2 : ScheduleKind::ZbH1;
    }
    if (isV || isOn) {
        settings.assume("schedule", std::string(info(settings.schedule).name),
                        Core::tr("the file's program orders operations by their measured times"));
    }
}

void readPipeline(MegatronReader& reader)
{
    readZeroBubble(reader);
    PlanSettings& settings = reader.settings();
    settings.layersPerChunk = reader.number("num-layers-per-virtual-pipeline-stage", 1, 4096);
    if (!settings.layersPerChunk) {
        settings.chunks = reader.number("num-virtual-stages-per-pipeline-rank", 1, 4096);
    }
    if (!settings.layersPerChunk && !settings.chunks) {
        settings.chunks = reader.number("virtual-pipeline-model-parallel-size", 1, 4096);
    }
    settings.firstLayers = reader.number("decoder-first-pipeline-num-layers", 0, 4096);
    settings.lastLayers = reader.number("decoder-last-pipeline-num-layers", 0, 4096);
    if (const std::string layout = reader.text("pipeline-model-parallel-layout"); !layout.empty()) {
        const auto cut = parseLayout(layout);
        if (!cut || static_cast<std::int64_t>(cut->size()) % settings.pipeline.value_or(1) != 0) {
            reader.fail("pipeline-model-parallel-layout",
                        Core::tr("is '{}', which is not a layout of {} stage(s)", layout.substr(0, 60),
                                 settings.pipeline.value_or(1)));
            return;
        }
        settings.cut = *cut;
    }
    settings.countsFront = reader.isSet("account-for-embedding-in-pipeline-split");
    settings.countsBack = reader.isSet("account-for-loss-in-pipeline-split");
}

/// --fp8-format, or `fp8` in the listing of a log, which has None where it is not said.
bool isSaid(MegatronReader& reader, const std::string& bits)
{
    const bool isListed = reader.isSet(bits);
    return reader.isSet(bits + "-format") || isListed;
}

/// Sets the precision of `bits`, "fp8" or "fp4", by the recipe that the file names, or the first one.
void readRecipe(MegatronReader& reader, const std::string& bits)
{
    const std::string flag = bits + "-recipe";
    const std::string recipe = reader.text(flag);
    std::vector<std::string_view> known;
    for (const MegatronPrecision& each : megatronPrecisions) {
        for (const std::string_view name : each.recipes) {
            if (each.bits == bits && !name.empty()) {
                if (recipe == name || (recipe.empty() && known.empty())) {
                    reader.settings().precision = each.precision;
                }
                known.push_back(name);
            }
        }
    }
    if (!recipe.empty() && std::ranges::find(known, recipe) == known.end()) {
        reader.fail(flag, Core::tr("is '{}', expected one of {}", recipe.substr(0, 40),
                                   fmt::format("{}", fmt::join(known, ", "))));
    }
}

void readPrecision(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::string type = reader.text("params-dtype");
    const std::string word = reader.text("torch-dtype");
    const bool isBf16 = reader.isSet("bf16") || type == "torch.bfloat16" || word == "bfloat16";
    const bool isFp16 = reader.isSet("fp16") || type == "torch.float16" || word == "float16";
    const bool isWide = reader.text("main-params-dtype") == "fp32" && type.empty() && !reader.isSwift();
    const bool isFp8 = isSaid(reader, "fp8");
    const bool isFp4 = isSaid(reader, "fp4");
    if (const char* bits = isFp8 ? "fp8" : isFp4 ? "fp4" : nullptr) {
        readRecipe(reader, bits);
    } else if (isBf16) {
        settings.precision = Precision::Bf16;
    } else if (isFp16) {
        settings.precision = Precision::Fp16;
    } else if (type == "torch.float32" || word == "float32" || isWide) {
        settings.precision = Precision::Fp32;
    }
    const bool sumsWide = reader.isSet("accumulate-allreduce-grads-in-fp32");
    const bool sumsHalf = reader.isSet("grad-reduce-in-bf16");
    settings.gradientBytes = (settings.precision == Precision::Fp16 ? !sumsWide : sumsHalf) ? 2 : 4;
}

constexpr std::array knownOptimizers{NamedOptimizer{"adam", Optimizer::Adam},
                                     NamedOptimizer{"sgd", Optimizer::Sgd},
                                     NamedOptimizer{"muon", Optimizer::Muon},
                                     NamedOptimizer{"dist_muon", Optimizer::Muon},
                                     NamedOptimizer{"adaptive_muon", Optimizer::Muon, true},
                                     NamedOptimizer{"lion", Optimizer::Sgd, true},
                                     NamedOptimizer{"soap", Optimizer::Adam, true}};

/// Reads the formats of the optimizer's states, which a flag of their own turns on.
void readStates(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    if (!reader.isSet("use-precision-aware-optimizer")) {
        return;
    }
    const auto isHalf = [&reader](const char* flag) {
        const std::string type = reader.text(flag);
        return type == "bf16" || type == "fp16" || type == "torch.bfloat16" || type == "torch.float16";
    };
    const auto isNarrow = [&reader](const char* flag) {
        const std::string type = reader.text(flag);
        return type == "fp8" || type == "torch.uint8";
    };
    const bool first = isHalf("exp-avg-dtype") || isNarrow("exp-avg-dtype");
    const bool second = isHalf("exp-avg-sq-dtype") || isNarrow("exp-avg-sq-dtype");
    settings.stateBytes = first && second ? 2 : 4;
    if (first != second) {
        settings.assume(first ? "--exp-avg-dtype" : "--exp-avg-sq-dtype", "fp32",
                        Core::tr("plans have both states of Adam in one format"));
    } else if (isNarrow("exp-avg-dtype") || isNarrow("exp-avg-sq-dtype")) {
        settings.assume("--exp-avg-dtype", "bf16", Core::tr("plans have such states in 16 or 32 bits"));
    }
    if (isHalf("main-params-dtype")) {
        settings.assume("--main-params-dtype", "fp32", Core::tr("plans have the copy of the weights in 32 bits"));
    }
    if (isHalf("main-grads-dtype") && !reader.isSet("accumulate-allreduce-grads-in-fp32")) {
        settings.gradientBytes = 2;
    }
}

/// Reads what trains where ms-swift has adapters, and the objective of its megatron rlhf.
void readTuning(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    if (const std::string objective = reader.text("rlhf-type"); !objective.empty()) {
        setPreference(settings, objective, "--rlhf-type", false);
    }
    const std::string newer = reader.text("tuner-type");
    const std::string older = reader.text("train-type");
    const std::string type = newer.empty() ? older : newer;
    if (type.empty() || type == "full") {
        return;
    }
    if (type != "lora" && type != "qlora") {
        settings.assume(newer.empty() ? "--train-type" : "--tuner-type", "full",
                        Core::tr("plans have no tuning of the kind {}", type.substr(0, 40)));
        return;
    }
    const bool isQuantised = type == "qlora" || reader.text("quant-bits") == "4";
    settings.tuning.method = isQuantised ? TuningMethod::Qlora : TuningMethod::Lora;
    settings.tuning.rank = static_cast<int>(reader.number("lora-rank", 1, mostRank).value_or(8));
    settings.tuning.targets = adapterTargetsOf(reader.names("target-modules"), "--target-modules", settings);
}

/// Reads the names of checkpoints and tokenizers, which name the model where the arguments have no sizes.
void readHints(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    if (settings.model || reader.asks() || !settings.preset.empty()) {
        return;
    }
    for (const char* flag : {"model-name-or-path", "hf-model-path", "load", "pretrained-checkpoint", "ref-load",
                             "tokenizer-model", "tokenizer-name-or-path"}) {
        if (const std::string name = reader.text(flag); !name.empty()) {
            settings.hints.emplace_back(std::string("--") + flag, name);
        }
    }
}

/// Reads what runs beside what, and which kernels are fused.
void readHabits(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    settings.family = megatronTarget.overheads;
    settings.setHabit(&Framework::overlapGradients, reader.isSet("overlap-grad-reduce"));
    settings.setHabit(&Framework::overlapActivations, reader.isSet("tp-comm-overlap"));
    const std::string dispatcher = reader.text("moe-token-dispatcher-type");
    const bool deepEp = reader.isSet("moe-enable-deepep");
    settings.setHabit(&Framework::fusedDispatch, dispatcher == "flex" || deepEp);
    if (dispatcher == "allgather") {
        settings.assume("--moe-token-dispatcher-type", "alltoall",
                        Core::tr("plans send each token to its experts alone"));
    }
    settings.setHabit(&Framework::overlapsDispatch, reader.isSet("overlap-moe-expert-parallel-comm"));
    settings.setHabit(&Framework::overlapsSharedExperts, reader.isSet("moe-shared-expert-overlap"));
    const bool usual = reader.isSwift() && !reader.isUnset("cross-entropy-loss-fusion");
    settings.loss = usual || reader.isSet("cross-entropy-loss-fusion") ? LossKind::Fused : LossKind::Plain;
    const std::string backend = reader.text("attention-backend");
    const std::string older = reader.text("attn-impl");
    settings.fusedAttention = backend != "unfused" && backend != "local" && older != "eager";
}

}  // namespace

std::optional<std::int64_t> MegatronReader::number(const std::string& flag, std::int64_t least, std::int64_t most)
{
    std::string said;
    const auto value = arguments(flag).text(flag, &said);
    if (!value) {
        if (!said.empty()) {
            m_asks = true;
            m_settings.ask(flag, Core::tr("the file has {}, which its start or a branch decides", said.substr(0, 60)));
        }
        return std::nullopt;
    }
    const auto whole = wholeNumber(*value);
    if (!whole || *whole < least || *whole > most) {
        fail(flag, Core::tr("is {}, expected a whole number from {} to {}", value->substr(0, 40), least, most));
        return std::nullopt;
    }
    return whole;
}

std::int64_t MegatronReader::numberOr(const std::string& flag, std::int64_t fallback, std::int64_t least,
                                      std::int64_t most)
{
    return number(flag, least, most).value_or(fallback);
}

std::optional<std::string> MegatronReader::variable(const char* name)
{
    noteDoubt(name, m_arguments, m_settings);
    return m_arguments.variable(name);
}

Result<void> MegatronReader::finish()
{
    m_ledger.report(m_arguments.all(), "--", m_settings);
    noteDoubts(m_arguments, megatronTable, '-', m_settings);
    return m_error ? Result<void>(tl::unexpected(*m_error)) : m_ledger.checked();
}

void MegatronReader::fail(const std::string& flag, Text what)
{
    if (!m_error) {
        m_error = badInput(std::move(what), fmt::format("{}: --{}", m_where, flag)).value();
    }
}

Result<PlanSettings> settingsOfMegatron(const LaunchArguments& arguments, const std::string& where, bool knowsModel)
{
    PlanSettings settings;
    settings.method = "megatron-lm";
    MegatronReader reader(arguments, where, settings);
    readDegrees(reader);
    readBatch(reader);
    readContext(reader);
    readDevices(reader);
    readSharding(reader);
    readRecompute(reader);
    readPipeline(reader);
    readPrecision(reader);
    settings.takeOptimizer(reader.text("optimizer"), knownOptimizers, "--optimizer");
    readStates(reader);
    readTuning(reader);
    readHabits(reader);
    settings.sequenceParallel = reader.isSet("sequence-parallel");
    settings.isMegatron = true;
    if (!knowsModel) {
        settings.preset = reader.text("model");
        settings.model = modelOfMegatron(reader, std::filesystem::path(where).stem().string());
        readHints(reader);
    }
    return reader.finish().map([&settings] { return settings; });
}

}  // namespace pgram
