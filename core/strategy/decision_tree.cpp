// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>

namespace pgram {

namespace {

bool isPowerOfTwo(int n)
{
    return std::has_single_bit(static_cast<unsigned>(n));
}

/// Returns the degrees of a level. A cluster whose size is not a power of two gets all divisors, because powers of two
/// could not cover it.
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

bool isData(const TreeLevel& level)
{
    return level.dimension->zero >= 0;
}

/// Returns true if a level of `dimension` may lie inside of `levels`. Each dimension has at most one level.
bool mayFollow(TreeLevels levels, const DimensionRules& dimension)
{
    const auto refuses = [&](const TreeLevel& level) {
        return level.dimension == &dimension || level.dimension->isInnermost;
    };
    return std::ranges::none_of(levels, refuses) && dimension.fitsInside(levels);
}

/// The other of a pair that the space has; null: none.
const DimensionRules* partnerOf(const DimensionRules& dimension, const Space& space)
{
    for (const DimensionRules* pair : dimensionRules()) {
        if (space.*pair->on && (pair->outer == &dimension || pair->inner == &dimension)) {
            return pair->outer == &dimension ? pair->inner : pair->outer;
        }
    }
    return nullptr;
}

/// A dimension that exists only as half of a pair must be next to its partner.
bool isOffered(TreeLevels levels, const Space& space)
{
    return std::ranges::all_of(levels, [&](const TreeLevel& level) {
        const DimensionRules& dimension = *level.dimension;
        return space.*dimension.on || contains(levels, *partnerOf(dimension, space));
    });
}

std::vector<const DimensionRules*> levelsOf(const Space& space)
{
    std::vector<const DimensionRules*> levels;
    std::ranges::copy_if(treeOrder(), std::back_inserter(levels), [&space](const DimensionRules* rules) {
        return rules->fitsInside != nullptr && (space.*rules->on || partnerOf(*rules, space) != nullptr);
    });
    return levels;
}

LayerStrategy strategyOf(TreeLevels levels)
{
    LayerStrategy strategy;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        levels[i].dimension->split(strategy, levels, i);
    }
    return strategy;
}

/// Returns true if two data levels form a pair. `asked`: the pair must also be in the space, in this order.
bool arePair(const TreeLevel& outer, const TreeLevel& inner, const Space& space, bool asked)
{
    const auto makes = [](const DimensionRules* pair, const TreeLevel& first, const TreeLevel& second) {
        return pair->outer == first.dimension && pair->inner == second.dimension;
    };
    return std::ranges::any_of(dimensionRules(), [&](const DimensionRules* pair) {
        return asked ? space.*pair->on && makes(pair, outer, inner)
                     : makes(pair, outer, inner) || makes(pair, inner, outer);
    });
}

/// Takeaway 3: DP and SDP never in one tree, but for hybrid sharding where it is asked for. Other pairs of data kinds
/// are not one strategy at all, and go with it.
std::optional<Verdict> kindsVerdict(TreeLevels levels, const Space& space)
{
    const auto first = std::ranges::find_if(levels, isData);
    for (auto level = first; level != levels.end(); ++level) {
        if (level == first || !isData(*level)) {
            continue;
        }
        if (!arePair(*first, *level, space, space.takeaway3)) {
            const bool shardFirst = first->dimension->zero > level->dimension->zero;
            return Verdict{Rule::Takeaway3, shardFirst ? level->degree : first->degree,
                           shardFirst ? first->degree : level->degree};
        }
    }
    return std::nullopt;
}

/// The rule that cuts a node, and all below it.
std::optional<Verdict> verdictOn(TreeLevels levels, const Space& space)
{
    if (auto cut = kindsVerdict(levels, space)) {
        return cut;
    }
    const LayerStrategy strategy = strategyOf(levels);
    return unevenShards(strategy);
}

/// The leaf's data kind; ranks that share tokens alone may take any that is offered.
std::vector<LayerStrategy> kindsOf(const LayerStrategy& leaf, const Space& space)
{
    if (leaf.data > 1 || tokenRanks(leaf) == 1) {
        return {leaf};
    }
    std::vector<LayerStrategy> kinds;
    for (const DimensionRules* rules : treeOrder()) {
        if (rules->zero >= 0 && space.*rules->on) {
            kinds.push_back(leaf);
            kinds.back().zero = rules->zero;
        }
    }
    return kinds.empty() ? std::vector{leaf} : kinds;
}

/// Beyond 1; a single one where the variant is on or off.
std::vector<int> degreesOf(const DimensionRules& variant, const LayerStrategy& leaf, bool anyDivisor)
{
    std::vector<int> degrees =
        variant.divided == nullptr ? std::vector{0} : degreesOf(variant.divided(leaf), anyDivisor);
    std::erase(degrees, 1);
    return degrees;
}

/// Appends a copy with the variant of each of the first `count` strategies that can have it.
void addVariant(std::vector<LayerStrategy>& strategies, std::size_t count, const DimensionRules& variant, int degree)
{
    for (std::size_t i = 0; i < count; ++i) {
        LayerStrategy changed = strategies[i];
        if (!variant.fits(changed)) {
            continue;
        }
        if (variant.divided == nullptr) {
            variant.set(changed, true);
        } else {
            changed.*variant.degree = degree;
        }
        strategies.push_back(changed);
    }
}

/// Returns true if `other` has no variant that neither the space offers nor `leaf` has.
bool isOffered(const LayerStrategy& other, const LayerStrategy& leaf, const Space& space)
{
    return std::ranges::none_of(treeOrder(), [&](const DimensionRules* rules) {
        return rules->fits != nullptr && !(space.*rules->on) && rules->has(other) && !rules->has(leaf);
    });
}

/// Appends what dimensions of the space make of the strategies that there are. Ranks that begin to share tokens may
/// take any data kind.
void addOthers(std::vector<LayerStrategy>& strategies, const Space& space)
{
    const std::size_t count = strategies.size();
    for (const DimensionRules* rules : treeOrder()) {
        if (rules->others == nullptr || !(space.*rules->on)) {
            continue;
        }
        for (std::size_t i = 0; i < count; ++i) {
            const LayerStrategy leaf = strategies[i];
            for (const LayerStrategy& other : rules->others(leaf)) {
                if (!isOffered(other, leaf, space)) {
                    continue;
                }
                const bool sharesAlike = tokenRanks(other) == tokenRanks(leaf);
                const std::vector<LayerStrategy> kinds = sharesAlike ? std::vector{other} : kindsOf(other, space);
                strategies.insert(strategies.end(), kinds.begin(), kinds.end());
            }
        }
    }
}

std::vector<LayerStrategy> variantsOf(TreeLevels levels, const Space& space, bool anyDivisor)
{
    const LayerStrategy plain = strategyOf(levels);
    std::vector<LayerStrategy> variants = kindsOf(plain, space);
    for (const DimensionRules* rules : treeOrder()) {
        if (rules->fits == nullptr || !(space.*rules->on)) {
            continue;
        }
        const std::size_t count = variants.size();
        for (const int degree : degreesOf(*rules, plain, anyDivisor)) {
            addVariant(variants, count, *rules, degree);
        }
    }
    addOthers(variants, space);
    return variants;
}

/// Grows one tree depth first.
struct Grower {
    const Space& space;
    bool anyDivisor;
    std::vector<const DimensionRules*> dimensions;
    bool listsPruned;      ///< with all below them, for the record
    std::size_t room = 0;  ///< nodes and strategies that it may still have
    bool isFull = false;   ///< it had more
    std::vector<TreeNode> nodes = {};

