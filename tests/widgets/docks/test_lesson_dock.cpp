// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Lesson dock, the lesson that is taken, presenting, and what is written of it.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/docks/inspector/findings_list.h"
#include "widgets/docks/lesson/lesson_drawing.h"
#include "widgets/docks/lesson/lesson_text.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/teach/handout.h"
#include "widgets/shell/teach/lesson_stage.h"
#include "widgets/shell/teach/notes_window.h"
#include "widgets/shell/window/named_layouts.h"

#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QXmlStreamReader>

using namespace pgram;

class TestLessonDock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        m_fixture->session()->add(samplePlan(4, 12, 8));
    }
    void cleanup() { m_fixture.reset(); }

    void theCourseIsListedAndOpened();
    void aStepRemembersWhatWasDone();
    void startingAgainForgets();
    void theUsersPlanComesInBetween();
    void aLessonEndsWhileAPlanIsMade();
    void theLanguageFollows();
    void aLessonThatIsNotThereIsSaid();
    void aBrokenStepLetsTheOthersBeTaken();
    void theSpotlightLifts();
    void presentingHasPageKeysAndNotes();
    void notesHaveAnswersOnRequest();
    void escapeEndsPresenting();
    void anOpenTaskHidesTheAdvice();
    void coursesAreInTheMenu();
    void drawingsAreShown();
    void handoutsAndResultsAreWritten();

private:
    [[nodiscard]] MainWindow& window() const { return *m_fixture->window; }
    [[nodiscard]] LessonStage& stage() const { return *window().lessons(); }
    [[nodiscard]] LessonRun& run() const { return *stage().run(); }
    void take(const char* lesson, int step = 0) const
    {
        stage().open(QLatin1StringView(lesson));
        run().goTo(step);
        QTRY_VERIFY(run().isReady());
    }
    std::optional<WindowFixture> m_fixture;
};

void TestLessonDock::theCourseIsListedAndOpened()
{
    window().actions()["course"]->trigger();
    auto* list = window().findChild<QListWidget*>(QStringLiteral("course"));
    QTRY_VERIFY(list->isVisible() && list->count() >= 3);
    QCOMPARE(static_cast<std::size_t>(list->count()), PresetStore(presetsFolder()).lessons().size() + 1);
    QCOMPARE(window().focusWidget(), list);  // so that arrows choose a lesson, and Return opens it
    list->setCurrentRow(1);
    const QString name = list->item(1)->data(Qt::UserRole).toString();
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(run().isOpen());
    QCOMPARE(QString::fromStdString(run().lesson().name), name);
}

void TestLessonDock::aStepRemembersWhatWasDone()
{
    take("memory-in-training", 1);
    m_fixture->document()->setMicrobatches(8);
    QVERIFY(run().task().done);
    window().actions()["nextStep"]->trigger();
    QTRY_VERIFY(run().isReady());
    QVERIFY(!run().task().done);
    QCOMPARE(m_fixture->document()->plan()->schedule.microbatches, 4);  // as the step before began
    window().actions()["previousStep"]->trigger();
    QVERIFY(run().isReady() && run().task().done);
    QCOMPARE(m_fixture->document()->plan()->schedule.microbatches, 8);
}

void TestLessonDock::startingAgainForgets()
{
    take("memory-in-training", 1);
    m_fixture->document()->setMicrobatches(8);
    window().actions()["startStepAgain"]->trigger();
    QTRY_VERIFY(run().isReady());
    QVERIFY(!run().task().done && run().isShown());
    QCOMPARE(m_fixture->document()->plan()->schedule.microbatches, 4);
    window().actions()["startLessonAgain"]->trigger();
    QCOMPARE(run().position(), 0);
    QTRY_VERIFY(run().isReady());
}

