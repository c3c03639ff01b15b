// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The state that the workers of a search share, used by more threads than there are cores: no update is lost, and the
// end state is the one of the same updates in any order. Each function is hammered alone, so that a failure names the
// lock that is missing; where a missing lock has no effect on this processor, counting the locks finds it.
#include "core/search/outer/incumbent.h"
#include "core/search/outer/warm_start.h"
#include "tests/core/lock_count.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

#include <array>
#include <atomic>
#include <functional>
#include <latch>
#include <thread>

using namespace pgram;

namespace {

constexpr int workers = 8;

/// Calls `body(worker, round)` on `workers` threads at once, round by round.
void together(int rounds, const std::function<void(int worker, int round)>& body)
{
    std::latch start(workers);
    std::vector<std::jthread> threads;
    for (int worker = 0; worker < workers; ++worker) {
        threads.emplace_back([&, worker] {
            start.arrive_and_wait();
            for (int round = 0; round < rounds; ++round) {
                body(worker, round);
            }
        });
    }
}

/// A task of `batch` samples: the batch names the task and its plans.
Task taskOf(std::int64_t batch)
{
    Task task;
    task.key.batch = batch;
    task.training.globalBatch = batch;
    // Too long for a string's own buffer: threads that write a plan at once free its memory twice.
    task.model.name = "a model with a name of forty characters";
    task.cluster.name = "a cluster with a name of forty characters";
    return task;
}

/// The plan of a task that takes `rate` seconds per sample.
CutPlan planAt(Seconds rate, const Task& task)
{
    CutPlan plan;
    plan.step = rate * static_cast<double>(task.key.batch);
    return plan;
}

Plan seedOf(std::int64_t batch)
{
    Plan plan;
    plan.training.globalBatch = batch;
    plan.model.name = "a model with a name of forty characters";
    return plan;
}

/// One rate per worker and round, lower in each round: nearly every call has a new best plan.
Seconds rateOf(int worker, int round, int rounds)
{
    return 1 + static_cast<double>((rounds - round) * workers - worker) * 1e-6;
}

/// The batch that goes with rateOf().
std::int64_t batchOf(int worker, int round)
{
    return 1 + round * workers + worker;
}

/// Checks that every entry of the history is the plan of some call, and that each is better than the one before.
void checkHistory(const Incumbent& incumbent, int rounds)
{
    const std::vector<IncumbentPoint> history = incumbent.history();
    QVERIFY(!history.empty());
    Seconds before = infinity;
    for (const IncumbentPoint& point : history) {
        const auto index = static_cast<int>(point.batch - 1);
        const Seconds rate = point.stepTime / static_cast<double>(point.batch);
        QVERIFY(index >= 0 && index < rounds * workers);
        QVERIFY(std::abs(rate - rateOf(index % workers, index / workers, rounds)) < 1e-9);
        QVERIFY2(rate < before,
                 qPrintable(QStringLiteral("%1 after %2").arg(rate, 0, 'g', 12).arg(before, 0, 'g', 12)));
        before = rate;
    }
    const std::int64_t last = batchOf(workers - 1, rounds - 1);
    QCOMPARE(history.back().batch, last);
    QVERIFY(incumbent.best());
    QCOMPARE(incumbent.best()->plan.training.globalBatch, last);
    QCOMPARE(incumbent.rate(), history.back().stepTime / static_cast<double>(last));
}

}  // namespace

