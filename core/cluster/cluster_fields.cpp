// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/cluster_fields.h"

#include "core/base/json.h"

#include <array>
#include <charconv>
#include <fmt/format.h>

namespace pgram {

namespace {

using Part = ClusterPart;
using Kind = ClusterField::Kind;

constexpr double memory = largestMemory;

constexpr std::array fields{
    ClusterField{Part::Whole, "title", Core::tr("Title"), Measure::Text},
    ClusterField{Part::Whole, "devices", Core::tr("Devices"), Measure::Count, 1, mostClusterDevices},
    ClusterField{Part::Whole, "context_bytes", Core::tr("Context"), Measure::Memory, 0, memory},
    ClusterField{Part::Whole, "reserve", Core::tr("Reserve"), Measure::Share, 0, mostReserve, Kind::Constant},
    ClusterField{Part::Whole, "overlap_slowdown", Core::tr("Overlap slowdown"), Measure::Factor, 1, mostSlowdown,
                 Kind::Constant},

    ClusterField{Part::Device, "name", Core::tr("Name"), Measure::Text},
    ClusterField{Part::Device, "memory_bytes", Core::tr("Memory"), Measure::Memory, MiB, memory},
    ClusterField{Part::Device, "memory_bytes_per_s", Core::tr("Memory bandwidth"), Measure::Rate, 1, fastestLink},
    ClusterField{Part::Device, "peak_flop_per_s/fp32", Core::tr("Peak FP32"), Measure::Peak, 1, fastestDevice},
    ClusterField{Part::Device, "peak_flop_per_s/tf32", Core::tr("Peak TF32"), Measure::Peak, 0, fastestDevice,
                 Kind::Optional},
    ClusterField{Part::Device, "peak_flop_per_s/fp16", Core::tr("Peak FP16"), Measure::Peak, 0, fastestDevice,
                 Kind::Optional},
    ClusterField{Part::Device, "peak_flop_per_s/bf16", Core::tr("Peak BF16"), Measure::Peak, 0, fastestDevice,
                 Kind::Optional},
    ClusterField{Part::Device, "peak_flop_per_s/fp8", Core::tr("Peak FP8"), Measure::Peak, 0, fastestDevice,
                 Kind::Optional},
    ClusterField{Part::Device, "peak_flop_per_s/fp4", Core::tr("Peak FP4"), Measure::Peak, 0, fastestDevice,
                 Kind::Optional},
    ClusterField{Part::Device, "multiprocessors", Core::tr("Multiprocessors"), Measure::Count, 0, mostMultiprocessors,
                 Kind::Optional},
    ClusterField{Part::Device, "gemm_efficiency", Core::tr("GEMM efficiency"), Measure::Share, leastEfficiency, 1,
                 Kind::Constant},
    ClusterField{Part::Device, "fp8_efficiency", Core::tr("FP8 efficiency"), Measure::Share, leastEfficiency, 1,
                 Kind::Constant},
    ClusterField{Part::Device, "fp4_efficiency", Core::tr("FP4 efficiency"), Measure::Share, leastEfficiency, 1,
                 Kind::Constant},
    ClusterField{Part::Device, "attention_efficiency", Core::tr("Attention efficiency"), Measure::Share,
                 leastEfficiency, 1, Kind::Constant},
    ClusterField{Part::Device, "memory_efficiency", Core::tr("Memory efficiency"), Measure::Share, leastEfficiency, 1,
                 Kind::Constant},
    ClusterField{Part::Device, "launch_s", Core::tr("Launch time"), Measure::Time, 0, longestLatency, Kind::Constant},
    ClusterField{Part::Device, "usd_per_hour", Core::tr("Price"), Measure::Price, leastQuote, highestPrice,
                 Kind::Quote},
    ClusterField{Part::Device, "power_watts", Core::tr("Power"), Measure::Power, leastQuote, highestPower, Kind::Quote},

    ClusterField{Part::Link, "name", Core::tr("Name"), Measure::Text},
    ClusterField{Part::Link, "span", Core::tr("Devices in an island"), Measure::Count, 1, mostClusterDevices},
    ClusterField{Part::Link, "bytes_per_s", Core::tr("Bandwidth"), Measure::Rate, 1, fastestLink},
    ClusterField{Part::Link, "efficiency", Core::tr("Efficiency"), Measure::Share, leastEfficiency, 1, Kind::Constant},
    ClusterField{Part::Link, "latency_s", Core::tr("Latency"), Measure::Time, 0, longestLatency},
    ClusterField{Part::Link, "startup_s", Core::tr("Startup"), Measure::Time, 0, longestLatency, Kind::Constant},

    ClusterField{Part::Network, "name", Core::tr("Name"), Measure::Text},
    ClusterField{Part::Network, "bytes_per_s", Core::tr("Bandwidth"), Measure::Rate, 1, fastestLink},
    ClusterField{Part::Network, "efficiency", Core::tr("Efficiency"), Measure::Share, leastEfficiency, 1,
                 Kind::Constant},
    ClusterField{Part::Network, "latency_s", Core::tr("Latency"), Measure::Time, 0, longestLatency},
    ClusterField{Part::Network, "startup_s", Core::tr("Startup"), Measure::Time, 0, longestLatency, Kind::Constant},

    ClusterField{Part::Host, "name", Core::tr("Link"), Measure::Text},
    ClusterField{Part::Host, "bytes_per_s", Core::tr("Bandwidth"), Measure::Rate, 1, fastestLink},
    ClusterField{Part::Host, "devices_per_link", Core::tr("Devices per link"), Measure::Count, 1, mostClusterDevices},
    ClusterField{Part::Host, "memory_bytes_per_device", Core::tr("Host memory per device"), Measure::Memory, 0, memory,
                 Kind::Optional},
    ClusterField{Part::Host, "devices_per_node", Core::tr("Devices per node"), Measure::Count, 0, mostClusterDevices,
                 Kind::Optional},
    ClusterField{Part::Host, "efficiency", Core::tr("Efficiency"), Measure::Share, leastEfficiency, 1, Kind::Constant},
    ClusterField{Part::Host, "update_bytes_per_s", Core::tr("Update bandwidth"), Measure::Rate, 1, fastestLink,
                 Kind::Constant},

    ClusterField{Part::Kind, "name", Core::tr("Name"), Measure::Text},
    ClusterField{Part::Kind, "devices", Core::tr("Devices"), Measure::Count, 1, mostClusterDevices},

    ClusterField{Part::Slow, "first", Core::tr("First device"), Measure::Count, 0, mostClusterDevices},
    ClusterField{Part::Slow, "devices", Core::tr("Devices"), Measure::Count, 1, mostClusterDevices},
    ClusterField{Part::Slow, "speed", Core::tr("Speed"), Measure::Share, slowestSpeed, 1},
};

std::string partPointer(ClusterPart part, const PartIndex& index)
{
    const std::string owner = index.kind < 0 ? "" : fmt::format("/kinds/{}", index.kind);
    switch (part) {
    case Part::Whole:
        return "";
    case Part::Device:
        return owner + "/device";
    case Part::Link:
        return fmt::format("{}/links/{}", owner, index.number);
    case Part::Network:
        return "/network";
    case Part::Host:
        return "/host";
    case Part::Kind:
        return fmt::format("/kinds/{}", index.number);
    case Part::Slow:
        return fmt::format("/slow/{}", index.number);
    }
    return "";
}

/// The number behind "/links/" in a pointer; `otherwise` where there is none.
int numberBehind(std::string_view pointer, std::string_view list, int otherwise)
{
    const std::size_t at = pointer.find(list);
    int number = otherwise;
    if (at != std::string_view::npos) {
        std::from_chars(pointer.data() + at + list.size(), pointer.data() + pointer.size(), number);
    }
    return number;
}

/// Which part of its sort a pointer leads to.
PartIndex indexIn(std::string_view pointer, ClusterPart part)
{
    const bool hasOwner = part == Part::Device || part == Part::Link;
    const char* list = part == Part::Link ? "/links/" : part == Part::Kind ? "/kinds/" : "/slow/";
    return {numberBehind(pointer, list, 0), hasOwner ? numberBehind(pointer, "/kinds/", -1) : -1};
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

std::string ClusterField::pointer(const PartIndex& index) const
{
    return fmt::format("{}/{}", partPointer(part, index), key);
}

std::string ClusterField::valuePointer(const PartIndex& index) const
{
    return pointer(index) + (hasValueInside(*this) ? "/value" : "");
}

std::span<const ClusterField> clusterFields()
{
    return fields;
}

FieldPlace fieldAt(std::string_view pointer)
{
    for (const ClusterField& field : fields) {
        const PartIndex index = indexIn(pointer, field.part);
        if (field.pointer(index) == pointer || field.valuePointer(index) == pointer) {
            return {&field, index};
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

std::string valueToType(const ClusterField& field, const Json& cluster, const PartIndex& index)
{
    const Json::json_pointer at(field.valuePointer(index));
    if (!cluster.contains(at)) {
        return "";
    }
    const Json& value = cluster[at];
    return value.is_string()   ? value.get<std::string>()
           : value.is_number() ? measureToType(value.get<double>(), field.measure)
                               : std::string();
}

}  // namespace pgram
