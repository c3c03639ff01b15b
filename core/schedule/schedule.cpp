// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/schedule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace pgram {

namespace {

/// Micro-batch passes through stages that one step may have: about 8 million operations, 200 MB of timeline.
constexpr std::int64_t largestSchedule = 1 << 21;

std::vector<ScheduledOp> gpipeOrder(int microbatches)
{
    std::vector<ScheduledOp> order;
    order.reserve(2 * static_cast<std::size_t>(microbatches));
    for (int i = 0; i < microbatches; ++i) {
        order.push_back({OpKind::Forward, i, 0});
    }
    for (int i = 0; i < microbatches; ++i) {
        order.push_back({OpKind::Backward, i, 0});
    }
    return order;
}

/// Warm-up forwards, then one forward and one backward in turn, then the backwards that are left. `forward(k)` and
/// `backward(k)` are the k-th of each.
template <typename Forward, typename Backward>
std::vector<ScheduledOp> alternate(int count, int warmup, const Forward& forward, const Backward& backward)
{
    std::vector<ScheduledOp> order;
    order.reserve(2 * static_cast<std::size_t>(count));
    for (int k = 0; k < count + warmup; ++k) {
        if (k < count) {
            order.push_back(forward(k));
        }
        if (k >= warmup) {
            order.push_back(backward(k - warmup));
        }
    }
    return order;
}

std::vector<ScheduledOp> oneFOneBOrder(int microbatches, int warmup)
{
    return alternate(
        microbatches, warmup,
        [](int k) {
            return ScheduledOp{OpKind::Forward, k, 0};
        },
        [](int k) {
            return ScheduledOp{OpKind::Backward, k, 0};
        });
}

/// Megatron-LM's interleaved 1F1B (2104.04473 §2.2): micro-batches go through the chunks in groups of `stages`.
std::vector<ScheduledOp> interleavedOrder(const Schedule& schedule, int stages, int warmup)
{
    const int chunks = schedule.virtualStages;
    const auto microbatch = [=](int k) { return k / (stages * chunks) * stages + k % stages; };
    const auto chunk = [=](int k) { return k % (stages * chunks) / stages; };
    return alternate(
        schedule.microbatches * chunks, warmup,
        [=](int k) {
            return ScheduledOp{OpKind::Forward, microbatch(k), chunk(k)};
        },
        [=](int k) {
            return ScheduledOp{OpKind::Backward, microbatch(k), chunks - 1 - chunk(k)};
        });
}

/// ZB-H1 (2401.10241 §2.3): 1F1B with the weight gradients of stage i put off by i micro-batches, so that every stage
/// holds as many micro-batches as the first one and the input gradients reach it sooner.
std::vector<ScheduledOp> zbH1Order(int microbatches, int warmup, int delay)
{
    std::vector<ScheduledOp> order;
    order.reserve(3 * static_cast<std::size_t>(microbatches));
    for (const ScheduledOp& op : oneFOneBOrder(microbatches, warmup)) {
        if (op.kind == OpKind::Forward) {
            order.push_back(op);
            continue;
        }
        order.push_back({OpKind::BackwardInput, op.microbatch, 0});
        if (op.microbatch >= delay) {
            order.push_back({OpKind::WeightGradient, op.microbatch - delay, 0});
        }
    }
    for (int i = std::max(0, microbatches - delay); i < microbatches; ++i) {
        order.push_back({OpKind::WeightGradient, i, 0});
    }
    return order;
}

/// The next operation of each kind and chunk, in their order; micro-batches from `microbatches` on are left out.
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
    using Counts = std::array<int, 2>;  // by chunk
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

/// ZB-V (2401.10241 §6; 2405.15362 calls it V-ZB), laid out for F = B = W: chunk 0 fills the stages on its way down and
/// chunk 1 turns at the last one; from then on F B W of each chunk in turn. It takes 2P - 1 micro-batches to fill; of
/// fewer, the places of those that lack are left out.
std::vector<ScheduledOp> zbVOrder(int microbatches, int stages, int stage)
{
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
    // Input gradients go up and down once more before the weight gradients that nobody waits for.
    for (int i = 0; i < stage; ++i) {
        order.backward(0);
        order.backward(1);
    }
    for (int i = 0; i < below; ++i) {
        order.wholeBackward(0);
    }
    return order.finish();
}

/// Forwards before the first backward's own: METHOD §3's in-flight count of 1F1B and interleaved, less one.
int warmupOf(const Schedule& schedule, int stages, int stage)
{
    const int downstream = stages - stage - 1;
    const int chunks = schedule.virtualStages;
    const int warmup = schedule.kind == ScheduleKind::Interleaved ? 2 * downstream + (chunks - 1) * stages : downstream;
    return std::min(warmup, schedule.microbatches * chunks - 1);
}

}  // namespace

std::vector<ScheduledOp> stageOrder(const Schedule& schedule, int stages, int stage)
{
    const int warmup = warmupOf(schedule, stages, stage);
    switch (schedule.kind) {
    case ScheduleKind::GPipe:
        return gpipeOrder(schedule.microbatches);
    case ScheduleKind::OneFOneB:
        return oneFOneBOrder(schedule.microbatches, warmup);
    case ScheduleKind::Interleaved:
        return interleavedOrder(schedule, stages, warmup);
    case ScheduleKind::ZbH1:
        return zbH1Order(schedule.microbatches, warmup, stage);
    case ScheduleKind::ZbV:
        return zbVOrder(schedule.microbatches, stages, stage);
    }
    return {};
}

