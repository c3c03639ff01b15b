// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The simulator against closed forms and worked examples (docs/method/time.md, The simulated step).
#include "tests/core/even_stages.h"
#include "tests/core/formula_step_time.h"
#include "tests/pgram_test.h"

#include <vector>

using namespace pgram;

namespace {

constexpr Schedule scheduleOf(ScheduleKind kind, int microbatches, int chunks = 1)
{
    return {kind, microbatches, chunks};
}

/// Stages of `sizes` units: forward one third, backward two thirds. In thirds of a unit, so that sums are exact.
std::vector<test::EvenStage> thirds(const QList<int>& sizes)
{
    std::vector<test::EvenStage> loads;
    for (const int size : sizes) {
        loads.push_back({.forward = 1.0 * size, .backward = 2.0 * size});
    }
    return loads;
}

std::vector<test::EvenStage> equalStages(int stages, Seconds forward, Seconds backward, Seconds weightGradient = 0)
{
    return std::vector<test::EvenStage>(static_cast<std::size_t>(stages),
                                        {.forward = forward, .backward = backward, .weightGradient = weightGradient});
}

std::string spansOf(const Timeline& timeline, std::size_t stage)
{
    static constexpr const char* names[] = {"R", "F", "B", "W", "S", "O"};
    std::string text;
    for (const Operation& op : timeline.ofStage(stage)) {
        text += QString("%1%2[%3,%4] ")
                    .arg(names[static_cast<int>(op.kind)])
                    .arg(op.microbatch < 0 ? QString() : QString::number(op.microbatch))
                    .arg(op.start)
                    .arg(op.end)
                    .toStdString();
    }
    return text;
}

}  // namespace

class TestSimulator : public QObject {
    Q_OBJECT

private slots:
    void workedExamples_data()
    {
        QTest::addColumn<QList<int>>("sizes");
        QTest::addColumn<int>("simulated");
        QTest::addColumn<int>("formula");
        QTest::newRow("equal") << QList<int>{8, 8, 8, 8} << 280 << 280;
        QTest::newRow("7997") << QList<int>{7, 9, 9, 7} << 309 << 311;
        QTest::newRow("4-12-12-4") << QList<int>{4, 12, 12, 4} << 400 << 404;
        QTest::newRow("2-14-14-2") << QList<int>{2, 14, 14, 2} << 464 << 466;
        QTest::newRow("eight stages") << QList<int>{3, 4, 4, 4, 4, 3, 3, 3} << 149 << 152;
    }

    /// docs/method/bounds.md, The paper's sum: 32 micro-batches under 1F1B. GPipe takes the formula's time, whatever
    /// the stages.
    void workedExamples()
    {
        QFETCH(QList<int>, sizes);
        QFETCH(int, simulated);
        QFETCH(int, formula);
        const std::vector<test::EvenStage> loads = thirds(sizes);
        QCOMPARE(simulate(scheduleOf(ScheduleKind::OneFOneB, 32), loads).makespan, 3.0 * simulated);
        QCOMPARE(simulate(scheduleOf(ScheduleKind::GPipe, 32), loads).makespan, 3.0 * formula);
        QCOMPARE(test::formulaStepTime({ScheduleKind::OneFOneB, 32, 1}, loads), 3.0 * formula);
    }

    /// Equal stages, no p2p: bubble is (P-1)/m of the ideal time m(F+B), (P-1)/(v·m) interleaved (2104.04473 §2.2).
    void bubbleShareOfIdeal()
    {
        for (const int stages : {1, 2, 4, 8}) {
            for (const int microbatches : {8, 16, 64}) {
                const auto loads = equalStages(stages, 12, 24);
                const double ideal = 36.0 * microbatches;
                const auto bubble = [&](ScheduleKind kind, int chunks) {
                    const Timeline timeline = simulate(scheduleOf(kind, microbatches, chunks), loads);
                    // Idle time spreads evenly: the share of the whole is bubble/(ideal + bubble).
                    const double seconds = timeline.makespan - ideal;
                    [&] { QCOMPARE(timeline.bubbleFraction(), seconds / timeline.makespan); }();
                    return seconds / ideal;
                };
                const double share = (stages - 1.0) / microbatches;
                QCOMPARE(bubble(ScheduleKind::GPipe, 1), share);
                QCOMPARE(bubble(ScheduleKind::OneFOneB, 1), share);
                for (const int chunks : {2, 3, 4}) {
                    QCOMPARE(bubble(ScheduleKind::Interleaved, chunks), share / chunks);
                }
            }
        }
    }

