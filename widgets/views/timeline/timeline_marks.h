// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the screen shows on a timeline beside its picture: the operation under the pointer, the way of one micro-batch
// through the stages, and the moment under the pointer.
#pragma once

#include "widgets/views/timeline/timeline_picture.h"

namespace pgram {

/// The operation of the stage at `x`; null where it is idle. What is drawn at least one pixel wide can be hit.
[[nodiscard]] const Operation* operationAt(const Timeline& timeline, const TimelineLayout& layout, std::size_t stage,
                                           double x);
/// Dims all but the operations of `microbatch`; -1 = nothing.
void paintFollowed(QPainter& painter, const TimelinePicture& picture, int microbatch);
/// A line at `x` through the tracks, with its moment in the axis.
void paintTimeCursor(QPainter& painter, const Theme& theme, const TimelineLayout& layout, double x);

}  // namespace pgram
