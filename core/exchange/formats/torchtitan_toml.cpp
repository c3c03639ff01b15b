// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/program_text.h"
#include "core/exchange/torchtitan_settings.h"
#include "core/exchange/uniform_plan.h"
#include "core/frameworks/plan_shape.h"
#include "core/frameworks/rows/rows.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

bool recognisesTorchtitanToml(const ForeignFile& file, const Json& /*json*/)
{
    return hasLineOf(file.text, {"[parallelism", "[activation_checkpoint]", "[experimental]"}) ||
           (hasLineOf(file.text, {"[model]"}) && hasLineOf(file.text, {"[training]"}));
}

void readModel(SettingReader& reader)
{
    SettingReader model = reader.object("model");
    if (const TorchtitanModel* found = torchtitanModel(model.text("name"), model.text("flavor"))) {
        reader.settings().preset = found->preset;
    }
}

void readRecompute(SettingReader& reader)
{
    SettingReader part = reader.object("activation_checkpoint");
    PlanSettings& settings = reader.settings();
    const std::string mode = part.text("mode");
    const std::string option = part.text("selective_ac_option");
    if (mode == "full") {
        settings.kept = KeptPart::Input;
    } else if (mode == "selective" && (option.empty() || option == "op")) {
        settings.kept = KeptPart::WithoutModules;
        settings.modules = {Module::Operations};
    } else if (mode == "selective") {
        const auto every = part.number("selective_ac_option", 1, 4096);
        settings.kept = KeptPart::Input;
        settings.recomputeEvery = every.value_or(1);
    } else if (mode == "memory_budget") {
        settings.assume("/activation_checkpoint/mode", "none", Core::tr("plans have no budget of kept memory"));
    }
}

/// Reads 8-bit products, by the name that files of 2025 have for them or by that of 2024.
void readConverters(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::vector<std::string> names = reader.object("model").texts("converters");
    const auto isLinear = [](const std::string& name) { return name == "float8" || name == "quantize.linear.float8"; };
    const bool isNarrow =
        std::ranges::any_of(names, isLinear) || reader.object("float8").flag("enable_float8_linear").value_or(false);
    for (const std::string& name : names) {
        if (!isLinear(name)) {
            settings.assume("/model/converters", "none", Core::tr("plans have no converter {}", name.substr(0, 40)));
        }
    }
    const std::string recipe = reader.object("quantize").object("linear").object("float8").text("recipe_name");
    if (isNarrow && settings.precision == Precision::Bf16) {
        settings.precision = Precision::Fp8;
        settings.family = recipe.starts_with("rowwise") ? "fsdp-rowwise" : settings.family;
    }
}

/// Reads the framework, which compiles its blocks or does not, and what runs beside what in it. A loss that is compiled
/// alone is one kernel. The constants of compiled blocks were fitted on runs with their loss.
void readKernels(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    SettingReader compile = reader.object("compile");
    const std::vector<std::string> parts = compile.texts("components");
    const bool isOn = compile.flag("enable").value_or(false);
    const auto compiles = [&](const char* part) {
        return isOn && (parts.empty() || std::ranges::find(parts, part) != parts.end());
    };
    if (settings.family.empty()) {
        settings.family = compiles("model") ? "fsdp-compiled" : torchtitanTomlTarget.overheads;
    }
    if (compiles("loss") && !compiles("model")) {
        settings.loss = LossKind::Fused;
    }
    SettingReader parallelism = reader.object("parallelism");
    if (parallelism.flag("enable_async_tensor_parallel").value_or(false)) {
        settings.setHabit(&Framework::overlapActivations, true);
    }
    if (parallelism.text("expert_parallel_comm_backend") == "deepep") {
        settings.setHabit(&Framework::fusedDispatch, true);
    }
    const std::string optimizer = reader.object("optimizer").text("name");
    if (!optimizer.empty() && optimizer != "AdamW" && optimizer != "Adam") {
        settings.assume("/optimizer/name", "AdamW", Core::tr("plans have no optimizer {}", optimizer.substr(0, 40)));
    }
}

/// With a pipeline a batch of a data-parallel part is cut into micro-batches; without, it is one.
void readBatch(SettingReader& training, SettingReader& parallelism)
{
    PlanSettings& settings = training.settings();
    auto local = training.number("local_batch_size", 1, mostSamples);
    local = local ? local : training.number("batch_size", 1, mostSamples);
    const auto global = training.number("global_batch_size", -1, mostSamples * 64);
    if (global && *global > 0) {
        settings.globalBatch = global;
    }
    settings.microBatch = local;
    if (settings.pipeline.value_or(1) > 1 && local) {
        const auto size = parallelism.number("pipeline_parallel_microbatch_size", 1, mostSamples).value_or(1);
        if (*local % size != 0) {
            training.fail("local_batch_size",
                          Core::tr("is {}, which is not a multiple of the micro-batch {}", *local, size));
            return;
        }
        settings.microBatch = size;
        settings.microbatches = *local / size;
    } else if (!settings.globalBatch) {
        settings.microbatches = 1;
    }
}

Result<Reading> readingOfTorchtitanToml(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    return jsonOfToml(file.text, where)
        .and_then([&where](const Json& json) { return settingsOfTorchtitanToml(json, where); })
        .and_then([&](PlanSettings&& settings) { return planOfSettings(std::move(settings), where, context); });
}

