// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The request of a search.
#pragma once

#include "core/base/error.h"
#include "core/base/names.h"
#include "core/cluster/cluster.h"
#include "core/frameworks/target.h"
#include "core/model/architecture.h"
#include "core/model/training.h"
#include "core/schedule/objective.h"
#include "core/search/task/pins.h"
#include "core/strategy/space.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace pgram {

/// Search methods.
enum class Method {
    Joint,          ///< exact over cuts and strategies together
    Bmw,            ///< bi-objective balance of memory and time
    BmwMemory,      ///< Galvatron-Base + memory-balanced cut
    BmwTime,        ///< Galvatron-Base + time-balanced cut
    Base,           ///< 1F1B and recomputation, even or memory cut
    Galvatron,      ///< the first paper: GPipe, no recomputation
    Dp,             ///< data parallelism alone
    Tp,             ///< tensor parallelism alone
    Pp,             ///< pipeline parallelism alone
    Sdp,            ///< sharded data parallelism (ZeRO-3) alone
    DpTp,           ///< data and tensor parallelism
    DpPp,           ///< data and pipeline parallelism
    ThreeD,         ///< data, tensor and pipeline parallelism, the same for all layers
    Alpa,           ///< Alpa's space: strategies by layer, no recomputation, stages of equal time
    Zero1,          ///< ZeRO-1 alone
    Zero2,          ///< ZeRO-2 alone
    Zero3,          ///< ZeRO-3 alone
    Annealing,      ///< simulated annealing over Joint's plans
    RandomRestart,  ///< hill climbing from random ones of them
    AutoMap,        ///< double DQN that makes them decision by decision
    Ensemble,       ///< several of these, weighted
    Robust,         ///< least loss when any one device is slow
};

/// Name and description of a method.
struct MethodInfo {
    Method method;     ///< which method
    const char* name;  ///< "bmw", "dp+tp": name in files and of --method
    Phrase title;      ///< "Galvatron-BMW"
    Phrase what;       ///< one sentence
};
/// Returns all methods, in the order of lists.
[[nodiscard]] const std::vector<MethodInfo>& methods();
/// Returns name and description of a method.
[[nodiscard]] const MethodInfo& info(Method method);
/// Reads the name of a method. Errors: an unknown name; the message lists the known ones.
[[nodiscard]] Result<Method> parseMethod(std::string_view name);

/// Range of SearchRequest::slowdown.
inline constexpr double leastSlowdown = 1e-3;
/// Range of SearchRequest::slowdown.
inline constexpr double greatestSlowdown = 0.99;

/// Figure that has to fit the memory budget.
enum class FitRule {
    Formula,  ///< peak memory of the estimate
    Runs,     ///< upper end of what similar measured runs needed; searchWithMargin() asks for it
};
template <>
inline constexpr std::array<std::string_view, 2> enumNames<FitRule>{"formula", "runs"};

/// A question to the planner.
struct SearchRequest {
    Architecture model;                   ///< model that is trained
    Cluster cluster;                      ///< cluster that it is trained on
    Training training;                    ///< globalBatch is used when `batches` is empty
    std::vector<std::int64_t> batches;    ///< candidates of B; the highest throughput wins
    Bytes memoryBudget = 0;               ///< budget of the largest devices; 0 = their memory
    FitRule fit = FitRule::Formula;       ///< figure that has to fit; search() alone goes by the formula
    Space space;                          ///< dimensions that plans may use
    const Target* target = nullptr;       ///< plans that it can run, by Joint; null: any framework
    Method method = Method::Bmw;          ///< search method
    StepRule rule = StepRule::Simulated;  ///< figure by which plans are ranked
    Schedule schedule;                    ///< kind and virtual stages; micro-batches are searched
    std::vector<Schedule> schedules;      ///< candidates in its place; the first of equally fast ones wins
    std::vector<int> microbatches;        ///< candidates of m; empty = all divisors of B
    std::vector<int> pipelines;           ///< candidates of P; empty = what space and method allow
    std::vector<Pin> pins;                ///< layers whose strategy is given; the space does not bind them
    int threads = 0;                      ///< 1 to mostThreads; 0 = one per core
    /// Number of plans that methods that sample score; 0 = the method's default. It is a count instead of a time, so
    /// that the result does not depend on the machine.
    std::int64_t samples = 0;
    std::uint64_t seed = 1;  ///< seed of methods that sample
    double slowdown = 0.2;   ///< for Robust: share of its speed that any one device may lose
    bool operator==(const SearchRequest&) const = default;

    /// Returns the memory budget of the largest devices, before the reserve.
    [[nodiscard]] Bytes budget() const { return memoryBudget > 0 ? memoryBudget : cluster.mostMemory(); }
};

/// When a search ends, besides a stop. The usual end is a gap of zero, or a fixed amount of work.
struct SearchEnd {
    double gap = 0;             ///< largest gap of the certificate with which the search ends at once; 0 = none
    bool untilStopped = false;  ///< goes on improving the plan and its bound beyond the usual amount of work
};

/// Returns the schedules of a request: its candidates, or its only one.
[[nodiscard]] std::vector<Schedule> candidateSchedules(const SearchRequest& request);

}  // namespace pgram
