// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/run_traits.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace pgram {

namespace {

constexpr double unlike = 1;
constexpr double furthestDevice = 3;
constexpr double perDeviceDoubling = 2;  ///< per doubling of a device's peak or memory bandwidth
constexpr double half = 0.5;
constexpr double otherRecompute = 0.25;
constexpr double perDoubling = 1.0 / 6;

double doublings(double a, double b)
{
    return a > 0 && b > 0 ? std::abs(std::log2(a / b)) : 0;
}

const LayerStrategy& usualStrategy(const Plan& plan)
{
    std::map<LayerStrategy, int> counts;
    for (const LayerStrategy& strategy : plan.strategies) {
        ++counts[strategy];
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
    return *std::ranges::find(plan.strategies, most->first);
}

/// Returns the share of the peak that products in blocks reach.
const Constant& rateOf(const Device& device, Precision precision)
{
    return !isNarrow(precision)                       ? device.gemmEfficiency
           : precisionRow(precision).operandBits == 8 ? device.fp8Efficiency
                                                      : device.fp4Efficiency;
}

double deviceDistance(const RunTraits& a, const RunTraits& b)
{
    const double apart = doublings(a.peak, b.peak) + doublings(a.memoryBandwidth, b.memoryBandwidth);
    return std::min(furthestDevice, perDeviceDoubling * apart);
}

}  // namespace

RunTraits traitsOf(const Plan& plan)
{
    const Device& device = plan.cluster.device;
    const LayerStrategy& strategy = usualStrategy(plan);
    RunTraits traits;
    traits.peak = device.peak(Precision::Fp16);
    traits.memoryBandwidth = device.memoryBandwidth;
    traits.guessedRate = rateOf(device, plan.training.precision).provenance.kind == "guessed";
    traits.framework = plan.training.framework;
    traits.framework.name.clear();  // their behaviour distinguishes them
    traits.framework.cacheShare = Framework().cacheShare;
    traits.framework.driverBytes = Framework().driverBytes;
    traits.loss = plan.training.loss;
    traits.elementBytes = plan.training.elementBytes();
    traits.operandBits = precisionRow(plan.training.precision).operandBits;
    traits.body = std::ranges::max_element(plan.model.runs, {}, [](const LayerSpec& run) {
                      return run.count * parameterCount(run);
                  })->kind;
    traits.experts = std::ranges::any_of(plan.model.runs, [](const LayerSpec& run) { return run.experts > 0; });
    traits.parameters = parameterCount(plan.model);
    traits.devices = plan.cluster.devices;
    traits.sequence = plan.sequence();
    traits.tensor = strategy.tensor;
    traits.sharded = strategy.zero == 3 && strategy.data > 1;
    traits.kept = strategy.kept.part;
    traits.pipelined = plan.pipeline() > 1;
    return traits;
}

bool haveSameDevice(const RunTraits& a, const RunTraits& b)
{
    return a.peak == b.peak && a.memoryBandwidth == b.memoryBandwidth;
}

double distance(const RunTraits& a, const RunTraits& b)
{
    double sum = deviceDistance(a, b);
    sum += a.framework == b.framework && a.loss == b.loss ? 0 : unlike;
    sum += a.elementBytes == b.elementBytes && a.operandBits == b.operandBits ? 0 : unlike;
    sum += a.body == b.body ? 0 : unlike;
    sum += a.experts == b.experts ? 0 : unlike;
    sum += a.pipelined == b.pipelined ? 0 : half;
    sum += a.sharded == b.sharded ? 0 : half;
    sum += a.kept == b.kept ? 0 : otherRecompute;
    sum += perDoubling * (doublings(a.parameters, b.parameters) + doublings(a.devices, b.devices) +
                          doublings(static_cast<double>(a.sequence), static_cast<double>(b.sequence)) +
                          doublings(a.tensor, b.tensor));
    return sum;
}

}  // namespace pgram
