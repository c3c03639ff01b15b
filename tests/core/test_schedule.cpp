// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The orders of operations, against orders worked by hand from the papers' figures, and the counts of
// docs/method/memory.md, Micro-batches in flight.
#include "core/schedule/schedule.h"
#include "core/schedule/schedule_rules.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

using namespace pgram;

namespace {

/// "F0 F1 B0 W0": kind and micro-batch, with ".chunk" when the schedule has chunks.
std::string orderText(const Schedule& schedule, int stages, int stage)
{
    std::string text;
    for (const ScheduledOp& op : stageOrder(schedule, stages, stage)) {
        text += text.empty() ? "" : " ";
        text += "FBBW"[static_cast<int>(op.kind)] + std::to_string(op.microbatch);
        text += schedule.virtualStages > 1 ? '.' + std::to_string(op.chunk) : "";
    }
    return text;
}

Schedule scheduleOf(const char* text, int microbatches)
{
    Schedule schedule = *parseSchedule(text);
    schedule.microbatches = microbatches;
    return schedule;
}

}  // namespace

class TestSchedule : public QObject {
    Q_OBJECT

private slots:
    void orders_data()
    {
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<int>("microbatches");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("stage");
        QTest::addColumn<QString>("order");
        QTest::newRow("GPipe") << "gpipe" << 3 << 2 << 0 << "F0 F1 F2 B0 B1 B2";
        // Megatron-LM (2104.04473) figure 4, top: four stages, eight micro-batches.
        QTest::newRow("1F1B, first stage")
            << "1f1b" << 8 << 4 << 0 << "F0 F1 F2 F3 B0 F4 B1 F5 B2 F6 B3 F7 B4 B5 B6 B7";
        QTest::newRow("1F1B, third stage")
            << "1f1b" << 8 << 4 << 2 << "F0 F1 B0 F2 B1 F3 B2 F4 B3 F5 B4 F6 B5 F7 B6 B7";
        QTest::newRow("1F1B, last stage") << "1f1b" << 3 << 4 << 3 << "F0 B0 F1 B1 F2 B2";
        QTest::newRow("1F1B, fewer micro-batches than stages") << "1f1b" << 2 << 4 << 0 << "F0 F1 B0 B1";
        // Its figure 4, bottom, on two stages: warm-up of 2(P-i-1) + (v-1)P chunks.
        QTest::newRow("interleaved, first stage")
            << "interleaved:2" << 4 << 2 << 0
            << "F0.0 F1.0 F0.1 F1.1 F2.0 B0.1 F3.0 B1.1 F2.1 B0.0 F3.1 B1.0 B2.1 B3.1 B2.0 B3.0";
        QTest::newRow("interleaved, last stage")
            << "interleaved:2" << 4 << 2 << 1
            << "F0.0 F1.0 F0.1 B0.1 F1.1 B1.1 F2.0 B0.0 F3.0 B1.0 F2.1 B2.1 F3.1 B3.1 B2.0 B3.0";
        // Zero bubble (2401.10241) figure 2: the last stage of four starts W after its fourth B.
        QTest::newRow("ZB-H1, last stage") << "zb-h1" << 5 << 4 << 3 << "F0 B0 F1 B1 F2 B2 F3 B3 W0 F4 B4 W1 W2 W3 W4";
        QTest::newRow("ZB-H1, first stage") << "zb-h1" << 3 << 2 << 0 << "F0 F1 B0 W0 F2 B1 W1 B2 W2";
        // ZB-V on two stages, F = B = W, worked by hand: the second stage is one operation behind the first, and each
        // forward of chunk 1 follows its chunk 0 on the second stage at once.
        QTest::newRow("ZB-V, first stage") << "zb-v" << 4 << 2 << 0
                                           << "F0.0 F1.0 F2.0 F0.1 B0.1 W0.1 F1.1 B1.1 W1.1 F3.0 B0.0 W0.0 F2.1 B2.1 "
                                              "W2.1 B1.0 W1.0 F3.1 B3.1 W3.1 B2.0 W2.0 B3.0 W3.0";
        QTest::newRow("ZB-V, last stage") << "zb-v" << 4 << 2 << 1
                                          << "F0.0 F0.1 F1.0 F1.1 B0.1 W0.1 F2.0 B0.0 W0.0 F2.1 B1.1 W1.1 F3.0 B1.0 "
                                             "W1.0 F3.1 B2.1 W2.1 B2.0 B3.1 B3.0 W2.0 W3.1 W3.0";
        // ZB-H2 (2401.10241) figure 3: four stages, the first starts seven forwards; the last postpones six W.
        QTest::newRow("ZB-H2, first stage")
            << "zb-h2" << 8 << 4 << 0 << "F0 F1 F2 F3 F4 F5 F6 B0 W0 F7 B1 W1 B2 W2 B3 W3 B4 W4 B5 W5 B6 W6 B7 W7";
        QTest::newRow("ZB-H2, last stage")
            << "zb-h2" << 8 << 4 << 3 << "F0 B0 F1 B1 F2 B2 F3 B3 F4 B4 F5 B5 F6 B6 W0 F7 B7 W1 W2 W3 W4 W5 W6 W7";
        // V-Half and V-Min on two stages, unit by unit by hand from the starts of their blocks: 0, 4, 8, 13 and 2, 3,
        // 10, 12; 0, 3, 4, 7 and 1, 2, 5, 6.
        QTest::newRow("V-Half, first stage")
            << "v-half" << 3 << 2 << 0
            << "F0.0 F0.1 F1.0 B0.1 W0.1 F1.1 F2.0 B0.0 B1.1 W0.0 W1.1 F2.1 B1.0 B2.1 W1.0 W2.1 B2.0 W2.0";
        QTest::newRow("V-Half, last stage")
            << "v-half" << 3 << 2 << 1
            << "F0.0 F0.1 F1.0 F1.1 B0.1 B0.0 W0.1 F2.0 W0.0 F2.1 B1.1 B1.0 W1.1 W1.0 B2.1 B2.0 W2.1 W2.0";
        QTest::newRow("V-Min, first stage")
            << "v-min" << 3 << 2 << 0
            << "F0.0 F0.1 B0.1 F1.0 W0.1 B0.0 W0.0 F1.1 B1.1 F2.0 W1.1 B1.0 W1.0 F2.1 B2.1 W2.1 B2.0 W2.0";
        QTest::newRow("V-Min, last stage")
            << "v-min" << 3 << 2 << 1
            << "F0.0 F0.1 B0.1 B0.0 F1.0 F1.1 W0.1 W0.0 B1.1 B1.0 F2.0 F2.1 W1.1 W1.0 B2.1 B2.0 W2.1 W2.0";
        // DualPipeV on two stages, worked from its eight steps: only the last backwards put weight gradients off.
        QTest::newRow("DualPipeV, first stage")
            << "dualpipe-v" << 4 << 2 << 0
            << "F0.0 F1.0 F2.0 F0.1 B0.1 W0.1 F1.1 F3.0 B1.1 F2.1 B0.0 B2.1 F3.1 B1.0 B3.1 B2.0 W2.0 B3.0 W3.0";
        QTest::newRow("DualPipeV, last stage")
            << "dualpipe-v" << 4 << 2 << 1
            << "F0.0 F0.1 F1.0 F1.1 F2.0 B0.1 F2.1 B0.0 F3.0 B1.1 F3.1 B1.0 B2.1 B2.0 B3.1 B3.0 W3.1 W3.0";
        QTest::newRow("ZB-V, one stage") << "zb-v" << 2 << 1 << 0
                                         << "F0.0 F0.1 B0.1 W0.1 F1.0 B0.0 W0.0 F1.1 B1.1 W1.1 B1.0 W1.0";
    }

