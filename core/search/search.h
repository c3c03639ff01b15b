// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The planner's door: a request in, a certified result out (METHOD §7-9). Runs on the calling thread and on workers;
// stops within 100 ms of the token and keeps the incumbent.
#pragma once

#include "core/base/progress.h"
#include "core/plan/estimate.h"
#include "core/plan/plan.h"
#include "core/schedule/objective.h"
#include "core/search/pins.h"
#include "core/strategy/space.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

enum class Method {
    Joint,      ///< exact over cuts and strategies together
    Bmw,        ///< bi-objective balance of memory and time
    BmwMemory,  ///< Galvatron-Base + memory-balanced cut
    BmwTime,    ///< Galvatron-Base + time-balanced cut
    Base,       ///< 1F1B and recomputation, even or memory cut
    Galvatron,  ///< the first paper: GPipe, no recomputation
    Dp,
    Tp,
    Pp,
    Sdp,
    DpTp,
    DpPp,
    Megatron3d,   ///< one (t, d, P) for all layers
    DeepSpeed3d,  ///< t = 2, P = 2
    Zero1,
    Zero2,
    Zero3,
    Annealing,      ///< simulated annealing over Joint's plans
    RandomRestart,  ///< hill climbing from random ones of them
};

struct MethodInfo {
    Method method;
    const char* name;   ///< "bmw", "dp+tp", "3d": of --method and of files
    const char* title;  ///< "Galvatron-BMW"
    const char* what;   ///< one sentence
};
[[nodiscard]] const std::vector<MethodInfo>& methods();
[[nodiscard]] const MethodInfo& info(Method method);
[[nodiscard]] Result<Method> parseMethod(std::string_view name);

struct SearchRequest {
    Architecture model;
    Cluster cluster;
    Training training;                  ///< globalBatch is used when `batches` is empty
    std::vector<std::int64_t> batches;  ///< candidates of B; the highest throughput wins
    Bytes memoryBudget = 0;             ///< 0 = the device's memory
    Space space;
    Method method = Method::Bmw;
    StepRule rule = StepRule::Simulated;  ///< what plans are ranked by
    Schedule schedule;                    ///< kind and virtual stages; micro-batches are searched
    std::vector<Schedule> schedules;      ///< candidates in its place; of equal plans the first one's wins
    std::vector<int> microbatches;        ///< candidates of m; empty = all divisors of B
    std::vector<int> pipelines;           ///< candidates of P; empty = what space and method allow
    std::vector<Pin> pins;                ///< layers whose strategy is given; the space does not bind them
    int threads = 0;                      ///< 0 = all
    /// Of the methods that sample: how many plans are scored, and the seed. A count and no clock, so that the result
    /// does not depend on the machine; this many are about a second's work.
    std::int64_t samples = 2'000'000;
    std::uint64_t seed = 1;
    bool operator==(const SearchRequest&) const = default;
};

/// The schedules that a request asks for: its candidates, or its one.
[[nodiscard]] std::vector<Schedule> candidateSchedules(const SearchRequest& request);

struct Certificate {
    /// Gap: the method tried all that it does, and the bound leaves room for a better plan of the space.
    enum class Status { Optimal, Gap, Stopped, Infeasible };
    Status status = Status::Optimal;
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
    std::string reason;        ///< in words; also when no candidate was legal at all (then shortBy = 0)
};

struct IncumbentPoint {
    Seconds seconds = 0;  ///< since the start
    Seconds stepTime = 0;
    std::int64_t batch = 0;
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
    std::vector<int> sizes;  ///< layers of each stage
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
};

/// The figure that a rule ranks by.
[[nodiscard]] inline Seconds rankedBy(const Estimate& estimate, StepRule rule)
{
    return rule == StepRule::Paper ? estimate.paperStepTime : estimate.stepTime;
}

/// Errors: a request that cannot be asked (no layers, negative budget, an unsupported combination).
[[nodiscard]] Result<SearchResult> search(const SearchRequest& request, std::stop_token stop = {},
                                          const ProgressSink& progress = {});

}  // namespace pgram
