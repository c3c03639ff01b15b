// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model of other sizes: its kinds of layers, with the sizes that one asks for in place of its own.
#pragma once

#include "core/base/error.h"
#include "core/model/architecture.h"

#include <cstdint>
#include <vector>

namespace pgram {

/// 0 or empty: as the model has it.
struct ModelSizes {
    std::vector<int> layers;  ///< blocks of each type (encoder, decoder): one number where the model has one type
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t ffn = 0;         ///< of one expert where a layer has experts
    std::int64_t experts = 0;     ///< of layers that have some
    std::int64_t vocabulary = 0;  ///< as published, of the embedding and the head

    [[nodiscard]] bool areGiven() const
    {
        return !layers.empty() || hidden > 0 || heads > 0 || kvHeads > 0 || ffn > 0 || experts > 0 || vocabulary > 0;
    }
};

/// The model with these sizes. Layers are added to and taken from the end of what repeats: of a pattern of runs whole
/// and, at the end, broken periods; else of the run with most layers. What is not given stays, but heads of keys follow
/// the heads where both were as many, and the width of a head is the model's divided by the heads where it was so
/// before. The name and the title say what changed. Errors name the size: a model whose layers have none such or
/// disagree about it, or whose costs are measured; sizes that do not fit each other.
[[nodiscard]] Result<Architecture> withSizes(const Architecture& model, const ModelSizes& sizes);

/// As withSizes(), under the name and the title that the model has.
[[nodiscard]] Result<Architecture> resized(const Architecture& model, const ModelSizes& sizes);
/// What withSizes() can set: the numbers of layers by type, and the sizes about which all runs that have them agree.
[[nodiscard]] ModelSizes sizesOf(const Architecture& model);

}  // namespace pgram
