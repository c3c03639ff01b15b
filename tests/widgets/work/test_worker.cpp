// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The worker: pieces arrive in order, a newer job silences the one before, stopping keeps what was found,
// and its end waits for no more than the work's answer.
#include "tests/pgram_test.h"
#include "widgets/work/worker.h"

#include <QSignalSpy>
#include <QThread>

#include <atomic>
#include <stdexcept>
#include <thread>

using namespace pgram;

namespace {

void waitForStop(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace

class TestWorker : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A thread that was woken for one of them does not count as idle for the next. Comes first: later there are
    /// threads enough.
    void jobsOfOneTurnRunTogether()
    {
        constexpr std::size_t most = 4;
        for (std::size_t jobs = 1; jobs <= most; ++jobs) {
            std::atomic<std::size_t> running = 0;
            std::vector<std::unique_ptr<Worker>> workers;
            for (std::size_t job = 0; job < jobs; ++job) {
                workers.push_back(std::make_unique<Worker>(Priority::Immediate));
            }
            for (const auto& worker : workers) {
                worker->start([&](const std::stop_token& stop, const auto&) -> Result<void> {
                    ++running;
                    waitForStop(stop);
                    return {};
                });
            }
            QTRY_COMPARE(running.load(), jobs);
            for (const auto& worker : workers) {
                worker->stop();
            }
            for (const auto& worker : workers) {
                QTRY_VERIFY(!worker->isRunning());
            }
        }
    }

    void piecesArriveInOrderOnThisThread()
    {
        Worker runner(Priority::Answer);
        QSignalSpy ends(&runner, &Worker::ended);
        std::vector<int> arrived;
        bool here = true;
        const quint64 job = runner.start([&](const std::stop_token&, const Worker::Post& post) -> Result<void> {
            for (int piece = 0; piece < 100; ++piece) {
                post([&, piece] {
                    arrived.push_back(piece);
                    here = here && QThread::currentThread() == thread();
                });
            }
            return {};
        });
        QVERIFY(runner.isRunning());
        QVERIFY(ends.wait(1000));
        QVERIFY(!runner.isRunning());
        QCOMPARE(ends.front().front().toULongLong(), job);
        QCOMPARE(arrived.size(), std::size_t(100));
        QVERIFY(std::ranges::is_sorted(arrived) && here);
    }

    void aNewerJobSilencesTheOneBefore()
    {
        Worker runner(Priority::Answer);
        QSignalSpy ends(&runner, &Worker::ended);
        int first = 0;
        int second = 0;
        std::atomic<bool> posted = false;
        std::atomic<bool> over = false;
        runner.start([&](const std::stop_token& stop, const Worker::Post& post) -> Result<void> {
            post([&] { ++first; });
            posted = true;
            waitForStop(stop);
            post([&] { ++first; });
            over = true;
            return {};
        });
        while (!posted) {
            std::this_thread::yield();
        }
        // Not even what was on its way arrives.
        const quint64 newer = runner.start([&](const std::stop_token&, const Worker::Post& post) -> Result<void> {
            post([&] { ++second; });
            return {};
        });
        QVERIFY(ends.wait(1000));
        QTRY_VERIFY(over);
        QCoreApplication::processEvents();
        QCOMPARE(first, 0);
        QCOMPARE(second, 1);
        QCOMPARE(ends.count(), 1);
        QCOMPARE(ends.front().front().toULongLong(), newer);
    }

    void stoppingKeepsAndDroppingDoesNot()
    {
        Worker runner(Priority::Answer);
        QSignalSpy ends(&runner, &Worker::ended);
        int arrived = 0;
        std::atomic<int> over = 0;
        const Worker::Work work = [&](const std::stop_token& stop, const Worker::Post& post) -> Result<void> {
            waitForStop(stop);
            post([&] { ++arrived; });
            ++over;
            return {};
        };
        runner.start(work);
        runner.stop();
        QVERIFY(ends.wait(1000));
        QCOMPARE(arrived, 1);
        std::atomic<bool> begun = false;
        runner.start([&](const std::stop_token& stop, const Worker::Post& post) {
            begun = true;
            return work(stop, post);
        });
        QTRY_VERIFY(begun);
        runner.drop();
        QVERIFY(!runner.isRunning());
        QTRY_COMPARE(over.load(), 2);
        QCoreApplication::processEvents();
        QCOMPARE(arrived, 1);
        QCOMPARE(ends.count(), 1);
    }

    void failuresAndExceptionsAreErrors()
    {
        Worker runner(Priority::Answer);
        QSignalSpy ends(&runner, &Worker::ended);
        std::vector<std::string> errors;
        connect(&runner, &Worker::failed, this,
                [&](quint64, const Error& error) { errors.push_back(error.what.english()); });
        runner.start(
            [](const std::stop_token&, const Worker::Post&) -> Result<void> { return badInput(Text("not that way")); });
        QVERIFY(ends.wait(1000));
        runner.start([](const std::stop_token&, const Worker::Post&) -> Result<void> {
            throw std::runtime_error("out of luck");
        });
        QVERIFY(ends.wait(1000));
        runner.start([](const std::stop_token&, const Worker::Post&) -> Result<void> { throw std::bad_alloc(); });
        QVERIFY(ends.wait(1000));
        QCOMPARE(errors, (std::vector<std::string>{"not that way", "out of luck", "needs more memory than there is"}));
    }

    void endingStopsEveryJob()
    {
        std::atomic<int> running = 0;
        {
            Worker runner(Priority::Answer);
            for (int job = 0; job < 3; ++job) {
                runner.start([&](const std::stop_token& stop, const Worker::Post&) -> Result<void> {
                    ++running;
                    waitForStop(stop);
                    --running;
                    return {};
                });
            }
            QTRY_VERIFY(running > 0);
        }
        QCOMPARE(running.load(), 0);
    }

    void piecesFollowOneAnotherUntilOneFails()
    {
        Worker worker(Priority::Study);
        QSignalSpy ends(&worker, &Worker::ended);
        QSignalSpy failures(&worker, &Worker::failed);
        std::vector<int> ran;
        std::vector<Worker::Work> pieces;
        for (int piece = 0; piece < 5; ++piece) {
            pieces.emplace_back([&ran, piece](const auto&, const auto& post) -> Result<void> {
                post([&ran, piece] { ran.push_back(piece); });
                return piece == 3 ? Result<void>(badInput(Text("no further"))) : Result<void>();
            });
        }
        worker.start(std::move(pieces));
        QTRY_COMPARE(ends.count(), 1);
        QCOMPARE(failures.count(), 1);
        QCOMPARE(ran, (std::vector<int>{0, 1, 2, 3}));
    }

    /// However often work is superseded, no two pieces of a worker run at a time, and no thread is added for each.
    void oneAtATime()
    {
        Worker worker(Priority::Immediate);
        QSignalSpy ends(&worker, &Worker::ended);
        std::atomic<int> running = 0;
        std::atomic<int> most = 0;
        for (int hover = 0; hover < 50; ++hover) {
            worker.start([&](const std::stop_token& stop, const auto&) -> Result<void> {
                most = std::max(most.load(), ++running);
                waitForStop(stop);
                --running;
                return {};
            });
            QCoreApplication::processEvents();
        }
        worker.stop();
        QTRY_COMPARE(ends.count(), 1);
        QCOMPARE(most.load(), 1);
    }

    void noStudyBeginsWhileThePlannerRuns()
    {
        Worker planner(Priority::Planner);
        Worker study(Priority::Study);
        Worker answer(Priority::Answer);
        Worker preview(Priority::Immediate);
        QSignalSpy studied(&study, &Worker::ended);
        QSignalSpy answered(&answer, &Worker::ended);
        QSignalSpy previewed(&preview, &Worker::ended);
        std::atomic<bool> planning = false;
        std::atomic<bool> together = false;
        planner.start([&](const std::stop_token& stop, const auto&) -> Result<void> {
            planning = true;
            waitForStop(stop);
            planning = false;
            return {};
        });
        QTRY_VERIFY(planning);
        const auto look = [&](const auto&, const auto&) -> Result<void> {
            together = planning.load();
            return {};
        };
        study.start(look);
        answer.start([](const auto&, const auto&) -> Result<void> { return {}; });
        preview.start([](const auto&, const auto&) -> Result<void> { return {}; });
        QTRY_COMPARE(answered.count(), 1);
        QTRY_COMPARE(previewed.count(), 1);
        QCOMPARE(studied.count(), 0);
        planner.stop();
        QTRY_COMPARE(studied.count(), 1);
        QVERIFY(!together);
        // One that is stopped before it begins says so at once.
        planner.start([&](const std::stop_token& stop, const auto&) -> Result<void> {
            planning = true;
            waitForStop(stop);
            return {};
        });
        QTRY_VERIFY(planning);
        study.start([](const auto&, const auto&) -> Result<void> { return {}; });
        study.stop();
        QTRY_COMPARE(studied.count(), 2);
        QVERIFY(planner.isRunning());
    }
};

PGRAM_TEST(TestWorker)
#include "test_worker.moc"
