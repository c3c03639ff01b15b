// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of links and collectives from the measurements of a node, declared in node_constants.h.
#include "core/base/index.h"
#include "core/exchange/node_constants.h"
#include "core/fidelity/collective_fit.h"
#include "core/fidelity/log_fit.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>

namespace pgram {

namespace {

/// Start of a fit where the link has no measured constants.
constexpr CollectiveConstants usualCollective{
    .start = 1e-5, .startPerRank = 1e-6, .rate = 1, .rateLoss = 0.35, .ramp = 0.5};

/// Returns the measured collectives of a kind among devices of one island of the innermost link, by ranks and bytes.
std::vector<MeasuredCollective> collectivesOf(const NodeConstants& node, CollectiveKind kind)
{
    std::vector<MeasuredCollective> found;
    for (const LoggedCollective& logged : node.log.collectives) {
        if (logged.kind == kind && logged.ranks <= node.cluster.links.front().span) {
            found.push_back({logged.ranks, bytesPerRank(kind, logged.ranks, logged.bytes), logged.seconds});
        }
    }
    std::ranges::sort(found, {}, [](const MeasuredCollective& one) { return std::tuple(one.ranks, one.bytes); });
    return found;
}

std::vector<MeasuredCollective> chosen(const std::vector<MeasuredCollective>& all, std::span<const std::size_t> places)
{
    std::vector<MeasuredCollective> some;
    std::ranges::transform(places, std::back_inserter(some), [&all](std::size_t place) { return all[place]; });
    return some;
}

/// Returns the mean error of `all` if each half is predicted by a fit to the other. `errorsBy` fits to the first ones
/// and returns the errors of the others.
template <typename ErrorsBy>
std::optional<double> halfError(const std::vector<MeasuredCollective>& all, const ErrorsBy& errorsBy)
{
    return leftOutError(all.size(), [&](std::span<const std::size_t> known, std::span<const std::size_t> left) {
        return errorsBy(chosen(all, known), chosen(all, left));
    });
}

/// Keeps the rates of collectives, which count relative to the share of the link that reaches the other side.
void rescale(CollectiveKernels& kernels, double factor)
{
    for (auto& constants : kernels.kinds) {
        if (constants) {
            constants->rate *= factor;
        }
    }
    for (auto& constants : kernels.dispatch) {
        if (constants) {
            constants->rate *= factor;
        }
    }
}

void takeMessages(NodeConstants& node)
{
    const std::vector<MeasuredCollective> messages = collectivesOf(node, CollectiveKind::PointToPoint);
    if (messages.empty()) {
        return;
    }
    LinkLevel& link = node.cluster.links.front();
    const LinkFit fit = fitLink(link, messages);
    if (!fit.isDetermined) {
        node.reading.assumed.push_back({"efficiency", fmt::format("{:.3g}", link.efficiency.value),
                                        Core::tr("kept: no message of {} is long enough to show it", link.name)});
        return;
    }
    const auto leftOut = halfError(messages, [&link](const auto& known, const auto& left) {
        const LinkFit half = fitLink(link, known);
        std::vector<double> errors;
        std::ranges::transform(left, std::back_inserter(errors),
                               [&](const MeasuredCollective& one) { return messageError(link, half, one); });
        return errors;
    });
    node.reading.checks.push_back(
        {Core::tr("messages between two devices"), static_cast<int>(messages.size()), fit.meanError, leftOut});
    const double share = std::min(1.0, fit.efficiency);
    if (share < fit.efficiency) {
        node.reading.assumed.push_back({"efficiency", "1",
                                        Core::tr("messages reach {} times the bandwidth of {}: is it another link?",
                                                 fmt::format("{:.2f}", fit.efficiency), link.name)});
    }
    if (link.collectives) {
        rescale(*link.collectives, link.efficiency.value / share);
    }
    node.set(fmt::format("efficiency of {}", link.name), link.efficiency, share,
             fmt::format("{} messages between two devices", messages.size()));
    link.latency = fit.latency;
    node.say("latency_s", fit.latency);
}

/// Takes the constants of one kind. Returns "all-reduce: 14 on 2 to 4 devices", or nothing if none was measured.
std::string takeKind(NodeConstants& node, CollectiveKind kind, CollectiveKernels& kernels)
{
    const std::vector<MeasuredCollective> measured = collectivesOf(node, kind);
    if (measured.empty()) {
        return {};
    }
    const LinkLevel& link = node.cluster.links.front();
    std::optional<CollectiveConstants>& constants = kernels.kinds[at(kind)];
    const bool wasMeasured = constants.has_value();
    const CollectiveConstants start = constants.value_or(usualCollective);
    const CollectiveFit fit = fitCollective(link, start, measured);
    const auto leftOut = halfError(measured, [&](const auto& known, const auto& left) {
        const CollectiveFit half = fitCollective(link, start, known);
        std::vector<double> errors;
        std::ranges::transform(left, std::back_inserter(errors), [&](const MeasuredCollective& one) {
            return collectiveError(link, half.constants, one);
        });
        return errors;
    });
    node.reading.checks.push_back(
        {Text(std::string(name(kind))), static_cast<int>(measured.size()), fit.meanError, leftOut});
    for (std::size_t row = 0; row < fittedCollectiveConstants.size(); ++row) {
        const FittedCollectiveConstant& constant = fittedCollectiveConstants[row];
        if (!fit.isDetermined[row]) {
            node.reading.assumed.push_back(
                {fmt::format("{} of {}", constant.name, name(kind)),
                 fmt::format("{:.3g}", fit.constants.*constant.member),
                 wasMeasured ? Core::tr("kept: the measured sizes and numbers of devices do not determine it")
                             : Core::tr("a guess: the measured sizes and numbers of devices do not determine it")});
        }
    }
    constants = fit.constants;
    node.say(fmt::format("rate of {}", name(kind)), fit.constants.rate);
    return fmt::format("{}: {} on {} to {} devices", name(kind), measured.size(), measured.front().ranks,
                       measured.back().ranks);
}

/// Takes collectives of more devices than the innermost link joins as they were measured.
void takeTimes(NodeConstants& node)
{
    Cluster& cluster = node.cluster;
    for (const CollectiveKind kind : {CollectiveKind::AllReduce, CollectiveKind::AllToAll}) {
        for (const LoggedCollective& logged : node.log.collectives) {
            if (logged.kind != kind || logged.ranks <= cluster.links.front().span || logged.ranks > cluster.devices) {
                continue;
            }
            const bool allToAll = kind == CollectiveKind::AllToAll;
            auto times = std::ranges::find_if(cluster.measuredTimes, [&](const MeasuredTimes& known) {
                return known.size == logged.ranks && known.allToAll == allToAll;
            });
            if (times == cluster.measuredTimes.end()) {
                cluster.measuredTimes.push_back({allToAll, logged.ranks, {}});
                times = cluster.measuredTimes.end() - 1;
                cluster.measuredProvenance = {measuredHere, node.origin()};
            }
            const auto place = std::ranges::lower_bound(times->points, logged.bytes, {}, &MeasuredPoint::bytes);
            if (place != times->points.end() && place->bytes == logged.bytes) {
                place->seconds = logged.seconds;
            } else {
                times->points.insert(place, {logged.bytes, logged.seconds});
            }
        }
    }
}

}  // namespace

void takeCollectives(NodeConstants& node)
{
    const auto isBeyond = [&node](const LoggedCollective& one) { return one.ranks > node.cluster.devices; };
    if (const auto beyond = std::ranges::find_if(node.log.collectives, isBeyond);
        beyond != node.log.collectives.end()) {
        node.reading.assumed.push_back(
            {fmt::format("collectives of {} devices", beyond->ranks),
             {},
             Core::tr("left out: the cluster has {} device(s). Name a larger one with --cluster",
                      node.cluster.devices)});
    }
    takeMessages(node);
    LinkLevel& link = node.cluster.links.front();
    CollectiveKernels kernels = link.collectives.value_or(CollectiveKernels());
    std::vector<std::string> taken;
    for (std::size_t kind = 0; kind < measuredCollectives; ++kind) {
        if (std::string text = takeKind(node, static_cast<CollectiveKind>(kind), kernels); !text.empty()) {
            taken.push_back(std::move(text));
        }
    }
    if (!taken.empty()) {
        kernels.provenance = {measuredHere, fmt::format("{}; {}{}", fmt::join(taken, ", "), node.origin(),
                                                        link.collectives ? "; other kinds as before" : "")};
        link.collectives = kernels;
    }
    takeTimes(node);
}

}  // namespace pgram
