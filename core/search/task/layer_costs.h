// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cache of layer costs, shared by all tasks of a search. Batch, micro-batches and schedule change a cost only through
// four things: the samples that a device has at once, gradients that are made in place of what backward read, a first
// and last stage that coincide, and, where samples differ, how many of them a rank sums up before it meets the others.
#pragma once

#include "core/cost/layer_cost.h"
#include "core/cost/profile_book.h"
#include "core/search/task/layer_types.h"

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace pgram {

/// Figures of a layer's cost by which plans are compared.
struct LayerFigures {
    Bytes states = 0;     ///< without what the last layer frees first (BackwardMoment), so that it can be negative
    Bytes kept = 0;       ///< per micro-batch in flight, or for the largest of its slices
    Bytes transient = 0;  ///< extra while the layer's backward runs, including what it frees first
    Seconds forward = 0;  ///< per micro-batch
    Seconds backward = 0;
    Seconds weightGradient = 0;
    Seconds once = 0;  ///< gradient synchronization and optimizer, per step
};

/// Layer costs of one model on one cluster. The training may differ in its batch alone. Thread-safe.
class LayerCosts {
public:
    /// Figures per type of layer; empty if the layers refuse the strategy.
    using OfTypes = std::vector<std::optional<LayerFigures>>;
    /// Returns null if the strategy does not divide the batch. `types` are those of the model, the same in all calls.
    [[nodiscard]] std::shared_ptr<const OfTypes> of(const CostContext& context, const Architecture& model,
                                                    const LayerTypes& types, const LayerStrategy& strategy);

private:
    struct Key {
        int pipeline = 1;
        bool endsMeet = false;
        bool lastFreesFirst = false;
        bool inPlace = false;  ///< gradients are made in place of what backward read
        int slices = 0;
        std::int64_t samples = 0;
        int unevenMicrobatches = 0;  ///< 0 if all samples are alike
        LayerStrategy strategy;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };

    /// One of many small tables. With a single table, threads would wait for each other.
    struct Shard {
        std::mutex mutex;
        std::unordered_map<Key, std::shared_ptr<const OfTypes>, Hash> known;
    };
    std::array<Shard, 64> m_shards;
    std::once_flag m_hasProfiles;
    std::vector<ProfileBook> m_profiles;  ///< per type
};

}  // namespace pgram
