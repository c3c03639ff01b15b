// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of verl. Its reinforcement learning has several parts in a step; the plan is that of the actor's update.
#include "core/base/json.h"
#include "core/exchange/adapter_names.h"
#include "core/exchange/deepspeed_settings.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/launch_devices.h"
#include "core/exchange/megatron_leaves.h"
#include "core/exchange/megatron_settings.h"
#include "core/exchange/nested_settings.h"
#include "core/exchange/setting_reader.h"
#include "core/exchange/words.h"
#include "core/model/tuning.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr const char* verlProgram = "verl";

constexpr std::array verlOptimizers{NamedOptimizer{"adamw", Optimizer::Adam},
                                    NamedOptimizer{"adam", Optimizer::Adam},
                                    NamedOptimizer{"adamw8bit", Optimizer::Adam8},
                                    NamedOptimizer{"adam8bit", Optimizer::Adam8},
                                    NamedOptimizer{"sgd", Optimizer::Sgd},
                                    NamedOptimizer{"muon", Optimizer::Muon},
                                    NamedOptimizer{"adafactor", Optimizer::Adafactor},
                                    NamedOptimizer{"_adamwbf16", Optimizer::Adam, true}};

bool recognisesVerl(const ForeignFile& file, const Json& /*json*/)
{
    constexpr std::array words{"actor_rollout_ref.", "actor_rollout_ref:", "verl.trainer.", "fsdp_sft_trainer"};
    return std::ranges::any_of(words, [&file](const char* word) { return file.text.find(word) != std::string::npos; });
}

/// Returns the settings of Megatron-LM under the names of its own arguments, with the values that verl has where none
/// are said. `part` is the object of Megatron's settings, `optimizer` that of the optimizer's own. Notes those that are
/// verl's and change no figure.
Json argumentsOfMegatronPart(const Json& part, const Json& optimizer, PlanSettings& notes)
{
    constexpr std::array moving{"param_offload", "grad_offload", "optimizer_offload"};
    constexpr std::array own{"seed",
                             "_target_",
                             "use_mbridge",
                             "vanilla_mbridge",
                             "use_dist_checkpointing",
                             "dist_checkpointing_path",
                             "dist_checkpointing_prefix",
                             "use_remove_padding",
                             "dtype",
                             "forward_only",
                             "strategy",
                             "load_weight"};
    constexpr std::array insides{"override_transformer_config", "override_ddp_config", "override_mcore_model_config"};
    Json arguments = Json::object({{"sequence_parallel", true}, {"use_distributed_optimizer", true}});
    const auto add = [&arguments](const Json& object) {
        if (!object.is_object()) {
            return;
        }
        for (const auto& [name, value] : object.items()) {
            if (!value.is_object() && !value.is_null()) {
                arguments[name] = value;
            }
        }
    };
    const auto take = [&arguments, &notes](const char* name, Text why) {
        if (const Json value = arguments.value(name, Json()); !value.is_null()) {
            notes.ignore(std::string("/megatron/") + name, dumped(value), std::move(why));
            arguments.erase(name);
        }
    };
    add(part);
    for (const char* inside : insides) {
        add(part.value(inside, Json()));
    }
    add(optimizer);
    for (const char* name : moving) {
        take(name, Core::tr("moves states off the device between the parts of a step, and back for the update"));
    }
    for (const char* name : own) {
        take(name, Core::tr("details of a choice that is read"));
    }
    nameAsMegatron(arguments);
    return arguments;
}

/// Returns the settings of the part that Megatron-LM runs, which are taken out of the configuration.
Result<PlanSettings> settingsOfMegatronPart(Json& json, const std::string& where, PlanSettings& notes)
{
    const bool isSft = !json.contains("actor_rollout_ref");
    Json& actor = isSft ? json : json["actor_rollout_ref"]["actor"];
    const char* name = isSft ? "engine" : "megatron";
    const Json optim = actor.is_object() ? actor.value("optim", Json()) : Json();
    const Json optimizer = optim.is_object() ? optim.value("override_optimizer_config", Json()) : Json();
    const Json part = actor.is_object() ? actor.value(name, Json()) : Json();
    if (actor.is_object()) {
        actor.erase(name);
    }
    const Json arguments = argumentsOfMegatronPart(part.is_object() ? part : Json::object(), optimizer, notes);
    return settingsOfMegatron(argumentsOfJson(arguments), where, true).map([](PlanSettings&& settings) {
        settings.family = "megatron-core";
        settings.precision = Precision::Bf16;
        return std::move(settings);
    });
}

