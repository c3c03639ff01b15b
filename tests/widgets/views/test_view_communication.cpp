// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The communication view: nothing is lost between volumes, links and the traffic map.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/theme/theme.h"
#include "widgets/views/communication/communication_view.h"

#include <QAbstractItemModelTester>
#include <QTabBar>
#include <QWheelEvent>

#include <cmath>
#include <random>

using namespace pgram;

namespace {

QRectF mapOf(CommunicationView& view)
{
    const auto place = trafficPlace(view.scene());
    return place ? place->area() : QRectF();
}

QRectF blockOf(CommunicationView& view, int device)
{
    return trafficPlace(view.scene())->block(device, 1);
}

int deviceAcross(CommunicationView& view, double x)
{
    return static_cast<int>(trafficPlace(view.scene())->across.value(x));
}

}  // namespace

class TestViewCommunication : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Too small for a map, a view has nothing to zoom: the map is whole when there is room for it again.
    void keysZoomNoMapThatIsNotThere()
    {
        ViewFixture fixture(8, 32, 16);
        CommunicationView view(&fixture.document, &fixture.selection);
        view.resize(320, 200);
        QVERIFY(mapOf(view).isEmpty());
        QTest::keyClick(&view, Qt::Key_Plus);
        QTest::keyClick(&view, Qt::Key_Minus);
        view.resize(1200, 900);
        QVERIFY(!mapOf(view).isEmpty());
        QCOMPARE(view.window(), TrafficWindow::all(fixture.document.plan()->cluster.devices));
        view.copyPicture();
    }

    /// On many devices the matrix comes later than its heading, and the one of the plan before does not stand in.
    void noMatrixOfThePlanBefore()
    {
        const auto many = [](int microbatches) {
            return std::make_shared<const Plan>(samplePlan(8, 32, microbatches, 64));
        };
        ViewFixture fixture(2, 8, 2);
        fixture.document.showPlan(many(8));
        CommunicationView view(&fixture.document, &fixture.selection);
        present(view);
        // In the diagonal block of the first stage, where its devices send to each other.
        const auto hasPairs = [&view] { return view.scene().at(mapOf(view).topLeft() + QPointF(8, 3)).isKnown(); };
        QTRY_VERIFY(hasPairs());
        fixture.document.showPlan(many(16));
        QVERIFY(!hasPairs());
        QTRY_VERIFY(hasPairs());
    }

    /// Bars without names say nothing: where they do not all fit, the largest have theirs and a note counts the others.
    void lowRowsLeaveOutTheSmallest()
    {
        ViewFixture fixture(8, 32, 16);
        CommunicationView view(&fixture.document, &fixture.selection);
        const double line = Theme(view.palette(), view.font()).lineHeight;
        const auto shown = [&](const QSize& size) {
            view.resize(size);
            return view.scene().refs("transfer");
        };
        const auto rows = static_cast<std::size_t>(view.table()->rowCount());
        QCOMPARE(shown({1280, 900}).size(), rows);
        for (const QSize& size : {QSize(600, 170), QSize(1300, 170)}) {
            const std::vector<Ref> left = shown(size);
            QVERIFY(!left.empty() && left.size() < rows);
            for (const Ref& row : left) {
                QVERIFY(view.scene().areaOf(row).height() >= 0.85 * line);
                QVERIFY(view.scene().areaOf(row).bottom() + line <= view.height() + 1);
            }
            const QString note = QStringLiteral("%1 smaller row").arg(rows - left.size());
            QVERIFY2(!view.scene().texts().filter(note).isEmpty(), qPrintable(note));
            QVERIFY(
                view.svgPicture({1.0 * size.width(), size.height() - 40.0}).contains("not shown"));  // without the tabs
        }
    }

    /// The first row delays the step most; the table is in the order of the rows.
    void theMostExposedTransferStandsFirst()
    {
        ViewFixture fixture(8, 32, 16);
        CommunicationView view(&fixture.document, &fixture.selection);
        for (const VolumeGrouping grouping : allVolumeGroupings) {
            const auto sums = sumVolumes(*fixture.document.plan(), *fixture.document.estimate(), grouping);
            QVERIFY(sums.size() > 1);
            QVERIFY(std::ranges::is_sorted(sums, std::greater(), &VolumeSum::exposed));
            view.showPageNamed(QString::fromLatin1(keyOf(grouping)));
            for (std::size_t row = 0; row < sums.size(); ++row) {
                const QModelIndex index = view.table()->index(static_cast<int>(row), 0);
                QCOMPARE(index.data().toString(), sums[row].name);
            }
        }
    }

    /// A cell is of nodes or stages if those of devices would be too small; nothing is lost or counted twice.
    void manyDevicesAreFoldedIntoGroups()
    {
        ViewFixture fixture;
        fixture.document.showPlan(std::make_shared<const Plan>(samplePlan(16, 32, 32, 64)));
        CommunicationView view(&fixture.document, &fixture.selection);
        present(view);
        QTRY_VERIFY(!view.isWorking() && !mapOf(view).isEmpty());
        QTRY_COMPARE(view.scene().at(mapOf(view).topLeft() + QPointF(3, 3)), (Ref{"stage pair", 0, 0}));
        QVERIFY(!view.scene().texts().filter(QStringLiteral("from stage (down)")).isEmpty());
        const std::vector<TrafficFold> folds = foldTraffic(*fixture.document.plan(), *fixture.document.estimate());
        QCOMPARE(folds.size(), 3U);
        QCOMPARE(folds[1].width, 8);
        QCOMPARE(folds[2].width, 64);
        for (const TrafficFold& fold : folds) {
            double sum = 0;
            double whole = 0;
            for (int from = 0; from < fold.map.devices(); ++from) {
                for (int to = 0; to < fold.map.devices(); ++to) {
                    sum += fold.map.bytes(from, to);
                }
            }
            for (const TrafficFlow& flow : trafficMatrix(*fixture.document.plan(), *fixture.document.estimate())) {
                whole += flow.bytes;
            }
            QVERIFY(std::abs(sum - whole) <= 1e-9 * whole);
        }
        // A click on the cell of two stages selects the first device of the sender.
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.scene().areaOf({"stage pair", 3, 4}).center().toPoint());
        QCOMPARE(fixture.selection.current(), (Selection{.stage = 3, .device = 192}));
        for (int zoom = 0; zoom < 20; ++zoom) {
            QTest::keyClick(&view, Qt::Key_Plus);
        }
        QVERIFY(view.scene().at(mapOf(view).center()).is("device pair"));
    }

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

    /// A collective's seconds stand with its slowest link: beside its bytes over the faster ones there is no "0 s".
    void bytesWithoutSecondsHaveNoTime()
    {
        VolumeSum sum;
        sum.parts = {{TrafficKind::TensorParallel, 143e9, 0, 0}};
        QVERIFY(timeText(sum, true).isEmpty());
        QVERIFY(timeText(sum, false).isEmpty());
        sum.parts.front().exposed = 2.22;
        QVERIFY(timeText(sum, true).contains(timeText(sum, false)));
        QVERIFY(!timeText(sum, false).isEmpty());
    }

    void everyGroupingSumsToTheWhole_data()
    {
        QTest::addColumn<int>("grouping");
        for (const VolumeGrouping grouping : allVolumeGroupings) {
            QTest::newRow(keyOf(grouping)) << static_cast<int>(grouping);
        }
    }

    void everyGroupingSumsToTheWhole()
    {
        QFETCH(int, grouping);
        const ViewFixture fixture(8, 32, 16);
        const Estimate& estimate = *fixture.document.estimate();
        VolumePart whole;
        for (const VolumeRow& row : estimate.volumes) {
            whole.bytes += row.bytes;
            whole.exposed += row.exposed;
            whole.hidden += row.hidden;
        }
        const auto sums = sumVolumes(*fixture.document.plan(), estimate, static_cast<VolumeGrouping>(grouping));
        VolumePart sum;
        std::set<QString> names;
        for (const VolumeSum& row : sums) {
            sum.bytes += row.bytes();
            sum.exposed += row.exposed();
            sum.hidden += row.hidden();
            names.insert(row.name);
            QVERIFY(std::ranges::is_sorted(row.parts, {}, &VolumePart::kind));
        }
        QVERIFY(sum.bytes > 0 && std::abs(sum.bytes - whole.bytes) <= 1e-9 * whole.bytes);
        QVERIFY(std::abs(sum.exposed - whole.exposed) <= 1e-9 * whole.exposed);
        QVERIFY(std::abs(sum.hidden - whole.hidden) <= 1e-9 * std::max(whole.hidden, 1e-12));
        if (grouping != static_cast<int>(VolumeGrouping::Each)) {
            QCOMPARE(names.size(), sums.size());
        }
    }

    void groupsAreThoseOfTheRanks()
    {
        const ViewFixture fixture(8, 32, 16);
        const auto sums = sumVolumes(*fixture.document.plan(), *fixture.document.estimate(), VolumeGrouping::Group);
        QStringList names;
        for (const VolumeSum& sum : sums) {
            names.append(sum.name);
            for (const VolumePart& part : sum.parts) {
                QCOMPARE(nameOf(groupOf(part.kind)), sum.name);
            }
        }
        QVERIFY(names.contains(nameOf(RankGroup::Tensor)) && names.contains(nameOf(RankGroup::Data)));
        QVERIFY(names.contains(nameOf(RankGroup::Pipeline)));
        const auto links = sumVolumes(*fixture.document.plan(), *fixture.document.estimate(), VolumeGrouping::Link);
        QCOMPARE(links.size(), 2U);
        const std::set<QString> linkNames{links[0].name, links[1].name};
        QCOMPARE(linkNames, (std::set{QStringLiteral("InfiniBand"), QStringLiteral("NVLink")}));
        for (const VolumeSum& link : links) {
            Volume bytes = 0;
            for (const KindBytes& part : bytesOver(*fixture.document.estimate(), link.link)) {
                bytes += part.bytes;
            }
            QVERIFY(std::abs(bytes - link.bytes()) <= 1e-9 * bytes);
        }
    }

    void tabsChooseTheGrouping()
    {
        ViewFixture fixture(8, 32, 16);
        CommunicationView view(&fixture.document, &fixture.selection);
        present(view);
        auto* tabs = view.findChild<QTabBar*>();
        QVERIFY(!tabs->accessibleName().isEmpty());
        std::set<QString> options;
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            options.insert(view.pageName());
            const QAbstractItemModelTester tester(view.table(), QAbstractItemModelTester::FailureReportingMode::Fatal);
            const std::vector<Ref> rows = view.scene().refs("transfer");
            QCOMPARE(rows.size(), static_cast<std::size_t>(view.table()->rowCount()));
            QVERIFY(view.scene().areaOf(rows.front()).top() >= tabs->geometry().bottom());
            QVERIFY(colorCount(pictureOf(view)) > 8);
            QCOMPARE(view.scene().refs("link").empty(), view.grouping() == VolumeGrouping::Link);
        }
        QCOMPARE(options.size(), allVolumeGroupings.size());
        view.showPageNamed(QStringLiteral("group"));
        QCOMPARE(view.grouping(), VolumeGrouping::Group);
        QCOMPARE(tabs->currentIndex(), 3);
    }

    void theMapShowsTheMatrix()
    {
        const ViewFixture fixture(4, 16, 8);
        const Plan& plan = *fixture.document.plan();
        const TrafficMap map(plan.cluster.devices, trafficMatrix(plan, *fixture.document.estimate()));
        Volume most = 0;
        for (const TrafficFlow& flow : trafficMatrix(plan, *fixture.document.estimate())) {
            QCOMPARE(map.bytes(flow.from, flow.to), flow.bytes);
            most = std::max(most, flow.bytes);
        }
        QCOMPARE(map.most(), most);
        QCOMPARE(map.bytes(0, 0), 0.0);
        QCOMPARE(map.share(map.most()), 1.0);
        QCOMPARE(map.share(0), 0.0);
        const Theme theme{QPalette(Qt::white), QFont()};
        const QImage image = map.image(theme, TrafficWindow::all(map.devices()), 800).image;
        QCOMPARE(image.width(), map.devices());
        for (int from = 0; from < map.devices(); ++from) {
            for (int to = 0; to < map.devices(); ++to) {
                const bool carries = map.bytes(from, to) > 0;
                QCOMPARE(image.pixel(to, from) != theme.panel.rgb(), carries);
            }
        }
    }

    /// However many devices share a pixel, and wherever the map is zoomed to, no pair that sends is swallowed, and a
    /// pixel is as dark as the heaviest pair on it.
    void noPairIsSwallowed()
    {
        std::mt19937 random(3);
        const auto any = [&random](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
        const Theme theme{QPalette(Qt::white), QFont()};
        for (const int devices : {7, 100, 1000, 4096}) {
            std::vector<TrafficFlow> flows;
            for (int from = 0; from < devices; ++from) {
                flows.push_back({from, (from + 1 + any(devices - 1)) % devices, std::pow(10.0, any(6))});
            }
            const TrafficMap map(devices, flows);
            for (const double factor : {1.0, 0.5, 0.11, 0.01}) {
                const TrafficWindow window =
                    TrafficWindow::all(devices).zoomed(factor, any(devices), any(devices), devices);
                const TrafficImage shown = map.image(theme, window, 300);
                const double scale = shown.image.width() / shown.window.span;
                for (const TrafficFlow& flow : flows) {
                    const double x = (flow.to - shown.window.column) * scale;
                    const double y = (flow.from - shown.window.row) * scale;
                    if (x < 0 || y < 0 || x >= shown.image.width() || y >= shown.image.height()) {
                        continue;
                    }
                    // Levels of detail blur a place by a pixel.
                    int darkest = 0;
                    for (int row = std::max(0, static_cast<int>(y) - 1); row <= static_cast<int>(y); ++row) {
                        for (int column = std::max(0, static_cast<int>(x) - 1); column <= static_cast<int>(x);
                             ++column) {
                            darkest = std::max(darkest, shown.image.pixelIndex(column, row));
                        }
                    }
                    QVERIFY(darkest >= 1 + std::lround(map.share(flow.bytes) * 254));
                }
            }
        }
    }

    void theMapOfManyDevicesComesFromTheBackground()
    {
        ViewFixture fixture;
        fixture.session.add(samplePlan(16, 16, 16, 64));
        CommunicationView view(&fixture.document, &fixture.selection);
        present(view);
        QTRY_VERIFY(view.isWorking() || colorCount(pictureOf(view)) > 20);
        QTRY_VERIFY(!view.isWorking());
        const QRectF map = mapOf(view);
        QVERIFY(colorCount(pictureOf(view).copy(map.toAlignedRect())) > 4);
    }

    void theMapZoomsAndPans()
    {
        ViewFixture fixture;
        fixture.session.add(samplePlan(8, 16, 16, 8));
        CommunicationView view(&fixture.document, &fixture.selection);
        present(view);
        const QPointF place = mapOf(view).center() + QPointF(40, 60);
        const int under = deviceAcross(view, place.x());
        QWheelEvent closer(place, view.mapToGlobal(place), {}, {0, 960}, Qt::NoButton, Qt::NoModifier,
                           Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view, &closer);
        const TrafficWindow zoomed = view.window();
        QVERIFY(zoomed.span < 20);
        QCOMPARE(deviceAcross(view, place.x()), under);
        QTest::mousePress(&view, Qt::LeftButton, {}, place.toPoint());
        QTest::mouseMove(&view, place.toPoint() - QPoint(60, 0));
        QTest::mouseMove(&view, place.toPoint() - QPoint(120, 0));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, place.toPoint() - QPoint(120, 0));
        QVERIFY(view.window().column > zoomed.column);
        QCOMPARE(view.window().row, zoomed.row);
        QCOMPARE(fixture.selection.current(), Selection{});
        // The selected device is brought into sight.
        QTest::keyClick(&view, Qt::Key_End);
        const TrafficWindow end = view.window();
        QVERIFY(end.row + end.span >= 64 && end.column + end.span >= 64);
        QTest::keyClick(&view, Qt::Key_0);
        QCOMPARE(view.window(), TrafficWindow::all(64));
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
        QTest::mouseClick(&view, Qt::LeftButton, {}, blockOf(view, 5).center().toPoint());
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

PGRAM_TEST(TestViewCommunication)
#include "test_view_communication.moc"
