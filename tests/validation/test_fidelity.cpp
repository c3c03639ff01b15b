// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measurements: how they are read, turned into plans and held against predictions.
#include "core/fidelity/record.h"
#include "core/fidelity/row_model.h"
#include "core/model/layer_role.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "validation/measurements/anchoring.h"
#include "validation/measurements/calibration.h"

#include <algorithm>
#include <cmath>

using namespace pgram;

namespace {

/// GPT-3.6B on 64 A100, two tensor ranks, two stages.
Measurement goodRow()
{
    Measurement row;
    row.id = "row-1";
    row.suite = "suite";
    row.framework = "Megatron-DeepSpeed";
    row.model = "GPT-3.6B";
    row.layers = 30;
    row.hidden = 3072;
    row.heads = row.kvHeads = 32;
    row.ffn = 12288;
    row.vocabulary = 50257;
    row.activation = "gelu";
    row.tied = true;
    row.gpu = "A100-SXM4-80GB";
    row.devices = 64;
    row.devicesPerNode = 8;
    row.networkBytes = 12.5e9;
    row.tensor = 2;
    row.pipeline = 2;
    row.data = 16;
    row.sequence = 2048;
    row.microBatch = 4;
    row.globalBatch = 512;
    row.recompute = "full";
    row.precision = "fp16";
    row.stepTime = 4.0;
    return row;
}

DeviceCatalogue catalogue()
{
    Result<DeviceCatalogue> devices = DeviceCatalogue::load(shippedPresets());
    if (!devices) {
        qFatal("%s", devices.error().text().c_str());
    }
    return *devices;
}

}  // namespace

class TestFidelity : public QObject {
    Q_OBJECT

private slots:
    void errorsOfFourRows()
    {
        const std::vector<double> errors = {0.1, -0.3, 0.2, -0.2};
        const ErrorStatistics statistics = errorStatistics(errors);
        QCOMPARE(statistics.n, 4);
        QCOMPARE(statistics.mape, 0.2);
        QCOMPARE(statistics.median, 0.2);
        QCOMPARE(statistics.p90, 0.27);  // 0.7 of the way from 0.2 to 0.3
        QCOMPARE(statistics.bias, -0.05);
        QCOMPARE(errorStatistics({}).n, 0);
    }

    void rankCorrelation()
    {
        const std::vector<double> up = {1, 2, 3, 4, 5};
        const std::vector<double> down = {9, 7, 5, 3, 1};
        QCOMPARE(*spearman(up, up), 1.0);
        QCOMPARE(*spearman(up, down), -1.0);
        // One swap of neighbours among five: 1 - 6·2/(5·24).
        QCOMPARE(*spearman(up, std::vector<double>{1, 3, 2, 4, 5}), 0.9);
        // A tie takes the mean rank: ranks 0, 1.5, 1.5, 3 against 0, 1, 2, 3 give 4.5/sqrt(5·4.5).
        QCOMPARE(*spearman(std::vector<double>{1, 2, 2, 3}, std::vector<double>{1, 2, 3, 4}), 4.5 / std::sqrt(22.5));
        QVERIFY(!spearman(up, std::vector<double>{1, 1, 1, 1, 1}));
        QVERIFY(!spearman(std::vector<double>{1}, std::vector<double>{1}));
    }

    /// A suite that is twice as slow as predicted is corrected by any of its runs; one of unlike errors is not. Three
    /// runs are too few.
    void oneRunCorrectsTheOthers()
    {
        std::vector<RowResult> rows;
        const auto add = [&rows](const std::string& suite, double measured) {
            RowResult row;
            row.suite = suite;
            row.predictedStep = 1;
            row.measuredStep = measured;
            rows.push_back(row);
        };
        for (int i = 0; i < 4; ++i) {
            add("slow", 2);
        }
        for (int i = 0; i < 3; ++i) {
            add("few", 3);
        }
        const Anchoring same = anchoring(rows);
        QCOMPARE(same.suites, 1);
        QCOMPARE(same.asPredicted, 0.5);
        QCOMPARE(same.byOne, 0.0);
        QCOMPARE(same.byRoot, 1 - std::sqrt(0.5));
        QCOMPARE(same.byMedian, 0.0);
        rows.clear();
        for (const double measured : {0.8, 0.8, 1.25, 1.25}) {
            add("unlike", measured);
        }
        const Anchoring unlike = anchoring(rows);
        QCOMPARE(unlike.asPredicted, (0.25 + 0.2) / 2);
        // One of three others is alike, two are 1.25/0.8 too slow or 0.8/1.25 too fast.
        QCOMPARE(unlike.byOne, (2.0 / 3) * ((1.25 / 0.8 - 1) + (1 - 0.8 / 1.25)) / 2);
    }

