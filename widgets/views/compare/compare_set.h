// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plans that are compared, each with its differences from the first one, the reference. Snapshots: they stay what
// they are while the session goes on.
#pragma once

#include "core/plan/compare.h"
#include "widgets/document/session.h"

#include <QString>

#include <memory>
#include <span>
#include <vector>

namespace pgram {

struct ComparedPlan {
    int row = -1;    ///< of the session
    QString letter;  ///< "A", "B", …: the plan's short name in every section
    QString name;
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const Estimate> estimate;
    bool sameModel = true;  ///< as the reference's: figures and layers can be held against it
    Comparison difference;  ///< from the reference to this plan

    /// Null where the schedule cannot run.
    [[nodiscard]] const Timeline* timeline() const;
    [[nodiscard]] int layers() const { return static_cast<int>(plan->strategies.size()); }
    /// The layer's strategy is another one than the reference's.
    [[nodiscard]] bool differs(int layer) const;
    /// Layers whose strategy is another one.
    [[nodiscard]] int differingLayers() const;
    /// Null where neither this plan nor the reference has that kind of traffic.
    [[nodiscard]] const VolumeDifference* volume(TrafficKind kind) const;
};

struct CompareSet {
    std::vector<ComparedPlan> plans;  ///< two at least, the reference first; or none

    [[nodiscard]] bool isEmpty() const { return plans.empty(); }
    [[nodiscard]] int layers() const;  ///< of the plan that has most
    [[nodiscard]] int stages() const;
    /// The longest simulated step; 0 where no plan has a timeline.
    [[nodiscard]] Seconds longestStep() const;
    /// Traffic kinds that any plan has, in their order.
    [[nodiscard]] std::vector<TrafficKind> trafficKinds() const;
};

/// The ticked plans of the session; none when fewer than two are.
[[nodiscard]] CompareSet compareSetOf(const Session& session);

/// The figures that are held against each other, most important first.
[[nodiscard]] std::vector<const Figure*> comparedFigures();
/// The figure's difference from the reference.
[[nodiscard]] const FigureDifference& differenceOf(const ComparedPlan& plan, const Figure& figure);
/// "+3.2 %", or for a share "−1.4 points".
[[nodiscard]] QString changeText(const FigureDifference& difference);
/// "+1.20 GiB", "−310 MiB", "±0"
[[nodiscard]] QString signedBytes(double bytes);

}  // namespace pgram