    /// ZB-H1: (P-1)(F+B-2W), B being the whole backward, from m = P on and while W is no longer than its other half
    /// (2401.10241 table 2, there with B the input-gradient half).
    void zeroBubble()
    {
        struct Times {
            double forward, backward, weight;
        };
        for (const Times& t : {Times{1, 2, 1}, Times{2, 5, 2}, Times{3, 7, 3}, Times{4, 8, 3}, Times{5, 11, 0}}) {
            for (const int stages : {1, 2, 4, 8}) {
                for (const int microbatches : {stages, 2 * stages, 5 * stages + 1}) {
                    const Timeline timeline = simulate(scheduleOf(ScheduleKind::ZbH1, microbatches),
                                                       equalStages(stages, t.forward, t.backward, t.weight));
                    const double bubble = (stages - 1) * (t.forward + t.backward - 2 * t.weight);
                    for (const StageTrack& track : timeline.stages) {
                        QCOMPARE(track.bubble, bubble);
                    }
                }
            }
        }
    }

    /// With F = B = W (input-gradient half) ZB-H1's bubble is a third of 1F1B's, as the paper says.
    void zeroBubbleIsAThirdOf1F1B()
    {
        const auto loads = equalStages(4, 1, 2, 1);
        const double flush = simulate(scheduleOf(ScheduleKind::OneFOneB, 12), loads).stages[0].bubble;
        const double zeroBubble = simulate(scheduleOf(ScheduleKind::ZbH1, 12), loads).stages[0].bubble;
        QCOMPARE(flush, 9.0);
        QCOMPARE(zeroBubble, 3.0);
    }

    /// ZB-V: half a forward for each stage that the first micro-batch comes down, nothing else, from 2P - 1
    /// micro-batches on where F = B = W; half of the longest of the three while that is B (input gradient) and W no
    /// less than half of it. 2401.10241 §6 counts only the time between a stage's own first and last operation: that
    /// has no bubble at all where F = B = W.
    void zeroBubbleInAV()
    {
        struct Times {
            double forward, input, weight;
        };
        for (const Times& t : {Times{2, 2, 2}, Times{2, 3, 2}, Times{3, 4, 2}, Times{4, 6, 5}}) {
            for (const int stages : {1, 2, 3, 4, 8}) {
                for (const int microbatches : {2 * stages - 1, 2 * stages, 5 * stages + 1}) {
                    const Schedule schedule = scheduleOf(ScheduleKind::ZbV, microbatches, 2);
                    const auto loads = equalStages(stages, t.forward, t.input + t.weight, t.weight);
                    const Timeline timeline = simulate(schedule, loads);
                    for (std::size_t i = 0; i < loads.size(); ++i) {
                        QCOMPARE(timeline.stages[i].bubble, (stages - 1) * t.input / 2);
                        QCOMPARE(timeline.stages[i].peakInFlight, 2 * stages);
                        const auto operations = timeline.ofStage(i);
                        const bool isThirds = t.forward == t.input && t.input == t.weight;
                        const Seconds own = operations.back().end - operations.front().start;
                        QVERIFY(own >= timeline.stages[i].busy);
                        QVERIFY(!isThirds || own == timeline.stages[i].busy);
                    }
                    QCOMPARE(test::formulaStepTime(schedule, loads), timeline.makespan);
                }
            }
        }
    }

    /// F = B = W = x: bubbles of (P-1)·x/2, a sixth of 1F1B's (P-1)·3x and half of ZB-H1's (P-1)·x.
    void zeroBubbleInAVIsHalfOfZbH1()
    {
        const auto loads = equalStages(4, 2, 4, 2);
        QCOMPARE(simulate(scheduleOf(ScheduleKind::OneFOneB, 12), loads).stages[0].bubble, 18.0);
        QCOMPARE(simulate(scheduleOf(ScheduleKind::ZbH1, 12), loads).stages[0].bubble, 6.0);
        QCOMPARE(simulate(scheduleOf(ScheduleKind::ZbV, 12, 2), loads).stages[0].bubble, 3.0);
    }

