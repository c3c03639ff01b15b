// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/random_problem.h"

#include "core/model/convolution.h"
#include "core/model/tuning.h"
#include "core/search/outer/sampling.h"
#include "tests/core/exhaustive_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

namespace pgram::test {

namespace {

class Problems {
public:
    explicit Problems(unsigned seed) : m_random(seed), m_more(seed) {}

    SearchRequest draw()
    {
        SearchRequest request;
        request.cluster = cluster();
        request.model = chance(0.7) ? textModel() : chance(0.5) ? windowModel() : convolutionModel();
        request.training = training();
        request.space = space();
        request.threads = 1;
        request.schedule.kind = schedule();
        request.schedule.virtualStages = usualChunks(request.schedule.kind);
        request.training.globalBatch = oneOf({2, 4, 6, 8, 12});
        if (chance(0.3)) {
            request.batches = {oneOf({1, 2, 3}), request.training.globalBatch};
        }
        if (chance(0.2)) {
            request.microbatches = {1, oneOf({2, 4}), 3};
        }
        if (chance(0.2)) {
            request.pipelines = {oneOf({1, 2}), oneOf({2, 4})};
        }
        request.space.layouts = chance(0.25);
        if (const Result<Architecture> frozen = withFrozen(request.model, 1); frozen && chance(0.15)) {
            request.model = *frozen;
        }
        return request;
    }

private:
    bool chance(double share) { return std::bernoulli_distribution(share)(m_random); }
    ScheduleKind schedule()
    {
        return chance(0.6) ? ScheduleKind::OneFOneB
                           : static_cast<ScheduleKind>(oneOf(
                                 {static_cast<int>(ScheduleKind::GPipe), static_cast<int>(ScheduleKind::Interleaved),
                                  static_cast<int>(ScheduleKind::ZbH1), static_cast<int>(ScheduleKind::ZbV),
                                  static_cast<int>(ScheduleKind::ZbH2), static_cast<int>(ScheduleKind::VHalf),
                                  static_cast<int>(ScheduleKind::VMin), static_cast<int>(ScheduleKind::DualPipeV)}));
    }
    int oneOf(std::initializer_list<int> values)
    {
        return values.begin()[std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(m_random)];
    }
    /// Even over orders of magnitude.
    double between(double least, double most)
    {
        return std::exp(std::uniform_real_distribution(std::log(least), std::log(most))(m_random));
    }

    Cluster cluster()
    {
        Cluster cluster;
        cluster.name = "random";
        cluster.devices = oneOf({1, 2, 2, 3, 4, 4, 4, 6, 8, 8});
        cluster.device.name = "device";
        cluster.device.memory = 1 * GiB;
        cluster.device.peakFp32 = between(1e10, 1e13);
        cluster.device.peakBf16 = 2 * cluster.device.peakFp32;
        cluster.device.memoryBandwidth = between(1e9, 1e12);
        cluster.device.launchSeconds.value = chance(0.5) ? 0 : 5e-6;
        for (int span = 1; cluster.links.empty() || span < cluster.devices;) {
            span = std::min(cluster.devices, span * oneOf({2, 4, 8}));
            // Islands fill the cluster.
            span = cluster.devices % span == 0 ? span : cluster.devices;
            cluster.links.push_back(
                {"link " + std::to_string(span), span, between(1e8, 1e11), {0.8, {}}, between(1e-7, 1e-4)});
        }
        cluster.overlapSlowdown.value = chance(0.5) ? 1 : 1.3;
        cluster.contextBytes = oneOf({0, 1000, 1 << 20});
        cluster.reserve.value = chance(0.3) ? 0.07 : 0;
        return cluster;
    }

