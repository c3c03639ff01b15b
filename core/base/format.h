// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one formatter of quantities for people: text tables, the window, messages. Three significant digits, a thin
// unit after a space, no locale.
#pragma once

#include "core/base/units.h"

#include <string>

namespace pgram {

[[nodiscard]] std::string formatBytes(double bytes);        ///< "7.31 GiB", binary units
[[nodiscard]] std::string formatVolume(double bytes);       ///< "1.20 GB", decimal units, for traffic
[[nodiscard]] std::string formatSeconds(Seconds seconds);   ///< "1.24 s", "35.1 ms", "12.0 µs"
[[nodiscard]] std::string formatBandwidth(Bandwidth rate);  ///< "12.5 GB/s"
[[nodiscard]] std::string formatCount(double count);        ///< "672 M", "1.01 T"
[[nodiscard]] std::string formatPercent(double share);      ///< 0.123 -> "12.3 %"
[[nodiscard]] std::string formatNumber(double value);       ///< three significant digits

}  // namespace pgram
