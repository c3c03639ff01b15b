// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// No work is lost: what is kept while it is unsaved, what is offered after a crash and to whom, what becomes of broken
// files. test_kill.cpp does the crashing.

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/plan/plan_json.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/kept_program.h"
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
using namespace std::chrono_literals;

class TestRecovery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_root.emplace(); }
    void unsavedWorkIsKeptWhileItIsUnsaved();
    void crashIsOfferedAndRestored();
    void restoredPlansAreShown();
    void discardedPlansCanBeBroughtBack();
    void closedPlansOutliveTheirMessages();
    void aRestoredPlanKnowsItsSearch();
    void savedPlanWhoseFileChangedIsModified();
    void twoWindowsLeaveEachOtherAlone();
    void olderLeftoversAreOfferedInTurn();
    void brokenFileIsNamedAndSetAside();
    void onlyTheBrokenPlanIsMissing();
    void folderThatCannotBeWrittenIsSaidOnce();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_root->filePath(name); }
    [[nodiscard]] QStringList kept(const QString& pattern = QStringLiteral("*.json")) const
    {
        return QDir(path(QStringLiteral("recovery"))).entryList({pattern}, QDir::Files);
    }
    /// As a crash leaves it.
    QString leave(const std::string& text, const QString& name = QStringLiteral("session-1.json")) const
    {
        const QString file = path(QStringLiteral("recovery/") + name);
        QDir().mkpath(QFileInfo(file).path());
        const auto written = writeTextFile(file.toStdString(), text);
        return written ? file : QString();
    }
    [[nodiscard]] KeptSession threePlans() const { return threeKeptPlans(m_root->path()); }

    std::optional<QTemporaryDir> m_root;
};

void TestRecovery::unsavedWorkIsKeptWhileItIsUnsaved()
{
    KeptProgram program(*m_root);
    QSignalSpy saved(program.keeper->autosave(), &Autosave::saved);
    QVERIFY(!program.keeper->begin(true));
    program.keeper->autosave()->setInterval(1ms);
    QVERIFY(kept().isEmpty());
    program.session().add(keptPlan("found"));
    QTRY_COMPARE(kept().size(), 1);
    const QString file = path(QStringLiteral("recovery/") + kept().front());
    const auto others = QFileDevice::ReadGroup | QFileDevice::ReadOther | QFileDevice::ExeOther | QFileDevice::ExeGroup;
    QVERIFY(!(QFile::permissions(file) & others));
    QVERIFY(!(QFile::permissions(path(QStringLiteral("recovery"))) & others));
    const auto inFile = [&file]() -> std::shared_ptr<const Plan> {
        const auto text = readTextFile(file.toStdString());
        const auto session = text.and_then([](const std::string& read) { return keptSessionFromText(read, "file"); });
        return session ? session->plans.front().plan : nullptr;
    };
    program.session().document()->setMicrobatches(4);
    QTRY_VERIFY(inFile() && inFile()->schedule.microbatches == 4);
    // The dock's scenario is looked at, although it says nothing when it changes.
    program.window.scenario()->setBudget(7 * GiB);
    const auto budget = [&file] {
        const auto session = keptSessionFromText(readTextFile(file.toStdString()).value_or(std::string()), "file");
        return session && session->scenario ? session->scenario->memoryBudget : 0;
    };
    QTRY_COMPARE(budget(), 7 * GiB);
    QVERIFY(program.window.files()->saveTo(0, path(QStringLiteral("mine.json"))));
    QTRY_VERIFY(kept().isEmpty());
    QVERIFY(kept(QStringLiteral("*")).isEmpty());
    program.session().document()->setMicrobatches(2);
    QTRY_COMPARE(kept().size(), 1);
    program.settings.set(SettingId::RestoreSession, false);
    program.keeper->finish();
    QVERIFY(kept(QStringLiteral("*")).isEmpty());
}

