// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Kills a window that is being edited, at random moments, again and again. Each time the next one is offered a state
// that there was, no older than what had been saved, and restores it to the last byte; plan files are whole.
// PARALLELOGRAM_KILLS says how often, PARALLELOGRAM_SEED which moments and edits, PARALLELOGRAM_INTERVAL how many
// milliseconds there are between two writings.

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/plan/plan_json.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/killed_editor.h"
#include "widgets/shell/session/autosave.h"

#include <QApplication>
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <csignal>
#include <random>
#include <set>

using namespace pgram;

namespace {

constexpr int usualKills = 5;
constexpr int deepKills = 100;
constexpr int usualInterval = 250;   // ms between two writings
constexpr int longestLife = 120;     // lines that the editor prints from its first edit to the kill, at most
constexpr qint64 mostLost = 60'000;  // ms of work

/// Where the real program keeps its things, and what it leaves there.
struct Home {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    RecoveryFolder recovery;

    explicit Home(const QTemporaryDir& root) : recovery(root.filePath(QStringLiteral("data/parallelogram/recovery")))
    {
        environment.insert(QStringLiteral("XDG_DATA_HOME"), root.filePath(QStringLiteral("data")));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), root.filePath(QStringLiteral("config")));
    }
    void start(QProcess& program, const QStringList& arguments) const
    {
        program.setProcessEnvironment(environment);
        program.start(QString::fromUtf8(windowProgram()), arguments);
    }
    [[nodiscard]] QStringList sessions() const
    {
        return QDir(recovery.path()).entryList({QStringLiteral("*.json")}, QDir::Files);
    }
    /// The session of a program that no longer runs.
    [[nodiscard]] Result<KeptSession> left() const
    {
        const auto file = recovery.takeLeftover();
        if (file == nullptr) {
            return badInput(Text("nothing is left"), recovery.path().toStdString());
        }
        return readTextFile(file->path().toStdString()).and_then([](const std::string& text) {
            return keptSessionFromText(text, "left");
        });
    }
};

/// What a killed editor had printed.
struct Told {
    struct State {
        QByteArray digest;
        qint64 time;
        bool safe;  ///< all of it was in files
    };
    std::vector<State> states;
    std::set<QByteArray> files;
    QByteArray saved;  ///< the last one
    QByteArray restored;

    void take(const QByteArray& line)
    {
        const QList<QByteArray> words = line.trimmed().split(' ');
        if (words.size() == 3 && (words[0] == "STATE" || words[0] == "SAFE")) {
            states.push_back({words[1], words[2].toLongLong(), words[0] == "SAFE"});
        } else if (words.size() == 2 && words[0] == "FILE") {
            files.insert(words[1]);
        } else if (words.size() == 2 && words[0] == "SAVED") {
            saved = words[1];
        } else if (words.size() == 2 && words[0] == "RESTORED") {
            restored = words[1];
            // It is offered again until another one is written: the next state has the plans of what was discarded.
            states.push_back({restored, states.empty() ? 0 : states.back().time, false});
        }
    }
    /// The last time that there was this state; -1 = never.
    [[nodiscard]] int lastOf(const QByteArray& digest) const
    {
        const auto found = std::ranges::find(states.rbegin(), states.rend(), digest, &State::digest);
        return static_cast<int>(states.rend() - found) - 1;
    }
    [[nodiscard]] int lastSafe() const
    {
        const auto found = std::ranges::find(states.rbegin(), states.rend(), true, &State::safe);
        return static_cast<int>(states.rend() - found) - 1;
    }
    /// How long before the kill the first edit was made that is not in this state; all are missing in -1.
    [[nodiscard]] qint64 lostSince(int state, qint64 killed) const
    {
        const auto next = static_cast<std::size_t>(state + 1);
        return next < states.size() ? std::max<qint64>(0, killed - states[next].time) : 0;
    }
};

}  // namespace

class TestKill : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void killedEditorLosesNothing();
    void killedProgramLeavesItsPlan();
    void endedProgramClosesItsSession_data();
    void endedProgramClosesItsSession();

private:
    void killOne(unsigned seed, int interval, int lines, Told& told, qint64& killed) const;
    void checkFiles(const std::set<QByteArray>& written) const;
    [[nodiscard]] std::optional<KeptSession> leftover() const;

    QTemporaryDir m_folder;
};

void TestKill::killOne(unsigned seed, int interval, int lines, Told& told, qint64& killed) const
{
    QProcess editor;
    editor.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    editor.start(QCoreApplication::applicationFilePath(),
                 {QStringLiteral("killed_editor"), m_folder.path(), QString::fromStdString(presetsFolder().string()),
                  QString::number(seed), QString::number(interval)});
    QVERIFY(editor.waitForStarted(waitLimit));
    bool ready = false;
    for (int left = lines; !ready || left > 0;) {
        QVERIFY2(editor.canReadLine() || editor.waitForReadyRead(waitLimit), "the editor ended by itself");
        for (; editor.canReadLine() && (!ready || left > 0); left -= ready ? 1 : 0) {
            const QByteArray line = editor.readLine();
            told.take(line);
            ready = ready || line.startsWith("READY");
        }
    }
    killed = QDateTime::currentMSecsSinceEpoch();
    editor.kill();
    QVERIFY(editor.waitForFinished(waitLimit));
    QCOMPARE(editor.exitStatus(), QProcess::CrashExit);
    while (editor.canReadLine()) {
        told.take(editor.readLine());
    }
}

