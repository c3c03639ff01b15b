// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The figures that tell one Transformer from another, as a Hugging Face configuration has them, and the preset that
// has the same. Plain functions.
#pragma once

#include "core/base/json.h"
#include "core/plan/preset_store.h"

#include <optional>

namespace pgram {

struct ModelShape {
    std::int64_t layers = 0;
    std::int64_t hidden = 0;
    std::int64_t heads = 0;       ///< 0 = not said, as those below
    std::int64_t vocabulary = 0;  ///< before padding
    std::int64_t ffn = 0;         ///< of one expert where there are several
    std::int64_t positions = 0;   ///< the longest sequence
};

/// Zeros where the configuration does not say.
[[nodiscard]] ModelShape shapeOfConfig(const Json& config);
/// Whether the model has the layers, the widths and the vocabulary of the shape, as far as it says them.
[[nodiscard]] bool hasShape(const Architecture& model, const ModelShape& shape);
/// The one whose sequence is nearest to the positions, where several have the shape.
[[nodiscard]] std::optional<PresetEntry> presetOfShape(const ModelShape& shape, const PresetStore& store);

}  // namespace pgram
