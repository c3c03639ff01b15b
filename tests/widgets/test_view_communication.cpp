// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The communication view: nothing is lost between volumes, links and the traffic map.
#include "tests/widgets/view_fixture.h"
#include "widgets/theme/theme.h"
#include "widgets/views/communication_view.h"

#include <numeric>

using namespace pgram;

class TestViewCommunication : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linksCarryWhatTheRowsSend()
    {
        const ViewFixture fixture(8, 32, 16);
        const Estimate& estimate = *fixture.document.estimate();
        Volume rows = 0;
        Volume links = 0;
        for (const VolumeRow& row : estimate.volumes) {
            rows += row.bytes;
        }
        for (int link = 0; link < 2; ++link) {
            for (const KindBytes& part : bytesOver(estimate, link)) {
                links += part.bytes;
            }
        }
        QVERIFY(rows > 0);
        QVERIFY(std::abs(rows - links) <= 1e-9 * rows);
    }

    void theMapShowsTheMatrix()
    {
        const ViewFixture fixture(4, 16, 8);
        const Plan& plan = *fixture.document.plan();
        const TrafficMap map(plan, *fixture.document.estimate());
        QCOMPARE(map.cells(), plan.cluster.devices);
        Volume most = 0;
        for (const TrafficFlow& flow : trafficMatrix(plan, *fixture.document.estimate())) {
            QCOMPARE(map.bytes(flow.from, flow.to), flow.bytes);
            most = std::max(most, flow.bytes);
        }
        QCOMPARE(map.most(), most);
        QCOMPARE(map.bytes(0, 0), 0.0);
        QCOMPARE(map.share(map.most()), 1.0);
        QCOMPARE(map.share(0), 0.0);
        const Theme theme(QPalette(Qt::white), QFont());
        const QImage image = map.image(theme);
        for (int from = 0; from < map.devices(); ++from) {
            for (int to = 0; to < map.devices(); ++to) {
                const bool carries = map.bytes(from, to) > 0;
                QCOMPARE(image.pixel(to, from) != theme.panel.rgb(), carries);
            }
        }
    }

    void manyDevicesShareCells()
    {
        Plan plan = samplePlan(64, 64, 64, 32);
        const Estimate figures = estimate(plan);
        const TrafficMap map(plan, figures);
        QCOMPARE(map.devices(), 2048);
        QCOMPARE(map.cells(), TrafficMap::mostCells);
        Volume most = 0;
        for (const TrafficFlow& flow : trafficMatrix(plan, figures)) {
            most = std::max(most, flow.bytes);
        }
        QCOMPARE(map.most(), most);
    }

    void paintsEverySize()
    {
        for (const auto& [stages, layers] : {std::pair{1, 1}, {8, 32}, {64, 126}}) {
            ViewFixture fixture(stages, layers, 2 * stages);
            CommunicationView view(&fixture.document, &fixture.selection);
            view.resize(1280, 800);
            QVERIFY(colorCount(pictureOf(view)) > 8);
            view.resize(320, 200);
            QVERIFY(colorCount(pictureOf(view)) > 3);
        }
    }

    void selectsDevicesByMouseAndKeys()
    {
        ViewFixture fixture;
        CommunicationView view(&fixture.document, &fixture.selection);
        present(view);
        const CommunicationLayout layout = view.currentLayout();
        QTest::mouseClick(&view, Qt::LeftButton, {}, layout.block(5, 1, 8).center().toPoint());
        QCOMPARE(fixture.selection.current(), (Selection{.stage = 2, .device = 5}));
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(fixture.selection.current(), (Selection{.stage = 3, .device = 6}));
        QTest::keyClick(&view, Qt::Key_End);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(fixture.selection.current().device, 7);
        QTest::keyClick(&view, Qt::Key_Home);
        QCOMPARE(fixture.selection.current(), (Selection{.stage = 0, .device = 0}));
        QTest::keyClick(&view, Qt::Key_Escape);
        QCOMPARE(fixture.selection.current(), Selection{});
    }

    void followsThePlan()
    {
        ViewFixture fixture;
        CommunicationView view(&fixture.document, &fixture.selection);
        view.resize(1280, 800);
        const QImage before = pictureOf(view);
        LayerStrategy apart;
        apart.tensor = 2;
        fixture.document.setStrategy(0, 16, apart);
        QVERIFY(pictureOf(view) != before);
        fixture.document.undoStack()->undo();
        QCOMPARE(pictureOf(view), before);
    }
};

QTEST_MAIN(TestViewCommunication)
#include "test_view_communication.moc"
