// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of TRL, and of programs that pass their arguments to the Trainer of Transformers.
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/accelerate_settings.h"
#include "core/exchange/deepspeed_settings.h"
#include "core/exchange/fine_tuning.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/launch_devices.h"
#include "core/exchange/loose_json.h"
#include "core/exchange/shell_words.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr FineTuningNames trlNames{.program = "TRL",
                                   .model = "model_name_or_path",
                                   .microBatch = "per_device_train_batch_size",
                                   .sequence = "max_length",
                                   .optimizer = "optim",
                                   .rank = "lora_r",
                                   .targets = "lora_target_modules",
                                   .everywhere = nullptr,
                                   .attention = "attn_implementation",
                                   .prefix = "/",
                                   .usualRank = 16,
                                   .usualTargets = "q_proj, v_proj"};

/// Returns the task behind the word "trl" of a command: "sft"; empty: none.
std::string taskOfTrl(std::string_view text)
{
    constexpr std::array tasks{"sft", "dpo", "grpo", "kto", "reward", "rloo", "orpo", "cpo", "gkd"};
    for (const std::string& line : wholeLines(text)) {
        const std::vector<std::string> words = shellWords(line);
        const auto found = std::ranges::find(words, "trl");
        if (found != words.end() && found + 1 != words.end() && std::ranges::find(tasks, *(found + 1)) != tasks.end()) {
            return *(found + 1);
        }
    }
    return {};
}

/// Returns the YAML that a command of accelerate launch, torchrun or deepspeed gives to its program; empty: none.
std::string configOfLaunch(std::string_view text)
{
    constexpr std::array launchers{"accelerate", "torchrun", "deepspeed", "trl"};
    constexpr std::array others{"--config_file", "--accelerate_config"};
    for (const std::string& line : wholeLines(text)) {
        const std::vector<std::string> words = shellWords(line);
        if (std::ranges::find_first_of(words, launchers) == words.end()) {
            continue;
        }
        for (std::size_t i = 1; i < words.size(); ++i) {
            const bool isYaml = words[i].ends_with(".yaml") || words[i].ends_with(".yml");
            if (isYaml && !words[i].starts_with('-') &&
                std::ranges::find(others, std::string_view(words[i - 1])) == others.end()) {
                return words[i];
            }
        }
    }
    return {};
}

bool isTrainerScript(std::string_view text)
{
    const auto has = [text](const char* word) { return text.find(word) != std::string_view::npos; };
    return has("--model_name_or_path") || has("--per_device_train_batch_size") || !taskOfTrl(text).empty() ||
           (has("accelerate launch") && !configOfLaunch(text).empty());
}

bool recognisesTrl(const ForeignFile& file, const Json& json)
{
    const bool isKnown = hasLineOf(file.text, {"model_name_or_path:"}) || json.contains("model_name_or_path") ||
                         (!json.is_object() && isTrainerScript(file.text));
    return isKnown && !llamaFactoryFormat.recognises(file, json) && !megatronFormat.recognises(file, json);
}

/// Returns true if the arguments are those of TRL, whose defaults are its own, rather than the Trainer's.
bool isTrl(const Json& json, std::string_view text)
{
    constexpr std::array own{"use_peft", "packing", "max_length", "max_seq_length", "dataset_mixture", "beta"};
    constexpr std::array programs{"trl ", "trl/", "sft.py", "dpo.py", "kto.py", "grpo.py"};
    const auto has = [text](const char* word) { return text.find(word) != std::string_view::npos; };
    return std::ranges::any_of(own, [&json](const char* name) { return json.contains(name); }) ||
           std::ranges::any_of(programs, has);
}

/// Adds the settings of the YAML that --config names, unless the command has them.
void addNamedConfig(Json& json, const ForeignFile& file, PlanSettings& settings)
{
    const Json flag = json.value("config", Json());
    const std::string said = flag.is_string() ? flag.get<std::string>() : configOfLaunch(file.text);
    if (said.empty()) {
        return;
    }
    for (const std::filesystem::path& place : placesOfNamed(said, file.path)) {
        const Result<std::string> text = readTextFile(place, 1 << 20);
        const Result<Json> found = text ? jsonOfYaml(*text, place.string()) : Result<Json>(Json());
        if (found && found->is_object()) {
            Json both = *found;
            for (const auto& [name, value] : json.items()) {
                both[name] = value;
            }
            json = std::move(both);
            return;
        }
    }
    settings.ask("--config",
                 Core::tr("{} is not next to the file: import it in place of this one", said.substr(0, 80)));
}

