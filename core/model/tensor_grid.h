// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Devices that share matrix products as a grid or a cube.
#pragma once

#include <compare>

namespace pgram {

/// side × side devices (2D), or side × side × side (3D); one device where the side is 1.
struct TensorGrid {
    int side = 1;        ///< q
    int dimensions = 2;  ///< 3 = a cube
    auto operator<=>(const TensorGrid&) const = default;

    /// Parts of each matrix of weights: one a device.
    [[nodiscard]] int weightParts() const { return sampleParts() * side; }
    /// Parts of the samples: the widths are cut into `side` more.
    [[nodiscard]] int sampleParts() const { return dimensions == 3 ? side * side : side; }
    /// Products that a device computes one after the other for one of the layer: panel by panel on a grid.
    [[nodiscard]] int steps() const { return dimensions == 3 ? 1 : side; }
};

}  // namespace pgram
