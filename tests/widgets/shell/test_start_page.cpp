// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The page of a first start: shown once unasked, and from it to a plan, to the first lesson and to each view.
#include "core/plan/plan_json.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/shell/guide/start_page.h"
#include "widgets/shell/teach/lesson_stage.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolBar>
#include <QToolButton>

using namespace pgram;

class TestStartPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        window()->welcome();
        QVERIFY(QTest::qWaitForWindowActive(window()));
        QVERIFY(page()->isVisible());
    }
    void cleanup() { m_fixture.reset(); }

    void comesOnceUnasked()
    {
        m_fixture->open();
        QVERIFY(QTest::qWaitForWindowActive(window()));
        window()->welcome();
        QVERIFY(!page()->isVisible());
        window()->actions()["startPage"]->trigger();
        QVERIFY(page()->isVisible());
        QSet<QWidget*> reached;
        for (QWidget* at = QApplication::focusWidget(); !reached.contains(at); at = QApplication::focusWidget()) {
            QVERIFY(page()->isAncestorOf(at));
            reached.insert(at);
            QTest::keyClick(at, Qt::Key_Tab);
        }
        QVERIFY(reached.size() > 7);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!page()->isVisible());
    }

    /// Hides the whole page when something that it covers comes to the front.
    void givesWayToWhatItCovers()
    {
        const auto isSeen = [this](const QWidget* widget) {
            const QPoint middle = widget->mapTo(window(), widget->rect().center());
            const QWidget* at = window()->childAt(middle);
            return at == widget || widget->isAncestorOf(at);
        };
        const auto seen = [&] {
            const auto* toolBar = window()->findChild<QToolBar*>();
            const auto* scenario = window()->findChild<QDockWidget*>(text("scenario"));
            return isSeen(toolBar) && isSeen(scenario->widget()) && isSeen(window()->views()->current());
        };
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        QVERIFY(!page()->isVisible());
        QVERIFY(window()->findChild<QDockWidget*>(text("scenario"))->isAncestorOf(QApplication::focusWidget()));
        QVERIFY(seen());

        window()->actions()["startPage"]->trigger();
        QVERIFY(page()->isVisible() && page()->isAncestorOf(QApplication::focusWidget()) && !seen());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
        QVERIFY(!page()->isVisible() && seen());

        window()->actions()["startPage"]->trigger();
        window()->findChild<QDockWidget*>(text("plans"))->raise();
        QVERIFY(!page()->isVisible() && seen());

        window()->actions()["startPage"]->trigger();
        window()->views()->setArrangement(ViewArea::Arrangement::Grid);
        QVERIFY(!page()->isVisible());
        window()->views()->setArrangement(ViewArea::Arrangement::Tabs);
    }

    void threeActionsToAPlan()
    {
        auto* model = page()->findChild<QComboBox*>(text("startModel"));
        QVERIFY(model->isAncestorOf(QApplication::focusWidget()) || model->hasFocus());
        model->lineEdit()->selectAll();
        QTest::keyClicks(model->lineEdit(), text("garden"));
        QVERIFY(!page()->findChild<QAbstractButton*>(text("startPlan"))->isEnabled());
        model->lineEdit()->selectAll();
        QTest::keyClicks(model->lineEdit(), text("gpt3-2.7b"));  // 1
        auto* cluster = page()->findChild<QComboBox*>(text("startCluster"));
        cluster->setFocus();
        cluster->setCurrentIndex(cluster->findData(text("dgx-h100-64")));  // 2
        click("startPlan");                                                // 3
        QVERIFY(!page()->isVisible());
        QTRY_COMPARE(m_fixture->session()->count(), 1);
        QTRY_VERIFY(!window()->planning()->isRunning());
        QVERIFY(window()->views()->current()->isAncestorOf(QApplication::focusWidget()) ||
                window()->views()->current()->hasFocus());
        const Plan& plan = *m_fixture->document()->plan();
        QCOMPARE(QString::fromStdString(plan.model.title), text("GPT-3 2.7B"));
        QCOMPARE(plan.cluster.title, std::string("8 × DGX H100, InfiniBand NDR"));
    }

    /// The tool tip is the path letter by letter.
    void recentFiles()
    {
        const QString file = m_fixture->path(text("R&D.pgplan.json"));
        QVERIFY(savePlan(samplePlan(4, 12, 8), file.toStdString()));
        QVERIFY(window()->openFile(file));
        window()->showStart();
        const auto* button = page()->findChild<QToolButton*>(text("startRecent"));
        QVERIFY(button != nullptr);
        QCOMPARE(button->toolTip(), file);
    }

    void oneClickToTheFirstLesson()
    {
        click("startLesson");
        LessonRun* run = window()->lessons()->run();
        QVERIFY(run->isOpen() && !page()->isVisible());
        QCOMPARE(run->lesson().name, run->lessons().front().name);
    }

    void theCourse()
    {
        click("startCourse");
        QVERIFY(!page()->isVisible() && !window()->lessons()->run()->isOpen());
        QVERIFY(window()->findChild<QDockWidget*>(text("lesson"))->isVisible());
    }

    void theNodesAreThoseOfTheCluster()
    {
        auto* cluster = page()->findChild<QComboBox*>(text("startCluster"));
        auto* nodes = page()->findChild<QuantityEdit*>(text("startNodes"));
        cluster->setCurrentIndex(cluster->findData(text("dgx-h100-64")));
        QCOMPARE(nodes->value(), 8);
        nodes->setValue(4);
        click("startPlan");
        QTRY_COMPARE(m_fixture->session()->count(), 1);
        QCOMPARE(m_fixture->document()->plan()->cluster.devices, 32);
    }

    void aMachineIsTyped()
    {
        auto* cluster = page()->findChild<QComboBox*>(text("startCluster"));
        const auto* plan = page()->findChild<QAbstractButton*>(text("startPlan"));
        cluster->setEditText(text("2 x abacus"));
        QVERIFY(!plan->isEnabled());
        cluster->setEditText(text("16 x rtx 4090"));
        QVERIFY(plan->isEnabled());
        QCOMPARE(page()->findChild<QuantityEdit*>(text("startNodes"))->value(), 2);
        click("startPlan");
        QTRY_COMPARE(m_fixture->session()->count(), 1);
        QCOMPARE(m_fixture->document()->plan()->cluster.devices, 16);
    }

    /// Nothing has to be scrolled sideways to be read, and in a window of usual size nothing at all.
    void fits()
    {
        for (const char* language : {"en", "zh_CN"}) {
            window()->showLanguage(text(language));
            window()->resize(1280, 800);
            QVERIFY(QTest::qWaitForWindowExposed(window()));
            const auto* scroll = page()->findChild<QScrollArea*>();
            QTRY_COMPARE(scroll->width(), page()->width());
            QTRY_COMPARE(scroll->horizontalScrollBar()->maximum(), 0);
            for (const QLabel* label : page()->findChildren<QLabel*>()) {
                QVERIFY2(label->text().isEmpty() || label->height() >= label->heightForWidth(label->width()),
                         qPrintable(label->text()));
            }
        }
    }

private:
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }
    [[nodiscard]] StartPage* page() const { return window()->findChild<StartPage*>(); }
    void click(const char* name) const
    {
        auto* button = page()->findChild<QAbstractButton*>(QString::fromLatin1(name));
        QVERIFY(button != nullptr && button->isVisible() && button->isEnabled());
        QTRY_VERIFY(button->height() >= button->minimumSizeHint().height());
        QTest::mouseClick(button, Qt::LeftButton);
    }

    std::optional<WindowFixture> m_fixture;
};

PGRAM_TEST(TestStartPage)
#include "test_start_page.moc"
