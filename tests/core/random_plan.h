// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random legal plans for property tests: every kind of layer, clusters of one to three link levels, strategies drawn
// from the decision tree and kept when the legality rules have nothing against them.
#pragma once

#include "core/plan/plan.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/legality.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace pgram::test {

class RandomPlans {
public:
    /// `space`: dimensions that strategies may have beside the usual ones.
    explicit RandomPlans(unsigned seed, std::initializer_list<bool Space::*> space = {}) : m_more(space), m_random(seed)
    {}

    int draw(int least, int most) { return std::uniform_int_distribution(least, most)(m_random); }
    bool chance(double share) { return std::bernoulli_distribution(share)(m_random); }

    template <typename T>
    T oneOf(std::initializer_list<T> values)
    {
        return values.begin()[draw(0, static_cast<int>(values.size()) - 1)];
    }
    template <typename T>
    const T& oneOf(const std::vector<T>& values)
    {
        return values[static_cast<std::size_t>(draw(0, static_cast<int>(values.size()) - 1))];
    }

    /// A legal plan of a drawn model on a drawn cluster.
    Plan plan()
    {
        while (true) {
            Plan plan;
            plan.model = model();
            if (std::optional<Plan> placed = place(std::move(plan), cluster())) {
                return *placed;
            }
        }
    }

    /// A legal plan of this model on this cluster; draws until there is one.
    Plan planOf(const Architecture& model, const Cluster& cluster)
    {
        while (true) {
            Plan plan;
            plan.model = model;
            if (std::optional<Plan> placed = place(std::move(plan), cluster)) {
                return *placed;
            }
        }
    }

    /// A legal strategy for one layer of a plan; nothing where no rule lets one through.
    std::optional<LayerStrategy> strategyFor(const Plan& plan, int layer)
    {
        std::vector<LayerStrategy> legal;
        for (LayerStrategy strategy : candidates(plan.cluster.devices, plan.pipeline(), chance(0.5))) {
            varyBeyondTheTree(plan.model.layer(layer), strategy);
            strategy.kept.on = plan.cluster.host.isKnown() && chance(0.1) ? KeptOn::Host : KeptOn::Device;
            strategy.offloadOptimizer = plan.cluster.host.isKnown() && chance(0.1);
            strategy.offloadWeights = strategy.offloadOptimizer && strategy.zero == 3;
            strategy.gathersKeys = strategy.context > 1 && strategy.data > 1;
            if (!refusal(plan.model.layer(layer), strategy, plan.stageDevices(), plan.training, plan.sequence(),
                         plan.schedule.microbatches)) {
                legal.push_back(strategy);
            }
        }
        return legal.empty() ? std::nullopt : std::optional(oneOf(legal));
    }

    /// Stage sizes that sum to `layers`.
    std::vector<int> stageSizes(int layers, int stages)
    {
        std::vector<int> sizes(static_cast<std::size_t>(stages), 1);
        for (int rest = layers - stages; rest > 0; --rest) {
            ++sizes[static_cast<std::size_t>(draw(0, stages - 1))];
        }
        return sizes;
    }

    Architecture model()
    {
        Architecture model;
        model.name = "random";
        model.title = "Random";
        model.sequenceLength = oneOf({64, 96, 512});
        switch (draw(0, 4)) {
        case 0:
            decoderModel(model, 0);
            break;
        case 1:
            decoderModel(model, oneOf({4, 8}));
            break;
        case 2:
            encoderDecoderModel(model);
            break;
        case 3:
            windowModel(model);
            break;
        default:
            convolutionModel(model);
        }
        return model;
    }

    Cluster cluster()
    {
        Cluster cluster;
        cluster.name = "random";
        cluster.title = "Random";
        cluster.devices = oneOf({1, 2, 4, 8, 8, 16, 32});
        cluster.device.name = "device";
        cluster.device.memory = draw(1, 80) * GiB;
        cluster.device.peakFp32 = draw(10, 40) * 1e12;
        cluster.device.peakBf16 = draw(100, 400) * 1e12;
        cluster.device.memoryBandwidth = draw(500, 3000) * 1e9;
        if (chance(0.5)) {
            cluster.host.link = "host";
            cluster.host.bandwidth = draw(1, 60) * 1e9;
            cluster.host.devicesPerLink = oneOf({1, 2, 4});
            cluster.host.memory = draw(0, 64) * GiB;
        }
        for (int span = 1; cluster.links.empty() || span < cluster.devices;) {
            span = std::min(cluster.devices, span * oneOf({2, 4, 8, 32}));
            LinkLevel link;
            link.name = "link " + std::to_string(span);
            link.span = span;
            link.bandwidth = draw(1, 300) * 1e9;
            link.latency = draw(1, 20) * 1e-6;
            cluster.links.push_back(link);
        }
        cluster.overlapSlowdown.value = 1 + draw(0, 30) / 100.0;
        cluster.reserve.value = draw(0, 10) / 100.0;
        return cluster;
    }

private:
    /// What the decision tree keeps; grown once for each cluster size.
    const std::vector<LayerStrategy>& candidates(int devices, int pipeline, bool takeaway3)
    {
        std::vector<LayerStrategy>& kept = m_candidates[{devices, pipeline, takeaway3}];
        if (kept.empty()) {
            Space space;
            space.sp = space.zero1 = space.zero2 = space.hsdp = true;
            space.ulysses = space.cp = space.selective = true;
            space.takeaway3 = takeaway3;
            for (bool Space::*more : m_more) {
                space.*more = true;
            }
            for (const DecisionTree& tree : decisionTrees(devices, space)) {
                if (tree.pipeline == pipeline) {
                    kept = keptStrategies(tree);
                }
            }
        }
        return kept;
    }

