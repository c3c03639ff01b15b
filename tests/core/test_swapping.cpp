// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Steps out of core: the simulator against another one of the same rule, its invariants, the optimiser against every
// plan, the bound below and the search above it, and the exchange of gradients.
#include "core/swapping/exchange.h"
#include "core/swapping/swap_search.h"
#include "tests/core/near.h"
#include "tests/core/small_swap.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

using namespace pgram;
using test::nearOrSame;

namespace {

using enum Keeping;

struct Problem {
    std::vector<SwapBlock> blocks;
    SwapDevice device;
};

/// Quarters and halves, so that sums are exact and times of events meet.
Problem randomProblem(std::mt19937& random, int blocks)
{
    const auto pick = [&random](std::initializer_list<double> from) {
        return *(from.begin() + random() % from.size());
    };
    Problem problem;
    double kept = 0;
    for (int i = 0; i < blocks; ++i) {
        const double forward = pick({0.5, 1, 1.5, 2});
        problem.blocks.push_back({forward, pick({1, 2, 3, 4}), pick({1, 2, 3, 4, 6}), pick({0.25, 0.5, 1})});
        kept += problem.blocks.back().kept;
    }
    problem.device.bytes = std::round(4 * kept * pick({0.4, 0.5, 0.6, 0.8, 1})) / 4;
    problem.device.link = pick({0.5, 1, 2, 4});
    problem.device.latency = pick({0, 0, 0.25});
    return problem;
}

KeepingPlan randomPlan(std::mt19937& random, std::size_t blocks)
{
    KeepingPlan plan(blocks);
    std::ranges::generate(plan, [&] { return static_cast<Keeping>(random() % 3); });
    return plan;
}

/// Four alike, 9 bytes, 2 a second.
const std::vector<SwapBlock> fourAlike(4, {1, 2, 4, 1});

}  // namespace

