// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Other layouts of a tensor group than a line, as Colossal-AI (2110.14883) had them: 2D (2104.05343), 2.5D
// (2105.14500), 3D (2105.14450), and a ring that divides the tokens alone (2105.13120). Values of the tensor dimension:
// a leaf with a group of ranks that follow each other has them as variants.
#include "core/model/layer_kinds.h"
#include "core/strategy/dimensions/dimensions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::string_view depthWord = "2.5d";

/// A layout is not beside what Colossal-AI does not have beside it, or has of its own.
const DimensionRules* besides(const LayerStrategy& s)
{
    for (const DimensionRules* rules :
         {&spRules, &ulyssesRules, &cpRules, &epRules, &etpRules, &hsdpRules, &selectiveRules, &modulesRules,
          &offloadActivationsRules, &offloadOptimizerRules}) {
        if (rules->has(s)) {
            return rules;
        }
    }
    return nullptr;
}

std::optional<Verdict> problem(const LayerStrategy& s)
{
    if (const auto shape = shapeRefusal(s)) {
        return shape;
    }
    if (const DimensionRules* other = besides(s)) {
        const auto place = std::ranges::find(dimensionRules(), other) - dimensionRules().begin();
        return Verdict{Rule::LayoutBeside, place, 0};
    }
    return s.placement == TensorPlacement::Consecutive ? std::nullopt
                                                       : std::optional(Verdict{Rule::LayoutPlacement, s.tensor, 0});
}

/// Returns the grid or the cube of a tensor group; the side is 1 for a line and a ring.
TensorGrid gridOf(const LayerStrategy& s)
{
    const int ranks = std::max(1, s.tensor / std::max(1, s.depth));
    switch (s.layout) {
    case TensorLayout::Grid:
        return {static_cast<int>(std::lround(std::sqrt(ranks))), 2};
    case TensorLayout::Cube:
        return {static_cast<int>(std::lround(std::cbrt(ranks))), 3};
    case TensorLayout::Line:
    case TensorLayout::Ring:
        break;
    }
    return {};
}

/// In a ring all ranks have the matrices, and divide the tokens. In a grid the ranks of a row have the same samples; in
/// a cube those of a line along the outermost axis do. Grids of 2.5D divide the samples before.
void placeLayout(const LayerStrategy& s, Sharding& sharding)
{
    if (s.layout == TensorLayout::Ring) {
        for (Placement* activation : {&sharding.boundary, &sharding.inside, &sharding.attention}) {
            activation->split(Axis::Tokens, sharding.tensor);
        }
        sharding.ringAttention = true;
        return;
    }
    const TensorGrid grid = gridOf(s);
    const int stride = sharding.tensor.stride;
    const int copy = grid.weightParts();
    for (Placement* activation : {&sharding.boundary, &sharding.inside, &sharding.attention}) {
        activation->split(Axis::Samples, {s.depth, stride * copy});
    }
    const bool isCube = grid.dimensions == 3;
    const int samples = grid.sampleParts();
    sharding.boundary.split(Axis::Samples, {samples, stride * (isCube ? 1 : grid.side)});
    sharding.boundary.split(Axis::Width, {grid.side, stride * (isCube ? samples : 1)});
    sharding.tensor.size = copy;
    sharding.weights.split = sharding.tensor;
    sharding.grid = grid;
}

/// The sides of a grid and of a cube divide every width of a layer.
std::optional<Verdict> layoutRefusal(const LayerSpec& layer, const LayerStrategy& s, const Sharding& sharding)
{
    if (!rulesOf(layer.kind).hasLayouts || layer.experts > 0 || layer.keyValueRank > 0 ||
        layer.mixer != Mixer::Attention || layer.indexHeads > 0 || layer.queryRank > 0 || layer.outputRank > 0 ||
        layer.streams > 1) {
        return Verdict{Rule::LayoutLayer, s.tensor, 0};
    }
    const TensorGrid& grid = sharding.grid;
    for (const std::int64_t heads : {layer.heads, layer.kvHeads}) {
        if (heads % grid.side != 0) {
            return Verdict{Rule::Heads, heads, grid.side};
        }
    }
    const int parts = grid.side == 1 ? 1 : grid.sampleParts();
    const std::int64_t input = layer.kind == LayerKind::PatchEmbedding ? layer.inputChannels : layer.hidden;
    for (const std::int64_t width : {input, layer.hidden, layer.ffn, layer.vocabulary}) {
        if (width % parts != 0) {
            return Verdict{Rule::LayoutWidth, width, parts};
        }
    }
    return std::nullopt;
}

