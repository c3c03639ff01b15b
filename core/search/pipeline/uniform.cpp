// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/uniform.h"

#include "core/base/index.h"
#include "core/base/pareto.h"
#include "core/cost/relayout.h"
#include "core/cost/slice_cost.h"
#include "core/plan/volumes.h"
#include "core/search/task/cuts.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <cstdlib>

namespace pgram {

namespace {

/// Largest number of sample counts whose costs are cached. A sweep over batches meets few, again and again.
constexpr std::size_t mostKnown = 512;

/// Returns the layers [first, end) by type, the type of the first layer first.
std::vector<UniformCut::Part> partsOf(const LayerTypes& types, int first, int end)
{
    std::vector<UniformCut::Part> parts;
    for (int layer = first; layer < end; ++layer) {
        const std::size_t type = at(types.ofLayer[at(layer)]);
        const auto known = std::ranges::find(parts, type, &UniformCut::Part::type);
        if (known != parts.end()) {
            ++known->count;
        } else {
            parts.push_back({type, 1});
        }
    }
    return parts;
}

}  // namespace

UniformCut::UniformCut(const Architecture& model, const Cluster& cluster, int pipeline, const Schedule& schedule,
                       std::span<const std::optional<Allowed>> pinned)
    : m_types(model, pinned), m_pipeline(pipeline), m_sizes(evenCut(model, pipeline * schedule.virtualStages))
{
    int before = -1;
    int first = 0;
    std::vector<std::size_t> groupOf;
    const int chunks = static_cast<int>(m_sizes.size());
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const int end = first + m_sizes[at(chunk)];
        int after = -1;
        if (chunk + 1 < chunks) {
            const StagePair stages{stageOfChunk(schedule, pipeline, chunk),
                                   stageOfChunk(schedule, pipeline, chunk + 1)};
            after = stages.from == stages.to ? -1 : boundaryBefore(model, cluster, stages, end);
        }
        Group own{before, after, partsOf(m_types, first, end)};
        const auto alike = std::find_if(m_groups.begin(), m_groups.end(), [&own](const Group& other) {
            return other.before == own.before && other.after == own.after && other.parts == own.parts;
        });
        groupOf.push_back(static_cast<std::size_t>(alike - m_groups.begin()));
        if (alike == m_groups.end()) {
            m_groups.push_back(std::move(own));
        }
        before = after;
        first = end;
    }
    if (!groupOf.empty()) {
        sortStages(schedule, groupOf);
    }
}

void UniformCut::sortStages(const Schedule& schedule, const std::vector<std::size_t>& groupOf)
{
    for (int stage = 0; stage < m_pipeline; ++stage) {
        StageKind own;
        for (int i = 0; i < schedule.virtualStages; ++i) {
            own.push_back(groupOf[at(chunkOfStage(schedule, m_pipeline, stage, i))]);
        }
        const auto alike = std::ranges::find(m_kinds, own);
        m_kindOf.push_back(static_cast<std::size_t>(alike - m_kinds.begin()));
        if (alike == m_kinds.end()) {
            m_kinds.push_back(std::move(own));
        }
    }
}

/// Returns the index of the boundary in front of a chunk that starts with layer `layer`.
int UniformCut::boundaryBefore(const Architecture& model, const Cluster& cluster, const StagePair& stages, int layer)
{
    const auto runOf = [this](int index) { return m_types.runs[at(m_types.ofLayer[at(index)])]; };
    Boundary own{runOf(layer - 1), runOf(layer), 0, stages};
    const CostContext context{&cluster, {}, model.sequenceLength, m_pipeline, 1};
    own.link = boundaryCost(context, stages, model.runs[at(own.lastRun)], model.runs[at(own.nextRun)], {}, {}).link;
    const auto alike = std::find_if(m_boundaries.begin(), m_boundaries.end(), [&own](const Boundary& other) {
        return other.lastRun == own.lastRun && other.nextRun == own.nextRun && other.link == own.link &&
               std::abs(other.stages.to - other.stages.from) == std::abs(own.stages.to - own.stages.from);
    });
    if (alike != m_boundaries.end()) {
        return static_cast<int>(alike - m_boundaries.begin());
    }
    m_boundaries.push_back(own);
    return static_cast<int>(m_boundaries.size()) - 1;
}