    /// ZB-H2 from 2P - 1 micro-batches on: a stage waits (P-1)(F+B-2W) after its start, B being the input gradient
    /// (2401.10241 table 2), and nothing at all where F = B = W. The step also has the starts of the stages, a forward
    /// each.
    void zeroBubbleOfTwiceTheMemory()
    {
        struct Times {
            double forward, input, weight;
        };
        for (const Times& t : {Times{2, 2, 2}, Times{2, 3, 2}, Times{3, 4, 2}, Times{2, 2, 1}, Times{1, 4, 1}}) {
            for (const int stages : {1, 2, 3, 4, 8}) {
                for (const int microbatches : {2 * stages - 1, 2 * stages, 5 * stages + 1}) {
                    const Schedule schedule = scheduleOf(ScheduleKind::ZbH2, microbatches);
                    const auto loads = equalStages(stages, t.forward, t.input + t.weight, t.weight);
                    const Timeline timeline = simulate(schedule, loads);
                    const Seconds wait = (stages - 1) * (t.forward + t.input - 2 * t.weight);
                    Seconds longest = 0;
                    for (std::size_t i = 0; i < loads.size(); ++i) {
                        const auto operations = timeline.ofStage(i);
                        const Seconds own = operations.back().end - operations.front().start;
                        longest = std::max(longest, own - timeline.stages[i].busy);
                        QCOMPARE(timeline.stages[i].peakInFlight, 2 * stages - 1);
                    }
                    QCOMPARE(longest, wait);
                    QCOMPARE(timeline.stages[0].bubble, std::max(wait, (stages - 1) * t.forward));
                    QCOMPARE(test::formulaStepTime(schedule, loads), timeline.makespan);
                }
            }
        }
    }

    /// V-Half and V-Min where F = B = W = x: half and two thirds of the 3·(P-1)·x that 1F1B idles (2405.15362, the
    /// authors' table), but for a chunk or two; and never more chunks than the table says.
    void memoryControlledByAV()
    {
        for (int stages = 2; stages <= 12; ++stages) {
            for (const int microbatches : {2 * stages, 3 * stages, 5 * stages + 1}) {
                const auto loads = equalStages(stages, 2, 4, 2);  // a chunk's pass takes 1
                const Timeline half = simulate(scheduleOf(ScheduleKind::VHalf, microbatches, 2), loads);
                const Timeline least = simulate(scheduleOf(ScheduleKind::VMin, microbatches, 2), loads);
                QCOMPARE(half.stages[0].bubble, 3.0 * (stages - 1) - (stages % 2 == 0 ? 0 : 1));
                QCOMPARE(least.stages[0].bubble, 4.0 * (stages - 1) + (stages % 3 == 0 ? 1 : -1));
                for (int i = 0; i < stages; ++i) {
                    QVERIFY(half.stages[static_cast<std::size_t>(i)].peakInFlight <= 2 * ((stages + 2) / 2));
                    QVERIFY(least.stages[static_cast<std::size_t>(i)].peakInFlight <= 2 * ((stages + 4) / 3));
                }
            }
        }
    }

    /// DualPipeV: half of F + B less w of fill for each stage behind the first where F, B - w and w are alike, whatever
    /// the stages, and on two stages always; 2P + 1 chunks in flight on every stage (2412.19437 table 2).
    void forwardsBesideBackwards()
    {
        struct Times {
            double forward, input, weight;
        };
        for (const Times& t : {Times{2, 2, 2}, Times{2, 3, 2}, Times{2, 2, 1}, Times{4, 6, 2}}) {
            for (const int stages : {1, 2, 3, 4, 8}) {
                const bool isThirds = t.forward == t.input && t.input == t.weight;
                for (const int microbatches : {2 * stages, 2 * stages + 1, 5 * stages}) {
                    const Schedule schedule = scheduleOf(ScheduleKind::DualPipeV, microbatches, 2);
                    const auto loads = equalStages(stages, t.forward, t.input + t.weight, t.weight);
                    const Timeline timeline = simulate(schedule, loads);
                    const Seconds fill = (t.forward + t.input - t.weight) / 2;
                    for (const StageTrack& track : timeline.stages) {
                        QCOMPARE(track.peakInFlight, 2 * stages + 1);
                        QVERIFY(track.bubble >= (stages - 1) * fill - 1e-9);
                        QVERIFY(track.bubble <= (stages - 1) * fill * 1.3 + 1e-9);
                        if (isThirds || stages <= 2) {
                            QCOMPARE(track.bubble, (stages - 1) * fill);
                        }
                    }
                }
            }
        }
    }

