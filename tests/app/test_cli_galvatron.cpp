// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram's commands that speak with Hetu-Galvatron: validate galvatron, import, export.
#include "tests/app/pgram_run.h"
#include "tests/app/small_profile.h"
#include "tests/core/data_sets.h"
#include "tests/pgram_test.h"
#include "tests/schema_check.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <cmath>

using namespace pgram;
using namespace pgram::test;

namespace {

/// One task of two stages of a layer each, with the peer's cost.
QByteArray caseText(const char* memory, const char* cost)
{
    return QByteArray(R"({"name": "small", "profile": "m", "devices": 2, "devices_per_node": 2, "time_mode": "static",
        "model": {"hidden": 256, "layers": 2, "sequence": 512}, "memory_gb": )") +
           memory + R"(, "tasks": [{"batch": 8, "microbatches": 4, "pp": 2, "tensor_cap": 1, "mode": "tp_only",
            "peer_cost_s": )" +
           cost + R"(, "exact_cost_s": null, "peer_layers": ["2-1-1", "2-1-1"], "peer_stages": [1, 1],
            "peer_embedding": {"degree": 1, "ulysses": 0, "zero3": 0}}]})";
}

}  // namespace

class TestCliGalvatron : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    void write(const QString& name, const QByteArray& text) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    [[nodiscard]] PgramRun validate(const QStringList& more = {}) const
    {
        return pgramRun(QStringList{"validate", "galvatron", "--cases", m_folder.filePath("cases"), "--profiles",
                                    m_folder.filePath("profiles")} +
                        more);
    }

    static void check(const PgramRun& run, int exitCode, const QString& schema)
    {
        QVERIFY2(run.exitCode == exitCode, run.err + run.out);
        const QString problem = schemaProblem(run.out.toStdString(), schema);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

private Q_SLOTS:
    void initTestCase()
    {
        QDir(m_folder.path()).mkpath("profiles/m");
        QDir(m_folder.path()).mkpath("cases");
        for (const auto& [name, text] : smallProfile("m")) {
            write("profiles/m/" + name, text);
        }
    }

    /// Two stages of one layer, b = 2: a layer 18 ms and 2·2·2·512·256·4 B / 2 to send at 50 MiB/ms; an end 6 ms.
    void validatesByHand()
    {
        const double stage = (2 * 9 + 2.0 * 2 * 2 * 512 * 256 * 2 / 1048576 / 50 / 2 + 3 * 2) * 1e-3;
        const double step = 2 * stage + 3 * stage;
        write("cases/small.json", caseText("8", QByteArray::number(step, 'g', 17)));
        const PgramRun run = validate({"--json"});
        check(run, 0, "pgram-validate-galvatron");
        const Json task = run.json()["cases"][0]["tasks"][0];
        QVERIFY(task["feasible"].get<bool>());
        QVERIFY(std::abs(task["cost_s"].get<double>() / step - 1) < 1e-12);
        QVERIFY(std::abs(task["peer_plan_cost_s"].get<double>() / step - 1) < 1e-12);
        QVERIFY((task["plan"]["layers"] == Json::array({"2-1-1", "2-1-1"})));
        const PgramRun text = validate({"--tasks"});
        QCOMPARE(text.exitCode, 0);
        QVERIFY2(text.out.contains("Both engines agree") && text.out.contains("tp_only"), text.out);
    }

    void saysWhereTheEnginesDisagree()
    {
        write("cases/small.json", caseText("8", "0.1"));
        const PgramRun wrong = validate();
        QCOMPARE(wrong.exitCode, 1);
        QVERIFY2(wrong.out.contains("the peer's plan costs 0.12"), wrong.out);
        write("cases/small.json", caseText("1", "0.1"));
        const PgramRun infeasible = validate({"--json"});
        check(infeasible, 1, "pgram-validate-galvatron");
        const Json task = infeasible.json()["cases"][0]["tasks"][0];
        QVERIFY(!task["feasible"].get<bool>() && task["cost_s"].is_null() && task["plan"].is_null());
        QVERIFY(!task["problems"].empty());
    }

    void refusesBadInput()
    {
        write("cases/small.json", "{");
        check(validate({"--json"}), 2, "pgram-error");
        QVERIFY(validate().err.contains("small.json"));
        check(pgramRun({"validate", "galvatron", "--cases", "/nonexistent", "--profiles", "/", "--json"}), 2,
              "pgram-error");
        QCOMPARE(pgramRun({"validate"}).exitCode, 2);
    }

    void importsAndExports()
    {
        std::string split = "2";
        for (int i = 1; i < 32; ++i) {
            split += i % 3 == 0 ? ",4" : ",2";
        }
        std::string zeros = "0";
        for (int i = 1; i < 32; ++i) {
            zeros += i % 5 == 0 ? ",1" : ",0";
        }
        const Json plan{{"pp_deg", 2},
                        {"tp_sizes_enc", split},
                        {"dp_types_enc", zeros},
                        {"use_sp", zeros},
                        {"checkpoint", zeros},
                        {"global_bsz", 64},
                        {"chunks", 8},
                        {"pp_division", "15,17"},
                        {"pipeline_type", "pipedream_flush"},
                        {"default_dp_type", "zero2"},
                        {"vtp", 2},
                        {"vsp", 0},
                        {"embed_sdp", 1}};
        write("theirs.json", QByteArray::fromStdString(plan.dump()));
        const QString ours = m_folder.filePath("ours.pgplan.json");
        const PgramRun import = pgramRun({"import", m_folder.filePath("theirs.json"), "--from", "galvatron", "--model",
                                          "llama2-7b", "--cluster", "a100-8", "--out", ours, "--json"});
        check(import, 1, "pgram-import");  // it needs more than the 40 GB of these devices
        const PgramRun exported = pgramRun({"export", ours, "--to", "galvatron", "--json"});
        check(exported, 0, "pgram-export");
        const Json written = exported.json()["content"]["galvatron_config.json"];
        for (const auto& [key, value] : plan.items()) {
            QVERIFY2(written[key] == value, key.c_str());
        }
        QCOMPARE(pgramRun({"estimate", ours}).exitCode, 1);
        const QString out = m_folder.filePath("written.json");
        QCOMPARE(pgramRun({"export", ours, "--to", "galvatron", "--out", out}).exitCode, 0);
        QFile file(out);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(Json::parse(file.readAll().toStdString()) == written);
    }

    void refusesToFlatten()
    {
        const QString plan = m_folder.filePath("zero1.pgplan.json");
        QCOMPARE(pgramRun({"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8", "--batch", "32", "--method",
                           "zero1", "--out", plan})
                     .exitCode,
                 0);
        const PgramRun run = pgramRun({"export", plan, "--to", "galvatron", "--json"});
        check(run, 2, "pgram-error");
        QVERIFY2(run.err.contains("ZeRO-1, optimizer states divided over the data group (layers 1–34)"), run.err);
        QVERIFY2(run.err.contains("Give --nearest: the best plan that it runs takes"), run.err);
        const QString out = m_folder.filePath("nearest.json");
        const PgramRun nearest = pgramRun({"export", plan, "--to", "galvatron", "--nearest", "--out", out});
        QCOMPARE(nearest.exitCode, 0);
        QVERIFY2(nearest.err.contains("planned again"), nearest.err);
        QVERIFY(QFile::exists(out));
    }

    /// The cases of Hetu-Galvatron, as a user would run them.
    void validatesTheCasesOfThePeer()
    {
        const std::filesystem::path cases = dataFile("galvatron/cases");
        const std::filesystem::path profiles = dataFile("galvatron/profiles");
        const PgramRun run = pgramRun({"validate", "galvatron", "--cases", QString::fromStdString(cases.string()),
                                       "--profiles", QString::fromStdString(profiles.string()), "--json"});
        check(run, 0, "pgram-validate-galvatron");
        QVERIFY(run.json()["cases"].size() >= 5);
    }
};

PGRAM_TEST(TestCliGalvatron)
#include "test_cli_galvatron.moc"
