// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategy map: its geometry at every size, and its mouse and keys.
#include "core/plan/plan_edits.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/document/preview.h"
#include "widgets/views/common/words.h"
#include "widgets/views/strategy_map/strategy_map_painter.h"
#include "widgets/views/strategy_map/strategy_map_view.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>

#include <random>

using namespace pgram;

namespace {

std::vector<Chunk> evenStages(int stages, int layers)
{
    return samplePlan(stages, layers, 1).chunks;
}

QPoint centerOf(const MapLayout& layout, int layer)
{
    return layout.cells[static_cast<std::size_t>(layer)].center().toPoint();
}

}  // namespace

class TestViewStrategyMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cellsNeitherOverlapNorLeaveTheArea_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("layers");
        QTest::newRow("1x1") << 1 << 1;
        QTest::newRow("1x34") << 1 << 34;
        QTest::newRow("8x32") << 8 << 32;
        QTest::newRow("7x32") << 7 << 32;
        QTest::newRow("64x126") << 64 << 126;
        QTest::newRow("2x600") << 2 << 600;
    }

    void cellsNeitherOverlapNorLeaveTheArea()
    {
        QFETCH(int, stages);
        QFETCH(int, layers);
        const std::vector<Chunk> cut = evenStages(stages, layers);
        for (const QRectF& area : {QRectF(10, 20, 1250, 730), QRectF(0, 0, 500, 300), QRectF(0, 0, 2500, 1400)}) {
            const MapLayout layout = layoutStrategyMap(cut, area, MapMetrics{});
            QCOMPARE(layout.cells.size(), static_cast<std::size_t>(layers));
            const QRectF bounds = area.adjusted(-0.01, -0.01, 0.01, 0.01);
            for (std::size_t a = 0; a < layout.cells.size(); ++a) {
                QVERIFY(bounds.contains(layout.cells[a]));
                const QRectF inner = layout.cells[a].adjusted(0.001, 0.001, -0.001, -0.001);
                for (std::size_t b = a + 1; b < layout.cells.size(); ++b) {
                    QVERIFY(!inner.intersects(layout.cells[b]));
                }
                QCOMPARE(layout.layerAt(layout.cells[a].center()), static_cast<int>(a));
            }
        }
    }

    void labelsAreReadableInAnUsualWindow()
    {
        // 4 to 126 layers, 1 to 64 stages stay readable at 1280 × 800.
        for (const auto& [stages, layers] : {std::pair{1, 34}, {8, 32}, {16, 96}, {64, 126}, {1, 126}, {2, 4}}) {
            const MapMetrics metrics{.labelWidth = 95, .labelHeight = 36, .headerHeight = 28};
            const MapLayout layout = layoutStrategyMap(evenStages(stages, layers), {0, 0, 1256, 730}, metrics);
            QVERIFY2(layout.cellWidth >= 70, qPrintable(QString::number(layout.cellWidth)));
            QVERIFY2(layout.cellHeight >= 20, qPrintable(QString::number(layout.cellHeight)));
        }
    }

    void paintsEverySize()
    {
        for (const auto& [stages, layers] : {std::pair{1, 1}, {8, 32}, {64, 126}}) {
            ViewFixture fixture(stages, layers, 2 * stages);
            StrategyMapView view(&fixture.document, &fixture.selection);
            view.resize(1280, 800);
            QVERIFY(colorCount(pictureOf(view)) > 10);
            view.resize(320, 200);
            QVERIFY(colorCount(pictureOf(view)) > 5);
        }
    }

    void clickSelectsALayerAndShiftClickARange()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        const MapLayout layout = view.currentLayout();
        QTest::mouseClick(&view, Qt::LeftButton, {}, centerOf(layout, 5));
        QCOMPARE(fixture.selection.current(), (Selection{.firstLayer = 5, .layerCount = 1, .stage = 1}));
        QTest::mouseClick(&view, Qt::LeftButton, Qt::ShiftModifier, centerOf(layout, 2));
        QCOMPARE(fixture.selection.current(), (Selection{.firstLayer = 2, .layerCount = 4, .stage = 0}));
        QTest::mouseClick(&view, Qt::LeftButton, Qt::ShiftModifier, centerOf(layout, 9));
        QCOMPARE(fixture.selection.current().firstLayer, 5);
        QCOMPARE(fixture.selection.current().layerCount, 5);
    }

    void dragSelectsARangeAndAHeaderItsStage()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        const MapLayout layout = view.currentLayout();
        QTest::mousePress(&view, Qt::LeftButton, {}, centerOf(layout, 4));
        QTest::mouseMove(&view, centerOf(layout, 6));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, centerOf(layout, 6));
        QCOMPARE(fixture.selection.current(), (Selection{.firstLayer = 4, .layerCount = 3, .stage = 1}));
        QTest::mouseClick(&view, Qt::LeftButton, {}, layout.chunks[2].header.center().toPoint());
        QCOMPARE(fixture.selection.current(), (Selection{.firstLayer = 8, .layerCount = 4, .stage = 2}));
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(2, 2));
        QCOMPARE(fixture.selection.current(), Selection{});
    }

    /// Something else clears the selection while the button is down: the drag begins anew where it is.
    void aSelectionClearedInADragBeginsAnew()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        const MapLayout layout = view.currentLayout();
        QTest::mousePress(&view, Qt::LeftButton, {}, centerOf(layout, 4));
        QTest::mouseMove(&view, centerOf(layout, 6));
        fixture.selection.select({});
        QTest::mouseMove(&view, centerOf(layout, 9));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, centerOf(layout, 9));
        QCOMPARE(fixture.selection.current(), (Selection{.firstLayer = 9, .layerCount = 1, .stage = 2}));
    }

    void keysMoveAndExtend()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        view.setFocus();
        const auto range = [&] {
            return std::pair{fixture.selection.current().firstLayer, fixture.selection.current().layerCount};
        };
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(range(), (std::pair{0, 1}));
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(range(), (std::pair{1, 1}));
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(range(), (std::pair{5, 1}));
        QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(range(), (std::pair{5, 3}));
        QTest::keyClick(&view, Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(range(), (std::pair{5, 2}));
        QTest::keyClick(&view, Qt::Key_End);
        QCOMPARE(range(), (std::pair{15, 1}));
        QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(range(), (std::pair{0, 16}));
        QTest::keyClick(&view, Qt::Key_Escape);
        QCOMPARE(fixture.selection.current(), Selection{});
    }

    void aMenuOffersEveryFieldAndWeighsWhatIsPointedAt()
    {
        ViewFixture fixture;
        QMenu menu;
        addStrategyMenus(menu, &fixture.document, {0, 2});
        auto* recompute = menu.findChild<QMenu*>(QStringLiteral("recompute"));
        auto* data = menu.findChild<QMenu*>(QStringLiteral("zero"));
        QVERIFY(recompute != nullptr && data != nullptr);
        QAction* full = recompute->actions().back();
        full->activate(QAction::Hover);
        QTRY_VERIFY(fixture.document.preview()->isShown());
        QCOMPARE(fixture.document.preview()->plan()->strategies[1].kept.part, KeptPart::Input);
        QCOMPARE(fixture.document.plan()->strategies[1].kept.part, KeptPart::All);
        QVERIFY(fixture.document.preview()->estimate()->peakMemory <= fixture.document.estimate()->peakMemory);
        full->trigger();
        QVERIFY(!fixture.document.preview()->isShown());
        QCOMPARE(fixture.document.plan()->strategies[1].kept.part, KeptPart::Input);
        QCOMPARE(fixture.document.undoStack()->count(), 1);
    }

    void aMenuShowsWhatCannotBeHadAndWhy()
    {
        ViewFixture fixture(4, 16, 8);
        Plan odd = samplePlan(4, 16, 8);
        odd.model.runs[0].heads = 31;
        odd.model.runs[0].kvHeads = 31;
        fixture.document.showPlan(std::make_shared<const Plan>(odd));
        QMenu menu;
        addStrategyMenus(menu, &fixture.document, {0, 2});
        auto* tensor = menu.findChild<QMenu*>(QStringLiteral("tensor"));
        QVERIFY(tensor != nullptr);
        const QList<QAction*> choices = tensor->actions();
        const auto two = std::ranges::find_if(choices, [](QAction* each) { return each->data() == 2; });
        QVERIFY(two != choices.end() && !(*two)->isEnabled());
        QVERIFY((*two)->toolTip().contains(QStringLiteral("31")));
        QVERIFY((*two)->text().contains((*two)->toolTip()));
    }

    void theBoxOfAGhostStaysInsideAndOffThePointer()
    {
        const QRectF area(10, 10, 800, 500);
        const QSizeF size(260, 120);
        for (double x = 10; x <= 810; x += 40) {
            for (double y = 10; y <= 510; y += 50) {
                const QRectF box = ghostBox(area, size, QPointF(x, y));
                QVERIFY(area.contains(box));
                QVERIFY(!box.contains(QPointF(x, y)));
            }
        }
        QCOMPARE(ghostBox(area, size, {}).bottomLeft(), area.bottomLeft());
    }

    void twoDragsAreTwoSteps()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        for (int drag = 0; drag < 2; ++drag) {
            const MapLayout layout = view.currentLayout();
            const QPoint grip = cutHandle(layout, fixture.document.plan()->chunks, 1, 12).center().toPoint();
            const QPoint above = grip - QPoint(0, static_cast<int>(layout.cellHeight));
            QTest::mousePress(&view, Qt::LeftButton, {}, grip);
            QTest::mouseMove(&view, above);
            QTest::mouseRelease(&view, Qt::LeftButton, {}, above);
        }
        QCOMPARE(fixture.document.undoStack()->count(), 2);
    }

    void controlClickTakesMoreIntoTheRange()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        const MapLayout layout = view.currentLayout();
        const auto range = [&] {
            return std::pair{fixture.selection.current().firstLayer, fixture.selection.current().layerCount};
        };
        QTest::mouseClick(&view, Qt::LeftButton, Qt::ControlModifier, centerOf(layout, 6));
        QCOMPARE(range(), (std::pair{6, 1}));
        QTest::mouseClick(&view, Qt::LeftButton, Qt::ControlModifier, centerOf(layout, 3));
        QCOMPARE(range(), (std::pair{3, 4}));
        QTest::mouseClick(&view, Qt::LeftButton, Qt::ShiftModifier, layout.chunks[2].header.center().toPoint());
        QCOMPARE(range(), (std::pair{3, 9}));
    }

    void strategiesAreCopiedAndPastedByKeys()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        view.setFocus();
        const auto before = fixture.document.plan();
        // One layer onto a range.
        fixture.selection.select({.firstLayer = 9, .layerCount = 1, .stage = 2});
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("Layer")));
        fixture.selection.select({.firstLayer = 0, .layerCount = 3, .stage = 0});
        QTest::keyClick(&view, Qt::Key_V, Qt::ControlModifier);
        for (std::size_t layer = 0; layer < 3; ++layer) {
            QCOMPARE(fixture.document.plan()->strategies[layer], before->strategies[9]);
        }
        QCOMPARE(fixture.document.plan()->strategies[3], before->strategies[3]);
        QCOMPARE(fixture.document.undoStack()->count(), 1);
        fixture.document.undoStack()->undo();
        QVERIFY(*fixture.document.plan() == *before);
        // A range onto one layer goes as it is, up to the last one.
        fixture.selection.select({.firstLayer = 8, .layerCount = 4, .stage = 2});
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
        fixture.selection.select({.firstLayer = 14, .layerCount = 1, .stage = 3});
        QTest::keyClick(&view, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(fixture.document.plan()->strategies[14], before->strategies[8]);
        QCOMPARE(fixture.document.plan()->strategies[15], before->strategies[9]);
    }

    void aTypedStrategyCanBePastedAndAStrangeOneSaysWhyNot()
    {
        const Plan plan = samplePlan(4, 16, 8);
        QMimeData text;
        text.setText(QStringLiteral(" TP2 ckpt\n"));
        const StrategyPaste typed = pasteOnto(plan, {2, 5}, strategiesIn(&text));
        QCOMPARE(typed.strategies.size(), 5U);
        QCOMPARE(typed.strategies.back().tensor, 2);
        QCOMPARE(typed.strategies.back().kept.part, KeptPart::Input);
        text.setText(QStringLiteral("SDP8"));
        const StrategyPaste wide = pasteOnto(plan, {2, 5}, strategiesIn(&text));
        QVERIFY(wide.strategies.empty());
        QVERIFY2(wide.refused.startsWith(QStringLiteral("SDP8 is for 8 device(s)")), qPrintable(wide.refused));
        text.setText(QStringLiteral("once upon a time"));
        QVERIFY(!pasteOnto(plan, {2, 5}, strategiesIn(&text)).refused.isEmpty());
        QVERIFY(strategiesIn(nullptr).empty());
    }

    /// Bytes changed, lines cut and numbers without measure: strategies or none, and whatever they are, a paste or why
    /// not.
    void noGarbageIsPasted()
    {
        const QString format = QStringLiteral("application/x-parallelogram-strategy");
        const Plan plan = samplePlan(4, 16, 8);
        QMimeData put;
        putStrategies(put, plan.strategies);
        const QByteArray encoded = put.data(format);
        std::mt19937 random(5);
        int taken = 0;
        for (int run = 0; run < 2000; ++run) {
            QByteArray text = run % 2 == 0 ? encoded : QByteArray("TP2-SDP4-ckpt\nDP8\ncp2-TP4+SP\n");
            for (int change = 0; change <= run % 5; ++change) {
                text[static_cast<qsizetype>(random() % static_cast<unsigned>(text.size()))] =
                    static_cast<char>(run % 3 == 0 ? random() % 256 : '0' + random() % 10);
            }
            text.truncate(run % 7 == 0 ? static_cast<qsizetype>(random() % static_cast<unsigned>(text.size()))
                                       : text.size());
            QMimeData data;
            run % 2 == 0 ? data.setData(format, text) : data.setText(QString::fromLatin1(text));
            const auto strategies = strategiesIn(&data);
            taken += strategies.empty() ? 0 : 1;
            for (const LayerStrategy& strategy : strategies) {
                QVERIFY2(strategy.groupSize() > 0, text.constData());
            }
            const StrategyPaste paste = pasteOnto(plan, {2, 5}, strategies);
            QVERIFY(paste.strategies.empty() != paste.refused.isEmpty());
        }
        QVERIFY(taken > 50);
        for (const char* text :
             {R"({"tensor":1048576,"data":1048576})", R"({"data":99999999999999999999})", R"({"tensor":2,"zero":"x"})",
              "2", "[]", "{", "", R"({"tensor":-1,"data":-1})", R"({"recompute":"some"})", "{}\n"}) {
            QMimeData data;
            data.setData(format, text);
            QVERIFY2(strategiesIn(&data).empty(), text);
        }
    }

    void shortestPlanAfterLongestKeepsItsHead()
    {
        ViewFixture fixture(64, 126, 64);
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        QTest::mouseMove(&view, centerOf(view.currentLayout(), 120));
        fixture.selection.select({.firstLayer = 100, .layerCount = 20, .stage = 60});
        fixture.document.showPlan(std::make_shared<const Plan>(samplePlan(1, 2, 1)));
        QVERIFY(colorCount(pictureOf(view)) > 5);
        QTest::keyClick(&view, Qt::Key_Down);
        QVERIFY(fixture.selection.current().firstLayer < 2);
        fixture.document.showPlan(nullptr);
        QVERIFY(!pictureOf(view).isNull());
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(100, 100));
    }
};

PGRAM_TEST(TestViewStrategyMap)
#include "test_view_strategy_map.moc"
