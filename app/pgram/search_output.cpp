// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/search_output.h"

#include "app/pgram/plan_text.h"
#include "core/base/format.h"
#include "core/base/quantity.h"
#include "core/base/quoting.h"
#include "core/plan/plan_json.h"

#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>

namespace pgram::cli {

namespace {

/// Returns the proof of the plan and the effort of the search.
std::string certificateText(const Certificate& certificate)
{
    const std::string bound =
        fmt::format("Over {}, no plan takes less than {} per step, {} below this one.", certificate.scope,
                    formatSeconds(certificate.lowerBound), formatPercent(certificate.gap));
    std::string text;
    switch (certificate.status) {
    case Certificate::Status::Optimal:
        text = fmt::format("The best plan over {}.", certificate.scope);
        break;
    case Certificate::Status::Gap:
        text = bound;
        break;
    case Certificate::Status::Stopped:
        text = certificate.lowerBound > 0 ? "Stopped. " + bound : "Stopped.";
        break;
    case Certificate::Status::Infeasible:
        text = fmt::format("Searched over {}.", certificate.scope);
        break;
    }
    return text + fmt::format("\n{}, {} of them passed over by their bound, in {}\n",
                              counted(certificate.tasks, "task"), certificate.skipped,
                              formatSeconds(certificate.seconds));
}

std::string infeasibleText(const SearchRequest& request, const Infeasibility& why)
{
    return fmt::format("{} with {} per device: nothing fits.\n", titlesOf(request.model, request.cluster),
                       bytesText(request.budget())) +
           infeasibilityText(why, request.cluster.mostMemory(), request.schedules.size() > 1);
}

constexpr Field<BalanceStep> walkRows[] = {
    figure<&BalanceStep::batch>("global_batch").atLeast(1),
    figure<&BalanceStep::pipeline>("pipeline").atLeast(1).says("Stages"),
    figure<&BalanceStep::microbatches>("microbatches").atLeast(1),
    figure<&BalanceStep::sizes>("sizes").says("Layers of each stage"),
    figure<&BalanceStep::alphaTime>("alpha_time").atLeast(0).orNull().says("Balance of time: 1 - max/sum"),
    figure<&BalanceStep::alphaMemory>("alpha_memory").atLeast(0).orNull().says("Balance of memory: 1 - max/sum"),
    figure<&BalanceStep::stepTime>("step_time_s").atLeast(0).orNull().says("null: no strategy fits"),
    figure<&BalanceStep::best>("best"),
};
constexpr Field<SearchResult> historyRows[] = {
    listed<incumbentRows, &SearchResult::incumbents>("incumbents").says("Best plans in the order of their discovery"),
    listed<walkRows, &SearchResult::walk>("walk").says("Partitions of the balance walk"),
};
constexpr Field<WorstCase> worstCaseRows[] = {
    figure<&WorstCase::step>("step_time_s").atLeast(0).orNull().says("With the one slow device that costs most"),
    figure<&WorstCase::stage>("stage").atLeast(0).says("The stage of that device"),
};

bool isInfeasible(const SearchAnswer& answer)
{
    return !answer.judged;
}

constexpr Field<SearchAnswer> searchRows[] = {
    figure<&SearchAnswer::judged>(""),
    figure<[](const SearchAnswer&) { return false; }>("fits").when(isInfeasible),
    figure<[](const SearchAnswer& answer) { return answer.judged ? planObject(*answer.judged->plan) : Json(nullptr); }>(
        "plan")
        .describedBy(anyObject)
        .orNull()
        .says("The object of the plan file, as in plan.json"),
    nested<worstCaseRows, &SearchAnswer::result, &SearchResult::worst>("worst_case")
        .when([](const SearchAnswer& answer) { return answer.result->worst.has_value(); })
        .says("Of the method robust, whose certificate covers it"),
    nested<certificateRows, &SearchAnswer::result, &SearchResult::certificate>("certificate"),
    nested<infeasibilityRows, &SearchAnswer::result, &SearchResult::infeasibility>(""),
    nested<historyRows, &SearchAnswer::result>("search"),
    listed<noteRows, &SearchAnswer::assumed>("assumed").later().says("Values that the options left open"),
    figure<&SearchAnswer::offers>("what_fits")
        .when([](const SearchAnswer& answer) { return answer.offers.has_value(); })
        .says("Changes with which the request fits"),
};

}  // namespace

const AnswerFormat<SearchAnswer> searchAnswer{
    "plan", "The best plan with its estimate, or the reason why none fits.", searchRows, {"stages"}};

Json planObject(const Plan& plan)
{
    return Json::parse(planToJson(plan), nullptr, false);
}

std::string infeasibilityText(const Infeasibility& why, Bytes deviceMemory, bool namesSchedule)
{
    std::string text;
    if (!why.reason.empty()) {
        text += fmt::format("  {}\n", plainLine(why.reason.english()));
    }
    if (why.shortBy > 0) {
        const std::string schedule = namesSchedule ? fmt::format(" under {}", toString(why.schedule)) : "";
        text += fmt::format("  The best candidate, {} with a batch of {} in {}{}, misses {} ({} bytes) on stage {}.\n",
                            counted(why.pipeline, "stage"), why.batch, counted(why.microbatches, "micro-batch"),
                            schedule, bytesText(why.shortBy), why.shortBy, why.stage);
    }
    if (why.smallestBudget > 0) {
        text += "  " + smallestBudgetText(why.smallestBudget, deviceMemory);
    }
    return text;
}

std::string gapText(const Certificate& certificate)
{
    return certificate.lowerBound > 0 ? fmt::format("with a gap of {}", formatPercent(certificate.gap))
                                      : std::string("without a lower bound");
}

std::string smallestBudgetText(Bytes smallest, Bytes deviceMemory)
{
    const std::string above = smallest > deviceMemory
                                  ? fmt::format(", more than the {} that a device has", bytesText(deviceMemory))
                                  : std::string();
    return fmt::format("The smallest budget that works is {}{}: --memory {}\n", bytesText(smallest), above,
                       memoryToType(smallest));
}

void sign(PlanProvenance& provenance)
{
    provenance.version = PARALLELOGRAM_VERSION;
    provenance.created = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::string searchText(const SearchAnswer& answer)
{
    const SearchResult& result = *answer.result;
    std::string text = "Stopped before any plan was found.\n";
    if (answer.judged) {
        text = planText(*answer.judged) + '\n';
    } else if (result.infeasibility) {
        text = infeasibleText(*answer.request, *result.infeasibility);
    }
    if (result.worst) {
        text +=
            fmt::format("With any one device {:.3g} % slower a step takes {} at most: when that is one of stage {}.\n",
                        100 * answer.request->slowdown, formatSeconds(result.worst->step), result.worst->stage);
    }
    return text + certificateText(result.certificate) + assumedText(answer.assumed);
}

}  // namespace pgram::cli