void readVerlFsdp(SettingReader& fsdp)
{
    PlanSettings& settings = fsdp.settings();
    settings.zero = fsdp.flag("reshard_after_forward").value_or(true) ? 3 : 2;
    const auto size = fsdp.number("fsdp_size", -1, mostDegree);
    if (size && *size > 0 && settings.devices && *size < *settings.devices) {
        settings.shard = size;
    }
    if (fsdp.flag("offload_policy").value_or(false)) {
        readOffload(fsdp, "cpu", "cpu");
    }
    const auto ulysses = fsdp.number("ulysses_sequence_parallel_size", 1, mostDegree);
    settings.ulysses = ulysses ? ulysses : settings.ulysses;
}

void readVerlModel(SettingReader& model, const char* prefix)
{
    PlanSettings& settings = model.settings();
    const bool recomputes = model.flag("enable_gradient_checkpointing").value_or(true);
    if (!settings.isMegatron) {
        settings.kept = recomputes ? KeptPart::Input : KeptPart::All;
        if (!model.has("enable_gradient_checkpointing")) {
            settings.assume(std::string(prefix) + "enable_gradient_checkpointing", "true",
                            Core::tr("{}'s own where none is said", std::string(verlProgram)));
        }
    }
    if (const auto rank = model.number("lora_rank", 0, mostRank); rank.value_or(0) > 0) {
        settings.tuning.method = TuningMethod::Lora;
        settings.tuning.rank = static_cast<int>(*rank);
        const std::vector<std::string> names = model.texts("target_modules");
        settings.tuning.targets = adapterTargetsOf(names == std::vector<std::string>{"all-linear"}
                                                       ? std::set<std::string>{"all"}
                                                       : std::set<std::string>(names.begin(), names.end()),
                                                   std::string(prefix) + "target_modules", settings);
    }
    if (model.flag("use_liger").value_or(false)) {
        settings.loss = LossKind::Chunked;
    }
}

/// Sets the largest micro-batch of at most `tokens` on a data-parallel part that divides its share of the batch.
void fillTokens(std::int64_t tokens, const char* what, PlanSettings& settings)
{
    std::int64_t parts = settings.data.value_or(settings.devices.value_or(1));
    for (const auto& degree : {settings.tensor, settings.pipeline, settings.context, settings.ulysses}) {
        parts = std::max<std::int64_t>(1, parts / degree.value_or(1));
    }
    const std::int64_t share = std::max<std::int64_t>(1, settings.globalBatch.value_or(1) / parts);
    const std::int64_t ranks = settings.ulysses.value_or(1) * settings.context.value_or(1);
    std::int64_t samples =
        std::clamp<std::int64_t>(tokens * ranks / settings.sequence.value_or(1), 1, std::min(share, mostSamples));
    while (share % samples != 0) {
        --samples;
    }
    settings.microBatch = samples;
    settings.assume(
        what, std::to_string(samples),
        Core::tr("samples are taken as filled up to the sequence length: as many as go into {} tokens", tokens));
}

void noteWhatIsBeside(PlanSettings& settings)
{
    settings.assume(
        "actor_rollout_ref", "actor",
        Core::tr("the plan is the actor's update alone: answers, rewards, the reference model and the critic "
                 "take time and memory beside it"));
}

