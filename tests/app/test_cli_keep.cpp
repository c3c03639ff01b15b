// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram keep: what stages keep, swap and recompute.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/schema_check.h"

#include <QFile>
#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

class TestCliKeep : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void whatStagesKeep()
    {
        const QString plan = m_folder.filePath("plan.json");
        QCOMPARE(pgramRun({"plan", "--model", "gpt3-350m", "--cluster", "ethernet-4", "--batch", "16", "--out", plan})
                     .exitCode,
                 0);
        const PgramRun run = pgramRun({"keep", plan, "--json"});
        QCOMPARE(run.exitCode, 0);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-keep");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        QVERIFY(!run.json()["stages"].empty());
        const PgramRun text = pgramRun({"keep", plan, "--stage", "0"});
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.out.contains("swaps only"));
        QCOMPARE(pgramRun({"keep", plan, "--stage", "99"}).exitCode, 2);
        const QString mixed = m_folder.filePath("mixed.json");
        QCOMPARE(pgramRun({"keep", plan, "--out", mixed}).exitCode, 0);
        QCOMPARE(pgramRun({"keep", mixed, "--json"}).out, run.out);
        QCOMPARE(pgramRun({"keep", plan, "--out", m_folder.filePath("none/mixed.json")}).exitCode, 2);
        QCOMPARE(pgramRun({"keep", m_folder.filePath("none.json")}).exitCode, 2);
    }

    /// The file is named, and not the cluster alone.
    void aClusterWithoutAHost()
    {
        const QString plan = m_folder.filePath("plan.json");
        QFile file(plan);
        QVERIFY(file.open(QIODevice::ReadOnly));
        Json json = Json::parse(file.readAll().toStdString());
        file.close();
        json["cluster"].erase("host");
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(QByteArray::fromStdString(json.dump()));
        file.close();
        const PgramRun run = pgramRun({"keep", plan});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("plan.json: ethernet-4: "), run.err);
    }

    /// Devices update the weights, or the host does: then a step in phases beside one in bulk.
    void theHostsExchange()
    {
        const QString plan = m_folder.filePath("host.json");
        const auto keep = [&](const char* space) {
            static_cast<void>(pgramRun({"plan", "--model", "gpt3-1.3b", "--cluster", "a100-8", "--batch", "64",
                                        "--space", space, "--memory", "16 GiB", "--out", plan}));
            const PgramRun run = pgramRun({"keep", plan, "--json"});
            const QString problem = schemaProblem(run.out.toStdString(), "pgram-keep");
            return problem.isEmpty() ? run.json()["exchange"] : Json(problem.toStdString());
        };
        QVERIFY(keep("dp,sdp").is_null());
        const Json exchange = keep("dp,offload-optimizer");
        QVERIFY2(exchange.is_object(), exchange.dump().c_str());
        QVERIFY(exchange["phased_s"].get<double>() < exchange["bulk_s"].get<double>());
        QVERIFY(exchange["phased_s"].get<double>() >= exchange["compute_s"].get<double>() * (1 - 1e-9));
        QVERIFY(pgramRun({"keep", plan}).out.contains("The host updates the weights"));
    }

    /// One scenario shows mixing at its best, the other that it may win nothing.
    void theScenarios()
    {
        const auto stageOf = [this](const char* scenario) {
            const QString plan = m_folder.filePath("scenario.json");
            static_cast<void>(pgramRun({"plan", "--scenario", scenario, "--seconds", "0", "--out", plan}));
            return pgramRun({"keep", plan, "--json"}).json()["stages"][0];
        };
        const Json wins = stageOf("out-of-core-llama2-7b");
        QVERIFY(wins["swap_only_s"].get<double>() > 1.1 * wins["best_s"].get<double>());
        QVERIFY(wins["recompute_only_s"].get<double>() > 1.1 * wins["best_s"].get<double>());
        const Json convolutions = stageOf("out-of-core-resnet-200");
        QVERIFY(convolutions["swap_only_s"].get<double>() > 1.1 * convolutions["best_s"].get<double>());
        QVERIFY(convolutions["recompute_only_s"].get<double>() > 1.03 * convolutions["best_s"].get<double>());
        const Json loses = stageOf("out-of-core-gpt2-xl");
        QCOMPARE(loses["best_s"].get<double>(), loses["recompute_only_s"].get<double>());
        QVERIFY(loses["swap_only_s"].get<double>() > 10 * loses["best_s"].get<double>());
    }
};

PGRAM_TEST(TestCliKeep)
#include "test_cli_keep.moc"
