// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster.h"

#include <algorithm>
#include <map>

namespace pgram {

FlopRate Device::peak(Precision precision) const
{
    const auto orElse = [](FlopRate wanted, FlopRate fallback) { return wanted > 0 ? wanted : fallback; };
    switch (precision) {
    case Precision::Fp32:
        return peakFp32;
    case Precision::Tf32:
        return orElse(peakTf32, peakFp32);
    case Precision::Fp16:
        return orElse(peakFp16, orElse(peakBf16, peakFp32));
    case Precision::Bf16:
        return orElse(peakBf16, orElse(peakFp16, peakFp32));
    case Precision::Fp8:
        return orElse(peakFp8, orElse(peakBf16, peakFp16));
    case Precision::Fp4:
        return orElse(peakFp4, peak(Precision::Fp8));
    }
    return peakFp32;
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
    std::map<FlopRate, int> alike;  // so that kinds that are equal add up as one
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

}  // namespace pgram
