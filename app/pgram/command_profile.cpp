// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram profile: reads a folder of Galvatron's profile files as a model and a cluster.
#include "app/pgram/command.h"
#include "app/pgram/number_list.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/profile_options.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace pgram::cli {

namespace {

constexpr Field<SearchRequest> profileRows[] = {
    figure<[](const SearchRequest& request) { return toJson(request.model); }>("model").describedBy(anyObject).says(
        "The object of a model file with measured runs (model.json)"),
    figure<[](const SearchRequest& request) { return toJson(request.cluster); }>("cluster").describedBy(anyObject).says(
        "The object of a cluster file with measured tables (cluster.json)"),
};
constexpr AnswerFormat<SearchRequest> profileAnswer{"profile", "Profile files of Galvatron as a model and a cluster.",
                                                    profileRows};

struct ProfileCommandOptions {
    ProfileOptions profile;
    std::string cluster;
    std::string memory;
    std::string sequence;
    std::string outModel;
    std::string outCluster;
};

Result<SearchRequest> read(const ProfileCommandOptions& options, const PresetStore& store)
{
    std::optional<Cluster> cluster;
    if (!options.cluster.empty()) {
        PGRAM_TRY(cluster, store.cluster(options.cluster));
    }
    ProfileOptions profile = options.profile;
    PGRAM_TRY(const Bytes memory, parseBudget(options.memory));
    PGRAM_TRY(profile.sequence, parseSequence(options.sequence));
    if (!options.memory.empty() && memory < MiB) {
        return badInput(fmt::format("'{}' is less than any device has", options.memory.substr(0, 40)), "--memory");
    }
    if (!cluster && memory == 0) {
        return badInput("--memory is required: a profile does not say what its devices have", "",
                        "Give it, or the --cluster that was profiled");
    }
    return profileQuestion(profile, store).and_then([&](const ProfileQuestion& question) {
        return measuredRequest(question, cluster, memory);
    });
}

std::string layersText(const Architecture& model)
{
    Table table({{"layers", Align::Left}, {"count"}, {"a sample"}, {"and once"}, {"parameters"}, {"kept a sample"}});
    for (const LayerSpec& run : model.runs) {
        if (!run.measured) {
            table.addRow({run.name, fmt::format("{}", run.count), "not measured", "", "", ""});
            continue;
        }
        const MeasuredLayer& layer = *run.measured;
        table.addRow({run.name, fmt::format("{}", run.count), formatSeconds(layer.secondsPerSample),
                      formatSeconds(layer.seconds), formatCount(layer.parameters),
                      formatBytes(layer.keptPerSample.begin()->second)});
    }
    return table.text();
}

std::string groupsText(const Cluster& cluster)
{
    Table table({{"ranks"}, {"", Align::Left}, {"bus bandwidth"}});
    for (const MeasuredGroup& group : cluster.measured) {
        table.addRow({fmt::format("{}", group.size), group.consecutive ? "neighbours" : "spread",
                      formatBandwidth(group.busBandwidth)});
    }
    for (const MeasuredPipeline& pipeline : cluster.measuredPipelines) {
        table.addRow({fmt::format("{}", pipeline.stages), "stages", formatBandwidth(pipeline.bandwidth)});
    }
    return table.text();
}

Result<void> write(const ProfileCommandOptions& options, const SearchRequest& request)
{
    if (!options.outModel.empty()) {
        if (Result<void> saved = saveArchitecture(request.model, options.outModel); !saved) {
            return saved;
        }
        printMessage(fmt::format("wrote {}", options.outModel));
    }
    if (!options.outCluster.empty()) {
        if (Result<void> saved = saveCluster(request.cluster, options.outCluster); !saved) {
            return saved;
        }
        printMessage(fmt::format("wrote {}", options.outCluster));
    }
    return {};
}

Result<ExitCode> run(const ProfileCommandOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const PresetStore store, PresetStore::find(invocation.program));
    PGRAM_TRY(const SearchRequest request, read(options, store));
    PGRAM_CHECK(write(options, request));
    printAnswer(invocation, profileAnswer, request,
                fmt::format("{}, forward of a layer in {} tokens per sample\n\n{}\n{}",
                            titlesOf(request.model, request.cluster), request.training.sequenceLength,
                            layersText(request.model), groupsText(request.cluster)));
    return ExitOk;
}

}  // namespace

void addProfile(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<ProfileCommandOptions, profileAnswer>(
        app, invocation, run, "profile", "Read Galvatron's profile files as a model and a cluster",
        "  pgram profile profiles/llama2-7b-8gpu --memory 80GiB --out-model m.json --out-cluster c.json\n"
        "The measured figures stand in both files; every command that takes a model and a cluster takes them.");
    command->add_option("DIR", options->profile.folder, "a folder of profile files")->required()->type_name("DIR");
    command->add_option("--model", options->profile.model, "the model that was profiled; else that of the files' names")
        ->type_name("NAME|FILE");
    command->add_option("--cluster", options->cluster, "the device is this one's; else one of the layers' speed")
        ->type_name("NAME|FILE");
    command
        ->add_option("--memory", options->memory,
                     fmt::format("what a device has, where there is no --cluster; {}", unitsOfMemory))
        ->type_name("SIZE");
    command
        ->add_option("--sequence", options->sequence,
                     fmt::format("tokens per sample, {}, where the profile has several", unitsOfTokens))
        ->type_name("N");
    command
        ->add_option("--precision", options->profile.precision,
                     "the one to read, fp32, fp16 or bf16, where the folder has several")
        ->type_name("P");
    addProfileOptions(*command, options->profile, true);
    addFileToWrite(*command, "--out-model", options->outModel, "the model file to write");
    addFileToWrite(*command, "--out-cluster", options->outCluster, "the cluster file to write");
}

}  // namespace pgram::cli
