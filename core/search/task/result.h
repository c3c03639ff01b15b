// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a search answers: the plan, and what is proven of it.
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

struct Certificate {
    /// Gap: the method tried all that it does, and the bound leaves room for a better plan of the space.
    enum class Status { Optimal, Gap, Stopped, Infeasible };
    Status status = Status::Optimal;
    std::string orders;      ///< of unlike devices along the pipeline, that the scope has; empty: all
    std::string scope;       ///< the plans that the bound speaks of, in words
    Seconds lowerBound = 0;  ///< on the simulated step at the plan's batch; on the paper's sum under that rule
    double gap = 0;          ///< (step - bound)/step; infinity without a plan
    int tasks = 0;           ///< (B, P, m, schedule) tasks searched or skipped by their bound
    int skipped = 0;
    Seconds seconds = 0;  ///< the search alone
};
[[nodiscard]] const char* nameOf(Certificate::Status status);

/// Why nothing fits, and what would.
struct Infeasibility {
    Bytes shortBy = 0;  ///< bytes that the best candidate misses; what a layer holds counts up to 256 TiB
    int stage = 0;      ///< where it misses them
    int pipeline = 1;   ///< that candidate's P, m, schedule, B
    int microbatches = 1;
    Schedule schedule;
    std::int64_t batch = 0;
    Bytes smallestBudget = 0;  ///< the least memory budget for which this request has a plan
    Text reason;               ///< in words; also when no candidate was legal at all (then shortBy = 0)
};

struct IncumbentPoint {
    Seconds seconds = 0;  ///< since the start
    Seconds stepTime = 0;
    std::int64_t batch = 0;
    std::int64_t plans = 0;  ///< scored until then, by a method that samples
};

/// From this moment on it was known that no plan of the request takes less.
struct BoundPoint {
    Seconds seconds = 0;    ///< since the start
    Seconds perSample = 0;  ///< lower bound on the step time a sample
};

/// One partition of BMW's walk.
struct BalanceStep {
    std::int64_t batch = 0;
    int pipeline = 1;
    int microbatches = 1;
    std::vector<int> sizes;           ///< layers of each stage
    std::vector<Seconds> stageTimes;  ///< t_i, of a micro-batch; empty where the file does not say
    std::vector<Bytes> stageMemory;
    double alphaTime = 0;    ///< α_t
    double alphaMemory = 0;  ///< α_m
    Seconds stepTime = 0;    ///< infinity when no strategy fits
    int from = -1;           ///< the step that this one went on from; -1 = where the walk starts: p_m
    bool timeCut = false;    ///< p_t: it balances the layers' least times
    bool best = false;       ///< of its task
};

struct SearchResult {
    std::optional<Plan> plan;
    std::shared_ptr<const Estimate> estimate;
    Certificate certificate;
    std::optional<Infeasibility> infeasibility;
    std::vector<IncumbentPoint> incumbents;
    std::vector<BoundPoint> bounds;  ///< rising; empty when the search was stopped before all tasks had theirs
    std::vector<BalanceStep> walk;
    std::optional<WorstCase> worst;  ///< of Method::Robust, whose certificate speaks of it
};

/// The figure that a rule ranks by.
[[nodiscard]] inline Seconds rankedBy(const Estimate& estimate, StepRule rule)
{
    return rule == StepRule::Paper ? estimate.paperStepTime : estimate.stepTime;
}

}  // namespace pgram