    void orders()
    {
        QFETCH(QString, schedule);
        QFETCH(int, microbatches);
        QFETCH(int, stages);
        QFETCH(int, stage);
        QFETCH(QString, order);
        QCOMPARE(QString::fromStdString(orderText(scheduleOf(qPrintable(schedule), microbatches), stages, stage)),
                 order);
    }

    void everyOperationOnce()
    {
        for (const char* text : {"gpipe", "1f1b", "interleaved:2", "interleaved:3", "zb-h1", "zb-h2", "zb-v", "v-half",
                                 "v-min", "dualpipe-v"}) {
            for (int stages = 1; stages <= 6; ++stages) {
                for (int microbatches = stages; microbatches <= 4 * stages; microbatches += stages) {
                    const Schedule schedule = scheduleOf(text, microbatches);
                    if (!scheduleProblem(schedule, stages).empty()) {
                        continue;
                    }
                    for (int stage = 0; stage < stages; ++stage) {
                        const auto order = stageOrder(schedule, stages, stage);
                        std::set<std::tuple<int, int, OpKind>> seen;
                        for (const ScheduledOp& op : order) {
                            QVERIFY(op.microbatch >= 0 && op.microbatch < microbatches);
                            QVERIFY(op.chunk >= 0 && op.chunk < schedule.virtualStages);
                            QVERIFY(seen.insert({op.microbatch, op.chunk, op.kind}).second);
                        }
                        for (int pass = 0; pass < microbatches * schedule.virtualStages; ++pass) {
                            const auto has = [&](OpKind kind) {
                                return seen.contains({pass % microbatches, pass / microbatches, kind});
                            };
                            QVERIFY(has(OpKind::Forward));
                            QVERIFY(has(OpKind::Backward) != has(OpKind::BackwardInput));
                            QCOMPARE(has(OpKind::WeightGradient), has(OpKind::BackwardInput));
                            QVERIFY(splitsBackward(schedule.kind) || has(OpKind::Backward));
                        }
                    }
                }
            }
        }
    }

