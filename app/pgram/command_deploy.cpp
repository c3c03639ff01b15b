// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram deploy: a model served by a cluster, by the format of its weights and by how many devices share it.
#include "app/pgram/command.h"
#include "app/pgram/deploy_output.h"
#include "app/pgram/edge_output.h"
#include "app/pgram/model_option.h"
#include "app/pgram/number_list.h"
#include "app/pgram/size_options.h"
#include "core/presets/preset_store.h"
#include "core/search/task/scenario.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace pgram::cli {

namespace {

constexpr std::int64_t mostSequences = 1 << 20;
constexpr std::int64_t mostServedTokens = 1 << 24;
constexpr std::int64_t mostDegree = 1 << 16;
constexpr std::int64_t mostTasks = 1 << 16;

struct DeployOptions {
    std::string model;
    std::string cluster;
    std::string scenario;
    std::vector<std::string> weights{"bf16", "fp8", "int8", "int4:128", "int4:128-2:4"};
    std::string prune;
    std::string tensor;
    std::string pipeline;
    std::string batch = "1";
    std::string context;
    std::string prompt;
    std::string output = "256";
    std::string memory;
    std::string tiers;
    std::string tasks = "1";
    std::string adapter = "64";
    std::string perWake = "1";
    std::string perSwitch = "1";
    SizeOptions sizes;
};

/// The model and the cluster that were typed, or the scenario's.
Result<void> readPresets(const DeployOptions& options, const std::filesystem::path& program,
                         DeploymentQuestion& question)
{
    PGRAM_TRY(const PresetStore store, PresetStore::find(program));
    if (!options.scenario.empty()) {
        PGRAM_TRY(const Scenario scenario, loadScenario(store, options.scenario));
        question.model = scenario.request.model;
        question.cluster = scenario.request.cluster;
        question.budget = scenario.request.memoryBudget;
        const std::int64_t sequence = scenario.request.training.sequenceLength;
        question.prompt = sequence > 0 ? sequence : question.prompt;
    } else if (options.model.empty() || (options.cluster.empty() && options.tiers.empty())) {
        return lacks(options.model.empty() ? "MODEL" : "CLUSTER");
    }
    if (!options.model.empty()) {
        PGRAM_TRY(const Architecture model, modelOfOption(store, options.model));
        question.model = model;
    }
    if (!options.cluster.empty()) {
        PGRAM_TRY(const Cluster cluster, store.cluster(options.cluster));
        question.cluster = cluster;
    }
    return checkSets(options.sizes)
        .and_then([&] { return sized(options.sizes, question.model); })
        .and_then([&](Architecture model) {
            question.model = std::move(model);
            return options.tiers.empty() ? sized(options.sizes, question.cluster) : question.cluster;
        })
        .map([&](Cluster cluster) { question.cluster = std::move(cluster); });
}

/// Each format as it is typed; --prune prunes those that say nothing of it.
Result<void> readFormats(const DeployOptions& options, DeploymentQuestion& question)
{
    Pruning pruning;
    if (!options.prune.empty()) {
        PGRAM_TRY(const Pruning typed, parsePruning(options.prune, "--prune"));
        pruning = typed;
    }
    for (const std::string& text : options.weights) {
        PGRAM_TRY(WeightFormat format, parseWeightFormat(text, "--weights"));
        if (format.pruning.kind == Pruning::Kind::None) {
            format.pruning = pruning;
        }
        if (std::ranges::find(question.formats, format) == question.formats.end()) {
            question.formats.push_back(format);
        }
    }
    return {};
}

/// One number of an option; `fallback` where nothing was typed.
Result<void> readNumber(const std::string& text, const char* option, std::int64_t most, std::int64_t& value)
{
    if (text.empty()) {
        return {};
    }
    return parseNumber(text, option, most).map([&value](std::int64_t typed) { value = typed; });
}

Result<DeployRequest> requestOf(const DeployOptions& options, const std::filesystem::path& program)
{
    DeployRequest request;
    DeploymentQuestion& question = request.question;
    std::int64_t tensor = 0;
    std::int64_t pipeline = 0;
    const auto into = [](std::vector<std::int64_t>& list) {
        return [&list](std::vector<std::int64_t> typed) { list = std::move(typed); };
    };
    const Result<void> read =
        readPresets(options, program, question)
            .and_then([&] { return readFormats(options, question); })
            .and_then([&] { return readNumber(options.tensor, "--tp", mostDegree, tensor); })
            .and_then([&] { return readNumber(options.pipeline, "--pp", mostDegree, pipeline); })
            .and_then([&] { return readNumber(options.prompt, "--prompt", mostServedTokens, question.prompt); })
            .and_then([&] { return readNumber(options.output, "--output", mostServedTokens, question.output); })
            .and_then([&] { return parseNumbers(options.batch, "--batch", mostSequences).map(into(request.batches)); })
            .and_then([&] {
                return options.context.empty()
                           ? Result<void>()
                           : parseNumbers(options.context, "--context", mostServedTokens).map(into(request.contexts));
            })
            .and_then([&] {
                return parseBudget(options.memory).map([&question](Bytes budget) {
                    question.budget = budget > 0 ? budget : question.budget;
                });
            });
    if (!read) {
        return tl::unexpected(read.error());
    }
    question.tensor = static_cast<int>(tensor);
    question.pipeline = static_cast<int>(pipeline);
    return request;
}

/// A file, or one that ships with the program, by its name.
Result<std::vector<MemoryTier>> tiersOf(const std::string& nameOrFile, const std::filesystem::path& program)
{
    std::error_code ignored;
    if (std::filesystem::exists(nameOrFile, ignored)) {
        return loadTiers(nameOrFile);
    }
    return PresetStore::find(program).and_then([&nameOrFile](const PresetStore& store) {
        const std::filesystem::path shipped = store.root() / "tiers" / (nameOrFile + ".json");
        std::error_code none;
        return loadTiers(std::filesystem::exists(shipped, none) ? shipped : std::filesystem::path(nameOrFile));
    });
}

Result<EdgeQuestion> edgeQuestionOf(const DeployOptions& options, const std::filesystem::path& program)
{
    DeploymentQuestion asked;
    EdgeQuestion question;
    std::int64_t tasks = 1;
    std::int64_t adapter = 1;
    std::int64_t perWake = 1;
    std::int64_t perSwitch = 1;
    const Result<void> read =
        readPresets(options, program, asked)
            .and_then([&] { return readFormats(options, asked); })
            .and_then([&] { return readNumber(options.tasks, "--tasks", mostTasks, tasks); })
            .and_then([&] { return readNumber(options.adapter, "--adapter", mostTasks, adapter); })
            .and_then([&] { return readNumber(options.perWake, "--per-wake", mostServedTokens, perWake); })
            .and_then([&] { return readNumber(options.perSwitch, "--per-switch", mostServedTokens, perSwitch); })
            .and_then([&] { return readNumber(options.prompt, "--prompt", mostServedTokens, question.tokens); })
            .and_then([&] {
                return tiersOf(options.tiers, program).map([&question](std::vector<MemoryTier> tiers) {
                    question.tiers = std::move(tiers);
                });
            });
    if (!read) {
        return tl::unexpected(read.error());
    }
    question.model = asked.model;
    question.format = asked.formats.front();
    question.tasks = static_cast<int>(tasks);
    question.adapterWidth = static_cast<int>(adapter);
    question.perWake = static_cast<double>(perWake);
    question.perSwitch = static_cast<double>(perSwitch);
    return question;
}

Result<ExitCode> runTiers(const DeployOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const EdgeQuestion question, edgeQuestionOf(options, invocation.program));
    return edgePlacement(question).map([&](const EdgeAnswer& answer) {
        printAnswer(invocation, tiersAnswer, {&question, &answer}, edgeText(question, answer));
        return answer.leastEnergy.fits() ? ExitOk : ExitInfeasible;
    });
}

