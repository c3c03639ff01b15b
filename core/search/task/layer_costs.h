// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What layers cost, worked out once for all tasks of a search: batch, micro-batches and schedule matter only through
// the samples that a device has at once, through whether gradients are made in place of what backward read, and through
// whether the model's ends meet on one stage.
#pragma once

#include "core/cost/layer_cost.h"
#include "core/cost/profile_book.h"

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace pgram {

/// What of a layer's cost plans are compared by.
struct LayerFigures {
    Bytes states = 0;     ///< less what the last layer frees first (BackwardMoment), which can make its figure negative
    Bytes kept = 0;       ///< by one micro-batch in flight, or by the largest of its slices
    Bytes transient = 0;  ///< extra while its backward runs, with what it frees first
    Seconds forward = 0;  ///< of one micro-batch
    Seconds backward = 0;
    Seconds weightGradient = 0;
    Seconds once = 0;  ///< sync and optimizer
};

/// Of one model on one cluster; the training differs in its batch alone. For several threads at once.
class LayerCosts {
public:
    /// A layer of each run of the model; none: it refuses the strategy.
    using OfRuns = std::vector<std::optional<LayerFigures>>;
    /// Null: the batch does not divide.
    [[nodiscard]] std::shared_ptr<const OfRuns> of(const CostContext& context, const Architecture& model,
                                                   const LayerStrategy& strategy);

private:
    struct Key {
        int pipeline = 1;
        bool endsMeet = false;
        bool lastFreesFirst = false;
        bool inPlace = false;  ///< gradients
        int slices = 0;
        std::int64_t samples = 0;
        LayerStrategy strategy;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };

    /// Many small tables: one for all would have its threads wait for each other.
    struct Shard {
        std::mutex mutex;
        std::unordered_map<Key, std::shared_ptr<const OfRuns>, Hash> known;
    };
    std::array<Shard, 64> m_shards;
    std::once_flag m_hasProfiles;
    std::vector<ProfileBook> m_profiles;  ///< by run
};

}  // namespace pgram
