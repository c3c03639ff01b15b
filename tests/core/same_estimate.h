// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whether two estimates are equal bit for bit, and where they first differ.
#pragma once

#include "core/plan/estimate.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace pgram::test {

inline auto fields(const Charge& c)
{
    return std::tuple(c.kind, c.collective, c.group.size, c.group.stride, c.route, c.link, c.times, c.bytesPerRank,
                      c.hidden, c.exposed);
}

inline bool same(const LayerEstimate& a, const LayerEstimate& b)
{
    const auto ofCost = [](const LayerCost& c) {
        return std::tuple(c.forward, c.backward, c.weightGradient, c.sync, c.optimizer, c.modelFlops);
    };
    const auto ofMove = [](const TransformationCost& t) {
        return std::tuple(t.forward, t.backward, t.forwardBytes, t.backwardBytes, t.link, t.group.size, t.group.stride);
    };
    return a.cost.memory == b.cost.memory && ofCost(a.cost) == ofCost(b.cost) &&
           std::ranges::equal(a.cost.charges, b.cost.charges, {}, fields, fields) &&
           ofMove(a.transformation) == ofMove(b.transformation);
}

inline auto fields(const StageEstimate& s)
{
    return std::tuple(s.forward, s.backward, s.time, s.sync, s.optimizer, s.receive, s.bubble, s.inFlight,
                      s.memory.weights, s.memory.gradients, s.memory.optimizer, s.memory.activations,
                      s.memory.transient, s.memory.context, s.hostMemory);
}

inline auto fields(const VolumeRow& v)
{
    return std::tuple(v.kind, v.group.size, v.group.stride, v.link, v.bytes, v.hidden, v.exposed);
}

inline auto fields(const Issue& i)
{
    return std::tuple(i.severity, i.code, i.message, i.stage, i.layer);
}

inline auto fields(const Operation& o)
{
    return std::tuple(o.start, o.end, o.microbatch, int{o.chunk}, int{o.slice}, o.kind, o.backwardSide != 0);
}

inline auto fields(const Estimate& e)
{
    return std::tuple(e.stepTime, e.paperStepTime, e.throughput, e.tokensPerDevice, e.mfu, e.peakMemory,
                      e.bubbleFraction, e.exposedCommunication, e.fits, e.legal, e.usableBudget);
}

inline bool same(const StageTrack& a, const StageTrack& b)
{
    const auto ofTrack = [](const StageTrack& t) {
        return std::tuple(t.firstOperation, t.operationCount, t.busy, t.bubble, t.peakInFlight, t.peakMemory);
    };
    const auto ofPoint = [](const MemoryPoint& p) { return std::tuple(p.start, p.bytes); };
    return ofTrack(a) == ofTrack(b) && std::ranges::equal(a.memory, b.memory, {}, ofPoint, ofPoint);
}

/// The part in which they differ; empty = equal, bit for bit.
inline std::string difference(const Estimate& a, const Estimate& b)
{
    const auto byFields = [](const auto& x, const auto& y) { return fields(x) == fields(y); };
    const auto bySame = [](const auto& x, const auto& y) { return same(x, y); };
    if (!byFields(a, b)) {
        return "totals";
    }
    if (!std::ranges::equal(a.stages, b.stages, byFields)) {
        return "stages";
    }
    if (!std::ranges::equal(a.layers, b.layers, bySame)) {
        return "layers";
    }
    if (!std::ranges::equal(a.volumes, b.volumes, byFields)) {
        return "volumes";
    }
    if (!std::ranges::equal(a.issues, b.issues, byFields)) {
        return "issues";
    }
    if (a.timeline->makespan != b.timeline->makespan ||
        !std::ranges::equal(a.timeline->operations, b.timeline->operations, byFields) ||
        !std::ranges::equal(a.timeline->stages, b.timeline->stages, bySame)) {
        return "timeline";
    }
    return {};
}

}  // namespace pgram::test
