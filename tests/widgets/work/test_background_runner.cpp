// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The background runner: pieces arrive in order, a newer job silences the one before, stopping keeps what was found,
// and its end waits for no more than the work's answer.
#include "tests/pgram_test.h"
#include "widgets/work/background_runner.h"

#include <QElapsedTimer>
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

class TestBackgroundRunner : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void piecesArriveInOrderOnThisThread()
    {
        BackgroundRunner runner;
        QSignalSpy ends(&runner, &BackgroundRunner::ended);
        std::vector<int> arrived;
        bool here = true;
        const quint64 job =
            runner.start([&](const std::stop_token&, const BackgroundRunner::Post& post) -> Result<void> {
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
        BackgroundRunner runner;
        QSignalSpy ends(&runner, &BackgroundRunner::ended);
        int first = 0;
        int second = 0;
        std::atomic<bool> posted = false;
        runner.start([&](const std::stop_token& stop, const BackgroundRunner::Post& post) -> Result<void> {
            post([&] { ++first; });
            posted = true;
            waitForStop(stop);
            post([&] { ++first; });
            return {};
        });
        while (!posted) {
            std::this_thread::yield();
        }
        // Not even what was on its way arrives.
        const quint64 newer =
            runner.start([&](const std::stop_token&, const BackgroundRunner::Post& post) -> Result<void> {
                post([&] { ++second; });
                return {};
            });
        QVERIFY(ends.wait(1000));
        QTest::qWait(20);
        QCOMPARE(first, 0);
        QCOMPARE(second, 1);
        QCOMPARE(ends.count(), 1);
        QCOMPARE(ends.front().front().toULongLong(), newer);
    }

    void stoppingKeepsAndDroppingDoesNot()
    {
        BackgroundRunner runner;
        QSignalSpy ends(&runner, &BackgroundRunner::ended);
        int arrived = 0;
        const BackgroundRunner::Work work = [&](const std::stop_token& stop,
                                                const BackgroundRunner::Post& post) -> Result<void> {
            waitForStop(stop);
            post([&] { ++arrived; });
            return {};
        };
        runner.start(work);
        runner.stop();
        QVERIFY(ends.wait(1000));
        QCOMPARE(arrived, 1);
        runner.start(work);
        runner.drop();
        QVERIFY(!runner.isRunning());
        QTest::qWait(50);
        QCOMPARE(arrived, 1);
        QCOMPARE(ends.count(), 1);
    }

    void failuresAndExceptionsAreErrors()
    {
        BackgroundRunner runner;
        QSignalSpy ends(&runner, &BackgroundRunner::ended);
        std::vector<std::string> errors;
        connect(&runner, &BackgroundRunner::failed, this,
                [&](quint64, const Error& error) { errors.push_back(error.what); });
        runner.start([](const std::stop_token&, const BackgroundRunner::Post&) -> Result<void> {
            return badInput("not that way");
        });
        QVERIFY(ends.wait(1000));
        runner.start([](const std::stop_token&, const BackgroundRunner::Post&) -> Result<void> {
            throw std::runtime_error("out of luck");
        });
        QVERIFY(ends.wait(1000));
        QCOMPARE(errors, (std::vector<std::string>{"not that way", "out of luck"}));
    }

    void endingStopsEveryJob()
    {
        std::atomic<int> running = 0;
        QElapsedTimer clock;
        {
            BackgroundRunner runner;
            for (int job = 0; job < 3; ++job) {
                runner.start([&](const std::stop_token& stop, const BackgroundRunner::Post&) -> Result<void> {
                    ++running;
                    waitForStop(stop);
                    --running;
                    return {};
                });
            }
            QTRY_VERIFY(running > 0);
            clock.start();
        }
        QVERIFY2(clock.elapsed() < 500, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(running.load(), 0);
    }
};

PGRAM_TEST(TestBackgroundRunner)
#include "test_background_runner.moc"
