// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the transfers of a layer are worked out from: the layer, its strategy and its surroundings, and what follows
// from these alone.
#pragma once

#include "core/cost/layer_bytes.h"
#include "core/cost/layer_cost.h"
#include "core/cost/layer_profile.h"
#include "core/cost/profile_book.h"

#include <memory>

namespace pgram {

/// All that is given to it outlives it.
struct LayerScene {
    /// With what `book`, of this layer, knows already; null: worked out anew.
    LayerScene(const CostContext& context, const LayerSpec& spec, const LayerStrategy& how,
               ProfileBook* book = nullptr);
    LayerScene(const LayerScene&) = delete;  // `bytes` refers to `profile`
    LayerScene& operator=(const LayerScene&) = delete;

    const Cluster& cluster;
    const Cluster& ends;  ///< as first and last stage see it between them
    const Training& training;
    const LayerSpec& layer;
    const LayerStrategy& strategy;
    std::int64_t sequence;  ///< n
    int pipeline;           ///< P
    bool keepsTableTwice;  ///< a tied one: embedding and head are not one stage's; of a prediction layer wherever it is
    double microbatches;   ///< m
    StrategyGroups groups;
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
    /// Seconds of forward that backward repeats.
    [[nodiscard]] Seconds recomputed() const;
    /// All of backward's, recomputation inside.
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
    /// How often backward mirrors a transfer of forward: not at all where no gradient comes.
    [[nodiscard]] int backwards() const { return profile.backward ? 1 : 0; }
    /// This rank's part of `tokens` tokens a sample, of the micro-batch; a grid's ranks together have them all.
    [[nodiscard]] double here(std::int64_t tokens) const;
    /// Of the layer's own tokens. A tensor group's ranks have the same ones.
    [[nodiscard]] double tokensHere() const { return here(tokensOf(layer, sequence)); }
    /// Bytes of `elements` activations.
    [[nodiscard]] Volume bytesOf(double elements) const { return elements * training.elementBytes(); }
};

}  // namespace pgram