void TestRecovery::crashIsOfferedAndRestored()
{
    const KeptSession before = threePlans();
    QVERIFY(savePlan(*before.plans[2].plan, before.plans[2].file.toStdString()).has_value());
    const QString leftover = leave(toText(before));
    KeptProgram program(*m_root);
    QVERIFY(program.keeper->begin(true));
    QVERIFY2(program.said().contains(QStringLiteral("3 plans from ")), qPrintable(program.said()));
    QVERIFY2(program.said().contains(QStringLiteral("2 minutes ago")), qPrintable(program.said()));
    QVERIFY2(program.said().contains(QStringLiteral("20 s")), qPrintable(program.said()));
    QCOMPARE(program.session().count(), 0);
    // Other messages come and go; the question stays.
    for (int number = 0; number < 5; ++number) {
        program.window.messages()->post(Tone::Note, QString::number(number));
    }
    program.window.messages()->dismiss(Tone::Warning);
    program.press(QStringLiteral("Restore 3 Plans"));
    QCOMPARE(program.session().count(), 3);
    for (int row = 0; row < 3; ++row) {
        const KeptPlan& wanted = before.plans[static_cast<std::size_t>(row)];
        QCOMPARE(planToJson(*program.session().at(row).plan()), planToJson(*wanted.plan));
        QCOMPARE(program.session().at(row).file(), wanted.file);
        QCOMPARE(program.session().at(row).isModified(), wanted.modified);
        QCOMPARE(program.session().at(row).isCompared(), wanted.compared);
    }
    QCOMPARE(program.session().currentRow(), 1);
    QCOMPARE(program.session().referenceRow(), 2);
    QCOMPARE(program.window.views()->current()->viewName(), QStringLiteral("timeline"));
    QCOMPARE(program.window.scenario()->request().batches, before.scenario->batches);
    QCOMPARE(program.window.scenario()->request().microbatches, before.scenario->microbatches);
    QVERIFY(program.window.isWindowModified());
    // It is written down anew before the old file goes.
    QTRY_VERIFY(!QFile::exists(leftover));
    QCOMPARE(kept().size(), 1);
    program.settings.set(SettingId::RestoreSession, false);
    program.keeper->finish();
    QVERIFY(kept(QStringLiteral("*")).isEmpty());
}

/// Also of a session that showed a lesson, or nothing: the last plan is chosen, and the views have it.
void TestRecovery::restoredPlansAreShown()
{
    KeptSession before = threePlans();
    before.shown = -1;
    leave(toText(before));
    KeptProgram program(*m_root);
    QVERIFY(program.keeper->begin(true));
    program.press(QStringLiteral("Restore 3 Plans"));
    QCOMPARE(program.session().count(), 3);
    QCOMPARE(program.session().currentRow(), 2);
    QCOMPARE(program.session().document()->plan(), program.session().at(2).plan());
}

void TestRecovery::discardedPlansCanBeBroughtBack()
{
    const QString leftover = leave(toText(threePlans()));
    KeptProgram program(*m_root);
    QVERIFY(program.keeper->begin(true));
    program.press(QStringLiteral("Discard"));
    QVERIFY(!QFile::exists(leftover));
    QCOMPARE(program.session().count(), 0);
    program.press(QStringLiteral("Bring Back"));
    QCOMPARE(program.session().count(), 3);
    QTRY_COMPARE(kept().size(), 1);
}

