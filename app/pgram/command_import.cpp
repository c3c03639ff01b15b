// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram import: a file of another program as one of ours.
#include "app/pgram/command.h"
#include "app/pgram/number_list.h"
#include "app/pgram/plan_text.h"
#include "core/cluster/cluster_json.h"
#include "core/exchange/format.h"
#include "core/model/model_json.h"
#include "core/plan/plan_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace pgram::cli {

namespace {

struct Options {
    std::string file;
    std::string from;
    std::string model;
    std::string cluster;
    std::string sequence;
    std::string out;
};

Result<const Format*> formatOf(const ForeignFile& file, const std::string& named)
{
    if (!named.empty()) {
        return parseFormat(named);
    }
    if (const Format* format = recognise(file)) {
        return format;
    }
    // A file that is cut off, or empty, says so in its own words.
    const bool isJson = !file.isFolder && (file.text.empty() || file.text.front() == '{');
    if (const Result<Json> json = parseJson(file.text, file.path.string()); isJson && !json) {
        return tl::unexpected(json.error());
    }
    return badInput("is of no format that is known", file.path.string(),
                    "Name it with --from; pgram list formats lists what is read");
}

Result<Reading> readAs(const Format& format, const ForeignFile& file, const Options& options, const PresetStore& store)
{
    ReadContext context{store};
    const Result<Architecture> model = options.model.empty() ? Architecture() : store.model(options.model);
    const Result<Cluster> cluster = options.cluster.empty() ? Cluster() : store.cluster(options.cluster);
    if (!model || !cluster) {
        return tl::unexpected(model ? cluster.error() : model.error());
    }
    context.model = options.model.empty() ? nullptr : &*model;
    context.cluster = options.cluster.empty() ? nullptr : &*cluster;
    return pgram::readAs(format, file, context);
}

/// Writes what was read where a file is named for it, and leaves in `json` what is known of it. For people: what it is.
struct Keeper {
    const Options& options;
    Json& json;

    Result<std::string> operator()(Plan& plan) const
    {
        if (options.out.empty()) {
            return badInput("is required for a plan", "--out", "Name the plan file to write");
        }
        const Result<std::int64_t> sequence = parseSequence(options.sequence);
        if (!sequence) {
            return tl::unexpected(sequence.error());
        }
        plan.training.sequenceLength = *sequence > 0 ? *sequence : plan.training.sequenceLength;
        plan.name = std::filesystem::path(options.file).stem().string();
        plan.provenance.madeBy = std::filesystem::path(options.file).filename().string();
        json["kind"] = nameOf(Content::Plan);
        return savePlan(plan, options.out).map([&] { return headline(plan); });
    }

    Result<std::string> operator()(const FoundModel& found) const
    {
        json["kind"] = nameOf(Content::Model);
        json["preset"] = found.preset.empty() ? Json(nullptr) : Json(found.preset);
        const auto saved = options.out.empty() ? Result<void>() : saveArchitecture(found.model, options.out);
        return saved.map([&] {
            return found.preset.empty() ? found.model.title + '\n'
                                        : fmt::format("{}, the preset {}\n", found.model.title, found.preset);
        });
    }

    Result<std::string> operator()(const Cluster& cluster) const
    {
        json["kind"] = nameOf(Content::Cluster);
        const auto saved = options.out.empty() ? Result<void>() : saveCluster(cluster, options.out);
        return saved.map([&] { return cluster.title + '\n'; });
    }

    Result<std::string> operator()(const SearchRequest& /*profile*/) const
    {
        return badInput("holds a model and its cluster, which are two files", options.file,
                        "Read it with pgram profile");
    }
};

Result<ExitCode> run(const Options& options, const Invocation& invocation)
{
    const Result<PresetStore> store = PresetStore::find(invocation.program);
    if (!store) {
        return tl::unexpected(store.error());
    }
    const Result<ForeignFile> file = openForeign(options.file);
    const Result<const Format*> format =
        file.and_then([&](const ForeignFile& opened) { return formatOf(opened, options.from); });
    if (!format) {
        return tl::unexpected(format.error());
    }
    Json object = outputObject("import");
    object["from"] = (*format)->name;
    Keeper keeper{options, object};
    if ((*format)->holds == Content::Profile) {
        return tl::unexpected(keeper(SearchRequest()).error());  // before a reader asks for more
    }
    Result<Reading> read = readAs(**format, *file, options, *store);
    if (!read) {
        return tl::unexpected(read.error());
    }
    const Result<std::string> text = std::visit(keeper, read->found);
    if (!text) {
        return tl::unexpected(text.error());
    }
    if (!read->ignored.empty()) {
        printMessage(fmt::format("{}: says nothing to us: {}", options.file, fmt::join(read->ignored, ", ")));
    }
    if (!options.out.empty()) {
        printMessage(fmt::format("wrote {}", options.out));
    }
    if (invocation.json) {
        object.update(Json{{"file", options.file},
                           {"out", options.out.empty() ? Json(nullptr) : Json(options.out)},
                           {"ignored", read->ignored}});
        printJson(object);
    } else {
        printText(read->summary.empty()
                      ? *text
                      : fmt::format("{} ({}): {}", (*format)->title.english, read->summary.english(), *text));
    }
    return ExitOk;
}

}  // namespace

void addImport(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = addCommand(app, invocation, "import", "Read a file of another program",
                                   "  pgram import galvatron_config.json --model llama2-7b --cluster a100-8 "
                                   "--out l.pgplan.json\n"
                                   "  pgram import config.json\n"
                                   "pgram list formats lists what is read.");
    command->add_option("FILE", options->file, "the file to read")->required()->type_name("FILE");
    command->add_option("--from", options->from, "its format; else as it is recognised")->type_name("FORMAT");
    command->add_option("--model", options->model, "the model that a plan is for")->type_name("NAME|FILE");
    command->add_option("--cluster", options->cluster, "the cluster that a plan is for")->type_name("NAME|FILE");
    command
        ->add_option("--sequence", options->sequence,
                     fmt::format("tokens per sample, {}; else the model's own", unitsOfTokens))
        ->type_name("N");
    addFileToWrite(*command, "--out", options->out, "the file to write, required for a plan");
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation); }; });
}

}  // namespace pgram::cli
