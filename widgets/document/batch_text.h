// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Batch sizes as one types them: "64", "4k", "8, 16, 32", or first:last:step.
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace pgram {

/// Rising and without doubles; none when the text is no such list, holds anything below 1, or more than 1000 sizes.
[[nodiscard]] std::optional<std::vector<std::int64_t>> parseBatches(const QString& text);
/// Why a text that parseBatches() refuses is no list of sizes.
[[nodiscard]] QString batchProblem(const QString& text);
[[nodiscard]] QString batchText(const std::vector<std::int64_t>& batches);

}  // namespace pgram
