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

using galvatron::PlanAnswer;

struct SolvedTask {
    galvatron::TaskKey key;
    galvatron::TaskResult result;
};
constexpr Field<SolvedTask> solvedTaskRows[] = {
    nested<taskKeyRows, &SolvedTask::key>(""),
    figure<[](const SolvedTask& task) { return task.result.plan.has_value(); }>("feasible"),
    figure<[](const SolvedTask& task) { return onlyIf(task.result.plan.has_value(), task.result.seconds); }>("cost_s")
        .atLeast(0)
        .says("Best plan of the task; null if infeasible"),
    figure<[](const SolvedTask& task) { return ifFinite(task.result.lowerBound); }>("lower_bound_s").atLeast(0),
};
std::vector<SolvedTask> solvedTasksOf(const GalvatronAnswer& answer)
{
    std::vector<SolvedTask> tasks;
    for (std::size_t i = 0; i < answer.answer.tasks.size(); ++i) {
        tasks.push_back({answer.answer.tasks[i], answer.answer.results[i]});
    }
    return tasks;
}

constexpr Field<PlanAnswer> galvatronProofRows[] = {
    figure<statusOf>("status"),
    figure<[](const PlanAnswer&) { return std::string_view(scope); }>("scope").says(
        "The plans that the bound covers, in words"),
    figure<[](const PlanAnswer& answer) { return onlyIf(answer.best.has_value(), answer.lowerBound); }>("lower_bound_s")
        .atLeast(0)
        .says("No plan takes less"),
    figure<[](const PlanAnswer& answer) { return ifFinite(answer.gap()); }>("gap").atLeast(0).says(
        "Share of the step between plan and bound"),
    figure<[](const PlanAnswer& answer) { return answer.tasks.size(); }>("tasks").atLeast(0),
    figure<[](const PlanAnswer&) { return 0; }>("skipped").atLeast(0),
    figure<&PlanAnswer::seconds>("seconds").atLeast(0).says("Duration of the search alone"),
};

struct EvenStage {
    int first;
    int count;
    Bytes memory;
};
constexpr Field<EvenStage> evenStageRows[] = {
    figure<&EvenStage::first>("first_layer").atLeast(0).says("From 0, without embedding and head"),
    figure<&EvenStage::count>("layer_count").atLeast(1),
    figure<&EvenStage::memory>("memory_bytes").atLeast(0),
};
std::vector<EvenStage> evenStagesOf(const GalvatronAnswer& answer)
{
    std::vector<EvenStage> stages;
    for (std::size_t i = 0; i < answer.score.memory.size(); ++i) {
        const int first = stages.empty() ? 0 : stages.back().first + stages.back().count;
        stages.push_back({first, answer.galvatronPlan().stages[i], bytesOf(answer.score.memory[i])});
    }
    return stages;
}

std::string shortageReason(const galvatron::PlanAnswer& answer)
{
    return answer.shortage ? "No task fits the memory budget."
                           : "No task has a strategy that the profile has figures for.";
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
                        answer.question.setting.gpipe ? "gpipe" : "1f1b", name(task.mode),
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

constexpr Field<galvatron::TaskKey> galvatronCandidateRows[] = {
    figure<&galvatron::TaskKey::pipeline>("pipeline").atLeast(1).says("Stages"),
    figure<&galvatron::TaskKey::microbatches>("microbatches").atLeast(1),
    figure<&galvatron::TaskKey::batch>("global_batch").atLeast(0),
};
bool hasBest(const GalvatronAnswer& answer)
{
    return answer.answer.best.has_value();
}
bool lacksMemory(const GalvatronAnswer& answer)
{
    return !hasBest(answer) && answer.answer.shortage;
}
Json ownPlan(const GalvatronAnswer& answer)
{
    return hasBest(answer) && answer.plan ? Json::parse(planToJson(*answer.plan), nullptr, false) : Json(nullptr);
}
constexpr std::string_view rulesName[]{"galvatron-3"};

constexpr Field<GalvatronAnswer> planGalvatronRows[] = {
    figure<[](const GalvatronAnswer&) { return rulesName[0]; }>("rules").oneOf(rulesName),
    figure<hasBest>("fits"),
    figure<ownPlan>("plan").orNull().describedBy(anyObject).says(
        "The plan as a plan file of ours, on the measured model and cluster; null: none, or without_plan says why"),
    figure<&GalvatronAnswer::score, &galvatron::Score::seconds>("step_time_s")
        .atLeast(0)
        .when(hasBest)
        .says("Best plan, by the rules"),
    figure<[](const GalvatronAnswer& answer) { return answer.task().batch / answer.score.seconds; }>(
        "throughput_samples_per_s")
        .atLeast(0)
        .when(hasBest),
    figure<[](const GalvatronAnswer& answer) { return bytesOf(std::ranges::max(answer.score.memory)); }>(
        "peak_memory_bytes")
        .atLeast(0)
        .when(hasBest)
        .says("Stage that needs most, with the engine's buffer and reserve"),
    listed<evenStageRows, evenStagesOf>("stages").notEmpty().when(hasBest),
    figure<planFileOf>("galvatron_plan").describedBy(anyObject).when(hasBest).says("Galvatron's plan file"),
    figure<[](const GalvatronAnswer& answer) { return answer.plan.error().what; }>("without_plan")
        .when([](const GalvatronAnswer& answer) { return hasBest(answer) && !answer.plan; })
        .says("Reason why there is no plan of ours"),
    figure<[](const GalvatronAnswer& answer) { return shortageReason(answer.answer); }>("reason").when(
        [](const GalvatronAnswer& answer) { return !hasBest(answer); }),
    figure<[](const GalvatronAnswer& answer) { return bytesOf(answer.answer.shortage->mebibytes); }>("short_by_bytes")
        .atLeast(0)
        .when(lacksMemory)
        .says("Deficit of the best candidate"),
    figure<[](const GalvatronAnswer& answer) { return answer.answer.shortage->stage; }>("stage")
        .atLeast(0)
        .when(lacksMemory)
        .says("Stage with the deficit, from 0"),
    nested<galvatronCandidateRows, [](const GalvatronAnswer& answer) { return answer.answer.shortage->task; }>(
        "candidate")
        .when(lacksMemory),
    figure<[](const GalvatronAnswer& answer) { return bytesOf(answer.answer.shortage->smallest); }>(
        "smallest_feasible_budget_bytes")
        .atLeast(1)
        .when(lacksMemory)
        .says("The least --memory for which there is a plan"),
    nested<galvatronProofRows, &GalvatronAnswer::answer>("certificate"),
    listed<solvedTaskRows, solvedTasksOf>("tasks"),
};

}  // namespace

const AnswerFormat<GalvatronAnswer> planGalvatronAnswer{"plan-galvatron",
                                                        "The best plan under Hetu-Galvatron's rules, as its plan file "
                                                        "and, if that is possible, as ours; the result of every "
                                                        "task; or, if nothing fits, the deficit.",
                                                        planGalvatronRows,
                                                        {"stages"}};

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

std::string answerText(const GalvatronAnswer& answer)
{
    return (answer.answer.best ? bestPlanText(answer) : shortageText(answer.answer)) + proofText(answer.answer);
}

}  // namespace pgram::cli
