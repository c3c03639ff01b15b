// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/layer_cost.h"

#include "core/cost/layer_bytes.h"
#include "core/cost/layer_profile.h"
#include "core/model/attention.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// Works out one layer under one strategy: memory, then the compute of a micro-batch, then each transfer beside it.
class LayerCoster {
public:
    LayerCoster(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy)
        : m_context(context),
          m_cluster(*context.cluster),
          m_training(context.training),
          m_layer(layer),
          m_strategy(strategy),
          m_groups(groupsOf(strategy)),
          m_shard(shardShape()),
          m_profile(layerProfile(layer, m_shard, context.training, m_cluster.device, context.pipeline)),
          m_bytes(context.training, layer, strategy, m_profile),
          m_copies(copies())
    {}

    LayerCost cost()
    {
        m_cost.memory = m_bytes.memory();
        m_forward = m_profile.forward;
        m_backward = m_profile.backwardInput + m_profile.backwardWeight + recomputed();
        addWeightGathers();
        addGradientSync();
        addTiedTableSync();
        addTensorTraffic();
        addUlyssesTraffic();
        addContextTraffic();
        addExpertTraffic();
        addActivationOffload();
        addOptimizerOffload();
        m_cost.forward = m_forward;
        m_cost.backward = m_backward;
        m_cost.weightGradient = m_profile.backwardWeight;
        m_cost.optimizer = optimizerSeconds();
        m_cost.modelFlops = m_profile.modelFlops * m_context.microbatches * m_strategy.data * m_strategy.context;
        return std::move(m_cost);
    }

private:
    [[nodiscard]] ShardShape shardShape() const
    {
        ShardShape shard;
        shard.samples = static_cast<double>(m_training.globalBatch) /
                        (static_cast<double>(m_context.microbatches) * m_strategy.data);
        shard.sequence = m_context.sequence;
        shard.tensor = m_strategy.weightParts();
        shard.context = m_strategy.context;
        shard.ulysses = m_strategy.tokenRanks() / m_strategy.context;
        shard.expert = m_strategy.expert;
        shard.expertTensor = m_strategy.expertTensor();
        shard.tokensSplit = m_strategy.sequence == SequenceParallel::Megatron;
        return shard;
    }

    [[nodiscard]] Seconds recomputed() const
    {
        switch (m_strategy.recompute) {
        case Recompute::Full:
            return m_profile.forward;
        case Recompute::Selective:
            return m_profile.attentionForward;
        case Recompute::None:
            break;
        }
        return 0;
    }

    void charge(TrafficKind kind, CollectiveKind collective, Group group, const CollectiveCost& cost, double times,
                Seconds hidden, Seconds exposed)
    {
        m_cost.charges.push_back(
            {kind, collective, group, cost.route, cost.link, times, cost.bytesPerRank, hidden, exposed});
    }

    [[nodiscard]] CollectiveCost collective(CollectiveKind kind, Group group, Volume buffer) const
    {
        CollectiveCost cost = collectiveCost(m_cluster, kind, group, buffer);
        cost.seconds /= m_training.framework.collectiveShare;
        return cost;
    }

    /// Puts `communication` beside `compute` and returns the seconds it adds to it.
    [[nodiscard]] Seconds exposedBeside(Seconds compute, Seconds communication) const
    {
        return overlapped(compute, communication, m_cluster.overlapSlowdown.value) - compute;
    }

    /// What `more` adds to `compute` that already has `communication` beside it.
    [[nodiscard]] Seconds addedBeside(Seconds compute, Seconds communication, Seconds more) const
    {
        return exposedBeside(compute, communication + more) - exposedBeside(compute, communication);
    }

    /// Parameters that share their groups of copies. Experts have fewer copies than the rest: one in each expert group.
    struct Copies {
        double used = 0;
        double owned = 0;
        Group shard;
        Group replicate;
    };

