// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram slice: plans cut into slices of tokens.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/schema_check.h"

#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

class TestCliSlice : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void scenariosShowWhereSlicesPay()
    {
        const auto schedule = [](const char* scenario) {
            const PgramRun run = pgramRun({"plan", "--scenario", scenario, "--seconds", "0", "--json"});
            return run.json()["plan"]["schedule"]["kind"].get<std::string>();
        };
        QCOMPARE(schedule("sliced-gpt3-13b"), std::string("terapipe"));
        QCOMPARE(schedule("whole-gpt3-2.7b"), std::string("1f1b"));
    }

    void slicesByTheirLengths()
    {
        const QString plan = m_folder.filePath("plan.json");
        QCOMPARE(pgramRun({"plan", "--model", "gpt3-350m", "--cluster", "ethernet-4", "--batch", "4", "--space", "pp",
                           "--out", plan})
                     .exitCode,
                 0);
        QCOMPARE(pgramRun({"slice", plan}).exitCode, 2);
        const QString chunks = m_folder.filePath("chunks.json");
        QCOMPARE(pgramRun({"plan", "--model", "gpt3-350m", "--cluster", "ethernet-4", "--batch", "4", "--space", "pp",
                           "--schedule", "interleaved:2", "--out", chunks})
                     .exitCode,
                 0);
        const PgramRun refused = pgramRun({"slice", chunks, "--schedule", "terapipe:4"});
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains("the plan has 2 chunks on each stage, the schedule terapipe:4 one. Give a plan "
                                      "without chunks"),
                 refused.err);
        const QString cut = m_folder.filePath("cut.json");
        const PgramRun run =
            pgramRun({"slice", plan, "--schedule", "seq1f1b:4", "--lengths", "equal", "--out", cut, "--json"});
        QCOMPARE(run.exitCode, 0);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-slice");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const auto choices = run.json()["choices"];
        QCOMPARE(choices.size(), std::size_t{4});
        QVERIFY(choices[1]["bubble_fraction"] < choices[0]["bubble_fraction"]);
        for (const auto& choice : choices) {
            std::int64_t sum = 0;
            for (const auto& tokens : choice["tokens"]) {
                sum += tokens.get<std::int64_t>();
            }
            QCOMPARE(sum, std::int64_t{choice["tokens"].empty() ? 0 : 2048});
        }
        // What was written has the slices, and is what was said.
        const PgramRun again = pgramRun({"slice", cut, "--json"});
        QCOMPARE(again.json()["choices"][0]["tokens"], choices[2]["tokens"]);
        QCOMPARE(again.json()["choices"][0]["step_s"], choices[2]["step_s"]);
        QVERIFY(pgramRun({"slice", cut}).out.contains("equal-work"));
        const PgramRun simulated = pgramRun({"simulate", cut, "--json"});
        QVERIFY(schemaProblem(simulated.out.toStdString(), "pgram-simulate").isEmpty());
        QCOMPARE(pgramRun({"slice", plan, "--schedule", "interleaved:2"}).exitCode, 2);
        QCOMPARE(pgramRun({"slice", plan, "--schedule", "seq1f1b:0"}).exitCode, 2);
        QCOMPARE(pgramRun({"slice", plan, "--schedule", "seq1f1b", "--out", cut}).exitCode, 2);
        QCOMPARE(pgramRun({"slice", m_folder.filePath("none.json")}).exitCode, 2);
    }
};

PGRAM_TEST(TestCliSlice)
#include "test_cli_slice.moc"