/// Gives a setting the name that other programs have for it, if it has a text and the other name has none.
void rename(Json& json, const char* older, const char* newer)
{
    const Json value = json.value(older, Json());
    if (value.is_string() && !json.value(newer, Json()).is_string()) {
        json.erase(older);
        json[newer] = value;
    }
}

/// Turns switches such as --no_gradient_checkpointing off. Other names that begin so stay, to be reported.
void takeNegations(Json& json)
{
    constexpr std::string_view no = "no_";
    const SettingLedger ledger(trlTable);
    std::vector<std::string> names;
    for (const auto& [name, value] : json.items()) {
        if (name.starts_with(no) && value == true && ledger.find(name.substr(no.size())) != nullptr) {
            names.push_back(name);
        }
    }
    for (const std::string& name : names) {
        json.erase(name);
        json[name.substr(no.size())] = false;
    }
}

/// Reads the file that accelerate launch takes, or one that TRL ships under a short name.
void readAccelerateNamed(SettingReader& reader, const FineTuningNames& names, const std::filesystem::path& file)
{
    PlanSettings& settings = reader.settings();
    const char* key = reader.has("config_file") ? "config_file" : "accelerate_config";
    const std::string said = reader.text(key);
    const auto isRead = [&reader](const std::filesystem::path& place) { return readAccelerateFile(reader, place); };
    if (said.empty() || std::ranges::any_of(placesOfNamed(said, file), isRead)) {
        return;
    }
    const std::string name = std::filesystem::path(said).filename().string();
    const auto stage = stageOfName(name);
    const bool isAlone = name.starts_with("single_gpu") || name.starts_with("multi_gpu") || name.starts_with("ddp");
    if (!stage && !isAlone && name.find("fsdp") == std::string::npos) {
        settings.ask("zero_stage",
                     Core::tr("{} is not next to the file, and its name says no stage", said.substr(0, 80)));
        return;
    }
    settings.zero = stage ? *stage : isAlone ? 0 : 3;
    settings.gradientBytes = stage ? 2 : settings.gradientBytes;
    settings.assume(std::string(names.prefix) + key, std::to_string(*settings.zero),
                    Core::tr("the stage by the name {}, which is not next to the file", said.substr(0, 80)));
}

/// Reads the settings of Accelerate that a command gives in place of a file.
void readAccelerateFlags(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    if (const auto stage = reader.number("zero_stage", 0, 3)) {
        settings.zero = stage;
        settings.gradientBytes = 2;
        readOffload(reader, reader.text("offload_optimizer_device"), reader.text("offload_param_device"));
    }
    const std::string strategy = reader.text("fsdp_sharding_strategy");
    const std::string reshard = reader.text("fsdp_reshard_after_forward");
    const bool keeps = strategy == "SHARD_GRAD_OP" || strategy == "2" || reshard == "false" || reshard == "False";
    if (reader.flag("use_fsdp").value_or(false)) {
        settings.zero = strategy == "NO_SHARD" || strategy == "3" ? 0 : keeps ? 2 : 3;
        if (reader.flag("fsdp_offload_params").value_or(false)) {
            readOffload(reader, "cpu", "cpu");
        }
        settings.kept = reader.flag("fsdp_activation_checkpointing").value_or(false) ? KeptPart::Input : settings.kept;
    }
    const auto take = [&reader](const char* name, std::optional<std::int64_t>& degree) {
        const auto said = reader.number(name, 1, mostDegree);
        degree = said ? said : degree;
    };
    take("parallelism_config_tp_size", settings.tensor);
    take("parallelism_config_cp_size", settings.context);
    take("parallelism_config_sp_size", settings.ulysses);
    take("parallelism_config_dp_replicate_size", settings.copies);
    const std::string word = reader.text("mixed_precision");
    if (!settings.precision && !word.empty()) {
        settings.precision = word == "fp16" ? Precision::Fp16 : word == "no" ? Precision::Fp32 : Precision::Bf16;
    }
}

