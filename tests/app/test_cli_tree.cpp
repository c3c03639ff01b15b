// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram tree: the paper's counts (docs/method/search.md, Decision tree), and a rule beside every pruned leaf.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"

using namespace pgram;
using namespace pgram::test;

class TestCliTree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void counts_data()
    {
        QTest::addColumn<QString>("devices");
        QTest::addColumn<QString>("space");
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("after");
        QTest::newRow("8") << "8"
                           << "dp,sdp,tp,pp" << 34 << 22;
        QTest::newRow("8 ckpt") << "8"
                                << "dp,sdp,tp,pp,ckpt" << 68 << 44;
        QTest::newRow("16") << "16"
                            << "dp,sdp,tp,pp" << 73 << 37;
        QTest::newRow("1024") << "1024"
                              << "dp,sdp,tp,pp" << 1021 << 211;
    }

    void counts()
    {
        QFETCH(QString, devices);
        QFETCH(QString, space);
        QFETCH(int, before);
        QFETCH(int, after);
        const PgramRun run = pgramRun({"tree", "--devices", devices, "--space", space, "--json"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.err.isEmpty());
        const Json json = run.json();
        QCOMPARE(json.value("format", ""), std::string("pgram-tree"));
        QCOMPARE(json.value("version", 0), 1);
        QCOMPARE(json["counts"]["before"].get<int>(), before);
        QCOMPARE(json["counts"]["after"].get<int>(), after);
    }

    void leavesAndTheirVerdictsAddUp()
    {
        const Json json = pgramRun({"tree", "--devices", "16", "--space", "dp,sdp,tp,pp,ckpt", "--json"}).json();
        std::size_t all = 0;
        std::size_t kept = 0;
        for (const Json& tree : json["trees"]) {
            for (const Json& index : tree["leaves"]) {
                const Json& leaf = tree["nodes"].at(index.get<std::size_t>());
                QVERIFY(leaf["leaf"].get<bool>());
                all += leaf["strategies"].size();
                kept += leaf["kept"].get<bool>() ? leaf["strategies"].size() : 0;
                QCOMPARE(leaf.contains("pruned"), !leaf["kept"].get<bool>());
                if (leaf.contains("pruned")) {
                    QCOMPARE(leaf["pruned"].value("rule", ""), std::string("takeaway-3"));
                    QVERIFY(leaf["pruned"]["explanation"].get<std::string>().find("Takeaway 3") != std::string::npos);
                }
                int degrees = tree["pipeline"].get<int>();
                for (const Json& level : leaf["levels"]) {
                    degrees *= level["degree"].get<int>();
                }
                QCOMPARE(degrees, 16);
            }
        }
        QCOMPARE(all, json["counts"]["before"].get<std::size_t>());
        QCOMPARE(kept, json["counts"]["after"].get<std::size_t>());
    }

    void textDrawsEveryBranch()
    {
        const PgramRun run = pgramRun({"tree", "--devices", "4", "--space", "dp,sdp,tp"});
        QCOMPARE(run.exitCode, 0);
        const QString text = QString::fromUtf8(run.out);
        QVERIFY(text.startsWith("4 devices, dp,sdp,tp: 9 layer strategies, 7 after pruning\n"));
        QVERIFY(text.contains("├── DP 4  →  DP4\n"));
        QCOMPARE(text.count("✗  pruned: DP of 2 and SDP of 2"), 2);
    }

    void mixedKeepsAll()
    {
        const Json json = pgramRun({"tree", "--devices", "8", "--mixed", "--json"}).json();
        QCOMPARE(json["counts"]["after"].get<int>(), 34);
    }

    void refused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        QTest::newRow("no devices") << QStringList{"tree"} << "--devices";
        QTest::newRow("negative") << QStringList{"tree", "--devices", "-8"} << "--devices";
        QTest::newRow("absurd") << QStringList{"tree", "--devices", "99999999999999999999"} << "--devices";
        QTest::newRow("word") << QStringList{"tree", "--devices", "many"} << "--devices";
        QTest::newRow("dimension") << QStringList{"tree", "--devices", "8", "--space", "dp,xx"}
                                   << "unknown dimension 'xx'";
        QTest::newRow("empty space") << QStringList{"tree", "--devices", "8", "--space", ""} << "--space";
        QTest::newRow("no command") << QStringList{} << "which command?";
    }

    void refused()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        const PgramRun run = pgramRun(arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(message.toUtf8()), run.err);
        QVERIFY(run.out.isEmpty());
        const PgramRun asJson = pgramRun(arguments + QStringList{"--json"});
        QCOMPARE(asJson.exitCode, 2);
        if (!arguments.isEmpty()) {
            QCOMPARE(asJson.json().value("format", ""), std::string("pgram-error"));
        }
    }
};

PGRAM_TEST(TestCliTree)
#include "test_cli_tree.moc"
