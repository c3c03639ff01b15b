// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/path_means.h"

#include "core/base/index.h"

#include <Eigen/Dense>
#include <algorithm>
#include <limits>
#include <optional>

namespace pgram {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double exactness = 0.01;
constexpr double crowdedShare = 2;  // share of the operations, for a game that continues from the end of another
constexpr double beyond = 1.02;     // factor on `enough`: layers that differ may have a bound below the game's value
constexpr double tiny = 1e-10;
constexpr int exchangesOfInverse = 200;  // exchanges after which rounding errors require a new inverse

[[nodiscard]] constexpr std::size_t placeOf(Index index)
{
    return static_cast<std::size_t>(index);
}

}  // namespace

/// The operations of all stages. Each comes after the two operations that it waits for.
class PathNetwork {
public:
    PathNetwork(const Schedule& schedule, int stages) : m_chunks(stages * schedule.virtualStages)
    {
        for (int chunk = 0; chunk < m_chunks; ++chunk) {
            m_stageOf.push_back(stageOfChunk(schedule, stages, chunk));
        }
        std::vector<std::vector<ScheduledOp>> orders;
        for (int stage = 0; stage < stages; ++stage) {
            orders.push_back(stageOrder(schedule, stages, stage));
        }
        build(schedule, stages, orders);
    }

    [[nodiscard]] int chunks() const { return m_chunks; }
    [[nodiscard]] int stageOf(int chunk) const { return m_stageOf[at(chunk)]; }
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }

    /// Returns the counts of the longest path if each chunk takes this long.
    [[nodiscard]] std::vector<PathCounts> longest(std::span<const PathCounts> seconds)
    {
        for (Node& node : m_nodes) {
            const double before = node.before < 0 ? 0 : m_nodes[at(node.before)].end;
            const double sent = node.sender < 0 ? 0 : m_nodes[at(node.sender)].end;
            node.waits = sent > before;
            node.end = std::max(before, sent) + durationOf(node, seconds[at(node.chunk)]);
        }
        std::vector<double> once(m_last.size(), 0);
        for (int chunk = 0; chunk < m_chunks; ++chunk) {
            once[at(m_stageOf[at(chunk)])] += seconds[at(chunk)].once;
        }
        std::size_t stage = 0;
        for (std::size_t other = 1; other < m_last.size(); ++other) {
            const auto end = [&](std::size_t of) { return m_nodes[at(m_last[of])].end + once[of]; };
            stage = end(other) > end(stage) ? other : stage;
        }
        return countsFrom(static_cast<int>(stage));
    }

