// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram plan --profile: a folder of Galvatron's profile files under its own rules, and as measured costs under ours.
#include "tests/app/pgram_run.h"
#include "tests/app/small_profile.h"
#include "tests/core/data_sets.h"
#include "tests/pgram_test.h"
#include "tests/schema_check.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <cmath>
#include <map>

using namespace pgram;
using namespace pgram::test;

namespace {

constexpr const char* smallModel = R"({"format": "parallelogram-model", "version": 1, "name": "small",
    "sequence_length": 512, "runs": [
    {"kind": "embedding", "hidden": 256, "vocabulary": 1024},
    {"kind": "decoder", "count": 2, "hidden": 256, "heads": 4, "ffn": 1024},
    {"kind": "head", "hidden": 256, "vocabulary": 1024}]})";

/// "64 8 2 4 tp_only".
QString keyOf(const Json& task)
{
    QStringList parts;
    for (const char* name : {"batch", "microbatches", "pp", "tensor_cap"}) {
        parts += QString::number(task[name].get<int>());
    }
    return (parts << QString::fromStdString(task["mode"].get<std::string>())).join(' ');
}

}  // namespace

class TestCliProfile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    void write(const QString& name, const QByteArray& text) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    [[nodiscard]] PgramRun plan(const QStringList& more) const
    {
        return pgramRun(QStringList{"plan", "--profile", m_folder.filePath("small")} + more, m_folder.path());
    }

    [[nodiscard]] PgramRun galvatron(const QStringList& more) const
    {
        return plan(QStringList{"--rules", "galvatron-3", "--batch", "8", "--layers", "2", "--hidden", "256"} + more);
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
        QDir(m_folder.path()).mkpath("small");
        for (const auto& [name, text] : smallProfile("small")) {
            write("small/" + name, text);
        }
        write("model.json", smallModel);
    }

    /// Two stages of one layer, b = 2: a layer 18 ms and 2·2·2·512·256·4 B / 2 to send at 50 MiB/ms; an end 6 ms.
    void plansUnderItsRulesByHand()
    {
        const double stage = (2 * 9 + 2.0 * 2 * 2 * 512 * 256 * 2 / 1048576 / 50 / 2 + 3 * 2) * 1e-3;
        const PgramRun run = galvatron({"--memory", "8GiB", "--microbatches", "4", "--json", "--out", "g.json"});
        check(run, 0, "pgram-plan-galvatron");
        const Json answer = run.json();
        bool seen = false;
        for (const Json& task : answer["tasks"]) {
            if (keyOf(task) == "8 4 2 1 tp_only") {
                seen = true;
                QVERIFY(std::abs(task["cost_s"].get<double>() / (5 * stage) - 1) < 1e-12);
            }
        }
        QVERIFY(seen);
        QCOMPARE(answer["certificate"]["status"].get<std::string>(), std::string("optimal"));
        QVERIFY(answer["plan"].is_null() && answer["without_plan"].is_string());
        QFile file(m_folder.filePath("g.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(Json::parse(file.readAll().toStdString()) == answer["galvatron_plan"]);
    }

    /// The plan of ours says what the Galvatron plan says, and the file is complete.
    void writesAPlanOfOurs()
    {
        const QStringList asked{"--model", "model.json", "--memory", "8GiB", "--out", "ours.pgplan.json", "--json"};
        const PgramRun run = galvatron(asked);
        check(run, 0, "pgram-plan-galvatron");
        const QString problem = schemaProblem(run.json()["plan"].dump(), "plan");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const QString file = m_folder.filePath("ours.pgplan.json");
        const PgramRun exported = pgramRun({"export", file, "--to", "galvatron", "--json"});
        QVERIFY2(exported.exitCode == 0, exported.err);
        QVERIFY2(exported.json()["content"]["galvatron_config.json"] == run.json()["galvatron_plan"], exported.out);
        QCOMPARE(pgramRun({"estimate", file}).exitCode, 0);
    }

    /// Layers and widths of a configuration that lies in the folder.
    void readsTheConfigurationBeside()
    {
        const QStringList asked{"--rules", "galvatron-3", "--batch", "8", "--memory", "8GiB", "--json"};
        const Json expected = galvatron({"--memory", "8GiB", "--json"}).json()["tasks"];
        write("small/config.json", R"({"num_hidden_layers": 2, "hidden_size": 256})");
        const PgramRun run = plan(asked);
        write("small/config.json", R"({"num_hidden_layers": -2, "hidden_size": 256})");
        const PgramRun broken = plan(asked);
        QFile::remove(m_folder.filePath("small/config.json"));
        check(run, 0, "pgram-plan-galvatron");
        QVERIFY(run.json()["tasks"] == expected);
        check(broken, 2, "pgram-error");
        QVERIFY2(broken.err.contains("config.json") && broken.err.contains("/num_hidden_layers"), broken.err);
    }

    /// The budget that it names works, and one MiB less does not.
    void saysWhatIsMissing()
    {
        const PgramRun run = galvatron({"--memory", "1GiB", "--json"});
        check(run, 1, "pgram-plan-galvatron");
        const auto least = run.json()["smallest_feasible_budget_bytes"].get<std::int64_t>();
        QVERIFY(run.json()["short_by_bytes"].get<std::int64_t>() > 0);
        QCOMPARE(galvatron({"--memory", QString::number(least)}).exitCode, 0);
        QCOMPARE(galvatron({"--memory", QString::number(least - (1 << 20))}).exitCode, 1);
        QVERIFY(galvatron({"--memory", "1GiB"}).out.contains("The smallest budget that works is"));
    }

    /// A micro-batch of one sample: two layers of 3 ms and both ends of 2 ms; backward twice that.
    void plansUnderOurRulesByHand()
    {
        const QStringList asked{"--model", "model.json",     "--memory", "8GiB",     "--batch",
                                "8",       "--microbatches", "4",        "--method", "dp",
                                "--out",   "p.pgplan.json",  "--json"};
        const PgramRun run = plan(asked);
        check(run, 0, "pgram-plan");
        const Json stage = run.json()["stages"][0];
        QVERIFY(std::abs(stage["forward_s"].get<double>() - 8e-3) < 1e-12);
        QVERIFY(std::abs(stage["backward_s"].get<double>() - 16e-3) < 1e-12);
        const PgramRun again = pgramRun({"estimate", m_folder.filePath("p.pgplan.json"), "--json"});
        QCOMPARE(again.exitCode, 0);
        QVERIFY(again.json()["step_time_s"] == run.json()["step_time_s"]);
        const Json measured = run.json()["plan"]["model"]["runs"][1]["measured"];
        QCOMPARE(measured["forward_s_per_sample"].get<double>(), 3e-3);
        QVERIFY(run.json()["plan"]["cluster"]["measured"]["groups"].size() == 1);
    }

    /// Model and cluster of a profile in files of their own plan as the profile does.
    void writesModelAndCluster()
    {
        const PgramRun run = pgramRun({"profile", "small", "--model", "model.json", "--memory", "8GiB", "--out-model",
                                       "m.json", "--out-cluster", "c.json", "--json"},
                                      m_folder.path());
        check(run, 0, "pgram-profile");
        for (const auto& [part, name] : {std::pair("model", "m.json"), std::pair("cluster", "c.json")}) {
            QFile file(m_folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const std::string text = file.readAll().toStdString();
            const QString problem = schemaProblem(text, part);
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
            QVERIFY(Json::parse(text) == run.json()[part]);
        }
        const QStringList asked{"--batch", "8", "--method", "joint", "--json"};
        const PgramRun direct = plan(asked + QStringList{"--model", "model.json", "--memory", "8GiB"});
        const PgramRun through =
            pgramRun(QStringList{"plan", "--model", "m.json", "--cluster", "c.json", "--sequence", "512"} + asked,
                     m_folder.path());
        QVERIFY2(direct.exitCode == 0 && through.exitCode == 0, direct.err + through.err);
        QVERIFY(direct.json()["step_time_s"] == through.json()["step_time_s"]);
        QVERIFY(direct.json()["plan"]["strategies"] == through.json()["plan"]["strategies"]);
    }

    void refuses_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("what");
        const QStringList rules{"--rules", "galvatron-3"};
        QTest::newRow("no memory") << rules << "--memory is required";
        QTest::newRow("no layers") << rules + QStringList{"--memory", "8GiB"} << "--layers is required";
        QTest::newRow("no width") << rules + QStringList{"--memory", "8GiB", "--layers", "2"} << "--hidden is required";
        QTest::newRow("method") << rules + QStringList{"--memory", "8GiB", "--method", "bmw"} << "--method";
        QTest::newRow("no model") << QStringList{"--memory", "8GiB", "--layers", "2", "--hidden", "256"} << "--model";
        QTest::newRow("devices") << rules + QStringList{"--memory", "8GiB", "--devices", "4"} << "2 (1 x 2)";
        QTest::newRow("precision") << rules + QStringList{"--memory", "8GiB", "--precision", "fp32"}
                                   << "computation_profiling_fp32";
        QTest::newRow("sequence") << rules + QStringList{"--memory", "8GiB", "--layers",   "2",
                                                         "--hidden", "256",  "--sequence", "1024"}
                                  << "1024 tokens";
        QTest::newRow("times") << rules + QStringList{"--memory", "8GiB", "--layers",    "2",
                                                      "--hidden", "256",  "--time-mode", "batch"}
                               << "fewer than two batch sizes";
        QTest::newRow("types") << rules + QStringList{"--memory", "8GiB", "--layers", "2,2", "--hidden", "256"}
                               << "has 1 layer type, --layers names 2";
    }

    void refuses()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, what);
        const PgramRun run = plan(arguments + QStringList{"--json"});
        check(run, 2, "pgram-error");
        QVERIFY2(run.err.contains(what.toUtf8()), run.err);
    }

    void refusesProfileOptionsWithoutAProfile()
    {
        const PgramRun run = pgramRun({"plan", "--model", "llama2-7b", "--cluster", "a100-8", "--time-mode", "batch"});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("--time-mode requires --profile"), run.err);
    }

    void refusesRulesWithoutAProfile()
    {
        const PgramRun run = pgramRun({"plan", "--model", "llama2-7b", "--rules", "galvatron-3"});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("--profile"), run.err);
    }

    /// The shared cases from folder and options alone: the same tasks, the same feasibility, the exact costs.
    void reproducesTheCasesOfThePeer_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("arguments");
        for (const char* memory : {"12", "16", "24", "40"}) {
            QTest::newRow(memory) << QStringLiteral("d1_8g_%1gb_b64").arg(memory)
                                  << QStringList{"--memory", QStringLiteral("%1GiB").arg(memory)};
        }
        QTest::newRow("36") << "d2_8g_36gb_b64_c32"
                            << QStringList{"--memory",
                                           "36GiB",
                                           "--layers",
                                           "28",
                                           "--hidden",
                                           "4096",
                                           "--sequence",
                                           "8192",
                                           "--microbatches",
                                           "32",
                                           "--memory-mode",
                                           "sequence",
                                           "--no-async-grad-reduce"};
    }

    void reproducesTheCasesOfThePeer()
    {
        QFETCH(QString, name);
        QFETCH(QStringList, arguments);
        const std::filesystem::path data = dataFile("galvatron");
        QFile file(QString::fromStdString((data / "cases").string()) + "/" + name + ".json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Json question = Json::parse(file.readAll().toStdString());
        const auto folder = data / "profiles" / question["profile"].get<std::string>();
        const PgramRun run = pgramRun(QStringList{"plan", "--rules", "galvatron-3", "--profile",
                                                  QString::fromStdString(folder.string()), "--batch", "64", "--json"} +
                                      arguments);
        check(run, run.exitCode == 1 ? 1 : 0, "pgram-plan-galvatron");
        const Json answer = run.json();
        std::map<QString, Json> ours;
        for (const Json& task : answer["tasks"]) {
            ours[keyOf(task)] = task;
        }
        QCOMPARE(ours.size(), question["tasks"].size());
        for (const Json& task : question["tasks"]) {
            const auto found = ours.find(keyOf(task));
            QVERIFY(found != ours.end());
            QCOMPARE(found->second["feasible"].get<bool>(), !task["peer_cost_s"].is_null());
            if (task["exact_cost_s"].is_number()) {
                const double exact = task["exact_cost_s"].get<double>();
                QVERIFY(std::abs(found->second["cost_s"].get<double>() / exact - 1) < 1e-6);
            }
        }
    }
};

PGRAM_TEST(TestCliProfile)
#include "test_cli_profile.moc"
