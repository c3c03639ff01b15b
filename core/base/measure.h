// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Figures of devices and links as data sheets write them, with their units: "450 GB/s", "400 Gb/s", "3.4 us",
// "989 TFLOP/s", "60 %". What measureToType() writes reads back as the very same double.
#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>

namespace pgram {

enum class Measure {
    Text,    ///< a name or a date, not a number
    Count,   ///< whole numbers, also with k and M
    Memory,  ///< bytes; GiB without a unit
    Rate,    ///< bytes per second; Gb/s are bits; GB/s without a unit
    Peak,    ///< FLOP per second; TFLOP/s without a unit
    Time,    ///< seconds; µs without a unit
    Share,   ///< share of one, in % or as a fraction: "60 %", "0.6"
    Factor,  ///< a plain number
    Price,   ///< US dollars per hour
    Power,   ///< watts
};

/// Parses a figure into SI units: bytes, bytes/s, FLOP/s, seconds. Errors: not a number, a unit of another measure, an
/// ambiguous unit ("gb/s"), not finite.
[[nodiscard]] Result<double> parseMeasure(std::string_view text, Measure measure);

/// Returns the shortest text with a unit that parseMeasure() reads as exactly `value`: "450 GB/s", "24564 MiB", "3.4
/// µs", "54.8 %".
[[nodiscard]] std::string measureToType(double value, Measure measure);

/// Returns the unit of a number without one, shown behind a field: "GB/s"; empty if the number has no unit.
[[nodiscard]] const char* usualUnit(Measure measure);

/// Errors: outside of it, with both ends in their units.
[[nodiscard]] Result<double> withinRange(double value, double least, double most, Measure measure);

}  // namespace pgram
