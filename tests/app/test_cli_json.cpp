// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What --json prints obeys its schema, for every command and every outcome; the plan file obeys its own.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/schema_check.h"

#include <QFile>
#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

namespace {

constexpr const char* bertHuge = "bert-huge-32";
constexpr const char* cluster = "rtx-titan-8";

QStringList planArguments(const QStringList& more)
{
    return QStringList{"plan", "--model", bertHuge, "--cluster", cluster, "--batch", "32", "--space", "paper"} + more;
}

/// A mutation must not pass: the schema says something.
bool refusesWithout(const QByteArray& document, const char* key, const QString& schema)
{
    auto json = nlohmann::json::parse(document.toStdString());
    json.erase(key);
    return !schemaProblem(json.dump(), schema).isEmpty();
}

}  // namespace

class TestCliJson : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_first = m_folder.filePath("first.json");
    QString m_second = m_folder.filePath("second.json");

    static void check(const PgramRun& run, int exitCode, const QString& schema)
    {
        QVERIFY2(run.exitCode == exitCode, run.err);
        const QString problem = schemaProblem(run.out.toStdString(), schema);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        QVERIFY(refusesWithout(run.out, "format", schema));
    }

    /// The object of an answer that is a plan file's.
    static void checkPlan(const Json& plan)
    {
        const QString problem = schemaProblem(plan.dump(), "plan");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

private Q_SLOTS:
    void initTestCase()
    {
        QCOMPARE(pgramRun(planArguments({"--memory", "16GiB", "--out", m_first})).exitCode, 0);
        QCOMPARE(pgramRun(planArguments({"--memory", "16GiB", "--method", "dp+tp", "--out", m_second})).exitCode, 0);
    }

    void planFile()
    {
        for (const QString& name : {m_first, m_second}) {
            QFile file(name);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            const QString problem = schemaProblem(text.toStdString(), "plan");
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
            for (const char* key : {"model", "cluster", "training", "schedule", "stages", "strategies"}) {
                QVERIFY2(refusesWithout(text, key, "plan"), key);
            }
        }
    }

    void plan()
    {
        const PgramRun run = pgramRun(planArguments({"--memory", "16GiB", "--json"}));
        check(run, 0, "pgram-plan");
        QVERIFY(refusesWithout(run.out, "step_time_s", "pgram-plan"));
        const QString problem = schemaProblem(run.json()["plan"].dump(), "plan");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void everyKindOfPlan_data()
    {
        QTest::addColumn<QStringList>("question");
        QTest::addColumn<QString>("strategy");
        const auto row = [](const char* name, const QString& question, const char* strategy) {
            QTest::newRow(name) << question.split(' ') << QString(strategy);
        };
        row("offload",
            "--model llama2-7b --cluster rtx-4090-8 --memory 16GiB --batch 16 --schedule 1f1b,zb-v "
            "--space dp,sdp,tp,pp,ckpt,offload-activations,offload-optimizer",
            "dp8");
        row("zb-v", "--model gpt3-1.3b --cluster a100-8 --memory 16GiB --batch 32 --method dp+pp --schedule zb-v",
            "dp8");
        row("interleaved", "--model gpt3-1.3b --cluster a100-8 --batch 32 --method dp+pp --schedule interleaved:2",
            "dp8");
        row("experts", "--model mixtral-8x7b --cluster a100-64 --batch 128 --space dp,sdp,tp,pp,ckpt,ep", "dp64");
        row("every dimension",
            "--model llama2-7b --cluster a100-16 --memory 24GiB --batch 32 "
            "--space dp,sdp,tp,pp,ckpt,sp,ulysses,cp,selective,zero1,zero2,hsdp",
            "dp16");
        row("mixed", "--model llama2-7b --cluster h100-8-h200-8 --batch 32 --method bmw", "dp16");
        row("robust", "--model gpt2-small --cluster rtx-titan-8 --batch 16 --method robust --slow 30%", "dp8");
        row("images", "--model swin-huge-32 --cluster rtx-titan-8 --memory 8GiB --batch 16", "dp8");
    }

    /// One verdict everywhere: what is offloaded and what a run may need are said wherever it is said that a plan fits.
    void whatIsSaidAgainstAPlanThatFits()
    {
        const QString file = m_folder.filePath("offload.json");
        const PgramRun run =
            pgramRun(QString("plan --model llama2-7b --cluster rtx-4090-8 --memory 16GiB --batch 16 "
                             "--space dp,sdp,tp,pp,ckpt,offload-activations,offload-optimizer --seconds 0 --json --out")
                         .split(' ') +
                     QStringList(file));
        check(run, 0, "pgram-plan");
        const Json json = run.json();
        const Json& fit = json["fit"];
        QVERIFY(json["fits"].get<bool>());
        QCOMPARE(fit["verdict"].get<std::string>(), std::string("host-unknown"));
        std::int64_t onHost = 0;  // all eight devices are one node's
        for (const Json& stage : json["stages"]) {
            onHost += stage["devices"].get<std::int64_t>() * stage.value("host_memory_bytes", std::int64_t{0});
        }
        QVERIFY(onHost > 0);
        QCOMPARE(fit["host"]["needed_bytes_per_node"].get<std::int64_t>(), onHost);
        QVERIFY(fit["host"]["available_bytes_per_node"].is_null());
        QVERIFY(fit["run_may_need_bytes"].get<std::int64_t>() > fit["budget_bytes"].get<std::int64_t>());
        QCOMPARE(fit["remarks"].size(), std::size_t{2});
        QCOMPARE(pgramRun({"estimate", file, "--json"}).json()["fit"], fit);
        QCOMPARE(pgramRun({"compare", file, file, "--json"}).json()["plans"][1]["fit"], fit);
        for (const QStringList& arguments : {QStringList{"estimate", file}, QStringList{"compare", file, file}}) {
            const PgramRun text = pgramRun(arguments);
            for (const char* said : {"host memory", "host not known", "A run may need up to "}) {
                QVERIFY2(text.out.contains(said), text.out);
            }
        }
    }

    void everyKindOfPlan()
    {
        QFETCH(const QStringList, question);
        QFETCH(const QString, strategy);
        const QString file = m_folder.filePath("kind.json");
        const PgramRun planned =
            pgramRun(QStringList{"plan", "--seconds", "0"} + question + QStringList{"--out", file, "--json"});
        check(planned, 0, "pgram-plan");
        checkPlan(planned.json()["plan"]);
        check(pgramRun({"estimate", file, "--json"}), 0, "pgram-estimate");
        check(pgramRun({"simulate", file, "--json"}), 0, "pgram-simulate");
        check(pgramRun({"compare", m_first, file, "--json"}), 0, "pgram-compare");
        // Wherever it leads: a plan without its savings, too big for the budget in most of these.
        const PgramRun why = pgramRun({"why", file, "--strategy", strategy, "--method", "bmw", "--json"});
        check(why, why.exitCode, "pgram-why");
        QVERIFY2(why.exitCode == 0 || why.exitCode == 1, why.err);
    }

    void infeasibleWhy()
    {
        const QString file = m_folder.filePath("tight.json");
        QCOMPARE(pgramRun(planArguments({"--memory", "8GiB", "--out", file})).exitCode, 0);
        const PgramRun run = pgramRun({"why", file, "--strategy", "dp8", "--json"});
        check(run, 1, "pgram-why");
        const Json json = run.json();
        QCOMPARE(json.value("outcome", ""), std::string("infeasible"));
        QVERIFY(json["infeasibility"]["short_by_bytes"].get<std::int64_t>() > 0);
    }

    /// Each offer has the line that asks for it, and that line has the plan that it promises.
    void whatFits_data()
    {
        QTest::addColumn<QStringList>("asked");
        QTest::newRow("switches") << QStringList{"--model", "gpt3-1.3b", "--memory", "4GiB", "--microbatches=64"};
        QTest::newRow("a target") << QStringList{"--model", "llama2-13b", "--mixed", "--schedule", "1f1b"};
    }

    void whatFits()
    {
        QFETCH(QStringList, asked);
        const PgramRun run = pgramRun(
            QStringList{"plan", "--cluster", "rtx-4090-8", "--batch", "64", "--seconds", "0", "--json"} + asked);
        check(run, 1, "pgram-plan");
        const Json offers = run.json()["what_fits"]["offers"];
        QVERIFY(!offers.empty());
        for (const Json& offer : offers) {
            QString line = QString::fromStdString(offer["command"].get<std::string>());
            QVERIFY2(line.startsWith("pgram plan ") && !line.contains('\''), qPrintable(line));
            const PgramRun again = pgramRun(line.split(' ').mid(1));
            check(again, 0, "pgram-plan");
            QVERIFY(offer["runs_on"].is_array());
            QCOMPARE(again.json()["step_time_s"].get<double>(), offer["step_time_s"].get<double>());
        }
        const PgramRun none = pgramRun(
            {"plan", "--model", "gpt3-1.3b", "--cluster", "rtx-4090-8", "--memory", "4GiB", "--tries", "0", "--json"});
        check(none, 1, "pgram-plan");
        QVERIFY(!none.json().contains("what_fits"));
    }

    void cost()
    {
        const QStringList common{"cost", "--model", bertHuge, "--cluster", cluster, "--tokens", "1B", "--json"};
        const PgramRun one = pgramRun(common);
        check(one, 0, "pgram-cost");
        QCOMPARE(one.json()["rows"].size(), std::size_t{1});
        const PgramRun several =
            pgramRun(common + QStringList{"--clusters", "a100-8,rtx-titan-16", "--try-nodes", "1,2"});
        check(several, 0, "pgram-cost");
        QCOMPARE(several.json()["rows"].size(), std::size_t{4});
        QCOMPARE(several.json()["rows"][0]["usd_per_hour"]["date"].get<std::string>(), std::string("2026-04-01"));
        check(pgramRun(common + QStringList{"--days", "1e-9"}), 1, "pgram-cost");
        check(pgramRun({"cost", "--plan", m_first, "--failure-hours", "1000", "--checkpoint", "60", "--json"}), 0,
              "pgram-cost");
        check(pgramRun(QStringList(common) << "--tokens-per-batch"
                                           << "64k"
                                           << "--sequences"
                                           << "1k,2k"),
              0, "pgram-cost");
        QCOMPARE(pgramRun({"cost", "--plan", m_first, "--checkpoint", "60"}).exitCode, 2);
        QCOMPARE(pgramRun({"cost", "--plan", m_first, "--tokens", "2X"}).exitCode, 2);
    }

    void sweep()
    {
        const QStringList common{"sweep", "--model", bertHuge, "--cluster", cluster, "--batch", "16", "--json"};
        const PgramRun curve = pgramRun(common + QStringList{"--axis", "memory=4GiB..16GiB:4"});
        check(curve, 0, "pgram-sweep");
        QCOMPARE(curve.json()["points"].size(), std::size_t{4});
        const PgramRun map = pgramRun(
            common + QStringList{"--axis", "cluster.links/0/bytes_per_s=5e9..5e10:3,log", "--axis", "batch=8..16:2"});
        check(map, 0, "pgram-sweep");
        QCOMPARE(map.json()["points"].size(), std::size_t{6});
        const PgramRun withZero = pgramRun(
            common + QStringList{"--axis", "memory=8e9..16e9:2", "--axis", "cluster.links/0/latency_s=0..1e-4:2"});
        check(withZero, 0, "pgram-sweep");
        QCOMPARE(withZero.json()["points"][0].value("second", -1.0), 0.0);
        QCOMPARE(withZero.json()["points"][1].value("second", -1.0), 1e-4);
        const PgramRun bars = pgramRun(common + QStringList{"--tornado", "20"});
        check(bars, 0, "pgram-sweep");
        QVERIFY(bars.json()["tornado"].size() > 5);
        check(pgramRun({"sweep", "--plan", m_first, "--tornado", "own", "--json"}), 0, "pgram-sweep");
        for (const char* axis :
             {"batch=8", "nothing=1..2", "batch=8..8", "batch=0..8,log", "batch=x..8", "batch=1..9:1"}) {
            QCOMPARE(pgramRun(common + QStringList{"--axis", axis}).exitCode, 2);
        }
        for (const char* axis : {"memory=0x1p33..0x1p34:3", "memory=nan..1e9", "memory=1e9..inf"}) {
            const PgramRun run = pgramRun(common + QStringList{"--axis", axis});
            check(run, 2, "pgram-error");
            QVERIFY2(run.err.contains("is not a number. Give one such as 25e9"), run.err);
        }
        QCOMPARE(pgramRun(common).exitCode, 2);
    }

    /// With --json an answer of nothing is an object as well, whatever the command; keep, why and the validations are
    /// in tests of their own.
    void nothingFitsInJson_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const QStringList request{"--model", "gpt3-175b", "--cluster", cluster, "--batch", "8", "--microbatches", "1"};
        const auto row = [](const char* command, const QStringList& arguments) {
            QTest::newRow(command) << QStringList(command) + arguments + QStringList("--json");
        };
        row("plan", request + QStringList{"--tries", "0"});
        row("frontier", request);
        row("baselines", request + QStringList{"--methods", "dp"});
        row("space", request);
        row("learn", request);
        row("sweep", request + QStringList{"--axis", "memory=1GiB..2GiB:2"});
        row("cost", request);
        row("deploy", {"gpt3-175b", cluster, "--weights", "bf16"});
        QTest::newRow("map") << QStringList("sweep") + request +
                                    QStringList{"--axis", "memory=1GiB..2GiB:2", "--axis", "batch=8..16:2", "--json"};
        QTest::newRow("tornado") << QStringList("sweep") + request + QStringList{"--tornado", "own", "--json"};
    }

    void nothingFitsInJson()
    {
        QFETCH(const QStringList, arguments);
        const PgramRun run = pgramRun(arguments);
        QVERIFY2(run.exitCode == 1, QByteArray::number(run.exitCode) + run.err);
        QCOMPARE(run.json().value("format", ""), "pgram-" + arguments.front().toStdString());
    }

    void infeasiblePlan()
    {
        const PgramRun run = pgramRun(planArguments({"--memory", "2GiB", "--method", "dp", "--json"}));
        check(run, 1, "pgram-plan");
        QVERIFY(refusesWithout(run.out, "short_by_bytes", "pgram-plan"));
        QVERIFY(run.json()["plan"].is_null());
    }

    void frontier()
    {
        const QStringList arguments{"frontier", "--cluster", cluster, "--batch", "32", "--json"};
        const PgramRun run = pgramRun(arguments + QStringList{"--model", bertHuge, "--points", "6"});
        check(run, 0, "pgram-frontier");
        QVERIFY(refusesWithout(run.out, "points", "pgram-frontier"));
        const Json json = run.json();
        QVERIFY(json["points"].size() > 2 && json["points"].size() <= 6);
        for (const Json& point : json["points"]) {
            const QString problem = schemaProblem(point["plan"].dump(), "plan");
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
        }
        // Never enough memory: nothing but the budget that would do.
        const PgramRun nothing = pgramRun(arguments + QStringList{"--method", "dp", "--model", "gpt3-175b"});
        check(nothing, 1, "pgram-frontier");
        QVERIFY(nothing.json()["points"].empty());
        QVERIFY(nothing.json()["smallest_feasible_budget_bytes"].is_number());
    }

    void baselines()
    {
        const QStringList arguments{"baselines", "--seconds", "0",       "--model", bertHuge,
                                    "--cluster", cluster,     "--batch", "32",      "--memory",
                                    "4GiB",      "--samples", "2000",    "--json"};
        const PgramRun run = pgramRun(arguments);
        check(run, 0, "pgram-baselines");
        const std::size_t methodsThereAre = pgramRun({"list", "methods", "--json"}).json()["entries"].size();
        const std::size_t targetsThereAre = pgramRun({"targets", "--json"}).json()["targets"].size();
        // Every method but the ensemble and the robust one, every target but that of historical layouts, and the model
        // in host memory.
        QCOMPARE(run.json()["methods"].size(), methodsThereAre + targetsThereAre - 2);
        const Json last = run.json()["methods"].back();
        QCOMPARE(last["method"].get<std::string>(), std::string("hosted"));
        QVERIFY(!last["fits"].get<bool>() && last["plan"].is_null() && !last["reason"].get<std::string>().empty());
        QVERIFY(last["hosted"]["throughput_samples_per_s"].get<double>() > 0);
        const PgramRun two = pgramRun(arguments + QStringList{"--methods", "joint,dp"});
        check(two, 0, "pgram-baselines");
        const Json methods = two.json()["methods"];
        QCOMPARE(methods.size(), std::size_t{2});
        QCOMPARE(methods[0]["relative_throughput"].get<double>(), 1.0);
        QVERIFY(!methods[1]["fits"].get<bool>() && methods[1]["short_by_bytes"].get<std::int64_t>() > 0);
        check(pgramRun(arguments + QStringList{"--methods", "dp"}), 1, "pgram-baselines");
        check(pgramRun(arguments + QStringList{"--methods", "joint,annealign"}), 2, "pgram-error");
    }

    void space()
    {
        const QStringList arguments{"space",   "--model", bertHuge,   "--cluster", cluster,
                                    "--batch", "32",      "--memory", "8GiB",      "--json"};
        const PgramRun run = pgramRun(arguments);
        check(run, 0, "pgram-space");
        const Json effects = run.json()["effects"];
        QVERIFY(effects[0]["dimension"].is_null() && effects[0]["gain"].is_null());
        for (const Json& effect : effects) {
            QVERIFY(effect["dimension"] != "ep");  // BERT has no experts
            const double gap =
                effect["certificate"]["gap"].get<double>() + effects[0]["certificate"]["gap"].get<double>();
            QVERIFY(effect["gain"].is_null() || effect["gain"].get<double>() >= -gap);
        }
        // The plan that one of them leads to is that of a search in it.
        const auto withSelective =
            std::ranges::find_if(effects, [](const Json& e) { return e["dimension"] == "selective"; });
        QVERIFY(withSelective != effects.end() && (*withSelective)["searched"].get<bool>());
        const PgramRun plan = pgramRun({"plan", "--model", bertHuge, "--cluster", cluster, "--batch", "32", "--memory",
                                        "8GiB", "--space", "paper,selective", "--json"});
        QCOMPARE((*withSelective)["step_time_s"], plan.json()["step_time_s"]);
        QStringList tooLittle = arguments;
        tooLittle.replace(tooLittle.indexOf(QStringLiteral("8GiB")), QStringLiteral("64MiB"));
        check(pgramRun(tooLittle), 1, "pgram-space");
    }

    void learn()
    {
        const PgramRun run =
            pgramRun({"learn", "--model", bertHuge, "--cluster", cluster, "--batch", "32", "--memory", "4GiB",
                      "--methods", "auto-map,random", "--seeds", "2", "--samples", "150", "--json"});
        check(run, 0, "pgram-learn");
        const Json curves = run.json()["curves"];
        QVERIFY(curves.size() == 2 && curves[0]["seeds"].size() == 2 && !curves[0]["seeds"][1].empty());
        QVERIFY(curves[0]["worst_per_sample_s"] >= curves[0]["median_per_sample_s"]);
        QVERIFY(run.json()["lower_bound_per_sample_s"] <= run.json()["joint_per_sample_s"]);
        QCOMPARE(pgramRun({"learn", "--scenario", "default", "--methods", "joint"}).exitCode, 2);
        const PgramRun nothing = pgramRun(
            {"learn", "--model", "gpt3-175b", "--cluster", cluster, "--batch", "8", "--microbatches", "1", "--json"});
        check(nothing, 1, "pgram-learn");
        QVERIFY(nothing.json()["joint_per_sample_s"].is_null() && nothing.json()["curves"].empty());
        QVERIFY(nothing.json()["short_by_bytes"].get<std::int64_t>() > 0);
    }

    void milp()
    {
        const PgramRun run = pgramRun({"validate", "milp", "--instances", "3", "--solver", "cbc", "--json"});
        check(run, 0, "pgram-validate-milp");
        QCOMPARE(run.json()["cases"].size(), std::size_t{3});
        QCOMPARE(pgramRun({"validate", "milp", "--solver", "nothing"}).exitCode, 2);
    }

    void hosted()
    {
        const QStringList arguments{"hosted", "--scenario", "hosted-gpt3-6.7b", "--json"};
        const PgramRun run = pgramRun(arguments + QStringList{"--every", "1,64", "--megabits", "10,1000"});
        check(run, 0, "pgram-hosted");
        QCOMPARE(run.json()["points"].size(), std::size_t{4});
        // Synchronised at every step a slow network is waited for, and rarely it is not: both are said.
        QVERIFY(run.json()["points"][0]["ratio"].get<double>() < 1 &&
                run.json()["points"][2]["ratio"].get<double>() > 1);
        check(pgramRun(arguments + QStringList{"--every", "0"}), 2, "pgram-error");
        check(pgramRun(arguments + QStringList{"--memory", "2GiB"}), 2, "pgram-error");
    }

    void estimate()
    {
        const PgramRun run = pgramRun({"estimate", m_second, "--json"});
        check(run, 0, "pgram-estimate");
        QVERIFY(refusesWithout(run.out, "volumes", "pgram-estimate"));
    }

    void simulate() { check(pgramRun({"simulate", m_first, "--json"}), 0, "pgram-simulate"); }

    void compare()
    {
        const PgramRun run = pgramRun({"compare", m_first, m_second, m_first, "--json"});
        check(run, 0, "pgram-compare");
        const Json json = run.json();
        QCOMPARE(json["plans"].size(), std::size_t{3});
        QCOMPARE(json["comparisons"].size(), std::size_t{2});
        for (const Json& figure : json["comparisons"][1]["figures"]) {
            QCOMPARE(figure["change"].get<double>(), 0.0);
            QCOMPARE(figure.value("verdict", ""), std::string("equal"));
        }
        QVERIFY(json["comparisons"][1]["strategies"].empty());
        QVERIFY(!json["comparisons"][0]["strategies"].empty());
    }

    void tree()
    {
        QStringList dimensions;
        const Json known = pgramRun({"list", "dimensions", "--json"}).json();
        for (const Json& dimension : known["entries"]) {
            dimensions.append(QString::fromStdString(dimension["name"].get<std::string>()));
        }
        QVERIFY(dimensions.size() > 10);
        check(pgramRun({"tree", "--devices", "8", "--space", dimensions.join(','), "--json"}), 0, "pgram-tree");
    }

    void why()
    {
        const QStringList first{"why", m_first, "--layers", "3-5", "--json", "--strategy"};
        const PgramRun costed = pgramRun(first + QStringList{"sdp8-ckpt"});
        check(costed, 0, "pgram-why");
        const Json json = costed.json();
        QCOMPARE(json.value("outcome", ""), std::string("costed"));
        const QString problem = schemaProblem(json["cost"]["plan"].dump(), "plan");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        QVERIFY(refusesWithout(costed.out, "cost", "pgram-why"));
        const PgramRun noStage = pgramRun(first + QStringList{"sdp3"});
        check(noStage, 1, "pgram-why");
        QCOMPARE(noStage.json().value("outcome", ""), std::string("no-stage"));
        const PgramRun pruned = pgramRun(first + QStringList{"sdp4-dp2"});
        check(pruned, 0, "pgram-why");
        QCOMPARE(pruned.json()["place"]["rule"].value("rule", ""), std::string("takeaway-3"));
        check(pgramRun(first + QStringList{"xp8"}), 2, "pgram-error");
        check(pgramRun({"why", m_first, "--layers", "3-99", "--strategy", "dp8", "--json"}), 2, "pgram-error");
    }

    void list_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("expected");
        QTest::newRow("models") << "models"
                                << "bert-huge-32";
        QTest::newRow("clusters") << "clusters"
                                  << "rtx-titan-8";
        QTest::newRow("devices") << "devices"
                                 << "h100-sxm";
        QTest::newRow("scenarios") << "scenarios"
                                   << "default";
        QTest::newRow("methods") << "methods"
                                 << "bmw";
        QTest::newRow("formats") << "formats"
                                 << "huggingface";
    }

    void list()
    {
        QFETCH(QString, what);
        QFETCH(QString, expected);
        const PgramRun run = pgramRun({"list", what, "--json"});
        check(run, 0, "pgram-list");
        QVERIFY2(run.err.isEmpty(), run.err);
        bool found = false;
        const Json json = run.json();
        for (const Json& entry : json["entries"]) {
            found = found || entry.value("name", "") == expected.toStdString();
        }
        QVERIFY(found);
        const PgramRun text = pgramRun({"list", what});
        QVERIFY(text.out.contains('\n' + expected.toUtf8() + ' '));
    }

    void error()
    {
        check(pgramRun({"estimate", "/nonexistent.json", "--json"}), 2, "pgram-error");
        check(pgramRun({"plan", "--json"}), 2, "pgram-error");
    }
};

PGRAM_TEST(TestCliJson)
#include "test_cli_json.moc"
