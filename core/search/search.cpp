// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/search.h"

#include "core/base/workers.h"
#include "core/search/incumbent.h"
#include "core/search/method_rules.h"
#include "core/search/outer_search.h"
#include "core/search/recall.h"
#include "core/search/sampling.h"
#include "core/search/scenario.h"
#include "core/search/task_list.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <span>

namespace pgram {

namespace {

/// The end of the tasks of the same batch as the first one.
std::size_t endOfBatch(const std::vector<ListedTask>& listed, std::size_t first)
{
    std::size_t end = first;
    while (end < listed.size() && listed[end].key.batch == listed[first].key.batch) {
        ++end;
    }
    return end;
}

Infeasibility infeasibilityOf(const SearchRequest& request, Bytes usable, const std::optional<Shortfall>& least)
{
    Infeasibility why;
    if (!least) {
        why.reason = "No strategy of the space is legal for every layer at this batch, whatever the memory";
        return why;
    }
    why.shortBy = least->need.bytes - usable;
    why.stage = least->need.stage;
    why.pipeline = least->key.pipeline;
    why.microbatches = least->key.microbatches;
    why.schedule = least->schedule;
    why.batch = least->key.batch;
    why.smallestBudget = askableBudgetFor(least->need.bytes, request.cluster);
    why.reason = "Every legal plan needs more memory than a device has";
    return why;
}

/// Of what the bound is a bound: every cut, strategy, P, m and schedule of the space, whatever the method tried of it.
std::string scopeOf(const MethodRules& rules, const SearchRequest& request)
{
    return fmt::format("all cuts and every layer's strategies in {}{}{}, batches, stages{} as asked for",
                       toString(rules.space), request.space.takeaway3 ? "" : ", mixed",
                       request.space.anyDivisor ? ", any divisor" : "",
                       rules.schedules.size() > 1 ? ", micro-batches and schedules" : " and micro-batches");
}

void certify(const MethodRules& rules, const SearchRequest& request, const Incumbent& incumbent, bool stopped,
             SearchResult& result)
{
    /// Rounding of sums in different orders.
    constexpr double tolerance = 1e-9;
    Certificate& certificate = result.certificate;
    certificate.scope = scopeOf(rules, request);
    certificate.tasks = incumbent.tasks();
    certificate.skipped = incumbent.skipped();
    certificate.seconds = incumbent.elapsed();
    if (!result.plan) {
        certificate.status = stopped ? Certificate::Status::Stopped : Certificate::Status::Infeasible;
        certificate.gap = std::numeric_limits<double>::infinity();
        return;
    }
    const double batch = static_cast<double>(result.plan->training.globalBatch);
    const Seconds found = result.estimate->stepTime;
    certificate.lowerBound = std::min(found, incumbent.bound() * batch);
    certificate.gap = found > 0 ? (found - certificate.lowerBound) / found : 0;
    if (certificate.gap < tolerance) {
        certificate.gap = 0;
    }
    certificate.status = stopped                ? Certificate::Status::Stopped
                         : certificate.gap == 0 ? Certificate::Status::Optimal
                                                : Certificate::Status::Gap;
}

std::string certificateText(const Certificate& certificate)
{
    switch (certificate.status) {
    case Certificate::Status::Optimal:
        return "optimal";
    case Certificate::Status::Gap:
        return fmt::format("gap {:.3g}", certificate.gap);
    default:
        return fmt::format("stopped, gap {:.3g}", certificate.gap);
    }
}

Plan finished(Plan plan, const SearchRequest& request, const MethodRules& rules)
{
    plan.model = request.model;
    plan.memoryBudget = request.memoryBudget;
    plan.name = fmt::format("{} on {}", plan.model.title.empty() ? plan.model.name : plan.model.title,
                            plan.cluster.title.empty() ? plan.cluster.name : plan.cluster.title);
    plan.provenance.madeBy = "parallelogram";
    plan.provenance.method = info(request.method).name;
    plan.provenance.space = toString(rules.space);
    plan.provenance.request = dumped(questionToJson(request));
    return plan;
}

Result<SearchResult> searchWith(const SearchRequest& request, Recall* recall, const std::stop_token& stop,
                                const ProgressSink& progress)
{
    if (Result<void> checked = checkRequest(request); !checked) {
        return tl::unexpected(checked.error());
    }
    const Result<PinnedModel> pinned = splitAtPins(request.model, request.pins);
    if (!pinned) {
        return tl::unexpected(pinned.error());
    }
    const MethodRules rules =
        rulesOf(request.method, request.space, candidateSchedules(request), request.cluster.devices);
    const Bytes budget = request.memoryBudget > 0 ? request.memoryBudget : request.cluster.device.memory;
    const Bytes usable = usableBudget(budget, request.cluster);
    const int workers = workersFor(request.threads);

    Incumbent incumbent(progress);
    const TaskSource source{&pinned->model, &request.cluster, request.training, rules.schedules, pinned->ofRun};
    std::vector<ListedTask> listed = listTasks(request, rules, stop);
    incumbent.expect(static_cast<int>(listed.size()));
    if (rules.sampling != Sampling::None) {
        const SamplingOptions options{rules.sampling, request.samples, request.seed};
        sampleTasks(listed, {source, usable, workers, stop}, options, incumbent);
        listed.clear();
    }
    OuterSearch outer({source, rules, usable, workers, stop, recall}, incumbent);
    // Batch by batch, so that a plan is there early however many batches are asked for.
    for (std::size_t first = 0; first < listed.size() && !stop.stop_requested();) {
        const std::size_t end = endOfBatch(listed, first);
        outer.run(std::span(listed).subspan(first, end - first));
        first = end;
    }
    outer.finish();

    SearchResult result;
    const bool stopped = stop.stop_requested();
    if (std::optional<Found> found = incumbent.best()) {
        result.plan = finished(std::move(found->plan), request, rules);
        result.estimate = std::make_shared<const Estimate>(estimate(*result.plan));
        result.walk = std::move(found->walk);
    } else if (!stopped) {
        result.infeasibility = infeasibilityOf(request, usable, incumbent.shortfall());
    }
    result.incumbents = incumbent.history();
    result.bounds = incumbent.boundHistory();
    certify(rules, request, incumbent, stopped, result);
    if (result.plan) {
        result.plan->provenance.certificate = certificateText(result.certificate);
    }
    return result;
}

}  // namespace

const char* toString(Certificate::Status status)
{
    switch (status) {
    case Certificate::Status::Optimal:
        return "optimal";
    case Certificate::Status::Gap:
        return "gap";
    case Certificate::Status::Stopped:
        return "stopped";
    case Certificate::Status::Infeasible:
        return "infeasible";
    }
    return "";
}

Result<SearchResult> search(const SearchRequest& request, std::stop_token stop, const ProgressSink& progress)
{
    return searchWith(request, nullptr, stop, progress);
}

Result<SearchResult> search(const SearchRequest& request, Recall& recall, std::stop_token stop,
                            const ProgressSink& progress)
{
    return searchWith(request, &recall, stop, progress);
}

}  // namespace pgram