/// Reads reinforcement learning. A mini-batch is in prompts, each with several answers.
void readActor(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    SettingReader outer = reader.object("actor_rollout_ref");
    SettingReader model = outer.object("model");
    SettingReader actor = outer.object("actor");
    SettingReader data = reader.object("data");
    settings.preset = model.text("path");
    settings.takeOptimizer(actor.object("optim").text("optimizer"), verlOptimizers,
                           "/actor_rollout_ref/actor/optim/optimizer");
    const std::int64_t answers = outer.object("rollout").number("n", 1, mostSamples).value_or(1);
    const auto prompts = actor.number("ppo_mini_batch_size", 1, mostSamples);
    settings.globalBatch = prompts.value_or(256) * answers;
    if (!prompts) {
        settings.assume("/actor_rollout_ref/actor/ppo_mini_batch_size", "256",
                        Core::tr("{}'s own where none is said", std::string(verlProgram)));
    }
    const auto question = data.number("max_prompt_length", 1, 1 << 24);
    const auto answer = data.number("max_response_length", 1, 1 << 24);
    settings.sequence = question.value_or(512) + answer.value_or(512);
    if (!question || !answer) {
        settings.assume(question ? "/data/max_response_length" : "/data/max_prompt_length", "512",
                        Core::tr("{}'s own where none is said", std::string(verlProgram)));
    }
    if (!settings.isMegatron) {
        settings.ulysses = actor.number("ulysses_sequence_parallel_size", 1, mostDegree);
        SettingReader fsdp = actor.object("fsdp_config");
        readVerlFsdp(fsdp);
    }
    readVerlModel(model, "/actor_rollout_ref/model/");
    if (model.flag("use_fused_kernels").value_or(false)) {
        settings.loss = LossKind::Chunked;
    }
    settings.microBatch = actor.number("ppo_micro_batch_size_per_gpu", 1, mostSamples);
    const auto together = actor.number("ppo_micro_batch_size", 1, mostSamples);
    if (!settings.microBatch && together && settings.devices) {
        settings.microBatch = std::max<std::int64_t>(1, *together / *settings.devices);
    }
    if (actor.flag("use_dynamic_bsz").value_or(false)) {
        const auto tokens = actor.number("ppo_max_token_len_per_gpu", 1, 1 << 24);
        fillTokens(tokens.value_or(16384), "/actor_rollout_ref/actor/use_dynamic_bsz", settings);
    }
    noteWhatIsBeside(settings);
}

/// Reads supervised fine-tuning, of the older trainer and of the newer one with an engine.
void readSft(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    SettingReader model = reader.object("model");
    SettingReader data = reader.object("data");
    settings.takeOptimizer(reader.object("optim").text("optimizer"), verlOptimizers, "/optim/optimizer");
    settings.preset = model.has("partial_pretrain") ? model.text("partial_pretrain") : model.text("path");
    const auto assumed = [&settings](const char* name, std::int64_t value) {
        settings.assume(name, std::to_string(value), Core::tr("{}'s own where none is said", std::string(verlProgram)));
        return value;
    };
    const auto batch = data.number("train_batch_size", 1, mostSamples);
    settings.globalBatch = batch ? *batch : assumed("/data/train_batch_size", 256);
    const auto length = data.number("max_length", 1, 1 << 24);
    settings.sequence = length ? *length : assumed("/data/max_length", 1024);
    settings.ulysses = reader.number("ulysses_sequence_parallel_size", 1, mostDegree);
    if (!settings.isMegatron) {
        SettingReader engine = reader.object("engine");
        readVerlFsdp(engine);
        SettingReader older = model.object("fsdp_config");
        const bool waits = older.flag("cpu_offload").value_or(false);
        if (waits || older.flag("offload_params").value_or(false)) {
            readOffload(reader, "cpu", "cpu");
        }
    }
    readVerlModel(model, "/model/");
    const auto each = data.number("micro_batch_size_per_gpu", 1, mostSamples);
    const auto older = data.number("micro_batch_size", 1, mostSamples);
    if (data.flag("use_dynamic_bsz").value_or(false)) {
        const auto tokens = data.number("max_token_len_per_gpu", 1, 1 << 24);
        fillTokens(tokens.value_or(8192), "/data/use_dynamic_bsz", settings);
    } else {
        settings.microBatch = each ? each : older ? older : assumed("/data/micro_batch_size_per_gpu", 4);
    }
}

