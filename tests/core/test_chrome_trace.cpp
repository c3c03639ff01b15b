// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The trace export, read back with a JSON parser and compared with its timeline.
#include "core/exchange/formats/chrome_trace.h"
#include "tests/core/even_stages.h"
#include "tests/pgram_test.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

using namespace pgram;

namespace {

QJsonArray eventsOf(const std::string& trace, const QString& phase)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(trace), &error);
    if (error.error != QJsonParseError::NoError) {
        qWarning("%s at %d", qPrintable(error.errorString()), error.offset);
    }
    QJsonArray events;
    for (const QJsonValue& event : document["traceEvents"].toArray()) {
        if (event["ph"].toString() == phase) {
            events.append(event);
        }
    }
    return events;
}

/// Stages of unequal, awkward times: every kind of operation, sevenths of a microsecond.
Timeline awkwardTimeline(const Schedule& schedule, int stages = 2)
{
    test::EvenStage load{.receiveForward = 1e-4 / 7,
                         .forward = 1e-5 / 7,
                         .receiveBackward = 1e-4 / 7,
                         .backward = 2.5e-3 / 7,
                         .weightGradient = 1e-3 / 7,
                         .sync = 3e-6 / 7,
                         .optimizer = 0.1 / 7,
                         .fixedBytes = 100 * GiB,
                         .keptBytes = 7,
                         .transientBytes = 3};
    std::vector<test::EvenStage> loads(static_cast<std::size_t>(stages), load);
    for (std::size_t i = 0; i < loads.size(); ++i) {
        loads[i].forward += static_cast<double>(i) * 1e-5 / 3;
    }
    return simulate(schedule, loads);
}

std::string traceOf(const Schedule& schedule, int stages = 2)
{
    return chromeTrace(awkwardTimeline(schedule, stages), schedule, "plan");
}

/// A slice as readers have it that add doubles.
struct Slice {
    double start = 0;
    double end = 0;
    QString category;
};

/// By track, in the order of the file.
std::map<int, std::vector<Slice>> tracksOf(const std::string& trace)
{
    std::map<int, std::vector<Slice>> tracks;
    for (const QJsonValue& event : eventsOf(trace, "X")) {
        const double start = event["ts"].toDouble();
        tracks[event["tid"].toInt()].push_back({start, start + event["dur"].toDouble(), event["cat"].toString()});
    }
    return tracks;
}

/// The slice that an end of an arrow lies in, no further than just before its end; null: none.
const Slice* sliceAt(const std::map<int, std::vector<Slice>>& tracks, const QJsonValue& event)
{
    const auto track = tracks.find(event["tid"].toInt(-1));
    const double at = event["ts"].toDouble(-1);
    if (track == tracks.end()) {
        return nullptr;
    }
    const auto found =
        std::ranges::find_if(track->second, [&](const Slice& slice) { return slice.start <= at && at < slice.end; });
    return found == track->second.end() ? nullptr : &*found;
}

}  // namespace

class TestChromeTrace : public QObject {
    Q_OBJECT

private slots:
    void everyOperationIsASlice()
    {
        const Schedule schedule{ScheduleKind::ZbH1, 5, 1};
        const Timeline timeline = awkwardTimeline(schedule);
        const QJsonArray slices = eventsOf(chromeTrace(timeline, schedule, "plan"), "X");
        QCOMPARE(slices.size(), static_cast<qsizetype>(timeline.operations.size()));
        for (qsizetype i = 0; i < slices.size(); ++i) {
            const Operation& op = timeline.operations[static_cast<std::size_t>(i)];
            const QJsonObject slice = slices[i].toObject();
            const auto second = timeline.stages[1].firstOperation;
            QCOMPARE(slice["tid"].toInt(), static_cast<std::size_t>(i) < second ? 0 : 1);
            QVERIFY(std::abs(slice["ts"].toDouble() - op.start * 1e6) <= 0.0625001);
            QVERIFY(std::abs(slice["dur"].toDouble() - (op.end - op.start) * 1e6) <= 0.1250001);
            QCOMPARE(slice["args"]["microbatch"].toInt(-1), op.microbatch);
        }
    }

    void namesAndCategories()
    {
        const QJsonArray slices = eventsOf(traceOf({ScheduleKind::ZbH1, 1, 1}), "X");
        QStringList text;
        for (const QJsonValue& slice : slices) {
            text << QString::number(slice["tid"].toInt()) + ' ' + slice["cat"].toString() + ' ' +
                        slice["name"].toString();
        }
        QCOMPARE(text, (QStringList{"0 forward F0", "0 receive receive B0", "0 backward B0", "0 weight-gradient W0",
                                    "0 sync sync", "0 optimizer optimizer", "1 receive receive F0", "1 forward F0",
                                    "1 backward B0", "1 weight-gradient W0", "1 sync sync", "1 optimizer optimizer"}));
    }

    void slicesOfAStageNeverOverlap_data()
    {
        QTest::addColumn<Schedule>("schedule");
        for (const ScheduleInfo& kind : schedules()) {
            QTest::newRow(kind.name) << Schedule{kind.kind, 200, usualChunks(kind.kind)};
        }
    }

