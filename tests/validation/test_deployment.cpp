// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Serving: bytes of formats against published model sizes, what a step reads and computes by hand, what pruning gains
// and what it does not, degrees, and the bands that the screen shows.
#include "core/presets/preset_store.h"
#include "core/serving/deployment.h"
#include "tests/core/data_sets.h"
#include "tests/core/near.h"
#include "tests/pgram_test.h"
#include "validation/systems/case_file.h"

#include <algorithm>
#include <cmath>

using namespace pgram;
using test::near;

namespace {

const PresetStore& store()
{
    static const PresetStore presets(presetsFolder());
    return presets;
}

WeightFormat format(const char* name)
{
    return *parseWeightFormat(name, "--weights");
}

ServedModel served(const char* name)
{
    return *servedModel(*store().model(name));
}

DeploymentQuestion question(const char* model, const char* cluster, std::initializer_list<const char*> formats)
{
    DeploymentQuestion asked;
    asked.model = *store().model(model);
    asked.cluster = *store().cluster(cluster);
    for (const char* name : formats) {
        asked.formats.push_back(format(name));
    }
    return asked;
}

Server a100(const char* model, const char* weights)
{
    Server server;
    server.model = served(model);
    server.format = format(weights);
    server.memory = 2.039e12;
    server.peak16 = 312e12;
    return server;
}

}  // namespace