    [[nodiscard]] std::vector<Copies> copies() const
    {
        const double experts = m_profile.expertParameters;
        const int degree = m_strategy.expert;
        const Group shard = m_groups.shard;
        const Group replicate = m_groups.replicate;
        if (degree == 1) {
            return {{m_profile.usedParameters + experts, m_profile.parameters + experts, shard, replicate}};
        }
        const auto across = [degree](Group group) {
            return Group{std::max(1, group.size / degree), group.stride * degree};
        };
        const bool sharded = m_strategy.zero > 0;
        return {{m_profile.usedParameters, m_profile.parameters, shard, replicate},
                {experts, experts, sharded ? across(shard) : shard, sharded ? replicate : across(replicate)}};
    }

    /// ZeRO-3: weights gathered before forward and again before backward of each micro-batch, beside compute.
    void addWeightGathers()
    {
        if (m_training.framework.gathersWhenNeeded) {
            addEagerGathers();
            return;
        }
        const double m = m_context.microbatches;
        Seconds besideForward = 0;
        for (const Copies& part : m_copies) {
            if (m_strategy.zero < 3 || part.shard.size == 1) {
                continue;
            }
            const CollectiveCost gather =
                collective(CollectiveKind::AllGather, part.shard, m_training.elementBytes() * part.used);
            const Seconds inForward = addedBeside(m_forward, besideForward, gather.seconds);
            const Seconds inBackward = addedBeside(m_backward, m_backwardTraffic, gather.seconds);
            charge(TrafficKind::WeightGather, CollectiveKind::AllGather, part.shard, gather, 2 * m,
                   m * std::max(0.0, 2 * gather.seconds - inForward - inBackward), m * (inForward + inBackward));
            besideForward += gather.seconds;
            m_backwardTraffic += gather.seconds;
        }
        m_forward += exposedBeside(m_forward, besideForward);
    }

    /// The same by a framework that gathers nothing ahead: every tensor by itself, and again for recomputation.
    void addEagerGathers()
    {
        const double m = m_context.microbatches;
        const double backward = m_strategy.recompute == Recompute::Full ? 2 : 1;
        const double tensors = std::max(1, m_profile.weightTensors);
        for (const Copies& part : m_copies) {
            if (m_strategy.zero < 3 || part.shard.size == 1) {
                continue;
            }
            const CollectiveCost gather =
                collective(CollectiveKind::AllGather, part.shard, m_training.elementBytes() * part.used / tensors);
            const Seconds once = tensors * gather.seconds;
            charge(TrafficKind::WeightGather, CollectiveKind::AllGather, part.shard, gather,
                   (1 + backward) * tensors * m, 0, (1 + backward) * once * m);
            m_forward += once;
            m_eager += backward * once;
        }
    }

    /// Gradients. From z=2 on they are scattered after every micro-batch's backward (sharded gradients leave no room
    /// to accumulate whole ones); otherwise once a step, beside the last backward. Replicas of shards add an
    /// all-reduce.
    void addGradientSync()
    {
        const Seconds compute = m_backward;
        const double m = m_context.microbatches;
        for (const Copies& part : m_copies) {
            if (m_strategy.zero < 2 || part.shard.size == 1) {
                continue;
            }
            const CollectiveCost scatter =
                collective(CollectiveKind::ReduceScatter, part.shard, m_training.gradientBytes * part.owned);
            const Seconds exposed = addedBeside(compute, m_backwardTraffic, scatter.seconds);
            charge(TrafficKind::GradientSync, CollectiveKind::ReduceScatter, part.shard, scatter, m,
                   m * std::max(0.0, scatter.seconds - exposed), m * exposed);
            m_backwardTraffic += scatter.seconds;
        }
        m_backward = compute + exposedBeside(compute, m_backwardTraffic) + m_eager;
        for (const Copies& part : m_copies) {
            addStepSync(part, compute);
        }
    }

