// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram export: a plan as a file of another program.
#include "app/pgram/command.h"
#include "core/exchange/format.h"
#include "core/plan/plan_json.h"

#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

struct Options {
    std::string plan;
    std::string to;
    std::string out;
};

Json contentOf(const NamedFile& file)
{
    Json json = Json::parse(file.content, nullptr, false);
    return json.is_object() ? json : Json(file.content);
}

Json contentOf(const std::vector<NamedFile>& files)
{
    if (files.size() == 1) {
        return contentOf(files.front());
    }
    Json json;
    for (const NamedFile& file : files) {
        json[file.name] = contentOf(file);
    }
    return json;
}

Result<ExitCode> run(const Options& options, bool json)
{
    const Result<const Format*> format = parseFormat(options.to);
    if (!format) {
        return tl::unexpected(format.error());
    }
    const Result<Plan> plan = loadPlan(options.plan);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    const auto files = writeAs(**format, *plan);
    if (!files) {
        Error error = files.error();
        error.where = options.plan;
        return tl::unexpected(error);
    }
    if (!options.out.empty()) {
        if (const Result<void> saved = saveFiles(*files, options.out); !saved) {
            return tl::unexpected(saved.error());
        }
        printMessage(fmt::format("wrote {}", options.out));
    }
    if (json) {
        Json object = outputObject("export");
        object.update(Json{{"to", options.to},
                           {"out", options.out.empty() ? Json(nullptr) : Json(options.out)},
                           {"content", contentOf(*files)}});
        printJson(object);
    } else if (options.out.empty()) {
        for (const NamedFile& file : *files) {
            printFile(file.content);
        }
    }
    return ExitOk;
}

}  // namespace

void addExport(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = addCommand(app, invocation, "export", "Write a plan as a file of another program",
                                   "  pgram export l.pgplan.json --to galvatron --out galvatron_config.json\n"
                                   "Exit code 2 where the format cannot say what the plan says, with the list.\n"
                                   "pgram list formats lists what is written.");
    command->add_option("PLAN", options->plan, "a plan file")->required()->type_name("FILE");
    command->add_option("--to", options->to, "the format")->required()->type_name("FORMAT");
    addFileToWrite(*command, "--out", options->out, "the file to write; else stdout");
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation.json); }; });
}

}  // namespace pgram::cli