class TestSwapping : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void handExample()
    {
        const SwapDevice device{9, 2, 0};
        const KeepingAnswer best = exactKeeping(fourAlike, device);
        QCOMPARE(best.seconds, 13.0);
        QCOMPARE(toString(best.plan), std::string("SRKK"));
        QCOMPARE(best.count, 1);
        QCOMPARE(exactKeeping(fourAlike, device, std::array{Keep, Swap}).seconds, 14.0);
        QCOMPARE(exactKeeping(fourAlike, device, std::array{Keep, Recompute}).seconds, 15.0);
        QCOMPARE(exactKeeping(fourAlike, device, std::array{Swap}).seconds, 19.0);
        QCOMPARE(inCoreSeconds(fourAlike), 12.0);
        // No swap-in before the last forward has ended: 18, not 16.
        const std::vector<SwapBlock> three{{1, 2, 1, 0.5}, {2, 2, 4, 0.5}, {6, 2, 1, 0.5}};
        QCOMPARE(SwapStep(three, {6, 1, 0}).seconds(parseKeeping("RSK")), 18.0);
    }

    void agreesWithAnotherSimulator()
    {
        std::mt19937 random(11);
        int feasible = 0;
        for (int i = 0; i < 3000; ++i) {
            const Problem problem = randomProblem(random, 1 + static_cast<int>(random() % 7));
            const KeepingPlan plan = randomPlan(random, problem.blocks.size());
            const Seconds ours = SwapStep(problem.blocks, problem.device).seconds(plan);
            const Seconds theirs = test::SmallSwap(problem.blocks, problem.device, plan).run();
            QVERIFY2(nearOrSame(ours, theirs), qPrintable(QString("%1 %2 %3").arg(i).arg(ours).arg(theirs)));
            feasible += ours < infinity ? 1 : 0;
        }
        QVERIFY(feasible > 500);
    }

    void memoryAndStreams()
    {
        std::mt19937 random(12);
        for (int i = 0; i < 1000; ++i) {
            const Problem problem = randomProblem(random, 2 + static_cast<int>(random() % 9));
            const KeepingPlan plan = randomPlan(random, problem.blocks.size());
            const SwapTimeline timeline = SwapStep(problem.blocks, problem.device).timeline(plan);
            for (const SwapMemory& point : timeline.memory) {
                QVERIFY(point.bytes >= -1e-9);
                QVERIFY(point.bytes <= problem.device.bytes + 1e-9);
            }
            std::array<Seconds, 3> ends{};
            std::vector<Seconds> out(problem.blocks.size(), infinity);
            for (const SwapEvent& event : timeline.events) {
                const std::size_t stream = event.kind == SwapEventKind::SwapOut  ? 1
                                           : event.kind == SwapEventKind::SwapIn ? 2
                                                                                 : 0;
                QVERIFY(event.start >= ends[stream]);
                ends[stream] = event.end;
                if (event.kind == SwapEventKind::SwapOut) {
                    out[static_cast<std::size_t>(event.block)] = event.end;
                } else if (event.kind == SwapEventKind::SwapIn) {
                    QVERIFY(event.start >= out[static_cast<std::size_t>(event.block)]);
                }
            }
            if (timeline.seconds < infinity) {
                QVERIFY(std::abs(timeline.memory.back().bytes) < 1e-9);
                QVERIFY(timeline.seconds >= inCoreSeconds(problem.blocks) * (1 - 1e-12));
            }
        }
    }

    /// All 3ⁿ plans; bound ≤ optimum ≤ search.
    void optimumEqualsEveryPlan()
    {
        std::mt19937 random(13);
        int found = 0;
        int feasible = 0;
        for (int i = 0; i < 1000; ++i) {
            const Problem problem = randomProblem(random, 1 + static_cast<int>(random() % 6));
            const std::size_t n = problem.blocks.size();
            SwapStep step(problem.blocks, problem.device);
            std::size_t plans = 1;
            for (std::size_t k = 0; k < n; ++k) {
                plans *= 3;
            }
            Seconds least = infinity;
            std::vector<Seconds> all;
            for (std::size_t code = 0; code < plans; ++code) {
                KeepingPlan plan(n);
                for (std::size_t k = 0, rest = code; k < n; ++k, rest /= 3) {
                    plan[k] = static_cast<Keeping>(rest % 3);
                }
                all.push_back(step.seconds(plan));
                least = std::min(least, all.back());
            }
            const KeepingAnswer best = exactKeeping(problem.blocks, problem.device);
            const KeepingAnswer searched = searchKeeping(problem.blocks, problem.device);
            QCOMPARE(best.plan.empty(), least == infinity);
            if (least == infinity) {
                QVERIFY(searched.plan.empty());
                continue;
            }
            QVERIFY(nearOrSame(best.seconds, least));
            QVERIFY(nearOrSame(step.seconds(best.plan), least));
            QCOMPARE(best.count, std::ranges::count_if(all, [&](Seconds s) { return s <= least * (1 + 1e-9); }));
            QVERIFY(keepingBound(problem.blocks, problem.device) <= least * (1 + 1e-9));
            QVERIFY(searched.seconds >= least * (1 - 1e-9));
            QVERIFY(searched.lowerBound <= least * (1 + 1e-9));
            ++feasible;
            found += nearOrSame(searched.seconds, least) ? 1 : 0;
        }
        QVERIFY2(feasible > 500 && found >= 0.99 * feasible, qPrintable(QString("%1 of %2").arg(found).arg(feasible)));
    }

    /// Of one cost the first, Keep before Swap before Recompute.
    void tiesKeep()
    {
        QCOMPARE(toString(exactKeeping(fourAlike, {16, 1, 0}).plan), std::string("KKKK"));
        QCOMPARE(toString(exactKeeping(fourAlike, {12, 1, 0}).plan), std::string("KRRK"));
        QVERIFY(exactKeeping(fourAlike, {3, 1, 0}).plan.empty());
        QVERIFY(searchKeeping(fourAlike, {3, 1, 0}).plan.empty());
    }

    void manyBlocks()
    {
        const std::vector<SwapBlock> layers(96, {0.01, 0.02, 400e6, 20e6});
        const KeepingAnswer answer = bestKeeping(layers, {12e9, 12e9, 0});
        QVERIFY(!answer.plan.empty());
        QCOMPARE(SwapStep(layers, {12e9, 12e9, 0}).seconds(answer.plan), answer.seconds);
        QVERIFY(answer.lowerBound <= answer.seconds);
        QVERIFY2(answer.gap() < 0.05, qPrintable(QString::number(answer.gap())));
    }

    void groupsAddUp()
    {
        const std::vector<SwapBlock> layers{{1, 2, 3, 0.5}, {2, 3, 4, 1}, {3, 4, 5, 2}};
        const std::array counts{2, 1};
        QCOMPARE(grouped(layers, counts), (std::vector<SwapBlock>{{3, 5, 7, 0.5}, {3, 4, 5, 2}}));
    }

    /// Of 2 bytes a block, 4 bytes/s everywhere and 4 nodes: 14.25 phased, 16.5 in bulk, 12 of compute.
    void exchangeHidesBehindTheNextStep()
    {
        const std::vector<ExchangeBlock> blocks(4, {1, 2, 0.5, 0.75, 0.5, 0.5});
        QCOMPARE(exchangePeriod(blocks, true), 14.25);
        QCOMPARE(exchangePeriod(blocks, false), 16.5);
        std::mt19937 random(14);
        std::uniform_real_distribution<double> uniform(0, 4);
        for (int i = 0; i < 1000; ++i) {
            std::vector<ExchangeBlock> some(1 + random() % 8);
            Seconds compute = 0;
            Seconds exchange = 0;
            for (ExchangeBlock& block : some) {
                block = {uniform(random), uniform(random), uniform(random),
                         uniform(random), uniform(random), uniform(random)};
                compute += block.forward + block.backward;
                exchange += block.toHost + block.sum + block.update + block.toDevice;
            }
            const Seconds phased = exchangePeriod(some, true);
            QVERIFY(phased >= compute * (1 - 1e-9));
            QVERIFY(phased <= exchangePeriod(some, false) * (1 + 1e-9));
            QVERIFY(exchangePeriod(some, false) <= (compute + exchange) * (1 + 1e-9));
            // More micro-batches between cost their own time and no more, and hide nothing less.
            const Seconds longer = exchangePeriod(some, true, 5);
            QVERIFY(longer >= phased * (1 - 1e-9) && longer <= (phased + 5) * (1 + 1e-9));
        }
    }
};

PGRAM_TEST(TestSwapping)
#include "test_swapping.moc"
