// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate measurements and pgram calibrate on a small file of measurements.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/schema_check.h"

#include <QFile>
#include <QTemporaryDir>

#include <cmath>

using namespace pgram;
using namespace pgram::test;

namespace {

Json row(const char* id, const char* suite, int microBatch, double seconds)
{
    return Json{{"id", id},
                {"suite", suite},
                {"framework", "Megatron-LM 2021"},
                {"model",
                 {{"name", "GPT-3.6B"},
                  {"layers", 30},
                  {"hidden", 3072},
                  {"heads", 32},
                  {"kv_heads", 32},
                  {"ffn", 12288},
                  {"vocab", 51200},
                  {"act", "gelu"}}},
                {"hardware", {{"gpu", "A100-SXM4-80GB"}, {"gpus", 8}, {"gpus_per_node", 8}}},
                {"parallel", {{"tp", 2}, {"pp", 1}, {"dp", 4}}},
                {"batch", {{"seq_len", 2048}, {"micro_batch", microBatch}, {"global_batch", 64}}},
                {"recompute", "full"},
                {"flash_attention", false},
                {"precision", "fp16"},
                {"measured", {{"peak_mem_gib", 40.0}, {"mem_kind", "torch max_memory_allocated"}}},
                {"derived", {{"step_time_s", seconds}}}};
}

}  // namespace

class TestCliFidelity : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_data = m_folder.filePath("measurements.json");

