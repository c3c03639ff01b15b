// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/formats/chrome_trace.h"

#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/exchange/formats/rows.h"
#include "core/plan/estimate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace pgram {

namespace {

struct KindText {
    const char* category;
    const char* shortName;  ///< first part of a slice's name, before its micro-batch
};

KindText textOf(const Operation& op)
{
    switch (op.kind) {
    case TimelineKind::Receive:
        return op.backwardSide ? KindText{"receive", "receive B"} : KindText{"receive", "receive F"};
    case TimelineKind::Forward:
        return {"forward", "F"};
    case TimelineKind::Backward:
        return {"backward", "B"};
    case TimelineKind::WeightGradient:
        return {"weight-gradient", "W"};
    case TimelineKind::Sync:
        return {"sync", "sync"};
    case TimelineKind::Optimizer:
        return {"optimizer", "optimizer"};
    }
    return {"", ""};
}

/// Eighths of a microsecond are whole nanoseconds and exact in binary: readers in doubles and in nanoseconds both find
/// that a slice ends where its neighbour starts.
constexpr std::int64_t ticksOfMicrosecond = 8;

/// Both ends of a slice are rounded, never its length.
std::int64_t ticks(Seconds seconds)
{
    return std::llround(seconds * 1e6 * ticksOfMicrosecond);
}

std::string microseconds(std::int64_t ticks)
{
    return fmt::format("{}.{:03}", ticks / ticksOfMicrosecond, ticks % ticksOfMicrosecond * 1000 / ticksOfMicrosecond);
}

class TraceWriter {
public:
    using Sink = std::function<void(std::string_view)>;
    TraceWriter(const std::string& name, bool hasSlices, const Sink& sink) : m_sink(sink), m_hasSlices(hasSlices)
    {
        write(R"({{"displayTimeUnit": "ms", "traceEvents": [)");
        write(R"({{"name": "process_name", "ph": "M", "pid": 0, "args": {{"name": {}}}}})", doubleQuoted(name));
    }

    void stage(std::size_t stage)
    {
        next();
        write(R"({{"name": "thread_name", "ph": "M", "pid": 0, "tid": {}, "args": {{"name": "stage {}"}}}})", stage,
              stage);
        next();
        write(R"({{"name": "thread_sort_index", "ph": "M", "pid": 0, "tid": {}, "args": {{"sort_index": {}}}}})", stage,
              stage);
    }

    void slice(std::size_t stage, const Operation& op)
    {
        const KindText text = textOf(op);
        const std::int64_t start = ticks(op.start);
        const std::string number = op.microbatch < 0 ? ""
                                   : m_hasSlices     ? fmt::format("{}.{}", op.microbatch, op.slice)
                                                     : std::to_string(op.microbatch);
        next();
        write(R"({{"name": "{}{}", "cat": "{}", "ph": "X", "pid": 0, "tid": {}, "ts": {}, "dur": {}, "args": {{)",
              text.shortName, number, text.category, stage, microseconds(start), microseconds(ticks(op.end) - start));
        if (op.microbatch >= 0) {
            write(R"("microbatch": {}, "chunk": {})", op.microbatch, static_cast<int>(op.chunk));
            if (m_hasSlices) {
                write(R"(, "slice": {})", static_cast<int>(op.slice));
            }
        }
        write("}}}}");
    }

    void memory(std::size_t stage, const MemoryPoint& point)
    {
        next();
        write(R"({{"name": "memory of stage {}", "ph": "C", "pid": 0, "ts": {}, "args": {{"bytes": {}}}}})", stage,
              microseconds(ticks(point.start)), point.bytes);
    }

    /// An arrow between stages: from the end of what makes activations or gradients to where they are received.
    void flow(const Operation& from, std::size_t sender, const Operation& to, std::size_t receiver)
    {
        const char* name = from.kind == TimelineKind::Forward ? "activations" : "gradients";
        const std::int64_t start = ticks(from.start);
        // The next slice starts at the end of this one: the arrow leaves a tick earlier, so that it starts at this one.
        flowEnd(name, "s", sender, std::max(start, ticks(from.end) - 1));
        flowEnd(name, R"(f", "bp": "e)", receiver, ticks(to.start));
        ++m_flows;
    }

    void finish()
    {
        write("\n]}}\n");
        flush();
    }

private:
    template <typename... Values>
    void write(fmt::format_string<Values...> format, Values&&... values)
    {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Values>(values)...);
    }

    void flowEnd(const char* name, const char* phase, std::size_t stage, std::int64_t at)
    {
        next();
        write(R"({{"name": "{}", "cat": "transfer", "ph": "{}", "id": {}, "pid": 0, "tid": {}, "ts": {}}})", name,
              phase, m_flows, stage, microseconds(at));
    }

    void next()
    {
        constexpr std::size_t piece = 1 << 16;
        if (m_text.size() >= piece) {
            flush();
        }
        m_text.append(std::string_view(",\n"));
    }

