// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever is wrong with an input, pgram says what and where, exits with 2, and leaves every file as it was.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <random>
#include <unistd.h>

using namespace pgram;
using namespace pgram::test;

namespace {

QByteArray readAll(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeAll(const QString& name, const QByteArray& text)
{
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

QByteArray noise(qsizetype size)
{
    std::mt19937_64 random(3);
    QByteArray bytes(size, Qt::Uninitialized);
    for (qsizetype i = 0; i + 8 <= size; i += 8) {
        const std::uint64_t word = random();
        std::copy_n(reinterpret_cast<const char*>(&word), 8, bytes.data() + i);
    }
    return bytes;
}

/// The text with the value at a JSON pointer replaced.
QByteArray with(const QByteArray& text, const char* pointer, const char* value)
{
    Json json = Json::parse(text.toStdString());
    json[Json::json_pointer(pointer)] = Json::parse(value);
    return QByteArray::fromStdString(json.dump(2));
}

}  // namespace

class TestCliRefusals : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_plan = m_folder.filePath("good.json");
    QString m_broken = m_folder.filePath("broken.json");

    /// Exit code 2, `message` with the file's name on stderr, nothing on stdout, and the file as it was.
    void expectRefusal(const QStringList& arguments, const QByteArray& message)
    {
        const QByteArray before = readAll(m_broken);
        const PgramRun run = pgramRun(arguments);
        QVERIFY2(run.exitCode == 2, QByteArray::number(run.exitCode) + run.err);
        QVERIFY2(run.err.startsWith("pgram: ") && run.err.count('\n') == 1, run.err);
        QVERIFY2(run.err.contains(message), run.err);
        QVERIFY(run.err.size() < 1000);
        QVERIFY(run.out.isEmpty());
        QVERIFY(readAll(m_broken) == before);
    }

private Q_SLOTS:
    void initTestCase()
    {
        const PgramRun run =
            pgramRun({"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8", "--batch", "16", "--out", m_plan});
        QVERIFY2(run.exitCode == 0, run.err);
    }

    void brokenPlans_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("message");
        const QByteArray good = readAll(m_plan);
        const auto row = [](const char* name, const QByteArray& text, const char* message) {
            QTest::newRow(name) << text << QByteArray(message);
        };
        row("empty", "", "broken.json: is empty");
        row("blank", "\n \n", "broken.json: is empty");
        row("truncated", good.first(good.size() / 2), "broken.json: is cut off: the JSON ends at line ");
        row("not JSON", "hello", "broken.json: is not valid JSON at line 1, column 1");
        row("a list", "[1, 2]", "broken.json: is an array, expected an object");
        row("latin 1", with(good, "/name", "\"caf\"").replace("caf", "caf\xe9"),
            "broken.json: is not valid JSON at line");
        row("deep", QByteArray(100000, '['), "broken.json: is nested deeper than 64 levels");
        row("another format", with(good, "/format", "\"lesson\""), "broken.json at /format: is 'lesson'");
        row("newer", with(good, "/version", "12"), "broken.json at /version: is parallelogram-plan version 12");
        row("newer model", with(good, "/model/version", "3"),
            "broken.json at /model/version: is parallelogram-model version 3");
        row("wrong type", with(good, "/training/global_batch", "\"64\""),
            "broken.json at /training/global_batch: is a string");
        row("null", with(good, "/cluster", "null"), "broken.json at /cluster: is null, expected an object");
        row("negative", with(good, "/cluster/device/memory_bytes", "-5"),
            "broken.json at /cluster/device/memory_bytes: is -5");
        row("absurd", with(good, "/model/runs/1/hidden", "1e30"), "broken.json at /model/runs/1/hidden: is 1e+30");
        row("absurd devices", with(good, "/cluster/devices", "123456789012"),
            "broken.json at /cluster/devices: is 123456789012");
        row("zero", with(good, "/schedule/microbatches", "0"), "broken.json at /schedule/microbatches: is 0");
        row("overflow", QByteArray(good).replace("\"global_batch\": 16", "\"global_batch\": 1e999"),
            "broken.json: has a number out of range at line ");
        row("small noise", noise(4096), "broken.json: is not valid JSON at line ");
    }

