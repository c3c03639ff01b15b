// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Collectives against docs/method/communication.md, Collectives, by hand: two nodes of four devices, 100 GB/s and 1 µs
// inside, 10 GB/s a device and 5 µs between.
#include "core/cluster/collective.h"
#include "tests/pgram_test.h"

using namespace pgram;

namespace {

constexpr double GB = 1e9;
constexpr double us = 1e-6;

Cluster twoNodes()
{
    Cluster cluster;
    cluster.devices = 8;
    cluster.links = {{.name = "inside", .span = 4, .bandwidth = 100 * GB, .efficiency = {1.0, {}}, .latency = 1 * us},
                     {.name = "between", .span = 8, .bandwidth = 10 * GB, .efficiency = {1.0, {}}, .latency = 5 * us}};
    return cluster;
}

constexpr CollectiveKind allKinds[] = {
    CollectiveKind::AllReduce,    CollectiveKind::AllGather, CollectiveKind::ReduceScatter, CollectiveKind::AllToAll,
    CollectiveKind::PointToPoint, CollectiveKind::Broadcast, CollectiveKind::Reduce};

}  // namespace

class TestCollective : public QObject {
    Q_OBJECT

private slots:
    /// All-reduce 2(k-1)/k·S, all-gather, reduce-scatter and all-to-all (k-1)/k·S, p2p S.
    void bytesOfARank()
    {
        QCOMPARE(bytesPerRank(CollectiveKind::AllReduce, 8, 800), 1400.0);
        QCOMPARE(bytesPerRank(CollectiveKind::AllGather, 8, 800), 700.0);
        QCOMPARE(bytesPerRank(CollectiveKind::ReduceScatter, 8, 800), 700.0);
        QCOMPARE(bytesPerRank(CollectiveKind::AllToAll, 4, 800), 600.0);
        QCOMPARE(bytesPerRank(CollectiveKind::PointToPoint, 2, 800), 800.0);
    }

    /// 4 ranks gather S bytes: 3/4·S each at 100 GB/s, 3 steps of 1 µs. A short message goes at once at 0.65 of the
    /// rate, a long one waits 100 µs for the full rate. They take the same time where 3/4·S·(1/65 - 1/100) ns = 97 µs.
    void largeMessagesTakeTheirTimeToStart()
    {
        Cluster cluster = twoNodes();
        const auto ring = [&cluster](double bytes) {
            return collectiveCost(cluster, CollectiveKind::AllGather, {4, 1}, bytes).seconds;
        };
        QCOMPARE(ring(4e6), 3 * us + 3e6 / (100 * GB));
        cluster.links.front().startup.value = 100 * us;
        QCOMPARE(ring(4e6), 3 * us + 3e6 / (65 * GB));
        QCOMPARE(ring(4e8), 100 * us + 3e8 / (100 * GB));
        const double meet = 97 * us / (1 / (65 * GB) - 1 / (100 * GB)) / 0.75;
        QVERIFY(std::abs(ring(meet) / (100 * us + 0.75 * meet / (100 * GB)) - 1) < 1e-9);
        QVERIFY(ring(meet * 0.9) < ring(meet) && ring(meet) < ring(meet * 1.1));
    }

    void aGroupOfOneIsFree()
    {
        for (const CollectiveKind kind : allKinds) {
            QCOMPARE(bytesPerRank(kind, 1, 800), 0.0);
            const CollectiveCost cost = collectiveCost(twoNodes(), kind, {1, 1}, 800);
            QCOMPARE(cost.seconds, 0.0);
            QCOMPARE(cost.bytesPerRank, 0.0);
        }
    }