    Training training()
    {
        Training training;
        training.precision = chance(0.5) ? Precision::Bf16 : Precision::Fp32;
        training.gradientBytes = training.precision == Precision::Fp32 || chance(0.5) ? 4 : 2;
        training.optimizer = chance(0.7) ? Optimizer::Adam : Optimizer::Sgd;
        training.fusedAttention = chance(0.5);
        training.framework.overlapGradients = chance(0.7);
        training.framework.scattersBoundaries = chance(0.2);
        training.framework.bufferBytes = oneOf({0, 0, 4});
        training.framework.dropsGradients = chance(0.3);
        if (chance(0.2)) {
            training.tuning = {chance(0.5) ? TuningMethod::Lora : TuningMethod::Qlora, oneOf({1, 4}),
                               AdapterTargets::Linear};
        }
        const double drawn = std::uniform_real_distribution(0.0, 1.0)(m_more);
        training.preference = drawn < 0.05   ? Preference::Precomputed
                              : drawn < 0.15 ? Preference::Device
                                             : Preference::None;
        if (drawn > 0.85) {
            constexpr std::array lengths{"3-20", "4x3,40", "lognormal:12,50", "padded:4-60", "padded:8x3,32"};
            training.documents = *DocumentLengths::parse(lengths[m_more() % lengths.size()]);
            training.framework.cutsSamples = m_more() % 2 == 0;
        }
        return training;
    }

    Space space()
    {
        Space space;
        space.tp = chance(0.8);
        space.sdp = chance(0.7);
        space.pp = chance(0.8);
        space.ckpt = chance(0.6);
        space.sp = chance(0.3);
        space.zero1 = chance(0.15);
        space.zero2 = chance(0.1);
        space.takeaway3 = chance(0.8);
        space.anyDivisor = chance(0.4);
        space.selective = chance(0.1);
        space.ulysses = chance(0.2);
        space.cp = chance(0.2);
        space.gatherKeys = space.cp;
        space.ep = chance(0.3);
        space.hsdp = chance(0.15);
        space.modules = chance(0.2);
        space.etp = space.ep && space.sp;
        return space;
    }

    LayerSpec block(LayerKind kind, const std::string& name, std::int64_t hidden)
    {
        LayerSpec layer{.kind = kind, .name = name, .count = oneOf({1, 1, 2}), .hidden = hidden};
        layer.heads = oneOf({2, 4, 6});
        layer.kvHeads = chance(0.5) ? layer.heads : layer.heads / 2;
        layer.headDim = 16;
        layer.ffn = hidden * oneOf({1, 4, 16});
        layer.gatedMlp = chance(0.3);
        layer.dropout = chance(0.5);
        if (chance(0.2)) {
            layer.experts = 4;
            layer.topK = 2;
        }
        if (chance(0.2)) {
            layer.tokens = 16;
        }
        return layer;
    }

    /// A block on two images, frozen or trained, and a projector.
    void addEncoder(Architecture& model, int hidden)
    {
        LayerSpec vision{.kind = LayerKind::Encoder, .name = "vision", .hidden = 64, .heads = 4, .kvHeads = 4};
        vision.headDim = 16;
        vision.ffn = 128;
        vision.tokens = 64;
        vision.images = 2;
        vision.frozen = m_more() % 2 == 0;
        LayerSpec projector{.kind = LayerKind::PatchMerging, .name = "projector", .hidden = hidden};
        projector.ffn = m_more() % 2 == 0 ? 128 : 0;
        projector.inputChannels = 256;
        projector.tokens = 16;
        model.runs = {vision, projector};
        resolveFrozen(model);
    }

    Architecture textModel()
    {
        Architecture model;
        model.name = "random";
        model.sequenceLength = oneOf({32, 64, 256});
        const int hidden = oneOf({32, 64, 192});
        const int vocabulary = oneOf({128, 1000, 4096});
        const bool hasEncoder = m_more() % 16 == 0;
        if (hasEncoder) {
            addEncoder(model, hidden);
        }
        if (chance(0.6) || hasEncoder) {
            model.runs.push_back(
                {.kind = LayerKind::Embedding, .name = "embedding", .hidden = hidden, .vocabulary = vocabulary});
        }
        const int kinds = oneOf({1, 2, 2, 3});
        for (int i = 0; i < kinds; ++i) {
            if (i == 2 && chance(0.5)) {  // layers that alternate
                model.runs.push_back(model.runs[model.runs.size() - 2]);
                model.runs.back().name = "again";
                continue;
            }
            const LayerKind kind = chance(0.6)   ? LayerKind::Decoder
                                   : chance(0.5) ? LayerKind::Encoder
                                                 : LayerKind::CrossDecoder;
            model.runs.push_back(block(kind, "run " + std::to_string(i), hidden));
        }
        for (int i = 1; model.runs.front().kind == LayerKind::Embedding && i < 3 && chance(0.2); ++i) {
            model.runs.push_back(block(LayerKind::Prediction, "prediction " + std::to_string(i), hidden));
            model.runs.back().count = 1;
        }
        if (chance(0.6)) {
            model.runs.push_back({.kind = LayerKind::Head, .name = "head", .hidden = hidden, .vocabulary = vocabulary});
            model.runs.back().tied = chance(0.4);
        }
        resolvePredictions(model);
        return model;
    }

