// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/path_means.h"

#include "core/base/index.h"

#include <Eigen/Dense>
#include <algorithm>
#include <optional>
#include <utility>

namespace pgram {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;

constexpr double exactness = 1e-3;
constexpr double tiny = 1e-9;
constexpr int exchangesOfInverse = 100;  // exchanges after which rounding errors require a new inverse
constexpr double workOfNode = 4;         // nanoseconds per operation on the longest path

[[nodiscard]] constexpr std::size_t placeOf(Index index)
{
    return static_cast<std::size_t>(index);
}

}  // namespace

Seconds PathMeans::of(const PathLoad& load) const
{
    Seconds bound = 0;
    for (std::size_t chunk = 0; chunk < counts.size(); ++chunk) {
        bound += counts[chunk].of(load.seconds[chunk]);
    }
    for (std::size_t resource = 0; resource < prices.size(); ++resource) {
        bound += prices[resource] * (load.uses[resource] - 1);
    }
    return bound;
}

PathMeans PathMeans::between(const PathMeans& others, double share) const
{
    PathMeans means{std::vector<PathCounts>(counts.size()), std::vector<Seconds>(prices.size())};
    for (std::size_t chunk = 0; chunk < counts.size(); ++chunk) {
        means.counts[chunk].add(counts[chunk], share);
        means.counts[chunk].add(others.counts[chunk], 1 - share);
    }
    for (std::size_t resource = 0; resource < prices.size(); ++resource) {
        means.prices[resource] = share * prices[resource] + (1 - share) * others.prices[resource];
    }
    return means;
}

/// Maximises z - Σ μ_r. For each plan i
///
/// Σ λ_p·a_pi + Σ μ_r·use_ri - z - slack_i = 0,   Σ λ_p = 1,   λ, μ, slack ≥ 0,
///
/// Here a_pi is the time of the plan that path p counts. Row 0 is the sum of λ, and row 1 an artificial plan, which
/// takes `most` on every path and uses no resource, so that z is bounded. z is free, and always the first in the basis.
class PathMaster::Simplex {
public:
    Simplex(OperationGraph& graph, std::vector<CountedPath> paths, std::size_t resources, Seconds most)
        : m_graph(graph), m_most(most), m_paths(std::move(paths)), m_uses(resources, VectorXd::Zero(2))
    {
        if (m_paths.empty()) {
            m_paths.push_back(graph.longest(CountedPath(at(graph.chunks()), {1, 1, 1, 0})));
        }
        for (std::size_t path = 0; path < m_paths.size(); ++path) {
            m_columns.emplace_back(2);
            m_columns.back() << 1, most;
        }
        m_basics = {{Kind::Value, 0}, {Kind::Path, 0}};
        m_basis.resize(2, 2);
        m_basis << 0, 1, -1, most;
        invert();
    }

    void add(PathLoad load)
    {
        m_loads.push_back(std::move(load));
        const Index rows = m_inverse.rows();
        RowVectorXd entries = RowVectorXd::Zero(rows);
        for (Index place = 0; place < rows; ++place) {
            entries[place] = entryOf(m_basics[placeOf(place)], rows);
        }
        m_basis.conservativeResizeLike(MatrixXd::Zero(rows + 1, rows + 1));
        m_basis.row(rows).head(rows) = entries;
        m_basis(rows, rows) = -1;
        const RowVectorXd inverse = entries * m_inverse;
        m_inverse.conservativeResizeLike(MatrixXd::Zero(rows + 1, rows + 1));
        m_inverse.row(rows).head(rows) = inverse;
        m_inverse(rows, rows) = -1;
        m_basics.push_back({Kind::Slack, static_cast<int>(rows)});
        const auto extend = [&](Kind kind, std::vector<VectorXd>& columns) {
            for (std::size_t index = 0; index < columns.size(); ++index) {
                columns[index].conservativeResize(rows + 1);
                columns[index][rows] = entryOf({kind, static_cast<int>(index)}, rows);
            }
        };
        extend(Kind::Path, m_columns);
        extend(Kind::Price, m_uses);
        m_work += static_cast<double>(m_paths.size() * m_loads.back().seconds.size());
        settle();
    }

