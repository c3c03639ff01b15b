// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model of other sizes: its kinds of layers, with the sizes that one asks for in place of its own.
#pragma once

#include "core/base/error.h"
#include "core/model/architecture.h"

#include <cstdint>
#include <vector>

namespace pgram {

/// Sizes to set; 0 or empty: the model's own.
struct ModelSizes {
    std::vector<int> layers;  ///< blocks of each type (encoder, decoder): one number where the model has one type
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t ffn = 0;         ///< inner width of an MLP, or of one expert
    std::int64_t experts = 0;     ///< experts of a layer with experts
    std::int64_t vocabulary = 0;  ///< published vocabulary of embedding and head

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

/// Returns the model of withSizes() under its old name and title.
[[nodiscard]] Result<Architecture> resized(const Architecture& model, const ModelSizes& sizes);
/// Returns the sizes that withSizes() can set: layers by type, and sizes that are equal in all runs that have them.
[[nodiscard]] ModelSizes sizesOf(const Architecture& model);

}  // namespace pgram
