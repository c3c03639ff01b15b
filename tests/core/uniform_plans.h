// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans of one strategy for all layers, for tests: what a framework can say is drawn from.
#pragma once

#include "core/exchange/uniform_plan.h"
#include "core/model/layer_role.h"
#include "core/plan/plan.h"
#include "core/strategy/sharding.h"
#include "tests/core/shipped_presets.h"

#include <random>
#include <string>
#include <vector>

namespace pgram::test {

/// What a framework can say.
struct Sayable {
    std::vector<int> zero{0, 1};
    std::vector<SequenceParallel> sequence{SequenceParallel::None, SequenceParallel::Megatron};
    std::vector<ScheduleKind> schedules{ScheduleKind::OneFOneB};
    std::vector<KeptPart> kept{KeptPart::All, KeptPart::Input};
    bool pipeline = true;
    bool unevenCuts = false;
    bool endsAlone = false;    ///< a stage may hold the embedding alone
    bool firstBlocks = false;  ///< the first blocks of each chunk alone may be computed again in full
    bool anyBlocks = false;    ///< and any blocks at all
    bool context = true;
    bool tensor = true;
    bool expert = true;
    bool hybrid = true;
    bool accumulates = true;
    bool offload = false;
    bool gathersKeys = false;
    bool offloadWeights = false;
    bool keepsGradients = false;  ///< the device keeps gradients of an offloaded optimizer
    std::vector<Precision> precisions{Precision::Bf16};
    std::vector<int> gradientBytes{4};
    std::vector<Optimizer> optimizers{Optimizer::Adam};
    bool halfStates = false;       ///< sharded states of Adam may have 16 bits
    bool storedAttention = false;  ///< attention may store its matrix
    std::vector<LossKind> losses{LossKind::Plain};
    std::vector<TuningMethod> tunings{TuningMethod::All};
};

class UniformPlans {
public:
    UniformPlans(unsigned seed, Sayable sayable) : m_random(seed), m_sayable(std::move(sayable)) {}

    Plan plan(const std::string& model, const std::string& cluster)
    {
        Plan plan;
        plan.name = model;
        plan.model = loaded(shippedPresets().model(model));
        plan.cluster = loaded(shippedPresets().cluster(cluster));
        const int blocks = static_cast<int>(std::ranges::count(blockFlags(plan.model), true));
        const int pipeline = m_sayable.pipeline ? power(std::min({8, plan.cluster.devices, blocks / 2})) : 1;
        int left = plan.cluster.devices / pipeline;
        LayerStrategy strategy;
        strategy.sequence = oneOf(m_sayable.sequence);
        strategy.tensor = m_sayable.tensor ? power(std::min(left, 8)) : 1;
        if (strategy.tensor == 1) {
            strategy.sequence = SequenceParallel::None;
        }
        left /= strategy.tensor;
        strategy.context = m_sayable.context ? power(std::min(left, 4)) : 1;
        strategy.data = left / strategy.context;
        strategy.zero = strategy.data * tokenRanks(strategy) > 1 ? oneOf(m_sayable.zero) : 0;
        const bool hybrid = m_sayable.hybrid && strategy.zero > 0 && strategy.data > 2 && chance(0.3);
        strategy.shard = hybrid ? strategy.data / 2 : 0;
        strategy.offloadOptimizer = m_sayable.offload && chance(0.2);
        strategy.offloadWeights = m_sayable.offloadWeights && strategy.offloadOptimizer && strategy.zero == 3;
        strategy.gathersKeys =
            m_sayable.gathersKeys && strategy.context == 2 && strategy.sequence != SequenceParallel::Ulysses;
        plan.training.framework.keepsOffloadedGradients = strategy.offloadOptimizer && m_sayable.keepsGradients;
        plan.schedule.kind = pipeline > 1 ? oneOf(m_sayable.schedules) : ScheduleKind::OneFOneB;
        plan.schedule.virtualStages = usualChunks(plan.schedule.kind);
        const bool accumulates = pipeline > 1 || m_sayable.accumulates;
        plan.schedule.microbatches = accumulates ? 2 * pipeline * draw(1, 3) : 1;
        plan.training.globalBatch = std::int64_t{plan.schedule.microbatches} * strategy.data * draw(1, 3);
        plan.training.precision = oneOf(m_sayable.precisions);
        plan.training.gradientBytes = plan.training.elementBytes() == 2 ? oneOf(m_sayable.gradientBytes) : 4;
        setNumbers(strategy, plan.training);
        plan.chunks = chunksFromSizes(sizes(plan.model, pipeline * plan.schedule.virtualStages));
        setStrategies(plan, strategy);
        plan.provenance = {"parallelogram", "0.1.0", "3d", "dp,tp,pp", "", "optimal", ""};
        return plan;
    }

private:
    int draw(int least, int most) { return std::uniform_int_distribution(least, most)(m_random); }
    bool chance(double share) { return std::bernoulli_distribution(share)(m_random); }
    template <typename T>
    T oneOf(const std::vector<T>& values)
    {
        return values[static_cast<std::size_t>(draw(0, static_cast<int>(values.size()) - 1))];
    }
    int power(int most)
    {
        int exponent = 0;
        while (2 << exponent <= most) {
            ++exponent;
        }
        return 1 << draw(0, exponent);
    }

