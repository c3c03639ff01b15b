// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/lessons/lesson_state.h"

#include "core/base/ascii.h"
#include "core/base/format.h"
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/lessons/formula.h"
#include "core/lessons/plan_figures.h"
#include "core/model/model_json.h"
#include "core/plan/plan_json.h"
#include "core/presets/device_presets.h"
#include "core/search/search.h"
#include "core/search/task/scenario.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>

namespace pgram {

namespace fs = std::filesystem;

std::string lessonNumber(double value)
{
    constexpr double most = 1e6;
    const double whole = std::round(value);
    return std::abs(value) < most && std::abs(value - whole) <= 1e-9 * std::abs(value) ? fmt::format("{:.0f}", whole)
                                                                                       : formatNumber(value);
}

namespace {

/// Reads a plan file next to the lesson. A pipe in its place is refused: reading it may never end.
Result<Plan> loadBeside(const Lesson& lesson, const std::string& name)
{
    const fs::path file = fs::path(lesson.file).parent_path() / name;
    return checkIsNoPipe(file).and_then([&file] { return loadPlan(file); });
}

/// A model or a cluster that a change has as {"preset": NAME, "change": {…}}: the preset with its JSON changed, under
/// whose name the scenario is read. None: the change names it, or says nothing of it.
template <typename Read>
auto changedPreset(Json& scenario, const char* key, PresetKind kind, const PresetStore& store, const Read& read)
    -> Result<std::optional<typename decltype(read(std::string(), std::string()))::value_type>>
{
    if (!scenario.contains(key) || !scenario[key].is_object()) {
        return std::nullopt;
    }
    JsonObject object(scenario[key], std::string(key));
    const std::string name = object.string("preset");
    const Json change = object.has("change") ? object.object("change").json() : Json::object();
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    scenario[key] = name;
    const Result<fs::path> file = store.locate(kind, name);
    const Result<std::string> text = file ? readTextFile(*file) : tl::unexpected(file.error());
    Result<Json> json = text ? parseJson(*text, file->string()) : tl::unexpected(text.error());
    if (json && kind == PresetKind::Cluster) {
        json = withWholeDevices(std::move(*json), file->string(), store);
    }
    if (!json) {
        return tl::unexpected(json.error());
    }
    json->merge_patch(change);
    return read(dumped(*json), file->string()).map([](auto value) { return std::optional(std::move(value)); });
}

Result<Plan> plannedFor(const LessonPlan& wanted, const PresetStore& store, const std::stop_token& stop)
{
    const Result<fs::path> file = store.locate(PresetKind::Scenario, wanted.scenario);
    const Result<std::string> text = file ? readTextFile(*file) : tl::unexpected(file.error());
    Result<Json> json = text ? parseJson(*text, file->string()) : tl::unexpected(text.error());
    if (!json) {
        return tl::unexpected(json.error());
    }
    if (wanted.change != nullptr) {
        json->merge_patch(*wanted.change);
    }
    auto model = changedPreset(*json, "model", PresetKind::Model, store, parseArchitecture);
    auto cluster = changedPreset(
        *json, "cluster", PresetKind::Cluster, store,
        [&store](const std::string& own, const std::string& where) { return parseClusterPreset(own, where, store); });
    if (!model || !cluster) {
        return tl::unexpected(model ? cluster.error() : model.error());
    }
    Result<Scenario> scenario = parseScenario(dumped(*json), wanted.scenario, file->parent_path(), store);
    if (!scenario) {
        return tl::unexpected(scenario.error());
    }
    scenario->request.model = std::move(*model).value_or(std::move(scenario->request.model));
    scenario->request.cluster = std::move(*cluster).value_or(std::move(scenario->request.cluster));
    Result<SearchResult> found = search(scenario->request, stop);
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!found->plan) {
        return badInput(found->infeasibility ? found->infeasibility->reason : Text(Core::tr("No plan was found")),
                        wanted.scenario);
    }
    return std::move(*found->plan);
}

/// "8 devices", not "8.00 devices": what is counted is written whole.
struct Unit {
    std::string_view name;
    std::string (*text)(double value);
};
constexpr std::array units{Unit{"number", lessonNumber}, Unit{"bytes", [](double v) { return formatBytes(v); }},
                           Unit{"seconds", formatSeconds}, Unit{"percent", formatPercent}, Unit{"count", formatCount}};

}  // namespace

Result<Plan> lessonPlan(const LessonPlan& wanted, const Lesson& lesson, const PresetStore& store, const Plan* start,
                        const std::stop_token& stop)
{
    Result<Plan> plan = !wanted.scenario.empty() ? plannedFor(wanted, store, stop)
                        : !wanted.file.empty()   ? loadBeside(lesson, wanted.file)
                        : start != nullptr       ? Result<Plan>(*start)
                                                 : badInput(Core::tr("No earlier step has a plan"));
    if (!plan) {
        return plan;
    }
    if (wanted.budget > 0) {
        plan->memoryBudget = wanted.budget;
    }
    return withEdits(std::move(*plan), wanted.edits);
}

