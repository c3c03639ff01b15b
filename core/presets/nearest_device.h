// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The measured relative of a device: efficiencies that nobody measured on the device come from it. Plain functions.
#pragma once

#include "core/presets/preset_store.h"

#include <functional>
#include <optional>

namespace pgram {

/// Returns the doublings of the 16-bit peak, of the memory bandwidth and of the multiprocessors that lie between two
/// devices, added up. An unknown figure counts as none. Our definition.
[[nodiscard]] double doublingsBetween(const Device& a, const Device& b);

/// Returns true if the rate of 16-bit products of the device in runs is not a guess.
[[nodiscard]] bool isMeasured(const Device& device);

/// Returns the preset of the store whose 16-bit products and whose runs were measured, and which is nearest to the
/// device by doublingsBetween(); among equally near ones the first by name. A device is not its own relative: presets
/// of its name are left out. Nothing: no preset is measured.
[[nodiscard]] std::optional<Device> nearestMeasured(const Device& device, const PresetStore& store);

/// Completes a device whose file gives no rate of products: what `isGiven` says that the file lacks of its efficiencies
/// and constants of kernels comes from nearestMeasured(), as guesses that name it. Constants of kernels need the number
/// of multiprocessors. Nothing changes where `isGiven("gemm_efficiency")`.
void takeFromRelative(Device& device, const std::function<bool(const char* key)>& isGiven, const PresetStore& store);

}  // namespace pgram
