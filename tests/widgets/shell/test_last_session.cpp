// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the last time left when it ended as it should: its plans come back, or what is not saved is asked about.

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/plan/plan_json.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/traces/written_trace.h"
#include "tests/widgets/fixtures/kept_program.h"
#include "tests/widgets/fixtures/study_results.h"
#include "widgets/document/plan_names.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/session/session_keeper.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/shell/window/main_window.h"

#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <optional>

using namespace pgram;

class TestLastSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_root.emplace(); }
    void plansOfTheLastTimeAreShownAgain();
    void plansOfTheLastTimeAreNotShownUnasked();
    void theStudyOfTheLastTimeIsShownAgain();
    void theMeasuredRunOfTheLastTimeIsReadAgain();
    void twoClosedWindowsLoseNothing();
    void endFromOutsideKeepsWhatIsNotSaved();
    void whatCannotBeKeptIsAskedAbout();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_root->filePath(name); }
    [[nodiscard]] QStringList kept(const QString& pattern = QStringLiteral("*.json")) const
    {
        return QDir(path(QStringLiteral("recovery"))).entryList({pattern}, QDir::Files);
    }

    std::optional<QTemporaryDir> m_root;
};

void TestLastSession::plansOfTheLastTimeAreShownAgain()
{
    const auto file = [this](const char* name) { return path(QString::fromLatin1(name) + QStringLiteral(".json")); };
    {
        KeptProgram program(*m_root);
        QVERIFY(!program.keeper->begin(true));
        for (const char* name : {"b", "a", "c"}) {
            QVERIFY(savePlan(keptPlan(name), file(name).toStdString()).has_value());
            QVERIFY(program.window.openFile(file(name)));
        }
        program.session().document()->setMicrobatches(2);
        program.session().add(keptPlan("never saved"));
        program.session().setCompared(0, true);
        program.session().setCompared(2, true);
        program.session().setReference(1);
        program.session().show(2);
        program.window.views()->setCurrent(QStringLiteral("memory"));
        program.window.scenario()->setBudget(7 * GiB);
        QVERIFY(program.window.close());  // no question: nothing is lost
        program.keeper->finish();
    }
    QVERIFY(QFile::remove(file("b")));
    QVERIFY(savePlan(keptPlan("a", 16), file("a").toStdString()).has_value());
    KeptProgram program(*m_root);
    QVERIFY(program.keeper->begin(true));
    QVERIFY2(program.said().isEmpty(), qPrintable(program.said()));
    Session& session = program.session();
    QCOMPARE(session.count(), 4);
    QVERIFY(session.at(0).isModified());  // its file is gone
    QVERIFY(session.at(0).isCompared());
    QCOMPARE(session.at(1).plan()->schedule.microbatches, 16);  // written anew meanwhile
    QVERIFY(!session.at(1).isModified());
    QCOMPARE(session.at(2).plan()->schedule.microbatches, 2);
    QCOMPARE(session.at(2).file(), file("c"));
    QVERIFY(session.at(2).isModified());
    QCOMPARE(session.at(3).plan()->name, std::string("never saved"));
    QVERIFY(session.at(3).file().isEmpty());
    QCOMPARE(session.referenceRow(), 1);
    QCOMPARE(session.currentRow(), 2);
    QCOMPARE(program.window.views()->current()->viewName(), QStringLiteral("memory"));
    QCOMPARE(program.window.scenario()->request().memoryBudget, 7 * GiB);
    // What is at risk again is written down before the old file goes.
    QSignalSpy saved(program.keeper->autosave(), &Autosave::saved);
    QTRY_VERIFY(!saved.isEmpty());
    QCOMPARE(kept().size(), 1);
}

void TestLastSession::plansOfTheLastTimeAreNotShownUnasked()
{
    const QString file = path(QStringLiteral("a.json"));
    QVERIFY(savePlan(keptPlan("a"), file.toStdString()).has_value());
    const auto open = [&](bool again) {
        KeptProgram program(*m_root);
        const bool begun = program.keeper->begin(again);
        const int count = program.session().count();
        if (count == 0) {
            program.window.openFile(file);
        }
        program.keeper->finish();
        return std::pair(begun, count);
    };
    QVERIFY(open(true) == std::pair(false, 0));
    QVERIFY(open(true) == std::pair(true, 1));
    QVERIFY(open(false) == std::pair(false, 0));
    QVERIFY(open(true) == std::pair(true, 1));  // once, although two windows had it
    Settings(path(QStringLiteral("settings.ini"))).set(SettingId::RestoreSession, false);
    QVERIFY(open(true) == std::pair(false, 0));
}