Result<LessonState> LessonState::of(const Lesson& lesson, const LessonStep& step, const PresetStore& store,
                                    const PlanWithFigures& before, const std::stop_token& stop)
{
    LessonState state;
    state.m_store = std::make_shared<const PresetStore>(store);
    state.m_start = before;
    const auto weighed = [&](const LessonPlan& wanted) {
        return lessonPlan(wanted, lesson, store, state.m_start.plan.get(), stop).map([](Plan plan) {
            auto figures = std::make_shared<const Estimate>(estimate(plan));
            return PlanWithFigures{std::make_shared<const Plan>(std::move(plan)), std::move(figures)};
        });
    };
    if (step.plan) {
        const Result<PlanWithFigures> plan = weighed(*step.plan);
        if (!plan) {
            return tl::unexpected(plan.error());
        }
        state.m_start = *plan;
    }
    if (!state.m_start.plan) {
        return badInput(Core::tr("the step has no plan, and none before it"), step.id);
    }
    state.m_now = state.m_start;
    for (const auto& [name, wanted] : step.others) {
        const Result<PlanWithFigures> plan = weighed(wanted);
        if (!plan) {
            return tl::unexpected(plan.error());
        }
        state.m_others[name] = *plan;
    }
    return state;
}

void LessonState::setPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> figures)
{
    m_now = {std::move(plan), std::move(figures)};
}

const PlanWithFigures* LessonState::planOf(std::string_view& name) const
{
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) {
        return &m_now;
    }
    const std::string_view plan = name.substr(0, dot);
    name.remove_prefix(dot + 1);
    const auto other = m_others.find(plan);
    return plan == "start" ? &m_start : other != m_others.end() ? &other->second : nullptr;
}

Result<double> LessonState::value(std::string_view formula) const
{
    return evaluate(formula, [this](std::string_view name) -> std::optional<double> {
        const PlanWithFigures* of = planOf(name);
        const PlanFigure* figure = findPlanFigure(name);
        return of != nullptr && figure != nullptr ? std::optional(figure->of(*of->plan, *of->figures)) : std::nullopt;
    });
}

Result<std::string> LessonState::filled(std::string_view text, const InWords& inWords) const
{
    std::string whole;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find("{{"), text.size());
        whole += text.substr(0, open);
        text.remove_prefix(open);
        if (text.empty()) {
            break;
        }
        const std::size_t close = text.find("}}");
        if (close == std::string_view::npos) {
            return badInput(Core::tr("has {} that do not close", std::string("{{")));
        }
        const std::string_view hole = text.substr(2, close - 2);
        const std::size_t bar = std::min(hole.find('|'), hole.size());
        const std::string_view unit = bar < hole.size() ? trimmed(hole.substr(bar + 1)) : "number";
        text.remove_prefix(close + 2);
        if (unit == "table") {
            std::string_view name = trimmed(hole.substr(0, bar));
            const PlanWithFigures* of = planOf(name);
            const Result<LessonTable> table =
                of != nullptr ? lessonTable(name, {*of->plan, *of->figures, *m_store})
                              : badInput(Core::tr("has a table of an unknown plan: {}", trimmed(hole.substr(0, bar))));
            if (!table) {
                return tl::unexpected(table.error());
            }
            whole += markdownOf(*table, inWords);
            continue;
        }
        const auto known = std::ranges::find(units, unit, &Unit::name);
        if (known == units.end()) {
            return badInput(Core::tr("has an unknown unit: {}", unit));
        }
        const Result<double> worked = value(trimmed(hole.substr(0, bar)));
        if (!worked) {
            return tl::unexpected(worked.error());
        }
        whole += known->text(*worked);
    }
    return whole;
}

bool LessonState::holds(std::string_view condition) const
{
    const Result<double> worked = value(condition);
    return worked && *worked != 0;
}

Result<LessonState::Answer> LessonState::answerOf(const LessonQuestion& question) const
{
    Answer answer;
    if (question.kind == LessonQuestionKind::Number) {
        const Result<double> number = value(question.answer);
        const Result<double> unit = question.unit.empty() ? Result<double>(1.0) : value(question.unit);
        if (!number || !unit) {
            return tl::unexpected(number ? unit.error() : number.error());
        }
        answer.number = *number / *unit;
        return answer;
    }
    std::vector<double> values;
    for (const LessonQuestion::Choice& choice : question.choices) {
        const Result<double> worked = value(choice.formula);
        if (!worked) {
            return tl::unexpected(worked.error());
        }
        values.push_back(*worked);
    }
    if (question.kind == LessonQuestionKind::Choice) {
        const auto right = std::ranges::count_if(values, [](double each) { return each != 0; });
        if (right != 1) {
            return badInput(Core::tr("has {} right answers", right), question.id);
        }
        answer.choice =
            static_cast<int>(std::ranges::find_if(values, [](double each) { return each != 0; }) - values.begin());
        return answer;
    }
    answer.order.resize(values.size());
    std::iota(answer.order.begin(), answer.order.end(), 0);
    std::ranges::stable_sort(answer.order, {}, [&](int index) { return values[static_cast<std::size_t>(index)]; });
    for (std::size_t i = 1; i < values.size(); ++i) {
        const double below = values[static_cast<std::size_t>(answer.order[i - 1])];
        const double above = values[static_cast<std::size_t>(answer.order[i])];
        if (above - below <= 1e-9 * std::abs(above)) {
            return badInput(Core::tr("has an order with two equal choices"), question.id);
        }
    }
    return answer;
}

}  // namespace pgram
