// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Inputs of a layer's transfers: the layer, its strategy and its surroundings, and figures that follow from these
// alone.
#pragma once

#include "core/cost/layer_bytes.h"
#include "core/cost/layer_cost.h"
#include "core/cost/layer_profile.h"
#include "core/cost/profile_book.h"

#include <memory>

namespace pgram {

/// All arguments must outlive the object.
struct LayerScene {
    /// `book`: cache of this layer's profiles; null: compute the profile.
    LayerScene(const CostContext& context, const LayerSpec& spec, const LayerStrategy& how,
               ProfileBook* book = nullptr);
    LayerScene(const LayerScene&) = delete;  // `bytes` refers to `sharding` and `profile`
    LayerScene& operator=(const LayerScene&) = delete;

    const Cluster& cluster;
    const Cluster& ends;  ///< cluster as seen by the first and the last stage
    const Training& training;
    const LayerSpec& layer;
    const LayerStrategy& strategy;
    std::int64_t sequence;  ///< n
    int pipeline;           ///< P
    /// True for a tied table if embedding and head are on different stages; for a prediction layer always.
    bool keepsTableTwice;
    double microbatches;  ///< m
    Sharding sharding;
    ShardShape shard;
    std::shared_ptr<const LayerProfile> known;
    const LayerProfile& profile;
    LayerBytes bytes;

    /// One collective among this layer's, which may be slower than the links allow (Framework::collectiveShare).
    [[nodiscard]] CollectiveCost collective(CollectiveKind kind, Group group, Volume buffer) const
    {
        return collectiveIn(cluster, kind, group, buffer);
    }
    [[nodiscard]] CollectiveCost collectiveIn(const Cluster& seen, CollectiveKind kind, Group group,
                                              Volume buffer) const;
    /// Returns the seconds of forward that backward repeats.
    [[nodiscard]] Seconds recomputed() const;
    /// Returns the seconds of backward, including recomputation.
    [[nodiscard]] Seconds backwardCompute() const;
    [[nodiscard]] bool repeatsAll() const { return profile.backward && strategy.kept.recomputesAll(); }
    /// Returns true if backward computes the routed experts again, and sends tokens to them again.
    [[nodiscard]] bool repeatsExperts() const
    {
        const bool ofModules = profile.backward && strategy.kept.part == KeptPart::WithoutModules;
        return repeatsAll() || (ofModules && training.recomputedModules.has(Module::Experts));
    }
    /// Returns how many of forward's sums over the tensor group backward repeats.
    [[nodiscard]] int repeatedReductions() const
    {
        const bool ofModules = profile.backward && strategy.kept.part == KeptPart::WithoutModules;
        return repeatsAll() ? profile.tensorReductions : ofModules ? profile.moduleReductions : 0;
    }
    /// Returns the number of backward transfers per forward transfer: 0 if no gradient arrives.
    [[nodiscard]] int backwards() const { return profile.backward ? 1 : 0; }
    /// Returns this rank's part of the micro-batch at `tokens` tokens per sample. A grid's ranks together have all of
    /// it.
    [[nodiscard]] double here(std::int64_t tokens) const;
    /// Returns this rank's tokens of the layer. All ranks of a tensor group have the same ones.
    [[nodiscard]] double tokensHere() const { return here(tokensOf(layer, sequence)); }
    /// Returns the bytes of `elements` activations.
    [[nodiscard]] Volume bytesOf(double elements) const { return elements * training.elementBytes(); }
};

}  // namespace pgram
