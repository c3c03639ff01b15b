// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paths through the order of a schedule's operations. A step takes at least as long as any path, whatever the cut, and
// so at least as long as any mean of paths: a linear lower bound. The restricted master problem finds the mean, and the
// prices of memory, that bound a set of plans best. Pure.
#pragma once

#include "core/schedule/schedule.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace pgram {

/// Number of times that a path counts the forward, the input gradient and the weight gradient of a chunk for one
/// micro-batch, and the work per step of its stage behind them; or the seconds of these operations. A receive counts as
/// a part of the operation that waits for it.
struct PathCounts {
    double forward = 0;
    double inputGradient = 0;
    double weightGradient = 0;
    double once = 0;

    void add(const PathCounts& other, double times)
    {
        forward += times * other.forward;
        inputGradient += times * other.inputGradient;
        weightGradient += times * other.weightGradient;
        once += times * other.once;
    }
    [[nodiscard]] double of(const PathCounts& seconds) const
    {
        return forward * seconds.forward + inputGradient * seconds.inputGradient +
               weightGradient * seconds.weightGradient + once * seconds.once;
    }
    /// Returns the seconds of a micro-batch.
    [[nodiscard]] double time() const { return forward + inputGradient + weightGradient; }
};

/// Counts of a path per chunk, in model order.
using CountedPath = std::vector<PathCounts>;

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

/// The operations of all stages under a schedule, each behind the operations that it waits for.
class OperationGraph {
public:
    /// The schedule must be possible on `stages` (scheduleProblem()).
    OperationGraph(const Schedule& schedule, int stages);

    [[nodiscard]] int stages() const { return static_cast<int>(m_last.size()); }
    [[nodiscard]] int chunks() const { return static_cast<int>(m_stageOf.size()); }
    /// Returns the number of operations.
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }
    /// Returns the seconds of the longest path if each chunk takes this long: the step of a plan.
    [[nodiscard]] Seconds length(std::span<const PathCounts> seconds);
    /// Returns the counts of the longest path if each chunk takes this long.
    [[nodiscard]] CountedPath longest(std::span<const PathCounts> seconds);

private:
    struct Node {
        int before = -1;  ///< operation before it on its stage; -1: none
        int sender = -1;  ///< operation on another stage, or of another chunk, whose result it uses; -1: none
        int chunk = 0;
        OpKind kind = OpKind::Forward;
        bool waits = false;  ///< true if it waits for the sender
        double end = 0;
    };

    /// Returns the stage that ends last, and when.
    [[nodiscard]] std::pair<int, Seconds> lastStage(std::span<const PathCounts> seconds);
    [[nodiscard]] static Seconds durationOf(const Node& node, const PathCounts& chunk);
    [[nodiscard]] CountedPath countsFrom(int stage) const;
    void build(const Schedule& schedule, const std::vector<std::vector<ScheduledOp>>& orders);

    std::vector<int> m_stageOf;  ///< per chunk
    std::vector<int> m_last;     ///< last node per stage
    std::vector<Node> m_nodes;
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
    /// Adds a resource with the use of it by each plan, in the order in which they were added.
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