    void grow(TreeNode node)
    {
        node.pruned = verdictOn(node.levels, space);
        if (node.pruned && !listsPruned) {
            return;
        }
        node.leaf = node.remaining == 1;
        if (node.leaf && !isOffered(node.levels, space)) {
            return;
        }
        if (node.leaf) {
            node.strategies = variantsOf(node.levels, space, anyDivisor);
        }
        const std::size_t size = 1 + node.strategies.size();
        isFull = isFull || size > room;
        if (isFull) {
            return;
        }
        room -= size;
        const int self = static_cast<int>(nodes.size());
        nodes.push_back(node);
        for (const DimensionRules* dimension : dimensions) {
            if (!isFull && !node.leaf && mayFollow(node.levels, *dimension)) {
                growLevel(node, self, *dimension);
            }
        }
    }

    void growLevel(const TreeNode& node, int self, const DimensionRules& dimension)
    {
        // A dimension that nothing may follow must take all that remains; smaller degrees would lead to no leaf.
        std::vector<TreeLevel> levels = node.levels;
        levels.push_back({&dimension, 2});
        const bool last =
            std::ranges::none_of(dimensions, [&](const DimensionRules* next) { return mayFollow(levels, *next); });
        for (const int degree : degreesOf(node.remaining, anyDivisor)) {
            if (isFull || degree < 2 || (last && degree != node.remaining)) {
                continue;
            }
            TreeNode child;
            child.levels = node.levels;
            child.levels.push_back({&dimension, degree});
            child.parent = self;
            child.remaining = node.remaining / degree;
            grow(std::move(child));
        }
    }
};

Grower grown(int devices, int pipeline, const Space& space, bool listsPruned, std::size_t room)
{
    Grower grower{space, takesAnyDivisor(devices, space), levelsOf(space), listsPruned, room};
    TreeNode root;
    root.remaining = devices / pipeline;
    grower.grow(std::move(root));
    return grower;
}

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

}  // namespace

std::vector<int> pipelineDegrees(int devices, const Space& space)
{
    return space.pp ? degreesOf(devices, takesAnyDivisor(devices, space)) : std::vector{1};
}

std::optional<std::vector<DecisionTree>> decisionTrees(int devices, const Space& space, std::size_t most)
{
    std::vector<DecisionTree> trees;
    for (const int pipeline : pipelineDegrees(devices, space)) {
        Grower grower = grown(devices, pipeline, space, true, most);
        if (grower.isFull) {
            return std::nullopt;
        }
        most = grower.room;
        trees.push_back({pipeline, devices / pipeline, std::move(grower.nodes)});
    }
    return trees;
}

std::vector<DecisionTree> decisionTrees(int devices, const Space& space)
{
    return *decisionTrees(devices, space, unlimited);
}

std::vector<LayerStrategy> searchedStrategies(int devices, int pipeline, const Space& space)
{
    return keptStrategies({pipeline, devices / pipeline, grown(devices, pipeline, space, false, unlimited).nodes});
}

TreeCounts countStrategies(std::span<const DecisionTree> trees)
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
