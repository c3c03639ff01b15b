// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/plan_request.h"

#include "app/pgram/console.h"
#include "app/pgram/model_option.h"
#include "app/pgram/number_list.h"
#include "core/base/measure.h"
#include "core/base/workers.h"
#include "core/search/task/scenario.h"
#include "core/strategy/dimension_rules.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::cli {

namespace {

constexpr std::int64_t largestBatch = 1 << 24;
constexpr std::int64_t largestMicrobatches = 1 << 20;
constexpr std::int64_t mostSamples = 1'000'000'000'000;

/// Returns the names of the dimensions that the default space has, or of those that it lacks.
std::string dimensionNames(bool usual)
{
    const Space space;
    std::vector<std::string_view> names;
    for (const DimensionRules* rules : dimensionRules()) {
        if (space.*rules->on == usual) {
            names.emplace_back(rules->name);
        }
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

/// A preset into its member; nothing was typed: what the scenario says, if there is one.
template <typename T>
Result<void> readPreset(const std::string& typed, bool scenario, const char* option,
                        Result<T> (*load)(const PresetStore&, const std::string&), const PresetStore& store, T& member)
{
    if (typed.empty()) {
        return scenario ? Result<void>() : lacks(option);
    }
    PGRAM_TRY(T preset, load(store, typed));
    member = std::move(preset);
    return {};
}

Result<void> readMemory(const PlanOptions& options, SearchRequest& request)
{
    return parseBudget(options.memory).map([&request](Bytes budget) {
        request.memoryBudget = budget > 0 ? budget : request.memoryBudget;
    });
}

/// A profile's model and cluster; the device is that of a cluster that was typed.
Result<void> readProfile(const PlanOptions& options, const PresetStore& store, SearchRequest& request)
{
    if (!options.scenario.empty()) {
        return badInput("does not go with --profile", "--scenario", "Leave one of them out");
    }
    std::optional<Cluster> cluster;
    if (!options.cluster.empty()) {
        PGRAM_TRY(Cluster typed, store.cluster(options.cluster));
        cluster = std::move(typed);
    }
    SearchRequest typed;
    if (Result<void> memory = readMemory(options, typed); !memory) {
        return memory;
    }
    if (!cluster && typed.memoryBudget == 0) {
        return badInput("--memory is required: a profile does not say what its devices have", "",
                        "Give it, or the --cluster that was profiled");
    }
    return profileOptions(options)
        .and_then([&store](const ProfileOptions& profile) { return profileQuestion(profile, store); })
        .and_then(
            [&](const ProfileQuestion& question) { return measuredRequest(question, cluster, typed.memoryBudget); })
        .map([&](SearchRequest read) { request = std::move(read); });
}

/// The sizes that were typed, of the model and of the cluster. A profile has taken its own.
Result<void> readSizes(const PlanOptions& options, SearchRequest& request)
{
    SizeOptions sizes = options.sizes;
    if (!options.profile.folder.empty()) {
        sizes.devices = 0;
        sizes.layers.clear();
        sizes.hidden.clear();
    }
    return checkSets(sizes)
        .and_then([&] { return sized(sizes, request.model); })
        .and_then([&](Architecture model) {
            request.model = std::move(model);
            return sized(sizes, request.cluster);
        })
        .map([&](Cluster cluster) { request.cluster = std::move(cluster); });
}

/// The scenario's request, with the model, the cluster and the batch that were typed.
Result<void> readPresets(const PlanOptions& options, const std::filesystem::path& program, SearchRequest& request)
{
    PGRAM_TRY(const PresetStore store, PresetStore::find(program));
    if (!options.profile.folder.empty()) {
        return readProfile(options, store, request);
    }
    const bool scenario = !options.scenario.empty();
    if (scenario) {
        PGRAM_TRY(Scenario loaded, loadScenario(store, options.scenario));
        request = std::move(loaded.request);
    }
    const auto cluster = [](const PresetStore& from, const std::string& name) { return from.cluster(name); };
    return readPreset<Architecture>(options.model, scenario, "--model", modelOfOption, store, request.model)
        .and_then([&] {
            const std::string named =
                options.gpu.empty() ? options.cluster : fmt::format("{} x {}", options.gpus, options.gpu);
            const char* const option = options.gpu.empty() ? "--cluster" : "--gpu";
            return readPreset<Cluster>(named, scenario, option, cluster, store, request.cluster);
        });
}

Result<void> readBatches(const PlanOptions& options, SearchRequest& request)
{
    if (!options.batch.empty()) {
        PGRAM_TRY(const auto batches, parseNumbers(options.batch, "--batch", largestBatch));
        request.batches = batches;
        request.training.globalBatch = request.batches.front();
    }
    if (!options.microbatches.empty()) {
        PGRAM_TRY(const auto counts, parseNumbers(options.microbatches, "--microbatches", largestMicrobatches));
        request.microbatches.assign(counts.begin(), counts.end());
    }
    return {};
}

Result<void> readQuestion(const PlanOptions& options, const std::filesystem::path& program, SearchRequest& request)
{
    PGRAM_TRY(const std::int64_t sequence, parseSequence(options.sequence));
    request.training.sequenceLength = sequence > 0 ? sequence : request.training.sequenceLength;
    return readTraining(options.training, program, request.training, request.model).and_then([&] {
        return readBatches(options, request);
    });
}

/// --target: all that it can run, as far as nothing else is typed.
Result<void> readTarget(const PlanOptions& options, SearchRequest& request)
{
    if (options.target.empty()) {
        return {};
    }
    PGRAM_TRY(const Target* target, ofOption(parseTarget(options.target), "--target"));
    if (!options.method.empty() && options.method != info(Method::Joint).name) {
        return badInput("plans of a target are searched by joint alone", "--method", "Leave it out");
    }
    request.target = target;
    request.method = Method::Joint;
    if (options.space.empty()) {
        request.space = request.target->space.value;
    }
    if (options.schedule.empty()) {
        request.schedules.assign(request.target->schedules.value.begin(), request.target->schedules.value.end());
        request.schedule = request.schedules.front();
    }
    return {};
}

Result<void> readSearch(const PlanOptions& options, SearchRequest& request)
{
    if (!options.space.empty()) {
        PGRAM_TRY(const Space space, ofOption(parseSpace(options.space), "--space"));
        request.space = space;
    }
    if (Result<void> target = readTarget(options, request); !target) {
        return target;
    }
    request.space.takeaway3 = request.space.takeaway3 && !options.mixed;
    request.space.anyDivisor = request.space.anyDivisor || options.anyDivisor;
    if (options.rules == "paper") {
        request.rule = StepRule::Paper;
    }
    if (!options.method.empty()) {
        PGRAM_TRY(const Method method, ofOption(parseMethod(options.method), "--method"));
        request.method = method;
    }
    if (!options.schedule.empty()) {
        PGRAM_TRY(const std::vector<Schedule> schedules, ofOption(parseSchedules(options.schedule), "--schedule"));
        request.schedule = schedules.front();
        request.schedules = schedules.size() > 1 ? schedules : std::vector<Schedule>{};
    }
    request.threads = options.threads;
    request.samples = options.samples > 0 ? options.samples : request.samples;
    if (!options.slow.empty()) {
        PGRAM_TRY(const double slow, ofOption(parseMeasure(options.slow, Measure::Share), "--slow"));
        if (request.method != Method::Robust) {
            return badInput("is of the method robust", "--slow", "Give --method robust, or leave it out");
        }
        request.slowdown = slow;
    }
    request.seed = options.seed > 0 ? options.seed : request.seed;
    return {};
}

OpenParts openParts(const PlanOptions& options)
{
    const bool isGiven = !options.scenario.empty();
    const bool isSearchGiven = isGiven || !options.space.empty() || !options.schedule.empty() ||
                               !options.method.empty() || !options.target.empty() || !options.profile.folder.empty() ||
                               options.rules != "parallelogram";
    return {.batch = !isGiven && options.batch.empty(), .search = options.usualSearch && !isSearchGiven};
}

}  // namespace

void addPlanOptions(CLI::App& command, PlanOptions& options)
{
    command.add_option("--model", options.model, "a model's name or file")->type_name("NAME|FILE");
    auto* cluster = command
                        .add_option("--cluster", options.cluster,
                                    "a cluster's name or file, or a number and a device: '2 x RTX 3090'")
                        ->type_name("NAME|FILE");
    command.add_option("--gpu", options.gpu, "a device's name: 'RTX 3090'; its usual machine")
        ->type_name("NAME")
        ->excludes(cluster);
    command.add_option("--gpus", options.gpus, "number of devices with --gpu")
        ->check(CLI::Range(1, 1 << 20))
        ->needs("--gpu");
    command.add_option("--scenario", options.scenario, "a scenario's name or file, in place of the options below")
        ->type_name("NAME|FILE");
    command
        .add_option("--memory", options.memory,
                    fmt::format("memory budget per device, such as 16GiB; else all that it has; {}", unitsOfMemory))
        ->type_name("SIZE");
    command
        .add_option("--batch,--batches", options.batch,
                    "samples per step: 64, 1k (1024), or candidates as 8,16,32 or 8:512:8; else as many as in "
                    "published trainings of models of this size")
        ->type_name("B");
    command
        .add_option("--sequence", options.sequence,
                    fmt::format("tokens per sample, {}; else the model's own", unitsOfTokens))
        ->type_name("N");
    addTrainingOptions(command, options.training);
    command
        .add_option("--space", options.space,
                    fmt::format("dimensions: {} (default: these; in plan and cost modern, where no option names the "
                                "search), {}; {}",
                                dimensionNames(true), dimensionNames(false), spaceGroupsHelp))
        ->type_name("LIST");
    command
        .add_option(
            "--target", options.target,
            "plans that this framework can run, by joint: its dimensions and schedules unless others are given; "
            "pgram targets lists them")
        ->type_name("TARGET");
    command.add_flag("--mixed", options.mixed, "allow DP and SDP in one tree (hybrid sharding): Takeaway 3 off");
    command.add_flag("--any-divisor", options.anyDivisor, "degrees beyond powers of two");
    command
        .add_option("--schedule", options.schedule,
                    fmt::format("{} (1f1b by default), or candidates as 1f1b,zb-h1", scheduleNames()))
        ->type_name("LIST");
    command.add_option("--microbatches", options.microbatches, "candidates, as for --batch; else all that divide B")
        ->type_name("M");
    command.add_option("--threads", options.threads, "number of search threads; one per core by default")
        ->type_name("N")
        ->check(CLI::Range(1, mostThreads));
    command
        .add_option(
            "--samples", options.samples,
            "plans scored by methods that sample; else two million (annealing, random) or 2000 (auto-map, q-ensemble)")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{1}, mostSamples));
    command.add_option("--seed", options.seed, "of methods that sample; else 1")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    command
        .add_option("--slow", options.slow,
                    "of the method robust: how much slower any one device may be, 20% (default)")
        ->type_name("SHARE");
    CLI::Option* folder =
        command
            .add_option("--profile", options.profile.folder,
                        "a folder of Galvatron's profile files: measured layers and links in place of --cluster, whose "
                        "device alone is taken")
            ->type_name("DIR")
            ->group(profileGroup);
    addProfileOptions(command, options.profile, false);
    addSizeOptions(command, options.sizes);
    for (CLI::Option* option : command.get_options()) {
        if (option->get_group() == profileGroup && option != folder) {
            option->needs(folder);
        }
    }
}