    void blocksSpreadOverStages()
    {
        QCOMPARE(blocksPerStage(32, 4), (std::vector<int>{8, 8, 8, 8}));
        // 126 layers of Llama 3.1 405B on 16 stages: one fewer at either end.
        const std::vector<int> llama = blocksPerStage(126, 16);
        QCOMPARE(llama.front(), 7);
        QCOMPARE(llama[1], 8);
        QCOMPARE(llama.back(), 7);
        QCOMPARE(blocksPerStage(10, 4), (std::vector<int>{2, 3, 3, 2}));
    }

    void aRowBecomesItsPlan()
    {
        const Translation translation = planOf(goodRow(), catalogue());
        QVERIFY2(translation.plan, translation.skippedBecause.english().c_str());
        const Plan& plan = *translation.plan;
        QCOMPARE(plan.cluster.devices, 64);
        QCOMPARE(plan.cluster.links.size(), std::size_t{2});
        QCOMPARE(plan.cluster.links.front().span, 8);
        QCOMPARE(plan.cluster.links.back().bandwidth, 12.5e9);
        QCOMPARE(plan.model.layerCount(), 32);
        QCOMPARE(plan.model.runs.front().vocabulary, std::int64_t{50432});  // the next multiple of 128·2
        QCOMPARE(plan.schedule.microbatches, 8);                            // 512/(4·16)
        QCOMPARE(plan.pipeline(), 2);
        QCOMPARE(plan.chunks.front().layerCount, 16);
        QCOMPARE(plan.strategies[1].kept.part, KeptPart::Input);
        QCOMPARE(plan.strategies.front().kept.part, KeptPart::All);
        QCOMPARE(plan.training.gradientBytes, 2);
        QVERIFY(!plan.training.framework.overlapGradients);
        QVERIFY(translation.assumptions.empty());
    }

