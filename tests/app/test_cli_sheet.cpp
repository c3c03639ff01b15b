// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Answers as CSV and as Markdown.
#include "core/base/json.h"
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"

#include <QFile>
#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

class TestCliSheet : public QObject {
    Q_OBJECT

    static QList<QByteArray> linesOf(const PgramRun& run) { return run.out.trimmed().split('\n'); }

private Q_SLOTS:
    void listsAreRows()
    {
        const PgramRun run = pgramRun({"list", "clusters", "--csv"});
        QCOMPARE(run.exitCode, 0);
        const auto entries = Json::parse(pgramRun({"list", "clusters", "--json"}).out.toStdString())["entries"];
        const QList<QByteArray> lines = linesOf(run);
        QCOMPARE(lines.size(), static_cast<qsizetype>(entries.size()) + 1);
        QCOMPARE(lines.front(), QByteArray("name,title,file,devices,device,memory_bytes"));
        QVERIFY(lines[1].startsWith(entries[0]["name"].get<std::string>().c_str()));
        QVERIFY(lines[1].endsWith("," + QByteArray::number(entries[0]["memory_bytes"].get<qint64>())));
    }

    void nestedFiguresAreColumns()
    {
        const QStringList sweep{"sweep",   "--model", "gpt2-small", "--cluster",          "rtx-titan-8",
                                "--batch", "8",       "--axis",     "memory=4GiB..8GiB:3"};
        const PgramRun run = pgramRun(sweep + QStringList{"--csv"});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(linesOf(run).size(), 4);
        const QList<QByteArray> columns = linesOf(run).front().split(',');
        QVERIFY2(columns.contains("step_time_s"), linesOf(run).front());
        const auto points = Json::parse(pgramRun(sweep + QStringList{"--json"}).out.toStdString())["points"];
        QCOMPARE(linesOf(run)[2].split(',')[columns.indexOf("step_time_s")].toDouble(),
                 points[1]["step_time_s"].get<double>());
        QVERIFY2(run.err.contains("the table leaves out these members, which --json prints: axes"), run.err);
    }

    void markdownHasTheSameCells()
    {
        const QList<QByteArray> lines = linesOf(pgramRun({"list", "clusters", "--markdown"}));
        QCOMPARE(lines[0], QByteArray("| name | title | file | devices | device | memory\\_bytes |"));
        QCOMPARE(lines[1], QByteArray("|---|---|---|---|---|---|"));
        QCOMPARE(lines.size(), linesOf(pgramRun({"list", "clusters", "--csv"})).size() + 1);
    }

    void oddTextIsQuoted()
    {
        const QTemporaryDir folder;
        const QString plan = folder.filePath("plan.json");
        QCOMPARE(pgramRun({"plan", "--model", "gpt2-small", "--cluster", "rtx-titan-8", "--batch", "8", "--out", plan})
                     .exitCode,
                 0);
        QFile file(plan);
        QVERIFY(file.open(QIODevice::ReadWrite));
        auto content = Json::parse(file.readAll().toStdString());
        content["name"] = "a \"b\", c | d";
        file.resize(0);
        file.write(content.dump().c_str());
        file.close();
        const PgramRun csv = pgramRun({"compare", plan, plan, "--csv"});
        QVERIFY2(csv.out.contains(R"("a ""b"", c | d")"), csv.out + csv.err);
        const PgramRun markdown = pgramRun({"compare", plan, plan, "--markdown"});
        QVERIFY2(markdown.out.contains(R"(c \| d)"), markdown.out);
    }

    /// A request that does not fit has assumptions and offers, but no stages: its reason is the answer.
    void anAnswerWithoutItsListIsOneRow()
    {
        const PgramRun run = pgramRun(
            {"plan", "--model", "llama2-7b", "--cluster", "rtx-titan-8", "--memory", "1GiB", "--batch", "8", "--csv"});
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(linesOf(run).size(), 2);
        QVERIFY2(linesOf(run).front().startsWith("fits,"), linesOf(run).front());
        QVERIFY2(linesOf(run).front().contains("smallest_feasible_budget_bytes"), linesOf(run).front());
        QVERIFY2(linesOf(run).back().startsWith("false,"), linesOf(run).back());
    }

    void formsExcludeEachOther()
    {
        const PgramRun run = pgramRun({"list", "clusters", "--csv", "--json"});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("give one of --json, --csv and --markdown"), run.err);
    }
};

PGRAM_TEST(TestCliSheet)
#include "test_cli_sheet.moc"
