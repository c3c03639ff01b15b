// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stage/path_bound.h"

#include "core/base/index.h"
#include "core/base/pareto.h"

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

class PathBound {
public:
    PathBound(const Task& task, Bytes budget, const std::stop_token& stop)
        : m_task(task),
          m_stop(stop),
          m_room(static_cast<double>(budget - task.fixedBytes())),
          m_most(static_cast<std::size_t>(std::ranges::max_element(task.model.runs, {}, &LayerSpec::count) -
                                          task.model.runs.begin()))
    {
        Bytes least = std::numeric_limits<Bytes>::max();
        for (const std::vector<Candidate>& candidates : task.candidates) {
            least = std::min(least, std::ranges::min(candidates, {}, &Candidate::transient).transient);
        }
        m_room -= static_cast<double>(least);  // every stage needs the transient of at least one layer
    }

    /// Returns the bound. The game starts with a few choices per chunk; later rounds add choices that prove to be
    /// cheaper.
    Seconds atLeast(Seconds enough)
    {
        if (m_room <= 0) {
            return infinity;
        }
        constexpr int rounds = 8;
        constexpr double operations = 3e8;  // a tenth of a second at most
        Seconds best = 0;
        std::vector<LayerInChunk> choices = firstChoices();
        for (int round = 0; round < rounds && best <= enough && !m_stop.stop_requested(); ++round) {
            const EvenPaths paths(m_task.schedule, m_task.key.pipeline, choices, equalOfAll(), m_room, enough,
                                  operations);
            best = std::max(best, of(paths.means()));
            const bool isLast = round + 1 == rounds || !addCheaper(paths.means(), choices);
            if (best <= enough && isLast) {
                return whereCrowded(paths, best, enough);
            }
        }
        return best;
    }

private:
    [[nodiscard]] double bytesOf(const PathOption& option, int chunk) const
    {
        return option.states + m_task.kept(chunk) * option.kept;
    }

    [[nodiscard]] const std::vector<PathOption>& usual() const { return m_task.pathOptions[m_most]; }

    /// Returns the options of least bytes and of least time and, if there are few enough chunks, the bend between them.
    [[nodiscard]] std::vector<LayerInChunk> fewOf(const std::vector<LayerInChunk>& hull) const
    {
        const LayerInChunk& light = hull.front();
        const LayerInChunk& fast = hull.back();
        const auto aboveChord = [&](const LayerInChunk& choice) {
            return (choice.seconds.time() - fast.seconds.time()) * (fast.bytes - light.bytes) -
                   (light.seconds.time() - fast.seconds.time()) * (fast.bytes - choice.bytes);
        };
        constexpr int manyChunks = 64;
        const LayerInChunk& bend =
            m_task.parts() < manyChunks ? *std::ranges::min_element(hull, {}, aboveChord) : light;
        std::vector<LayerInChunk> few{light};
        for (const LayerInChunk& choice : {bend, fast}) {
            if (choice.bytes > few.back().bytes) {
                few.push_back(choice);
            }
        }
        return few;
    }

    [[nodiscard]] std::vector<LayerInChunk> firstChoices() const
    {
        std::vector<LayerInChunk> choices;
        for (int chunk = 0; chunk < m_task.parts(); ++chunk) {
            std::vector<LayerInChunk> own;
            for (const PathOption& option : usual()) {
                own.push_back({chunk, option.seconds, bytesOf(option, chunk)});
            }
            const auto timeOf = [](const LayerInChunk& choice) { return choice.seconds.time(); };
            const std::vector<LayerInChunk> hull = lowerHull(std::move(own), &LayerInChunk::bytes, timeOf);
            const std::vector<LayerInChunk> few = fewOf(hull);
            choices.insert(choices.end(), few.begin(), few.end());
        }
        return choices;
    }

    [[nodiscard]] Seconds costOf(const PathOption& option, int chunk, const PathMeans& means) const
    {
        return means.counts[at(chunk)].of(option.seconds) +
               means.prices[at(m_task.stageOf(chunk))] * bytesOf(option, chunk);
    }

    [[nodiscard]] Seconds leastOf(const std::vector<PathOption>& options, int chunk, const PathMeans& means) const
    {
        Seconds least = infinity;
        for (const PathOption& option : options) {
            least = std::min(least, costOf(option, chunk, means));
        }
        return least;
    }

