// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The decision tree against the paper's counts (docs/method/search.md, Decision tree) and its own rules.
#include "core/strategy/decision_tree.h"
#include "core/strategy/dimensions/dimensions.h"
#include "core/strategy/sharding.h"
#include "tests/pgram_test.h"

#include <bit>
#include <set>

using namespace pgram;

namespace {

Space spaceOf(const char* list)
{
    return parseSpace(list).value();
}

TreeCounts countsOf(int devices, const Space& space)
{
    return countStrategies(decisionTrees(devices, space));
}

}  // namespace

class TestDecisionTree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Neither one too few nor one too many.
    void treesEndAtTheirLimit()
    {
        const Space space = spaceOf("dp,sdp,tp,pp,ckpt");
        const std::vector<DecisionTree> all = decisionTrees(8, space);
        std::size_t size = 0;
        for (const DecisionTree& tree : all) {
            for (const TreeNode& node : tree.nodes) {
                size += 1 + node.strategies.size();
            }
        }
        QVERIFY(size > 68);
        QVERIFY(!decisionTrees(8, space, size - 1));
        QVERIFY(!decisionTrees(8, space, 0));
        const auto same = decisionTrees(8, space, size);
        QVERIFY(same);
        QCOMPARE(countStrategies(*same).before, 68);
        QCOMPARE(same->size(), all.size());
    }

    void paperCounts_data()
    {
        QTest::addColumn<int>("devices");
        QTest::addColumn<QString>("space");
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("after");
        QTest::newRow("8 devices") << 8 << "dp,sdp,tp,pp" << 34 << 22;
        QTest::newRow("8 devices with CKPT") << 8 << "dp,sdp,tp,pp,ckpt" << 68 << 44;
        QTest::newRow("16 devices") << 16 << "dp,sdp,tp,pp" << 73 << 37;
    }

    void paperCounts()
    {
        QFETCH(int, devices);
        QFETCH(QString, space);
        QFETCH(int, before);
        QFETCH(int, after);
        const TreeCounts counts = countsOf(devices, spaceOf(qPrintable(space)));
        QCOMPARE(counts.before, before);
        QCOMPARE(counts.after, after);
    }

    void closedForms()
    {
        const Space space = spaceOf("dp,sdp,tp,pp");
        int sum = 1;
        for (int k = 0; k <= 10; ++k) {
            sum += k > 0 ? 3 * k * k - 3 * k + 3 : 0;
            const TreeCounts counts = countsOf(1 << k, space);
            QCOMPARE(counts.after, 2 * k * k + k + 1);
            QCOMPARE(counts.before, sum);
        }
    }

    void switchedOffTakeawayKeepsEverything()
    {
        Space space = spaceOf("dp,sdp,tp,pp,ckpt");
        space.takeaway3 = false;
        const TreeCounts counts = countsOf(16, space);
        QCOMPARE(counts.after, counts.before);
    }

    /// Each switch doubles the leaves, as CKPT does (docs/method/search.md, Decision tree); off, they are the paper's.
    void offloadDoublesTheLeaves()
    {
        QCOMPARE(countsOf(8, spaceOf("dp,sdp,tp,pp,ckpt")).after, 44);
        QCOMPARE(countsOf(8, spaceOf("dp,sdp,tp,pp,ckpt,offload-activations")).after, 88);
        QCOMPARE(countsOf(8, spaceOf("dp,sdp,tp,pp,ckpt,offload-optimizer")).after, 88);
        const TreeCounts both = countsOf(8, spaceOf("dp,sdp,tp,pp,ckpt,offload-activations,offload-optimizer"));
        QCOMPARE(both.after, 4 * 44);
        QCOMPARE(both.before, 4 * 68);
    }

    void leavesCoverTheGroupAndDiffer()
    {
        Space space;
        for (const DimensionRules* rules : dimensionRules()) {
            space.*rules->on = true;
        }
        space.takeaway3 = false;
        for (const DecisionTree& tree : decisionTrees(16, space)) {
            const std::vector<LayerStrategy> kept = keptStrategies(tree);
            QCOMPARE(std::set<LayerStrategy>(kept.begin(), kept.end()).size(), kept.size());
            for (const LayerStrategy& strategy : kept) {
                QCOMPARE(strategy.groupSize(), tree.groupSize);
            }
        }
    }

    /// Leaves of one group of eight, two data kinds apart.
    void countsOfEachDimension_data()
    {
        QTest::addColumn<QString>("space");
        QTest::addColumn<int>("kept");
        // Compositions of 2^3 into ordered factors: 1 of one, 2 of two, 1 of three.
        QTest::newRow("ulysses") << "dp,ulysses" << 1 + 1 + 2;              // DP, U, DP outside of U
        QTest::newRow("ring") << "dp,cp" << 1 + 1 + 2;                      // the same
        QTest::newRow("ring and ulysses") << "dp,cp,ulysses" << 3 + 6 + 1;  // DP·CP, DP·U, CP·U; all three
        // DP, TP, CP; DP·TP, TP·DP, DP·CP, CP·TP, TP·CP; DP·CP·TP, TP·DP·CP.
        QTest::newRow("ring and tensor") << "dp,cp,tp" << 3 + 10 + 2;
        QTest::newRow("ulysses is the tensor group") << "tp,ulysses" << 2;
        QTest::newRow("hybrid sharding alone") << "hsdp" << 2;  // SDP inside DP
        QTest::newRow("hybrid sharding beside both") << "dp,sdp,hsdp" << 2 + 2;
        QTest::newRow("experts") << "dp,ep" << 1 + 3;  // e = 2, 4, 8 of the data group
        QTest::newRow("experts in shards") << "hsdp,ep" << (1 + 1) + (1 + 2);
        QTest::newRow("sharding over the ring alone") << "sdp,zero1,cp" << 2 + 2 + 2 * 2;  // CP8 both ways
        QTest::newRow("recompute") << "dp,ckpt,selective" << 3;
        QTest::newRow("recompute modules") << "dp,ckpt,selective,modules" << 4;
        QTest::newRow("megatron, not ulysses") << "tp,ulysses,sp" << 3;
    }

    void countsOfEachDimension()
    {
        QFETCH(QString, space);
        QFETCH(int, kept);
        const std::vector<DecisionTree> trees = decisionTrees(8, spaceOf(qPrintable(space)));
        QCOMPARE(trees.size(), std::size_t{1});
        QCOMPARE(keptStrategies(trees.front()).size(), static_cast<std::size_t>(kept));
        QCOMPARE(searchedStrategies(8, 1, spaceOf(qPrintable(space))), keptStrategies(trees.front()));
    }

    /// Hybrid sharding is excepted from Takeaway 3 as it is used: shards inside. Outside of copies, with a ring inside
    /// of those, the shards of one copy are not side by side.
    void hybridSharding()
    {
        Space space = spaceOf("dp,sdp,hsdp,cp");
        for (const bool takeaway3 : {true, false}) {
            space.takeaway3 = takeaway3;
            int hybrids = 0;
            const std::vector<DecisionTree> trees = decisionTrees(8, space);
            for (const TreeNode& node : trees.front().nodes) {
                if (!node.leaf || node.levels.size() < 2 || node.levels[0].dimension != &sdpRules ||
                    node.levels[1].dimension != &dpRules) {
                    continue;
                }
                ++hybrids;
                const bool hasRing = node.levels.size() == 3;
                QCOMPARE(node.pruned.has_value(), takeaway3 || hasRing);
                if (node.pruned) {
                    QCOMPARE(node.pruned->rule, takeaway3 ? Rule::Takeaway3 : Rule::ShardPlacement);
                }
            }
            QCOMPARE(hybrids, 3);
        }
    }

    void everyPrunedLeafNamesItsRule()
    {
        for (const DecisionTree& tree : decisionTrees(8, spaceOf("dp,sdp,tp,pp"))) {
            for (const TreeNode& node : tree.nodes) {
                int kinds = 0;
                for (const TreeLevel& level : node.levels) {
                    kinds += level.dimension == &dpRules || level.dimension == &sdpRules ? 1 : 0;
                }
                QCOMPARE(node.pruned.has_value(), kinds > 1);
                if (node.pruned) {
                    QCOMPARE(node.pruned->rule, Rule::Takeaway3);
                    QVERIFY(node.pruned->left >= 2 && node.pruned->right >= 2);
                }
            }
        }
    }

    void divisorsWhereAskedOrNeeded()
    {
        Space space = spaceOf("dp,tp,pp");
        QVERIFY(countsOf(12, space).after > 0);
        for (const DecisionTree& tree : decisionTrees(12, space)) {
            QVERIFY(!keptStrategies(tree).empty());
        }
        space.pp = false;
        QCOMPARE(decisionTrees(8, space).size(), std::size_t{1});
    }

    void groupsTileTheStage()
    {
        Space space = spaceOf("dp,sdp,tp,pp");
        space.takeaway3 = false;
        for (const DecisionTree& tree : decisionTrees(32, space)) {
            for (const LayerStrategy& strategy : keptStrategies(tree)) {
                const MatrixPlacement groups = shardingOf(strategy).weights;
                QCOMPARE(groups.split.size * groups.shard.size * groups.replicate.size, tree.groupSize);
                std::set<int> strides;
                for (const Group& group : {groups.split, groups.shard, groups.replicate}) {
                    if (group.size > 1) {
                        QVERIFY(strides.insert(group.stride).second);
                        QVERIFY(group.size * group.stride <= tree.groupSize);
                    }
                }
            }
        }
    }
};

PGRAM_TEST(TestDecisionTree)
#include "test_decision_tree.moc"
