// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stage/path_bound.h"

#include "core/base/index.h"
#include "core/schedule/path_means.h"
#include "core/search/task/cuts.h"
#include "core/search/task/least_receives.h"

#include <queue>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace pgram {

namespace {

/// Gap between a bound and the value of the master problem at which the bound is as good as it gets.
constexpr double converged = 3e-3;
/// Weight of the best means so far in those that are tried next (Wentges 1997). It makes the means jump less.
constexpr double smoothing = 0.6;
/// Work per plan of a relaxation besides that of its dynamic programme.
constexpr double workPerPlan = 2e4;
/// Share of a plan in a mixture below which it does not count.
constexpr double noShare = 1e-9;

/// Plan of least cost by some means.
struct Cheapest {
    Seconds bound = infinity;         ///< its cost: no plan is faster
    std::vector<PathCounts> seconds;  ///< per chunk
    std::vector<double> memory;       ///< per stage, as a share of its room
    std::vector<int> starts;          ///< first layer of each chunk
    std::vector<int> layers;          ///< by type and stage
};

/// Least or greatest number of layers of a type on a stage.
struct LayerLimit {
    std::size_t type = 0;
    int stage = 0;
    int layers = 0;
    bool isLeast = false;

    /// Returns the further use by one more layer.
    [[nodiscard]] double useOfLayer() const { return (isLeast ? -1.0 : 1.0) / std::max(1, layers); }
    /// Returns the use by this many layers: at most 1 if they keep the limit.
    [[nodiscard]] double useOf(int count) const { return 1 + (count - layers) * useOfLayer(); }
};

/// Branch and bound over the numbers of layers per stage, then over the first layers of chunks. Each node solves its
/// Lagrangian dual: the relaxation lets every layer choose its strategy freely, at prices for the memory of its stage,
/// and a mean of paths bounds the step.
class PathBound {
public:
    PathBound(const Task& task, Bytes budget, Seconds enough, double work, const std::stop_token& stop)
        : m_task(task),
          m_stop(stop),
          m_enough(enough),
          m_work(work),
          m_room(static_cast<double>(budget - task.fixedBytes())),
          m_graph(task.schedule, task.key.pipeline)
    {
        Bytes least = std::numeric_limits<Bytes>::max();
        for (const std::vector<Candidate>& candidates : task.candidates) {
            least = std::min(least, std::ranges::min(candidates, {}, &Candidate::transient).transient);
        }
        m_room -= static_cast<double>(least);  // every stage needs the transient of at least one layer
        setReceives();
        constexpr double usualOperations = 2000;
        constexpr double mostTimes = 6;
        m_work *= std::clamp(static_cast<double>(m_graph.size()) / usualOperations, 1.0, mostTimes);
    }

    Seconds atLeast()
    {
        if (m_room <= 0) {
            return infinity;
        }
        std::priority_queue<Node, std::vector<Node>, Later> open;
        open.push(root());
        while (true) {
            Node node = open.top();
            open.pop();
            std::vector<Node> parts = mayGoOn(node) ? partsOf(node) : std::vector<Node>();
            if (parts.empty()) {
                return node.bound;
            }
            for (Node& part : parts) {
                open.push(std::move(part));
            }
        }
    }

private:
    /// Plans whose chunks start within limits, and whose stages have layers within limits.
    struct Node {
        std::vector<int> least;          ///< least first layer, per chunk
        std::vector<int> most;           ///< greatest first layer, per chunk
        std::vector<LayerLimit> limits;  ///< resources behind the memory of the stages
        Seconds bound = 0;
        PathMeans means;                                     ///< means that gave the bound
        std::vector<CountedPath> paths;                      ///< paths of the master problem's mean
        std::vector<std::shared_ptr<const Cheapest>> plans;  ///< plans of the master problem
        std::vector<double> shares;                          ///< shares of the first of these plans in the mixture
        std::shared_ptr<PathMaster> master;                  ///< master problem; null: not made
        std::size_t added = 0;                               ///< number of the plans that it has
    };
    struct Later {
        bool operator()(const Node& a, const Node& b) const { return a.bound > b.bound; }
    };

    [[nodiscard]] bool mayGoOn(const Node& node) const
    {
        return node.bound < m_enough && m_work > 0 && !m_stop.stop_requested();
    }

