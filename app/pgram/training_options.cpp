// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/training_options.h"

#include "app/pgram/console.h"
#include "app/pgram/size_options.h"
#include "core/base/ascii.h"
#include "core/base/quoting.h"
#include "core/base/text_file.h"
#include "core/fidelity/framework.h"
#include "core/model/encoder.h"
#include "core/model/model_edits.h"
#include "core/model/run_fields.h"
#include "core/model/training_json.h"
#include "core/model/tuning.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace pgram::cli {

namespace {

/// The index of a name, in whatever case it was typed.
Result<int> readName(const std::string& typed, const std::vector<std::string_view>& names, const char* noun,
                     const char* option)
{
    const auto found = std::ranges::find(names, lowered(typed));
    if (found == names.end()) {
        return badInput(fmt::format("unknown {} '{}'", noun, typed.substr(0, 40)), option,
                        fmt::format("Known are {}", fmt::join(names, ", ")));
    }
    return static_cast<int>(found - names.begin());
}

/// --gradients; those of 32-bit formats stay in 32 bits, whatever a scenario says of another format.
Result<void> readGradients(const TrainingOptions& options, Training& training)
{
    const bool wide = training.elementBytes() == 4;
    if (options.gradients == "16" && wide) {
        return badInput(
            fmt::format("gradients of {} take 32 bits", precisionNames()[static_cast<std::size_t>(training.precision)]),
            "--gradients", "Leave it out, or give --precision bf16");
    }
    if (!options.gradients.empty() || (wide && !options.precision.empty())) {
        training.gradientBytes = options.gradients == "16" ? 2 : 4;
    }
    return {};
}

/// --tune and what describes its adapters.
Result<void> readTuning(const TrainingOptions& options, Tuning& tuning)
{
    if (!options.tune.empty()) {
        PGRAM_TRY(const int method, readName(options.tune, namesOf<TuningMethod>(), "choice", "--tune"));
        tuning = method == 0 ? Tuning() : tuning;
        tuning.method = static_cast<TuningMethod>(method);
    }
    if (tuning.method == TuningMethod::All && (options.rank > 0 || !options.adapters.empty())) {
        return badInput("describes adapters, and all parameters are trained",
                        options.rank > 0 ? "--rank" : "--adapters", "Leave it out, or give --tune lora");
    }
    tuning.rank = options.rank > 0 ? options.rank : tuning.rank;
    if (!options.adapters.empty()) {
        PGRAM_TRY(const int targets, readName(options.adapters, namesOf<AdapterTargets>(), "choice", "--adapters"));
        tuning.targets = static_cast<AdapterTargets>(targets);
    }
    return {};
}

/// --preference; adapters compare with their base, which is on the device.
Result<void> readPreference(const TrainingOptions& options, Training& training)
{
    if (options.preference.empty()) {
        return {};
    }
    PGRAM_TRY(const int preference, readName(options.preference, namesOf<Preference>(), "choice", "--preference"));
    training.preference = static_cast<Preference>(preference);
    if (training.preference == Preference::Host && training.tuning.method != TuningMethod::All) {
        return badInput("adapters have their reference model beside them: the base without adapters", "--preference",
                        "Give --preference device, or precomputed");
    }
    return {};
}

/// --framework, and the format of its gradients and its loss.
Result<void> readFramework(const TrainingOptions& options, const std::filesystem::path& program, Training& training)
{
    if (options.framework.empty()) {
        return {};
    }
    return PresetStore::find(program).and_then(loadFrameworks).and_then([&](const auto& families) {
        return ofOption(parseFramework(options.framework, families), "--framework").map([&](const auto* family) {
            training = trainedBy(family, training);
        });
    });
}

Result<void> readModules(const TrainingOptions& options, Training& training)
{
    ModuleSet modules;
    for (const std::string& name : options.modules) {
        PGRAM_TRY(const int module, readName(name, namesOf<Module>(), "module", "--recompute-modules"));
        modules.add(static_cast<Module>(module));
    }
    training.recomputedModules = modules.isEmpty() ? training.recomputedModules : modules;
    return {};
}

Result<void> readLoss(const TrainingOptions& options, Training& training)
{
    if (!options.loss.empty()) {
        PGRAM_TRY(const int loss, readName(options.loss, namesOf<LossKind>(), "loss", "--loss"));
        training.loss = static_cast<LossKind>(loss);
    }
    return {};
}

/// --images, --encoder and --projector, of a model that has an encoder in front of its embedding.
Result<void> readEncoder(const TrainingOptions& options, Architecture& model)
{
    const char* typed = options.images > 0 ? "--images" : !options.encoder.empty() ? "--encoder" : "--projector";
    const bool isTyped = options.images > 0 || !options.encoder.empty() || !options.projector.empty();
    if (isTyped && encoderRuns(model) == 0) {
        return badInput(fmt::format("{} has no encoder of images or sound", plainLine(model.title)), typed,
                        "Leave it out, or give a model with an encoder, such as qwen2.5-vl-7b");
    }
    if (options.images > 0) {
        PGRAM_TRY(model, ofOption(withImages(model, options.images), "--images"));
    }
    if (options.encoder == "none") {
        if (options.images > 0 || !options.projector.empty()) {
            return badInput("describes an encoder that --encoder none leaves out",
                            options.images > 0 ? "--images" : "--projector", "Leave one of the two out");
        }
        model = withoutEncoder(std::move(model));
    } else if (!options.encoder.empty()) {
        model = withEncoderFrozen(std::move(model), options.encoder == "frozen");
    }
    if (!options.projector.empty()) {
        model = withProjectorFrozen(std::move(model), options.projector == "frozen");
    }
    return {};
}

Result<void> readFreeze(const TrainingOptions& options, Architecture& model)
{
    if (options.freeze == 0) {
        return {};
    }
    return ofOption(withFrozen(model, options.freeze), "--freeze").map([&model](Architecture frozen) {
        model = std::move(frozen);
    });
}

Result<void> readSplit(const TrainingOptions& options, Architecture& model)
{
    if (!options.splitBlocks) {
        return {};
    }
    return ofOption(withBlocksSplit(model), "--split-blocks").map([&model](Architecture split) {
        model = std::move(split);
    });
}

}  // namespace

