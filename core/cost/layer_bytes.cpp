// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/layer_bytes.h"

#include "core/model/layer_role.h"

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

/// A ZeRO stage beyond the last one, for tensors that no stage shards.
constexpr int notSharded = 4;

}  // namespace

LayerMemory LayerBytes::memory() const
{
    LayerMemory memory;
    const double copies = gathersWeights() ? 0 : narrowCopyBytes();
    memory.weights = wholeBytes(weightShardBytes() + copies);
    const Bytes gradients = wholeBytes(m_training.gradientBytes * shardedParameters(2) + flatCopyBytes());
    const Bytes optimizer =
        wholeBytes((optimizerBytes() + m_training.framework.gradientCopyBytes) * shardedParameters(1));
    if (m_strategy.offloadWeights) {
        memory.hostStates = std::exchange(memory.weights, 0);
    }
    if (m_strategy.offloadOptimizer) {
        const double share = offloadedShare();
        const auto stays = [share](Bytes bytes) { return wholeBytes((1 - share) * static_cast<double>(bytes)); };
        const Bytes states = added(optimizer, wholeBytes(m_training.gradientBytes * shardedParameters(1)));
        memory.hostStates = added(memory.hostStates, wholeBytes(share * static_cast<double>(states)));
        memory.gradients = gradientsLeave() ? stays(gradients) : gradients;
        memory.optimizer = stays(optimizer);
    } else {
        memory.gradients = gradients;
        memory.optimizer = optimizer;
    }
    const KeptTensors& kept = m_profile.kept;
    const double held = heldBytes();
    const double interior = kept.whole - held;
    const double lasting = lastingBytes();
    memory.lasting = wholeBytes(lasting);
    if (m_strategy.kept.isOnHost()) {
        memory.kept = memory.lasting;
        memory.hostKept = wholeBytes(held - lasting);
    } else {
        memory.kept = wholeBytes(held);
    }
    if (m_training.makesGradientsInPlace(m_microbatches) && m_layer.sharedBy <= 1) {
        memory.gradientsInPlace = std::min(memory.gradients, memory.kept);
    }
    const bool hasWorkspace = isBlock(m_layer) && weightGradientBytes() > 0;
    memory.workspace = hasWorkspace ? wholeBytes(m_training.elementBytes() * m_profile.trained.used) : 0;
    memory.transient =
        wholeBytes(interior + gradientsBytes() + gatheredBytes() + hostBufferBytes() + m_profile.expanded);
    return memory;
}

double LayerBytes::shardedParameters(int zeroStage) const
{
    return sharded(m_profile.trained, zeroStage);
}

double LayerBytes::weightBytes(double count, double trained) const
{
    const double adapters = m_profile.trains == Trains::Adapters ? m_training.elementBytes() * trained : 0;
    return m_profile.weightBytes * count + adapters;
}

double LayerBytes::sharded(const ParameterCounts& counts, int zeroStage) const
{
    const bool isSharded = m_strategy.zero >= zeroStage;
    const double sharing = std::max(1, m_layer.sharedBy);
    const double owned = counts.owned / (isSharded ? m_sharding.weights.shard.size : 1) +
                         counts.experts / (isSharded ? m_sharding.experts.shard.size : 1);
    return owned / sharing;
}

double LayerBytes::lastingBytes() const
{
    return std::min(m_profile.kept.lasting, heldBytes());
}

double LayerBytes::heldBytes() const
{
    const KeptTensors& kept = m_profile.kept;
    switch (m_strategy.kept.part) {
    case KeptPart::Input:
        return kept.input;
    case KeptPart::WithoutAttention:
        return kept.whole - kept.attentionMatrix;
    case KeptPart::WithoutModules:
        return kept.whole - kept.modules;
    case KeptPart::All:
        break;
    }
    return kept.whole;
}

bool LayerBytes::gradientsLeave() const
{
    const bool isSummed =
        m_sharding.weights.replicate.size == 1 && (m_strategy.zero >= 2 || m_sharding.weights.shard.size == 1);
    return m_strategy.offloadOptimizer && isSummed && !m_training.framework.keepsOffloadedGradients;
}

double LayerBytes::leavingGradientBytes() const
{
    return offloadedShare() * m_training.elementBytes() * shardedParameters(2);
}

double LayerBytes::hostBufferBytes() const
{
    // A lower bound of what runs now. A stage's event rule determines how much more the copies take.
    const double activations = m_strategy.kept.isOnHost() ? heldBytes() - lastingBytes() : 0;
    const double shards = m_strategy.offloadWeights ? weightShardBytes() : 0;
    return activations + shards + (gradientsLeave() && weightGradientBytes() == 0 ? leavingGradientBytes() : 0);
}

double LayerBytes::weightShardBytes() const
{
    const ParameterCounts all{m_profile.parameters, m_profile.expertParameters, m_profile.usedParameters};
    return weightBytes(sharded(all, 3), shardedParameters(3));
}

double LayerBytes::flatCopyBytes() const
{
    return m_strategy.zero >= 3 ? 0 : m_training.framework.bufferBytes * shardedParameters(notSharded);
}

double LayerBytes::weightGradientBytes() const
{
    if (!m_training.framework.separateWeightGradients || (m_strategy.zero >= 2 && m_sharding.weights.shard.size > 1)) {
        return 0;
    }
    // Each matrix's gradient is added as soon as it is made; in experts, that of the first matrices is the larger one.
    const double first = m_layer.gatedMlp ? 2.0 / 3 : 1.0 / 2;
    return m_training.elementBytes() * (m_profile.trained.used + first * m_profile.trained.experts);
}

double LayerBytes::gradientsBytes() const
{
    const KeptTensors& kept = m_profile.kept;
    const double product = kept.activationGradients + weightGradientBytes();
    return gathersWeights() ? kept.logitGradients + product : std::max(kept.logitGradients, product - kept.freedByLoss);
}

bool LayerBytes::gathersWeights() const
{
    return m_strategy.zero >= 3 && m_sharding.weights.shard.size > 1;
}

double LayerBytes::narrowCopyBytes() const
{
    return m_profile.narrowCopies / std::max(1, m_layer.sharedBy);
}

double LayerBytes::gatheredBytes() const
{
    if (m_sharding.weights.shard.size == 1) {
        return 0;
    }
    const double parameters = m_profile.usedParameters + m_profile.expertParameters;
    const double trained = m_profile.trained.used + m_profile.trained.experts;
    const double weights = gathersWeights() ? 2.0 * weightBytes(parameters, trained) + narrowCopyBytes() : 0;
    const double gradient = m_strategy.zero >= 2 ? m_training.gradientBytes * trained : 0;
    return weights + gradient;
}

}  // namespace pgram
