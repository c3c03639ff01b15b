// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of NeMo and Megatron-Bridge: YAML, settings of a command, and literal assignments of a recipe in Python.
#include "core/base/ascii.h"
#include "core/base/json.h"
#include "core/exchange/adapter_names.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/megatron_leaves.h"
#include "core/exchange/megatron_settings.h"
#include "core/exchange/nested_settings.h"
#include "core/exchange/python_arguments.h"
#include "core/exchange/setting_reader.h"
#include "core/exchange/shell_words.h"
#include "core/exchange/words.h"
#include "core/model/tuning.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

namespace pgram {

namespace {

constexpr const char* nemoProgram = "NeMo";

bool hasAny(std::string_view text, std::initializer_list<const char*> words)
{
    return std::ranges::any_of(words, [text](const char* word) { return text.find(word) != std::string_view::npos; });
}

bool recognisesNemo(const ForeignFile& file, const Json& json)
{
    const std::string& text = file.text;
    if (json.is_object() || verlFormat.recognises(file, json)) {
        return false;
    }
    const bool isYaml = (hasLineOf(text, {"trainer:", "train:"}) && hasLineOf(text, {"model:"}) &&
                         hasAny(text, {"_model_parallel_size:", "micro_batch_size:", "global_batch_size:"}));
    const bool isCommand = hasAny(text, {"model.tensor_model_parallel_size=", "model.pipeline_model_parallel_size=",
                                         "train.global_batch_size=", "model.micro_batch_size=", "nemo llm pretrain",
                                         "nemo llm finetune", "trainer.strategy.tensor_model_parallel_size="});
    const bool isRecipe =
        isPython(text) && hasAny(text, {"megatron.bridge", "nemo.collections", "nemo_run"}) &&
        hasAny(text, {"pretrain_recipe", "finetune_recipe", "_config(", "MegatronStrategy", "ConfigContainer"});
    return isYaml || isCommand || isRecipe;
}

/// Returns the model of a recipe's name: "llama3-8b" of "llama3_8b_pretrain_config" or "llm.llama3_8b.pretrain_recipe".
std::string modelOfRecipe(std::string_view word)
{
    std::string name(word);
    for (const std::string_view end :
         {".pretrain_recipe", ".finetune_recipe", "_pretrain", "_finetune", "_sft_", "_peft_", "_low_precision"}) {
        name = name.substr(0, name.find(end));
    }
    if (name.size() == word.size()) {
        return {};
    }
    name = name.substr(name.rfind('.') + 1);
    for (const std::string_view length : {"_8k", "_16k", "_64k", "_128k"}) {
        name = name.substr(0, name.size() - (name.ends_with(length) ? length.size() : 0));
    }
    std::ranges::replace(name, '_', '-');
    return name;
}

/// Returns the words of letters, digits, dots, slashes and dashes in a text.
std::vector<std::string> nameWords(std::string_view text)
{
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (isNameLetter(c) || c == '.' || c == '/' || c == '-') {
            words.back() += c;
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    return words;
}

/// Takes the model by the name of a recipe or of a checkpoint on a hub.
void takeRecipe(std::string_view text, PlanSettings& settings)
{
    constexpr std::array loaders{"from_hf_pretrained", "from_pretrained", "hf_path",      "hf-path",
                                 "hf_model_id",        "--hf-model-path", "hf_model_path"};
    const std::vector<std::string> words = nameWords(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (const std::string recipe = modelOfRecipe(words[i]); settings.preset.empty() && recipe.size() > 2) {
            settings.preset = recipe;
            settings.assume("recipe", words[i].substr(0, 80),
                            Core::tr("what the recipe sets itself is not read: the values here are those of the file"));
        }
        const bool isLoader =
            std::ranges::any_of(loaders, [&words, i](std::string_view loader) { return words[i].ends_with(loader); });
        if (isLoader && i + 1 < words.size() && words[i + 1].find('/') != std::string::npos) {
            settings.hints.emplace_back(words[i], words[i + 1]);
        }
    }
}

/// Returns the value of a literal of Python, or of a variable with one; null: Python computes it.
Json literalOf(std::string_view text, const std::map<std::string, Json, std::less<>>& variables)
{
    const auto known = variables.find(text);
    if (known != variables.end()) {
        return known->second;
    }
    if (text == "None") {
        return "None";
    }
    const bool isText = text.size() > 1 && (text.front() == '"' || text.front() == '\'') &&
                        text.find(text.front(), 1) == text.size() - 1;
    const bool isList = text.starts_with('[') && text.ends_with(']');
    const bool isTruth = text == "True" || text == "False";
    const bool isNumber = !text.empty() && (isDigit(text.front()) || text.front() == '-') &&
                          text.find_first_not_of("0123456789._-eE+") == std::string_view::npos;
    return isText || isList || isTruth || isNumber ? valueOfWord(std::string(text)) : Json();
}

/// Sets one assignment, and reports what Python computes.
void takeAssignment(std::string_view path, std::string_view value,
                    const std::map<std::string, Json, std::less<>>& variables, Json& json, PlanSettings& settings)
{
    const Json literal = literalOf(value, variables);
    if (literal.is_null()) {
        settings.ignore(std::string(path), std::string(value.substr(0, 60)),
                        Core::tr("Python computes it: only plain values are read"));
    } else if (literal != "None") {
        if (const Json before = valueAtPath(json, path); !before.is_null() && before != literal) {
            settings.assume(std::string(path), dumped(literal).substr(0, 60),
                            Core::tr("the file sets it several times, before to {}: the last value counts",
                                     dumped(before).substr(0, 60)));
        }
        setAtPath(json, path, literal);
    }
}

/// Returns the literal assignments of a program: "cfg.model.a = 1" as a in model, and "a=1," of a call.
Json assignmentsOfPython(std::string_view text, PlanSettings& settings)
{
    Json json = Json::object();
    std::map<std::string, Json, std::less<>> variables;
    const SettingLedger megatron(megatronTable);
    const SettingLedger own(nemoTable);
    bool isInText = false;
    for (std::string_view line : splitLines(text)) {
        line = trimmed(line.substr(0, line.find(" #")));
        const bool marksText = line.find("\"\"\"") != std::string_view::npos;
        const bool closesToo = marksText && line.find("\"\"\"", line.find("\"\"\"") + 3) != std::string_view::npos;
        if (isInText || marksText) {
            isInText = marksText && !closesToo ? !isInText : isInText;
            continue;
        }
        const std::size_t equals = line.find('=');
        if (line.starts_with('#') || line.starts_with("def ") || equals == std::string_view::npos || equals == 0 ||
            line.substr(equals).starts_with("==") || std::string_view("!<>+-*/:").find(line[equals - 1]) < 8) {
            continue;
        }
        const std::string_view name = trimmed(line.substr(0, equals));
        std::string_view value = trimmed(line.substr(equals + 1));
        const bool isName = std::ranges::all_of(name, [](char c) { return isNameLetter(c) || c == '.'; });
        const std::size_t dot = name.find('.');
        if (!isName) {
            continue;
        }
        if (dot != std::string_view::npos) {
            takeAssignment(name.substr(dot + 1), value, variables, json, settings);
            continue;
        }
        const bool isArgument = value.ends_with(',') || value.ends_with(')');
        value = isArgument ? trimmed(value.substr(0, value.find_last_not_of(",) ") + 1)) : value;
        std::string flag = megatronNameOf(name);
        std::ranges::replace(flag, '_', '-');
        if (!isArgument) {
            const Json literal = literalOf(value, variables);
            variables[std::string(name)] = literal;
        } else if (megatron.find(flag) != nullptr || own.find(name) != nullptr) {
            takeAssignment(name, value, variables, json, settings);
        }
    }
    return json;
}

/// Adds the precision that NeMo's trainer or Bridge's recipe of mixed precision names.
void addPrecision(SettingReader& reader, Json& arguments)
{
    SettingReader trainer = reader.object("trainer");
    std::string word;
    for (const Json* value :
         {&trainer.value("precision"), &reader.value("mixed_precision"), &reader.value("precision")}) {
        word = word.empty() && !value->is_null() && !value->is_object()
                   ? (value->is_string() ? value->get<std::string>() : dumped(*value))
                   : word;
    }
    const auto has = [&word](const char* part) { return word.find(part) != std::string::npos; };
    if (has("bf16")) {
        arguments["bf16"] = true;
    } else if (has("16")) {
        arguments["fp16"] = true;
    }
    if (has("fp8")) {
        arguments["fp8_format"] = "hybrid";
        arguments["fp8_recipe"] = has("mxfp8")                        ? "mxfp8"
                                  : has("subchannel") || has("block") ? "blockwise"
                                  : has("current")                    ? "tensorwise"
                                                                      : "delayed";
    }
}

void readNemoAdapters(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    const Json& peft = reader.value("peft");
    SettingReader model = reader.object("model");
    const bool isObject = peft.is_object();
    SettingReader inner = isObject ? reader.object("peft") : model.object("peft");
    std::string scheme = isObject || peft.is_null() ? inner.text("peft_scheme") : reader.text("peft");
    scheme = scheme.empty() ? reader.text("peft_scheme") : scheme;
    std::optional<std::int64_t> rank;
    std::vector<std::string> targets;
    if (isObject) {
        rank = inner.number("dim", 1, mostRank);
        targets = inner.texts("target_modules");
        scheme = scheme.empty() ? "lora" : scheme;
    } else if (scheme == "lora") {
        SettingReader tuning = model.object("peft").object("lora_tuning");
        rank = tuning.number("adapter_dim", 1, mostRank);
        targets = tuning.texts("target_modules");
    }
    if (scheme.empty() || scheme == "none") {
        return;
    }
    if (scheme != "lora") {
        settings.assume("/peft", "full", Core::tr("plans have no tuning of the kind {}", scheme.substr(0, 40)));
        return;
    }
    settings.tuning.method = TuningMethod::Lora;
    settings.tuning.rank = static_cast<int>(rank.value_or(32));
    if (!rank) {
        settings.assume("/peft/dim", "32", Core::tr("{}'s own where none is said", std::string(nemoProgram)));
    }
    settings.tuning.targets =
        adapterTargetsOf(std::set<std::string>(targets.begin(), targets.end()), "/peft/target_modules", settings);
}

/// Reads what NeMo has beside the arguments of Megatron-LM, and adds those that follow from it.
void readBesideMegatron(SettingReader& reader, bool isOldest, Json& arguments)
{
    PlanSettings& settings = reader.settings();
    SettingReader trainer = reader.object("trainer");
    SettingReader model = reader.object("model");
    if (const auto devices = trainer.number("devices", 1, 1 << 16)) {
        arguments["nproc_per_node"] = *devices;
    }
    (void)trainer.has("plugins");
    addPrecision(reader, arguments);
    readNemoAdapters(reader);
    const std::string optimizer = model.object("optim").text("name");
    if (optimizer.starts_with("distributed")) {
        arguments["use_distributed_optimizer"] = true;
    } else if (!isOldest && !arguments.contains("use_distributed_optimizer")) {
        arguments["use_distributed_optimizer"] = true;
        settings.assume("use_distributed_optimizer", "true",
                        Core::tr("{}'s own where none is said", std::string(nemoProgram)));
    }
    for (const char* name : {"restore_from_path", "hf_model_id", "pretrained_checkpoint"}) {
        if (const std::string path = model.text(name); !path.empty()) {
            settings.hints.emplace_back(std::string("/model/") + name, path);
        }
    }
    for (const char* name : {"recipe", "factory", "hf_model_id", "hf_path"}) {
        (void)reader.has(name);
    }
    if (const std::string factory = reader.text("factory"); settings.preset.empty() && !factory.empty()) {
        settings.preset = factory;
        std::ranges::replace(settings.preset, '_', '-');
    }
}

/// Adds the notes of one reader to the settings of another.
void addNotes(PlanSettings&& from, PlanSettings& to)
{
    for (auto list : {&PlanSettings::assumed, &PlanSettings::asked, &PlanSettings::ignored, &PlanSettings::unknown}) {
        std::ranges::move(from.*list, std::back_inserter(to.*list));
    }
    std::ranges::move(from.hints, std::back_inserter(to.hints));
    to.preset = to.preset.empty() ? from.preset : to.preset;
    to.tuning = from.tuning.method == TuningMethod::All ? to.tuning : from.tuning;
}

Result<Reading> readingOfNemo(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    const std::string name = file.path.extension().string();
    const bool isYaml = name == ".yaml" || name == ".yml";
    PlanSettings notes;
    constexpr std::array open{"trainer/devices", "trainer/num_nodes", "model/restore_from_path", "recipe", "factory"};
    Result<Json> json = isYaml ? jsonOfYaml(file.text, where)
                        : isPython(file.text)
                            ? Result<Json>(assignmentsOfPython(file.text, notes))
                            : Result<Json>(objectOfOverrides(overridesOfText(file.text), nemoTable, notes, open));
    if (!json) {
        return tl::unexpected(json.error());
    }
    resolveReferences(*json);
    takeRecipe(isYaml ? std::string_view() : std::string_view(file.text), notes);
    if (!json->is_object() || json->empty()) {
        return badInput(
            Core::tr("has no settings of NeMo or Megatron-Bridge"), where,
            Core::tr("Give its YAML, a script with settings such as model.tensor_model_parallel_size=2, or a "
                     "recipe in Python"));
    }
    constexpr std::array<std::string_view, 9> kept{"exp_manager", "logger",    "checkpoint", "tokenizer",   "log",
                                                   "resume",      "profiling", "peft",       "nsys_profile"};
    Json arguments = takeMegatronArguments(*json, kept);
    const bool isOldest = isYaml && json->contains("exp_manager");
    SettingReader reader(*json, where, notes, nemoTable);
    readBesideMegatron(reader, isOldest, arguments);
    if (const Result<void> finished = reader.finish(); !finished) {
        return tl::unexpected(finished.error());
    }
    const bool hasModel = context.model != nullptr || !notes.preset.empty();
    return settingsOfMegatron(argumentsOfJson(arguments), where, hasModel).and_then([&](PlanSettings&& settings) {
        addNotes(std::move(notes), settings);
        settings.method = "nemo";
        settings.family = isOldest ? "nemo" : "megatron-bridge";
        if (!arguments.contains("bf16") && !arguments.contains("fp16")) {
            settings.precision.reset();
        }
        return planOfSettings(std::move(settings), where, context);
    });
}

}  // namespace

constinit const Format nemoFormat{
    .name = "nemo",
    .title = Core::tr("NeMo or Megatron-Bridge configuration"),
    .what = "The YAML of NeMo or Megatron-Bridge, a script with settings such as model.tensor_model_parallel_size=2, "
            "or a recipe in Python.",
    .holds = Content::Plan,
    .usualName = "config.yaml",
    .limits = "Of Python, plain values that are assigned or passed by name are read; what a shipped recipe sets itself "
              "is not.",
    .knownBy = "trainer and model with the names of Megatron-LM, or nemo llm",
    .recognises = recognisesNemo,
    .read = readingOfNemo,
};

}  // namespace pgram
