// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Means of paths against the simulator, whose step none exceeds, and against the least step of any spread of work.
#include "core/schedule/path_means.h"
#include "core/schedule/simulator.h"
#include "tests/pgram_test.h"

#include <array>
#include <cmath>
#include <limits>
#include <random>

using namespace pgram;

namespace {

constexpr double unlimited = 1e9;

struct Case {
    Schedule schedule;
    int stages = 1;
    PathCounts parts;
};

Case draw(std::mt19937& random)
{
    const auto whole = [&random](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
    const auto real = [&random](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
    constexpr std::array kinds{ScheduleKind::OneFOneB, ScheduleKind::GPipe, ScheduleKind::Interleaved,
                               ScheduleKind::ZbH1,     ScheduleKind::ZbV,   ScheduleKind::DualPipeV};
    Case own;
    own.schedule.kind = kinds[static_cast<std::size_t>(whole(0, 5))];
    own.stages = whole(2, 6);
    own.schedule.virtualStages = usualChunks(own.schedule.kind);
    own.schedule.microbatches = whole(1, 3);
    if (own.schedule.kind == ScheduleKind::Interleaved) {
        own.schedule.virtualStages = whole(2, 3);
        own.schedule.microbatches *= own.stages;
    } else if (own.schedule.kind == ScheduleKind::DualPipeV) {
        own.schedule.microbatches += 2 * own.stages;
    } else {
        own.schedule.microbatches *= whole(1, 5);
    }
    own.parts = {real(0.1, 1), real(0.1, 1), splitsBackward(own.schedule.kind) ? real(0.1, 1) : 0,
                 whole(0, 1) * real(0, 5)};
    return own;
}

/// Chunk c takes `parts` times spread_c.
PipelineLoad loadOf(const Case& own, const std::vector<PathCounts>& chunks)
{
    PipelineLoad load;
    load.stages.resize(static_cast<std::size_t>(own.stages));
    for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
        ChunkLoad& one = load.chunks.emplace_back();
        one.forward = chunks[chunk].forward;
        one.backward = chunks[chunk].inputGradient + chunks[chunk].weightGradient;
        one.weightGradient = chunks[chunk].weightGradient;
        const int stage = stageOfChunk(own.schedule, own.stages, static_cast<int>(chunk));
        load.stages[static_cast<std::size_t>(stage)].optimizer += chunks[chunk].once;
    }
    return load;
}

double least(const PathMeans& means, const PathCounts& parts)
{
    double least = std::numeric_limits<double>::infinity();
    for (const PathCounts& counts : means) {
        least = std::min(least, counts.of(parts));
    }
    return least;
}

double evenStep(const Case& own, int chunks)
{
    PathCounts each;
    each.add(own.parts, 1.0 / chunks);
    return simulate(own.schedule, loadOf(own, std::vector(static_cast<std::size_t>(chunks), each))).makespan;
}

}  // namespace

class TestPathMeans : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Whatever each chunk takes, and however soon the game is left.
    void noStepIsShorter()
    {
        std::mt19937 random(1);
        for (int i = 0; i < 2000; ++i) {
            const Case own = draw(random);
            const PathMeans means = evenPaths(own.schedule, own.stages, own.parts, i % 3 == 0 ? 1 : unlimited);
            QCOMPARE(means.size(), static_cast<std::size_t>(own.stages * own.schedule.virtualStages));
            std::vector<PathCounts> chunks;
            double bound = 0;
            for (const PathCounts& counts : means) {
                const auto real = [&random] { return std::exp(std::uniform_real_distribution(-2.0, 2.0)(random)); };
                chunks.push_back({real(), real(), splitsBackward(own.schedule.kind) ? real() : 0, real()});
                bound += counts.of(chunks.back());
            }
            const Seconds step = simulate(own.schedule, loadOf(own, chunks)).makespan;
            QVERIFY2(bound <= step * (1 + 1e-12), qPrintable(QString("%1 on %2: %3 above %4")
                                                                 .arg(QString::fromStdString(toString(own.schedule)))
                                                                 .arg(own.stages)
                                                                 .arg(bound)
                                                                 .arg(step)));
        }
    }

    /// The least of the means is what work costs anywhere: at most the step of even chunks, and at least the work of
    /// the busiest stage of any spread.
    void isBetweenWorkAndTheEvenStep()
    {
        std::mt19937 random(2);
        for (int i = 0; i < 500; ++i) {
            const Case own = draw(random);
            const int chunks = own.stages * own.schedule.virtualStages;
            const double value = least(evenPaths(own.schedule, own.stages, own.parts, unlimited), own.parts);
            const double time = own.parts.forward + own.parts.inputGradient + own.parts.weightGradient;
            QVERIFY(value <= evenStep(own, chunks) * (1 + 1e-9));
            QVERIFY(value >= 0.99 * own.schedule.microbatches * time / own.stages);
        }
    }

    /// Two stages and one micro-batch: nothing is beside anything. One stage: all of it is behind one another.
    void isTheStepWhereThatIsKnown()
    {
        const PathCounts parts{1, 2, 0, 0};
        const Schedule one{ScheduleKind::OneFOneB, 1, 1};
        QVERIFY(std::abs(least(evenPaths(one, 2, parts, unlimited), parts) - 3) < 1e-9);
        const Schedule four{ScheduleKind::OneFOneB, 4, 1};
        QVERIFY(std::abs(least(evenPaths(four, 1, parts, unlimited), parts) - 12) < 1e-9);
    }

    /// Chunks of a real cut may differ; the bound comes near what the best of them take. Of interleaved pipelines with
    /// as many micro-batches as stages the even step is 1.47 times the work of a stage, the best spread's 1.37.
    void isTight()
    {
        const PathCounts parts{1.0 / 3, 2.0 / 3, 0, 0};
        const Case own{{ScheduleKind::Interleaved, 16, 2}, 16, parts};
        const double value = least(evenPaths(own.schedule, own.stages, parts, unlimited), parts);
        QVERIFY(value > 1.35 && value < 1.38);
        QVERIFY(std::abs(evenStep(own, 32) - 1.46875) < 1e-9);
    }
};

PGRAM_TEST(TestPathMeans)
#include "test_path_means.moc"
