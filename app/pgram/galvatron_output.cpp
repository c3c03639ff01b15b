// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/galvatron_output.h"

#include "app/pgram/console.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/plan/plan_json.h"
#include "validation/galvatron/plan_file.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram::cli {

namespace {

constexpr double proven = 1e-9;
constexpr const char* scope = "strategies of every layer and of the ends, even stages, under the rules galvatron-3";

Bytes bytesOf(std::int64_t mebibytes)
{
    return mebibytes * MiB;
}

const char* modeName(const galvatron::TaskKey& task)
{
    return galvatron::modeNames[static_cast<std::size_t>(task.mode)];
}

Json tasksToJson(const galvatron::PlanAnswer& answer)
{
    Json tasks = Json::array();
    for (std::size_t i = 0; i < answer.tasks.size(); ++i) {
        const galvatron::TaskKey& task = answer.tasks[i];
        const galvatron::TaskResult& result = answer.results[i];
        tasks.push_back({{"batch", task.batch},
                         {"microbatches", task.microbatches},
                         {"pp", task.pipeline},
                         {"tensor_cap", task.cap},
                         {"mode", modeName(task)},
                         {"feasible", result.plan.has_value()},
                         {"cost_s", result.plan ? Json(result.seconds) : Json(nullptr)},
                         {"lower_bound_s", orNull(result.lowerBound)}});
    }
    return tasks;
}

Json proofToJson(const galvatron::PlanAnswer& answer)
{
    return Json{{"status", name(statusOf(answer))},
                {"scope", scope},
                {"lower_bound_s", answer.best ? orNull(answer.lowerBound) : Json(nullptr)},
                {"gap", orNull(answer.gap())},
                {"tasks", answer.tasks.size()},
                {"skipped", 0},
                {"seconds", answer.seconds}};
}

Json stagesToJson(const GalvatronAnswer& answer)
{
    Json stages = Json::array();
    int first = 0;
    for (std::size_t i = 0; i < answer.score.memory.size(); ++i) {
        const int count = answer.galvatronPlan().stages[i];
        stages.push_back(
            {{"first_layer", first}, {"layer_count", count}, {"memory_bytes", bytesOf(answer.score.memory[i])}});
        first += count;
    }
    return stages;
}

void addBestPlan(Json& json, const GalvatronAnswer& answer)
{
    const double step = answer.score.seconds;
    json["step_time_s"] = step;
    json["throughput_samples_per_s"] = static_cast<double>(answer.task().batch) / step;
    json["peak_memory_bytes"] = bytesOf(std::ranges::max(answer.score.memory));
    json["stages"] = stagesToJson(answer);
    json["galvatron_plan"] = planFileOf(answer);
    json["plan"] = answer.plan ? Json::parse(planToJson(*answer.plan), nullptr, false) : Json(nullptr);
    if (!answer.plan) {
        json["without_plan"] = answer.plan.error().what;
    }
}

std::string shortageReason(const galvatron::PlanAnswer& answer)
{
    return answer.shortage ? "No task fits the memory budget."
                           : "No task has a strategy that the profile has figures for.";
}

void addShortage(Json& json, const galvatron::PlanAnswer& answer)
{
    json["reason"] = shortageReason(answer);
    if (const auto& lacks = answer.shortage) {
        json["short_by_bytes"] = bytesOf(lacks->mebibytes);
        json["stage"] = lacks->stage;
        json["candidate"] = {{"pipeline", lacks->task.pipeline},
                             {"microbatches", lacks->task.microbatches},
                             {"global_batch", lacks->task.batch}};
        json["smallest_feasible_budget_bytes"] = bytesOf(lacks->smallest);
    }
}

/// Runs of layers of one stage and one strategy.
std::string layersText(const GalvatronAnswer& answer)
{
    Table table({{"stage"}, {"layers", Align::Left}, {"strategy", Align::Left}, {"memory"}});
    const galvatron::Plan& plan = answer.galvatronPlan();
    const int pipeline = answer.task().pipeline;
    std::size_t first = 0;
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
        const std::size_t end = first + static_cast<std::size_t>(plan.stages[stage]);
        for (std::size_t next = first; first < end; first = next) {
            while (next < end && plan.layers[next] == plan.layers[first]) {
                ++next;
            }
            table.addRow({fmt::format("{}", stage), rangeText(static_cast<int>(first), static_cast<int>(next - first)),
                          toText(plan.layers[first], pipeline),
                          next == end ? bytesText(bytesOf(answer.score.memory[stage])) : ""});
        }
    }
    return table.text();
}