/// Reads the type of the weights, which without DeepSpeed and FSDP is also the type of gradients and states.
void readWeights(SettingReader& reader, const FineTuningNames& names, bool hasAdapters, bool isOwn)
{
    PlanSettings& settings = reader.settings();
    const std::string newer = reader.text("dtype");
    const std::string type = newer.empty() ? reader.text("torch_dtype") : newer;
    const char* key = type.empty() || !newer.empty() ? "dtype" : "torch_dtype";
    const bool isNarrow = type == "bfloat16" || type == "float16";
    if (isNarrow && !settings.precision) {
        settings.precision = type == "float16" ? Precision::Fp16 : Precision::Bf16;
    }
    if (isNarrow && !hasAdapters && settings.zero.value_or(0) == 0) {
        settings.masterWeights = false;
        settings.stateBytes = 2;
        settings.gradientBytes = 2;
    }
    const bool isWide = type == "float32" || (type.empty() && isOwn);  // TRL loads 32 bits unless it is told otherwise
    if (settings.tuning.method == TuningMethod::Lora && isWide) {
        settings.assume(std::string(names.prefix) + key, "bfloat16",
                        Core::tr("plans have frozen weights of 4 or 16 bits"));
    }
    if (!settings.precision && !isOwn) {
        settings.precision = Precision::Fp32;
        settings.assume("precision", "fp32", Core::tr("{}'s own where none is said", std::string("Trainer")));
    }
}

void readAdaptersOfTrl(SettingReader& reader, FineTuningNames names, bool isOwn)
{
    PlanSettings& settings = reader.settings();
    names.rank = reader.has("lora_rank") && !reader.has("lora_r") ? "lora_rank" : names.rank;
    const bool four = reader.flag("load_in_4bit").value_or(false);
    const bool eight = reader.flag("load_in_8bit").value_or(false);
    const bool peft = reader.flag("use_peft").value_or(false);
    const bool lora = reader.flag("use_lora").value_or(false);
    const bool isImplied = !isOwn && !reader.has("use_peft") && !reader.has("use_lora") && reader.has(names.rank);
    if (peft || lora || isImplied || reader.flag("lora_enable").value_or(false)) {
        readAdapters(reader, names, four);
        if (eight) {
            settings.assume(std::string(names.prefix) + "load_in_8bit", "false",
                            Core::tr("plans have frozen weights of 4 or 16 bits"));
        }
    } else if (four || eight) {
        const char* name = four ? "load_in_4bit" : "load_in_8bit";
        settings.assume(std::string(names.prefix) + name, "false",
                        Core::tr("plans quantise the weights only below adapters"));
        settings.refuse("quantised-without-adapter",
                        Core::tr("TRL trains no quantised weights without an adapter: set use_peft to true, or {} to "
                                 "false",
                                 std::string(name)));
    }
}

/// Takes the length of a sample by the name that this program has for it.
void readLength(SettingReader& reader, const FineTuningNames& names, bool isOwn)
{
    PlanSettings& settings = reader.settings();
    for (const char* name : {"max_seq_length", "max_seq_len", "model_max_length", "cutoff_len", "block_size"}) {
        if (!settings.sequence) {
            settings.sequence = reader.number(name, 1, 1 << 24);
        }
    }
    if (!settings.sequence && isOwn) {
        settings.sequence = 1024;
        settings.assume(std::string(names.prefix) + names.sequence, "1024",
                        Core::tr("{}'s own where none is said", std::string(names.program)));
    }
}

void readTrl(SettingReader& reader, const FineTuningNames& names, bool isOwn)
{
    PlanSettings& settings = reader.settings();
    const std::string program = isOwn ? names.program : "Trainer";
    const auto assumed = [&](const char* name, std::string value) {
        settings.assume(std::string(names.prefix) + name, std::move(value),
                        Core::tr("{}'s own where none is said", program));
    };
    readAdaptersOfTrl(reader, names, isOwn);
    readLength(reader, names, isOwn);
    const auto recomputes = reader.flag("gradient_checkpointing");
    settings.leavesRecompute = false;
    if (recomputes.value_or(isOwn)) {
        settings.kept = KeptPart::Input;
    }
    if (!recomputes) {
        assumed("gradient_checkpointing", isOwn ? "true" : "false");
    }
    const bool liger = reader.flag("use_liger_kernel").value_or(false);
    if (liger || reader.flag("use_liger").value_or(false)) {
        settings.loss = LossKind::Chunked;
    }
    if (!settings.microBatch) {
        settings.microBatch = 8;
        assumed(names.microBatch, "8");
    }
    if (!settings.microbatches) {
        settings.microbatches = 1;
        assumed("gradient_accumulation_steps", "1");
    }
    readWeights(reader, names, settings.tuning.method != TuningMethod::All, isOwn);
}

