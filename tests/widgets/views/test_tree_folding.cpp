// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Decision trees of hundreds of leaves: what is folded, that what is shown can be read, and the filter.
#include "core/questions/plan_question.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/views/common/words.h"
#include "widgets/views/tree/tree_filter.h"
#include "widgets/views/tree/tree_view.h"

#include <QRegularExpression>
#include <QToolButton>

using namespace pgram;

namespace {

int count(TreeView& view, TreeStop::Kind kind)
{
    return static_cast<int>(std::ranges::count(view.currentArrangement().layout.stops, kind, &TreeStop::kind));
}

const TreeStop& first(TreeView& view, TreeStop::Kind kind)
{
    return *std::ranges::find(view.currentArrangement().layout.stops, kind, &TreeStop::kind);
}

void click(TreeView& view, const TreeStop& stop)
{
    (void)view.currentArrangement();
    QTest::mouseClick(&view, Qt::LeftButton, {},
                      view.currentArrangement().window.toWidget(stop.rect.center()).toPoint());
}

/// A plan on 1,024 devices: 211 levels' leaves, twice with recomputation.
struct LargeTree : ViewFixture {
    TreeView view{&session, &selection, &leaves};
    QLineEdit* filter = view.findChild<QLineEdit*>(QStringLiteral("treeFilter"));

    LargeTree()
    {
        session.add(samplePlan(1, 8, 1, 1024));
        present(view);
    }
};

}  // namespace

