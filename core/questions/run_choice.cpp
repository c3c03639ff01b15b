// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/run_choice.h"

#include "core/cluster/cluster_sizes.h"

#include <cmath>
#include <limits>
#include <utility>

namespace pgram {

namespace {

/// The row within the limits that has the least of `figure`, then of days.
template <typename Figure>
const RunRow* leastBy(const std::vector<RunRow>& rows, Figure figure)
{
    const RunRow* least = nullptr;
    for (const RunRow& row : rows) {
        if (!row.within) {
            continue;
        }
        const auto key = [&figure](const RunRow& of) { return std::pair(figure(of), of.cost->total); };
        if (least == nullptr || key(row) < key(*least)) {
            least = &row;
        }
    }
    return least;
}

RunRow rowOf(const SearchRequest& request, SearchResult&& result, const RunQuestion& question, const RunLimits& limits)
{
    RunRow row{.request = request, .certificate = result.certificate};
    if (!result.plan) {
        row.why = result.infeasibility ? result.infeasibility->reason : Core::tr("stopped");
        return row;
    }
    row.plan = std::make_shared<const Plan>(std::move(*result.plan));
    row.figures = result.estimate;
    return priced(std::move(row), question, limits);
}

}  // namespace

RunRow runRow(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> figures)
{
    RunRow row;
    row.request.model = plan->model;
    row.request.cluster = plan->cluster;
    row.request.training = plan->training;
    row.plan = std::move(plan);
    row.figures = std::move(figures);
    return row;
}

RunRow priced(RunRow row, const RunQuestion& question, const RunLimits& limits)
{
    if (!row.plan) {
        return row;
    }
    row.cost.reset();
    row.why = {};
    row.within = false;
    if (const Result<RunCost> cost = runCost(*row.plan, *row.figures, question)) {
        row.cost = *cost;
        row.within = limits.holds(*cost);
    } else {
        row.why = cost.error().what;
    }
    return row;
}

std::vector<SearchRequest> onClusters(const SearchRequest& request, std::span<const Cluster> clusters,
                                      std::span<const int> nodes)
{
    std::vector<SearchRequest> requests;
    for (const Cluster& cluster : clusters) {
        for (const int count : nodes) {
            Result<Cluster> sized = withNodes(cluster, count);
            if (!sized) {
                continue;
            }
            SearchRequest asked = request;
            asked.cluster = std::move(*sized);
            requests.push_back(std::move(asked));
        }
    }
    return requests;
}

std::vector<SearchRequest> ofSequences(const SearchRequest& request, double tokensOfBatch,
                                       std::span<const std::int64_t> sequences)
{
    std::vector<SearchRequest> requests;
    for (const std::int64_t sequence : sequences) {
        const double samples = tokensOfBatch / static_cast<double>(sequence);
        if (samples >= 1 && samples == std::floor(samples)) {
            SearchRequest asked = request;
            asked.batches.clear();
            asked.training.sequenceLength = sequence;
            asked.training.globalBatch = static_cast<std::int64_t>(samples);
            requests.push_back(std::move(asked));
        }
    }
    return requests;
}

Result<std::vector<RunRow>> runRows(const std::vector<SearchRequest>& requests, const RunQuestion& question,
                                    const RunLimits& limits, std::stop_token stop,
                                    const std::function<void(const RunRow&)>& found)
{
    std::vector<RunRow> rows;
    for (const SearchRequest& request : requests) {
        if (stop.stop_requested()) {
            break;
        }
        Result<SearchResult> result = search(request, stop);
        if (!result) {
            return tl::unexpected(result.error());
        }
        rows.push_back(rowOf(request, std::move(*result), question, limits));
        if (found) {
            found(rows.back());
        }
    }
    return rows;
}

const RunRow* smallestCluster(const std::vector<RunRow>& rows)
{
    return leastBy(rows, [](const RunRow& row) { return row.request.cluster.devices; });
}

const RunRow* cheapestRun(const std::vector<RunRow>& rows)
{
    const RunRow* cheapest = leastBy(
        rows, [](const RunRow& row) { return row.cost->dollars.value_or(std::numeric_limits<double>::infinity()); });
    return cheapest != nullptr && cheapest->cost->dollars ? cheapest : nullptr;
}

const RunRow* soonestRun(const std::vector<RunRow>& rows)
{
    return leastBy(rows, [](const RunRow&) { return 0; });
}

const RunRow* largestModel(const std::vector<RunRow>& rows)
{
    return leastBy(rows, [](const RunRow& row) { return -parameterCount(row.request.model); });
}

}  // namespace pgram
