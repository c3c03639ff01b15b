// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/cluster_fields.h"

#include <array>
#include <charconv>
#include <fmt/format.h>

namespace pgram {

namespace {

using enum ClusterPart;
using Kind = ClusterField::Kind;

constexpr double devices = mostClusterDevices;
constexpr double memory = largestMemory;

constexpr std::array fields{
    ClusterField{Whole, "title", Core::tr("Title"), Measure::Text},
    ClusterField{Whole, "devices", Core::tr("Devices"), Measure::Count, 1, devices},
    ClusterField{Whole, "context_bytes", Core::tr("Context"), Measure::Memory, 0, memory},
    ClusterField{Whole, "reserve", Core::tr("Reserve"), Measure::Share, 0, mostReserve, Kind::Constant},
    ClusterField{Whole, "overlap_slowdown", Core::tr("Overlap slowdown"), Measure::Factor, 1, mostSlowdown,
                 Kind::Constant},

    ClusterField{Device, "name", Core::tr("Name"), Measure::Text},
    ClusterField{Device, "memory_bytes", Core::tr("Memory"), Measure::Memory, MiB, memory},
    ClusterField{Device, "memory_bytes_per_s", Core::tr("Memory bandwidth"), Measure::Rate, 1, fastestLink},
    ClusterField{Device, "peak_flop_per_s/fp32", Core::tr("Peak FP32"), Measure::Peak, 1, fastestDevice},
    ClusterField{Device, "peak_flop_per_s/tf32", Core::tr("Peak TF32"), Measure::Peak, 0, fastestDevice,
                 Kind::Optional},
    ClusterField{Device, "peak_flop_per_s/fp16", Core::tr("Peak FP16"), Measure::Peak, 0, fastestDevice,
                 Kind::Optional},
    ClusterField{Device, "peak_flop_per_s/bf16", Core::tr("Peak BF16"), Measure::Peak, 0, fastestDevice,
                 Kind::Optional},
    ClusterField{Device, "peak_flop_per_s/fp8", Core::tr("Peak FP8"), Measure::Peak, 0, fastestDevice, Kind::Optional},
    ClusterField{Device, "peak_flop_per_s/fp4", Core::tr("Peak FP4"), Measure::Peak, 0, fastestDevice, Kind::Optional},
    ClusterField{Device, "multiprocessors", Core::tr("Multiprocessors"), Measure::Count, 0, mostMultiprocessors,
                 Kind::Optional},
    ClusterField{Device, "gemm_efficiency", Core::tr("GEMM efficiency"), Measure::Share, leastEfficiency, 1,
                 Kind::Constant},
    ClusterField{Device, "fp8_efficiency", Core::tr("FP8 efficiency"), Measure::Share, leastEfficiency, 1,
                 Kind::Constant},
    ClusterField{Device, "fp4_efficiency", Core::tr("FP4 efficiency"), Measure::Share, leastEfficiency, 1,
                 Kind::Constant},
    ClusterField{Device, "attention_efficiency", Core::tr("Attention efficiency"), Measure::Share, leastEfficiency, 1,
                 Kind::Constant},
    ClusterField{Device, "memory_efficiency", Core::tr("Memory efficiency"), Measure::Share, leastEfficiency, 1,
                 Kind::Constant},
    ClusterField{Device, "launch_s", Core::tr("Launch time"), Measure::Time, 0, longestLatency, Kind::Constant},
    ClusterField{Device, "usd_per_hour", Core::tr("Price"), Measure::Price, leastQuote, highestPrice, Kind::Quote},
    ClusterField{Device, "power_watts", Core::tr("Power"), Measure::Power, leastQuote, highestPower, Kind::Quote},

    ClusterField{Link, "name", Core::tr("Name"), Measure::Text},
    ClusterField{Link, "span", Core::tr("Devices in an island"), Measure::Count, 1, devices},
    ClusterField{Link, "bytes_per_s", Core::tr("Bandwidth"), Measure::Rate, 1, fastestLink},
    ClusterField{Link, "efficiency", Core::tr("Efficiency"), Measure::Share, leastEfficiency, 1, Kind::Constant},
    ClusterField{Link, "latency_s", Core::tr("Latency"), Measure::Time, 0, longestLatency},
    ClusterField{Link, "startup_s", Core::tr("Startup"), Measure::Time, 0, longestLatency, Kind::Constant},

    ClusterField{Network, "name", Core::tr("Name"), Measure::Text},
    ClusterField{Network, "bytes_per_s", Core::tr("Bandwidth"), Measure::Rate, 1, fastestLink},
    ClusterField{Network, "efficiency", Core::tr("Efficiency"), Measure::Share, leastEfficiency, 1, Kind::Constant},
    ClusterField{Network, "latency_s", Core::tr("Latency"), Measure::Time, 0, longestLatency},
    ClusterField{Network, "startup_s", Core::tr("Startup"), Measure::Time, 0, longestLatency, Kind::Constant},

    ClusterField{Host, "name", Core::tr("Link"), Measure::Text},
    ClusterField{Host, "bytes_per_s", Core::tr("Bandwidth"), Measure::Rate, 1, fastestLink},
    ClusterField{Host, "devices_per_link", Core::tr("Devices per link"), Measure::Count, 1, devices},
    ClusterField{Host, "memory_bytes_per_device", Core::tr("Host memory per device"), Measure::Memory, 0, memory,
                 Kind::Optional},
    ClusterField{Host, "devices_per_node", Core::tr("Devices per node"), Measure::Count, 0, devices, Kind::Optional},
    ClusterField{Host, "efficiency", Core::tr("Efficiency"), Measure::Share, leastEfficiency, 1, Kind::Constant},
    ClusterField{Host, "update_bytes_per_s", Core::tr("Update bandwidth"), Measure::Rate, 1, fastestLink,
                 Kind::Constant},
};

std::string partPointer(ClusterPart part, int level)
{
    switch (part) {
    case Whole:
        return "";
    case Device:
        return "/device";
    case Link:
        return fmt::format("/links/{}", level);
    case Network:
        return "/network";
    case Host:
        return "/host";
    }
    return "";
}

bool hasValueInside(const ClusterField& field)
{
    return field.kind == Kind::Constant || field.kind == Kind::Quote;
}

}  // namespace

bool ClusterField::mayBeEmpty() const
{
    return kind == Kind::Optional || kind == Kind::Quote || std::string_view(key) == "startup_s";
}

std::string ClusterField::pointer(int level) const
{
    return fmt::format("{}/{}", partPointer(part, level), key);
}

std::string ClusterField::valuePointer(int level) const
{
    return pointer(level) + (hasValueInside(*this) ? "/value" : "");
}

std::span<const ClusterField> clusterFields()
{
    return fields;
}

FieldPlace fieldAt(std::string_view pointer)
{
    constexpr std::string_view links = "/links/";
    int level = 0;
    if (pointer.starts_with(links)) {
        std::from_chars(pointer.data() + links.size(), pointer.data() + pointer.size(), level);
    }
    for (const ClusterField& field : fields) {
        if (field.pointer(level) == pointer || field.valuePointer(level) == pointer) {
            return {&field, level};
        }
    }
    return {};
}

Result<Json> typedValue(const ClusterField& field, std::string_view typed)
{
    const bool isEmpty = typed.find_first_not_of(" \t") == std::string_view::npos;
    if (isEmpty && field.mayBeEmpty()) {
        return Json();
    }
    if (field.measure == Measure::Text) {
        return isEmpty ? Result<Json>(badInput(Core::tr("is empty"))) : Json(std::string(typed));
    }
    return parseMeasure(typed, field.measure)
        .and_then([&field](double value) { return withinRange(value, field.least, field.most, field.measure); })
        .map([&field](double value) {
            const bool isWhole = field.measure == Measure::Count || field.measure == Measure::Memory;
            return isWhole ? Json(static_cast<std::int64_t>(value)) : Json(value);
        });
}

std::string valueToType(const ClusterField& field, const Json& cluster, int level)
{
    const Json::json_pointer at(field.valuePointer(level));
    if (!cluster.contains(at)) {
        return "";
    }
    const Json& value = cluster[at];
    return value.is_string()   ? value.get<std::string>()
           : value.is_number() ? measureToType(value.get<double>(), field.measure)
                               : std::string();
}

}  // namespace pgram
