// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/presets/cluster_tables.h"

#include "core/base/measure.h"
#include "core/presets/cluster_edits.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::string_view allReduce = "all-reduce";
constexpr std::string_view allToAll = "all-to-all";
constexpr std::string_view consecutive = "consecutive";
constexpr std::string_view spread = "spread";
constexpr Volume firstBytes = MiB;
constexpr Seconds firstSeconds = 1e-4;

/// Series and point of a row of Times.
struct PointPlace {
    std::size_t series = 0;
    std::size_t point = 0;
};

std::vector<PointPlace> pointsOf(const Cluster& cluster)
{
    std::vector<PointPlace> places;
    for (std::size_t series = 0; series < cluster.measuredTimes.size(); ++series) {
        for (std::size_t point = 0; point < cluster.measuredTimes[series].points.size(); ++point) {
            places.push_back({series, point});
        }
    }
    return places;
}

Result<void> take(double& into, std::string_view typed, Measure measure)
{
    return parseMeasure(typed, measure).map([&into](double value) { into = value; });
}

Result<void> take(int& into, std::string_view typed)
{
    return parseMeasure(typed, Measure::Count)
        .and_then([](double value) { return withinRange(value, 2, mostClusterDevices, Measure::Count); })
        .map([&into](double value) { into = static_cast<int>(value); });
}

/// One of two words, of which a beginning is enough.
Result<void> take(bool& into, std::string_view typed, std::string_view no, std::string_view yes)
{
    if (typed.empty() || (!no.starts_with(typed) && !yes.starts_with(typed))) {
        return badInput(
            Core::tr("is '{}', expected one of {}", std::string(typed.substr(0, 40)), fmt::format("{}, {}", no, yes)));
    }
    into = !no.starts_with(typed);
    return {};
}

Result<void> setCell(Cluster& cluster, MeasuredTable table, std::size_t row, int column, std::string_view typed)
{
    if (table == MeasuredTable::Groups) {
        MeasuredGroup& group = cluster.measured[row];
        return column == 0   ? take(group.size, typed)
               : column == 1 ? take(group.consecutive, typed, spread, consecutive)
                             : take(group.busBandwidth, typed, Measure::Rate);
    }
    if (table == MeasuredTable::Pipelines) {
        MeasuredPipeline& pipeline = cluster.measuredPipelines[row];
        return column == 0 ? take(pipeline.stages, typed) : take(pipeline.bandwidth, typed, Measure::Rate);
    }
    const PointPlace place = pointsOf(cluster)[row];
    MeasuredTimes& times = cluster.measuredTimes[place.series];
    auto& [bytes, seconds] = times.points[place.point];
    return column == 0   ? take(times.allToAll, typed, allReduce, allToAll)
           : column == 1 ? take(times.size, typed)
           : column == 2 ? take(bytes, typed, Measure::Memory)
                         : take(seconds, typed, Measure::Time);
}

Result<Cluster> asYours(const Cluster& before, Cluster next)
{
    Provenance& provenance = next.measuredProvenance;
    if (provenance.kind != "yours") {
        const std::string& source = before.measuredProvenance.source;
        provenance = {"yours", fmt::format("set by hand; was {}{}{}", before.measuredProvenance.kind,
                                           source.empty() ? "" : ": ", source)};
    }
    return checkedCluster(next);
}

std::size_t rowsOf(const Cluster& cluster, MeasuredTable table)
{
    return table == MeasuredTable::Groups  ? cluster.measured.size()
           : table == MeasuredTable::Times ? pointsOf(cluster).size()
                                           : cluster.measuredPipelines.size();
}

Result<std::size_t> rowAt(const Cluster& cluster, MeasuredTable table, int row)
{
    if (row < 0 || static_cast<std::size_t>(row) >= rowsOf(cluster, table)) {
        return badInput(Core::tr("there is no row {}", row), "cluster./measured");
    }
    return static_cast<std::size_t>(row);
}

}  // namespace

