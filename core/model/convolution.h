// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The convolutions that a layer is made of: one table of kinds, of which parameters, FLOP and kept bytes are all
// counted; and the skip connections between layers, whose tensors are kept long.
#pragma once

#include "core/model/architecture.h"

#include <vector>

namespace pgram {

/// One convolution as a matrix product with a row for each position of the map that it writes, or, where it is a
/// transposed one, that it reads. Per sample.
struct ConvolutionShape {
    std::int64_t positions = 0;  ///< rows
    std::int64_t inputs = 0;     ///< inner width: channels in, times the kernel's area
    std::int64_t channels = 0;   ///< columns: channels out; of a transposed one, times the kernel's area
    std::int64_t kept = 0;       ///< elements of its input that backward reads; 0 where another of the layer has them
    std::int64_t activated = 0;  ///< elements that its norm and activation work on
    std::int64_t normed = 0;     ///< channels of its batch norm, which keeps its input, too; 0 = none
    std::int64_t biases = 0;
};

[[nodiscard]] bool isConvolution(const LayerSpec& layer);
/// Front to back; none of other kinds.
[[nodiscard]] std::vector<ConvolutionShape> convolutionsOf(const LayerSpec& layer);

/// Height = width of the map that a convolution layer reads, in front of its pooling.
[[nodiscard]] std::int64_t inputSide(const LayerSpec& layer);
/// Elements a sample of a convolution layer's input, and of its output with what it joins.
[[nodiscard]] std::int64_t inputElements(const LayerSpec& layer);
[[nodiscard]] std::int64_t outputElements(const LayerSpec& layer);
/// Returns the output channels that the layer's own convolution writes.
[[nodiscard]] std::int64_t ownChannels(const LayerSpec& layer);

/// Sets the skips that are carried past each run, and if its input lasts (LayerSpec). Ignores unknown names.
void resolveSkips(Architecture& model);

}  // namespace pgram
