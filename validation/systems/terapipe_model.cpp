// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/systems/terapipe_model.h"

#include "core/base/index.h"

#include <Eigen/Dense>
#include <algorithm>
#include <limits>
#include <vector>

namespace pgram {

Seconds ContextLaw::operator()(int sequences, int tokens, int context) const
{
    const double length = static_cast<double>(sequences) * tokens;
    const double behind = static_cast<double>(sequences) * context;
    return constant + perLength * length + perContext * behind + perPair * length * context;
}

ContextLaw fitContextLaw(std::span<const ContextSample> samples)
{
    // Columns of like size, so that none is lost beside b·l·c.
    const auto rows = static_cast<Eigen::Index>(samples.size());
    Eigen::MatrixXd matrix(rows, 4);
    Eigen::VectorXd seconds(rows);
    for (Eigen::Index i = 0; i < rows; ++i) {
        const ContextSample& sample = samples[at(i)];
        const double length = static_cast<double>(sample.sequences) * sample.tokens;
        const double behind = static_cast<double>(sample.sequences) * sample.context;
        matrix.row(i) << 1, length, behind, length * sample.context;
        seconds(i) = sample.seconds;
    }
    const Eigen::RowVectorXd scale = matrix.cwiseAbs().colwise().maxCoeff().cwiseMax(1e-300);
    const Eigen::MatrixXd scaled = matrix.array().rowwise() / scale.array();
    const Eigen::VectorXd solved = scaled.colPivHouseholderQr().solve(seconds).array() / scale.transpose().array();
    return {solved(0), solved(1), solved(2), solved(3)};
}

namespace {

struct Point {
    double tokens;
    Seconds seconds;
};

/// A level through the first `flat` points and a line through the others, by relative errors.
struct SplitFit {
    Seconds level = 0;
    Seconds fixed = 0;
    Seconds perToken = 0;
    double error = 0;
};

SplitFit fitSplit(const std::vector<Point>& points, std::size_t flat)
{
    SplitFit fit;
    double ones = 0;
    double inverse = 0;
    Eigen::Matrix2d normal = Eigen::Matrix2d::Zero();
    Eigen::Vector2d right = Eigen::Vector2d::Zero();
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double weight = 1 / points[i].seconds;
        if (i < flat) {
            ones += weight;
            inverse += weight * weight;
            continue;
        }
        const Eigen::Vector2d row(weight, weight * points[i].tokens);
        normal += row * row.transpose();
        right += row;
    }
    const Eigen::Vector2d line = normal.ldlt().solve(right);
    fit.fixed = line(0);
    fit.perToken = line(1);
    fit.level = flat > 0 ? ones / inverse : 0;
    for (const Point& point : points) {
        const double relative = std::max(fit.level, fit.fixed + fit.perToken * point.tokens) / point.seconds - 1;
        fit.error += relative * relative;
    }
    return fit;
}

}  // namespace

std::optional<SliceLaw> fitUniformRuns(std::span<const UniformRun> runs, int tokens, int sequences, int stages)
{
    std::vector<Point> points;
    for (const UniformRun& run : runs) {
        const double turns = static_cast<double>(sequences) * run.slices + stages - 1;
        points.push_back({static_cast<double>(tokens) / run.slices, run.seconds / turns});
    }
    std::ranges::sort(points, {}, &Point::tokens);
    SplitFit best;
    best.error = std::numeric_limits<double>::infinity();
    for (std::size_t flat = 0; flat + 2 <= points.size(); ++flat) {
        const SplitFit fit = fitSplit(points, flat);
        if (fit.perToken > 0 && fit.error < best.error) {
            best = fit;
        }
    }
    if (points.size() < 3 || best.perToken <= 0) {
        return std::nullopt;
    }
    // fixed + max(floor, …) with a floor of at least 0.
    const Seconds fixed = std::clamp(best.fixed, 0.0, std::max(0.0, best.level));
    return SliceLaw{fixed, std::max(0.0, best.level - fixed), best.perToken};
}

double teraPipeBytes(const TeraPipeStage& stage)
{
    const double h = stage.hidden;
    const double m = stage.tensor;
    const double parameters = (12 * h * h + 9 * h) / m + 4 * h;
    const double boundary = stage.sequences * stage.tokens * h * 2;
    const double scores = stage.sequences * stage.heads * stage.tokens * stage.tokens;
    return stage.layers * (14 * parameters + boundary * (2 + 5 / m) + boundary * (2 + 4 / m) + 6 * scores / m) +
           2 * boundary;
}

}  // namespace pgram
