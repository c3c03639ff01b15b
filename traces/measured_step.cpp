// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/measured_step.h"

#include "core/base/index.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace pgram {

namespace {

/// Returns the rank of a kernel among those that run at once: compute, then transfers, then copies.
int rankOf(KernelKind kind)
{
    return kind == KernelKind::Copy ? 2 : kind == KernelKind::Transfer ? 1 : 0;
}

using Kernels = std::vector<const TraceKernel*>;  ///< by start

/// Calls `visit(from, to, kernel)` for the moments between begin and end: the kernel that counts, null = idle.
/// `kernels`: those that may run in it.
template <typename Visit>
void visitMoments(std::span<const TraceKernel* const> kernels, Seconds begin, Seconds end, const Visit& visit)
{
    struct Edge {
        Seconds at = 0;
        std::size_t kernel = 0;
        bool starts = false;
    };
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const Seconds from = std::max(begin, kernels[i]->start);
        const Seconds to = std::min(end, kernels[i]->end);
        if (from < to) {
            edges.push_back({from, i, true});
            edges.push_back({to, i, false});
        }
    }
    std::ranges::sort(edges, {}, [](const Edge& edge) { return std::tuple(edge.at, edge.starts, edge.kernel); });
    std::vector<std::size_t> running;  // few: one per stream
    Seconds now = begin;
    const auto count = [&](Seconds until) {
        const Seconds from = std::exchange(now, until);
        if (running.empty()) {
            visit(from, until, nullptr);
            return;
        }
        const std::size_t first = *std::ranges::min_element(
            running, {}, [&](std::size_t i) { return std::tuple(rankOf(kernels[i]->kind), kernels[i]->start, i); });
        visit(from, until, kernels[first]);
    };
    for (const Edge& edge : edges) {
        count(edge.at);
        if (edge.starts) {
            running.push_back(edge.kernel);
        } else {
            std::erase(running, edge.kernel);
        }
    }
    count(end);
}

/// Sums the moments between begin and end. `kernels`: those that may run in it, by start.
void sumMoments(std::span<const TraceKernel* const> kernels, Seconds begin, Seconds end, MeasuredStep& step,
                std::vector<MeasuredTransfer>& transfers)
{
    visitMoments(kernels, begin, end, [&](Seconds from, Seconds until, const TraceKernel* kernel) {
        const Seconds length = until - from;
        if (kernel == nullptr) {
            step.idle += length;
        } else if (kernel->kind == KernelKind::Transfer) {
            transfers[at(kernel->transfer)].exposed += length;
        } else if (kernel->kind == KernelKind::Copy) {
            step.copies += length;
        } else {
            step.phases[at(kernel->phase)][at(kernel->kind)] += length;
        }
    });
}

/// Returns the kernels that may run between two moments. `longest`: of any kernel.
std::span<const TraceKernel* const> kernelsBetween(const Kernels& kernels, Seconds longest, Seconds begin, Seconds end)
{
    const auto startsBefore = [](const TraceKernel* kernel, Seconds moment) { return kernel->start < moment; };
    const auto first = std::lower_bound(kernels.begin(), kernels.end(), begin - longest, startsBefore);
    return {first, std::lower_bound(first, kernels.end(), end, startsBefore)};
}

Kernels kernelsOf(const Trace& trace)
{
    Kernels kernels;
    kernels.reserve(trace.kernels.size());
    std::ranges::transform(trace.kernels, std::back_inserter(kernels), [](const TraceKernel& own) { return &own; });
    return kernels;
}

Seconds longestOf(const Trace& trace)
{
    Seconds longest = 0;
    for (const TraceKernel& kernel : trace.kernels) {
        longest = std::max(longest, kernel.end - kernel.start);
    }
    return longest;
}

}  // namespace

Seconds MeasuredStep::of(KernelPhase phase) const
{
    const auto& kinds = phases[at(phase)];
    return std::accumulate(kinds.begin(), kinds.end(), 0.0);
}

Seconds MeasuredStep::compute() const
{
    return std::accumulate(phases.begin(), phases.end(), 0.0, [](Seconds sum, const auto& kinds) {
        return std::accumulate(kinds.begin(), kinds.end(), sum);
    });
}

Seconds MeasuredStep::exposed() const
{
    return std::accumulate(transfers.begin(), transfers.end(), 0.0,
                           [](Seconds sum, const MeasuredTransfer& own) { return sum + own.exposed; });
}

