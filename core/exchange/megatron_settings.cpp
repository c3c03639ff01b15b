// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/megatron_settings.h"

#include "core/base/quantity.h"
#include "core/exchange/megatron_layout.h"
#include "core/exchange/megatron_precision.h"
#include "core/exchange/setting_reader.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace pgram {

namespace {

/// Degrees whose flag a script may build from pieces: then a variable of the usual name stands for it.
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
            const auto value = reader.arguments().variable(row.variables[i]);
            const auto whole = value ? wholeNumber(*value) : std::nullopt;
            if (whole && *whole >= 1 && *whole <= mostDegree && !reader.asks()) {
                degree = whole;
                reader.settings().assume(row.flag, *value,
                                         Core::tr("no flag says it; the variable {} does", row.variables[i]));
            }
        }
    }
    reader.settings().microBatch = reader.number("micro-batch-size", 1, mostSamples);
    reader.settings().globalBatch = reader.number("global-batch-size", 1, mostSamples * 64);
    reader.settings().sequence = reader.number("seq-length", 1, 1 << 24);
}

/// Of a dump's world size, or machines times devices.
void readDevices(MegatronReader& reader)
{
    constexpr std::int64_t most = 1 << 20;
    if (const auto world = reader.number("world-size", 1, most)) {
        reader.settings().devices = world;
        return;
    }
    const auto known = [&reader](std::initializer_list<const char*> flags,
                                 std::initializer_list<const char*> names) -> std::optional<std::int64_t> {
        for (const char* flag : flags) {
            const auto value = wholeNumber(reader.text(flag));
            if (value && *value >= 1 && *value <= most) {
                return value;
            }
        }
        for (const char* name : names) {
            const auto value = wholeNumber(reader.arguments().variable(name).value_or(std::string()));
            if (value && *value >= 1 && *value <= most) {
                return value;
            }
        }
        return std::nullopt;
    };
    const auto nodes = known({"nnodes", "nodes"}, {"NNODES", "NUM_NODES", "NODES"});
    const auto each = known({"nproc-per-node", "gpus-per-node", "ntasks-per-node"}, {"GPUS_PER_NODE"});
    if (nodes && each && *nodes * *each <= most) {
        reader.settings().devices = *nodes * *each;
    }
}

void readSharding(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::string strategy = reader.text("data-parallel-sharding-strategy");
    if (reader.isSet("use-megatron-fsdp") || reader.isSet("use-custom-fsdp")) {
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
        settings.zero = reader.isSet("use-distributed-optimizer") ? 1 : 0;
    }
    settings.copies = reader.number("num-distributed-optimizer-instances", 1, mostDegree);
    settings.offloadOptimizer = reader.isSet("optimizer-cpu-offload");
    if (settings.offloadOptimizer) {
        settings.framework.keepsOffloadedGradients = true;
        const std::optional<double> share = decimalNumber(reader.text("optimizer-offload-fraction"));
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
    settings.expertTensor = reader.number("expert-tensor-parallel-size", 1, mostDegree);
}

/// Attention is the one where none is named. Names that are not those of modules are kept, and said.
void readModules(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::set<std::string> named = reader.arguments().names("recompute-modules");
    ModuleSet modules;
    for (const std::string& name : named) {
        const auto found = std::ranges::find(moduleNames(), std::string_view(name));
        if (found == moduleNames().end() || name == "per_op") {
            settings.assume("recompute-modules", "none",
                            Core::tr("plans do not recompute {} alone: it is kept", name.substr(0, 40)));
        } else {
            modules.add(static_cast<Module>(found - moduleNames().begin()));
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
    const bool old = reader.isSet("checkpoint-activations") || reader.isSet("deepspeed-activation-checkpointing");
    if (granularity == "full" || old) {
        settings.kept = KeptPart::Input;
        if (reader.text("recompute-method") == "block") {
            settings.recomputeFirst = reader.number("recompute-num-layers", 0, 4096);
        }
    } else if (granularity == "selective" || reader.isSet("recompute-activations")) {
        readModules(reader);
    }
}

void readPipeline(MegatronReader& reader)
{
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
                        Core::tr("is '{}', which is no layout of {} stage(s)", layout.substr(0, 60),
                                 settings.pipeline.value_or(1)));
            return;
        }
        settings.cut = *cut;
    }
    settings.countsFront = reader.isSet("account-for-embedding-in-pipeline-split");
    settings.countsBack = reader.isSet("account-for-loss-in-pipeline-split");
    if (reader.isSet("rampup-batch-size")) {
        settings.ignored.push_back(fmt::format("--rampup-batch-size {}", reader.text("rampup-batch-size")));
    }
}

/// --fp8-format, or `fp8` in the listing of a log, which has None where it is not said.
bool isSaid(MegatronReader& reader, const std::string& bits)
{
    return reader.isSet(bits + "-format") || reader.isSet(bits);
}

/// Of the formats of `bits`, "fp8" or "fp4", the one whose recipe is named, or the first.
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
    // Parameters that are gathered in so few bits are not modelled: they are gathered, and kept, in 16.
    if (reader.isSet(bits + "-param-gather")) {
        reader.settings().ignored.push_back(fmt::format("--{}-param-gather", bits));
    }
}

void readPrecision(MegatronReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::string type = reader.text("params-dtype");
    if (const char* bits = isSaid(reader, "fp8") ? "fp8" : isSaid(reader, "fp4") ? "fp4" : nullptr) {
        readRecipe(reader, bits);
    } else if (reader.isSet("bf16") || type == "torch.bfloat16") {
        settings.precision = Precision::Bf16;
    } else if (reader.isSet("fp16") || type == "torch.float16") {
        settings.precision = Precision::Fp16;
    } else if (type == "torch.float32" || (type.empty() && reader.text("main-params-dtype") == "fp32")) {
        settings.precision = Precision::Fp32;
    }
    const bool isHalf = settings.precision == Precision::Fp16 ? !reader.isSet("accumulate-allreduce-grads-in-fp32")
                                                              : reader.isSet("grad-reduce-in-bf16");
    settings.gradientBytes = isHalf ? 2 : 4;
}

/// What runs beside what.
void readOverlaps(MegatronReader& reader)
{
    Framework& framework = reader.settings().framework;
    framework.overlapGradients = reader.isSet("overlap-grad-reduce");
    framework.overlapActivations = reader.isSet("tp-comm-overlap");
    framework.fusedDispatch = reader.text("moe-token-dispatcher-type") == "flex" || reader.isSet("moe-enable-deepep");
    framework.overlapsDispatch = reader.isSet("overlap-moe-expert-parallel-comm");
    framework.overlapsSharedExperts = reader.isSet("moe-shared-expert-overlap");
}

}  // namespace

std::optional<std::int64_t> MegatronReader::number(const std::string& flag, std::int64_t least, std::int64_t most)
{
    std::string said;
    const auto value = m_arguments.text(flag, &said);
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
    readContext(reader);
    readDevices(reader);
    readSharding(reader);
    readRecompute(reader);
    readPipeline(reader);
    readPrecision(reader);
    readOverlaps(reader);
    settings.optimizer = reader.text("optimizer") == "sgd" ? Optimizer::Sgd : Optimizer::Adam;
    settings.sequenceParallel = reader.isSet("sequence-parallel");
    if (!knowsModel) {
        settings.model = modelOfMegatron(reader, std::filesystem::path(where).stem().string());
    }
    if (const auto& error = reader.error()) {
        return tl::unexpected(*error);
    }
    return settings;
}

}  // namespace pgram
