// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every lesson of the course from its first step to its last, by the mouse in Chinese and by the keyboard in English in
// turn, in the deep tier by both: each task done by an edit that can be undone, each question answered wrongly and
// rightly.
#include "core/lessons/lesson.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/docks/lesson/question_box.h"
#include "widgets/document/core_text.h"
#include "widgets/shell/teach/lesson_stage.h"
#include "widgets/shell/window/named_layouts.h"

#include <QDockWidget>
#include <QListWidget>
#include <QRadioButton>
#include <QToolButton>

using namespace pgram;

class TestLessonRobot : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyLesson_data()
    {
        QTest::addColumn<QString>("lesson");
        QTest::addColumn<bool>("byMouse");
        const PresetStore store(presetsFolder());
        std::size_t index = 0;
        for (const PresetEntry& entry : store.lessons()) {
            const bool usual = index++ % 2 == 0;
            for (const bool byMouse : {false, true}) {
                if (byMouse != usual && !test::isDeep()) {
                    continue;
                }
                QTest::newRow(
                    qPrintable(qs(entry.name) + (byMouse ? QStringLiteral(", mouse") : QStringLiteral(", keys"))))
                    << qs(entry.name) << byMouse;
            }
        }
    }

    void everyLesson()
    {
        QFETCH(QString, lesson);
        QFETCH(bool, byMouse);
        WindowFixture fixture;
        MainWindow& window = *fixture.window;
        window.showLanguage(byMouse ? QStringLiteral("zh_CN") : QStringLiteral("en"));
        const Plan own = samplePlan(4, 12, 8);
        fixture.session()->add(own);
        m_window = &window;
        m_run = window.lessons()->run();
        m_byMouse = byMouse;
        window.lessons()->open(lesson);
        QVERIFY(m_run->isOpen());
        QCOMPARE(window.layouts()->current(), LayoutName::Teach);
        for (int step = 0; step < m_run->stepCount(); ++step) {
            QCOMPARE(m_run->position(), step);
            takeStep();
            if (QTest::currentTestFailed()) {
                qWarning("in step %s", m_run->step().id.c_str());
                return;
            }
            QVERIFY(m_run->isComplete(step));
            if (step + 1 < m_run->stepCount() && !byMouse) {
                QTest::keyClick(m_window, Qt::Key_PageDown, Qt::AltModifier);
            } else {
                press("stepNext");
            }
        }
        // The last Next leaves: the user's own plan is there again, and as it was.
        if (m_run->isOpen()) {
            window.actions()["leaveLesson"]->trigger();
        }
        QVERIFY(!m_run->isOpen());
        QCOMPARE(m_run->completed(), QStringList{lesson});
        QCOMPARE(fixture.settings.get(SettingId::LessonsDone).toStringList(), m_run->completed());
        QCOMPARE(window.layouts()->current(), LayoutName::Explore);
        QCOMPARE(fixture.session()->currentRow(), 0);
        QCOMPARE(fixture.session()->count(), 1);
        QVERIFY(*fixture.document()->plan() == *fixture.session()->at(0).plan());
        QVERIFY(fixture.document()->plan()->strategies == own.strategies && !fixture.session()->hasModified());
    }

