// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Formats quantities for people, in text tables, the window and messages: three significant digits, a space before the
// unit, independent of the locale.
#pragma once

#include "core/base/units.h"

#include <string>

namespace pgram {

/// Returns "7.31 GiB": binary units.
[[nodiscard]] std::string formatBytes(double bytes);
/// Returns "1.20 GB": decimal units, for traffic.
[[nodiscard]] std::string formatVolume(double bytes);
/// Returns "1.24 s", "35.1 ms", "12.0 µs".
[[nodiscard]] std::string formatSeconds(Seconds seconds);
/// Returns "12.5 GB/s".
[[nodiscard]] std::string formatBandwidth(Bandwidth rate);
/// Returns "672 M", "1.01 T".
[[nodiscard]] std::string formatCount(double count);
/// Returns "12.3 %" for 0.123.
[[nodiscard]] std::string formatPercent(double share);
/// Returns three significant digits.
[[nodiscard]] std::string formatNumber(double value);

}  // namespace pgram
