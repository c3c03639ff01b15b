// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/tensor_layout.h"
#include "core/cost/traffic/layer_traffic.h"
#include "core/model/attention.h"
#include "core/model/layer_role.h"

#include <algorithm>
#include <vector>

namespace pgram {

namespace {

/// Rows of ranks that hold parts of the widths of the same samples.
int widthAxis(const TensorGrid& grid)
{
    return grid.dimensions == 3 ? 2 : 0;
}

/// Each norm sums two scalars a token over the widths, each way; a vector of biases lies where the samples are first.
void addVectors(const LayerScene& scene, std::vector<GroupTransfer>& all)
{
    const TensorGrid& grid = scene.shard.grid;
    const double tokens = scene.tokensHere() / grid.sampleParts();
    const int norms = 2 * scene.profile.norms;
    all.push_back({CollectiveKind::AllReduce, widthAxis(grid), tokens, norms, norms});
    if (!scene.layer.linearBias || !isBlock(scene.layer)) {
        return;
    }
    for (const ProductShape& product : scene.profile.products) {
        all.push_back({CollectiveKind::Broadcast, 1, product.columns / grid.side, 1, 0});
        all.push_back({CollectiveKind::Reduce, 1, product.columns / grid.side, 0, 1});
    }
}

/// A table of the vocabulary is divided as a matrix of weights is; each rank looks up the tokens of its column for its
/// rows, and what the others have found is summed up where it belongs. A cube gathers its rows of the table first.
std::vector<GroupTransfer> tableTransfers(const LayerScene& scene)
{
    const TensorGrid& grid = scene.shard.grid;
    const auto width = static_cast<double>(scene.layer.hidden);
    const double square = static_cast<double>(grid.side) * grid.side;
    const double output = scene.tokensHere() * width;
    if (grid.dimensions != 3) {
        return {{CollectiveKind::ReduceScatter, 1, output / grid.side, 1, 0},
                {CollectiveKind::AllGather, 1, output / grid.side, 0, 1}};
    }
    const double table = static_cast<double>(scene.layer.vocabulary) * width / square;
    return {{CollectiveKind::AllGather, 1, table, 1, 0},
            {CollectiveKind::ReduceScatter, 0, output / square, 1, 0},
            {CollectiveKind::AllGather, 0, output / square, 0, 1},
            {CollectiveKind::ReduceScatter, 1, table, 0, 1}};
}

std::vector<GroupTransfer> ofGrid(const LayerScene& scene)
{
    if (scene.layer.kind == LayerKind::Embedding) {
        return tableTransfers(scene);
    }
    std::vector<GroupTransfer> all;
    bool turned = false;
    for (const ProductShape& product : scene.profile.products) {
        const std::vector<GroupTransfer> own = gridTransfers(scene.shard.grid, product, turned);
        all.insert(all.end(), own.begin(), own.end());
        turned = !turned;
    }
    addVectors(scene, all);
    return all;
}

/// Keys and values of all tokens, as wide as they are.
std::vector<GroupTransfer> ofRing(const LayerScene& scene)
{
    std::vector<GroupTransfer> all;
    for (const Attention attention : attentionsOf(scene.layer)) {
        const double tokens =
            scene.shard.samples * static_cast<double>(keyTokensOf(scene.layer, attention, scene.sequence));
        const KeyValueElements width = keyValueElements(scene.layer, attention, 1);
        const std::vector<GroupTransfer> own = ringTransfers(tokens * width.keys, tokens * width.values);
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

/// All transfers of one kind along one axis.
struct AxisSum {
    CollectiveKind kind = CollectiveKind::AllGather;
    int axis = 0;
    CollectiveCost once;  ///< on average
    int forward = 0;
    int backward = 0;
    Seconds inForward = 0;
    Seconds inBackward = 0;
};

class LayoutTraffic {
public:
    LayoutTraffic(const LayerScene& scene, Overlap& overlap) : m_scene(scene), m_overlap(overlap) {}

    /// Operators wait for their operands, and layers for their results: nothing hides them.
    void add(TrafficKind kind, const std::vector<GroupTransfer>& transfers)
    {
        for (const GroupTransfer& transfer : transfers) {
            take(transfer);
        }
        const double m = m_scene.microbatches;
        for (AxisSum& axis : m_axes) {
            const int times = axis.forward + axis.backward;
            axis.once.bytesPerRank /= times;
            const Seconds seconds = m * (axis.inForward + axis.inBackward);
            m_overlap.charge(kind, axis.kind, groupOf(axis.axis), axis.once, m * times, seconds, seconds);
            m_overlap.forward.after(axis.inForward);
            m_overlap.backward.after(axis.inBackward);
        }
    }

private:
    [[nodiscard]] Group groupOf(int axis) const
    {
        Group group = m_scene.sharding.tensor;
        if (const int side = m_scene.shard.grid.side; side > 1) {
            group.size = side;
            group.stride *= axis == 0 ? 1 : axis == 1 ? side : side * side;
        }
        return group;
    }

    void take(const GroupTransfer& transfer)
    {
        const int backward = transfer.backward * m_scene.backwards() + (m_scene.repeatsAll() ? transfer.forward : 0);
        if (transfer.forward + backward == 0) {
            return;
        }
        const CollectiveCost once =
            m_scene.collective(transfer.kind, groupOf(transfer.axis), m_scene.bytesOf(transfer.elements));
        const auto isAlike = [&](const AxisSum& axis) {
            return axis.kind == transfer.kind && axis.axis == transfer.axis && axis.once.route == once.route;
        };
        auto known = std::ranges::find_if(m_axes, isAlike);
        if (known == m_axes.end()) {
            known = m_axes.insert(known, {transfer.kind, transfer.axis, once});
            known->once.bytesPerRank = 0;
        }
        known->forward += transfer.forward;
        known->backward += backward;
        known->inForward += transfer.forward * once.seconds;
        known->inBackward += backward * once.seconds;
        known->once.bytesPerRank += (transfer.forward + backward) * once.bytesPerRank;
    }

    const LayerScene& m_scene;
    Overlap& m_overlap;
    std::vector<AxisSum> m_axes;
};

}  // namespace

void layoutTraffic(const LayerScene& scene, Overlap& overlap)
{
    const bool isRing = scene.sharding.ringAttention;
    if (!isRing && scene.sharding.grid.side == 1) {
        return;
    }
    LayoutTraffic(scene, overlap)
        .add(isRing ? TrafficKind::ContextParallel : TrafficKind::TensorParallel,
             isRing ? ofRing(scene) : ofGrid(scene));
}

}  // namespace pgram
