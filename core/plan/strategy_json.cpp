// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/strategy_json.h"

#include "core/strategy/legality.h"
#include "core/strategy/strategy_keys.h"

#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

namespace {

constexpr int mostDegree = 1 << 20;

const std::vector<std::string_view> placements{"consecutive", "middle", "strided"};
const std::vector<std::string_view> layouts{"1d", "2d", "3d", "ring"};
const std::vector<std::string_view> shardPlacements{"inner", "outer"};

std::string_view chosen(std::string_view key, const LayerStrategy& strategy)
{
    const StrategyKey& known = strategyKey(key);
    return nameIn(known.values, known.of(strategy));
}

template <typename Enum>
Enum readName(JsonObject& object, std::string_view key, Enum fallback, const std::vector<std::string_view>& names)
{
    return static_cast<Enum>(object.oneOfOr(key, static_cast<int>(fallback), names));
}

}  // namespace

void addStrategy(Json& json, const LayerStrategy& s)
{
    json.update(Json{{"tensor", s.tensor},
                     {"data", s.data},
                     {"zero", s.zero},
                     {"context", s.context},
                     {"expert", s.expert},
                     {"sequence_parallel", chosen("sequence_parallel", s)},
                     {"tensor_placement", nameIn(placements, s.placement)},
                     {"recompute", chosen("recompute", s)}});
    if (s.expertTensor > 0) {
        json["expert_tensor"] = s.expertTensor;
    }
    if (s.shard > 0 || s.shardPlacement != ShardPlacement::Inner) {
        json["shard"] = s.shard;
        json["shard_placement"] = nameIn(shardPlacements, s.shardPlacement);
    }
    if (s.layout != TensorLayout::Line || s.depth != 1) {
        json["tensor_layout"] = nameIn(layouts, s.layout);
        json["tensor_depth"] = s.depth;
    }
    for (const StrategyKey& key : strategyKeys()) {
        if (key.of(s) > 0) {
            json[std::string(key.name)] = chosen(key.name, s);
        }
    }
}

LayerStrategy readStrategy(JsonObject& object)
{
    LayerStrategy s;
    s.tensor = readInt(object, "tensor", 1, 1, mostDegree);
    s.data = readInt(object, "data", 1, 1, mostDegree);
    s.zero = readInt(object, "zero", 0, 0, 3);
    s.shard = readInt(object, "shard", 0, 0, mostDegree);
    s.context = readInt(object, "context", 1, 1, mostDegree);
    s.expert = readInt(object, "expert", 1, 1, mostDegree);
    const int expertTensor = readInt(object, "expert_tensor", 0, 1, mostDegree);
    for (const StrategyKey& key : strategyKeys()) {
        key.set(s, object.oneOfOr(key.name, 0, key.values));
    }
    s.placement = readName(object, "tensor_placement", s.placement, placements);
    s.layout = readName(object, "tensor_layout", s.layout, layouts);
    s.depth = readInt(object, "tensor_depth", 1, 1, mostDegree);
    s.shardPlacement = readName(object, "shard_placement", s.shardPlacement, shardPlacements);
    const double ranks = static_cast<double>(s.tensor) * s.data * s.context;
    if (ranks > mostDegree) {
        object.fail(
            {}, Core::tr("has degrees that multiply to {}, the most is {}", fmt::format("{:.0f}", ranks), mostDegree));
    }
    if (!isValidShape(s)) {
        const Verdict verdict{Rule::LayoutShape, s.tensor, s.layout == TensorLayout::Cube ? 0 : s.depth};
        object.fail("tensor_layout", Core::tr("is {}: {}", nameIn(layouts, s.layout), explain(verdict)));
    }
    if (expertTensor > 0) {
        s.setExpertParts(expertTensor);
    }
    if (s.shard > 0 && s.data % s.shard != 0) {
        object.fail("shard", Core::tr("is {}, which does not divide 'data', {}", s.shard, s.data));
    }
    return s;
}

}  // namespace pgram