    /// Blocks in another order have other receives, so that a task with several orders counts none.
    void setReceives()
    {
        const int parts = m_task.parts();
        m_receives.assign(at(parts), std::vector<Seconds>(at(m_task.layers()), 0));
        LeastReceives receives(m_task);
        const bool isOneOrder = m_task.places == nullptr || m_task.places->orders.size() == 1;
        for (int part = 1; part < parts && isOneOrder; ++part) {
            for (int layer = part; layer <= m_task.layers() - (parts - part); ++layer) {
                m_receives[at(part)][at(layer)] = receives.before(part, layer);
            }
        }
    }

    [[nodiscard]] Node root()
    {
        Node all;
        const int parts = m_task.parts();
        for (int part = 0; part < parts; ++part) {
            all.least.push_back(part);
            all.most.push_back(part == 0 ? 0 : m_task.layers() - (parts - part));
        }
        startFromSpreads(all);
        include(all, all.means);
        improve(all);
        return all;
    }

    /// Sets the means that bound any spread of layers best, if all are like those of the usual type and even cuts
    /// decide what chunks receive: good means for the first plans.
    void startFromSpreads(Node& node)
    {
        const auto timeOf = [](const PathOption& option) { return option.seconds.time(); };
        const auto fastest = [&](const std::vector<PathOption>& options) {
            return timeOf(std::ranges::min(options, {}, timeOf));
        };
        const std::vector<PathOption>& usual = m_task.pathOptions[m_task.types->usual()];
        Seconds all = 0;
        for (std::size_t type = 0; type < m_task.pathOptions.size(); ++type) {
            all += m_task.types->counts[type] * fastest(m_task.pathOptions[type]);
        }
        constexpr double farAbove = 20;
        m_most = farAbove * (m_enough < infinity ? m_enough : all * m_task.key.microbatches);
        const double layers = all / fastest(usual);
        PathLoad none{std::vector<PathCounts>(at(m_task.parts())), std::vector<double>(at(m_task.key.pipeline), 0)};
        const std::vector<int> sizes = evenCut(m_task.model, m_task.parts());
        for (int chunk = 1, first = sizes.front(); chunk < m_task.parts(); first += sizes[at(chunk)], ++chunk) {
            none.seconds[at(chunk)].forward += m_receives[at(chunk)][at(first)];
            none.seconds[at(chunk - 1)].inputGradient += m_receives[at(chunk)][at(first)];
        }
        PathMaster master(m_graph, {}, none.uses.size(), m_most);
        for (int chunk = 0; chunk < m_task.parts(); ++chunk) {
            for (const PathOption* option : fewOf(usual, chunk)) {
                PathLoad load = none;
                load.seconds[at(chunk)].add(option->seconds, layers);
                load.uses[at(m_task.stageOf(chunk))] += layers * memoryOf(*option, chunk);
                master.add(load);
            }
        }
        master.solve(m_work);
        node.means = master.means();
        node.paths = master.paths();
    }

    /// Returns the options of least memory and of least time and, if there are few enough chunks, the one that is
    /// furthest below the line between them.
    [[nodiscard]] std::vector<const PathOption*> fewOf(const std::vector<PathOption>& options, int chunk) const
    {
        const auto timeOf = [](const PathOption& option) { return option.seconds.time(); };
        const auto memory = [&](const PathOption& option) { return memoryOf(option, chunk); };
        const PathOption& light = *std::ranges::min_element(options, {}, memory);
        const PathOption& fast = *std::ranges::min_element(options, {}, timeOf);
        const auto aboveLine = [&](const PathOption& option) {
            return (timeOf(option) - timeOf(fast)) * (memory(fast) - memory(light)) -
                   (timeOf(light) - timeOf(fast)) * (memory(fast) - memory(option));
        };
        constexpr int manyChunks = 64;
        const PathOption& bend = m_task.parts() < manyChunks ? *std::ranges::min_element(options, {}, aboveLine) : fast;
        std::vector<const PathOption*> few{&light};
        for (const PathOption* option : {&bend, &fast}) {
            if (option != few.back()) {
                few.push_back(option);
            }
        }
        return few;
    }

    [[nodiscard]] PathLoad loadOf(const Node& node, const Cheapest& plan) const
    {
        PathLoad load{plan.seconds, plan.memory};
        for (const LayerLimit& limit : node.limits) {
            load.uses.push_back(limit.useOf(plan.layers[placeOf(limit.type, limit.stage)]));
        }
        return load;
    }

