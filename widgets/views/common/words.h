// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The words of the views: translated names of kinds, quantities as text, and the rows of a tooltip.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"
#include "widgets/document/core_text.h"
#include "widgets/document/selection.h"
#include "widgets/theme/theme.h"

#include <QString>
#include <QStringList>

namespace pgram {

[[nodiscard]] QString nameOf(MemoryKind kind);
[[nodiscard]] const char* keyOf(MemoryKind kind);  ///< of a column: "weights_bytes"
[[nodiscard]] QString nameOf(TimelineKind kind);
[[nodiscard]] QString nameOf(TrafficKind kind);
[[nodiscard]] QString nameOf(StrategyPart part);  ///< "DP replicated"

[[nodiscard]] QString stageTitle(int stage);
/// With the kinds of its devices on a mixed cluster: "Stage 0 · A100".
[[nodiscard]] QString stageTitle(const Plan& plan, int stage);
/// The one that takes most room.
[[nodiscard]] QString widestStageTitle(const Plan& plan, const QFont& font);
/// "Stage 0 · chunk 1 of 2"; the stage's title alone where the schedule has no chunks.
[[nodiscard]] QString chunkTitle(const Plan& plan, int chunk);
/// The same and what is shorter, the longest first.
[[nodiscard]] QStringList chunkTitles(const Plan& plan, int chunk);
/// "device 3" or "devices 4–7", on a mixed cluster "devices 4–7 · A100": the ranks of a stage.
[[nodiscard]] QString devicesText(const Plan& plan, int stage);
[[nodiscard]] QString modelTitle(const Plan& plan);
/// "4 stages".
[[nodiscard]] QString stageCount(int stages);
/// "8 micro-batches".
[[nodiscard]] QString microbatchCount(int microbatches);
/// "32 layers in 8 stages on 32 devices, 1F1B, 16 micro-batches"
[[nodiscard]] QString shapeText(const Plan& plan);
[[nodiscard]] QString scheduleText(const Plan& plan);
[[nodiscard]] QString scheduleName(const Schedule& schedule);  ///< "1F1B", "Interleaved 1F1B ×2"
/// "8 micro-batches", or "8 slices" of a schedule that has them.
[[nodiscard]] QString passCount(const Schedule& schedule, int passes);
/// Returns the name of a class of links, or of the link to the host; empty for others.
[[nodiscard]] QString linkName(const Plan& plan, int link);
/// "3", or "3, slice 2 of 4: tokens 513–1024" where micro-batches are cut.
[[nodiscard]] QString passText(const Plan& plan, const Operation& operation);
[[nodiscard]] QString strategyText(const LayerStrategy& strategy);

/// What is selected, in a sentence for those who do not see it: "decoder 3, DP2·TP4; Stage 1: 1.2 s a micro-batch, 7.3
/// GiB"; empty = nothing.
[[nodiscard]] QString selectionText(const Plan& plan, const Estimate& estimate, const Selection& selection);

/// A tooltip: a bold head line, then name and figure in two columns.
class Tip {
public:
    explicit Tip(const QString& head);
    void add(const QString& name, const QString& figure);
    void note(const QString& text);  ///< a line of its own below the table
    [[nodiscard]] QString html() const;

private:
    QString m_head;
    QString m_rows;
    QString m_notes;
};

}  // namespace pgram
