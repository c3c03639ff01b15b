// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measurements of one layer on one device by a profiler: the second source of a layer's costs, next to its dimensions
// (docs/method/time.md, A layer on one device). Plain values.
#pragma once

#include "core/base/precision.h"
#include "core/base/units.h"

#include <cstdint>
#include <map>
#include <string>

namespace pgram {

/// Measured times and bytes of one layer.
struct MeasuredLayer {
    std::int64_t sequence = 0;              ///< tokens a sample of the runs measured
    Precision precision = Precision::Bf16;  ///< precision of the measured runs
    bool tokensSplit = false;               ///< the tensor groups used Megatron's sequence parallelism
    /// Forward of b samples split over s devices takes secondsPerSample·b/s + seconds.
    Seconds secondsPerSample = 0;         ///< forward
    Seconds seconds = 0;                  ///< forward, per micro-batch
    double parameters = 0;                ///< parameters of the whole layer
    std::map<int, double> keptPerSample;  ///< bytes that backward reads, at their peak, by tensor degree; not empty
    double inputPerSample = 0;            ///< bytes that full recomputation keeps; 0 = not measured
    std::string source;                   ///< profiler, device and runs

    bool operator==(const MeasuredLayer&) const = default;

    /// Returns the seconds of a forward of so many samples per device.
    [[nodiscard]] Seconds forward(double samplesPerDevice) const
    {
        const Seconds line = secondsPerSample * samplesPerDevice + seconds;
        return line > 0 ? line : 0;
    }
};

}  // namespace pgram