private:
    struct Node {
        int before = -1;  ///< operation before it on its stage; -1: none
        int sender = -1;  ///< operation on another stage, or of another chunk, whose result it uses; -1: none
        int chunk = 0;
        OpKind kind = OpKind::Forward;
        bool waits = false;  ///< true if it waits for the sender
        double end = 0;
    };

    [[nodiscard]] static Seconds durationOf(const Node& node, const PathCounts& chunk)
    {
        switch (node.kind) {
        case OpKind::Forward:
            return chunk.forward;
        case OpKind::Backward:
            return chunk.inputGradient + chunk.weightGradient;
        case OpKind::BackwardInput:
            return chunk.inputGradient;
        case OpKind::WeightGradient:
            return chunk.weightGradient;
        }
        return 0;
    }

    [[nodiscard]] std::vector<PathCounts> countsFrom(int stage) const
    {
        std::vector<PathCounts> counts(at(m_chunks));
        for (int chunk = 0; chunk < m_chunks; ++chunk) {
            counts[at(chunk)].once = m_stageOf[at(chunk)] == stage ? 1 : 0;
        }
        for (int node = m_last[at(stage)]; node >= 0;) {
            const Node& own = m_nodes[at(node)];
            PathCounts& count = counts[at(own.chunk)];
            count.forward += own.kind == OpKind::Forward ? 1 : 0;
            count.inputGradient += own.kind == OpKind::Backward || own.kind == OpKind::BackwardInput ? 1 : 0;
            count.weightGradient += own.kind == OpKind::Backward || own.kind == OpKind::WeightGradient ? 1 : 0;
            node = own.waits ? own.sender : own.before;
        }
        return counts;
    }

    /// Runs each stage until the operation that it waits for is missing, so that senders come first.
    void build(const Schedule& schedule, int stages, const std::vector<std::vector<ScheduledOp>>& orders)
    {
        const auto passes = at(passesOf(schedule));
        // Nodes of forwards, then of backwards, by chunk and pass.
        std::vector<int> sent(2 * at(m_chunks) * passes, -1);
        std::vector<std::size_t> next(at(stages), 0);
        m_last.assign(at(stages), -1);
        for (bool moves = true; moves;) {
            moves = false;
            for (int stage = 0; stage < stages; ++stage) {
                for (; next[at(stage)] < orders[at(stage)].size(); ++next[at(stage)], moves = true) {
                    const ScheduledOp& op = orders[at(stage)][next[at(stage)]];
                    const int chunk = chunkOfStage(schedule, stages, stage, op.chunk);
                    const bool forward = op.kind == OpKind::Forward;
                    const auto slot = [&](int of) {
                        return (at(forward ? 0 : m_chunks) + at(of)) * passes +
                               at(op.microbatch * schedule.slices + op.slice);
                    };
                    Node node{m_last[at(stage)], -1, chunk, op.kind};
                    const int from = forward ? chunk - 1 : chunk + 1;
                    if (op.kind != OpKind::WeightGradient && from >= 0 && from < m_chunks) {
                        node.sender = sent[slot(from)];
                        if (node.sender < 0) {
                            break;
                        }
                    }
                    m_last[at(stage)] = static_cast<int>(m_nodes.size());
                    if (op.kind != OpKind::WeightGradient) {
                        sent[slot(chunk)] = m_last[at(stage)];
                    }
                    m_nodes.push_back(node);
                }
            }
        }
    }

    int m_chunks;
    std::vector<int> m_stageOf;  ///< per chunk
    std::vector<int> m_last;     ///< last node per stage
    std::vector<Node> m_nodes;
};

/// Maximises z - Σ μ_s + crowd·ν. For each choice i, of chunk c and stage s,
///
/// Σ λ_p·a_pi + μ_s·bytes_i/room - [s is crowded]·ν - z - slack_i = 0,   Σ λ_p = 1,   λ, μ, ν, slack ≥ 0,
///
/// Here a_pi is the time of the choice that path p counts, and room that of one layer. The multipliers of the rows
/// spread one layer over the choices. Its longest path, or the stage that it overfills, enters the basis next.
class PathGame {
public:
    PathGame(const Schedule& schedule, int stages, std::span<const LayerInChunk> choices, double room, double enough,
             double operations)
        : m_network(schedule, stages),
          m_choices(choices),
          m_stages(stages),
          m_room(room),
          m_enough(enough),
          m_operations(operations),
          m_rows(static_cast<Index>(choices.size()))
    {}

    PathMeans solve()
    {
        begin();
        return play();
    }

    /// Continues with at least this share of the layer on one stage.
    PathMeans crowded(int stage, double share)
    {
        m_crowded = stage;
        m_crowd = share;
        m_operations /= crowdedShare;
        return play();
    }

private:
    enum class Kind { Path, Price, Relief, Slack };
    struct Basic {
        Kind kind = Kind::Slack;
        int index = 0;  ///< index of the path or of the stage
    };
    struct Entering {
        VectorXd column;
        double gain = 0;
        Kind kind = Kind::Slack;
        int index = 0;
    };

