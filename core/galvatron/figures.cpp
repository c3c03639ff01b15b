// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/galvatron/figures.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>
#include <span>

namespace pgram::galvatron {

namespace {

struct Point {
    double x = 0;
    double y = 0;
};

/// Coefficients of the polynomial of least squares in x/scale, lowest power first; scale is the largest x, for numbers
/// of one size. There are more points than coefficients, or as many.
Eigen::VectorXd fit(std::span<const Point> points, int degree, double scale)
{
    const auto rows = static_cast<Eigen::Index>(points.size());
    Eigen::MatrixXd powers(rows, degree + 1);
    Eigen::VectorXd values(rows);
    for (Eigen::Index row = 0; row < rows; ++row) {
        const Point& point = points[static_cast<std::size_t>(row)];
        values(row) = point.y;
        for (int power = 0; power <= degree; ++power) {
            powers(row, power) = std::pow(point.x / scale, power);
        }
    }
    return powers.colPivHouseholderQr().solve(values);
}

double largestX(std::span<const Point> points)
{
    return std::ranges::max_element(points, {}, &Point::x)->x;
}

std::size_t differentX(std::vector<Point> points)
{
    std::ranges::sort(points, {}, &Point::x);
    const auto end = std::unique(points.begin(), points.end(), [](Point a, Point b) { return a.x == b.x; });
    return static_cast<std::size_t>(end - points.begin());
}

Line lineThrough(std::span<const Point> points)
{
    const double scale = largestX(points);
    const Eigen::VectorXd found = fit(points, 1, scale);
    return {found(1) / scale, found(0)};
}

Text nameOf(std::size_t type, bool ends)
{
    return ends ? Core::tr("the embedding and the head") : Core::tr("layer type {}", type);
}

/// One figure, whatever the batch: the time of a sample.
Line perSample(double milliseconds)
{
    return {milliseconds, 0};
}

/// The line over the batch sizes that were timed at this sequence length.
Result<Line> lineOverBatches(const std::vector<TimeSample>& samples, const Sequence& sequence, const Text& name,
                             const std::string& where)
{
    std::vector<Point> points;
    for (const TimeSample& sample : samples) {
        if (sample.sequence == sequence) {
            points.push_back({static_cast<double>(sample.batch), sample.batch * sample.perSample});
        }
    }
    if (differentX(points) < 2) {
        return badInput(Core::tr("has times of {} for fewer than two batch sizes at {} tokens", name,
                                 fmt::format("{}", fmt::join(sequence, ", "))),
                        where, Core::tr("Profile more batch sizes, or use the time mode static"));
    }
    const Line line = lineThrough(points);
    if (line.slope < 0 || line.at(1) < 0) {
        return badInput(Core::tr("has times of {} at {} tokens through which goes the line {} ms {} {} ms a sample",
                                 name, fmt::format("{}", fmt::join(sequence, ", ")),
                                 fmt::format("{:.4g}", line.constant), line.slope < 0 ? '-' : '+',
                                 fmt::format("{:.4g}", std::abs(line.slope))),
                        where, Core::tr("Profile it again, or use the time mode static"));
    }
    return line;
}

/// The curve over the sequence lengths of single samples, at this length.
Result<Line> curveOverSequences(const std::vector<TimeSample>& samples, const Sequence& sequence, std::size_t type,
                                bool ends, const std::string& where)
{
    std::vector<Point> points;
    for (const TimeSample& sample : samples) {
        if (sample.batch == 1) {
            points.push_back({static_cast<double>(sample.sequence.front()), sample.perSample});
        }
    }
    const int degree = ends ? 1 : 2;
    if (differentX(points) <= static_cast<std::size_t>(degree)) {
        return badInput(
            Core::tr("has times of {} for fewer than {} sequence lengths at batch 1", nameOf(type, ends), degree + 1),
            where, Core::tr("Profile more sequence lengths"));
    }
    const double scale = largestX(points);
    const Eigen::VectorXd found = fit(points, degree, scale);
    const double x = static_cast<double>(sequence.front()) / scale;
    double value = 0;
    for (int power = degree; power >= 0; --power) {
        value = value * x + found(power);
    }
    if (value < 0) {
        return badInput(Core::tr("has times of {} at batch 1 through which goes a curve of {} ms at {} tokens",
                                 nameOf(type, ends), fmt::format("{:.4g}", value), sequence.front()),
                        where, Core::tr("Profile it again, or use the time mode static"));
    }
    return perSample(value);
}

Result<Line> forwardLine(const std::vector<TimeSample>& samples, TimeMode mode, const Sequence& sequence,
                         std::size_t type, bool ends, const std::string& where)
{
    if (mode == TimeMode::Batch) {
        return lineOverBatches(samples, sequence, nameOf(type, ends), where);
    }
    if (mode == TimeMode::Curve) {
        return curveOverSequences(samples, sequence, type, ends, where);
    }
    const auto found = std::ranges::find(samples, sequence, &TimeSample::sequence);
    if (found == samples.end()) {
        return badInput(Core::tr("has no time of {} at {} tokens", nameOf(type, ends),
                                 fmt::format("{}", fmt::join(sequence, ", "))),
                        where);
    }
    return perSample(found->perSample);
}

Result<void> readLayerMemory(const std::map<std::int64_t, LayerMemory>& tables, MemoryMode mode, std::int64_t sequence,
                             std::size_t type, const std::string& where, LayerFigures& figures)
{
    const auto found = mode == MemoryMode::Static ? tables.find(sequence)
                       : tables.empty()           ? tables.end()
                                                  : std::prev(tables.end());
    if (found == tables.end()) {
        return badInput(Core::tr("has no memory of layer type {} at {} tokens", type, sequence), where);
    }
    const bool scaled = mode == MemoryMode::Scaled;
    const double scale = scaled ? static_cast<double>(sequence) / static_cast<double>(found->first) : 1;
    figures.parameters = scaled ? tables.begin()->second.parameters : found->second.parameters;
    figures.checkpoint = found->second.checkpoint * scale;
    for (const auto& [degree, value] : found->second.activation) {
        figures.activation[degree] = value * scale;
    }
    return {};
}

Result<EndMemory> endMemory(const std::map<Sequence, EndMemory>& tables, MemoryMode mode, const Sequence& sequence,
                            const std::string& where)
{
    if (mode == MemoryMode::Scaled && !tables.empty()) {
        const auto& [longest, memory] = *std::prev(tables.end());
        EndMemory scaled = memory;
        for (auto& [degree, value] : scaled.activation) {
            value *= static_cast<double>(sequence.front()) / static_cast<double>(longest.front());
        }
        return scaled;
    }
    const auto found = tables.find(sequence);
    if (found == tables.end()) {
        return badInput(Core::tr("has no memory of the embedding and the head at {} tokens",
                                 fmt::format("{}", fmt::join(sequence, ", "))),
                        where);
    }
    return found->second;
}

std::map<int, SizeTimes> fitSizes(const std::map<int, SizeTable>& tables)
{
    std::map<int, SizeTimes> fitted;
    for (const auto& [group, table] : tables) {
        std::vector<Point> points;
        for (const auto& [size, time] : table) {
            points.push_back({static_cast<double>(size), time});
        }
        fitted[group] = {table, differentX(points) < 2 ? Line{0, points.front().y} : lineThrough(points)};
    }
    return fitted;
}

Result<void> readEnds(const ModelProfile& model, const Setting& setting, const Sequence& sequence,
                      const std::string& where, Figures& figures)
{
    const auto line = forwardLine(model.endTimes, setting.timeMode, sequence, 0, true, where);
    if (!line) {
        return tl::unexpected(line.error());
    }
    figures.endForward = *line;
    const auto read = [&](const std::map<Sequence, EndMemory>& tables, EndMemory& memory) -> Result<void> {
        Result<EndMemory> found = endMemory(tables, setting.memoryMode, sequence, where);
        if (!found) {
            return tl::unexpected(found.error());
        }
        memory = std::move(*found);
        return {};
    };
    return read(model.whole, figures.whole).and_then([&] { return read(model.first, figures.first); }).and_then([&] {
        return read(model.last, figures.last);
    });
}

}  // namespace

int Setting::layerCount() const
{
    return std::accumulate(layers.begin(), layers.end(), 0,
                           [](int sum, const LayerType& type) { return sum + type.count; });
}

std::vector<int> Setting::typeOfLayers() const
{
    std::vector<int> types;
    for (std::size_t type = 0; type < layers.size(); ++type) {
        types.insert(types.end(), static_cast<std::size_t>(layers[type].count), static_cast<int>(type));
    }
    return types;
}

double SizeTimes::at(double mebibytes) const
{
    if (mebibytes == std::floor(mebibytes) && mebibytes < 1e15) {
        if (const auto found = table.find(static_cast<std::int64_t>(mebibytes)); found != table.end()) {
            return found->second;
        }
    }
    const double fitted = line.at(mebibytes);
    if (fitted >= 0 || table.empty()) {
        return std::max(fitted, 0.0);
    }
    const auto above = std::ranges::find_if(
        table, [mebibytes](const auto& entry) { return static_cast<double>(entry.first) > mebibytes; });
    return (above == table.begin() ? above : std::prev(above))->second;
}

double timeAt(const Line& line, double samples)
{
    const double fitted = line.at(samples);
    return fitted >= 0 ? fitted : samples * line.at(1);
}

Result<Figures> figuresOf(const ModelProfile& model, const HardwareProfile& hardware, const Setting& setting,
                          const std::string& where)
{
    Figures figures;
    figures.sequenceParallel = model.sequenceParallel;
    figures.hardware = hardware;
    figures.allReduce = fitSizes(hardware.allReduce);
    figures.allToAll = fitSizes(hardware.allToAll);
    Sequence all;
    for (std::size_t type = 0; type < setting.layers.size(); ++type) {
        if (type >= model.layers.size()) {
            return badInput(Core::tr("has {} layer type(s), the model {}", model.layers.size(), setting.layers.size()),
                            where);
        }
        const std::int64_t sequence = setting.layers[type].sequence;
        all.push_back(sequence);
        LayerFigures layer;
        const auto line = forwardLine(model.layers[type].times, setting.timeMode, {sequence}, type, false, where);
        if (!line) {
            return tl::unexpected(line.error());
        }
        layer.forward = *line;
        if (line->at(1) <= 0) {
            return badInput(Core::tr("has times of layer type {} at {} tokens of {} ms", type, sequence,
                                     fmt::format("{:.4g}", line->at(1))),
                            where, Core::tr("Profile it again"));
        }
        const auto read = readLayerMemory(model.layers[type].memory, setting.memoryMode, sequence, type, where, layer);
        if (!read) {
            return tl::unexpected(read.error());
        }
        figures.layers.push_back(std::move(layer));
    }
    if (const auto read = readEnds(model, setting, all, where, figures); !read) {
        return tl::unexpected(read.error());
    }
    return figures;
}

}  // namespace pgram::galvatron