    void addResource(const std::vector<double>& uses)
    {
        VectorXd column = VectorXd::Zero(m_inverse.rows());
        for (std::size_t plan = 0; plan < m_loads.size(); ++plan) {
            m_loads[plan].uses.push_back(uses[plan]);
            column[static_cast<Index>(plan) + 2] = uses[plan];
        }
        m_uses.push_back(column);
    }

    /// Returns the work since the last call.
    [[nodiscard]] double takeWork() { return std::exchange(m_work, 0); }

    /// Solves the problem over the known paths.
    void settle()
    {
        // Rounding errors may make the basis return; every basis gives a bound.
        for (int exchanges = 0; exchanges < exchangesOfInverse && (leaves() || enters()); ++exchanges) {
        }
    }

    /// Adds the longest path of the mixture. Returns false if it bounds the plans no better.
    bool addPath()
    {
        const RowVectorXd prices = multipliers();
        m_work += workOfNode * static_cast<double>(m_graph.size());
        m_paths.push_back(m_graph.longest(mixtureOf(spreadOf(prices))));
        m_columns.push_back(columnOf({Kind::Path, static_cast<int>(m_paths.size()) - 1}));
        return -(prices * m_columns.back()).value() > exactness * prices[0];
    }

    [[nodiscard]] std::vector<CountedPath> paths() const
    {
        std::vector<CountedPath> paths;
        for (const Variable& basic : m_basics) {
            if (basic.kind == Kind::Path) {
                paths.push_back(m_paths[at(basic.index)]);
            }
        }
        return paths;
    }

    [[nodiscard]] Seconds value() const { return multipliers().coeff(0); }

    [[nodiscard]] std::vector<double> shares() const
    {
        const RowVectorXd spread = spreadOf(multipliers());
        return {spread.data() + 2, spread.data() + spread.size()};
    }

    /// Returns false if rounding errors made the basis useless. Prices far above the bound would also cancel each other
    /// inexactly.
    [[nodiscard]] bool isSound() const
    {
        constexpr double farAbove = 100;
        bool isSmall = true;
        for (std::size_t place = 0; place < m_basics.size(); ++place) {
            const bool isPrice = m_basics[place].kind == Kind::Price;
            isSmall = isSmall && !(isPrice && m_inverse(static_cast<Index>(place), 0) > farAbove * m_most);
        }
        return isSmall && m_inverse.allFinite();
    }

    /// Returns the means. Scales the weights of the paths to the sum 1, and raises negative prices to zero, so that the
    /// result is a bound however inexact they are.
    [[nodiscard]] PathMeans means() const
    {
        if (!isSound()) {
            return {m_paths.front(), std::vector<Seconds>(m_uses.size(), 0)};
        }
        const VectorXd weights = m_inverse.col(0).cwiseMax(0);
        double sum = 0;
        for (std::size_t place = 0; place < m_basics.size(); ++place) {
            sum += m_basics[place].kind == Kind::Path ? weights[static_cast<Index>(place)] : 0;
        }
        PathMeans means{std::vector<PathCounts>(at(m_graph.chunks())), std::vector<Seconds>(m_uses.size(), 0)};
        for (std::size_t place = 0; place < m_basics.size(); ++place) {
            const Variable& basic = m_basics[place];
            const double weight = weights[static_cast<Index>(place)];
            if (basic.kind == Kind::Price) {
                means.prices[at(basic.index)] = weight;
            } else if (basic.kind == Kind::Path && sum > 0) {
                for (std::size_t chunk = 0; chunk < means.counts.size(); ++chunk) {
                    means.counts[chunk].add(m_paths[at(basic.index)][chunk], weight / sum);
                }
            }
        }
        return means;
    }

private:
    enum class Kind { Value, Path, Price, Slack };
    struct Variable {
        Kind kind = Kind::Slack;
        int index = 0;  ///< index of the path or resource; row of a slack
        bool operator==(const Variable&) const = default;
    };

    [[nodiscard]] static double gainOf(const Variable& variable)
    {
        return variable.kind == Kind::Value ? 1 : variable.kind == Kind::Price ? -1 : 0;
    }

