// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The target `request`: bytes become a small request, which is searched; its plan is estimated and read back.
#include "core/base/json.h"
#include "core/model/convolution.h"
#include "core/model/optimizer.h"
#include "core/model/tuning.h"
#include "core/plan/estimate.h"
#include "core/search/outer/sampling.h"
#include "core/search/search.h"
#include "core/search/task/method_rules.h"
#include "core/search/task/scenario.h"
#include "tests/fuzz/targets.h"

#include <cmath>
#include <initializer_list>
#include <iterator>

namespace pgram::fuzz {

namespace {

/// Draws a request from bytes; behind their end all bytes are 0.
class Draws {
public:
    explicit Draws(std::string_view bytes) : m_bytes(bytes) {}

    SearchRequest request()
    {
        SearchRequest request;
        request.threads = 1;
        request.method = method();
        request.cluster = cluster();
        request.model = chance() ? textModel() : imageModel();
        request.training = training();
        request.space = space();
        const std::initializer_list<std::int64_t> batches{8, 1, 2, 3, 4, 6, 12, 16};
        request.training.globalBatch = oneOf(batches);
        if (chance()) {
            request.batches = {oneOf(batches), oneOf(batches)};
        }
        request.schedule = schedule();
        if (chance()) {
            request.schedules = {request.schedule, schedule()};
        }
        if (chance()) {
            request.pipelines = {oneOf({2, 1, 4, 8}), oneOf({1, 2, 3})};
        }
        if (chance()) {
            request.microbatches = {oneOf({1, 2, 3, 4}), oneOf({2, 4, 8})};
        }
        // From bytes to gigabytes, by factors of two, with a fine part.
        const Bytes power = Bytes{1} << below(36);
        request.memoryBudget = chance() ? power + power * below(256) / 256 : 0;
        request.rule = chance() ? StepRule::Paper : StepRule::Simulated;
        request.samples = 1 + below(64);
        request.seed = static_cast<std::uint64_t>(below(256));
        request.slowdown = oneOf({0.2, leastSlowdown, 0.5, greatestSlowdown});
        return request;
    }

private:
    std::int64_t below(std::int64_t end)
    {
        const auto byte = m_at < m_bytes.size() ? static_cast<unsigned char>(m_bytes[m_at++]) : 0;
        return byte % end;
    }
    bool chance() { return below(2) == 1; }
    template <typename T>
    T oneOf(std::initializer_list<T> values)
    {
        return std::data(values)[below(static_cast<std::int64_t>(values.size()))];
    }
    template <typename Enum>
    Enum oneOf()
    {
        return static_cast<Enum>(below(static_cast<std::int64_t>(enumNames<Enum>.size())));
    }

    Method method()
    {
        const MethodInfo& row = methods()[static_cast<std::size_t>(below(static_cast<std::int64_t>(methods().size())))];
        const MethodRules rules = rulesOf(row.method, Space(), {}, 1);
        // Those that learn are of another library.
        return rules.how != How::Sample || hasSampling(rules.sampling) ? row.method : Method::Joint;
    }

    Cluster cluster()
    {
        Cluster cluster;
        cluster.name = "drawn";
        cluster.devices = oneOf({4, 1, 2, 3, 6, 8});
        cluster.device.name = "device";
        cluster.device.memory = Bytes{1} << (20 + below(16));
        cluster.device.peakFp32 = oneOf({1e13, 1e10});
        cluster.device.peakBf16 = 2 * cluster.device.peakFp32;
        cluster.device.memoryBandwidth = oneOf({1e12, 1e9});
        cluster.device.launchSeconds.value = oneOf({5e-6, 0.0});
        for (int span = 1; cluster.links.empty() || span < cluster.devices;) {
            span = std::min(cluster.devices, span * oneOf({2, 4, 8}));
            span = cluster.devices % span == 0 ? span : cluster.devices;
            cluster.links.push_back(
                {"link " + std::to_string(span), span, oneOf({1e10, 1e8, 1e11}), {0.8, {}}, oneOf({1e-5, 0.0})});
        }
        cluster.overlapSlowdown.value = oneOf({1.15, 1.0});
        cluster.contextBytes = oneOf<Bytes>({0, 1000, 1 << 20});
        cluster.reserve.value = oneOf({0.0, 0.07});
        if (chance()) {
            cluster.host.link = "host";
            cluster.host.bandwidth = oneOf({1e10, 1e8});
            cluster.host.memory = Bytes{1} << (20 + below(16));
            cluster.host.devicesPerLink = oneOf({1, 2});
        }
        if (chance()) {
            cluster.slow = {{static_cast<int>(below(cluster.devices)), 1, oneOf({0.5, 0.9})}};
        }
        if (chance() && cluster.devices % 2 == 0) {
            cluster.kinds = {{"first", cluster.devices / 2, {}, {}}, {"second", cluster.devices / 2, {}, {}}};
            cluster.kinds.back().device = cluster.device;
            cluster.kinds.back().device->name = "other device";
            cluster.kinds.back().device->memory = Bytes{1} << (20 + below(16));
        }
        return cluster;
    }

