// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The engine's space: its tasks, their strategies, and the score of one plan of a task.
#include "validation/galvatron/rules.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace pgram::galvatron {

namespace {

constexpr int largestSplit = 8;
constexpr int mostStages = 8;

bool admits(Mode mode, bool ulysses)
{
    return mode == Mode::Both || (mode == Mode::SequenceOnly) == ulysses;
}

}  // namespace

std::vector<TaskKey> Rules::tasks(std::int64_t batch, std::optional<std::int64_t> microbatches) const
{
    std::vector<TaskKey> tasks;
    for (std::int64_t m = 1; m <= batch; ++m) {
        if (microbatches ? m != *microbatches : batch % m != 0) {
            continue;
        }
        for (int p = 1; p <= std::min<std::int64_t>({mostStages, m, m_setting.layerCount()}); p *= 2) {
            if (m_setting.devices % p != 0) {
                continue;
            }
            const int group = m_setting.devices / p;
            const std::int64_t most = std::max<std::int64_t>(1, std::min<std::int64_t>(batch / m, group));
            const int largest = std::min(group, largestSplit);
            const std::int64_t least = std::max<std::int64_t>(1, group / most);
            for (const Mode mode : {Mode::TensorOnly, Mode::SequenceOnly, Mode::Both}) {
                for (int cap = 1; cap <= largest; cap *= 2) {
                    if (cap >= least && (mode != Mode::SequenceOnly || cap * 2 > largest)) {
                        tasks.push_back({batch, m, p, cap, mode});
                    }
                }
            }
        }
    }
    return tasks;
}

bool Rules::isPossible(const TaskKey& task) const
{
    return task.pipeline <= m_setting.layerCount() && m_setting.devices % task.pipeline == 0 &&
           task.pipeline <= task.microbatches && task.microbatches <= task.batch;
}

std::vector<Strategy> Rules::strategies(const TaskKey& task, bool recompute) const
{
    std::vector<Strategy> found;
    const int group = isPossible(task) ? m_setting.devices / task.pipeline : 0;
    for (int split = 1; split <= std::min(task.cap, group); split *= 2) {
        const int data = group / split;
        if (group % split != 0 || data > maxData(task)) {
            continue;
        }
        for (const bool ulysses : {false, true}) {
            if (split == 1 ? ulysses : !admits(task.mode, ulysses)) {
                continue;
            }
            for (const bool zero3 : {false, true}) {
                const Strategy plain{ulysses ? 1 : split, ulysses ? split : 1, data, zero3, recompute};
                if (!zero3 || data > 1) {
                    found.push_back(plain);
                }
            }
        }
    }
    return found;
}

std::vector<Strategy> Rules::layerStrategies(const TaskKey& task) const
{
    std::vector<Strategy> found = strategies(task, false);
    const std::vector<Strategy> recomputing = strategies(task, true);
    found.insert(found.end(), recomputing.begin(), recomputing.end());
    return found;
}

std::vector<Strategy> Rules::endStrategies(const TaskKey& task) const
{
    return strategies(task, false);
}

Result<void> Rules::checkShape(const TaskKey& task, const Plan& plan) const
{
    const auto layers = static_cast<std::size_t>(m_setting.layerCount());
    const auto sum = std::accumulate(plan.stages.begin(), plan.stages.end(), std::int64_t{0});
    if (plan.stages.size() != static_cast<std::size_t>(task.pipeline) || plan.layers.size() != layers ||
        sum != static_cast<std::int64_t>(layers) || std::ranges::min(plan.stages) < 1) {
        return badInput(Core::tr("a plan of {} layers in stages of {} does not fit a task of {} stages and {} layers",
                                 plan.layers.size(), fmt::format("{}", fmt::join(plan.stages, ", ")), task.pipeline,
                                 layers));
    }
    const auto covers = [&](const Strategy& strategy) {
        return static_cast<std::int64_t>(strategy.split()) * strategy.data * task.pipeline == m_setting.devices;
    };
    if (!std::ranges::all_of(plan.layers, covers) || !covers(plan.ends)) {
        return badInput(Core::tr("a strategy of the plan does not cover {} device(s)", m_setting.devices));
    }
    return {};
}

Result<Score> Rules::score(const TaskKey& task, const Plan& plan) const
{
    if (const auto shape = checkShape(task, plan); !shape) {
        return tl::unexpected(shape.error());
    }
    const auto lacking = [&](const Strategy& strategy) {
        return badInput(Core::tr("the profile has no figures for {}", toText(strategy, task.pipeline)));
    };
    const auto ends = this->ends(plan.ends, task);
    if (!ends) {
        return lacking(plan.ends);
    }
    const std::vector<int> types = m_setting.typeOfLayers();
    StageTimes times;
    Score score;
    score.fits = true;
    std::size_t at = 0;
    for (int stage = 0; stage < task.pipeline; ++stage) {
        const auto index = static_cast<std::size_t>(stage);
        double without = 0;
        double with = 0;
        std::int64_t memory = ends->memory[index];
        for (int i = 0; i < plan.stages[index]; ++i, ++at) {
            const auto cost = layer(types[at], plan.layers[at], task);
            if (!cost) {
                return lacking(plan.layers[at]);
            }
            without += cost->withoutSync;
            with += cost->withSync;
            memory += layerMemory(*cost, inFlight(task, stage));
        }
        score.fits = score.fits && memory <= room(task);
        score.memory.push_back(memory + buffer(task) + reserve());
        times.withoutSync.push_back(without);
        times.withSync.push_back(with);
    }
    times.withoutSync.front() += ends->first;
    times.withoutSync.back() += ends->last;
    score.seconds = stepTime(times, task.microbatches);
    return score;
}

}  // namespace pgram::galvatron
