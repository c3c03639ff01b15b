// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Peers over a slow network: each with the whole model (ATOM, arXiv 2403.10504), or one pipeline of them all
// (docs/method/other-systems.md, A model in host memory).
#pragma once

#include "core/base/units.h"

#include <limits>

namespace pgram {

struct SlowNetwork {
    Bandwidth bandwidth = 1;  ///< bandwidth per peer
    Seconds latency = 0;
};

struct HostedPeers {
    int peers = 1;
    Seconds step = 0;    ///< seconds of C micro-batches
    double samples = 1;  ///< samples in a peer's step
    double bytes = 0;    ///< that are summed over the peers, once in `every` steps
    int every = 1;       ///< q
    Seconds update = 0;  ///< update of the weights on the host after each sum
    Bandwidth hostMemory = std::numeric_limits<double>::infinity();
};

/// A = 2(N - 1)/N·bytes/bandwidth + 2(N - 1)·latency.
[[nodiscard]] Seconds allReduceSeconds(const HostedPeers& peers, const SlowNetwork& network);
/// Returns S: the time of the all-reduce, or 7(N - 1)/N·bytes through the host's memory if that is slower (received
/// data are written; they are read with the local data, and the sum is written and read again to be sent; then
/// everything is read and written once more), and of the update.
[[nodiscard]] Seconds syncSeconds(const HostedPeers& peers, const SlowNetwork& network);
/// Samples a second of all peers. Overlapped, the next steps run beside the sync, on weights that are older by as many:
/// max(q·T, S); else q·T + S. What older weights cost in steps is not counted.
[[nodiscard]] double samplesPerSecond(const HostedPeers& peers, const SlowNetwork& network, bool overlapped);

/// GPipe over the same network, stage and link in turn.
struct SlowPipeline {
    int stages = 1;
    int microbatches = 1;
    Seconds forward = 0;  ///< per stage and micro-batch
    Seconds backward = 0;
    double boundary = 0;  ///< bytes of a micro-batch between two stages
    Seconds update = 0;   ///< update of the slowest stage's weights, on its device
};

/// Forward phase and backward phase, each P·t + (P - 1)(boundary/bandwidth + latency) + (m - 1)·max(t,
/// boundary/bandwidth): a flow shop of 2P - 1 machines whose latency occupies nothing. Then the update.
[[nodiscard]] Seconds pipelineSeconds(const SlowPipeline& pipeline, const SlowNetwork& network);

/// The forward of a stage under which the pipeline takes `seconds`, its backward being `ratio` times as long; 0, where
/// the network alone takes as long.
[[nodiscard]] Seconds stageForwardOf(SlowPipeline pipeline, const SlowNetwork& network, double ratio, Seconds seconds);

}  // namespace pgram
