// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The cells of the strategy map say what they run, in short where there is little room, and what has no colour has a
// glyph and a word for it.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/words.h"
#include "widgets/views/strategy_map/strategy_map_painter.h"
#include "widgets/views/strategy_map/strategy_map_view.h"

using namespace pgram;

namespace {

/// Names that are longer than their cells.
std::shared_ptr<const Plan> longNames()
{
    Plan plan = samplePlan(1, 42, 4, 8);
    for (std::size_t layer = 0; layer < plan.strategies.size(); ++layer) {
        LayerStrategy& strategy = plan.strategies[layer];
        strategy = {};
        strategy.tensor = 2;
        strategy.data = 4;
        strategy.zero = 3;
        strategy.sequence = SequenceParallel::Megatron;
        strategy.kept.on = KeptOn::Host;
        strategy.kept.part = layer % 2 == 0 ? KeptPart::All : KeptPart::WithoutAttention;
        strategy.offloadOptimizer = true;
    }
    return std::make_shared<const Plan>(std::move(plan));
}

/// 64 stages, all but the first and the last alike.
std::shared_ptr<const Plan> manyStages()
{
    Plan plan = samplePlan(64, 128, 128, 8);
    LayerStrategy usual;
    usual.tensor = 4;
    usual.data = 2;
    usual.zero = 1;
    usual.sequence = SequenceParallel::Megatron;
    std::ranges::fill(plan.strategies, usual);
    LayerStrategy rare;
    rare.tensor = 8;
    plan.strategies.front() = rare;
    plan.strategies.back() = rare;
    return std::make_shared<const Plan>(std::move(plan));
}

struct FoldedMap {
    ViewFixture fixture;
    StrategyMapView view{&fixture.document, &fixture.selection};

    FoldedMap()
    {
        fixture.document.showPlan(manyStages());
        present(view);
    }
    void click(int layer)
    {
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.scene().areaOf({"layer", layer}).center().toPoint());
    }
};

}  // namespace

class TestMapLabels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noCellWithRoomIsBlank()
    {
        for (const QSize& size : {QSize(1024, 700), QSize(430, 430), QSize(320, 500)}) {
            ViewFixture fixture;
            fixture.document.showPlan(longNames());
            StrategyMapView view(&fixture.document, &fixture.selection);
            present(view, size);
            const QImage picture = pictureOf(view);
            const MapLayout layout = view.currentLayout();
            const Theme theme(view.palette(), view.font());
            const double letters = textWidth(theme.smallFont, QStringLiteral("TP…")) + 10;
            if (layout.cellWidth < letters || layout.cellHeight < theme.lineHeight * 1.08 + 6) {
                continue;
            }
            for (const QRectF& cell : layout.cells) {
                // Letters have shades that neither ground nor hatch has.
                std::set<QRgb> shades;
                const QRect inside = cell.adjusted(3, 3, -cell.width() / 3, -6).toRect();
                for (int y = inside.top(); y < inside.bottom(); ++y) {
                    for (int x = inside.left(); x < inside.right(); ++x) {
                        shades.insert(picture.pixel(x, y));
                    }
                }
                QVERIFY2(shades.size() > 8, qPrintable(QStringLiteral("%1 shades").arg(shades.size())));
            }
        }
    }

    void equalStagesShareABlock()
    {
        FoldedMap map;
        const MapFold fold = foldMap(*manyStages());
        QCOMPARE(fold.blocks, (std::vector<MapBlock>{{0, 0}, {1, 62}, {63, 63}}));
        QCOMPARE(fold.cells, (std::vector<MapCell>{{0, 1}, {1, 1}, {2, 2}, {126, 1}, {127, 1}}));
        QCOMPARE(map.view.scene().refs("layer").size(), fold.cells.size());
        const QStringList texts = map.view.scene().texts();
        QVERIFY(texts.contains(QStringLiteral("Stages 1–62: same")));
        const auto plan = manyStages();
        for (const LayerStrategy& strategy : plan->strategies) {
            QVERIFY2(!texts.filter(strategyText(strategy)).isEmpty(), qPrintable(strategyText(strategy)));
        }
        // A cell that is shared by stages is of all their layers; one of a single stage is of its own.
        map.click(50);
        QCOMPARE(map.fixture.selection.current().firstLayer, 2);
        QCOMPARE(map.fixture.selection.current().layerCount, 124);
        map.click(1);
        QCOMPARE(map.fixture.selection.current(), (Selection{.firstLayer = 1, .layerCount = 1, .stage = 0}));
    }

    void keysReachEveryLayerOfAFold()
    {
        FoldedMap map;
        map.click(1);
        QTest::keyClick(&map.view, Qt::Key_Down);
        QTest::keyClick(&map.view, Qt::Key_Down);
        QCOMPARE(map.fixture.selection.current(), (Selection{.firstLayer = 3, .layerCount = 1, .stage = 1}));
        QTest::keyClick(&map.view, Qt::Key_F);
        QCOMPARE(map.view.scene().refs("layer").size(), std::size_t{128});
        map.click(50);
        QCOMPARE(map.fixture.selection.current(), (Selection{.firstLayer = 50, .layerCount = 1, .stage = 25}));
        QTest::keyClick(&map.view, Qt::Key_F);
        QCOMPARE(map.view.scene().refs("layer").size(), std::size_t{5});
    }

    /// Cuts inside of a block are not shown; the one behind it takes layers from its last stage.
    void theCutBehindAFoldMoves()
    {
        FoldedMap map;
        QCOMPARE(map.view.scene().refs("cut"), (std::vector<Ref>{{"cut", 0}, {"cut", 62}}));
        const QPointF grip = map.view.scene().areaOf({"cut", 62}).center();
        const QPointF above = grip - QPointF(0, map.view.currentLayout().cellHeight / 2);
        QTest::mousePress(&map.view, Qt::LeftButton, {}, grip.toPoint());
        QTest::mouseMove(&map.view, above.toPoint());
        QTest::mouseRelease(&map.view, Qt::LeftButton, {}, above.toPoint());
        QCOMPARE(map.fixture.document.plan()->chunk(63), (Chunk{125, 3}));
    }

    void smallPlansShowEveryLayer()
    {
        ViewFixture fixture(4, 16, 8);
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view, {400, 300});
        QVERIFY(!view.currentLayout().isFolded());
        QCOMPARE(view.scene().refs("layer").size(), std::size_t{16});
    }

    void whatHasNoColorHasAGlyph()
    {
        const Theme theme{QPalette(), QFont()};
        std::map<QString, QString> said;
        for (const LegendItem& item : mapHeading(theme, *longNames()).legend) {
            if (item.mark == LegendItem::Mark::Glyph) {
                said[item.glyph] = item.label;
            }
        }
        QCOMPARE(said.size(), std::size_t{3});
        for (const LegendItem& item : mapHeading(theme, samplePlan(1, 6, 4)).legend) {
            QVERIFY(item.mark != LegendItem::Mark::Glyph);
        }
    }
};

PGRAM_TEST(TestMapLabels)
#include "test_map_labels.moc"
