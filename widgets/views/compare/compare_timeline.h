// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Compare view's timelines: one above another on one time axis, each painted as in the timeline view.
#pragma once

#include "widgets/views/compare/compare_set.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <QRectF>

#include <memory>
#include <vector>

namespace pgram {

/// What is worked out once for a timeline, however often it is painted.
struct BinnedTimeline {
    std::shared_ptr<const Timeline> timeline;
    TimelineBins bins;
    TimelineKinds kinds;

    explicit BinnedTimeline(const Estimate& estimate)
        : timeline(estimate.timeline), bins(*timeline), kinds(kindsIn(estimate))
    {}
};
using BinnedTimelines = std::vector<std::shared_ptr<const BinnedTimeline>>;  ///< one a plan; null = no timeline

/// Those of `before` that are still of the set's timelines are kept.
[[nodiscard]] BinnedTimelines binned(const CompareSet& set, const BinnedTimelines& before);

struct TimelinesPanel {
    QRectF panel;
    QRectF axis;                         ///< above all of them
    std::vector<QRectF> titles;          ///< one a plan
    std::vector<TimelineLayout> tracks;  ///< one a plan; without rows where it has no timeline
    Seconds begin = 0;
    Seconds end = 1;

    [[nodiscard]] int planAt(const QPointF& position) const;  ///< -1 = none
    [[nodiscard]] QRectF tracksArea() const;                  ///< of all plans
};

[[nodiscard]] TimelinesPanel layoutTimelines(const Theme& theme, const CompareSet& set, const BinnedTimelines& binned,
                                             const QRectF& panel, Seconds begin, Seconds end);
void paintTimelines(QPainter& painter, const Theme& theme, const CompareSet& set, const BinnedTimelines& binned,
                    const TimelinesPanel& layout);

}  // namespace pgram