private:
    template <typename Widget>
    Widget* named(const QString& name, QWidget* in = nullptr) const
    {
        QWidget* where = in != nullptr ? in : m_window->findChild<QDockWidget*>(QStringLiteral("lesson"));
        return where->findChild<Widget*>(name);
    }

    void press(const char* name, QWidget* in = nullptr) const
    {
        press(named<QAbstractButton>(QLatin1StringView(name), in));
    }
    void press(QAbstractButton* button) const
    {
        QVERIFY(button != nullptr && button->isVisibleTo(m_window) && button->isEnabled());
        if (m_byMouse) {
            // The box may just have been filled: nobody clicks before it is laid out, and nothing stays squeezed.
            QTRY_VERIFY(button->height() >= button->minimumSizeHint().height());
            QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(4, button->height() / 2));
        } else {
            QVERIFY(button->focusPolicy() != Qt::NoFocus);  // of choices Tab reaches one, arrows the others
            button->setFocus(Qt::TabFocusReason);
            QTest::keyClick(button, Qt::Key_Space);
        }
    }

    void takeStep()
    {
        QTRY_VERIFY(m_run->isReady());
        QVERIFY2(!m_run->problem(), m_run->problem() ? m_run->problem()->text().c_str() : "");
        QVERIFY(m_run->isShown());
        const LessonStep& step = m_run->step();
        const View* view = m_window->views()->current();
        if (!step.view.empty()) {
            QCOMPARE(view->viewName().toStdString(), step.view);
            if (!step.page.empty()) {
                QCOMPARE(view->pageName().toStdString(), step.page);
            }
        }
        const Spotlight& spotlight = m_window->lessons()->spotlight();
        const bool points = !step.place.kind.empty() && step.place.kind != "view";
        QCOMPARE(spotlight.isVeiled(), points);
        if (points) {
            const QRectF area = spotlight.area();
            QVERIFY(area.width() > 8 && area.height() > 8 && QRectF(view->rect()).contains(area));
        }
        QVERIFY(!named<QLabel>(QStringLiteral("lessonText"))->text().contains(QStringLiteral("{{")));
        if (step.task) {
            m_byMouse ? beShown() : doTask();
        }
        for (int i = 0; i < static_cast<int>(step.questions.size()) && !QTest::currentTestFailed(); ++i) {
            answer(i);
        }
    }

    /// As the Inspector does it: an undo command for each edit.
    void doTask()
    {
        QVERIFY(!m_run->task().done);
        Document& document = *m_window->session()->document();
        const Plan before = *document.plan();
        for (const LessonEdit& edit : m_run->step().task->solution) {
            const int layers = edit.layerCount > 0 ? edit.layerCount : before.model.layerCount() - edit.firstLayer;
            if (edit.strategy) {
                document.setStrategy(edit.firstLayer, layers, *edit.strategy);
            } else if (edit.microbatches) {
                document.setMicrobatches(*edit.microbatches);
            } else if (edit.batch) {
                document.setGlobalBatch(*edit.batch);
            } else if (edit.schedule) {
                document.setSchedule(*edit.schedule);
            } else if (edit.boundary) {
                document.moveCut(*edit.boundary, edit.cutAt);
            }
        }
        QVERIFY(m_run->task().done && !m_run->task().shown);
        QVERIFY(!named<QLabel>(QStringLiteral("taskExplain"))->text().isEmpty());
        QVERIFY(!m_window->lessons()->spotlight().isVeiled());
        QUndoStack* history = document.undoStack();
        QVERIFY(history->canUndo());
        while (history->canUndo()) {
            m_window->actions()["undo"]->trigger();
        }
        QVERIFY(*document.plan() == before);
        QVERIFY(m_run->task().done);  // what was done was done
        while (history->canRedo()) {
            m_window->actions()["redo"]->trigger();
        }
    }

    void beShown()
    {
        press("taskHint");
        QVERIFY(!named<QLabel>(QStringLiteral("taskHintText"))->text().isEmpty());
        press("taskSolution");
        QVERIFY(m_run->task().done && m_run->task().shown);
        m_window->actions()["undo"]->trigger();
        QVERIFY(!m_window->session()->document()->undoStack()->canUndo());
        m_window->actions()["redo"]->trigger();
    }

    [[nodiscard]] QuestionBox* box(int index) const
    {
        const std::string& id = m_run->step().questions[static_cast<std::size_t>(index)].id;
        return named<QuestionBox>(QStringLiteral("question-") + qs(id));
    }

    void answer(int index)
    {
        const LessonQuestion& question = m_run->step().questions[static_cast<std::size_t>(index)];
        const auto right = m_run->rightAnswer(index);
        QVERIFY2(right, question.id.c_str());
        for (const bool rightly : {false, true}) {
            give(index, *right, rightly);
            press("questionCheck", box(index));
            QCOMPARE(m_run->question(index).right, rightly);
            QVERIFY(!named<QLabel>(QStringLiteral("questionReaction"), box(index))->text().isEmpty());
            const QLabel* explain = named<QLabel>(QStringLiteral("questionExplain"), box(index));
            QCOMPARE(!explain->text().isEmpty(), rightly);
            QVERIFY(!explain->text().contains(QStringLiteral("{{")));
        }
        QCOMPARE(m_run->question(index).tries, 2);
    }

    void give(int index, const LessonState::Answer& right, bool rightly)
    {
        const LessonQuestion& question = m_run->step().questions[static_cast<std::size_t>(index)];
        if (question.kind == LessonQuestionKind::Choice) {
            const int other = right.choice == 0 ? 1 : 0;
            const std::string& id = question.choices[static_cast<std::size_t>(rightly ? right.choice : other)].id;
            press(named<QRadioButton>(qs(id), box(index)));
        } else if (question.kind == LessonQuestionKind::Number) {
            auto* field = named<QLineEdit>(QStringLiteral("questionNumber"), box(index));
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, QString::number(rightly ? right.number : 3 * right.number + 1, 'g', 12));
        } else if (rightly) {
            auto* list = named<QListWidget>(QStringLiteral("questionOrder"), box(index));
            QCOMPARE(list->count(), static_cast<int>(right.order.size()));
            for (int to = 0; to < list->count(); ++to) {
                int from = to;
                while (from < list->count() &&
                       list->item(from)->data(Qt::UserRole).toInt() != right.order[static_cast<std::size_t>(to)]) {
                    ++from;
                }
                QVERIFY2(from < list->count(), question.id.c_str());
                list->setCurrentRow(from);
                for (; from > to; --from) {
                    press("questionUp", box(index));
                }
            }
        }
    }

    MainWindow* m_window = nullptr;
    LessonRun* m_run = nullptr;
    bool m_byMouse = false;
};

PGRAM_TEST(TestLessonRobot)
#include "test_lesson_robot.moc"
