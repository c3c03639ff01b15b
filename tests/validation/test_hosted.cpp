// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model in host memory: segments against every way to part the layers, C that hides the loads, peers and their
// opponent.
#include "core/presets/preset_store.h"
#include "core/search/task/scenario.h"
#include "tests/core/near.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "validation/hosted/hosted_model.h"
#include "validation/hosted/peers.h"
#include "validation/hosted/segments.h"
#include "validation/methods/compare_methods.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace pgram;
using test::nearOrSame;

namespace {

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

/// Returns the step by the rule of docs/method/other-systems.md, A model in host memory, term by term.
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
            return infinity;
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
            Seconds least = infinity;
            double feasible = 0;
            for (const Segments& segments : everyParting(count)) {
                const Seconds seconds = segmentSeconds(layers, device, segments);
                QVERIFY(nearOrSame(seconds, byTheRule(layers, device, segments)));
                least = std::min(least, seconds);
                feasible += seconds < infinity ? 1 : 0;
            }
            const SegmentAnswer best = bestSegments(layers, device);
            QVERIFY(nearOrSame(best.seconds, least));
            QCOMPARE(best.feasible, feasible);
            QCOMPARE(best.segments.empty(), least == infinity);
            infeasible += least == infinity ? 1 : 0;
            if (least < infinity) {
                // Within the budget wherever it stands: the rule refuses what is not.
                QVERIFY(nearOrSame(byTheRule(layers, device, best.segments), least));
            }
        }
        QVERIFY(infeasible > 20 && infeasible < 900);
    }

    /// Of equals the first in lexicographic order.
    void tiesAreTheFirst()
    {
        const std::vector<HostedLayer> alike(6, {0.1, 0.2, 1, 0.5});
        QCOMPARE(bestSegments(alike, {20, 10, 4}).segments, Segments(6, 1));
        QVERIFY(nearOrSame(bestSegments(alike, {20, 10, 4}).seconds, 7.4));
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
            const auto enough = static_cast<int>(hidingMicrobatches(layers, device, segments));
            QVERIFY(!waits(enough));
            QVERIFY(enough == 1 || waits(enough - 1));
        }
    }

    /// By the rule of the step alone: under C some way to part the layers waits for its first load and last drain only,
    /// under one less none does; the one that is named is the fastest of them, of equals the first.
    void fewestMicrobatchesOfAllPartings()
    {
        std::mt19937 random(23);
        int none = 0;
        int shared = 0;
        for (int i = 0; i < 1000; ++i) {
            const int count = 1 + static_cast<int>(random() % 9);
            const std::vector<HostedLayer> layers = randomLayers(random, count);
            HostedDevice device{2 + 0.01 * static_cast<double>(random() % 1200),
                                0.5 + 0.1 * static_cast<double>(random() % 100), 1};
            const auto partings = everyParting(count);
            const auto fastestHidden = [&](int microbatches) {
                device.microbatches = microbatches;
                Seconds least = infinity;
                Segments first;
                for (const Segments& segments : partings) {
                    Seconds compute = 0;
                    for (const HostedLayer& layer : layers) {
                        compute += microbatches * (layer.forward + layer.backward);
                    }
                    double front = 0;
                    for (int k = 0; k < segments.front(); ++k) {
                        front += layers[static_cast<std::size_t>(k)].weights;
                    }
                    const Seconds seconds = byTheRule(layers, device, segments);
                    if (nearOrSame(seconds, compute + 2 * front / device.link) && seconds < least * (1 - 1e-9)) {
                        least = seconds;
                        first = segments;
                    }
                }
                return first;
            };
            const HidingAnswer answer = fewestHidingMicrobatches(layers, device);
            QCOMPARE(answer.segments.empty(), answer.microbatches == infinity);
            if (answer.segments.empty()) {
                QVERIFY(bestSegments(layers, device).segments.empty());
                ++none;
                continue;
            }
            const auto enough = static_cast<int>(answer.microbatches);
            QCOMPARE(answer.microbatches, hidingMicrobatches(layers, device, answer.segments));
            QCOMPARE(answer.segments, fastestHidden(enough));
            QVERIFY(enough == 1 || fastestHidden(enough - 1).empty());
            const SegmentAnswer best = bestSegments(layers, device);
            shared += best.segments == answer.segments ? 1 : 0;
        }
        QVERIFY(none > 20 && none < 900);
        QVERIFY(shared < 900);  // the fastest way to part them is another question
    }

    void whatComputesNothingHidesNoLoad()
    {
        const std::vector<HostedLayer> layers{{0, 0, 1, 0}, {1, 2, 1, 0}};
        // Both in one segment, or none: a load behind a layer that computes nothing is always waited for.
        QCOMPARE(fewestHidingMicrobatches(layers, {4, 1, 1}).segments, Segments{2});
        QCOMPARE(fewestHidingMicrobatches(layers, {4, 1, 1}).microbatches, 1.0);
        QVERIFY(fewestHidingMicrobatches(layers, {3, 1, 1}).segments.empty());
        QCOMPARE(fewestHidingMicrobatches(layers, {3, 1, 1}).microbatches, infinity);
        // 3 / 0.3 is 10, whatever 0.1 + 0.2 is in doubles.
        const std::vector<HostedLayer> tenths{{0.3, 0.1 + 0.2, 3, 0}, {0.3, 0.3, 3, 0}};
        QCOMPARE(fewestHidingMicrobatches(tenths, {9, 1, 1}).microbatches, 10.0);
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

    /// The host updates what was summed, once a sync; its memory takes part in the sum where the network is faster.
    void syncsCountTheHost()
    {
        HostedPeers peers{4, 10, 2, 8e9, 2};
        const SlowNetwork slow{1e9, 0.5};
        const SlowNetwork fast{1e15, 0};
        QVERIFY(nearOrSame(syncSeconds(peers, slow), allReduceSeconds(peers, slow)));
        peers.update = 6;
        peers.hostMemory = 40e9;
        QVERIFY(nearOrSame(syncSeconds(peers, slow), 2 * 0.75 * 8 + 2 * 3 * 0.5 + 6));
        QVERIFY(nearOrSame(syncSeconds(peers, fast), 7 * 0.75 * 8 / 40 + 6));
        // 20 s of work on each; 21 s of sync are waited for, 7.05 s are not.
        QVERIFY(nearOrSame(samplesPerSecond(peers, slow, true), 4 * 2 * 2 / 21.0));
        QVERIFY(nearOrSame(samplesPerSecond(peers, fast, true), 4 * 2 * 2 / 20.0));
        QVERIFY(nearOrSame(samplesPerSecond(peers, fast, false), 4 * 2 * 2 / 27.05));
        SlowPipeline pipeline{1, 4, 1, 2, 1e9};
        pipeline.update = 0.5;
        QVERIFY(nearOrSame(pipelineSeconds(pipeline, slow), 12.5));
    }

    void calibratesAStage()
    {
        SlowPipeline pipeline{8, 96, 0, 0, 8388608};
        const SlowNetwork network{1.25e9, 1e-4};
        pipeline.forward = stageForwardOf(pipeline, network, 3, 8.14);
        pipeline.backward = 3 * pipeline.forward;
        QVERIFY(nearOrSame(pipelineSeconds(pipeline, network), 8.14));
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
            QVERIFY(nearOrSame(answer->step, segmentSeconds(answer->layers, answer->device, answer->segments)));
            QVERIFY(answer->step <= 1.02 * answer->compute && answer->deviceNeeds <= 24 * GiB);
            // Two states of Adam, the gradient and the weights, each read and written, at the host's pace.
            QVERIFY(nearOrSame(answer->peers.update, parameterCount(question.request.model) * (2 * 12 + 4 + 2) / 41e9));
            QVERIFY(answer->pipeline.update > 0 && answer->pipeline.update < answer->peers.update);
            QVERIFY(answer->hidden.microbatches <= answer->hiding);
            QCOMPARE(hidingMicrobatches(answer->layers, answer->device, answer->hidden.segments),
                     answer->hidden.microbatches);
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

    /// The scenarios of both ends, each on its own network: whichever was made to win does.
    void scenariosShowBothWinners()
    {
        const PresetStore store(presetsFolder());
        const auto ratio = [&](const char* scenario, int every) {
            HostedQuestion question;
            question.request = loadScenario(store, scenario)->request;
            question.every = {every};
            const LinkLevel& network = question.request.cluster.links.back();
            question.bandwidths = {network.bandwidth};
            const auto answer = hostedModel(question);
            // Both fit, or there would be nothing to win.
            const bool fits = answer->pipelineNeeds <= question.request.cluster.device.memory &&
                              (question.request.cluster.host.memory == 0 ||
                               answer->hostNeeds <= question.request.cluster.host.memory);
            return fits ? answer->points.front().hosted / answer->points.front().pipeline : infinity;
        };
        // 1 Gb/s, rarely synchronised.
        QVERIFY(ratio("hosted-gpt3-6.7b", 64) > 1.9 && ratio("hosted-gpt3-6.7b", 64) < 20);
        // 10 Gb/s, at every step.
        QVERIFY(ratio("pipelined-gpt3-2.7b", 1) < 0.4);
    }

    /// Beside methods: a step of the request's batch, waiting for its sync; no plan, and why where there is none.
    void aRowBesideMethods()
    {
        const PresetStore store(presetsFolder());
        SearchRequest request = loadScenario(store, "hosted-gpt3-6.7b")->request;
        const auto rowOf = [&] { return compareMethods(request, {{.hosted = true}})->front(); };
        const MethodRow row = rowOf();
        QVERIFY(row.hosted && !row.result.plan && row.result.infeasibility && row.contender().hosted);
        QVERIFY(!row.isOf(Method::Joint));
        QCOMPARE(row.hosted->microbatches, 32);
        QCOMPARE(row.hosted->samples, std::int64_t{256});
        HostedQuestion question{request, 32, 1, {1}, {0.9 * 125e6}};
        const auto answer = hostedModel(question);
        const Seconds waiting =
            answer->step + syncSeconds(answer->peers, {0.9 * 125e6, request.cluster.links.back().latency});
        QVERIFY(nearOrSame(row.hosted->seconds, waiting) && nearOrSame(row.throughput(), 256 / waiting));
        request.training.gradientBytes = 4;  // 32-bit gradients are more than the hosts hold
        QVERIFY(!rowOf().hosted && rowOf().throughput() == 0);
        QVERIFY(rowOf().result.infeasibility->reason.english().find("GiB") != std::string::npos);
        request.cluster.host = {};
        QVERIFY(rowOf().result.infeasibility->reason.english().find("consumer-8") != std::string::npos);
    }

    void aClusterWithoutHostsIsRefused()
    {
        const PresetStore store(presetsFolder());
        HostedQuestion question;
        question.request.model = *store.model("gpt3-6.7b");
        question.request.cluster = *store.cluster("consumer-8");
        question.request.memoryBudget = 2 * GiB;
        QVERIFY(!hostedModel(question) && hostedModel(question).error().what.english().find("no segment") == 0);
        question.request.memoryBudget = 0;
        question.request.model.runs[1].sharedBy = static_cast<int>(question.request.model.runs[1].count);
        QVERIFY(!hostedModel(question));
        question.request.model.runs[1].sharedBy = 0;
        question.request.model.runs[1].count = 300;
        QVERIFY(!hostedModel(question) && hostedModel(question).error().what.english().find("302 layers") > 0);
        question.request.cluster.host = {};
        QVERIFY(!hostedModel(question) && hostedModel(question).error().what.english().find("consumer-8") > 0);
    }
};

PGRAM_TEST(TestHosted)
#include "test_hosted.moc"
