// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A measured step as a track below those of a plan, on the same axis: compute by phase, transfers by their purpose in
// the plan, idle time hatched. Where kernels are below two pixels on average, a pixel column shows how its time is
// spent, as in the predicted tracks. Pure.
#pragma once

#include "traces/difference.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace pgram {

/// Use of the device at a moment: the phases of compute, copies, the purposes of transfers, other transfers. Uses are
/// indices, in the order of a pixel column from the bottom up.
struct MeasuredUse {
    static constexpr std::size_t copies = enumNames<KernelPhase>.size();
    static constexpr std::size_t transfers = copies + 1;
    static constexpr std::size_t unknownTransfer = transfers + enumNames<TrafficKind>.size();
    static constexpr std::size_t count = unknownTransfer + 1;
};
[[nodiscard]] QColor colorOf(const Theme& theme, std::size_t measuredUse);
[[nodiscard]] QString nameOfUse(std::size_t measuredUse);

/// A measured step that is compared with the shown plan.
class MeasuredTrack {
public:
    /// `purposes`: StepDifference::purposes of the rank; empty = not known.
    MeasuredTrack(std::shared_ptr<const MeasuredRank> rank, const std::vector<std::optional<TrafficKind>>& purposes);

    [[nodiscard]] const MeasuredRank& rank() const { return *m_rank; }
    [[nodiscard]] std::size_t useOf(const StepSpan& span) const;
    /// Returns seconds by use between two moments; the rest is idle.
    using Sums = std::array<double, MeasuredUse::count>;
    [[nodiscard]] Sums between(Seconds begin, Seconds end) const;
    /// Returns the span at a moment; null = idle.
    [[nodiscard]] const StepSpan* at(Seconds moment) const;
    /// Returns the idle share of the step.
    [[nodiscard]] double idleShare() const;

private:
    [[nodiscard]] Sums until(Seconds moment) const;

    std::shared_ptr<const MeasuredRank> m_rank;
    std::vector<std::size_t> m_transferUses;  ///< by index into MeasuredRank::transfers
    std::vector<Sums> m_until;                ///< sums before every 64th span
};

/// The place of one measured track.
struct MeasuredPlace {
    QRectF caption;  ///< line above the track
    QRectF track;    ///< from the begin to the end of the time shown
};

/// Returns the rows of the first `ranks` below `stages` tracks, as many as have room in `area`. Their places begin at
/// 0.
[[nodiscard]] std::vector<MeasuredPlace> measuredPlaces(const Theme& theme, const QRectF& area, int stages,
                                                        std::size_t ranks);
/// Returns the layout with tracks that reach to the end of the measured rows.
[[nodiscard]] TimelineLayout withMeasured(TimelineLayout layout, const std::vector<MeasuredPlace>& rows);

/// Paints the track of `row`; `axis` has the time that is shown.
void paintMeasuredTrack(QPainter& painter, const Theme& theme, const MeasuredTrack& track, const MeasuredPlace& row,
                        const TimelineLayout& axis);

/// Returns the uses that the tracks show and a timeline of a plan does not: at least 0.2 % of a step.
[[nodiscard]] std::vector<std::size_t> usesBesidePlan(const std::vector<std::shared_ptr<const MeasuredTrack>>& tracks);

}  // namespace pgram
