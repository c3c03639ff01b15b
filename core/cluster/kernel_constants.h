// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants fitted on measured kernels of a device and of the links inside a node. The formulas that use them are in
// cost/product_time, cost/attention_time and cluster/collective (docs/method/time.md, Measured
// products; docs/method/communication.md, Measured collectives). Plain values; absent if nobody measured them.
#pragma once

#include "core/base/precision.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace pgram {

/// Origin of a constant. "measured here": by the user, on the machine itself. "yours": the user set it.
struct Provenance {
    std::string kind = "guessed";  ///< "measured", "fitted", "guessed", "yours" or "measured here"
    std::string source;            ///< device, runs and software that the value was measured or fitted on
    bool operator==(const Provenance&) const = default;
};

/// Kind of a constant that the user measured on the machine itself.
inline constexpr const char* measuredHere = "measured here";

/// Number of enumerators of ProductType.
inline constexpr std::size_t productTypes = 4;

/// Constants of the formula for the time of a matrix product.
struct ProductConstants {
    double rateShare = 0;    ///< share of the peak that full tiles reach in a burst
    double tileInner = 0;    ///< elements of the inner width that a tile's start and end cost as much as
    double partialWave = 0;  ///< part of a last wave without tiles that is paid all the same
    double memoryShare = 0;  ///< share of the memory bandwidth for operands and result
    double norm = 0;         ///< exponent of the norm of compute and memory time: 1 = sum, infinity = maximum
    double start = 0;        ///< seconds of the smallest product
    /// Share of the memory bandwidth at which rows become 8 or 4 bits. For products of experts: at which rows are put
    /// in order and activated. 0 = neither is done.
    double castShare = 0;
    bool operator==(const ProductConstants&) const = default;
};

/// Measured constants of matrix products, by type.
struct ProductKernels {
    std::array<std::optional<ProductConstants>, productTypes> types;  ///< by ProductType
    Provenance provenance;                                            ///< provenance of all types
    bool operator==(const ProductKernels&) const = default;
    /// Returns the constants of a type; empty if nobody measured it.
    [[nodiscard]] const std::optional<ProductConstants>& of(ProductType type) const
    {
        return types[static_cast<std::size_t>(type)];
    }
};

/// Constants of the formula for the time of fused attention, forward.
struct AttentionConstants {
    /// Rate at one head width.
    struct Width {
        double headDim = 0;     ///< elements per head
        double rateShare = 0;   ///< share of the peak
        bool fallback = false;  ///< the kernel is not used in training: plans use the widths around it
        bool operator==(const Width&) const = default;
    };
    std::vector<Width> widths;  ///< by rising head width, at least one that is not a fallback
    double tileQueries = 0;     ///< queries of one head in the tile of a multiprocessor
    double partialWave = 0;     ///< part of a last wave without tiles that is paid all the same
    double memoryShare = 0;     ///< share of the memory bandwidth for queries, keys, values and output
    double start = 0;           ///< seconds of the smallest one
    double backwardShare = 1;   ///< rate of backward, with its 2.5 times as many FLOP, relative to forward
    double olderShare = 1;      ///< relative rate of kernels for the previous architecture
    bool operator==(const AttentionConstants&) const = default;

    /// Returns the share of the peak for heads of this width: between two measured widths the line that joins them,
    /// beyond the measured widths the nearest one.
    [[nodiscard]] double rateShare(double headDim) const;
};

/// Head width to which Device::attentionEfficiency applies.
inline constexpr double usualHeadDim = 128;

/// Measured constants of fused attention, by type.
struct AttentionKernels {
    std::array<std::optional<AttentionConstants>, productTypes> types;  ///< by ProductType
    Provenance provenance;                                              ///< provenance of all types
    bool operator==(const AttentionKernels&) const = default;
    /// Returns the constants of a type; empty if nobody measured it.
    [[nodiscard]] const std::optional<AttentionConstants>& of(ProductType type) const
    {
        return types[static_cast<std::size_t>(type)];
    }
};

/// Constants of collectiveTime() for one kind of collective.
struct CollectiveConstants {
    double start = 0;         ///< seconds of the smallest message on two ranks, but for one startPerRank
    double startPerRank = 0;  ///< seconds for each rank beyond the first
    double rate = 0;      ///< rate of large messages on many ranks, relative to bandwidth times efficiency of the link
    double rateLoss = 0;  ///< part of it that is lost, times the ranks
    double ramp = 0;  ///< factor of the root of the product of both parts; 2 = pieces of the best size in a pipeline
    bool operator==(const CollectiveConstants&) const = default;
};

/// Constants of the formula for the time of fused dispatch or combine of experts.
struct DispatchConstants {
    double start = 0;     ///< seconds of the smallest one
    double ownShare = 0;  ///< share of the memory bandwidth at which a rank handles each of its tokens
    double rate = 0;      ///< rate to other ranks, relative to bandwidth times efficiency of the link
    double perCopy = 0;   ///< seconds for each token on each rank
    double ranks = 0;     ///< that it was measured on: larger groups run other kernels
    bool operator==(const DispatchConstants&) const = default;
};

/// Number of collectives that have constants: all-reduce, all-gather, reduce-scatter, all-to-all.
inline constexpr std::size_t measuredCollectives = 4;

/// Measured constants of collectives inside an island of the innermost links.
struct CollectiveKernels {
    std::array<std::optional<CollectiveConstants>, measuredCollectives> kinds;  ///< by CollectiveKind
    std::array<std::optional<DispatchConstants>, 2> dispatch;                   ///< there, and back
    Provenance provenance;                                                      ///< provenance of all types
    bool operator==(const CollectiveKernels&) const = default;
};

}  // namespace pgram
