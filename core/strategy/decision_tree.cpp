// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <bit>

namespace pgram {

namespace {

bool isPowerOfTwo(int n)
{
    return std::has_single_bit(static_cast<unsigned>(n));
}

/// A cluster whose size is no power of two could not be covered by powers of two: it gets all divisors.
std::vector<int> degreesOf(int size, bool anyDivisor)
{
    std::vector<int> degrees;
    std::vector<int> large;
    for (int degree = 1; degree <= size / degree; ++degree) {
        if (size % degree == 0) {
            degrees.push_back(degree);
            if (degree != size / degree) {
                large.push_back(size / degree);
            }
        }
    }
    degrees.insert(degrees.end(), large.rbegin(), large.rend());
    if (!anyDivisor) {
        std::erase_if(degrees, [](int degree) { return !isPowerOfTwo(degree); });
    }
    return degrees;
}

bool takesAnyDivisor(int devices, const Space& space)
{
    return space.anyDivisor || !isPowerOfTwo(devices);
}

bool isData(Dimension dimension)
{
    return dimension != Dimension::TP;
}

int zeroStage(Dimension dimension)
{
    switch (dimension) {
    case Dimension::ZeRO1:
        return 1;
    case Dimension::ZeRO2:
        return 2;
    case Dimension::SDP:
        return 3;
    default:
        return 0;
    }
}

std::vector<Dimension> dimensionsOf(const Space& space)
{
    std::vector<Dimension> dimensions;
    const auto add = [&](bool on, Dimension dimension) {
        if (on) {
            dimensions.push_back(dimension);
        }
    };
    add(space.dp, Dimension::DP);
    add(space.zero1, Dimension::ZeRO1);
    add(space.zero2, Dimension::ZeRO2);
    add(space.sdp, Dimension::SDP);
    add(space.tp, Dimension::TP);
    return dimensions;
}

/// Takeaway 3: DP and SDP never in one tree. Other pairs of data kinds are not one strategy at all, and go with it.
std::optional<Verdict> verdictOn(const std::vector<TreeLevel>& levels, const Space& space)
{
    const TreeLevel* first = nullptr;
    for (const TreeLevel& level : levels) {
        if (!isData(level.dimension)) {
            continue;
        }
        if (first == nullptr) {
            first = &level;
            continue;
        }
        const bool hybrid = zeroStage(first->dimension) + zeroStage(level.dimension) == 3 &&
                            (first->dimension == Dimension::DP || level.dimension == Dimension::DP);
        if (space.takeaway3 || !hybrid) {
            const bool shardFirst = zeroStage(first->dimension) > zeroStage(level.dimension);
            return Verdict{Rule::Takeaway3, shardFirst ? level.degree : first->degree,
                           shardFirst ? first->degree : level.degree};
        }
    }
    return std::nullopt;
}

TensorPlacement placementOf(const std::vector<TreeLevel>& levels, std::size_t tensor)
{
    if (tensor + 1 == levels.size()) {
        return TensorPlacement::Consecutive;
    }
    return tensor == 0 ? TensorPlacement::Strided : TensorPlacement::Middle;
}

LayerStrategy strategyOf(const std::vector<TreeLevel>& levels)
{
    LayerStrategy strategy;
    int shard = 1;
    bool sharded = false;
    bool replicated = false;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const TreeLevel& level = levels[i];
        if (level.dimension == Dimension::TP) {
            strategy.tensor = level.degree;
            strategy.placement = placementOf(levels, i);
            continue;
        }
        strategy.data *= level.degree;
        if (level.dimension == Dimension::DP) {
            replicated = true;
            strategy.shardPlacement = sharded ? ShardPlacement::Outer : ShardPlacement::Inner;
        } else {
            sharded = true;
            shard = level.degree;
            strategy.zero = zeroStage(level.dimension);
        }
    }
    strategy.shard = sharded && replicated ? shard : 0;
    return strategy;
}

/// Each variant again with a switch on.
void addVariants(std::vector<LayerStrategy>& variants, bool wanted, bool LayerStrategy::*member)
{
    const std::size_t plain = wanted ? variants.size() : 0;
    for (std::size_t i = 0; i < plain; ++i) {
        LayerStrategy variant = variants[i];
        variant.*member = true;
        variants.push_back(variant);
    }
}

std::vector<LayerStrategy> variantsOf(const std::vector<TreeLevel>& levels, const Space& space)
{
    std::vector<LayerStrategy> variants{strategyOf(levels)};
    if (space.sp && variants.front().tensor > 1) {
        LayerStrategy split = variants.front();
        split.sequence = SequenceParallel::Megatron;
        variants.push_back(split);
    }
    if (space.ckpt) {
        const std::size_t plain = variants.size();
        for (std::size_t i = 0; i < plain; ++i) {
            LayerStrategy recomputed = variants[i];
            recomputed.recompute = Recompute::Full;
            variants.push_back(recomputed);
        }
    }
    addVariants(variants, space.offloadActivations, &LayerStrategy::offloadActivations);
    addVariants(variants, space.offloadOptimizer, &LayerStrategy::offloadOptimizer);
    return variants;
}

/// Grows one tree depth first.
struct Grower {
    const Space& space;
    bool anyDivisor;
    std::vector<Dimension> dimensions;
    bool listsPruned;  ///< with all below them, for the record
    std::vector<TreeNode> nodes;

