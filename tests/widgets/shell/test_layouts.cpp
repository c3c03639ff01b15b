// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the window fills the screen: named layouts, type sizes, full screen. With PARALLELOGRAM_PICTURES set to a folder
// the views in the largest type leave pictures there.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/plans/plans_panel.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/window/named_layouts.h"
#include "widgets/theme/theme.h"

#include <QDockWidget>
#include <QMenu>
#include <QScreen>

#include <optional>

using namespace pgram;

class TestLayouts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        QVERIFY(QTest::qWaitForWindowActive(window()));
    }
    void cleanup() { m_fixture.reset(); }
    void layoutsArrangeTheDocks();
    void theInspectorFollowsTheSelection();
    void layoutsAreRememberedEachAsItWasLeft();
    void tabbedDocksComeBackIntoAVisibleWindow();
    void typeGrowsInSteps();
    void everyViewHoldsLargerType();
    void fullScreenComesAndGoes();
    void menusComeInFullScreen();
    void fullScreenLeavesAWindowThatFits();
    void theInspectorComesBackWhenThereIsRoom();
    void largeTypeLeavesTheViewsHalf();

private:
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }
    void select(int layer) const { window()->selection()->select({.firstLayer = layer, .layerCount = 1}); }
    void showSample() const { window()->session()->add(samplePlan(4, 12, 8)); }
    [[nodiscard]] QDockWidget* dock(const char* name) const
    {
        return window()->findChild<QDockWidget*>(QString::fromLatin1(name));
    }

    std::optional<WindowFixture> m_fixture;
};

