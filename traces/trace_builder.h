// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Makes a trace of what any profiler recorded: kernels of the device, launches and spans of the host, in any order.
// Memory follows their number. One thread.
#pragma once

#include "core/base/error.h"
#include "traces/trace.h"

#include <map>
#include <optional>
#include <span>
#include <unordered_map>

namespace pgram {

/// Work of the host in a span, which names the phase of the kernels that it launches.
enum class HostWork : std::uint8_t {
    Step,
    Forward,
    Backward,
    Recorded,  ///< an operation that autograd records: inside of a backward, it is a part of a recomputed forward
    Recompute,
    Optimizer,
};

/// Returns the work of a span by its name: of torch.profiler, of torch.autograd.profiler.emit_nvtx, and of NVTX ranges
/// of Megatron-LM and DeepSpeed. Nothing for other names.
[[nodiscard]] std::optional<HostWork> hostWork(std::string_view name);

/// Returns the phase inside of a span. A forward inside of a backward is computed again.
[[nodiscard]] KernelPhase phaseIn(KernelPhase outside, HostWork work);

class TraceBuilder {
public:
    /// A kernel. Moments are microseconds of any clock that all events share.
    struct Kernel {
        std::string_view name;
        KernelKind kind = KernelKind::Other;
        double start = 0;
        double end = 0;
        std::int64_t correlation = -1;             ///< joins it with its launch; -1 = not known
        const TraceTransfer* transfer = nullptr;   ///< set for KernelKind::Transfer; else null
        KernelPhase phase = KernelPhase::Unknown;  ///< counts if the launch is not known
    };
    void add(const Kernel& kernel);
    void addLaunch(std::int64_t correlation, std::int64_t thread, double moment);
    /// Adds a span; the name is used for HostWork::Step.
    void addSpan(std::int64_t thread, HostWork work, double start, double end, std::string_view name);

    /// Adds the memory of the device behind an allocation or a release, at a moment of the host.
    void addMemory(double moment, Bytes allocated, Bytes reserved);

    /// Gives threads without spans that say a phase the spans of all other threads: a call of backward waits while
    /// threads of autograd launch.
    void shareSpans() { m_sharesSpans = true; }

    /// Returns true if there are more kernels or names than a trace may have.
    [[nodiscard]] bool isFull() const;
    /// Returns true if a span says the phase of its kernels.
    [[nodiscard]] bool saysPhases() const { return m_saysPhases; }
    /// Returns the rank, device and notes of the trace, to be filled in.
    [[nodiscard]] Trace& trace() { return m_trace; }
    /// Joins kernels with their launches. `unsaid`: the phase of a launch outside of spans. Errors: no kernel;
    /// isFull().
    [[nodiscard]] Result<Trace> finished(KernelPhase unsaid, const std::string& file, Text todo);

private:
    struct HostSpan {
        double start = 0;
        double end = 0;
        HostWork work = HostWork::Step;
        std::int32_t step = 0;  ///< index into the names of the steps, of HostWork::Step
    };
    struct Launch {
        std::int64_t correlation = 0;
        double moment = 0;
        std::int64_t thread = 0;
    };
    struct LaunchedKernel {
        TraceKernel kernel;
        std::int64_t correlation = -1;
    };
    /// Phase and step of a launch.
    using Place = std::pair<KernelPhase, std::int32_t>;
    using Places = std::unordered_map<std::int64_t, Place>;  ///< by correlation

    [[nodiscard]] std::uint32_t nameIndex(std::string_view name);
    [[nodiscard]] std::int32_t transferIndex(const TraceTransfer& transfer);
    [[nodiscard]] std::int32_t stepAt(double moment) const;
    [[nodiscard]] std::vector<HostSpan> spansOf(std::int64_t thread) const;
    void placeKernels(KernelPhase unsaid);
    void placeMemory(double first);
    void placeThread(std::span<const Launch> launches, KernelPhase unsaid, Places& places) const;

    Trace m_trace;
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::map<TraceTransfer, std::int32_t> m_transfers;
    std::vector<LaunchedKernel> m_kernels;
    std::vector<Launch> m_launches;
    std::vector<std::pair<double, TraceMemory>> m_memory;   ///< with their moments
    std::map<std::int64_t, std::vector<HostSpan>> m_spans;  ///< by thread
    std::vector<HostSpan> m_steps;
    bool m_sharesSpans = false;
    bool m_hasTooManyNames = false;
    bool m_saysPhases = false;
};

}  // namespace pgram
