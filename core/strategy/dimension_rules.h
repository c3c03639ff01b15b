// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is particular to each dimension of parallelism: one row each, in the files of strategy/dimensions/. Space, tree,
// texts, legality, plan files, help and the window's switches are made from the rows.
#pragma once

#include "core/strategy/legality.h"
#include "core/strategy/space.h"

#include <span>
#include <vector>

namespace pgram {

struct DimensionRules;

/// One split of the devices of a stage.
struct TreeLevel {
    const DimensionRules* dimension = nullptr;
    int degree = 2;
    bool operator==(const TreeLevel&) const = default;
};
using TreeLevels = std::span<const TreeLevel>;  ///< outermost first

struct DimensionRules {
    const char* name;      ///< in the list of a space: "offload-optimizer"
    const char* title;     ///< in tables: "OFF-OPT"
    Phrase what;           ///< half a sentence
    bool Space::*on;       ///< its switch
    bool isModern = true;  ///< Megatron-LM or torchtitan runs it (SpaceGroup)

    /// Whether a strategy has it; null: a matter of the pipeline, which no layer's strategy tells.
    bool (*has)(const LayerStrategy& strategy) = nullptr;
    /// Where a strategy has its degree; null: it is on or off, or a data level.
    int LayerStrategy::*degree = nullptr;
    /// Turns on or off what the degree does not tell; null: nothing.
    void (*set)(LayerStrategy& strategy, bool on) = nullptr;

    // Of a level of the tree, which splits devices.
    /// Whether a level of it has a place inside of `outer`; null: it is no level.
    bool (*fitsInside)(TreeLevels outer) = nullptr;
    /// Splits what the levels in front of `index` have left by the one at `index`.
    void (*split)(LayerStrategy& strategy, TreeLevels levels, std::size_t index) = nullptr;
    bool isInnermost = false;  ///< nothing has a place inside of it
    int zero = -1;             ///< ZeRO stage of a data level, 0 to 3; -1 = another level, or none

    // Of a pair: two data levels that stand in one strategy in spite of Takeaway 3, and neither without the other
    // unless it is switched on itself.
    const DimensionRules* outer = nullptr;
    const DimensionRules* inner = nullptr;

    // Of a variant of the tree's leaves, which splits no devices.
    /// Whether a leaf's strategy can get it; null: it is no variant.
    bool (*fits)(const LayerStrategy& strategy) = nullptr;
    /// What its degrees divide, of a leaf; null: on or off.
    int (*divided)(const LayerStrategy& leaf) = nullptr;

    /// Beside that, what a leaf's strategy, with all its other variants, can be instead; null: nothing.
    std::vector<LayerStrategy> (*others)(const LayerStrategy& leaf) = nullptr;

    // Of the text of a strategy.
    /// "SDP" with its degree behind it; "ckpt" behind all groups, where it is on or off; "+SP" behind the tensor
    /// group's degree. Letters, and one digit or hyphen at most. Null: it has none.
    const char* word = nullptr;
    const char* otherWord = nullptr;  ///< lower case; is read as well

    // Of a strategy in a plan file, where it has no number of its own: "recompute": "full". Dimensions of one key
    // exclude each other, or make "both".
    const char* key = nullptr;
    const char* value = nullptr;

    // Why a strategy that has it is refused: of any layer, or of this one of `sequence` tokens. Null: never.
    std::optional<Verdict> (*unsound)(const LayerStrategy& strategy) = nullptr;
    std::optional<Verdict> (*refusal)(const LayerSpec& layer, const LayerStrategy& strategy,
                                      std::int64_t sequence) = nullptr;
};

/// All of them, in the order in which they are shown.
[[nodiscard]] std::span<const DimensionRules* const> dimensionRules();
/// The levels, and the variants, in the order in which the tree tries them.
[[nodiscard]] std::span<const DimensionRules* const> treeOrder();

/// The data level of a ZeRO stage, 0 to 3.
[[nodiscard]] const DimensionRules& dataRules(int zero);
/// Whether its word stands alone, behind the groups of a strategy.
[[nodiscard]] bool isSwitch(const DimensionRules& rules);
[[nodiscard]] bool contains(TreeLevels levels, const DimensionRules& rules);

}  // namespace pgram