    /// Returns the bound by these means: all layers in order, at least one per chunk, each where it is cheapest. If
    /// `crowded` is a stage, it holds at least `crowd` layers of the largest run.
    [[nodiscard]] Seconds of(const PathMeans& means, int crowded = -1, int crowd = 0) const
    {
        // least cost of the layers so far if the last one is in that chunk
        std::vector<Seconds> least(at(m_task.parts()), infinity);
        int layer = 0;
        for (std::size_t run = 0; run < m_task.pathOptions.size(); ++run) {
            std::vector<Seconds> costs;
            for (int chunk = 0; chunk < m_task.parts(); ++chunk) {
                const bool counts = run == m_most && m_task.stageOf(chunk) == crowded;
                costs.push_back(leastOf(m_task.pathOptions[run], chunk, means) - (counts ? means.relief : 0));
            }
            for (int own = 0; own < m_task.model.runs[run].count; ++own, ++layer) {
                for (int chunk = m_task.parts() - 1; chunk >= 0; --chunk) {
                    const Seconds before = chunk == 0 ? (layer == 0 ? 0 : infinity) : least[at(chunk - 1)];
                    least[at(chunk)] = std::min(least[at(chunk)], before) + costs[at(chunk)];
                }
            }
        }
        Seconds bound = least.back() + crowd * means.relief;
        for (const double price : means.prices) {
            bound -= price * m_room;
        }
        return bound;
    }

    /// Returns how many layers of the largest run equal a layer of this run. The choice of a mean depends on it.
    [[nodiscard]] double equalOf(std::size_t run) const
    {
        const auto timeOf = [](const PathOption& option) { return option.seconds.time(); };
        const auto least = [&](const std::vector<PathOption>& options) {
            return timeOf(std::ranges::min(options, {}, timeOf));
        };
        return least(m_task.pathOptions[run]) / least(usual());
    }

    [[nodiscard]] double equalOfAll() const
    {
        double all = 0;
        for (std::size_t run = 0; run < m_task.pathOptions.size(); ++run) {
            all += m_task.model.runs[run].count * equalOf(run);
        }
        return all;
    }

    /// Returns the work of the first and last layer on the stage, if they are runs of their own.
    [[nodiscard]] double endsOn(int stage) const
    {
        double ends = 0;
        const std::size_t last = m_task.pathOptions.size() - 1;
        for (const auto& [run, part] : {std::pair(std::size_t{0}, 0), std::pair(last, m_task.parts() - 1)}) {
            const bool isAlone = run != m_most && m_task.model.runs[run].count == 1;
            ends += isAlone && m_task.stageOf(part) == stage ? equalOf(run) : 0;
        }
        return ends;
    }

    /// Returns the bound from whole layers: if all stages but one hold at most their share of the largest run, that one
    /// holds more. The shares make these cases about equally good; the bound is that of the best case.
    [[nodiscard]] Seconds whereCrowded(const EvenPaths& paths, Seconds anywhere, Seconds enough) const
    {
        constexpr int mostStages = 32;  // more stages have too few layers each, and cost too much time
        const int stages = m_task.key.pipeline;
        const int all = m_task.model.runs[m_most].count;
        if (stages > mostStages) {
            return anywhere;
        }
        std::vector<int> shares(at(stages), (all - 1) / stages);
        std::vector<Seconds> beyond;
        const auto boundOf = [&](int stage) {
            const int crowd = shares[at(stage)] + 1;
            if (m_stop.stop_requested()) {
                return anywhere;
            }
            return crowd > all ? infinity
                               : std::max(anywhere, of(paths.crowded(stage, crowd + endsOn(stage)), stage, crowd));
        };
        for (int stage = 0; stage < stages; ++stage) {
            beyond.push_back(boundOf(stage));
        }
        for (int left = (all - 1) % stages; left > 0; --left) {
            const auto least = static_cast<int>(std::ranges::min_element(beyond) - beyond.begin());
            if (beyond[at(least)] > enough) {
                break;
            }
            ++shares[at(least)];
            beyond[at(least)] = std::max(beyond[at(least)], boundOf(least));
        }
        return std::ranges::min(beyond);
    }

    /// Adds choices of the chunks that are not in the game and cost less than those that are. Returns false if none was
    /// added.
    bool addCheaper(const PathMeans& means, std::vector<LayerInChunk>& choices) const
    {
        constexpr double hair = 1e-3;
        std::vector<Seconds> known(at(m_task.parts()), infinity);
        for (const LayerInChunk& choice : choices) {
            const Seconds cost = means.counts[at(choice.chunk)].of(choice.seconds) +
                                 means.prices[at(m_task.stageOf(choice.chunk))] * choice.bytes;
            known[at(choice.chunk)] = std::min(known[at(choice.chunk)], cost);
        }
        const Seconds least = std::ranges::min(known);
        bool adds = false;
        for (int chunk = 0; chunk < m_task.parts(); ++chunk) {
            const auto cost = [&](const PathOption& option) { return costOf(option, chunk, means); };
            const PathOption& best = *std::ranges::min_element(usual(), {}, cost);
            if (cost(best) < std::min(known[at(chunk)], least) * (1 - hair)) {
                choices.push_back({chunk, best.seconds, bytesOf(best, chunk)});
                adds = true;
            }
        }
        return adds;
    }

    const Task& m_task;
    const std::stop_token& m_stop;
    double m_room;       ///< bytes for a stage's layers
    std::size_t m_most;  ///< index of the run with most layers
};

}  // namespace

Seconds pathBound(const Task& task, Bytes budget, Seconds enough, const std::stop_token& stop)
{
    return PathBound(task, budget, stop).atLeast(enough);
}

}  // namespace pgram