    void addStepSync(const Copies& part, Seconds compute)
    {
        const double bytes = m_training.gradientBytes * part.owned;
        if (m_strategy.zero == 1 && part.shard.size > 1) {
            addLastSync(CollectiveKind::ReduceScatter, part.shard, bytes, compute);
        }
        if (part.replicate.size > 1) {
            const double share = m_strategy.zero >= 2 ? bytes / part.shard.size : bytes;
            addLastSync(CollectiveKind::AllReduce, part.replicate, share, compute);
        }
        if ((m_strategy.zero == 1 || m_strategy.zero == 2) && part.shard.size > 1) {
            // Updated weights come back while the next step's first forward runs.
            const CollectiveCost gather =
                collective(CollectiveKind::AllGather, part.shard, m_training.elementBytes() * part.owned);
            const Seconds exposed = m_training.framework.overlapGradients
                                        ? addedBeside(m_forward, m_nextForwardTraffic, gather.seconds)
                                        : gather.seconds;
            charge(TrafficKind::WeightGather, CollectiveKind::AllGather, part.shard, gather, 1,
                   std::max(0.0, gather.seconds - exposed), exposed);
            m_nextForwardTraffic += gather.seconds;
            m_cost.sync += exposed;
        }
    }

    void addLastSync(CollectiveKind kind, Group group, double bytes, Seconds compute)
    {
        const CollectiveCost sync = collective(kind, group, bytes);
        const Seconds exposed = m_training.framework.overlapGradients
                                    ? addedBeside(compute, m_backwardTraffic + m_lastTraffic, sync.seconds)
                                    : sync.seconds;
        charge(TrafficKind::GradientSync, kind, group, sync, 1, std::max(0.0, sync.seconds - exposed), exposed);
        m_lastTraffic += sync.seconds;
        m_cost.sync += exposed;
    }

    /// A table that first and last stage both keep: its gradients are summed over the two, once a step. Both wait; it
    /// is charged once, to the head.
    void addTiedTableSync()
    {
        if (!m_layer.tied || m_context.pipeline == 1) {
            return;
        }
        const Group ends{2, m_cluster.devices / m_context.pipeline * (m_context.pipeline - 1)};
        const double share = m_strategy.zero >= 2 ? m_strategy.shardDegree() : 1;
        const double bytes = m_training.gradientBytes * m_profile.parameters / share;
        const CollectiveCost sync = collective(CollectiveKind::AllReduce, ends, bytes);
        charge(TrafficKind::TiedEmbedding, CollectiveKind::AllReduce, ends, sync, 1, 0, sync.seconds);
        m_cost.sync += sync.seconds;
    }

    /// Activations of the tensor group: all-reduces, or the same bytes as gather and scatter pairs and what backward
    /// gathers again. Nothing hides the former unless the framework overlaps them with the products.
    void addTensorTraffic()
    {
        const Group group = m_groups.tensor;
        if (m_shard.tensor == 1 || m_profile.tensorReductions + m_profile.tensorReductionsBackward == 0) {
            return;
        }
        const double buffer = tokensHere() * static_cast<double>(m_layer.hidden) * m_training.elementBytes();
        const double repeats = m_strategy.recompute == Recompute::Full ? 1 : 0;
        const double forward = m_profile.tensorReductions;
        const double backward = m_profile.tensorReductionsBackward + repeats * m_profile.tensorReductions;
        const bool split = m_strategy.sequence == SequenceParallel::Megatron;
        const CollectiveKind kind = split ? CollectiveKind::AllGather : CollectiveKind::AllReduce;
        const CollectiveCost once = collective(kind, group, buffer);
        const double pairs = split ? 2 : 1;
        const TrafficKind traffic = split ? TrafficKind::SequenceParallel : TrafficKind::TensorParallel;
        const double times = (forward + backward) * pairs * m_context.microbatches;
        const Seconds inForward = exposedTensor(m_profile.forward, forward * pairs * once.seconds);
        const Seconds compute = m_profile.backwardInput + m_profile.backwardWeight + recomputed();
        const Seconds inBackward = exposedTensor(compute, backward * pairs * once.seconds);
        const Seconds exposed = m_context.microbatches * (inForward + inBackward);
        charge(traffic, kind, group, once, times, std::max(0.0, times * once.seconds - exposed), exposed);
        m_forward += inForward;
        m_backward += inBackward;
        addRegathers(backward * pairs * once.seconds);
    }

