// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram space: what each dimension of the search brings and costs.
#include "app/pgram/command.h"
#include "app/pgram/interrupt.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/search_output.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/questions/space_effects.h"

#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

std::string nameOf(const SpaceEffect& effect)
{
    if (effect.dimension == nullptr) {
        return "as asked for";
    }
    return fmt::format("{} {}", effect.isOn ? "without" : "with", effect.dimension->name);
}

std::string gainText(const SpaceEffect& effect, const SpaceEffect& asItIs)
{
    if (effect.dimension == nullptr) {
        return "";
    }
    const std::optional<double> gain = effect.gain(asItIs);
    if (!gain) {
        const bool withFits = (effect.isOn ? asItIs : effect).result.plan.has_value();
        return withFits ? "a plan" : "";
    }
    return formatPercent(*gain);
}

std::string toText(const SearchRequest& request, const std::vector<SpaceEffect>& effects)
{
    Table table({{"space", Align::Left},
                 {"step time"},
                 {"the dimension brings"},
                 {"strategies"},
                 {"searched in"},
                 {"gap"},
                 {"plan", Align::Left}});
    for (const SpaceEffect& effect : effects) {
        const SearchResult& result = effect.result;
        const bool fits = result.plan.has_value();
        table.addRow({nameOf(effect), fits ? formatSeconds(result.estimate->stepTime) : "does not fit",
                      gainText(effect, effects.front()), fmt::format("{}", effect.strategies),
                      formatSeconds(result.certificate.seconds), fits ? formatPercent(result.certificate.gap) : "",
                      fits ? fmt::format("P{} m{} {}: {}", result.plan->pipeline(), result.plan->schedule.microbatches,
                                         toString(result.plan->schedule), strategiesInShort(*result.plan))
                           : ""});
    }
    return fmt::format("{} with {} per device, {}\n\n", titlesOf(request.model, request.cluster),
                       bytesText(request.budget()), toString(request.space)) +
           table.text();
}

Json toJson(const std::vector<SpaceEffect>& effects, bool complete)
{
    Json json = outputObject("space");
    json["complete"] = complete;
    json["effects"] = Json::array();
    for (const SpaceEffect& effect : effects) {
        const SearchResult& result = effect.result;
        Json row{{"dimension", effect.dimension != nullptr ? Json(effect.dimension->name) : Json()},
                 {"searched", effect.dimension == nullptr || !effect.isOn},
                 {"strategies", effect.strategies},
                 {"fits", result.plan.has_value()},
                 {"certificate", certificateToJson(result.certificate)}};
        if (result.plan) {
            row["step_time_s"] = result.estimate->stepTime;
        }
        const std::optional<double> gain = effect.dimension != nullptr ? effect.gain(effects.front()) : std::nullopt;
        row["gain"] = gain ? Json(*gain) : Json();
        json["effects"].push_back(std::move(row));
    }
    return json;
}

Result<ExitCode> run(const PlanOptions& options, const Invocation& invocation)
{
    const Result<SearchRequest> request = planRequest(options, invocation.program);
    if (!request) {
        return tl::unexpected(request.error());
    }
    const Interrupt interrupt;
    const Result<std::vector<SpaceEffect>> effects = spaceEffects(*request, interrupt.token());
    if (!effects) {
        return tl::unexpected(effects.error());
    }
    const bool complete = !interrupt.token().stop_requested();
    if (invocation.json) {
        printJson(toJson(*effects, complete));
    } else if (!effects->empty()) {
        printText(toText(*request, *effects));
    }
    if (!complete) {
        printMessage("stopped; dimensions are left out");
        return ExitStopped;
    }
    const bool any = std::ranges::any_of(*effects, [](const SpaceEffect& own) { return own.result.plan.has_value(); });
    return any ? ExitOk : ExitInfeasible;
}

}  // namespace

void addSpace(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<PlanOptions>();
    CLI::App* command =
        addCommand(app, invocation, "space",
                   "Tell what each dimension of the search brings and costs: each added, or left out, and planned",
                   "  pgram space --model llama2-7b --cluster a100-8 --batch 64\n"
                   "  pgram space --model llama3.1-70b --cluster dgx-h100-64 --batch 256 --space modern --json\n"
                   "Exit code 1 when nothing fits, whatever the dimensions.");
    addPlanOptions(*command, *options);
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation); }; });
}

}  // namespace pgram::cli
