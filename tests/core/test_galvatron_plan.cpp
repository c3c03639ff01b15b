// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Galvatron's plan files: there and back, and what they cannot say.
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/galvatron_config.h"
#include "core/exchange/galvatron_plan.h"
#include "core/frameworks/rows/rows.h"
#include "core/plan/plan_json.h"
#include "tests/core/data_sets.h"
#include "tests/core/sample_plan.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <functional>
#include <random>

using namespace pgram;
using namespace pgram::test;

Q_DECLARE_METATYPE(std::function<void(pgram::Plan&)>)

namespace {

const std::string planFile = "plan.json";

/// Eight counted layers on eight devices.
constexpr const char* planText = R"({"pp_deg": 2, "tp_sizes_enc": "4,4,2,2,1,1,2,4",
    "tp_consecutive_flags": "1,1,1,0,1,1,1,1", "dp_types_enc": "0,0,1,0,1,0,0,1", "use_sp": "0,1,0,0,0,0,1,0",
    "checkpoint": "1,1,0,0,0,0,0,1", "world_size": 8, "global_bsz": 32, "chunks": 4, "pp_division": "5,3",
    "pipeline_type": "gpipe", "default_dp_type": "zero2", "vtp": 2, "vsp": 1, "embed_sdp": 1})";

Plan samplePlanFromFile()
{
    return loaded(planFromGalvatron(planText, planFile, sampleModel(), sampleCluster())).plan;
}

/// What `written` says otherwise than `read`, key by key.
QString difference(const Json& read, const Json& written)
{
    for (const auto& [key, value] : read.items()) {
        if (!written.contains(key) || written[key] != value) {
            return QString::fromStdString(key + ": " + value.dump() + ", written " + written.value(key, Json()).dump());
        }
    }
    return {};
}

QString thereAndBack(const std::string& text, const Architecture& model, const Cluster& cluster)
{
    const Plan plan = loaded(planFromGalvatron(text, planFile, model, cluster)).plan;
    // By way of our own plan file too.
    const Plan again = loaded(planFromJson(planToJson(plan), planFile));
    return difference(Json::parse(text), Json::parse(planToGalvatron(again)));
}

/// A cluster of that many devices; nothing else of it matters here.
Cluster clusterOf(int devices)
{
    Cluster cluster = sampleCluster();
    cluster.devices = devices;
    cluster.links.back().span = devices;
    return cluster;
}

std::string csv(int count, const std::function<int()>& draw)
{
    std::string text;
    for (int i = 0; i < count; ++i) {
        text.append(i > 0 ? "," : "").append(std::to_string(draw()));
    }
    return text;
}

}  // namespace

class TestGalvatronPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryMember()
    {
        const Plan plan = samplePlanFromFile();
        QCOMPARE(plan.chunks, (std::vector<Chunk>{{0, 6}, {6, 4}}));
        QVERIFY((plan.schedule == Schedule{ScheduleKind::GPipe, 4, 1}));
        QCOMPARE(plan.training.globalBatch, std::int64_t{32});
        const LayerStrategy ends{.tensor = 2, .data = 2, .zero = 3, .sequence = SequenceParallel::Ulysses};
        QCOMPARE(plan.strategies.front(), ends);
        QCOMPARE(plan.strategies.back(), ends);
        QCOMPARE(
            plan.strategies[1],
            (LayerStrategy{.tensor = 4, .data = 1, .sequence = SequenceParallel::Megatron, .kept = {KeptPart::Input}}));
        QCOMPARE(plan.strategies[4], (LayerStrategy{.tensor = 2,
                                                    .data = 2,
                                                    .zero = 2,
                                                    .sequence = SequenceParallel::Megatron,
                                                    .placement = TensorPlacement::Strided}));
        QCOMPARE(plan.strategies[5], (LayerStrategy{.data = 4, .zero = 3}));
        QCOMPARE(plan.strategies[7].sequence, SequenceParallel::Ulysses);
    }

    void writesWhatItRead()
    {
        const QString changed = thereAndBack(planText, sampleModel(), sampleCluster());
        QVERIFY2(changed.isEmpty(), qPrintable(changed));
        const Json written = Json::parse(planToGalvatron(samplePlanFromFile()));
        QCOMPARE(written["vocab_sdp"].get<int>(), 1);
    }

    void anyPlanGoesThereAndBack()
    {
        std::mt19937 random(23);
        for (int round = 0; round < 500; ++round) {
            const int pipeline = 1 << random() % 4;
            const int group = 16 / pipeline;
            const auto degree = [&] {
                int split = 1;
                while (split < group && random() % 2 == 0) {
                    split *= 2;
                }
                return split;
            };
            const auto flag = [&] { return static_cast<int>(random() % 2); };
            std::vector<int> division(static_cast<std::size_t>(pipeline), 1);
            for (int left = 8 - pipeline; left > 0; --left) {
                ++division[random() % division.size()];
            }
            std::size_t at = 0;
            Json json{{"pp_deg", pipeline},
                      {"tp_sizes_enc", csv(8, degree)},
                      {"tp_consecutive_flags", csv(8, flag)},
                      {"dp_types_enc", csv(7, flag) + ",0"},
                      {"use_sp", csv(8, flag)},
                      {"checkpoint", csv(8, flag)},
                      {"world_size", 16},
                      {"global_bsz", 16 * (1 + random() % 64)},
                      {"chunks", 16},
                      {"pp_division", csv(pipeline, [&] { return division[at++]; })},
                      {"pipeline_type", flag() == 1 ? "gpipe" : "pipedream_flush"},
                      {"default_dp_type", flag() == 1 ? "ddp" : "zero2"},
                      {"vtp", degree()},
                      {"vsp", flag()},
                      {"embed_sdp", flag()}};
            const QString changed = thereAndBack(json.dump(), sampleModel(), clusterOf(16));
            QVERIFY2(changed.isEmpty(), qPrintable(changed + '\n' + json.dump(2).c_str()));
        }
    }

    void patchMergingGoesWithTheLayerBefore()
    {
        const Architecture model = loaded(shippedPresets().model("swin-huge-48"));
        std::string split = "1", flags = "0";
        for (int i = 1; i < 48; ++i) {
            split += i < 4 ? ",2" : ",1";
            flags += ",0";
        }
        const Json json{{"pp_deg", 2},      {"tp_sizes_enc", split}, {"dp_types_enc", flags},
                        {"global_bsz", 64}, {"pp_division", "4,44"}, {"default_dp_type", "ddp"},
                        {"chunks", 2}};
        const Plan plan = loaded(planFromGalvatron(json.dump(), planFile, model, clusterOf(8))).plan;
        // Patch embedding, 2 blocks, merging, 2 blocks, merging: the second stage begins with a block.
        QCOMPARE(plan.chunks.front().layerCount, 7);
        QCOMPARE(plan.strategies[6], plan.strategies[5]);
        QVERIFY(thereAndBack(json.dump(), model, clusterOf(8)).isEmpty());
        Plan other = plan;
        other.strategies[6] = other.strategies[7];
        QCOMPARE(beyond(galvatronTarget, other).size(), std::size_t{1});
        other = plan;
        other.chunks = chunksFromSizes({6, model.layerCount() - 6});
        QCOMPARE(beyond(galvatronTarget, other).size(), std::size_t{1});
    }

    void refusesWhatItCannotSay_data()
    {
        QTest::addColumn<std::function<void(Plan&)>>("change");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* says, const std::function<void(Plan&)>& change) {
            QTest::newRow(name) << change << says;
        };
        row("zero 1", "(layers 6–7)", [](Plan& plan) { plan.strategies[5].zero = plan.strategies[6].zero = 1; });
        row("hsdp", "HSDP, hybrid sharding: SDP inside, copies outside (layers 6)",
            [](Plan& plan) { plan.strategies[5].shard = 2; });
        row("context", "CP, context parallel: tokens divided, keys and values in a ring (layers 6)", [](Plan& plan) {
            plan.strategies[5].data = 2;
            plan.strategies[5].context = 2;
        });
        row("experts", "EP, expert parallel: experts spread over the data group (layers 6)",
            [](Plan& plan) { plan.strategies[5].expert = 2; });
        row("selective", "recomputation of attention alone (layers 6)",
            [](Plan& plan) { plan.strategies[5].kept.part = KeptPart::WithoutAttention; });
        row("middle", "ranks that do not follow each other (layers 4)",
            [](Plan& plan) { plan.strategies[3].placement = TensorPlacement::Middle; });
        row("two defaults", "ZeRO-2 beside DP", [](Plan& plan) { plan.strategies[6].zero = 0; });
        row("sequence parallel", "tensor parallelism without sequence parallelism (layers 4)",
            [](Plan& plan) { plan.strategies[3].sequence = SequenceParallel::None; });
        row("ends", "different strategies (layers 10)", [](Plan& plan) { plan.strategies[9].zero = 2; });
        row("ends recompute", "recomputation of embedding or head (layers 1)",
            [](Plan& plan) { plan.strategies[0].kept.part = KeptPart::Input; });
        row("ends strided", "ranks that do not follow each other (layers 1, 10)",
            [](Plan& plan) { plan.strategies[0].placement = plan.strategies[9].placement = TensorPlacement::Strided; });
        row("empty stage", "without transformer layers (stage 2)", [](Plan& plan) {
            plan.chunks = chunksFromSizes({9, 1});
        });
        row("activations", "kept activations wait in host memory (layers 4)",
            [](Plan& plan) { plan.strategies[3].kept.on = KeptOn::Host; });
        row("optimizer", "optimizer states in host memory, weights updated there (layers 5)",
            [](Plan& plan) { plan.strategies[4].offloadOptimizer = true; });
        row("schedule", "the schedule zb-h1", [](Plan& plan) { plan.schedule.kind = ScheduleKind::ZbH1; });
    }

    void refusesWhatItCannotSay()
    {
        QFETCH(std::function<void(Plan&)>, change);
        QFETCH(QString, says);
        Plan plan = samplePlanFromFile();
        // Which 2.4 makes groups of, and 3.0 does not.
        QCOMPARE(beyond(galvatronTarget, plan).size(), std::size_t{1});
        for (LayerStrategy& strategy : plan.strategies) {
            strategy.placement = TensorPlacement::Consecutive;
        }
        QVERIFY(beyond(galvatronTarget, plan).empty());
        change(plan);
        const auto refused = writeAs(galvatronFormat, plan);
        QVERIFY(!refused);
        QCOMPARE(beyond(galvatronTarget, plan).size(), std::size_t{1});
        const QString text = QString::fromStdString(refused.error().text());
        QVERIFY2(text.contains(says), qPrintable(text));
    }

    void refusesBrokenFiles_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::newRow("no number") << "/tp_sizes_enc"
                                   << R"("4,4,x,2,1,1,2,4")";
        QTest::newRow("trailing comma") << "/tp_sizes_enc"
                                        << R"("4,4,2,2,1,1,2,4,")";
        QTest::newRow("zero degree") << "/tp_sizes_enc"
                                     << R"("4,4,0,2,1,1,2,4")";
        QTest::newRow("odd degree") << "/tp_sizes_enc"
                                    << R"("4,4,3,2,1,1,2,4")";
        QTest::newRow("list") << "/tp_sizes_enc"
                              << "[4, 4]";
        QTest::newRow("flag") << "/checkpoint"
                              << R"("1,1,0,0,0,0,0,2")";
        QTest::newRow("division") << "/pp_division"
                                  << R"("5,4")";
        QTest::newRow("no stages") << "/pp_division"
                                   << R"("")";
        QTest::newRow("stages") << "/pp_deg"
                                << "3";
        QTest::newRow("devices") << "/world_size"
                                 << "16";
        QTest::newRow("type") << "/pipeline_type"
                              << R"("dapple")";
        QTest::newRow("vocabulary") << "/vtp"
                                    << "8";
        QTest::newRow("chunks") << "/chunks"
                                << "0";
    }

    void refusesBrokenFiles()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        Json json = Json::parse(planText);
        json[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
        const auto read = planFromGalvatron(json.dump(), planFile, sampleModel(), sampleCluster());
        QVERIFY(!read);
        const QString text = QString::fromStdString(read.error().text());
        const bool stages = pointer == "/pp_deg";
        QVERIFY2(text.startsWith("plan.json") && text.contains(stages ? "/pp_" : pointer), qPrintable(text));
        json.erase("tp_sizes_enc");
        QVERIFY(!planFromGalvatron(json.dump(), planFile, sampleModel(), sampleCluster()));
    }

    void refusesAnotherModel()
    {
        const auto read =
            planFromGalvatron(planText, planFile, loaded(shippedPresets().model("llama2-7b")), clusterOf(8));
        QVERIFY(!read);
        QCOMPARE(read.error().text(), std::string("plan.json at /tp_sizes_enc: has 8 layers, the model 32. "
                                                  "Give the model that the plan is for."));
    }

    void namesWhatItIgnores()
    {
        Json json = Json::parse(planText);
        json["cp_sizes_enc"] = "1,1,1,1,1,1,1,1";
        const auto read = loaded(planFromGalvatron(json.dump(), planFile, sampleModel(), sampleCluster()));
        QCOMPARE(read.unknown.size(), std::size_t{1});
        QCOMPARE(read.unknown.front().what, std::string("cp_sizes_enc"));
    }

    /// A name of no characters is a name: RFC 6901 points to it with a slash.
    void namesAnEmptyNameAmongWhatItIgnores()
    {
        Json json = Json::parse(planText);
        json[""] = 0;
        const auto read = loaded(planFromGalvatron(json.dump(), planFile, sampleModel(), sampleCluster()));
        QCOMPARE(read.unknown.size(), std::size_t{1});
        QVERIFY(read.unknown.front().what.empty());
    }

    /// Beside profiles lies the model's own configuration, and files whose members are thousands of words.
    void theConfigurationBesideProfilesIsReadFirst()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const auto write = [&](const char* name, const std::string& text) {
            return writeTextFile(path / name, text).has_value();
        };
        const Json other{{"num_hidden_layers", 2}, {"hidden_size", 8}};
        QVERIFY(write("a.json", other.dump()));
        QVERIFY(write("config.json", Json{{"num_hidden_layers", 24}, {"hidden_size", 1024}}.dump()));
        const auto counts = layerCountsBeside(path);
        QVERIFY(counts && *counts && (*counts)->layers == std::vector<int>{24});
        // One that is no configuration by its size alone is not read, whatever it says.
        QVERIFY(std::filesystem::remove(path / "config.json"));
        QVERIFY(layerCountsBeside(path)->has_value());
        QVERIFY(write("a.json", other.dump() + std::string(5 << 20, ' ')));
        const auto none = layerCountsBeside(path);
        QVERIFY(none && !*none);
    }

    /// Bytes changed at random: refused with a place, or read as a plan of sound structure.
    void changedBytes()
    {
        std::mt19937 random(29);
        for (int round = 0; round < 6000; ++round) {
            std::string text = planText;
            for (int change = 0; change < 1 + round % 3; ++change) {
                text[random() % text.size()] = static_cast<char>(32 + random() % 95);
            }
            const auto read = planFromGalvatron(text, planFile, sampleModel(), sampleCluster());
            QVERIFY(read ? checkStructure(read->plan).has_value() : !read.error().what.empty());
        }
    }

    /// The plans that the engine wrote.
    void plansOfThePeerGoThereAndBack()
    {
        int plans = 0;
        for (const auto& entry : std::filesystem::directory_iterator(dataFile("galvatron/cases"))) {
            const Json json = jsonOf(entry.path());
            const char* name = json["model"]["layers"] == 28 ? "qwen2.5-7b" : "llama2-7b";
            if (!json["peer"]["plan"].is_null()) {
                const Architecture model = loaded(shippedPresets().model(name));
                const QString changed = thereAndBack(json["peer"]["plan"].dump(), model, clusterOf(json["devices"]));
                QVERIFY2(changed.isEmpty(), qPrintable(changed));
                ++plans;
            }
        }
        for (const char* name : {"t5-3b", "swin-huge"}) {
            const bool swin = std::string_view(name) == "swin-huge";
            const Architecture model = loaded(shippedPresets().model(swin ? "swin-huge-48" : name));
            const std::filesystem::path profile = dataFile(std::string("galvatron/profiles/") + name);
            for (const auto& entry : std::filesystem::directory_iterator(profile)) {
                if (entry.path().filename().string().starts_with("galvatron_config_")) {
                    const QString changed = thereAndBack(loaded(readTextFile(entry.path())), model, clusterOf(8));
                    QVERIFY2(changed.isEmpty(), qPrintable(changed));
                    ++plans;
                }
            }
        }
        QVERIFY(plans >= 6);
    }
};

PGRAM_TEST(TestGalvatronPlan)
#include "test_galvatron_plan.moc"