    PathMeans play()
    {
        const double looks = static_cast<double>(m_network.size()) + 2.0 * static_cast<double>(m_basis.size());
        for (double looked = looks; looked < m_operations; looked += looks) {
            if (m_gains.dot(m_inverse.col(m_rows)) >= m_enough) {
                break;
            }
            const VectorXd multipliers = multipliersOfRows();
            VectorXd spread = -multipliers.head(m_rows);
            Index least = 0;
            if (spread.minCoeff(&least) < -tiny) {
                if (!exchange({-VectorXd::Unit(m_rows + 1, least), 0, Kind::Slack, 0})) {
                    break;
                }
                continue;
            }
            spread = spread.cwiseMax(0);
            Entering entering = fullestStage(spread);
            if (entering.kind == Kind::Slack) {
                const VectorXd column = columnOf(m_network.longest(secondsOf(spread)));
                entering = {column, 0, Kind::Path, static_cast<int>(m_paths.size()) - 1};
                if (column.head(m_rows).dot(spread) <= multipliers[m_rows] * (1 + exactness)) {
                    break;
                }
            }
            if (!exchange(entering)) {
                break;
            }
        }
        return means();
    }

    [[nodiscard]] VectorXd multipliersOfRows() const
    {
        VectorXd multipliers = VectorXd::Zero(m_rows + 1);
        for (Index place = 0; place <= m_rows; ++place) {
            if (m_gains[place] != 0) {
                multipliers += m_gains[place] * m_inverse.row(place).transpose();
            }
        }
        return multipliers;
    }

    [[nodiscard]] const LayerInChunk& choice(Index row) const { return m_choices[placeOf(row)]; }

    /// Stores the path, and returns its column.
    VectorXd columnOf(std::vector<PathCounts>&& path)
    {
        VectorXd column(m_rows + 1);
        for (Index row = 0; row < m_rows; ++row) {
            column[row] = path[at(choice(row).chunk)].of(choice(row).seconds);
        }
        column[m_rows] = 1;
        m_paths.push_back(std::move(path));
        return column;
    }

    [[nodiscard]] std::vector<PathCounts> secondsOf(const VectorXd& spread) const
    {
        std::vector<PathCounts> seconds(at(m_network.chunks()));
        for (Index row = 0; row < m_rows; ++row) {
            if (spread[row] > 0) {
                seconds[at(choice(row).chunk)].add(choice(row).seconds, spread[row]);
            }
        }
        return seconds;
    }

    /// Returns the price of the stage that the spread overfills most, or the relief of the stage that it does not crowd
    /// enough; a slack if there is neither.
    [[nodiscard]] Entering fullestStage(const VectorXd& spread) const
    {
        std::vector<double> bytes(at(m_stages), 0);
        for (Index row = 0; row < m_rows; ++row) {
            bytes[at(m_network.stageOf(choice(row).chunk))] += spread[row] * choice(row).bytes / m_room;
        }
        const auto fullest = std::ranges::max_element(bytes);
        if (*fullest <= 1 + exactness / 10) {
            return missingCrowd(spread);
        }
        const auto stage = static_cast<int>(fullest - bytes.begin());
        Entering price{VectorXd::Zero(m_rows + 1), -1, Kind::Price, stage};
        for (Index row = 0; row < m_rows; ++row) {
            price.column[row] = m_network.stageOf(choice(row).chunk) == stage ? choice(row).bytes / m_room : 0;
        }
        return price;
    }

    [[nodiscard]] Entering missingCrowd(const VectorXd& spread) const
    {
        Entering relief{VectorXd::Zero(m_rows + 1), m_crowd, Kind::Relief, m_crowded};
        double there = 0;
        for (Index row = 0; row < m_rows; ++row) {
            if (m_network.stageOf(choice(row).chunk) == m_crowded) {
                relief.column[row] = -1;
                there += spread[row];
            }
        }
        return there < m_crowd * (1 - exactness / 10) ? relief : Entering();
    }

    /// Starts with the longest path of an even spread, z, and the slacks of all choices but the one that the path
    /// counts least.
    void begin()
    {
        const VectorXd first =
            columnOf(m_network.longest(secondsOf(VectorXd::Constant(m_rows, 1.0 / static_cast<double>(m_rows)))));
        Index least = 0;
        first.head(m_rows).minCoeff(&least);
        m_basis = MatrixXd::Zero(m_rows + 1, m_rows + 1);
        m_basics.assign(placeOf(m_rows + 1), {});
        m_basis.col(0) = first;
        m_basics[0] = {Kind::Path, 0};
        Index place = 1;
        for (Index row = 0; row < m_rows; ++row) {
            if (row != least) {
                m_basis(row, place++) = -1;
            }
        }
        m_basis.col(m_rows).head(m_rows).setConstant(-1);
        m_gains = VectorXd::Unit(m_rows + 1, m_rows);
        invert();
    }

