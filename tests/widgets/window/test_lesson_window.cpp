// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A lesson in the window: actions that are disabled for its plan, and the state after it or the window is closed.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/shell/teach/lesson_stage.h"
#include "widgets/shell/window/named_layouts.h"

#include <QDockWidget>

#include <optional>

using namespace pgram;

class TestLessonWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        QVERIFY(QTest::qWaitForWindowActive(window()));
    }
    void cleanup() { m_fixture.reset(); }

    /// It is in no row of the session, so that it cannot be saved: the actions are off, with the reason.
    void itsPlanIsNotSaved()
    {
        window()->session()->add(samplePlan(4, 12, 8));
        for (const bool inLesson : {false, true}) {
            if (inLesson) {
                beginLesson();
            }
            for (const char* name : {"save", "saveAs", "exportPlan"}) {
                const QAction* action = window()->actions()[name];
                QVERIFY2(action->isEnabled() != inLesson, name);
                QCOMPARE(window()->actions().whyDisabled(action),
                         inLesson ? text("the plan is the lesson's") : QString());
            }
        }
    }

    void theNextStartHasTheLayoutOfBefore()
    {
        window()->session()->add(samplePlan(4, 12, 8));
        window()->views()->setCurrent(text("memory"));
        beginLesson();
        QCOMPARE(layout(), LayoutName::Teach);
        QVERIFY(window()->close());
        m_fixture->open();
        QVERIFY(QTest::qWaitForWindowActive(window()));
        QCOMPARE(layout(), LayoutName::Explore);
        QCOMPARE(window()->views()->current()->viewName(), text("memory"));
        QVERIFY(!window()->findChild<QDockWidget*>(text("lesson"))->isVisible());
        QVERIFY(window()->findChild<QDockWidget*>(text("scenario"))->isVisible());
    }

    /// A task is read in one and done in the other.
    void lessonAndInspectorAreBothInSight_data()
    {
        QTest::addColumn<QString>("open");
        for (const char* dock : {"", "modelDock", "clusterDock", "historyDock"}) {
            QTest::newRow(dock) << text(dock);
        }
    }
    void lessonAndInspectorAreBothInSight()
    {
        QFETCH(QString, open);
        window()->resize(1280, 720);
        window()->session()->add(samplePlan(4, 12, 8));
        if (!open.isEmpty()) {
            window()->findChild<QDockWidget*>(open)->toggleViewAction()->trigger();
            QTRY_VERIFY(window()->findChild<QDockWidget*>(open)->isVisible());
            beginLesson(0);
            window()->lessons()->run()->leave();
        }
        beginLesson(0);
        const auto* lesson = window()->findChild<QDockWidget*>(text("lesson"));
        const auto* inspector = window()->findChild<QDockWidget*>(text("inspector"));
        for (int step = 0; step < window()->lessons()->run()->stepCount(); ++step) {
            window()->lessons()->run()->goTo(step);
            QTRY_VERIFY(window()->lessons()->run()->isReady());
            QTRY_VERIFY(!lesson->visibleRegion().isEmpty() && !inspector->visibleRegion().isEmpty());
        }
    }

    /// Begun without one, a lesson ends with the plan that was made meanwhile.
    void aPlanMadeMeanwhileIsShownAfterIt()
    {
        beginLesson();
        window()->session()->add(samplePlan(4, 12, 8));
        window()->lessons()->run()->showPlan();
        QCOMPARE(window()->session()->currentRow(), -1);
        window()->lessons()->run()->leave();
        QCOMPARE(window()->session()->currentRow(), 0);
        QVERIFY(m_fixture->document()->plan() != nullptr);
    }

private:
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }
    [[nodiscard]] LayoutName layout() const { return window()->findChild<NamedLayouts*>()->current(); }
    void beginLesson(int row = -1) const
    {
        LessonRun* run = window()->lessons()->run();
        window()->lessons()->open(QString::fromStdString(run->lessons().front().name));
        QTRY_VERIFY(run->isReady());
        QVERIFY(row >= 0 || window()->session()->currentRow() == -1);
    }

    std::optional<WindowFixture> m_fixture;
};

PGRAM_TEST(TestLessonWindow)
#include "test_lesson_window.moc"
