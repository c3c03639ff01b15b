// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paths through the order of a schedule's operations. A step takes at least as long as any path, whatever the cut, and
// so at least as long as any mean of paths: a linear lower bound. The restricted master problem finds the mean, and the
// prices of memory, that bound a set of plans best. Pure.
#pragma once

#include "core/schedule/operation_graph.h"

#include <memory>
#include <vector>

namespace pgram {

/// Time of a plan, and its use of resources with a limit, such as the memory of a stage.
struct PathLoad {
    std::vector<PathCounts> seconds;  ///< per chunk, in model order
    std::vector<double> uses;         ///< per resource, as a share of its limit
};

/// T ≥ Σ over chunks of counts · seconds + Σ over resources of price · (use - 1), for every plan within all limits.
struct PathMeans {
    CountedPath counts;
    std::vector<Seconds> prices;  ///< per resource, for all of its limit

    /// Returns the bound for a plan of this load.
    [[nodiscard]] Seconds of(const PathLoad& load) const;
    /// Returns the means between these and others. `share`: weight of these, from 0 to 1.
    [[nodiscard]] PathMeans between(const PathMeans& others, double share) const;
};

/// The restricted master problem of the Lagrangian dual of a task: the means of paths and the prices that bound the
/// given plans best. Column generation solves it (Dantzig and Wolfe 1960): the multipliers of the plans are a mixture
/// of them, and the mixture's longest path, or the limit that it exceeds, enters the basis next. A further plan is a
/// cutting plane (Kelley 1960), after which the dual simplex method goes on from the last basis.
class PathMaster {
public:
    /// `paths`: paths to start with; there may be none. `most`: no bound above it is of use; positive and finite.
    /// Refers to the graph.
    PathMaster(OperationGraph& graph, std::vector<CountedPath> paths, std::size_t resources, Seconds most);
    ~PathMaster();
    PathMaster(const PathMaster& other);
    PathMaster(PathMaster&&) noexcept;

    void add(PathLoad load);
    /// Adds a resource. `uses`: how much of it each plan uses, in the order in which the plans were added.
    void addResource(const std::vector<double>& uses);
    /// Solves the problem, within about a thousandth. Takes the work from `work`, in units of about a nanosecond, and
    /// stops early when none is left. The means are valid in any case.
    void solve(double& work);

    [[nodiscard]] const PathMeans& means() const { return m_means; }
    /// Returns an upper limit of the bound that any means give for the plans.
    [[nodiscard]] Seconds value() const { return m_value; }
    /// Returns the paths of the mean.
    [[nodiscard]] std::vector<CountedPath> paths() const;
    /// Returns the share of each plan in the mixture, in the order in which they were added.
    [[nodiscard]] const std::vector<double>& shares() const { return m_shares; }

private:
    class Simplex;
    std::unique_ptr<Simplex> m_simplex;
    PathMeans m_means;
    Seconds m_value = 0;
    std::vector<double> m_shares;
};

}  // namespace pgram