    /// Megatron SP keeps a share of each product's input and gathers the whole again beside the products that
    /// make the gradients of these inputs; those of the weights come after (2205.05198 §4.2.2). `before`: seconds of
    /// transfers that a framework which overlaps all of them has beside backward already.
    void addRegathers(Seconds before)
    {
        const Group group = m_groups.tensor;
        const bool overlaps = m_training.framework.overlapActivations;
        const Seconds products = std::max(0.0, m_profile.backwardInput - m_profile.attentionBackward);
        const Seconds compute = overlaps ? m_profile.backwardInput + m_profile.backwardWeight + recomputed() : products;
        Seconds beside = overlaps ? before : 0;
        const double m = m_context.microbatches;
        for (const double elements : m_profile.regathered) {
            const CollectiveCost gather =
                collective(CollectiveKind::AllGather, group, elements * m_training.elementBytes());
            const Seconds exposed = addedBeside(compute, beside, gather.seconds);
            charge(TrafficKind::SequenceParallel, CollectiveKind::AllGather, group, gather, m,
                   m * std::max(0.0, gather.seconds - exposed), m * exposed);
            beside += gather.seconds;
            m_backward += exposed;
        }
    }

    /// Frameworks that cut products and transfers into chunks hide them behind each other.
    [[nodiscard]] Seconds exposedTensor(Seconds compute, Seconds communication) const
    {
        return m_training.framework.overlapActivations ? exposedBeside(compute, communication) : communication;
    }

    /// Of the micro-batch on this rank: a tensor group's ranks have the same ones.
    [[nodiscard]] double tokensHere() const { return here(tokensOf(m_layer, m_context.sequence)); }

    /// This rank's part of `tokens` tokens a sample.
    [[nodiscard]] double here(std::int64_t tokens) const
    {
        return m_shard.samples * static_cast<double>(tokens) / (m_shard.context * m_shard.ulysses);
    }

    /// `transfers` of `buffer` bytes a rank in forward, their mirrors in backward, and forward's again where all of it
    /// is repeated. Nothing hides them.
    void addPasses(TrafficKind kind, CollectiveKind how, Group group, Volume buffer, int transfers)
    {
        const CollectiveCost once = collective(how, group, buffer);
        const int backward = m_strategy.recompute == Recompute::Full ? 2 * transfers : transfers;
        const double times = static_cast<double>(transfers + backward) * m_context.microbatches;
        charge(kind, how, group, once, times, 0, times * once.seconds);
        m_forward += transfers * once.seconds;
        m_backward += backward * once.seconds;
    }

    /// Ulysses: queries, keys and values go from all heads of a rank's tokens to its share of the heads of all tokens,
    /// and attention's output comes back (2309.14509). Key and value heads fewer than ranks go to all that need them.
    void addUlyssesTraffic()
    {
        if (m_shard.ulysses == 1) {
            return;
        }
        const auto send = [this](double elements) {
            addPasses(TrafficKind::SequenceParallel, CollectiveKind::AllToAll, m_groups.tensor,
                      elements * m_training.elementBytes(), 1);
        };
        const auto heads = static_cast<double>(m_layer.heads);
        for (const Attention attention : attentionsOf(m_layer)) {
            const double keyTokens = here(keyTokensOf(m_layer, attention, m_context.sequence));
            const KeyValueElements share = keyValueElements(m_layer, attention, m_shard.ulysses);
            send(tokensHere() * heads * static_cast<double>(m_layer.headDim));
            send(keyTokens * m_shard.ulysses * share.keys);
            send(keyTokens * m_shard.ulysses * share.values);
            send(tokensHere() * heads * static_cast<double>(valueWidthOf(m_layer)));
        }
    }