void TestLessonDock::theUsersPlanComesInBetween()
{
    take("memory-in-training", 1);
    QCOMPARE(m_fixture->session()->currentRow(), -1);
    QVERIFY(!window().actions()["save"]->isEnabled() || m_fixture->session()->count() == 1);
    m_fixture->session()->show(0);
    QVERIFY(!run().isShown());
    auto* back = window().findChild<QPushButton*>(QStringLiteral("lessonPlan"));
    QTRY_VERIFY(back->isVisible());
    m_fixture->document()->setMicrobatches(2);
    QVERIFY(!run().task().done);
    back->click();
    QVERIFY(run().isShown());
    QCOMPARE(m_fixture->session()->currentRow(), -1);
    m_fixture->session()->closeAll();
    QVERIFY(run().isShown());
    run().leave();
    QVERIFY(m_fixture->document()->plan() == nullptr);
}

/// The plan of the step before is shown until that of the next one is ready, and goes with the lesson.
void TestLessonDock::aLessonEndsWhileAPlanIsMade()
{
    take("memory-in-training");
    const auto before = m_fixture->document()->plan();
    run().goTo(1);
    QVERIFY(!run().isReady());
    QCOMPARE(m_fixture->document()->plan(), before);
    run().startAgain();
    QVERIFY(m_fixture->document()->plan() == nullptr);
    QTRY_VERIFY(run().isReady());
    run().goTo(1);
    QVERIFY(!run().isReady());
    run().leave();
    QCOMPARE(m_fixture->session()->currentRow(), 0);
    QCOMPARE(m_fixture->document()->plan(), m_fixture->session()->at(0).plan());
}

void TestLessonDock::theLanguageFollows()
{
    take("memory-in-training");
    const QString english = run().stepText({});
    window().showLanguage(QStringLiteral("zh_CN"));
    QVERIFY(run().stepText({}) != english);
    const auto* text = window().findChild<QLabel*>(QStringLiteral("lessonText"));
    QCOMPARE(text->text(), lessonHtml(run().stepText({})));
    QVERIFY(!text->text().contains(QStringLiteral("{{")));
}

void TestLessonDock::aLessonThatIsNotThereIsSaid()
{
    stage().open(QStringLiteral("memory-in-trainin"));
    QVERIFY(!run().isOpen());
    QVERIFY(window().messages()->texts().join(QString()).contains(QStringLiteral("memory-in-training")));
}

void TestLessonDock::aBrokenStepLetsTheOthersBeTaken()
{
    const QString file = m_fixture->path(QStringLiteral("mine.json"));
    QFile json(file);
    QVERIFY(json.open(QIODevice::WriteOnly));
    json.write(R"({"format": "parallelogram-lesson", "version": 1, "name": "mine", "title": "Mine", "steps": [
        {"id": "lost", "plan": {"scenario": "nowhere"}, "view": "memory"},
        {"id": "good", "plan": {"scenario": "default"}, "view": "memory", "point": {"stage": 0}}]})");
    json.close();
    stage().open(file);
    QTRY_VERIFY(run().isReady());
    QVERIFY(run().problem().has_value());
    QTRY_VERIFY(window().findChild<QWidget*>(QStringLiteral("lessonBroken"))->isVisible());
    run().goTo(1);
    QTRY_VERIFY(run().isReady());
    QVERIFY(!run().problem() && run().isShown());
}

void TestLessonDock::theSpotlightLifts()
{
    take("memory-in-training");
    QVERIFY(stage().spotlight().isVeiled());
    View* view = window().views()->current();
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Escape);
    QVERIFY(!stage().spotlight().isVeiled() && !stage().spotlight().area().isEmpty());
    window().actions()["showWhere"]->trigger();
    QVERIFY(stage().spotlight().isVeiled());
    QVERIFY(!stage().spotlight().accessibleName().isEmpty());
    QTest::mouseClick(view, Qt::LeftButton, {}, QPoint(5, view->height() - 5));
    QVERIFY(!stage().spotlight().isVeiled());
    run().leave();
    QVERIFY(stage().spotlight().area().isEmpty());
}

