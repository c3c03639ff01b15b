// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/fine_tuning.h"

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/adapter_names.h"
#include "core/exchange/deepspeed_settings.h"
#include "core/exchange/launch_doubts.h"
#include "core/exchange/loose_json.h"
#include "core/exchange/transformers_run.h"
#include "core/model/tuning.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

/// Reads DeepSpeed's configuration: the file of the name, JSON in place of a name, or one that its program ships.
void readDeepSpeedNamed(SettingReader& reader, const FineTuningNames& names, const std::filesystem::path& file)
{
    const Json& value = reader.value("deepspeed");
    const std::string said = value.is_object() ? dumped(value) : reader.text("deepspeed");
    PlanSettings& settings = reader.settings();
    const Result<Json> inside = said.starts_with('{') ? parseLooseJson(said, file.string()) : Result<Json>(Json());
    if (inside && inside->is_object()) {
        SettingReader inner(*inside, file.string(), settings, deepSpeedTable);
        readDeepSpeed(inner);
        reader.adopt(inner.finish());
        return;
    }
    const auto isRead = [&reader](const std::filesystem::path& place) { return readDeepSpeedFile(reader, place); };
    if (said.empty() || std::ranges::any_of(placesOfNamed(said, file), isRead)) {
        return;
    }
    const std::string name = std::filesystem::path(said).filename().string();
    const std::string what = std::string(names.prefix) + "deepspeed";
    settings.zero = stageOfName(name);
    if (!settings.zero) {
        settings.ask("zero_stage",
                     Core::tr("{} is not next to the file, and its name says no stage", said.substr(0, 80)));
        return;
    }
    const bool waits = name.find("offload") != std::string::npos;
    settings.assume(what, std::to_string(*settings.zero),
                    Core::tr("the stage by the name {}, which is not next to the file", said.substr(0, 80)));
    readOffload(reader, waits ? "cpu" : "none", waits && *settings.zero == 3 ? "cpu" : "none");
    settings.gradientBytes = 2;  // DeepSpeed sums gradients as the weights are
}

/// Returns the details of FSDP, which are in an object, in JSON as a text, or in a file that a text names.
Json detailsOfFsdp(SettingReader& reader, const FineTuningNames& names, const std::filesystem::path& file)
{
    const std::string said = reader.text("fsdp_config");
    if (said.empty()) {
        return reader.value("fsdp_config");
    }
    std::vector<Result<Json>> found{parseLooseJson(said, file.string())};
    for (const std::filesystem::path& place : placesOfNamed(said, file)) {
        const Result<std::string> text = readTextFile(place, 1 << 20);
        found.push_back(text ? parseLooseJson(*text, place.string()) : Result<Json>(Json()));
    }
    for (const Result<Json>& json : found) {
        if (json && json->is_object()) {
            return *json;
        }
    }
    reader.settings().assume(std::string(names.prefix) + "fsdp_config", "none",
                             Core::tr("{} is not next to the file", said.substr(0, 80)));
    return {};
}

/// Reads the arguments of the Trainer for FSDP: words, in a list or one text, and details.
void readTrainerFsdp(SettingReader& reader, const FineTuningNames& names, const std::filesystem::path& file)
{
    PlanSettings& settings = reader.settings();
    std::string words = reader.value("fsdp").is_boolean() && reader.flag("fsdp") == true ? "full_shard " : "";
    for (const std::string& word : reader.texts("fsdp")) {
        words += word + ' ';
    }
    const Json given = Json::object({{"fsdp_config", detailsOfFsdp(reader, names, file)}});
    SettingReader outer = reader.within(given);
    SettingReader details = outer.object("fsdp_config");
    const auto has = [&words](std::string_view word) { return words.find(word) != std::string::npos; };
    const auto isOn = [&details](const char* name, const char* older) {
        return details.flag(name).value_or(details.flag(older).value_or(false));
    };
    const bool waits = isOn("offload_params", "fsdp_offload_params") || has("offload");
    const bool recomputes = isOn("activation_checkpointing", "fsdp_activation_checkpointing");
    const bool keeps = details.flag("reshard_after_forward") == false;
    const std::string strategy = details.text("fsdp_sharding_strategy");
    const bool isUsed = !words.empty() || details.has("reshard_after_forward") || !strategy.empty();
    if (!reader.text("fsdp_config").empty()) {
        reader.adopt(outer.finish());
    }
    if (!isUsed) {
        return;
    }
    const bool gradients = keeps || has("shard_grad_op") || has("hybrid_shard_zero2") || strategy == "SHARD_GRAD_OP";
    settings.zero = has("no_shard") || strategy == "NO_SHARD" ? 0 : gradients ? 2 : 3;
    if (has("hybrid_shard")) {
        settings.assume(std::string(names.prefix) + "fsdp", "full_shard",
                        Core::tr("plans divide the states over all devices"));
    }
    settings.kept = recomputes ? KeptPart::Input : settings.kept;
    if (waits) {
        readOffload(reader, "cpu", "cpu");
    }
}

void readFineTuningPrecision(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    if (reader.flag("bf16").value_or(false) || reader.isAuto("bf16")) {
        settings.precision = Precision::Bf16;
    } else if (reader.flag("fp16").value_or(false)) {
        settings.precision = Precision::Fp16;
    }
}

}  // namespace

