// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The result of a search: the plan, and the proof of its quality.
#pragma once

#include "core/plan/plan.h"
#include "core/plan/worst_case.h"
#include "core/schedule/objective.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pgram {

/// Proof of quality of a search.
struct Certificate {
    /// Outcome of the search. Gap: the method finished, and its bound does not exclude a better plan of the space.
    enum class Status { Optimal, Gap, Stopped, Infeasible };
    Status status = Status::Optimal;  ///< outcome
    std::string orders;               ///< orders of unlike devices along the pipeline that the scope covers; empty: all
    std::string scope;                ///< the plans that the bound covers, in words
    /// On the simulated step at the plan's batch, or on the paper's sum if plans are ranked by it.
    Seconds lowerBound = 0;
    double gap = 0;       ///< (step - bound)/step; infinity without a plan
    int tasks = 0;        ///< (B, P, m, schedule) tasks searched or skipped by their bound
    int skipped = 0;      ///< tasks that their bound excluded
    Seconds seconds = 0;  ///< duration of the search alone
};
template <>
inline constexpr std::array<std::string_view, 4> enumNames<Certificate::Status>{"optimal", "gap", "stopped",
                                                                                "infeasible"};

/// The reason why no plan fits, and the budget that would be enough.
struct Infeasibility {
    Bytes shortBy = 0;         ///< bytes that the best candidate is short by; a layer counts up to 256 TiB
    int stage = 0;             ///< stage that is short of memory
    int pipeline = 1;          ///< P of the best candidate
    int microbatches = 1;      ///< m of the best candidate
    Schedule schedule;         ///< schedule of the best candidate
    std::int64_t batch = 0;    ///< B of the best candidate
    Bytes smallestBudget = 0;  ///< least memory budget with which this request has a plan
    Text reason;               ///< one sentence; also set when no candidate is legal (then shortBy = 0)
};

/// The best plan at a moment of the search.
struct IncumbentPoint {
    Seconds seconds = 0;     ///< since the start
    Seconds stepTime = 0;    ///< step time of the plan
    std::int64_t batch = 0;  ///< B of the plan
    std::int64_t plans = 0;  ///< plans scored so far, by methods that sample
};

/// The lower bound of all plans of the request at a moment of the search.
struct BoundPoint {
    Seconds seconds = 0;    ///< since the start
    Seconds perSample = 0;  ///< lower bound of the step time per sample
};

/// One partition of the walk of BMW.
struct BalanceStep {
    std::int64_t batch = 0;           ///< B
    int pipeline = 1;                 ///< P
    int microbatches = 1;             ///< m
    std::vector<int> sizes;           ///< layers of each stage
    std::vector<Seconds> stageTimes;  ///< t_i, of a micro-batch; empty if the file lacks them
    std::vector<Bytes> stageMemory;   ///< peak memory of each stage
    double alphaTime = 0;             ///< α_t
    double alphaMemory = 0;           ///< α_m
    Seconds stepTime = 0;             ///< infinity when no strategy fits
    int from = -1;                    ///< index of the step before it; -1 = start of the walk, p_m
    bool timeCut = false;             ///< true for p_t, which balances the layers' least times
    bool best = false;                ///< true for the best step of its task
};

/// Result of a search.
struct SearchResult {
    std::optional<Plan> plan;                  ///< the best plan; empty if none fits, or none was found before the stop
    std::shared_ptr<const Estimate> estimate;  ///< estimate of the plan; null without one
    Certificate certificate;                   ///< proof of its quality
    std::optional<Infeasibility> infeasibility;  ///< without a plan; empty if the search stopped too early to know
    std::vector<IncumbentPoint> incumbents;      ///< best plans over time
    std::vector<BoundPoint> bounds;              ///< rising; empty if the search stopped before all tasks had a bound
    std::vector<BalanceStep> walk;               ///< for BMW; empty for other methods
    std::optional<WorstCase> worst;              ///< for Method::Robust, whose certificate is about it
};

/// Returns the figure by which a rule ranks plans.
[[nodiscard]] inline Seconds rankedBy(const Estimate& estimate, StepRule rule)
{
    return rule == StepRule::Paper ? estimate.paperStepTime : estimate.stepTime;
}

}  // namespace pgram
