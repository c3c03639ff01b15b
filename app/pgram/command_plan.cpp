// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram plan: finds the best plan for a model on a cluster.
#include "app/pgram/command.h"
#include "app/pgram/galvatron_output.h"
#include "app/pgram/plan_galvatron.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/progress_line.h"
#include "app/pgram/search_output.h"
#include "app/pgram/time_limit.h"
#include "core/base/format.h"
#include "core/fidelity/margin.h"
#include "core/plan/plan_json.h"
#include "core/questions/faster_plan.h"

#include <fmt/format.h>
#include <memory>
#include <optional>

namespace pgram::cli {

namespace {

constexpr double mostSecondsAside = 20;  ///< limit of the searches that nobody asked for, for offers

struct PlanCommandOptions {
    PlanOptions request;
    std::string out;
    std::string fit;
    std::optional<int> tries;  ///< none: the usual number, for a limited time
    TimeLimit limit;
    std::string gap;

    [[nodiscard]] int mostTries() const { return tries.value_or(OfferLimits().plannings); }
    /// Returns the limit of each search for offers; 0 = none.
    [[nodiscard]] double secondsAside() const { return tries ? 0 : mostSecondsAside; }
};

/// Result of the search for the plan.
struct Searched {
    SearchResult result;
    EndedBy ended = EndedBy::Nothing;
};

Result<Searched> runSearch(const SearchRequest& request, const TimeLimit& limit, const SearchEnd& end,
                           MeasuredRuns& measured)
{
    const Interrupt interrupt(limit.seconds());
    ProgressLine line;
    const ProgressSink show = [&line](const Progress& progress) { line.show(progress); };
    const PlanBands bandsOf = [&measured](const Plan& plan, const Estimate& figures) {
        return measured.bandsOf(plan, figures);
    };
    Result<SearchResult> result = searchWithMargin(request, bandsOf, interrupt.token(), show, end);
    PGRAM_CHECK(result);
    if (result->plan) {
        sign(result->plan->provenance);
    }
    const bool isStopped = result->certificate.status == Certificate::Status::Stopped;
    return Searched{std::move(*result), isStopped ? endedBy(interrupt) : EndedBy::Nothing};
}

/// Result of the search for what would make a request fit.
struct Tried {
    std::optional<Offers> offers;  ///< empty: a plan fits, or no changes were tried
    bool isStopped = false;
    bool isTimeUp = false;
};

Result<Tried> offersFor(const SearchRequest& request, const SearchResult& result, const PlanCommandOptions& options)
{
    const bool isInfeasible = result.certificate.status == Certificate::Status::Infeasible;
    if (!isInfeasible || options.mostTries() == 0) {
        return Tried();
    }
    const Interrupt interrupt(options.secondsAside());
    ProgressLine line;
    return whatFits(request, {.plannings = options.mostTries()}, interrupt.token(), {},
                    [&line](const Progress& now) { line.show(now); })
        .map([&interrupt](Offers offers) {
            return Tried{std::move(offers), interrupt.token().stop_requested() && !interrupt.isTimeUp(),
                         interrupt.isTimeUp()};
        });
}

Seconds perSample(const SearchResult& result)
{
    return result.estimate->stepTime / static_cast<double>(result.plan->training.globalBatch);
}

/// Searches for a faster plan that the request did not allow. Returns a line that names it, or an empty text.
Result<std::string> fasterLine(const SearchRequest& request, const SearchResult& result,
                               const std::vector<std::string>& arguments, double limit)
{
    const Interrupt interrupt(limit);
    ProgressLine line;
    return fasterPlan(request, result, interrupt.token(), [&line](const Progress& now) { line.show(now); })
        .map([&](const std::optional<Offer>& offer) {
            return offer                  ? fasterText(*offer, perSample(result), arguments)
                   : interrupt.isTimeUp() ? fmt::format("Other dimensions and schedules may be faster: {} did not "
                                                        "suffice to say; --tries 1 searches to the end\n",
                                                        formatSeconds(limit))
                                          : std::string();
        });
}

/// Returns the exit code; prints a message on stderr where the answer alone is unclear.
ExitCode outcomeOf(const Searched& searched, const Tried& tried, const TimeLimit& limit, bool json)
{
    const SearchResult& result = searched.result;
    if (tried.isStopped) {
        printMessage("stopped; nothing fits as asked, and not all that may help was tried");
        return ExitStopped;
    }
    if (tried.isTimeUp) {
        printMessage(fmt::format("not all that may help was tried in {}; --tries {} goes on",
                                 formatSeconds(mostSecondsAside), OfferLimits().plannings));
    }
    if (searched.ended != EndedBy::Nothing) {
        return stopped(searched.ended, limit, result.plan.has_value(),
                       fmt::format("this is the best plan until then, {}", gapText(result.certificate)));
    }
    if (json && !result.plan) {
        printMessage("nothing fits");
    }
    return result.plan ? ExitOk : ExitInfeasible;
}

Result<ExitCode> run(const PlanCommandOptions& options, const Invocation& invocation)
{
    if (options.request.rules == "galvatron-3") {
        if (!options.gap.empty()) {
            return badInput("has no meaning under the rules galvatron-3", "--gap", "Leave it out");
        }
        return planUnderGalvatron(options.request, options.out, options.limit, invocation);
    }
    PGRAM_TRY(AskedRequest asked, askedRequest(options.request, invocation.program));
    if (!options.fit.empty()) {
        asked.request.fit = parse<FitRule>(options.fit).value_or(FitRule::Runs);
    }
    const SearchRequest& request = asked.request;
    MeasuredRuns measured(invocation.program);
    // Methods that end by themselves end at the limit at the latest.
    SearchEnd end{0, (options.limit.isTyped() && goesOnUntilStopped(request)) || !options.gap.empty()};
    if (!options.gap.empty()) {
        PGRAM_TRY(end.gap, ofOption(parseMeasure(options.gap, Measure::Share), "--gap"));
    }
    PGRAM_TRY(const Searched searched, runSearch(request, options.limit, end, measured));
    const SearchResult& result = searched.result;
    if (result.plan && !options.out.empty()) {
        PGRAM_CHECK(savePlan(*result.plan, options.out));
        printMessage(fmt::format("wrote {}", options.out));
    }
    PGRAM_TRY(const Tried tried, offersFor(request, result, options));
    SearchAnswer found{&request, &result, {}, asked.chosen, {}};
    if (result.plan) {
        found.judged.emplace(*result.plan, *result.estimate, measured.bandsOf(*result.plan, *result.estimate));
    }
    if (tried.offers) {
        found.offers.emplace(*tried.offers, invocation.arguments);
    }
    printAnswer(invocation, searchAnswer, found, searchText(found) + (found.offers ? offersText(*found.offers) : ""));
    if (invocation.isText() && options.mostTries() > 0 && searched.ended == EndedBy::Nothing) {
        PGRAM_TRY(const std::string faster, fasterLine(request, result, invocation.arguments, options.secondsAside()));
        printText(faster);
    }
    return outcomeOf(searched, tried, options.limit, !invocation.isText());
}

}  // namespace

void addPlan(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<PlanCommandOptions, searchAnswer, planGalvatronAnswer>(
        app, invocation, run, "plan", "Find the best plan for a model on a cluster",
        "  pgram plan --model bert-huge-32 --cluster rtx-titan-8 --memory 16GiB --batch 64 --out bert.pgplan.json\n"
        "  pgram plan --model llama2-7b --cluster a100-8 --batch 8:512:8 --target megatron --json\n"
        "  pgram plan --profile profiles/llama2-7b-8gpu --memory 16GiB --batch 64 --rules galvatron-3 --out g.json\n"
        "Exit code 1 when nothing fits: the answer names the bytes that are missing, where, the smallest budget, and\n"
        "what would make it fit that was not asked for: dimensions, schedules, precision, more nodes.");
    addPlanOptions(*command, options->request);
    addMethodOption(*command, options->request, usualMethodHelp);
    options->request.usualSearch = true;
    addRulesOptions(*command, options->request);
    addFileToWrite(*command, "--out", options->out,
                   "write the plan to a file; under galvatron-3 a Galvatron plan, ours when FILE ends in .pgplan.json");
    command
        ->add_option("--fit", options->fit,
                     "when a plan fits: by formula (default), or by runs, where also the upper end of what similar "
                     "measured runs needed has to fit")
        ->type_name("WHAT")
        ->check(CLI::IsMember({"formula", "runs"}));
    addSeconds(*command, options->limit,
               "go on improving the plan and its lower bound for this long, or until they meet, and end then; else the "
               "search ends after a fixed amount of work, at this limit at the latest");
    command
        ->add_option("--gap", options->gap,
                     "go on until the step is within this share of its lower bound, such as 2%, and end then")
        ->type_name("SHARE");
    command
        ->add_option(
            "--tries", options->tries,
            fmt::format("plans that are searched for what would make it fit, and one for what would be faster; "
                        "0 = none (default: {}, for at most {:g} s)",
                        OfferLimits().plannings, mostSecondsAside))
        ->type_name("N")
        ->check(CLI::Range(0, 100000));
}

}  // namespace pgram::cli