    void flush()
    {
        m_sink({m_text.data(), m_text.size()});
        m_text.clear();
    }

    const Sink& m_sink;
    fmt::memory_buffer m_text;
    std::int64_t m_flows = 0;
    bool m_hasSlices;
};

/// Passes through chunks by chunk in model order, micro-batch, slice and direction.
class Passes {
public:
    Passes(const Timeline& timeline, const Schedule& schedule) : m_schedule(schedule)
    {
        m_stages = static_cast<int>(timeline.stages.size());
        for (int stage = 0; stage < m_stages; ++stage) {
            for (const Operation& op : timeline.ofStage(static_cast<std::size_t>(stage))) {
                if (isPass(op)) {
                    m_made[{chunkOf(stage, op), op.microbatch, op.slice, isBackward(op)}] = &op;
                }
            }
        }
    }

    [[nodiscard]] static bool isPass(const Operation& op)
    {
        return op.kind == TimelineKind::Forward || op.kind == TimelineKind::Backward;
    }

    /// Returns the pass whose result the pass `op` of `stage` takes, and its stage; null: no pass, or one of the same
    /// stage.
    [[nodiscard]] std::pair<const Operation*, int> senderTo(int stage, const Operation& op) const
    {
        const int chunk = chunkOf(stage, op) + (isBackward(op) ? 1 : -1);
        if (chunk < 0 || chunk >= m_stages * m_schedule.virtualStages) {
            return {nullptr, 0};
        }
        const int sender = stageOfChunk(m_schedule, m_stages, chunk);
        const auto made = m_made.find({chunk, op.microbatch, op.slice, isBackward(op)});
        return {sender == stage || made == m_made.end() ? nullptr : made->second, sender};
    }

private:
    [[nodiscard]] static bool isBackward(const Operation& op) { return op.kind == TimelineKind::Backward; }
    [[nodiscard]] int chunkOf(int stage, const Operation& op) const
    {
        return chunkOfStage(m_schedule, m_stages, stage, op.chunk);
    }

    Schedule m_schedule;
    int m_stages = 0;
    std::map<std::tuple<int, int, int, bool>, const Operation*> m_made;
};

/// They follow all slices: readers that sort by time keep the order of what is at once.
void writeFlows(TraceWriter& writer, const Timeline& timeline, const Schedule& schedule)
{
    const Passes passes(timeline, schedule);
    for (std::size_t stage = 0; stage < timeline.stages.size(); ++stage) {
        const Operation* received = nullptr;
        for (const Operation& op : timeline.ofStage(stage)) {
            if (op.kind == TimelineKind::Receive) {
                received = &op;  // for the next pass
                continue;
            }
            if (Passes::isPass(op)) {
                const auto [from, sender] = passes.senderTo(static_cast<int>(stage), op);
                if (from != nullptr) {
                    writer.flow(*from, static_cast<std::size_t>(sender), received != nullptr ? *received : op, stage);
                }
                received = nullptr;
            }
        }
    }
}

bool recognisesChromeTrace(const ForeignFile& /*file*/, const Json& json)
{
    return json.contains("traceEvents");
}

Result<std::vector<NamedFile>> writePlan(const Plan& plan, const WriteContext& context)
{
    const Timeline* timeline = context.timeline;
    const std::string trace = timeline != nullptr ? chromeTrace(*timeline, plan.schedule, plan.name)
                                                  : chromeTrace(*estimate(plan).timeline, plan.schedule, plan.name);
    return std::vector<NamedFile>{{chromeTraceFormat.usualName, trace}};
}

}  // namespace

constinit const Format chromeTraceFormat{
    .name = "chrome-trace",
    .title = Core::tr("Chrome trace"),
    .what = "The simulated step for ui.perfetto.dev and chrome://tracing, one track per stage.",
    .holds = Content::Timeline,
    .usualName = "trace.json",
    .limits = "Nothing of the layers' strategies, of which the plan is made.",
    .recognises = recognisesChromeTrace,
    .write = writePlan,
};

void writeChromeTrace(const Timeline& timeline, const Schedule& schedule, const std::string& name,
                      const std::function<void(std::string_view)>& sink)
{
    TraceWriter writer(name, schedule.slices > 1, sink);
    for (std::size_t stage = 0; stage < timeline.stages.size(); ++stage) {
        writer.stage(stage);
        for (const Operation& op : timeline.ofStage(stage)) {
            writer.slice(stage, op);
        }
        for (const MemoryPoint& point : timeline.stages[stage].memory) {
            writer.memory(stage, point);
        }
    }
    writeFlows(writer, timeline, schedule);
    writer.finish();
}

std::string chromeTrace(const Timeline& timeline, const Schedule& schedule, const std::string& name)
{
    std::string text;
    writeChromeTrace(timeline, schedule, name, [&text](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace pgram
