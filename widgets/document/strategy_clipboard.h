// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategies of some layers on the clipboard, a line a layer; what people type is taken too. Plain functions.
#pragma once

#include "widgets/document/strategy_choices.h"

#include <QString>

#include <span>
#include <vector>

class QMimeData;

namespace pgram {

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
