// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The dimensions that a search may use, and the switches of the paper's takeaways. What each is: dimension_rules.h.
#pragma once

#include "core/base/error.h"

#include <initializer_list>
#include <span>
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
    bool ckpt = true;        ///< full recompute
    bool selective = false;  ///< recompute of attention alone
    bool modules = false;    ///< recompute of what is cheap to make again: hasModules()
    bool sp = false;         ///< Megatron sequence parallelism, on tensor groups
    bool ulysses = false;    ///< heads divided inside attention, tokens outside
    bool cp = false;         ///< ring context parallelism
    bool ep = false;         ///< experts spread over the data group
    bool hsdp = false;       ///< hybrid sharding: ZeRO-3 inside, copies outside; beside or without `dp` and `sdp`
    bool offloadActivations = false;
    bool offloadOptimizer = false;
    bool layouts = false;     ///< tensor groups as grids, cubes and rings
    bool takeaway3 = true;    ///< never two data kinds in one tree
    bool anyDivisor = false;  ///< degrees beyond powers of two

    bool operator==(const Space&) const = default;
};

/// A space of nothing but these.
[[nodiscard]] Space spaceOf(std::initializer_list<bool Space::*> dimensions);

struct DimensionRules;

/// A name for several dimensions: "paper" for the five that are on by default, "modern" for those that Megatron-LM and
/// torchtitan run, "all".
struct SpaceGroup {
    std::string_view name;
    bool (*holds)(const DimensionRules& rules);
};
[[nodiscard]] std::span<const SpaceGroup> spaceGroups();

/// "dp,sdp,tp,pp,ckpt", "modern,zero2", "all,-layouts" -> Space: dimensions and groups of them, one after another, a
/// hyphen taking out. Errors: unknown dimension (with the known ones), nothing left.
[[nodiscard]] Result<Space> parseSpace(std::string_view list);
[[nodiscard]] std::string toString(const Space& space);

}  // namespace pgram
