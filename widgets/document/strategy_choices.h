// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a strategy can become by hand: the values of one field for a range of layers, and why a value is refused.
// Plain functions; the strategy editor shows them.
// What is said of a choice, the same in the editor and in menus.
#pragma once

#include "widgets/document/selection.h"
#include "widgets/document/strategy_fields.h"

#include <QString>

#include <optional>
#include <vector>

namespace pgram {

struct StrategyChoice {
    int value = 0;                   ///< of a field, or a number of micro-batches
    int layers = 0;                  ///< layers of the range that have it now
    std::optional<Verdict> refused;  ///< by the first layer that cannot have it, by a rule that it keeps now
    int refusedLayer = -1;
    int refusedLayers = 0;
};

struct LayerRange {
    int first = 0;
    int count = 0;
};

/// The layers that a selection is about: those selected, or all of the selected stage (of its first chunk, where it has
/// several), or all; clipped to the plan.
[[nodiscard]] LayerRange selectedLayers(const Plan& plan, const Selection& selection);
/// The chunk that a selection is about: of the selected stage the one with a selected layer at either end, else its
/// first; without a stage that of the first selected layer; -1 = none.
[[nodiscard]] int selectedChunk(const Plan& plan, const Selection& selection);

/// The next run of neighbours that have `strategy`, looked for from layer `after` on and around; empty where none has.
[[nodiscard]] LayerRange nextRun(const Plan& plan, const LayerStrategy& strategy, int after);

/// `strategy` with one field changed and everything that follows from it: the data degree fills the stage, sequence
/// parallelism and placement go with the tensor group, sharding and experts with the data group.
[[nodiscard]] LayerStrategy withField(LayerStrategy strategy, const StrategyField& field, int value, int stageDevices);

/// Why the layer cannot have the strategy in the plan; none = it can.
[[nodiscard]] std::optional<Verdict> refusalOn(const Plan& plan, int layer, const LayerStrategy& strategy);

/// Whether a field has something to choose for a layer; a choice leaves the others of a range as they are.
[[nodiscard]] bool isOffered(const Plan& plan, int layer, const StrategyField& field);
/// Whether it has for some layer of the range.
[[nodiscard]] bool isOffered(const Plan& plan, LayerRange range, const StrategyField& field);

/// The range must lie inside the model and must not be empty.
[[nodiscard]] std::vector<StrategyChoice> choicesOf(const Plan& plan, LayerRange range, const StrategyField& field);
/// The strategies of the range after a choice: of each layer the nearest that it can have (nearest_strategy.h).
[[nodiscard]] std::vector<LayerStrategy> chosen(const Plan& plan, LayerRange range, const StrategyField& field,
                                                int value);

/// Micro-batch counts that divide the batch, each with the first layer's refusal.
[[nodiscard]] std::vector<StrategyChoice> microbatchChoices(const Plan& plan);

/// Why a choice cannot be had, with the layer where not all of the range refuse it; empty = it can.
[[nodiscard]] QString refusalText(const Plan& plan, LayerRange range, const StrategyChoice& choice);
/// "Takes CP from 16 to 4.": what a choice does to the degrees of other dimensions than data; empty = nothing.
[[nodiscard]] QString takenText(const Plan& plan, LayerRange range, const StrategyField& field, int value);

}  // namespace pgram
