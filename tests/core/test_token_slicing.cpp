// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// TeraPipe's optimal slicing against every slicing there is, Seq1F1B's equal work, and both orders of slices.
#include "core/slicing/equal_work.h"
#include "core/slicing/slice_pipeline.h"
#include "core/slicing/token_slicing.h"
#include "tests/core/even_stages.h"
#include "tests/core/near.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace pgram;
using test::near;

namespace {

constexpr int grid = 8;

/// All ways to cut `units` into slices, in tokens.
std::vector<std::vector<int>> compositions(int units)
{
    std::vector<std::vector<int>> all;
    for (unsigned cuts = 0; cuts < 1u << (units - 1); ++cuts) {
        std::vector<int> lengths{grid};
        for (int unit = 1; unit < units; ++unit) {
            (cuts >> (unit - 1) & 1u) != 0 ? lengths.push_back(grid) : void(lengths.back() += grid);
        }
        all.push_back(lengths);
    }
    return all;
}

/// Every parting of the sequences, every slicing of each part.
void everySlicing(int left, const std::vector<std::vector<int>>& cuts, std::vector<SlicedPiece>& pieces,
                  const SliceTime& time, int stages, Seconds& best)
{
    if (left == 0) {
        best = std::min(best, withSeconds(pieces, time, stages).seconds);
        return;
    }
    for (int sequences = 1; sequences <= left; ++sequences) {
        for (const std::vector<int>& tokens : cuts) {
            pieces.push_back({sequences, tokens});
            everySlicing(left - sequences, cuts, pieces, time, stages, best);
            pieces.pop_back();
        }
    }
}

SliceLaw randomLaw(std::mt19937& random)
{
    std::uniform_real_distribution<double> uniform(0, 1);
    const bool floors = uniform(random) < 0.5;
    return {1e-3 * uniform(random), floors ? 2e-3 * uniform(random) : 0, 1e-4 * uniform(random), 1e-6 * uniform(random),
            1e-6 * uniform(random)};
}

std::vector<SliceLoad> randomSlices(std::mt19937& random, int count)
{
    std::uniform_real_distribution<double> uniform(0.5, 2);
    std::vector<SliceLoad> slices;
    for (int i = 0; i < count; ++i) {
        slices.push_back({uniform(random), 2 * uniform(random), 1.0 / count});
    }
    return slices;
}

}  // namespace