    [[nodiscard]] std::size_t placeOf(std::size_t type, int stage) const
    {
        return type * at(m_task.key.pipeline) + at(stage);
    }

    /// Returns the seconds, or their price, of a chunk's start: what it receives, and the skip connections that it
    /// keeps.
    [[nodiscard]] Seconds costOfStart(const PathMeans& means, int chunk, int layer) const
    {
        const double times = means.counts[at(chunk)].forward + means.counts[at(chunk - 1)].inputGradient;
        return times * m_receives[at(chunk)][at(layer)] +
               means.prices[at(m_task.stageOf(chunk))] * carriedInto(chunk, layer);
    }

    [[nodiscard]] double carriedInto(int chunk, int layer) const
    {
        return static_cast<double>(m_task.carriedInto(chunk, layer, m_task.kept(chunk))) / m_room;
    }

    [[nodiscard]] double memoryOf(const PathOption& option, int chunk) const
    {
        return (option.states + m_task.kept(chunk) * option.kept) / m_room;
    }

    /// Returns the option of least cost of each type in each chunk.
    [[nodiscard]] std::vector<std::vector<const PathOption*>> cheapestOptions(const PathMeans& means) const
    {
        std::vector<std::vector<const PathOption*>> cheapest;
        for (const std::vector<PathOption>& options : m_task.pathOptions) {
            std::vector<const PathOption*>& ofType = cheapest.emplace_back();
            for (int chunk = 0; chunk < m_task.parts(); ++chunk) {
                ofType.push_back(&*std::ranges::min_element(
                    options, {}, [&](const PathOption& option) { return costOf(option, chunk, means); }));
            }
        }
        return cheapest;
    }

    [[nodiscard]] Seconds costOf(const PathOption& option, int chunk, const PathMeans& means) const
    {
        return means.counts[at(chunk)].of(option.seconds) +
               means.prices[at(m_task.stageOf(chunk))] * memoryOf(option, chunk);
    }

    /// Returns the plan of the node that costs least by the means: a dynamic programme over layers and chunks.
    [[nodiscard]] Cheapest cheapestOf(const Node& node, const PathMeans& means)
    {
        const int parts = m_task.parts();
        const int layers = m_task.layers();
        const std::vector<std::vector<const PathOption*>> options = cheapestOptions(means);
        std::vector<std::vector<Seconds>> costs(options.size());
        for (std::size_t type = 0; type < options.size(); ++type) {
            for (int chunk = 0; chunk < parts; ++chunk) {
                costs[type].push_back(costOf(*options[type][at(chunk)], chunk, means));
            }
            for (std::size_t i = 0; i < node.limits.size(); ++i) {
                const LayerLimit& limit = node.limits[i];
                for (int chunk = 0; chunk < parts && limit.type == type; ++chunk) {
                    const bool counts = m_task.stageOf(chunk) == limit.stage;
                    costs[type][at(chunk)] +=
                        counts ? means.prices[at(m_task.key.pipeline) + i] * limit.useOfLayer() : 0;
                }
            }
            m_work -= 3.0 * parts * static_cast<double>(m_task.pathOptions[type].size());
        }
        m_work -= 3.0 * layers * parts + workPerPlan;
        // least cost of the layers so far if the last one is in that chunk
        std::vector<Seconds> least(at(parts), infinity);
        std::vector<std::vector<bool>> starts(at(layers), std::vector<bool>(at(parts)));
        for (int layer = 0; layer < layers; ++layer) {
            const std::vector<Seconds>& own = costs[m_task.typeOf(layer)];
            for (int chunk = std::min(parts - 1, layer); chunk >= 0; --chunk) {
                Seconds& best = least[at(chunk)];
                if (layer >= node.least[at(chunk)] && layer <= node.most[at(chunk)]) {
                    const Seconds start = chunk == 0 ? 0 : least[at(chunk - 1)] + costOfStart(means, chunk, layer);
                    starts[at(layer)][at(chunk)] = start < best;
                    best = std::min(best, start);
                }
                best += own[at(chunk)];
            }
        }
        Cheapest plan{least.back(), std::vector<PathCounts>(at(parts)), std::vector<double>(at(m_task.key.pipeline), 0),
                      std::vector<int>(at(parts), 0),
                      std::vector<int>(m_task.types->size() * at(m_task.key.pipeline), 0)};
        if (plan.bound == infinity) {
            return plan;
        }
        for (std::size_t resource = 0; resource < means.prices.size(); ++resource) {
            const std::size_t limit = resource - plan.memory.size();
            const double none = resource < plan.memory.size() ? 0 : node.limits[limit].useOf(0);
            plan.bound += means.prices[resource] * (none - 1);
        }
        for (int layer = layers - 1, chunk = parts - 1; layer >= 0; --layer) {
            const std::size_t type = m_task.typeOf(layer);
            const int stage = m_task.stageOf(chunk);
            const PathOption& option = *options[type][at(chunk)];
            plan.seconds[at(chunk)].add(option.seconds, 1);
            plan.memory[at(stage)] += memoryOf(option, chunk);
            ++plan.layers[placeOf(type, stage)];
            if (starts[at(layer)][at(chunk)]) {
                plan.starts[at(chunk)] = layer;
                if (chunk > 0) {
                    plan.seconds[at(chunk)].forward += m_receives[at(chunk)][at(layer)];
                    plan.seconds[at(chunk - 1)].inputGradient += m_receives[at(chunk)][at(layer)];
                    plan.memory[at(stage)] += carriedInto(chunk, layer);
                }
                --chunk;
            }
        }
        return plan;
    }