    void links_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("level");
        QTest::addColumn<double>("bandwidth");
        QTest::newRow("one node") << 4 << 1 << 0 << 100 * GB;
        QTest::newRow("half a node") << 2 << 2 << 0 << 100 * GB;
        // Four members a node leave it through four devices' links; a member alone through its own.
        QTest::newRow("both nodes") << 8 << 1 << 1 << 40 * GB;
        QTest::newRow("every second device") << 4 << 2 << 1 << 20 * GB;
        QTest::newRow("one a node") << 2 << 4 << 1 << 10 * GB;
        // Groups of three tile the devices across the edge of a node: one of them has a member alone on its side.
        QTest::newRow("across the edge") << 3 << 1 << 1 << 10 * GB;
    }

    void links()
    {
        QFETCH(int, size);
        QFETCH(int, stride);
        QFETCH(int, level);
        QFETCH(double, bandwidth);
        QCOMPARE(linkLevel(twoNodes(), {size, stride}), level);
        QCOMPARE(groupBandwidth(twoNodes(), {size, stride}), bandwidth);
    }

    /// S = 8 GB over both nodes: 14 GB at 40 GB/s, and twice 6 hops inside and one between.
    void largeAllReduceIsARing()
    {
        const CollectiveCost cost = collectiveCost(twoNodes(), CollectiveKind::AllReduce, {8, 1}, 8 * GB);
        QCOMPARE(cost.seconds, 0.35 + 2 * (6 * us + 5 * us));
        QCOMPARE(cost.bytesPerRank, 14 * GB);
        QCOMPARE(cost.link, 1);
        QCOMPARE(name(cost.route), "ring");
    }

    /// A small one climbs a tree: log2(4) steps inside, one between, up and down.
    void smallAllReduceIsATree()
    {
        const CollectiveCost cost = collectiveCost(twoNodes(), CollectiveKind::AllReduce, {8, 1}, 0);
        QCOMPARE(cost.seconds, 2 * (2 * us + 5 * us));
        QCOMPARE(name(cost.route), "tree");
    }

    void gatherAndScatterAreHalfAnAllReduce()
    {
        for (const CollectiveKind kind : {CollectiveKind::AllGather, CollectiveKind::ReduceScatter}) {
            QCOMPARE(collectiveCost(twoNodes(), kind, {8, 1}, 8 * GB).seconds, 7.0 / 40 + 6 * us + 5 * us);
            QCOMPARE(collectiveCost(twoNodes(), kind, {4, 1}, 8 * GB).seconds, 6.0 / 100 + 3 * us);
        }
    }

    /// Nobody forwards: half of what a rank sends leaves the node through its own link.
    void allToAllCrossesWithItsHalf()
    {
        const CollectiveCost cost = collectiveCost(twoNodes(), CollectiveKind::AllToAll, {8, 1}, 8 * GB);
        QCOMPARE(cost.seconds, 4.0 / 10 + 7 * 5 * us);
        QCOMPARE(collectiveCost(twoNodes(), CollectiveKind::AllToAll, {4, 1}, 8 * GB).seconds, 6.0 / 100 + 3 * us);
    }

    void sendBetweenNodes()
    {
        const CollectiveCost cost = collectiveCost(twoNodes(), CollectiveKind::PointToPoint, {2, 4}, 8 * GB);
        QCOMPARE(cost.seconds, 0.8 + 5 * us);
    }

    /// A measured bus bandwidth replaces the model for consecutive groups and for groups spread over the cluster.
    void measuredBandwidthWins()
    {
        Cluster cluster = twoNodes();
        cluster.measured = {{.size = 4, .consecutive = true, .busBandwidth = 77 * GB},
                            {.size = 2, .consecutive = false, .busBandwidth = 7 * GB}};
        QCOMPARE(groupBandwidth(cluster, {4, 1}), 77 * GB);
        QCOMPARE(groupBandwidth(cluster, {2, 4}), 7 * GB);
        QCOMPARE(groupBandwidth(cluster, {2, 1}), 100 * GB);  // consecutive, but of another size
        QCOMPARE(groupBandwidth(cluster, {2, 2}), 100 * GB);  // neither
        QCOMPARE(groupBandwidth(cluster, {4, 2}), 20 * GB);   // spread, but of another size
    }

    /// All ranks but one get the whole buffer, which is on its way for as long: on average each sends (k-1)/k of it.
    void broadcastAndReduce()
    {
        for (const CollectiveKind kind : {CollectiveKind::Broadcast, CollectiveKind::Reduce}) {
            QCOMPARE(bytesPerRank(kind, 4, 800), 600.0);
            const CollectiveCost cost = collectiveCost(twoNodes(), kind, {4, 1}, 8 * GB);
            QCOMPARE(cost.bytesPerRank, 6 * GB);
            QCOMPARE(cost.seconds, 8.0 / 100 + 3 * us);
            QCOMPARE(cost.route, Route::Ring);
        }
    }

    /// Four ranks start in 2 + 3 µs and move 3/4·S at 0.9·(1 - 0.4/4) of 100 GB/s, in 20 µs: the root of 5·20 is 10.
    void measuredCollectivesByHand()
    {
        Cluster cluster = twoNodes();
        CollectiveKernels& measured = cluster.links.front().collectives.emplace();
        measured.kinds[static_cast<std::size_t>(CollectiveKind::AllGather)] = {2 * us, us, 0.9, 0.4, 0.5};
        const auto seconds = [&cluster](CollectiveKind kind, Group group, double bytes) {
            return collectiveCost(cluster, kind, group, bytes).seconds;
        };
        const double bytes = 20 * us * 81 * GB / 0.75;
        QCOMPARE(seconds(CollectiveKind::AllGather, {4, 1}, bytes), 35 * us);
        QCOMPARE(seconds(CollectiveKind::AllGather, {2, 2}, 0), 3 * us);
        cluster.links.front().efficiency.value = 0.5;
        QCOMPARE(seconds(CollectiveKind::AllGather, {4, 1}, bytes / 2), 35 * us);
        cluster.links.front().efficiency.value = 1;
        // Other kinds, and groups that leave the island, are as they were.
        for (const CollectiveKind kind : allKinds) {
            QCOMPARE(seconds(kind, {8, 1}, bytes), collectiveCost(twoNodes(), kind, {8, 1}, bytes).seconds);
            if (kind != CollectiveKind::AllGather) {
                QCOMPARE(seconds(kind, {4, 1}, bytes), collectiveCost(twoNodes(), kind, {4, 1}, bytes).seconds);
            }
        }
    }

    void efficiencyScalesTheBandwidth()
    {
        Cluster cluster = twoNodes();
        cluster.links[0].efficiency.value = 0.5;
        QCOMPARE(groupBandwidth(cluster, {4, 1}), 50 * GB);
    }

    /// More bytes never take less time, more members of a node-wide ring never either.
    void costsAreMonotonic()
    {
        for (const CollectiveKind kind : allKinds) {
            double before = 0;
            for (double bytes = 1; bytes < 1e11; bytes *= 3) {
                const double seconds = collectiveCost(twoNodes(), kind, {8, 1}, bytes).seconds;
                QVERIFY(seconds > before);
                before = seconds;
            }
        }
        const auto ring = [](int size) {
            return collectiveCost(twoNodes(), CollectiveKind::AllReduce, {size, 1}, GB).seconds;
        };
        QVERIFY(ring(2) < ring(4));
        QVERIFY(ring(4) < ring(8));
    }
};

PGRAM_TEST(TestCollective)
#include "test_collective.moc"