void addTrainingOptions(CLI::App& command, TrainingOptions& options)
{
    command
        .add_option("--precision", options.precision,
                    fmt::format("{} (bf16 by default)", fmt::join(precisionNames(), ", ")))
        ->type_name("P");
    command
        .add_option("--gradients", options.gradients,
                    "bits in which gradients are kept and summed: 32 (default), or 16 for less memory")
        ->type_name("BITS")
        ->check(CLI::IsMember({"16", "32"}));
    command
        .add_option("--optimizer", options.optimizer,
                    fmt::format("{} (adam by default; sgd has momentum)", fmt::join(optimizerNames(), ", ")))
        ->type_name("NAME");
    command.add_option("--states", options.states, "bits of the optimizer's states: 32 (default) or 16")
        ->type_name("BITS")
        ->check(CLI::IsMember({"16", "32"}));
    command
        .add_option("--master-weights", options.master,
                    "copy of 16-bit weights that is updated: 32 bits (default), or none: they are updated themselves")
        ->type_name("32|none")
        ->check(CLI::IsMember({"32", "none"}));
    command
        .add_option("--tune", options.tune,
                    "what trains: all parameters (default), lora (adapters beside frozen weights), or qlora (these "
                    "weights in 4 bits)")
        ->type_name("WHAT");
    command.add_option("--rank", options.rank, "of the adapters of --tune lora and qlora; else 16")
        ->type_name("R")
        ->check(CLI::Range(1, mostRank));
    command
        .add_option("--adapters", options.adapters,
                    "matrices of each block that have one: linear (default: all), attention or mlp")
        ->type_name("WHERE");
    command
        .add_option("--preference", options.preference,
                    "preference tuning (DPO) on pairs of sequences, and its reference model: none (default: no pairs), "
                    "precomputed (it ran before), device (a frozen copy beside the weights; adapters take their base) "
                    "or host (a copy in host memory)")
        ->type_name("WHERE");
    command.add_flag(
        "--split-blocks", options.splitBlocks,
        "the mixer and the feed-forward part of each block are layers of their own, each with its strategy");
    command.add_option("--freeze", options.freeze, "the first N blocks, and what is in front of them, are not trained")
        ->type_name("N")
        ->check(CLI::Range(1, mostLayers));
    command
        .add_option("--images", options.images,
                    "images (or clips of sound) of a sample, in a model with an encoder in front of its embedding; "
                    "their tokens are among those of the sequence")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{1}, longestSequence));
    command
        .add_option("--encoder", options.encoder,
                    "that encoder: trained or frozen (default: as in the model), or none: the language model alone")
        ->type_name("HOW")
        ->check(CLI::IsMember({"trained", "frozen", "none"}));
    command
        .add_option("--projector", options.projector,
                    "the products between encoder and language model: trained or frozen (default: as in the model)")
        ->type_name("HOW")
        ->check(CLI::IsMember({"trained", "frozen"}));
    command
        .add_option("--document-tokens", options.documentTokens,
                    "tokens of each document of a packed sample, which attends to itself alone: a number, a range "
                    "256-4096, a list 512x3,2048, lognormal:MEDIAN,95TH, or @FILE with a line LENGTH,COUNT for each "
                    "length; with padded: in front, each sample is one document, padded to the longest of its "
                    "micro-batch; else a sample is one document of full length")
        ->type_name("LENGTHS");
    command
        .add_option("--expert-load", options.expertLoad,
                    "rows that come to the rank whose experts get most, over the mean: 1 (default) is balanced routing")
        ->type_name("RATIO")
        ->check(CLI::Range(1.0, greatestExpertLoad));
    command
        .add_option("--loss", options.loss,
                    "plain (default: single steps in 32 bits), fused (one kernel) or chunked (one kernel with the "
                    "head's product, a chunk of tokens at a time: the logits are never whole)")
        ->type_name("KIND");
    command
        .add_option("--recompute-modules", options.modules,
                    fmt::format("what the dimension 'modules' computes again: {} (default: {})",
                                fmt::join(namesOf<Module>(), ", "), fmt::join(namesOf(cheapModules), ",")))
        ->type_name("NAME")
        ->delimiter(',');
    command
        .add_option("--offload-share", options.offloadShare,
                    "of the optimizer states, what an offloaded optimizer leaves to the host; else 1")
        ->type_name("SHARE")
        ->check(CLI::Range(1e-3, 1.0));
    command
        .add_option("--framework", options.framework,
                    "whose costs beside the work itself are counted, and whose format of gradients is taken, as pgram "
                    "list frameworks names them; none (default) is without")
        ->type_name("NAME");
}

