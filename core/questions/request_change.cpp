// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Changes that a request allows but does not ask for, and the changed request.
#include "core/base/index.h"
#include "core/cluster/cluster_sizes.h"
#include "core/model/training_json.h"
#include "core/questions/nearest_plan.h"
#include "core/questions/what_fits.h"
#include "core/search/task/method_rules.h"
#include "core/strategy/dimensions/dimensions.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

using Kind = RequestChange::Kind;

/// In the order in which they are tried.
constexpr std::array dimensionsToTry{&selectiveRules,
                                     &modulesRules,
                                     &spRules,
                                     &zero1Rules,
                                     &cpRules,
                                     &ulyssesRules,
                                     &epRules,
                                     &etpRules,
                                     &hsdpRules,
                                     &zero2Rules,
                                     &ckptRules,
                                     &sdpRules,
                                     &tpRules,
                                     &ppRules,
                                     &dpRules,
                                     &offloadOptimizerRules,
                                     &offloadActivationsRules};

/// Schedules that hold less, or idle less at the same memory.
const std::vector<Schedule>& schedulesToTry()
{
    static const std::vector<Schedule> schedules{
        {.kind = ScheduleKind::OneFOneB},
        {.kind = ScheduleKind::ZbV, .virtualStages = usualChunks(ScheduleKind::ZbV)},
        {.kind = ScheduleKind::Seq1F1B, .slices = usualSlices(ScheduleKind::Seq1F1B)}};
    return schedules;
}

/// Returns true if model and cluster have what the dimension divides or uses.
bool isOfUse(const DimensionRules& rules, const SearchRequest& request)
{
    const auto anyLayer = [&request](auto has) { return std::ranges::any_of(request.model.runs, has); };
    if (&rules == &epRules || &rules == &etpRules) {
        return anyLayer([](const LayerSpec& run) { return run.experts > 0; });
    }
    if (&rules == &modulesRules) {
        return anyLayer(
            [&request](const LayerSpec& run) { return hasModules(run, request.training.recomputedModules); });
    }
    if (&rules == &offloadActivationsRules || &rules == &offloadOptimizerRules) {
        return request.cluster.host.isKnown();
    }
    if (&rules == &ckptRules || &rules == &offloadOptimizerRules) {
        return true;
    }
    if (&rules == &selectiveRules || &rules == &spRules || &rules == &cpRules || &rules == &ulyssesRules) {
        return anyLayer([](const LayerSpec& run) { return run.heads > 0; });
    }
    return request.cluster.devices > 1;
}

/// Returns true if the method has a space of its own and ignores the request's switches.
bool prescribesSpace(const SearchRequest& request)
{
    return request.target == nullptr && rulesOf(request).space != request.space;
}

bool allows(const SearchRequest& request, const DimensionRules& rules)
{
    return request.target == nullptr || request.target->space.value.*rules.on;
}

bool allows(const SearchRequest& request, const Schedule& schedule)
{
    if (request.target == nullptr) {
        return true;
    }
    const auto& runs = request.target->schedules.value;
    return std::ranges::find(runs, schedule) != runs.end();
}

/// Returns false if the request has a target that cannot run the training with the change.
bool allows(const SearchRequest& request, const RequestChange& change)
{
    if (request.target == nullptr) {
        return true;
    }
    const Result<SearchRequest> after = changed(request, change);
    return after && beyond(*request.target, after->model, after->training).empty();
}

}  // namespace

std::string valueOf(const RequestChange& change)
{
    switch (change.kind) {
    case Kind::Dimension:
        return change.dimension->name;
    case Kind::Schedule:
        return toString(change.schedule);
    case Kind::Method:
        return info(change.method).name;
    case Kind::Microbatches:
        return "all";
    case Kind::Precision:
        return std::string(precisionNames()[at(change.precision)]);
    case Kind::Gradients:
        return "16";
    case Kind::Nodes:
        return std::to_string(change.nodes);
    case Kind::Target:
        return change.target->name;
    }
    return {};
}

Result<SearchRequest> changed(const SearchRequest& request, const RequestChange& change)
{
    SearchRequest result = request;
    switch (change.kind) {
    case Kind::Dimension:
        result.space.*change.dimension->on = true;
        break;
    case Kind::Schedule:
        result.schedules = candidateSchedules(request);
        result.schedules.push_back(change.schedule);
        break;
    case Kind::Method:
        result.method = change.method;
        break;
    case Kind::Microbatches:
        result.microbatches.clear();
        break;
    case Kind::Precision:
        result.training.precision = change.precision;
        break;
    case Kind::Gradients:
        result.training.gradientBytes = 2;
        break;
    case Kind::Nodes:
        return withNodes(request.cluster, change.nodes).map([&result](Cluster cluster) {
            result.cluster = std::move(cluster);
            return result;
        });
    case Kind::Target:
        result = requestWithin(request, *change.target);
        result.space.takeaway3 = request.space.takeaway3;
        result.microbatches = request.microbatches;
        result.pipelines = request.pipelines;
        break;
    }
    return result;
}

std::vector<RequestChange> possibleChanges(const SearchRequest& request)
{
    std::vector<RequestChange> changes;
    if (prescribesSpace(request)) {
        changes.push_back({.kind = Kind::Method, .method = Method::Bmw});
    }
    if (!request.microbatches.empty()) {
        changes.push_back({.kind = Kind::Microbatches});
    }
    for (const DimensionRules* rules : dimensionsToTry) {
        if (!(request.space.*rules->on) && isOfUse(*rules, request) && allows(request, *rules)) {
            changes.push_back({.kind = Kind::Dimension, .dimension = rules});
        }
    }
    const bool isWide = request.training.elementBytes() == 4;
    if (isWide || request.training.gradientBytes > 2) {
        const RequestChange numbers = isWide ? RequestChange{.kind = Kind::Precision, .precision = Precision::Bf16}
                                             : RequestChange{.kind = Kind::Gradients};
        if (allows(request, numbers)) {
            changes.push_back(numbers);
        }
    }
    const std::vector<Schedule> has = candidateSchedules(request);
    for (const Schedule& schedule : schedulesToTry()) {
        if (std::ranges::find(has, schedule) == has.end() && allows(request, schedule)) {
            changes.push_back({.kind = Kind::Schedule, .schedule = schedule});
        }
    }
    return changes;
}

}  // namespace pgram
