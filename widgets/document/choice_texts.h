// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fields of a strategy and their values in the words of the window, the same in the editor and in menus.
#pragma once

#include "widgets/document/strategy_choices.h"

#include <QString>

#include <array>

namespace pgram {

/// In the order in which they are shown.
inline constexpr std::array allStrategyFields{
    StrategyField::Tensor,    StrategyField::Data,      StrategyField::Copies,
    StrategyField::Sequence,  StrategyField::Context,   StrategyField::Expert,
    StrategyField::Placement, StrategyField::Recompute, StrategyField::Offload};

[[nodiscard]] QString fieldTitle(StrategyField field);
[[nodiscard]] QString choiceText(StrategyField field, int value);
/// What the field is, in a sentence.
[[nodiscard]] QString fieldTip(StrategyField field);
/// Why a choice cannot be had, with the layer where not all of the range refuse it; empty = it can.
[[nodiscard]] QString refusalText(const Plan& plan, LayerRange range, const StrategyChoice& choice);
/// "Takes CP from 16 to 4.": what a choice does to the degrees of other dimensions than data; empty = nothing.
[[nodiscard]] QString takenText(const Plan& plan, LayerRange range, StrategyField field, int value);
/// Whether the field has something to choose for some layer of the range.
[[nodiscard]] bool isOffered(const Plan& plan, LayerRange range, StrategyField field);

}  // namespace pgram