std::vector<Phrase> columnsOf(MeasuredTable table)
{
    switch (table) {
    case MeasuredTable::Groups:
        return {Core::tr("Devices"), Core::tr("Ranks"), Core::tr("Bus bandwidth")};
    case MeasuredTable::Times:
        return {Core::tr("Collective"), Core::tr("Devices"), Core::tr("Buffer"), Core::tr("Time")};
    case MeasuredTable::Pipelines:
        return {Core::tr("Stages"), Core::tr("Bandwidth")};
    }
    return {};
}

std::vector<std::vector<std::string>> cellsOf(const Cluster& cluster, MeasuredTable table)
{
    std::vector<std::vector<std::string>> rows;
    const auto rate = [](double value) { return measureToType(value, Measure::Rate); };
    if (table == MeasuredTable::Groups) {
        for (const MeasuredGroup& group : cluster.measured) {
            rows.push_back({std::to_string(group.size), std::string(group.consecutive ? consecutive : spread),
                            rate(group.busBandwidth)});
        }
    } else if (table == MeasuredTable::Pipelines) {
        for (const MeasuredPipeline& pipeline : cluster.measuredPipelines) {
            rows.push_back({std::to_string(pipeline.stages), rate(pipeline.bandwidth)});
        }
    } else {
        for (const PointPlace& place : pointsOf(cluster)) {
            const MeasuredTimes& times = cluster.measuredTimes[place.series];
            const auto& [bytes, seconds] = times.points[place.point];
            rows.push_back({std::string(times.allToAll ? allToAll : allReduce), std::to_string(times.size),
                            measureToType(bytes, Measure::Memory), measureToType(seconds, Measure::Time)});
        }
    }
    return rows;
}

Result<Cluster> withCell(const Cluster& cluster, MeasuredTable table, int row, int column, std::string_view typed)
{
    return rowAt(cluster, table, row).and_then([&](std::size_t index) -> Result<Cluster> {
        Cluster next = cluster;
        if (const Result<void> taken = setCell(next, table, index, column, typed); !taken) {
            return tl::unexpected(taken.error());
        }
        return next == cluster ? Result<Cluster>(cluster) : asYours(cluster, std::move(next));
    });
}

Result<Cluster> withRow(const Cluster& cluster, MeasuredTable table)
{
    Cluster next = cluster;
    const auto beyond = [&cluster](int size) { return 2 * size <= cluster.devices ? 2 * size : size; };
    const Bandwidth usual = cluster.links.front().bandwidth * cluster.links.front().efficiency.value;
    if (table == MeasuredTable::Groups) {
        MeasuredGroup group{2, true, usual};
        if (!cluster.measured.empty()) {
            group = cluster.measured.back();
            group.size = beyond(group.size);
        }
        next.measured.push_back(group);
    } else if (table == MeasuredTable::Pipelines) {
        MeasuredPipeline pipeline{2, usual};
        if (!cluster.measuredPipelines.empty()) {
            pipeline = cluster.measuredPipelines.back();
            pipeline.stages = beyond(pipeline.stages);
        }
        next.measuredPipelines.push_back(pipeline);
    } else if (cluster.measuredTimes.empty()) {
        next.measuredTimes.push_back({false, 2, {{firstBytes, firstSeconds}}});
    } else {
        const auto [bytes, seconds] = cluster.measuredTimes.back().points.back();
        next.measuredTimes.back().points.push_back({2 * bytes, 2 * seconds});
    }
    return asYours(cluster, std::move(next));
}

Result<Cluster> withoutRow(const Cluster& cluster, MeasuredTable table, int row)
{
    return rowAt(cluster, table, row).and_then([&](std::size_t index) -> Result<Cluster> {
        Cluster next = cluster;
        if (table == MeasuredTable::Groups) {
            next.measured.erase(next.measured.begin() + row);
        } else if (table == MeasuredTable::Pipelines) {
            next.measuredPipelines.erase(next.measuredPipelines.begin() + row);
        } else {
            const PointPlace place = pointsOf(cluster)[index];
            auto& points = next.measuredTimes[place.series].points;
            points.erase(points.begin() + static_cast<std::ptrdiff_t>(place.point));
            if (points.empty()) {
                next.measuredTimes.erase(next.measuredTimes.begin() + static_cast<std::ptrdiff_t>(place.series));
            }
        }
        return asYours(cluster, std::move(next));
    });
}

}  // namespace pgram
