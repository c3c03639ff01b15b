// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sizes on the command line: one call plans a model and a cluster that no preset has, the plan file holds both whole,
// and what does not go together is refused where it stands.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

class TestCliSizes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void planHoldsWhatWasAsked()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("own.pgplan.json");
        const PgramRun run = pgramRun({"plan",
                                       "--model",
                                       "llama2-13b",
                                       "--layers",
                                       "48",
                                       "--hidden",
                                       "6144",
                                       "--heads",
                                       "48",
                                       "--kv-heads",
                                       "8",
                                       "--ffn",
                                       "16384",
                                       "--set",
                                       "model.name=own",
                                       "--cluster",
                                       "dgx-h100",
                                       "--nodes",
                                       "4",
                                       "--set",
                                       "cluster.links/1/bytes_per_s=25e9",
                                       "--host-memory",
                                       "1TiB",
                                       "--batch",
                                       "64",
                                       "--json",
                                       "--out",
                                       file});
        QVERIFY2(run.exitCode == 0, run.err);
        const Json plan = run.json()["plan"];
        QCOMPARE(plan["model"]["name"].get<std::string>(), std::string("own"));
        QCOMPARE(plan["model"]["runs"][1]["count"].get<int>(), 48);
        QCOMPARE(plan["cluster"]["devices"].get<int>(), 32);
        QCOMPARE(plan["cluster"]["links"][1]["bytes_per_s"].get<double>(), 25e9);
        QCOMPARE(plan["cluster"]["host"]["memory_bytes_per_device"].get<std::int64_t>(), std::int64_t{1} << 37);
        const PgramRun again = pgramRun({"estimate", file, "--json"});
        QVERIFY2(again.exitCode == 0, again.err);
        QCOMPARE(again.json()["step_time_s"].get<double>(), run.json()["step_time_s"].get<double>());
    }

    /// Nodes of the small preset are the large preset: the same plan.
    void nodesAreAPreset()
    {
        const QStringList common{"plan", "--model", "llama2-13b", "--batch", "128", "--json"};
        const PgramRun sized = pgramRun(common + QStringList{"--cluster", "dgx-h100", "--nodes", "8"});
        const PgramRun preset = pgramRun(common + QStringList{"--cluster", "dgx-h100-64"});
        QVERIFY2(sized.exitCode == 0 && preset.exitCode == 0, sized.err + preset.err);
        QCOMPARE(sized.json()["step_time_s"].get<double>(), preset.json()["step_time_s"].get<double>());
        QVERIFY(sized.json()["plan"]["strategies"] == preset.json()["plan"]["strategies"]);
    }

    /// --joined-by and a machine's own words name the same network: two cards of 25 GB/s for eight devices.
    void networksAreNamed()
    {
        const QStringList common{"plan", "--model", "gpt2-small", "--batch", "32", "--tries", "0", "--json"};
        const QStringList nodes{"--cluster", "rtx-3090-8", "--nodes", "2", "--joined-by", "2 x HDR"};
        const PgramRun option = pgramRun(common + nodes);
        const PgramRun words = pgramRun(common + QStringList{"--cluster", "16 x RTX 3090 joined by 2 x HDR"});
        QVERIFY2(option.exitCode == 0 && words.exitCode == 0, option.err + words.err);
        const Json links = option.json()["plan"]["cluster"]["links"];
        QCOMPARE(links[1]["bytes_per_s"].get<double>(), 6.25e9);
        QCOMPARE(links[1]["efficiency"]["provenance"].get<std::string>(), std::string("guessed"));
        QVERIFY(words.json()["plan"]["cluster"]["links"] == links);
        const PgramRun unknown = pgramRun(common + QStringList{"--cluster", "rtx-3090-8", "--joined-by", "pigeons"});
        QCOMPARE(unknown.exitCode, 2);
        QVERIFY2(unknown.err.contains("--joined-by: unknown network 'pigeons'"), unknown.err);
    }

    /// A scenario's batch stays, eight samples a device follow the devices.
    void batches()
    {
        const PgramRun scenario =
            pgramRun({"plan", "--scenario", "default", "--devices", "4", "--memory", "12GiB", "--json"});
        const PgramRun without =
            pgramRun({"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8", "--devices", "4", "--json"});
        QVERIFY2(scenario.exitCode == 0 && without.exitCode == 0, scenario.err + without.err);
        QCOMPARE(scenario.json()["plan"]["training"]["global_batch"].get<int>(), 64);
        QCOMPARE(without.json()["plan"]["training"]["global_batch"].get<int>(), 1024);
    }

    void everyCommandTakesThem_data()
    {
        QTest::addColumn<QStringList>("command");
        const QStringList presets{"--model", "bert-large", "--cluster", "rtx-titan-8"};
        QTest::newRow("plan") << QStringList{"plan"} + presets;
        QTest::newRow("frontier") << QStringList{"frontier", "--points", "1"} + presets;
        QTest::newRow("baselines") << QStringList{"baselines", "--methods", "dp,sdp"} + presets;
        QTest::newRow("learn") << QStringList{"learn", "--methods", "random", "--seeds", "1", "--samples", "10"} +
                                      presets;
        QTest::newRow("hosted") << QStringList{"hosted", "--model", "gpt2-small", "--cluster", "consumer-8"};
        QTest::newRow("deploy") << QStringList{"deploy", "gpt2-small", "rtx-titan-8"};
    }

    void everyCommandTakesThem()
    {
        QFETCH(QStringList, command);
        const PgramRun taken = pgramRun(command + QStringList{"--devices", "4", "--layers", "6"});
        QVERIFY2(taken.exitCode == 0, taken.err);
        const PgramRun refused = pgramRun(command + QStringList{"--layers", "6", "--set", "model.layers=7"});
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains("--set model./layers: "), refused.err);
    }

    void refusals_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const QStringList& options, const char* says) {
            QTest::newRow(name) << options << QByteArray(says);
        };
        row("half a node", {"--devices", "12"}, "--devices: 12 ");
        row("nodes and devices", {"--devices", "16", "--nodes", "2"}, "--nodes: ");
        row("heads", {"--hidden", "5001"}, "/runs/1/heads: is 40");
        row("experts", {"--experts", "8"}, "--experts: ");
        row("no member", {"--set", "cluster.links/0/byte_per_s=1e9"}, "/links/0/bytes_per_s");
        row("nothing set", {"--set", "links/0/bytes_per_s=1e9"}, "cluster.POINTER=VALUE");
        row("no value", {"--set", "cluster.devices"}, "cluster.devices");
        row("out of range", {"--set", "cluster.device/gemm_efficiency=2"}, "/device/gemm_efficiency/value");
        row("host", {"--host-memory", "64"}, "--host-memory");
        row("widths", {"--hidden", "512,1024"}, "--hidden: ");
    }

    void refusals()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, says);
        const PgramRun run =
            pgramRun(QStringList{"plan", "--model", "llama2-13b", "--cluster", "dgx-h100-64"} + options);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(says), run.err);
        QVERIFY(run.out.isEmpty());
    }
};

PGRAM_TEST(TestCliSizes)
#include "test_cli_sizes.moc"
