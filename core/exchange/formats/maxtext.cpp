// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/base/quantity.h"
#include "core/exchange/deepspeed_settings.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/nested_settings.h"
#include "core/exchange/setting_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr const char* maxTextProgram = "MaxText";

/// Models whose names differ from those of the presets.
constexpr std::array maxTextModels{std::pair<std::string_view, const char*>{"deepseek3-671b", "deepseek-v3"},
                                   std::pair<std::string_view, const char*>{"deepseek2-236b", "deepseek-v2"},
                                   std::pair<std::string_view, const char*>{"deepseek2-16b", "deepseek-v2-lite"},
                                   std::pair<std::string_view, const char*>{"llama4-17b-16e", "llama4-scout"},
                                   std::pair<std::string_view, const char*>{"llama4-17b-128e", "llama4-maverick"},
                                   std::pair<std::string_view, const char*>{"llama3.3-70b", "llama3.1-70b"},
                                   std::pair<std::string_view, const char*>{"llama3-405b", "llama3.1-405b"},
                                   std::pair<std::string_view, const char*>{"kimi-k2-1t", "kimi-k2"}};

constexpr std::array maxTextOptimizers{
    NamedOptimizer{"adamw", Optimizer::Adam}, NamedOptimizer{"adam_pax", Optimizer::Adam},
    NamedOptimizer{"sgd", Optimizer::PlainSgd}, NamedOptimizer{"muon", Optimizer::Muon},
    NamedOptimizer{"adafactor", Optimizer::Adafactor}};

bool recognisesMaxText(const ForeignFile& file, const Json& json)
{
    constexpr std::array words{"per_device_batch_size:", "per_device_batch_size=", "ici_fsdp_parallelism",
                               "dcn_data_parallelism", "ici_tensor_parallelism"};
    return !json.is_object() &&
           std::ranges::any_of(words, [&file](const char* word) { return file.text.find(word) != std::string::npos; });
}

/// Degree of one axis of the mesh: inside a slice times between slices.
struct MeshAxis {
    std::int64_t degree = 1;
    bool isOpen = false;  ///< -1: what the devices leave
};

MeshAxis axisOf(SettingReader& reader, std::initializer_list<const char*> names)
{
    MeshAxis axis;
    for (const char* name : names) {
        for (const char* level : {"ici", "dcn"}) {
            const std::string key = fmt::format("{}_{}_parallelism", level, name);
            const auto degree = reader.number(key.c_str(), -1, mostDegree);
            const bool isUsual = !degree && ((key == "ici_fsdp_parallelism") || (key == "dcn_data_parallelism"));
            axis.isOpen = axis.isOpen || degree == -1 || isUsual;
            axis.degree = std::min(axis.degree * std::max<std::int64_t>(1, degree.value_or(1)), mostDegree);
        }
    }
    return axis;
}

/// Reads the mesh. The axis of experts divides the batch, too.
void readMaxTextMesh(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    settings.tensor = axisOf(reader, {"tensor", "tensor_transpose", "tensor_sequence"}).degree;
    settings.pipeline = axisOf(reader, {"pipeline"}).degree;
    settings.context = axisOf(reader, {"context", "sequence"}).degree;
    settings.ulysses = axisOf(reader, {"context_usp_ulysses"}).degree;
    settings.expert = axisOf(reader, {"expert"}).degree;
    const MeshAxis shards = axisOf(reader, {"fsdp", "fsdp_transpose"});
    const MeshAxis copies = axisOf(reader, {"data"});
    settings.sequenceParallel = true;
    const bool isSharded = shards.isOpen || shards.degree > 1;
    const bool sharesStates = reader.flag("shard_optimizer_over_data").value_or(false);
    settings.zero = isSharded ? 3 : sharesStates ? 1 : 0;
    if (!shards.isOpen && !copies.isOpen) {
        settings.data = shards.degree * copies.degree * *settings.expert;
    }
    if (!copies.isOpen) {
        settings.copies = copies.degree;
    } else if (!shards.isOpen && isSharded) {
        settings.shard = shards.degree * *settings.expert;
    }
    if (reader.flag("optimizer_memory_host_offload").value_or(false)) {
        readOffload(reader, "cpu", reader.flag("parameter_memory_host_offload").value_or(false) ? "cpu" : "none");
    }
}

/// Returns a number that may have a fraction.
std::optional<double> fractionOf(SettingReader& reader, const char* name)
{
    const Json& value = reader.value(name);
    const auto number = value.is_number()   ? std::optional(value.get<double>())
                        : value.is_string() ? decimalNumber(value.get<std::string>())
                                            : std::nullopt;
    if (!value.is_null() && (!number || *number <= 0 || *number > static_cast<double>(mostSamples))) {
        reader.fail(name, Core::tr("is {}, expected a number above 0", dumped(value).substr(0, 40)));
        return std::nullopt;
    }
    return number;
}