class TestTokenSlicing : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// 1,000 laws, a fifth of them tables that do not even grow with the length.
    void equalsEverySlicing()
    {
        std::mt19937 random(5);
        for (int i = 0; i < 1000; ++i) {
            const int sequences = 1 + static_cast<int>(random() % 3);
            const int units = 1 + static_cast<int>(random() % (sequences == 1 ? 8 : sequences == 2 ? 5 : 4));
            const int stages = 1 + static_cast<int>(random() % 9);
            SliceTime time = randomLaw(random);
            if (i % 5 == 0) {
                std::vector<Seconds> table(static_cast<std::size_t>(sequences * 100));
                std::ranges::generate(table, [&] { return 1e-3 * (1 + random() % 20); });
                time = [table](int b, int l, int c) {
                    return table[static_cast<std::size_t>((b - 1) * 100 + l / grid * 10 + c / grid)];
                };
            }
            const TokenSlicing best = bestSlicing(SliceTimes(sequences, units, grid, time), stages);
            Seconds least = std::numeric_limits<double>::infinity();
            std::vector<SlicedPiece> pieces;
            everySlicing(sequences, compositions(units), pieces, time, stages, least);
            QVERIFY2(near(best.seconds, least), qPrintable(QString::number(i)));
            QVERIFY(near(withSeconds(best.pieces, time, stages).seconds, least));
            int count = 0;
            for (const SlicedPiece& piece : best.pieces) {
                count += piece.sequences;
                QCOMPARE(std::accumulate(piece.tokens.begin(), piece.tokens.end(), 0), units * grid);
            }
            QCOMPARE(count, sequences);
        }
    }

    /// Eight slices of 16 tokens, as the authors' code finds.
    void knownCase()
    {
        const SliceLaw law{.fixed = 0.001, .perToken = 0.0001};
        const TokenSlicing best = bestSlicing(SliceTimes(1, 16, grid, law), 4);
        QVERIFY(near(best.seconds, 0.0286));
        QCOMPARE(best.pieces, (std::vector{SlicedPiece{1, std::vector<int>(8, 16)}}));
    }

    /// TeraPipe's step is the sum of its two phases, each with a longest slice of its own; the planner's T, which
    /// charges the longest forward and backward of one slice, is a lower bound of it.
    void stepIsTheSumOfBothPhases()
    {
        std::mt19937 random(6);
        for (int i = 0; i < 1000; ++i) {
            const int stages = 1 + static_cast<int>(random() % 6);
            const int sequences = 1 + static_cast<int>(random() % 3);
            const std::vector<SliceLoad> slices = randomSlices(random, 1 + static_cast<int>(random() % 5));
            Seconds forward = 0;
            Seconds backward = 0;
            Seconds longestForward = 0;
            Seconds longestBackward = 0;
            for (const SliceLoad& slice : slices) {
                forward += sequences * slice.forward;
                backward += sequences * slice.backward;
                longestForward = std::max(longestForward, slice.forward);
                longestBackward = std::max(longestBackward, slice.backward);
            }
            const Seconds phases = forward + backward + (stages - 1) * (longestForward + longestBackward);
            QVERIFY(near(runSlices(SliceOrder::TeraPipe, stages, sequences, slices).seconds, phases));
            Seconds longest = 0;
            for (const SliceLoad& slice : slices) {
                longest = std::max(longest, slice.forward + slice.backward);
            }
            QVERIFY(forward + backward + (stages - 1) * longest <= phases * (1 + 1e-12));
        }
    }

    /// A slicing of one slice is 1F1B, or GPipe, of whole sequences: in time and in what is held.
    void oneSliceIsNoSlicing()
    {
        std::mt19937 random(7);
        for (int i = 0; i < 1000; ++i) {
            const int stages = 1 + static_cast<int>(random() % 6);
            const int sequences = 1 + static_cast<int>(random() % 8);
            const std::vector<SliceLoad> whole = randomSlices(random, 1);
            constexpr Bytes kept = 1000;
            const std::vector<test::EvenStage> even(
                static_cast<std::size_t>(stages),
                {.forward = whole[0].forward, .backward = whole[0].backward, .keptBytes = kept});
            for (const auto& [order, kind] : {std::pair(SliceOrder::TeraPipe, ScheduleKind::GPipe),
                                              std::pair(SliceOrder::Seq1F1B, ScheduleKind::OneFOneB)}) {
                const SlicePipeline sliced = runSlices(order, stages, sequences, whole);
                const Timeline timeline = test::simulate(Schedule{kind, sequences, 1}, even);
                QVERIFY(near(sliced.seconds, timeline.makespan));
                for (int stage = 0; stage < stages; ++stage) {
                    const auto at = static_cast<std::size_t>(stage);
                    QCOMPARE(slicesInFlight(order, stages, stage, sequences, 1), timeline.stages[at].peakInFlight);
                    QVERIFY(near(sliced.sequences[at] * kept, static_cast<double>(timeline.stages[at].peakMemory)));
                }
            }
        }
    }

    /// The closed form of what is in flight, on the orders.
    void inFlightIsCounted()
    {
        for (const SliceOrder order : {SliceOrder::TeraPipe, SliceOrder::Seq1F1B}) {
            for (int stages = 1; stages <= 6; ++stages) {
                for (int sequences = 1; sequences <= 6; ++sequences) {
                    for (int slices = 1; slices <= 5; ++slices) {
                        for (int stage = 0; stage < stages; ++stage) {
                            int held = 0;
                            int most = 0;
                            for (const SlicePass& pass : slicePasses(order, stages, stage, sequences, slices)) {
                                held += pass.backward ? -1 : 1;
                                most = std::max(most, held);
                            }
                            QCOMPARE(held, 0);
                            QCOMPARE(most, slicesInFlight(order, stages, stage, sequences, slices));
                        }
                    }
                }
            }
        }
    }

    /// Slices make the sequence, are multiples but for the first, and differ in work by no more than rounding down.
    void equalWorkIsEqual()
    {
        std::mt19937 random(8);
        for (int i = 0; i < 1000; ++i) {
            const auto to = [&random](int most) { return static_cast<std::int64_t>(1 + random() % most); };
            const SequenceWork work{.layers = to(64),
                                    .hidden = 64 * to(64),
                                    .feedForward = 256 * to(64),
                                    .heads = to(64),
                                    .headSize = 16 * to(8),
                                    .vocabulary = to(100000)};
            const std::int64_t multiple = 1 << random() % 4;
            const int slices = 1 + static_cast<int>(random() % 8);
            const std::int64_t tokens = 512 * to(64);
            const auto lengths = equalWorkSlices(work, tokens, slices, multiple);
            QCOMPARE(static_cast<int>(lengths.size()), slices);
            QCOMPARE(std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}), tokens);
            const auto all = static_cast<double>(tokens);
            const double share = sliceWork(work, all, all) / slices;
            std::int64_t end = tokens;
            for (std::size_t k = lengths.size(); k-- > 1;) {
                const auto last = static_cast<double>(end);
                const auto length = static_cast<double>(lengths[k]);
                QCOMPARE(lengths[k] % multiple, 0);
                QVERIFY(sliceWork(work, length, last) <= share * (1 + 1e-9));
                QVERIFY(sliceWork(work, length + static_cast<double>(multiple), last) >= share * (1 - 1e-9));
                end -= lengths[k];
            }
        }
        QVERIFY(equalWorkSlices({.hidden = 64}, 4, 8).empty());
        QVERIFY(equalWorkSlices({.layers = 0}, 64, 8).empty());
    }

    /// 4 stages, 4 sequences in 4 slices take 57 for 84, and hold 1.75 sequences for 4.
    void slicesFillThePipeline()
    {
        const std::vector<SliceLoad> slices(4, {1, 2, 0.25});
        const SlicePipeline sliced = runSlices(SliceOrder::Seq1F1B, 4, 4, slices);
        QCOMPARE(sliced.seconds, 57.0);
        QCOMPARE(sliced.sequences.front(), 1.75);
        QCOMPARE(runSlices(SliceOrder::TeraPipe, 4, 4, slices).seconds, 57.0);
        QCOMPARE(runSlices(SliceOrder::Seq1F1B, 4, 4, {{4, 8, 1}}).seconds, 84.0);
    }
};

PGRAM_TEST(TestTokenSlicing)
#include "test_token_slicing.moc"
