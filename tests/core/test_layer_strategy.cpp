// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Names, communication groups and held parts of a layer's strategy, by hand and over the decision tree.
#include "core/strategy/decision_tree.h"
#include "core/strategy/sharding.h"
#include "tests/pgram_test.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace pgram;

namespace {

constexpr auto strided = TensorPlacement::Strided;
constexpr auto middle = TensorPlacement::Middle;
constexpr auto megatron = SequenceParallel::Megatron;

std::vector<LayerStrategy> everyStrategyOf(int devices)
{
    Space space;
    space.sp = space.zero1 = space.zero2 = space.hsdp = true;
    space.ulysses = space.cp = space.ep = space.selective = true;
    space.offloadActivations = space.offloadOptimizer = true;
    space.takeaway3 = false;
    std::vector<LayerStrategy> all;
    for (const DecisionTree& tree : decisionTrees(devices, space)) {
        const std::vector<LayerStrategy> kept = keptStrategies(tree);
        all.insert(all.end(), kept.begin(), kept.end());
    }
    return all;
}

/// The members of `rank`'s group.
std::vector<int> membersOf(Group group, int rank)
{
    const int first = rank - rank / group.stride % group.size * group.stride;
    std::vector<int> members;
    for (int i = 0; i < group.size; ++i) {
        members.push_back(first + i * group.stride);
    }
    return members;
}

}  // namespace

class TestLayerStrategy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Innermost group first.
    void names()
    {
        const std::vector<std::pair<LayerStrategy, std::string>> named{
            {{}, "single"},
            {{.data = 8}, "DP8"},
            {{.data = 8, .kept = {KeptPart::Input}}, "DP8 ckpt"},
            {{.data = 8, .kept = {KeptPart::Input, KeptOn::Host}}, "DP8 ckpt off-act"},
            {{.data = 8, .zero = 2, .kept = {.on = KeptOn::Host}, .offloadOptimizer = true}, "ZeRO2-8 off-act off-opt"},
            {{.data = 8, .zero = 3, .offloadOptimizer = true, .offloadWeights = true}, "SDP8 off-opt off-w"},
            {{.data = 2, .zero = 3, .context = 4, .gathersKeys = true}, "CP4·SDP2 kv-gather"},
            {{.tensor = 2, .data = 4, .zero = 3}, "TP2·SDP4"},
            {{.tensor = 2, .data = 4, .placement = strided}, "DP4·TP2"},
            {{.tensor = 4, .data = 2, .zero = 1, .sequence = megatron}, "TP4+SP·ZeRO1-2"},
            {{.data = 8, .zero = 3, .shard = 2}, "SDP2·DP4"},
            {{.data = 8, .zero = 3, .shard = 2, .shardPlacement = ShardPlacement::Outer}, "DP4·SDP2"},
            {{.tensor = 2, .data = 4, .zero = 3, .shard = 2, .placement = middle}, "SDP2·TP2·DP2"},
            {{.tensor = 4, .data = 2, .sequence = SequenceParallel::Ulysses}, "U4·DP2"},
            {{.data = 2, .zero = 3, .context = 4, .kept = {KeptPart::WithoutAttention}}, "CP4·SDP2 sel"},
            {{.tensor = 2, .data = 4, .context = 2, .expert = 4}, "TP2·CP2·DP4·EP4"},
            {{.zero = 3, .context = 8}, "CP8·SDP"},
            {{.tensor = 4, .zero = 1, .context = 2, .sequence = SequenceParallel::Ulysses}, "U4·CP2·ZeRO1"},
        };
        for (const auto& [strategy, name] : named) {
            QCOMPARE(shortName(strategy), name);
        }
    }

    void namesAreDistinct()
    {
        std::map<std::string, LayerStrategy> known;
        for (const LayerStrategy& strategy : everyStrategyOf(32)) {
            const auto [entry, isNew] = known.try_emplace(shortName(strategy), strategy);
            QVERIFY2(isNew || entry->second == strategy, entry->first.c_str());
        }
    }

    /// Eight devices as TP2 inside, SDP2 next, DP2 outside: strides 1, 2 and 4.
    void groupsByHand()
    {
        const MatrixPlacement groups = shardingOf({.tensor = 2, .data = 4, .zero = 3, .shard = 2}).weights;
        QCOMPARE(groups.split, (Group{2, 1}));
        QCOMPARE(groups.shard, (Group{2, 2}));
        QCOMPARE(groups.replicate, (Group{2, 4}));

        const MatrixPlacement outside = shardingOf({.tensor = 2, .data = 4, .zero = 1, .placement = strided}).weights;
        QCOMPARE(outside.split, (Group{2, 4}));
        QCOMPARE(outside.shard, (Group{4, 1}));
        QCOMPARE(outside.replicate.size, 1);
    }

    /// Ranks that share tokens have the same weights: sixteen as U2 inside, a ring of 2, 2 shards, 2 copies. A copy is
    /// split over the first 8 ranks; without the hybrid, over all.
    void tokenRanksShareTheStates()
    {
        LayerStrategy strategy{.tensor = 2, .data = 4, .zero = 3, .context = 2, .sequence = SequenceParallel::Ulysses};
        QCOMPARE(shardingOf(strategy).context, (Group{2, 2}));
        QCOMPARE(shardingOf(strategy).weights.shard, (Group{16, 1}));
        strategy.shard = 2;
        QCOMPARE(shardingOf(strategy).weights.shard, (Group{8, 1}));
        QCOMPARE(shardingOf(strategy).weights.replicate, (Group{2, 8}));
        strategy.zero = strategy.shard = 0;
        QCOMPARE(shardingOf(strategy).weights.replicate, (Group{16, 1}));
        strategy.sequence = SequenceParallel::None;  // a tensor group instead: its ranks have other weights
        QCOMPARE(shardingOf(strategy).weights.replicate, (Group{8, 2}));
    }

    /// A tensor group works on the same samples, ranks of the data groups on different samples or tokens; every part of
    /// the activation is held by as many ranks as any other.
    void groupsHoldWhatTheyShould()
    {
        for (const LayerStrategy& strategy : everyStrategyOf(16)) {
            const Sharding sharding = shardingOf(strategy);
            const int tokens = sharding.boundary.parts(Axis::Tokens);
            const auto partOf = [&](int rank) {
                return std::pair(sharding.boundary.part(Axis::Samples, rank),
                                 sharding.boundary.part(Axis::Tokens, rank));
            };
            std::map<std::pair<int, int>, int> holders;
            for (int rank = 0; rank < strategy.groupSize(); ++rank) {
                const auto mine = partOf(rank);
                QVERIFY(mine.first < strategy.data && mine.second < tokens);
                ++holders[mine];
                for (const int other : membersOf(sharding.tensor, rank)) {
                    QCOMPARE(partOf(other).first, mine.first);
                }
                for (const Group& data : {sharding.weights.shard, sharding.weights.replicate}) {
                    for (const int other : membersOf(data, rank)) {
                        QVERIFY(other == rank || partOf(other) != mine);
                    }
                }
            }
            QCOMPARE(holders.size(), static_cast<std::size_t>(strategy.data * tokens));
            for (const auto& [part, count] : holders) {
                QCOMPARE(count, strategy.groupSize() / strategy.data / tokens);
            }
        }
    }
};

PGRAM_TEST(TestLayerStrategy)
#include "test_layer_strategy.moc"
