// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is shown of a stage out of core, as values: its blocks with the mix of the moment, the ways that it is compared
// with, their words, and the table.
#pragma once

#include "core/plan/stage_exchange.h"
#include "widgets/views/common/figure_table.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <array>
#include <optional>
#include <vector>

namespace pgram {

struct KeepingText {
    Q_DECLARE_TR_FUNCTIONS(KeepingText)
};

inline constexpr std::array allKeepings{Keeping::Keep, Keeping::Swap, Keeping::Recompute};

/// A stage's blocks with the mix that is shown.
struct ShownKeeping {
    int stage = 0;
    StageKeeping answer;
    KeepingPlan mix;
    SwapTimeline timeline;                  ///< of the mix
    std::optional<StageExchange> exchange;  ///< with the mix; none: the host updates no weights

    ShownKeeping() = default;
    ShownKeeping(int stageOfPlan, StageKeeping found);
    void setMix(KeepingPlan plan);
    [[nodiscard]] bool runs() const;
    [[nodiscard]] bool isBest() const { return mix == answer.best.plan; }
    /// Of the mix with block `block` changed; infinity: it cannot run.
    [[nodiscard]] Seconds secondsWith(std::size_t block, Keeping keeping) const;
    /// Bytes of kept tensors right after a moment.
    [[nodiscard]] double heldAt(Seconds moment) const;
};

/// A way through the stage, for the comparison.
struct KeepingRow {
    QString name;
    Seconds seconds = 0;      ///< infinity: it cannot run
    KeepingPlan mix;          ///< empty: none that could be shown
    Seconds lowerBound = -1;  ///< of any way; where it is known
};
/// In core, the best mix, swapping alone, recomputing alone; the mix that is shown where it is another; with it, where
/// the host updates the weights, a step's share of a micro-batch, in phases and in bulk.
[[nodiscard]] std::vector<KeepingRow> keepingRows(const ShownKeeping& shown);

[[nodiscard]] QString nameOf(Keeping keeping);        ///< "Keep"
[[nodiscard]] QString nameOf(SwapEventKind kind);     ///< "Copy to host"
[[nodiscard]] QString blockTitle(std::size_t block);  ///< "Block 3"
/// "18.0 s", "cannot run".
[[nodiscard]] QString keepingSeconds(Seconds seconds);

/// The ways, then the blocks of the mix; `layers`: the names of each block's.
[[nodiscard]] FigureContent keepingFigures(const ShownKeeping& shown, const QStringList& layers);

}  // namespace pgram