    /// What is in flight when most bytes are held, against a walk through the whole order of many micro-batches.
    void peaksOfManyMicrobatches()
    {
        const std::vector<std::vector<Bytes>> sizes{{1, 1, 1, 1}, {5, 1, 2, 3}, {1, 7, 3, 2}, {3, 0, 0, 9}};
        for (const char* name : {"interleaved:2", "interleaved:4", "zb-v", "v-half", "v-min", "dualpipe-v"}) {
            for (int stages = 2; stages <= 6; ++stages) {
                const Schedule schedule = scheduleOf(name, 9 * stages);
                for (int stage = 0; stage < stages; ++stage) {
                    for (const std::vector<Bytes>& kept : sizes) {
                        const std::vector<int> peak = inFlightAtPeak(schedule, stages, stage, kept);
                        Bytes held = 0;
                        for (std::size_t chunk = 0; chunk < peak.size(); ++chunk) {
                            held += peak[chunk] * kept[chunk];
                        }
                        QCOMPARE(held, mostHeld(schedule, stages, stage, kept));
                    }
                }
            }
        }
    }

    /// What bounds of the step ask of an order: how far earlier chunks of a stage are when a later one starts, and
    /// what is left of them behind its end.
    void chunksInFrontOfChunks()
    {
        for (const char* name : {"interleaved:2", "interleaved:4", "zb-v", "v-half", "v-min", "dualpipe-v"}) {
            for (int stages = 2; stages <= 7; ++stages) {
                for (const int microbatches : {stages, 2 * stages, 5 * stages}) {
                    const Schedule schedule = scheduleOf(name, microbatches);
                    if (!scheduleProblem(schedule, stages).empty()) {
                        continue;
                    }
                    for (int stage = 0; stage < stages; ++stage) {
                        countInFront(schedule, stages, stage);
                    }
                }
            }
        }
    }

    /// docs/method/memory.md, Micro-batches in flight: GPipe m; 1F1B min(P-i, m); interleaved min(2(P-i-1) + (v-1)P +
    /// 1, m·v).
    void inFlightClosedForms()
    {
        const Schedule gpipe = scheduleOf("gpipe", 12);
        const Schedule flush = scheduleOf("1f1b", 3);
        const Schedule interleaved = scheduleOf("interleaved:3", 8);
        const Schedule zeroBubble = scheduleOf("zb-h1", 8);
        const int ofFlush[] = {3, 3, 2, 1};           // min(4-i, 3)
        const int ofInterleaved[] = {15, 13, 11, 9};  // min(2(3-i) + 8 + 1, 24)
        for (int i = 0; i < 4; ++i) {
            QCOMPARE(inFlight(gpipe, 4, i), 12);
            QCOMPARE(inFlight(flush, 4, i), ofFlush[i]);
            QCOMPARE(inFlight(interleaved, 4, i), ofInterleaved[i]);
            QCOMPARE(inFlight(zeroBubble, 4, i), 4);  // as the first stage of 1F1B (2401.10241 §2.3)
        }
        const Schedule turning = scheduleOf("zb-v", 5);
        const int ofTurning[] = {6, 7, 8, 8};  // min(8, 10, 5 + i + 1) halves of a stage
        for (int i = 0; i < 4; ++i) {
            QCOMPARE(inFlight(turning, 4, i), ofTurning[i]);
            QCOMPARE(inFlight(scheduleOf("zb-v", 20), 4, i), 8);  // 4 whole micro-batches, as 1F1B's first stage
        }
        QCOMPARE(inFlight(scheduleOf("interleaved:2", 4), 4, 0), 8);  // min(6 + 4 + 1, 8)
    }

    /// ZB-H2 keeps 2P - 1 micro-batches on every stage (2401.10241 table 2); V-Half and V-Min at most ⌊(P + 2)/2⌋ and
    /// ⌊(P + 4)/3⌋, in halves of a stage (2405.15362, the authors' table), on some stage as many.
    void inFlightOfPapers()
    {
        for (int stages = 1; stages <= 16; ++stages) {
            int half = 0;
            int least = 0;
            for (int i = 0; i < stages; ++i) {
                QCOMPARE(inFlight(scheduleOf("zb-h2", 3 * stages), stages, i), 2 * stages - 1);
                half = std::max(half, inFlight(scheduleOf("v-half", 3 * stages), stages, i));
                least = std::max(least, inFlight(scheduleOf("v-min", 3 * stages), stages, i));
            }
            QCOMPARE(half, 2 * ((stages + 2) / 2));
            QCOMPARE(least, 2 * ((stages + 4) / 3));
        }
        QCOMPARE(inFlight(scheduleOf("zb-h2", 5), 4, 0), 5);
        QCOMPARE(inFlight(scheduleOf("v-half", 1), 4, 0), 2);
    }

