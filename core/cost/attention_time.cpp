// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/attention_time.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// Returns the ratio of the FLOP that tiles compute to those that the mask leaves. A window belongs to a single query.
/// A tile of neighbouring queries computes all keys from the first key of its first query to the last key of its last
/// query.
double tileShare(const FusedAttention& attention, double tileQueries)
{
    const double all = attention.sequence;
    if (attention.window == 0 || attention.window >= all) {
        return 1;
    }
    const auto pairs = [all](double span) { return span * (1 - span / (2 * all)); };
    return pairs(std::min(all, attention.window + tileQueries)) / pairs(attention.window);
}

}  // namespace

Seconds attentionTime(const Device& device, const AttentionConstants& constants, const FusedAttention& attention,
                      FlopRate peak, double level)
{
    const double used = attention.heads * std::ceil(attention.queries / constants.tileQueries) / device.multiprocessors;
    const double waves = std::max(1.0, used + constants.partialWave * (std::ceil(used) - used));
    const double share = level * constants.rateShare(attention.headDim) / constants.rateShare(usualHeadDim);
    const Flops flops = attention.flops * tileShare(attention, constants.tileQueries);
    return constants.start + flops / (peak * share) * (waves / used) +
           attention.bytes / (constants.memoryShare * device.memoryBandwidth);
}

}  // namespace pgram
