// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/traffic/layer_traffic.h"
#include "core/model/layer_role.h"

#include <algorithm>

namespace pgram {

namespace {

/// Parameters that share their groups of copies. Experts have other copies than the rest: expertGroupsOf().
struct Copies {
    Volume weights = 0;  ///< bytes of all of them, as they are gathered
    double trained = 0;  ///< owned
    Group shard;
    Group replicate;
    double pieces = 0;     ///< gathered one by one when a step needs them; 0: all together, ahead
    Seconds dispatch = 0;  ///< host time for a piece
};

/// Matrices of the experts of a device.
double expertMatrices(const LayerScene& scene)
{
    return asDouble(scene.layer.experts) / scene.shard.expert * (scene.layer.gatedMlp ? 3 : 2);
}

std::vector<Copies> copiesOf(const LayerScene& scene)
{
    const LayerProfile& profile = scene.profile;
    const ParameterCounts& trained = profile.trained;
    const double experts = profile.expertParameters;
    const auto weights = [&](double parameters, double adapters) {
        return scene.bytes.weightBytes(parameters, adapters);
    };
    const Group shard = scene.sharding.weights.shard;
    const Group replicate = scene.sharding.weights.replicate;
    const Framework& framework = scene.training.framework;
    const double pieces = framework.gathersWhenNeeded ? std::max(1, profile.weightTensors) : 0;
    const bool loops = framework.loopsExperts && experts > 0;
    const double ofExperts = loops ? expertMatrices(scene) : pieces;
    const Seconds dispatch = loops ? framework.gatherDispatch : 0;
    const MatrixPlacement& ofExpert = scene.sharding.experts;
    if (ofExpert.experts.size == 1 && ofExpert.split.size == scene.sharding.weights.split.size && !loops) {
        return {{weights(profile.usedParameters + experts, trained.used + trained.experts),
                 trained.owned + trained.experts, shard, replicate, pieces}};
    }
    return {
        {weights(profile.usedParameters, trained.used), trained.owned, shard, replicate, pieces},
        {weights(experts, trained.experts), trained.experts, ofExpert.shard, ofExpert.replicate, ofExperts, dispatch}};
}

class WeightTraffic {
public:
    WeightTraffic(const LayerScene& scene, Overlap& overlap)
        : m_scene(scene),
          m_overlap(overlap),
          m_zero(scene.strategy.zero),
          m_share(1.0 / std::max(1, scene.layer.sharedBy)),
          m_copies(copiesOf(scene))
    {}

    void add()
    {
        Seconds eager = 0;
        for (const Copies& part : m_copies) {
            if (m_zero < 3 || part.shard.size == 1) {
                continue;
            }
            if (part.pieces > 0) {
                eager += addEagerGathers(part);
            } else {
                addGather(part);
            }
        }
        addScatters();
        m_overlap.backward.after(eager);
        addStepSync();
        addTiedTableSync();
    }

private:
    /// ZeRO-3: weights gathered before forward and again before backward of each micro-batch, beside compute.
    void addGather(const Copies& part)
    {
        const double m = m_scene.microbatches;
        const CollectiveCost gather = m_scene.collective(CollectiveKind::AllGather, part.shard, part.weights);
        const int backwards = m_scene.backwards();
        const Seconds own = m_share * gather.seconds;
        const Seconds inForward = m_overlap.forward.beside(own);
        const Seconds inBackward = backwards > 0 ? m_overlap.backward.beside(own) : 0;
        m_overlap.chargeEach(m, TrafficKind::WeightGather, CollectiveKind::AllGather, part.shard, gather,
                             (1 + backwards) * m_share, (1 + backwards) * own, inForward + inBackward);
    }

    /// The same by a framework that gathers nothing ahead: every tensor by itself, and again for recomputation. Returns
    /// what backward waits for.
    Seconds addEagerGathers(const Copies& part)
    {
        const double m = m_scene.microbatches;
        const double backward = m_scene.backwards() + (m_scene.repeatsAll() ? 1 : 0);
        const CollectiveCost gather =
            m_scene.collective(CollectiveKind::AllGather, part.shard, part.weights / part.pieces);
        const Seconds once = m_share * part.pieces * (gather.seconds + part.dispatch);
        const Seconds exposed = (1 + backward) * once * m;
        m_overlap.charge(TrafficKind::WeightGather, CollectiveKind::AllGather, part.shard, gather,
                         (1 + backward) * m_share * part.pieces * m, exposed, exposed);
        m_overlap.forward.after(once);
        return backward * once;
    }