void UniformCut::prepare(const Schedule& schedule)
{
    if (!m_kinds.empty() && peaks(schedule) == nullptr && scheduleProblem(schedule, m_pipeline).empty()) {
        m_peaks.emplace(filled(schedule, m_pipeline).microbatches, peaksOf(schedule));
    }
}

/// Returns the peaks by kind of stage. Of stages that hold equally much the first one counts.
UniformCut::Peaks UniformCut::peaksOf(const Schedule& schedule) const
{
    Peaks peaks(m_kinds.size());
    const InFlightPeaks ofStages = inFlightPeaks(schedule, m_pipeline);
    for (int stage = 0; stage < m_pipeline; ++stage) {
        std::vector<Peak>& known = peaks[kindOf(stage)];
        for (const std::vector<int>& counts : ofStages[at(stage)]) {
            keepUnbeaten(known, Peak{stage, counts}, [](const Peak& a, const Peak& b) {
                return std::ranges::equal(a.counts, b.counts, std::ranges::greater_equal());
            });
        }
    }
    return peaks;
}

const UniformCut::Peaks* UniformCut::peaks(const Schedule& schedule) const
{
    const auto known = m_peaks.find(filled(schedule, m_pipeline).microbatches);
    return known != m_peaks.end() ? &known->second : nullptr;
}

UniformScorer::UniformScorer(const TaskSource& source, const Schedule& schedule, const UniformCut& cut,
                             const LayerStrategy& strategy)
    : m_source(source), m_schedule(schedule), m_cut(cut), m_strategy(strategy)
{}

std::vector<Seconds> UniformScorer::transfers(const CostContext& context) const
{
    std::vector<Seconds> transfers;
    const bool hidden = hidesReceives(m_source.training, m_schedule, m_cut.pipeline());
    for (const UniformCut::Boundary& boundary : m_cut.boundaries()) {
        const LayerSpec& last = m_source.model->runs[at(boundary.lastRun)];
        const LayerSpec& next = m_source.model->runs[at(boundary.nextRun)];
        transfers.push_back(hidden ? 0
                                   : boundaryCost(context, boundary.stages, last, next,
                                                  asRunBy(last, m_strategy, context.training.recomputedModules),
                                                  asRunBy(next, m_strategy, context.training.recomputedModules))
                                         .seconds);
    }
    return transfers;
}

UniformScorer::Costs UniformScorer::makeCosts(std::int64_t samples, int microbatches) const
{
    Training training = m_source.training;
    training.globalBatch = samples * microbatches * m_strategy.data;
    const bool meet = endsMeet(m_schedule, m_cut.pipeline());
    const std::int64_t sequence = training.sequence(m_source.model->sequenceLength);
    const CostContext context{m_source.cluster,
                              training,
                              sequence,
                              m_cut.pipeline(),
                              microbatches,
                              meet,
                              freesLastFirst(m_schedule),
                              0,
                              sliceLengths(*m_source.model, sequence, m_schedule.slices)};
    Costs costs;
    const LayerTypes& types = m_cut.types();
    for (const int run : types.runs) {
        const LayerSpec& layer = m_source.model->runs[at(run)];
        const auto ofTypes =
            m_source.costs->of(context, *m_source.model, types, asRunBy(layer, m_strategy, training.recomputedModules));
        const std::optional<LayerFigures>& own = (*ofTypes)[costs.types.size()];
        if (!own) {
            return {};
        }
        costs.types.push_back(*own);
    }
    const std::vector<Seconds> received = transfers(context);
    for (const UniformCut::Group& group : m_cut.groups()) {
        ChunkCost chunk;
        chunk.forward = group.before >= 0 ? received[at(group.before)] : 0;
        chunk.backward = group.after >= 0 ? received[at(group.after)] : 0;
        chunk.received = chunk.forward + chunk.backward;
        chunk.kept = group.before >= 0
                         ? carriedBytes(context, m_source.model->runs[at(types.runs[group.parts.front().type])])
                         : 0;
        for (const UniformCut::Part& part : group.parts) {
            const LayerFigures& layer = costs.types[part.type];
            chunk.states = added(chunk.states, times(part.count, layer.states));
            chunk.kept = added(chunk.kept, times(part.count, layer.kept));
            chunk.transient = std::max(chunk.transient, layer.transient);
            chunk.forward += part.count * layer.forward;
            chunk.backward += part.count * layer.backward;
            chunk.once += part.count * layer.once;
        }
        costs.chunks.push_back(chunk);
    }
    return costs;
}

