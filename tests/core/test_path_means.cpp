// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Means of paths against the simulator, whose step none exceeds, and against the least step of any spread of work.
#include "core/schedule/path_means.h"
#include "core/schedule/simulator.h"
#include "tests/pgram_test.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
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
                               ScheduleKind::ZbH1,     ScheduleKind::ZbH2,  ScheduleKind::ZbV,
                               ScheduleKind::VHalf,    ScheduleKind::VMin,  ScheduleKind::DualPipeV};
    Case own;
    own.schedule.kind = kinds[static_cast<std::size_t>(whole(0, 8))];
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

/// `received`: share of the seconds of an operation that passes before it can start.
PipelineLoad loadOf(const Case& own, const std::vector<PathCounts>& chunks, double received = 0)
{
    PipelineLoad load;
    load.stages.resize(static_cast<std::size_t>(own.stages));
    for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
        ChunkLoad& one = load.chunks.emplace_back();
        one.receiveForward = chunk == 0 ? 0 : received * chunks[chunk].forward;
        one.forward = chunks[chunk].forward - one.receiveForward;
        one.receiveBackward = chunk + 1 == chunks.size() ? 0 : received * chunks[chunk].inputGradient;
        one.backward = chunks[chunk].inputGradient - one.receiveBackward + chunks[chunk].weightGradient;
        one.weightGradient = chunks[chunk].weightGradient;
        const int stage = stageOfChunk(own.schedule, own.stages, static_cast<int>(chunk));
        load.stages[static_cast<std::size_t>(stage)].optimizer += chunks[chunk].once;
    }
    return load;
}

/// Plans that put all work into one chunk.
std::vector<PathLoad> plansOfOneChunk(const Case& own)
{
    const auto chunks = static_cast<std::size_t>(own.stages * own.schedule.virtualStages);
    std::vector<PathLoad> plans;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        plans.push_back({std::vector<PathCounts>(chunks), {}});
        plans.back().seconds[chunk] = own.parts;
    }
    return plans;
}

/// The solved problem of these plans.
PathMaster solved(OperationGraph& graph, const std::vector<PathLoad>& plans, double work = unlimited)
{
    constexpr double most = 1e4;
    PathMaster master(graph, {}, plans.front().uses.size(), most);
    for (const PathLoad& plan : plans) {
        master.add(plan);
    }
    master.solve(work);
    return master;
}

/// Seconds of the step if work spreads over the chunks as it does least harm.
double valueOf(const Case& own)
{
    OperationGraph graph(own.schedule, own.stages);
    return solved(graph, plansOfOneChunk(own)).value();
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
    /// Whatever each chunk takes and holds, and however soon the solver stops.
    void noStepIsShorter()
    {
        std::mt19937 random(1);
        for (int i = 0; i < 2000; ++i) {
            const Case own = draw(random);
            const auto real = [&random] { return std::exp(std::uniform_real_distribution(-2.0, 2.0)(random)); };
            const auto drawn = [&] {
                PathLoad load;
                for (int chunk = 0; chunk < own.stages * own.schedule.virtualStages; ++chunk) {
                    const double weights = splitsBackward(own.schedule.kind) ? real() : 0;
                    load.seconds.push_back({real(), real(), weights, real()});
                }
                for (int stage = 0; stage < own.stages; ++stage) {
                    load.uses.push_back(real());
                }
                return load;
            };
            const std::vector<PathLoad> plans{drawn(), drawn(), drawn(), drawn()};
            OperationGraph graph(own.schedule, own.stages);
            const PathMaster master = solved(graph, plans, i % 3 == 0 ? 1 : i % 3 == 1 ? 1e5 : unlimited);
            PathLoad other = drawn();
            for (double& use : other.uses) {
                use = std::min(1.0, use);
            }
            QVERIFY(std::ranges::all_of(master.means().prices, [](double price) { return price >= 0; }));
            const double received = i % 2 == 0 ? 0 : 0.4;
            const double bound = master.means().of(other);
            const Seconds step = simulate(own.schedule, loadOf(own, other.seconds, received)).makespan;
            QVERIFY2(bound <= step * (1 + 1e-12), qPrintable(QString("%1 on %2: %3 above %4")
                                                                 .arg(QString::fromStdString(toString(own.schedule)))
                                                                 .arg(own.stages)
                                                                 .arg(bound)
                                                                 .arg(step)));
        }
    }

    /// No means bound the plans better than the value says, and those of the solution do as well.
    void theMeansReachTheValue()
    {
        std::mt19937 random(3);
        for (int i = 0; i < 300; ++i) {
            const Case own = draw(random);
            const std::vector<PathLoad> plans = plansOfOneChunk(own);
            OperationGraph graph(own.schedule, own.stages);
            const PathMaster master = solved(graph, plans);
            double least = std::numeric_limits<double>::infinity();
            for (const PathLoad& plan : plans) {
                least = std::min(least, master.means().of(plan));
            }
            QVERIFY(std::abs(least - master.value()) < 1e-6 * master.value());
            const std::vector<double>& shares = master.shares();
            QVERIFY(std::abs(std::accumulate(shares.begin(), shares.end(), 0.0) - 1) < 1e-6);
        }
    }

    /// At most the step of even chunks, and at least the work of the busiest stage of any spread.
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
        const auto boundOf = [&](double layers, double room) {
            std::vector<PathLoad> plans;
            for (const std::size_t chunk : {0, 1}) {
                for (const bool isFast : {false, true}) {
                    PathLoad plan{std::vector<PathCounts>(2), {0, 0}};
                    const double seconds = layers * (isFast ? 0.75 : 1);
                    plan.seconds[chunk] = {seconds, seconds, 0, 0};
                    plan.uses[chunk] = layers * (isFast ? 2 : 1) / room;
                    plans.push_back(plan);
                }
            }
            OperationGraph graph(one, 2);
            return solved(graph, plans).value();
        };
        QVERIFY(std::abs(boundOf(2, 4) - 3) < 1e-6);
        QVERIFY(std::abs(boundOf(2, 1) - 4) < 0.02);
        QVERIFY(std::abs(boundOf(2, 1.5) - 3.5) < 0.02);
    }
};

PGRAM_TEST(TestPathMeans)
#include "test_path_means.moc"
