// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Peers over a slow network: each with the whole model (ATOM, arXiv 2403.10504), or one pipeline of them all
// (docs/method/other-systems.md, A model in host memory).
#pragma once

#include "core/base/units.h"

#include <limits>

namespace pgram {

struct SlowNetwork {
    Bandwidth bandwidth = 1;  ///< of a peer
    Seconds latency = 0;
};

struct HostedPeers {
    int peers = 1;
    Seconds step = 0;    ///< of C micro-batches
    double samples = 1;  ///< of a peer's step
    double bytes = 0;    ///< that are summed over the peers, once in `every` steps
    int every = 1;       ///< q
    Seconds update = 0;  ///< of the weights on the host, behind each sum
    Bandwidth hostMemory = std::numeric_limits<double>::infinity();
};

/// A = 2(N - 1)/N·bytes/bandwidth + 2(N - 1)·latency.
[[nodiscard]] Seconds allReduceSeconds(const HostedPeers& peers, const SlowNetwork& network);
/// S: the all-reduce, or 7(N - 1)/N·bytes through the host's memory where that is slower (what arrives is written, read
/// beside what is there, their sum written and read to be sent; then it is read and written once more), and the update.
[[nodiscard]] Seconds syncSeconds(const HostedPeers& peers, const SlowNetwork& network);
/// Samples a second of all peers. Overlapped, the next steps run beside the sync, on weights that are older by as many:
/// max(q·T, S); else q·T + S. What older weights cost in steps is not counted.
[[nodiscard]] double samplesPerSecond(const HostedPeers& peers, const SlowNetwork& network, bool overlapped);

/// GPipe over the same network, stage and link in turn.
struct SlowPipeline {
    int stages = 1;
    int microbatches = 1;
    Seconds forward = 0;  ///< of a stage and a micro-batch
    Seconds backward = 0;
    double boundary = 0;  ///< bytes of a micro-batch between two stages
    Seconds update = 0;   ///< of the weights of the slowest stage, on its device
};

/// Forward phase and backward phase, each P·t + (P - 1)(boundary/bandwidth + latency) + (m - 1)·max(t,
/// boundary/bandwidth): a flow shop of 2P - 1 machines whose latency occupies nothing. Then the update.
[[nodiscard]] Seconds pipelineSeconds(const SlowPipeline& pipeline, const SlowNetwork& network);

/// The forward of a stage under which the pipeline takes `seconds`, its backward being `ratio` times as long; 0, where
/// the network alone takes as long.
[[nodiscard]] Seconds stageForwardOf(SlowPipeline pipeline, const SlowNetwork& network, double ratio, Seconds seconds);

}  // namespace pgram
