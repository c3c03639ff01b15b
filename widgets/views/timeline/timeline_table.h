// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The timeline as a table: a row an operation, stage by stage.
#pragma once

#include "core/schedule/timeline.h"

#include <memory>

namespace pgram {

class FigureTable;

/// Null timeline = no rows.
void fillTimelineTable(FigureTable& table, std::shared_ptr<const Timeline> timeline);

/// The stage of an operation, by its index in Timeline::operations: the row's.
[[nodiscard]] int stageOfOperation(const Timeline& timeline, std::size_t operation);

}  // namespace pgram
