// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model in host memory: segments against every way to part the layers, C that hides the loads, peers and their
// opponent.
#include "core/hosted/peers.h"
#include "core/hosted/segments.h"
#include "core/plan/preset_store.h"
#include "core/search/questions/hosted_model.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace pgram;

namespace {

constexpr Seconds never = std::numeric_limits<double>::infinity();

bool near(double a, double b)
{
    return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

std::vector<HostedLayer> randomLayers(std::mt19937& random, int count)
{
    std::uniform_real_distribution<double> uniform(0.1, 2);
    std::vector<HostedLayer> layers;
    for (int i = 0; i < count; ++i) {
        layers.push_back({0.1 * uniform(random), 0.2 * uniform(random), uniform(random), uniform(random)});
    }
    return layers;
}

/// All ways to part `layers`, in lexicographic order.
std::vector<Segments> everyParting(int layers)
{
    std::vector<Segments> all;
    for (unsigned joins = 0; joins < 1u << (layers - 1); ++joins) {
        Segments segments{1};
        for (int layer = 1; layer < layers; ++layer) {
            (joins >> (layers - 1 - layer) & 1u) != 0 ? void(++segments.back()) : segments.push_back(1);
        }
        all.push_back(segments);
    }
    std::ranges::sort(all);
    return all;
}

/// The rule as METHOD §12 writes it, term by term.
Seconds byTheRule(const std::vector<HostedLayer>& layers, const HostedDevice& device, const Segments& segments)
{
    struct Sum {
        double f = 0, b = 0, w = 0, act = 0;
    };
    std::vector<Sum> sums;
    std::size_t next = 0;
    for (const int count : segments) {
        Sum sum;
        for (int k = 0; k < count; ++k, ++next) {
            sum.f += layers[next].forward;
            sum.b += layers[next].backward;
            sum.w += layers[next].weights;
            sum.act = std::max(sum.act, layers[next].working);
        }
        sums.push_back(sum);
    }
    const std::size_t n = sums.size();
    const auto load = [&](std::size_t i) { return sums[i].w / device.link; };
    const double c = device.microbatches;
    Seconds step = load(0);
    for (std::size_t i = 0; i < n; ++i) {
        const double before = i > 0 ? sums[i - 1].w : 0;
        const double after = i + 1 < n ? sums[i + 1].w : 0;
        if (2 * sums[i].w + std::max(before, after) + sums[i].act > device.bytes) {
            return never;
        }
        step += i + 1 < n ? std::max(c * sums[i].f, load(i + 1)) : c * sums[i].f;
    }
    for (std::size_t i = n; i-- > 1;) {
        step += std::max({c * sums[i].b, load(i - 1), i + 1 < n ? load(i + 1) : 0});
    }
    return step + std::max(c * sums[0].b, n > 1 ? load(1) : 0) + load(0);
}

}  // namespace

class TestHosted : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void optimumEqualsEveryParting()
    {
        std::mt19937 random(21);
        int infeasible = 0;
        for (int i = 0; i < 1000; ++i) {
            const int count = 1 + static_cast<int>(random() % 9);
            const std::vector<HostedLayer> layers = randomLayers(random, count);
            const HostedDevice device{2 + 0.01 * static_cast<double>(random() % 1200),
                                      0.5 + 0.1 * static_cast<double>(random() % 100),
                                      1 + static_cast<int>(random() % 8)};
            Seconds least = never;
            double feasible = 0;
            for (const Segments& segments : everyParting(count)) {
                const Seconds seconds = segmentSeconds(layers, device, segments);
                QVERIFY(near(seconds, byTheRule(layers, device, segments)));
                least = std::min(least, seconds);
                feasible += seconds < never ? 1 : 0;
            }
            const SegmentAnswer best = bestSegments(layers, device);
            QVERIFY(near(best.seconds, least));
            QCOMPARE(best.feasible, feasible);
            QCOMPARE(best.segments.empty(), least == never);
            infeasible += least == never ? 1 : 0;
            if (least < never) {
                // Within the budget wherever it stands: the rule refuses what is not.
                QVERIFY(near(byTheRule(layers, device, best.segments), least));
            }
        }
        QVERIFY(infeasible > 20 && infeasible < 900);
    }

    /// Of equals the first in lexicographic order.
    void tiesAreTheFirst()
    {
        const std::vector<HostedLayer> alike(6, {0.1, 0.2, 1, 0.5});
        QCOMPARE(bestSegments(alike, {20, 10, 4}).segments, Segments(6, 1));
        QVERIFY(near(bestSegments(alike, {20, 10, 4}).seconds, 7.4));
        QVERIFY(bestSegments(alike, {3, 10, 4}).segments.empty());
    }