    LayerSpec block(LayerKind kind, const char* name, int hidden)
    {
        LayerSpec layer{.kind = kind, .name = name, .count = draw(1, 6), .hidden = hidden};
        layer.heads = oneOf({4, 8, 12});
        layer.kvHeads = chance(0.5) ? layer.heads : layer.heads / 2;
        layer.headDim = 16;
        layer.ffn = hidden * 4;
        layer.gatedMlp = chance(0.5);
        layer.dropout = chance(0.5);
        layer.norm = oneOf({Norm::LayerNorm, Norm::RmsNorm});
        return layer;
    }

    void addEnds(Architecture& model, int hidden, int vocabulary)
    {
        LayerSpec table{.kind = LayerKind::Embedding, .name = "embedding", .hidden = hidden, .vocabulary = vocabulary};
        LayerSpec head{.kind = LayerKind::Head, .name = "head", .hidden = hidden, .vocabulary = vocabulary};
        head.tied = chance(0.5);
        table.learnedPositions = chance(0.5) ? model.sequenceLength : 0;
        model.runs.insert(model.runs.begin(), table);
        model.runs.push_back(head);
    }

    void decoderModel(Architecture& model, int experts)
    {
        const int hidden = oneOf({64, 192, 1024});
        LayerSpec layer = block(LayerKind::Decoder, "decoder", hidden);
        layer.window = chance(0.3) ? 32 : 0;
        layer.experts = experts;
        layer.topK = experts > 0 ? 2 : 0;
        layer.sharedFfn = experts > 0 && chance(0.5) ? hidden : 0;
        model.runs = {layer};
        addEnds(model, hidden, oneOf({1024, 1280, 50304}));
    }

    void encoderDecoderModel(Architecture& model)
    {
        const int hidden = oneOf({64, 512});
        model.runs = {block(LayerKind::Encoder, "encoder", hidden), block(LayerKind::CrossDecoder, "decoder", hidden)};
        model.runs[1].tokens = oneOf({0, 16});
        addEnds(model, hidden, 32128);
    }

    void windowModel(Architecture& model)
    {
        LayerSpec first = block(LayerKind::Swin, "stage 1", 96);
        first.tokens = 256;
        first.window = 16;
        LayerSpec second = block(LayerKind::Swin, "stage 2", 192);
        second.tokens = 64;
        second.window = 16;
        const LayerSpec merge{
            .kind = LayerKind::PatchMerging, .name = "merge", .hidden = 192, .tokens = 64, .inputChannels = 4 * 96};
        const LayerSpec patches{
            .kind = LayerKind::PatchEmbedding, .name = "patches", .hidden = 96, .tokens = 256, .inputChannels = 48};
        const LayerSpec classes{
            .kind = LayerKind::Classifier, .name = "classes", .hidden = 192, .tokens = 64, .vocabulary = 1000};
        model.runs = {patches, first, merge, second, classes};
    }

    void convolutionModel(Architecture& model)
    {
        const LayerSpec stem{.kind = LayerKind::ConvStem,
                             .name = "stem",
                             .inputChannels = 3,
                             .outputChannels = 64,
                             .spatial = 56,
                             .stride = 4,
                             .kernel = 7};
        const LayerSpec wide{.kind = LayerKind::Bottleneck,
                             .name = "widen",
                             .inputChannels = 64,
                             .midChannels = 64,
                             .outputChannels = 256,
                             .spatial = 56};
        const LayerSpec same{.kind = LayerKind::Bottleneck,
                             .name = "blocks",
                             .count = draw(1, 4),
                             .inputChannels = 256,
                             .midChannels = 64,
                             .outputChannels = 256,
                             .spatial = 56};
        const LayerSpec classes{
            .kind = LayerKind::Classifier, .name = "classes", .hidden = 256, .tokens = 1, .vocabulary = 1000};
        model.runs = {stem, wide, same, classes};
    }