    Architecture windowModel()
    {
        Architecture model;
        model.name = "random";
        model.sequenceLength = 64;
        model.runs = {block(LayerKind::Swin, "wide", 48), block(LayerKind::Swin, "deep", 96)};
        model.runs[0].tokens = 64;
        model.runs[1].tokens = 16;
        model.runs[0].window = model.runs[1].window = 16;
        model.runs.insert(
            model.runs.begin() + 1,
            {.kind = LayerKind::PatchMerging, .name = "merge", .hidden = 96, .tokens = 16, .inputChannels = 4 * 48});
        return model;
    }

    /// A U-shape: the first layer's output is kept for the last but one, beside or added.
    Architecture uShape()
    {
        const int wide = oneOf({8, 16});
        const bool adds = chance(0.3);
        const auto plain = [](const char* name, int in, int out, int spatial) {
            return LayerSpec{.kind = LayerKind::Convolution,
                             .name = name,
                             .norm = Norm::None,
                             .inputChannels = in,
                             .outputChannels = out,
                             .spatial = spatial,
                             .kernel = 3};
        };
        Architecture model{.name = "random", .sequenceLength = 64};
        model.runs = {plain("in", 3, wide, 16), plain("down", wide, 2 * wide, 8)};
        model.runs.back().pool = 2;
        if (chance(0.5)) {
            model.runs.push_back(plain("middle", 2 * wide, 2 * wide, 8));
        }
        model.runs.push_back({.kind = LayerKind::UpConvolution,
                              .name = "up",
                              .inputChannels = 2 * wide,
                              .midChannels = adds ? 0 : wide,
                              .outputChannels = adds ? wide : 2 * wide,
                              .spatial = 16,
                              .kernel = 2,
                              .skipFrom = "in"});
        if (chance(0.7)) {
            model.runs.push_back(plain("out", adds ? wide : 2 * wide, 2, 16));
        }
        resolveSkips(model);
        return model;
    }

    Architecture convolutionModel()
    {
        if (chance(0.5)) {
            return uShape();
        }
        Architecture model;
        model.name = "random";
        model.sequenceLength = 64;
        const LayerSpec widen{.kind = LayerKind::Bottleneck,
                              .name = "widen",
                              .inputChannels = 16,
                              .midChannels = 16,
                              .outputChannels = 64,
                              .spatial = 8};
        const LayerSpec same{.kind = LayerKind::Bottleneck,
                             .name = "same",
                             .count = oneOf({1, 2, 3}),
                             .inputChannels = 64,
                             .midChannels = oneOf({16, 64}),
                             .outputChannels = 64,
                             .spatial = 8};
        const LayerSpec classes{
            .kind = LayerKind::Classifier, .name = "classes", .hidden = 64, .tokens = 1, .vocabulary = 100};
        model.runs = {widen, same, classes};
        return model;
    }

    std::mt19937 m_random;
    std::mt19937 m_more;  ///< draws that leave those of m_random as they are
};

}  // namespace

std::vector<MethodInfo> availableMethods()
{
    std::vector<MethodInfo> available;
    std::ranges::copy_if(methods(), std::back_inserter(available), [](const MethodInfo& row) {
        const MethodRules rules = rulesOf(row.method, Space(), {}, 1);
        return rules.how != How::Sample || hasSampling(rules.sampling);
    });
    return available;
}

SearchRequest randomProblem(unsigned seed, double leastPlans, double mostPlans)
{
    Problems problems(seed);
    while (true) {
        SearchRequest request = problems.draw();
        const int layers = request.model.layerCount();
        if (layers < 2 || layers > 5) {
            continue;
        }
        const double plans = planCount(request, {request.space, request.schedule.kind, 0});
        if (leastPlans <= plans && plans <= mostPlans) {
            return request;
        }
    }
}

}  // namespace pgram::test
