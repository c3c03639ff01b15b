// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/attention_time.h"

#include <algorithm>
#include <cmath>

namespace pgram {

Seconds attentionTime(const Device& device, const AttentionConstants& constants, const FusedAttention& attention,
                      FlopRate peak, double level)
{
    const double used = attention.heads * std::ceil(attention.queries / constants.tileQueries) / device.multiprocessors;
    const double waves = std::max(1.0, used + constants.partialWave * (std::ceil(used) - used));
    const double share = level * constants.rateShare(attention.headDim) / constants.rateShare(usualHeadDim);
    return constants.start + attention.flops / (peak * share) * (waves / used) +
           attention.bytes / (constants.memoryShare * device.memoryBandwidth);
}

}  // namespace pgram
