// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Seconds of serving: a prompt, a step that generates one token of each sequence, a batch, a crowd of users
// (docs/method/other-systems.md, Serving). Plain functions; the content and quality of a model's answers are not
// predicted.
#pragma once

#include "core/base/names.h"
#include "core/base/units.h"
#include "core/cluster/cluster.h"
#include "core/serving/served_model.h"
#include "core/serving/weight_format.h"

#include <algorithm>

namespace pgram {

/// Fitted on the shared rows of public measurements of serving (pgram validate systems): decode, 16 rows of gpt-fast
/// and torchao on A100, least squares of log(ours/measured); first token, six rows of TensorRT-LLM on A100 and H100.
/// The efficiencies and the bus were fitted on twelve first-token rows, of which those six are half.
namespace serving {
inline constexpr double readShare = 0.819;        ///< share of the memory bandwidth: weights of 16 bits, FP8, the cache
inline constexpr double readShareInt8 = 0.678;    ///< weights that kernels expand
inline constexpr double readShareInt4 = 0.580;    ///< the same
inline constexpr double readSharePrompt = 0.8;    ///< share for 16 bits and FP8, while a prompt is read
inline constexpr Seconds blockStep = 51.9e-6;     ///< per block and step, in addition to reading and computing
inline constexpr Seconds blockPrompt = 169e-6;    ///< per block and prompt
inline constexpr Seconds reduceStep = 3.82e-6;    ///< per all-reduce of a step, times log₂ of the devices
inline constexpr Seconds reducePrompt = 37.7e-6;  ///< per all-reduce of a prompt
inline constexpr double efficiency16 = 0.668;     ///< share of the 16-bit peak
inline constexpr double efficiency8 = 0.504;      ///< share of the 8-bit peak
inline constexpr Bandwidth measuredBus = 274e9;   ///< bus bandwidth of all-reduces on the measured machines, both kinds
inline constexpr double sparseProducts = 1.10;    ///< 2:4 where products bound: ViT-h, end to end (torchao)
inline constexpr double sparseProductsAtMost = 2.0;  ///< largest speed-up of the unit: Ampere and later
inline constexpr double promptPiece = 8192;          ///< tokens that run through at once: ours
}  // namespace serving

/// A copy of the model on tensor·pipeline devices.
struct Server {
    ServedModel model;
    WeightFormat format;
    Bandwidth memory = 0;  ///< peak of one device
    FlopRate peak16 = 0;
    FlopRate peak8 = 0;  ///< 0: the device has no such unit, and FP8 computes in 16 bits
    int tensor = 1;
    int pipeline = 1;
    Bandwidth bus = serving::measuredBus;  ///< bus bandwidth of an all-reduce over `tensor` devices
    Seconds reduceLatency = 0;             ///< latency of the link, if it is longer than serving::reduceStep
    Bandwidth hop = serving::measuredBus;  ///< from a stage to the next
    Seconds hopLatency = 0;
};

enum class ServingBound { Reading, Compute, Latency, Exchange };
template <>
inline constexpr std::array<std::string_view, 4> enumNames<ServingBound>{"bandwidth", "compute", "latency", "exchange"};

/// One pass through all blocks, all stages.
struct ServingTime {
    Seconds bandwidth = 0;  ///< reading weights and cache
    Seconds compute = 0;    ///< beside it
    Seconds latency = 0;    ///< launches, and what each exchange takes however little it carries
    Seconds exchange = 0;   ///< bytes between devices
    double flops = 0;       ///< share of one device
    double bytes = 0;       ///< that one device reads
    [[nodiscard]] Seconds total() const { return std::max(bandwidth, compute) + latency + exchange; }
    [[nodiscard]] ServingBound bound() const;
};

[[nodiscard]] double cacheBytesPerElement(const WeightFormat& format);  ///< 1 with FP8 weights, else 2
/// Return the figures of the formats' own units: FP8 computes in 8 bits if the device has such units.
[[nodiscard]] FlopRate peakOf(const Server& server);
[[nodiscard]] double efficiencyOf(const Server& server);  ///< share of that peak
[[nodiscard]] double readShareOf(const Server& server);   ///< share of the bandwidth that reading weights reaches

/// A token of each of `batch` sequences that have `context` tokens, as one group:
///     max(W·read/(tp·η·BW) + B·KV/(min(tp, kv heads)·η·BW), 2(body + head)·B/(tp·ε·peak))
///     + L·(τ + 2·λ·log₂ tp) + 2L·2(tp - 1)/tp·B·h·2/bus, and from stage to stage B·h·2/hop and its latency.
[[nodiscard]] ServingTime decodeTime(const Server& server, double batch, double context);
/// `sequences` prompts of `tokens` tokens, as one group: max of (2·body·S + attention)/(tp·ε·peak) and W/(tp·η·BW),
/// + L·τ' + 2L·(2(tp - 1)/tp·S·h·2/bus + λ'), S being all tokens.
[[nodiscard]] ServingTime promptTime(const Server& server, double sequences, double tokens);

/// Returns the share of the slowest stage in the reads and computation of all stages.
[[nodiscard]] double slowestStage(const Server& server);

/// Stages work on P groups of batch/P sequences each, or on one sequence each where there are fewer: the time of a
/// group through all stages, or of all groups through the slowest, whichever is longer.
[[nodiscard]] Seconds tokenSeconds(const Server& server, double batch, double context);
[[nodiscard]] Seconds promptSeconds(const Server& server, double sequences, double tokens);

/// Tokens/s of a batch that is read and generated as one: B·out/(prompts + out·step), steps at `context`, which is
/// input + out/2 in the mean.
[[nodiscard]] double staticThroughput(const Server& server, double batch, double input, double output, double context);
/// Returns the seconds between two tokens of one of `users`, who come and go one by one: a step, and the share of each
/// other user's prompt that falls on a token. Excludes waiting for the first token behind others.
[[nodiscard]] Seconds servedTokenSeconds(const Server& server, double users, double input, double output,
                                         double context);

}  // namespace pgram
