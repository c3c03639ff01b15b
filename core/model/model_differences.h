// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Differences of a model from its base, each with its inverse edit.
#pragma once

#include "core/model/model_edits.h"

#include <string>
#include <vector>

namespace pgram {

/// One thing that a model has otherwise than another.
struct ModelDifference {
    enum class Type { Member, Kind, Sequence, Added, Removed, Order };
    Type type = Type::Member;
    std::vector<std::string> runs;    ///< names of those that differ in it alike; none: it is the model's own
    bool inAll = false;               ///< no other run has the field
    const RunField* field = nullptr;  ///< the field that differs; null: runs were added or removed
    std::string before;               ///< the value in the form of shownValue()
    std::string after;
    bool operator==(const ModelDifference&) const = default;
};

/// Sizes and runs; names, titles and sources aside. Runs are the same by their names; what follows from another size,
/// such as the width of a head, is not said beside it.
[[nodiscard]] std::vector<ModelDifference> differences(const Architecture& before, const Architecture& after);
/// "Hidden 5120 → 6144", "decoder: Layers 40 → 48", "head is gone".
[[nodiscard]] Text textOf(const ModelDifference& difference);
/// Returns `after` without the difference. Errors: the rest does not fit together.
[[nodiscard]] Result<Architecture> reverted(const Architecture& before, const Architecture& after,
                                            const ModelDifference& difference);

/// A model that was made of `of`, as its title, its name and its source say.
[[nodiscard]] Architecture markedAsEdited(Architecture model, const Architecture& of);
/// The name of the model that this was made of by markedAsEdited(), withSizes() or the command line's edits; empty:
/// it does not say.
[[nodiscard]] std::string madeOf(const Architecture& model);

}  // namespace pgram