/// Squares, so many of them, a cube and a ring, as many as the group's size makes.
std::vector<LayerStrategy> others(const LayerStrategy& leaf)
{
    std::vector<LayerStrategy> found;
    const auto tryOne = [&](TensorLayout layout, int depth) {
        LayerStrategy other = leaf;
        other.layout = layout;
        other.depth = depth;
        if (!problem(other)) {
            found.push_back(other);
        }
    };
    if (leaf.tensor == 1 || besides(leaf) != nullptr) {
        return found;
    }
    for (int depth = 1; depth <= leaf.tensor / 4; ++depth) {
        if (leaf.tensor % depth == 0) {
            tryOne(TensorLayout::Grid, depth);
        }
    }
    tryOne(TensorLayout::Cube, 1);
    tryOne(TensorLayout::Ring, 1);
    return found;
}

}  // namespace

std::optional<Verdict> shapeRefusal(const LayerStrategy& s)
{
    const bool isRing = s.layout == TensorLayout::Ring;
    const TensorGrid grid = gridOf(s);
    const bool isGrid = grid.side > 1 && grid.weightParts() * s.depth == s.tensor;
    const bool isCube = s.layout == TensorLayout::Cube;
    const bool fits = (isCube || s.layout == TensorLayout::Grid) ? isGrid : !isRing || s.tensor > 1;
    const bool hasDepth = s.depth == 1 || s.layout == TensorLayout::Grid;
    return fits && hasDepth ? std::nullopt : std::optional(Verdict{Rule::LayoutShape, s.tensor, isCube ? 0 : s.depth});
}

std::string layoutWord(const LayerStrategy& strategy)
{
    switch (strategy.layout) {
    case TensorLayout::Grid:
        return strategy.depth == 1 ? "2D" : fmt::format("2.5D{}", strategy.depth);
    case TensorLayout::Cube:
        return "3D";
    case TensorLayout::Ring:
        return "RSA";
    case TensorLayout::Line:
        break;
    }
    return "1D";
}

bool readLayout(std::string_view word, LayerStrategy& strategy)
{
    int depth = 1;
    if (word.starts_with(depthWord)) {
        const char* const last = word.data() + word.size();
        const auto [end, error] = std::from_chars(word.data() + depthWord.size(), last, depth);
        if (error != std::errc() || end != last || depth < 2) {
            return false;
        }
    } else if (word != "1d" && word != "2d" && word != "3d") {
        return false;
    }
    strategy.layout = word == "1d" ? TensorLayout::Line : word == "3d" ? TensorLayout::Cube : TensorLayout::Grid;
    strategy.depth = depth;
    return true;
}

constinit const DimensionRules layoutsRules{
    .name = "layouts",
    .title = "Layouts",
    .what = Core::tr("historical layouts of tensor groups: grids (2D, 2.5D), cubes (3D), rings"),
    .on = &Space::layouts,
    .isModern = false,
    .has = [](const LayerStrategy& s) { return s.layout != TensorLayout::Line; },
    .degree = &LayerStrategy::tensor,
    .set =
        [](LayerStrategy& s, bool on) {
            s.layout = on ? TensorLayout::Ring : TensorLayout::Line;
            s.depth = 1;
        },
    .others = others,
    .place = placeLayout,
    .word = "RSA",
    .unsound = problem,
    .refusal = layoutRefusal,
};

}  // namespace pgram