void TestLessonDock::presentingHasPageKeysAndNotes()
{
    take("memory-in-training");
    QTest::keyClick(&window(), Qt::Key_PageDown);
    QCOMPARE(run().position(), 0);
    window().actions()["present"]->trigger();
    QVERIFY(stage().isPresenting());
    QCOMPARE(QGuiApplication::screens().size(), 1);
    QVERIFY(window().findChild<NotesWindow*>() == nullptr);  // not over the only picture
    window().actions()["speakerNotes"]->trigger();
    QVERIFY(window().findChild<NotesWindow*>() == nullptr);  // nor on request
    QVERIFY(window().messages()->texts().join(QString()).contains(QStringLiteral("cover the picture")));
    QTest::keyClick(&window(), Qt::Key_PageDown);
    QCOMPARE(run().position(), 1);
    QTest::keyClick(&window(), Qt::Key_PageUp);
    QCOMPARE(run().position(), 0);
    window().actions()["present"]->trigger();
    QVERIFY(!stage().isPresenting() && !window().isFullScreen());
}

void TestLessonDock::notesHaveAnswersOnRequest()
{
    take("memory-in-training");
    window().actions()["speakerNotes"]->trigger();
    auto* notes = window().findChild<NotesWindow*>();
    QTRY_VERIFY(notes != nullptr && notes->isVisible());
    QVERIFY(!notes->findChild<QLabel*>(QStringLiteral("speakerNotes"))->text().isEmpty());
    const auto* answers = notes->findChild<QLabel*>(QStringLiteral("speakerAnswers"));
    QVERIFY(answers->text().isEmpty());
    notes->findChild<QPushButton*>(QStringLiteral("speakerShowAnswers"))->click();
    QVERIFY(!answers->text().isEmpty());
    run().goTo(1);
    QTRY_VERIFY(run().isReady());
    QVERIFY(answers->text().isEmpty());
    window().actions()["present"]->trigger();  // the notes leave the only screen
    QVERIFY(stage().isPresenting() && !notes->isVisible());
}

void TestLessonDock::escapeEndsPresenting()
{
    take("memory-in-training");
    const auto* inspector = window().findChild<QDockWidget*>(QStringLiteral("inspector"));
    window().actions()["present"]->trigger();
    QTRY_VERIFY(window().isFullScreen());
    QCOMPARE(inspector->isVisible(), run().step().task.has_value());
    View* view = window().views()->current();
    view->setFocus();
    for (int i = 0; i < 2; ++i) {  // the first one lifts the veil
        QTest::keyClick(view, Qt::Key_Escape);
    }
    QTRY_VERIFY(!stage().isPresenting());
    QVERIFY(!window().isFullScreen());
    QVERIFY(inspector->isVisible());
}

void TestLessonDock::anOpenTaskHidesTheAdvice()
{
    take("memory-wall");
    const auto* reliefs = window().findChild<FindingsList*>(QStringLiteral("reliefs"));
    const auto advises = [reliefs] {
        const auto buttons = reliefs->findChildren<QPushButton*>();
        return std::ranges::any_of(buttons, [](const QPushButton* each) { return !each->isHidden(); });
    };
    QTRY_VERIFY(!window().findChild<QLabel*>(QStringLiteral("fillNote"))->text().isEmpty());
    run().showSolution();
    QVERIFY(run().task().done);
    window().actions()["undo"]->trigger();
    QTRY_VERIFY(advises());
    window().actions()["startStepAgain"]->trigger();
    QTRY_VERIFY(run().isReady() && run().hasOpenTask());
    QVERIFY(!advises());
}