Result<void> readTraining(const TrainingOptions& options, const std::filesystem::path& program, Training& training,
                          Architecture& model)
{
    if (!options.precision.empty()) {
        PGRAM_TRY(const int precision, readName(options.precision, precisionNames(), "precision", "--precision"));
        training.precision = static_cast<Precision>(precision);
    }
    if (!options.optimizer.empty()) {
        PGRAM_TRY(const int optimizer,
                  readName(options.optimizer, acceptedOptimizerNames(), "optimizer", "--optimizer"));
        training.optimizer = acceptedOptimizer(optimizer);
    }
    if (Result<void> read = readFramework(options, program, training)
                                .and_then([&] { return readGradients(options, training); })
                                .and_then([&] { return readLoss(options, training); })
                                .and_then([&] { return readModules(options, training); });
        !read) {
        return read;
    }
    if (!options.states.empty()) {
        training.stateBytes = options.states == "16" ? 2 : 4;
    }
    if (!options.master.empty()) {
        training.masterWeights = options.master == "32";
    }
    if (!options.documentTokens.empty()) {
        const Result<DocumentLengths> documents = readDocumentLengths(options.documentTokens);
        PGRAM_CHECK(documents);
        training.documents = *documents;
    }
    if (options.expertLoad > 0) {
        training.expertLoad = options.expertLoad;
    }
    if (options.offloadShare > 0) {
        training.offloadShare = options.offloadShare;
    }
    return readTuning(options, training.tuning)
        .and_then([&] { return readPreference(options, training); })
        .and_then([&] { return readEncoder(options, model); })
        .and_then([&] { return readFreeze(options, model); })
        .and_then([&] { return readSplit(options, model); });
}