const UniformScorer::Costs& UniformScorer::costsOf(std::int64_t samples, int microbatches)
{
    const bool inPlace = m_source.training.makesGradientsInPlace(microbatches);
    // All numbers of micro-batches from 2 on have the same costs, unless samples differ.
    const int alike = m_source.training.documents.differ() ? microbatches : inPlace ? 1 : 2;
    const std::int64_t key = (samples << 24) + alike;
    const auto known = m_known.find(key);
    if (known != m_known.end()) {
        return known->second;
    }
    if (m_known.size() >= mostKnown) {
        m_known.clear();
    }
    return m_known.emplace(key, makeCosts(samples, alike)).first->second;
}

StepShare UniformScorer::shareOf(const Objective& objective, const Costs& costs, std::size_t group) const
{
    const ChunkCost& chunk = costs.chunks[group];
    if (objective.isFlat()) {
        StepShare share = objective.ofTransfer(chunk.forward + chunk.backward);
        share.once = chunk.once;
        return share;
    }
    StepShare share = objective.ofTransfer(chunk.received);
    for (const UniformCut::Part& part : m_cut.groups()[group].parts) {
        const LayerFigures& own = costs.types[part.type];
        const StepShare layer = objective.share(own.forward, own.backward, own.weightGradient, own.once);
        share += {part.count * layer.fill, part.count * layer.pace, part.count * layer.once};
    }
    return share;
}

Seconds UniformScorer::objectiveOf(const Objective& objective, const Costs& costs)
{
    m_kinds.clear();
    for (const UniformCut::StageKind& chunks : m_cut.kinds()) {
        StageWork& kind = m_kinds.emplace_back();
        for (const std::size_t group : chunks) {
            kind.share += shareOf(objective, costs, group);
            kind.place.leastForward += costs.chunks[group].forward;
            kind.place.leastBackward += costs.chunks[group].backward;
        }
    }
    StepChain chain;
    for (int stage = m_cut.pipeline() - 1; stage >= 0; --stage) {
        StageWork& kind = m_kinds[m_cut.kindOf(stage)];
        kind.place.stage = stage;
        chain = objective.inFront(chain, kind.share, kind.place);
    }
    return objective.step(chain);
}

/// Finds the fullest stage; of equally full stages the first one.
void UniformScorer::findFullest(const Costs& costs, UniformScore& score) const
{
    const UniformCut::Peaks* prepared = m_cut.peaks(m_schedule);
    const UniformCut::Peaks own = prepared == nullptr ? m_cut.peaksOf(m_schedule) : UniformCut::Peaks();
    for (std::size_t kind = 0; kind < m_cut.kinds().size(); ++kind) {
        const UniformCut::StageKind& chunks = m_cut.kinds()[kind];
        Bytes fixed = 0;
        Bytes transient = 0;
        for (const std::size_t group : chunks) {
            fixed = added(fixed, costs.chunks[group].states);
            transient = std::max(transient, costs.chunks[group].transient);
        }
        fixed = added(m_source.cluster->contextBytes, added(fixed, transient));
        for (const UniformCut::Peak& peak : (prepared == nullptr ? own : *prepared)[kind]) {
            Bytes bytes = fixed;
            for (std::size_t i = 0; i < chunks.size(); ++i) {
                bytes = added(bytes, times(peak.counts[i], costs.chunks[chunks[i]].kept));
            }
            if (bytes > score.memory || (bytes == score.memory && peak.stage < score.fullest)) {
                score.memory = bytes;
                score.fullest = peak.stage;
            }
        }
    }
}

std::optional<UniformScore> UniformScorer::score(std::int64_t batch, int microbatches, Seconds most)
{
    const std::int64_t shares = std::int64_t{microbatches} * m_strategy.data;
    m_schedule.microbatches = microbatches;
    const int stages = m_cut.pipeline();
    if (m_cut.sizes().empty() || batch % shares != 0 || !scheduleProblem(m_schedule, stages).empty()) {
        return std::nullopt;
    }
    const Costs& costs = costsOf(batch / shares, microbatches);
    if (costs.types.empty()) {
        return std::nullopt;
    }
    UniformScore score{objectiveOf(Objective(m_schedule, stages, m_source.rule), costs), 0, 0};
    if (score.objective > most) {
        return std::nullopt;
    }
    findFullest(costs, score);
    return score;
}

}  // namespace pgram
