// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What of a strategy can be chosen by hand: one row for each field, which the editor, the menus, the texts of edits and
// the search for the nearest strategy go through. A new field is a new row.
#pragma once

#include "core/plan/plan.h"
#include "core/strategy/legality.h"

#include <QString>

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace pgram {

/// One of the values that a field chooses among, in words that the window translates.
struct FieldValue {
    int value = 0;
    const char* text = "";
    bool (*offered)(const LayerSpec& layer,
                    const Training& training) = nullptr;  ///< null: of every layer; else others are not asked about it
};

struct StrategyField {
    const char* key = "";  ///< the name of its controls
    const char* title = "";
    const char* tip = "";
    std::function<int(const LayerStrategy&)> get;
    /// What follows for other fields is done by withField().
    std::function<void(LayerStrategy&, int value, int stageDevices)> set;
    std::vector<FieldValue> values;  ///< named values; none: a degree alone
    /// Largest degree for the layer, in devices; null: no degrees beside the named values.
    int (*most)(const Plan& plan, int layer) = nullptr;
    /// Whether a layer has something to choose; null = always.
    bool (*isOffered)(const Plan& plan, int layer) = nullptr;
    /// Why a layer that would go from `now` to `next` cannot have the value, beyond what every strategy must keep.
    std::optional<Verdict> (*refused)(const LayerStrategy& now, const LayerStrategy& next, int value) = nullptr;
    /// Of a degree that takes devices from others, and gives them back: its word in names of strategies ("TP").
    const char* (*word)(const LayerStrategy& strategy) = nullptr;
    bool fillsStage = false;  ///< such a degree multiplies with the data degree to the stage's devices
};

/// In the order in which they are shown.
[[nodiscard]] const std::vector<StrategyField>& strategyFields();
/// One of them, which must be there.
[[nodiscard]] const StrategyField& strategyField(std::string_view key);

[[nodiscard]] QString fieldTitle(const StrategyField& field);
/// What the field is, in a sentence.
[[nodiscard]] QString fieldTip(const StrategyField& field);
[[nodiscard]] QString choiceText(const StrategyField& field, int value);

}  // namespace pgram
