// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sums of a range of a step below its timeline: a bar of the uses of time, and a line of words for each. A use has the
// reference {"use", index}.
#pragma once

#include "core/plan/step_parts.h"
#include "widgets/views/common/scene.h"

#include <vector>

namespace pgram {

/// One use of the time of an average device.
struct TimeUse {
    enum class Kind { Compute, Recompute, Transfer, Bubble };
    Kind kind = Kind::Compute;
    LinkUse link;         ///< kind and link of a Transfer
    Seconds seconds = 0;  ///< time in the range
    Seconds hidden = 0;   ///< time of a Transfer beside compute
};

/// Returns compute, recomputation, the exposed transfers by falling time, and bubbles; leaves out those that take no
/// time.
[[nodiscard]] std::vector<TimeUse> timeUses(const StepRange& range);
[[nodiscard]] QString nameOf(const Plan& plan, const TimeUse& use);

/// Adds the sums to a scene. `names`: left edge of the title, which ends at the left edge of `area`. `part`: the name
/// of a measured part, in place of the title; empty: the shown part.
void addStepSums(Scene& scene, const QRectF& area, double names, const Plan& plan, const StepRange& range,
                 const QString& part = {});

/// Returns the tip of a use, as HTML.
[[nodiscard]] QString useTip(const Plan& plan, const StepRange& range, const TimeUse& use);

}  // namespace pgram