    /// From z=2 on gradients are scattered after every micro-batch's backward: sharded gradients leave no room to
    /// accumulate whole ones.
    void addScatters()
    {
        const double m = m_scene.microbatches;
        for (const Copies& part : m_copies) {
            if (m_zero < 2 || part.shard.size == 1 || isFrozen(part)) {
                continue;
            }
            const CollectiveCost scatter = m_scene.collective(CollectiveKind::ReduceScatter, part.shard,
                                                              m_scene.training.gradientBytes * part.trained);
            const Seconds own = m_share * scatter.seconds;
            Seconds exposed = own;
            if (isShared()) {
                m_overlap.backward.after(own);
            } else {
                exposed = m_overlap.backward.beside(own);
            }
            m_overlap.chargeEach(m, TrafficKind::GradientSync, CollectiveKind::ReduceScatter, part.shard, scatter,
                                 m_share, own, exposed);
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
            if (isFrozen(part)) {
                continue;
            }
            const double bytes = m_scene.training.gradientBytes * part.trained;
            if (m_zero == 1) {
                addOnce(last, TrafficKind::GradientSync, CollectiveKind::ReduceScatter, part.shard, bytes);
            }
            addOnce(last, TrafficKind::GradientSync, CollectiveKind::AllReduce, part.replicate,
                    m_zero >= 2 ? bytes / part.shard.size : bytes);
            if (m_zero == 1 || m_zero == 2) {
                addOnce(next, TrafficKind::WeightGather, CollectiveKind::AllGather, part.shard,
                        m_scene.bytesOf(part.trained));
            }
        }
    }

    void addOnce(Lane& lane, TrafficKind kind, CollectiveKind how, Group group, Volume bytes)
    {
        if (group.size == 1) {
            return;
        }
        const CollectiveCost once = m_scene.collective(how, group, bytes);
        const Seconds own = m_share * once.seconds;
        const Seconds added = lane.beside(own);
        const bool waits = kind == TrafficKind::GradientSync && isShared();
        const Seconds exposed = m_scene.training.framework.overlapGradients && !waits ? added : own;
        m_overlap.charge(kind, how, group, once, m_share, own, exposed);
        m_overlap.charges.back().once = true;
        m_overlap.sync += exposed;
    }

    /// A table that first and last stage both keep: its gradients are summed over the two, once a step. Both wait; it
    /// is charged once, to the layer that holds the copy: the head, or a prediction layer.
    void addTiedTableSync()
    {
        if (!m_scene.layer.tied || !m_scene.keepsTableTwice || m_scene.profile.trains != Trains::All) {
            return;
        }
        const Group ends{2, m_scene.cluster.devices / m_scene.pipeline * (m_scene.pipeline - 1)};
        const double share = m_zero >= 2 ? m_scene.sharding.weights.shard.size : 1;
        const double bytes = m_scene.training.gradientBytes * copiedParameters() / share;
        const CollectiveCost sync = m_scene.collectiveIn(m_scene.ends, CollectiveKind::AllReduce, ends, bytes);
        m_overlap.charge(TrafficKind::TiedEmbedding, CollectiveKind::AllReduce, ends, sync, 1, sync.seconds,
                         sync.seconds);
        m_overlap.charges.back().once = true;
        m_overlap.sync += sync.seconds;
    }

    [[nodiscard]] double copiedParameters() const
    {
        const LayerSpec& layer = m_scene.layer;
        if (!isPrediction(layer)) {
            return m_scene.profile.trained.owned;
        }
        return tableElements(layer) / (m_scene.shard.tensor * m_scene.shard.grid.weightParts());
    }

    /// Gradients of a shared set are whole when the first of its layers has run backward: nothing of that hides them.
    [[nodiscard]] bool isShared() const { return m_share < 1; }

    /// Nothing of them trains.
    [[nodiscard]] bool isFrozen(const Copies& part) const
    {
        return m_scene.profile.trains != Trains::All && part.trained == 0;
    }

    const LayerScene& m_scene;
    Overlap& m_overlap;
    int m_zero;
    double m_share;  ///< the layer's share of transfers for a set of parameters that layers share; 1 without such a set
    std::vector<Copies> m_copies;
};

}  // namespace

void weightTraffic(const LayerScene& scene, Overlap& overlap)
{
    WeightTraffic(scene, overlap).add();
}

}  // namespace pgram
