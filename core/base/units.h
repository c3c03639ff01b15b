// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Units of the core: SI everywhere (seconds, bytes, FLOP, bytes per second). Only files and the screen convert.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace pgram {

using Seconds = double;      ///< time
using Bytes = std::int64_t;  ///< memory: whole bytes, so that sums are exact in any order
using Volume = double;       ///< traffic in bytes; may be fractional
using Bandwidth = double;    ///< bytes per second
using Flops = double;        ///< floating point operations
using FlopRate = double;     ///< FLOP per second

/// Seconds of an impossible operation; the value of a missing limit.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// 2^10 bytes.
inline constexpr Bytes KiB = 1024;
/// 2^20 bytes.
inline constexpr Bytes MiB = 1024 * KiB;
/// 2^30 bytes.
inline constexpr Bytes GiB = 1024 * MiB;

/// Largest memory of a device, and largest budget of a request.
inline constexpr Bytes largestMemory = Bytes{1} << 44;
/// Saturation value of byte counts, larger than any memory: absurd sizes are reported as too large and never wrap.
inline constexpr Bytes largestBytes = Bytes{1} << 60;

/// Rounds up to whole bytes. Returns largestBytes for larger values and for NaN.
[[nodiscard]] Bytes wholeBytes(double bytes);
/// Returns a + b, at most largestBytes. Both must be at most largestBytes.
[[nodiscard]] constexpr Bytes added(Bytes a, Bytes b)
{
    return std::min(a + b, largestBytes);
}
/// Returns count · bytes, at most largestBytes. Both must not be negative.
[[nodiscard]] constexpr Bytes times(std::int64_t count, Bytes bytes)
{
    return bytes > 0 && count > largestBytes / bytes ? largestBytes : count * bytes;
}

}  // namespace pgram
