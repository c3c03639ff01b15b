// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategies of some layers on the clipboard, a line a layer; what people type is taken too. Plain functions.
// The strategies nearest to one that a layer has: what a choice of one degree takes from the others, and what somebody
// means who names a part of a strategy. Plain functions.
#pragma once

#include "core/strategy/strategy_pattern.h"
#include "widgets/document/strategy_choices.h"

#include <QString>

#include <span>
#include <vector>

class QMimeData;

namespace pgram {

/// How much there is to change between two strategies: doublings of degrees, and switches. The data degree hardly
/// counts: it fills what the others leave.
[[nodiscard]] double distanceBetween(const LayerStrategy& a, const LayerStrategy& b);

/// withField(), or where the layer refuses that for a degree, the nearest legal strategy with that degree: the devices
/// are taken from the other dimensions, or given to them. withField() where there is none.
[[nodiscard]] LayerStrategy nearestWith(const Plan& plan, int layer, const StrategyField& field, int value);

/// All that the pattern matches, that as many devices as a stage has can run and no layer of the range refuses; those
/// nearest to what its first layer runs come first, at most `most`. What else the pattern leaves free stays in the
/// dimensions that the plan uses, DP, SDP, TP and full recomputation.
[[nodiscard]] std::vector<LayerStrategy> strategiesNear(const Plan& plan, LayerRange range,
                                                        const StrategyPattern& pattern, std::size_t most);

/// Beside whatever text `data` has.
void putStrategies(QMimeData& data, std::span<const LayerStrategy> strategies);
/// Those that were put, or that the text is made of; none where a line is no strategy.
[[nodiscard]] std::vector<LayerStrategy> strategiesIn(const QMimeData* data);

/// What pasting does: copied strategies repeat over the range; onto a single layer they go as they are, from it on.
struct StrategyPaste {
    int firstLayer = 0;
    std::vector<LayerStrategy> strategies;  ///< empty = nothing can be pasted
    QString refused;                        ///< then: why
};
[[nodiscard]] StrategyPaste pasteOnto(const Plan& plan, LayerRange range, const std::vector<LayerStrategy>& copied);

}  // namespace pgram
