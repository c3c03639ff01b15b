// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The planning of a plan's task as a programme for solvers, and what one answers.
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/plan_program.h"

namespace pgram {

namespace {

/// Columns of a solution, as any solver names them.
bool recognisesMps(const ForeignFile& file, const Json& /*json*/)
{
    return file.text.find(" x_0_0_") != std::string::npos && file.text.find("ROWS\n") == std::string::npos;
}

Result<Reading> readingOfMps(const ForeignFile& file, const ReadContext& /*context*/)
{
    std::filesystem::path beside = file.path;
    beside.replace_extension(".mps");
    Result<std::string> programme = readTextFile(beside);
    if (!programme) {
        Error error = programme.error();
        error.todo = Core::tr("Put the programme that was solved beside the solution, with its name and .mps");
        return tl::unexpected(std::move(error));
    }
    return programOfMps(*programme, beside.string())
        .and_then([&](const PlanProgram& program) { return program.planOf(file.text, file.path.string()); })
        .map([](Plan&& plan) {
            Reading reading;
            const Degrees degrees = degreesOf(plan);
            reading.found = FoundPlan{std::move(plan), degrees};
            return reading;
        });
}

Result<std::vector<NamedFile>> filesOfMps(const Plan& plan, const WriteContext& /*context*/)
{
    return PlanProgram::of(plan).map([](const PlanProgram& program) {
        return std::vector<NamedFile>{{"plan.mps", program.mps()}};
    });
}

}  // namespace

constinit const Format mpsFormat{
    .name = "mps",
    .title = Core::tr("Programme for solvers"),
    .what =
        "The best plan of the plan's batch, stages, micro-batches and schedule as a mixed-integer programme in free "
        "MPS, by the paper's sum; a solver's solution beside it is read back as a plan.",
    .holds = Content::Plan,
    .usualName = "plan.mps",
    .limits = "Schedules gpipe and 1f1b; of a solution NAME.sol the programme NAME.mps lies beside it.",
    .knownBy = "a solver's columns named x_0_0_0 and so on",
    .recognises = recognisesMps,
    .read = readingOfMps,
    .write = filesOfMps,
};

}  // namespace pgram
