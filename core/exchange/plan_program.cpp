// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/plan_program.h"

#include "core/base/json.h"
#include "core/base/quantity.h"
#include "core/exchange/program_rows.h"
#include "core/plan/plan_json.h"
#include "core/questions/plan_question.h"
#include "core/search/outer/finish.h"
#include "core/search/pipeline/sampled_plan.h"
#include "core/search/pipeline/task_plan.h"
#include "core/search/task/task_list.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <sstream>

namespace pgram {

namespace {

constexpr const char* planComment = "* plan ";
constexpr std::size_t commentWidth = 64;  // solvers read lines into buffers

/// Returns the request for the plan's task alone, by the paper's sum.
SearchRequest requestFor(const Plan& plan)
{
    SearchRequest request = requestOf(plan);
    request.method = Method::Joint;
    request.target = nullptr;
    request.rule = StepRule::Paper;
    request.batches = {plan.training.globalBatch};
    request.pipelines = {plan.pipeline()};
    request.microbatches = {plan.schedule.microbatches};
    request.schedules.clear();
    request.schedule = {plan.schedule.kind, 1, 1};
    return request;
}

/// Column x_l_i_s of a name.
struct Choice {
    int layer = -1;
    int stage = -1;
    int strategy = -1;
};
std::optional<Choice> choiceOf(std::string_view name)
{
    Choice choice;
    if (!name.starts_with("x_")) {
        return std::nullopt;
    }
    const char* at = name.data() + 2;
    const char* end = name.data() + name.size();
    for (int* number : {&choice.layer, &choice.stage, &choice.strategy}) {
        const auto [next, error] = std::from_chars(at, end, *number);
        const bool last = number == &choice.strategy;
        if (error != std::errc() || (last ? next != end : next == end || *next != '_')) {
            return std::nullopt;
        }
        at = next + 1;
    }
    return choice;
}

/// Returns the columns that are 1. Solvers write a name, perhaps a mark of its status, and its value.
std::vector<Choice> chosenIn(const std::string& text)
{
    std::vector<Choice> chosen;
    std::istringstream words(text);
    std::optional<Choice> column;
    for (std::string word; words >> word;) {
        if (const std::optional<Choice> named = choiceOf(word)) {
            column = named;
        } else if (const std::optional<double> value = decimalNumber(word); value && column) {
            if (*value > 0.5) {
                chosen.push_back(*column);
            }
            column.reset();
        }
    }
    return chosen;
}

}  // namespace

Result<PlanProgram> PlanProgram::of(const Plan& plan)
{
    if (plan.schedule.virtualStages > 1 || plan.schedule.slices > 1 ||
        (plan.schedule.kind != ScheduleKind::GPipe && plan.schedule.kind != ScheduleKind::OneFOneB)) {
        return badInput(Core::tr("the schedule {} is not a linear programme: its stages have chunks or slices, or its "
                                 "backwards two parts",
                                 toString(plan.schedule)),
                        "schedule", Core::tr("Take a plan of gpipe or 1f1b"));
    }
    if (std::ranges::any_of(plan.model.runs, &LayerSpec::sharedBy)) {
        return badInput(
            Core::tr("layers of {} share parameters, so they must run alike: the linear programme cannot say that",
                     plan.model.title),
            "model", Core::tr("Take a plan of another model"));
    }
    if (devicesDiffer(plan.cluster)) {
        return badInput(
            Core::tr("the linear programme has one cost for a layer, and devices of {} differ", plan.cluster.title),
            "cluster", Core::tr("Take a plan of another cluster"));
    }
    PlanProgram program;
    program.m_plan = plan;
    auto request = std::make_shared<SearchRequest>(requestFor(plan));
    auto ready = prepared(*request);
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    program.m_request = request;
    program.m_ready = std::make_shared<PreparedRequest>(std::move(*ready));
    const std::vector<Subproblem> listed = listTasks(*request, program.m_ready->rules);
    if (!listed.empty()) {
        program.m_task = std::make_shared<const Task>(makeTask(program.m_ready->source(), listed.front()).value());
    }
    if (!program.m_task || !isComplete(*program.m_task)) {
        return badInput(Core::tr("no strategy of the space is legal for every layer"), "space",
                        Core::tr("Plan again with more dimensions"));
    }
    return program;
}

std::string PlanProgram::mps() const
{
    const Task& task = *m_task;
    std::string text = fmt::format("* The best plan of {} layers on {} stages, {} micro-batches, {}, as a programme\n"
                                   "* for solvers: microseconds and MiB. x_l_i_s = 1: layer l, stage i, strategy s.\n",
                                   task.layers(), task.key.pipeline, task.key.microbatches, toString(task.schedule));
    for (std::size_t i = 0; i < task.strategies().size(); ++i) {
        text += fmt::format("* strategy {}: {}\n", i, shortName(task.strategies()[i]));
    }
    const std::string plan = parseJson(planToJson(m_plan), {})
                                 .value_or(Json())
                                 .dump(-1, ' ', true, Json::error_handler_t::replace);  // in ASCII, to cut anywhere
    for (std::size_t at = 0; at < plan.size(); at += commentWidth) {
        text += planComment + plan.substr(at, commentWidth) + '\n';
    }
    return text + programRows(task, m_ready->usable - task.cluster.contextBytes);
}

Result<Plan> PlanProgram::planOf(const std::string& solution, const std::string& file) const
{
    const Task& task = *m_task;
    std::vector<Choice> layers(static_cast<std::size_t>(task.layers()));
    for (const Choice& choice : chosenIn(solution)) {
        if (choice.layer < 0 || choice.layer >= task.layers() || choice.stage < 0 ||
            choice.stage >= task.key.pipeline || choice.strategy < 0 ||
            choice.strategy >= static_cast<int>(task.strategies().size()) ||
            layers[static_cast<std::size_t>(choice.layer)].layer >= 0) {
            return badInput(Core::tr("column x_{}_{}_{} is of another programme, or a second of its layer",
                                     choice.layer, choice.stage, choice.strategy),
                            file, Core::tr("Give the solution of the programme beside it"));
        }
        layers[static_cast<std::size_t>(choice.layer)] = choice;
    }
    SampleScorer scorer(task, m_ready->usable);
    SampledPlan plan;
    int stage = 0;
    for (int layer = 0; layer < task.layers(); ++layer) {
        const Choice& choice = layers[static_cast<std::size_t>(layer)];
        const Candidate* candidate = choice.layer < 0 ? nullptr : scorer.find(layer, choice.strategy);
        const bool next = layer > 0 && choice.stage == stage + 1;
        if (candidate == nullptr || (choice.stage != stage && !next)) {
            return badInput(choice.layer < 0 ? Core::tr("layer {} has no column that is 1", layer)
                                             : Core::tr("layer {} cannot be on stage {}", layer, choice.stage),
                            file, Core::tr("Give a solution that is feasible"));
        }
        if (next) {
            plan.ends.push_back(layer);
            ++stage;
        }
        plan.choice.push_back(candidate);
    }
    plan.ends.push_back(task.layers());
    if (static_cast<int>(plan.ends.size()) != task.key.pipeline) {
        return badInput(Core::tr("{} of {} stages have layers", plan.ends.size(), task.key.pipeline), file,
                        Core::tr("Give a solution that is feasible"));
    }
    scorer.sum(plan);
    return finished(pgram::planOf(task, scorer.planOf(plan)), *m_request, m_ready->rules);
}

Result<PlanProgram> programOfMps(const std::string& text, const std::string& file)
{
    std::istringstream lines(text);
    std::string plan;
    for (std::string line; std::getline(lines, line) && line.starts_with('*');) {
        if (line.starts_with(planComment)) {
            plan += line.substr(std::string_view(planComment).size());
        }
    }
    if (!plan.empty()) {
        return planFromJson(plan, file).and_then([](const Plan& own) { return PlanProgram::of(own); });
    }
    return badInput(Core::tr("no programme that pgram export --to mps wrote: its plan is missing"), file,
                    Core::tr("Keep the comments at its top"));
}

}  // namespace pgram
