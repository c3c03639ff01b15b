// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/uniform_search.h"

#include "core/search/uniform.h"
#include "core/search/workers.h"

#include <map>
#include <mutex>
#include <tuple>

namespace pgram {

namespace {

/// One strategy on one cut, for all its micro-batches and schedules.
struct Unit {
    const UniformCut* cut = nullptr;
    const LayerStrategy* strategy = nullptr;
    std::span<const ListedTask> tasks;  ///< of that P
};

struct Best {
    Seconds stepTime = 0;
    TaskKey key;
    std::size_t unit = 0;
    [[nodiscard]] auto rank() const { return std::tie(stepTime, key, unit); }
};

std::optional<Best> bestOf(const TaskSource& source, const Unit& unit, std::size_t index, Bytes usable)
{
    std::vector<UniformScorer> scorers;
    for (const Schedule& schedule : source.schedules) {
        scorers.emplace_back(*source.model, *source.cluster, source.training, schedule, *unit.cut, *unit.strategy);
    }
    std::optional<Best> best;
    for (const ListedTask& task : unit.tasks) {
        UniformScorer& scorer = scorers[static_cast<std::size_t>(task.key.schedule)];
        const std::optional<UniformScore> score = scorer.score(task.key.batch, task.key.microbatches);
        if (score && score->memory <= usable && (!best || score->stepTime < best->stepTime)) {
            best = Best{score->stepTime, task.key, index};
        }
    }
    return best;
}

}  // namespace

std::optional<UniformPlan> bestUniform(const TaskSource& source, std::span<const ListedTask> listed, Bytes usable,
                                       int workers, const std::stop_token& stop)
{
    std::map<int, UniformCut> cuts;
    std::vector<Unit> units;
    for (std::size_t first = 0; first < listed.size();) {
        const int pipeline = listed[first].key.pipeline;
        std::size_t end = first;
        while (end < listed.size() && listed[end].key.pipeline == pipeline) {
            ++end;
        }
        const UniformCut& cut = cuts.try_emplace(pipeline, *source.model, *source.cluster, pipeline).first->second;
        const StrategySet& set = *listed[first].strategies;
        for (int s = 0; s < set.searched; ++s) {
            units.push_back({&cut, &set.strategies[static_cast<std::size_t>(s)], listed.subspan(first, end - first)});
        }
        first = end;
    }
    std::mutex mutex;
    std::optional<Best> best;
    forEachInOrder(workers, units.size(), [&](std::size_t i) {
        if (stop.stop_requested()) {
            return;
        }
        const std::optional<Best> own = bestOf(source, units[i], i, usable);
        const std::scoped_lock lock(mutex);
        if (own && (!best || own->rank() < best->rank())) {
            best = own;
        }
    });
    if (!best) {
        return std::nullopt;
    }
    const Unit& unit = units[best->unit];
    return UniformPlan{best->key, *unit.strategy, unit.cut->sizes(), best->stepTime};
}

Plan planOf(const TaskSource& source, const UniformPlan& uniform)
{
    Plan plan;
    plan.model = *source.model;
    plan.cluster = *source.cluster;
    plan.training = source.training;
    plan.training.globalBatch = uniform.key.batch;
    plan.schedule = source.schedules[static_cast<std::size_t>(uniform.key.schedule)];
    plan.schedule.microbatches = uniform.key.microbatches;
    plan.stages = stagesFromSizes(uniform.sizes);
    plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), uniform.strategy);
    return plan;
}

}  // namespace pgram
