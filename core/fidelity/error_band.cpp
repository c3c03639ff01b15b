// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/error_band.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace pgram {

namespace {

constexpr double ownDistance = 0.1;  ///< added to every distance, so that no single run takes all of the weight
constexpr std::size_t fewestRuns = 4;

using Ratio = std::optional<double> KnownRun::*;

struct Neighbour {
    const KnownRun* run = nullptr;
    double distance = 0;
    double logRatio = 0;
    [[nodiscard]] double weight() const { return 1 / (ownDistance + distance); }
};

/// The runs with that ratio, the nearest first, at most bandRuns of them.
std::vector<Neighbour> nearestRuns(const RunTraits& asked, std::span<const KnownRun> runs, Ratio ratio)
{
    std::vector<Neighbour> neighbours;
    neighbours.reserve(runs.size());
    for (const KnownRun& run : runs) {
        if (run.*ratio) {
            neighbours.push_back({&run, distance(asked, run.traits), std::log(*(run.*ratio))});
        }
    }
    const std::size_t kept = std::min(bandRuns, neighbours.size());
    std::ranges::partial_sort(neighbours, neighbours.begin() + static_cast<std::ptrdiff_t>(kept), {},
                              [](const Neighbour& n) { return std::pair(n.distance, n.run->row); });
    neighbours.resize(kept);
    return neighbours;
}

/// The value below which a share `q` of the weight lies, linear between the middles of neighbours; they ascend.
double weightedQuantile(const std::vector<Neighbour>& ascending, double total, double q)
{
    double below = 0;
    double place = 0;
    double value = ascending.front().logRatio;
    for (const Neighbour& each : ascending) {
        const double middle = (below + each.weight() / 2) / total;
        if (middle >= q) {
            return middle > place && below > 0 ? value + (each.logRatio - value) * (q - place) / (middle - place)
                                               : each.logRatio;
        }
        place = middle;
        value = each.logRatio;
        below += each.weight();
    }
    return value;
}

/// Names by the weight of their runs, the heaviest first.
std::vector<std::string> namesByWeight(const std::vector<Neighbour>& neighbours, std::string KnownRun::*name)
{
    std::map<std::string, double> weights;
    for (const Neighbour& each : neighbours) {
        weights[each.run->*name] += each.weight();
    }
    std::vector<std::pair<std::string, double>> order(weights.begin(), weights.end());
    std::ranges::stable_sort(order, std::greater(), &std::pair<std::string, double>::second);
    std::vector<std::string> names;
    for (auto& [each, weight] : order) {
        names.push_back(each);
    }
    return names;
}

std::optional<ErrorBand> bandOf(const RunTraits& asked, std::span<const KnownRun> runs, Ratio ratio)
{
    std::vector<Neighbour> neighbours = nearestRuns(asked, runs, ratio);
    if (neighbours.size() < fewestRuns) {
        return std::nullopt;
    }
    ErrorBand band;
    band.runs = static_cast<int>(neighbours.size());
    band.nearest = neighbours.front().distance;
    const bool ofTime = ratio == &KnownRun::timeRatio;
    band.guessed = ofTime && asked.guessedRate && std::ranges::none_of(neighbours, [&asked](const Neighbour& each) {
                       return haveSameDevice(asked, each.run->traits);
                   });
    band.suites = namesByWeight(neighbours, &KnownRun::suite);
    band.gpus = namesByWeight(neighbours, &KnownRun::gpu);
    double total = 0;
    double distances = 0;
    double dense = 0;
    for (const Neighbour& each : neighbours) {
        total += each.weight();
        distances += each.weight() * each.distance;
        dense += each.run->traits.experts ? 0 : each.weight();
    }
    std::ranges::sort(neighbours, {}, &Neighbour::logRatio);
    const double widening =
        (bandWidening * distances + (ofTime && asked.experts ? recipeWidening * dense : 0)) / total +
        (ofTime && (!band.isNear() || band.guessed) ? farWidening : 0);
    band.low = std::exp(weightedQuantile(neighbours, total, (1 - bandCoverage) / 2) - widening);
    band.high = std::exp(weightedQuantile(neighbours, total, (1 + bandCoverage) / 2) + widening);
    return band;
}

void takeRatios(KnownRun& run, const RowResult& result)
{
    if (result.predictedStep && result.measuredStep) {
        run.timeRatio = *result.measuredStep / *result.predictedStep;
    }
    if (result.predictedGib && result.measuredGib) {
        run.memoryRatio = *result.measuredGib / *result.predictedGib;
    }
}

}  // namespace

std::vector<KnownRun> knownRuns(const std::vector<Measurement>& rows, const DeviceCatalogue& devices)
{
    std::vector<KnownRun> runs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].stepTime && !rows[i].peakGib) {
            continue;
        }
        const Translation translation = planOf(rows[i], devices);
        if (translation.plan) {
            runs.push_back({i, rows[i].suite, rows[i].gpu, traitsOf(*translation.plan), {}, {}});
        }
    }
    return runs;
}

void takeRatios(std::vector<KnownRun>& runs, std::span<const RowResult> predicted)
{
    for (KnownRun& run : runs) {
        takeRatios(run, predicted[run.row]);
    }
}

void predictNearest(std::vector<KnownRun>& runs, const RunTraits& asked, const std::vector<Measurement>& rows,
                    const DeviceCatalogue& devices)
{
    std::vector<std::pair<double, KnownRun*>> order;
    for (KnownRun& run : runs) {
        order.emplace_back(distance(asked, run.traits), &run);
    }
    std::ranges::stable_sort(order, {}, &std::pair<double, KnownRun*>::first);
    std::size_t times = 0;
    std::size_t peaks = 0;
    for (const auto& [far, run] : order) {
        const Measurement& row = rows[run->row];
        const bool wanted = (row.stepTime && times < bandRuns) || (row.peakGib && peaks < bandRuns);
        if (!wanted) {
            continue;
        }
        takeRatios(*run, predict(row, devices));
        times += run->timeRatio ? 1 : 0;
        peaks += run->memoryRatio ? 1 : 0;
    }
}

bool hasBands(const Plan& plan, const Estimate& estimate)
{
    const auto isMeasured = [](const LayerSpec& run) { return run.measured.has_value(); };
    return estimate.legal && std::ranges::none_of(plan.model.runs, isMeasured);
}

ErrorBands errorBands(const RunTraits& asked, std::span<const KnownRun> runs)
{
    return {bandOf(asked, runs, &KnownRun::timeRatio), bandOf(asked, runs, &KnownRun::memoryRatio)};
}

}  // namespace pgram
