// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/galvatron/rules.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace pgram::galvatron {

namespace {

constexpr double mebibyte = 1024.0 * 1024.0;
constexpr double contextMebibytes = 1024;

std::optional<double> valueAt(const std::map<int, double>& table, int key)
{
    const auto found = table.find(key);
    return found == table.end() ? std::nullopt : std::optional(found->second);
}

/// A rounded figure; more than any device has stays countable.
std::int64_t wholeMebibytes(double rounded)
{
    return static_cast<std::int64_t>(std::min(rounded, 1e12));
}

/// X: computing `compute` ms beside `traffic` ms of gradients.
double besides(double compute, double traffic, double overlap)
{
    return std::max(compute, traffic) + (overlap - 1) * std::min(compute, traffic);
}

/// over(C, Y): `traffic` ms hidden behind computing as far as that goes.
double over(double compute, double traffic, double overlap)
{
    return overlap * compute <= traffic ? traffic : traffic + (overlap * compute - traffic) / overlap;
}

}  // namespace

double stepTime(const StageTimes& times, std::int64_t microbatches)
{
    const auto& c = times.withoutSync;
    const auto stages = static_cast<std::int64_t>(c.size());
    const auto m = microbatches;
    const double sum = std::accumulate(c.begin(), c.end(), 0.0);
    const double drain = sum + static_cast<double>(m - 1) * c.back();
    const double middle = std::max(static_cast<double>(std::min(stages - 1, m - 1)) * c.front(), sum - c.front());
    const double fill = middle + c.front() * static_cast<double>(std::max<std::int64_t>(0, m + 1 - stages));
    double delay = 0;
    double before = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
        before += c[i];
        delay = std::max(delay, times.withSync[i] - before);
    }
    return std::max(drain, fill) + delay;
}

std::int64_t budgetReserve(double mebibytes)
{
    return std::floor(mebibytes / 1024) > 20 ? static_cast<std::int64_t>(std::floor(0.2 * mebibytes)) : 0;
}

std::int64_t Rules::localBatch(const TaskKey& task, const Strategy& strategy) const
{
    return task.batch / task.microbatches / strategy.data;
}

std::int64_t Rules::maxData(const TaskKey& task) const
{
    return std::max<std::int64_t>(
        1, std::min<std::int64_t>(task.batch / task.microbatches, m_setting.devices / task.pipeline));
}

double Rules::mebibytes(const LayerType& type, std::int64_t samples) const
{
    return static_cast<double>(samples) * static_cast<double>(type.sequence) * static_cast<double>(type.hidden) *
           m_setting.elementBytes / mebibyte;
}

/// κ in ms a MiB: the reciprocal bandwidth of the gradient group, which strides over the tensor group.
std::optional<double> Rules::secondsPerMebibyte(const Strategy& strategy) const
{
    const int group = strategy.gradientGroup();
    if (group == 1) {
        return 0.0;
    }
    const HardwareProfile& hardware = m_figures.hardware;
    const bool strided = strategy.tensor > 1 && group < m_setting.devices;
    const auto rate = valueAt(strided ? hardware.strided : hardware.consecutive, group);
    return rate ? std::optional(1 / *rate) : std::nullopt;
}

/// ρ: the share of the four parameter-sized states that a device holds.
double Rules::stateShare(const Strategy& strategy, const TaskKey& task) const
{
    const DataParallel kind = strategy.data == 1 ? DataParallel::Ddp
                              : strategy.zero3   ? DataParallel::Zero3
                                                 : m_setting.defaultData;
    if (kind == DataParallel::Ddp) {
        return 1;
    }
    const bool zero3 = kind == DataParallel::Zero3;
    const double g = 1.0 / strategy.gradientGroup() + 0.003;
    const bool mixed = m_setting.elementBytes == 2;
    if (task.microbatches == 1) {
        return zero3 ? g : mixed ? 7.0 / 8 * g + 1.0 / 8 : 3.0 / 4 * g + 1.0 / 4;
    }
    if (m_setting.asyncGradients) {
        if (mixed) {
            return zero3 ? 7.0 / 8 * g + 1.0 / 8 : 6.0 / 8 * g + 2.0 / 8;
        }
        return zero3 ? 3.0 / 4 * g + 1.0 / 4 : 2.0 / 4 * g + 2.0 / 4;
    }
    if (zero3) {
        return 5.0 / 4 * g;
    }
    return mixed ? 5.0 / 4 * (7.0 / 8 * g + 1.0 / 8) : 3.0 / 4 * g + 1.0 / 4;
}

/// T_s, ms: all-gathers of Megatron's sequence parallelism, each half an all-reduce, or Ulysses' all-to-alls.
std::optional<double> Rules::splitTime(const Strategy& strategy, double size) const
{
    if (strategy.split() == 1) {
        return 0.0;
    }
    const bool tensor = strategy.tensor > 1;
    const auto& tables = tensor ? m_figures.allReduce : m_figures.allToAll;
    const auto found = tables.find(strategy.split());
    if (found == tables.end()) {
        return std::nullopt;
    }
    const int recompute = strategy.recompute ? 1 : 0;
    const double one = found->second.at(size);
    return tensor ? (6 + 3 * recompute) * one / 2 : (4 + 2 * recompute) * one;
}

/// Sending between stages, ms a layer: the engine charges each layer type once and spreads it over its layers.
double Rules::pipelineTime(const LayerType& type, std::int64_t samples, int pipeline) const
{
    const auto rate = pipeline > 1 ? valueAt(m_figures.hardware.pipeline, pipeline) : std::nullopt;
    if (!rate) {
        return 0;
    }
    const double size = 2.0 * pipeline * static_cast<double>(samples) * static_cast<double>(type.sequence) *
                        static_cast<double>(type.hidden) * 4 / mebibyte * half();
    return size / *rate / type.count;
}

