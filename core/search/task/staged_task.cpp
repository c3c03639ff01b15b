// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/staged_task.h"

#include "core/base/index.h"
#include "core/search/task/given_strategies.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace pgram {

namespace {

class Staging {
public:
    Staging(const Task& task, const std::vector<int>& sizes, std::span<const int> inFlight, LeastReceives& receives)
        : m_whole(task), m_inFlight(inFlight), m_receives(receives)
    {
        if (task.pattern) {
            m_given = givenStrategies(task, sizes);
        }
        m_firsts.push_back(0);
        std::partial_sum(sizes.begin(), sizes.end(), std::back_inserter(m_firsts));
    }

    StagedTask take()
    {
        makeFrame();
        const int stages = m_whole.key.pipeline;
        for (int stage = 0; stage < stages; ++stage) {
            const std::size_t before = m_staged.layer.size();
            for (int own = 0; own < m_whole.parts() / stages; ++own) {
                addChunk(chunkOfStage(m_whole.schedule, stages, stage, own));
            }
            m_staged.sizes.push_back(static_cast<int>(m_staged.layer.size() - before));
        }
        setRelayouts();
        return std::move(m_staged);
    }

private:
    /// Fills in everything but the layers.
    void makeFrame()
    {
        Task& task = m_staged.task;
        task.key = m_whole.key;
        task.model.name = m_whole.model.name;
        task.cluster = m_whole.cluster;
        task.training = m_whole.training;
        task.schedule = m_whole.schedule;
        task.objective = m_whole.objective;
        task.set = m_whole.set;
        task.boundaryClasses.assign(m_whole.boundaryClasses.size(), {});
        task.inFlight.assign(at(task.key.pipeline), 1);
        task.receivesInside = true;
        task.places = m_whole.places;
        task.placeClass = m_whole.placeClass;
        task.memoryDeficit = m_whole.memoryDeficit;
        task.leastForward = task.leastBackward = {0};
        task.tables = m_whole.tables;
        task.tables.emplace_back(m_whole.tables.front().size(), 0.0);
    }

    /// Adds the layers of a chunk. The first layer, which also receives, becomes a run of its own.
    void addChunk(int part)
    {
        const int first = m_firsts[at(part)];
        const int end = m_firsts[at(part) + 1];
        addRun(first, first + 1, part, leastReceives(part), m_whole.carriedInto(part, first, 1));
        for (int layer = first + 1; layer < end;) {
            int next = layer;
            while (next < end && m_whole.runOf[at(next)] == m_whole.runOf[at(layer)] &&
                   (m_given.empty() || m_given[at(next)] == m_given[at(layer)])) {
                ++next;
            }
            addRun(layer, next, part, 0, 0);
            layer = next;
        }
    }

    /// Adds a run. `carried`: bytes per micro-batch in flight, on top of what the layers keep.
    void addRun(int first, int end, int part, Seconds received, Bytes carried)
    {
        Task& task = m_staged.task;
        const auto run = at(m_whole.runOf[at(first)]);
        task.shares.push_back(m_whole.shares[run]);
        task.shares.back().mostShorter = 0.5;  // including what the layer receives
        LayerSpec spec = m_whole.model.runs[run];
        spec.count = end - first;
        task.model.runs.push_back(std::move(spec));
        const auto inPart = [&](std::vector<Candidate> own) {
            if (!m_given.empty()) {
                std::erase_if(own, [&](const Candidate& c) { return c.strategy != m_given[at(first)]; });
            }
            for (Candidate& candidate : own) {
                candidate.kept = times(m_inFlight[at(part)], added(candidate.kept, carried));
                candidate.share += task.objective.ofTransfer(received);
            }
            return own;
        };
        task.candidates.push_back(inPart(m_whole.candidates[run]));
        task.memoryMinimal.push_back(inPart(m_given.empty() ? m_whole.memoryMinimal[run] : m_whole.candidates[run]));
        for (int layer = first; layer < end; ++layer) {
            m_staged.layer.push_back(layer);
            task.runOf.push_back(static_cast<int>(task.candidates.size()) - 1);
            const auto least = [&](const std::vector<Seconds>& sums) { return sums[at(layer) + 1] - sums[at(layer)]; };
            task.leastForward.push_back(task.leastForward.back() + least(m_whole.leastForward));
            task.leastBackward.push_back(task.leastBackward.back() + least(m_whole.leastBackward));
        }
        task.within.push_back(m_whole.within[run]);
    }

    /// Sets the re-layout tables. No re-layout takes place between chunks that are not neighbours in the model.
    void setRelayouts()
    {
        Task& task = m_staged.task;
        const int none = static_cast<int>(task.tables.size()) - 1;
        int last = -1;
        for (std::size_t run = 0; run < task.model.runs.size(); ++run) {
            last += task.model.runs[run].count;
            const int here = m_staged.layer[at(last)];
            const bool follows = last + 1 < task.layers() && m_staged.layer[at(last) + 1] == here + 1;
            const auto whole = at(m_whole.runOf[at(here)]);
            const bool sameRun = follows && m_whole.runOf[at(here) + 1] == m_whole.runOf[at(here)];
            task.across.push_back(!follows ? none : sameRun ? m_whole.within[whole] : m_whole.across[whole]);
        }
    }

    /// Returns the seconds that the part waits for its receives before forward and before backward.
    Seconds leastReceives(int part)
    {
        const bool isLast = part + 1 == m_whole.parts();
        return m_receives.before(part, m_firsts[at(part)]) +
               (isLast ? 0 : m_receives.before(part + 1, m_firsts[at(part) + 1]));
    }

    const Task& m_whole;
    std::span<const int> m_inFlight;
    LeastReceives& m_receives;
    std::vector<int> m_given;   ///< strategy of each layer; empty: layers choose
    std::vector<int> m_firsts;  ///< first layer of each part, then the number of layers
    StagedTask m_staged;
};

}  // namespace

LeastReceives::LeastReceives(const Task& task) : m_task(task)
{
    for (std::size_t s = 0; s < task.strategies().size(); ++s) {
        m_senders.try_emplace(task.boundaryClasses[s].sending, static_cast<int>(s));
        m_receivers.try_emplace(task.boundaryClasses[s].receiving, static_cast<int>(s));
    }
}

Seconds LeastReceives::before(int part, int layer)
{
    if (part == 0) {
        return 0;
    }
    const auto [known, isNew] = m_known.try_emplace({part, m_task.runOf[at(layer - 1)], m_task.runOf[at(layer)]},
                                                    std::numeric_limits<double>::infinity());
    if (isNew) {
        for (const auto& [sending, before] : m_senders) {
            for (const auto& [receiving, after] : m_receivers) {
                known->second = std::min(known->second, m_task.receive(part, layer, before, after));
            }
        }
    }
    return known->second;
}

StagedTask stagedTask(const Task& task, const std::vector<int>& sizes, std::span<const int> inFlight,
                      LeastReceives& receives)
{
    return Staging(task, sizes, inFlight, receives).take();
}

std::vector<int> inModelOrder(const StagedTask& staged, const std::vector<int>& strategies)
{
    std::vector<int> ordered(strategies.size());
    for (std::size_t i = 0; i < strategies.size(); ++i) {
        ordered[at(staged.layer[i])] = strategies[i];
    }
    return ordered;
}

}  // namespace pgram
