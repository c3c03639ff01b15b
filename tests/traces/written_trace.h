// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writes traces as PyTorch's profiler does: launches of the host, and kernels that follow them.
#pragma once

#include "core/base/json.h"

#include <fmt/format.h>
#include <string>

namespace pgram::test {

/// A trace that grows by kernels. Moments and lengths are microseconds.
class WrittenTrace {
public:
    /// Adds a span of the host.
    void span(const std::string& name, double start, double length, int thread = 1)
    {
        add({{"ph", "X"},
             {"cat", "cpu_op"},
             {"name", name},
             {"pid", 7},
             {"tid", thread},
             {"ts", start},
             {"dur", length}});
    }
    /// Adds an operation of autograd: its node of the thread `forwardThread`, or 0 if autograd records it now.
    void operation(const std::string& name, double start, double length, int thread, int forwardThread)
    {
        span(name, start, length, thread);
        m_events.back()["args"] = {{"Sequence number", 5}, {"Fwd thread id", forwardThread}};
    }
    /// Writes the last event as a pair of begin and end.
    void splitLast()
    {
        Json end = m_events.back();
        Json& begin = m_events.back();
        end["ph"] = "E";
        end["ts"] = begin["ts"].get<double>() + begin["dur"].get<double>();
        end.erase("dur");
        end.erase("name");
        begin["ph"] = "B";
        begin.erase("dur");
        add(std::move(end));
    }
    /// Returns the last event, to be changed.
    [[nodiscard]] Json& last() { return m_events.back(); }
    /// Adds a kernel and its launch at the moment `launch` by a thread of the host.
    void kernel(const std::string& name, double launch, double start, double length, int thread = 1, int stream = 7,
                const Json& more = Json::object())
    {
        ++m_correlation;
        add({{"ph", "X"},
             {"cat", "cuda_runtime"},
             {"name", "cudaLaunchKernel"},
             {"pid", 7},
             {"tid", thread},
             {"ts", launch},
             {"dur", 1},
             {"args", {{"correlation", m_correlation}}}});
        Json arguments{{"correlation", m_correlation}, {"stream", stream}, {"grid", {1, 1, 1}}};
        arguments.update(more);
        add({{"ph", "X"},
             {"cat", "kernel"},
             {"name", name},
             {"pid", 0},
             {"tid", stream},
             {"ts", start},
             {"dur", length},
             {"args", arguments}});
    }
    /// Adds an allocation or a release, behind which a device has these bytes. `type`: 0 = the host, 1 = CUDA.
    void memory(double moment, double allocated, double reserved, int device = 0, int type = 1)
    {
        add({{"ph", "i"},
             {"cat", "cpu_instant_event"},
             {"name", "[memory]"},
             {"pid", 7},
             {"tid", 1},
             {"ts", moment},
             {"args",
              {{"Device Type", type},
               {"Device Id", device},
               {"Bytes", 512},
               {"Total Allocated", allocated},
               {"Total Reserved", reserved}}}});
    }
    /// Returns the members that a transfer's kernel has.
    static Json transfer(const char* name, int ranks, double elements, const char* group = "default_pg")
    {
        return {{"Collective name", name},    {"Group size", ranks}, {"In msg nelems", elements},
                {"Out msg nelems", elements}, {"dtype", "BFloat16"}, {"Process Group Description", group}};
    }
    /// Returns the file as torch.profiler writes it.
    [[nodiscard]] std::string text(int rank) const
    {
        return dumped(Json{{"schemaVersion", 1},
                           {"deviceProperties", {{{"id", 0}, {"name", "Test GPU"}}}},
                           {"distributedInfo", {{"backend", "nccl"}, {"rank", rank}, {"world_size", 8}}},
                           {"traceEvents", m_events}});
    }
    /// Returns the bare list of the events.
    [[nodiscard]] std::string list() const { return dumped(m_events); }

private:
    void add(Json event) { m_events.push_back(std::move(event)); }

    Json m_events = Json::array();
    std::int64_t m_correlation = 0;
};

}  // namespace pgram::test