    void whatCannotBeExpressedSaysWhy_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("why");
        QTest::newRow("dimensions") << "dimensions"
                                    << "model dimensions not published";
        QTest::newRow("experts") << "experts"
                                 << "model dimensions not published";
        QTest::newRow("device") << "device"
                                << "no preset of the device Etched";
        QTest::newRow("degrees") << "degrees"
                                 << "device count or parallel degrees not published";
        QTest::newRow("micro-batch") << "micro-batch"
                                     << "micro-batch not published";
        QTest::newRow("batch") << "batch"
                               << "the batch does not divide into the micro-batches given";
        QTest::newRow("precision") << "precision"
                                   << "precision int8 is not modelled";
        QTest::newRow("recompute") << "recompute"
                                   << "recomputation 'by hand' is not modelled";
        QTest::newRow("schedule") << "schedule"
                                  << "schedule 'by hand' is not modelled";
        QTest::newRow("latent") << "latent"
                                << "multi-latent attention whose ranks are not published";
        QTest::newRow("groups") << "groups"
                                << "degrees multiply to 16, the stage has 32 devices";
    }

    void whatCannotBeExpressedSaysWhy()
    {
        QFETCH(QString, what);
        QFETCH(QString, why);
        Measurement row = goodRow();
        row.hidden = what == "dimensions" ? 0 : row.hidden;
        row.isMoe = what == "experts";
        row.gpu = what == "device" ? "Etched" : row.gpu;
        row.data = what == "degrees" ? 0 : what == "groups" ? 8 : row.data;
        row.microBatch = what == "micro-batch" ? 0 : what == "batch" ? 3 : row.microBatch;
        row.precision = what == "precision" ? "int8" : row.precision;
        row.recompute = what == "recompute" ? "by hand" : row.recompute;
        row.schedule = what == "schedule" ? "by hand" : row.schedule;
        row.latentAttention = what == "latent";
        const Translation translation = planOf(row, catalogue());
        QVERIFY(!translation.plan);
        QCOMPARE(QString::fromStdString(translation.skippedBecause.english()), why);
    }

    void whatIsMissingAndAssumedIsListed()
    {
        Measurement row = goodRow();
        row.recompute.clear();
        row.networkBytes = 0;
        const Translation translation = planOf(row, catalogue());
        QVERIFY(translation.plan);
        QCOMPARE(translation.assumptions.size(), std::size_t{2});
    }

    /// A run that names a shipped model and not its dimensions: they come from the preset, and that is said.
    void namedModelsComeFromPresets()
    {
        Measurement row = goodRow();
        row.model = "Qwen3-30B-A3B";
        row.layers = row.hidden = row.heads = row.kvHeads = row.ffn = row.vocabulary = 0;
        row.isMoe = true;
        row.expert = 16;
        const Translation translation = planOf(row, catalogue());
        QVERIFY2(translation.plan, translation.skippedBecause.english().c_str());
        const LayerSpec& block = translation.plan->model.runs[1];
        QCOMPARE(block.experts, std::int64_t{128});
        QCOMPARE(block.hidden, std::int64_t{2048});
        QCOMPARE(translation.plan->strategies[1].expert, 16);
        QCOMPARE(translation.plan->strategies.front().expert, 1);
        QCOMPARE(translation.assumptions.front().english(),
                 std::string("model dimensions not published: taken from the preset qwen3-30b-a3b"));
    }

    /// Four of DeepSeek-V3's 61 blocks: one dense, three with experts; with the source's FLOP of a token, the module
    /// that predicts one token more, when they count it (260 GFLOP) and not when they do not (250 GFLOP).
    void cutAndExtendedModels()
    {
        Measurement row = goodRow();
        row.model = "DeepSeek-V3 cut to 4 layers";
        row.hidden = 0;
        row.layers = 4;
        row.isMoe = true;
        const Translation cut = planOf(row, catalogue());
        QVERIFY2(cut.plan, cut.skippedBecause.english().c_str());
        QCOMPARE(blockCount(cut.plan->model), 4);
        QCOMPARE(cut.plan->model.runs[1].count, 1);
        QCOMPARE(cut.plan->model.runs[2].count, 3);

        row.model = "DeepSeek-V3";
        row.layers = 0;
        row.sequence = 4096;
        row.flopsPerToken = 1088e12 / 4357;
        QCOMPARE(blockCount(planOf(row, catalogue()).plan->model), 61);
        row.flopsPerToken = 1635e12 / 6288;
        const Translation longer = planOf(row, catalogue());
        QCOMPARE(blockCount(longer.plan->model), 61);
        QCOMPARE(longer.plan->model.runs.back().predictions, 1);
        QCOMPARE(longer.assumptions.size(), std::size_t{2});  // the dimensions, and the module
    }

    /// A pipeline's schedule that is neither 1F1B nor interleaved has a name; its chunks follow from that.
    void namedSchedules()
    {
        Measurement row = goodRow();
        row.schedule = "dualpipe-v";
        const Translation translation = planOf(row, catalogue());
        QVERIFY2(translation.plan, translation.skippedBecause.english().c_str());
        QCOMPARE(translation.plan->schedule.kind, ScheduleKind::DualPipeV);
        QCOMPARE(translation.plan->schedule.microbatches, 8);
        QCOMPARE(translation.plan->chunks.size(), std::size_t{4});
    }

    /// "Every other block" where a run says that some blocks recompute and not which.
    void someBlocksRecompute()
    {
        Measurement row = goodRow();
        row.recompute = "selective-block";
        const Translation translation = planOf(row, catalogue());
        QVERIFY2(translation.plan, translation.skippedBecause.english().c_str());
        const auto full = std::ranges::count_if(translation.plan->strategies,
                                                [](const LayerStrategy& s) { return s.kept.recomputesAll(); });
        QCOMPARE(full, std::ptrdiff_t{15});
        QCOMPARE(translation.assumptions.size(), std::size_t{1});
    }

    /// 64 of a rack's 72 devices are one NVLink domain, though the source counts nodes of four.
    void racksAreOneDomain()
    {
        Measurement row = goodRow();
        row.gpu = "GB200";
        row.devicesPerNode = 4;
        const Translation translation = planOf(row, catalogue());
        QVERIFY2(translation.plan, translation.skippedBecause.english().c_str());
        QCOMPARE(translation.plan->cluster.links.size(), std::size_t{1});
        QCOMPARE(translation.plan->cluster.links.front().span, 64);
    }

    /// What may be offloaded is not known: the run is neither called out of memory nor given a figure.
    void offloadedRunsAreNotJudged()
    {
        Measurement row = goodRow();
        row.recompute = "none";
        row.microBatch = 32;  // far more than a device holds
        QVERIFY(predict(row, catalogue()).predictedOutOfMemory);
        row.mayOffload = true;
        const RowResult result = predict(row, catalogue());
        QVERIFY(!result.predictedOutOfMemory);
        QVERIFY(!result.predictedGib);
        QVERIFY(result.predictedStep);
    }

    void frameworksOfOneNameByReleaseAndDevice()
    {
        Measurement row = goodRow();
        row.framework = "Megatron-Bridge/NeMo";
        row.gpu = "GB200";
        row.release = "26.04.01";
        const DeviceCatalogue devices = catalogue();
        QCOMPARE(familyOf(devices.frameworks(), row).name, std::string("nemo"));
        row.release = "26.06";
        QCOMPARE(familyOf(devices.frameworks(), row).name, std::string("nemo-fused-dispatch"));
        row.release = "25.09";
        row.gpu = "H100-SXM5-80GB";
        QVERIFY(familyOf(devices.frameworks(), row).rest.fusedDispatch);
    }

    void skippedRowsAreCounted()
    {
        Measurement unknown = goodRow();
        unknown.gpu = "Etched";
        const Validation validation = validate({goodRow(), unknown}, catalogue());
        QCOMPARE(validation.time.overall.errors.n, 1);
        QCOMPARE(validation.time.overall.skipped, 1);
        QCOMPARE(validation.skipped.at(Text("no preset of the device Etched")), 1);
        QCOMPARE(validation.memory.suites.size(), std::size_t{0});
    }

    void aFileIsRead()
    {
        const auto rows = parseMeasurements(R"({"rows": [{"id": "a", "suite": "s", "model": {"name": "m", "hidden": 8,
            "moe": {"experts": 4, "topk": 2, "moe_ffn": 16}}, "hardware": {"gpu": "g", "inter_node_gbps_per_gpu": 200},
            "parallel": {"tp": 2, "fsdp": 8}, "batch": {"seq_len": 4}, "flash_attention": "auto",
            "measured": {"peak_mem_gib": 3.5}, "derived": {"step_time_s": 2}, "flags": ["x"]}]})",
                                            "here");
        QVERIFY(rows);
        const Measurement& row = rows->front();
        QCOMPARE(row.experts, std::int64_t{4});
        QCOMPARE(row.networkBytes, 25e9);
        QCOMPARE(row.sharding, std::string("8"));
        QCOMPARE(*row.stepTime, 2.0);
        QCOMPARE(*row.peakGib, 3.5);
        QVERIFY(row.flashAttention);
        QCOMPARE(row.layers, std::int64_t{0});

        const auto broken = parseMeasurements(R"({"rows": [{"id": 1}]})", "here");
        QVERIFY(!broken);
        QCOMPARE(broken.error().where.english(), std::string("here at /rows/0/id"));
    }

    /// Step times made by the model itself with another constant: the fit finds that constant.
    void calibrationFindsAKnownConstant()
    {
        DeviceCatalogue truth = catalogue();
        Cluster cluster = *truth.preset("dgx-a100-64");
        cluster.device.gemmEfficiency.value = 0.55;
        truth.replace("dgx-a100-64", cluster);
        std::vector<Measurement> rows;
        for (const int microBatch : {1, 2, 4, 8}) {
            Measurement row = goodRow();
            row.microBatch = microBatch;
            row.stepTime = predict(row, truth).predictedStep;
            rows.push_back(row);
        }
        const auto calibration =
            calibrate(rows, catalogue(), "dgx-a100-64", {"gemm_efficiency"}, false, std::stop_token());
        QVERIFY(calibration);
        QCOMPARE(calibration->constants.size(), std::size_t{1});
        QVERIFY(std::abs(calibration->constants.front().after - 0.55) < 0.005);
        QVERIFY(calibration->after.mape < calibration->before.mape);
        QVERIFY(calibration->constants.front().spread.has_value());
        QVERIFY(!calibrate({}, catalogue(), "dgx-a100-64", {}, false, std::stop_token()));
    }

    /// As many constants as runs fit these exactly, which says nothing of how well the constants are known.
    void fewRunsHaveNoSpread()
    {
        const std::vector<Measurement> rows(2, goodRow());
        const std::vector<std::string> two{"gemm_efficiency", "memory_efficiency"};
        const std::vector<std::string> three{"gemm_efficiency", "memory_efficiency", "launch_s"};
        for (const std::vector<std::string>& names : {two, three}) {
            const auto fit = calibrate(rows, catalogue(), "dgx-a100-64", names, false, std::stop_token());
            QVERIFY(fit);
            QCOMPARE(fit->constants.size(), names.size());
            for (const FittedConstant& constant : fit->constants) {
                QVERIFY(!constant.spread);
            }
        }
    }

    void stoppedFitIsAnError()
    {
        std::stop_source source;
        source.request_stop();
        const auto fit =
            calibrate({goodRow()}, catalogue(), "dgx-a100-64", {"gemm_efficiency"}, false, source.get_token());
        QVERIFY(!fit);
        QCOMPARE(fit.error().what.english(), std::string("stopped"));
    }

    /// The published runs of the shipped record: errors that a change must not make worse.
    void publishedRuns()
    {
        const auto rows = loadMeasurements(recordFile(shippedPresets()));
        QVERIFY(rows);
        const Validation validation = validate(*rows, catalogue());
        QVERIFY(validation.time.overall.errors.n > 1200);
        QCOMPARE(validation.rows.size(), rows->size());
        keepWithin(validation.time, {{"llm-foundry-mpt", 0.10},
                                     {"vtrain-single", 0.12},
                                     {"vtrain-multi", 0.125},
                                     {"bloom-prequel", 0.10},
                                     {"torchtitan", 0.10},
                                     {"nemo-h100-fp8", 0.08},
                                     {"megatron-bridge", 0.08},
                                     {"simumax-b200", 0.08}});
        keepWithin(validation.memory, {{"simumax-a100pcie", 0.01},
                                       {"simumax-b200", 0.01},
                                       {"simumax-b200-moe", 0.01},
                                       {"megatron-ci", 0.02},
                                       {"megatron-ci-toy", 0.06},
                                       {"paddlenlp", 0.03},
                                       {"torchtitan", 0.09},
                                       {"nanotron", 0.08},
                                       {"bloom-prequel", 0.08}});
        // Two ended out of memory. A run like the other one, of 1.5 % fewer parameters (13312 wide, 94 layers), fitted
        // with 67 of 80 GB, and the published figures do not tell why this one did not.
        QVERIFY(validation.outOfMemoryFlagged >= 1);
        QVERIFY(validation.falselyOutOfMemory == 0);
    }

private:
    static void keepWithin(const Side& side, const std::map<std::string, double>& limits)
    {
        for (const SuiteResult& suite : side.suites) {
            const auto limit = limits.find(suite.suite);
            QVERIFY2(limit == limits.end() || suite.errors.mape <= limit->second, suite.suite.c_str());
        }
    }

    /// A machine that does other things at the same time gets more.
};

PGRAM_TEST(TestFidelity)
#include "test_fidelity.moc"