void TestLessonDock::coursesAreInTheMenu()
{
    window().actions()["course-one-class"]->trigger();
    QTRY_VERIFY(run().isReady());
    QCOMPARE(run().title(), QStringLiteral("Parallel training in one class"));
    QCOMPARE(run().stepCount(), 20);
    // Forwards and back: a page has other questions than the one before it.
    for (int step = 1; step < run().stepCount(); ++step) {
        run().goTo(step);
        QTRY_VERIFY(run().isReady());
    }
    for (int step = run().stepCount() - 1; step >= 0; --step) {
        window().actions()["previousStep"]->trigger();
        QTRY_VERIFY(run().isReady());
    }
    run().goTo(3);  // the first page of another lesson
    QTRY_VERIFY(run().isReady());
    QVERIFY(!run().problem() && run().step().task);
}

/// Every drawing is one, with words, in the dock as on paper.
void TestLessonDock::drawingsAreShown()
{
    for (const char* name : lessonDrawings()) {
        QVERIFY2(!drawingText(name).isEmpty(), name);
        QVERIFY2(drawingSize(name, 320).height() > 100, name);
    }
    take("tensor-parallelism");
    const auto* drawing = window().findChild<DrawingLabel*>();
    QTRY_VERIFY(drawing->isVisible() && drawing->height() >= drawing->heightForWidth(drawing->width()));
    QCOMPARE(drawing->accessibleName(), drawingText("tensor-parallel"));
    const QImage light = drawing->parentWidget()->grab(drawing->geometry()).toImage();
    window().showTheme(QStringLiteral("dark"));
    QTRY_VERIFY(drawing->parentWidget()->grab(drawing->geometry()).toImage() != light);
    run().goTo(1);
    QTRY_VERIFY(run().isReady());
    QVERIFY(!drawing->isVisible());
    const PresetStore store(presetsFolder());
    const QString file = m_fixture->path(QStringLiteral("drawn.html"));
    QCOMPARE(writeHandout(file, store, {.lesson = QStringLiteral("tensor-parallelism")}), QString());
    QFile read(file);
    QVERIFY(read.open(QIODevice::ReadOnly));
    QVERIFY(read.readAll().contains(drawingText("tensor-parallel").toHtmlEscaped().toUtf8()));
}

void TestLessonDock::handoutsAndResultsAreWritten()
{
    take("memory-in-training", 1);
    m_fixture->document()->setMicrobatches(8);
    run().answer(0, {.choice = -1, .number = 0, .order = {}});
    FigureTable table;
    table.reset(resultsOf(run()));
    const QString csv = tableToCsv(table);
    QVERIFY2(csv.contains(QStringLiteral("memory-in-training,activations,task,task,done")), qPrintable(csv));
    QVERIFY2(csv.contains(QStringLiteral("memory-in-training,activations,question,order,wrong,1")), qPrintable(csv));
    const PresetStore store(presetsFolder());
    const auto written = [&](const char* name, bool solutions) {
        const QString file = m_fixture->path(QLatin1StringView(name));
        const QString failure =
            writeHandout(file, store, {.lesson = QStringLiteral("memory-in-training"), .solutions = solutions});
        QFile read(file);
        return failure.isEmpty() && read.open(QIODevice::ReadOnly) ? read.readAll() : failure.toUtf8();
    };
    const QByteArray sheet = written("sheet.html", false);
    QVERIFY(sheet.contains("What is in memory when training") && sheet.contains("data:image/png"));
    QVERIFY(!sheet.contains("18 bytes per parameter") && !sheet.contains("Speaker"));
    const QByteArray solutions = written("solutions.html", true);
    QVERIFY(solutions.contains("18 bytes per parameter") && !solutions.contains("{{") && solutions.contains("Speaker"));
    QVERIFY(written("sheet.pdf", false).startsWith("%PDF"));
    QVERIFY(
        !writeHandout(m_fixture->path(QStringLiteral("x.html")), store, {.lesson = QStringLiteral("none")}).isEmpty());
}

PGRAM_TEST(TestLessonDock)
#include "test_lesson_dock.moc"