/// The message that offers a closed plan goes when there are others; the plan stays, also for the next start.
void TestRecovery::closedPlansOutliveTheirMessages()
{
    {
        KeptProgram program(*m_root);
        static_cast<void>(program.keeper->begin(true));
        program.session().add(keptPlan("stays"));
        program.session().add(keptPlan("closed"));
        program.session().document()->setMicrobatches(4);
        program.window.actions()["remove"]->trigger();
        for (const char* message : {"one", "two", "three", "four"}) {
            program.window.messages()->post(Tone::Note, QString::fromLatin1(message));
        }
        QVERIFY(!program.said().contains(QStringLiteral("Closed")));
        program.window.actions()["reopen"]->trigger();
        QCOMPARE(program.session().count(), 2);
        QCOMPARE(program.session().document()->plan()->schedule.microbatches, 4);
        QVERIFY(program.session().document()->undoStack()->canUndo());
        QVERIFY(!program.window.actions()["reopen"]->isEnabled());
        program.window.actions()["remove"]->trigger();
        QVERIFY(program.said().contains(QStringLiteral("Closed")));
        program.window.actions()["reopen"]->trigger();
        QVERIFY(!program.said().contains(QStringLiteral("Closed")));
        program.window.actions()["remove"]->trigger();
        program.keeper->finish();
    }
    KeptProgram next(*m_root);
    QVERIFY(next.keeper->begin(true));
    QCOMPARE(next.session().count(), 1);
    next.window.actions()["reopen"]->trigger();
    QCOMPARE(next.session().at(1).plan()->name, std::string("closed"));
    QCOMPARE(next.session().at(1).plan()->schedule.microbatches, 4);
}

void TestRecovery::aRestoredPlanKnowsItsSearch()
{
    {
        KeptProgram program(*m_root);
        static_cast<void>(program.keeper->begin(true));
        const Plan plan = keptPlan("found");
        const int row = program.session().add(plan, nullptr, searchFor(plan));
        QCOMPARE(row, 0);
        program.keeper->finish();
    }
    KeptProgram next(*m_root);
    QVERIFY(next.keeper->begin(true));
    const auto search = next.session().at(0).search();
    QVERIFY(search != nullptr);
    QVERIFY(!differsFromPlanned(next.session().at(0)));
    QCOMPARE(search->result.incumbents.size(), std::size_t{2});
    next.session().document()->setMicrobatches(4);
    QVERIFY(next.window.actions()["comparePlanned"]->isEnabled());
}

void TestRecovery::savedPlanWhoseFileChangedIsModified()
{
    const KeptSession before = threePlans();
    QVERIFY(savePlan(keptPlan("as saved", 16), before.plans[2].file.toStdString()).has_value());
    leave(toText(before));
    KeptProgram program(*m_root);
    QVERIFY(program.keeper->begin(true));
    program.press(QStringLiteral("Restore 3 Plans"));
    QVERIFY(program.session().at(2).isModified());
    QCOMPARE(loadPlan(before.plans[2].file.toStdString())->schedule.microbatches, 16);
}

void TestRecovery::twoWindowsLeaveEachOtherAlone()
{
    KeptProgram first(*m_root);
    first.session().add(keptPlan("of the first"));
    QTRY_COMPARE(kept().size(), 1);
    leave(toText(threePlans()), QStringLiteral("session-dead.json"));
    KeptProgram second(*m_root);
    QVERIFY(second.keeper->begin(true));
    QVERIFY(second.said().contains(QStringLiteral("3 plans")));
    // Neither what the first still holds nor what the second is asking about is for a third.
    KeptProgram third(*m_root);
    QVERIFY(!third.keeper->begin(true));
    QVERIFY(third.said().isEmpty());
    third.session().add(keptPlan("of the third"));
    QTRY_COMPARE(kept().size(), 3);
    second.press(QStringLiteral("Discard"));
    second.keeper->finish();
    third.settings.set(SettingId::RestoreSession, false);
    third.keeper->finish();
    QCOMPARE(kept().size(), 2);  // what was discarded can be opened again
    // A window that ends without the keeper's word has crashed.
    first.keeper.reset();
    KeptProgram fourth(*m_root);
    QVERIFY(fourth.keeper->begin(true));
    fourth.press(QStringLiteral("Restore 1 Plan"));
    QCOMPARE(fourth.session().at(0).plan()->name, std::string("of the first"));
}

void TestRecovery::olderLeftoversAreOfferedInTurn()
{
    KeptSession one = threePlans();
    one.plans.resize(1);
    one.shown = one.reference = 0;
    const QString older = leave(toText(one), QStringLiteral("session-a.json"));
    QFile file(older);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::currentDateTime().addDays(-2), QFileDevice::FileModificationTime));
    file.close();
    leave(toText(threePlans()), QStringLiteral("session-b.json"));
    KeptProgram program(*m_root);
    QVERIFY(program.keeper->begin(true));
    QCOMPARE(program.window.messages()->texts().size(), 1);
    program.press(QStringLiteral("Restore 3 Plans"));
    program.press(QStringLiteral("Restore 1 Plan"));
    QCOMPARE(program.session().count(), 4);
    QCOMPARE(program.session().at(3).plan()->name, std::string("found (2)"));
    QCOMPARE(program.session().currentRow(), 3);
}