class TestDeployment : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bytesOfAWeight()
    {
        QCOMPARE(storedBytes(format("bf16")), 2.0);
        QCOMPARE(storedBytes(format("fp8")), 1.0);
        QCOMPARE(storedBytes(format("int4:32")), 0.625);
        QCOMPARE(storedBytes(format("int4:64-2:4")), 0.40625);
        QCOMPARE(storedBytes(format("bf16-2:4")), 1.125);  // 1.78 times smaller
        QVERIFY(near(storedBytes(format("bf16-unstructured:0.7")), 0.725));
        QCOMPARE(readBytes(format("bf16-unstructured:0.7")), 2.0);
        QCOMPARE(storedBytes(format("int8-unstructured:0.1")), 1.0);  // a bitmap takes more than is gone
        QVERIFY(near(storedBytes(format("int8-structured:0.3")), 0.7));
        for (const char* name :
             {"bf16", "fp8", "int8", "int4:128", "int4:64-2:4", "bf16-structured:0.3", "int8-unstructured:0.75"}) {
            QCOMPARE(nameOf(format(name)), std::string(name));
        }
        for (const char* wrong :
             {"", "int3", "int4:", "int4:0", "bf16:2", "bf16-", "bf16-1:2", "bf16-structured", "bf16-structured:1",
              "bf16-structured:-0.1", "bf16-structured:nan", "int4:64-2:4-2:4"}) {
            QVERIFY2(!parseWeightFormat(wrong, "--weights"), wrong);
        }
    }

    /// Sizes as torchao and gpt-fast report them.
    void weightsThatAreRead()
    {
        const ServedModel llama = served("llama2-7b");
        QCOMPARE(llama.body(), 6476005376.0);
        QCOMPARE(llama.head, 131072000.0);
        const ServedModel llama3 = served("llama3-8b");
        QVERIFY(near((llama3.body() + llama3.head) * storedBytes(format("int4:64-2:4")), 3.05e9, 5e-4));
        QCOMPARE(llama.cacheElements(1), 2.0 * 32 * 4096);
        QCOMPARE(llama3.cacheElements(10), 2.0 * 32 * 1024 * 10);
        QCOMPARE(llama3.cacheElements(10, 16), 2.0 * 32 * 128 * 10);  // 8 heads: no further
        QVERIFY(near(llama.promptAttentionFlops(2048), 2.0 * 32 * 2048 * 2048 * 4096));
    }

    void expertsAndLatentCaches()
    {
        const ServedModel mixtral = served("mixtral-8x7b");
        QVERIFY(near(mixtral.readBody(1), mixtral.activeBody()));  // two of eight experts
        QVERIFY(mixtral.readBody(8) > 2 * mixtral.readBody(1));
        QVERIFY(near(mixtral.readBody(1000), mixtral.body(), 1e-6));
        const ServedModel deepseek = served("deepseek-v3");
        QCOMPARE(deepseek.cacheElements(1), 61.0 * 576);
        QCOMPARE(deepseek.cacheElements(1, 8), 61.0 * 576);                  // each device has all of it
        QVERIFY(near(deepseek.activeBody() + deepseek.head, 36.6e9, 0.01));  // 37 B, embedding aside
        Architecture windowed = *store().model("llama2-7b");
        windowed.runs[1].window = 1024;
        QCOMPARE(servedModel(windowed)->cacheElements(4096), served("llama2-7b").cacheElements(1024));
    }

    void whatGeneratesNothingIsRefused()
    {
        for (const char* name : {"bert-large", "t5-large", "vit-huge-32", "resnet-50"}) {
            if (const auto model = store().model(name)) {
                QVERIFY(!servedModel(*model));
            }
        }
        QVERIFY(!servedModel(*store().model("bert-large")));
    }

    /// Worked by hand.
    void aStepAndAPrompt()
    {
        const Server server = a100("llama2-7b", "bf16");
        const ServingTime step = decodeTime(server, 1, 205);
        const double weights = 2 * 6607077376.0;
        const double cache = 2 * 2.0 * 32 * 4096 * 205;
        QVERIFY(near(step.bandwidth, (weights + cache) / (0.819 * 2.039e12)));
        QVERIFY(near(step.total(), step.bandwidth + 32 * 51.9e-6));
        QCOMPARE(step.bound(), ServingBound::Reading);
        QCOMPARE(decodeTime(server, 4096, 1).bound(), ServingBound::Compute);
        const ServingTime prompt = promptTime(server, 1, 2048);
        QVERIFY(near(prompt.compute, (2 * 6476005376.0 * 2048 + 2.0 * 32 * 2048 * 2048 * 4096) / (0.668 * 312e12)));
        QVERIFY(near(prompt.total(), prompt.compute + 32 * 169e-6));
        Server two = server;
        two.tensor = 2;
        const ServingTime shared = decodeTime(two, 1, 205);
        QVERIFY(near(shared.bandwidth, step.bandwidth / 2));
        QVERIFY(near(shared.exchange, 2 * 32 * 1.0 * 4096 * 2 / 274e9));
        QVERIFY(near(shared.latency, 32 * (51.9e-6 + 2 * 3.82e-6)));
    }

    void whatPruningGains()
    {
        const Server dense = a100("llama2-7b", "bf16");
        const auto ratio = [&dense](const char* weights, double batch) {
            return tokenSeconds(dense, batch, 512) / tokenSeconds(a100("llama2-7b", weights), batch, 512);
        };
        QVERIFY(ratio("bf16-structured:0.3", 1) > 1.3 && ratio("bf16-structured:0.3", 1) < 1 / 0.7);
        QCOMPARE(ratio("bf16-unstructured:0.7", 1), 1.0);
        QVERIFY(ratio("bf16-2:4", 1) > 1.5 && ratio("bf16-2:4", 1) < 1.78);
        QVERIFY(ratio("bf16-2:4", 4096) < 1.11);
        QVERIFY(ratio("int8", 1) > 1.4 && ratio("int4:32", 1) > ratio("int8", 1));
        // Where products bound, weights that are expanded gain nothing.
        const auto prompt = [](const char* weights) { return promptSeconds(a100("llama2-7b", weights), 1, 2048); };
        QCOMPARE(prompt("int4:32"), prompt("bf16"));
        QCOMPARE(prompt("bf16-unstructured:0.7"), prompt("bf16"));
        Server eight = a100("llama2-7b", "fp8");
        QVERIFY(near(promptTime(eight, 1, 2048).compute, promptTime(dense, 1, 2048).compute));  // no 8-bit unit
        eight.peak8 = 2 * eight.peak16;
        QVERIFY(promptTime(eight, 1, 2048).compute < promptTime(dense, 1, 2048).compute);
    }

    /// Stages shorten nothing of one token; with as many sequences as stages they multiply the throughput.
    void stages()
    {
        const Server one = a100("llama2-7b", "bf16");
        Server four = one;
        four.pipeline = 4;
        QVERIFY(tokenSeconds(four, 1, 512) >= tokenSeconds(one, 1, 512));
        const double gain = (4 / tokenSeconds(four, 4, 512)) / (1 / tokenSeconds(one, 1, 512));
        QVERIFY(gain > 3.9 && gain <= 4);
        QVERIFY(servedTokenSeconds(one, 8, 512, 64, 544) > tokenSeconds(one, 8, 544));
        QVERIFY(staticThroughput(one, 8, 512, 64, 544) < 8 / tokenSeconds(one, 8, 544));
    }

    void degreesThatFit()
    {
        const DeploymentQuestion asked = question("llama2-70b", "dgx-a100", {"bf16", "int4:128"});
        const auto answers = deploy(asked);
        QVERIFY(answers.has_value());
        const Deployment* bf16 = answers->at(0).best();
        const Deployment* int4 = answers->at(1).best();
        QVERIFY(bf16 != nullptr && int4 != nullptr);
        QCOMPARE(bf16->devices(), 2);  // 138 GB
        QCOMPARE(bf16->tensor, 2);
        QCOMPARE(int4->devices(), 1);
        QCOMPARE(int4->copies, 8);
        for (const Deployment& row : answers->at(0).degrees) {
            QVERIFY(row.devices() <= 8);
            QCOMPARE(row.memory.fits(), row.devices() >= 2);
            QCOMPARE(row.memory.mostSequences() >= asked.batch, row.memory.fits());
            // The fullest device holds its share, and little more.
            QVERIFY(row.memory.weights * row.devices() >= 2 * 6.89e10);
            QVERIFY(row.memory.weights * row.devices() <= 2 * 6.89e10 * 1.05);
        }
    }

    void wrongDegreesAreRefused()
    {
        DeploymentQuestion asked = question("llama2-7b", "dgx-a100", {"bf16"});
        asked.tensor = 3;
        QVERIFY(deploy(asked).error().text().find("32 heads") != std::string::npos);
        asked.tensor = 4;
        asked.pipeline = 4;
        QVERIFY(deploy(asked).error().text().find("16 devices") != std::string::npos);
        asked.tensor = 0;
        asked.pipeline = 33;
        QVERIFY(deploy(asked).error().text().find("33 stages") != std::string::npos);
    }

    void theRoof()
    {
        const DeploymentQuestion asked = question("llama2-7b", "dgx-a100", {"bf16"});
        const auto answers = deploy(asked);
        const Deployment* row = answers->at(0).best();
        const std::vector<RooflinePoint> points = rooflineOf(asked, *row);
        QVERIFY(points.size() > 5);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const RooflinePoint& point = points[i];
            QVERIFY(point.reached < asked.cluster.device.peakBf16);
            QVERIFY(point.reached < point.intensity * asked.cluster.device.memoryBandwidth);
            if (i > 1) {
                QVERIFY(point.intensity > points[i - 1].intensity);
                QVERIFY(point.throughput > points[i - 1].throughput);
            }
        }
        QVERIFY(points[0].intensity > points[1].intensity);  // a prompt beside one token
        QVERIFY(limitsOf(asked, *row).empty());
        const DeploymentQuestion pruned = question("llama2-7b", "dgx-a100", {"bf16-unstructured:0.7"});
        const auto prunedAnswers = deploy(pruned);
        const auto limits = limitsOf(pruned, *prunedAnswers->at(0).best());
        QVERIFY(limits.size() == 3 && limits[1].english().find("no time") != std::string::npos);
    }

    /// The errors that the screen shows are those of the measured rows.
    void theBands()
    {
        const auto report = systems::checkCases(dataFile("systems/deployment.json"));
        QVERIFY(report.has_value());
        const char* figures[] = {"tokens_per_s", "first_token_ms", "out_tokens_per_s_per_gpu", "itl_ms"};
        for (const ServingBand& band : servingBands()) {
            std::vector<double> errors;
            for (const systems::Check& check : report->checks) {
                if (check.error && check.quantity == figures[static_cast<int>(band.figure)]) {
                    errors.push_back(*check.error);
                }
            }
            QCOMPARE(static_cast<int>(errors.size()), band.rows);
            std::ranges::sort(errors);
            QVERIFY(std::abs(errors.front() - band.low) < 0.005 && std::abs(errors.back() - band.high) < 0.005);
            double sum = 0;
            for (double& error : errors) {
                error = std::abs(error);
                sum += error;
            }
            std::ranges::sort(errors);
            const std::size_t half = errors.size() / 2;
            QVERIFY(std::abs(sum / band.rows - band.mean) < 0.001);
            QVERIFY(std::abs((errors[half] + errors[(errors.size() - 1) / 2]) / 2 - band.median) < 0.001);
        }
    }
};

PGRAM_TEST(TestDeployment)
#include "test_deployment.moc"
