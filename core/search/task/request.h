// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a search is asked.
#pragma once

#include "core/base/error.h"
#include "core/cluster/cluster.h"
#include "core/model/architecture.h"
#include "core/model/training.h"
#include "core/schedule/objective.h"
#include "core/search/task/pins.h"
#include "core/strategy/space.h"
#include "core/target/target.h"

#include <cstdint>
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
    Zero1,
    Zero2,
    Zero3,
    Annealing,      ///< simulated annealing over Joint's plans
    RandomRestart,  ///< hill climbing from random ones of them
    AutoMap,        ///< double DQN that makes them decision by decision
    Ensemble,       ///< several of these, weighted
    Robust,         ///< least loss when any one device is slow
};

struct MethodInfo {
    Method method;
    const char* name;  ///< "bmw", "dp+tp": of --method and of files
    Phrase title;      ///< "Galvatron-BMW"
    Phrase what;       ///< one sentence
};
[[nodiscard]] const std::vector<MethodInfo>& methods();
[[nodiscard]] const MethodInfo& info(Method method);
[[nodiscard]] Result<Method> parseMethod(std::string_view name);

inline constexpr double leastSlowdown = 1e-3;
inline constexpr double greatestSlowdown = 0.99;

struct SearchRequest {
    Architecture model;
    Cluster cluster;
    Training training;                  ///< globalBatch is used when `batches` is empty
    std::vector<std::int64_t> batches;  ///< candidates of B; the highest throughput wins
    Bytes memoryBudget = 0;             ///< of the largest devices; 0 = their memory
    Space space;
    const Target* target = nullptr;  ///< plans that it can run, by Joint; null: any
    Method method = Method::Bmw;
    StepRule rule = StepRule::Simulated;  ///< what plans are ranked by
    Schedule schedule;                    ///< kind and virtual stages; micro-batches are searched
    std::vector<Schedule> schedules;      ///< candidates in its place; of equal plans the first one's wins
    std::vector<int> microbatches;        ///< candidates of m; empty = all divisors of B
    std::vector<int> pipelines;           ///< candidates of P; empty = what space and method allow
    std::vector<Pin> pins;                ///< layers whose strategy is given; the space does not bind them
    int threads = 0;                      ///< 0 = all
    /// Of the methods that sample: how many plans are scored, 0 = what is usual of the method, and the seed. A count
    /// and no clock, so that the result does not depend on the machine.
    std::int64_t samples = 0;
    std::uint64_t seed = 1;
    double slowdown = 0.2;  ///< of Robust: the share of its speed that any one device may lose
    bool operator==(const SearchRequest&) const = default;

    /// Of a device, before what is kept in reserve.
    [[nodiscard]] Bytes budget() const { return memoryBudget > 0 ? memoryBudget : cluster.mostMemory(); }
};

/// The schedules that a request asks for: its candidates, or its one.
[[nodiscard]] std::vector<Schedule> candidateSchedules(const SearchRequest& request);

}  // namespace pgram
