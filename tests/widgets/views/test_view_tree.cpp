// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The decision tree view: where nodes stand, what is folded, costs that come in, and driving it with mouse and keys.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/tree/tree_view.h"

#include <QAbstractItemModelTester>

#include <cmath>

using namespace pgram;

namespace {

constexpr auto fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

std::vector<DecisionTree> trees(int devices, bool ckpt = true)
{
    Space space;
    space.ckpt = ckpt;
    return decisionTrees(devices, space);
}

TreeFolding folding(bool open)
{
    TreeFolding all;
    all.othersOpen = all.cutsOpen = open;
    return all;
}

int count(const TreeLayout& layout, TreeStop::Kind kind)
{
    return static_cast<int>(
        std::ranges::count_if(layout.stops, [kind](const TreeStop& stop) { return stop.kind == kind; }));
}

/// The middle of the leaf with `strategy`, in the widget.
QPoint placeOf(TreeView& view, const std::vector<DecisionTree>& shown, const LayerStrategy& strategy)
{
    const TreeArrangement& now = view.currentArrangement();
    for (const TreeStop& stop : now.layout.stops) {
        const TreeNode& node = shown[static_cast<std::size_t>(stop.tree)].nodes[static_cast<std::size_t>(stop.node)];
        if (stop.kind == TreeStop::Kind::Leaf && node.strategies[static_cast<std::size_t>(stop.variant)] == strategy) {
            return now.window.toWidget(stop.rect.center()).toPoint();
        }
    }
    return {};
}

LayerStrategy dataParallel(int degree, int zero = 0)
{
    LayerStrategy strategy;
    strategy.data = degree;
    strategy.zero = zero;
    return strategy;
}

}  // namespace

