// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The subproblem of a single stage.
#pragma once

#include "core/base/units.h"

namespace pgram {

/// Layers [first, end) with `kept` micro-batches in flight within `budget` bytes (context already subtracted).
/// `lastClass` limits the last layer to strategies of one sending class (see BoundaryClass); -1: any. If `freeOnce`,
/// work that is done once per step counts nothing.
struct StageQuestion {
    int first = 0;
    int end = 0;
    int kept = 1;
    Bytes budget = 0;
    int lastClass = -1;
    bool freeOnce = false;
    int place = 0;  ///< class of the stage's devices on a mixed cluster
    auto operator<=>(const StageQuestion&) const = default;
};

}  // namespace pgram
