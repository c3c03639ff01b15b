// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Number formats of training: their rows, which devices have them, and what their products cost.
#include "core/cluster/cluster_json.h"
#include "core/cluster/stage_clusters.h"
#include "core/cost/operator_time.h"
#include "core/model/training_json.h"
#include "core/plan/estimate.h"
#include "core/search/search.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/small_request.h"
#include "tests/pgram_test.h"

#include <set>

using namespace pgram;
using namespace pgram::test;

namespace {

Cluster clusterNamed(const char* name)
{
    return loaded(shippedPresets().cluster(name));
}

std::string narrowOn(const char* cluster)
{
    std::string names;
    for (const PrecisionRow& row : precisions()) {
        if (row.isNarrow() && checkPrecision(clusterNamed(cluster), row.precision)) {
            names += names.empty() ? row.name : std::string(" ") + row.name;
        }
    }
    return names;
}

std::string refusalOf(const Cluster& cluster, Precision precision)
{
    const Result<void> checked = checkPrecision(cluster, precision);
    return checked ? std::string() : checked.error().text();
}

}  // namespace

class TestPrecision : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A file's name reads back as the row that wrote it, and no two rows have one name or title.
    void rowsRoundTrip()
    {
        std::set<std::string> names;
        std::set<std::string> titles;
        for (const PrecisionRow& row : precisions()) {
            Training training;
            training.precision = row.precision;
            const Json json = toJson(training);
            JsonObject object(json, "t.json");
            QCOMPARE(static_cast<int>(trainingFromJson(object).precision), static_cast<int>(row.precision));
            QVERIFY(names.insert(row.name).second && titles.insert(row.title.english).second);
            QCOMPARE(precisionRow(row.precision).name, row.name);
            QCOMPARE(row.isNarrow(), !row.devices.empty());
        }
        QCOMPARE(names.size(), std::size_t{8});
    }

    /// Costs do not depend on where the weights decay: files may say AdamW.
    void adamWIsAdam()
    {
        for (const auto& [name, optimizer] :
             {std::pair("adamw", Optimizer::Adam), std::pair("adamw-8bit", Optimizer::Adam8)}) {
            const Json json{{"optimizer", name}};
            JsonObject object(json, "t.json");
            const Training training = trainingFromJson(object);
            QVERIFY(!object.error());
            QCOMPARE(static_cast<int>(training.optimizer), static_cast<int>(optimizer));
        }
    }

    /// Bytes of an element with its part of a scale, as Transformer Engine's get_scale_shape has them.
    void bytesByHand()
    {
        const auto bytes = [](Precision precision) {
            return std::pair(precisionRow(precision).inputBytes(), precisionRow(precision).weightBytes());
        };
        QCOMPARE(bytes(Precision::Bf16), std::pair(2.0, 2.0));
        QCOMPARE(bytes(Precision::Fp8), std::pair(1.0, 1.0));
        QCOMPARE(bytes(Precision::Fp8Block), std::pair(1 + 4.0 / 128, 1 + 4.0 / 16384));
        QCOMPARE(bytes(Precision::MxFp8), std::pair(1 + 1.0 / 32, 1 + 1.0 / 32));
        QCOMPARE(bytes(Precision::Fp4), std::pair(0.5 + 1.0 / 16, 0.5 + 1.0 / 16));
    }

    void devices()
    {
        QCOMPARE(narrowOn("a100-8"), std::string());
        QCOMPARE(narrowOn("rtx-4090-8"), std::string("fp8"));
        QCOMPARE(narrowOn("mi300x-8"), std::string("fp8"));
        QCOMPARE(narrowOn("dgx-h100"), std::string("fp8 fp8_block"));
        QCOMPARE(narrowOn("h100-8-h200-8"), std::string("fp8 fp8_block"));
        for (const char* blackwell : {"hgx-b200", "dgx-b300", "gb200-nvl72", "gb300-nvl72"}) {
            QCOMPARE(narrowOn(blackwell), std::string("fp8 fp8_block mxfp8 fp4"));
        }
    }

    /// What, where and what to do, of the kind of device that lacks it. A plan that is there is read and costed.
    void refusals()
    {
        Cluster mixed = clusterNamed("hgx-b200");
        Device hopper = clusterNamed("dgx-h100").device;
        mixed.kinds = {{"new", 4, {}, {}}, {"old", 4, hopper, {}}};
        const std::string said = "precision: " + hopper.name +
                                 " does not compute in MXFP8. Train in fp32, tf32, fp16, bf16, fp8, fp8_block, or on "
                                 "Blackwell or newer.";
        QCOMPARE(refusalOf(mixed, Precision::MxFp8), said);
        QCOMPARE(refusalOf(mixed, Precision::Fp8Block), std::string());
        const StageClusters halves(mixed, 2);
        QVERIFY(halves.of(0).has(Precision::MxFp8) && !halves.of(1).has(Precision::MxFp8));
        const StageClusters both(mixed, 1);
        QVERIFY(!both.of(0).has(Precision::MxFp8) && both.of(0).has(Precision::Fp8Block));

        SearchRequest request = smallRequest(4, 2);
        request.training.precision = Precision::Fp8;
        const auto searched = search(request);
        QVERIFY(!searched);
        QVERIFY(searched.error().where == std::string_view("precision"));
        request.training.precision = Precision::Bf16;
        Plan plan = *loaded(search(request)).plan;
        plan.training.precision = Precision::Fp8;
        const Estimate figures = estimate(plan);
        QVERIFY(!figures.legal && figures.stepTime > 0);
        QCOMPARE(figures.issues.front().code, std::string("precision"));
    }

    void blockFormatsRoundTrip()
    {
        Cluster cluster = clusterNamed("hgx-b200");
        Json json = toJson(cluster);
        QCOMPARE(loaded(parseCluster(json.dump(), "c.json")), cluster);
        json["device"]["block_formats"]["names"].push_back("bf16");
        QCOMPARE(
            parseCluster(json.dump(), "c.json").error().text(),
            std::string("c.json at /device/block_formats/names: has 'bf16', which is not a format with a scale for "
                        "each block."));
        json["device"]["block_formats"]["names"] = Json::array();
        QCOMPARE(parseCluster(json.dump(), "c.json").error().text(),
                 std::string("c.json at /device/block_formats/names: is empty."));
    }

    /// A product of 8192 on a side takes its type's constants, MXFP8 those of one scale a tensor; fewer bits are never
    /// slower.
    void products()
    {
        const Device device = clusterNamed("hgx-b200").device;
        Operator op;
        op.kind = Operator::Kind::Gemm;
        op.quantised = true;
        op.rows = op.inner = op.columns = 8192;
        op.flops = 2.0 * 8192 * 8192 * 8192;
        const auto seconds = [&](Precision precision) {
            Training training;
            training.precision = precision;
            return productSeconds(op, Pass::Forward, device, training);
        };
        const ProductShape shape{8192, 8192, 8192};
        const auto measured = [&](ProductType type, FlopRate peak, double share, double bytes) {
            return productTime(device, *device.products->of(type), shape, peak, share, bytes);
        };
        QCOMPARE(seconds(Precision::Fp8Block),
                 measured(ProductType::Fp8Block, device.peakFp8, device.fp8Efficiency.value, 1));
        QCOMPARE(seconds(Precision::MxFp8), seconds(Precision::Fp8));
        QCOMPARE(seconds(Precision::Fp4),
                 measured(ProductType::Fp4, device.peakFp4, device.fp4Efficiency.value, 0.5625));
        QVERIFY(seconds(Precision::Fp4) < seconds(Precision::MxFp8));
        QVERIFY(seconds(Precision::Fp8) < seconds(Precision::Bf16));
        QVERIFY(seconds(Precision::MxFp8) < seconds(Precision::Bf16));
        QVERIFY(seconds(Precision::Bf16) < seconds(Precision::Fp32));
    }
};

PGRAM_TEST(TestPrecision)
#include "test_precision.moc"