void TestLayouts::layoutsArrangeTheDocks()
{
    const auto visible = [this] {
        QStringList names;
        for (const char* name : {"lesson", "scenario", "plans", "inspector", "clusterDock", "historyDock"}) {
            if (!dock(name)->isHidden()) {
                names.append(QString::fromLatin1(name));
            }
        }
        return names.join(QLatin1Char(' '));
    };
    QCOMPARE(visible(), text("scenario plans"));
    const int height = dock("plans")->height();
    window()->actions()["layout-compare"]->trigger();
    QCOMPARE(visible(), text("scenario plans"));
    QCOMPARE(window()->views()->current()->viewName(), text("compare"));
    QTRY_VERIFY(dock("plans")->height() > height);
    window()->actions()["layout-teach"]->trigger();
    QCOMPARE(visible(), text("lesson inspector"));
    QTest::keyClick(window(), Qt::Key_1, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(visible(), text("scenario plans"));
    QVERIFY(window()->actions()["layout-explore"]->isChecked());

    dock("plans")->hide();
    window()->actions()["resetLayout"]->trigger();
    QCOMPARE(visible(), text("scenario plans"));
}

/// It opens for a selection, and stays closed if somebody has closed it.
void TestLayouts::theInspectorFollowsTheSelection()
{
    showSample();
    QVERIFY(dock("inspector")->isHidden());
    select(2);
    QTRY_VERIFY(!dock("inspector")->isHidden());
    dock("inspector")->close();
    select(3);
    QCoreApplication::processEvents();
    QVERIFY(dock("inspector")->isHidden());
    window()->actions()["inspector"]->trigger();
    QVERIFY(!dock("inspector")->isHidden());
    dock("inspector")->hide();
    select(4);
    QTRY_VERIFY(!dock("inspector")->isHidden());
    window()->layouts()->use(LayoutName::Compare);
    select(5);
    QCoreApplication::processEvents();
    QVERIFY(dock("inspector")->isHidden());
}

void TestLayouts::layoutsAreRememberedEachAsItWasLeft()
{
    dock("plans")->hide();
    window()->layouts()->use(LayoutName::Compare);
    QVERIFY(!dock("plans")->isHidden());
    dock("scenario")->hide();
    window()->layouts()->use(LayoutName::Explore);
    QVERIFY(dock("plans")->isHidden());
    QVERIFY(!dock("scenario")->isHidden());
    window()->layouts()->use(LayoutName::Compare);
    QVERIFY(dock("scenario")->isHidden());
    QVERIFY(window()->close());
    m_fixture->open();
    QVERIFY(QTest::qWaitForWindowActive(window()));
    QCOMPARE(window()->layouts()->current(), LayoutName::Compare);
    QVERIFY(window()->actions()["layout-compare"]->isChecked());
    QVERIFY(dock("scenario")->isHidden());
    window()->layouts()->reset();
    QVERIFY(!dock("scenario")->isHidden());
    QVERIFY(dock("inspector")->isHidden());
    window()->layouts()->use(LayoutName::Explore);
    QVERIFY(dock("plans")->isHidden());
}

/// Qt walks over its tab bars while it shows them; each new one must not end the walk in freed memory.
void TestLayouts::tabbedDocksComeBackIntoAVisibleWindow()
{
    showSample();
    for (const char* name : {"lesson", "inspector", "historyDock"}) {
        dock(name)->show();
    }
    window()->tabifyDockWidget(dock("scenario"), dock("lesson"));
    window()->tabifyDockWidget(dock("inspector"), dock("historyDock"));
    QTRY_COMPARE(window()->tabifiedDockWidgets(dock("inspector")), QList{dock("historyDock")});
    for (int round = 0; round < 8; ++round) {
        window()->layouts()->use(LayoutName::Teach);
        window()->tabifyDockWidget(dock("lesson"), dock("inspector"));
        window()->layouts()->use(LayoutName::Explore);
        QCoreApplication::processEvents();
        QCOMPARE(window()->tabifiedDockWidgets(dock("scenario")), QList{dock("lesson")});
        QCOMPARE(window()->tabifiedDockWidgets(dock("inspector")), QList{dock("historyDock")});
    }
}

void TestLayouts::typeGrowsInSteps()
{
    QCOMPARE(typeSizeAfter(100, 1), 125);
    QCOMPARE(typeSizeAfter(200, 1), 200);
    QCOMPARE(typeSizeAfter(100, -1), 100);
    QCOMPARE(typeSizeAfter(137, 0), 125);
    const double usual = QApplication::font().pointSizeF();
    const auto percent = [usual] { return qRound(QApplication::font().pointSizeF() * 100 / usual); };
    QTest::keyClick(window(), Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(percent(), 125);
    QTest::keyClick(window(), Qt::Key_Plus, Qt::ControlModifier);
    QTest::keyClick(window(), Qt::Key_Minus, Qt::ControlModifier);
    QCOMPARE(percent(), 125);
    // Teaching has a size of its own.
    window()->layouts()->use(LayoutName::Teach);
    QCOMPARE(percent(), 150);
    QTest::keyClick(window(), Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(percent(), 200);
    QVERIFY(!window()->actions()["largerType"]->isEnabled());
    window()->layouts()->use(LayoutName::Explore);
    QCOMPARE(percent(), 125);
    QTest::keyClick(window(), Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(percent(), 100);
    window()->layouts()->use(LayoutName::Teach);
    QCOMPARE(percent(), 200);
    m_fixture->window.reset();
    QCOMPARE(percent(), 100);
}

/// The pictures follow the type: they are drawn anew and nothing of the old size stays.
void TestLayouts::everyViewHoldsLargerType()
{
    showSample();
    for (View* view : window()->views()->views()) {
        window()->views()->setCurrent(view);
        const QImage usual = view->grab().toImage();
        window()->actions()["largerType"]->trigger();
        QCoreApplication::processEvents();
        QVERIFY2(view->grab().toImage() != usual, qPrintable(view->viewName()));
        QCOMPARE(Theme(view->palette(), view->font()).font.pointSizeF(), QApplication::font().pointSizeF());
        while (window()->actions()["largerType"]->isEnabled()) {
            window()->actions()["largerType"]->trigger();
        }
        keepPicture(window(), text("largest-") + view->viewName());
        window()->actions()["usualType"]->trigger();
        QCoreApplication::processEvents();
    }
}

void TestLayouts::fullScreenComesAndGoes()
{
    QTest::keyClick(window(), Qt::Key_F11);
    QTRY_VERIFY(window()->isFullScreen());
    QTRY_COMPARE(window()->menuBar()->height(), 0);
    QVERIFY(window()->actions()["fullScreen"]->isChecked());
    QCOMPARE(window()->messages()->texts().size(), 1);
    QVERIFY(window()->messages()->texts().front().contains(text("F11")));
    // Without a menu bar the shortcuts of its actions still work.
    window()->views()->setCurrent(text("memory"));
    QTest::keyClick(window(), Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(window()->views()->current()->viewName(), window()->views()->views().front()->viewName());
    QTest::keyClick(window(), Qt::Key_Escape);
    QTRY_VERIFY(!window()->isFullScreen());
    QTRY_VERIFY(window()->menuBar()->height() > 0);
    QVERIFY(window()->messages()->texts().isEmpty());
    window()->actions()["fullScreen"]->trigger();
    QTRY_VERIFY(window()->isFullScreen());
    QVERIFY(window()->messages()->texts().isEmpty());  // known by now
    window()->actions()["fullScreen"]->trigger();
    QTRY_VERIFY(!window()->isFullScreen());
}

void TestLayouts::menusComeInFullScreen()
{
    window()->actions()["fullScreen"]->trigger();
    QTRY_COMPARE(window()->menuBar()->height(), 0);
    QMenu* file = window()->menuBar()->actions().front()->menu();
    QTest::keyClick(window(), Qt::Key_F, Qt::AltModifier);
    QTRY_VERIFY(file->isVisible());
    QTRY_VERIFY(window()->menuBar()->height() > 0);
    QTest::keyClick(file, Qt::Key_Escape);
    QTRY_VERIFY(!file->isVisible());
    if (window()->menuBar()->activeAction() != nullptr) {
        QTest::keyClick(window()->menuBar(), Qt::Key_Escape);  // from the bar, too
    }
    QVERIFY(window()->isFullScreen());
    QTRY_COMPARE(window()->menuBar()->height(), 0);
    window()->actions()["fullScreen"]->trigger();
}

void TestLayouts::fullScreenLeavesAWindowThatFits()
{
    const QSize room = window()->screen()->availableSize();
    window()->resize(room.width() + 200, room.height() + 80);
    window()->actions()["fullScreen"]->trigger();
    QTRY_VERIFY(window()->isFullScreen());
    window()->actions()["fullScreen"]->trigger();
    QTRY_VERIFY(!window()->isFullScreen());
    QTRY_VERIFY(window()->height() <= room.height());
    QTRY_VERIFY(window()->width() <= std::max(room.width(), window()->minimumSizeHint().width()));
}

/// A narrow window puts it behind Scenario, and a wide one beside the views again, in the next run too.
void TestLayouts::theInspectorComesBackWhenThereIsRoom()
{
    const auto together = [this] {
        return window()->tabifiedDockWidgets(dock("scenario")).contains(dock("inspector"));
    };
    showSample();
    select(0);
    QTRY_VERIFY(!dock("inspector")->isHidden());
    window()->actions()["largerType"]->trigger();
    window()->resize(700, 640);
    while (!together() && window()->actions()["largerType"]->isEnabled()) {
        window()->actions()["largerType"]->trigger();
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY(together());
    QVERIFY(window()->close());
    m_fixture->open();
    QVERIFY(QTest::qWaitForWindowActive(window()));
    showSample();
    QTRY_VERIFY(together());
    window()->actions()["usualType"]->trigger();
    window()->resize(2400, 1000);
    QTRY_VERIFY(!together());
    QVERIFY(!dock("inspector")->isHidden());
    QCOMPARE(window()->dockWidgetArea(dock("inspector")), Qt::RightDockWidgetArea);

    // Put together by hand they stay so.
    window()->tabifyDockWidget(dock("scenario"), dock("inspector"));
    QVERIFY(window()->close());
    m_fixture->open();
    QVERIFY(QTest::qWaitForWindowActive(window()));
    window()->resize(2500, 1000);
    QCoreApplication::processEvents();
    QVERIFY(together());
}

/// Type of twice the size leaves the views about half of the window, and every dock within reach.
void TestLayouts::largeTypeLeavesTheViewsHalf()
{
    showSample();
    select(0);
    QTRY_VERIFY(!dock("inspector")->isHidden());
    window()->resize(1280, 800);
    for (const QString& language : {text("en"), text("zh_CN")}) {
        window()->showLanguage(language);
        while (window()->actions()["largerType"]->isEnabled()) {
            window()->actions()["largerType"]->trigger();
        }
        QTRY_VERIFY(window()->views()->width() >= window()->width() * 45 / 100);
        QTRY_VERIFY(window()->width() <= 1280);
        keepPicture(window(), text("large-type-%1").arg(language));
        // F6 goes to the Inspector, which comes to the front.
        for (int pane = 0; pane < 4 && !window()->inspector()->isAncestorOf(QApplication::focusWidget()); ++pane) {
            window()->actions()["nextPane"]->trigger();
        }
        QVERIFY(window()->inspector()->isAncestorOf(QApplication::focusWidget()));
        QTRY_VERIFY(
            window()->rect().contains(QRect(window()->inspector()->mapTo(window(), QPoint(0, 0)), QSize(1, 1))));
        window()->actions()["usualType"]->trigger();
        QTRY_VERIFY(window()->inspector()->mapTo(window(), QPoint(0, 0)).x() >
                    window()->views()->mapTo(window(), QPoint(0, 0)).x());
    }
}

PGRAM_TEST(TestLayouts)
#include "test_layouts.moc"
