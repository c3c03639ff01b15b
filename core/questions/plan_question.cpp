// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/plan_question.h"

#include "core/base/json.h"
#include "core/questions/usual_request.h"
#include "core/search/task/scenario.h"
#include "core/search/task/task_list.h"
#include "core/strategy/dimension_rules.h"

#include <algorithm>

namespace pgram {

namespace {

/// Returns true if the schedule is among the requested ones, so that the user has not chosen it since.
bool isAsked(const Schedule& schedule, const SearchRequest& request)
{
    return std::ranges::any_of(candidateSchedules(request), [&](const Schedule& candidate) {
        return candidate.kind == schedule.kind && candidate.virtualStages == schedule.virtualStages;
    });
}

bool isUsed(const DimensionRules& rules, const Plan& plan)
{
    return rules.has != nullptr && std::ranges::any_of(plan.strategies, rules.has);
}

/// Returns true if the space has all dimensions of the plan.
bool allows(const Space& space, const Plan& plan)
{
    return std::ranges::all_of(dimensionRules(),
                               [&](const DimensionRules* rules) { return space.*rules->on || !isUsed(*rules, plan); });
}

/// Adds the dimensions and the schedule of the plan, so that it is one of the plans that the request allows.
void allow(const Plan& plan, SearchRequest& request)
{
    for (const DimensionRules* rules : dimensionRules()) {
        request.space.*rules->on = request.space.*rules->on || isUsed(*rules, plan);
    }
    if (!isAsked(plan.schedule, request)) {
        request.schedules.push_back({plan.schedule.kind, 1, plan.schedule.virtualStages});
    }
}

}  // namespace

std::optional<SearchRequest> keptQuestion(const Plan& plan)
{
    const Result<Json> json = parseJson(plan.provenance.request, "request");
    if (!json) {
        return std::nullopt;
    }
    JsonObject object(*json, "request");
    UnknownKeys ofAnotherRelease;
    SearchRequest request = questionFromJson(object, &ofAnotherRelease);
    return object.error() ? std::nullopt : std::optional(std::move(request));
}

SearchRequest requestOf(const Plan& plan)
{
    const std::optional<SearchRequest> kept = keptQuestion(plan);
    SearchRequest request = kept.value_or(SearchRequest());
    request.batches.clear();
    request.model = plan.model;
    request.cluster = plan.cluster;
    request.training = plan.training;
    request.memoryBudget = plan.memoryBudget;
    if (!kept || !isAsked(plan.schedule, request)) {
        request.schedules.clear();
        request.schedule = {plan.schedule.kind, 1, plan.schedule.virtualStages};
    }
    if (!kept) {
        const Result<Space> space = parseSpace(plan.provenance.space);
        const Result<Method> method = parseMethod(plan.provenance.method);
        if (!space && !allows(request.space, plan)) {
            chooseUsual(request, {.batch = false});
            allow(plan, request);
        }
        request.space = space.value_or(request.space);
        request.method = method.value_or(request.method);
    }
    return request;
}

}  // namespace pgram
