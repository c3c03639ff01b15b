// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A row of a timeline written straight into the pixels of an image: a pixel costs a store, where a painter's rectangle
// costs a call. At every zoom an idle time of half a pixel or more has a pixel at least, and wide ones are hatched.
// Pure.
#pragma once

#include "widgets/theme/theme.h"
#include "widgets/views/common/timeline_bins.h"

#include <QImage>

#include <array>

namespace pgram {

inline constexpr double thinnestBubble = 0.5;  ///< pixels that are never swallowed

/// The kinds from the bottom of a column: computing, then communication; idle stays above.
inline constexpr std::array columnOrder{TimelineKind::Forward,   TimelineKind::Backward, TimelineKind::WeightGradient,
                                        TimelineKind::Optimizer, TimelineKind::Receive,  TimelineKind::Sync};

[[nodiscard]] bool isCommunication(TimelineKind kind);
[[nodiscard]] QColor hatchInk(const Theme& theme);

struct TimelineInk {
    std::array<QRgb, TimelineBin::kinds> kinds{};
    QRgb panel = 0;
    QRgb bubble = 0;
    QRgb hatch = 0;
};
[[nodiscard]] TimelineInk inkOf(const Theme& theme);

/// The image of one row: begin … end over its width.
struct TimelineRow {
    QImage& image;     ///< Format_RGB32
    QPoint origin;     ///< of the image in the picture, in its pixels: hatches go on from row to row
    double ratio = 1;  ///< pixels of the image for one of the picture
    int split = 0;     ///< height of the computing lane, communication below it; 0 = one lane
    Seconds begin = 0;
    Seconds end = 1;
};

/// Operation by operation. `operations` are all of the stage.
void paintOperationPixels(const TimelineRow& row, std::span<const Operation> operations, Seconds makespan,
                          const TimelineInk& ink);
/// A pixel column shows how its slice of time is spent, from the bottom up. `columns`: one for each, which it smooths.
void paintColumnPixels(const TimelineRow& row, std::span<TimelineBin> columns, const TimelineInk& ink);

}  // namespace pgram