std::string bestPlanText(const GalvatronAnswer& answer)
{
    const galvatron::TaskKey& task = answer.task();
    const double step = answer.score.seconds;
    std::string text = fmt::format(
        "A step of {} samples in {} takes {} under the rules galvatron-3: {:.4g} samples/s\n", task.batch,
        counted(task.microbatches, "micro-batch"), formatSeconds(step), static_cast<double>(task.batch) / step);
    text += fmt::format("{}, {}, {}; embedding and head {}\n\n", counted(task.pipeline, "stage"),
                        answer.question.setting.gpipe ? "gpipe" : "1f1b", modeName(task),
                        toText(answer.galvatronPlan().ends, task.pipeline));
    return text + layersText(answer) + '\n';
}

std::string shortageText(const galvatron::PlanAnswer& answer)
{
    std::string text = fmt::format("Nothing fits. {}\n", shortageReason(answer));
    if (const auto& lacks = answer.shortage) {
        text += fmt::format("  The best candidate, {} with a batch of {} in {}, misses {} on stage {}.\n",
                            counted(lacks->task.pipeline, "stage"), lacks->task.batch,
                            counted(lacks->task.microbatches, "micro-batch"), bytesText(bytesOf(lacks->mebibytes)),
                            lacks->stage);
        text += fmt::format("  The smallest budget that works is {0} MiB: --memory {0}MiB\n", lacks->smallest);
    }
    return text;
}

std::string proofText(const galvatron::PlanAnswer& answer)
{
    std::string text;
    if (answer.stopped) {
        text = "Stopped.";
    } else if (answer.best) {
        text =
            statusOf(answer) == Certificate::Status::Optimal
                ? fmt::format("The best plan over {}.", scope)
                : fmt::format("No plan over {} takes less than {} per step.", scope, formatSeconds(answer.lowerBound));
    }
    const auto feasible =
        std::ranges::count_if(answer.results, [](const auto& result) { return result.plan.has_value(); });
    return fmt::format("{}{}{} tasks, {} of them feasible, in {}\n", text, text.empty() ? "" : "\n",
                       answer.tasks.size(), feasible, formatSeconds(answer.seconds));
}

}  // namespace

Certificate::Status statusOf(const galvatron::PlanAnswer& answer)
{
    if (answer.stopped) {
        return Certificate::Status::Stopped;
    }
    if (!answer.best) {
        return Certificate::Status::Infeasible;
    }
    return answer.gap() <= proven ? Certificate::Status::Optimal : Certificate::Status::Gap;
}

Json planFileOf(const GalvatronAnswer& answer)
{
    return galvatron::planFile(answer.galvatronPlan(), answer.task(), answer.question.setting);
}

Json answerToJson(const GalvatronAnswer& answer)
{
    Json json = outputObject("plan-galvatron");
    json["rules"] = "galvatron-3";
    json["fits"] = answer.answer.best.has_value();
    json["plan"] = nullptr;
    if (answer.answer.best) {
        addBestPlan(json, answer);
    } else {
        addShortage(json, answer.answer);
    }
    json["certificate"] = proofToJson(answer.answer);
    json["tasks"] = tasksToJson(answer.answer);
    return json;
}

std::string answerText(const GalvatronAnswer& answer)
{
    return (answer.answer.best ? bestPlanText(answer) : shortageText(answer.answer)) + proofText(answer.answer);
}

}  // namespace pgram::cli
