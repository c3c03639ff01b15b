// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The model, cluster and scenario formats: what they refuse and where they say it is, and that nothing is lost.
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"
#include "core/search/task/scenario.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <algorithm>

using namespace pgram;

namespace {

using Pointer = Json::json_pointer;

Json modelJson(const char* name)
{
    return toJson(loaded(shippedPresets().model(name)));
}

Json clusterJson(const char* name)
{
    return toJson(loaded(shippedPresets().cluster(name)));
}

Json changed(Json json, const char* pointer, const Json& value)
{
    json[Pointer(pointer)] = value;
    return json;
}

Json without(Json json, const char* parent, const char* key)
{
    json[Pointer(parent)].erase(key);
    return json;
}

/// "where: what" of the error that reading `json` gives.
QString modelError(const Json& json)
{
    const auto model = parseArchitecture(json.dump(), "m.json");
    return model ? "accepted"
                 : QString::fromStdString(model.error().where.english() + ": " + model.error().what.english());
}

QString clusterError(const Json& json)
{
    const auto cluster = parseCluster(json.dump(), "c.json");
    return cluster ? "accepted"
                   : QString::fromStdString(cluster.error().where.english() + ": " + cluster.error().what.english());
}

QString scenarioError(const Json& json)
{
    const auto scenario = parseScenario(json.dump(), "s.json", "/nowhere", shippedPresets());
    return scenario ? "accepted"
                    : QString::fromStdString(scenario.error().where.english() + ": " + scenario.error().what.english());
}

/// Pointers to all objects of `json`, itself included.
std::vector<std::string> objectsIn(const Json& json)
{
    std::vector<std::string> pointers;
    if (json.is_object()) {
        pointers.emplace_back();
    }
    const Json flat = json.flatten();
    for (const auto& [pointer, value] : flat.items()) {
        for (std::size_t end = pointer.find('/', 1); end != std::string::npos; end = pointer.find('/', end + 1)) {
            const std::string parent = pointer.substr(0, end);
            if (json.at(Pointer(parent)).is_object() && std::ranges::find(pointers, parent) == pointers.end()) {
                pointers.push_back(parent);
            }
        }
    }
    return pointers;
}

/// The first object of `json` that takes a member that nobody knows without a word; empty where there is none.
template <typename ErrorOf>
QString tolerant(const Json& json, const QString& where, const ErrorOf& errorOf)
{
    for (const std::string& pointer : objectsIn(json)) {
        const std::string member = pointer + "/no_such_member";
        const QString error = errorOf(changed(json, member.c_str(), 1));
        if (error != QString("%1 at %2: is not a known member").arg(where, member.c_str())) {
            return QString("%1: %2").arg(member.c_str(), error);
        }
    }
    return {};
}

}  // namespace

