// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The record of measured runs: what is written comes back, and the shipped one says what its source says.
#include "core/fidelity/record.h"
#include "tests/core/data_sets.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <set>

// False alarms of GCC 12 in inlined string functions (GCC bug 105651).
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wrestrict"

using namespace pgram;

namespace {

/// Three runs that differ in every kind of field from each other and from a row of which nothing is known.
std::vector<Measurement> threeRuns()
{
    Measurement first;
    first.id = "a-1";
    first.suite = "a";
    first.source = "a paper, \"table 2\"";
    first.framework = "Megatron-LM";
    first.model = "GPT";
    first.layers = 24;
    first.tied = true;
    first.gpu = "A100-SXM4-80GB";
    first.devices = 64;
    first.networkBytes = 12.5e9;
    first.context = 2;
    first.sequenceParallel = false;
    first.stepTime = 3.528017807464643;
    first.peakKind = PeakKind::Driver;

    Measurement second = first;
    second.id = "a-2";
    second.source.clear();
    second.tied = false;
    second.networkBytes = 0;
    second.context = 1;
    second.schedule = "dualpipe-v";
    second.packedOf = "SQuAD";
    second.sequenceParallel.reset();
    second.stepTime.reset();
    second.peakGib = 60.25;
    second.peakKind = PeakKind::LastRank;
    second.outOfMemory = true;

    Measurement third = first;
    third.id = "b-1";
    third.suite = "b";
    third.isMoe = true;
    third.experts = 64;
    third.sequenceParallel = true;
    return {first, second, third};
}

std::vector<Measurement> readBack(const std::string& text)
{
    return loaded(parseMeasurements(text, "record"));
}

}  // namespace

class TestRecord : public QObject {
    Q_OBJECT

private slots:
    void whatIsWrittenComesBack()
    {
        const std::vector<Measurement> rows = threeRuns();
        const std::string text = recordText(rows);
        QVERIFY(readBack(text) == rows);
        QCOMPARE(recordText(readBack(text)), text);
    }

    /// What most rows of a suite have is written once.
    void usualValuesAreSharedAndOverridden()
    {
        std::vector<Measurement> rows(5, threeRuns().front());
        rows[3].tied = false;
        rows[4].devices = 128;
        const Json json = loaded(parseJson(recordText(rows), "record"));
        const Json& suite = json["suites"][0];
        QCOMPARE(suite["usual"]["devices"], Json(64));
        QVERIFY(!suite["rows"][0].contains("devices"));
        QCOMPARE(suite["rows"][4]["devices"], Json(128));
        QCOMPARE(suite["rows"][3]["tied"], Json(nullptr));
        QVERIFY(readBack(recordText(rows)) == rows);
    }

    void brokenRecordsSayWhere()
    {
        const auto broken = parseMeasurements(R"({"format": "parallelogram-fidelity", "version": 1, "suites": [
            {"suite": "a", "usual": {}, "rows": [{"id": "x"}, {"id": "y", "layers": "many"}]}]})",
                                              "here");
        QVERIFY(!broken);
        QCOMPARE(broken.error().where.english(), std::string("here at /suites/0/rows/1/layers"));
        const auto newer =
            parseMeasurements(R"({"format": "parallelogram-fidelity", "version": 2, "suites": []})", "here");
        QVERIFY(!newer);
        QCOMPARE(newer.error().where.english(), std::string("here at /version"));
        QVERIFY(!parseMeasurements(R"({"format": "parallelogram-plan", "version": 1})", "here"));
    }

    void theShippedRecord()
    {
        const std::filesystem::path file = recordFile(shippedPresets());
        const std::vector<Measurement> rows = loaded(loadMeasurements(file));
        QVERIFY(rows.size() > 1500);
        QVERIFY(std::filesystem::file_size(file) < 400'000);
        std::set<std::string> ids;
        for (const Measurement& row : rows) {
            QVERIFY2(ids.insert(row.id).second, row.id.c_str());
            QVERIFY2(!row.source.empty(), row.id.c_str());
        }
    }

    /// The record is what the program writes of it, and of the table that it was made from, which is part of the large
    /// data set alone. After a change of what is read from that:
    /// pgram validate measurements --data FILE --record presets/fidelity.json
    void theShippedRecordIsUpToDate()
    {
        const std::filesystem::path file = recordFile(shippedPresets());
        std::vector<Measurement> shipped = loaded(loadMeasurements(file));
        QVERIFY(recordText(shipped) == loaded(readTextFile(file)));
        const auto large = largeDataSet();
        if (!large) {
            return;
        }
        std::vector<Measurement> rows = loaded(loadMeasurements(dataFile("measurements.json", *large)));
        std::ranges::stable_sort(rows, {}, &Measurement::suite);
        std::ranges::stable_sort(shipped, {}, &Measurement::suite);
        QVERIFY(shipped == rows);
    }
};

PGRAM_TEST(TestRecord)
#include "test_record.moc"
