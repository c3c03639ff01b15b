// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/kernel_constants.h"

#include <cmath>

namespace pgram {

double AttentionConstants::rateShare(double headDim) const
{
    const Width* below = nullptr;
    const Width* above = nullptr;
    for (const Width& width : widths) {
        if (width.fallback) {
            continue;
        }
        if (width.headDim <= headDim) {
            below = &width;
        } else if (above == nullptr) {
            above = &width;
        }
    }
    if (below == nullptr || above == nullptr) {
        return (below == nullptr ? above : below)->rateShare;
    }
    return std::lerp(below->rateShare, above->rateShare,
                     (headDim - below->headDim) / (above->headDim - below->headDim));
}

}  // namespace pgram
