// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Names come from files of anybody: a terminal shows them and obeys nothing in them; --json gives them as they are.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"

#include <QFile>
#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

namespace {

/// Sets the title of a terminal, clears it, begins a line, and does the same with C1 and DEL.
constexpr const char* hostile = "\x1b]0;title\x07\x1b[2J\r\nforged line\t\xc2\x9b"
                                "2J\x7f end";
constexpr const char* shown = "\uFFFD]0;title\uFFFD\uFFFD[2J\uFFFD\uFFFDforged line\uFFFD\uFFFD"
                              "2J\uFFFD end";

/// Everything that a person could have named.
void rename(Json& plan)
{
    plan["name"] = hostile;
    plan["model"]["title"] = hostile;
    plan["cluster"]["title"] = hostile;
    plan["cluster"]["device"]["name"] = hostile;
    plan["training"]["framework"]["name"] = hostile;
    for (Json& link : plan["cluster"]["links"]) {
        link["name"] = hostile;
    }
    for (Json& run : plan["model"]["runs"]) {
        run["name"] = run["name"].get<std::string>() + hostile;  // no two runs have one name
    }
}

/// The first byte that a terminal obeys, with what stands before it; or a line that a name began.
QByteArray obeyed(const QByteArray& text)
{
    for (qsizetype at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const bool isC1 = byte == 0xC2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0;
        if ((byte < 0x20 && byte != '\n') || byte == 0x7F || isC1) {
            return text.first(at + 1).last(std::min<qsizetype>(at + 1, 40)).toHex(' ');
        }
    }
    return text.contains("\nforged") ? "a forged line" : QByteArray();
}

}  // namespace

class TestCliNames : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_plan = m_folder.filePath("plan.json");
    QString m_model = m_folder.filePath("model.json");
    QString m_cluster = m_folder.filePath("cluster.json");

    static void write(const QString& name, const Json& json)
    {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(json.dump()));
    }

    static void check(const PgramRun& run, int exitCode)
    {
        QVERIFY2(run.exitCode == exitCode, run.err);
        QCOMPARE(obeyed(run.out), QByteArray());
        QCOMPARE(obeyed(run.err), QByteArray());
        QVERIFY2((run.out + run.err).contains("forged line"), run.out + run.err);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(pgramRun({"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8", "--batch", "16", "--method",
                          "dp+pp", "--out", m_plan})
                    .exitCode == 0);
        QFile file(m_plan);
        QVERIFY(file.open(QIODevice::ReadOnly));
        Json plan = Json::parse(file.readAll().toStdString());
        rename(plan);
        write(m_plan, plan);
        write(m_model, plan["model"]);
        write(m_cluster, plan["cluster"]);
    }

    void answers_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        const QStringList asked{"--model", m_model, "--cluster", m_cluster, "--batch", "16"};
        QTest::newRow("estimate") << QStringList{"estimate", m_plan} << 0;
        QTest::newRow("simulate") << QStringList{"simulate", m_plan} << 0;
        QTest::newRow("compare") << QStringList{"compare", m_plan, m_plan} << 0;
        QTest::newRow("plan") << QStringList{"plan"} + asked << 0;
        QTest::newRow("nothing fits") << QStringList{"plan", "--memory", "100MiB"} + asked << 1;
        QTest::newRow("baselines") << QStringList{"baselines", "--methods", "dp,bmw"} + asked << 0;
        QTest::newRow("frontier") << QStringList{"frontier", "--points", "2"} + asked << 0;
    }

    void answers()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, exitCode);
        const PgramRun run = pgramRun(arguments);
        check(run, exitCode);
        QVERIFY2(run.out.contains(shown), run.out);
    }

    void refusals()
    {
        check(pgramRun({"estimate", m_folder.filePath(QString::fromUtf8(hostile))}), 2);
        check(pgramRun({"list", QString::fromUtf8(hostile)}), 2);
        check(pgramRun({QString::fromUtf8(hostile)}), 2);
        check(pgramRun({"plan", "--model", QString::fromUtf8(hostile), "--cluster", "rtx-titan-8"}), 2);
        Json plan = pgramRun({"plan", "--scenario", "default", "--json"}).json()["plan"];
        plan["schedule"]["kind"] = hostile;
        const QString broken = m_folder.filePath("broken.json");
        write(broken, plan);
        check(pgramRun({"estimate", broken}), 2);
    }

    /// A spreadsheet runs nothing that a name in a table says.
    void tablesHaveNoFormulas()
    {
        QFile file(m_plan);
        QVERIFY(file.open(QIODevice::ReadOnly));
        Json plan = Json::parse(file.readAll().toStdString());
        plan["name"] = "=HYPERLINK(\"http://a\")";
        const QString named = m_folder.filePath("formula.json");
        write(named, plan);
        const PgramRun csv = pgramRun({"compare", named, m_plan, "--csv"});
        QVERIFY2(csv.exitCode == 0, csv.err);
        QVERIFY2(csv.out.contains("\"'=HYPERLINK(\"\"http://a\"\")\"") && !csv.out.contains("\"="), csv.out);
        const PgramRun markdown = pgramRun({"compare", named, m_plan, "--markdown"});
        QVERIFY2(markdown.out.contains("| =HYPERLINK("), markdown.out);
    }

    void jsonHoldsThemAsTheyAre()
    {
        const Json json = pgramRun({"compare", m_plan, m_plan, "--json"}).json();
        QCOMPARE(json["plans"][0]["name"].get<std::string>(), std::string(hostile));
        // Text of other scripts is no control: its bytes lie where C1 would.
        const PgramRun list = pgramRun({"list", "clusters"});
        QVERIFY2(list.out.contains("8 × "), list.out);
        QVERIFY(!list.out.contains("\uFFFD"));
    }
};

PGRAM_TEST(TestCliNames)
#include "test_cli_names.moc"
