// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The picture of a stage out of core: a letter for each block, its events in three lanes, memory below them on the same
// axis of time, and the mix beside what else could be done. Plain values and functions.
#pragma once

#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/keeping/keeping_figures.h"

#include <QRectF>

#include <array>
#include <vector>

class QPainter;

namespace pgram {

inline constexpr int keepingLanes = 3;  ///< compute, to the host, from it

struct KeepingLayout {
    double names = 0;             ///< left edge of what stands before the lanes
    std::vector<QRectF> letters;  ///< of each block
    QRectF axis;                  ///< labels of time
    std::array<QRectF, keepingLanes> lanes;
    QRectF memory;             ///< empty: no room
    std::vector<QRectF> rows;  ///< of keepingRows(), whole; none: no room
    QRectF bars;               ///< of the rows, where bars stand
    Seconds end = 1;

    [[nodiscard]] double x(Seconds moment) const { return axis.left() + axis.width() * moment / end; }
    [[nodiscard]] Seconds timeAt(double x) const { return (x - axis.left()) / axis.width() * end; }
    [[nodiscard]] QRectF rectOf(const SwapEvent& event) const;
    /// Into SwapTimeline::events; -1 = none.
    [[nodiscard]] int eventAt(const SwapTimeline& timeline, const QPointF& position) const;
};

[[nodiscard]] Heading keepingHeading(const Theme& theme, const ShownKeeping& shown);
[[nodiscard]] KeepingLayout layoutKeeping(const Theme& theme, const ShownKeeping& shown, const QRectF& area);
void paintKeeping(QPainter& painter, const Theme& theme, const ShownKeeping& shown, const KeepingLayout& layout);
/// The block's letter and events, framed.
void paintBlockFrame(QPainter& painter, const Theme& theme, const ShownKeeping& shown, const KeepingLayout& layout,
                     std::size_t block);

}  // namespace pgram
