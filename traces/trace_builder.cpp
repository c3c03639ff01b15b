// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/trace_builder.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace pgram {

namespace {

constexpr std::size_t mostNames = std::size_t{1} << 20;
constexpr std::size_t mostKernels = 50'000'000;

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// Returns true for "step 3", "iteration_3", "Step: 3": a word and a number.
bool isNumbered(std::string_view low, std::string_view word)
{
    if (!low.starts_with(word)) {
        return false;
    }
    low.remove_prefix(word.size());
    const std::size_t digit = low.find_first_not_of(" _#:-=");
    return digit != std::string_view::npos &&
           std::ranges::all_of(low.substr(digit), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

KernelPhase phaseIn(KernelPhase outside, HostWork work)
{
    const bool isAgain = outside == KernelPhase::Backward || outside == KernelPhase::Recompute;
    switch (work) {
    case HostWork::Forward:
        return isAgain ? KernelPhase::Recompute : KernelPhase::Forward;
    case HostWork::Backward:
        return KernelPhase::Backward;
    case HostWork::Recorded:
        return isAgain ? KernelPhase::Recompute : outside;
    case HostWork::Recompute:
        return KernelPhase::Recompute;
    case HostWork::Optimizer:
        return KernelPhase::Optimizer;
    case HostWork::Step:
        break;
    }
    return outside;
}

std::optional<HostWork> hostWork(std::string_view name)
{
    if (name.starts_with("aten::")) {
        return std::nullopt;
    }
    if (name.starts_with("ProfilerStep#")) {
        return HostWork::Step;
    }
    if (name.starts_with("autograd::engine::evaluate_function: ")) {
        return contains(name, "CheckpointFunctionBackward") ? HostWork::Recompute : HostWork::Backward;
    }
    if (name.starts_with("Optimizer.")) {
        return HostWork::Optimizer;
    }
    // Frames of Python, "torch/utils/checkpoint.py(1115): recompute_fn".
    if (contains(name, "checkpoint.py(")) {
        return name.ends_with(": recompute_fn") || name.ends_with(": unpack_hook") ? std::optional(HostWork::Recompute)
                                                                                   : std::nullopt;
    }
    constexpr std::size_t longestMark = 64;
    if (name.size() > longestMark) {
        return std::nullopt;
    }
    const std::string low = lowered(name);
    if (isNumbered(low, "step") || isNumbered(low, "iteration") || isNumbered(low, "iter") || low == "train_step" ||
        low == "train_batch") {
        return HostWork::Step;
    }
    if (low == "forward" || low == "forward_step" || low == "forward-compute" || low.ends_with("engine.forward")) {
        return HostWork::Forward;
    }
    if (low == "backward" || low == "backward_step" || low == "backward-compute" || low.ends_with("engine.backward")) {
        return HostWork::Backward;
    }
    if (low == "recompute" || low == "recomputation") {
        return HostWork::Recompute;
    }
    if (low == "optimizer" || low == "optimizer_step" || low == "optimizer.step" || low.ends_with("engine.step")) {
        return HostWork::Optimizer;
    }
    return std::nullopt;
}

void TraceBuilder::add(const Kernel& kernel)
{
    LaunchedKernel own{{.start = kernel.start, .end = kernel.end, .name = nameIndex(kernel.name)}, kernel.correlation};
    own.kernel.kind = kernel.kind;
    own.kernel.phase = kernel.phase;
    if (kernel.transfer != nullptr) {
        own.kernel.transfer = transferIndex(*kernel.transfer);
    }
    m_kernels.push_back(own);
}

void TraceBuilder::addLaunch(std::int64_t correlation, std::int64_t thread, double moment)
{
    m_launches.push_back({correlation, moment, thread});
}

void TraceBuilder::addSpan(std::int64_t thread, HostWork work, double start, double end, std::string_view name)
{
    std::vector<HostSpan>& spans = m_spans[thread];
    // An operation inside of another one adds nothing; profilers write the outer one first.
    if (work == HostWork::Recorded && !spans.empty() && spans.back().work == work && spans.back().start <= start &&
        end <= spans.back().end) {
        return;
    }
    spans.push_back({start, end, work, static_cast<std::int32_t>(m_trace.steps.size())});
    if (work == HostWork::Step) {
        m_trace.steps.emplace_back(name);
        m_steps.push_back(spans.back());
    } else if (work != HostWork::Recorded) {
        m_saysPhases = true;
    }
}

void TraceBuilder::addMemory(double moment, Bytes allocated, Bytes reserved)
{
    m_memory.emplace_back(moment, TraceMemory{.allocated = allocated, .reserved = reserved});
}

bool TraceBuilder::isFull() const
{
    return m_hasTooManyNames || m_kernels.size() + m_memory.size() > mostKernels;
}

std::uint32_t TraceBuilder::nameIndex(std::string_view name)
{
    const auto known = m_names.find(std::string(name));
    if (known != m_names.end()) {
        return known->second;
    }
    if (m_names.size() >= mostNames) {
        m_hasTooManyNames = true;
        return 0;
    }
    const auto index = static_cast<std::uint32_t>(m_trace.names.size());
    m_names.emplace(name, index);
    m_trace.names.emplace_back(name);
    return index;
}

std::int32_t TraceBuilder::transferIndex(const TraceTransfer& transfer)
{
    const auto index = static_cast<std::int32_t>(m_trace.transfers.size());
    const auto [entry, isNew] = m_transfers.try_emplace(transfer, index);
    if (isNew) {
        m_trace.transfers.push_back(transfer);
    }
    return entry->second;
}

/// Returns the index of the step whose span contains a moment; -1 if none does.
std::int32_t TraceBuilder::stepAt(double moment) const
{
    const auto after = std::ranges::upper_bound(m_steps, moment, {}, &HostSpan::start);
    return after != m_steps.begin() && std::prev(after)->end >= moment ? std::prev(after)->step : -1;
}

void TraceBuilder::placeKernels(KernelPhase unsaid)
{
    // The outermost one counts of steps inside of each other.
    std::ranges::stable_sort(m_steps, {}, [](const HostSpan& own) { return std::tuple(own.start, -own.end); });
    double end = -std::numeric_limits<double>::infinity();
    std::erase_if(m_steps, [&end](const HostSpan& own) {
        const bool isInside = own.end <= end;
        end = std::max(end, own.end);
        return isInside;
    });
    if (m_steps.empty()) {
        m_trace.steps.emplace_back();
    }
    std::ranges::sort(m_launches, {}, [](const Launch& own) { return std::tuple(own.thread, own.moment); });
    Places places;
    places.reserve(m_launches.size());
    for (auto first = m_launches.begin(); first != m_launches.end();) {
        const auto last =
            std::find_if(first, m_launches.end(), [first](const Launch& own) { return own.thread != first->thread; });
        placeThread({first, last}, unsaid, places);
        first = last;
    }
    for (LaunchedKernel& own : m_kernels) {
        if (const auto found = places.find(own.correlation); found != places.end()) {
            std::tie(own.kernel.phase, own.kernel.step) = found->second;
        } else {
            own.kernel.step = m_steps.empty() ? 0 : stepAt(own.kernel.start);
        }
    }
}

/// Returns the spans that mark the phases of a thread's launches. Outer spans come before those inside them.
std::vector<TraceBuilder::HostSpan> TraceBuilder::spansOf(std::int64_t thread) const
{
    const auto saysPhase = [](const HostSpan& own) { return own.work != HostWork::Step; };
    const auto found = m_spans.find(thread);
    std::vector<HostSpan> spans = found == m_spans.end() ? std::vector<HostSpan>() : found->second;
    if (m_sharesSpans && std::ranges::none_of(spans, saysPhase)) {
        for (const auto& [other, theirs] : m_spans) {
            std::ranges::copy_if(theirs, std::back_inserter(spans), saysPhase);
        }
    }
    std::ranges::stable_sort(spans, {}, [](const HostSpan& own) { return std::tuple(own.start, -own.end); });
    return spans;
}

/// Finds the spans that contain each launch of a thread; the innermost one that says a phase counts.
void TraceBuilder::placeThread(std::span<const Launch> launches, KernelPhase unsaid, Places& places) const
{
    const std::vector<HostSpan> spans = spansOf(launches.front().thread);
    std::vector<const HostSpan*> open;
    auto next = spans.begin();
    for (const Launch& launch : launches) {
        for (; next != spans.end() && next->start <= launch.moment; ++next) {
            open.push_back(&*next);
        }
        std::erase_if(open, [&](const HostSpan* span) { return span->end < launch.moment; });
        KernelPhase phase = unsaid;
        for (const HostSpan* span : open) {
            phase = phaseIn(phase, span->work);
        }
        places[launch.correlation] = {phase, m_steps.empty() ? 0 : stepAt(launch.moment)};
    }
}

/// Gives the memory its steps; `first`: the moment of the first kernel.
void TraceBuilder::placeMemory(double first)
{
    std::ranges::stable_sort(m_memory, {}, [](const auto& own) { return own.first; });
    m_trace.memory.reserve(m_memory.size());
    for (auto& [moment, memory] : m_memory) {
        memory.start = (moment - first) * 1e-6;
        memory.step = m_steps.empty() ? 0 : stepAt(moment);
        m_trace.memory.push_back(memory);
    }
}

Result<Trace> TraceBuilder::finished(KernelPhase unsaid, const std::string& file, Text todo)
{
    if (isFull()) {
        return badInput(m_hasTooManyNames ? Core::tr("has more than {} names of kernels", mostNames)
                                          : Core::tr("has more than {} kernels and allocations", mostKernels),
                        file, Core::tr("Trace fewer steps"));
    }
    if (m_kernels.empty()) {
        return badInput(Core::tr("has no kernel of a device"), file, std::move(todo));
    }
    placeKernels(unsaid);
    std::ranges::sort(m_kernels, {}, [](const LaunchedKernel& own) { return own.kernel.start; });
    const double first = m_kernels.front().kernel.start;
    m_trace.kernels.reserve(m_kernels.size());
    for (LaunchedKernel& own : m_kernels) {
        own.kernel.start = (own.kernel.start - first) * 1e-6;
        own.kernel.end = (own.kernel.end - first) * 1e-6;
        m_trace.kernels.push_back(own.kernel);
    }
    placeMemory(first);
    return std::move(m_trace);
}

}  // namespace pgram
