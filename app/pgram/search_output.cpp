// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/search_output.h"

#include "app/pgram/console.h"
#include "app/pgram/expected.h"
#include "app/pgram/plan_text.h"
#include "core/base/format.h"
#include "core/base/quantity.h"
#include "core/base/quoting.h"
#include "core/plan/estimate_json.h"
#include "core/plan/plan_json.h"

#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>

namespace pgram::cli {

namespace {

/// How sure the answer is, and what the search took.
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

Json historyToJson(const SearchResult& result)
{
    Json json{{"incumbents", incumbentsToJson(result.incumbents)}, {"walk", Json::array()}};
    for (const BalanceStep& step : result.walk) {
        json["walk"].push_back({{"global_batch", step.batch},
                                {"pipeline", step.pipeline},
                                {"microbatches", step.microbatches},
                                {"sizes", step.sizes},
                                {"alpha_time", orNull(step.alphaTime)},
                                {"alpha_memory", orNull(step.alphaMemory)},
                                {"step_time_s", orNull(step.stepTime)},
                                {"best", step.best}});
    }
    return json;
}

}  // namespace

Json verdictToJson(const Verdict& verdict)
{
    return objectOf(tableOf<verdictRows>, verdict);
}

Json certificateToJson(const Certificate& certificate)
{
    return objectOf(tableOf<certificateRows>, certificate);
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

Json incumbentsToJson(const std::vector<IncumbentPoint>& incumbents)
{
    Json json = Json::array();
    for (const IncumbentPoint& point : incumbents) {
        Json found{
            {"seconds", orNull(point.seconds)}, {"step_time_s", orNull(point.stepTime)}, {"global_batch", point.batch}};
        if (point.plans > 0) {
            found["plans"] = point.plans;
        }
        json.push_back(std::move(found));
    }
    return json;
}

void addInfeasibility(Json& json, const Infeasibility& why)
{
    json["reason"] = why.reason;
    json["short_by_bytes"] = why.shortBy;
    json["stage"] = why.stage;
    json["candidate"] = {{"pipeline", why.pipeline},
                         {"microbatches", why.microbatches},
                         {"schedule", toString(why.schedule)},
                         {"global_batch", why.batch}};
    json["smallest_feasible_budget_bytes"] = why.smallestBudget > 0 ? Json(why.smallestBudget) : Json(nullptr);
}

std::string searchText(const SearchRequest& request, const SearchResult& result, const ErrorBands& bands)
{
    std::string text;
    if (result.plan && result.estimate) {
        text = planText(*result.plan, *result.estimate, bands) + '\n';
    } else if (result.infeasibility) {
        text = infeasibleText(request, *result.infeasibility);
    } else {
        text = "Stopped before any plan was found.\n";
    }
    if (result.worst) {
        text +=
            fmt::format("With any one device {:.3g} % slower a step takes {} at most: when that is one of stage {}.\n",
                        100 * request.slowdown, formatSeconds(result.worst->step), result.worst->stage);
    }
    return text + certificateText(result.certificate);
}

Json searchToJson(const SearchResult& result, const ErrorBands& bands)
{
    Json json = outputObject("plan");
    if (result.plan && result.estimate) {
        json.update(estimateToJson(*result.plan, *result.estimate));
        json["fit"] = fitToJson(fitOf(*result.plan, *result.estimate, bands));
        json["expected"] = expectedToJson(bands, *result.plan, *result.estimate);
        json["plan"] = Json::parse(planToJson(*result.plan), nullptr, false);
    } else {
        json["fits"] = false;
        json["plan"] = nullptr;
    }
    if (result.worst) {
        json["worst_case"] = {{"step_time_s", orNull(result.worst->step)}, {"stage", result.worst->stage}};
    }
    json["certificate"] = certificateToJson(result.certificate);
    if (result.infeasibility) {
        addInfeasibility(json, *result.infeasibility);
    }
    json["search"] = historyToJson(result);
    return json;
}

}  // namespace pgram::cli
