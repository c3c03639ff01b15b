// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Choice of the cluster, its size or the model for a training run: each alternative is planned by a search of its own,
// and its duration and cost are compared with the available days and money. Runs on the calling thread and on workers,
// like a search.
#pragma once

#include "core/plan/run_cost.h"
#include "core/search/search.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace pgram {

/// Limits of a training run; 0 = no limit.
struct RunLimits {
    double days = 0;
    double dollars = 0;

    /// A cost that is not known keeps to no limit on it.
    [[nodiscard]] bool holds(const RunCost& cost) const
    {
        return (days <= 0 || cost.days() <= days) && (dollars <= 0 || (cost.dollars && *cost.dollars <= dollars));
    }
};

/// One model on one cluster.
struct RunRow {
    SearchRequest request;
    std::shared_ptr<const Plan> plan;  ///< null: no plan fits
    std::shared_ptr<const Estimate> figures;
    Certificate certificate;
    std::optional<RunCost> cost;
    Text why;             ///< the reason why nothing was planned
    bool within = false;  ///< the limits
};

/// Returns the row of an existing plan, without its price.
[[nodiscard]] RunRow runRow(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> figures);
/// Returns the row with the duration and cost of its plan under another question. Does not search.
[[nodiscard]] RunRow priced(RunRow row, const RunQuestion& question, const RunLimits& limits);

/// Returns the request on each cluster with each number of nodes. Leaves out numbers that a cluster cannot have.
[[nodiscard]] std::vector<SearchRequest> onClusters(const SearchRequest& request, std::span<const Cluster> clusters,
                                                    std::span<const int> nodes);

/// Returns the request with each of these sequence lengths, in batches of `tokensOfBatch` tokens. Leaves out lengths
/// that do not divide the tokens.
[[nodiscard]] std::vector<SearchRequest> ofSequences(const SearchRequest& request, double tokensOfBatch,
                                                     std::span<const std::int64_t> sequences);

/// A row for each request, in their order; stopped: the rows until then. Errors: as search().
[[nodiscard]] Result<std::vector<RunRow>> runRows(const std::vector<SearchRequest>& requests,
                                                  const RunQuestion& question, const RunLimits& limits,
                                                  std::stop_token stop = {},
                                                  const std::function<void(const RunRow&)>& found = {});

// The following functions consider the rows within the limits, and return null if there are none.
/// Returns the run on the fewest devices; of several, the one that ends first.
[[nodiscard]] const RunRow* smallestCluster(const std::vector<RunRow>& rows);
/// Returns the cheapest run; of several, the one that ends first. Ignores rows of unknown cost.
[[nodiscard]] const RunRow* cheapestRun(const std::vector<RunRow>& rows);
/// Returns the run that ends first.
[[nodiscard]] const RunRow* soonestRun(const std::vector<RunRow>& rows);
/// Returns the run of the model with most parameters; of several, the one that ends first.
[[nodiscard]] const RunRow* largestModel(const std::vector<RunRow>& rows);

}  // namespace pgram
