// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Menus of the views: by key they are about what is selected, and they close when the plan changes.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/menu_answer.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/keeping/keeping_view.h"
#include "widgets/views/strategy_map/strategy_map_view.h"

using namespace pgram;

namespace {

QAction* actionWith(const QMenu& menu, const QString& text)
{
    const QList<QAction*> actions = menu.actions();
    const auto found = std::ranges::find_if(actions, [&](QAction* each) { return each->text() == text; });
    return found == actions.end() ? nullptr : *found;
}

}  // namespace

class TestViewMenus : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theMenuKeyActsOnTheSelectedLayer()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        QTest::keyClick(&view, Qt::Key_Home);
        QCOMPARE(fixture.selection.current().firstLayer, 0);
        const QPointF other = view.currentLayout().cells[5].center();
        QCOMPARE(view.currentLayout().layerAt(other), 5);
        const Plan before = *fixture.document.plan();
        const MenuAnswer answer([](const QMenu& menu) {
            menu.findChild<QMenu*>(QStringLiteral("recompute"))->actions().back()->trigger();
        });
        pressMenuKey(view, other.toPoint());
        QVERIFY(answer.answered());
        QCOMPARE(fixture.selection.current().firstLayer, 0);
        QCOMPARE(fixture.selection.current().layerCount, 1);
        for (std::size_t layer = 0; layer < before.strategies.size(); ++layer) {
            QCOMPARE(fixture.document.plan()->strategies[layer] != before.strategies[layer], layer == 0);
        }
    }

    void theMenuOpensAtTheSelectedLayer()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        QTest::keyClick(&view, Qt::Key_Home);
        const QPoint wanted = view.mapToGlobal(view.currentLayout().cells.front().bottomLeft().toPoint());
        QPoint opened;
        const MenuAnswer answer([&opened](const QMenu& menu) { opened = menu.pos(); });
        pressMenuKey(view, view.rect().center());
        QVERIFY(answer.answered());
        QVERIFY2((opened - wanted).manhattanLength() < 12,
                 qPrintable(QStringLiteral("%1, %2").arg(opened.x()).arg(opened.y())));
    }

    void shiftF10IsTheMenuKey()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        QTest::keyClick(&view, Qt::Key_End);
        const MenuAnswer answer(
            [](const QMenu& menu) { QVERIFY(menu.findChild<QMenu*>(QStringLiteral("recompute")) != nullptr); });
        QTest::keyClick(&view, Qt::Key_F10, Qt::ShiftModifier);
        QVERIFY(answer.answered());
        QCOMPARE(fixture.selection.current().firstLayer, 15);
    }

    void theMenuKeyActsOnTheSelectedBlock()
    {
        ViewFixture fixture(2, 16, 4);
        KeepingView view(&fixture.document, &fixture.selection);
        present(view);
        QTRY_VERIFY(view.shown() != nullptr && !view.isWorking());
        fixture.selection.select({.firstLayer = 0, .layerCount = 1, .stage = 0});
        const KeepingPlan before = view.shown()->mix;
        const MenuAnswer answer([&](const QMenu& menu) {
            const Keeping other = before.front() == Keeping::Recompute ? Keeping::Keep : Keeping::Recompute;
            menu.actions()[static_cast<int>(std::ranges::find(allKeepings, other) - allKeepings.begin())]->trigger();
        });
        pressMenuKey(view, view.scene().areaOf({"letter", 1}).center().toPoint());
        QVERIFY(answer.answered());
        QVERIFY(view.shown()->mix.front() != before.front());
        for (std::size_t block = 1; block < before.size(); ++block) {
            QCOMPARE(view.shown()->mix[block], before[block]);
        }
    }

    void theMenuKeyActsOnTheShownPlan()
    {
        ViewFixture fixture;
        fixture.session.add(samplePlan(2, 16, 8));
        fixture.session.add(samplePlan(4, 16, 4));
        for (int row = 0; row < 3; ++row) {
            fixture.session.setCompared(row, true);
        }
        fixture.session.show(1);
        CompareView view(&fixture.session, &fixture.selection, &fixture.time);
        present(view);
        QTRY_VERIFY(!view.isWorking());
        const MenuAnswer answer([](const QMenu& menu) {
            QAction* leave = actionWith(menu, QStringLiteral("Leave B Out"));
            QVERIFY(leave != nullptr);
            leave->trigger();
        });
        pressMenuKey(view, view.rect().center());
        QVERIFY(answer.answered());
        QCOMPARE(fixture.session.comparedRows(), (std::vector<int>{0, 2}));
    }

    /// Its actions hold layers of the plan before.
    void anotherPlanClosesTheMenu()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        const MenuAnswer answer([&](QMenu& menu) {
            auto* choices = menu.findChild<QMenu*>(QStringLiteral("recompute"));
            menu.setActiveAction(choices->menuAction());
            QVERIFY(menu.isVisible());
            fixture.session.add(samplePlan(1, 2, 1));
            QVERIFY(!menu.isVisible() && !choices->isVisible());
        });
        pressMenuKey(view, view.rect().center());
        QVERIFY(answer.answered());
    }

    void anotherPlanClosesTheMenuOfABlock()
    {
        ViewFixture fixture(2, 16, 4);
        KeepingView view(&fixture.document, &fixture.selection);
        present(view);
        QTRY_VERIFY(view.shown() != nullptr && !view.isWorking());
        fixture.selection.select({.firstLayer = 7, .layerCount = 1, .stage = 0});
        const MenuAnswer answer([&](const QMenu& menu) {
            QAction* recompute = menu.actions().at(2);
            fixture.session.add(samplePlan(1, 2, 1));
            QVERIFY(!menu.isVisible());
            QTRY_VERIFY(view.shown() != nullptr && !view.isWorking());
            const KeepingPlan mix = view.shown()->mix;
            recompute->trigger();  // a click that was under way
            QVERIFY(view.shown()->mix == mix);
        });
        pressMenuKey(view, view.rect().center());
        QVERIFY(answer.answered());
    }
};

PGRAM_TEST(TestViewMenus)
#include "test_view_menus.moc"
