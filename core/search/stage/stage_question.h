// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is asked of one stage.
#pragma once

#include "core/base/units.h"

namespace pgram {

/// Layers [first, end) with `kept` micro-batches in flight within `budget` bytes (context taken off). `lastClass`
/// limits the last layer to strategies of one sending class (see BoundaryClass); -1 = any. Where `freeOnce`, what the
/// layers do once a step counts nothing.
struct StageQuestion {
    int first = 0;
    int end = 0;
    int kept = 1;
    Bytes budget = 0;
    int lastClass = -1;
    bool freeOnce = false;
    int place = 0;  ///< the class of its devices on a mixed cluster
    auto operator<=>(const StageQuestion&) const = default;
};

}  // namespace pgram