int inFlight(const Schedule& schedule, int stages, int stage)
{
    switch (schedule.kind) {
    case ScheduleKind::GPipe:
        return schedule.microbatches;
    case ScheduleKind::OneFOneB:
    case ScheduleKind::Interleaved:
        return warmupOf(schedule, stages, stage) + 1;
    case ScheduleKind::ZbH1:
        return std::min(stages, schedule.microbatches);
    case ScheduleKind::ZbV:
        return std::min({2 * stages, 2 * schedule.microbatches, schedule.microbatches + stage + 1});
    }
    return 0;
}

std::string_view scheduleProblem(const Schedule& schedule, int stages)
{
    if (stages < 1 || schedule.microbatches < 1 || schedule.virtualStages < 1) {
        return "Stages, micro-batches and chunks must be at least 1";
    }
    const bool interleaved = schedule.kind == ScheduleKind::Interleaved;
    if (schedule.kind == ScheduleKind::ZbV && schedule.virtualStages != 2) {
        return "ZB-V has 2 chunks a stage";
    }
    if (usualChunks(schedule.kind) == 1 && schedule.virtualStages != 1) {
        return "Only interleaved schedules and ZB-V cut stages into chunks";
    }
    if (interleaved && schedule.virtualStages < 2) {
        return "The interleaved schedule needs at least 2 chunks a stage";
    }
    if (interleaved && schedule.microbatches % stages != 0) {
        return "The interleaved schedule needs micro-batches in multiples of the stages";
    }
    if (schedule.microbatches > largestSchedule / stages / schedule.virtualStages) {
        return "The schedule has more than 2097152 micro-batch passes, too many to simulate";
    }
    return {};
}

Result<Schedule> parseSchedule(std::string_view text)
{
    Schedule schedule;
    const std::string_view name = text.substr(0, text.find(':'));
    if (name == "interleaved") {
        schedule.kind = ScheduleKind::Interleaved;
        schedule.virtualStages = 2;
        if (name.size() == text.size()) {
            return schedule;
        }
        const std::string_view number = text.substr(name.size() + 1);
        const char* end = number.data() + number.size();
        const auto parsed = std::from_chars(number.data(), end, schedule.virtualStages);
        constexpr int most = 1024;
        if (parsed.ec == std::errc{} && parsed.ptr == end && schedule.virtualStages >= 2 &&
            schedule.virtualStages <= most) {
            return schedule;
        }
        return badInput(fmt::format("\"{}\" is no number of chunks", number), "schedule",
                        "Chunks a stage are a number from 2 to 1024, as in interleaved:2");
    }
    for (const ScheduleKind kind :
         {ScheduleKind::GPipe, ScheduleKind::OneFOneB, ScheduleKind::ZbH1, ScheduleKind::ZbV}) {
        schedule.kind = kind;
        schedule.virtualStages = usualChunks(kind);
        if (text == toString(schedule)) {
            return schedule;
        }
    }
    return badInput(fmt::format("There is no schedule \"{}\"", text), "schedule",
                    "Schedules are gpipe, 1f1b, interleaved:CHUNKS, zb-h1 and zb-v");
}

Result<std::vector<Schedule>> parseSchedules(std::string_view text)
{
    std::vector<Schedule> list;
    for (bool more = true; more;) {
        const std::size_t comma = text.find(',');
        const Result<Schedule> schedule = parseSchedule(text.substr(0, comma));
        if (!schedule) {
            return tl::unexpected(schedule.error());
        }
        if (std::find(list.begin(), list.end(), *schedule) == list.end()) {
            list.push_back(*schedule);
        }
        more = comma != std::string_view::npos;
        text.remove_prefix(more ? comma + 1 : text.size());
    }
    return list;
}

const std::vector<ScheduleInfo>& schedules()
{
    static const std::vector<ScheduleInfo> list{
        {ScheduleKind::OneFOneB, "1f1b", "1F1B", "One forward, one backward in turn: few micro-batches in flight."},
        {ScheduleKind::GPipe, "gpipe", "GPipe", "All forwards, then all backwards: every micro-batch in flight."},
        {ScheduleKind::Interleaved, "interleaved:2", "Interleaved 1F1B",
         "Stages of 2 or more chunks: bubbles of one chunk, more transfers and activations."},
        {ScheduleKind::ZbH1, "zb-h1", "ZB-H1",
         "Weight gradients fill the bubbles: every stage keeps as much as the first."},
        {ScheduleKind::ZbV, "zb-v", "ZB-V",
         "Two chunks a stage in a V: hardly a bubble, and every stage keeps as much as the first."},
    };
    return list;
}

std::string toString(const Schedule& schedule)
{
    switch (schedule.kind) {
    case ScheduleKind::GPipe:
        return "gpipe";
    case ScheduleKind::OneFOneB:
        return "1f1b";
    case ScheduleKind::Interleaved:
        return fmt::format("interleaved:{}", schedule.virtualStages);
    case ScheduleKind::ZbH1:
        return "zb-h1";
    case ScheduleKind::ZbV:
        return "zb-v";
    }
    return "";
}

}  // namespace pgram
