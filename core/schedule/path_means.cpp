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
constexpr double tiny = 1e-10;
constexpr int exchangesOfInverse = 64;  // before rounding has added up

[[nodiscard]] constexpr std::size_t placeOf(Index index)
{
    return static_cast<std::size_t>(index);
}

/// The operations of all stages, each behind the two that it waits for.
class Network {
public:
    Network(const Schedule& schedule, int stages) : m_chunks(stages * schedule.virtualStages)
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
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }

    /// The longest path where chunk c has work of `parts` times spread_c.
    [[nodiscard]] PathMeans longest(const VectorXd& spread, const PathCounts& parts)
    {
        for (Node& node : m_nodes) {
            const double before = node.before < 0 ? 0 : m_nodes[at(node.before)].end;
            const double sent = node.sender < 0 ? 0 : m_nodes[at(node.sender)].end;
            node.waits = sent > before;
            node.end = std::max(before, sent) + spread[node.chunk] * durationOf(node, parts);
        }
        std::vector<double> once(m_last.size(), 0);
        for (int chunk = 0; chunk < m_chunks; ++chunk) {
            once[at(m_stageOf[at(chunk)])] += spread[chunk] * parts.once;
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
        int before = -1;  ///< on its stage
        int sender = -1;  ///< on another, or of another chunk
        int chunk = 0;
        OpKind kind = OpKind::Forward;
        bool waits = false;  ///< for the sender
        double end = 0;
    };

    [[nodiscard]] static double durationOf(const Node& node, const PathCounts& parts)
    {
        switch (node.kind) {
        case OpKind::Forward:
            return parts.forward;
        case OpKind::Backward:
            return parts.inputGradient + parts.weightGradient;
        case OpKind::BackwardInput:
            return parts.inputGradient;
        case OpKind::WeightGradient:
            return parts.weightGradient;
        }
        return 0;
    }

    [[nodiscard]] PathMeans countsFrom(int stage) const
    {
        PathMeans counts(at(m_chunks));
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

    /// Each stage as far as it can, until the operation that it waits for is there: senders come first.
    void build(const Schedule& schedule, int stages, const std::vector<std::vector<ScheduledOp>>& orders)
    {
        const auto passes = at(passesOf(schedule));
        std::vector<int> sent(2 * at(m_chunks) * passes, -1);  // forwards, backwards, by chunk and pass
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
    std::vector<int> m_stageOf;  ///< by chunk
    std::vector<int> m_last;     ///< node, by stage
    std::vector<Node> m_nodes;
};

/// Maximise z: Σ λ_p·a_pc - z - s_c = 0 for each chunk c, Σ λ_p = 1, λ and s ≥ 0, a_pc being what path p counts of
/// chunk c. The multipliers of the rows are a spread of work, whose longest path is the next to come in.
class PathGame {
public:
    PathGame(const Schedule& schedule, int stages, const PathCounts& parts, double operations)
        : m_network(schedule, stages), m_parts(parts), m_operations(operations), m_chunks(m_network.chunks())
    {}

    PathMeans solve()
    {
        begin();
        double ceiling = std::numeric_limits<double>::infinity();
        const double looks = static_cast<double>(m_network.size()) + 2.0 * static_cast<double>(m_basis.size());
        for (double looked = looks; looked < m_operations; looked += looks) {
            const VectorXd spread = -m_inverse.row(m_chunks).head(m_chunks);
            Index least = 0;
            if (spread.minCoeff(&least) < -tiny) {
                if (!exchange(-VectorXd::Unit(m_chunks + 1, least), -1)) {
                    break;
                }
                continue;
            }
            PathMeans path = m_network.longest(spread, m_parts);
            const VectorXd column = columnOf(path);
            ceiling = std::min(ceiling, column.head(m_chunks).dot(spread));
            m_paths.push_back(std::move(path));
            if (ceiling <= value() * (1 + exactness) || !exchange(column, static_cast<int>(m_paths.size()) - 1)) {
                break;
            }
        }
        return mean();
    }

private:
    /// z, which has the last place of the basis.
    [[nodiscard]] double value() const { return m_inverse(m_chunks, m_chunks); }

    [[nodiscard]] VectorXd columnOf(const PathMeans& path) const
    {
        VectorXd column(m_chunks + 1);
        for (Index chunk = 0; chunk < m_chunks; ++chunk) {
            column[chunk] = path[placeOf(chunk)].of(m_parts);
        }
        column[m_chunks] = 1;
        return column;
    }

    /// The longest path of even work, the slacks of all chunks but the one of which it counts least, z.
    void begin()
    {
        m_paths = {m_network.longest(VectorXd::Constant(m_chunks, 1.0 / static_cast<double>(m_chunks)), m_parts)};
        const VectorXd first = columnOf(m_paths.front());
        Index least = 0;
        first.head(m_chunks).minCoeff(&least);
        m_basis = MatrixXd::Zero(m_chunks + 1, m_chunks + 1);
        m_pathAt.assign(placeOf(m_chunks + 1), -1);
        m_basis.col(0) = first;
        m_pathAt[0] = 0;
        Index place = 1;
        for (Index chunk = 0; chunk < m_chunks; ++chunk) {
            if (chunk != least) {
                m_basis(chunk, place++) = -1;
            }
        }
        m_basis.col(m_chunks).head(m_chunks).setConstant(-1);
        invert();
    }

    void invert()
    {
        m_inverse = m_basis.partialPivLu().inverse();
        m_exchanges = 0;
    }

    /// False: nothing may leave.
    bool exchange(const VectorXd& entering, int path)
    {
        const VectorXd direction = m_inverse * entering;
        Index leaving = -1;
        double least = 0;
        for (Index place = 0; place < m_chunks; ++place) {
            if (direction[place] > tiny) {
                const double ratio = std::max(0.0, m_inverse(place, m_chunks)) / direction[place];
                if (leaving < 0 || ratio < least || (ratio == least && direction[place] > direction[leaving])) {
                    leaving = place;
                    least = ratio;
                }
            }
        }
        if (leaving < 0) {
            return false;
        }
        m_basis.col(leaving) = entering;
        m_pathAt[placeOf(leaving)] = path;
        if (++m_exchanges == exchangesOfInverse) {
            invert();
            return true;
        }
        const Eigen::RowVectorXd row = m_inverse.row(leaving) / direction[leaving];
        m_inverse.noalias() -= direction * row;
        m_inverse.row(leaving) = row;
        return true;
    }

    /// Of the paths in the basis, whose weights are made whole: a bound, however inexact they are.
    [[nodiscard]] PathMeans mean() const
    {
        const VectorXd weights = m_inverse.col(m_chunks).cwiseMax(0);
        double sum = 0;
        for (Index place = 0; place < m_chunks; ++place) {
            sum += m_pathAt[placeOf(place)] >= 0 ? weights[place] : 0;
        }
        PathMeans means(placeOf(m_chunks));
        for (Index place = 0; place < m_chunks; ++place) {
            if (m_pathAt[placeOf(place)] < 0) {
                continue;
            }
            const PathMeans& path = m_paths[at(m_pathAt[placeOf(place)])];
            for (std::size_t chunk = 0; chunk < means.size(); ++chunk) {
                means[chunk].add(path[chunk], weights[place] / sum);
            }
        }
        return means;
    }

    Network m_network;
    PathCounts m_parts;
    double m_operations;
    Index m_chunks;
    MatrixXd m_basis;
    MatrixXd m_inverse;  ///< its last row: the multipliers; its last column: the values of the basis
    int m_exchanges = 0;
    std::vector<int> m_pathAt;  ///< by place in the basis; -1: a slack, or z in the last
    std::vector<PathMeans> m_paths;
};

}  // namespace

PathMeans evenPaths(const Schedule& schedule, int stages, const PathCounts& parts, double operations)
{
    return PathGame(schedule, stages, parts, operations).solve();
}

}  // namespace pgram
