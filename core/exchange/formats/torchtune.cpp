// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/ascii.h"
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/adapter_names.h"
#include "core/exchange/deepspeed_settings.h"
#include "core/exchange/fine_tuning.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/torchtune_write.h"
#include "core/exchange/launch_devices.h"
#include "core/exchange/nested_settings.h"
#include "core/exchange/setting_reader.h"
#include "core/exchange/words.h"
#include "core/frameworks/rows/rows.h"
#include "core/model/tuning.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr std::string_view builders = "torchtune.models.";

/// Builders whose names differ from those of the presets.
constexpr std::array renamedBuilders{
    std::pair<std::string_view, const char*>{"llama3_3_70b", "llama3.1-70b"},
    std::pair<std::string_view, const char*>{"phi4_14b", "phi-4"},
    std::pair<std::string_view, const char*>{"llama4_scout_17b_16e", "llama4-scout"},
    std::pair<std::string_view, const char*>{"llama4_maverick_17b_128e", "llama4-maverick"}};

constexpr std::array torchtuneOptimizers{
    NamedOptimizer{"adamw", Optimizer::Adam},          NamedOptimizer{"adam", Optimizer::Adam},
    NamedOptimizer{"pagedadamw", Optimizer::Adam},     NamedOptimizer{"pagedadamw32bit", Optimizer::Adam},
    NamedOptimizer{"adamw8bit", Optimizer::Adam8},     NamedOptimizer{"pagedadamw8bit", Optimizer::Adam8},
    NamedOptimizer{"adam8bit", Optimizer::Adam8},      NamedOptimizer{"sgd", Optimizer::Sgd},
    NamedOptimizer{"adafactor", Optimizer::Adafactor}, NamedOptimizer{"muon", Optimizer::Muon}};

bool recognisesTorchtune(const ForeignFile& file, const Json& /*json*/)
{
    const auto has = [&file](std::string_view word) { return file.text.find(word) != std::string::npos; };
    return (has("_component_:") && has("torchtune.")) || (has("tune run ") && has("--config"));
}

/// Returns the text behind the last dot: "lora_llama3_8b" of "torchtune.models.llama3.lora_llama3_8b".
std::string lastPart(std::string_view name)
{
    return std::string(name.substr(name.rfind('.') + 1));
}

/// Returns the name of a model on a hub: "qwen2.5-7b" for the builder "qwen2_5_7b" of the module "qwen2_5".
std::string nameOfBuilder(std::string_view module, std::string_view builder)
{
    const bool hasFamily = builder.starts_with(module) && builder.substr(module.size()).starts_with('_');
    std::string family(hasFamily ? module : std::string_view());
    std::string size(hasFamily ? builder.substr(module.size() + 1) : builder);
    std::ranges::replace(family, '_', '.');
    for (std::size_t i = 1; i + 1 < size.size(); ++i) {
        const bool isFraction = size[i] == '_' && isDigit(size[i - 1]) && isDigit(size[i + 1]);
        size[i] = isFraction ? '.' : size[i] == '_' ? '-' : size[i];
    }
    return family.empty() ? size : family + '-' + size;
}

/// Reads the model, and adapters by the beginning of its builder's name.
void readBuilder(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    SettingReader model = reader.object("model");
    const std::string component = model.text("_component_");
    std::string builder = component.starts_with(builders) ? lastPart(component) : component;
    const std::string_view path = std::string_view(component).substr(0, component.rfind('.'));
    const std::string module = lastPart(path);
    const bool isQuantised = builder.starts_with("qlora_") || model.flag("quantize_base").value_or(false);
    bool hasAdapters = false;
    for (const std::string_view kind : {"qlora_", "lora_", "dora_", "qdora_"}) {
        if (!hasAdapters && builder.starts_with(kind)) {
            builder.erase(0, kind.size());
            hasAdapters = true;
        }
    }
    const auto renamed = std::ranges::find(renamedBuilders, builder, &std::pair<std::string_view, const char*>::first);
    settings.preset = renamed != renamedBuilders.end() ? renamed->second : nameOfBuilder(module, builder);
    if (!hasAdapters) {
        return;
    }
    const auto rank = model.number("lora_rank", 1, mostRank);
    settings.tuning.method = isQuantised ? TuningMethod::Qlora : TuningMethod::Lora;
    settings.tuning.rank = static_cast<int>(rank.value_or(8));
    if (!rank) {
        settings.assume("/model/lora_rank", "8", Core::tr("{}'s own where none is said", std::string("torchtune")));
    }
    std::set<std::string> targets;
    for (const std::string& name : model.texts("lora_attn_modules")) {
        targets.insert(name == "output_proj" ? "o_proj" : name);
    }
    if (model.flag("apply_lora_to_mlp").value_or(false)) {
        targets.insert({"gate_proj", "up_proj", "down_proj"});
    }
    settings.tuning.targets = adapterTargetsOf(targets, "/model/lora_attn_modules", settings);
}