class TestJsonFormats : public QObject {
    Q_OBJECT

private slots:
    void modelsAreRefusedWithTheirPlace_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* what, const Json& json, const char* error) {
            QTest::newRow(what) << QString::fromStdString(json.dump()) << QString(error);
        };
        const Json bert = modelJson("bert-huge-32");
        const Json swin = modelJson("swin-t");
        const Json moe = modelJson("mixtral-8x7b");
        row("another format", changed(bert, "/format", "parallelogram-plan"),
            "m.json at /format: is 'parallelogram-plan', expected 'parallelogram-model'");
        row("no format", without(bert, "", "format"), "m.json: has no 'format': it is not a file of Parallelogram");
        row("a newer version", changed(bert, "/version", 7),
            "m.json at /version: is parallelogram-model version 7, newer than 1, the newest that this program reads");
        row("a wrong type", changed(bert, "/runs/1/hidden", "wide"),
            "m.json at /runs/1/hidden: is a string, expected a whole number from 1 to 262144");
        row("a negative size", changed(bert, "/runs/1/hidden", -1280),
            "m.json at /runs/1/hidden: is -1280, expected a whole number from 1 to 262144");
        row("an absurd size", changed(bert, "/runs/1/ffn", 1e18),
            "m.json at /runs/1/ffn: is 1e+18, expected a whole number from 0 to 1048576");
        row("half a layer", changed(bert, "/runs/1/count", 1.5),
            "m.json at /runs/1/count: is 1.5, expected a whole number from 1 to 4096");
        row("an unknown kind", changed(bert, "/runs/1/kind", "perceptron"),
            "m.json at /runs/1/kind: is 'perceptron', expected one of embedding, patch-embedding, encoder, decoder, "
            "cross-decoder, swin, patch-merging, conv-stem, convolution, up-convolution, basic-block, bottleneck, "
            "prediction, "
            "head, classifier");
        row("no heads", without(bert, "/runs/1", "heads"), "m.json at /runs/1: lacks 'heads'");
        row("no runs", changed(bert, "/runs", Json::array()),
            "m.json at /runs: have 0 layers in all, expected from 1 to 4096");
        row("runs are no array", changed(bert, "/runs", 3), "m.json at /runs: is a number, expected an array");
        row("a run is no object", changed(bert, "/runs/2", "head"),
            "m.json at /runs/2: is a string, expected an object");
        row("heads that do not divide", changed(bert, "/runs/1/heads", 12),
            "m.json at /runs/1/heads: is 12, which does not divide the width 1280");
        row("groups that do not divide", changed(bert, "/runs/1/kv_heads", 3),
            "m.json at /runs/1/kv_heads: is 3, which does not divide the 16 heads");
        row("widths that do not fit", changed(bert, "/runs/1/hidden", 1024),
            "m.json at /runs/1: reads a width of 1024, but the run before it writes 1280");
        row("a table that is not there", changed(bert, "/runs/2/vocabulary", 50257),
            "m.json at /runs/2/tied: asks for the table of an embedding of the same width and vocabulary, and there is "
            "none");
        row("two runs of one name", changed(bert, "/runs/1/name", "embedding"),
            "m.json at /runs/1/name: 'embedding' is the name of two runs");
        row("a window that is no square", changed(swin, "/runs/1/window", 50),
            "m.json at /runs/1/window: is 50, expected the tokens of a square window");
        row("more experts than there are", changed(moe, "/runs/1/top_k", 9),
            "m.json at /runs/1/top_k: is 9, expected from 1 to the 8 experts");
        row("not an object", Json::array(), "m.json: is an array, expected an object");
    }
    void modelsAreRefusedWithTheirPlace()
    {
        QFETCH(QString, json);
        QFETCH(QString, error);
        QCOMPARE(modelError(Json::parse(json.toStdString())), error);
    }

    void tooManyParametersAreRefused()
    {
        Json json = modelJson("gpt3-175b");
        json["runs"][1]["count"] = 2048;
        json["runs"][1]["ffn"] = 1 << 20;
        json["runs"][1]["experts"] = 1 << 14;
        json["runs"][1]["top_k"] = 1;
        QCOMPARE(modelError(json), QString("m.json at /runs: have 8.65e+17 parameters, at most 1e+15 are planned for"));
    }

    /// Two cards of 100 Gb/s for four devices: 6.25 GB/s each.
    void linksThatAreSharedAreDivided()
    {
        const Json two = clusterJson("a100-16");
        const Json shared = changed(changed(two, "/links/1/bytes_per_s", 25e9), "/links/1/shared_by", 4);
        const Cluster cluster = loaded(parseCluster(shared.dump(), "c.json"));
        QCOMPARE(cluster.links[1].bandwidth, 6.25e9);
        QCOMPARE(loaded(parseCluster(toJson(cluster).dump(), "again")).links[1].bandwidth, 6.25e9);
        QCOMPARE(clusterError(changed(two, "/links/1/shared_by", 0)),
                 QString("c.json at /links/1/shared_by: is 0, expected a whole number from 1 to 1048576"));
    }

    void constantsThatAreLeftOutAreGuessed()
    {
        for (const PresetEntry& entry : shippedPresets().entries(PresetKind::Cluster)) {
            const Cluster shipped = loaded(shippedPresets().cluster(entry.name));
            QVERIFY2(guessedConstants(shipped, false).empty(), entry.name.c_str());
            const std::vector<std::string> ofStates = guessedConstants(shipped, true);
            QVERIFY2(std::ranges::find(ofStates, "scan_efficiency") != ofStates.end(), entry.name.c_str());
        }
        const Json two = clusterJson("a100-16");
        const Json less =
            without(without(without(two, "", "reserve"), "/device", "launch_s"), "/links/0", "efficiency");
        const Cluster cluster = loaded(parseCluster(less.dump(), "c.json"));
        const std::vector<std::string> names{"launch_s", "efficiency of NVLink 3", "reserve"};
        QCOMPARE(guessedConstants(cluster, false), names);
        QCOMPARE(guessedConstants(loaded(parseCluster(toJson(cluster).dump(), "again")), false), names);
    }

    void clustersAreRefusedWithTheirPlace_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* what, const Json& json, const char* error) {
            QTest::newRow(what) << QString::fromStdString(json.dump()) << QString(error);
        };
        const Json two = clusterJson("a100-16");
        row("a newer version", changed(two, "/version", 2),
            "c.json at /version: is parallelogram-cluster version 2, newer than 1, the newest that this program reads");
        row("no devices", changed(two, "/devices", 0),
            "c.json at /devices: is 0, expected a whole number from 1 to 1048576");
        row("negative memory", changed(two, "/device/memory_bytes", -1),
            "c.json at /device/memory_bytes: is -1, expected a whole number from 1048576 to 17592186044416");
        row("no peak", without(two, "/device/peak_flop_per_s", "fp32"),
            "c.json at /device/peak_flop_per_s: lacks 'fp32'");
        row("members that lack", without(without(two, "/device", "peak_flop_per_s"), "/device", "memory_bytes_per_s"),
            "c.json: lacks 3 members: /device/peak_flop_per_s, /device/peak_flop_per_s/fp32, "
            "/device/memory_bytes_per_s");
        row("nearly all", Json{{"format", "parallelogram-cluster"}},
            "c.json: lacks 10 members: /version, /name, /devices, /device, /device/name, /device/memory_bytes, "
            "/device/peak_flop_per_s, /device/peak_flop_per_s/fp32, /device/memory_bytes_per_s, /links");
        row("another format", Json{{"name", "x"}}, "c.json: has no 'format': it is not a file of Parallelogram");
        row("a share above one", changed(two, "/links/0/efficiency/value", 1.2),
            "c.json at /links/0/efficiency/value: is 1.2, expected a number from 0.001 to 1");
        row("no provenance", without(two, "/overlap_slowdown", "provenance"),
            "c.json at /overlap_slowdown: lacks 'provenance'");
        row("a provenance of no kind", changed(two, "/reserve/provenance", "hearsay"),
            "c.json at /reserve/provenance: is 'hearsay', expected one of measured, fitted, guessed, yours, measured "
            "here");
        row("spans that do not nest", changed(two, "/links/0/span", 3),
            "c.json at /links/1/span: is 16, expected a multiple of 3, the span of the level inside");
        row("links that leave devices out", changed(two, "/devices", 32),
            "c.json at /links: must end with a level that spans all 32 devices");
        row("no links", changed(two, "/links", Json::array()),
            "c.json at /links: must end with a level that spans all 16 devices");
        row("a link at no speed", changed(two, "/links/1/bytes_per_s", 0),
            "c.json at /links/1/bytes_per_s: is 0, expected a number from 1 to 1000000000000000");
        row("a measured group too large", changed(clusterJson("rtx-titan-8"), "/measured/groups/0/size", 16),
            "c.json at /measured/groups/0/size: is 16, expected a whole number from 2 to 8");
        const Json measured = clusterJson("dgx-h100");
        row("a norm below a sum", changed(measured, "/device/products/bf16/norm", 0.5),
            "c.json at /device/products/bf16/norm: is 0.5, expected a number from 1 to 20");
        row("a cast at no speed", changed(measured, "/device/products/fp8/cast_share", 0),
            "c.json at /device/products/fp8/cast_share: is 0, expected a number from 0.001 to 2");
        row("products of half a form", without(measured, "/device/products/fp8", "start_s"),
            "c.json at /device/products/fp8: lacks 'start_s'");
        row("products of no provenance", without(measured, "/device/products", "provenance"),
            "c.json at /device/products: lacks 'provenance'");
        row("products without multiprocessors", without(measured, "/device", "multiprocessors"),
            "c.json at /device/products: needs the number of multiprocessors, to which tiles are dealt");
        row("experts' products of no rate", changed(measured, "/device/grouped_products/bf16/rate_share", 0),
            "c.json at /device/grouped_products/bf16/rate_share: is 0, expected a number from 0.001 to 1");
        row("a dispatch without a start", without(measured, "/links/0/collectives/dispatch", "start_s"),
            "c.json at /links/0/collectives/dispatch: lacks 'start_s'");
        row("a combine at no rate", changed(measured, "/links/0/collectives/combine/rate", 0),
            "c.json at /links/0/collectives/combine/rate: is 0, expected a number from 0.001 to 4");
        row("attention without heads", changed(measured, "/device/attention/bf16/heads", Json::array()),
            "c.json at /device/attention/bf16/heads: names no width");
        row("heads that do not rise", changed(measured, "/device/attention/bf16/heads/1/head_dim", 64),
            "c.json at /device/attention/bf16/heads/1/head_dim: is not larger than the one before it");
        const Json fallback = {{"head_dim", 128}, {"rate_share", 0.5}, {"fallback", true}};
        row("attention of a fallback alone", changed(measured, "/device/attention/bf16/heads", Json::array({fallback})),
            "c.json at /device/attention/bf16/heads: names no width");
        row("attention of no queries", changed(measured, "/device/attention/bf16/tile_queries", 0),
            "c.json at /device/attention/bf16/tile_queries: is 0, expected a number from 1 to 10000");
        row("a collective at no rate", changed(measured, "/links/0/collectives/all-reduce/rate", 0),
            "c.json at /links/0/collectives/all-reduce/rate: is 0, expected a number from 0.001 to 4");
        row("a collective that loses all", changed(measured, "/links/0/collectives/all-to-all/rate_loss", 2),
            "c.json at /links/0/collectives/all-to-all/rate_loss: is 2, expected a number from 0 to 1.9");
    }
    void clustersAreRefusedWithTheirPlace()
    {
        QFETCH(QString, json);
        QFETCH(QString, error);
        QCOMPARE(clusterError(Json::parse(json.toStdString())), error);
    }

    /// Names come from folders and files, whose names are any bytes.
    void namesThatAreNoTextAreWritten()
    {
        const QTemporaryDir folder;
        const auto at = [&](const char* name) { return std::filesystem::path(folder.filePath(name).toStdString()); };
        Architecture model = loaded(shippedPresets().model("bert-huge-32"));
        Cluster cluster = loaded(shippedPresets().cluster("rtx-titan-8"));
        Scenario scenario = loaded(loadScenario(shippedPresets(), defaultScenario));
        model.name = cluster.name = scenario.title = "b\xffz";
        QVERIFY(saveArchitecture(model, at("m.json")).has_value());
        QVERIFY(saveCluster(cluster, at("c.json")).has_value());
        QVERIFY(saveScenario(scenario, at("s.json")).has_value());
        QCOMPARE(loaded(loadArchitecture(at("m.json"))).name, std::string("b\xef\xbf\xbdz"));
        QCOMPARE(loaded(loadCluster(at("c.json"))).name, std::string("b\xef\xbf\xbdz"));
    }

    void scenariosAreRefusedWithTheirPlace_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("error");
        QTest::newRow("model") << "/model"
                               << "\"bert-hug-32\""
                               << "s.json at /model: there is no model 'bert-hug-32'";
        QTest::newRow("cluster") << "/cluster"
                                 << "\"titan\""
                                 << "s.json at /cluster: there is no cluster 'titan'";
        QTest::newRow("model file")
            << "/model"
            << "\"mine.json\""
            << "s.json at /model: the file /nowhere/mine.json: cannot be read: No such file or directory";
        QTest::newRow("space") << "/space"
                               << "\"dp,xp\""
                               << "s.json at /space: unknown dimension 'xp'";
        QTest::newRow("batch") << "/batches"
                               << "[8,0]"
                               << "s.json at /batches: has an element that is not a whole number from 1 to 16777216";
        QTest::newRow("precision") << "/training/precision"
                                   << "\"fp64\""
                                   << "s.json at /training/precision: is 'fp64', expected one of fp32, tf32, fp16, "
                                      "bf16, fp8, fp8_block, mxfp8, fp4";
        QTest::newRow("gradients") << "/training/gradient_bytes"
                                   << "3"
                                   << "s.json at /training/gradient_bytes: is 3, expected 2 or 4";
        QTest::newRow("budget") << "/memory_budget_bytes"
                                << "-1"
                                << "s.json at /memory_budget_bytes: is -1, expected a whole number from 0 to "
                                   "17592186044416";
    }
    void scenariosAreRefusedWithTheirPlace()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, error);
        const Json json = toJson(loaded(loadScenario(shippedPresets(), defaultScenario)));
        const Json value2 = Json::parse(value.toStdString());
        QCOMPARE(scenarioError(changed(json, qPrintable(pointer), value2)), error);
    }

    void methodsAndSchedulesOfAScenarioAreChecked()
    {
        const Json json = toJson(loaded(loadScenario(shippedPresets(), defaultScenario)));
        QVERIFY(scenarioError(changed(json, "/method", "magic")).startsWith("s.json at /method: "));
        QVERIFY(scenarioError(changed(json, "/schedule", "2f2b")).startsWith("s.json at /schedule: "));
    }

    void switchesOfTheSpaceComeBack()
    {
        Scenario scenario = loaded(loadScenario(shippedPresets(), defaultScenario));
        QVERIFY(!toJson(scenario).contains("mixed") && !toJson(scenario).contains("any_divisor"));
        scenario.request.space.takeaway3 = false;
        scenario.request.space.anyDivisor = true;
        scenario.request.microbatches = {8};
        scenario.request.pipelines = {2, 4};
        scenario.request.fit = FitRule::Runs;
        const auto again = parseScenario(toJson(scenario).dump(), "s.json", "/nowhere", shippedPresets());
        QVERIFY(again && again->request == scenario.request);
        // Alone it brings its model and cluster along.
        scenario.request.model.runs[1].count += 3;
        scenario.request.cluster.device.memory *= 2;
        const Json alone = toJson(scenario.request);
        JsonObject object(alone, "request");
        const auto whole = requestFromJson(object);
        QVERIFY2(whole.has_value(), whole ? "" : whole.error().text().c_str());
        QVERIFY(*whole == scenario.request);
    }

    void vocabulariesArePaddedAndComeBack()
    {
        Json json = modelJson("gpt3-175b");
        Architecture model = loaded(parseArchitecture(json.dump(), "m.json"));
        QCOMPARE(model.runs.front().vocabulary, 50304);
        QCOMPARE(model.runs.front().publishedVocabulary, 50257);
        for (const int multiple : {1, 2, 64, 100, 1024, 4096}) {
            json["runs"][0]["vocabulary_multiple"] = json["runs"][2]["vocabulary_multiple"] = multiple;
            model = loaded(parseArchitecture(json.dump(), "m.json"));
            QCOMPARE(model.runs.front().vocabulary, (50257 + multiple - 1) / multiple * multiple);
            QVERIFY(loaded(parseArchitecture(toJson(model).dump(), "m.json")) == model);
        }
        json["runs"][0]["vocabulary"] = json["runs"][2]["vocabulary"] = 51200;
        json["runs"][0]["vocabulary_multiple"] = json["runs"][2]["vocabulary_multiple"] = 128;
        QCOMPARE(loaded(parseArchitecture(json.dump(), "m.json")).runs.front().publishedVocabulary, 0);
    }

    void membersThatNobodyKnowsAreRefused()
    {
        for (const PresetEntry& entry : shippedPresets().models()) {
            QCOMPARE(tolerant(modelJson(entry.name.c_str()), "m.json", modelError), QString());
        }
        for (const PresetEntry& entry : shippedPresets().clusters()) {
            QCOMPARE(tolerant(clusterJson(entry.name.c_str()), "c.json", clusterError), QString());
        }
        for (const PresetEntry& entry : shippedPresets().entries(PresetKind::Scenario)) {
            const Json json = toJson(loaded(loadScenario(shippedPresets(), entry.name)));
            QCOMPARE(tolerant(json, "s.json", scenarioError), QString());
        }
        // A misspelt constant would be its default otherwise.
        const Json misspelt = changed(without(clusterJson("dgx-h100-64"), "/device", "gemm_efficiency"),
                                      "/device/gemm_eficiency", Json{{"value", 0.5}});
        const std::string todo = parseCluster(misspelt.dump(), "c.json").error().todo.english();
        QVERIFY2(todo.starts_with("Nearest are gemm_efficiency"), todo.c_str());
        QCOMPARE(modelError(changed(modelJson("bert-huge-32"), "/$schema", "../schemas/model.json")),
                 QString("accepted"));
    }

    void unknownMembersAreCollected()
    {
        Json json = modelJson("bert-huge-32");
        json["colour"] = "blue";
        json["runs"][1]["a/b"] = {1, 2};
        UnknownKeys unknown;
        JsonObject object(json, "m.json");
        QVERIFY(architectureFromJson(object, &unknown).has_value());
        QCOMPARE(unknown, (UnknownKeys{{"/colour", "\"blue\""}, {"/runs/1/a~1b", "[1,2]"}}));

        Json cluster = clusterJson("rtx-titan-8");
        cluster["device"]["peak_flop_per_s"]["fp2"] = 1;
        cluster["measured"]["groups"][1]["when"] = 2022;
        cluster["reserve"]["note"] = nullptr;
        unknown.clear();
        JsonObject clusterObject(cluster, "c.json");
        QVERIFY(clusterFromJson(clusterObject, &unknown).has_value());
        QCOMPARE(unknown, (UnknownKeys{{"/device/peak_flop_per_s/fp2", "1"},
                                       {"/measured/groups/1/when", "2022"},
                                       {"/reserve/note", "null"}}));
    }

    void aModelInsideAFileKeepsThePointer()
    {
        Json plan = Json::object();
        plan["model"] = changed(modelJson("bert-huge-32"), "/runs/1/ffn", -1);
        JsonObject object(plan, "p.json");
        JsonObject member = object.object("model");
        const auto model = architectureFromJson(member);
        QVERIFY(!model.has_value());
        QCOMPARE(model.error().where.english(), std::string("p.json at /model/runs/1/ffn"));
    }
};

PGRAM_TEST(TestJsonFormats)
#include "test_json_formats.moc"
