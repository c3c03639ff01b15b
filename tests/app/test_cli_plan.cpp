// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram plan: no stage over budget, Joint never below BMW, BMW never below Base, Base never below a baseline whose
// space it contains, an infeasible question answered with a budget that works, and what was found when it is
// interrupted.
#include "core/base/units.h"
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <optional>

using namespace pgram;
using namespace pgram::test;

namespace {

PgramRun plan(const QByteArray& model, const QStringList& more)
{
    return pgramRun(QStringList{"plan", "--model", model, "--cluster", "rtx-titan-8", "--json"} + more);
}

struct Answer {
    std::optional<double> rate;  ///< samples per second; none where nothing fits
    QByteArray problem;          ///< any other outcome, or a stage over its budget
};

Answer answer(const QByteArray& model, const QString& memory, const char* method)
{
    const PgramRun run = plan(model, QStringList{"--memory", memory, "--method", method, "--seconds", "0"});
    if (run.exitCode == 1) {
        return {};
    }
    const Json json = run.json();
    if (run.exitCode != 0 || !json["fits"].get<bool>() || !json["legal"].get<bool>()) {
        return {{}, QByteArray(method) + " is no plan: " + run.err};
    }
    for (const Json& stage : json["stages"]) {
        if (stage["memory_bytes"].get<Bytes>() > json["usable_budget_bytes"].get<Bytes>()) {
            return {{}, QByteArray(method) + " has a stage over its budget"};
        }
    }
    return {json["throughput_samples_per_s"].get<double>(), {}};
}

}  // namespace

class TestCliPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void paperModels_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("memory");
        // The core's test_search_order has all of them.
        QTest::newRow("bert-huge-32 in 8GiB") << "bert-huge-32"
                                              << "8GiB";
        QTest::newRow("swin-huge-48 in 16GiB") << "swin-huge-48"
                                               << "16GiB";
    }

    void paperModels()
    {
        QFETCH(QString, model);
        QFETCH(QString, memory);
        const Answer bmw = answer(model.toUtf8(), memory, "bmw");
        const Answer base = answer(model.toUtf8(), memory, "base");
        QVERIFY2(bmw.problem.isEmpty() && base.problem.isEmpty(), bmw.problem + base.problem);
        QVERIFY2(!base.rate || (bmw.rate && *bmw.rate >= *base.rate), "BMW is below Base");
        const Answer joint = answer(model.toUtf8(), memory, "joint");
        QVERIFY2(joint.problem.isEmpty(), joint.problem);
        QVERIFY2(!bmw.rate || (joint.rate && *joint.rate >= *bmw.rate), "the joint optimum is below BMW");
        for (const char* baseline : {"dp", "tp", "sdp", "dp+tp", "dp+pp", "zero3"}) {
            const Answer found = answer(model.toUtf8(), memory, baseline);
            QVERIFY2(found.problem.isEmpty(), found.problem);
            QVERIFY2(!found.rate || (base.rate && *base.rate >= *found.rate), baseline);
        }
    }

    void plainDataParallelDoesNotFitInTheFirstPapersBudgets()
    {
        for (const char* memory : {"8GiB", "12GiB"}) {
            const PgramRun run =
                plan("bert-huge-32", {"--memory", memory, "--method", "dp", "--precision", "fp32", "--batch", "8"});
            QCOMPARE(run.exitCode, 1);
        }
    }

    /// Under DP every device holds all states: mixed Adam has 12 bytes a parameter, SGD with momentum 8, gradients 4
    /// or 2.
    void optimizerAndGradientsAreTheFilesOwn()
    {
        const auto memory = [](const QStringList& more) {
            const PgramRun run = plan("bert-huge-32", QStringList{"--method", "dp"} + more);
            const Json json = run.json();
            return run.exitCode == 0 ? json["stages"][0]["memory"] : Json(QString(run.err).toStdString());
        };
        const Json usual = memory({});
        const Json sgd = memory({"--optimizer", "SGD"});
        const Json narrow = memory({"--gradients", "16"});
        QVERIFY2(usual.is_object() && sgd.is_object() && narrow.is_object(), (usual.dump() + sgd.dump()).c_str());
        QCOMPARE(12 * sgd["optimizer"].get<Bytes>(), 8 * usual["optimizer"].get<Bytes>());
        QCOMPARE(2 * narrow["gradients"].get<Bytes>(), usual["gradients"].get<Bytes>());
        QCOMPARE(memory({"--gradients", "32", "--optimizer", "adam"}), usual);
        const PgramRun text = pgramRun(
            {"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8", "--gradients", "16", "--optimizer", "sgd"});
        QVERIFY2(text.out.contains(", bf16, 16-bit gradients, sgd, "), text.out);
        QVERIFY(pgramRun({"plan", "--help"})
                    .out.contains("fp32, tf32, fp16, bf16, fp8, fp8_block, mxfp8, fp4 (bf16 by default)"));
    }

    /// The pairs and the encoder that are typed are in the plan's file.
    void preferenceAndImages()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("pairs.json");
        const PgramRun run = pgramRun({"plan", "--model", "qwen2.5-vl-7b", "--cluster", "dgx-h100", "--batch", "16",
                                       "--preference", "device", "--images", "2", "--encoder", "frozen", "--projector",
                                       "trained", "--space", "dp,sdp,ckpt", "--out", file});
        QVERIFY2(run.exitCode == 0, run.err);
        QVERIFY2(run.out.contains("preference pairs with a reference model on the device"), run.out);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const Json plan = Json::parse(written.readAll().toStdString());
        QCOMPARE(plan["training"]["preference"], "device");
        const Json& runs = plan["model"]["runs"];
        QCOMPARE(runs[1]["images"], 2);
        QCOMPARE(runs[0]["tokens"], 2 * 4096);
        QCOMPARE(runs[1]["frozen"], true);
        QCOMPARE(runs[9]["kind"], "patch-merging");
        QVERIFY(!runs[9].contains("frozen"));
        const PgramRun again = pgramRun({"estimate", file, "--json"});
        QVERIFY2(again.exitCode == 0, again.err);
        const PgramRun words = pgramRun({"plan", "--model", "qwen2.5-vl-7b", "--cluster", "dgx-h100", "--batch", "16",
                                         "--encoder", "none", "--space", "dp,sdp,ckpt", "--json"});
        QVERIFY2(words.exitCode == 0, words.err);
    }

    /// What is typed is in the plan's file, which gives the same figures again.
    void tuningIsTheFilesOwn()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("lora.json");
        const QStringList question{
            "plan",  "--model",  "llama2-7b", "--cluster",   "rtx-4090-8", "--batch",  "8",  "--tune",
            "qlora", "--rank",   "32",        "--adapters",  "attention",  "--states", "16", "--master-weights",
            "none",  "--freeze", "4",         "--optimizer", "adam-8bit",  "--out",    file};
        const PgramRun run = pgramRun(question);
        QVERIFY2(run.exitCode == 0, run.err);
        QVERIFY2(run.out.contains("adam-8bit, 16-bit states, no master weights, qlora of rank 32 (attention)"),
                 run.out);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const Json plan = Json::parse(written.readAll().toStdString());
        QCOMPARE(plan["training"]["tuning"], (Json{{"method", "qlora"}, {"rank", 32}, {"targets", "attention"}}));
        QCOMPARE(plan["training"]["state_bytes"], 2);
        QCOMPARE(plan["model"]["runs"][1]["frozen"], true);
        const PgramRun again = pgramRun({"estimate", file, "--json"});
        QVERIFY2(again.exitCode == 0, again.err);
        QVERIFY(again.json()["stages"][0]["memory"]["optimizer"].get<Bytes>() < Bytes{1} << 28);
    }

    /// What it adds is in the plan's file, with the gradients that it sums; what is typed of these wins.
    void theFrameworkIsTheFilesOwn()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("plan.json");
        const auto planned = [&file](const QStringList& more) {
            const PgramRun run =
                pgramRun(QStringList{"plan", "--model", "deepseek-v2-lite", "--cluster", "dgx-h100", "--batch", "64",
                                     "--space", "dp,zero1,ep", "--json", "--out", file} +
                         more);
            return run.exitCode == 0 ? run.json() : Json(QString(run.err).toStdString());
        };
        const auto training = [&file] {
            QFile written(file);
            return written.open(QIODevice::ReadOnly) ? Json::parse(written.readAll().toStdString())["training"]
                                                     : Json();
        };
        const Json alone = planned({});
        QVERIFY2(alone.is_object(), alone.dump().c_str());
        QVERIFY(!training().contains("framework"));
        const Json bridge = planned({"--framework", "megatron-bridge"});
        QVERIFY2(bridge.is_object(), bridge.dump().c_str());
        QCOMPARE(training()["framework"]["name"].get<std::string>(), std::string("megatron-bridge"));
        QCOMPARE(training()["framework"]["overlaps_shared_experts"], true);
        const PgramRun again = pgramRun({"estimate", file});
        QVERIFY2(again.exitCode == 0 && again.out.contains(", as by megatron-bridge"), again.out + again.err);
        const Json nemo = planned({"--framework", "nemo", "--gradients", "32"});
        QVERIFY2(nemo.is_object(), nemo.dump().c_str());
        QCOMPARE(training()["gradient_bytes"], 4);
        QVERIFY(planned({"--framework", "nemo"}).is_object());
        QCOMPARE(training()["gradient_bytes"], 2);
        const Json names = pgramRun({"list", "frameworks", "--json"}).json()["entries"];
        QVERIFY(names.size() > 10 && names[0].contains("title") && names[0].contains("description"));
    }

    void aBudgetAboveTheDeviceIsSaid()
    {
        const QStringList question{"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8", "--batch", "8"};
        const QByteArray said = "warning: The memory budget of 200 GiB is more than the 23.7 GiB that a device has";
        const PgramRun run = pgramRun(question + QStringList{"--memory", "200GiB"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.out.contains(said), run.out);
        const Json issues = pgramRun(question + QStringList{"--memory", "200GiB", "--json"}).json()["issues"];
        QCOMPARE(issues[0]["code"].get<std::string>(), std::string("over-device"));
        QVERIFY(!pgramRun(question + QStringList{"--memory", "20GiB"}).out.contains("more than the"));
    }

    void infeasibleNamesABudgetThatWorks_data()
    {
        QTest::addColumn<QStringList>("question");
        QTest::newRow("dp") << QStringList{"--method", "dp", "--precision", "fp32", "--memory", "8GiB"};
        QTest::newRow("galvatron") << QStringList{"--method", "galvatron", "--precision", "fp32", "--memory", "4GiB"};
        QTest::newRow("bmw") << QStringList{"--method", "bmw", "--memory", "1GiB"};
        QTest::newRow("base") << QStringList{"--method", "base", "--memory", "1GiB"};
        QTest::newRow("dp+pp") << QStringList{"--method", "dp+pp", "--memory", "2GiB"};
    }

    void infeasibleNamesABudgetThatWorks()
    {
        QFETCH(QStringList, question);
        // The search for changes that would make it fit takes long and has test_what_fits.
        const QStringList quick{"--tries", "0"};
        const PgramRun run = plan("bert-huge-32", quick + question);
        QCOMPARE(run.exitCode, 1);
        const Json json = run.json();
        QVERIFY(json["short_by_bytes"].get<Bytes>() > 0);
        QVERIFY(json["stage"].get<int>() < json["candidate"]["pipeline"].get<int>());
        const Bytes budget = json["smallest_feasible_budget_bytes"].get<Bytes>();
        question.back() = QString::number(budget);
        QCOMPARE(plan("bert-huge-32", quick + question).exitCode, 0);
        question.back() = QString::number(budget - 1);
        QCOMPARE(plan("bert-huge-32", quick + question).exitCode, 1);

        question.back() = "1MiB";
        const PgramRun text =
            pgramRun(QStringList{"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8"} + quick + question);
        QCOMPARE(text.exitCode, 1);
        QVERIFY(text.out.contains("nothing fits"));
        QVERIFY(text.out.contains("bytes) on stage "));
        static const QRegularExpression option(QStringLiteral("works is .*: --memory ([0-9.]+[GM]iB)\\n"));
        const QRegularExpressionMatch printed = option.match(QString::fromUtf8(text.out));
        QVERIFY2(printed.hasMatch(), text.out);
        question.back() = printed.captured(1);
        QCOMPARE(plan("bert-huge-32", quick + question).exitCode, 0);
    }

    void savedPlanHasTheFiguresThatWerePrinted()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("plan.json");
        const Json planned =
            plan("t5-large-32", {"--memory", "12GiB", "--batch", "16:48:16", "--seconds", "0", "--out", file}).json();
        const PgramRun again = pgramRun({"estimate", file, "--json"});
        QCOMPARE(again.exitCode, 0);
        const Json estimated = again.json();
        for (const auto& [key, value] : estimated.items()) {
            if (key != "format") {
                QVERIFY2(planned.contains(key) && planned[key] == value, key.c_str());
            }
        }
    }

    /// A stage of several chunks names the layers of each, in its line and strategy by strategy.
    void everyChunkOfAStageIsListed()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("v.json");
        QCOMPARE(pgramRun({"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8", "--memory", "8GiB", "--batch",
                           "64", "--space", "dp,pp", "--schedule", "zb-v", "--out", file})
                     .exitCode,
                 0);
        const QByteArray text = pgramRun({"estimate", file}).out;
        const Json stages = pgramRun({"estimate", file, "--json"}).json()["stages"];
        QVERIFY2(text.contains(", zb-v\n"), text);
        QVERIFY2(stages.size() > 1, "a plan of one stage has no chunks");
        QCOMPARE(stages.front()["chunks"].size(), std::size_t{2});
        // The first stage has the first layers and the last, which are the embedding and the head.
        const QByteArray first = text.mid(text.indexOf("embedding"), 60).split('\n').front();
        QVERIFY2(first.startsWith("embedding") && first.contains(", ") && first.contains("head"), text);
    }

    /// conv4_2 and what follows it are layers of one run, which are counted on.
    void layersThatCarryANumberAreRangesToo()
    {
        const PgramRun run = pgramRun({"plan", "--model", "resnet-50", "--cluster", "ethernet-4", "--batch", "2048"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.out.contains("conv4_2–6 "), run.out);
    }

    void sameAnswerOnAnyNumberOfThreads()
    {
        const QStringList question{"--memory", "8GiB", "--batch", "32"};
        Json one = plan("bert-huge-48", question + QStringList{"--threads", "1"}).json();
        Json many = plan("bert-huge-48", question + QStringList{"--threads", "8"}).json();
        for (Json* json : {&one, &many}) {
            json->erase("certificate");
            json->erase("search");
            (*json)["plan"].erase("provenance");
        }
        QVERIFY(one == many);
    }

    void scenarioAndWhatIsTypedBesideIt()
    {
        const Json scenario = pgramRun({"plan", "--scenario", "default", "--json"}).json();
        QCOMPARE(scenario["plan"]["model"].value("name", ""), std::string("bert-huge-32"));
        QCOMPARE(scenario["plan"]["training"].value("precision", ""), std::string("fp32"));
        const Json other =
            pgramRun({"plan", "--scenario", "default", "--model", "vit-huge-32", "--batch", "16", "--json"}).json();
        QCOMPARE(other["plan"]["model"].value("name", ""), std::string("vit-huge-32"));
        QCOMPARE(other["plan"]["training"].value("precision", ""), std::string("fp32"));
        QCOMPARE(other["plan"]["training"].value("global_batch", 0), 16);
    }

    /// Interrupted at the third progress line with a plan, long before the search ends.
    void interruptKeepsTheBestPlan()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("best.json");
        const PgramRun run =
            pgramInterrupted({"plan", "--model", "t5-512-4-48", "--cluster", "rtx-titan-16", "--memory", "12GiB",
                              "--precision", "fp32", "--batch", "16:512:16", "--threads", "1", "--out", file, "--json"},
                             [](const QByteArray& shown) { return shown.count(", best ") >= 3; });
        QVERIFY2(run.exitCode == 130, run.err);
        QVERIFY2(run.err.contains("stopped"), run.err);
        const Json json = run.json();
        QCOMPARE(json["certificate"].value("status", ""), std::string("stopped"));
        QVERIFY(!json["plan"].is_null());
        const Json kept = pgramRun({"estimate", file, "--json"}).json();
        QVERIFY(kept["step_time_s"] == json["step_time_s"]);
    }

    /// With --seconds the best plan until then is the answer, and its gap is what is left.
    void secondsAndGapEndTheSearch()
    {
        const QStringList asked{"--method", "joint", "--schedule", "zb-h1", "--batch", "64"};
        const PgramRun timed = plan("bert-huge-32", asked + QStringList{"--seconds", "0.4"});
        QVERIFY2(timed.exitCode == 0, timed.err);
        QVERIFY(timed.json()["fits"].get<bool>());
        QVERIFY2(
            timed.err.contains("stopped at the limit of 0.4 s: this is the best plan until then, with a gap of ") &&
                timed.err.contains(" %; --seconds 4 goes on longer, --seconds 0 to the end\n"),
            timed.err);
        const PgramRun within = plan("bert-huge-32", asked + QStringList{"--gap", "5%"});
        QVERIFY2(within.exitCode == 0, within.err);
        const double gap = within.json()["certificate"]["gap"].get<double>();
        QVERIFY2(gap <= 0.05, qPrintable(QString::number(gap)));
        QCOMPARE(plan("bert-huge-32", asked + QStringList{"--gap", "nothing"}).exitCode, 2);
        QCOMPARE(plan("bert-huge-32", asked + QStringList{"--seconds", "-1"}).exitCode, 2);
        const PgramRun ruled = plan("bert-huge-32", {"--rules", "galvatron-3", "--profile", "any", "--gap", "1%"});
        QVERIFY2(ruled.exitCode == 2 && ruled.err.contains("--gap: has no meaning under"), ruled.err);
        // Methods that end by themselves do so, unless the limit comes first.
        for (const char* method : {"robust", "dp+tp"}) {
            const QStringList limited{"--method",   method,  "--batch",        "16",
                                      "--schedule", "gpipe", "--microbatches", "4"};
            const PgramRun whole = plan("bert-huge-32", limited + QStringList{"--seconds", "10000"});
            QVERIFY2(whole.exitCode == 0, whole.err);
            const Json own = plan("bert-huge-32", limited + QStringList{"--seconds", "0"}).json();
            QCOMPARE(whole.json()["plan"]["layers"], own["plan"]["layers"]);
            QCOMPARE(whole.json()["certificate"]["status"], own["certificate"]["status"]);
        }
        const PgramRun robust = plan("bert-huge-32", {"--method", "robust", "--gap", "5%"});
        QVERIFY2(robust.exitCode == 2 && robust.err.contains("does not go on until it is stopped"), robust.err);
        const PgramRun even = plan("gpt2-small", {"--batch", "16", "--target", "deepspeed", "--gap", "5%"});
        QVERIFY2(even.exitCode == 2 && even.err.contains("plans of DeepSpeed does not go on until it is stopped"),
                 even.err);
    }

    /// Each command that searches ends at its limit, says so, and takes no lack of time for a lack of memory.
    void everySearchHasALimit()
    {
        const QStringList large{"--model", "gpt3-175b", "--cluster", "dgx-a100-3072",
                                "--batch", "3072",      "--seconds", "0.001"};
        for (const QStringList& command :
             {QStringList("plan"), QStringList("frontier"), QStringList("baselines"), QStringList("space"),
              QStringList("cost"), QStringList("learn"), QStringList{"sweep", "--axis", "nodes=1..4:2"}}) {
            const PgramRun run = pgramRun(command + large);
            QVERIFY2(run.exitCode == 130, command.join(' ').toUtf8() + run.err + run.out);
            QVERIFY2(
                run.err.endsWith("stopped at the limit of 0.001 s: no plan was found until then; --seconds 0.01 goes "
                                 "on longer, --seconds 0 to the end\n"),
                run.err);
            QVERIFY2(!run.out.contains("nothing fits") && !run.err.contains("nothing fits"), run.out);
            QVERIFY(pgramRun({command.front(), "--help"}).out.contains("(default: 60; 0 = no limit)"));
        }
    }

    /// An unset variable of a shell is not the default value.
    void emptyValuesAreRefused()
    {
        for (const char* option : {"--space", "--schedule", "--method", "--target", "--memory", "--document-tokens"}) {
            const PgramRun run = plan("gpt2-small", {"--batch", "16", option, ""});
            QVERIFY2(run.exitCode == 2 && run.err.contains(QByteArray(option) + ": is empty: give a value"), run.err);
        }
    }

    /// Interrupted before it has a plan: no file, and the same exit code.
    void interruptWithoutAPlanWritesNothing()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("best.json");
        const PgramRun run = pgramInterrupted({"plan", "--model", "gpt3-175b", "--cluster", "dgx-a100-3072", "--memory",
                                               "1GiB", "--batch", "64:1536:64", "--space", "all", "--any-divisor",
                                               "--threads", "1", "--out", file, "--json"},
                                              [](const QByteArray& shown) { return shown.contains(" tasks"); });
        QVERIFY2(run.exitCode == 130, run.err);
        QVERIFY(run.json()["plan"].is_null());
        QVERIFY(!QFile::exists(file));
    }

    /// Interrupted while it looks for what would make it fit.
    void interruptedOffers()
    {
        const PgramRun run = pgramInterrupted({"plan", "--model", "bert-base", "--cluster", "gb200-nvl72", "--batch",
                                               "16", "--microbatches", "1,4", "--method", "dp+tp", "--threads", "1",
                                               "--tries", "100000", "--json"},
                                              [](const QByteArray& shown) { return shown.contains(" tasks"); });
        QVERIFY2(run.exitCode == 130, run.err);
        QVERIFY2(run.err.contains("stopped; nothing fits as asked, and not all that may help was tried"), run.err);
        QVERIFY(run.json()["plan"].is_null());
        QVERIFY(!run.json()["what_fits"]["complete"].get<bool>());
    }
};

PGRAM_TEST(TestCliPlan)
#include "test_cli_plan.moc"