/// Results that were open come back without a plan, and their file is a recent one. A file that is gone is named.
void TestLastSession::theStudyOfTheLastTimeIsShownAgain()
{
    const StudyFiles study;
    {
        KeptProgram program(*m_root);
        QVERIFY(program.window.openFile(study.file()));
        QCOMPARE(program.window.files()->recent().front(), study.file());
        program.keeper->finish();
    }
    for (const bool isThere : {true, false}) {
        KeptProgram program(*m_root);
        program.keeper->begin(true);
        QCOMPARE(program.window.results()->path(), isThere ? study.file() : QString());
        QCOMPARE(program.window.views()->current()->viewName(), QStringLiteral("study"));
        QVERIFY2(program.said().contains(QStringLiteral("small.sqlite")) != isThere, qPrintable(program.said()));
        program.keeper->finish();
        if (isThere) {
            QVERIFY(QFile::remove(study.file()));
        }
    }
}

/// Traces come back beside the plan. A file that is gone is named.
void TestLastSession::theMeasuredRunOfTheLastTimeIsReadAgain()
{
    const QString trace = path(QStringLiteral("rank0.json"));
    test::WrittenTrace step;
    step.kernel("gemm", 10, 20, 5);
    step.kernel("gemm", 10, 30, 5);
    QVERIFY(writeTextFile(trace.toStdString(), step.text(0)).has_value());
    {
        KeptProgram program(*m_root);
        program.session().add(keptPlan("of the run"));
        QVERIFY(program.window.openFile(trace));
        QTRY_VERIFY(!program.window.measured()->isRunning());
        QCOMPARE(program.window.measured()->files(), QStringList{trace});
        program.keeper->finish();
    }
    for (const bool isThere : {true, false}) {
        KeptProgram program(*m_root);
        QVERIFY(program.keeper->begin(true));
        QTRY_VERIFY(!program.window.measured()->isRunning());
        QCOMPARE(program.window.measured()->files(), isThere ? QStringList{trace} : QStringList());
        QVERIFY2(program.said().contains(QStringLiteral("rank0.json")) != isThere, qPrintable(program.said()));
        program.keeper->finish();
        if (isThere) {
            QVERIFY(QFile::remove(trace));
        }
    }
}

void TestLastSession::twoClosedWindowsLoseNothing()
{
    {
        KeptProgram first(*m_root);
        KeptProgram second(*m_root);
        QVERIFY(!first.keeper->begin(true));
        QVERIFY(!second.keeper->begin(true));
        first.session().add(keptPlan("of the first"));
        second.session().add(keptPlan("of the second"));
        first.keeper->finish();
        second.keeper->finish();
    }
    QCOMPARE(kept().size(), 2);
    KeptProgram program(*m_root);
    QVERIFY(program.keeper->begin(true));
    QCOMPARE(program.session().count(), 2);
    QVERIFY(program.session().at(0).plan()->name != program.session().at(1).plan()->name);
}

/// A logout asks nobody. Where nothing of the last time is wanted, it is offered as after a crash.
void TestLastSession::endFromOutsideKeepsWhatIsNotSaved()
{
    {
        KeptProgram program(*m_root);
        program.settings.set(SettingId::RestoreSession, false);
        QVERIFY(!program.keeper->begin(true));
        program.session().add(keptPlan("edited"));
        program.session().document()->setMicrobatches(2);
        program.keeper->interrupt();
        program.keeper->finish();
    }
    KeptProgram program(*m_root);
    QVERIFY(program.keeper->begin(true));
    QCOMPARE(program.session().count(), 0);
    program.press(QStringLiteral("Restore 1 Plan"));
    QCOMPARE(program.session().at(0).plan()->schedule.microbatches, 2);
}

void TestLastSession::whatCannotBeKeptIsAskedAbout()
{
    QFile inTheWay(path(QStringLiteral("recovery")));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.close();
    KeptProgram program(*m_root);
    QSignalSpy failed(program.keeper->autosave(), &Autosave::failed);
    program.session().add(keptPlan("found"));
    program.session().add(keptPlan("found, too"));
    QVERIFY(program.window.files()->mayClose());
    QTRY_VERIFY(!failed.isEmpty());
    QString asked;
    QTimer::singleShot(0, this, [&asked] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
            asked = box->text();
            box->reject();
        }
    });
    QVERIFY(!program.window.files()->mayClose());
    QCOMPARE(asked, QStringLiteral("2 plans are not saved."));
}

PGRAM_TEST(TestLastSession)
#include "test_last_session.moc"