    /// From that C on only the first load and the last drain are waited for; with one less, more.
    void microbatchesHideTheLoads()
    {
        std::mt19937 random(22);
        for (int i = 0; i < 1000; ++i) {
            const std::vector<HostedLayer> layers = randomLayers(random, 1 + static_cast<int>(random() % 8));
            HostedDevice device{1e9, 0.5 + 0.1 * static_cast<double>(random() % 100), 1};
            const auto partings = everyParting(static_cast<int>(layers.size()));
            const Segments& segments = partings[random() % partings.size()];
            const auto waits = [&](int microbatches) {
                device.microbatches = microbatches;
                double first = 0;
                for (int k = 0; k < segments.front(); ++k) {
                    first += layers[static_cast<std::size_t>(k)].weights;
                }
                Seconds compute = 0;
                for (const HostedLayer& layer : layers) {
                    compute += microbatches * (layer.forward + layer.backward);
                }
                return segmentSeconds(layers, device, segments) - compute - 2 * first / device.link > 1e-9;
            };
            const auto enough = static_cast<int>(std::ceil(hidingMicrobatches(layers, device, segments)));
            QVERIFY(!waits(enough));
            QVERIFY(enough == 1 || waits(enough - 1));
        }
    }

    /// 8 peers of a 6.7B model, 16 micro-batches: 16 times the pipeline at 10 Mb/s where they
    /// synchronise every 64 steps, a quarter of it where they do every step.
    void rareSynchronisationWins()
    {
        const std::vector<HostedLayer> layers(32, {0.035, 0.105, 13.4e9 / 32, 0});
        const HostedDevice device{1e12, 12e9, 16};
        HostedPeers peers{8, segmentSeconds(layers, device, Segments(32, 1)), 16, 13.4e9, 64};
        const SlowPipeline pipeline{8, 16, 4 * 0.035, 4 * 0.105, 16777216};
        const auto ratio = [&](double megabits, int every) {
            const SlowNetwork network{megabits * 1e6 / 8, 0.01};
            peers.every = every;
            return samplesPerSecond(peers, network, true) * pipelineSeconds(pipeline, network) / 16;
        };
        QVERIFY(std::abs(ratio(10, 64) - 16.24) < 0.01);
        QVERIFY(std::abs(ratio(10, 1) - 0.25) < 0.01);
        QVERIFY(ratio(1000, 1) < 1 && ratio(2000, 1) > 1);
        const SlowNetwork network{1e8, 0.01};
        QVERIFY(samplesPerSecond(peers, network, false) < samplesPerSecond(peers, network, true));
    }

    void calibratesAStage()
    {
        SlowPipeline pipeline{8, 96, 0, 0, 8388608};
        const SlowNetwork network{1.25e9, 1e-4};
        pipeline.forward = stageForwardOf(pipeline, network, 3, 8.14);
        pipeline.backward = 3 * pipeline.forward;
        QVERIFY(near(pipelineSeconds(pipeline, network), 8.14));
        QVERIFY(std::abs(pipelineSeconds(pipeline, {2.5e8, 0.005}) - 9.917) < 5e-4);
        // One stage has no network.
        QCOMPARE(pipelineSeconds({1, 4, 1, 2, 1e9}, {1, 5}), 12.0);
    }

    /// Models and clusters of ours: the rule is segments.h's, the crossing is one, fewer micro-batches would wait.
    void aModelIsHosted()
    {
        const PresetStore store(presetsFolder());
        for (const auto& [model, every] : {std::pair{"gpt3-1.3b", 1}, {"gpt3-6.7b", 8}, {"bert-huge-32", 64}}) {
            HostedQuestion question;
            question.request.model = *store.model(model);
            question.request.cluster = *store.cluster("consumer-8");
            question.every = {every, 64};
            const auto answer = hostedModel(question);
            QVERIFY2(answer.has_value(), model);
            QVERIFY(near(answer->step, segmentSeconds(answer->layers, answer->device, answer->segments)));
            QVERIFY(answer->step <= 1.02 * answer->compute && answer->deviceNeeds <= 24 * GiB);
            QCOMPARE(answer->points.size(), 2 * usualBandwidths().size());
            HostedDevice fewer = answer->device;
            fewer.microbatches -= 1;
            QVERIFY(fewer.microbatches == 0 ||
                    bestSegments(answer->layers, fewer).seconds >
                        1.02 * answer->compute / answer->device.microbatches * fewer.microbatches);
            if (const auto crossing = answer->crossings.front()) {
                question.bandwidths = {*crossing};
                const auto there = hostedModel(question);
                QVERIFY(std::abs(there->points.front().hosted / there->points.front().pipeline - 1) < 1e-6);
            }
        }
    }

    void aClusterWithoutHostsIsRefused()
    {
        const PresetStore store(presetsFolder());
        HostedQuestion question;
        question.request.model = *store.model("gpt3-6.7b");
        question.request.cluster = *store.cluster("consumer-8");
        question.request.memoryBudget = 2 * GiB;
        QVERIFY(!hostedModel(question) && hostedModel(question).error().what.english().find("no segment") == 0);
        question.request.cluster.host = {};
        QVERIFY(!hostedModel(question) && hostedModel(question).error().what.english().find("consumer-8") > 0);
    }
};

PGRAM_TEST(TestHosted)
#include "test_hosted.moc"
