// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The geometry of a cluster's picture: everything inside of what it belongs to, nothing over its neighbour, no text
// cut off, for every preset, for sizes from one device to many, and for narrow docks.

#include "core/cluster/cluster_sizes.h"
#include "core/presets/cluster_edits.h"
#include "core/presets/cluster_kinds.h"
#include "core/presets/preset_store.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "widgets/docks/cluster/cluster_layout.h"
#include "widgets/docks/cluster/cluster_picture.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>

#include <algorithm>

using namespace pgram;

namespace {

using Kind = ClusterShape::Kind;

Theme theme()
{
    return {QApplication::palette(), QApplication::font()};
}

/// Kinds that share a node, links of their own, slow devices in many places.
std::vector<Cluster> mixedClusters(const PresetStore& store)
{
    std::vector<Cluster> all;
    Cluster cluster = *store.cluster("dgx-h100-64");
    cluster.slow = {{3, 2, 0.7}, {40, 1, 0.5}};
    all.push_back(cluster);
    cluster = *withKind(*withKind(cluster, *store.cluster("dgx-1v")), *store.cluster("gb200-nvl72"));
    all.push_back(cluster);
    for (int first = 0; first < cluster.devices; first += 5) {
        cluster.slow.push_back({first, 1, 0.9});
    }
    all.push_back(cluster);
    Cluster node = *store.cluster("dgx-h100");
    node.kinds = {{"three", 3, {}, {}}, {"five", 5, {}, {}}};
    all.push_back(*withOwnLink(node, 1));
    return all;
}

std::vector<Cluster> clusters()
{
    std::vector<Cluster> all;
    const PresetStore store(presetsFolder());
    for (const PresetEntry& entry : store.clusters()) {
        all.push_back(*store.cluster(entry.name));
    }
    const Cluster node = *store.cluster("dgx-h100");
    for (const int devices : {1, 2, 8, 16, 64, 1024, 16384}) {
        all.push_back(*withDevices(node, devices));
    }
    const Cluster rack = *store.cluster("gb200-nvl72");
    Cluster three = *withLevelInside(rack, 0);
    three = *withDevices(three, 1152);
    all.push_back(three);
    Cluster five = three;
    while (five.links.size() < 5) {
        five = *withLevelBeyond(five);
    }
    all.push_back(five);
    all.push_back(blankCluster());
    std::ranges::move(mixedClusters(store), std::back_inserter(all));
    return all;
}

bool isWithin(const QRectF& inner, const QRectF& outer)
{
    constexpr double hair = 0.01;
    return outer.adjusted(-hair, -hair, hair, hair).contains(inner);
}

/// What an island joins, drawn or counted.
int countIn(const ClusterLayout& layout, std::size_t island)
{
    int count = 0;
    for (std::size_t index = 0; index < layout.shapes.size(); ++index) {
        const ClusterShape& shape = layout.shapes[index];
        const QString number = shape.kind == Kind::More ? shape.text.mid(2).remove(u',') : QString();
        if (shape.parent == static_cast<int>(island)) {
            count += shape.kind == Kind::Island    ? 1
                     : shape.kind != Kind::More    ? 0
                     : shape.text.startsWith(u'+') ? number.toInt()
                                                   : number.toInt() - 1;  // One of them is drawn.
        }
        if (shape.parent < 0 || layout.shapes[static_cast<std::size_t>(shape.parent)].kind != Kind::Devices ||
            layout.shapes[static_cast<std::size_t>(shape.parent)].parent != static_cast<int>(island)) {
            continue;
        }
        const auto isDrawn = [&](const ClusterShape& each) {
            return each.kind == Kind::Device && each.parent == shape.parent;
        };
        count += shape.kind == Kind::Device ? 1
                 : shape.kind == Kind::More
                     ? number.toInt() - static_cast<int>(std::ranges::count_if(layout.shapes, isDrawn))
                     : 0;
    }
    return count;
}

bool isText(Kind kind)
{
    return kind == Kind::Title || kind == Kind::Label || kind == Kind::More || kind == Kind::Host ||
           kind == Kind::Network;
}

QString nameOf(const Cluster& cluster, double width, std::size_t shape)
{
    return QStringLiteral("%1 at %2, shape %3").arg(QString::fromStdString(cluster.name)).arg(width).arg(shape);
}

}  // namespace

class TestClusterLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everythingHasItsPlace()
    {
        for (const Cluster& cluster : clusters()) {
            for (const double width : {200.0, 300.0, 420.0, 900.0}) {
                const ClusterLayout layout = layoutCluster(theme(), cluster, {0, 0, width, 1});
                QVERIFY(layout.area.height() > 0);
                for (std::size_t index = 0; index < layout.shapes.size(); ++index) {
                    const ClusterShape& shape = layout.shapes[index];
                    const QRectF outer =
                        shape.parent < 0 ? layout.area : layout.shapes[static_cast<std::size_t>(shape.parent)].area;
                    QVERIFY2(isWithin(shape.area, outer), qPrintable(nameOf(cluster, width, index)));
                    QVERIFY2(shape.area.width() > 0 && shape.area.height() > 0,
                             qPrintable(nameOf(cluster, width, index)));
                    for (std::size_t other = 0; other < index; ++other) {
                        const ClusterShape& beside = layout.shapes[other];
                        const bool areSiblings = beside.parent == shape.parent;
                        QVERIFY2(!areSiblings || !beside.area.intersects(shape.area),
                                 qPrintable(nameOf(cluster, width, index)));
                    }
                }
            }
        }
    }

    void noTextIsCutOff()
    {
        const Theme look = theme();
        for (const Cluster& cluster : clusters()) {
            for (const double width : {200.0, 300.0, 420.0, 900.0}) {
                const ClusterLayout layout = layoutCluster(look, cluster, {0, 0, width, 1});
                for (std::size_t index = 0; index < layout.shapes.size(); ++index) {
                    const ClusterShape& shape = layout.shapes[index];
                    if (isText(shape.kind)) {
                        const QFont& font = shape.kind == Kind::Title ? look.boldFont : look.smallFont;
                        QVERIFY2(textWidth(font, shape.text) <= shape.area.width() + 0.01,
                                 qPrintable(nameOf(cluster, width, index) + shape.text));
                    }
                    if (shape.kind == Kind::Host || shape.kind == Kind::Network || shape.kind == Kind::More) {
                        QVERIFY2(!shape.text.isEmpty(), qPrintable(nameOf(cluster, width, index)));
                    }
                }
            }
        }
    }

    /// Islands drawn and folded, and devices drawn and folded, are as many as there are.
    void everyDeviceIsCounted()
    {
        for (const Cluster& cluster : clusters()) {
            const ClusterLayout layout = layoutCluster(theme(), cluster, {0, 0, 320, 1});
            for (std::size_t index = 0; index < layout.shapes.size(); ++index) {
                const ClusterShape& shape = layout.shapes[index];
                if (shape.kind == Kind::Island) {
                    const auto level = static_cast<std::size_t>(shape.place.index.number);
                    const int inside = level == 0 ? 1 : cluster.links[level - 1].span;
                    QCOMPARE(countIn(layout, index), cluster.links[level].span / inside);
                }
            }
        }
    }

    void unlikeDevicesStandApart()
    {
        const PresetStore store(presetsFolder());
        Cluster cluster = *store.cluster("a100-32-v100-32");
        cluster.slow = {{5, 1, 0.7}};
        QStringList labels;
        std::vector<ClusterPlace> places;
        for (const ClusterShape& shape : layoutCluster(theme(), cluster, {0, 0, 1400, 1}).shapes) {
            if (shape.kind == Kind::Label && shape.place.part == ClusterPart::Device) {
                labels.append(shape.text);
                places.push_back(shape.place);
            } else if (shape.kind == Kind::Label && shape.place.index.number == 0) {
                labels.append(shape.text.section(u',', 0, 0));
            }
        }
        QCOMPARE(labels.join(u'|'),
                 QStringLiteral("NVLink 3|7 A100, 39.6 GiB|1 A100, at 70 %, 39.6 GiB|NVLink 3|8 A100, 39.6 GiB|"
                                "NVLink 3|8 A100, 39.6 GiB|NVLink 3|8 A100, 39.6 GiB|"
                                "NVLink 2|8 V100, 31.7 GiB|NVLink 2|8 V100, 31.7 GiB|NVLink 2|8 V100, 31.7 GiB|"
                                "NVLink 2|8 V100, 31.7 GiB"));
        QCOMPARE(places.front().index.kind, -1);
        QCOMPARE(places.back().index.kind, 1);
    }

    void partsAreFoundByTheirPlace()
    {
        const PresetStore store(presetsFolder());
        const Cluster cluster = *store.cluster("dgx-h100-64");
        const ClusterLayout layout = layoutCluster(theme(), cluster, {0, 0, 320, 1});
        for (const ClusterShape& shape : layout.shapes) {
            if (shape.kind == Kind::Label || shape.kind == Kind::Device || shape.kind == Kind::Host) {
                QCOMPARE(layout.placeAt(shape.area.center()), shape.place);
            }
        }
        QCOMPARE(layout.placeAt({-5, -5}), ClusterPlace());
    }

    void wordsSayWhatThePictureShows()
    {
        const PresetStore store(presetsFolder());
        const QString said = clusterText(*store.cluster("dgx-h100-64"));
        for (const char* part :
             {"64 device", "NVLink 4, 450 GB/s, 8 device", "InfiniBand NDR, 50 GB/s, 64 device", "Host: PCIe"}) {
            QVERIFY2(said.contains(QString::fromUtf8(part)), qPrintable(said));
        }
    }

    void picturesAreWritten()
    {
        const QTemporaryDir folder;
        ClusterPicture picture;
        picture.setCluster(*PresetStore(presetsFolder()).cluster("dgx-h100-64"));
        for (const char* name : {"cluster.png", "cluster.svg", "cluster.pdf"}) {
            const QString file = folder.filePath(QString::fromLatin1(name));
            QCOMPARE(picture.exportPicture(file), QString());
            QVERIFY(QFileInfo(file).size() > 500);
        }
        QVERIFY(!QImage(folder.filePath(QStringLiteral("cluster.png"))).isNull());
        QVERIFY(!picture.exportPicture(QStringLiteral("/no/such/folder/cluster.png")).isEmpty());
        QVERIFY(picture.accessibleDescription().contains(QStringLiteral("450 GB/s")));
    }
};

PGRAM_TEST(TestClusterLayout)
#include "test_cluster_layout.moc"
