// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rules of each dimension of parallelism: one row per dimension, in the files of strategy/dimensions/. Search spaces,
// trees, texts, legality, plan files, help and the switches of the window all use the rows.
#pragma once

#include "core/strategy/legality.h"
#include "core/strategy/sharding.h"
#include "core/strategy/space.h"

#include <span>
#include <vector>

namespace pgram {

/// The rules of one dimension.
struct DimensionRules;

/// One split of the devices of a stage.
struct TreeLevel {
    const DimensionRules* dimension = nullptr;  ///< dimension that splits the level
    int degree = 2;                             ///< number of parts
    bool operator==(const TreeLevel&) const = default;
};
/// Levels, outermost first.
using TreeLevels = std::span<const TreeLevel>;

/// The rules of one dimension of parallelism or memory saving: one row per dimension.
struct DimensionRules {
    const char* name;      ///< name in spaces: "offload-optimizer"
    const char* title;     ///< name in tables: "OFF-OPT"
    Phrase what;           ///< half a sentence
    bool Space::*on;       ///< its switch in a space
    bool isModern = true;  ///< a part of "modern" (SpaceGroup): Megatron-LM or torchtitan runs it

    /// Returns true if a strategy uses the dimension; null: a property of the pipeline instead of a strategy.
    bool (*has)(const LayerStrategy& strategy) = nullptr;
    /// Member of the strategy that holds the degree; null: the dimension is on or off, or a data level.
    int LayerStrategy::*degree = nullptr;
    /// Turns on or off what the degree does not express; null: nothing.
    void (*set)(LayerStrategy& strategy, bool on) = nullptr;

    // For a level of the tree, which splits devices.
    /// Returns true if a level of the dimension may be inside of `outer`; null: the dimension is not a level.
    bool (*fitsInside)(TreeLevels outer) = nullptr;
    /// Splits the rest of the levels before `index` by the level at `index`.
    void (*split)(LayerStrategy& strategy, TreeLevels levels, std::size_t index) = nullptr;
    bool isInnermost = false;  ///< no level may lie inside this one
    int zero = -1;             ///< ZeRO stage of a data level, 0 to 3; -1 = not a data level

    // For a pair: two data levels that may be in one strategy in spite of Takeaway 3, and neither without the other
    // unless it is switched on itself.
    const DimensionRules* outer = nullptr;  ///< the outer level of the pair; null: not a pair
    const DimensionRules* inner = nullptr;  ///< the inner level of the pair; null: not a pair

    // For a variant of the tree's leaves, which splits no devices.
    /// Returns true if the strategy of a leaf can get the variant; null: the dimension is not a variant.
    bool (*fits)(const LayerStrategy& strategy) = nullptr;
    /// Returns the number that its degrees divide, for a leaf; null: on or off.
    int (*divided)(const LayerStrategy& leaf) = nullptr;

    /// Returns further strategies that can replace the strategy of a leaf with all its other variants; null: none.
    /// Those with a dimension that the space lacks are left out.
    std::vector<LayerStrategy> (*others)(const LayerStrategy& leaf) = nullptr;

    /// Adds to a placement what a strategy with the dimension splits; null: nothing. Data levels are in it already.
    /// Rows are called in treeOrder().
    void (*place)(const LayerStrategy& strategy, Sharding& sharding) = nullptr;

    // For the text of a strategy.
    /// Word in short names: "SDP" followed by its degree; "ckpt" after all groups, if the dimension is on or off; "+SP"
    /// after the degree of the tensor group. Letters, and at most one digit or hyphen. Null: the dimension has no word.
    const char* word = nullptr;
    const char* otherWord = nullptr;  ///< second spelling, in lower case
    int least = 2;                    ///< smallest degree in a text

    // For plan files, when the strategy has no number for the dimension: "recompute": "full". Dimensions of one key
    // exclude each other, or make "both".
    const char* key = nullptr;    ///< member of the strategy in a plan file; null: none
    const char* value = nullptr;  ///< value of that member; null: none

    /// Refuses a strategy with the dimension for any layer; null: never.
    std::optional<Verdict> (*unsound)(const LayerStrategy& strategy) = nullptr;
    /// Refuses a strategy with the dimension for a layer, whose sizes the ranks divide; null: never.
    std::optional<Verdict> (*refusal)(const LayerSpec& layer, const LayerStrategy& strategy,
                                      const Sharding& sharding) = nullptr;
};

/// Returns all dimensions, in the order in which they are shown.
[[nodiscard]] std::span<const DimensionRules* const> dimensionRules();
/// Returns levels and variants, in the order in which the tree tries them.
[[nodiscard]] std::span<const DimensionRules* const> treeOrder();

/// Returns the data level of a ZeRO stage, 0 to 3.
[[nodiscard]] const DimensionRules& dataRules(int zero);
/// Returns true if its word follows the groups of a strategy on its own.
[[nodiscard]] bool isSwitch(const DimensionRules& rules);
/// Returns true if one of the levels is of this dimension.
[[nodiscard]] bool contains(TreeLevels levels, const DimensionRules& rules);

}  // namespace pgram
