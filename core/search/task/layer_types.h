// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Types of layers: a model whose layers alternate has many runs and few types.
#pragma once

#include "core/model/architecture.h"
#include "core/search/task/pins.h"

#include <optional>
#include <span>
#include <vector>

namespace pgram {

/// Layers of one type have the same costs and the same choice of strategies: they are equal but for their names, and
/// pinned alike. A last layer alone is a type of its own, because schedules may free it first.
struct LayerTypes {
    /// `pinned`: per run what it is pinned to; empty: nothing is pinned.
    explicit LayerTypes(const Architecture& model, std::span<const std::optional<Allowed>> pinned = {});

    std::vector<int> ofRun;    ///< type of each run
    std::vector<int> ofLayer;  ///< type of each layer
    std::vector<int> runs;     ///< first run of each type
    std::vector<int> counts;   ///< layers of each type

    /// Returns the number of types.
    [[nodiscard]] std::size_t size() const { return runs.size(); }
    /// Returns the type that most layers have, the first one of equals.
    [[nodiscard]] std::size_t usual() const;
};

/// Finds ranges of layers that pose the same subproblem, because the same types follow one another. Not thread-safe.
class AlikeRanges {
public:
    explicit AlikeRanges(std::vector<int> typeOfLayer) : m_types(std::move(typeOfLayer)), m_starts(m_types.size()) {}

    /// Returns the start of the last range that is like layers [first, end).
    [[nodiscard]] int lastLike(int first, int end);

private:
    std::vector<int> m_types;
    std::vector<std::vector<int>> m_starts;  ///< by first layer, then by length - 1; filled when asked for
};

}  // namespace pgram
