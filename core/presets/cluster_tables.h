// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measured figures of a cluster as tables of text for editing: a row for each group, point of a collective's times, or
// number of stages. The reader of files checks the cluster of every edit.
#pragma once

#include "core/base/error.h"
#include "core/cluster/cluster.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

enum class MeasuredTable { Groups, Times, Pipelines };
inline constexpr std::array allMeasuredTables{MeasuredTable::Groups, MeasuredTable::Times, MeasuredTable::Pipelines};

[[nodiscard]] std::vector<Phrase> columnsOf(MeasuredTable table);
/// Returns the texts to type, in the order of the columns.
[[nodiscard]] std::vector<std::vector<std::string>> cellsOf(const Cluster& cluster, MeasuredTable table);

// Errors: no such quantity, those of the reader. What is measured is "yours" from then on.
[[nodiscard]] Result<Cluster> withCell(const Cluster& cluster, MeasuredTable table, int row, int column,
                                       std::string_view typed);
/// Appends a row: the kind of the last one, with twice its size if the cluster has such a group.
[[nodiscard]] Result<Cluster> withRow(const Cluster& cluster, MeasuredTable table);
[[nodiscard]] Result<Cluster> withoutRow(const Cluster& cluster, MeasuredTable table, int row);

}  // namespace pgram