void readTorchtuneDegrees(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    settings.tensor = reader.number("tensor_parallel_dim", 1, mostDegree);
    settings.context = reader.number("context_parallel_dim", 1, mostDegree);
    settings.sequenceParallel = true;
    const auto copies = reader.number("data_parallel_replicate_dim", 1, mostDegree);
    const auto shards = reader.number("data_parallel_shard_dim", -1, mostDegree);
    settings.copies = copies;
    if (shards && *shards > 0) {
        settings.data = *shards * copies.value_or(1);
    }
    settings.zero = reader.flag("fsdp_reshard_after_forward").value_or(true) ? 3 : 2;
    if (reader.flag("fsdp_cpu_offload").value_or(false)) {
        readOffload(reader, "cpu", "cpu");
    }
}

void readTorchtunePrecision(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::string type = reader.text("dtype");
    const bool isWide = type == "fp32" || type == "float32";
    settings.precision = isWide ? Precision::Fp32 : type == "fp16" ? Precision::Fp16 : Precision::Bf16;
    if (type.empty()) {
        settings.assume("/dtype", "bf16", Core::tr("the file does not say"));
    }
    if (!isWide) {  // weights, gradients and states have one type
        settings.masterWeights = false;
        settings.stateBytes = 2;
        settings.gradientBytes = 2;
    }
    if (reader.flag("enable_fp8_training").value_or(false)) {
        settings.precision = Precision::Fp8;
    }
}

void readTorchtuneKernels(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    const Json& compile = reader.value("compile");
    bool compilesModel = compile.is_boolean() && compile.get<bool>();
    if (compile.is_object()) {
        SettingReader parts = reader.object("compile");
        compilesModel = parts.flag("model").value_or(true);
        (void)parts.flag("loss");
    }
    settings.family = compilesModel ? "fsdp-compiled" : "fsdp";
    const std::string loss = lastPart(reader.object("loss").text("_component_"));
    const bool isChunked = loss.find("Linear") != std::string::npos || loss.find("Chunked") != std::string::npos;
    const bool isPlain = loss.find("CrossEntropy") != std::string::npos;
    if (isChunked) {
        settings.loss = LossKind::Chunked;
    } else if (!isPlain && !loss.empty()) {
        settings.assume("/loss/_component_", "CrossEntropyLoss",
                        Core::tr("plans have no training of the kind {}", loss.substr(0, 40)));
    }
    settings.takeOptimizer(lastPart(reader.object("optimizer").text("_component_")), torchtuneOptimizers,
                           "/optimizer/_component_");
}

void readTorchtuneRecompute(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    const bool recomputes = reader.flag("enable_activation_checkpointing").value_or(false);
    const std::string mode = reader.text("ac_mode");
    settings.kept = recomputes || mode == "full" || mode == "selective" ? KeptPart::Input : KeptPart::All;
    if (!recomputes && mode == "selective") {
        settings.recomputeEvery = reader.number("ac_option", 1, 4096).value_or(1);
    }
    if (!reader.has("enable_activation_checkpointing") && mode.empty()) {
        settings.assume("/enable_activation_checkpointing", "false",
                        Core::tr("{}'s own where none is said", std::string("torchtune")));
    }
}