    [[nodiscard]] double entryOf(const Variable& variable, Index row) const
    {
        switch (variable.kind) {
        case Kind::Value:
            return row == 0 ? 0 : -1;
        case Kind::Slack:
            return row == variable.index ? -1 : 0;
        case Kind::Price:
            return row < 2 ? 0 : m_loads[placeOf(row - 2)].uses[at(variable.index)];
        case Kind::Path:
            break;
        }
        if (row < 2) {
            return row == 0 ? 1 : m_most;
        }
        const std::vector<PathCounts>& path = m_paths[at(variable.index)];
        const std::vector<PathCounts>& seconds = m_loads[placeOf(row - 2)].seconds;
        double sum = 0;
        for (std::size_t chunk = 0; chunk < path.size(); ++chunk) {
            sum += path[chunk].of(seconds[chunk]);
        }
        return sum;
    }

    [[nodiscard]] VectorXd columnOf(const Variable& variable) const
    {
        VectorXd column(m_inverse.rows());
        for (Index row = 0; row < column.size(); ++row) {
            column[row] = entryOf(variable, row);
        }
        return column;
    }

    [[nodiscard]] RowVectorXd multipliers() const
    {
        RowVectorXd sum = RowVectorXd::Zero(m_inverse.cols());
        for (std::size_t place = 0; place < m_basics.size(); ++place) {
            if (const double gain = gainOf(m_basics[place]); gain != 0) {
                sum += gain * m_inverse.row(static_cast<Index>(place));
            }
        }
        return sum;
    }

    /// Returns the mixture of the plans, by row.
    [[nodiscard]] static RowVectorXd spreadOf(const RowVectorXd& multipliers)
    {
        RowVectorXd spread = (-multipliers).cwiseMax(0);
        spread[0] = 0;
        return spread;
    }

    /// Returns the product of a row and the variable's column.
    [[nodiscard]] double times(const RowVectorXd& row, const Variable& variable) const
    {
        switch (variable.kind) {
        case Kind::Path:
            return row * m_columns[at(variable.index)];
        case Kind::Price:
            return row * m_uses[at(variable.index)];
        case Kind::Slack:
            return -row[variable.index];
        case Kind::Value:
            break;
        }
        return 0;
    }

    /// Calls `visit(variable)` for all variables that may enter.
    template <typename Visit>
    void eachNonbasic(const Visit& visit)
    {
        std::vector<bool> areBasic(m_columns.size() + m_uses.size() + m_basics.size());
        const auto placeOfAll = [this](const Variable& variable) {
            const std::size_t before = variable.kind == Kind::Path    ? 0
                                       : variable.kind == Kind::Price ? m_columns.size()
                                                                      : m_columns.size() + m_uses.size();
            return before + at(variable.index);
        };
        for (const Variable& basic : m_basics) {
            areBasic[placeOfAll(basic)] = true;
        }
        const auto tell = [&](Kind kind, std::size_t count, std::size_t first) {
            for (std::size_t index = first; index < count; ++index) {
                if (const Variable variable{kind, static_cast<int>(index)}; !areBasic[placeOfAll(variable)]) {
                    visit(variable);
                }
            }
        };
        tell(Kind::Path, m_columns.size(), 0);
        tell(Kind::Price, m_uses.size(), 0);
        tell(Kind::Slack, m_basics.size(), 1);
        m_work += static_cast<double>(m_basics.size() * (m_basics.size() + areBasic.size()));
    }

    /// Does a step of the dual simplex method. Returns false if no basic variable is negative, or none may replace it.
    bool leaves()
    {
        Index leaving = 0;
        double least = -tiny;
        for (Index place = 1; place < m_inverse.rows(); ++place) {
            const bool isTime = m_basics[placeOf(place)].kind == Kind::Slack;
            const double value = m_inverse(place, 0) / (isTime ? m_most : 1);
            if (value < least) {
                least = value;
                leaving = place;
            }
        }
        if (leaving == 0) {
            return false;
        }
        const RowVectorXd row = m_inverse.row(leaving);
        const double threshold = tiny * std::max(1.0, row.cwiseAbs().maxCoeff());
        const RowVectorXd prices = multipliers();
        std::optional<Variable> entering;
        double ratio = 0;
        eachNonbasic([&](const Variable& variable) {
            const double direction = times(row, variable);
            if (direction < -threshold) {
                const double own = std::min(0.0, gainOf(variable) - times(prices, variable)) / direction;
                if (!entering || own < ratio) {
                    entering = variable;
                    ratio = own;
                }
            }
        });
        if (entering) {
            const VectorXd column = columnOf(*entering);
            exchange(leaving, *entering, column, m_inverse * column);
        }
        return entering.has_value();
    }

