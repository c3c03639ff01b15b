// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/presets/nearest_device.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace pgram {

namespace {

double doublings(double a, double b)
{
    return a > 0 && b > 0 ? std::abs(std::log2(a / b)) : 0;
}

}  // namespace

double doublingsBetween(const Device& a, const Device& b)
{
    return doublings(a.peak(Precision::Fp16), b.peak(Precision::Fp16)) +
           doublings(a.memoryBandwidth, b.memoryBandwidth) + doublings(a.multiprocessors, b.multiprocessors);
}

bool isMeasured(const Device& device)
{
    return device.gemmEfficiency.provenance.kind != "guessed";
}

std::optional<Device> nearestMeasured(const Device& device, const PresetStore& store)
{
    std::optional<Device> nearest;
    for (const PresetEntry& entry : store.devices()) {
        Result<Device> other = store.device(entry.name);
        if (!other || other->name == device.name || !isMeasured(*other) || !other->products ||
            !other->products->of(ProductType::Bf16)) {
            continue;
        }
        if (!nearest || doublingsBetween(device, *other) < doublingsBetween(device, *nearest)) {
            nearest = std::move(*other);
        }
    }
    return nearest;
}

void takeFromRelative(Device& device, const std::function<bool(const char* key)>& isGiven, const PresetStore& store)
{
    if (isGiven("gemm_efficiency")) {
        return;
    }
    const std::optional<Device> relative = nearestMeasured(device, store);
    if (!relative) {
        return;
    }
    const Provenance guess{"guessed", fmt::format("as on {}, the nearest measured device", relative->name)};
    for (const auto& [key, member] :
         {std::pair{"gemm_efficiency", &Device::gemmEfficiency}, std::pair{"fp8_efficiency", &Device::fp8Efficiency},
          std::pair{"fp4_efficiency", &Device::fp4Efficiency},
          std::pair{"attention_efficiency", &Device::attentionEfficiency},
          std::pair{"memory_efficiency", &Device::memoryEfficiency}, std::pair{"launch_s", &Device::launchSeconds}}) {
        const Constant& known = (*relative).*member;
        if (!isGiven(key) && known.provenance.kind != "guessed") {
            device.*member = {known.value, guess};
        }
    }
    if (device.multiprocessors > 0 && !isGiven("products")) {
        device.products = relative->products;
        device.products->provenance = guess;
    }
    if (device.multiprocessors > 0 && !isGiven("attention") && relative->attention) {
        device.attention = relative->attention;
        device.attention->provenance = guess;
    }
}

}  // namespace pgram