std::vector<MeasuredStep> measuredSteps(const Trace& trace)
{
    struct Range {
        Seconds begin = std::numeric_limits<double>::infinity();
        Seconds end = 0;
    };
    std::vector<Range> ranges(trace.steps.size());
    for (const TraceKernel& kernel : trace.kernels) {
        if (kernel.step >= 0) {
            Range& range = ranges[at(kernel.step)];
            range.begin = std::min(range.begin, kernel.start);
            range.end = std::max(range.end, kernel.end);
        }
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (ranges[i].end > 0) {
            order.push_back(i);
        }
    }
    std::ranges::sort(order, {}, [&ranges](std::size_t i) { return ranges[i].begin; });
    const Kernels kernels = kernelsOf(trace);
    const Seconds longest = longestOf(trace);
    std::vector<MeasuredStep> steps;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const Range& own = ranges[order[place]];
        const bool isLast = place + 1 == order.size();
        const Seconds end = isLast ? own.end : std::max(own.begin, ranges[order[place + 1]].begin);
        MeasuredStep step{.index = static_cast<std::int32_t>(order[place]),
                          .name = trace.steps[order[place]],
                          .begin = own.begin,
                          .length = end - own.begin};
        std::vector<MeasuredTransfer> transfers;
        for (const TraceTransfer& transfer : trace.transfers) {
            transfers.push_back({transfer, static_cast<std::int32_t>(transfers.size())});
        }
        const auto within = kernelsBetween(kernels, longest, own.begin, end);
        sumMoments(within, own.begin, end, step, transfers);
        for (const TraceKernel* kernel : within) {
            if (kernel->transfer >= 0 && kernel->start >= own.begin) {
                MeasuredTransfer& transfer = transfers[at(kernel->transfer)];
                ++transfer.count;
                transfer.total += kernel->end - kernel->start;
            }
        }
        std::erase_if(transfers, [](const MeasuredTransfer& transfer) { return transfer.count == 0; });
        std::ranges::stable_sort(transfers, std::greater(), &MeasuredTransfer::exposed);
        step.transfers = std::move(transfers);
        steps.push_back(std::move(step));
    }
    return steps;
}

const MeasuredStep& medianStep(const std::vector<MeasuredStep>& steps)
{
    std::vector<std::size_t> order(steps.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&steps](std::size_t i) { return std::tuple(steps[i].length, i); });
    return steps[order[(order.size() - 1) / 2]];
}

Result<MeasuredRank> measuredRank(const Trace& trace)
{
    if (trace.kernels.empty() && !trace.memory.empty()) {
        MeasuredRank rank{
            .rank = trace.rank, .device = trace.device, .memory = measuredMemory(trace, 0), .unused = trace.unused};
        if (rank.memory->step.empty() && trace.memory.size() > 1) {
            rank.unused.emplace_back(
                Core::tr("no sequence of allocations repeats, so no step is known: the peaks alone "
                         "are compared; record at least three steps"));
        }
        return rank;
    }
    const std::vector<MeasuredStep> steps = measuredSteps(trace);
    if (steps.empty()) {
        return badInput(Core::tr("has no kernel inside of a step"), "trace",
                        Core::tr("Trace a whole step, from its first kernel to its last"));
    }
    MeasuredRank rank{.rank = trace.rank,
                      .device = trace.device,
                      .steps = steps.size(),
                      .step = medianStep(steps),
                      .transfers = trace.transfers,
                      .memory = {},
                      .unused = trace.unused};
    rank.memory = measuredMemory(trace, rank.step.index);
    rank.outside = std::ranges::count_if(trace.kernels, [](const TraceKernel& own) { return own.step < 0; });
    const Seconds begin = rank.step.begin;
    const Seconds end = begin + rank.step.length;
    const auto spanOf = [begin](Seconds from, Seconds to, const TraceKernel& kernel) {
        return StepSpan{from - begin, to - begin, kernel.kind, kernel.phase, kernel.transfer};
    };
    const Kernels kernels = kernelsOf(trace);
    const auto within = kernelsBetween(kernels, longestOf(trace), begin, end);
    visitMoments(within, begin, end, [&](Seconds from, Seconds to, const TraceKernel* kernel) {
        if (kernel != nullptr && to > from) {
            rank.spans.push_back(spanOf(from, to, *kernel));
        }
    });
    for (const TraceKernel* kernel : within) {
        if (kernel->transfer >= 0 && kernel->end > begin) {
            rank.transferSpans.push_back(spanOf(std::max(begin, kernel->start), std::min(end, kernel->end), *kernel));
        }
    }
    return rank;
}

std::vector<KernelShare> longestKernels(const Trace& trace, std::size_t most)
{
    std::vector<KernelShare> shares(trace.names.size());
    for (const TraceKernel& kernel : trace.kernels) {
        KernelShare& share = shares[kernel.name];
        share.kind = kernel.kind;
        share.total += kernel.end - kernel.start;
        ++share.count;
    }
    for (std::size_t i = 0; i < shares.size(); ++i) {
        shares[i].name = trace.names[i];
    }
    std::ranges::stable_sort(shares, std::greater(), &KernelShare::total);
    shares.resize(std::min(most, shares.size()));
    return shares;
}

}  // namespace pgram