void TestRecovery::brokenFileIsNamedAndSetAside()
{
    const std::string whole = toText(threePlans());
    const QString broken = leave(whole.substr(0, whole.size() / 2), QStringLiteral("session-x.json"));
    leave(std::string(1000, '\xa5'), QStringLiteral("session-y.json"));
    leave(whole, QStringLiteral("session-z.json.123-4.part"));
    KeptProgram program(*m_root);
    QVERIFY(!program.keeper->begin(true));
    QVERIFY2(program.said().contains(QStringLiteral("session-x.json.broken")), qPrintable(program.said()));
    QVERIFY2(program.said().contains(QStringLiteral("session-y.json.broken")), qPrintable(program.said()));
    QVERIFY(kept().isEmpty());
    QCOMPARE(readTextFile((broken + QStringLiteral(".broken")).toStdString()).value(),
             whole.substr(0, whole.size() / 2));
    // Nobody is asked twice, and a second one of that name does not replace the first.
    leave("{", QStringLiteral("session-x.json"));
    KeptProgram again(*m_root);
    QVERIFY(!again.keeper->begin(true));
    QCOMPARE(again.window.messages()->texts().size(), 1);
    QVERIFY(QFile::exists(broken + QStringLiteral(".broken-2")));
    QVERIFY(QFile::exists(broken + QStringLiteral(".broken")));
}

void TestRecovery::onlyTheBrokenPlanIsMissing()
{
    Json json = Json::parse(toText(threePlans()));
    json["plans"][0]["plan"]["version"] = 99;
    const QString leftover = leave(json.dump());
    KeptProgram program(*m_root);
    QVERIFY(program.keeper->begin(true));
    program.press(QStringLiteral("Restore 2 Plans"));
    QCOMPARE(program.session().count(), 2);
    QCOMPARE(program.session().at(program.session().currentRow()).plan()->name, std::string("edited"));
    QCOMPARE(program.session().at(program.session().referenceRow()).plan()->name, std::string("as saved"));
    QVERIFY2(program.said().contains(QStringLiteral("/plans/0")), qPrintable(program.said()));
    QVERIFY(QFile::exists(leftover + QStringLiteral(".broken")));
}

void TestRecovery::folderThatCannotBeWrittenIsSaidOnce()
{
    QFile inTheWay(path(QStringLiteral("recovery")));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.close();
    KeptProgram program(*m_root);
    QSignalSpy failed(program.keeper->autosave(), &Autosave::failed);
    QSignalSpy saved(program.keeper->autosave(), &Autosave::saved);
    program.keeper->autosave()->setInterval(1ms);
    QVERIFY(!program.keeper->begin(true));
    program.session().add(keptPlan("found"));
    QTRY_COMPARE(failed.count(), 1);
    int attempts = 0;
    Autosave another(&program.session(), program.keeper->autosave()->folder(), [&] {
        ++attempts;
        return program.keeper->look();
    });
    QSignalSpy anotherFailed(&another, &Autosave::failed);
    another.setInterval(1ms);
    program.session().add(keptPlan("another"));
    QTRY_VERIFY(attempts > 3);
    QCOMPARE(anotherFailed.count(), 1);
    QCOMPARE(failed.count(), 1);
    QCOMPARE(program.window.messages()->texts().size(), 1);
    QVERIFY(inTheWay.remove());
    QTRY_VERIFY(!saved.isEmpty());
    QTRY_COMPARE(kept().size(), 2);
    another.finish();
    QCOMPARE(kept().size(), 1);
}

PGRAM_TEST(TestRecovery)
#include "test_recovery.moc"
