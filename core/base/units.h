// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Units of the core: SI everywhere (seconds, bytes, FLOP, bytes per second). Only files and the screen convert.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace pgram {

using Seconds = double;
using Bytes = std::int64_t;  ///< memory: whole bytes, so that sums are exact in any order
using Volume = double;       ///< bytes that travel: may be a fraction in a rank's share
using Bandwidth = double;    ///< bytes per second
using Flops = double;        ///< floating point operations
using FlopRate = double;     ///< FLOP per second

/// Seconds of what cannot be, a limit where there is none.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline constexpr Bytes KiB = 1024;
inline constexpr Bytes MiB = 1024 * KiB;
inline constexpr Bytes GiB = 1024 * MiB;

/// The most memory that a device may have, and that may be asked for.
inline constexpr Bytes largestMemory = Bytes{1} << 44;
/// "More than any memory": where byte counts stop, so that absurd sizes are told as too large and never wrap.
inline constexpr Bytes largestBytes = Bytes{1} << 60;

/// Rounded up to whole bytes; largestBytes where there are more, or where the number is none.
[[nodiscard]] Bytes wholeBytes(double bytes);
/// a + b, at most largestBytes; neither is larger than that.
[[nodiscard]] constexpr Bytes added(Bytes a, Bytes b)
{
    return std::min(a + b, largestBytes);
}
/// count · bytes, at most largestBytes; neither is negative.
[[nodiscard]] constexpr Bytes times(std::int64_t count, Bytes bytes)
{
    return bytes > 0 && count > largestBytes / bytes ? largestBytes : count * bytes;
}

}  // namespace pgram
