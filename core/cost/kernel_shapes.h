// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Shapes of single kernels, by which their times are measured and computed. Plain values.
#pragma once

#include "core/cluster/collective.h"
#include "core/cost/product_time.h"

#include <algorithm>

namespace pgram {

/// Causal attention of a batch of whole sequences, forward alone.
struct AttentionShape {
    double batch = 1;
    double tokens = 0;  ///< tokens per sequence
    double heads = 1;
    double keyHeads = 1;  ///< heads of keys and values
    double headDim = 0;
    double window = 0;  ///< most tokens that a query sees; 0 = all before it

    [[nodiscard]] double span() const { return window > 0 ? std::min(window, tokens) : tokens; }
    /// Returns the query-key pairs of one head that the mask leaves.
    [[nodiscard]] double pairs() const { return tokens * span() * (1 - span() / (2 * tokens)); }
};

/// Work of a rank's routed experts on the tokens that arrive: sorting them by expert, two products (three matrices if
/// gated) around an activation, and restoring the order.
struct ExpertsShape {
    double tokens = 0;  ///< tokens of all ranks that share the experts
    double hidden = 0;
    double inner = 0;  ///< inner width of one expert, before tensor parallelism
    double topK = 1;
    double experts = 1;
    double tensor = 1;  ///< ranks over which an expert is split
    double ranks = 1;   ///< ranks among which the experts are divided
    bool gated = true;
    double load = 1;  ///< tokens of the busiest rank relative to the mean

    /// Returns the number of rows that arrive at the busiest rank.
    [[nodiscard]] double routed() const { return tokens * topK / ranks * load; }
};

/// A collective among neighbouring ranks of one node.
struct CollectiveShape {
    CollectiveKind kind = CollectiveKind::AllReduce;
    int ranks = 2;
    Volume bytes = 0;  ///< buffer size as in collectiveCost()
};

/// Transfer of tokens to the ranks of their experts, or back.
struct DispatchShape {
    double tokens = 0;  ///< tokens per rank
    double hidden = 0;
    double topK = 1;
    double experts = 1;
    bool back = false;  ///< true for combine
};

/// Conversion of a 16-bit matrix to 8 bits.
struct CastShape {
    double rows = 0;
    double columns = 0;
};

}  // namespace pgram
