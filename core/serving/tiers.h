// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Placement of an edge device's tensors in memories of several kinds: a backbone, and each task's own tensors
// (adapter-ALBERT, arXiv 2303.16100; the rule is ours, docs/method/other-systems.md, Edge memory). Exact.
#pragma once

#include "core/base/units.h"

#include <span>
#include <string>
#include <vector>

namespace pgram {

using Joules = double;

struct MemoryTier {
    std::string name;     ///< "SRAM", "RRAM", "flash"
    double capacity = 0;  ///< bytes
    Bandwidth bandwidth = 1;
    Joules readByte = 0;
    Joules writtenByte = 0;
    bool isVolatile = false;  ///< contents are loaded from the last tier whenever the device wakes up
};

/// Tensors that are alike: the adapters of all tasks, or one backbone.
struct TensorClass {
    std::string name;
    int count = 1;
    double bytes = 0;      ///< bytes of one tensor
    double read = 0;       ///< bytes of one that an inference reads, in the mean
    double written = 0;    ///< the same
    bool persists = true;  ///< weights; activations do not
};

enum class TierGoal { Energy, Latency };

struct TierPlacement {
    std::vector<std::vector<int>> counts;  ///< by class, by tier; empty: the tensors do not fit
    Joules energy = 0;                     ///< energy per inference
    Seconds latency = 0;                   ///< the same: all transfers, one after another
    [[nodiscard]] bool fits() const { return !counts.empty(); }
};

/// Return the seconds and joules of one tensor of a class in a tier, per inference: its reads and writes there, and, if
/// it persists in a volatile tier, the load from the last tier, once in `inferencesPerWake`.
[[nodiscard]] Joules energyIn(const TensorClass& tensor, std::span<const MemoryTier> tiers, std::size_t tier,
                              double inferencesPerWake);
[[nodiscard]] Seconds latencyIn(const TensorClass& tensor, std::span<const MemoryTier> tiers, std::size_t tier,
                                double inferencesPerWake);

/// Returns the placement of least energy, or of least latency; of equal ones the one that fills earlier tiers. Exact:
/// tries all counts of all classes but the largest, except those that cannot be better; the rest of the largest class
/// fills the cheapest tiers that have room.
[[nodiscard]] TierPlacement bestPlacement(std::span<const TensorClass> classes, std::span<const MemoryTier> tiers,
                                          TierGoal goal, double inferencesPerWake);
/// All in one tier.
[[nodiscard]] TierPlacement placementInOne(std::span<const TensorClass> classes, std::span<const MemoryTier> tiers,
                                           std::size_t tier, double inferencesPerWake);

}  // namespace pgram
