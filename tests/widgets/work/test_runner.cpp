// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The runner: progress, stopping, superseded jobs, and an end that waits for no more than a search's answer.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/work/plan_runner.h"

#include <QSignalSpy>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <thread>

using namespace pgram;

namespace {

/// A search that reports for as long as it is not stopped, then says what it has.
Result<SearchResult> endless(const SearchRequest& request, const std::stop_token& token, const ProgressSink& sink)
{
    Progress progress;
    while (!token.stop_requested()) {
        ++progress.tasksDone;
        progress.tasksTotal = 1'000'000;
        sink(progress);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    SearchResult result;
    result.certificate.status = Certificate::Status::Stopped;
    result.certificate.tasks = static_cast<int>(request.training.globalBatch);
    return result;
}

}  // namespace

class TestRunner : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reportsTheLatestRecordAlone();
    void stopKeepsWhatWasFound();
    void newJobSupersedesTheOld();
    void endingStopsEveryJob();
    void exceptionIsAnError();
};

/// A search reports far more often than the window can show: one report for all that came since the last.
void TestRunner::reportsTheLatestRecordAlone()
{
    constexpr int records = 1000;
    std::latch all(1);
    PlanRunner runner([&all](const SearchRequest& request, const std::stop_token& token, const ProgressSink& sink) {
        Progress progress;
        while (progress.tasksDone < records) {
            ++progress.tasksDone;
            sink(progress);
        }
        all.count_down();
        return endless(request, token, [](const Progress&) {});
    });
    QSignalSpy reports(&runner, &PlanRunner::progress);
    QSignalSpy ends(&runner, &PlanRunner::finished);
    runner.start({});
    all.wait();
    QTRY_COMPARE(reports.count(), 1);
    QCOMPARE(reports.front().at(0).value<Progress>().tasksDone, records);
    runner.stop();
    QVERIFY(ends.wait(waitLimit));
    QCOMPARE(reports.count(), 1);
}

void TestRunner::stopKeepsWhatWasFound()
{
    PlanRunner runner(endless);
    QSignalSpy ends(&runner, &PlanRunner::finished);
    const quint64 job = runner.start({});
    QVERIFY(runner.isRunning());
    runner.stop();
    QVERIFY(ends.wait());
    QVERIFY(!runner.isRunning());
    QCOMPARE(ends.front().at(0).toULongLong(), job);
    const auto outcome = ends.front().at(1).value<SearchOutcome>();
    QVERIFY((*outcome)->certificate.status == Certificate::Status::Stopped);
}

void TestRunner::newJobSupersedesTheOld()
{
    PlanRunner runner(endless);
    QSignalSpy ends(&runner, &PlanRunner::finished);
    QSignalSpy reports(&runner, &PlanRunner::progress);
    SearchRequest request;
    request.training.globalBatch = 1;
    const quint64 first = runner.start(request);
    request.training.globalBatch = 2;
    const quint64 second = runner.start(request);
    QVERIFY(second > first);
    QTRY_VERIFY(!reports.isEmpty());
    QCOMPARE(ends.count(), 0);
    runner.stop();
    QVERIFY(ends.wait());
    QCoreApplication::processEvents();
    QCOMPARE(ends.count(), 1);
    QCOMPARE(ends.front().at(0).toULongLong(), second);
    QCOMPARE((*ends.front().at(1).value<SearchOutcome>())->certificate.tasks, 2);
}

void TestRunner::endingStopsEveryJob()
{
    std::atomic<int> running = 0;
    {
        PlanRunner runner(
            [&running](const SearchRequest& request, const std::stop_token& token, const ProgressSink& sink) {
                ++running;
                auto result = endless(request, token, sink);
                --running;
                return result;
            });
        for (int job = 0; job < 3; ++job) {
            runner.start({});
        }
        QTRY_COMPARE(running.load(), 1);  // one at a time
    }
    QCOMPARE(running.load(), 0);
}

void TestRunner::exceptionIsAnError()
{
    PlanRunner runner([](const SearchRequest&, const std::stop_token&, const ProgressSink&) -> Result<SearchResult> {
        throw std::runtime_error("out of luck");
    });
    QSignalSpy ends(&runner, &PlanRunner::finished);
    runner.start({});
    QVERIFY(ends.wait(1000));
    const auto outcome = ends.front().at(1).value<SearchOutcome>();
    QVERIFY(!outcome->has_value());
    QVERIFY(outcome->error().kind == ErrorKind::Internal);
    QCOMPARE(outcome->error().what.english(), std::string("out of luck"));
}

PGRAM_TEST(TestRunner)
#include "test_runner.moc"