void readFineTuning(SettingReader& reader, const FineTuningNames& names, const std::filesystem::path& file)
{
    PlanSettings& settings = reader.settings();
    settings.family = "transformers";
    reader.requireAny({names.model, names.microBatch});
    settings.preset = reader.text(names.model);
    if (reader.has("deepspeed")) {
        readDeepSpeedNamed(reader, names, file);
    }
    readTrainerFsdp(reader, names, file);
    readFineTuningPrecision(reader);
    const auto microBatch = reader.number(names.microBatch, 1, mostSamples);
    const auto accumulation = reader.number("gradient_accumulation_steps", 1, mostSamples);
    settings.microBatch = microBatch ? microBatch : settings.microBatch;
    settings.microbatches = accumulation ? accumulation : settings.microbatches;
    settings.sequence = reader.number(names.sequence, 1, 1 << 24);
    setTrainerOptimizer(reader.text(names.optimizer), std::string(names.prefix) + names.optimizer, settings);
    const std::string attention = reader.text(names.attention);
    settings.fusedAttention = attention != "eager" && attention != "disabled";
}

void readAdapters(SettingReader& reader, const FineTuningNames& names, bool isQuantised)
{
    PlanSettings& settings = reader.settings();
    const auto rank = reader.number(names.rank, 1, mostRank);
    settings.tuning.method = isQuantised ? TuningMethod::Qlora : TuningMethod::Lora;
    settings.tuning.rank = static_cast<int>(rank.value_or(names.usualRank));
    if (!rank) {
        settings.assume(std::string(names.prefix) + names.rank, std::to_string(names.usualRank),
                        Core::tr("{}'s own where none is said", std::string(names.program)));
    }
    std::set<std::string> targets;
    for (const std::string& text : reader.texts(names.targets)) {
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find_first_of(", ", begin), text.size());
            if (end > begin) {
                targets.insert(text.substr(begin, end - begin));
            }
            begin = end + 1;
        }
    }
    const std::string what = std::string(names.prefix) + names.targets;
    const bool isEverywhere = names.everywhere != nullptr && reader.flag(names.everywhere).value_or(false);
    if (targets.contains("all-linear")) {
        targets = {"all"};
    } else if (isEverywhere && !targets.empty()) {
        settings.ignore(what, fmt::format("{}", fmt::join(targets, ", ")),
                        Core::tr("{} puts adapters at all linear matrices", std::string(names.everywhere)));
        targets.clear();
    } else if (!isEverywhere && targets.empty() && names.usualTargets != nullptr) {
        targets = {names.usualTargets};
        settings.assume(what, names.usualTargets, Core::tr("{}'s own where none is said", std::string(names.program)));
        settings.tuning.targets = AdapterTargets::Attention;
        return;
    } else if (!isEverywhere && targets.empty()) {
        settings.assume(what, "all",
                        names.everywhere == nullptr
                            ? Core::tr("{}'s own where none is said", std::string(names.program))
                            : Core::tr("the file names no matrices"));
    }
    settings.tuning.targets = adapterTargetsOf(targets, what, settings);
}

void setPreference(PlanSettings& settings, const std::string& objective, const std::string& what, bool isPrecomputed)
{
    constexpr std::array compared{"dpo", "ipo"};
    constexpr std::array alone{"orpo", "simpo", "cpo"};
    if (std::ranges::find(alone, objective) != alone.end()) {
        settings.preference = Preference::Precomputed;
    } else if (std::ranges::find(compared, objective) != compared.end()) {
        settings.preference = isPrecomputed ? Preference::Precomputed : Preference::Device;
    } else {
        settings.assume(what, "sft",
                        Core::tr("plans have supervised tuning and pairs of preferences (dpo, orpo, simpo), and no "
                                 "training of the kind {}, with answers that the model makes, rewards or other models",
                                 objective.substr(0, 40)));
    }
}

Json objectOfArguments(const LaunchArguments& arguments, const SettingTable& table, PlanSettings& settings,
                       const char* prefix, std::span<const char* const> open)
{
    // Several words behind these flags are one value.
    constexpr std::array lists{"target_modules", "lora_target", "lora_target_modules", "fsdp"};
    noteDoubts(arguments, table, '_', settings, prefix);
    const SettingLedger ledger(table);
    Json object = Json::object();
    for (const SaidSetting& one : arguments.all()) {
        std::string name = one.name;
        std::ranges::replace(name, '-', '_');
        std::string said;
        const auto first = arguments.text(one.name, &said);
        const SettingNames* group = ledger.find(name);
        const bool isUsed = group != nullptr && group->use == SettingUse::Used &&
                            std::ranges::find(open, std::string_view(name)) == open.end();
        const bool isList = std::ranges::find(lists, name) != lists.end();
        if (!first && !said.empty() && isUsed) {
            settings.ask(prefix + name,
                         Core::tr("the file has {}, which its start or a branch decides", said.substr(0, 60)));
        } else if (one.value.empty()) {
            object[name] = true;
        } else {
            object[name] = isList ? one.value : first.value_or(said.empty() ? one.value : said);
        }
    }
    return object;
}

std::vector<std::filesystem::path> placesOfNamed(const std::string& name, const std::filesystem::path& file)
{
    constexpr int highest = 4;  ///< folders above the file
    const std::filesystem::path named = name;
    std::filesystem::path folder = file.parent_path();
    std::vector<std::filesystem::path> places{folder / named, folder / named.filename()};
    for (int i = 0; i < highest && folder.has_relative_path(); ++i) {
        folder = folder.parent_path();
        places.push_back(folder / named);
    }
    return places;
}

std::optional<std::int64_t> stageOfName(std::string_view name)
{
    for (const std::string_view word : {"zero", "z", "stage"}) {
        for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
            std::size_t digit = at + word.size();
            digit += digit < name.size() && (name[digit] == '_' || name[digit] == '-') ? 1 : 0;
            if (digit < name.size() && name[digit] >= '0' && name[digit] <= '3') {
                return name[digit] - '0';
            }
        }
    }
    return std::nullopt;
}

}  // namespace pgram
