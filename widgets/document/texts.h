// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the core says in codes and numbers, made into sentences of the window's language.
#pragma once

#include "core/plan/compare.h"
#include "core/search/search.h"
#include "core/strategy/legality.h"
#include "widgets/document/core_text.h"
#include "widgets/document/strategy_choices.h"

#include <QString>

#include <string_view>

namespace pgram {

[[nodiscard]] QString verdictText(const Verdict& verdict);
/// "measured", "fitted" or "guessed".
[[nodiscard]] QString provenanceText(const Provenance& from);
/// The first layer of a plan is layer 1 on the screen.
[[nodiscard]] QString issueText(const Plan& plan, const Estimate& estimate, const Issue& issue);
/// "stage 2 · encoder 7", or "plan".
[[nodiscard]] QString issuePlace(const Plan& plan, const Issue& issue);

/// "encoder 7", or "encoder 3 – encoder 7".
[[nodiscard]] QString rangeName(const Architecture& model, LayerRange range);
[[nodiscard]] QString chunkLayers(const Plan& plan, int chunk);
/// Of all of its chunks: "encoder 1 – encoder 4, encoder 9 – encoder 12".
[[nodiscard]] QString stageLayers(const Plan& plan, int stage);

[[nodiscard]] QString figureTitle(const Figure& figure);
/// "51.6 samples/s": the value with its unit, as formatFigure() but for the language.
[[nodiscard]] QString figureText(const Figure& figure, double value);
[[nodiscard]] QString methodTitle(Method method);
[[nodiscard]] QString methodSentence(Method method);
[[nodiscard]] QString scheduleTitle(ScheduleKind kind);
[[nodiscard]] QString precisionTitle(Precision precision);

/// How a search ended, in one line: "Optimal in its space: 122 tasks (80 skipped by their bounds) in 0.12 s".
[[nodiscard]] QString certificateText(const Certificate& certificate);
[[nodiscard]] QString infeasibilityText(const Infeasibility& infeasibility);

/// What a plan may use of a device, and why it is less than the budget: "76.0 GiB = 80.0 GiB − 4.00 GiB reserve".
[[nodiscard]] QString budgetText(const Plan& plan);
[[nodiscard]] QString budgetText(Bytes budget, const Cluster& cluster);

/// "51.6 samples/s · 1.24 s a step · 7.31 of 16 GiB · bubbles 12.3 %".
[[nodiscard]] QString headline(const Estimate& estimate);

/// "+3.2 %", "−1.0 %", "±0 %": with a true minus sign.
[[nodiscard]] QString signedPercent(double share);

}  // namespace pgram
