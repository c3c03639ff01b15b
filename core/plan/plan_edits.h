// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Edits of a plan: plain functions from a plan to a plan. The document makes them undoable.
#pragma once

#include "core/plan/plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pgram {

/// Gives the layers firstLayer … firstLayer+layerCount-1 (clipped to the model) one strategy.
[[nodiscard]] Plan withStrategy(Plan plan, int firstLayer, int layerCount, const LayerStrategy& strategy);
/// Gives one strategy to each layer from `firstLayer` on; ignores strategies beyond the model.
[[nodiscard]] Plan withStrategies(Plan plan, int firstLayer, const std::vector<LayerStrategy>& strategies);
/// Moves the cut between chunk `boundary` and the next so that the right one starts at `firstLayer`, clamped so that
/// no chunk is empty. A boundary that does not exist changes nothing.
[[nodiscard]] Plan withCut(Plan plan, int boundary, int firstLayer);
/// At least one micro-batch.
[[nodiscard]] Plan withMicrobatches(Plan plan, int microbatches);
/// With the usual chunks of its kind: cut evenly where they are more or fewer than before; unchanged where the model
/// has fewer layers than that.
[[nodiscard]] Plan withSchedule(Plan plan, ScheduleKind kind);
/// Returns the plan with `slices` slices of equal work per micro-batch, limited to 1 … mostSlices.
[[nodiscard]] Plan withSlices(Plan plan, int slices);
/// Ends slice `border` at that token, rounded to sliceGrain(), so that it and the next have tokens. A border that does
/// not exist changes nothing.
[[nodiscard]] Plan withSliceBorder(Plan plan, int border, std::int64_t token);
/// At least one sample a step.
[[nodiscard]] Plan withGlobalBatch(Plan plan, std::int64_t globalBatch);
/// Returns the plan with the batch and the choice of another plan of the same model and cluster.
[[nodiscard]] Plan withPlanned(Plan plan, const Plan& found);
[[nodiscard]] Plan withName(Plan plan, std::string name);

}  // namespace pgram
