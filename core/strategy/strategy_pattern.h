// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A pattern: all strategies that have the dimensions that it names.
#pragma once

#include "core/base/error.h"
#include "core/strategy/layer_strategy.h"
#include "core/strategy/space.h"

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// The rules of one dimension.
struct DimensionRules;

/// A pattern: all strategies that have its terms.
struct StrategyPattern {
    /// One fixed dimension.
    struct Term {
        const DimensionRules* dimension = nullptr;  ///< which dimension
        int degree = 0;                             ///< 0 = any degree
        bool isAbsent = false;                      ///< true = strategies without the dimension
        TensorLayout layout = TensorLayout::Line;   ///< layout of the tensor group; Line for other dimensions
        int depth = 1;                              ///< depth of a 2.5D layout
        bool operator==(const Term&) const = default;
    };
    std::vector<Term> terms;  ///< all must hold
    bool operator==(const StrategyPattern&) const = default;

    /// Returns true if the strategy has all terms.
    [[nodiscard]] bool matches(const LayerStrategy& strategy) const;
};

/// Reads a pattern, "tp8", "TP8+SP·CP4", "tp4+2d", "rsa4", "sdp ckpt", "tp1" or "no tp", "no ckpt": the words of
/// parseStrategy() in any order. A word without a degree matches any degree. Errors: no word, an unknown word, a
/// dimension named twice.
[[nodiscard]] Result<StrategyPattern> parsePattern(std::string_view text);

/// Returns the short form: "TP8+SP·CP4", "SDP · no ckpt".
[[nodiscard]] std::string shortName(const StrategyPattern& pattern);

/// Returns the space with the dimensions of the pattern switched on.
[[nodiscard]] Space widened(Space space, const StrategyPattern& pattern);

}  // namespace pgram
