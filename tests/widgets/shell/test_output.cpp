// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What leaves the window other than by a file: copied and printed pictures. And the list of edits, which goes back to
// any of them.

#include "core/plan/plan_json.h"
#include "studies/swept.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/docks/history/history_panel.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/printing.h"
#include "widgets/views/study/study_view.h"
#include "widgets/views/what_if/what_if_view.h"

#include <QClipboard>
#include <QFile>
#include <QPrintDialog>
#include <QPrinter>
#include <QTimer>

#include <optional>
#include <set>

using namespace pgram;

class TestOutput : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        QVERIFY(QTest::qWaitForWindowActive(window()));
    }
    void cleanup() { m_fixture.reset(); }
    void historyJumps();
    void pictureIsCopied();
    void viewIsPrinted();
    void aPrinterThatTakesNothingIsNoSuccess();
    void printDialogPrints();
    void printDialogIsDeclined();
    void noOtherFileIsReplacedUnasked();
    void aLargeTableIsWrittenBehind();
    void aSweepIsSavedAsAStudy();
    void severalPlansAreSavedInOneFolder();

private:
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }
    void showSample() const { window()->session()->add(samplePlan(4, 12, 8)); }

    std::optional<WindowFixture> m_fixture;
};

void TestOutput::historyJumps()
{
    showSample();
    Document* document = window()->session()->document();
    for (const int microbatches : {4, 2, 1}) {
        document->setMicrobatches(microbatches);
    }
    QTest::keyClick(window(), Qt::Key_H, Qt::ControlModifier);
    auto* history = window()->findChild<HistoryPanel*>();
    QVERIFY(history->isVisible());
    QCOMPARE(history->model()->rowCount(), 4);  // the plan as it was, and three edits
    history->setCurrentIndex(history->model()->index(1, 0));
    QCOMPARE(document->plan()->schedule.microbatches, 4);
    history->setCurrentIndex(history->model()->index(0, 0));
    QCOMPARE(document->plan()->schedule.microbatches, 8);
    history->setCurrentIndex(history->model()->index(3, 0));
    QCOMPARE(document->plan()->schedule.microbatches, 1);
    keepPicture(window(), text("history"));
    // Another plan has its own.
    window()->session()->add(samplePlan(2, 6, 4));
    QCOMPARE(history->model()->rowCount(), 1);
    window()->session()->show(0);
    QCOMPARE(history->model()->rowCount(), 4);
}

void TestOutput::pictureIsCopied()
{
    QVERIFY(!window()->actions()["copyPicture"]->isEnabled());
    showSample();
    window()->views()->setCurrent(text("memory"));
    const QSize size = window()->views()->current()->size();
    QTest::keyClick(window(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QImage picture = QApplication::clipboard()->image();
    QCOMPARE(picture.size(), size * 2);
    std::set<QRgb> colors;
    for (int x = 0; x < picture.width(); x += 3) {
        for (int y = 0; y < picture.height(); y += 3) {
            colors.insert(picture.pixel(x, y));
        }
    }
    QVERIFY(colors.size() > 10);
}

/// On paper it is light, whatever the window is.
void TestOutput::viewIsPrinted()
{
    showSample();
    window()->showTheme(text("dark"));
    for (View* view : window()->views()->views()) {
        const QPalette before = view->palette();
        QPrinter printer;
        printer.setResolution(96);
        printer.setPageOrientation(QPageLayout::Landscape);
        printer.setOutputFormat(QPrinter::PdfFormat);
        const QString file = m_fixture->path(view->viewName() + text(".pdf"));
        printer.setOutputFileName(file);
        QVERIFY(printView(*view, text("sample plan"), printer));
        QFile page(file);
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QByteArray bytes = page.readAll();
        QVERIFY2(bytes.startsWith("%PDF") && bytes.size() > 4000, qPrintable(file));
        QVERIFY(bytes.contains("/Count 1"));
        QCOMPARE(view->palette().color(QPalette::Base), before.color(QPalette::Base));
    }
}

void TestOutput::aPrinterThatTakesNothingIsNoSuccess()
{
    showSample();
    QPrinter printer;
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(m_fixture->path(text("missing/page.pdf")));
    QVERIFY(!printView(*window()->views()->current(), text("sample plan"), printer));
}

/// The whole way: the action, the dialog of the system, the page.
void TestOutput::printDialogPrints()
{
    showSample();
    window()->views()->setCurrent(text("memory"));
    const QString file = m_fixture->path(text("printed.pdf"));
    QTimer::singleShot(0, this, [&file] {
        auto* dialog = qobject_cast<QPrintDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->printer()->docName(), text("sample plan"));
        QCOMPARE(dialog->printer()->pageLayout().orientation(), QPageLayout::Landscape);
        dialog->printer()->setOutputFormat(QPrinter::PdfFormat);
        dialog->printer()->setOutputFileName(file);
        dialog->done(QDialog::Accepted);
    });
    window()->actions()["print"]->trigger();
    QFile page(file);
    QVERIFY2(page.open(QIODevice::ReadOnly), qPrintable(file));
    const QByteArray bytes = page.readAll();
    QVERIFY(bytes.startsWith("%PDF") && bytes.contains("/Count 1"));
    if (const QString folder = qEnvironmentVariable("PARALLELOGRAM_PICTURES"); !folder.isEmpty()) {
        QFile::copy(file, folder + text("/printed.pdf"));
    }
}

/// Nobody wants to: nothing is written, and the window is as it was.
void TestOutput::printDialogIsDeclined()
{
    showSample();
    const QPalette before = window()->views()->current()->palette();
    QTimer::singleShot(0, this, [] { qobject_cast<QDialog*>(QApplication::activeModalWidget())->reject(); });
    window()->actions()["print"]->trigger();
    QCOMPARE(window()->views()->current()->palette().color(QPalette::Base), before.color(QPalette::Base));
    QVERIFY(window()->messages()->texts().isEmpty());
}

/// The dialog asks about the name as it was typed; the file behind it has a suffix more.
void TestOutput::noOtherFileIsReplacedUnasked()
{
    const auto kept = [](const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const Actions& actions = window()->actions();
    for (const auto& [action, suffix] :
         {std::pair(actions["saveScenario"], "json"), std::pair(actions["saveAs"], "pgplan.json"),
          std::pair(actions["exportData"], "csv")}) {
        const QString there = m_fixture->path(QStringLiteral("there.") + text(suffix));
        QFile file(there);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("mine") == 4);
        file.close();
        {
            FileDialogAnswer name(m_fixture->path(text("there")));
            QuestionAnswer answer(text("Cancel"), [&name] { name.answerWith({}); });
            action->trigger();
            QVERIFY(answer.asked().contains(text("there.")));
        }
        QCOMPARE(kept(there), QByteArray("mine"));
        {
            const FileDialogAnswer name(m_fixture->path(text("there")));
            const QuestionAnswer answer(text("Replace"));
            action->trigger();
            QVERIFY(answer.asked().contains(text("there.")));
        }
        QVERIFY2(kept(there).size() > 4, qPrintable(window()->messages()->texts().join(u'\n')));
        QVERIFY(!QFile::exists(m_fixture->path(text("there"))));
        QVERIFY(QFile::remove(there));
        showSample();  // A scenario needs none; the others save or export it.
    }
}

void TestOutput::aLargeTableIsWrittenBehind()
{
    window()->session()->add(samplePlan(16, 32, 256));
    QVERIFY(window()->views()->setCurrent(text("timeline")));
    View* view = window()->views()->current();
    QVERIFY(view->table()->rowCount() > 8000);
    const QString path = m_fixture->path(text("steps.csv"));
    const auto isSaid = [&] { return !window()->messages()->texts().filter(text("steps.csv")).isEmpty(); };
    {
        const FileDialogAnswer name(path);
        window()->actions()["exportData"]->trigger();
        QVERIFY(name.answered());
    }
    QVERIFY(!isSaid());
    window()->session()->closeAll();  // What was asked for is what is written.
    QTRY_VERIFY(isSaid());
    window()->session()->add(samplePlan(16, 32, 256));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), tableToCsv(*view->table()));
}

