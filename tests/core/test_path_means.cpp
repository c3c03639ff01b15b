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

/// One choice of each chunk.
std::vector<LayerInChunk> alike(const Case& own)
{
    std::vector<LayerInChunk> choices;
    for (int chunk = 0; chunk < own.stages * own.schedule.virtualStages; ++chunk) {
        choices.push_back({chunk, own.parts, 0});
    }
    return choices;
}

/// What a layer comes to where it is cheapest, in all the room that there is.
double valueOf(const Case& own)
{
    const std::vector<LayerInChunk> choices = alike(own);
    const PathMeans means = EvenPaths(own.schedule, own.stages, choices, 1, 1, infinity, unlimited).means();
    double least = std::numeric_limits<double>::infinity();
    for (const PathCounts& counts : means.counts) {
        least = std::min(least, counts.of(own.parts));
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
    /// Whatever each chunk takes and holds, and however soon the game is left.
    void noStepIsShorter()
    {
        std::mt19937 random(1);
        for (int i = 0; i < 2000; ++i) {
            const Case own = draw(random);
            const auto real = [&random] { return std::exp(std::uniform_real_distribution(-2.0, 2.0)(random)); };
            std::vector<LayerInChunk> choices;
            std::vector<PathCounts> chunks;
            std::vector<double> bytes(static_cast<std::size_t>(own.stages), 0);
            for (const LayerInChunk& one : alike(own)) {
                choices.push_back({one.chunk, own.parts, real()});
                choices.push_back({one.chunk, {real(), real(), real(), 0}, real()});
                const double weights = splitsBackward(own.schedule.kind) ? real() : 0;
                chunks.push_back({real(), real(), weights, real()});
            }
            std::vector<double> held;
            for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
                held.push_back(real());
                bytes[static_cast<std::size_t>(stageOfChunk(own.schedule, own.stages, static_cast<int>(chunk)))] +=
                    held.back();
            }
            const double room = std::ranges::max(bytes);
            const double operations = i % 3 == 0 ? 1 : i % 3 == 1 ? 1e5 : unlimited;
            const PathMeans means = EvenPaths(own.schedule, own.stages, choices, 4, room, infinity, operations).means();
            QCOMPARE(means.counts.size(), chunks.size());
            double bound = 0;
            for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
                const int stage = stageOfChunk(own.schedule, own.stages, static_cast<int>(chunk));
                bound +=
                    means.counts[chunk].of(chunks[chunk]) + means.prices[static_cast<std::size_t>(stage)] * held[chunk];
            }
            for (const double price : means.prices) {
                QVERIFY(price >= 0);
                bound -= price * room;
            }
            const Seconds step = simulate(own.schedule, loadOf(own, chunks)).makespan;
            QVERIFY2(bound <= step * (1 + 1e-12), qPrintable(QString("%1 on %2: %3 above %4")
                                                                 .arg(QString::fromStdString(toString(own.schedule)))
                                                                 .arg(own.stages)
                                                                 .arg(bound)
                                                                 .arg(step)));
        }
    }

    /// Plans of whole layers, with as many on a stage as the bound asks for, or more.
    void crowdedStagesAreBounded()
    {
        std::mt19937 random(3);
        int higher = 0;
        for (int i = 0; i < 1000; ++i) {
            const Case own = draw(random);
            const auto real = [&random] { return std::exp(std::uniform_real_distribution(-1.0, 1.0)(random)); };
            std::vector<LayerInChunk> choices;
            for (const LayerInChunk& one : alike(own)) {
                choices.push_back({one.chunk, own.parts, real()});
                PathCounts slower;
                slower.add(own.parts, 1 + real());
                choices.push_back({one.chunk, slower, real() / 3});
            }
            const int chunks = own.stages * own.schedule.virtualStages;
            const int layers = chunks + std::uniform_int_distribution(0, 2 * chunks)(random);
            std::vector<PathCounts> seconds(static_cast<std::size_t>(chunks));
            std::vector<double> bytes(static_cast<std::size_t>(own.stages), 0);
            std::vector<int> counts(bytes.size(), 0);
            std::vector<LayerInChunk> plan;
            const auto stageOf = [&own](const LayerInChunk& put) {
                return static_cast<std::size_t>(stageOfChunk(own.schedule, own.stages, put.chunk));
            };
            for (int layer = 0; layer < layers; ++layer) {
                plan.push_back(choices[std::uniform_int_distribution<std::size_t>(0, choices.size() - 1)(random)]);
                const LayerInChunk& put = plan.back();
                seconds[static_cast<std::size_t>(put.chunk)].add(put.seconds, 1);
                bytes[stageOf(put)] += put.bytes;
                ++counts[stageOf(put)];
            }
            const double room = std::ranges::max(bytes);
            const auto crowded = static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin());
            const int crowd = counts[crowded] - (i % 4 == 0 ? 1 : 0);
            const EvenPaths paths(own.schedule, own.stages, choices, layers, room, infinity, unlimited);
            const PathMeans means = paths.crowded(static_cast<int>(crowded), crowd);
            double bound = means.relief * crowd;
            for (const LayerInChunk& put : plan) {
                bound += means.counts[static_cast<std::size_t>(put.chunk)].of(put.seconds) +
                         means.prices[stageOf(put)] * put.bytes - (stageOf(put) == crowded ? means.relief : 0);
            }
            for (const double price : means.prices) {
                bound -= price * room;
            }
            const Seconds step = simulate(own.schedule, loadOf(own, seconds)).makespan;
            QVERIFY2(bound <= step * (1 + 1e-12), qPrintable(QString("%1 above %2").arg(bound).arg(step)));
            higher += means.relief > 0 ? 1 : 0;
        }
        QVERIFY2(higher > 300, qPrintable(QString::number(higher)));
    }

    /// What a layer comes to anywhere: at most the step of even chunks, and at least the work of the busiest stage of
    /// any spread.
    void isBetweenWorkAndTheEvenStep()
    {
        std::mt19937 random(2);
        for (int i = 0; i < 500; ++i) {
            const Case own = draw(random);
            const double value = valueOf(own);
            QVERIFY(value <= evenStep(own, own.stages * own.schedule.virtualStages) * (1 + 1e-9));
            QVERIFY(value >= 0.985 * own.schedule.microbatches * own.parts.time() / own.stages);
        }
    }

    /// One micro-batch: all of it is behind one another. One stage: so are all micro-batches.
    void isTheStepWhereThatIsKnown()
    {
        const PathCounts parts{1, 2, 0, 0};
        QVERIFY(std::abs(valueOf({{ScheduleKind::OneFOneB, 1, 1}, 2, parts}) - 3) < 1e-9);
        QVERIFY(std::abs(valueOf({{ScheduleKind::OneFOneB, 4, 1}, 1, parts}) - 12) < 1e-9);
    }

    /// Chunks of a real cut may differ; the bound comes near what the best of them take. Of interleaved pipelines with
    /// as many micro-batches as stages the even step is 1.47 times the work of a stage, the best spread's 1.37.
    void isTight()
    {
        const Case own{{ScheduleKind::Interleaved, 16, 2}, 16, {1.0 / 3, 2.0 / 3, 0, 0}};
        const double value = valueOf(own);
        QVERIFY(value > 1.35 && value < 1.38);
        QVERIFY(std::abs(evenStep(own, 32) - 1.46875) < 1e-9);
    }

    /// On two stages a layer takes half a second less where it takes twice the
    /// bytes: the more room there is, the more of it is fast.
    void bytesHaveTheirPrice()
    {
        const Schedule one{ScheduleKind::OneFOneB, 1, 1};
        std::vector<LayerInChunk> choices;
        for (const int chunk : {0, 1}) {
            choices.push_back({chunk, {1, 1, 0, 0}, 1});
            choices.push_back({chunk, {0.75, 0.75, 0, 0}, 2});
        }
        const auto boundOf = [&](double layers, double room) {
            const PathMeans means = EvenPaths(one, 2, choices, layers, room, infinity, unlimited).means();
            double least = std::numeric_limits<double>::infinity();
            for (const LayerInChunk& choice : choices) {
                const auto chunk = static_cast<std::size_t>(choice.chunk);
                least = std::min(least, means.counts[chunk].of(choice.seconds) + means.prices[chunk] * choice.bytes);
            }
            return layers * least - room * (means.prices[0] + means.prices[1]);
        };
        QVERIFY(std::abs(boundOf(2, 4) - 3) < 1e-6);
        QVERIFY(std::abs(boundOf(2, 1) - 4) < 0.02);
        QVERIFY(std::abs(boundOf(2, 1.5) - 3.5) < 0.02);
    }
};

PGRAM_TEST(TestPathMeans)
#include "test_path_means.moc"
