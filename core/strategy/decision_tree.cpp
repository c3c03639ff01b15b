// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <array>
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
    return dimension != Dimension::TP && dimension != Dimension::CP && dimension != Dimension::Ulysses;
}

bool has(const std::vector<TreeLevel>& levels, Dimension dimension)
{
    return std::ranges::find(levels, dimension, &TreeLevel::dimension) != levels.end();
}

/// Whether a level of `dimension` has a place inside of `levels`.
bool mayFollow(const std::vector<TreeLevel>& levels, Dimension dimension)
{
    if (has(levels, dimension) || has(levels, Dimension::Ulysses)) {
        return false;
    }
    if (dimension == Dimension::Ulysses) {
        return !has(levels, Dimension::TP);  // it is the strategy's tensor group
    }
    if (dimension == Dimension::CP) {
        // A tensor group is inside of the ring or outside of a data level, not between.
        return levels.size() < 2 || levels.back().dimension != Dimension::TP;
    }
    return dimension == Dimension::TP || !has(levels, Dimension::CP);
}

/// A data kind that is there for hybrid sharding is no kind of its own.
bool isOffered(const std::vector<TreeLevel>& levels, const Space& space)
{
    const bool copies = has(levels, Dimension::DP);
    const bool shards = has(levels, Dimension::SDP);
    return copies == shards || (copies ? space.dp : space.sdp);
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
    add(space.dp || space.hsdp, Dimension::DP);
    add(space.zero1, Dimension::ZeRO1);
    add(space.zero2, Dimension::ZeRO2);
    add(space.sdp || space.hsdp, Dimension::SDP);
    add(space.tp, Dimension::TP);
    add(space.cp, Dimension::CP);
    add(space.ulysses, Dimension::Ulysses);
    return dimensions;
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
        if (level.dimension == Dimension::Ulysses) {
            strategy.tensor = level.degree;
            strategy.sequence = SequenceParallel::Ulysses;
            continue;
        }
        if (level.dimension == Dimension::CP) {
            strategy.context = level.degree;
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

/// Takeaway 3: DP and SDP never in one tree, but for hybrid sharding where it is asked for. Other pairs of data kinds
/// are not one strategy at all, and go with it.
std::optional<Verdict> kindsVerdict(const std::vector<TreeLevel>& levels, const Space& space)
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
        const bool asked = space.hsdp && first->dimension == Dimension::DP && level.dimension == Dimension::SDP;
        if (!hybrid || (space.takeaway3 && !asked)) {
            const bool shardFirst = zeroStage(first->dimension) > zeroStage(level.dimension);
            return Verdict{Rule::Takeaway3, shardFirst ? level.degree : first->degree,
                           shardFirst ? first->degree : level.degree};
        }
    }
    return std::nullopt;
}

/// The rule that cuts a node, and all below it.
std::optional<Verdict> verdictOn(const std::vector<TreeLevel>& levels, const Space& space)
{
    if (auto cut = kindsVerdict(levels, space)) {
        return cut;
    }
    const LayerStrategy strategy = strategyOf(levels);
    if (!shardsAreEven(strategy)) {
        return Verdict{Rule::ShardPlacement, strategy.replicas(), strategy.shardDegree()};
    }
    return std::nullopt;
}

/// The leaf's data kind; ranks that share tokens alone may take any that is offered.
std::vector<LayerStrategy> kindsOf(const LayerStrategy& leaf, const Space& space)
{
    if (leaf.data > 1 || leaf.tokenRanks() == 1) {
        return {leaf};
    }
    std::vector<LayerStrategy> kinds;
    const std::array<bool, 4> offered{space.dp, space.zero1, space.zero2, space.sdp};
    for (std::size_t zero = 0; zero < offered.size(); ++zero) {
        if (offered[zero]) {
            kinds.push_back(leaf);
            kinds.back().zero = static_cast<int>(zero);
        }
    }
    return kinds.empty() ? std::vector{leaf} : kinds;
}

/// Appends a changed copy of each variant so far.
template <typename Change>
void addChanged(std::vector<LayerStrategy>& variants, std::size_t count, Change change)
{
    for (std::size_t i = 0; i < count; ++i) {
        LayerStrategy changed = variants[i];
        change(changed);
        variants.push_back(changed);
    }
}

std::vector<LayerStrategy> variantsOf(const std::vector<TreeLevel>& levels, const Space& space, bool anyDivisor)
{
    const LayerStrategy plain = strategyOf(levels);
    std::vector<LayerStrategy> variants = kindsOf(plain, space);
    const int shards = plain.isHybrid() ? plain.shard : plain.data;
    if (space.sp && plain.weightParts() > 1) {
        addChanged(variants, variants.size(), [](LayerStrategy& s) { s.sequence = SequenceParallel::Megatron; });
    }
    const std::size_t dense = variants.size();
    for (const int degree : space.ep ? degreesOf(shards, anyDivisor) : std::vector<int>{}) {
        if (degree > 1) {
            addChanged(variants, dense, [degree](LayerStrategy& s) { s.expert = degree; });
        }
    }
    const std::size_t kept = variants.size();
    if (space.selective) {
        addChanged(variants, kept, [](LayerStrategy& s) { s.kept.part = KeptPart::WithoutAttention; });
    }
    if (space.ckpt) {
        addChanged(variants, kept, [](LayerStrategy& s) { s.kept.part = KeptPart::Input; });
    }
    if (space.offloadActivations) {
        addChanged(variants, variants.size(), [](LayerStrategy& s) { s.kept.on = KeptOn::Host; });
    }
    if (space.offloadOptimizer) {
        addChanged(variants, variants.size(), [](LayerStrategy& s) { s.offloadOptimizer = true; });
    }
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
        if (node.leaf && !isOffered(node.levels, space)) {
            return;
        }
        if (node.leaf) {
            node.strategies = variantsOf(node.levels, space, anyDivisor);
        }
        const int self = static_cast<int>(nodes.size());
        nodes.push_back(node);
        for (const Dimension dimension : dimensions) {
            if (!node.leaf && mayFollow(node.levels, dimension)) {
                growLevel(node, self, dimension);
            }
        }
    }

    void growLevel(const TreeNode& node, int self, Dimension dimension)
    {
        // A dimension that nothing may follow must take all that remains; smaller degrees would lead to no leaf.
        std::vector<TreeLevel> levels = node.levels;
        levels.push_back({dimension, 2});
        const bool last = std::ranges::none_of(dimensions, [&](Dimension next) { return mayFollow(levels, next); });
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
    case Dimension::CP:
        return "CP";
    case Dimension::Ulysses:
        return "Ulysses";
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
