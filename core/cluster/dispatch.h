// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tokens on their way to the ranks of their experts and back, where each rank gets a token once however many of its
// experts it holds (fused dispatch: DeepEP, HybridEP). Pure.
#pragma once

#include "core/cluster/cluster.h"

#include <optional>

namespace pgram {

/// Places among `all` that `draws` even draws are expected to hit: n·(1 - (1 - 1/n)^k).
[[nodiscard]] double placesHit(double all, double draws);

struct Dispatch {
    double tokens = 0;      ///< tokens of one rank
    double tokenBytes = 0;  ///< bytes of one token: its hidden width in the format of activations
    double topK = 1;        ///< experts of a token, drawn evenly
    double load = 1;        ///< tokens that come to the busiest rank over the mean
};

/// Bytes that a rank sends to the others of its group of `ranks`: each token once to each other rank that it visits.
[[nodiscard]] Volume dispatchedBytes(const Dispatch& dispatch, int ranks);

/// Seconds of one dispatch or combine among `ranks` neighbours of one island of the innermost links, by measured
/// constants: with `off` other ranks that a token visits,
///
///     start + tokens·bytes·(1/(ownShare·memory bandwidth) + off·load/(rate·link's)) + tokens·(1 + off·load)·perCopy
///
/// Our form, fitted to DeepEP's measured times (docs/method/communication.md, Fused dispatch). Nothing where there are
/// no constants for so many ranks.
[[nodiscard]] std::optional<Seconds> dispatchTime(const Cluster& cluster, int ranks, const Dispatch& dispatch,
                                                  bool back);

}  // namespace pgram
