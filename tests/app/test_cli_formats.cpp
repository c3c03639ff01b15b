// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram import and export over the formats there are: files are recognised, or refused with a way on.
#include "core/base/text_file.h"
#include "core/exchange/format.h"
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/schema_check.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <functional>

using namespace pgram;
using namespace pgram::test;

namespace {

constexpr const char* llamaConfig =
    R"({"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32,
        "intermediate_size": 11008, "vocab_size": 32000, "max_position_embeddings": 4096})";

}  // namespace

class TestCliFormats : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_plan = m_folder.filePath("ours.json");

    [[nodiscard]] QString write(const QString& name, const QByteArray& text) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
    }

    [[nodiscard]] QByteArray read(const QString& name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static void check(const PgramRun& run, int exitCode, const QString& schema)
    {
        QVERIFY2(run.exitCode == exitCode, run.err + run.out);
        const QString problem = schemaProblem(run.out.toStdString(), schema);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    static void expectRefusal(const QStringList& arguments, const QByteArray& message)
    {
        const PgramRun run = pgramRun(arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(message), run.err);
        QVERIFY2(run.out.isEmpty(), run.out);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QCOMPARE(pgramRun({"plan", "--model", "gpt2-small", "--cluster", "rtx-titan-8", "--batch", "16", "--method",
                           "dp", "--precision", "fp32", "--out", m_plan})
                     .exitCode,
                 0);
    }

    /// A program, what it prints, and a list of devices: one cluster that plans can use.
    void aMachineOfOnesOwn()
    {
        const QString program = m_folder.filePath("measure.py");
        check(pgramRun({"calibrate", "--program", program, "--json"}), 0, "pgram-calibrate-program");
        QVERIFY(read("measure.py").contains("import torch"));
        const QString devices = write("smi.txt", "GPU 0: NVIDIA L40S (UUID: a)\nGPU 1: NVIDIA L40S (UUID: b)\n");
        const QString kernels =
            write("k.jsonl", "Warning: a line of another program\n"
                             R"({"kernel": "product", "device": "NVIDIA L40S", "numbers": "bf16", "rows": 8192, )"
                             R"("inner": 4096, "columns": 5120, "seconds": 1629e-6})");
        const QString mine = m_folder.filePath("mine.json");
        const PgramRun run = pgramRun({"import", kernels, devices, "--out", mine, "--json"});
        check(run, 0, "pgram-import");
        const QJsonObject answer = QJsonDocument::fromJson(run.out).object();
        QCOMPARE(answer["from"].toString(), QString("machine"));
        QCOMPARE(answer["files"].toArray().size(), 2);
        QVERIFY2(run.err.contains("not used: line 1 (lines that are not measurements)"), run.err);
        const PgramRun words = pgramRun({"import", kernels, devices});
        QVERIFY2(words.out.startsWith("machine (smi.txt: 2 devices; k.jsonl: 1 product, mean error of the fit 0.0 %: "
                                      "rate_share "),
                 words.out);
        QVERIFY2(words.out.contains("assumed: memory_share = 0.622 (as on NVIDIA A100 SXM4"), words.out);
        const PgramRun plan =
            pgramRun({"plan", "--model", "gpt2-small", "--cluster", mine, "--batch", "16", "--method", "dp"});
        QVERIFY2(plan.exitCode == 0, plan.err);
        expectRefusal({"import", devices, m_plan}, "does not describe a machine");
        expectRefusal({"import", devices, kernels, "--from", "kernel-log"}, "--from: names the format of one file");
        expectRefusal({"import", devices, kernels, "--framework", "none"}, "--framework: is for plans");
        expectRefusal({"calibrate"}, "--data: is missing: a file of measured runs");
        expectRefusal({"calibrate", "--program", program, "--only", "launch_s"}, "--program: writes a program");
    }

    void listsFollowTheirSchemas()
    {
        for (const char* of : {"models", "clusters", "devices", "scenarios", "methods", "schedules", "dimensions",
                               "formats", "frameworks"}) {
            check(pgramRun({"list", of, "--json"}), 0, "pgram-list");
        }
        check(pgramRun({"targets", "--json"}), 0, "pgram-targets");
    }

    void listsFormats()
    {
        const Json entries = pgramRun({"list", "formats", "--json"}).json()["entries"];
        const auto named = [&entries](const char* name) {
            return *std::ranges::find_if(entries, [name](const Json& entry) { return entry["name"] == name; });
        };
        const Json galvatron = named("galvatron");
        QVERIFY(galvatron["reads"].get<bool>() && galvatron["writes"].get<bool>() && galvatron["holds"] == "plan");
        QVERIFY(!named("chrome-trace")["reads"].get<bool>() && !named("huggingface")["writes"].get<bool>());
    }

    /// Written, recognised without a word of its format, and the same plan again.
    void recognisesWhatItWrote()
    {
        const QString theirs = m_folder.filePath("theirs.json");
        QCOMPARE(pgramRun({"export", m_plan, "--to", "galvatron", "--out", theirs}).exitCode, 0);
        const QString again = m_folder.filePath("again.json");
        const QStringList import{"import",      theirs,       "--model", "gpt2-small", "--cluster",
                                 "rtx-titan-8", "--sequence", "256",     "--out",      again};
        const PgramRun run = pgramRun(import + QStringList{"--json"});
        check(run, 0, "pgram-import");
        QVERIFY(run.json()["from"] == "galvatron" && run.json()["kind"] == "plan");
        const Json ours = Json::parse(read("ours.json").toStdString());
        const Json plan = Json::parse(read("again.json").toStdString());
        QVERIFY(plan["strategies"] == ours["strategies"]);
        QCOMPARE(plan["training"]["sequence_length"].get<int>(), 256);
        QVERIFY2(pgramRun(import).out.contains("GPT-2"), pgramRun(import).out);
    }

    void saysWhichPresetAConfigurationIs()
    {
        const QString config = write("config.json", llamaConfig);
        const PgramRun text = pgramRun({"import", config});
        QCOMPARE(text.exitCode, 0);
        QVERIFY2(text.out.startsWith("Hugging Face configuration (llama, 32 layers, 4096 wide): ") &&
                     text.out.contains("the preset llama2-7b"),
                 text.out);
        const PgramRun run = pgramRun({"import", config, "--json"});
        check(run, 0, "pgram-import");
        QVERIFY(run.json()["kind"] == "model" && run.json()["preset"] == "llama2-7b" && run.json()["out"].is_null());
        // As a model file where one is named.
        const QString model = m_folder.filePath("m.json");
        check(pgramRun({"import", config, "--out", model, "--json"}), 0, "pgram-import");
        QCOMPARE(
            pgramRun({"plan", "--model", model, "--cluster", "a100-8", "--method", "sdp", "--batch", "8"}).exitCode, 0);
    }

    /// A plan with what was assumed and what it costs, or what has to be given first.
    void plansOfFrameworks()
    {
        const QString script =
            write("train.sh", "torchrun --nproc_per_node 8 x.py --num-layers 12 --hidden-size 768 "
                              "--num-attention-heads 12 --seq-length 1024 --max-position-embeddings 1024 --bf16 "
                              "--tensor-model-parallel-size 2 --micro-batch-size 1 --global-batch-size 32\n");
        const PgramRun run = pgramRun({"import", script, "--json"});
        check(run, 0, "pgram-import");
        const Json json = run.json();
        QVERIFY(json["kind"] == "plan" && json["from"] == "megatron" && json["asked"].empty());
        QVERIFY(json["degrees"]["tensor"] == 2 && json["degrees"]["data"] == 4 && json["estimate"]["fits"] == true);
        QVERIFY(std::ranges::any_of(json["assumed"], [](const Json& one) { return one["what"] == "cluster"; }));
        const QString plan = m_folder.filePath("train.json");
        const PgramRun text = pgramRun({"import", script, "--out", plan, "--sequence", "512"});
        QVERIFY2(text.exitCode == 0 && text.out.contains("peak memory") && text.out.contains("assumed: cluster = "),
                 text.out + text.err);
        QVERIFY2(text.out.contains("assumed: sequence = 512 (the option in place of the 1024 tokens"), text.out);
        QVERIFY(Json::parse(read("train.json").toStdString())["training"]["sequence_length"] == 512);
        const QTemporaryDir alone;  // a config.json next to the file would give the model
        const QString settings = alone.filePath("ds.json");
        QVERIFY(writeTextFile(settings.toStdString(),
                              R"({"zero_optimization": {"stage": 2}, "train_batch_size": "auto"})"));
        const PgramRun open = pgramRun({"import", settings, "--json"});
        check(open, 0, "pgram-import");
        QVERIFY(open.json()["plan"].is_null() && open.json()["degrees"]["zero"] == 2);
        QVERIFY(open.json()["asked"][0]["what"] == "model");
        QVERIFY(pgramRun({"import", settings}).out.contains("to be given: model"));
        expectRefusal({"import", settings, "--out", plan}, "leaves open what a plan file needs. Give --model");
        check(pgramRun({"import", settings, "--model", "gpt2-small", "--cluster", "a100-8", "--json"}), 0,
              "pgram-import");
    }

    /// Import reports names that it does not use. A plan that its framework refuses has exit code 1.
    void namesThatAreNotUsed()
    {
        const QByteArray flags = "torchrun --nproc_per_node 8 x.py --num-layers 10 --hidden-size 768 "
                                 "--num-attention-heads 12 --seq-length 1024 --max-position-embeddings 1024 --bf16 "
                                 "--vocab-size 50257 --micro-batch-size 1 --global-batch-size 32 --log-interval 5 "
                                 "--made-up 3 ";
        const QString sound = write("sound.sh", flags + "--pipeline-model-parallel-size 2\n");
        const PgramRun run = pgramRun({"import", sound, "--json"});
        check(run, 0, "pgram-import");
        QVERIFY(run.json()["unknown"][0]["what"] == "--made-up" && run.json()["ignored"][0] == "--log-interval");
        QVERIFY(run.json()["unused"][0]["why"] == "logging" && run.json()["refused"].empty());
        const PgramRun text = pgramRun({"import", sound});
        QVERIFY2(text.err.contains("sound.sh: not used: --log-interval (logging)"), text.err);
        QVERIFY2(text.err.contains("sound.sh: unknown, and not used: --made-up 3"), text.err);
        const QString uneven = write("uneven.sh", flags + "--pipeline-model-parallel-size 4\n");
        const PgramRun refused = pgramRun({"import", uneven, "--json"});
        check(refused, 1, "pgram-import");
        QVERIFY(refused.json()["refused"][0]["what"] == "layers-by-stages");
        QVERIFY(pgramRun({"import", uneven}).out.contains("refused (layers-by-stages): 10 layers do not divide by 4"));
    }

    /// Import takes sizes, framework and recomputation. A plan that does not fit has exit code 1, in estimate, too.
    void optionsOfPlans()
    {
        const QString settings = write("z3.json", R"({"zero_optimization": {"stage": 3}, "bf16": {"enabled": true},
            "train_micro_batch_size_per_gpu": 4})");
        const QStringList import{"import", settings, "--model", "llama2-7b", "--cluster", "a100-8", "--sequence", "4k"};
        const QString file = m_folder.filePath("z3.pgplan.json");
        const PgramRun kept = pgramRun(import + QStringList{"--devices", "2", "--out", file, "--json"});
        check(kept, 1, "pgram-import");
        QCOMPARE(kept.json()["plan"]["cluster"]["devices"].get<int>(), 2);
        QCOMPARE(pgramRun({"estimate", file}).exitCode, 1);
        const PgramRun full =
            pgramRun(import + QStringList{"--recompute", "full", "--framework", "transformers", "--json"});
        check(full, 0, "pgram-import");
        QVERIFY(full.json()["plan"]["training"]["framework"]["name"] == "transformers");
        QVERIFY(full.json()["plan"]["strategies"].dump().find("recompute") != std::string::npos);
        expectRefusal(import + QStringList{"--recompute", "some"}, "--recompute");
        expectRefusal({"plan", "--model", "Qwen/Qwen2.5-7B-Instruct", "--cluster", "a100-8"},
                      "The preset qwen2.5-7b is the model of that name");
        QCOMPARE(pgramRun({"plan", "--model", write("config.json", llamaConfig), "--cluster", "a100-8", "--batch", "8",
                           "--method", "sdp"})
                     .exitCode,
                 0);
    }

    void clustersOfTools()
    {
        const QString topology = write("topo.txt", "\tGPU0\tGPU1\nGPU0\t X \tNV4\nGPU1\tNV4\t X \n");
        const PgramRun run = pgramRun({"import", topology, "--json"});
        check(run, 0, "pgram-import");
        QVERIFY(run.json()["kind"] == "cluster" && run.json()["pairs"] == Json({{"0-1", "NV4"}}));
        QVERIFY(run.json()["measured"].is_null());
        const QString log =
            write("log.txt", "all_reduce_perf\n 1048576 262144 float sum -1 100 10.49 10.49 0 100 10 10 0\n");
        const PgramRun measured = pgramRun({"import", log, "--json", "--out", m_folder.filePath("c.json")});
        check(measured, 0, "pgram-import");
        QVERIFY(measured.json()["measured"]["bytes"] == 1048576);
        QVERIFY(measured.json()["measured"]["operation"] == "all_reduce");
        QCOMPARE(pgramRun({"plan", "--model", "gpt2-small", "--cluster", m_folder.filePath("c.json"), "--method", "dp",
                           "--batch", "16"})
                     .exitCode,
                 0);
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<std::function<void(Json&)>>("change");
        QTest::addColumn<QString>("says");
        const auto all = [](Json& plan, const Json& members) {
            for (Json& run : plan["strategies"]) {
                run.update(members);
            }
        };
        const auto row = [](const char* name, const char* target, const std::function<void(Json&)>& change,
                            const char* says) { QTest::newRow(name) << target << change << QString::fromUtf8(says); };
        row(
            "by layer", "megatron",
            [](Json& plan) {
                plan["strategies"][1].update(Json{{"tensor", 4}, {"data", 2}});
            },
            "layers with a strategy of their own beside SDP8 (layers 2)");
        row(
            "strided", "galvatron",
            [all](Json& plan) {
                all(plan, {{"tensor", 2}, {"data", 4}, {"sequence_parallel", "megatron"}});
                plan["strategies"][1]["tensor_placement"] = "strided";
            },
            "a tensor group of ranks that do not follow each other (layers 2)");
        row(
            "ulysses", "accelerate",
            [all](Json& plan) {
                all(plan, {{"tensor", 2}, {"data", 4}, {"sequence_parallel", "ulysses"}});
            },
            "Ulysses, tokens divided, heads inside attention, whole matrices (layers 1–34)");
        row(
            "uneven", "deepspeed",
            [all](Json& plan) {
                all(plan, {{"data", 4}, {"zero", 1}});
                plan["stages"] = {{{"first_layer", 0}, {"layer_count", 15}},
                                  {{"first_layer", 15}, {"layer_count", 19}}};
            },
            "stages of different numbers of blocks (14 to 18)");
        row(
            "no power of two", "galvatron",
            [all](Json& plan) {
                plan["cluster"]["devices"] = 6;
                plan["cluster"]["links"][0]["span"] = 6;
                plan["provenance"].erase("request");
                plan["model"]["runs"][1].update(Json{{"heads", 48}, {"kv_heads", 12}, {"head_dim", 128}});
                plan["training"]["global_batch"] = 12;
                all(plan, {{"data", 6}});
                plan["strategies"][1].update(Json{{"tensor", 3}, {"data", 2}, {"sequence_parallel", "megatron"}});
            },
            "a tensor group whose size is not a power of two (layers 2)");
        row(
            "latent attention", "galvatron",
            [](Json& plan) {
                plan["model"]["runs"][1].update(
                    Json{{"kv_heads", 32}, {"head_dim", 128}, {"kv_rank", 512}, {"rope_dim", 64}});
            },
            "multi-latent attention (layers 2–33)");
    }

    /// What a framework cannot run is said with its layers, and what it runs in its place is exported.
    void refusals()
    {
        QFETCH(QString, target);
        QFETCH(std::function<void(Json&)>, change);
        QFETCH(QString, says);
        const QString file = m_folder.filePath("refused.pgplan.json");
        QCOMPARE(pgramRun({"plan", "--model", "llama3.1-8b", "--cluster", "dgx-h100", "--batch", "16", "--sequence",
                           "2k", "--method", "sdp", "--microbatches", "2", "--out", file})
                     .exitCode,
                 0);
        Json plan = Json::parse(read("refused.pgplan.json").toStdString());
        Json runs = Json::array();
        for (const auto& [first, count] : {std::pair(0, 1), std::pair(1, 1), std::pair(2, 32)}) {
            runs.push_back(plan["strategies"][0]);
            runs.back().update(Json{{"first_layer", first}, {"layer_count", count}});
        }
        plan["strategies"] = runs;
        change(plan);
        QVERIFY(!write("refused.pgplan.json", QByteArray::fromStdString(plan.dump())).isEmpty());
        const QString folder = m_folder.filePath("nearest-" + target);
        const PgramRun run = pgramRun({"export", file, "--to", target, "--out", folder});
        QVERIFY2(run.exitCode == 2 && run.err.contains(says.toUtf8()), run.err);
        const bool hasNearest = !says.contains("latent");
        QVERIFY2(run.err.contains("Give --nearest: the best plan that it runs takes") == hasNearest, run.err);
        const PgramRun nearest = pgramRun({"export", file, "--to", target, "--nearest", "--out", folder});
        QVERIFY2(nearest.exitCode == (hasNearest ? 0 : 2), nearest.err);
        QVERIFY(!hasNearest || QFile::exists(folder + "/README.md"));
    }

    /// What the help, the manual page and the README name is what the registry has.
    void namesAreOneSet()
    {
        const auto said = [](const QStringList& arguments) {
            return QString::fromUtf8(pgramRun(arguments).out).simplified();
        };
        const QString manual = said({"--man-page"}).replace("\\-", "-");
        const QString guide = QString::fromStdString(*readTextFile(sourceFolder() / "docs/guide/export.md"));
        const auto lists = [](const QString& text, const QString& head, const std::vector<std::string_view>& names) {
            QStringList words;
            for (const std::string_view name : names) {
                words << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
            }
            return text.contains(head + ": " + words.join(", ") + '.');
        };
        for (const QString& text : {said({"import", "--help"}), manual}) {
            QVERIFY2(lists(text, "What is read", namesOfRead()), qPrintable(text));
        }
        for (const QString& text : {said({"export", "--help"}), manual}) {
            QVERIFY2(lists(text, "What is written", namesOfWritten()), qPrintable(text));
        }
        QStringList listed;
        const Json list = pgramRun({"list", "formats", "--json"}).json();
        for (const Json& entry : list["entries"]) {
            listed << QString::fromStdString(entry["name"]);
        }
        for (const Format* format : formats()) {
            QVERIFY2(guide.contains(QString("`%1`").arg(format->name)), format->name);
            QVERIFY2(listed.removeOne(format->name), format->name);
        }
        QVERIFY(listed.isEmpty());
    }

    /// A folder with everything, or by its suffix the configuration alone.
    void foldersThatRun()
    {
        const QString folder = m_folder.filePath("run");
        QCOMPARE(pgramRun({"export", m_plan, "--to", "deepspeed", "--out", folder}).exitCode, 0);
        for (const char* name : {"ds_config.json", "training_args.json", "train.py", "train.sh", "train.sbatch",
                                 "ranks.csv", "README.md"}) {
            QVERIFY2(QFile::exists(folder + '/' + name), name);
        }
        QVERIFY(QFileInfo(folder + "/train.sh").isExecutable());
        const PgramRun run = pgramRun(
            {"import", folder + "/ds_config.json", "--model", "gpt2-small", "--cluster", "rtx-titan-8", "--json"});
        check(run, 0, "pgram-import");
        QVERIFY(run.json()["plan"]["strategies"] == Json::parse(read("ours.json").toStdString())["strategies"]);
        const QString file = m_folder.filePath("alone.json");
        QCOMPARE(pgramRun({"export", m_plan, "--to", "deepspeed", "--out", file}).exitCode, 0);
        QVERIFY(Json::parse(read("alone.json").toStdString()).contains("zero_optimization"));
        const PgramRun json = pgramRun({"export", m_plan, "--to", "megatron", "--json"});
        check(json, 0, "pgram-export");
        QVERIFY(json.json()["content"].contains("ranks.csv"));
    }

    void tracesArePlansToo()
    {
        const QString trace = m_folder.filePath("trace.json");
        QCOMPARE(pgramRun({"simulate", m_plan, "--trace", trace}).exitCode, 0);
        const PgramRun run = pgramRun({"export", m_plan, "--to", "chrome-trace", "--json"});
        check(run, 0, "pgram-export");
        QVERIFY(run.json()["content"] == Json::parse(read("trace.json").toStdString()));
    }

    void refuses()
    {
        const QString config = write("config.json", R"({"model_type": "llama", "n_layer": 7, "n_embd": 640})");
        const QString trace = write("trace.json", R"({"traceEvents": []})");
        const QString theirs = write("g.json", R"({"pp_deg": 1, "tp_sizes_enc": "1"})");
        QVERIFY(QDir(m_folder.path()).mkpath("profile"));
        QVERIFY(!write("profile/memory_profiling_bf16_m.json", "{}").isEmpty());
        const QStringList both{"--model", "gpt2-small", "--cluster", "rtx-titan-8"};
        const QByteArray known = "Known are galvatron, ";
        expectRefusal({"import", theirs, "--from", "galvatrom"}, "unknown format 'galvatrom'. " + known);
        expectRefusal({"export", m_plan, "--to", "galvatrom"}, "unknown format 'galvatrom'. " + known);
        expectRefusal({"import", m_plan}, "is a file of Parallelogram itself (parallelogram-plan)");
        expectRefusal({"import", m_folder.path()}, "has a format that is not read: it seems to be a folder");
        expectRefusal({"import", m_folder.filePath("missing")}, "missing: cannot be read");
        expectRefusal({"import", theirs, "--model", "gpt2-small"}, "Give --model and --cluster");
        expectRefusal(QStringList{"import", theirs, "--out", m_folder.filePath("p.json")} + both,
                      "lacks 3 members: /pp_division");
        expectRefusal(QStringList{"import", theirs, "--out", m_folder.filePath("p.json"), "--model", "gpt-9",
                                  "--cluster", "rtx-titan-8"},
                      "no model 'gpt-9'");
        expectRefusal({"import", trace}, "is a Chrome trace, which is written and not read");
        expectRefusal({"import", m_folder.filePath("profile")}, "Read it with pgram profile");
        expectRefusal({"import", config}, "lacks 3 members: /num_attention_heads");
        expectRefusal({"export", m_plan, "--to", "huggingface"}, "the format huggingface is read and not written");
    }
};

PGRAM_TEST(TestCliFormats)
#include "test_cli_formats.moc"
