// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a layer adds to each chunk that its stage has in flight.
#pragma once

#include "core/model/architecture.h"
#include "core/schedule/schedule_rules.h"
#include "core/schedule/simulator.h"

namespace pgram {

/// Kept bytes of a layer by one of its stage's chunks in flight. Layers are spread over all chunks evenly; but the
/// interleaved schedule has the head whole in the last chunk of the last stage, of which only one is in flight: its
/// backward follows its forward at once. When that stage holds most, one of its chunks is this one, so that shares of
/// the head which add up to one head make the peak right. A share depends on the layer alone, not on the cut.
[[nodiscard]] inline Bytes chunkShare(const Schedule& schedule, int stages, LayerKind kind, Bytes kept)
{
    const bool isWhole = kind == LayerKind::Head && rulesOf(schedule.kind).headInOneChunk;
    return chunkBytes(kept, isWhole ? inFlight(schedule, stages, stages - 1) : schedule.virtualStages);
}

}  // namespace pgram
