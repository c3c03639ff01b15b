// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a search tells what it does: without holding up its workers, one report at a time, in order.
#include "core/search/outer/incumbent.h"
#include "tests/pgram_test.h"

#include <atomic>
#include <latch>
#include <stdexcept>
#include <thread>

using namespace pgram;

class TestIncumbent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// While the sink has a report, other workers ask and report; with the lock held, they would wait for ever.
    void workersGoOnWhileTheSinkIsBusy()
    {
        Incumbent* shared = nullptr;
        int told = 0;
        Incumbent incumbent([&](const Progress&) {
            if (told++ == 0) {
                std::thread other([&] {
                    (void)shared->rate();
                    shared->advance(1);
                });
                other.join();
            }
        });
        shared = &incumbent;
        incumbent.expect(0);
        QCOMPARE(told, 2);  // the other worker's report was told behind this one
    }

    void reportsComeOneAtATimeAndInOrder()
    {
        std::atomic<int> inside = 0;
        bool overlapped = false;
        bool ordered = true;
        Progress last;
        Incumbent incumbent([&](const Progress& progress) {
            overlapped = overlapped || ++inside > 1;
            ordered = ordered && progress.seconds >= last.seconds;
            last = progress;
            --inside;
        });
        constexpr int workers = 4;
        std::latch start(workers);
        std::vector<std::jthread> threads;
        for (int worker = 0; worker < workers; ++worker) {
            threads.emplace_back([&] {
                start.arrive_and_wait();
                for (int i = 0; i < 5000; ++i) {
                    incumbent.advance(1);
                }
            });
        }
        threads.clear();
        QVERIFY(!overlapped && ordered && last.seconds > 0);
    }

    /// However shortly after another report: the next one may come much later.
    void aGapThatClosesIsToldAtOnce()
    {
        Progress last;
        Incumbent incumbent([&last](const Progress& progress) { last = progress; });
        incumbent.expect(2);
        Plan seed;
        seed.training.globalBatch = 1;
        incumbent.seed(seed, 1);
        (void)incumbent.open({0.5, 0.9}, 0);
        QCOMPARE(last.gap, 0.5);
        for (const double bound : {0.6, 0.7, 0.8, 0.85}) {
            incumbent.raise(0, bound);
            QCOMPARE(last.bound, bound);
        }
        incumbent.raise(0, 0.95);
        QCOMPARE(last.bound, 0.9);
    }

    /// Of two batches, the second one's seed can be faster by rounding alone: it is not returned, and so not told.
    void theLastOfTheHistoryIsTheBest()
    {
        Task task;
        task.key.batch = 64;
        task.training.globalBatch = 64;
        CutPlan found;
        found.step = 1;
        for (const double share : {1 + 1e-12, 1.0, 1 - 1e-12, 1 - 5e-10, 1 - 1e-8}) {
            Incumbent incumbent({});
            incumbent.offer(task, found);
            Plan seed;
            seed.training.globalBatch = 128;
            incumbent.seed(seed, 2 * share);
            QVERIFY(incumbent.best());
            QCOMPARE(incumbent.history().back().batch, incumbent.best()->plan.training.globalBatch);
            QCOMPARE(incumbent.history().size(), share < 1 - 1e-9 ? std::size_t{2} : std::size_t{1});
        }
    }

    void aSinkThatThrowsIsToldNothingMore()
    {
        int told = 0;
        Incumbent incumbent([&](const Progress&) {
            ++told;
            throw std::runtime_error("no");
        });
        QVERIFY_EXCEPTION_THROWN(incumbent.expect(0), std::runtime_error);
        incumbent.advance(1);
        QCOMPARE(told, 1);
        QVERIFY(incumbent.rate() > 0);  // the lock is free
    }
};

PGRAM_TEST(TestIncumbent)
#include "test_incumbent.moc"
