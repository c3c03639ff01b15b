// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What devices send that share a matrix product in other ways than one line of them: on a grid (SUMMA, Optimus
// 2104.05343), in a cube (2105.14450), or in a ring that divides the tokens alone (2105.13120). Colossal-AI
// (2110.14883) offers them; the sums are those of its operators. 2.5D (Tesseract 2105.14500) is so many copies of one
// grid.
#pragma once

#include "core/cluster/collective.h"
#include "core/cost/product_time.h"
#include "core/model/tensor_grid.h"

#include <span>
#include <vector>

namespace pgram {

/// One collective of a product's forward and backward, in a group of devices that lie along one axis.
struct GroupTransfer {
    CollectiveKind kind = CollectiveKind::AllGather;
    int axis = 0;         ///< of the grid, innermost first
    double elements = 0;  ///< of its buffer (bytesPerRank() in collective.h)
    int forward = 0;      ///< times
    int backward = 0;
};

/// Of Y = X·W. 2D: panel by panel, X along the rows (axis 0) and W along the columns (axis 1); backward sends both
/// again, and sums their gradients where they came from. 3D: X, W and Y each along an axis of its own, X and Y along
/// axes 0 and 2, or the other way round where `turned`, as each product's result is the next one's operand. Backward
/// gathers the gradient of Y, and has X and W from forward.
[[nodiscard]] std::vector<GroupTransfer> gridTransfers(const TensorGrid& grid, const ProductShape& product,
                                                       bool turned = false);

/// Elements that backward reads beyond the parts of a cube: X and W as forward gathered them.
[[nodiscard]] double gatheredElements(const TensorGrid& grid, const ProductShape& product);

/// Keys and values once around the ring in forward, and again in backward, where their gradients are summed as wholes.
[[nodiscard]] std::vector<GroupTransfer> ringTransfers(double keys, double values);

/// Elements that a device receives, on average over the group: as many as it sends.
struct Received {
    double forward = 0;
    double backward = 0;
    [[nodiscard]] double both() const { return forward + backward; }
};
/// In groups of `size` devices.
[[nodiscard]] Received received(std::span<const GroupTransfer> transfers, int size);

}  // namespace pgram
