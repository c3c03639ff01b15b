// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A part of a strategy, the rest of it free: all strategies that have what it names.
#pragma once

#include "core/base/error.h"
#include "core/strategy/layer_strategy.h"
#include "core/strategy/space.h"

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

struct DimensionRules;

struct StrategyPattern {
    /// One dimension that is settled.
    struct Term {
        const DimensionRules* dimension = nullptr;
        int degree = 0;                            ///< 0 = it is there, with whatever degree; 1 = it is not there
        TensorLayout layout = TensorLayout::Line;  ///< of the tensor group's layouts this one; Line where it is another
        int depth = 1;                             ///< dimension
        bool operator==(const Term&) const = default;
    };
    std::vector<Term> terms;
    bool operator==(const StrategyPattern&) const = default;

    [[nodiscard]] bool matches(const LayerStrategy& strategy) const;
};

/// "tp8", "TP8+SP·CP4", "tp4+2d", "rsa4", "sdp ckpt", "tp1" or "no tp", "no ckpt": in words as parseStrategy's, in any
/// order. A word without a degree leaves that free. Errors: no word, an unknown one, a dimension named twice.
[[nodiscard]] Result<StrategyPattern> parsePattern(std::string_view text);

/// "TP8+SP·CP4", "SDP · no ckpt".
[[nodiscard]] std::string shortName(const StrategyPattern& pattern);

/// The space with the dimensions that the pattern names switched on.
[[nodiscard]] Space widened(Space space, const StrategyPattern& pattern);

}  // namespace pgram
