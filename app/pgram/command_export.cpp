// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram export: a plan as a file that a training framework reads.
#include "app/pgram/command.h"
#include "core/exchange/galvatron_plan.h"
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

Result<ExitCode> run(const Options& options, bool json)
{
    const Result<Plan> plan = loadPlan(options.plan);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    Result<std::string> text = planToGalvatron(*plan);
    if (!text) {
        Error error = text.error();
        error.where = options.plan;
        return tl::unexpected(error);
    }
    if (!options.out.empty()) {
        if (const Result<void> saved = writeTextFile(options.out, *text); !saved) {
            return tl::unexpected(saved.error());
        }
        printMessage(fmt::format("wrote {}", options.out));
    }
    if (json) {
        Json object = outputObject("export");
        object.update(Json{{"to", options.to},
                           {"out", options.out.empty() ? Json(nullptr) : Json(options.out)},
                           {"content", Json::parse(*text)}});
        printJson(object);
    } else if (options.out.empty()) {
        printFile(*text);
    }
    return ExitOk;
}

}  // namespace

void addExport(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = addCommand(app, invocation, "export", "Write a plan for a training framework",
                                   "  pgram export l.pgplan.json --to galvatron --out galvatron_config.json\n"
                                   "Exit code 2 where the format cannot say what the plan says, with the list.");
    command->add_option("PLAN", options->plan, "a plan file")->required()->type_name("FILE");
    command->add_option("--to", options->to, "the format: galvatron")
        ->required()
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"galvatron"}));
    addFileToWrite(*command, "--out", options->out, "the file to write; else stdout");
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation.json); }; });
}

}  // namespace pgram::cli
