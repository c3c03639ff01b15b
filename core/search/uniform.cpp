// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/uniform.h"

#include "core/cost/relayout.h"
#include "core/search/cuts.h"
#include "core/strategy/legality.h"

#include <algorithm>

namespace pgram {

namespace {

/// Numbers of samples whose costs are kept at most: a sweep over batches meets few, again and again.
constexpr std::size_t mostKnown = 512;

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

/// The runs of layers [first, end).
std::vector<UniformCut::Part> partsOf(const Architecture& model, int first, int end)
{
    std::vector<UniformCut::Part> parts;
    int begin = 0;
    for (int run = 0; run < static_cast<int>(model.runs.size()); ++run) {
        const int next = begin + model.runs[at(run)].count;
        if (const int count = std::min(end, next) - std::max(first, begin); count > 0) {
            parts.push_back({run, count});
        }
        begin = next;
    }
    return parts;
}

}  // namespace

UniformCut::UniformCut(const Architecture& model, const Cluster& cluster, int pipeline)
    : m_pipeline(pipeline), m_sizes(evenCut(model, pipeline))
{
    int before = -1;
    int first = 0;
    for (int stage = 0; stage < static_cast<int>(m_sizes.size()); ++stage) {
        const int end = first + m_sizes[at(stage)];
        const int after = stage + 1 < pipeline ? boundaryBefore(model, cluster, stage + 1, end) : -1;
        Group own{stage, 1, before, after, partsOf(model, first, end)};
        const auto alike = std::find_if(m_groups.begin(), m_groups.end(), [&own](const Group& other) {
            return other.before == own.before && other.after == own.after && other.parts == own.parts;
        });
        if (alike != m_groups.end()) {
            ++alike->stages;
        } else {
            m_groups.push_back(std::move(own));
        }
        before = after;
        first = end;
    }
}

/// The boundary in front of `stage`, which starts with layer `layer`.
int UniformCut::boundaryBefore(const Architecture& model, const Cluster& cluster, int stage, int layer)
{
    Boundary own{model.runOf(layer - 1), model.runOf(layer), 0, stage};
    const CostContext context{&cluster, {}, model.sequenceLength, m_pipeline, 1};
    own.link = boundaryCost(context, stage, model.runs[at(own.lastRun)], model.runs[at(own.nextRun)], {}, {}).link;
    const auto alike = std::find_if(m_boundaries.begin(), m_boundaries.end(), [&own](const Boundary& other) {
        return other.lastRun == own.lastRun && other.nextRun == own.nextRun && other.link == own.link;
    });
    if (alike != m_boundaries.end()) {
        return static_cast<int>(alike - m_boundaries.begin());
    }
    m_boundaries.push_back(own);
    return static_cast<int>(m_boundaries.size()) - 1;
}

UniformScorer::UniformScorer(const Architecture& model, const Cluster& cluster, const Training& training,
                             const UniformCut& cut, const LayerStrategy& strategy)
    : m_model(model),
      m_cluster(cluster),
      m_training(training),
      m_cut(cut),
      m_strategy(strategy),
      m_sequence(training.sequenceLength > 0 ? training.sequenceLength : model.sequenceLength)
{
    // Whatever the batch: one sample for each of the data group.
    m_training.globalBatch = strategy.data;
    m_legal =
        !cut.groups().empty() && std::none_of(model.runs.begin(), model.runs.end(), [this](const LayerSpec& layer) {
            return refusal(layer, m_strategy, m_cluster.devices / m_cut.pipeline(), m_training, m_sequence, 1);
        });
}

UniformScorer::Costs UniformScorer::stageCosts(std::int64_t samples) const
{
    Training training = m_training;
    training.globalBatch = samples * m_strategy.data;
    const CostContext context{&m_cluster, training, m_sequence, m_cut.pipeline(), 1};
    std::vector<RunCost> runs;
    for (const LayerSpec& layer : m_model.runs) {
        const LayerCost cost = layerCost(context, layer, m_strategy);
        runs.push_back(
            {cost.memory.states(), cost.memory.kept, cost.memory.transient, cost.time(), cost.sync + cost.optimizer});
    }
    std::vector<Seconds> transfers;
    for (const UniformCut::Boundary& boundary : m_cut.boundaries()) {
        transfers.push_back(boundaryCost(context, boundary.stage, m_model.runs[at(boundary.lastRun)],
                                         m_model.runs[at(boundary.nextRun)], m_strategy, m_strategy)
                                .seconds);
    }
    Costs costs;
    for (const UniformCut::Group& group : m_cut.groups()) {
        StageCost stage;
        Bytes transient = 0;
        stage.time =
            (group.before < 0 ? 0 : transfers[at(group.before)]) + (group.after < 0 ? 0 : transfers[at(group.after)]);
        for (const UniformCut::Part& part : group.parts) {
            const RunCost& run = runs[at(part.run)];
            stage.fixed += part.count * run.states;
            stage.kept += part.count * run.kept;
            transient = std::max(transient, run.transient);
            stage.time += part.count * run.time;
            stage.once += part.count * run.once;
        }
        stage.fixed += transient + m_cluster.contextBytes;
        costs.push_back(stage);
    }
    return costs;
}

const UniformScorer::Costs& UniformScorer::costsOf(std::int64_t samples)
{
    const auto known = m_known.find(samples);
    if (known != m_known.end()) {
        return known->second;
    }
    if (m_known.size() >= mostKnown) {
        m_known.clear();
    }
    return m_known.emplace(samples, stageCosts(samples)).first->second;
}

std::optional<UniformScore> UniformScorer::score(std::int64_t batch, const Schedule& schedule)
{
    const std::int64_t shares = std::int64_t{schedule.microbatches} * m_strategy.data;
    if (!m_legal || batch % shares != 0) {
        return std::nullopt;
    }
    const Costs& costs = costsOf(batch / shares);
    UniformScore score;
    Seconds slowest = 0;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const StageCost& cost = costs[i];
        const UniformCut::Group& group = m_cut.groups()[i];
        score.stepTime += group.stages * (cost.time + cost.once);
        slowest = std::max(slowest, cost.time);
        const Bytes memory = cost.fixed + inFlight(schedule, m_cut.pipeline(), group.firstStage) * cost.kept;
        if (memory > score.memory) {
            score.memory = memory;
            score.fullest = group.firstStage;
        }
    }
    score.stepTime += (schedule.microbatches - 1) * slowest;
    return score;
}

}  // namespace pgram
