// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace pgram {

namespace {

constexpr std::array peaksOfDevice{
    DevicePeak{Precision::Fp32, &Device::peakFp32}, DevicePeak{Precision::Tf32, &Device::peakTf32},
    DevicePeak{Precision::Fp16, &Device::peakFp16}, DevicePeak{Precision::Bf16, &Device::peakBf16},
    DevicePeak{Precision::Fp8, &Device::peakFp8},   DevicePeak{Precision::Fp4, &Device::peakFp4}};

FlopRate peakOfUnits(const Device& device, Precision units)
{
    return device.*std::ranges::find(peaksOfDevice, units, &DevicePeak::units)->member;
}

}  // namespace

std::span<const DevicePeak> devicePeaks()
{
    return peaksOfDevice;
}

FlopRate Device::peak(Precision precision) const
{
    for (const Precision units : precisionRow(precision).units) {
        if (const FlopRate peak = peakOfUnits(*this, units); peak > 0) {
            return peak;
        }
    }
    return peakFp32;
}

bool Device::has(Precision precision) const
{
    const PrecisionRow& row = precisionRow(precision);
    const bool isNamed = std::ranges::find(blockFormats, precision) != blockFormats.end();
    return peakOfUnits(*this, row.units.front()) > 0 && (!row.isBlockFormat || isNamed);
}

bool Cluster::has(Precision precision) const
{
    return kinds.empty()
               ? device.has(precision)
               : std::ranges::all_of(kinds, [&](const DeviceKind& kind) { return deviceOf(kind).has(precision); });
}

Result<void> checkPrecision(const Cluster& cluster, Precision precision)
{
    const PrecisionRow& row = precisionRow(precision);
    if (row.devices.empty() || cluster.has(precision)) {
        return {};
    }
    const auto lacks = std::ranges::find_if_not(
        cluster.kinds, [&](const DeviceKind& kind) { return cluster.deviceOf(kind).has(precision); });
    const Device& device = lacks == cluster.kinds.end() ? cluster.device : cluster.deviceOf(*lacks);
    std::vector<const char*> names;
    for (const PrecisionRow& other : precisions()) {
        if (cluster.has(other.precision)) {
            names.push_back(other.name);
        }
    }
    return badInput(Core::tr("{} does not compute in {}", device.name, row.title), "precision",
                    Core::tr("Train in {}, or on {}", fmt::format("{}", fmt::join(names, ", ")), row.devices));
}

Bytes Cluster::mostMemory() const
{
    Bytes most = kinds.empty() ? device.memory : 0;
    for (const DeviceKind& kind : kinds) {
        most = std::max(most, deviceOf(kind).memory);
    }
    return most;
}

FlopRate Cluster::peak(Precision precision) const
{
    if (kinds.empty()) {
        return device.peak(precision) * devices;
    }
    std::map<FlopRate, int> alike;  // devices by their rate; equal kinds are one
    for (const DeviceKind& kind : kinds) {
        alike[deviceOf(kind).peak(precision)] += kind.devices;
    }
    FlopRate all = 0;
    for (const auto& [peak, count] : alike) {
        all += peak * count;
    }
    return all;
}

Quote Cluster::mean(Quote Device::*quote) const
{
    if (kinds.empty()) {
        return device.*quote;
    }
    Quote mean = deviceOf(kinds.front()).*quote;
    mean.value = 0;
    for (const DeviceKind& kind : kinds) {
        const Quote& own = deviceOf(kind).*quote;
        if (!own.isKnown()) {
            return {};
        }
        mean.value += own.value * kind.devices / devices;
        mean.source += mean.source.find(own.source) == std::string::npos ? "; " + own.source : "";
    }
    return mean;
}

Text Cluster::meanDevice() const
{
    std::vector<std::string> names;
    std::ranges::transform(kinds, std::back_inserter(names), &DeviceKind::name);
    return kinds.empty() ? Text(device.name) : Core::tr("{} (mean)", fmt::format("{}", fmt::join(names, " + ")));
}

}  // namespace pgram