    void invert()
    {
        m_inverse = m_basis.partialPivLu().inverse();
        m_exchanges = 0;
    }

    /// Returns false if nothing may leave the basis.
    bool exchange(const Entering& entering)
    {
        const VectorXd direction = m_inverse * entering.column;
        const double threshold = tiny * direction.cwiseAbs().maxCoeff();
        Index leaving = -1;
        double least = 0;
        for (Index place = 0; place < m_rows; ++place) {
            if (direction[place] > threshold) {
                const double ratio = std::max(0.0, m_inverse(place, m_rows)) / direction[place];
                if (leaving < 0 || ratio < least || (ratio == least && direction[place] > direction[leaving])) {
                    leaving = place;
                    least = ratio;
                }
            }
        }
        if (leaving < 0) {
            return false;
        }
        m_basis.col(leaving) = entering.column;
        m_gains[leaving] = entering.gain;
        m_basics[placeOf(leaving)] = {entering.kind, entering.index};
        if (++m_exchanges == exchangesOfInverse) {
            invert();
            return true;
        }
        const Eigen::RowVectorXd row = m_inverse.row(leaving) / direction[leaving];
        m_inverse.noalias() -= direction * row;
        m_inverse.row(leaving) = row;
        return true;
    }

    /// Returns the means. Scales the weights of the paths to the sum 1, and raises negative prices to zero, so that the
    /// result is a bound however inexact they are.
    [[nodiscard]] PathMeans means() const
    {
        const VectorXd weights = m_inverse.col(m_rows).cwiseMax(0);
        double sum = 0;
        for (Index place = 0; place < m_rows; ++place) {
            sum += m_basics[placeOf(place)].kind == Kind::Path ? weights[place] : 0;
        }
        PathMeans means{std::vector<PathCounts>(at(m_network.chunks())), std::vector<double>(at(m_stages), 0), 0};
        for (Index place = 0; place < m_rows; ++place) {
            const Basic& basic = m_basics[placeOf(place)];
            if (basic.kind == Kind::Price) {
                means.prices[at(basic.index)] = weights[place] / m_room;
            } else if (basic.kind == Kind::Relief) {
                means.relief = weights[place];
            } else if (basic.kind == Kind::Path) {
                for (std::size_t chunk = 0; chunk < means.counts.size(); ++chunk) {
                    means.counts[chunk].add(m_paths[at(basic.index)][chunk], weights[place] / sum);
                }
            }
        }
        return means;
    }

    PathNetwork m_network;
    std::span<const LayerInChunk> m_choices;
    int m_stages;
    int m_crowded = -1;
    double m_crowd = 0;  ///< least share of the layer on that stage
    double m_room;
    double m_enough;
    double m_operations;
    Index m_rows;
    MatrixXd m_basis;
    MatrixXd m_inverse;  ///< last column: values of the basis
    VectorXd m_gains;    ///< gains of the basis, z in the last place
    std::vector<Basic> m_basics;
    int m_exchanges = 0;
    std::vector<std::vector<PathCounts>> m_paths;
};

EvenPaths::EvenPaths(const Schedule& schedule, int stages, std::span<const LayerInChunk> choices, double layers,
                     double room, Seconds enough, double operations)
    : m_layers(layers)
{
    auto game =
        std::make_unique<PathGame>(schedule, stages, choices, room / layers, beyond * enough / layers, operations);
    m_means = game->solve();
    m_game = std::move(game);
}

EvenPaths::~EvenPaths() = default;

PathMeans EvenPaths::crowded(int stage, double layers) const
{
    PathGame game = *m_game;
    return game.crowded(stage, layers / m_layers);
}

}  // namespace pgram
