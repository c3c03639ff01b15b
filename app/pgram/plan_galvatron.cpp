// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/plan_galvatron.h"

#include "app/pgram/galvatron_output.h"
#include "app/pgram/progress_line.h"
#include "core/base/text_file.h"
#include "core/exchange/galvatron_plan.h"
#include "core/plan/plan_json.h"

#include <fmt/format.h>

namespace pgram::cli {

namespace {

/// A search under the rules.
struct GalvatronSearch {
    GalvatronAnswer answer;
    EndedBy ended = EndedBy::Nothing;
};

/// Options that ask for what the rules fix.
Result<void> checkOptions(const PlanOptions& options)
{
    if (options.profile.folder.empty()) {
        return badInput("the rules galvatron-3 need a profile", "--rules", "Give a folder with --profile");
    }
    const char* fixed = typedBesidePrecision(options.training);
    for (const auto& [value, option] :
         {std::pair(&options.cluster, "--cluster"), std::pair(&options.scenario, "--scenario"),
          std::pair(&options.space, "--space"), std::pair(&options.method, "--method")}) {
        fixed = value->empty() ? fixed : option;
    }
    if (fixed != nullptr) {
        return badInput("has no meaning under the rules galvatron-3", fixed, "Leave it out");
    }
    const SizeOptions& sizes = options.sizes;
    if (sizes.nodes > 0 || sizes.heads > 0 || sizes.kvHeads > 0 || sizes.ffn > 0 || sizes.experts > 0 ||
        !sizes.sets.empty() || !sizes.hostMemory.empty()) {
        return badInput(
            "a profile's sizes are what was profiled: --devices, --layers and --hidden alone choose among them",
            "--profile", "Leave other sizes out");
    }
    if (options.memory.empty()) {
        return badInput("--memory is required: a profile does not say what its devices have", "",
                        "Give --memory 16GiB");
    }
    return {};
}

/// Reads the parts of the request that the rules need.
Result<void> readSetting(const PlanOptions& options, const SearchRequest& request, galvatron::Setting& setting)
{
    const ScheduleKind kind = request.schedule.kind;
    if (kind != ScheduleKind::GPipe && kind != ScheduleKind::OneFOneB) {
        return badInput("the rules galvatron-3 know 1f1b and gpipe alone", "--schedule");
    }
    setting.gpipe = kind == ScheduleKind::GPipe;
    setting.memoryGb = static_cast<double>(request.memoryBudget) / static_cast<double>(GiB);
    setting.defaultData = options.defaultData == "ddp" ? galvatron::DataParallel::Ddp : galvatron::DataParallel::Zero2;
    setting.asyncGradients = !options.syncGradients;
    return {};
}

galvatron::PlanRequest requestOf(const SearchRequest& request, int devices)
{
    galvatron::PlanRequest asked;
    asked.batches = request.batches.empty() ? std::vector{std::int64_t{8} * devices} : request.batches;
    asked.microbatches.assign(request.microbatches.begin(), request.microbatches.end());
    return asked;
}

/// The answer as a plan of ours, on the measured model and cluster.
Result<Plan> parallelogramPlan(const GalvatronAnswer& answer, const SearchRequest& request)
{
    const ProfileQuestion& question = answer.question;
    if (!question.model) {
        return badInput(fmt::format("no plan of ours, as {}", question.withoutModel.english()),
                        question.profile.folder.path.string(), "Give the --model that was profiled");
    }
    return measuredRequest(question, std::nullopt, request.memoryBudget).and_then([&](const SearchRequest& measured) {
        const Json file = planFileOf(answer);
        return planFromGalvatron(dumped(file), "the plan found", measured.model, measured.cluster)
            .map([&](GalvatronImport read) {
                read.plan.name = question.model->name;
                read.plan.training.sequenceLength = measured.training.sequenceLength;
                read.plan.training.precision = measured.training.precision;
                read.plan.memoryBudget = request.memoryBudget;
                read.plan.provenance = {"parallelogram",
                                        PARALLELOGRAM_VERSION,
                                        "galvatron-3",
                                        "",
                                        "",
                                        std::string(name(statusOf(answer.answer))),
                                        ""};
                return read.plan;
            });
    });
}

Result<void> write(const GalvatronAnswer& answer, const std::string& out)
{
    if (out.empty() || !answer.answer.best) {
        return {};
    }
    const bool ours = out.ends_with(".pgplan.json");
    if (ours && !answer.plan) {
        return tl::unexpected(answer.plan.error());
    }
    Result<void> written =
        ours ? savePlan(*answer.plan, out) : writeTextFile(out, dumped(planFileOf(answer), 4) + '\n');
    if (written) {
        printMessage(fmt::format("wrote {}", out));
    }
    return written;
}

ExitCode outcomeOf(const GalvatronSearch& search, const TimeLimit& limit, bool json)
{
    const galvatron::PlanAnswer& answer = search.answer.answer;
    if (answer.stopped) {
        return stopped(search.ended, limit, answer.best.has_value(), "this is the best plan until then");
    }
    if (json && !answer.best) {
        printMessage("nothing fits");
    }
    return answer.best ? ExitOk : ExitInfeasible;
}

Result<GalvatronSearch> ask(const PlanOptions& options, const TimeLimit& limit, const std::filesystem::path& program)
{
    PGRAM_CHECK(checkOptions(options));
    PGRAM_TRY(const PresetStore store, PresetStore::find(program));
    PGRAM_TRY(ProfileQuestion question, profileOptions(options).and_then([&store](const ProfileOptions& profile) {
        return profileQuestion(profile, store);
    }));
    SearchRequest request;
    PGRAM_CHECK(
        readAsked(options, program, request).and_then([&] { return readSetting(options, request, question.setting); }));
    const galvatron::Rules rules(question.figures, question.setting);
    const Interrupt interrupt(limit.seconds());
    ProgressLine line;
    GalvatronAnswer answer;
    answer.answer = searchPlan(rules, requestOf(request, question.setting.devices), interrupt.token(),
                               [&line](const Progress& progress) { line.show(progress); });
    if (answer.answer.best) {
        answer.score = *rules.score(answer.task(), answer.galvatronPlan());
    }
    answer.question = std::move(question);
    if (answer.answer.best) {
        answer.plan = parallelogramPlan(answer, request);
    }
    return GalvatronSearch{std::move(answer), endedBy(interrupt)};
}

}  // namespace

Result<ExitCode> planUnderGalvatron(const PlanOptions& options, const std::string& out, const TimeLimit& limit,
                                    const Invocation& invocation)
{
    PGRAM_TRY(const GalvatronSearch search, ask(options, limit, invocation.program));
    PGRAM_CHECK(write(search.answer, out));
    printAnswer(invocation, planGalvatronAnswer, search.answer, answerText(search.answer));
    return outcomeOf(search, limit, !invocation.isText());
}

}  // namespace pgram::cli
