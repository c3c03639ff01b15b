// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The sections of the Compare view and where they stand: all of them where there is room, else one alone. Pure.
#pragma once

#include "widgets/document/selection.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/compare/compare_panels.h"

#include <array>
#include <memory>
#include <optional>

namespace pgram {

enum class CompareSection { Figures, Strategy, Memory, Timelines, Communication };
inline constexpr std::array allCompareSections{CompareSection::Figures, CompareSection::Strategy,
                                               CompareSection::Memory, CompareSection::Timelines,
                                               CompareSection::Communication};
[[nodiscard]] const char* keyOf(CompareSection section);  ///< stable, for settings: "figures"
[[nodiscard]] QString titleOf(CompareSection section);

struct CompareLayout {
    PlanKey key;
    std::array<QRectF, allCompareSections.size()> panels;  ///< empty = not shown
    FiguresPanel figures;
    StrategyPanel strategies;
    StageMemoryPanel memory;
    TimelinesPanel timelines;
    VolumesPanel volumes;

    [[nodiscard]] const QRectF& panel(CompareSection section) const
    {
        return panels[static_cast<std::size_t>(section)];
    }
    [[nodiscard]] bool shows(CompareSection section) const { return !panel(section).isEmpty(); }
    [[nodiscard]] std::optional<CompareSection> sectionAt(const QPointF& position) const;
    [[nodiscard]] int planAt(const QPointF& position) const;  ///< in any section or the key; -1 = none
};

/// There is room for all sections at once.
[[nodiscard]] bool fitsAllSections(const Theme& theme, const QSizeF& size);
/// Of plans to compare: the set is not empty. Timelines show begin … end.
[[nodiscard]] CompareLayout layoutCompare(const Theme& theme, const CompareSet& set, const BinnedTimelines& binned,
                                          const QRectF& area, Seconds begin, Seconds end,
                                          std::optional<CompareSection> alone);
void paintCompare(QPainter& painter, const Theme& theme, const CompareSet& set, const BinnedTimelines& binned,
                  const CompareLayout& layout);

// What a tooltip of the Compare view says about the thing under the pointer.

/// Rich text; empty = nothing is there.
[[nodiscard]] QString compareTip(const CompareSet& set, const CompareLayout& layout, const QPointF& position);

// The sections of the Compare view as tables: plans for the figures, layers for the strategies, plan and stage for
// memory and timelines, kind and plan for the communication.

/// An empty set = no rows.
[[nodiscard]] FigureContent compareContent(const std::shared_ptr<const CompareSet>& set, CompareSection section);

/// The layer, or the stage, that a row is of.
struct CompareRow {
    int layer = -1;
    int stage = -1;
};
[[nodiscard]] CompareRow compareRowOf(const CompareSet& set, CompareSection section, int row);

}  // namespace pgram
