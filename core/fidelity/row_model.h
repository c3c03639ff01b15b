// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The model of a measured run: from the dimensions that the row gives, or from the shipped model that it names.
#pragma once

#include "core/fidelity/device_catalogue.h"
#include "core/fidelity/measurement.h"

#include <string>
#include <vector>

namespace pgram {

/// An embedding, runs of blocks, a head. Says in `assumptions` what the row lacks and what was taken in its place.
/// Errors: the reason why the row is skipped.
[[nodiscard]] tl::expected<Architecture, Text> modelOf(const Measurement& row, const DeviceCatalogue& shipped,
                                                       std::vector<Text>& assumptions);

/// Transformer blocks of each stage where embedding and head stand on the first and last: even; or one block fewer on
/// either end where that evens out with embedding and head counted as blocks; else the remainder in the middle.
[[nodiscard]] std::vector<int> blocksPerStage(int blocks, int stages);

/// Blocks of each stage where each starts its own once the stages before it have their share of all weights of blocks
/// and head. The last stages may be left without blocks.
[[nodiscard]] std::vector<int> blocksBesideHead(const Architecture& model, int stages);

/// Returns the blocks of each stage if every head counts as a block: equal stages, the last one short. The last stage
/// may have none or a negative number.
[[nodiscard]] std::vector<int> blocksBeforeHeads(int blocks, int heads, int stages);

}  // namespace pgram
