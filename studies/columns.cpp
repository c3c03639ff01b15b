// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "studies/columns.h"

#include "core/base/check.h"
#include "core/base/json.h"
#include "core/plan/estimate.h"
#include "core/plan/plan_json.h"

#include <cmath>

namespace pgram {

namespace {

using Type = StudyColumn::Type;
using Unit = StudyColumn::Unit;
using Better = StudyColumn::Better;

/// Returns the figure of the plan; null without one.
template <typename Figure>
Json ofPlan(const StudyAnswer& answer, Figure figure)
{
    const bool has = answer.result != nullptr && answer.result->plan && answer.result->estimate;
    return has ? Json(figure(*answer.result->plan, *answer.result->estimate)) : Json();
}

template <typename Figure>
Json ofCertificate(const StudyAnswer& answer, Figure figure)
{
    return answer.result != nullptr ? Json(figure(answer.result->certificate)) : Json();
}

Json status(const StudyAnswer& answer)
{
    return answer.result == nullptr ? Json("refused") : Json(std::string(name(answer.result->certificate.status)));
}

Json error(const StudyAnswer& answer)
{
    if (answer.result == nullptr) {
        return answer.error;
    }
    return answer.result->infeasibility ? Json(answer.result->infeasibility->reason.english()) : Json();
}

Json smallestBudget(const StudyAnswer& answer)
{
    const bool has =
        answer.result != nullptr && answer.result->infeasibility && answer.result->infeasibility->smallestBudget > 0;
    return has ? Json(answer.result->infeasibility->smallestBudget) : Json();
}

/// Members of a plan file that the request has.
constexpr const char* ofRequest[] = {"model", "cluster", "training"};

/// Returns the plan's file without the members that the request has.
Json planText(const StudyAnswer& answer)
{
    return ofPlan(answer, [](const Plan& plan, const Estimate&) {
        Plan own = plan;
        own.provenance = {};
        Json json = *parseJson(planToJson(own), {});
        for (const char* member : ofRequest) {
            json.erase(member);
        }
        json.erase("provenance");
        return dumped(json);
    });
}

Bytes fullest(const Estimate& estimate)
{
    Bytes most = 0;
    for (const StageEstimate& stage : estimate.stages) {
        most = std::max(most, stage.memory.total());
    }
    return most;
}

constexpr StudyColumn columns[] = {
    {"status", Type::Text, Core::tr("optimal, gap, stopped, infeasible or refused"), status},
    {"error", Type::Text, Core::tr("Reason why a request has no plan"), error},
    {"step_s", Type::Real, Core::tr("Seconds of a step, simulated"),
     [](const StudyAnswer& a) { return ofPlan(a, [](const Plan&, const Estimate& e) { return e.stepTime; }); },
     Unit::Time, Better::Less},
    {"samples_per_s", Type::Real, Core::tr("Samples per second"),
     [](const StudyAnswer& a) { return ofPlan(a, [](const Plan&, const Estimate& e) { return e.throughput; }); },
     Unit::Number, Better::More},
    {"tokens_per_device_s", Type::Real, Core::tr("Tokens per second and device"),
     [](const StudyAnswer& a) { return ofPlan(a, [](const Plan&, const Estimate& e) { return e.tokensPerDevice; }); },
     Unit::Number, Better::More},
    {"mfu", Type::Real, Core::tr("Share of the peak FLOP that the model's FLOP need"),
     [](const StudyAnswer& a) { return ofPlan(a, [](const Plan&, const Estimate& e) { return e.mfu; }); }, Unit::Share,
     Better::More},
    {"lower_bound_s", Type::Real, Core::tr("Lower bound of the seconds of a step"),
     [](const StudyAnswer& a) { return ofCertificate(a, [](const Certificate& c) { return c.lowerBound; }); },
     Unit::Time},
    {"gap", Type::Real, Core::tr("Share by which the step may be above the optimum"),
     [](const StudyAnswer& a) {
         const Json gap = ofCertificate(a, [](const Certificate& c) { return c.gap; });
         return gap.is_number() && std::isfinite(gap.get<double>()) ? gap : Json();
     },
     Unit::Share, Better::Less},
    {"memory_bytes", Type::Integer, Core::tr("Peak memory of the fullest device"),
     [](const StudyAnswer& a) { return ofPlan(a, [](const Plan&, const Estimate& e) { return fullest(e); }); },
     Unit::Memory, Better::Less},
    {"budget_bytes", Type::Integer, Core::tr("Memory budget per device"),
     [](const StudyAnswer& a) { return a.request != nullptr ? Json(a.request->budget()) : Json(); }, Unit::Memory,
     Better::Less},
    {"smallest_budget_bytes", Type::Integer, Core::tr("Least budget with which the request has a plan, if it has none"),
     smallestBudget, Unit::Memory, Better::Less},
    {"bubble_share", Type::Real, Core::tr("Share of the step in which devices idle in the pipeline"),
     [](const StudyAnswer& a) { return ofPlan(a, [](const Plan&, const Estimate& e) { return e.bubbleFraction; }); },
     Unit::Share, Better::Less},
    {"devices", Type::Integer, Core::tr("Devices of the cluster"),
     [](const StudyAnswer& a) { return a.request != nullptr ? Json(a.request->cluster.devices) : Json(); },
     Unit::Number, Better::Less},
    {"batch", Type::Integer, Core::tr("Samples of a step"),
     [](const StudyAnswer& a) {
         return ofPlan(a, [](const Plan& p, const Estimate&) { return p.training.globalBatch; });
     }},
    {"stages", Type::Integer, Core::tr("Stages of the pipeline"),
     [](const StudyAnswer& a) { return ofPlan(a, [](const Plan& p, const Estimate&) { return p.pipeline(); }); }},
    {"microbatches", Type::Integer, Core::tr("Micro-batches of a step"),
     [](const StudyAnswer& a) {
         return ofPlan(a, [](const Plan& p, const Estimate&) { return p.schedule.microbatches; });
     }},
    {"schedule", Type::Text, Core::tr("Order of the operations in the pipeline"),
     [](const StudyAnswer& a) {
         return ofPlan(a, [](const Plan& p, const Estimate&) { return toString(p.schedule); });
     }},
    {"tasks", Type::Integer, Core::tr("Subproblems of the search"),
     [](const StudyAnswer& a) { return ofCertificate(a, [](const Certificate& c) { return c.tasks; }); }},
    {"plan", Type::Text, Core::tr("Plan file without model, cluster and training"), planText},
    {"version", Type::Text, Core::tr("Version of the program"), [](const StudyAnswer& a) { return Json(a.version); },
     Unit::Number, Better::Neither, true},
    {"search_s", Type::Real, Core::tr("Seconds of the search"),
     [](const StudyAnswer& a) { return ofCertificate(a, [](const Certificate& c) { return c.seconds; }); }, Unit::Time,
     Better::Less, true},
};

}  // namespace

std::span<const StudyColumn> studyColumns()
{
    return columns;
}

Result<Plan> planOfRow(const std::string& text, std::int64_t batch, const SearchRequest& request,
                       const std::string& where)
{
    PGRAM_TRY(Json json, parseJson(text, where));
    Plan asked;
    asked.model = request.model;
    asked.cluster = request.cluster;
    asked.training = request.training;
    asked.training.globalBatch = static_cast<int>(batch);
    PGRAM_TRY(const Json whole, parseJson(planToJson(asked), where));
    for (const char* member : ofRequest) {
        json[member] = whole[member];
    }
    return planFromJson(dumped(json), where);
}

}  // namespace pgram
