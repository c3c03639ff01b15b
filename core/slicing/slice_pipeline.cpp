// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/slicing/slice_pipeline.h"

#include "core/base/index.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr Seconds notYet = -1;

}  // namespace

std::vector<SlicePass> slicePasses(SliceOrder order, int stages, int stage, int sequences, int slices)
{
    const int count = sequences * slices;
    const bool alternates = order == SliceOrder::Seq1F1B;
    const int warmup = alternates ? std::min(stages - stage + slices - 2, count) : count;
    const auto backward = [&](int k) {
        const int sequence = k / slices;
        return SlicePass{true, alternates ? sequence : sequences - 1 - sequence, slices - 1 - k % slices};
    };
    std::vector<SlicePass> passes;
    passes.reserve(2 * at(count));
    for (int k = 0; k < count + warmup; ++k) {
        if (k < count) {
            passes.push_back({false, k / slices, k % slices});
        }
        if (k >= warmup) {
            passes.push_back(backward(k - warmup));
        }
    }
    return passes;
}

int slicesInFlight(SliceOrder order, int stages, int stage, int sequences, int slices)
{
    const int all = sequences * slices;
    return order == SliceOrder::TeraPipe ? all : std::min(stages - stage + slices - 1, all);
}

namespace {

/// A stage on its way through its passes.
struct RunningStage {
    std::vector<SlicePass> passes;
    std::size_t next = 0;
    Seconds now = 0;
    double held = 0;
    double most = 0;
    std::vector<Seconds> forwardEnds;  ///< by sequence and slice
    std::vector<Seconds> backwardEnds;
};

}  // namespace

SlicePipeline runSlices(SliceOrder order, int stages, int sequences, const std::vector<SliceLoad>& slices)
{
    const int cut = static_cast<int>(slices.size());
    const std::vector<Seconds> none(at(sequences * cut), notYet);
    std::vector<RunningStage> running(at(stages));
    for (int i = 0; i < stages; ++i) {
        running[at(i)].passes = slicePasses(order, stages, i, sequences, cut);
        running[at(i)].forwardEnds = none;
        running[at(i)].backwardEnds = none;
    }
    // False: the neighbour's pass that it waits for is still to come.
    const auto runNext = [&](std::size_t stage) {
        RunningStage& own = running[stage];
        const SlicePass& pass = own.passes[own.next];
        const std::size_t slot = at(pass.sequence * cut + pass.slice);
        const bool receives = pass.backward ? stage + 1 < running.size() : stage > 0;
        if (receives) {
            const Seconds sent =
                pass.backward ? running[stage + 1].backwardEnds[slot] : running[stage - 1].forwardEnds[slot];
            if (sent == notYet) {
                return false;
            }
            own.now = std::max(own.now, sent);
        }
        const SliceLoad& load = slices[at(pass.slice)];
        own.now += pass.backward ? load.backward : load.forward;
        (pass.backward ? own.backwardEnds : own.forwardEnds)[slot] = own.now;
        own.held += pass.backward ? -load.share : load.share;
        own.most = std::max(own.most, own.held);
        ++own.next;
        return true;
    };
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t stage = 0; stage < running.size(); ++stage) {
            while (running[stage].next < running[stage].passes.size() && runNext(stage)) {
                moved = true;
            }
        }
    }
    SlicePipeline result;
    for (const RunningStage& stage : running) {
        result.seconds = std::max(result.seconds, stage.now);
        result.sequences.push_back(stage.most);
    }
    return result;
}

}  // namespace pgram
