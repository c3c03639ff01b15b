// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model on an edge device with memories of several kinds, for tasks that share it and have adapters of their own
// (adapter-ALBERT, arXiv 2303.16100; sizes and rule are ours): the tensors, the best placements, and the placements
// that they are compared with. The file format `parallelogram-tiers`, version 1.
#pragma once

#include "core/base/error.h"
#include "core/base/fields.h"
#include "core/model/architecture.h"
#include "core/serving/tiers.h"
#include "core/serving/weight_format.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

struct EdgeQuestion {
    Architecture model;
    WeightFormat format;            ///< for tables and layers; adapters and activations have 16 bits
    std::vector<MemoryTier> tiers;  ///< the last keeps everything that is loaded
    int tasks = 1;                  ///< equally frequent
    int adapterWidth = 64;          ///< two adapters per layer: h to this width and back, with biases
    std::int64_t tokens = 128;      ///< tokens per inference
    double perWake = 1;             ///< inferences between two wake-ups
    double perSwitch = 1;           ///< inferences between two tasks
};

struct EdgeAnswer {
    std::vector<TensorClass> classes;  ///< tables, layers, adapters of a task each, activations
    std::vector<MemoryTier> tiers;
    TierPlacement leastEnergy;
    TierPlacement leastLatency;
    std::vector<TierPlacement> inOne;  ///< everything in each tier alone
    TierPlacement reloading;           ///< a model for each task, loaded at every switch; of least energy
    TierPlacement reloadingFast;       ///< the same, of least latency
    Joules switchEnergy = 0;           ///< energy of a switch under `reloading`; adapters need no transfer
    Seconds switchLatency = 0;
};

/// Errors: a model without transformer layers, a last tier that loses what it has.
[[nodiscard]] Result<EdgeAnswer> edgePlacement(const EdgeQuestion& question);

[[nodiscard]] std::span<const Field<MemoryTier>> fieldsOf(const MemoryTier*);
/// Returns the JSON schema of a file of tiers.
[[nodiscard]] Json tiersSchema();
/// Parses the tiers. `where` names the source in errors. Errors: those of JsonObject.
[[nodiscard]] Result<std::vector<MemoryTier>> parseTiers(std::string_view text, const std::string& where);
[[nodiscard]] Result<std::vector<MemoryTier>> loadTiers(const std::filesystem::path& file);

}  // namespace pgram