    /// Does a step of the primal simplex method. Returns false if the basis is optimal.
    bool enters()
    {
        const RowVectorXd prices = multipliers();
        std::optional<Variable> entering;
        double most = tiny;
        eachNonbasic([&](const Variable& variable) {
            const double scale = variable.kind == Kind::Path    ? exactness * std::max(tiny, prices[0])
                                 : variable.kind == Kind::Price ? exactness / 10
                                                                : tiny;
            const double gain = (gainOf(variable) - times(prices, variable)) / scale - 1;
            if (gain > most) {
                entering = variable;
                most = gain;
            }
        });
        if (!entering) {
            return false;
        }
        const VectorXd entered = columnOf(*entering);
        const VectorXd direction = m_inverse * entered;
        const double threshold = tiny * direction.cwiseAbs().maxCoeff();
        Index leaving = 0;
        double least = 0;
        for (Index place = 1; place < m_inverse.rows(); ++place) {
            if (direction[place] > threshold) {
                const double ratio = std::max(0.0, m_inverse(place, 0)) / direction[place];
                if (leaving == 0 || ratio < least || (ratio == least && direction[place] > direction[leaving])) {
                    leaving = place;
                    least = ratio;
                }
            }
        }
        if (leaving == 0) {
            return false;
        }
        exchange(leaving, *entering, entered, direction);
        return true;
    }

    [[nodiscard]] std::vector<PathCounts> mixtureOf(const RowVectorXd& spread) const
    {
        std::vector<PathCounts> seconds(at(m_graph.chunks()));
        for (std::size_t plan = 0; plan < m_loads.size(); ++plan) {
            if (const double share = spread[static_cast<Index>(plan) + 2]; share > 0) {
                for (std::size_t chunk = 0; chunk < seconds.size(); ++chunk) {
                    seconds[chunk].add(m_loads[plan].seconds[chunk], share);
                }
            }
        }
        return seconds;
    }

    void invert()
    {
        m_inverse = m_basis.partialPivLu().inverse();
        m_exchanges = 0;
    }

    void exchange(Index leaving, const Variable& entering, const VectorXd& column, const VectorXd& direction)
    {
        m_basis.col(leaving) = column;
        m_basics[placeOf(leaving)] = entering;
        if (++m_exchanges == exchangesOfInverse) {
            invert();
            return;
        }
        const RowVectorXd row = m_inverse.row(leaving) / direction[leaving];
        m_inverse.noalias() -= direction * row;
        m_inverse.row(leaving) = row;
    }

    OperationGraph& m_graph;
    Seconds m_most;
    std::vector<PathLoad> m_loads;
    std::vector<CountedPath> m_paths;
    std::vector<VectorXd> m_columns;  ///< columns of the paths
    std::vector<VectorXd> m_uses;     ///< columns of the prices, by resource
    std::vector<Variable> m_basics;   ///< by place in the basis
    MatrixXd m_basis;
    MatrixXd m_inverse;  ///< first column: values of the basic variables
    int m_exchanges = 0;
    double m_work = 0;
};

PathMaster::PathMaster(OperationGraph& graph, std::vector<CountedPath> paths, std::size_t resources, Seconds most)
    : m_simplex(std::make_unique<Simplex>(graph, std::move(paths), resources, most))
{}

PathMaster::~PathMaster() = default;

PathMaster::PathMaster(const PathMaster& other)
    : m_simplex(std::make_unique<Simplex>(*other.m_simplex)),
      m_means(other.m_means),
      m_value(other.m_value),
      m_shares(other.m_shares)
{}

PathMaster::PathMaster(PathMaster&&) noexcept = default;

void PathMaster::addResource(const std::vector<double>& uses)
{
    m_simplex->addResource(uses);
}

void PathMaster::add(PathLoad load)
{
    m_simplex->add(std::move(load));
}

std::vector<CountedPath> PathMaster::paths() const
{
    return m_simplex->paths();
}

void PathMaster::solve(double& work)
{
    do {
        m_simplex->settle();
        work -= m_simplex->takeWork();
    } while (work > 0 && m_simplex->addPath());
    m_means = m_simplex->means();
    m_value = m_simplex->isSound() ? m_simplex->value() : 0;
    m_shares = m_simplex->shares();
}

}  // namespace pgram
