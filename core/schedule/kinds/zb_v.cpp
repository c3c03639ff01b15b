// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/kinds/kinds.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pgram {

namespace {

/// Emits the next operation of each kind and chunk, in their order. Leaves out micro-batches from `microbatches` on.
class VOrder {
public:
    explicit VOrder(int microbatches) : m_microbatches(microbatches)
    {
        m_order.reserve(6 * static_cast<std::size_t>(microbatches));
    }
    void forward(int chunk) { add(OpKind::Forward, chunk, m_forwards); }
    void backward(int chunk) { add(OpKind::BackwardInput, chunk, m_backwards); }
    void weights(int chunk) { add(OpKind::WeightGradient, chunk, m_weights); }
    void wholeBackward(int chunk)
    {
        backward(chunk);
        weights(chunk);
    }
    [[nodiscard]] int forwards(int chunk) const { return m_forwards[static_cast<std::size_t>(chunk)]; }
    [[nodiscard]] std::vector<ScheduledOp> finish()
    {
        for (const int chunk : {1, 0}) {
            while (m_weights[static_cast<std::size_t>(chunk)] < m_microbatches) {
                weights(chunk);
            }
        }
        return std::move(m_order);
    }

private:
    using Counts = std::array<int, 2>;  // per chunk
    void add(OpKind kind, int chunk, Counts& counts)
    {
        const int microbatch = counts[static_cast<std::size_t>(chunk)]++;
        if (microbatch < m_microbatches) {
            m_order.push_back({kind, microbatch, chunk});
        }
    }

    int m_microbatches;
    Counts m_forwards{};
    Counts m_backwards{};
    Counts m_weights{};
    std::vector<ScheduledOp> m_order;
};

/// ZB-V (2401.10241 §6; 2405.15362 calls it V-ZB), designed for F = B = W: chunk 0 fills the stages on its way down,
/// and chunk 1 turns at the last stage; from then on F B W of each chunk alternate. It takes 2P - 1 micro-batches to
/// fill. With fewer, the places of the missing micro-batches are left out.
std::vector<ScheduledOp> orderOfZbV(const Schedule& schedule, int stages, int stage)
{
    const int microbatches = schedule.microbatches;
    const int filling = std::max(microbatches, 2 * stages - 1);
    const int below = stages - stage;
    VOrder order(microbatches);
    for (int i = 0; i < 2 * below - 1; ++i) {
        order.forward(0);
    }
    for (int i = 0; i < stage; ++i) {
        order.forward(1);
        order.forward(0);
    }
    for (int i = 0; i < below; ++i) {
        order.forward(1);
        order.wholeBackward(1);
    }
    while (order.forwards(1) < filling) {
        if (order.forwards(0) < filling) {
            order.forward(0);
        }
        order.wholeBackward(0);
        order.forward(1);
        order.wholeBackward(1);
    }
    // Input gradients go up and down once more before the weight gradients that no other stage waits for.
    for (int i = 0; i < stage; ++i) {
        order.backward(0);
        order.backward(1);
    }
    for (int i = 0; i < below; ++i) {
        order.wholeBackward(0);
    }
    return order.finish();
}

int inFlightOfZbV(const Schedule& schedule, int stages, int stage)
{
    return std::min({2 * stages, 2 * schedule.microbatches, schedule.microbatches + stage + 1});
}

/// λ: share of the micro-batches that are missing to fill the V.
double lacking(const Schedule& schedule, int stages)
{
    return std::max(0.0, 1 - 2 * (schedule.microbatches - 1.0) / (3 * (stages - 1)));
}

/// Holds for forward and backward of equal length, without weight gradients: c is g/2 of F + B = 2g.
double fillShareOfZbV(const Schedule& schedule, int stages)
{
    const double lacks = lacking(schedule, stages);
    return (1 - lacks) / 4 + lacks;
}

/// The way in takes half a forward. Weight gradients hide the way out as far as they last.
Seconds fillOfZbV(const Schedule& schedule, int stages, Seconds forward, Seconds backward, Seconds weightGradient)
{
    const Seconds input = backward - weightGradient;
    const Seconds longest = std::max(forward, input);
    const double lacks = lacking(schedule, stages);
    return (1 - lacks) * (longest - std::min(weightGradient, longest / 2)) + lacks * (forward + input);
}

}  // namespace

int beforeTurned(int stages, int stage, int /*own*/)
{
    return 2 * (stages - stage) - 1;
}

constinit const ScheduleRules zbVRules{
    .kind = ScheduleKind::ZbV,
    .usual = "zb-v",
    .title = Core::tr("ZB-V"),
    .what = "Two chunks per stage in a V: hardly a bubble, and every stage keeps as much as the first.",
    .fillIs = Core::tr("longest of forward and input gradient less what weight gradients hide, at least half of it"),
    .chunks = 2,
    .path = ChunkPath::Turns,
    .splitsBackward = true,
    .slack = 1.03,
    .order = orderOfZbV,
    .inFlight = inFlightOfZbV,
    .before = beforeTurned,
    .fillShare = fillShareOfZbV,
    .fill = fillOfZbV,
};

}  // namespace pgram
