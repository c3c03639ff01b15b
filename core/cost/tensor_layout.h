// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Transfers of devices that share a matrix product other than in one row: on a grid (SUMMA, Optimus 2104.05343), in a
// cube (2105.14450), or in a ring that divides the tokens alone (2105.13120). Colossal-AI (2110.14883) offers these
// layouts; the sums are those of its operators. 2.5D (Tesseract 2105.14500) consists of several copies of one grid.
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
    int axis = 0;         ///< axis of the grid, innermost first
    double elements = 0;  ///< elements of its buffer (bytesPerRank() in collective.h)
    int forward = 0;      ///< number of times
    int backward = 0;
};

/// Returns the transfers of Y = X·W. 2D: panel by panel, X along the rows (axis 0) and W along the columns (axis 1);
/// backward sends both again, and sums their gradients at their origin. 3D: X, W and Y each along an axis of its own; X
/// and Y along axes 0 and 2, or the reverse if `turned`, because each product's result is the operand of the next.
/// Backward gathers the gradient of Y, and still has X and W from forward.
[[nodiscard]] std::vector<GroupTransfer> gridTransfers(const TensorGrid& grid, const ProductShape& product,
                                                       bool turned = false);

/// Returns the elements that backward reads beyond the parts of a cube: X and W as forward gathered them.
[[nodiscard]] double gatheredElements(const TensorGrid& grid, const ProductShape& product);

/// Returns the transfers of keys and values once around the ring in forward, and again in backward, where their full
/// gradients are summed.
[[nodiscard]] std::vector<GroupTransfer> ringTransfers(double keys, double values);

/// Elements that a device receives, as an average over the group; it sends as many.
struct Received {
    double forward = 0;
    double backward = 0;
    [[nodiscard]] double both() const { return forward + backward; }
};
/// Returns the elements received in groups of `size` devices.
[[nodiscard]] Received received(std::span<const GroupTransfer> transfers, int size);

}  // namespace pgram
