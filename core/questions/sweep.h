// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sensitivity of the best plan: numbers of a request vary over a range, with the best plan at each value, the crossings
// at which another kind of plan takes over, and the numbers that matter most. Runs on the calling thread and on
// workers, like a search.
#pragma once

#include "core/base/progress.h"
#include "core/search/search.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// In front of the pointer of a number of the cluster.
inline constexpr std::string_view clusterAxisPrefix = "cluster.";
/// The sequence length in batches that keep their number of tokens.
inline constexpr std::string_view sequenceOfTokens = "sequence-tokens";

/// A number of a request: "cluster.POINTER" or "model.POINTER" (preset_edits.h), "memory" in bytes, "batch",
/// "sequence", "sequence-tokens", "nodes" or "devices".
struct SweepAxis {
    std::string what;
    double from = 0;
    double to = 0;
    int points = 0;
    bool logarithmic = false;

    bool operator==(const SweepAxis&) const = default;

    /// From `from` to `to`, both among them. Precondition: checked.
    [[nodiscard]] std::vector<double> values() const;
};

[[nodiscard]] Result<double> numberOf(const SearchRequest& request, const std::string& what);
/// Errors: no such number, or a value that it cannot have.
[[nodiscard]] Result<SearchRequest> withNumber(const SearchRequest& request, const std::string& what, double value);
/// Errors: fewer than 2 points or more than 10,000, a range that goes nowhere, a logarithmic one that holds 0.
[[nodiscard]] Result<void> checkAxis(const SearchRequest& request, const SweepAxis& axis);

struct SweepPoint {
    double value = 0;
    std::optional<double> second{};    ///< on the other axis of a map
    std::shared_ptr<const Plan> plan;  ///< null: no plan fits, or the value is not possible
    std::shared_ptr<const Estimate> figures;
    Certificate certificate;
    std::string kind;   ///< "P2 TP8": stages and the strategy of most layers; empty without a plan
    Text why;           ///< the reason why nothing was planned
    double bestTo = 0;  ///< largest budget for which sweepOfMemory() finds no better plan; 0 = unknown
};

/// One kind of plan takes over from another, or plans begin or end: both sides are planned, at most `within` apart.
struct Crossing {
    SweepPoint below;
    SweepPoint above;
};

struct Sweep {
    SweepAxis axis;
    std::vector<SweepPoint> points;  ///< by rising value
    std::vector<Crossing> crossings;
    bool complete = false;
    Seconds seconds = 0;
    Seconds firstSeconds = 0;
};

struct SweepOptions {
    bool crossings = true;
    double within = 0.01;  ///< relative tolerance of a crossing's value
};

[[nodiscard]] std::string kindOf(const Plan& plan);

/// The plan as it is, run as the request asks: without a search and without a certificate. None where that is of other
/// devices, layers or batches, or forbids it. It may not fit.
[[nodiscard]] std::optional<SweepPoint> carried(const Plan& plan, const SearchRequest& request);

/// Each point is the plan of a search of its own; where that has a gap, the plan of a value beside it that is better
/// here: so no figure gets worse by chance. `found` is told each point on the calling thread as it is planned: the ends
/// first, then those in the middle of what is left. Errors: as checkAxis(), search().
[[nodiscard]] Result<Sweep> sweep(const SearchRequest& request, const SweepAxis& axis, const SweepOptions& options = {},
                                  std::stop_token stop = {}, const std::function<void(const SweepPoint&)>& found = {},
                                  const ProgressSink& progress = {});

/// The same over memory budgets, by memoryFrontier(): the points are the least budgets of the best plans, and the ends
/// of the axis.
[[nodiscard]] Result<Sweep> sweepOfMemory(const SearchRequest& request, const SweepAxis& axis,
                                          const std::stop_token& stop = {},
                                          const std::function<void(const SweepPoint&)>& found = {});

/// All pairs of values, the second axis's values one after another for each of the first's. Stopped: those until then.
/// `found` is told each point on the calling thread as it is planned.
[[nodiscard]] Result<std::vector<SweepPoint>> sweepMap(const SearchRequest& request, const SweepAxis& first,
                                                       const SweepAxis& second, std::stop_token stop = {},
                                                       const ProgressSink& progress = {},
                                                       const std::function<void(const SweepPoint&)>& found = {});

/// A number less and more, each planned anew.
struct TornadoBar {
    std::string what;
    std::string from;  ///< "vendor", or the constant's provenance
    double value = 0;
    double share = 0;  ///< by which it is varied
    SweepPoint less;
    SweepPoint more;

    /// The larger of both changes of the step, over `step`.
    [[nodiscard]] double swing(Seconds step) const;
};

/// Returns how far a constant may be from the truth, by its provenance: our definition, and only an order of magnitude.
/// 0: a vendor's figure.
[[nodiscard]] double uncertaintyOf(const std::string& provenance);

struct Tornado {
    SweepPoint base;
    std::vector<TornadoBar> bars;  ///< by falling swing
    bool complete = false;
};

/// Every rate, time and share of the cluster varied by `share`, or, where that is 0, by the constant's own uncertainty.
[[nodiscard]] Result<Tornado> tornado(const SearchRequest& request, double share, std::stop_token stop = {},
                                      const ProgressSink& progress = {});

}  // namespace pgram
