// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/traffic/layer_traffic.h"

#include <algorithm>

namespace pgram {

namespace {

/// Parameters that share their groups of copies. Experts have fewer copies than the rest: one in each expert group.
struct Copies {
    double used = 0;
    double owned = 0;
    Group shard;
    Group replicate;
};

std::vector<Copies> copiesOf(const LayerScene& scene)
{
    const LayerProfile& profile = scene.profile;
    const double experts = profile.expertParameters;
    const int degree = scene.strategy.expert;
    const Group shard = scene.groups.shard;
    const Group replicate = scene.groups.replicate;
    if (degree == 1) {
        return {{profile.usedParameters + experts, profile.parameters + experts, shard, replicate}};
    }
    const auto across = [degree](Group group) {
        return Group{std::max(1, group.size / degree), group.stride * degree};
    };
    const bool sharded = scene.strategy.zero > 0;
    return {{profile.usedParameters, profile.parameters, shard, replicate},
            {experts, experts, sharded ? across(shard) : shard, sharded ? replicate : across(replicate)}};
}

class WeightTraffic {
public:
    WeightTraffic(const LayerScene& scene, Overlap& overlap)
        : m_scene(scene), m_overlap(overlap), m_zero(scene.strategy.zero), m_copies(copiesOf(scene))
    {}

    void add()
    {
        const Seconds eager = m_scene.training.framework.gathersWhenNeeded ? addEagerGathers() : addGathers();
        addScatters();
        m_overlap.backward.after(eager);
        addStepSync();
        addTiedTableSync();
    }

private:
    /// ZeRO-3: weights gathered before forward and again before backward of each micro-batch, beside compute.
    Seconds addGathers()
    {
        const double m = m_scene.microbatches;
        for (const Copies& part : m_copies) {
            if (m_zero < 3 || part.shard.size == 1) {
                continue;
            }
            const CollectiveCost gather =
                m_scene.collective(CollectiveKind::AllGather, part.shard, m_scene.bytesOf(part.used));
            const Seconds inForward = m_overlap.forward.beside(gather.seconds);
            const Seconds inBackward = m_overlap.backward.beside(gather.seconds);
            m_overlap.chargeEach(m, TrafficKind::WeightGather, CollectiveKind::AllGather, part.shard, gather, 2,
                                 2 * gather.seconds, inForward + inBackward);
        }
        return 0;
    }

    /// The same by a framework that gathers nothing ahead: every tensor by itself, and again for recomputation. Returns
    /// what backward waits for.
    Seconds addEagerGathers()
    {
        const double m = m_scene.microbatches;
        const double backward = m_scene.repeatsAll() ? 2 : 1;
        const double tensors = std::max(1, m_scene.profile.weightTensors);
        Seconds waits = 0;
        for (const Copies& part : m_copies) {
            if (m_zero < 3 || part.shard.size == 1) {
                continue;
            }
            const CollectiveCost gather =
                m_scene.collective(CollectiveKind::AllGather, part.shard, m_scene.bytesOf(part.used) / tensors);
            const Seconds once = tensors * gather.seconds;
            const Seconds exposed = (1 + backward) * once * m;
            m_overlap.charge(TrafficKind::WeightGather, CollectiveKind::AllGather, part.shard, gather,
                             (1 + backward) * tensors * m, exposed, exposed);
            m_overlap.forward.after(once);
            waits += backward * once;
        }
        return waits;
    }

    /// From z=2 on gradients are scattered after every micro-batch's backward: sharded gradients leave no room to
    /// accumulate whole ones.
    void addScatters()
    {
        const double m = m_scene.microbatches;
        for (const Copies& part : m_copies) {
            if (m_zero < 2 || part.shard.size == 1) {
                continue;
            }
            const CollectiveCost scatter = m_scene.collective(CollectiveKind::ReduceScatter, part.shard,
                                                              m_scene.training.gradientBytes * part.owned);
            const Seconds exposed = m_overlap.backward.beside(scatter.seconds);
            m_overlap.chargeEach(m, TrafficKind::GradientSync, CollectiveKind::ReduceScatter, part.shard, scatter, 1,
                                 scatter.seconds, exposed);
        }
    }

    /// Once a step: gradients beside the last backward, replicas of shards by an all-reduce; and updated weights, which
    /// come back while the next step's first forward runs.
    void addStepSync()
    {
        const double slowdown = m_scene.cluster.overlapSlowdown.value;
        Lane last(m_overlap.backward.compute(), slowdown, m_overlap.backward.traffic());
        Lane next(m_overlap.forward.total(), slowdown);
        for (const Copies& part : m_copies) {
            const double bytes = m_scene.training.gradientBytes * part.owned;
            if (m_zero == 1) {
                addOnce(last, TrafficKind::GradientSync, CollectiveKind::ReduceScatter, part.shard, bytes);
            }
            addOnce(last, TrafficKind::GradientSync, CollectiveKind::AllReduce, part.replicate,
                    m_zero >= 2 ? bytes / part.shard.size : bytes);
            if (m_zero == 1 || m_zero == 2) {
                addOnce(next, TrafficKind::WeightGather, CollectiveKind::AllGather, part.shard,
                        m_scene.bytesOf(part.owned));
            }
        }
    }

    void addOnce(Lane& lane, TrafficKind kind, CollectiveKind how, Group group, Volume bytes)
    {
        if (group.size == 1) {
            return;
        }
        const CollectiveCost once = m_scene.collective(how, group, bytes);
        const Seconds added = lane.beside(once.seconds);
        const Seconds exposed = m_scene.training.framework.overlapGradients ? added : once.seconds;
        m_overlap.charge(kind, how, group, once, 1, once.seconds, exposed);
        m_overlap.sync += exposed;
    }

    /// A table that first and last stage both keep: its gradients are summed over the two, once a step. Both wait; it
    /// is charged once, to the head.
    void addTiedTableSync()
    {
        if (!m_scene.layer.tied || !m_scene.keepsTableTwice) {
            return;
        }
        const Group ends{2, m_scene.cluster.devices / m_scene.pipeline * (m_scene.pipeline - 1)};
        const double share = m_zero >= 2 ? m_scene.strategy.shardDegree() : 1;
        const double bytes = m_scene.training.gradientBytes * m_scene.profile.parameters / share;
        const CollectiveCost sync = m_scene.collective(CollectiveKind::AllReduce, ends, bytes);
        m_overlap.charge(TrafficKind::TiedEmbedding, CollectiveKind::AllReduce, ends, sync, 1, sync.seconds,
                         sync.seconds);
        m_overlap.sync += sync.seconds;
    }

    const LayerScene& m_scene;
    Overlap& m_overlap;
    int m_zero;
    std::vector<Copies> m_copies;
};

}  // namespace

void weightTraffic(const LayerScene& scene, Overlap& overlap)
{
    WeightTraffic(scene, overlap).add();
}

}  // namespace pgram