const char* typedBesidePrecision(const TrainingOptions& options)
{
    for (const auto& [isTyped, option] :
         {std::pair(!options.gradients.empty(), "--gradients"), std::pair(!options.optimizer.empty(), "--optimizer"),
          std::pair(!options.states.empty(), "--states"), std::pair(!options.master.empty(), "--master-weights"),
          std::pair(!options.tune.empty(), "--tune"), std::pair(options.rank > 0, "--rank"),
          std::pair(!options.adapters.empty(), "--adapters"), std::pair(!options.preference.empty(), "--preference"),
          std::pair(options.freeze > 0, "--freeze"), std::pair(options.splitBlocks, "--split-blocks"),
          std::pair(options.images > 0, "--images"), std::pair(!options.encoder.empty(), "--encoder"),
          std::pair(!options.projector.empty(), "--projector"),
          std::pair(!options.documentTokens.empty(), "--document-tokens"),
          std::pair(options.expertLoad > 0, "--expert-load"), std::pair(!options.loss.empty(), "--loss"),
          std::pair(!options.modules.empty(), "--recompute-modules"),
          std::pair(options.offloadShare > 0, "--offload-share"),
          std::pair(!options.framework.empty(), "--framework")}) {
        if (isTyped) {
            return option;
        }
    }
    return nullptr;
}

Result<DocumentLengths> readDocumentLengths(const std::string& typed)
{
    constexpr const char* option = "--document-tokens";
    const auto placed = [](const Error& error, const std::string& where) {
        return Error{error.kind, error.what, Text(where), error.todo};
    };
    constexpr std::string_view padded = "padded:";
    const std::string_view kind = typed.starts_with(padded) ? padded : "";
    if (!typed.substr(kind.size()).starts_with('@')) {
        return DocumentLengths::parse(typed).map_error([&](const Error& error) { return placed(error, option); });
    }
    const std::string file = typed.substr(kind.size() + 1);
    const Result<std::string> text = readTextFile(file);
    PGRAM_CHECK(text);
    std::string list;
    std::istringstream lines(*text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::erase_if(line, [](char c) { return c == ' ' || c == '\r'; });
        const bool isHeading = number == 1 && !line.empty() && !isDigit(line.front());
        if (line.empty() || isHeading) {
            continue;
        }
        std::string entry = line;
        std::ranges::replace(entry, ',', 'x');
        if (line.find('-') != std::string::npos || !DocumentLengths::parse(entry)) {
            return badInput(fmt::format("has no LENGTH,COUNT in line {}: '{}'", number, plainLine(line.substr(0, 40))),
                            file, "Give a length and how often it occurs, such as 512,3");
        }
        list += (list.empty() ? "" : ",") + entry;
    }
    if (list.empty()) {
        return badInput("has no line LENGTH,COUNT", file, "Give one for each length, such as 512,3");
    }
    return DocumentLengths::parse(std::string(kind) + list).map_error([&](const Error& error) {
        return placed(error, file);
    });
}

}  // namespace pgram::cli