class TestViewTree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// docs/method/search.md, Decision tree: 8 devices, 34 leaves of which 22 are kept; recompute doubles the
    /// strategies of a leaf.
    void everyKeptStrategyIsALeaf()
    {
        for (const bool ckpt : {false, true}) {
            const TreeLayout layout = layoutTrees(trees(8, ckpt), folding(true), TreeMetrics{}, 4000);
            QCOMPARE(count(layout, TreeStop::Kind::Leaf), ckpt ? 44 : 22);
            QCOMPARE(count(layout, TreeStop::Kind::Title), 4);
            QCOMPARE(count(layout, TreeStop::Kind::Cuts), 0);
        }
        QCOMPARE(count(layoutTrees(trees(1024, false), folding(true), TreeMetrics{}, 4000), TreeStop::Kind::Leaf), 211);
    }

    void foldsHideWhatWasCutAndOtherTrees()
    {
        const TreeLayout folded = layoutTrees(trees(8), folding(false), TreeMetrics{}, 400);
        QCOMPARE(count(folded, TreeStop::Kind::Title), 4);
        QCOMPARE(count(folded, TreeStop::Kind::Leaf), 22);  // the tree of P = 1: 11, twice
        QVERIFY(count(folded, TreeStop::Kind::Cuts) > 0);
        for (const TreeStop& stop : folded.stops) {
            QVERIFY(stop.kind == TreeStop::Kind::Title || stop.tree == 0);
        }
        TreeFolding byHand = folding(false);
        byHand.trees[1] = false;
        byHand.trees[2] = true;
        QCOMPARE(count(layoutTrees(trees(8), byHand, TreeMetrics{}, 400), TreeStop::Kind::Leaf), 14);
    }

    void nothingOverlapsAndChildrenStandRightOfTheirParent()
    {
        for (const int devices : {1, 2, 8, 64, 1024}) {
            const std::vector<DecisionTree> all = trees(devices);
            const TreeLayout layout = layoutTrees(all, folding(true), TreeMetrics{}, 2400);
            std::map<std::pair<int, int>, QRectF> boxes;
            for (std::size_t i = 0; i < layout.stops.size(); ++i) {
                const TreeStop& stop = layout.stops[i];
                QVERIFY(QRectF(QPointF(), layout.size).adjusted(0, 0, 1, 1).contains(stop.rect));
                const std::size_t last = std::min(layout.stops.size(), i + 12);
                for (std::size_t j = i + 1; j < last; ++j) {
                    QVERIFY(!stop.rect.intersects(layout.stops[j].rect));
                }
                if (stop.kind == TreeStop::Kind::Level) {
                    boxes[{stop.tree, stop.node}] = stop.rect;
                    const int parent =
                        all[static_cast<std::size_t>(stop.tree)].nodes[static_cast<std::size_t>(stop.node)].parent;
                    const auto above = boxes.find({stop.tree, parent});
                    QVERIFY(parent == 0 || above->second.right() < stop.rect.left());
                    QVERIFY(parent == 0 || above->second.top() <= stop.rect.top());
                }
            }
        }
    }

    void arrowsReachEveryStop()
    {
        const TreeLayout layout = layoutTrees(trees(8), folding(true), TreeMetrics{}, 1200);
        std::set<int> reached{0};
        std::vector<int> open{0};
        while (!open.empty()) {
            const int from = open.back();
            open.pop_back();
            for (const auto& [rows, columns] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
                const int next = layout.neighbour(from, rows, columns);
                if (reached.insert(next).second) {
                    open.push_back(next);
                }
            }
        }
        QCOMPARE(reached.size(), layout.stops.size());
    }

    void theWindowZoomsAndStaysInside()
    {
        TreeWindow window;
        window.area = QRectF(10, 20, 400, 300);
        window.size = QSizeF(1000, 2000);
        const QPointF pointer(200, 100);
        const QPointF place = window.toPlace(pointer);
        window.zoomAt(1.5, pointer);
        QVERIFY((window.toPlace(pointer) - place).manhattanLength() < 1e-9 || window.scroll.isNull());
        window.scrollBy({-1e6, -1e6});
        QCOMPARE(window.scroll, QPointF());
        window.scrollBy({1e6, 1e6});
        QVERIFY(std::abs(window.visible().bottom() - 2000) < 1e-6);
        window.reveal(QRectF(0, 0, 50, 20));
        QVERIFY(window.visible().contains(QRectF(0, 0, 50, 20)));
        window.showAll();
        QVERIFY(window.visible().adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(QRectF(QPointF(), window.size)));
    }

    void costClassesGrow()
    {
        QCOMPARE(costClass(1.0), 0);
        QCOMPARE(costClass(1.03), 1);
        QCOMPARE(costClass(1.99), 4);
        QCOMPARE(costClass(30), 5);
        const Theme theme{QPalette(), QFont()};
        for (int step = 1; step < 6; ++step) {
            QVERIFY(costColor(theme, step) != costColor(theme, step - 1));
        }
    }

    void costsArriveAndColourTheLeaves()
    {
        ViewFixture fixture(2, 8, 4);
        TreeView view(&fixture.session, &fixture.selection, &fixture.leaves);
        QAbstractItemModelTester tester(view.table(), fatal);
        present(view);
        QTRY_VERIFY(!view.isWorking() && !view.costs().known().empty());
        int expected = 0;
        for (const DecisionTree& tree : trees(4)) {
            expected += countStrategies({&tree, 1}).after;
        }
        QCOMPARE(static_cast<int>(view.costs().known().size()), expected);
        QVERIFY(std::isfinite(view.costs().best()));
        // The best leaf is drawn in the colour of its class.
        for (const auto& [strategy, cost] : view.costs().known()) {
            if (cost.isCosted() && strategy.groupSize() == 2) {
                const Seconds best = std::min(view.costs().best(), fixture.document.estimate()->stepTime);
                const Theme theme(view.palette(), view.font());
                std::vector<DecisionTree> shown = trees(4);
                std::swap(shown[0], shown[1]);
                const QPoint middle = placeOf(view, shown, strategy);
                QVERIFY(!middle.isNull());
                const TreeStop& stop = view.currentArrangement().layout.stops[static_cast<std::size_t>(
                    view.currentArrangement().layout.stopAt(view.currentArrangement().window.toPlace(middle),
                                                            view.currentArrangement().window.visible()))];
                const QPoint corner = view.currentArrangement().window.toWidget(stop.rect.topLeft()).toPoint();
                const QImage picture = pictureOf(view);
                QCOMPARE(picture.pixelColor(corner + QPoint(4, 4)).rgb(),
                         costColor(theme, costClass(cost.stepTime / best)).rgb());
            }
        }
        const auto costedRows = [&view] {
            int costed = 0;
            for (int row = 0; row < view.table()->rowCount(); ++row) {
                costed += view.table()->index(row, 8).data(FigureTable::RawRole).toDouble() > 0 ? 1 : 0;
            }
            return costed;
        };
        const auto costed =
            std::ranges::count_if(view.costs().known(), [](const auto& entry) { return entry.second.isCosted(); });
        QTRY_COMPARE(costedRows(), static_cast<int>(costed));
        QVERIFY(costed > 0);
    }

    void costsFollowTheSelection()
    {
        ViewFixture fixture(1, 6, 4);
        TreeView view(&fixture.session, &fixture.selection, &fixture.leaves);
        present(view);
        QTRY_VERIFY(!view.isWorking() && !view.costs().known().empty());
        const Seconds all = view.costs().known().at(dataParallel(2)).stepTime;
        fixture.selection.select({.firstLayer = 2, .layerCount = 1});
        QTRY_VERIFY(!view.isWorking());
        QVERIFY(view.costs().known().at(dataParallel(2)).stepTime <= all);
        // Back to all layers: known already.
        fixture.selection.select({});
        QTRY_VERIFY(view.costs().known().at(dataParallel(2)).stepTime == all);
    }

    void clickSelectsTheLayersThatRunIt()
    {
        ViewFixture fixture(1, 8, 4);
        TreeView view(&fixture.session, &fixture.selection, &fixture.leaves);
        present(view);
        const LayerStrategy& used = fixture.document.plan()->strategies.front();
        const std::vector<DecisionTree> shown = trees(2);
        const QPoint place = placeOf(view, shown, used);
        QVERIFY(!place.isNull());
        QTest::mouseClick(&view, Qt::LeftButton, {}, place);
        QCOMPARE(fixture.selection.current().firstLayer, 0);
        QCOMPARE(fixture.selection.current().layerCount, 3);
        QCOMPARE(fixture.selection.current().strategy, std::optional(used));
        QCOMPARE(view.currentStrategy(), std::optional(used));
    }

    void doubleClickAndEnterApplyAndUndo()
    {
        ViewFixture fixture(1, 8, 4);
        TreeView view(&fixture.session, &fixture.selection, &fixture.leaves);
        present(view);
        fixture.selection.select({.firstLayer = 4, .layerCount = 2});
        const Plan before = *fixture.document.plan();
        const LayerStrategy wanted = dataParallel(2, 3);
        QTest::mouseDClick(&view, Qt::LeftButton, {}, placeOf(view, trees(2), wanted));
        QVERIFY(fixture.document.plan()->strategies[4] == wanted);
        QVERIFY(fixture.document.plan()->strategies[5] == wanted);
        QVERIFY(fixture.document.plan()->strategies[6] == before.strategies[6]);
        fixture.document.undoStack()->undo();
        QVERIFY(fixture.document.plan()->strategies == before.strategies);
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Down);
        for (int i = 0; i < 40 && view.currentStrategy() != wanted; ++i) {
            QTest::keyClick(&view, i % 5 < 3 ? Qt::Key_Right : Qt::Key_Down);
        }
        QVERIFY(view.currentStrategy().has_value());
        const LayerStrategy walked = *view.currentStrategy();
        QVERIFY(!view.accessibleDescription().isEmpty());
        QTest::keyClick(&view, Qt::Key_Return);
        QVERIFY(fixture.document.plan()->strategies[4] == walked);
    }

    void aLeafOfOtherStagesIsNotApplied()
    {
        ViewFixture fixture(2, 8, 4);
        TreeView view(&fixture.session, &fixture.selection, &fixture.leaves);
        present(view);
        const Plan before = *fixture.document.plan();
        std::vector<DecisionTree> shown = trees(4);
        std::swap(shown[0], shown[1]);
        const QPoint place = placeOf(view, shown, dataParallel(4));
        QVERIFY(!place.isNull());
        QTest::mouseDClick(&view, Qt::LeftButton, {}, place);
        QVERIFY(*fixture.document.plan() == before);
    }

    void titlesFold()
    {
        ViewFixture fixture(1, 8, 4);
        TreeView view(&fixture.session, &fixture.selection, &fixture.leaves);
        present(view);
        const int leaves = count(view.currentArrangement().layout, TreeStop::Kind::Leaf);
        const QRectF title = view.currentArrangement().layout.sections.front().title;
        QTest::mouseClick(&view, Qt::LeftButton, {},
                          view.currentArrangement().window.toWidget(title.center()).toPoint());
        QVERIFY(count(view.currentArrangement().layout, TreeStop::Kind::Leaf) < leaves);
    }

    void onlyTheFontTakesTheWindowAway()
    {
        ViewFixture fixture;
        TreeView view(&fixture.session, &fixture.selection, &fixture.leaves);
        present(view, {900, 600});
        const QRectF first = view.currentArrangement().window.visible();
        for (int press = 0; press < 4; ++press) {
            QTest::keyClick(&view, Qt::Key_Plus);
        }
        const QRectF zoomed = view.currentArrangement().window.visible();
        QVERIFY(zoomed.width() < first.width());
        view.setPalette(QPalette(Qt::black));
        view.setCursor(Qt::WaitCursor);
        view.setEnabled(false);
        view.setEnabled(true);
        QEvent activation(QEvent::ActivationChange);
        QApplication::sendEvent(&view, &activation);
        QCOMPARE(view.currentArrangement().window.visible(), zoomed);
        QFont font = view.font();
        font.setPointSizeF(font.pointSizeF() * 2);
        view.setFont(font);
        QVERIFY(view.currentArrangement().window.visible() != zoomed);
    }

    void quitsWhileItWorks()
    {
        // Hundreds of leaves, so that the work is still under way however quick the machine.
        ViewFixture fixture(1, 8, 1);
        fixture.session.add(samplePlan(4, 64, 8, 256));
        TreeView view(&fixture.session, &fixture.selection, &fixture.leaves);
        present(view);
        QTRY_VERIFY(view.costs().isRunning());
    }

    void withoutAPlanThereIsNothing()
    {
        ViewFixture fixture;
        TreeView view(&fixture.session, &fixture.selection, &fixture.leaves);
        present(view);
        fixture.session.closeAll();
        QCOMPARE(view.table()->rowCount(), 0);
        pictureOf(view);
        QKeyEvent down(QEvent::KeyPress, Qt::Key_Down, {});
        QApplication::sendEvent(&view, &down);
        QVERIFY(!down.isAccepted());  // It is for whoever is above.
        QTest::mouseClick(&view, Qt::LeftButton, {}, {200, 200});
    }
};

PGRAM_TEST(TestViewTree)
#include "test_view_tree.moc"