/// Takes the devices of the command in a comment of the file: "tune run --nproc_per_node 4 …".
void takeDevicesOfComment(std::string_view text, PlanSettings& settings)
{
    for (const std::string_view line : splitLines(text)) {
        if (settings.devices || !line.starts_with('#') || line.find("tune run ") == std::string_view::npos) {
            continue;
        }
        const auto numberOf = [line](const char* option) {
            std::string_view word = wordBehind(line, option);
            word.remove_prefix(word.starts_with('=') ? 1 : 0);
            return wholeNumber(word);
        };
        const std::int64_t each = numberOf("--nproc_per_node").value_or(numberOf("--nproc-per-node").value_or(1));
        const std::int64_t nodes = numberOf("--nnodes").value_or(1);
        const bool isAlone = line.find("single_device") != std::string_view::npos;
        if (each * nodes >= 1 && each * nodes <= mostDegree && (each > 1 || isAlone)) {
            settings.devices = each * nodes;
            settings.assume("devices", std::to_string(each * nodes), Core::tr("those of the command in a comment"));
        }
    }
}

/// Returns the configuration that a command names, with the settings of the command.
Result<Json> configOfCommand(const ForeignFile& file, PlanSettings& settings)
{
    const LaunchArguments arguments = overridesOfText(file.text);
    constexpr std::array open{"nproc_per_node", "nnodes"};
    Json given = objectOfOverrides(arguments, torchtuneTable, settings, open);
    readLaunchDevices(arguments, settings);
    const std::string named = given.value("config", Json()).is_string() ? given["config"].get<std::string>() : "";
    for (const std::string& name : {named, named + ".yaml"}) {
        for (const std::filesystem::path& place : placesOfNamed(name, file.path)) {
            const Result<std::string> text = readTextFile(place, 1 << 20);
            Result<Json> config = text ? jsonOfYaml(*text, place.string()) : Result<Json>(Json());
            if (config && config->is_object()) {
                merge(*config, given);
                return config;
            }
        }
    }
    settings.ask("--config",
                 Core::tr("{} is not next to the file: import it in place of this one", named.substr(0, 80)));
    return given;
}

Result<Reading> readingOfTorchtune(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    PlanSettings settings;
    settings.method = "torchtune";
    const bool isCommand =
        file.text.find("tune run ") != std::string::npos && file.text.find("_component_:") == std::string::npos;
    Result<Json> json = isCommand ? configOfCommand(file, settings) : jsonOfYaml(file.text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    if (!settings.asked.empty()) {
        return planOfSettings(std::move(settings), where, context);
    }
    resolveReferences(*json);
    SettingReader reader(*json, where, settings, torchtuneTable);
    reader.requireAny({"optimizer", "gradient_accumulation_steps"});
    readBuilder(reader);
    readTorchtuneDegrees(reader);
    readTorchtunePrecision(reader);
    readTorchtuneKernels(reader);
    readTorchtuneRecompute(reader);
    settings.microBatch = reader.number("batch_size", 1, mostSamples);
    settings.microbatches = reader.number("gradient_accumulation_steps", 1, mostSamples);
    settings.sequence = reader.object("tokenizer").number("max_seq_len", 1, 1 << 24);
    SettingReader dataset = reader.object("dataset");
    if (dataset.flag("packed").value_or(false)) {
        settings.assume("/dataset/packed", "one document per sample", packedSamples);
    }
    takeDevicesOfComment(file.text, settings);
    for (const char* name : {"nproc_per_node", "nnodes", "config"}) {
        (void)reader.has(name);
    }
    if (const Result<void> finished = reader.finish(); !finished) {
        return tl::unexpected(finished.error());
    }
    return planOfSettings(std::move(settings), where, context);
}

}  // namespace

constinit const Format torchtuneFormat{
    .name = "torchtune",
    .title = Core::tr("torchtune configuration"),
    .what = "The YAML of a recipe of fine-tuning of torchtune, or a script with tune run and that YAML next to it.",
    .holds = Content::Plan,
    .usualName = torchtuneName,
    .limits = "Training on given samples alone; the number of devices read is that of tune run in a comment or "
              "--devices. Models of "
              "the Llama family are written.",
    .knownBy = "_component_ with torchtune, or tune run with --config",
    .recognises = recognisesTorchtune,
    .read = readingOfTorchtune,
    .write = filesOfTorchtune,
    .launch = launchOfTorchtune,
    .target = &torchtuneTarget,
};

}  // namespace pgram