    /// Keys and values go around the ring (2310.01889): once in forward, and with their gradients in backward. While a
    /// chunk of them is on its way attention works on the one before, but for the last (our definition: chunks take
    /// equally long, as when a causal model deals each rank one from the front and one from the back; the chunks of
    /// two attentions go beside both).
    void addContextTraffic()
    {
        if (m_groups.context.size == 1) {
            return;
        }
        const double beside = 1 - 1.0 / m_strategy.context;
        const Seconds forward = beside * m_profile.attentionForward;
        const Seconds backward = beside * m_profile.attentionBackward;
        Seconds before = 0;
        for (const Attention attention : attentionsOf(m_layer)) {
            const double tokens =
                m_shard.samples * static_cast<double>(keyTokensOf(m_layer, attention, m_context.sequence));
            const double elements = tokens * keyValueElements(m_layer, attention, m_strategy.tensor).both();
            const CollectiveCost ring =
                collective(CollectiveKind::AllGather, m_groups.context, elements * m_training.elementBytes());
            addRing(ring, addedBeside(forward, before, ring.seconds),
                    addedBeside(backward, 2 * before, 2 * ring.seconds));
            before += ring.seconds;
        }
    }

    /// Exposed seconds of one micro-batch in forward, and in backward, where twice as much is passed around.
    void addRing(const CollectiveCost& ring, Seconds once, Seconds twice)
    {
        const double repeats = m_strategy.recompute == Recompute::None ? 0 : 1;
        const double m = m_context.microbatches;
        const Seconds exposed = (1 + repeats) * once + twice;
        charge(TrafficKind::ContextParallel, CollectiveKind::AllGather, m_groups.context, ring, (3 + repeats) * m,
               m * std::max(0.0, (3 + repeats) * ring.seconds - exposed), m * exposed);
        m_forward += once;
        m_backward += twice + repeats * once;
    }

    /// The ranks that hold all experts between them. A group wider than data·context begins inside the tensor group.
    [[nodiscard]] Group expertGroup() const
    {
        if (m_strategy.expert > m_strategy.data * m_strategy.context) {
            return {m_strategy.expert, m_strategy.expertTensor()};
        }
        return {m_strategy.expert, m_strategy.zero > 0 ? m_groups.shard.stride : m_groups.replicate.stride};
    }

    /// Dispatch and combine, each way: top-k copies of every token to the ranks that hold their experts. Where tokens
    /// are split over ranks that share an expert, these gather what the others got, and scatter the sums.
    void addExpertTraffic()
    {
        if (m_layer.experts == 0) {
            return;
        }
        const bool split = m_strategy.sequence == SequenceParallel::Megatron;
        const double one = tokensHere() * static_cast<double>(m_layer.hidden) * m_training.elementBytes();
        const double copies = one * static_cast<double>(m_layer.topK);
        if (m_strategy.expert > 1) {
            const double sent = one * copiesSent(expertGroup());
            addPasses(TrafficKind::ExpertParallel, CollectiveKind::AllToAll, expertGroup(),
                      split ? sent / m_strategy.tensor : sent, 2);
        }
        if (split && m_strategy.expertTensor() > 1) {
            const Group sharing{m_strategy.expertTensor(), m_groups.tensor.stride};
            addPasses(TrafficKind::ExpertParallel, CollectiveKind::AllGather, sharing,
                      copies * sharing.size / m_strategy.tensor, 2);
        }
    }

    /// How often a token is sent: to each of its experts; or once to each island of the group's widest links that holds
    /// some of them. Of `islands`, k experts drawn evenly fall on islands·(1 - (1 - 1/islands)^k).
    [[nodiscard]] double copiesSent(Group group) const
    {
        const auto experts = static_cast<double>(m_layer.topK);
        if (!m_training.framework.fusedDispatch) {
            return experts;
        }
        const int level = linkLevel(m_cluster, group);
        const int inside = level == 0 ? 1 : m_cluster.links[static_cast<std::size_t>(level - 1)].span / group.stride;
        const double islands = std::max(1.0, static_cast<double>(group.size) / std::max(1, inside));
        return islands * (1 - std::pow(1 - 1 / islands, experts));
    }

    void chargeHost(double bytes, double times, Seconds seconds, Seconds exposed)
    {
        const Seconds hidden = std::max(0.0, times * seconds - exposed);
        m_cost.charges.push_back({TrafficKind::HostTransfer, CollectiveKind::PointToPoint, Group{}, Route::Direct,
                                  m_cluster.hostLink(), times, bytes, hidden, exposed});
    }

