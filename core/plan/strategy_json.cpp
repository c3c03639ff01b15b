// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/strategy_json.h"

#include "core/strategy/legality.h"
#include "core/strategy/sharding.h"
#include "core/strategy/strategy_keys.h"

#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>

namespace pgram {

namespace {

constexpr int mostDegree = 1 << 20;

std::string_view chosen(std::string_view key, const LayerStrategy& strategy)
{
    const StrategyKey& known = strategyKey(key);
    return nameIn(known.values, known.of(strategy));
}

void readChoice(const FieldRules& rules, JsonObject& object, LayerStrategy& strategy, UnknownKeys*)
{
    const StrategyKey& key = strategyKey(rules.key);
    key.set(strategy, object.oneOfOr(rules.key, 0, key.values));
}

Json describeChoice(const FieldRules& rules)
{
    return {{"enum", strategyKey(rules.key).values}};
}

bool hasShards(const LayerStrategy& strategy)
{
    return strategy.shard > 0 || strategy.shardPlacement != ShardPlacement::Inner;
}

bool hasLayout(const LayerStrategy& strategy)
{
    return strategy.layout != TensorLayout::Line || strategy.depth != 1;
}

constexpr Field<LayerStrategy> strategyRows[] = {
    field<&LayerStrategy::tensor>("tensor").between(1, mostDegree).says("Tensor-parallel degree t"),
    field<&LayerStrategy::data>("data")
        .between(1, mostDegree)
        .says("Data-parallel degree d: all copies, sharded or replicated"),
    field<&LayerStrategy::zero>("zero").between(0, 3).says("ZeRO stage of the data group: 0 DP, 3 SDP"),
    field<&LayerStrategy::context>("context").between(1, mostDegree).says("Context-parallel degree"),
    field<&LayerStrategy::expert>("expert").between(1, mostDegree).says("Expert-parallel degree"),
    figure<[](const LayerStrategy& s) { return chosen("sequence_parallel", s); }>("sequence_parallel")
        .readBy(readChoice)
        .describedBy(describeChoice),
    field<&LayerStrategy::placement>("tensor_placement")
        .says("Position of the tensor group among the ranks of a stage"),
    figure<[](const LayerStrategy& s) { return chosen("recompute", s); }>("recompute")
        .readBy(readChoice)
        .describedBy(describeChoice),
    field<&LayerStrategy::expertTensor>("expert_tensor")
        .between(1, mostDegree)
        .sparse()
        .says("Expert tensor degree: ranks that split one expert, a divisor of the tensor degree; absent = the tensor "
              "degree, or what an expert group wider than data times context leaves of it"),
    field<&LayerStrategy::shard>("shard")
        .between(0, mostDegree)
        .when(hasShards)
        .says("Ranks that share one copy of the sharded states; 0 or absent = the whole data group"),
    field<&LayerStrategy::shardPlacement>("shard_placement")
        .when(hasShards)
        .says("Which data level lies inside under hybrid sharding"),
    field<&LayerStrategy::layout>("tensor_layout")
        .when(hasLayout)
        .says("How the tensor group shares a layer: as a line, a square grid (SUMMA), a cube, or a ring of "
              "self-attention that divides the tokens alone; absent = 1d"),
    field<&LayerStrategy::depth>("tensor_depth")
        .between(1, mostDegree)
        .when(hasLayout)
        .says("Grids of a 2D tensor group, each with a part of the samples: more than one is 2.5D; absent = 1"),
    figure<[](const LayerStrategy& s) { return chosen("offload", s); }>("offload")
        .sparse()
        .readBy(readChoice)
        .describedBy(describeChoice)
        .says("Tensors that wait in host memory; absent = none"),
    figure<[](const LayerStrategy& s) { return chosen("keys", s); }>("keys")
        .sparse()
        .readBy(readChoice)
        .describedBy(describeChoice)
        .says("How context ranks exchange keys and values; absent = none, a ring"),
    figure<[](const LayerStrategy& s) { return chosen("weights", s); }>("weights")
        .sparse()
        .readBy(readChoice)
        .describedBy(describeChoice)
        .says("Place of the weights of ZeRO-3 beside an offloaded optimizer; absent = none, the device"),
};

}  // namespace

std::span<const Field<LayerStrategy>> fieldsOf(const LayerStrategy*)
{
    return strategyRows;
}

void addStrategy(Json& json, const LayerStrategy& strategy)
{
    writeFields(json, rowsOf<LayerStrategy>(), strategy);
}

LayerStrategy readStrategy(JsonObject& object)
{
    LayerStrategy s;
    readFields(rowsOf<LayerStrategy>(), object, s, nullptr);
    const int expertTensor = std::exchange(s.expertTensor, 0);
    const double ranks = static_cast<double>(s.tensor) * s.data * s.context;
    if (ranks > mostDegree) {
        object.fail(
            {}, Core::tr("has degrees that multiply to {}, the most is {}", fmt::format("{:.0f}", ranks), mostDegree));
    }
    if (const auto refused = shapeRefusal(s)) {
        object.fail("tensor_layout", Core::tr("is {}: {}", name(s.layout), explain(*refused)));
    }
    if (expertTensor > 0) {
        setExpertParts(s, expertTensor);
    }
    if (s.shard > 0 && s.data % s.shard != 0) {
        object.fail("shard", Core::tr("is {}, which does not divide 'data', {}", s.shard, s.data));
    }
    return s;
}

}  // namespace pgram