    LayerSpec block(LayerKind kind, const std::string& name, std::int64_t hidden)
    {
        LayerSpec layer{.kind = kind, .name = name, .count = oneOf({1, 2, 3}), .hidden = hidden};
        layer.heads = oneOf({4, 2, 6});
        layer.kvHeads = chance() ? layer.heads / 2 : layer.heads;
        layer.headDim = 16;
        layer.ffn = hidden * oneOf({4, 1, 16});
        layer.gatedMlp = chance();
        layer.dropout = chance();
        layer.frozen = chance();
        layer.tokens = oneOf({0, 0, 16});
        if (chance()) {
            layer.experts = oneOf({4, 8});
            layer.topK = oneOf({1, 2});
            layer.sharedFfn = oneOf<std::int64_t>({0, hidden});
        }
        if (chance()) {
            layer.window = oneOf({8, 32});
        }
        return layer;
    }

    Architecture textModel()
    {
        Architecture model;
        model.name = "drawn";
        model.sequenceLength = oneOf({64, 32, 256});
        const std::int64_t hidden = oneOf({64, 32, 192});
        const std::int64_t vocabulary = oneOf({1000, 128, 4096});
        const bool hasTable = !chance();
        if (hasTable) {
            model.runs.push_back(
                {.kind = LayerKind::Embedding, .name = "embedding", .hidden = hidden, .vocabulary = vocabulary});
        }
        for (std::int64_t run = 1 + below(3); run > 0; --run) {
            model.runs.push_back(block(oneOf({LayerKind::Decoder, LayerKind::Encoder, LayerKind::CrossDecoder}),
                                       "run " + std::to_string(run), hidden));
        }
        if (hasTable && chance()) {
            model.runs.push_back(block(LayerKind::Prediction, "prediction", hidden));
            model.runs.back().count = 1;
        }
        if (!chance()) {
            model.runs.push_back({.kind = LayerKind::Head, .name = "head", .hidden = hidden, .vocabulary = vocabulary});
            model.runs.back().tied = hasTable && chance();
        }
        resolvePredictions(model);
        resolveFrozen(model);
        return model;
    }

    /// A U-shape: the first layer's output is joined to a later layer, beside its channels or added.
    Architecture imageModel()
    {
        const std::int64_t wide = oneOf({8, 16});
        const bool adds = chance();
        const auto plain = [](const char* name, std::int64_t in, std::int64_t out, std::int64_t spatial) {
            return LayerSpec{.kind = LayerKind::Convolution,
                             .name = name,
                             .norm = Norm::None,
                             .inputChannels = in,
                             .outputChannels = out,
                             .spatial = spatial,
                             .kernel = 3};
        };
        Architecture model{.name = "drawn", .sequenceLength = 64};
        model.runs = {plain("in", 3, wide, 16), plain("down", wide, 2 * wide, 8)};
        model.runs.back().pool = 2;
        if (chance()) {
            model.runs.push_back(plain("middle", 2 * wide, 2 * wide, 8));
            model.runs.back().count = oneOf({1, 2, 3});
        }
        model.runs.push_back({.kind = LayerKind::UpConvolution,
                              .name = "up",
                              .inputChannels = 2 * wide,
                              .midChannels = adds ? 0 : wide,
                              .outputChannels = adds ? wide : 2 * wide,
                              .spatial = 16,
                              .kernel = 2,
                              .skipFrom = "in"});
        if (chance()) {
            model.runs.push_back(plain("out", adds ? wide : 2 * wide, 2, 16));
        }
        resolveSkips(model);
        return model;
    }