    void varyBeyondTheTree(const LayerSpec& layer, LayerStrategy& strategy)
    {
        if (layer.experts > 0 && chance(0.5)) {
            strategy.expert = oneOf({2, 4});
        }
        // Plans are drawn as if it drew nothing.
        const auto before = m_random;
        const bool canFold = layer.experts > 0 && strategy.sequence == SequenceParallel::Megatron;
        if (canFold && chance(0.5)) {
            setExpertParts(strategy, 1);
        }
        m_random = before;
    }

    Schedule schedule(int stages)
    {
        Schedule schedule{static_cast<ScheduleKind>(draw(0, 8)), oneOf({1, 2, 3, 4, 8}), 1};
        schedule.virtualStages = usualChunks(schedule.kind);
        if (schedule.kind == ScheduleKind::Interleaved) {
            schedule.virtualStages = draw(2, 3);
            schedule.microbatches = stages * draw(1, 2);
        }
        if (schedule.kind == ScheduleKind::DualPipeV) {
            schedule.microbatches = 2 * stages + draw(0, 2);
        }
        return schedule;
    }

    /// Plans are drawn as if it drew nothing.
    void tune(Training& training)
    {
        const auto before = m_random;
        training.stateBytes = oneOf({2, 4});
        training.masterWeights = chance(0.8);
        if (chance(0.3)) {
            training.tuning = {oneOf({TuningMethod::Lora, TuningMethod::Qlora}), oneOf({1, 8, 64}),
                               oneOf({AdapterTargets::Linear, AdapterTargets::Attention, AdapterTargets::Mlp})};
        }
        if (chance(0.2)) {
            training.preference = oneOf({Preference::Precomputed, Preference::Device});
        }
        m_random = before;
    }

    Training training(const Plan& plan)
    {
        Training training;
        training.globalBatch = std::int64_t{plan.schedule.microbatches} * oneOf({1, 2, 4, 8, 32});
        training.precision = oneOf({Precision::Fp32, Precision::Bf16, Precision::Fp16, Precision::Tf32});
        training.gradientBytes = training.elementBytes() == 4 ? 4 : oneOf({2, 4});
        training.optimizer = static_cast<Optimizer>(draw(0, static_cast<int>(optimizers().size()) - 1));
        tune(training);
        training.fusedAttention = chance(0.5);
        training.framework.scattersBoundaries = chance(0.3);
        training.framework.dropsGradients = chance(0.3);
        return training;
    }

    std::optional<Plan> place(Plan plan, const Cluster& cluster)
    {
        plan.name = "random plan";
        plan.cluster = cluster;
        const int layers = plan.model.layerCount();
        std::vector<int> pipelines;
        const bool shares = std::ranges::any_of(plan.model.runs, &LayerSpec::sharedBy);
        for (int stages = 1; stages <= std::min(shares ? 1 : cluster.devices, layers); stages *= 2) {
            pipelines.push_back(stages);
        }
        const int stages = oneOf(pipelines);
        plan.schedule = schedule(stages);
        if (layers < stages * plan.schedule.virtualStages) {
            plan.schedule.kind = ScheduleKind::OneFOneB;
            plan.schedule.virtualStages = 1;
        }
        plan.chunks = chunksFromSizes(stageSizes(layers, stages * plan.schedule.virtualStages));
        plan.training = training(plan);
        plan.memoryBudget = chance(0.5) ? draw(1, 64) * GiB : 0;
        for (int layer = 0; layer < layers; ++layer) {
            if (!chooseStrategy(plan, layer)) {
                return std::nullopt;
            }
        }
        return plan;
    }

    /// Often the strategy of the layer before, as runs of equal layers are what plans are made of.
    bool chooseStrategy(Plan& plan, int layer)
    {
        if (layer > 0 && plan.model.layer(layer).sharedBy > 0 &&
            plan.model.runOf(layer) == plan.model.runOf(layer - 1)) {
            plan.strategies.push_back(plan.strategies.back());
            plan.strategies.back().kept.part = oneOf({KeptPart::All, KeptPart::Input});
            return true;
        }
        if (layer > 0 && chance(0.5) &&
            !refusal(plan.model.layer(layer), plan.strategies.back(), plan.stageDevices(), plan.training,
                     plan.sequence(), plan.schedule.microbatches)) {
            plan.strategies.push_back(plan.strategies.back());
            return true;
        }
        const std::optional<LayerStrategy> strategy = strategyFor(plan, layer);
        if (strategy) {
            plan.strategies.push_back(*strategy);
        }
        return strategy.has_value();
    }

    std::vector<bool Space::*> m_more;
    std::mt19937 m_random;
    std::map<std::tuple<int, int, bool>, std::vector<LayerStrategy>> m_candidates;
};

}  // namespace pgram::test