    /// Kept tensors go out beside the forward of the next layer and come in beside the backward of the one behind,
    /// taken as long as this layer's own; copy engines do it, which slows no kernel. What takes longer stalls (METHOD
    /// §11).
    void addActivationOffload()
    {
        if (!m_strategy.offloadActivations) {
            return;
        }
        const Seconds once = m_cluster.host.copySeconds(m_bytes.heldBytes());
        const Seconds inForward = std::max(0.0, once - m_forward);
        const Seconds inBackward = std::max(0.0, once - m_backward);
        const double m = m_context.microbatches;
        chargeHost(m_bytes.heldBytes(), 2 * m, once, m * (inForward + inBackward));
        m_forward += inForward;
        m_backward += inBackward;
    }

    /// Gradients go out beside backward: each micro-batch's, or their sum beside the last one. Updated weights come
    /// back once a step, when the host has done with them.
    void addOptimizerOffload()
    {
        if (!m_strategy.offloadOptimizer) {
            return;
        }
        const bool leave = m_bytes.gradientsLeave();
        const double out =
            leave ? m_bytes.leavingGradientBytes() : m_training.gradientBytes * m_bytes.shardedParameters(1);
        const Seconds outSeconds = m_cluster.host.copySeconds(out);
        const Seconds stall = std::max(0.0, outSeconds - m_backward);
        const double times = leave ? m_context.microbatches : 1;
        chargeHost(out, times, outSeconds, times * stall);
        (leave ? m_backward : m_cost.sync) += stall;
        const double weights = m_training.elementBytes() * m_bytes.shardedParameters(1);
        const Seconds back = m_cluster.host.copySeconds(weights);
        chargeHost(weights, 1, back, back);
        m_cost.sync += back;
    }

    /// The update reads and writes every state of its shard once.
    [[nodiscard]] Seconds optimizerSeconds() const
    {
        const double bytes = m_bytes.shardedParameters(1) *
                             (2.0 * m_training.optimizerBytes() + m_training.gradientBytes + m_training.elementBytes());
        if (m_strategy.offloadOptimizer) {
            return bytes / m_cluster.host.updateBandwidth.value;
        }
        return bytes > 0 ? streamSeconds(m_cluster.device, bytes) : 0;
    }

    const CostContext& m_context;
    const Cluster& m_cluster;
    const Training& m_training;
    const LayerSpec& m_layer;
    const LayerStrategy& m_strategy;
    StrategyGroups m_groups;
    ShardShape m_shard;
    LayerProfile m_profile;
    LayerBytes m_bytes;
    std::vector<Copies> m_copies;
    LayerCost m_cost;
    Seconds m_forward = 0;
    Seconds m_backward = 0;
    Seconds m_backwardTraffic = 0;     ///< communication beside every micro-batch's backward
    Seconds m_lastTraffic = 0;         ///< beside the last backward, on top
    Seconds m_nextForwardTraffic = 0;  ///< beside the next step's first forward
    Seconds m_eager = 0;               ///< gathers that backward waits for
};

}  // namespace

const char* toString(TrafficKind kind)
{
    switch (kind) {
    case TrafficKind::TensorParallel:
        return "tensor";
    case TrafficKind::SequenceParallel:
        return "sequence";
    case TrafficKind::ContextParallel:
        return "context";
    case TrafficKind::ExpertParallel:
        return "expert";
    case TrafficKind::WeightGather:
        return "weight-gather";
    case TrafficKind::GradientSync:
        return "gradient-sync";
    case TrafficKind::Transformation:
        return "transformation";
    case TrafficKind::Pipeline:
        return "pipeline";
    case TrafficKind::TiedEmbedding:
        return "tied-embedding";
    case TrafficKind::HostTransfer:
        return "host";
    }
    return "";
}

LayerCost layerCost(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy)
{
    return LayerCoster(context, layer, strategy).cost();
}

}  // namespace pgram
