// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Who sends to whom, and over which links: two nodes of eight devices, and pods of two such.
#include "core/cluster/transfers.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <map>

using namespace pgram;

namespace {

Cluster nodesOfEight(int devices)
{
    Cluster cluster;
    cluster.devices = devices;
    cluster.links = {{.name = "inside", .span = 8}, {.name = "pod", .span = 16}, {.name = "between", .span = devices}};
    return cluster;
}

using Shares = std::map<int, double>;

Shares sharesByLink(Route route, Group group, int base, int ranks)
{
    const Cluster cluster = nodesOfEight(64);
    Shares shares;
    eachTransfer(cluster, route, group, base, ranks,
                 [&](int from, int to, double share) { shares[linkBetween(cluster, from, to)] += share; });
    return shares;
}

}  // namespace

class TestTransfers : public QObject {
    Q_OBJECT

private slots:
    void linkIsTheNarrowestThatHoldsBoth()
    {
        const Cluster cluster = nodesOfEight(64);
        QCOMPARE(linkBetween(cluster, 0, 7), 0);
        QCOMPARE(linkBetween(cluster, 7, 8), 1);
        QCOMPARE(linkBetween(cluster, 15, 16), 2);
        QCOMPARE(linkBetween(cluster, 40, 3), 2);
    }

    void sharesByLink_data()
    {
        QTest::addColumn<int>("route");
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("stride");
        QTest::addColumn<double>("inside");
        QTest::addColumn<double>("pod");
        const auto ring = static_cast<int>(Route::Ring);
        const auto tree = static_cast<int>(Route::Tree);
        const auto pairwise = static_cast<int>(Route::Pairwise);
        // Of sixteen hops over two nodes of eight one leaves either node.
        QTest::newRow("ring of 16") << ring << 16 << 1 << 14.0 / 16 << 2.0 / 16;
        QTest::newRow("ring of 8") << ring << 8 << 1 << 1.0 << 0.0;
        QTest::newRow("ring of 32") << ring << 32 << 1 << 28.0 / 32 << 2.0 / 32;
        QTest::newRow("ring of every fourth") << ring << 4 << 4 << 2.0 / 4 << 2.0 / 4;
        QTest::newRow("ring of one a node") << ring << 2 << 8 << 0.0 << 1.0;
        // Of fifteen others seven are in a rank's own node.
        QTest::newRow("pairs of 16") << pairwise << 16 << 1 << 7.0 / 15 << 8.0 / 15;
        QTest::newRow("pairs of 32") << pairwise << 32 << 1 << 7.0 / 31 << 8.0 / 31;
        // Fifteen edges join sixteen ranks, seven in each node and one between.
        QTest::newRow("tree of 16") << tree << 16 << 1 << 14.0 / 15 << 1.0 / 15;
        QTest::newRow("tree of 32") << tree << 32 << 1 << 28.0 / 31 << 2.0 / 31;
    }

    void sharesByLink()
    {
        QFETCH(int, route);
        QFETCH(int, size);
        QFETCH(int, stride);
        QFETCH(double, inside);
        QFETCH(double, pod);
        for (const int base : {0, 32}) {
            Shares shares = ::sharesByLink(static_cast<Route>(route), {size, stride}, base, 32);
            QVERIFY(std::abs(shares[0] - inside) < 1e-12);
            QVERIFY(std::abs(shares[1] - pod) < 1e-12);
            QVERIFY(std::abs(shares[2] - (1 - inside - pod)) < 1e-12);
        }
    }

    /// Twelve ranks from the middle of a node on: the first four share it, the others the next.
    void stagesMayBeginInsideANode()
    {
        const Shares shares = ::sharesByLink(Route::Ring, {12, 1}, 4, 12);
        QVERIFY(std::abs(shares.at(0) - 10.0 / 12) < 1e-12);
        QVERIFY(std::abs(shares.at(1) - 2.0 / 12) < 1e-12);
    }

    /// Both trees reach every rank: 2·15 edges, each up and down; no rank has more than a parent and two children in
    /// either, and two more where it heads its node.
    void treesReachAll()
    {
        const Cluster cluster = nodesOfEight(64);
        std::map<int, int> sends;
        double sum = 0;
        eachTransfer(cluster, Route::Tree, {16, 1}, 0, 16, [&](int from, int to, double share) {
            QVERIFY(from != to && from >= 0 && from < 16 && to >= 0 && to < 16);
            ++sends[from];
            sum += share;
            QCOMPARE(share, 1.0 / 60);
        });
        QVERIFY(std::abs(sum - 1) < 1e-12);
        QCOMPARE(sends.size(), std::size_t{16});
        int all = 0;
        for (const auto& [rank, count] : sends) {
            QVERIFY(count >= 2 && count <= 6);
            all += count;
        }
        QCOMPARE(all, 60);
    }

    void aGroupOfOneSendsNothing()
    {
        for (const Route route : {Route::Ring, Route::Tree, Route::Pairwise, Route::Direct}) {
            QVERIFY(::sharesByLink(route, {1, 1}, 0, 8).empty());
        }
    }
};

PGRAM_TEST(TestTransfers)
#include "test_transfers.moc"