    /// Viewers drop or misplace slices of a track that overlap without nesting, be it by a bit of a double.
    void slicesOfAStageNeverOverlap()
    {
        QFETCH(Schedule, schedule);
        const auto tracks = tracksOf(traceOf(schedule, 4));
        QCOMPARE(tracks.size(), std::size_t{4});
        for (const auto& [stage, slices] : tracks) {
            double end = 0;
            for (const Slice& slice : slices) {
                QVERIFY2(end <= slice.start && slice.start <= slice.end,
                         qPrintable(QString::number(slice.start, 'g', 17)));
                end = slice.end;
                const double nanos = slice.start * 1000;
                QCOMPARE(nanos, std::floor(nanos));  // for readers that cut to whole nanoseconds
            }
        }
    }

    void everyTransferIsAnArrow_data() { slicesOfAStageNeverOverlap_data(); }

    /// From the pass that makes activations or gradients to where the next stage receives them.
    void everyTransferIsAnArrow()
    {
        QFETCH(Schedule, schedule);
        const std::string trace = traceOf(schedule, 4);
        const auto tracks = tracksOf(trace);
        const QJsonArray starts = eventsOf(trace, "s");
        const QJsonArray ends = eventsOf(trace, "f");
        qsizetype receives = 0;
        for (const auto& [stage, slices] : tracks) {
            receives += std::ranges::count(slices, QString("receive"), &Slice::category);
        }
        QCOMPARE(starts.size(), receives);
        std::map<qint64, QJsonValue> endOf;
        for (const QJsonValue& end : ends) {
            endOf[end["id"].toInteger(-1)] = end;
        }
        QCOMPARE(static_cast<qsizetype>(endOf.size()), starts.size());
        for (const QJsonValue& start : starts) {
            const QJsonValue end = endOf[start["id"].toInteger(-1)];
            const Slice* from = sliceAt(tracks, start);
            const Slice* to = sliceAt(tracks, end);
            QVERIFY(from != nullptr && to != nullptr);
            const bool forward = start["name"].toString() == "activations";
            QCOMPARE(from->category, QString(forward ? "forward" : "backward"));
            QCOMPARE(to->category, QString("receive"));
            QCOMPARE(end["name"].toString(), start["name"].toString());
            QCOMPARE(end["bp"].toString(), QString("e"));
            QVERIFY(start["tid"].toInt() != end["tid"].toInt() && from->end <= to->start);
        }
    }

    /// Where receiving takes no time the arrow ends at the pass itself.
    void aTransferWithoutTimeIsAnArrowToo()
    {
        const Schedule schedule{ScheduleKind::OneFOneB, 3, 1};
        const test::EvenStage stage{.forward = 1e-3, .backward = 2e-3};
        const std::string trace = chromeTrace(simulate(schedule, std::vector{stage, stage}), schedule, "plan");
        const auto tracks = tracksOf(trace);
        const QJsonArray ends = eventsOf(trace, "f");
        QCOMPARE(ends.size(), qsizetype{2 * 3});
        for (const QJsonValue& end : ends) {
            QCOMPARE(sliceAt(tracks, end)->category,
                     QString(end["name"].toString() == "activations" ? "forward" : "backward"));
        }
    }

    void stagesAreNamedTracks()
    {
        const QJsonArray metadata = eventsOf(
            chromeTrace(awkwardTimeline({ScheduleKind::GPipe, 2, 1}), {ScheduleKind::GPipe, 2, 1}, "BERT \"32\"\n"),
            "M");
        QMap<int, QString> tracks;
        QString process;
        for (const QJsonValue& event : metadata) {
            if (event["name"].toString() == "thread_name") {
                tracks[event["tid"].toInt()] = event["args"]["name"].toString();
            } else if (event["name"].toString() == "process_name") {
                process = event["args"]["name"].toString();
            }
        }
        QCOMPARE(process, QString("BERT \"32\"\n"));
        QCOMPARE(tracks, (QMap<int, QString>{{0, "stage 0"}, {1, "stage 1"}}));
    }

    void memoryIsACounter()
    {
        const Schedule schedule{ScheduleKind::OneFOneB, 3, 1};
        const Timeline timeline = awkwardTimeline(schedule);
        const QJsonArray counters = eventsOf(chromeTrace(timeline, schedule, "plan"), "C");
        QCOMPARE(counters.size(),
                 static_cast<qsizetype>(timeline.stages[0].memory.size() + timeline.stages[1].memory.size()));
        qint64 peak = 0;
        for (const QJsonValue& counter : counters) {
            QVERIFY(counter["args"]["bytes"].toInteger(-1) >= 0 && counter["ts"].toDouble(-1) >= 0);
            if (counter["name"].toString() == "memory of stage 0") {
                peak = std::max(peak, counter["args"]["bytes"].toInteger());
            }
        }
        QCOMPARE(peak, qint64{100 * GiB + 2 * 7 + 3});
    }

    void anEmptyTimelineIsATrace()
    {
        const std::string trace = chromeTrace({}, {}, "plan");
        QCOMPARE(eventsOf(trace, "X").size(), qsizetype{0});
        QCOMPARE(eventsOf(trace, "M").size(), qsizetype{1});
    }

    void brokenTextInTheNameIsReplaced()
    {
        QCOMPARE(eventsOf(chromeTrace({}, {}, "caf\xe9"), "M").size(), qsizetype{1});
    }
};

PGRAM_TEST(TestChromeTrace)
#include "test_chrome_trace.moc"