void addMethodOption(CLI::App& command, PlanOptions& options, const std::string& usual)
{
    command
        .add_option("--method", options.method, fmt::format("as pgram list methods names them; {} by default", usual))
        ->type_name("NAME");
}

void addRulesOptions(CLI::App& command, PlanOptions& options)
{
    CLI::Option* folder = command.get_option("--profile");
    command
        .add_option("--rules", options.rules,
                    "how plans are ranked: parallelogram (the simulated step), paper (its own sum), or galvatron-3 "
                    "with a --profile")
        ->type_name("RULES")
        ->check(CLI::IsMember({"parallelogram", "paper", "galvatron-3"}))
        ->capture_default_str();
    command.add_option("--default-dp", options.defaultData, "galvatron-3: what is not sharded by ZeRO-3")
        ->type_name("KIND")
        ->check(CLI::IsMember({"ddp", "zero2"}))
        ->capture_default_str()
        ->needs(folder)
        ->group(profileGroup);
    command
        .add_flag("--no-async-grad-reduce", options.syncGradients,
                  "galvatron-3: gradients are reduced every micro-batch")
        ->needs(folder)
        ->group(profileGroup);
}

Result<ProfileOptions> profileOptions(const PlanOptions& options)
{
    return parseSequence(options.sequence).map([&options](std::int64_t sequence) {
        ProfileOptions profile = options.profile;
        profile.model = options.model;
        profile.precision = options.training.precision;
        profile.sequence = sequence;
        profile.devices = options.sizes.devices;
        profile.layers = options.sizes.layers;
        profile.hidden = options.sizes.hidden;
        return profile;
    });
}

Result<void> readAsked(const PlanOptions& options, const std::filesystem::path& program, SearchRequest& request)
{
    return readQuestion(options, program, request).and_then([&] { return readMemory(options, request); }).and_then([&] {
        return readSearch(options, request);
    });
}

Result<AskedRequest> askedRequest(const PlanOptions& options, const std::filesystem::path& program)
{
    AskedRequest asked;
    SearchRequest& request = asked.request;
    return readPresets(options, program, request)
        .and_then([&] { return readSizes(options, request); })
        .and_then([&] { return readAsked(options, program, request); })
        .map([&] {
            asked.chosen = chooseUsual(request, openParts(options));
            return asked;
        });
}

Result<SearchRequest> planRequest(const PlanOptions& options, const std::filesystem::path& program)
{
    return askedRequest(options, program).map([](AskedRequest asked) { return std::move(asked.request); });
}

}  // namespace pgram::cli