/// The plans of a sweep, exported as a study, are what the Study view opens.
void TestOutput::aSweepIsSavedAsAStudy()
{
    m_fixture->planAndWait();
    auto* view = window()->findChild<WhatIfView*>();
    window()->views()->setCurrent(view);
    QTRY_VERIFY(view->shown() && view->shown()->isComplete() && !view->isWorking());
    std::size_t plans = 0;
    const auto swept = view->swept();
    QVERIFY(swept);
    for (const SweepPoint& point : swept->all.front().points) {
        plans += point.plan ? 1 : 0;
    }
    QVERIFY(plans > 0);
    const QString path = m_fixture->path(text("sweep.sqlite"));
    {
        const FileDialogAnswer name(path);
        window()->actions()["exportData"]->trigger();
        QVERIFY(name.answered());
    }
    QTRY_VERIFY(!window()->messages()->texts().filter(text("sweep.sqlite")).isEmpty());
    QCOMPARE(window()->files()->recent().front(), path);
    QVERIFY2(window()->openFile(path), qPrintable(window()->messages()->texts().join(u'\n')));
    auto* study = window()->findChild<StudyView*>();
    QTRY_VERIFY(study->rows().table() != nullptr && !study->isWorking());
    QCOMPARE(study->rows().table()->rows(), view->swept()->all.front().points.size());
    const int before = window()->session()->count();
    study->openRow(0);
    QCOMPARE(window()->session()->count(), before + 1);
    QCOMPARE(window()->session()->document()->estimate()->stepTime,
             view->swept()->all.front().points.front().figures->stepTime);
}

void TestOutput::severalPlansAreSavedInOneFolder()
{
    for (int plan = 0; plan < 3; ++plan) {
        showSample();
    }
    const QString stem = QString::fromStdString(window()->session()->at(0).plan()->name).toLower();
    const QDir folder(m_fixture->folder.path());
    QVERIFY(folder.mkdir(text("plans")));
    QFile mine(folder.filePath(text("plans/") + stem + text(".json")));
    QVERIFY2(mine.open(QIODevice::WriteOnly) && mine.write("mine") == 4, qPrintable(mine.fileName()));
    mine.close();
    {
        const FolderAnswer declined({});
        const QuestionAnswer save(text("Save"));
        QVERIFY(!window()->files()->mayClose());
        QVERIFY(declined.answered());
    }
    const FolderAnswer chosen(folder.filePath(text("plans")));
    const QuestionAnswer save(text("Save"));
    QVERIFY(window()->files()->mayClose());
    QVERIFY(save.asked().contains(text("3 plans")));
    QVERIFY(chosen.answered());
    QVERIFY(mine.open(QIODevice::ReadOnly));
    QCOMPARE(mine.readAll(), QByteArray("mine"));
    std::set<QString> files;
    for (int row = 0; row < 3; ++row) {
        const PlanDocument& plan = window()->session()->at(row);
        QVERIFY(!plan.isModified());
        const auto saved = loadPlan(plan.file().toStdString());
        QVERIFY(saved && *saved == *plan.plan());
        QCOMPARE(QFileInfo(plan.file()).path(), folder.filePath(text("plans")));
        files.insert(plan.file());
    }
    QCOMPARE(files.size(), 3U);
}

PGRAM_TEST(TestOutput)
#include "test_output.moc"
