// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Units of the core: SI everywhere (seconds, bytes, FLOP, bytes per second). Only files and the screen convert.
#pragma once

#include <cstdint>

namespace pgram {

using Seconds = double;
using Bytes = std::int64_t;  ///< memory: whole bytes, so that sums are exact in any order
using Volume = double;       ///< bytes that travel: may be a fraction in a rank's share
using Bandwidth = double;    ///< bytes per second
using Flops = double;        ///< floating point operations
using FlopRate = double;     ///< FLOP per second

inline constexpr Bytes KiB = 1024;
inline constexpr Bytes MiB = 1024 * KiB;
inline constexpr Bytes GiB = 1024 * MiB;

/// Bytes of a tensor of `count` elements of `width` bytes, rounded up to whole bytes.
[[nodiscard]] Bytes wholeBytes(double bytes);

}  // namespace pgram