class TestTreeFolding : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fewLeavesStayOpen()
    {
        ViewFixture fixture(1, 8, 4);
        fixture.session.add(samplePlan(1, 8, 1, 8));
        TreeView view(&fixture.session, &fixture.selection, &fixture.leaves);
        present(view);
        QCOMPARE(count(view, TreeStop::Kind::Branch), 0);
        QVERIFY(view.findChild<QLineEdit*>(QStringLiteral("treeFilter"))->isHidden());
    }

    void manyLeavesFoldButForThoseInUse()
    {
        LargeTree large;
        QVERIFY(count(large.view, TreeStop::Kind::Branch) > 10);
        std::set<LayerStrategy> shown;
        for (const TreeStop& stop : large.view.currentArrangement().layout.stops) {
            if (stop.kind == TreeStop::Kind::Leaf) {
                click(large.view, stop);
                shown.insert(*large.view.currentStrategy());
                break;  // the first is in sight
            }
        }
        const std::vector<LayerStrategy>& used = large.document.plan()->strategies;
        QVERIFY(std::ranges::find(used, *shown.begin()) != used.end() || count(large.view, TreeStop::Kind::Leaf) >= 2);
    }

    /// No smaller than labels can be read, and no wider than the view: the root stays in sight.
    void whatIsShownCanBeRead()
    {
        for (const QSize& size : {QSize(1280, 800), QSize(900, 600), QSize(640, 400)}) {
            LargeTree large;
            large.view.resize(size);
            const TreeWindow& window = large.view.currentArrangement().window;
            QVERIFY(window.scale >= readableScale);
            QCOMPARE(window.scroll.x(), 0.0);
            QVERIFY(window.size.width() * window.scale <= window.area.width() + 1);
        }
    }

    void unfoldedLeavesStandBehindEachOtherWhereColumnsHaveNoRoom()
    {
        Space space;
        space.ckpt = space.sp = true;
        const std::vector<DecisionTree> trees = decisionTrees(64, space);
        const TreeLayout wide = layoutTrees(trees, {}, TreeMetrics{}, 4000);
        const TreeLayout narrow = layoutTrees(trees, {}, TreeMetrics{}, 700);
        QVERIFY(wide.sections.front().captioned && !narrow.sections.front().captioned);
        const auto leaves = [](const TreeLayout& layout) {
            return std::ranges::count(layout.stops, TreeStop::Kind::Leaf, &TreeStop::kind);
        };
        QCOMPARE(leaves(narrow), leaves(wide));
        QVERIFY(narrow.size.width() * readableScale <= 700);
        for (std::size_t i = 0; i < narrow.stops.size(); ++i) {
            for (std::size_t j = i + 1; j < std::min(narrow.stops.size(), i + 12); ++j) {
                QVERIFY(!narrow.stops[i].rect.intersects(narrow.stops[j].rect));
            }
        }
    }

    /// Thousands of searches that nobody asked for do not begin by themselves, and a click begins them.
    void tooManyCostsWaitForAClick()
    {
        ViewFixture fixture;
        const Plan plan = samplePlan(1, 8, 1, 64);
        SearchRecord record{requestOf(plan), {}};
        record.request.space = *parseSpace("modern");
        fixture.session.add(plan, std::make_shared<const Estimate>(estimate(plan)),
                            std::make_shared<const SearchRecord>(record));
        TreeView view(&fixture.session, &fixture.selection, &fixture.leaves);
        present(view);
        auto* compute = view.findChild<QToolButton*>(QStringLiteral("computeLeaves"));
        QTRY_VERIFY(!view.isWorking() && compute->isVisible());
        QVERIFY(view.costs().known().empty());
        QVERIFY2(compute->text().contains(QRegularExpression(QStringLiteral("[0-9]{4}"))), qPrintable(compute->text()));
        QVERIFY(view.rect().contains(compute->geometry()));
        QTest::mouseClick(compute, Qt::LeftButton);
        QVERIFY(view.costs().isRunning());
        QCOMPARE(compute->text(), QStringLiteral("Stop"));
        QTRY_VERIFY(!view.costs().known().empty());
        QTest::mouseClick(compute, Qt::LeftButton);
        QVERIFY(!view.costs().isRunning());
        // Known costs stay, and other layers are another question.
        QVERIFY(!view.costs().known().empty());
        fixture.selection.select({.firstLayer = 2, .layerCount = 1});
        QTRY_VERIFY(!view.isWorking());
        QVERIFY(view.costs().known().empty());
    }

    void aClickUnfoldsABranchAndFoldsItAgain()
    {
        LargeTree large;
        const int folded = count(large.view, TreeStop::Kind::Branch);
        const int leaves = count(large.view, TreeStop::Kind::Leaf);
        const TreeStop branch = first(large.view, TreeStop::Kind::Branch);
        click(large.view, branch);
        const int open = count(large.view, TreeStop::Kind::Leaf) + count(large.view, TreeStop::Kind::Branch);
        QVERIFY(open > leaves + folded);
        TreeStop box = branch;
        box.kind = TreeStop::Kind::Level;
        const TreeLayout& layout = large.view.currentArrangement().layout;
        click(large.view, TreeStop(layout.stops[static_cast<std::size_t>(layout.find(box))]));
        QCOMPARE(count(large.view, TreeStop::Kind::Branch), folded);
        QCOMPARE(count(large.view, TreeStop::Kind::Leaf), leaves);
    }

    void theKeyboardUnfoldsABranch()
    {
        LargeTree large;
        const int leaves = count(large.view, TreeStop::Kind::Leaf);
        const int stops = static_cast<int>(large.view.currentArrangement().layout.stops.size());
        large.view.setFocus();
        for (int press = 0; press < stops; ++press) {
            QTest::keyClick(&large.view, Qt::Key_Down);
            if (large.view.accessibleDescription().contains(QStringLiteral("folded"))) {
                break;
            }
        }
        QVERIFY2(large.view.accessibleDescription().contains(QStringLiteral("folded")),
                 qPrintable(large.view.accessibleDescription()));
        QTest::keyClick(&large.view, Qt::Key_Space);
        QVERIFY(static_cast<int>(large.view.currentArrangement().layout.stops.size()) > stops);
        QTest::keyClick(&large.view, Qt::Key_Return);
        QCOMPARE(static_cast<int>(large.view.currentArrangement().layout.stops.size()), stops);
        QCOMPARE(count(large.view, TreeStop::Kind::Leaf), leaves);
    }

    /// Where the keyboard stood in trees that are gone is nowhere.
    void nothingIsCurrentWithoutAPlan()
    {
        LargeTree large;
        large.view.setFocus();
        while (!large.view.currentStrategy()) {
            QTest::keyClick(&large.view, Qt::Key_Down);
        }
        large.session.closeAll();
        Selection other;
        other.stage = 0;
        large.selection.select(other);
        large.selection.select({});
        QVERIFY(!large.view.currentStrategy());
    }

    void theFilterFindsByWords()
    {
        LargeTree large;
        const int rows = large.view.table()->rowCount();
        QVERIFY(!large.filter->isHidden());
        QTest::keyClick(&large.view, Qt::Key_Slash);
        QTest::keyClicks(large.filter, QStringLiteral("tp8 CKPT"));
        int found = 0;
        const Space space = requestOf(*large.document.plan()).space;
        for (const DecisionTree& tree : decisionTrees(1024, space)) {
            for (const LayerStrategy& strategy : keptStrategies(tree)) {
                const QString name = strategyText(strategy);
                found += name.contains(QStringLiteral("TP8")) && name.contains(QStringLiteral("ckpt")) ? 1 : 0;
            }
        }
        QVERIFY(found > 0);
        QCOMPARE(count(large.view, TreeStop::Kind::Leaf), found);
        QCOMPARE(large.view.table()->rowCount(), found);
        QCOMPARE(count(large.view, TreeStop::Kind::Cuts), 0);
        QTest::keyClick(large.filter, Qt::Key_Return);
        QVERIFY(large.view.currentStrategy().has_value());
        QVERIFY(strategyText(*large.view.currentStrategy()).contains(QStringLiteral("TP8")));
        QTest::keyClick(large.filter, Qt::Key_Escape);
        QVERIFY(large.filter->text().isEmpty());
        QCOMPARE(large.view.table()->rowCount(), rows);
        QVERIFY(count(large.view, TreeStop::Kind::Branch) > 10);
    }

    void nothingIsFound()
    {
        LargeTree large;
        large.filter->setText(QStringLiteral("no such thing"));
        QCOMPARE(count(large.view, TreeStop::Kind::Leaf), 0);
        QCOMPARE(large.view.table()->rowCount(), 0);
        pictureOf(large.view);
        QTest::keyClick(large.filter, Qt::Key_Return);
        QTest::keyClick(&large.view, Qt::Key_Down);
    }
};

PGRAM_TEST(TestTreeFolding)
#include "test_tree_folding.moc"
