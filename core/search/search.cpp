// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/search.h"

#include "core/base/workers.h"
#include "core/search/outer/finish.h"
#include "core/search/outer/incumbent.h"
#include "core/search/outer/outer_search.h"
#include "core/search/outer/recall.h"
#include "core/search/outer/sampling.h"
#include "core/search/task/method_rules.h"
#include "core/search/task/task_list.h"

#include <algorithm>
#include <fmt/format.h>
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
    return fmt::format("all cuts and every layer's strategies in {}{}{}, batches, stages{} as asked for, {}",
                       toString(rules.space), request.space.takeaway3 ? "" : ", mixed",
                       request.space.anyDivisor ? ", any divisor" : "",
                       rules.schedules.size() > 1 ? ", micro-batches and schedules" : " and micro-batches",
                       rankingWords(request.rule));
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
    const TaskSource source{&pinned->model,  &request.cluster, request.training,
                            rules.schedules, request.rule,     pinned->ofRun};
    std::vector<ListedTask> listed = listTasks(request, rules, stop);
    incumbent.expect(static_cast<int>(listed.size()));
    if (rules.how == How::Sample) {
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
        result.walk = std::move(found->walk);
    } else if (!stopped) {
        result.infeasibility = infeasibilityOf(request, usable, incumbent.shortfall());
    }
    result.incumbents = incumbent.history();
    result.bounds = incumbent.boundHistory();
    result.certificate.scope = scopeOf(rules, request);
    result.certificate.tasks = incumbent.tasks();
    result.certificate.skipped = incumbent.skipped();
    result.certificate.seconds = incumbent.elapsed();
    certify(result, request, incumbent.bound(), stopped);
    return result;
}

}  // namespace

const char* nameOf(Certificate::Status status)
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
