// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The decision tree against the paper's counts (METHOD §6) and its own rules.
#include "core/strategy/decision_tree.h"

#include <QTest>

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

    /// Each switch doubles the leaves, as CKPT does (METHOD §6); off, they are the paper's.
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
        Space space = spaceOf("dp,sdp,tp,pp,ckpt,sp,zero1,zero2,offload-activations,offload-optimizer");
        space.takeaway3 = false;
        for (const DecisionTree& tree : decisionTrees(16, space)) {
            const std::vector<LayerStrategy> kept = keptStrategies(tree);
            QCOMPARE(std::set<LayerStrategy>(kept.begin(), kept.end()).size(), kept.size());
            for (const LayerStrategy& strategy : kept) {
                QCOMPARE(strategy.groupSize(), tree.groupSize);
            }
        }
    }

    void everyPrunedLeafNamesItsRule()
    {
        for (const DecisionTree& tree : decisionTrees(8, spaceOf("dp,sdp,tp,pp"))) {
            for (const TreeNode& node : tree.nodes) {
                int kinds = 0;
                for (const TreeLevel& level : node.levels) {
                    kinds += level.dimension != Dimension::TP ? 1 : 0;
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
                const StrategyGroups groups = groupsOf(strategy);
                QCOMPARE(groups.tensor.size * groups.shard.size * groups.replicate.size, tree.groupSize);
                std::set<int> strides;
                for (const Group& group : {groups.tensor, groups.shard, groups.replicate}) {
                    if (group.size > 1) {
                        QVERIFY(strides.insert(group.stride).second);
                        QVERIFY(group.size * group.stride <= tree.groupSize);
                    }
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestDecisionTree)
#include "test_decision_tree.moc"