    void brokenPlans()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, message);
        writeAll(m_broken, text);
        expectRefusal({"estimate", m_broken}, message);
        expectRefusal({"simulate", m_broken, "--trace", m_folder.filePath("none.json")}, message);
        expectRefusal({"compare", m_plan, m_broken}, message);
        QVERIFY(!QFile::exists(m_folder.filePath("none.json")));
        const PgramRun asJson = pgramRun({"estimate", m_broken, "--json"});
        QCOMPARE(asJson.exitCode, 2);
        QVERIFY2(asJson.json().value("where", "").find("broken.json") != std::string::npos, asJson.out);
    }

    void hundredMegabytesOfNoise()
    {
        writeAll(m_broken, noise(100 << 20));
        for (const QStringList& arguments :
             {QStringList{"estimate", m_broken}, QStringList{"plan", "--model", m_broken, "--cluster", "rtx-titan-8"},
              QStringList{"plan", "--scenario", m_broken}}) {
            expectRefusal(arguments, "broken.json: is 100 MiB large, the limit is 64.0 MiB");
        }
        QFile::remove(m_broken);
    }

    void placesThatAreNoFiles()
    {
        expectRefusal({"estimate", m_folder.path()}, "is a directory, not a file");
        expectRefusal({"plan", "--model", m_folder.path() + '/', "--cluster", "rtx-titan-8"}, "is a directory");
        expectRefusal({"estimate", m_folder.filePath("missing.json")}, "missing.json: cannot be read: No such file");
        expectRefusal({"compare", m_plan, m_folder.filePath("missing.json")}, "missing.json: cannot be read");
        expectRefusal({"estimate", QString(300, 'x')}, "cannot be read: File name too long");
    }

    void unreadable()
    {
        writeAll(m_broken, readAll(m_plan));
        QFile::setPermissions(m_broken, {});
        QProcess process;
        if (::geteuid() == 0) {  // root reads every file, its child as nobody does not
            process.setChildProcessModifier([] {
                if (::setgid(65534) != 0 || ::setuid(65534) != 0) {
                    ::_exit(1);
                }
            });
        }
        process.start(pgramProgram(), {"estimate", m_broken});
        if (!process.waitForStarted()) {
            QSKIP("nobody may run programs in this folder");
        }
        QVERIFY(process.waitForFinished(waitLimit));
        QCOMPARE(process.exitCode(), 2);
        const QByteArray message = process.readAllStandardError();
        QVERIFY2(message.contains("broken.json: cannot be read: Permission denied. Check its permissions"), message);
        QFile::remove(m_broken);
    }

    void presets_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* name, const QStringList& arguments, const char* message) {
            QTest::newRow(name) << QStringList("plan") + arguments << QByteArray(message);
        };
        row("model", {"--model", "bert-hug-32", "--cluster", "rtx-titan-8"},
            "there is no model 'bert-hug-32'. Nearest are bert-huge-32");
        row("cluster", {"--model", "bert-huge-32", "--cluster", "rtx-titen-8"},
            "there is no cluster 'rtx-titen-8'. Nearest are rtx-titan-8");
        row("cluster in other words", {"--model", "bert-huge-32", "--cluster", "4090x8"},
            "there is no cluster '4090x8'. Nearest are rtx-4090-8");
        row("cluster by what it is made of", {"--model", "bert-huge-32", "--cluster", "8 x A100"},
            "there is no cluster '8 x A100'. Nearest are a100-8");
        row("model in other words", {"--model", "7b-llama2", "--cluster", "rtx-titan-8"}, "Nearest are llama2-7b");
        row("scenario", {"--scenario", "defalt"}, "there is no scenario 'defalt'. Nearest are default");
        row("nothing near", {"--model", "zzzzzzzzzzzzzzzzzzzzzzzz", "--cluster", "rtx-titan-8"}, "pgram list models");
        row("no model", {"--cluster", "rtx-titan-8"}, "--model is required");
        row("no cluster", {"--model", "bert-huge-32"}, "--cluster is required");
    }

    void presets()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, message);
        expectRefusal(arguments, message);
    }

    void options_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* name, const QStringList& options, const char* message) {
            QTest::newRow(name) << options << QByteArray(message);
        };
        row("memory", {"--memory", "lots"}, "--memory: 'lots' is not a size");
        row("negative memory", {"--memory", "-16GiB"}, "--memory: '-16GiB' is not a size: it is negative");
        row("no memory", {"--memory", "0"}, "--memory: '0' is no memory at all");
        row("absurd memory", {"--memory", "1e30GiB"}, "--memory: '1e30GiB' is not a size");
        row("unit", {"--memory", "16GX"}, "--memory: '16GX' is not a size: unknown unit 'GX'");
        row("batch", {"--batch", "0"}, "--batch: '0' is not a whole number from 1 to 16777216");
        row("memory without a unit", {"--memory", "24"},
            "--memory: '24' has no unit that says how much it is. Is 24GiB meant?");
        row("megabytes without a unit", {"--memory", "16384"}, "Is 16384MiB meant?");
        row("half a unit", {"--memory", "24G"}, "Is 24GiB or 24GB meant?");
        row("slow of another method", {"--slow", "30%"}, "--slow: is of the method robust");
        row("negative batch", {"--batch", "-64"}, "--batch: '-64' is not a whole number");
        row("half a batch", {"--batch", "1.5"}, "--batch: '1.5' is not a whole number");
        row("range", {"--batch", "8:512"}, "--batch: a range has three numbers");
        row("backward range", {"--batch", "512:8:8"}, "--batch: the range from 512 to 8 is empty");
        row("endless range", {"--batch", "1:16777216:1"}, "--batch: there are more than 4096 numbers");
        row("micro-batches", {"--microbatches", "4,,8"}, "--microbatches: '' is not a whole number");
        row("sequence", {"--sequence", "-1"}, "--sequence: '-1' is not a whole number from 1 to 16777216");
        row("long sequence", {"--sequence", "32M"}, "--sequence: '32M' is not a whole number from 1 to 16777216");
        row("half a token", {"--sequence", "4.0001k"}, "--sequence: '4.0001k' is not a whole number");
        row("unit of tokens", {"--sequence", "4kb"}, "--sequence: '4kb' is not a whole number");
        row("precision", {"--precision", "fp3"},
            "--precision: unknown precision 'fp3'. Known are fp32, tf32, fp16, bf16, fp8, fp8_block, mxfp8, fp4");
        row("precision without units", {"--precision", "mxfp8"},
            "precision: NVIDIA TITAN RTX does not compute in MXFP8. Train in fp32, fp16, or on Blackwell or "
            "newer");
        row("optimizer", {"--optimizer", "adamw"}, "--optimizer: unknown optimizer 'adamw'. Known are adam, sgd");
        row("states", {"--states", "8"}, "--states: 8 not in {16,32}");
        row("tune", {"--tune", "prefix"}, "--tune: unknown choice 'prefix'. Known are all, lora, qlora");
        row("framework", {"--framework", "nemoo"}, "--framework: there is no framework 'nemoo'. Nearest are nemo");
        row("rank alone", {"--rank", "8"}, "--rank: describes adapters, and all parameters are trained");
        row("rank", {"--tune", "lora", "--rank", "9999"}, "--rank: Value 9999 not in range 1 to 4096");
        row("adapters", {"--tune", "lora", "--adapters", "head"},
            "--adapters: unknown choice 'head'. Known are linear, attention, mlp");
        row("freeze", {"--freeze", "99"}, "--freeze: cannot freeze 99 blocks: the model has 32");
        row("gradients", {"--gradients", "8"}, "--gradients: 8 not in {16,32}");
        row("narrow gradients", {"--gradients", "16", "--precision", "tf32"},
            "--gradients: gradients of tf32 take 32 bits");
        row("space", {"--space", "dp,qp"}, "--space: unknown dimension 'qp'");
        row("space of nothing", {"--space", "all,-all"}, "--space: no dimension is left of 'all,-all'");
        row("method", {"--method", "magic"}, "--method: unknown method 'magic'. Known are ");
        row("schedule", {"--schedule", "2f2b"}, "--schedule: There is no schedule \"2f2b\"");
        row("threads", {"--threads", "0"}, "--threads");
        row("unknown option", {"--fast"}, "--fast");
        row("option misspelt", {"--modle", "bert-huge-32"},
            "there is no option '--modle'. Is --model meant? See pgram plan --help.");
        row("option misspelt with a value", {"--memroy=16GiB"}, "Is --memory meant?");
        row("out in no folder", {"--out", "/nonexistent/a.json"}, "/nonexistent/a.json: cannot be written");
        row("out is a folder", {"--out", "/"}, "/: is a directory");
    }

    void options()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, message);
        expectRefusal(QStringList{"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8"} + options, message);
    }

    void usage()
    {
        expectRefusal({"plam"}, "there is no command 'plam'. Nearest are plan");
        expectRefusal({}, "which command? There are plan, frontier");
        expectRefusal({"estimate"}, "PLAN is required");
        expectRefusal({"compare", m_plan}, "PLAN");
        expectRefusal({"list", "colours"}, "colours");
    }

    /// As of a shell's variable that is not set: the answer of a long search would be lost.
    void filesWithoutAName()
    {
        const QStringList preset{"--model", "bert-huge-32", "--cluster", "rtx-titan-8"};
        expectRefusal(QStringList{"plan", "--out", ""} + preset, "--out: names no file");
        expectRefusal(QStringList{"cost", "--price", "-3"} + preset, "--price: '-3' is no number above 0");
        expectRefusal(QStringList{"import", m_plan, "--out", ""} + preset, "--out: names no file");
        expectRefusal({"export", m_plan, "--to", "galvatron", "--out", ""}, "--out: names no file");
        expectRefusal({"why", m_plan, "--strategy", "dp8", "--out", ""}, "--out: names no file");
        expectRefusal({"simulate", m_plan, "--trace", ""}, "--trace: names no file");
        expectRefusal({"profile", m_folder.path(), "--out-model", ""}, "--out-model: names no file");
        expectRefusal({"profile", m_folder.path(), "--out-cluster", ""}, "--out-cluster: names no file");
        expectRefusal({"validate", "measurements", "--row", "a", "--out", ""}, "--out: names no file");
    }

    void helpAndVersionAreNoErrors()
    {
        const PgramRun help = pgramRun({"--help"});
        QCOMPARE(help.exitCode, 0);
        for (const char* command : {"plan", "estimate", "simulate", "compare", "tree", "list"}) {
            QVERIFY2(help.out.contains(QByteArray("\n  ") + command + ' '), command);
            const PgramRun own = pgramRun({command, "--help"});
            QCOMPARE(own.exitCode, 0);
            QVERIFY2(own.out.contains(QByteArray("Examples:\n  pgram ") + command + ' '), own.out);
        }
        QCOMPARE(pgramRun({"--version"}).exitCode, 0);
    }
};

PGRAM_TEST(TestCliRefusals)
#include "test_cli_refusals.moc"
