// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The dimensions that a search may use, and the switches of the paper's takeaways.
#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>

namespace pgram {

struct Space {
    bool dp = true;
    bool sdp = true;  ///< ZeRO-3
    bool zero1 = false;
    bool zero2 = false;
    bool tp = true;
    bool pp = true;
    bool ckpt = true;  ///< full recompute
    bool sp = false;   ///< Megatron sequence parallelism, on tensor groups
    bool offloadActivations = false;
    bool offloadOptimizer = false;
    bool takeaway1 = true;    ///< pipeline across the slowest links, before the tree
    bool takeaway2 = true;    ///< group members equal: always on, kept for the record
    bool takeaway3 = true;    ///< never two data kinds in one tree
    bool anyDivisor = false;  ///< degrees beyond powers of two

    bool operator==(const Space&) const = default;
};

/// "dp,sdp,tp,pp,ckpt" -> Space. Errors: unknown dimension (with the known ones), empty list.
[[nodiscard]] Result<Space> parseSpace(std::string_view list);
[[nodiscard]] std::string toString(const Space& space);

}  // namespace pgram