void readVerlDevices(SettingReader& reader, const LaunchArguments& arguments)
{
    PlanSettings& settings = reader.settings();
    SettingReader trainer = reader.object("trainer");
    const auto nodes = trainer.number("nnodes", 1, 1 << 16);
    const auto each = trainer.number("n_gpus_per_node", 1, 1 << 10);
    readLaunchDevices(arguments, settings);
    if (!settings.devices && each) {
        settings.devices = *each * nodes.value_or(1);
    }
}

bool isMegatronRun(const Json& json, std::string_view text)
{
    const Json strategy = valueAtPath(json, "actor_rollout_ref.actor.strategy");
    const Json engine = json.is_object() ? json.value("engine", Json()) : Json();
    const Json kind = engine.is_object() ? engine.value("strategy", Json()) : engine;
    return strategy == "megatron" || kind == "megatron" ||
           (strategy.is_null() && text.find("ppo_megatron_trainer") != std::string_view::npos) ||
           (strategy.is_null() && valueAtPath(json, "actor_rollout_ref.actor.megatron").is_object());
}

Result<Reading> readingOfVerl(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    const std::string name = file.path.extension().string();
    const bool isYaml = name == ".yaml" || name == ".yml";
    PlanSettings notes;
    const LaunchArguments arguments = isYaml ? LaunchArguments() : overridesOfText(file.text);
    constexpr std::array open{"trainer/nnodes",        "trainer/n_gpus_per_node",      "nnodes",
                              "nproc_per_node",        "actor_rollout_ref/model/path", "model/path",
                              "model/partial_pretrain"};
    Result<Json> json =
        isYaml ? jsonOfYaml(file.text, where) : Result<Json>(objectOfOverrides(arguments, verlTable, notes, open));
    if (!json) {
        return tl::unexpected(json.error());
    }
    resolveReferences(*json);
    for (const char* path : {"trainer.nnodes", "trainer.n_gpus_per_node"}) {  // known when the script starts
        if (valueAtPath(*json, path).is_string()) {
            notes.ignore(path, valueAtPath(*json, path).get<std::string>(),
                         Core::tr("only the start of the script gives a number; --devices gives that of the devices"));
            setAtPath(*json, path, nullptr);
        }
    }
    const bool isMegatron = isMegatronRun(*json, file.text);
    Result<PlanSettings> settings = isMegatron && json->is_object() ? settingsOfMegatronPart(*json, where, notes)
                                                                    : Result<PlanSettings>(PlanSettings());
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    settings->method = verlProgram;
    for (auto list : {&PlanSettings::assumed, &PlanSettings::asked, &PlanSettings::ignored}) {
        std::ranges::move((notes.*list), std::back_inserter((*settings).*list));
    }
    if (settings->family.empty()) {
        settings->family = "transformers";
        settings->precision = Precision::Bf16;
    }
    SettingReader reader(*json, where, *settings, verlTable);
    reader.requireAny({"actor_rollout_ref", "model"});
    readVerlDevices(reader, arguments);
    if (json->contains("actor_rollout_ref")) {
        readActor(reader);
    } else {
        readSft(reader);
    }
    for (const char* known : {"nnodes", "nproc_per_node"}) {
        (void)reader.has(known);
    }
    if (const Result<void> finished = reader.finish(); !finished) {
        return tl::unexpected(finished.error());
    }
    return planOfSettings(std::move(*settings), where, context);
}

}  // namespace

constinit const Format verlFormat{
    .name = "verl",
    .title = Core::tr("verl configuration"),
    .what = "The YAML of verl, or a script with its settings: the update of the actor, or supervised fine-tuning.",
    .holds = Content::Plan,
    .usualName = "run.sh",
    .limits = "Answers, rewards, the reference model and the critic are not planned.",
    .knownBy = "actor_rollout_ref or verl.trainer",
    .recognises = recognisesVerl,
    .read = readingOfVerl,
};

}  // namespace pgram
