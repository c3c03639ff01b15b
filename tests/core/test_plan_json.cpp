// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plan file: what is written is read back bit for bit, what we do not know is kept, and what is broken is refused
// with its place. Every truncation and thousands of mutations of a good file neither crash nor slip through.
#include "core/base/json.h"
#include "core/plan/estimate.h"
#include "core/plan/plan_json.h"
#include "tests/core/sample_plan.h"
#include "tests/pgram_test.h"

#include <QRegularExpression>
#include <QTemporaryDir>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

using namespace pgram;
using namespace pgram::test;

namespace {

constexpr const char* sampleFile = "sample.pgplan.json";

Json sampleJson()
{
    return Json::parse(planToJson(samplePlan()));
}

Result<Plan> read(const Json& json)
{
    return planFromJson(json.dump(), sampleFile);
}

/// Returns true if the values have the same bits.
bool bitEqual(double left, double right)
{
    return std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}

QString errorOf(const Result<Plan>& plan)
{
    return plan ? QString("it was read") : QString::fromStdString(plan.error().text());
}

}  // namespace

class TestPlanJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roundTripIsExact()
    {
        const Plan plan = samplePlan();
        const Result<Plan> again = planFromJson(planToJson(plan), sampleFile);
        QVERIFY2(again.has_value(), qPrintable(errorOf(again)));
        QCOMPARE(again->strategies, plan.strategies);
        QVERIFY(*again == plan);
        QCOMPARE(planToJson(*again), planToJson(plan));
    }

    void randomDoublesSurviveBitForBit()
    {
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> exponent(0, 15);
        for (int i = 0; i < 2000; ++i) {
            Plan plan = samplePlan();
            plan.cluster.device.memoryBandwidth = std::pow(10.0, exponent(random));
            plan.cluster.links[0].bandwidth = std::pow(10.0, exponent(random));
            plan.cluster.device.launchSeconds.value = 1e-6 / (1 + exponent(random));
            const Result<Plan> again = planFromJson(planToJson(plan), sampleFile);
            QVERIFY2(again.has_value(), qPrintable(errorOf(again)));
            QVERIFY(bitEqual(again->cluster.device.memoryBandwidth, plan.cluster.device.memoryBandwidth));
            QVERIFY(bitEqual(again->cluster.links[0].bandwidth, plan.cluster.links[0].bandwidth));
            QVERIFY(bitEqual(again->cluster.device.launchSeconds.value, plan.cluster.device.launchSeconds.value));
        }
    }

    void strategiesAreRunLength()
    {
        const Json json = sampleJson();
        QCOMPARE(json["strategies"].size(), std::size_t{5});
        QCOMPARE(json["strategies"][1]["first_layer"].get<int>(), 2);
        QCOMPARE(json["strategies"][1]["layer_count"].get<int>(), 3);
        QCOMPARE(json["strategies"][1]["zero"].get<int>(), 3);
    }

    void hybridShardingSurvives()
    {
        Plan plan = samplePlan();
        plan.strategies[0] = {.data = 4, .zero = 3, .shard = 2, .shardPlacement = ShardPlacement::Outer};
        const Result<Plan> again = planFromJson(planToJson(plan), sampleFile);
        QVERIFY2(again.has_value(), qPrintable(errorOf(again)));
        QVERIFY(again->strategies[0] == plan.strategies[0]);
    }

    void unknownKeysSurvive()
    {
        Json json = sampleJson();
        json["notes"] = {{"by", "a teacher"}, {"list", {1, 2.5, nullptr}}};
        json["model"]["licence"] = "apache-2.0";
        json["model"]["runs"][1]["colour"] = "blue";
        json["cluster"]["device"]["price/hour"] = 1.25;
        json["training"]["learning~rate"] = 1e-4;
        json["schedule"]["hint"] = true;
        json["stages"][1]["host"] = "b";
        json["strategies"][3]["why"] = "by hand";
        json["provenance"]["git"] = "abc";
        json[""] = "a name of no characters";
        json["cluster"]["device"][""] = {{"", 1}};
        const Result<Plan> plan = read(json);
        QVERIFY2(plan.has_value(), qPrintable(errorOf(plan)));
        QCOMPARE(plan->unknown.size(), std::size_t{11});
        const Json again = Json::parse(planToJson(*plan));
        QVERIFY(nlohmann::json(again) == nlohmann::json(json));
    }

    void unknownKeysOfJoinedRunsMoveAlong()
    {
        Json json = sampleJson();
        Json& runs = json["strategies"];
        Json second = runs[0];
        runs[0]["layer_count"] = 1;
        second["first_layer"] = 1;
        second["layer_count"] = 1;
        second["why"] = "split by hand";
        runs.insert(runs.begin() + 1, second);
        runs[2]["why"] = "sharded";
        const Result<Plan> plan = read(json);
        QVERIFY2(plan.has_value(), qPrintable(errorOf(plan)));
        const Json again = Json::parse(planToJson(*plan));
        QCOMPARE(again["strategies"].size(), std::size_t{5});
        QCOMPARE(again["strategies"][0].value("why", ""), std::string("split by hand"));
        QCOMPARE(again["strategies"][1].value("why", ""), std::string("sharded"));
    }

    void unknownKeysGoWithTheirPlace()
    {
        Json json = sampleJson();
        json["stages"][1]["host"] = "b";
        Plan plan = read(json).value();
        plan.chunks = chunksFromSizes({10});
        plan.strategies.assign(10, {.data = 8});
        const Json again = Json::parse(planToJson(plan));
        QCOMPARE(again["stages"].size(), std::size_t{1});
        QVERIFY(!again["stages"][0].contains("host"));
    }

    void refused_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* pointer, const char* value, const char* message) {
            QTest::newRow(name) << pointer << value << message;
        };
        row("another format", "/format", "\"galvatron\"", "sample.pgplan.json at /format: is 'galvatron'");
        row("newer", "/version", "7", "sample.pgplan.json at /version: is parallelogram-plan version 7");
        row("version zero", "/version", "0", "/version: is 0");
        row("name a number", "/name", "3", "/name: is a number, expected a string");
        row("model a list", "/model", "[]", "/model: is an array, expected an object");
        row("negative width", "/model/runs/1/hidden", "-4", "/model/runs/1/hidden: is -4");
        row("absurd layers", "/model/runs/1/count", "1000000000", "/model/runs/1/count: is 1000000000");
        row("fraction", "/cluster/devices", "7.5", "/cluster/devices: is 7.5");
        row("negative memory", "/cluster/device/memory_bytes", "-1", "/cluster/device/memory_bytes: is -1");
        row("huge memory", "/cluster/device/memory_bytes", "1e300", "/cluster/device/memory_bytes: is 1e+300");
        row("batch", "/training/global_batch", "0", "/training/global_batch: is 0");
        row("precision", "/training/precision", "\"fp12\"", "/training/precision: is 'fp12', expected one of fp32");
        row("budget", "/memory_budget_bytes", "-8", "/memory_budget_bytes: is -8");
        row("schedule", "/schedule/kind", "\"2f2b\"", "/schedule/kind: is '2f2b', expected one of 1f1b");
        row("micro-batches", "/schedule/microbatches", "\"4\"", "/schedule/microbatches: is a string");
        row("rank order", "/rank_order", "\"data,tensor\"", "/rank_order: is 'data,tensor'");
        row("gap", "/stages/1/first_layer", "7", "/stages/1/first_layer: is 7, expected 6");
        row("too long", "/stages/1/layer_count", "5", "/stages/1/layer_count: is 5, the model has 10 layers");
        row("too short", "/stages/1/layer_count", "3", "/stages: cover 9 of the model's 10 layers");
        row("no stages", "/stages", "[]", "/stages: cover 0 of the model's 10 layers");
        row("stage a number", "/stages/0", "6", "/stages/0: is a number, expected an object");
        row("tensor", "/strategies/2/tensor", "-2", "/strategies/2/tensor: is -2");
        row("zero", "/strategies/2/zero", "4", "/strategies/2/zero: is 4");
        row("recompute", "/strategies/1/recompute", "\"some\"", "/strategies/1/recompute: is 'some'");
        row("offload", "/strategies/1/offload", "\"disk\"", "/strategies/1/offload: is 'disk'");
        row("product", "/strategies/0/tensor", "1048576", "/strategies/0: has degrees that multiply to 4194304");
        row("shard", "/strategies/0/shard", "3", "/strategies/0/shard: is 3, which does not divide 'data', 4");
        row("created", "/provenance/created", "{}", "/provenance/created: is an object, expected a string");
    }

    void refused()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, message);
        Json json = sampleJson();
        json[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
        const Result<Plan> plan = read(json);
        QVERIFY(!plan.has_value());
        QVERIFY2(errorOf(plan).contains(message), qPrintable(errorOf(plan)));
        QCOMPARE(plan.error().kind, ErrorKind::BadInput);
    }

    void lackingMembersAreNamed()
    {
        Json other = sampleJson();
        other.erase("format");
        QVERIFY2(errorOf(read(other)).contains("has no 'format': it is not a file of Parallelogram"),
                 qPrintable(errorOf(read(other))));
        for (const char* key : {"version", "model", "cluster", "training", "schedule", "stages", "strategies"}) {
            Json json = sampleJson();
            json.erase(key);
            const Result<Plan> plan = read(json);
            // An object that lacks is told with the members that it must have.
            const QRegularExpression named(QString("lacks ('%1'|\\d+ members: /%1(,|$))").arg(key));
            QVERIFY2(errorOf(plan).contains(named), qPrintable(errorOf(plan)));
        }
    }

    void everyTruncationIsRefusedWithItsPlace()
    {
        const std::string text = planToJson(samplePlan());
        for (std::size_t size = 0; size + 2 < text.size(); ++size) {
            const Result<Plan> plan = planFromJson(std::string_view(text).substr(0, size), sampleFile);
            QVERIFY2(!plan.has_value(), qPrintable(QString::number(size)));
            QVERIFY2(plan.error().where.english().starts_with(sampleFile), qPrintable(errorOf(plan)));
            QVERIFY2(size == 0 || plan.error().what.english().find("line ") != std::string::npos,
                     qPrintable(errorOf(plan)));
        }
    }

    void mutationsNeverCrash()
    {
        const std::string text = planToJson(samplePlan());
        std::mt19937 random(11);
        std::uniform_int_distribution<std::size_t> anywhere(0, text.size() - 1);
        std::uniform_int_distribution<int> anyByte(0, 255);
        constexpr std::string_view telling = "0123456789-.eE\"{}[],:tfn \\";
        int accepted = 0;
        for (int i = 0; i < 20000; ++i) {
            std::string mutated = text;
            for (int edits = 1 + i % 3; edits > 0; --edits) {
                const auto byte = static_cast<std::size_t>(anyByte(random));
                mutated[anywhere(random)] = i % 2 == 0 ? telling[byte % telling.size()] : static_cast<char>(byte);
            }
            const Result<Plan> plan = planFromJson(mutated, sampleFile);
            if (!plan) {
                QVERIFY2(plan.error().where.english().starts_with(sampleFile), qPrintable(errorOf(plan)));
                QVERIFY(!plan.error().what.empty());
                continue;
            }
            ++accepted;
            const Result<Plan> again = planFromJson(planToJson(*plan), sampleFile);
            QVERIFY2(again.has_value(), qPrintable(errorOf(again)));
            QVERIFY(*again == *plan);
            QVERIFY(estimate(*plan).stages.size() == plan->chunks.size());
        }
        QVERIFY(accepted > 100);
    }

    void mutatedValuesNeverCrash()
    {
        const Json original = sampleJson();
        const nlohmann::ordered_json flat = original.flatten();
        std::mt19937 random(5);
        const std::vector<std::string> values{"0",     "-1",       "1",     "2",       "3",    "8",    "1e18",
                                              "-1e18", "0.5",      "null",  "true",    "\"\"", "[]",   "{}",
                                              "64",    "4096",     "1e308", "1048576", "[[]]", "[{}]", "\"full\"",
                                              "[1]",   "16777216", "7",     "1e-9",    "5",    "16"};
        for (const auto& [pointer, value] : flat.items()) {
            for (const std::string& other : values) {
                Json json = original;
                json[Json::json_pointer(pointer)] = Json::parse(other);
                const Result<Plan> plan = read(json);
                if (!plan) {
                    QVERIFY2(plan.error().where.english().starts_with(sampleFile), qPrintable(errorOf(plan)));
                    continue;
                }
                const Estimate figures = estimate(*plan);
                QVERIFY(figures.stages.size() == plan->chunks.size());
                QVERIFY(read(Json::parse(planToJson(*plan))).value() == *plan);
            }
        }
    }

    void savedAtomicallyAndLoaded()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.pgplan.json").toStdString();
        QVERIFY(savePlan(samplePlan(), path).has_value());
        const Result<Plan> plan = loadPlan(path);
        QVERIFY2(plan.has_value(), qPrintable(errorOf(plan)));
        QVERIFY(*plan == samplePlan());
        const Result<Plan> folderAsFile = loadPlan(folder.path().toStdString());
        QVERIFY2(errorOf(folderAsFile).contains("is a directory"), qPrintable(errorOf(folderAsFile)));
        QVERIFY(errorOf(loadPlan(path / "b")).contains("cannot be read"));
    }

    void estimateOfAReloadedPlanIsEqual()
    {
        const Plan plan = samplePlan();
        const Estimate before = estimate(plan);
        const Estimate after = estimate(planFromJson(planToJson(plan), sampleFile).value());
        QVERIFY(bitEqual(after.stepTime, before.stepTime));
        QVERIFY(bitEqual(after.paperStepTime, before.paperStepTime));
        QVERIFY(bitEqual(after.exposedCommunication, before.exposedCommunication));
        QCOMPARE(after.peakMemory, before.peakMemory);
        QVERIFY(before.fits && before.legal);
    }
};

PGRAM_TEST(TestPlanJson)
#include "test_plan_json.moc"
