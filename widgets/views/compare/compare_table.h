// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The sections of the Compare view as tables: plans for the figures, layers for the strategies, plan and stage for
// memory and timelines, kind and plan for the communication.
#pragma once

#include "widgets/document/selection.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/compare/compare_layout.h"

#include <memory>
#include <optional>

namespace pgram {

/// An empty set = no rows.
[[nodiscard]] FigureContent compareContent(const std::shared_ptr<const CompareSet>& set, CompareSection section);

/// The layer, or the stage, that a row is of.
struct CompareRow {
    int layer = -1;
    int stage = -1;
};
[[nodiscard]] CompareRow compareRowOf(const CompareSet& set, CompareSection section, int row);

}  // namespace pgram