    void grow(TreeNode node)
    {
        node.pruned = verdictOn(node.levels, space);
        if (node.pruned && !listsPruned) {
            return;
        }
        node.leaf = node.remaining == 1;
        if (node.leaf) {
            node.strategies = variantsOf(node.levels, space);
        }
        const int self = static_cast<int>(nodes.size());
        nodes.push_back(node);
        for (const Dimension dimension : dimensions) {
            if (!node.leaf && !isUsed(node, dimension)) {
                growLevel(node, self, dimension);
            }
        }
    }

    void growLevel(const TreeNode& node, int self, Dimension dimension)
    {
        // The last free dimension must take all that remains; smaller degrees would lead to no leaf.
        const bool last = node.levels.size() + 1 == dimensions.size();
        for (const int degree : degreesOf(node.remaining, anyDivisor)) {
            if (degree < 2 || (last && degree != node.remaining)) {
                continue;
            }
            TreeNode child;
            child.levels = node.levels;
            child.levels.push_back({dimension, degree});
            child.parent = self;
            child.remaining = node.remaining / degree;
            grow(std::move(child));
        }
    }

    static bool isUsed(const TreeNode& node, Dimension dimension)
    {
        return std::any_of(node.levels.begin(), node.levels.end(),
                           [dimension](const TreeLevel& level) { return level.dimension == dimension; });
    }
};

std::vector<TreeNode> grownNodes(int devices, int pipeline, const Space& space, bool listsPruned)
{
    Grower grower{space, takesAnyDivisor(devices, space), dimensionsOf(space), listsPruned, {}};
    TreeNode root;
    root.remaining = devices / pipeline;
    grower.grow(std::move(root));
    return std::move(grower.nodes);
}

}  // namespace

const char* toString(Dimension dimension)
{
    switch (dimension) {
    case Dimension::DP:
        return "DP";
    case Dimension::ZeRO1:
        return "ZeRO-1";
    case Dimension::ZeRO2:
        return "ZeRO-2";
    case Dimension::SDP:
        return "SDP";
    case Dimension::TP:
        return "TP";
    }
    return "";
}

std::vector<int> pipelineDegrees(int devices, const Space& space)
{
    return space.pp ? degreesOf(devices, takesAnyDivisor(devices, space)) : std::vector{1};
}

std::vector<DecisionTree> decisionTrees(int devices, const Space& space)
{
    std::vector<DecisionTree> trees;
    for (const int pipeline : pipelineDegrees(devices, space)) {
        trees.push_back({pipeline, devices / pipeline, grownNodes(devices, pipeline, space, true)});
    }
    return trees;
}

std::vector<LayerStrategy> searchedStrategies(int devices, int pipeline, const Space& space)
{
    return keptStrategies({pipeline, devices / pipeline, grownNodes(devices, pipeline, space, false)});
}

TreeCounts countStrategies(const std::vector<DecisionTree>& trees)
{
    TreeCounts counts;
    for (const DecisionTree& tree : trees) {
        for (const TreeNode& node : tree.nodes) {
            const int strategies = static_cast<int>(node.strategies.size());
            counts.before += strategies;
            counts.after += node.pruned ? 0 : strategies;
        }
    }
    return counts;
}

std::vector<LayerStrategy> keptStrategies(const DecisionTree& tree)
{
    std::vector<LayerStrategy> kept;
    for (const TreeNode& node : tree.nodes) {
        if (!node.pruned) {
            kept.insert(kept.end(), node.strategies.begin(), node.strategies.end());
        }
    }
    return kept;
}

}  // namespace pgram