    std::vector<int> sizes(const Architecture& model, int chunks)
    {
        std::vector<int> sizes = evenCut(model, chunks);
        if (m_sayable.unevenCuts && chunks > 1 && chance(0.6)) {
            if (sizes[1] > 2 && chance(0.5)) {
                sizes[0] += 1;
                sizes[1] -= 1;
            }
            if (m_sayable.endsAlone && chance(0.2)) {
                sizes[1] += sizes[0] - 1;
                sizes[0] = 1;
            }
        }
        return sizes;
    }

    void setNumbers(const LayerStrategy& strategy, Training& training)
    {
        if (m_sayable.optimizers.size() > 1) {
            training.optimizer = oneOf(m_sayable.optimizers);
        }
        const bool canBeHalf = training.optimizer == Optimizer::Adam && strategy.zero > 0;
        training.stateBytes = m_sayable.halfStates && canBeHalf && chance(0.3) ? 2 : 4;
        training.fusedAttention = !(m_sayable.storedAttention && training.elementBytes() == 2 && chance(0.3));
        training.loss = oneOf(m_sayable.losses);
        if (m_sayable.tunings.size() > 1 && chance(0.5)) {
            training.tuning.method = oneOf(m_sayable.tunings);
        }
        if (training.tuning.method != TuningMethod::All) {
            training.tuning.rank = 8 << draw(0, 3);
            training.tuning.targets = static_cast<AdapterTargets>(draw(0, 2));
        }
    }

    void setStrategies(Plan& plan, const LayerStrategy& strategy)
    {
        const std::vector<bool> isBlock = blockFlags(plan.model);
        const KeptPart kept = oneOf(m_sayable.kept);
        std::size_t least = isBlock.size();  // blocks that each chunk has
        for (const ChunkBlocks& chunk : uniformCut(plan, strategy)) {
            least = std::min(least, static_cast<std::size_t>(chunk.blocks));
        }
        const bool first = m_sayable.firstBlocks && kept == KeptPart::Input && least > 1 && chance(0.5);
        const auto recomputed = first ? draw(1, static_cast<int>(least) - 1) : static_cast<int>(isBlock.size());
        const int expert = strategy.data * strategy.context > 1 && chance(0.5) ? 2 : 1;
        for (const Chunk& chunk : plan.chunks) {
            int block = 0;
            for (int i = chunk.firstLayer; i < chunk.end(); ++i) {
                plan.strategies.push_back(strategy);
                LayerStrategy& one = plan.strategies.back();
                one.expert = m_sayable.expert && plan.model.layer(i).experts > 0 ? expert : 1;
                if (isPrediction(plan.model.layer(i))) {
                    one.kept.part = first || m_sayable.anyBlocks ? KeptPart::All : kept;
                }
                if (isBlock[static_cast<std::size_t>(i)]) {
                    ++block;
                    const bool is = m_sayable.anyBlocks ? chance(0.5) : block <= recomputed;
                    one.kept.part = is ? kept : KeptPart::All;
                }
            }
        }
    }

    static std::vector<ChunkBlocks> uniformCut(Plan plan, const LayerStrategy& strategy)
    {
        plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), strategy);
        return uniformOf(plan).cut;
    }

    std::mt19937 m_random;
    Sayable m_sayable;
};

}  // namespace pgram::test