std::string recomputeTable(const Plan& plan, const UniformPlan& uniform)
{
    if (uniform.kept == KeptPart::All) {
        return "mode = \"none\"\n";
    }
    if (uniform.recomputesAll) {
        return "mode = \"full\"\n";
    }
    return fmt::format("mode = \"selective\"\n"
                       "selective_ac_option = \"{}\"    # of the blocks of each rank, every so many\n",
                       patternOf(plan, SomeBlocks::EveryNth).number);
}

std::string pipelineLines(const Plan& plan, const UniformPlan& uniform)
{
    if (plan.pipeline() == 1) {
        return "pipeline_parallel_degree = 1\n";
    }
    return fmt::format("pipeline_parallel_degree = {}\n"
                       "pipeline_parallel_schedule = \"{}\"\n"
                       "pipeline_parallel_microbatch_size = {}\n"
                       "module_fqns_per_model_part = {}\n",
                       plan.pipeline(), torchtitanSchedule(plan.schedule.kind), uniform.microBatch,
                       torchtitanParts(plan, "output", ""));
}

std::string expertLines(const UniformPlan& uniform)
{
    return uniform.expert == 1 ? ""
                               : fmt::format("expert_parallel_degree = {}\nexpert_tensor_parallel_degree = {}\n",
                                             uniform.expert, uniform.expertTensor);
}

std::string tomlOf(const Plan& plan)
{
    const UniformPlan uniform = uniformOf(plan);
    const LayerStrategy& strategy = uniform.strategy;
    const TorchtitanModel& model = *torchtitanModelOf(plan.model);
    const TorchtitanData data = torchtitanData(strategy);
    // A batch of a data-parallel part goes through the pipeline as a whole; without one it is a micro-batch.
    const std::int64_t local = uniform.microBatch * (plan.pipeline() > 1 ? plan.schedule.microbatches : 1);
    return programText(
        "torchtitan_train_config.toml", plan,
        {{"model", model.model},
         {"flavor", model.flavor},
         {"local_batch", local},
         {"precision", torchtitanPrecision(plan)},
         {"replicas", data.copies},
         {"shards", data.shards},
         {"reshard", strategy.zero == 3 ? "always" : "default"},
         {"experts", expertLines(uniform)},
         {"pipeline", pipelineLines(plan, uniform)},
         {"recompute", recomputeTable(plan, uniform)},
         {"compile",
          plan.training.loss == LossKind::Fused ? "\n[compile]\nenable = true\ncomponents = [\"loss\"]\n" : ""}});
}

Result<std::vector<NamedFile>> filesOfTorchtitanToml(const Plan& plan, const WriteContext& /*context*/)
{
    std::string text = tomlOf(plan);
    return jsonOfToml(text, torchtitanTomlFormat.usualName)
        .and_then([](const Json& written) { return checkWritten(torchtitanTomlTable, written); })
        .map([&text] {
            return std::vector<NamedFile>{{torchtitanTomlFormat.usualName, std::move(text)}};
        });
}

Launch launchOfTorchtitanToml(const Plan& plan)
{
    Launch launch = torchtitanLaunch(plan, fmt::format("--job.config_file ./{}", torchtitanTomlFormat.usualName));
    launch.framework = "torchtitan v0.2.2 (2026-02-20, TOML)";
    return launch;
}

}  // namespace

Result<PlanSettings> settingsOfTorchtitanToml(const Json& json, const std::string& where)
{
    PlanSettings settings;
    settings.method = "torchtitan";
    SettingReader reader(json, where, settings, torchtitanTomlTable);
    reader.requireAny({"parallelism", "training"});
    SettingReader training = reader.object("training");
    SettingReader parallelism = reader.object("parallelism");
    readModel(reader);
    SettingReader experimental = reader.object("experimental");
    const auto degree = [&](const char* name) {  // files of 2024 have them in other tables
        auto found = parallelism.number(name, 1, mostDegree);
        found = found ? found : training.number(name, 1, mostDegree);
        return found ? found : experimental.number(name, 1, mostDegree);
    };
    settings.tensor = degree("tensor_parallel_degree");
    settings.pipeline = degree("pipeline_parallel_degree");
    settings.context = degree("context_parallel_degree");
    settings.expert = degree("expert_parallel_degree");
    settings.sequence = training.number("seq_len", 1, 1 << 24);
    settings.sequenceParallel = true;
    readTorchtitanTraining(training);
    readConverters(reader);
    readKernels(reader);
    const auto expertTensor = parallelism.number("expert_tensor_parallel_degree", 1, mostDegree);
    if (settings.expert.value_or(1) > 1) {  // without expert parallelism the tensor group splits experts, too
        settings.expertTensor = expertTensor.value_or(1);
    }
    readTorchtitanData(parallelism);
    readTorchtitanPipeline(parallelism);
    readRecompute(reader);
    readBatch(training, parallelism);
    return reader.finish().map([&settings] { return settings; });
}

constinit const Format torchtitanTomlFormat{
    .name = "torchtitan-toml",
    .title = Core::tr("torchtitan configuration"),
    .what = "The TOML of torchtitan up to v0.2.2: degrees, batch, recomputation, and the model by name and flavor.",
    .holds = Content::Plan,
    .usualName = "train_config.toml",
    .limits = "Neither schedules from CSV nor memory budgets are read.",
    .knownBy = "the table [parallelism], or [model] with [training]",
    .recognises = recognisesTorchtitanToml,
    .read = readingOfTorchtitanToml,
    .write = filesOfTorchtitanToml,
    .launch = launchOfTorchtitanToml,
    .target = &torchtitanTomlTarget,
};

}  // namespace pgram