private Q_SLOTS:
    void initTestCase()
    {
        Json unknown = row("c", "second", 2, 3.0);
        unknown["hardware"]["gpu"] = "abacus";
        const Json data{{"rows", {row("a", "first", 1, 3.3), row("b", "second", 4, 3.1), unknown}}};
        QFile file(m_data);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(data.dump()));
    }

    void validation()
    {
        const PgramRun run = pgramRun({"validate", "measurements", "--data", m_data, "--json"});
        QVERIFY2(run.exitCode == 0, run.err);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-validate-measurements");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const Json json = run.json();
        QCOMPARE(json["time"]["overall"]["n"].get<int>(), 2);
        QCOMPARE(json["time"]["overall"]["skipped"].get<int>(), 1);
        QCOMPARE(json["rows"].size(), std::size_t{3});
        const Json& first = json["rows"][0];
        const double error = first["predicted_step_s"].get<double>() / first["measured_step_s"].get<double>() - 1;
        QCOMPARE(json["time"]["suites"][0]["bias"].get<double>(), error);
        QCOMPARE(json["rows"][2]["skipped_because"].get<std::string>(), std::string("no preset of the device abacus"));
    }

    void oneSuite()
    {
        const PgramRun run = pgramRun({"validate", "measurements", "--data", m_data, "--suite", "second", "--json"});
        QCOMPARE(run.json()["rows"].size(), std::size_t{2});
        const PgramRun none = pgramRun({"validate", "measurements", "--data", m_data, "--suite", "third"});
        QCOMPARE(none.exitCode, 2);
        QVERIFY2(none.err.contains("third"), none.err);
    }

    /// Terms of each stage, by what they are for; and the plan itself, which estimates to the same.
    void oneRow()
    {
        const QString plan = m_folder.filePath("row.json");
        const PgramRun run =
            pgramRun({"validate", "measurements", "--data", m_data, "--row", "b", "--out", plan, "--json"});
        QVERIFY2(run.exitCode == 0, run.err);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-validate-measurements-row");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const Json json = run.json();
        QCOMPARE(json["row"]["id"].get<std::string>(), std::string("b"));
        QCOMPARE(json["stages"].size(), std::size_t{1});
        const Json& stage = json["stages"][0];
        QCOMPARE(stage["traffic_s"]["tensor"].get<double>() + stage["traffic_s"]["gradient-sync"].get<double>(),
                 stage["communication_s"].get<double>());
        const double sum = stage["compute_s"].get<double>() + stage["communication_s"].get<double>() +
                           stage["optimizer_s"].get<double>();
        const double predicted = json["row"]["predicted_step_s"].get<double>();
        QVERIFY2(std::abs(sum / predicted - 1) < 1e-6, qPrintable(QString::number(sum / predicted)));

        const PgramRun again = pgramRun({"estimate", plan, "--json"});
        QVERIFY2(again.exitCode == 0, again.err);
        QCOMPARE(again.json()["stages"][0]["memory_bytes"], stage["memory_bytes"]);

        const PgramRun text = pgramRun({"validate", "measurements", "--data", m_data, "--row", "b"});
        for (const char* part : {"b of second", "Seconds per step", "Bytes per device", "gradient-sync s"}) {
            QVERIFY2(text.out.contains(part), text.out);
        }
    }

    void rowsThatCannotBeShown()
    {
        const PgramRun skipped = pgramRun({"validate", "measurements", "--data", m_data, "--row", "c"});
        QCOMPARE(skipped.exitCode, 2);
        QVERIFY2(skipped.err.contains("no preset of the device abacus"), skipped.err);
        QCOMPARE(pgramRun({"validate", "measurements", "--data", m_data, "--row", "d"}).exitCode, 2);
        QCOMPARE(pgramRun({"validate", "measurements", "--data", m_data, "--out", "plan.json"}).exitCode, 2);
    }

    void text()
    {
        const PgramRun run = pgramRun({"validate", "measurements", "--data", m_data});
        QCOMPARE(run.exitCode, 0);
        for (const char* part : {"Step time", "Peak memory", "first", "overall", "no preset of the device abacus"}) {
            QVERIFY2(run.out.contains(part), part);
        }
    }

    /// Judged from the record as from the file that it was written from.
    void record()
    {
        const QString record = m_folder.filePath("record.json");
        const PgramRun from = pgramRun({"validate", "measurements", "--data", m_data, "--record", record, "--json"});
        QVERIFY2(from.exitCode == 0, from.err);
        const PgramRun back = pgramRun({"validate", "measurements", "--data", record, "--json"});
        QCOMPARE(back.out, from.out);
    }

    /// Without a file, the runs that the program carries.
    void shippedRuns()
    {
        const PgramRun run = pgramRun({"validate", "measurements", "--suite", "korthikanti-tab5", "--json"});
        QVERIFY2(run.exitCode == 0, run.err);
        QCOMPARE(run.json()["time"]["overall"]["n"].get<int>(), 6);
    }

    void calibration()
    {
        const PgramRun run =
            pgramRun({"calibrate", "--data", m_data, "--only", "gemm_efficiency,memory_efficiency", "--json"});
        QVERIFY2(run.exitCode == 0, run.err);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-calibrate");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const Json json = run.json();
        QCOMPARE(json["constants"].size(), std::size_t{2});
        QCOMPARE(json["left_out"].size(), std::size_t{2});
        QVERIFY(json["after"]["mape"].get<double>() <= json["before"]["mape"].get<double>() + 1e-3);
    }

    /// By its own name or by that of a cluster with such devices; each constant with the file that holds it.
    void calibrationOfADevice()
    {
        const QStringList asked{"calibrate",      "--data", m_data,
                                "--no-leave-out", "--only", "gemm_efficiency,overlap_slowdown"};
        const PgramRun ofDevice = pgramRun(asked + QStringList{"--device", "a100-sxm-80gb", "--json"});
        QVERIFY2(ofDevice.exitCode == 0, ofDevice.err);
        QCOMPARE(pgramRun(asked + QStringList{"--device", "dgx-a100-64", "--json"}).out, ofDevice.out);
        const Json json = ofDevice.json();
        QCOMPARE(json["preset"].get<std::string>(), std::string("dgx-a100-64"));
        std::map<std::string, std::string> files;
        for (const Json& constant : json["constants"]) {
            files[constant["name"].get<std::string>()] = constant["file"].get<std::string>();
        }
        QCOMPARE(files.size(), std::size_t{2});
        QCOMPARE(files["gemm_efficiency"], std::string("devices/a100-sxm-80gb.json"));
        QCOMPARE(files["overlap_slowdown"], std::string("clusters/dgx-a100-64.json"));
        const PgramRun text = pgramRun(asked);
        QVERIFY2(text.out.contains("devices/a100-sxm-80gb.json"), text.out);
        const PgramRun unknown = pgramRun({"calibrate", "--data", m_data, "--device", "rtx-4090"});
        QCOMPARE(unknown.exitCode, 2);
        QVERIFY2(unknown.err.contains("no measured runs of a device 'rtx-4090'. Choose one of a100-pcie-80gb, "),
                 unknown.err);
    }

    void refusals()
    {
        QCOMPARE(pgramRun({"validate"}).exitCode, 2);
        QCOMPARE(pgramRun({"validate", "measurements", "--data", m_folder.filePath("none.json")}).exitCode, 2);
        QCOMPARE(pgramRun({"calibrate", "--data", m_data, "--device", "abacus"}).exitCode, 2);
        QCOMPARE(pgramRun({"calibrate", "--data", m_data, "--device", "hgx-b200"}).exitCode, 2);
    }
};

PGRAM_TEST(TestCliFidelity)
#include "test_cli_fidelity.moc"
