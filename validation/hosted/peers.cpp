// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/hosted/peers.h"

#include <algorithm>

namespace pgram {

Seconds allReduceSeconds(const HostedPeers& peers, const SlowNetwork& network)
{
    const double others = peers.peers - 1;
    return 2 * others / peers.peers * peers.bytes / network.bandwidth + 2 * others * network.latency;
}

Seconds syncSeconds(const HostedPeers& peers, const SlowNetwork& network)
{
    const double passes = 7.0 * (peers.peers - 1) / peers.peers;
    return std::max(allReduceSeconds(peers, network), passes * peers.bytes / peers.hostMemory) + peers.update;
}

double samplesPerSecond(const HostedPeers& peers, const SlowNetwork& network, bool overlapped)
{
    const Seconds work = peers.every * peers.step;
    const Seconds sync = syncSeconds(peers, network);
    return peers.peers * peers.every * peers.samples / (overlapped ? std::max(work, sync) : work + sync);
}

Seconds pipelineSeconds(const SlowPipeline& pipeline, const SlowNetwork& network)
{
    const Seconds hop = pipeline.boundary / network.bandwidth;
    const auto phase = [&](Seconds time) {
        return pipeline.stages * time + (pipeline.stages - 1) * (hop + network.latency) +
               (pipeline.microbatches - 1) * std::max(time, pipeline.stages > 1 ? hop : 0);
    };
    return phase(pipeline.forward) + phase(pipeline.backward) + pipeline.update;
}

Seconds stageForwardOf(SlowPipeline pipeline, const SlowNetwork& network, double ratio, Seconds seconds)
{
    Seconds below = 0;
    Seconds above = seconds;
    for (int i = 0; i < 80; ++i) {
        pipeline.forward = (below + above) / 2;
        pipeline.backward = ratio * pipeline.forward;
        (pipelineSeconds(pipeline, network) > seconds ? above : below) = pipeline.forward;
    }
    return below;
}

}  // namespace pgram
