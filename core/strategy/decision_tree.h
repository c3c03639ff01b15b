// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The paper's decision tree (Galvatron §3.2, Galvatron-BMW §III; docs/method/search.md, Decision tree): one tree per
// group size N/P, one parallelism a level, each used at most once, degrees at least 2. Every leaf keeps its verdict,
// because the tree is shown. Beyond the paper's dimensions (strategy/dimensions/ says which level may stand inside of
// which): ranks that share tokens share the gradients with the data ranks too, so that their levels lie inside the data
// levels, the ring outside of the Ulysses group, and nothing is gained elsewhere. Hybrid sharding is an SDP level
// inside a DP level. Recomputation, Megatron's sequence parallelism, expert parallelism and offload split no devices:
// they are variants of a leaf; so is the sharding over token ranks that no data level stands outside of.
#pragma once

#include "core/strategy/dimension_rules.h"

#include <optional>
#include <span>
#include <vector>

namespace pgram {

/// A node is a prefix of levels, outermost first; a leaf's degrees multiply to the group size.
struct TreeNode {
    std::vector<TreeLevel> levels;
    int parent = -1;    ///< index into DecisionTree::nodes; -1 = the root
    int remaining = 1;  ///< devices of the group still to be split below this node
    bool leaf = false;
    std::optional<Verdict> pruned;          ///< the rule that cut this node (its subtree is listed, all pruned)
    std::vector<LayerStrategy> strategies;  ///< of a kept or pruned leaf: all of its variants
};

struct DecisionTree {
    int pipeline = 1;             ///< P
    int groupSize = 1;            ///< N/P
    std::vector<TreeNode> nodes;  ///< depth first, the root at 0
};

/// The P that divide `devices` (powers of two, or any divisor), 1 first; only 1 without PP.
[[nodiscard]] std::vector<int> pipelineDegrees(int devices, const Space& space);

/// One tree for each P that divides `devices` (powers of two, or any divisor), P = 1 first; only P = 1 without PP.
[[nodiscard]] std::vector<DecisionTree> decisionTrees(int devices, const Space& space);

/// The same where all of them together have at most `most` nodes and strategies; none where they have more: they grow
/// with every dimension by a factor, up to more than there is memory for.
[[nodiscard]] std::optional<std::vector<DecisionTree>> decisionTrees(int devices, const Space& space, std::size_t most);

struct TreeCounts {
    int before = 0;  ///< layer strategies of all leaves
    int after = 0;   ///< of the leaves that are kept
};
[[nodiscard]] TreeCounts countStrategies(std::span<const DecisionTree> trees);

/// The kept strategies of one tree, in the tree's order.
[[nodiscard]] std::vector<LayerStrategy> keptStrategies(const DecisionTree& tree);

/// The same of the tree of P, which is not grown where it is pruned: large groups prune nearly all of it.
[[nodiscard]] std::vector<LayerStrategy> searchedStrategies(int devices, int pipeline, const Space& space);

}  // namespace pgram