    /// Bounds the node by the means, and adds the plan that costs least. Returns true if the bound rose.
    bool include(Node& node, const PathMeans& means)
    {
        Cheapest plan = cheapestOf(node, means);
        const bool rises = plan.bound > node.bound;
        if (rises) {
            node.bound = plan.bound;
            node.means = means;
        }
        if (plan.bound < infinity) {
            node.plans.push_back(std::make_shared<const Cheapest>(std::move(plan)));
        }
        return rises;
    }

    /// Raises the bound of the node by cutting planes.
    void improve(Node& node)
    {
        while (mayGoOn(node)) {
            if (!node.master || node.plans.size() > mostPlans()) {
                dropUnused(node);
                node.master = std::make_shared<PathMaster>(m_graph, node.paths, node.means.prices.size(), m_most);
                node.added = 0;
            }
            for (; node.added < node.plans.size(); ++node.added) {
                node.master->add(loadOf(node, *node.plans[node.added]));
            }
            node.master->solve(m_work);
            node.shares = node.master->shares();
            node.paths = node.master->paths();
            if (node.master->value() <= node.bound * (1 + converged)) {
                return;
            }
            const PathMeans& means = node.master->means();
            include(node, node.means.between(means, smoothing));
            // A plan that does not cut off the master's solution leads nowhere.
            if (mayGoOn(node) && means.of(loadOf(node, *node.plans.back())) >= node.master->value()) {
                include(node, means);
            }
        }
    }

    /// Returns the node with a further limit, and its bound.
    [[nodiscard]] Node within(const Node& node, const LayerLimit& limit)
    {
        Node part = node;
        part.limits.push_back(limit);
        part.means.prices.push_back(0);
        if (part.master) {
            std::vector<double> uses;
            for (std::size_t plan = 0; plan < part.added; ++plan) {
                uses.push_back(limit.useOf(part.plans[plan]->layers[placeOf(limit.type, limit.stage)]));
            }
            part.master = std::make_shared<PathMaster>(*part.master);
            part.master->addResource(uses);
        }
        improve(part);
        return part;
    }

    [[nodiscard]] std::size_t mostPlans() const { return 2 * at(m_task.parts() + m_task.key.pipeline) + 16; }

    /// Drops the plans that have no share in the mixture, but for the latest ones.
    static void dropUnused(Node& node)
    {
        std::vector<std::shared_ptr<const Cheapest>> used;
        for (std::size_t plan = 0; plan < node.plans.size(); ++plan) {
            if (plan >= node.shares.size() || node.shares[plan] > noShare) {
                used.push_back(std::move(node.plans[plan]));
            }
        }
        node.plans = std::move(used);
        node.shares.clear();
    }

    /// Returns the mean over the mixture. `figureOf(plan)` returns the figure of a plan.
    template <typename FigureOf>
    [[nodiscard]] static double meanOf(const Node& node, const FigureOf& figureOf)
    {
        double sum = 0;
        double all = 0;
        for (std::size_t plan = 0; plan < node.shares.size(); ++plan) {
            sum += node.shares[plan] * figureOf(*node.plans[plan]);
            all += node.shares[plan];
        }
        return all > 0 ? sum / all : 0;
    }

