// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/measurements/observed_plans.h"

#include "core/base/text_file.h"
#include "core/plan/plan_json.h"

#include <algorithm>

namespace pgram {

namespace {

std::optional<double> figure(JsonObject& observed, const char* key)
{
    constexpr double most = 1e9;
    return observed.has(key) ? std::optional(observed.number(key, 0, most)) : std::nullopt;
}

PeakKind kindOf(JsonObject& object, PeakKind usual)
{
    return static_cast<PeakKind>(object.oneOfOr("memory_of", static_cast<int>(usual), namesOf<PeakKind>()));
}

Result<Json> loadJson(const std::filesystem::path& file)
{
    return readTextFile(file).and_then([&file](const std::string& text) { return parseJson(text, file.string()); });
}

PlanCorrection readCorrection(JsonObject& object, const Json& json)
{
    PlanCorrection correction;
    correction.id = object.string("id");
    correction.because = object.string("because");
    correction.left = object.stringOr("left_out", {});
    correction.framework = object.stringOr("framework", {});
    if (object.has("memory_of")) {
        correction.memoryKind = kindOf(object, PeakKind::Driver);
    }
    correction.changes = json.value("plan", Json());
    for (const auto& [key, value] : json.items()) {
        constexpr std::array known{"id", "because", "left_out", "framework", "memory_of", "plan"};
        if (std::ranges::find(known, key) == known.end()) {
            object.fail(key, Core::tr("is not a member of a correction"));
        }
    }
    return correction;
}

}  // namespace

Result<std::vector<ObservedPlan>> loadObservedPlans(const std::filesystem::path& folder)
{
    const std::filesystem::path file = folder / "points.json";
    const Result<Json> json = loadJson(file);
    if (!json) {
        return tl::unexpected(json.error());
    }
    JsonObject object(*json, file.string());
    std::vector<ObservedPlan> plans;
    for (JsonObject& point : object.objects("points")) {
        ObservedPlan& plan = plans.emplace_back();
        plan.id = point.string("id");
        plan.plan = folder / point.string("plan");
        plan.memoryKind = kindOf(point, PeakKind::Driver);
        JsonObject observed = point.object("observed");
        plan.step = figure(observed, "step_s");
        plan.memoryGib = figure(observed, "memory_gib");
        plan.outOfMemory = observed.booleanOr("out_of_memory", false);
        if (point.has("today")) {
            JsonObject before = point.object("today");
            plan.stepBefore = figure(before, "step");
            plan.memoryGibBefore = figure(before, "mem_gib");
        }
    }
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return plans;
}

Result<std::vector<PlanCorrection>> loadPlanCorrections(const std::filesystem::path& file)
{
    const Result<Json> json = loadJson(file);
    if (!json) {
        return tl::unexpected(json.error());
    }
    JsonObject object(*json, file.string());
    std::vector<PlanCorrection> corrections;
    std::size_t index = 0;
    for (JsonObject& element : object.objects("corrections")) {
        corrections.push_back(readCorrection(element, (*json)["corrections"][index++]));
    }
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return corrections;
}

Result<Plan> loadCorrected(const std::filesystem::path& file, const PlanCorrection& correction,
                           const std::vector<FrameworkFamily>& families)
{
    Result<Json> json = loadJson(file);
    if (!json) {
        return tl::unexpected(json.error());
    }
    if (!correction.changes.is_null()) {
        json->merge_patch(correction.changes);
    }
    Result<Plan> plan = planFromJson(json->dump(), file.string());
    if (!plan || correction.framework.empty()) {
        return plan;
    }
    const Result<const FrameworkFamily*> family = parseFramework(correction.framework, families);
    if (!family) {
        return tl::unexpected(family.error());
    }
    plan->training.framework = (*family)->framework();
    return plan;
}

}  // namespace pgram