    void problems()
    {
        QVERIFY(scheduleProblem(scheduleOf("1f1b", 1), 8).empty());
        QVERIFY(scheduleProblem(scheduleOf("interleaved:2", 8), 4).empty());
        QVERIFY(!scheduleProblem(scheduleOf("interleaved:2", 6), 4).empty());
        QVERIFY(!scheduleProblem({ScheduleKind::Interleaved, 4, 1}, 4).empty());
        QVERIFY(!scheduleProblem({ScheduleKind::GPipe, 4, 2}, 4).empty());
        QVERIFY(scheduleProblem(scheduleOf("zb-v", 1), 4).empty());
        QVERIFY(!scheduleProblem({ScheduleKind::ZbV, 4, 1}, 4).empty());
        QVERIFY(!scheduleProblem({ScheduleKind::ZbV, 4, 3}, 4).empty());
        QVERIFY(!scheduleProblem({ScheduleKind::OneFOneB, 0, 1}, 4).empty());
        QVERIFY(!scheduleProblem({ScheduleKind::OneFOneB, 4, 1}, 0).empty());
        QVERIFY(!scheduleProblem({ScheduleKind::OneFOneB, 2'000'000'000, 1}, 1000).empty());
        QVERIFY(scheduleProblem({ScheduleKind::OneFOneB, 1 << 15, 1}, 64).empty());
    }

    void namesRoundTrip()
    {
        for (const char* text :
             {"gpipe", "1f1b", "interleaved:2", "interleaved:16", "zb-h1", "zb-h2", "zb-v", "v-half", "v-min"}) {
            const auto parsed = parseSchedule(text);
            QVERIFY(parsed.has_value());
            QCOMPARE(toString(*parsed), std::string(text));
        }
        QCOMPARE(parseSchedule("interleaved")->virtualStages, 2);
    }

    void wrongNamesAreRefused()
    {
        for (const char* text : {"", "1F1B", "gpipe:2", "interleaved:", "interleaved:1", "interleaved:-3",
                                 "interleaved:2x", "interleaved:99999999999", "zb-v:2", "1f1b "}) {
            const auto parsed = parseSchedule(text);
            QVERIFY2(!parsed.has_value(), text);
            QCOMPARE(parsed.error().kind, ErrorKind::BadInput);
            QVERIFY(!parsed.error().what.empty());
        }
    }

private:
    static Bytes mostHeld(const Schedule& schedule, int stages, int stage, const std::vector<Bytes>& kept)
    {
        Bytes held = 0;
        Bytes most = 0;
        for (const ScheduledOp& op : stageOrder(schedule, stages, stage)) {
            const Bytes own = kept[static_cast<std::size_t>(op.chunk)];
            const bool frees = op.kind == OpKind::Backward || op.kind == OpKind::WeightGradient;
            held += op.kind == OpKind::Forward ? own : frees ? -own : 0;
            most = std::max(most, held);
        }
        return most;
    }

    static void countInFront(const Schedule& schedule, int stages, int stage)
    {
        const std::vector<ScheduledOp> order = stageOrder(schedule, stages, stage);
        for (int own = 1; own < schedule.virtualStages; ++own) {
            const int most = rulesOf(schedule.kind).before(stages, stage, own);
            const auto isForward = [own](const ScheduledOp& op) {
                return op.kind == OpKind::Forward && op.chunk == own;
            };
            const auto isBackward = [own](const ScheduledOp& op) {
                return (op.kind == OpKind::Backward || op.kind == OpKind::BackwardInput) && op.chunk == own;
            };
            const auto first = std::ranges::find_if(order, isForward);
            const auto behindLast = std::find_if(order.rbegin(), order.rend(), isBackward).base();
            for (int earlier = 0; earlier < own; ++earlier) {
                const auto isOf = [earlier](const ScheduledOp& op) { return op.chunk == earlier; };
                QVERIFY(std::count_if(order.begin(), first, isOf) <= most);
                QVERIFY(std::all_of(order.begin(), first,
                                    [](const ScheduledOp& op) { return op.kind == OpKind::Forward; }));
                const auto isGradient = [earlier](const ScheduledOp& op) {
                    return op.chunk == earlier && op.kind != OpKind::WeightGradient;
                };
                QVERIFY(std::count_if(behindLast, order.end(), isGradient) <= most);
            }
        }
    }
};

PGRAM_TEST(TestSchedule)
#include "test_schedule.moc"
