// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/measurements/observed_plans.h"

#include "core/base/json.h"
#include "core/base/text_file.h"

namespace pgram {

namespace {

std::optional<double> figure(JsonObject& observed, const char* key)
{
    constexpr double most = 1e9;
    return observed.has(key) ? std::optional(observed.number(key, 0, most)) : std::nullopt;
}

}  // namespace

Result<std::vector<ObservedPlan>> loadObservedPlans(const std::filesystem::path& folder)
{
    const std::filesystem::path file = folder / "points.json";
    const Result<Json> json =
        readTextFile(file).and_then([&file](const std::string& text) { return parseJson(text, file.string()); });
    if (!json) {
        return tl::unexpected(json.error());
    }
    JsonObject object(*json, file.string());
    std::vector<ObservedPlan> plans;
    for (JsonObject& point : object.objects("points")) {
        ObservedPlan& plan = plans.emplace_back();
        plan.id = point.string("id");
        plan.plan = folder / point.string("plan");
        JsonObject observed = point.object("observed");
        plan.step = figure(observed, "step_s");
        plan.memoryGib = figure(observed, "memory_gib");
        plan.outOfMemory = observed.booleanOr("out_of_memory", false);
    }
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return plans;
}

}  // namespace pgram