class TestIncumbentThreads : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noSkippedTaskIsLost()
    {
        constexpr int rounds = 200'000 / test::slowdown;
        Incumbent skipped({});
        together(rounds, [&](int, int) { skipped.skip(); });
        QCOMPARE(skipped.skipped(), workers * rounds);
        Incumbent dismissed({});
        dismissed.seed(seedOf(1), 1);
        together(rounds, [&](int, int) { dismissed.skipInfeasible(); });
        QCOMPARE(dismissed.skipped(), workers * rounds);
    }

    /// The last report has all tasks, however the workers' reports interleave.
    void noFinishedTaskIsLost()
    {
        constexpr int rounds = 8'000 / test::slowdown;
        int told = 0;
        Progress last;
        Incumbent incumbent([&](const Progress& progress) {
            ++told;
            last = progress;
        });
        incumbent.expect(3 * workers * rounds);
        std::vector<Seconds> bounds(static_cast<std::size_t>(workers), 1.0);
        (void)incumbent.open(bounds, 0);
        const Task task = taskOf(1);
        together(rounds, [&](int worker, int) {
            incumbent.skip();
            incumbent.skipInfeasible();
            incumbent.take(task, static_cast<std::size_t>(worker), {});
        });
        QVERIFY(told > 0);
        QCOMPARE(last.tasksDone, 3 * workers * rounds);
        QCOMPARE(last.tasksTotal, 3 * workers * rounds);
    }

    /// Tasks that are opened at once get places of their own, and each keeps its bound.
    void everyOpenedTaskHasAPlace()
    {
        constexpr int rounds = 250 / test::slowdown;
        constexpr int perCall = 3;
        Incumbent incumbent({});
        incumbent.expect(workers * rounds * (perCall + 1));
        std::array<std::vector<std::size_t>, workers> firsts;
        together(rounds, [&](int worker, int round) {
            const std::vector<Seconds> bounds(perCall, rateOf(worker, round, rounds));
            firsts[static_cast<std::size_t>(worker)].push_back(incumbent.open(bounds, 1));
        });
        std::vector<std::size_t> places;
        for (const std::vector<std::size_t>& own : firsts) {
            places.insert(places.end(), own.begin(), own.end());
        }
        std::ranges::sort(places);
        for (std::size_t i = 0; i < places.size(); ++i) {
            QCOMPARE(places[i], i * perCall);
        }
        QCOMPARE(incumbent.tasks(), workers * rounds * perCall);
        QCOMPARE(incumbent.bound(), rateOf(workers - 1, rounds - 1, rounds));
        // Each bound is where its worker put it: raised by nothing, it is what it was.
        for (int worker = 0; worker < workers; ++worker) {
            for (int round = 0; round < rounds; ++round) {
                const std::size_t first = firsts[static_cast<std::size_t>(worker)][static_cast<std::size_t>(round)];
                QCOMPARE(incumbent.raise(first + perCall - 1, 0), rateOf(worker, round, rounds));
            }
        }
    }

    void theBoundRisesWithTheLastTask()
    {
        constexpr int rounds = 20'000 / test::slowdown;
        Incumbent incumbent({});
        incumbent.expect(workers);
        (void)incumbent.open(std::vector<Seconds>(workers, 1e-3), 0);
        std::atomic<int> wrong = 0;
        together(rounds, [&](int worker, int round) {
            const Seconds bound = 1 + round;
            wrong += incumbent.raise(static_cast<std::size_t>(worker), bound) == bound ? 0 : 1;
        });
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(incumbent.bound(), static_cast<double>(rounds));
        const std::vector<BoundPoint> points = incumbent.boundHistory();
        for (std::size_t i = 1; i < points.size(); ++i) {
            QVERIFY(points[i].perSample > points[i - 1].perSample);
        }
        QCOMPARE(points.back().perSample, static_cast<double>(rounds));
    }

    void theBestOfferWins()
    {
        constexpr int rounds = 8'000 / test::slowdown;
        Incumbent incumbent({});
        together(rounds, [&](int worker, int round) {
            const Task task = taskOf(batchOf(worker, round));
            incumbent.offer(task, planAt(rateOf(worker, round, rounds), task));
        });
        checkHistory(incumbent, rounds);
        QVERIFY(incumbent.bestTask());
        QCOMPARE(incumbent.bestTask()->batch, batchOf(workers - 1, rounds - 1));
    }

    void theBestOutcomeWins()
    {
        constexpr int rounds = 4'000 / test::slowdown;
        Incumbent incumbent({});
        incumbent.expect(workers);
        (void)incumbent.open(std::vector<Seconds>(workers, 0.0), 0);
        together(rounds, [&](int worker, int round) {
            const Task task = taskOf(batchOf(worker, round));
            TaskOutcome outcome;
            outcome.best = planAt(rateOf(worker, round, rounds), task);
            outcome.possible = true;
            outcome.need.bytes = 1'000'000 - task.key.batch;
            outcome.bound = 5e-5 * static_cast<double>(task.key.batch) * (round + 1);
            incumbent.take(task, static_cast<std::size_t>(worker), std::move(outcome));
        });
        checkHistory(incumbent, rounds);
        const std::int64_t last = batchOf(workers - 1, rounds - 1);
        QVERIFY(incumbent.shortfall());
        QCOMPARE(incumbent.shortfall()->key.batch, last);
        QCOMPARE(incumbent.shortfall()->need.bytes, 1'000'000 - last);
        QVERIFY(std::abs(incumbent.bound() - 5e-5 * rounds) < 1e-9);
    }

    void theBestSeedWins()
    {
        constexpr int rounds = 8'000 / test::slowdown;
        Incumbent incumbent({});
        together(rounds, [&](int worker, int round) {
            const std::int64_t batch = batchOf(worker, round);
            incumbent.seed(seedOf(batch), rateOf(worker, round, rounds) * static_cast<double>(batch));
        });
        const std::vector<IncumbentPoint> history = incumbent.history();
        const std::int64_t last = batchOf(workers - 1, rounds - 1);
        QCOMPARE(history.back().batch, last);
        QCOMPARE(incumbent.best()->plan.training.globalBatch, last);
        for (std::size_t i = 1; i < history.size(); ++i) {
            QVERIFY(history[i].stepTime / static_cast<double>(history[i].batch) <
                    history[i - 1].stepTime / static_cast<double>(history[i - 1].batch));
        }
    }

    /// Other searches of the same request read and raise what one keeps.
    void nothingKeptIsLost()
    {
        constexpr int rounds = 4'000 / test::slowdown;
        WarmStart warmStart;
        std::atomic<int> wrong = 0;
        together(rounds, [&](int worker, int round) {
            const TaskKey own{.batch = batchOf(worker, round)};
            warmStart.keep(own, {true, 1, 1});
            warmStart.raise(own, 2 + round);
            const std::optional<WarmStart::Bounds> known = warmStart.find(own);
            wrong += known && known->bound == 2 + round ? 0 : 1;
        });
        QCOMPARE(wrong.load(), 0);
        WarmStart other;
        other.learn(warmStart, 1);
        for (int index = 0; index < workers * rounds; ++index) {
            QVERIFY(other.find({.batch = 1 + index}));
        }
    }

    void everyFunctionTakesTheLock_data()
    {
        QTest::addColumn<std::function<void(Incumbent&)>>("call");
        const auto row = [](const char* name, const std::function<void(Incumbent&)>& call) {
            QTest::newRow(name) << call;
        };
        row("expect", [](Incumbent& shared) { shared.expect(8); });
        row("seed", [](Incumbent& shared) { shared.seed(seedOf(1), 1); });
        row("open", [](Incumbent& shared) { (void)shared.open({1.0}, 0); });
        row("raise", [](Incumbent& shared) { shared.raise(0, 1); });
        row("beats", [](Incumbent& shared) { (void)shared.beats(1); });
        row("rate", [](Incumbent& shared) { (void)shared.rate(); });
        row("skip", [](Incumbent& shared) { shared.skip(); });
        row("isBeyond", [](Incumbent& shared) { (void)shared.isBeyond(1); });
        row("skipInfeasible", [](Incumbent& shared) { shared.skipInfeasible(); });
        row("take", [](Incumbent& shared) { shared.take(taskOf(1), 0, {}); });
        row("offer", [](Incumbent& shared) { shared.offer(taskOf(1), planAt(1, taskOf(1))); });
        row("advance", [](Incumbent& shared) { shared.advance(0.5); });
    }

    void everyFunctionTakesTheLock()
    {
        QFETCH(std::function<void(Incumbent&)>, call);
        Incumbent silent({});
        silent.expect(4);
        (void)silent.open({0.5, 0.5}, 0);
        int before = test::locksTaken();
        call(silent);
        QCOMPARE(test::locksTaken() - before, 1);
        // The sink is called without the lock, which is taken again after each report.
        int told = 0;
        Incumbent heard([&told](const Progress&) { ++told; });
        heard.expect(4);
        (void)heard.open({0.5, 0.5}, 0);
        told = 0;
        before = test::locksTaken();
        call(heard);
        QCOMPARE(test::locksTaken() - before, 1 + told);
    }

    void everyFunctionOfTheWarmStartTakesTheLock()
    {
        WarmStart warmStart;
        WarmStart other;
        const TaskKey key;
        const auto locksOf = [](const auto& call) {
            const int before = test::locksTaken();
            call();
            return test::locksTaken() - before;
        };
        QCOMPARE(locksOf([&] { warmStart.keep(key, {}); }), 1);
        QCOMPARE(locksOf([&] { warmStart.raise(key, 1); }), 1);
        QCOMPARE(locksOf([&] { (void)warmStart.find(key); }), 1);
        QVERIFY(locksOf([&] { other.learn(warmStart, 1); }) >= 1);
    }
};

PGRAM_TEST(TestIncumbentThreads)
#include "test_incumbent_threads.moc"
