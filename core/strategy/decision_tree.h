// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The paper's decision tree (Galvatron §3.2, Galvatron-BMW §III; docs/method/search.md, Decision tree): one tree per
// group size N/P, one parallelism a level, each used at most once, degrees at least 2. Every leaf keeps its verdict,
// because the tree is shown. Beyond the paper's dimensions (strategy/dimensions/ has the rules for the order of
// levels): ranks that share tokens share the gradients with the data ranks too, so that their levels lie inside the
// data levels, the ring outside of the Ulysses group, and nothing is gained elsewhere. Hybrid sharding is an SDP level
// inside a DP level. Recomputation, Megatron's sequence parallelism, expert parallelism and offload split no devices:
// they are variants of a leaf. Whole experts in a tensor group are variants, too, and so is sharding over token ranks
// if the strategy has no data level.
#pragma once

#include "core/strategy/dimension_rules.h"

#include <optional>
#include <span>
#include <vector>

namespace pgram {

/// A node is a prefix of levels, outermost first; a leaf's degrees multiply to the group size.
struct TreeNode {
    std::vector<TreeLevel> levels;          ///< outermost first
    int parent = -1;                        ///< index into DecisionTree::nodes; -1 = the root
    int remaining = 1;                      ///< devices of the group still to be split below this node
    bool leaf = false;                      ///< no devices remain to be split
    std::optional<Verdict> pruned;          ///< the rule that cut this node (its subtree is listed, all pruned)
    std::vector<LayerStrategy> strategies;  ///< all variants of a kept or pruned leaf
};

/// The decision tree of one number of stages.
struct DecisionTree {
    int pipeline = 1;             ///< P
    int groupSize = 1;            ///< N/P
    std::vector<TreeNode> nodes;  ///< depth first, the root at 0
};

/// Returns the P that divide `devices` (powers of two, or any divisor), 1 first; only 1 without PP.
[[nodiscard]] std::vector<int> pipelineDegrees(int devices, const Space& space);

/// Returns one tree for each P that divides `devices` (powers of two, or any divisor), P = 1 first; only P = 1 without
/// PP.
[[nodiscard]] std::vector<DecisionTree> decisionTrees(int devices, const Space& space);

/// Returns the same trees if they have at most `most` nodes and strategies together; nothing if they have more. Every
/// dimension multiplies their size, up to more than fits into memory.
[[nodiscard]] std::optional<std::vector<DecisionTree>> decisionTrees(int devices, const Space& space, std::size_t most);

/// Numbers of strategies before and after pruning.
struct TreeCounts {
    int before = 0;  ///< layer strategies of all leaves
    int after = 0;   ///< layer strategies of the leaves that are kept
};
/// Counts the strategies of all leaves.
[[nodiscard]] TreeCounts countStrategies(std::span<const DecisionTree> trees);

/// Returns the kept strategies of one tree, in the order of the tree.
[[nodiscard]] std::vector<LayerStrategy> keptStrategies(const DecisionTree& tree);

/// Returns the kept strategies of the tree of `pipeline` without the pruned parts of the tree, which are nearly all of
/// it for large groups.
[[nodiscard]] std::vector<LayerStrategy> searchedStrategies(int devices, int pipeline, const Space& space);

}  // namespace pgram