    /// Returns two nodes that have all plans of the node but not its mixture; none if all plans of the mixture have the
    /// same cut.
    [[nodiscard]] std::vector<Node> partsOf(const Node& node)
    {
        std::vector<Node> parts = byLayers(node);
        return parts.empty() ? byStarts(node) : parts;
    }

    /// Divides the node by the number of layers of a type on a stage that is furthest from a whole number.
    [[nodiscard]] std::vector<Node> byLayers(const Node& node)
    {
        constexpr double nearlyWhole = 0.05;
        double furthest = nearlyWhole;
        LayerLimit limit;
        for (std::size_t type = 0; type < m_task.types->size(); ++type) {
            for (int stage = 0; stage < m_task.key.pipeline && m_task.types->counts[type] > 1; ++stage) {
                const double mean =
                    meanOf(node, [&](const Cheapest& plan) { return plan.layers[placeOf(type, stage)]; });
                const double distance = std::abs(mean - std::round(mean));
                if (distance > furthest) {
                    furthest = distance;
                    limit = {type, stage, static_cast<int>(std::floor(mean)), false};
                }
            }
        }
        if (furthest <= nearlyWhole) {
            return {};
        }
        const LayerLimit beyond{limit.type, limit.stage, limit.layers + 1, true};
        return {within(node, limit), within(node, beyond)};
    }

    /// Divides the node by the start of the chunk that differs most among the plans of the mixture.
    [[nodiscard]] std::vector<Node> byStarts(const Node& node)
    {
        std::size_t chunk = 0;
        double deviation = noShare;
        int split = 0;
        for (std::size_t own = 1; own < node.least.size(); ++own) {
            const double mean = meanOf(node, [own](const Cheapest& plan) { return plan.starts[own]; });
            const double apart =
                meanOf(node, [own, mean](const Cheapest& plan) { return std::abs(plan.starts[own] - mean); });
            if (apart > deviation) {
                deviation = apart;
                chunk = own;
                split = std::clamp(static_cast<int>(std::floor(mean)), node.least[own], node.most[own] - 1);
            }
        }
        std::vector<Node> parts;
        for (const bool isEarly : {true, false}) {
            Node part{node.least, node.most, node.limits, node.bound, node.means, node.paths, {}, {}, {}, 0};
            if (isEarly) {
                part.most[chunk] = split;
            } else {
                part.least[chunk] = split + 1;
            }
            if (chunk > 0 && narrow(part)) {
                std::ranges::copy_if(node.plans, std::back_inserter(part.plans),
                                     [&](const auto& plan) { return holds(part, plan->starts); });
                include(part, part.means);
                improve(part);
                parts.push_back(std::move(part));
            }
        }
        return parts;
    }

    /// Narrows the limits, as every chunk has a layer. Returns false if no plan is left.
    static bool narrow(Node& node)
    {
        const std::size_t chunks = node.least.size();
        for (std::size_t chunk = 1; chunk < chunks; ++chunk) {
            node.least[chunk] = std::max(node.least[chunk], node.least[chunk - 1] + 1);
        }
        for (std::size_t chunk = chunks - 1; chunk-- > 0;) {
            node.most[chunk] = std::min(node.most[chunk], node.most[chunk + 1] - 1);
        }
        return std::ranges::equal(node.least, node.most, std::less_equal<>());
    }

    [[nodiscard]] static bool holds(const Node& node, const std::vector<int>& starts)
    {
        return std::ranges::equal(node.least, starts, std::less_equal<>()) &&
               std::ranges::equal(starts, node.most, std::less_equal<>());
    }

    const Task& m_task;
    const std::stop_token& m_stop;
    Seconds m_enough;
    Seconds m_most = 0;  ///< no bound above it is of use
    double m_work;       ///< work that is left
    double m_room;       ///< bytes for a stage's layers
    OperationGraph m_graph;
    std::vector<std::vector<Seconds>> m_receives;  ///< by chunk and its first layer
};

}  // namespace

Seconds pathBound(const Task& task, Bytes budget, Seconds enough, double work, const std::stop_token& stop)
{
    return PathBound(task, budget, enough, work, stop).atLeast();
}

}  // namespace pgram