std::optional<LayerCost> Rules::layer(int type, const Strategy& strategy, const TaskKey& task) const
{
    const LayerFigures& figures = m_figures.layers[at(type)];
    const LayerType& shape = m_setting.layers[at(type)];
    const std::int64_t samples = localBatch(task, strategy);
    const auto perMebibyte = secondsPerMebibyte(strategy);
    const auto kept = valueAt(figures.activation, strategy.split());
    const auto exchange = splitTime(strategy, mebibytes(shape, samples));
    if (!perMebibyte || !exchange || (!kept && !strategy.recompute)) {
        return std::nullopt;
    }
    const double weights = figures.parameters / strategy.tensor;
    const int group = strategy.gradientGroup();
    const double sync = 2.0 * (group - 1) / group * weights * half() * *perMebibyte;
    const double forward = timeAt(figures.forward, static_cast<double>(samples) / strategy.split());
    const double backward = 2 * forward + (strategy.recompute ? forward : 0);
    const double gather = strategy.zero3 ? sync / 2 : 0;
    const double rest = forward + *exchange + gather + pipelineTime(shape, samples, task.pipeline);
    // A group of tensor splits alone is never charged for gradients.
    const double synced = strategy.data > 1 ? besides(backward, sync, m_figures.hardware.overlap) : backward;
    const double checkpoint = figures.checkpoint / (m_figures.sequenceParallel ? strategy.split() : 1);
    return LayerCost{(synced + rest) * 1e-3, (backward + rest) * 1e-3, 4 * weights * stateShare(strategy, task),
                     (strategy.recompute ? checkpoint : *kept) * static_cast<double>(samples)};
}

std::int64_t Rules::layerMemory(const LayerCost& cost, std::int64_t inFlight)
{
    return wholeMebibytes(std::ceil(cost.states + cost.activation * static_cast<double>(inFlight)));
}

/// Without sync, ms. `gather`: V.
std::optional<double> Rules::endTime(const EndMemory& table, double forward, const Strategy& strategy,
                                     double gather) const
{
    const auto states = valueAt(table.states, strategy.tensor);
    const auto perMebibyte = secondsPerMebibyte(strategy);
    if (!states || !perMebibyte) {
        return std::nullopt;
    }
    const int group = strategy.gradientGroup();
    const double traffic = *states / 4 * half() * *perMebibyte * (group - 1) / group;
    const double each = strategy.zero3 ? traffic / 2 : 0;
    const double overlap = m_figures.hardware.overlap;
    return over(forward, each, overlap) + over(2 * forward, each, overlap) + gather;
}

std::optional<EndsCost> Rules::ends(const Strategy& strategy, const TaskKey& task) const
{
    const std::int64_t samples = localBatch(task, strategy);
    const bool whole = task.pipeline == 1;
    const EndMemory* tables[] = {whole ? &m_figures.whole : &m_figures.first, &m_figures.last};
    const LayerType* types[] = {&m_setting.layers.front(), &m_setting.layers.back()};
    const double forward = timeAt(m_figures.endForward, static_cast<double>(samples) / strategy.split());
    EndsCost cost;
    cost.memory.assign(static_cast<std::size_t>(task.pipeline), static_cast<std::int64_t>(contextMebibytes));
    for (int end = 0; end < (whole ? 1 : 2); ++end) {
        std::optional<double> gather = 0;
        if (strategy.tensor > 1) {
            const auto found = m_figures.allReduce.find(strategy.tensor);
            if (found == m_figures.allReduce.end()) {
                return std::nullopt;
            }
            gather = found->second.at(mebibytes(*types[end], samples)) / 2;
        }
        const auto time = endTime(*tables[end], whole ? forward : forward / 2, strategy, *gather * (whole ? 2 : 1));
        const auto states = valueAt(tables[end]->states, strategy.tensor);
        const auto activation = valueAt(tables[end]->activation, strategy.split());
        if (!time || !states || !activation) {
            return std::nullopt;
        }
        (end == 0 ? cost.first : cost.last) = *time * 1e-3;
        const std::int64_t kept = inFlight(task, end == 0 ? 0 : task.pipeline - 1);
        (end == 0 ? cost.memory.front() : cost.memory.back()) = wholeMebibytes(
            std::ceil(*states * stateShare(strategy, task) +
                      *activation * static_cast<double>(samples) * static_cast<double>(kept) + contextMebibytes));
    }
    return cost;
}

std::int64_t Rules::inFlight(const TaskKey& task, int stage) const
{
    if (task.pipeline == 1) {
        return 1;
    }
    return m_setting.gpipe ? task.microbatches : task.pipeline - stage;
}

std::int64_t Rules::buffer(const TaskKey& task) const
{
    if (task.mode == Mode::SequenceOnly) {
        return 0;
    }
    double perSample = 0;
    for (const LayerType& type : m_setting.layers) {
        perSample = std::max(perSample, static_cast<double>(type.hidden) * static_cast<double>(type.sequence));
    }
    const double groups = static_cast<double>(m_setting.devices) / task.pipeline / task.cap;
    const double samples = static_cast<double>(task.batch) / static_cast<double>(task.microbatches) / groups;
    return wholeMebibytes(std::floor(samples * perSample * 4 / mebibyte * 0.5));
}

std::int64_t Rules::room(const TaskKey& task) const
{
    return static_cast<std::int64_t>(std::floor(m_setting.memoryGb * 1024)) - reserve() - buffer(task);
}

}  // namespace pgram::galvatron