std::optional<KeptSession> TestKill::leftover() const
{
    const auto file = RecoveryFolder(m_folder.filePath(QStringLiteral("recovery"))).takeLeftover();
    if (!file) {
        return std::nullopt;
    }
    const auto text = readTextFile(file->path().toStdString());
    auto session = text.and_then(
        [&file](const std::string& read) { return keptSessionFromText(read, file->path().toStdString()); });
    if (!session) {
        qWarning("%s", session.error().text().c_str());
        return std::nullopt;
    }
    return std::move(*session);
}

void TestKill::checkFiles(const std::set<QByteArray>& written) const
{
    const QDir folder(m_folder.path());
    for (const QString& name : folder.entryList({QStringLiteral("plan-*.json")}, QDir::Files)) {
        const auto plan = loadPlan(folder.filePath(name).toStdString());
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().text().c_str());
        QVERIFY2(written.contains(digestOf(*plan)), qPrintable(name));
    }
}

void TestKill::killedEditorLosesNothing()
{
    const auto kills =
        static_cast<int>(test::numberFrom("PARALLELOGRAM_KILLS", test::isDeep() ? deepKills : usualKills));
    const unsigned seed = test::firstSeed();
    const auto interval = static_cast<int>(test::numberFrom("PARALLELOGRAM_INTERVAL", usualInterval));
    // The pause between two edits is 15 ms on average: time for two or three writings.
    const int longest = std::max(longestLife, interval / 6);
    std::mt19937 random(seed);
    std::set<QByteArray> written;
    std::vector<qint64> lost;
    QByteArray expected;
    std::size_t states = 0;
    int offered = 0;
    for (int kill = 0; kill < kills; ++kill) {
        Told told;
        qint64 killed = 0;
        const int lines = std::uniform_int_distribution(0, longest)(random);
        killOne(static_cast<unsigned>(random()), interval, lines, told, killed);
        if (QTest::currentTestFailed()) {
            return;
        }
        QCOMPARE(told.restored, expected);
        states += told.states.size();
        written.merge(told.files);
        checkFiles(written);
        const auto session = leftover();
        QVERIFY(!session || session->missing.empty());
        // Nothing is left where all was in files, and before the first writing of one that had nothing to restore.
        const int state = session ? told.lastOf(digestOf(*session)) : told.lastSafe();
        const QString offers =
            QStringLiteral("never was what is offered after kill %1, %2 lines: %3, states %4, saved %5, "
                           "restored %6")
                .arg(kill)
                .arg(lines)
                .arg(session ? QLatin1String(digestOf(*session)) : QLatin1String("nothing"))
                .arg(told.states.size())
                .arg(QLatin1String(told.saved), QLatin1String(told.restored));
        QVERIFY2(state >= 0 || (!session && expected.isEmpty() && told.saved.isEmpty()), qPrintable(offers));
        QVERIFY2(told.saved.isEmpty() || state >= told.lastOf(told.saved), "older than what was saved");
        expected = session ? digestOf(*session) : QByteArray();
        offered += session ? 1 : 0;
        lost.push_back(told.lostSince(state, killed));
        QVERIFY2(lost.back() < mostLost, qPrintable(QString::number(lost.back())));
    }
    std::ranges::sort(lost);
    QVERIFY(offered > kills / 2);
    qInfo("%d kills, seed %u, %zu states, %d times something was left, written each %d ms: lost %lld ms at most, "
          "%lld ms median",
          kills, seed, states, offered, interval, lost.back(), lost[lost.size() / 2]);
}

/// The real program, as it is started by a user: its plan is there, and a picture of the program leaves it there.
void TestKill::killedProgramLeavesItsPlan()
{
    const Home home(m_folder);
    QProcess program;
    home.start(program, {});
    QVERIFY(program.waitForStarted(waitLimit));
    QTRY_COMPARE(home.sessions().size(), 1);
    QVERIFY(home.recovery.takeLeftover() == nullptr);  // it runs
    program.kill();
    QVERIFY(program.waitForFinished(waitLimit));

    QProcess picture;
    home.start(picture, {QStringLiteral("--screenshot"), m_folder.filePath(QStringLiteral("window.png"))});
    QVERIFY(picture.waitForFinished(waitLimit));
    QCOMPARE(picture.exitCode(), 0);
    const Result<KeptSession> session = home.left();
    QVERIFY2(session.has_value(), session ? "" : session.error().text().c_str());
    QCOMPARE(session->plans.size(), std::size_t{1});
    QCOMPARE(session->plans.front().plan->model.name, std::string("bert-huge-32"));
    QVERIFY(session->scenario && session->scenario->model == session->plans.front().plan->model);
}

void TestKill::endedProgramClosesItsSession_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGHUP") << SIGHUP;
    QTest::newRow("SIGINT") << SIGINT;
}

/// A logout is no crash: the program ends by itself, and the next start asks nothing.
void TestKill::endedProgramClosesItsSession()
{
    QFETCH(const int, signal);
    const QTemporaryDir root;
    const Home home(root);
    QProcess program;
    home.start(program, {});
    QVERIFY(program.waitForStarted(waitLimit));
    QTRY_COMPARE(home.sessions().size(), 1);
    QCOMPARE(::kill(static_cast<pid_t>(program.processId()), signal), 0);
    QVERIFY(program.waitForFinished(waitLimit));
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.exitCode(), 0);
    const Result<KeptSession> session = home.left();
    QVERIFY2(session.has_value(), session ? "" : session.error().text().c_str());
    QVERIFY(session->closed);
    QCOMPARE(session->plans.size(), std::size_t{1});
}

PGRAM_TEST(TestKill)

#include "test_kill.moc"
