// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model of ours trained by peers that each hold all of it in host memory, beside one pipeline of the same peers: what
// a slow network does to both (docs/method/other-systems.md, A model in host memory). Plain values; pure.
#pragma once

#include "core/search/task/request.h"
#include "validation/hosted/peers.h"
#include "validation/hosted/segments.h"

#include <optional>
#include <vector>

namespace pgram {

struct HostedQuestion {
    SearchRequest request;            ///< its model, cluster, budget and training; each device is a peer
    int microbatches = 0;             ///< C of a peer's step; 0 = the fewest under which loads take 2 % of it at most
    std::int64_t microbatchSize = 1;  ///< samples
    std::vector<int> every{1, 8, 64};
    std::vector<Bandwidth> bandwidths;  ///< bandwidths per peer, bytes/s; empty = usualBandwidths()

    bool operator==(const HostedQuestion&) const = default;
};

/// 10 Mb/s to 10 Gb/s.
[[nodiscard]] std::vector<Bandwidth> usualBandwidths();

/// The peers at one bandwidth, synchronising once in `every` steps.
struct HostedPoint {
    Bandwidth bandwidth = 0;
    int every = 1;
    double hosted = 0;    ///< samples/s of all peers
    double pipeline = 0;  ///< samples/s of the pipeline
};

struct HostedAnswer {
    std::vector<HostedLayer> layers;  ///< recomputed in their backward, on one device
    HostedDevice device;
    Segments segments;      ///< empty: no layer fits
    Seconds step = 0;       ///< step of one peer, without the network
    Seconds compute = 0;    ///< the part of the step that would remain without any loads
    double hiding = 1;      ///< the fewest micro-batches that hide every load of these segments
    HidingAnswer hidden;    ///< the fewest of all segments that fit, and with which
    Bytes deviceNeeds = 0;  ///< by the rule of segments.h
    /// Weights, gradients, optimizer states, the gradients that are summed beside the next steps, and the
    /// micro-batches' inputs of the segments.
    Bytes hostNeeds = 0;
    Bytes overlapNeeds = 0;  ///< part of these for gradients that are summed during the next steps
    double modelBytes = 0;   ///< that the peers sum
    HostedPeers peers;       ///< at q = 1, with the update of the whole model
    /// One stage per peer, at most one per layer; as many samples per step as all peers together.
    SlowPipeline pipeline;
    Bytes pipelineNeeds = 0;          ///< bytes of its fullest stage: states, and the inputs of all micro-batches
    Seconds latency = 0;              ///< latency of the cluster's outermost link
    std::vector<HostedPoint> points;  ///< by `every`, then bandwidth
    /// By `every`: the bandwidth at which both are as fast; none where one of them always is faster.
    std::vector<std::optional<Bandwidth>> crossings;
    std::vector<bool> leadsBelow;  ///< by `every`: the peers are faster below it, or always
};

/// Errors: a cluster without a host link, more than 256 layers, layers that fit no device.
[[nodiscard]] Result<HostedAnswer> hostedModel(const HostedQuestion& question);

/// A step of a request's batch, which each peer has an equal share of, in micro-batches of one sample; over the
/// cluster's own network, every step waiting for its sync, as those of plans do.
struct HostedStep {
    double throughput = 0;  ///< samples/s
    Seconds seconds = 0;
    std::int64_t samples = 1;  ///< samples of all peers
    int microbatches = 1;      ///< micro-batches per peer
    Bytes deviceNeeds = 0;
    Bytes hostNeeds = 0;
};
/// Errors: as hostedModel(), and hosts whose memory is too small.
[[nodiscard]] Result<HostedStep> hostedStep(const SearchRequest& request);

}  // namespace pgram
