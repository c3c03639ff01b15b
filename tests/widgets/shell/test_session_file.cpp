// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is written down against a crash: when, so that no change waits too long, and as what, so that it is read again
// as it was and nothing else is taken for it.

#include "core/search/task/result_json.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/kept_session.h"
#include "widgets/shell/session/autosave.h"

#include <QRegularExpression>

#include <cmath>
#include <optional>
#include <random>

using namespace pgram;

class TestSessionFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noChangeWaitsLongerThanTheInterval();
    void sessionIsReadAsItWasWritten();
    void noTruncatedSessionIsTaken();
    void noGarbageIsTaken();
};

/// Any edits at any times, with writers of any speed that fail now and then.
void TestSessionFile::noChangeWaitsLongerThanTheInterval()
{
    using Time = AutosaveClock::Time;
    std::mt19937 random(7);
    const auto pick = [&random](int least, int most) { return std::uniform_int_distribution(least, most)(random); };
    qint64 writings = 0;
    for (int run = 0; run < 200; ++run) {
        const Time interval(pick(1, 60'000));
        AutosaveClock clock(interval);
        constexpr Time none(-1);
        Time oldest = none;  // of the changes that are not written
        std::optional<Time> last;
        int changes = 0;
        for (Time now(0); changes < 300;) {
            const Time next = now + Time(pick(0, pick(0, 1) == 0 ? 20 : 30'000));
            if (const auto due = clock.due(); due && *due <= next) {
                now = std::max(now, *due);
                QVERIFY(oldest != none);
                QVERIFY2(now - oldest <= interval, "a change waited too long");
                QVERIFY2(!last || now - *last >= interval, "written too often");
                clock.started(now);
                last = now;
                ++writings;
                if (pick(0, 9) == 0) {
                    clock.failed();  // what it held waits on, from now on for another interval
                    oldest = now;
                    QVERIFY(clock.due() == now + interval);
                } else {
                    oldest = none;
                    QVERIFY(!clock.due());
                }
                continue;
            }
            now = next;
            clock.changed(now);
            oldest = oldest == none ? now : oldest;
            ++changes;
            QVERIFY(last || clock.due() == oldest);  // the first change is written at once
        }
    }
    QVERIFY(writings > 10'000);
}

void TestSessionFile::sessionIsReadAsItWasWritten()
{
    const KeptSession written = threeKeptPlans(QStringLiteral("/nowhere"));
    const auto read = keptSessionFromText(toText(written), "here");
    QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
    QVERIFY(read->missing.empty());
    QCOMPARE(read->plans.size(), written.plans.size());
    for (std::size_t index = 0; index < written.plans.size(); ++index) {
        QVERIFY(*read->plans[index].plan == *written.plans[index].plan);
        QCOMPARE(read->plans[index].file, written.plans[index].file);
        QCOMPARE(read->plans[index].modified, written.plans[index].modified);
        QCOMPARE(read->plans[index].compared, written.plans[index].compared);
    }
    const SearchRecord& wrote = *written.plans.front().search;
    QVERIFY(read->plans.front().search != nullptr && read->plans.back().search == nullptr);
    const SearchRecord& search = *read->plans.front().search;
    QVERIFY(search.request == wrote.request);
    QVERIFY(search.result.plan == wrote.result.plan);
    QCOMPARE(search.result.estimate->stepTime, wrote.result.estimate->stepTime);
    QCOMPARE(toJson(search.result).dump(), toJson(wrote.result).dump());
    QCOMPARE(search.result.certificate.gap, 0.25);
    QVERIFY(std::isinf(search.result.walk.back().stepTime));
    QCOMPARE(read->closedPlans.size(), std::size_t{1});
    QVERIFY(*read->closedPlans.front().plan == *written.closedPlans.front().plan);
    QVERIFY(read->closedPlans.front().modified);
    QVERIFY(read->scenario == written.scenario);
    QCOMPARE(read->shown, written.shown);
    QCOMPARE(read->reference, written.reference);
    QCOMPARE(read->view, written.view);
    QCOMPARE(read->study, written.study);
    QCOMPARE(read->traces, written.traces);
    QCOMPARE(read->interval, written.interval);
    QCOMPARE(read->written.toMSecsSinceEpoch(), written.written.toMSecsSinceEpoch());
    QVERIFY(read->isAtRisk());
}

void TestSessionFile::noTruncatedSessionIsTaken()
{
    constexpr std::size_t step = 100;
    const std::string whole = toText(threeKeptPlans(QStringLiteral("/nowhere")));
    for (std::size_t size = 0; size + 2 < whole.size(); size += step) {
        const auto read = keptSessionFromText(std::string_view(whole).substr(0, size), "cut.json");
        QVERIFY2(!read.has_value(), qPrintable(QString::number(size)));
        QVERIFY(read.error().where.english().starts_with("cut.json"));
        QVERIFY(!read.error().what.empty());
    }
}

/// A byte changed, or many: an error or a session, and never a crash; what is read can be written.
void TestSessionFile::noGarbageIsTaken()
{
    std::mt19937 random(11);
    const std::string whole = toText(threeKeptPlans(QStringLiteral("/nowhere")));
    int refused = 0;
    for (int run = 0; run < 400; ++run) {
        std::string text = whole;
        for (int change = 0; change <= run % 7; ++change) {
            text[random() % text.size()] = static_cast<char>(random() % 256);
        }
        const auto read = keptSessionFromText(text, "changed.json");
        refused += read ? 0 : 1;
        QVERIFY(!read || read->plans.size() + read->missing.size() >= 3);
        QVERIFY(!read || !toText(*read).empty());
    }
    QVERIFY(refused > 100);
    static const QRegularExpression number(QStringLiteral("(?<=[:\\[,\\s])\\d+(?=[,\\s\\]}])"));
    const QString readable = QString::fromStdString(whole);
    int huge = 0;
    for (auto numbers = number.globalMatch(readable); numbers.hasNext();) {
        const auto match = numbers.next();
        for (const char* value : {"99999999999999999999", "2147483648", "-1", "1e308", "1e999"}) {
            QString changed = readable;
            changed.replace(match.capturedStart(), match.capturedLength(), QLatin1StringView(value));
            if (++huge % 7 == 0) {
                const auto read = keptSessionFromText(changed.toStdString(), "huge.json");
                QVERIFY(read ? !toText(*read).empty() : !read.error().what.empty());
            }
        }
    }
    QVERIFY(huge > 500);
    const std::string deep(1'000'000, '[');
    QVERIFY(!keptSessionFromText(deep, "deep").has_value());
    QVERIFY(!keptSessionFromText(deep + std::string(deep.size(), ']'), "deep").has_value());
    for (const char* text : {"", "null", "[]", "{}", "{\"format\": \"parallelogram-plan\", \"version\": 1}",
                             "{\"format\": \"parallelogram-session\", \"version\": 99}"}) {
        QVERIFY(!keptSessionFromText(text, "garbage").has_value());
    }
}

PGRAM_TEST(TestSessionFile)
#include "test_session_file.moc"