/// Reads the batch, which is per device, whatever the device has of a sample.
void readMaxTextBatch(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    const auto assumed = [&settings](const char* name, const std::string& value) {
        settings.assume(std::string("/") + name, value,
                        Core::tr("{}'s own where none is said", std::string(maxTextProgram)));
    };
    const auto said = fractionOf(reader, "per_device_batch_size");
    if (!said && !reader.has("per_device_batch_size")) {
        assumed("per_device_batch_size", "12");
    }
    double each = said.value_or(12);
    for (const auto& degree : {settings.tensor, settings.pipeline, settings.context, settings.ulysses}) {
        each *= static_cast<double>(degree.value_or(1));
    }
    const auto samples = static_cast<std::int64_t>(std::clamp(std::floor(each), 1.0, static_cast<double>(mostSamples)));
    if (std::abs(each - static_cast<double>(samples)) > 1e-6) {
        settings.assume(
            "/per_device_batch_size", std::to_string(samples),
            Core::tr("plans have whole samples on each data-parallel part, not {}", fmt::format("{:g}", each)));
    }
    settings.microbatches = reader.number("gradient_accumulation_steps", 1, mostSamples).value_or(1);
    settings.microBatch = samples;
    const auto parts = reader.number("num_pipeline_microbatches", -1, mostSamples);
    if (settings.pipeline.value_or(1) > 1) {
        const std::int64_t count = parts && *parts > 0 ? *parts : *settings.pipeline;
        if (samples % count == 0) {
            settings.microBatch = samples / count;
            settings.microbatches = *settings.microbatches * count;
        } else {
            settings.assume("/num_pipeline_microbatches", "1",
                            Core::tr("{} samples do not divide by {} micro-batches", samples, count));
        }
        if (reader.number("num_layers_per_pipeline_stage", 1, 4096).value_or(0) > 0) {
            settings.layersPerChunk = reader.number("num_layers_per_pipeline_stage", 1, 4096);
        }
    }
    settings.sequence = reader.number("max_target_length", 1, 1 << 24);
    if (!settings.sequence) {
        settings.sequence = 2048;
        assumed("max_target_length", "2048");
    }
}

/// Reads what is computed again. Policies between all and nothing keep the results of large products.
void readRemat(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::string policy = reader.text("remat_policy");
    if (policy.empty() || policy == "full") {
        settings.kept = KeptPart::Input;
        if (policy.empty()) {
            settings.assume("/remat_policy", "full",
                            Core::tr("{}'s own where none is said", std::string(maxTextProgram)));
        }
        return;
    }
    const bool keepsProducts = policy.starts_with("minimal") && policy.find("offload") == std::string::npos;
    settings.kept = keepsProducts ? KeptPart::WithoutModules : KeptPart::Input;
    settings.modules = keepsProducts ? ModuleSet{Module::Operations} : settings.modules;
    settings.assume("/remat_policy", keepsProducts ? "operations" : "full",
                    keepsProducts ? Core::tr("the nearest that plans have: the results of large products are kept")
                                  : Core::tr("plans have no policy {}", policy.substr(0, 40)));
}

void readMaxTextPrecision(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::string type = reader.text("dtype");
    settings.precision = type == "float32" ? Precision::Fp32 : type == "float16" ? Precision::Fp16 : Precision::Bf16;
    if (reader.text("weight_dtype") == "bfloat16") {
        settings.masterWeights = false;
        settings.stateBytes = 2;
    }
    settings.gradientBytes = reader.text("grad_dtype") == "bfloat16" ? 2 : 4;
    const std::string quantized = reader.text("quantization");
    if (quantized.find("fp8") != std::string::npos) {
        settings.precision = Precision::Fp8;
    } else if (!quantized.empty()) {
        settings.assume("/quantization", "off",
                        Core::tr("plans have no training of the kind {}", quantized.substr(0, 40)));
    }
    settings.takeOptimizer(reader.text("opt_type"), maxTextOptimizers, "/opt_type");
}

Result<Reading> readingOfMaxText(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    const std::string name = file.path.extension().string();
    PlanSettings settings;
    settings.method = "maxtext";
    constexpr std::array open{"model_name"};
    Result<Json> json = name == ".yaml" || name == ".yml"
                            ? jsonOfYaml(file.text, where)
                            : Result<Json>(objectOfOverrides(overridesOfText(file.text), maxTextTable, settings, open));
    if (!json) {
        return tl::unexpected(json.error());
    }
    SettingReader reader(*json, where, settings, maxTextTable);
    reader.requireAny({"per_device_batch_size", "ici_fsdp_parallelism", "ici_tensor_parallelism",
                       "dcn_data_parallelism", "max_target_length"});
    const std::string model = reader.text("model_name");
    const auto renamed = std::ranges::find(maxTextModels, model, &std::pair<std::string_view, const char*>::first);
    settings.preset = renamed != maxTextModels.end() ? renamed->second : model == "default" ? "" : model;
    readMaxTextMesh(reader);
    readMaxTextBatch(reader);
    readRemat(reader);
    readMaxTextPrecision(reader);
    if (const Result<void> finished = reader.finish(); !finished) {
        return tl::unexpected(finished.error());
    }
    return planOfSettings(std::move(settings), where, context);
}

}  // namespace

constinit const Format maxTextFormat{
    .name = "maxtext",
    .title = Core::tr("MaxText configuration"),
    .what =
        "The YAML of MaxText, or a script with its settings: the mesh, the batch per device, and the model by name.",
    .holds = Content::Plan,
    .usualName = "config.yml",
    .limits =
        "Models of its own sizes (base_emb_dim) need --model; policies of recomputation are taken as the nearest.",
    .knownBy = "per_device_batch_size or ici_fsdp_parallelism",
    .recognises = recognisesMaxText,
    .read = readingOfMaxText,
};

}  // namespace pgram
