// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which part of the square traffic map is shown, in devices. Plain values.
#pragma once

namespace pgram {

/// `span` receivers from `column` on, `span` senders from `row` on.
struct TrafficWindow {
    double column = 0;
    double row = 0;
    double span = 0;
    bool operator==(const TrafficWindow&) const = default;

    [[nodiscard]] static TrafficWindow all(int devices) { return {0, 0, static_cast<double>(devices)}; }
    /// Closer by `factor` below one, so that the pair (row, column) keeps its place.
    [[nodiscard]] TrafficWindow zoomed(double factor, double atColumn, double atRow, int devices) const;
    /// Moved, but not beyond the map.
    [[nodiscard]] TrafficWindow moved(double columns, double rows, int devices) const;
    /// Moved as far as it takes to show the row and the column of a device.
    [[nodiscard]] TrafficWindow revealing(int device, int devices) const;
};

}  // namespace pgram
