// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The map of devices: what is folded, where every device stands, and the memory view's page that shows it.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/memory/device_map.h"
#include "widgets/views/memory/memory_view.h"

#include <QAbstractItemModelTester>
#include <QTabBar>

using namespace pgram;

namespace {

const QRectF wide(0, 0, 1250, 650);

/// Shows the page of devices of a plan.
struct DeviceFixture {
    ViewFixture plan;
    MemoryView view;

    DeviceFixture(int stages, int devicesPerStage) : plan(stages, 16, 2 * stages), view(&plan.document, &plan.selection)
    {
        plan.document.showPlan(std::make_shared<const Plan>(samplePlan(stages, 16, 2 * stages, devicesPerStage)));
        view.showPage(MemoryView::Page::Devices);
    }
};

}  // namespace

class TestDeviceMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNodeIsAnIslandOfAtMostSixteen()
    {
        Cluster cluster = sampleCluster(64);
        QCOMPARE(nodeDevices(cluster), 8);
        cluster.links = {{"bridge", 2, 1e9, {}, 0}, {"PCIe", 8, 1e9, {}, 0}, {"rail", 256, 1e9, {}, 0}};
        QCOMPARE(nodeDevices(cluster), 8);
        cluster.devices = 144;
        cluster.links = {{"NVLink", 72, 1e9, {}, 0}, {"InfiniBand", 144, 1e9, {}, 0}};
        QCOMPARE(nodeDevices(cluster), 72);
        cluster.devices = 4;
        QCOMPARE(nodeDevices(cluster), 4);
    }

    void onlyNodesOfOneStageAreAlike()
    {
        // 4 stages of 16 devices on nodes of 8: two nodes each.
        QCOMPARE(alikeNodes(samplePlan(4, 16, 8, 16)), (std::vector<NodeRun>{{0, 2}, {2, 2}, {4, 2}, {6, 2}}));
        // Two stages a node: none.
        QCOMPARE(alikeNodes(samplePlan(4, 16, 8, 4)), (std::vector<NodeRun>{{0, 1}, {1, 1}}));
        // 12 devices a stage: every third node is of two stages.
        QCOMPARE(alikeNodes(samplePlan(2, 16, 8, 12)), (std::vector<NodeRun>{{0, 1}, {1, 1}, {2, 1}}));
        QCOMPARE(alikeNodes(samplePlan(1, 16, 8, 16384)), (std::vector<NodeRun>{{0, 2048}}));
    }

    void aDeviceKnowsItsPlace()
    {
        Plan plan = samplePlan(2, 16, 8, 8);
        for (LayerStrategy& strategy : plan.strategies) {
            strategy = {};
            strategy.tensor = 4;
            strategy.data = 2;
        }
        // Tensor ranks are neighbours: device 13 is the sixth of stage 1, tensor rank 1 of data rank 1.
        const DevicePlace place = placeOf(plan, 13);
        QCOMPARE(place.stage, 1);
        QCOMPARE(place.node, 1);
        QCOMPARE(place.rank, 5);
        QCOMPARE(place.tensor, 1);
        QCOMPARE(place.data, 1);
        // Spread over the stage, it is data that is neighbours.
        for (LayerStrategy& strategy : plan.strategies) {
            strategy.placement = TensorPlacement::Strided;
        }
        QCOMPARE(placeOf(plan, 13).tensor, 2);
        QCOMPARE(placeOf(plan, 13).data, 1);
    }

    void everyDeviceHasACell_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("devices");
        QTest::addColumn<bool>("folded");
        QTest::newRow("one") << 1 << 1 << false;
        QTest::newRow("a node") << 2 << 4 << false;
        QTest::newRow("8 nodes") << 4 << 16 << false;
        QTest::newRow("part of a node") << 3 << 4 << false;
        QTest::newRow("1024") << 8 << 128 << true;
        QTest::newRow("16384") << 16 << 1024 << true;
        QTest::newRow("16384 in one stage") << 1 << 16384 << true;
    }

    void everyDeviceHasACell()
    {
        QFETCH(int, stages);
        QFETCH(int, devices);
        QFETCH(bool, folded);
        const Plan plan = samplePlan(stages, 16, 2 * stages, devices);
        const DeviceMapLayout map = layoutDeviceMap(plan, wide, DeviceMapMetrics{});
        QCOMPARE(map.folded, folded);
        for (int device = 0; device < plan.cluster.devices; ++device) {
            const int cell = map.cellOf(device);
            QVERIFY(cell >= 0 && cell < map.cellCount());
            // The device that the cell stands for is of the same stage.
            QCOMPARE(placeOf(plan, map.deviceOf(cell)).stage, placeOf(plan, device).stage);
            QCOMPARE(map.deviceOf(cell) % map.perNode, device % map.perNode);
        }
        int counted = 0;
        for (const DeviceMapLayout::Block& block : map.blocks) {
            counted += block.nodes.count;
        }
        QCOMPARE(counted, (plan.cluster.devices + map.perNode - 1) / map.perNode);
    }

    void cellsNeitherOverlapNorLeaveTheArea()
    {
        for (const auto& [stages, devices] : {std::pair{1, 1}, {3, 4}, {4, 16}, {16, 1024}, {16, 8}}) {
            const Plan plan = samplePlan(stages, 16, 2 * stages, devices);
            for (const QRectF& area : {wide, QRectF(5, 5, 500, 300), QRectF(0, 0, 300, 700)}) {
                const DeviceMapLayout map = layoutDeviceMap(plan, area, DeviceMapMetrics{});
                for (int cell = 0; cell < map.cellCount(); ++cell) {
                    const QRectF rect = map.cellArea(cell);
                    QVERIFY(area.adjusted(-0.01, -0.01, 0.01, 0.01).contains(rect));
                    QCOMPARE(map.cellAt(rect.center()), cell);
                    for (int other = cell + 1; other < map.cellCount(); ++other) {
                        QVERIFY(!rect.adjusted(0.01, 0.01, -0.01, -0.01).intersects(map.cellArea(other)));
                    }
                }
                QCOMPARE(map.cellAt(area.topLeft() - QPointF(3, 3)), -1);
            }
        }
    }

    void foldedBlocksSayForHowManyTheyStand()
    {
        const Plan plan = samplePlan(16, 16, 32, 1024);
        const DeviceMapLayout map = layoutDeviceMap(plan, wide, DeviceMapMetrics{});
        QCOMPARE(map.blocks.size(), 16U);
        QVERIFY(std::min(map.cellWidth, map.cellHeight) >= 14);
        const QString title = blockTitle(plan, map, map.blocks[2].nodes);
        QVERIFY2(title.contains(QStringLiteral("256–383, 128 alike")), qPrintable(title));
        QVERIFY2(title.contains(QStringLiteral("stage 2")), qPrintable(title));
    }

    void fullnessIsTheShareOfTheBudget()
    {
        const Plan plan = samplePlan(4, 16, 8);
        const Estimate figures = estimate(plan);
        for (int device = 0; device < plan.cluster.devices; ++device) {
            const auto total = static_cast<double>(figures.stages[static_cast<std::size_t>(device / 2)].memory.total());
            QCOMPARE(fullness(plan, figures, device), total / static_cast<double>(figures.usableBudget));
        }
    }

    void aClickAndTheArrowsSelectDevices()
    {
        DeviceFixture fixture(4, 4);
        present(fixture.view);
        const DeviceMapLayout map = fixture.view.currentDevices();
        QTest::mouseClick(&fixture.view, Qt::LeftButton, {}, map.cellArea(map.cellOf(9)).center().toPoint());
        const SelectionModel& selection = fixture.plan.selection;
        QCOMPARE(selection.current(), (Selection{.stage = 2, .device = 9}));
        QTest::keyClick(&fixture.view, Qt::Key_Right);
        QCOMPARE(selection.current().device, 10);
        QTest::keyClick(&fixture.view, Qt::Key_Down);
        QCOMPARE(selection.current().device, 10 + map.columns);
        QTest::keyClick(&fixture.view, Qt::Key_Home);
        QCOMPARE(selection.current(), (Selection{.stage = 0, .device = 0}));
        QTest::keyClick(&fixture.view, Qt::Key_End);
        QCOMPARE(selection.current(), (Selection{.stage = 3, .device = 15}));
        const QImage marked = pictureOf(fixture.view);
        QTest::keyClick(&fixture.view, Qt::Key_Escape);
        QCOMPARE(selection.current(), Selection{});
        QVERIFY(pictureOf(fixture.view) != marked);
    }

    void thePagesAreTabsWithATableEach()
    {
        DeviceFixture fixture(4, 4);
        present(fixture.view);
        const QAbstractItemModelTester tester(fixture.view.table(),
                                              QAbstractItemModelTester::FailureReportingMode::Fatal);
        QCOMPARE(fixture.view.table()->rowCount(), 16);
        QCOMPARE(fixture.view.pageName(), QStringLiteral("devices"));
        auto* tabs = fixture.view.findChild<QTabBar*>();
        QVERIFY(!tabs->accessibleName().isEmpty());
        tabs->setCurrentIndex(0);
        QCOMPARE(fixture.view.table()->rowCount(), 4);
        QCOMPARE(fixture.view.pageName(), QStringLiteral("stages"));
        fixture.view.showPageNamed(QStringLiteral("devices"));
        QCOMPARE(tabs->currentIndex(), 1);
        fixture.view.showPageNamed(QStringLiteral("sky"));
        QCOMPARE(fixture.view.page(), MemoryView::Page::Devices);
    }

    void paintsEverySize()
    {
        for (const auto& [stages, devices] : {std::pair{1, 1}, {4, 4}, {16, 1024}}) {
            DeviceFixture fixture(stages, devices);
            fixture.view.resize(1280, 800);
            QVERIFY(colorCount(pictureOf(fixture.view)) > 5);
            fixture.view.resize(320, 200);
            QVERIFY(!pictureOf(fixture.view).isNull());
            fixture.plan.document.showPlan(nullptr);
            QVERIFY(!pictureOf(fixture.view).isNull());
        }
    }

    void whatIsOverTheBudgetLooksSo()
    {
        DeviceFixture fixture(4, 4);
        Plan tight = *fixture.plan.document.plan();
        tight.memoryBudget = fixture.plan.document.estimate()->peakMemory / 2;
        fixture.view.resize(1280, 800);
        const QImage fitting = pictureOf(fixture.view);
        fixture.plan.document.showPlan(std::make_shared<const Plan>(tight));
        const Theme theme(fixture.view.palette(), fixture.view.font());
        const QImage over = pictureOf(fixture.view);
        const DeviceMapLayout map = fixture.view.currentDevices();
        int reds = 0;
        const QRect cell = map.cellArea(0).toRect().adjusted(2, 2, -2, -2);
        for (int y = cell.top(); y < cell.bottom(); ++y) {
            for (int x = cell.left(); x < cell.right(); ++x) {
                reds += over.pixelColor(x, y) == theme.bad ? 1 : 0;
                QVERIFY(fitting.pixelColor(x, y) != theme.bad);
            }
        }
        QVERIFY(reds > cell.width() * cell.height() / 4);
    }
};

PGRAM_TEST(TestDeviceMap)
#include "test_device_map.moc"
