// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is said of a choice, the same in the editor and in menus.
#pragma once

#include "widgets/document/strategy_choices.h"

#include <QString>

namespace pgram {

/// Why a choice cannot be had, with the layer where not all of the range refuse it; empty = it can.
[[nodiscard]] QString refusalText(const Plan& plan, LayerRange range, const StrategyChoice& choice);
/// "Takes CP from 16 to 4.": what a choice does to the degrees of other dimensions than data; empty = nothing.
[[nodiscard]] QString takenText(const Plan& plan, LayerRange range, const StrategyField& field, int value);

}  // namespace pgram