    /// Activations turn at the last stage and cross each boundary twice. Two stages, one micro-batch, by hand: F 1, B 1
    /// and W 1 a chunk, 0.5 a transfer, none from a stage to itself.
    void chunksTurnAtTheLastStage()
    {
        std::vector<test::EvenStage> loads = equalStages(2, 2, 4, 2);
        loads[0].receiveBackward = 0.5;
        loads[1].receiveForward = 0.5;
        const Timeline timeline = simulate(scheduleOf(ScheduleKind::ZbV, 1, 2), loads);
        QCOMPARE(spansOf(timeline, 0),
                 std::string("F0[0,1] R0[3.5,4] F0[4,5] B0[5,6] W0[6,7] R0[9.5,10] B0[10,11] W0[11,12] "));
        QCOMPARE(spansOf(timeline, 1),
                 std::string("R0[1,1.5] F0[1.5,2.5] F0[2.5,3.5] R0[6,6.5] B0[6.5,7.5] W0[7.5,8.5] B0[8.5,9.5] "
                             "W0[9.5,10.5] "));
    }

    void memoryPeaks_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("microbatches");
        QTest::newRow("GPipe") << static_cast<int>(ScheduleKind::GPipe) << 1 << 8;
        QTest::newRow("1F1B") << static_cast<int>(ScheduleKind::OneFOneB) << 1 << 8;
        QTest::newRow("1F1B, few micro-batches") << static_cast<int>(ScheduleKind::OneFOneB) << 1 << 2;
        QTest::newRow("interleaved 2") << static_cast<int>(ScheduleKind::Interleaved) << 2 << 8;
        QTest::newRow("interleaved 3") << static_cast<int>(ScheduleKind::Interleaved) << 3 << 4;
        QTest::newRow("ZB-H1") << static_cast<int>(ScheduleKind::ZbH1) << 1 << 8;
        QTest::newRow("ZB-H1, few micro-batches") << static_cast<int>(ScheduleKind::ZbH1) << 1 << 3;
        QTest::newRow("ZB-H2") << static_cast<int>(ScheduleKind::ZbH2) << 1 << 8;
        QTest::newRow("V-Half") << static_cast<int>(ScheduleKind::VHalf) << 2 << 8;
        QTest::newRow("V-Min") << static_cast<int>(ScheduleKind::VMin) << 2 << 8;
        QTest::newRow("ZB-V") << static_cast<int>(ScheduleKind::ZbV) << 2 << 8;
        QTest::newRow("DualPipeV") << static_cast<int>(ScheduleKind::DualPipeV) << 2 << 8;
        QTest::newRow("ZB-V, few micro-batches") << static_cast<int>(ScheduleKind::ZbV) << 2 << 3;
    }

    /// Peaks are the k micro-batches of docs/method/memory.md, Micro-batches in flight (chunks), the states, and one
    /// backward's extra.
    void memoryPeaks()
    {
        QFETCH(int, kind);
        QFETCH(int, chunks);
        QFETCH(int, microbatches);
        const Schedule schedule = scheduleOf(static_cast<ScheduleKind>(kind), microbatches, chunks);
        std::vector<test::EvenStage> loads = equalStages(4, 3, 6, 3);
        for (test::EvenStage& load : loads) {
            load.fixedBytes = 1000;
            load.keptBytes = 600;
            load.transientBytes = 70;
        }
        const Timeline timeline = simulate(schedule, loads);
        for (int stage = 0; stage < 4; ++stage) {
            const StageTrack& track = timeline.stages[static_cast<std::size_t>(stage)];
            const int kept = inFlight(schedule, 4, stage);
            QCOMPARE(track.peakInFlight, kept);
            QCOMPARE(track.peakMemory, Bytes{1000 + kept * (600 / chunks) + 70});
            QCOMPARE(track.memory.front().start, 0.0);
            QCOMPARE(track.memory.back().bytes, Bytes{1000});
        }
    }

    /// Two stages, two micro-batches, worked by hand: F 2, B 3, activations 0.5 and gradients 0.25 to receive.
    void receivesOccupyTheReceiver()
    {
        std::vector<test::EvenStage> loads = equalStages(2, 2, 3);
        loads[0].receiveBackward = 0.25;
        loads[1].receiveForward = 0.5;
        const Timeline timeline = simulate(scheduleOf(ScheduleKind::OneFOneB, 2), loads);
        QCOMPARE(spansOf(timeline, 0), std::string("F0[0,2] F1[2,4] R0[7.5,7.75] B0[7.75,10.75] R1[13,13.25] "
                                                   "B1[13.25,16.25] "));
        QCOMPARE(spansOf(timeline, 1), std::string("R0[2,2.5] F0[2.5,4.5] B0[4.5,7.5] R1[7.5,8] F1[8,10] B1[10,13] "));
        QVERIFY(timeline.ofStage(0)[2].backwardSide);
        QVERIFY(!timeline.ofStage(1)[0].backwardSide);
        QCOMPARE(timeline.makespan, 16.25);
        QCOMPARE(timeline.stages[1].bubble, 16.25 - 11);
    }

    /// Upstream waits for the backward, not for the sync and the update that follow it.
    void syncDelaysNobody()
    {
        std::vector<test::EvenStage> loads = equalStages(2, 1, 2);
        loads[0].sync = 1;
        loads[0].optimizer = 0.5;
        loads[1].sync = 10;
        loads[1].optimizer = 0.25;
        const Timeline timeline = simulate(scheduleOf(ScheduleKind::OneFOneB, 1), loads);
        QCOMPARE(spansOf(timeline, 0), std::string("F0[0,1] B0[4,6] S[6,7] O[7,7.5] "));
        QCOMPARE(spansOf(timeline, 1), std::string("F0[1,2] B0[2,4] S[4,14] O[14,14.25] "));
        QCOMPARE(timeline.makespan, 14.25);
        QCOMPARE(timeline.ofStage(0).back().microbatch, -1);
    }

    /// Chunks go round: the last stage sends chunk 0 back to the first. One micro-batch group on two stages.
    void chunksWrapAround()
    {
        std::vector<test::EvenStage> loads = equalStages(2, 2, 4);
        loads[0].receiveForward = 0.5;   // only of chunk 1
        loads[1].receiveBackward = 0.5;  // only of chunk 0
        const Timeline timeline = simulate(scheduleOf(ScheduleKind::Interleaved, 2, 2), loads);
        QCOMPARE(spansOf(timeline, 0),
                 std::string("F0[0,1] F1[1,2] R0[2,2.5] F0[2.5,3.5] R1[3.5,4] F1[4,5] B0[6.5,8.5] "
                             "B1[9.5,11.5] B0[12,14] B1[14.5,16.5] "));
        QCOMPARE(spansOf(timeline, 1), std::string("F0[1,2] F1[2,3] F0[3.5,4.5] B0[4.5,6.5] F1[6.5,7.5] B1[7.5,9.5] "
                                                   "R0[9.5,10] B0[10,12] R1[12,12.5] B1[12.5,14.5] "));
    }

    /// One stage, one micro-batch: the curve by hand.
    void memoryCurve()
    {
        const test::EvenStage load{.forward = 1,
                                   .backward = 3,
                                   .weightGradient = 1,
                                   .sync = 1,
                                   .fixedBytes = 100,
                                   .keptBytes = 10,
                                   .transientBytes = 5};
        const auto curveOf = [&load](ScheduleKind kind) {
            std::vector<std::pair<Seconds, Bytes>> points;
            const Timeline timeline = simulate(scheduleOf(kind, 2), std::vector{load});
            for (const MemoryPoint& point : timeline.stages[0].memory) {
                points.emplace_back(point.start, point.bytes);
            }
            return points;
        };
        using Points = std::vector<std::pair<Seconds, Bytes>>;
        QCOMPARE(curveOf(ScheduleKind::OneFOneB), (Points{{0, 110}, {1, 115}, {4, 110}, {5, 115}, {8, 100}}));
        QCOMPARE(curveOf(ScheduleKind::GPipe), (Points{{0, 110}, {1, 120}, {2, 125}, {5, 115}, {8, 100}}));
        // Backward and weight gradient follow each other, so that the transient stays.
        QCOMPARE(curveOf(ScheduleKind::ZbH1), (Points{{0, 110}, {1, 115}, {4, 110}, {5, 115}, {8, 100}}));
    }

    void oneStageTakesTheFormulasTime()
    {
        const std::vector<test::EvenStage> loads{
            {.forward = 2, .backward = 5, .weightGradient = 2, .sync = 3, .optimizer = 1}};
        QCOMPARE(test::formulaStepTime({ScheduleKind::OneFOneB, 7, 1}, loads), 7 * 7 + 3 + 1.0);
        for (const ScheduleKind kind :
             {ScheduleKind::GPipe, ScheduleKind::OneFOneB, ScheduleKind::ZbH1, ScheduleKind::ZbV}) {
            QCOMPARE(simulate(scheduleOf(kind, 7, usualChunks(kind)), loads).makespan,
                     test::formulaStepTime({ScheduleKind::OneFOneB, 7, 1}, loads));
        }
    }
};

PGRAM_TEST(TestSimulator)
#include "test_simulator.moc"
