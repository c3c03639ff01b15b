// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The cells of the strategy map say what they run, in short where there is little room, and what has no colour has a
// glyph and a word for it.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/theme/theme.h"
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
