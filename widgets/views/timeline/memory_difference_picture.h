// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measured memory of a rank beside the predicted one: a row per figure, then a row per eighth of the step. Plain
// functions.
#pragma once

#include "traces/memory_difference.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/scene.h"

#include <QString>

#include <memory>

namespace pgram {

/// Adds the figures to a scene; each has the reference {"part", index}. `file`: name of the snapshot or trace. `notes`:
/// limits of the file.
void addMemoryDifference(Scene& scene, const MemoryDifference& memory, const QString& file,
                         const std::vector<Text>& notes);

/// Returns a row per figure.
[[nodiscard]] FigureContent memoryDifferenceFigures(const std::shared_ptr<const MemoryDifference>& memory);

/// Returns the tip of a figure, as HTML.
[[nodiscard]] QString memoryPartTip(const MemoryDifference& memory, std::size_t part);

}  // namespace pgram
