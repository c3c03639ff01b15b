// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The picture of a stage out of core: a letter for each block, its events in three lanes, memory below them on the same
// axis of time, and the mix beside what else could be done. Plain values and functions.
#pragma once

#include "widgets/views/common/scene.h"
#include "widgets/views/keeping/keeping_figures.h"

#include <QRectF>

namespace pgram {

/// Adds the picture below a heading that leaves `tools` free at its right, and begins no higher than `top`. Letters are
/// "letter" and events "event" by their index; rows are "way" where their mix could be shown, else "row"; "memory" is
/// the curve. The ruler is "time".
void addKeeping(Scene& scene, const ShownKeeping& shown, const QRectF& head, double top);
/// Adds the frames of the block's letter and events in `picture`.
void addBlockFrame(Scene& marks, const Scene& picture, const ShownKeeping& shown, int block);

}  // namespace pgram
