// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/formats/chrome_trace.h"

#include "core/exchange/formats/rows.h"
#include "core/plan/estimate.h"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <string_view>
#include <utility>

namespace pgram {

namespace {

struct KindText {
    const char* category;
    const char* shortName;  ///< of a slice, before its micro-batch
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

/// Whole nanoseconds: both ends of a slice are rounded, never its length, so that neighbours stay neighbours.
std::int64_t nanoseconds(Seconds seconds)
{
    return std::llround(seconds * 1e9);
}

std::string microseconds(std::int64_t nanos)
{
    return fmt::format("{}.{:03}", nanos / 1000, nanos % 1000);
}

std::string quoted(const std::string& text)
{
    return dumped(Json(text));
}

class TraceWriter {
public:
    explicit TraceWriter(const std::string& name)
    {
        write(R"({{"displayTimeUnit": "ms", "traceEvents": [)");
        write(R"({{"name": "process_name", "ph": "M", "pid": 0, "args": {{"name": {}}}}})", quoted(name));
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
        const std::int64_t start = nanoseconds(op.start);
        const std::string number = op.microbatch < 0 ? "" : std::to_string(op.microbatch);
        next();
        write(R"({{"name": "{}{}", "cat": "{}", "ph": "X", "pid": 0, "tid": {}, "ts": {}, "dur": {}, "args": {{)",
              text.shortName, number, text.category, stage, microseconds(start),
              microseconds(nanoseconds(op.end) - start));
        if (op.microbatch >= 0) {
            write(R"("microbatch": {}, "chunk": {})", op.microbatch, op.chunk);
        }
        write("}}}}");
    }

    void memory(std::size_t stage, const MemoryPoint& point)
    {
        next();
        write(R"({{"name": "memory of stage {}", "ph": "C", "pid": 0, "ts": {}, "args": {{"bytes": {}}}}})", stage,
              microseconds(nanoseconds(point.start)), point.bytes);
    }

    std::string take()
    {
        write("\n]}}\n");
        return fmt::to_string(m_text);
    }

private:
    template <typename... Values>
    void write(fmt::format_string<Values...> format, Values&&... values)
    {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Values>(values)...);
    }

    void next() { m_text.append(std::string_view(",\n")); }

    fmt::memory_buffer m_text;
};

bool recognises(const ForeignFile& /*file*/, const Json& json)
{
    return json.contains("traceEvents");
}

Result<std::vector<NamedFile>> writePlan(const Plan& plan, const Timeline* timeline)
{
    const std::string trace = chromeTrace(timeline != nullptr ? *timeline : *estimate(plan).timeline, plan.name);
    return std::vector<NamedFile>{{chromeTraceFormat.usualName, trace}};
}

}  // namespace

const Format chromeTraceFormat{
    .name = "chrome-trace",
    .title = Core::tr("Chrome trace"),
    .what = "The simulated step for ui.perfetto.dev and chrome://tracing, one track per stage.",
    .holds = Content::Timeline,
    .usualName = "trace.json",
    .limits = "Nothing of the layers' strategies, of which the plan is made.",
    .recognises = recognises,
    .write = writePlan,
};

std::string chromeTrace(const Timeline& timeline, const std::string& name)
{
    TraceWriter writer(name);
    for (std::size_t stage = 0; stage < timeline.stages.size(); ++stage) {
        writer.stage(stage);
        for (const Operation& op : timeline.ofStage(stage)) {
            writer.slice(stage, op);
        }
        for (const MemoryPoint& point : timeline.stages[stage].memory) {
            writer.memory(stage, point);
        }
    }
    return writer.take();
}

}  // namespace pgram
