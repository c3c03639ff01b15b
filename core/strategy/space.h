// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The dimensions that a search may use, and the switches of the paper's takeaways. dimension_rules.h describes each.
#pragma once

#include "core/base/error.h"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace pgram {

/// The dimensions that a search may use.
struct Space {
    bool dp = true;           ///< replicated data parallelism
    bool sdp = true;          ///< ZeRO-3
    bool zero1 = false;       ///< sharded optimizer states
    bool zero2 = false;       ///< sharded optimizer states and gradients
    bool tp = true;           ///< tensor parallelism
    bool pp = true;           ///< pipeline parallelism
    bool ckpt = true;         ///< full recompute
    bool selective = false;   ///< recompute of attention alone
    bool modules = false;     ///< recompute of Training::recomputedModules
    bool sp = false;          ///< Megatron sequence parallelism, on tensor groups
    bool ulysses = false;     ///< heads divided inside attention, tokens outside
    bool cp = false;          ///< context parallelism, keys and values in a ring
    bool gatherKeys = false;  ///< context parallelism, keys and values gathered; with `cp`
    bool ep = false;          ///< experts spread over the data group
    bool etp = false;         ///< experts that are not split where tensor groups split the rest
    bool hsdp = false;        ///< hybrid sharding: ZeRO-3 inside, copies outside; with or without `dp` and `sdp`
    bool offloadActivations = false;  ///< kept tensors in host memory
    bool offloadOptimizer = false;    ///< optimizer states in host memory
    bool offloadWeights = false;      ///< weights in host memory, too; with `sdp` and `offloadOptimizer`
    bool layouts = false;             ///< tensor groups as grids, cubes and rings
    bool takeaway3 = true;            ///< never two data kinds in one tree
    bool anyDivisor = false;          ///< degrees beyond powers of two

    bool operator==(const Space&) const = default;
};

/// Returns the space of these dimensions. Tables of constants use it before main().
[[nodiscard]] constexpr Space spaceOf(std::initializer_list<bool Space::*> dimensions)
{
    Space space{.dp = false, .sdp = false, .tp = false, .pp = false, .ckpt = false};
    for (bool Space::*dimension : dimensions) {
        space.*dimension = true;
    }
    return space;
}

/// The rules of one dimension.
struct DimensionRules;

/// A name for several dimensions: "paper" for the five that are on by default, "modern" for those that Megatron-LM and
/// torchtitan run on devices alone, keys in a ring, and "all".
struct SpaceGroup {
    std::string_view name;                       ///< name in lists of dimensions
    bool (*holds)(const DimensionRules& rules);  ///< returns true if the group contains the dimension
};
/// Returns all groups.
[[nodiscard]] std::span<const SpaceGroup> spaceGroups();

/// Reads a space, "dp,sdp,tp,pp,ckpt", "modern,zero2" or "all,-layouts": dimensions and groups, applied in order; a
/// hyphen removes. Errors: an unknown dimension (the message lists the known ones), an empty space.
[[nodiscard]] Result<Space> parseSpace(std::string_view list);
/// Returns the text that parseSpace() reads.
[[nodiscard]] std::string toString(const Space& space);

}  // namespace pgram
