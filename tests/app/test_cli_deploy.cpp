// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram deploy: formats, degrees, lists of batches and contexts, what is refused.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/schema_check.h"

using namespace pgram;
using namespace pgram::test;

namespace {

Json answersOf(const QStringList& arguments)
{
    return pgramRun(QStringList{"deploy"} + arguments + QStringList{"--json"}).json()["answers"];
}

/// Of the chosen degrees.
double figureOf(const Json& answer, const char* name)
{
    return answer["degrees"][answer["chosen"].get<std::size_t>()][name].get<double>();
}

}  // namespace

class TestCliDeploy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSchemaHolds()
    {
        for (const QStringList& arguments :
             {QStringList{"deploy", "llama2-70b", "dgx-a100", "--json"},
              QStringList{"deploy", "deepseek-v3", "dgx-h100-64", "--json", "--weights", "fp8,int4:64-2:4"},
              QStringList{"deploy", "gpt3-175b", "rtx-4090-8", "--json"}}) {
            const PgramRun run = pgramRun(arguments);
            const QString problem = schemaProblem(run.out.toStdString(), "pgram-deploy");
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
        }
    }

    void batchesAndContexts()
    {
        const Json answers = answersOf(
            {"llama2-7b", "dgx-a100", "--weights", "bf16", "--tp", "1", "--batch", "1,8", "--context", "1k,4k"});
        QCOMPARE(answers.size(), 4u);
        QCOMPARE(answers[1]["batch"], 8);
        QCOMPARE(answers[2]["context"], 4096.0);
        QVERIFY(figureOf(answers[1], "tokens_per_s") > 4 * figureOf(answers[0], "tokens_per_s"));
        QVERIFY(figureOf(answers[3], "token_s") > figureOf(answers[1], "token_s"));
    }

    void prunedFormats()
    {
        const QStringList asked{"llama2-7b", "dgx-a100", "--tp", "1", "--weights", "bf16,int8-2:4"};
        const Json plain = answersOf(asked);
        const Json pruned = answersOf(asked + QStringList{"--prune", "unstructured:0.7"});
        QCOMPARE(pruned[0]["weights"], "bf16-unstructured:0.7");
        QCOMPARE(pruned[1]["weights"], "int8-2:4");
        QCOMPARE(figureOf(pruned[0], "token_s"), figureOf(plain[0], "token_s"));
        QVERIFY(figureOf(pruned[0], "weight_bytes") < 0.4 * figureOf(plain[0], "weight_bytes"));
    }

    void text()
    {
        const PgramRun run = pgramRun({"deploy", "llama2-70b", "dgx-a100"});
        QCOMPARE(run.exitCode, 0);
        for (const char* part : {"bf16", "int4:128-2:4", "tp 2", "bound by", "Degrees that fit", "do not speed up",
                                 "How far ours are", "quality is not predicted"}) {
            QVERIFY2(run.out.contains(part), part);
        }
        const PgramRun none = pgramRun({"deploy", "gpt3-175b", "rtx-4090-8", "--weights", "bf16"});
        QCOMPARE(none.exitCode, 1);
        QVERIFY(none.out.contains("does not fit"));
    }

    void memoryTiers()
    {
        const QStringList asked{"deploy",    "bert-base", "--tiers",   "rram-sram", "--tasks",    "8",
                                "--adapter", "32",        "--weights", "int8",      "--per-wake", "1000"};
        const PgramRun run = pgramRun(asked + QStringList{"--json"});
        QCOMPARE(run.exitCode, 0);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-deploy-tiers");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const Json json = run.json();
        QVERIFY(json["reloading"]["energy_j"].get<double>() > json["least_energy"]["energy_j"].get<double>());
        const PgramRun text = pgramRun(asked);
        for (const char* part : {"least energy", "RRAM", "adapters", "flash alone", "a model for each task"}) {
            QVERIFY2(text.out.contains(part), part);
        }
        QCOMPARE(pgramRun({"deploy", "bert-base", "--tiers", "none.json"}).exitCode, 2);
        QCOMPARE(pgramRun({"deploy", "resnet-50", "--tiers", "rram-sram"}).exitCode, 2);
        const PgramRun large = pgramRun({"deploy", "gpt3-175b", "--tiers", "rram-sram"});
        QCOMPARE(large.exitCode, 1);
        QVERIFY(large.out.contains("does not fit"));
    }

    void whatIsRefused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("no cluster") << QStringList{"llama2-7b"} << QByteArray("CLUSTER");
        QTest::newRow("no model") << QStringList{} << QByteArray("MODEL");
        QTest::newRow("encoder") << QStringList{"bert-large", "dgx-a100"} << QByteArray("generate");
        QTest::newRow("format") << QStringList{"llama2-7b", "dgx-a100", "--weights", "int3"} << QByteArray("int3");
        QTest::newRow("pruning") << QStringList{"llama2-7b", "dgx-a100", "--prune", "1:2"} << QByteArray("--prune");
        QTest::newRow("degree") << QStringList{"llama2-7b", "dgx-a100", "--tp", "3"} << QByteArray("32 heads");
        QTest::newRow("devices") << QStringList{"llama2-7b", "dgx-a100", "--tp", "8", "--pp", "2"}
                                 << QByteArray("16 devices");
        QTest::newRow("batch") << QStringList{"llama2-7b", "dgx-a100", "--batch", "0"} << QByteArray("--batch");
    }

    void whatIsRefused()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, said);
        const PgramRun run = pgramRun(QStringList{"deploy"} + arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(said), run.err.constData());
    }
};

PGRAM_TEST(TestCliDeploy)
#include "test_cli_deploy.moc"