    Training training()
    {
        Training training;
        training.precision = oneOf({Precision::Bf16, Precision::Fp32, Precision::Fp16, Precision::Tf32});
        training.gradientBytes = training.elementBytes() == 4 ? 4 : oneOf({4, 2});
        training.optimizer = static_cast<Optimizer>(below(static_cast<std::int64_t>(optimizers().size())));
        training.stateBytes = oneOf({4, 2});
        training.masterWeights = !chance();
        training.fusedAttention = !chance();
        training.loss = oneOf<LossKind>();
        training.framework.overlapGradients = !chance();
        training.framework.overlapActivations = chance();
        training.framework.scattersBoundaries = chance();
        training.framework.dropsGradients = chance();
        training.framework.gathersWhenNeeded = chance();
        training.framework.bufferBytes = oneOf({0, 4});
        training.expertLoad = oneOf({1.0, 1.5, greatestExpertLoad});
        training.offloadShare = oneOf({1.0, 0.5});
        if (chance()) {
            training.tuning = {oneOf({TuningMethod::Lora, TuningMethod::Qlora}), oneOf({1, 8}),
                               oneOf({AdapterTargets::Linear, AdapterTargets::Attention, AdapterTargets::Mlp})};
        }
        if (chance()) {
            training.preference = oneOf<Preference>();
        }
        if (chance()) {
            const Result<DocumentLengths> lengths =
                DocumentLengths::parse(oneOf({"3-20", "4x3,40", "lognormal:12,50", "padded:4-60", "padded:8x3,32"}));
            training.documents = lengths ? *lengths : DocumentLengths();
            training.framework.cutsSamples = chance();
        }
        return training;
    }

    Space space()
    {
        Space space;
        for (bool Space::*dimension :
             {&Space::dp, &Space::sdp, &Space::tp, &Space::pp, &Space::ckpt, &Space::takeaway3}) {
            space.*dimension = !chance();
        }
        for (bool Space::*dimension :
             {&Space::zero1, &Space::zero2, &Space::selective, &Space::modules, &Space::sp, &Space::ulysses, &Space::cp,
              &Space::gatherKeys, &Space::ep, &Space::etp, &Space::hsdp, &Space::offloadActivations,
              &Space::offloadOptimizer, &Space::offloadWeights, &Space::layouts, &Space::anyDivisor}) {
            space.*dimension = chance();
        }
        return space;
    }

    Schedule schedule()
    {
        Schedule schedule;
        schedule.kind =
            schedules()[static_cast<std::size_t>(below(static_cast<std::int64_t>(schedules().size())))].kind;
        schedule.virtualStages = usualChunks(schedule.kind);
        schedule.slices = usualSlices(schedule.kind);
        return schedule;
    }

    std::string_view m_bytes;
    std::size_t m_at = 0;
};

std::string faultOfFound(const SearchRequest& request, const SearchResult& result)
{
    const Plan& plan = *result.plan;
    if (!result.estimate) {
        return "a plan without an estimate";
    }
    if (std::string fault = faultOfPlan(plan); !fault.empty()) {
        return fault;
    }
    const Estimate figures = estimate(plan);
    if (!figures.legal || !figures.fits) {
        return "the plan is not legal, or above its budget";
    }
    if (figures.stepTime != result.estimate->stepTime || figures.peakMemory != result.estimate->peakMemory) {
        return "the estimate of the plan is another one than the search's";
    }
    const StepAndMemory less = stepAndMemory(plan);
    if (less.step != figures.stepTime || less.memory != figures.peakMemory || less.fits != figures.fits) {
        return "stepAndMemory() differs from estimate()";
    }
    // The certificate of a robust plan is about its worst case.
    const Seconds ranked = request.method == Method::Robust ? infinity : rankedBy(figures, request.rule);
    return result.certificate.lowerBound <= ranked * (1 + 1e-9) ? std::string() : "the step is below its lower bound";
}

}  // namespace

Outcome checkRequest(const Target& /*target*/, std::string_view input)
{
    const SearchRequest drawn = Draws(input).request();
    // A request that its file would refuse is not searched.
    const Json json = toJson(drawn);
    JsonObject object(json, "request");
    Result<SearchRequest> request = requestFromJson(object);
    if (!request) {
        return {};
    }
    request->threads = 1;
    if (*request != drawn) {
        return {true, "another request comes back"};
    }
    const Result<SearchResult> result = search(drawn);
    if (!result) {
        return {false, result.error().kind == ErrorKind::Internal ? result.error().text() : std::string()};
    }
    if (result->plan) {
        return {true, faultOfFound(drawn, *result)};
    }
    const bool hasReason = result->infeasibility && !result->infeasibility->reason.empty();
    return {true, hasReason ? std::string() : "no plan, and no reason for it"};
}

}  // namespace pgram::fuzz
