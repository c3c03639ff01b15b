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

/// Two stages of unequal, awkward times: every kind of operation, sevenths of a microsecond.
Timeline awkwardTimeline(ScheduleKind kind, int microbatches)
{
    test::EvenStage load{.forward = 1e-6 / 7,
                         .backward = 2.5e-3 / 7,
                         .weightGradient = 1e-3 / 7,
                         .sync = 3e-6 / 7,
                         .optimizer = 0.1 / 7,
                         .fixedBytes = 100 * GiB,
                         .keptBytes = 7,
                         .transientBytes = 3};
    std::vector<test::EvenStage> loads{load, load};
    loads[0].receiveBackward = loads[1].receiveForward = 1e-4 / 7;
    return simulate({kind, microbatches, 1}, loads);
}

}  // namespace

class TestChromeTrace : public QObject {
    Q_OBJECT

private slots:
    void everyOperationIsASlice()
    {
        const Timeline timeline = awkwardTimeline(ScheduleKind::ZbH1, 5);
        const QJsonArray slices = eventsOf(chromeTrace(timeline, "plan"), "X");
        QCOMPARE(slices.size(), static_cast<qsizetype>(timeline.operations.size()));
        for (qsizetype i = 0; i < slices.size(); ++i) {
            const Operation& op = timeline.operations[static_cast<std::size_t>(i)];
            const QJsonObject slice = slices[i].toObject();
            const auto second = timeline.stages[1].firstOperation;
            QCOMPARE(slice["tid"].toInt(), static_cast<std::size_t>(i) < second ? 0 : 1);
            QVERIFY(std::abs(slice["ts"].toDouble() - op.start * 1e6) <= 0.0005001);
            QVERIFY(std::abs(slice["dur"].toDouble() - (op.end - op.start) * 1e6) <= 0.0010001);
            QCOMPARE(slice["args"]["microbatch"].toInt(-1), op.microbatch);
        }
    }

    void namesAndCategories()
    {
        const QJsonArray slices = eventsOf(chromeTrace(awkwardTimeline(ScheduleKind::ZbH1, 1), "plan"), "X");
        QStringList text;
        for (const QJsonValue& slice : slices) {
            text << QString::number(slice["tid"].toInt()) + ' ' + slice["cat"].toString() + ' ' +
                        slice["name"].toString();
        }
        QCOMPARE(text, (QStringList{"0 forward F0", "0 receive receive B0", "0 backward B0", "0 weight-gradient W0",
                                    "0 sync sync", "0 optimizer optimizer", "1 receive receive F0", "1 forward F0",
                                    "1 backward B0", "1 weight-gradient W0", "1 sync sync", "1 optimizer optimizer"}));
    }

    /// Viewers drop slices of a track that overlap without nesting, be it by a nanosecond.
    void slicesOfAStageNeverOverlap()
    {
        const QJsonArray slices = eventsOf(chromeTrace(awkwardTimeline(ScheduleKind::OneFOneB, 200), "plan"), "X");
        std::map<int, qint64> free;
        for (const QJsonValue& slice : slices) {
            const qint64 start = qRound64(slice["ts"].toDouble() * 1000);
            qint64& end = free[slice["tid"].toInt()];
            QVERIFY(start >= end);
            end = start + qRound64(slice["dur"].toDouble() * 1000);
        }
        QCOMPARE(free.size(), std::size_t{2});
    }

    void stagesAreNamedTracks()
    {
        const QJsonArray metadata =
            eventsOf(chromeTrace(awkwardTimeline(ScheduleKind::GPipe, 2), "BERT \"32\"\n"), "M");
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
        const Timeline timeline = awkwardTimeline(ScheduleKind::OneFOneB, 3);
        const QJsonArray counters = eventsOf(chromeTrace(timeline, "plan"), "C");
        QCOMPARE(counters.size(),
                 static_cast<qsizetype>(timeline.stages[0].memory.size() + timeline.stages[1].memory.size()));
        qint64 peak = 0;
        for (const QJsonValue& counter : counters) {
            if (counter["name"].toString() == "memory of stage 0") {
                peak = std::max(peak, counter["args"]["bytes"].toInteger());
            }
        }
        QCOMPARE(peak, qint64{100 * GiB + 2 * 7 + 3});
    }

    void anEmptyTimelineIsATrace()
    {
        const std::string trace = chromeTrace({}, "plan");
        QCOMPARE(eventsOf(trace, "X").size(), qsizetype{0});
        QCOMPARE(eventsOf(trace, "M").size(), qsizetype{1});
    }

    void brokenTextInTheNameIsReplaced() { QCOMPARE(eventsOf(chromeTrace({}, "caf\xe9"), "M").size(), qsizetype{1}); }
};

PGRAM_TEST(TestChromeTrace)
#include "test_chrome_trace.moc"
