// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What single kernels work on, as their times are measured and worked out. Plain values.
#pragma once

#include "core/cluster/collective.h"
#include "core/cost/product_time.h"

#include <algorithm>

namespace pgram {

/// Causal attention of a batch of whole sequences, forward alone.
struct AttentionShape {
    double batch = 1;
    double tokens = 0;  ///< of a sequence
    double heads = 1;
    double keyHeads = 1;  ///< heads of keys and values
    double headDim = 0;
    double window = 0;  ///< tokens that a query sees at most; 0 = all before it

    [[nodiscard]] double span() const { return window > 0 ? std::min(window, tokens) : tokens; }
    /// Query-key pairs of one head that the mask leaves.
    [[nodiscard]] double pairs() const { return tokens * span() * (1 - span() / (2 * tokens)); }
};

/// What a rank's routed experts do with the tokens that came to it: put them in order, two products (three matrices
/// where gated) around an activation, and back.
struct ExpertsShape {
    double tokens = 0;  ///< of all ranks that share the experts
    double hidden = 0;
    double inner = 0;  ///< of one expert, before tensor parallelism
    double topK = 1;
    double experts = 1;
    double tensor = 1;  ///< ranks that one expert is split over
    double ranks = 1;   ///< ranks that the experts are dealt to
    bool gated = true;
    double load = 1;  ///< tokens of the busiest rank over the mean

    /// Rows that come to the busiest rank.
    [[nodiscard]] double routed() const { return tokens * topK / ranks * load; }
};

/// A collective among neighbouring ranks of one node.
struct CollectiveShape {
    CollectiveKind kind = CollectiveKind::AllReduce;
    int ranks = 2;
    Volume bytes = 0;  ///< as collectiveCost() takes them
};

/// Tokens on their way to the ranks of their experts, or back.
struct DispatchShape {
    double tokens = 0;  ///< of one rank
    double hidden = 0;
    double topK = 1;
    double experts = 1;
    bool back = false;  ///< combine
};

/// A matrix of 16 bits made one of 8.
struct CastShape {
    double rows = 0;
    double columns = 0;
};

}  // namespace pgram
