// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The numbers of a request that a sweep may vary.
#include "core/cluster/cluster_sizes.h"
#include "core/presets/preset_edits.h"
#include "core/questions/sweep.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace pgram {

namespace {

constexpr int mostPoints = 10'000;
constexpr double largestNumber = 1e15;
constexpr std::string_view modelPrefix = "model.";

/// Writes the value as JSON, without decimals if it is a whole number.
std::string written(double value)
{
    const bool isWhole = std::abs(value) < largestNumber && value == std::floor(value);
    return isWhole ? fmt::format("{}", static_cast<std::int64_t>(value)) : fmt::format("{:.17g}", value);
}

Result<Cluster> withMember(const Cluster& cluster, const std::string& pointer, std::string value)
{
    const PresetEdit edit{pointer, std::move(value)};
    return withEdits(cluster, std::span(&edit, 1));
}

}  // namespace

std::vector<double> SweepAxis::values() const
{
    std::vector<double> all;
    for (int i = 0; i < points; ++i) {
        const double share = static_cast<double>(i) / (points - 1);
        all.push_back(i + 1 == points ? to
                      : logarithmic   ? from * std::pow(to / from, share)
                                      : from + share * (to - from));
    }
    return all;
}

Result<double> numberOf(const SearchRequest& request, const std::string& what)
{
    if (what.starts_with(clusterAxisPrefix)) {
        return numberAt(request.cluster, what.substr(clusterAxisPrefix.size()));
    }
    if (what.starts_with(modelPrefix)) {
        return numberAt(request.model, what.substr(modelPrefix.size()));
    }
    const std::pair<const char*, double> numbers[] = {
        {"memory", static_cast<double>(request.budget())},
        {"batch", static_cast<double>(request.training.globalBatch)},
        {"sequence", static_cast<double>(request.training.sequence(request.model.sequenceLength))},
        {sequenceOfTokens.data(), static_cast<double>(request.training.sequence(request.model.sequenceLength))},
        {"nodes", static_cast<double>(nodesOf(request.cluster))},
        {"devices", static_cast<double>(request.cluster.devices)}};
    for (const auto& [name, value] : numbers) {
        if (what == name) {
            return value;
        }
    }
    return badInput(
        Core::tr("unknown number '{}'", what.substr(0, 80)), "axis",
        Core::tr("Take memory, batch, sequence, sequence-tokens, nodes, devices, or a member of the cluster or "
                 "the model by its pointer"));
}

Result<SearchRequest> withNumber(const SearchRequest& request, const std::string& what, double value)
{
    if (const Result<double> known = numberOf(request, what); !known) {
        return tl::unexpected(known.error());
    }
    SearchRequest varied = request;
    const auto whole = static_cast<std::int64_t>(std::llround(value));
    if (what.starts_with(clusterAxisPrefix)) {
        const std::string pointer = what.substr(clusterAxisPrefix.size());
        Result<Cluster> set = withMember(request.cluster, pointer, written(value));
        if (!set) {
            set = withMember(request.cluster, pointer, written(std::round(value)));  // bytes, counts
        }
        return std::move(set).map([&varied](Cluster cluster) {
            varied.cluster = std::move(cluster);
            return varied;
        });
    }
    if (what.starts_with(modelPrefix)) {
        const PresetEdit edit{what.substr(modelPrefix.size()), written(std::round(value))};
        return withEdits(request.model, std::span(&edit, 1)).map([&varied](Architecture model) {
            varied.model = std::move(model);
            return varied;
        });
    }
    if (what == "nodes" || what == "devices") {
        const int count = static_cast<int>(std::clamp<std::int64_t>(whole, 0, 1 << 20));
        Result<Cluster> sized =
            what == "nodes" ? withNodes(request.cluster, count) : withDevices(request.cluster, count);
        return std::move(sized).map([&varied](Cluster cluster) {
            varied.cluster = std::move(cluster);
            return varied;
        });
    }
    if (what == "memory") {
        varied.memoryBudget = std::max<Bytes>(1, whole);
    } else if (what == "batch") {
        varied.batches.clear();
        varied.training.globalBatch = whole;
    } else {
        varied.training.sequenceLength = std::max<std::int64_t>(1, whole);
    }
    if (what == sequenceOfTokens) {
        const std::int64_t tokens =
            request.training.globalBatch * request.training.sequence(request.model.sequenceLength);
        if (tokens % varied.training.sequenceLength != 0) {
            return badInput(Core::tr("a batch of {} tokens has no whole number of sequences of {}", tokens,
                                     varied.training.sequenceLength),
                            "axis");
        }
        varied.batches.clear();
        varied.training.globalBatch = tokens / varied.training.sequenceLength;
    }
    return varied;
}

Result<void> checkAxis(const SearchRequest& request, const SweepAxis& axis)
{
    const Result<double> known = numberOf(request, axis.what);
    if (!known) {
        return tl::unexpected(known.error());
    }
    if (axis.points < 2 || axis.points > mostPoints) {
        return badInput(Core::tr("{} point(s), expected from 2 to {}", axis.points, mostPoints), "axis");
    }
    if (!(axis.to > axis.from) || !std::isfinite(axis.to) || (axis.logarithmic && axis.from <= 0)) {
        return badInput(Core::tr("the range from {} to {} goes nowhere", fmt::format("{:.6g}", axis.from),
                                 fmt::format("{:.6g}", axis.to)),
                        "axis", Core::tr("Give a larger end, and no 0 where the steps are logarithmic"));
    }
    return {};
}

}  // namespace pgram
