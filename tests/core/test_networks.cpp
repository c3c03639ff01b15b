// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Networks between nodes by their names.
#include "core/cluster/cluster_sizes.h"
#include "core/cluster/networks.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

using namespace pgram;

class TestNetworks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesAndCards()
    {
        // 100 Gb/s are 12.5 GB/s, shared by the four devices of a node.
        const LinkLevel ethernet = loaded(networkNamed("100gbe", 4));
        QCOMPARE(ethernet.bandwidth, 12.5e9 / 4);
        QCOMPARE(ethernet.name, std::string("Ethernet 100 Gb/s"));
        QCOMPARE(ethernet.span, 0);
        QCOMPARE(loaded(networkNamed("InfiniBand NDR", 1)).bandwidth, 50e9);
        QCOMPARE(loaded(networkNamed(" 8 x NDR ", 8)).bandwidth, 50e9);
        QCOMPARE(loaded(networkNamed("2×100GbE", 4)).bandwidth, 6.25e9);
        for (const CommonNetwork& network : commonNetworks()) {
            QCOMPARE(loaded(networkNamed(network.name, 1)).bandwidth, network.bandwidth);
            QCOMPARE(loaded(networkNamed(network.title, 2)).bandwidth, network.bandwidth / 2);
        }
    }

    void errors()
    {
        const auto error = [](const char* text) { return networkNamed(text, 8).error().text(); };
        QVERIFY(error("NVLink").find("unknown network 'NVLink'") != std::string::npos);
        QVERIFY(error("NVLink").find("100GbE") != std::string::npos);
        QVERIFY(error("65 x NDR").find("expected from 1 to 64") != std::string::npos);
        QVERIFY(error("0 x NDR").find("expected from 1 to 64") != std::string::npos);
        QVERIFY(!networkNamed("", 8));
    }

    /// A node without a network cannot grow, and says what to name; with one it can.
    void nodesAreJoined()
    {
        Cluster node = loaded(shippedPresets().cluster("rtx-3090-8"));
        node.network.reset();
        const auto refused = withDevices(node, 16);
        QVERIFY(!refused);
        QVERIFY(refused.error().text().find("joined by 100GbE") != std::string::npos);
        const Cluster joined =
            loaded(joinedBy(node, "25GbE").and_then([](const Cluster& each) { return withDevices(each, 16); }));
        QCOMPARE(joined.devices, 16);
        QCOMPARE(joined.links.back().bandwidth, 25e9 / 8 / 8);
        const auto several = joinedBy(joined, "NDR");
        QVERIFY(!several && several.error().text().find("has several nodes") != std::string::npos);
    }
};

PGRAM_TEST(TestNetworks)
#include "test_networks.moc"
