// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/task/result_json.h"

#include "core/base/index.h"
#include "core/base/json.h"
#include "core/plan/plan_json.h"
#include "core/schedule/schedule.h"

#include <cmath>
#include <limits>

namespace pgram {

namespace {

constexpr double most = std::numeric_limits<double>::max();
constexpr std::int64_t mostCount = std::numeric_limits<int>::max();
constexpr std::int64_t mostBatch = std::int64_t{1} << 53;
void put(Json& json, const char* key, double value)
{
    if (std::isfinite(value)) {
        json[key] = value;
    }
}

double amount(JsonObject& object, const char* key)
{
    return object.numberOr(key, infinity, -most, most);
}

int count(JsonObject& object, const char* key, std::int64_t least = 0)
{
    return static_cast<int>(object.integer(key, least, mostCount));
}

Json toJson(const Certificate& certificate)
{
    Json json{{"status", name(certificate.status)},
              {"scope", certificate.scope},
              {"orders", certificate.orders},
              {"tasks", certificate.tasks},
              {"skipped", certificate.skipped}};
    put(json, "lower_bound_s", certificate.lowerBound);
    put(json, "gap", certificate.gap);
    put(json, "seconds", certificate.seconds);
    return json;
}

Certificate certificateFromJson(JsonObject object)
{
    Certificate certificate;
    certificate.status = static_cast<Certificate::Status>(object.oneOf("status", namesOf<Certificate::Status>()));
    certificate.scope = object.string("scope");
    certificate.orders = object.stringOr("orders", {});
    certificate.tasks = count(object, "tasks");
    certificate.skipped = count(object, "skipped");
    certificate.lowerBound = amount(object, "lower_bound_s");
    certificate.gap = amount(object, "gap");
    certificate.seconds = object.numberOr("seconds", 0, 0, most);
    return certificate;
}

Json toJson(const Infeasibility& why)
{
    return {{"short_by_bytes", why.shortBy},
            {"stage", why.stage},
            {"pipeline", why.pipeline},
            {"microbatches", why.microbatches},
            {"schedule", toString(why.schedule)},
            {"schedule_microbatches", why.schedule.microbatches},
            {"global_batch", why.batch},
            {"smallest_budget_bytes", why.smallestBudget},
            {"reason", why.reason}};
}

Infeasibility infeasibilityFromJson(JsonObject object)
{
    Infeasibility why;
    why.shortBy = object.integer("short_by_bytes", 0, largestBytes);
    why.stage = count(object, "stage");
    why.pipeline = count(object, "pipeline", 1);
    why.microbatches = count(object, "microbatches", 1);
    if (const Result<Schedule> schedule = parseSchedule(object.string("schedule"))) {
        why.schedule = *schedule;
    } else {
        object.fail("schedule", schedule.error().what, schedule.error().todo);
    }
    why.schedule.microbatches = count(object, "schedule_microbatches", 1);
    why.batch = object.integer("global_batch", 0, mostBatch);
    why.smallestBudget = object.integer("smallest_budget_bytes", 0, largestBytes);
    why.reason = Text(object.string("reason"));
    return why;
}

Json toJson(const BalanceStep& step)
{
    Json json{{"global_batch", step.batch}, {"pipeline", step.pipeline}, {"microbatches", step.microbatches},
              {"sizes", step.sizes},        {"from", step.from},         {"time_cut", step.timeCut},
              {"best", step.best}};
    for (std::size_t i = 0; i < step.stageMemory.size(); ++i) {
        Json& stage = json["stages"].emplace_back(Json{{"memory_bytes", step.stageMemory[i]}});
        put(stage, "time_s", step.stageTimes[i]);
    }
    put(json, "alpha_time", step.alphaTime);
    put(json, "alpha_memory", step.alphaMemory);
    put(json, "step_time_s", step.stepTime);
    return json;
}

BalanceStep balanceStepFromJson(JsonObject& object, std::size_t earlier)
{
    BalanceStep step;
    step.batch = object.integer("global_batch", 1, mostBatch);
    step.pipeline = count(object, "pipeline", 1);
    step.microbatches = count(object, "microbatches", 1);
    for (const std::int64_t size : object.integersOr("sizes", 0, mostCount)) {
        step.sizes.push_back(static_cast<int>(size));
    }
    // It goes on from one before it.
    step.from = static_cast<int>(object.integerOr("from", -1, -1, static_cast<std::int64_t>(earlier) - 1));
    step.timeCut = object.booleanOr("time_cut", false);
    step.best = object.booleanOr("best", false);
    step.alphaTime = object.numberOr("alpha_time", 0, -most, most);
    step.alphaMemory = object.numberOr("alpha_memory", 0, -most, most);
    step.stepTime = amount(object, "step_time_s");
    if (object.has("stages")) {
        for (JsonObject& stage : object.objects("stages")) {
            step.stageMemory.push_back(stage.integer("memory_bytes", 0, largestBytes));
            step.stageTimes.push_back(amount(stage, "time_s"));
        }
    }
    return step;
}

}  // namespace

Json toJson(const SearchResult& result)
{
    Json json{{"certificate", toJson(result.certificate)},
              {"incumbents", Json::array()},
              {"bounds", Json::array()},
              {"walk", Json::array()}};
    for (const IncumbentPoint& point : result.incumbents) {
        json["incumbents"].push_back({{"seconds", point.seconds},
                                      {"step_time_s", point.stepTime},
                                      {"global_batch", point.batch},
                                      {"plans", point.plans}});
    }
    for (const BoundPoint& point : result.bounds) {
        put(json["bounds"].emplace_back(Json{{"seconds", point.seconds}}), "per_sample_s", point.perSample);
    }
    for (const BalanceStep& step : result.walk) {
        json["walk"].push_back(toJson(step));
    }
    if (result.worst) {
        json["worst_case"] = {{"step_time_s", result.worst->step}, {"stage", result.worst->stage}};
    }
    if (result.infeasibility) {
        json["infeasibility"] = toJson(*result.infeasibility);
    }
    if (result.plan) {
        json["plan"] = parseJson(planToJson(*result.plan), {}).value_or(Json());
    }
    return json;
}

Result<SearchResult> searchResultFromJson(JsonObject& object)
{
    SearchResult result;
    result.certificate = certificateFromJson(object.object("certificate"));
    for (JsonObject point : object.objects("incumbents")) {
        result.incumbents.push_back({point.number("seconds", 0, most), point.number("step_time_s", 0, most),
                                     point.integer("global_batch", 1, mostBatch),
                                     point.integerOr("plans", 0, 0, std::numeric_limits<std::int64_t>::max())});
    }
    for (JsonObject point : object.objects("bounds")) {
        result.bounds.push_back({point.number("seconds", 0, most), amount(point, "per_sample_s")});
    }
    for (JsonObject step : object.objects("walk")) {
        result.walk.push_back(balanceStepFromJson(step, result.walk.size()));
    }
    if (object.has("worst_case")) {
        JsonObject worst = object.object("worst_case");
        result.worst = WorstCase{worst.number("step_time_s", 0, most), count(worst, "stage")};
    }
    if (object.has("infeasibility")) {
        result.infeasibility = infeasibilityFromJson(object.object("infeasibility"));
    }
    const bool hasPlan = object.has("plan");
    const JsonObject plan = hasPlan ? object.object("plan") : object;
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    if (hasPlan) {
        auto read = planFromJson(dumped(plan.json()), plan.pointer());
        if (!read) {
            return tl::unexpected(read.error());
        }
        result.plan = std::move(*read);
        result.estimate = std::make_shared<const Estimate>(estimate(*result.plan));
    }
    return result;
}

}  // namespace pgram
