// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram import: a plan file of another program as a plan of ours.
#include "app/pgram/command.h"
#include "app/pgram/plan_text.h"
#include "core/exchange/galvatron_plan.h"
#include "core/plan/plan_json.h"
#include "core/plan/preset_store.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace pgram::cli {

namespace {

struct Options {
    std::string file;
    std::string from = "galvatron";
    std::string model;
    std::string cluster;
    std::int64_t sequence = 0;
    std::string out;
};

Result<GalvatronImport> readPlan(const Options& options, const std::filesystem::path& program)
{
    const Result<PresetStore> store = PresetStore::find(program);
    if (!store) {
        return tl::unexpected(store.error());
    }
    const Result<Architecture> model = store->model(options.model);
    if (!model) {
        return tl::unexpected(model.error());
    }
    const Result<Cluster> cluster = store->cluster(options.cluster);
    if (!cluster) {
        return tl::unexpected(cluster.error());
    }
    return readTextFile(options.file).and_then([&](const std::string& text) {
        return planFromGalvatron(text, options.file, *model, *cluster);
    });
}

Result<ExitCode> run(const Options& options, const Invocation& invocation)
{
    Result<GalvatronImport> read = readPlan(options, invocation.program);
    if (!read) {
        return tl::unexpected(read.error());
    }
    if (options.sequence > 0) {
        read->plan.training.sequenceLength = options.sequence;
    }
    read->plan.name = std::filesystem::path(options.file).stem().string();
    read->plan.provenance.madeBy = std::filesystem::path(options.file).filename().string();
    if (const Result<void> saved = savePlan(read->plan, options.out); !saved) {
        return tl::unexpected(saved.error());
    }
    if (!read->ignored.empty()) {
        printMessage(fmt::format("{}: says nothing to us: {}", options.file, fmt::join(read->ignored, ", ")));
    }
    printMessage(fmt::format("wrote {}", options.out));
    if (invocation.json) {
        Json object = outputObject("import");
        object.update(
            Json{{"from", options.from}, {"file", options.file}, {"out", options.out}, {"ignored", read->ignored}});
        printJson(object);
    } else {
        printText(headline(read->plan));
    }
    return ExitOk;
}

}  // namespace

void addImport(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = addCommand(
        app, invocation, "import", "Read a plan file of another program",
        "  pgram import galvatron_config.json --from galvatron --model llama2-7b --cluster a100-8 --out l.pgplan.json");
    command->add_option("FILE", options->file, "the file to read")->required()->type_name("FILE");
    command->add_option("--from", options->from, "its format: galvatron")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"galvatron"}))
        ->capture_default_str();
    command->add_option("--model", options->model, "the model that it is for")->required()->type_name("NAME|FILE");
    command->add_option("--cluster", options->cluster, "the cluster that it is for")
        ->required()
        ->type_name("NAME|FILE");
    command->add_option("--sequence", options->sequence, "tokens a sample; else the model's own")
        ->type_name("N")
        ->check(CLI::Range(1, 1 << 24));
    addFileToWrite(*command, "--out", options->out, "the plan file to write")->required();
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation); }; });
}

}  // namespace pgram::cli
