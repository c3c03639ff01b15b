// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The keys that every view with a row a stage knows: up, down, first, last.
#pragma once

#include <Qt>

#include <algorithm>
#include <optional>

namespace pgram {

/// The stage that `key` goes to from `stage` (-1 = none yet); nothing for another key.
[[nodiscard]] inline std::optional<int> stageByKey(int key, int stage, int stages)
{
    switch (key) {
    case Qt::Key_Up:
        return std::clamp(stage - 1, 0, stages - 1);
    case Qt::Key_Down:
        return std::clamp(stage + 1, 0, stages - 1);
    case Qt::Key_PageUp:
        return 0;
    case Qt::Key_PageDown:
        return stages - 1;
    default:
        return std::nullopt;
    }
}

}  // namespace pgram