/// Reads what a command trains for: the word behind "trl", or the name of its program. A file without a command has
/// pairs if it says how the reference model runs.
void readTask(SettingReader& reader, std::string_view text, bool isScript)
{
    const auto precomputes = reader.flag("precompute_ref_log_probs");
    std::string task = isScript ? taskOfTrl(text) : std::string();
    for (const char* objective : {"dpo", "orpo", "cpo"}) {
        const bool isNamed = isScript && text.find(std::string(objective) + ".py") != std::string_view::npos;
        task = task.empty() && isNamed ? objective : task;
    }
    task = task.empty() && precomputes ? "dpo" : task;
    if (reader.has("beta") && task.empty()) {
        reader.settings().assume(isScript ? "--beta" : "/beta", "sft",
                                 Core::tr("the file names no objective; dpo.py, trl dpo or precompute_ref_log_probs "
                                          "does"));
    }
    if (!task.empty() && task != "sft") {
        setPreference(reader.settings(), task, "trl " + task, precomputes.value_or(false));
    }
}

Result<Reading> readingOfTrl(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    PlanSettings settings;
    settings.method = "trl";
    const Result<Json> parsed = parseLooseJson(file.text, where);
    const bool isScript = !parsed && isTrainerScript(file.text);
    FineTuningNames names = trlNames;
    names.prefix = isScript ? "--" : "/";
    LaunchArguments arguments;
    std::vector<const char*> open{names.model, "include"};
    open.insert(open.end(), launcherCounts.begin(), launcherCounts.end());
    Result<Json> json = parsed;
    if (isScript) {
        arguments = argumentsOfText(file.text);
        json = objectOfArguments(arguments, trlTable, settings, names.prefix, open);
        addNamedConfig(*json, file, settings);
        if (!settings.asked.empty() && !json->contains(names.model)) {
            return planOfSettings(std::move(settings), where, context);
        }
    } else if (!parsed) {
        json = jsonOfYaml(file.text, where);
    }
    if (!json) {
        return tl::unexpected(json.error());
    }
    if (json->is_object()) {
        takeNegations(*json);
        rename(*json, "deepspeed_config_file", "deepspeed");
        rename(*json, "deepspeed_config", "deepspeed");
        rename(*json, "model_name", names.model);
    }
    const bool isOwn = isTrl(*json, isScript ? std::string_view(file.text) : std::string_view());
    SettingReader reader(*json, where, settings, trlTable, names.prefix);
    readTask(reader, file.text, isScript);
    (void)reader.has("config");
    readAccelerateNamed(reader, names, file.path);
    readFineTuning(reader, names, file.path);
    readAccelerateFlags(reader);
    readTrl(reader, names, isOwn);
    readLaunchDevices(arguments, settings);
    if (!settings.devices) {
        readLaunchDevices(argumentsOfJson(*json), settings);
    }
    for (const char* name : launcherCounts) {
        (void)reader.has(name);
    }
    (void)reader.has("include");
    if (const Result<void> finished = reader.finish(); !finished) {
        return tl::unexpected(finished.error());
    }
    return planOfSettings(std::move(settings), where, context);
}

}  // namespace

constinit const Format trlFormat{
    .name = "trl",
    .title = Core::tr("TRL or Trainer configuration"),
    .what = "The YAML of TRL, or a script that starts TRL or a program on the Trainer of Transformers, with the "
            "files of Accelerate and DeepSpeed next to it if there are any.",
    .holds = Content::Plan,
    .usualName = "train.yaml",
    .limits = "Supervised training, and DPO where a command names it or the file has precompute_ref_log_probs; answers "
              "and rewards are reported. --devices gives the number of devices where no launcher does.",
    .knownBy = "model_name_or_path, --per_device_train_batch_size or trl sft",
    .recognises = recognisesTrl,
    .read = readingOfTrl,
};

}  // namespace pgram