Result<ExitCode> run(const DeployOptions& options, const Invocation& invocation)
{
    if (!options.tiers.empty()) {
        return runTiers(options, invocation);
    }
    PGRAM_TRY(DeployRequest request, requestOf(options, invocation.program));
    PGRAM_TRY(const std::vector<DeployedCase> cases, deployedCases(request));
    printAnswer(invocation, deployAnswer, {request.question, cases}, toText(request, cases));
    const bool fits =
        std::ranges::any_of(cases, [](const DeployedCase& each) { return each.answer.best() != nullptr; });
    return fits ? ExitOk : ExitInfeasible;
}

}  // namespace

void addDeploy(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<DeployOptions, deployAnswer, tiersAnswer>(
        app, invocation, run, "deploy", "Serve a model: what lower precision and pruning do for memory and time",
        "  pgram deploy llama2-70b dgx-a100\n"
        "  pgram deploy llama3-8b dgx-h100 --weights bf16,fp8 --tp 2 --batch 1,16,64 --context 4k,32k\n"
        "  pgram deploy --scenario served-llama2-13b --prune unstructured:0.7\n"
        "  pgram deploy bert-base --tiers rram-sram --tasks 8 --adapter 64 --weights int8\n"
        "What lower precision and pruning cost in quality is not predicted.");
    command->add_option("MODEL", options->model, "a model, by name or file");
    command->add_option("CLUSTER", options->cluster, "a cluster, by name or file");
    command->add_option("--scenario", options->scenario, "take model, cluster, memory and prompt from a scenario")
        ->type_name("NAME");
    command
        ->add_option("--weights", options->weights,
                     "formats, a list: bf16, fp8, int8, int4:GROUP, each with -2:4, -structured:SHARE or "
                     "-unstructured:SHARE behind it")
        ->delimiter(',')
        ->type_name("FORMATS");
    command->add_option("--prune", options->prune, "prune all formats: 2:4, structured:SHARE, unstructured:SHARE")
        ->type_name("PRUNING");
    command->add_option("--tp", options->tensor, "devices that share each block; by default the fewest that fit")
        ->type_name("DEGREE");
    command->add_option("--pp", options->pipeline, "stages; by default the fewest that fit")->type_name("DEGREE");
    command->add_option("--batch", options->batch, "sequences at once, a list")->type_name("COUNT");
    command
        ->add_option("--context", options->context,
                     "tokens behind which a step is counted, a list; by default "
                     "prompt and half of the output")
        ->type_name("TOKENS");
    command->add_option("--prompt", options->prompt, "tokens that are read")
        ->type_name("TOKENS")
        ->capture_default_str();
    command->add_option("--output", options->output, "tokens that are generated")
        ->type_name("TOKENS")
        ->capture_default_str();
    command->add_option("--memory", options->memory, std::string("per device; ") + unitsOfMemory)->type_name("SIZE");
    command
        ->add_option("--tiers", options->tiers,
                     "memories of an edge device, a file or rram-sram: where the tensors of MODEL live")
        ->type_name("FILE");
    command->add_option("--tasks", options->tasks, "with --tiers: tasks that share the model")->type_name("COUNT");
    command->add_option("--adapter", options->adapter, "with --tiers: width of their adapters")->type_name("WIDTH");
    command->add_option("--per-wake", options->perWake, "with --tiers: inferences between two wake-ups")
        ->type_name("COUNT");
    command->add_option("--per-switch", options->perSwitch, "with --tiers: inferences between two tasks")
        ->type_name("COUNT");
    addSizeOptions(*command, options->sizes);
}

}  // namespace pgram::cli
