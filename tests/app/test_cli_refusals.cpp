// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever is wrong with an input, pgram says what and where, exits with 2, and leaves every file as it was.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <linux/capability.h>
#include <random>
#include <sys/prctl.h>
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

    /// Exit code 2, `message` on stderr, nothing on stdout, and the file as it was. A message is the place, the value
    /// and the word that matters, with " … " between them; one row of each family has the whole sentence.
    void expectRefusal(const QStringList& arguments, const QByteArray& message)
    {
        const QByteArray before = readAll(m_broken);
        const PgramRun run = pgramRun(arguments);
        QVERIFY2(run.exitCode == 2, QByteArray::number(run.exitCode) + run.err);
        QVERIFY2(run.err.startsWith("pgram: ") && run.err.count('\n') == 1, run.err);
        qsizetype from = 0;
        for (const QString& part : QString::fromUtf8(message).split(QStringLiteral(" … "))) {
            from = run.err.indexOf(part.toUtf8(), from);
            QVERIFY2(from >= 0, "no '" + part.toUtf8() + "' in " + run.err);
            from += part.toUtf8().size();
        }
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
        row("truncated", good.first(good.size() / 2), "broken.json: … cut off … line ");
        row("not JSON", "hello world",
            "broken.json: is not valid JSON at line 1, column 1. Give a file of Parallelogram, which is JSON, or one "
            "that pgram import reads");
        row("a picture", QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16) + QByteArray(200, '['),
            "broken.json: is not a text file. Give a file of Parallelogram");
        row("other JSON", R"({"name": "x", "numbers": [1, 2]})",
            "broken.json: has no 'format': it is not a file of Parallelogram. Give a file of Parallelogram");
        row("a list", "[1, 2]", "broken.json: is an array, expected an object");
        row("latin 1", with(good, "/name", "\"caf\"").replace("caf", "caf\xe9"), "broken.json: … JSON … line");
        row("deep", QByteArray(100000, '['), "broken.json: … 64 levels");
        row("another format", with(good, "/format", "\"lesson\""), "broken.json at /format: … 'lesson'");
        row("newer", with(good, "/version", "12"), "broken.json at /version: … 12");
        row("newer model", with(good, "/model/version", "3"), "broken.json at /model/version: … 3");
        row("wrong type", with(good, "/training/global_batch", "\"64\""),
            "broken.json at /training/global_batch: … string");
        row("null", with(good, "/cluster", "null"), "broken.json at /cluster: is null, expected an object");
        row("negative", with(good, "/cluster/device/memory_bytes", "-5"),
            "broken.json at /cluster/device/memory_bytes: … -5");
        row("absurd", with(good, "/model/runs/1/hidden", "1e30"), "broken.json at /model/runs/1/hidden: … 1e+30");
        row("absurd devices", with(good, "/cluster/devices", "123456789012"),
            "broken.json at /cluster/devices: … 123456789012");
        row("zero", with(good, "/schedule/microbatches", "0"), "broken.json at /schedule/microbatches: … 0");
        row("overflow", QByteArray(good).replace("\"global_batch\": 16", "\"global_batch\": 1e999"),
            "broken.json: … range … line ");
        row("small noise", noise(4096), "broken.json: is not a text file");
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
            expectRefusal(arguments, "broken.json: … 100 MiB … 64.0 MiB");
        }
        QFile::remove(m_broken);
    }

    void placesThatAreNoFiles()
    {
        expectRefusal({"estimate", m_folder.path()}, "directory");
        expectRefusal({"plan", "--model", m_folder.path() + '/', "--cluster", "rtx-titan-8"}, "is a directory");
        expectRefusal({"estimate", m_folder.filePath("missing.json")}, "missing.json: … No such file");
        expectRefusal({"compare", m_plan, m_folder.filePath("missing.json")}, "missing.json: ");
        expectRefusal({"estimate", QString(300, 'x')}, "File name too long");
    }

    void unreadable()
    {
        writeAll(m_broken, readAll(m_plan));
        QFile::setPermissions(m_broken, {});
        QProcess process;
        if (::geteuid() == 0) {  // root reads every file by two capabilities, which the child gives up
            process.setChildProcessModifier([] {
                if (::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE) != 0 ||
                    ::prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH) != 0) {
                    ::_exit(1);
                }
            });
        }
        process.start(pgramProgram(), {"estimate", m_broken});
        QVERIFY2(process.waitForStarted(), qPrintable(process.errorString()));
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
        row("cluster", {"--model", "bert-huge-32", "--cluster", "rtx-titen-8"}, "'rtx-titen-8' … rtx-titan-8");
        row("cluster in other words", {"--model", "bert-huge-32", "--cluster", "4090x8"}, "'4090x8' … rtx-4090-8");
        row("cluster by what it is made of", {"--model", "bert-huge-32", "--cluster", "8 x A100"},
            "several devices are called 'A100' … NVIDIA A100 SXM4 40GB");
        row("model in other words", {"--model", "7b-llama2", "--cluster", "rtx-titan-8"}, "'7b-llama2' … llama2-7b");
        row("scenario", {"--scenario", "defalt"}, "'defalt' … default");
        row("nothing near", {"--model", "zzzzzzzzzzzzzzzzzzzzzzzz", "--cluster", "rtx-titan-8"}, "pgram list models");
        row("no model", {"--cluster", "rtx-titan-8"}, "--model is required");
        row("no cluster", {"--model", "bert-huge-32"}, "--cluster … required");
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
        row("negative memory", {"--memory", "-16GiB"}, "--memory: '-16GiB' … negative");
        row("no memory", {"--memory", "0"}, "--memory: '0' … memory");
        row("absurd memory", {"--memory", "1e30GiB"}, "--memory: '1e30GiB' … size");
        row("unit", {"--memory", "16GX"}, "--memory: '16GX' … unit 'GX'");
        row("batch", {"--batch", "0"}, "--batch: '0' is not a whole number from 1 to 16777216");
        row("memory without a unit", {"--memory", "24"}, "--memory: '24' … unit … 24GiB");
        row("megabytes without a unit", {"--memory", "16384"}, "--memory: '16384' … 16384MiB");
        row("half a unit", {"--memory", "24G"}, "--memory: '24G' … 24GiB or 24GB");
        row("slow of another method", {"--slow", "30%"}, "--slow: … robust");
        row("negative batch", {"--batch", "-64"}, "--batch: '-64' … whole number");
        row("half a batch", {"--batch", "1.5"}, "--batch: '1.5' … whole number");
        row("range", {"--batch", "8:512"}, "--batch: … range … three");
        row("backward range", {"--batch", "512:8:8"}, "--batch: … 512 … 8 … empty");
        row("endless range", {"--batch", "1:16777216:1"}, "--batch: … 4096");
        row("micro-batches", {"--microbatches", "4,,8"}, "--microbatches: '' … whole number");
        row("sequence", {"--sequence", "-1"}, "--sequence: '-1' … 1 to 16777216");
        row("long sequence", {"--sequence", "32M"}, "--sequence: '32M' … 1 to 16777216");
        row("half a token", {"--sequence", "4.0001k"}, "--sequence: '4.0001k' … whole number");
        row("unit of tokens", {"--sequence", "4kb"}, "--sequence: '4kb' … whole number");
        row("precision", {"--precision", "fp3"},
            "--precision: unknown precision 'fp3'. Known are fp32, tf32, fp16, bf16, fp8, fp8_block, mxfp8, fp4");
        row("precision without units", {"--precision", "mxfp8"},
            "precision: … NVIDIA TITAN RTX … MXFP8 … fp32, fp16 … Blackwell");
        row("optimizer", {"--optimizer", "adagrad"}, "--optimizer: … 'adagrad' … adam, sgd");
        row("states", {"--states", "8"}, "--states: 8 … {16,32}");
        row("tune", {"--tune", "prefix"}, "--tune: … 'prefix' … all, lora, qlora");
        row("framework", {"--framework", "nemoo"}, "--framework: … 'nemoo' … nemo");
        row("rank alone", {"--rank", "8"}, "--rank: … adapters");
        row("rank", {"--tune", "lora", "--rank", "9999"}, "--rank: Value 9999 not in range 1 to 4096");
        row("adapters", {"--tune", "lora", "--adapters", "head"}, "--adapters: … 'head' … linear, attention, mlp");
        row("preference", {"--preference", "ppo"}, "--preference: … 'ppo' … none, precomputed, device, host");
        row("reference of adapters", {"--tune", "lora", "--preference", "host"},
            "--preference: … adapters … Give --preference device");
        row("images of words", {"--images", "2"}, "--images: … no encoder … qwen2.5-vl-7b");
        row("encoder", {"--encoder", "warm"}, "--encoder: warm … {trained,frozen,none}");
        row("freeze", {"--freeze", "99"}, "--freeze: … 99 … 32");
        row("gradients", {"--gradients", "8"}, "--gradients: 8 … {16,32}");
        row("narrow gradients", {"--gradients", "16", "--precision", "tf32"}, "--gradients: … tf32 … 32 bits");
        row("space", {"--space", "dp,qp"}, "--space: … 'qp'");
        row("space of nothing", {"--space", "all,-all"}, "--space: … 'all,-all'");
        row("method", {"--method", "magic"}, "--method: … 'magic' … joint");
        row("schedule", {"--schedule", "2f2b"}, "--schedule: … 2f2b");
        row("no threads", {"--threads", "0"}, "--threads");
        row("too many threads", {"--threads", "100000"}, "--threads: … 100000 … 256");
        row("unknown option", {"--fast"}, "--fast");
        row("option misspelt", {"--modle", "bert-huge-32"}, "'--modle' … --model … pgram plan --help");
        row("option misspelt with a value", {"--memroy=16GiB"}, "'--memroy' … --memory");
        row("out in no folder", {"--out", "/nonexistent/a.json"}, "/nonexistent/a.json: … written");
        row("out is a folder", {"--out", "/"}, "/: … directory");
    }

    void options()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, message);
        expectRefusal(QStringList{"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8"} + options, message);
    }

    void usage()
    {
        expectRefusal({"plam"}, "'plam' … plan");
        expectRefusal({}, "command … plan, frontier");
        expectRefusal({"estimate"}, "PLAN … required");
        expectRefusal({"compare", m_plan}, "PLAN");
        expectRefusal({"list", "colours"}, "colours");
    }

    /// As of a shell's variable that is not set: the answer of a long search would be lost.
    void filesWithoutAName()
    {
        const QStringList preset{"--model", "bert-huge-32", "--cluster", "rtx-titan-8"};
        expectRefusal(QStringList{"plan", "--out", ""} + preset, "--out: names no file");
        expectRefusal(QStringList{"cost", "--price", "-3"} + preset, "--price: '-3' … above 0");
        expectRefusal(QStringList{"import", m_plan, "--out", ""} + preset, "--out: … file");
        expectRefusal({"export", m_plan, "--to", "galvatron", "--out", ""}, "--out: … file");
        expectRefusal({"why", m_plan, "--strategy", "dp8", "--out", ""}, "--out: … file");
        expectRefusal({"simulate", m_plan, "--trace", ""}, "--trace: … file");
        expectRefusal({"profile", m_folder.path(), "--out-model", ""}, "--out-model: … file");
        expectRefusal({"profile", m_folder.path(), "--out-cluster", ""}, "--out-cluster: … file");
        expectRefusal({"validate", "measurements", "--row", "a", "--out", ""}, "--out: … file");
    }

    /// Numbers are decimal, whatever the parser's library makes of others: 010 would be 8.
    void numbersAreDecimal()
    {
        const QStringList preset{"--model", "bert-huge-32", "--cluster", "rtx-titan-8"};
        for (const char* odd : {"0x10", "010", "nan", "inf", "-0x1"}) {
            const QByteArray said = QByteArray("'") + odd + "' is not a plain decimal number";
            expectRefusal(QStringList{"plan", "--threads", odd} + preset, "--threads: " + said);
            expectRefusal(QStringList{"plan", "--expert-load", odd} + preset, "--expert-load: " + said);
            expectRefusal({"validate", "milp", "--seconds", odd}, "--seconds: " + said);
            expectRefusal({"tree", "--devices", odd}, "--devices: " + said);
        }
        expectRefusal({"estimate", "010"}, "010: cannot be read");  // a file's name
    }

    void microbatchesThatDivideNoBatch()
    {
        const PgramRun run = pgramRun({"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8", "--batch", "8,12",
                                       "--microbatches", "5", "--tries", "0", "--json"});
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(run.json().value("reason", ""), std::string("5 micro-batches do not divide a batch of 8, 12"));
    }

    /// Members that are not read are named one by one, and those without a name as well.
    void membersThatAreNotUsed()
    {
        const QString file = m_folder.filePath("g.json");
        writeAll(file, R"({"": 0, "colour": 1, "pp_deg": 1, "tp_sizes_enc": "1,1,1,1,1,1,1,1,1,1,1,1",
                           "pp_division": "12", "world_size": 8, "global_bsz": 8, "chunks": 1})");
        const PgramRun run = pgramRun({"import", file, "--model", "gpt2-small", "--cluster", "rtx-titan-8"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.contains("g.json: unknown, and not used: \"\" 0, colour 1\n"), run.err);
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
