// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster_parts_json.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr ConstantField<Device> constantsOfDevice[] = {
    {"gemm_efficiency", &Device::gemmEfficiency, leastEfficiency, 1},
    {"fp8_efficiency", &Device::fp8Efficiency, leastEfficiency, 1},
    {"fp4_efficiency", &Device::fp4Efficiency, leastEfficiency, 1},
    {"attention_efficiency", &Device::attentionEfficiency, leastEfficiency, 1},
    {"memory_efficiency", &Device::memoryEfficiency, leastEfficiency, 1},
    {"launch_s", &Device::launchSeconds, 0, longestLatency},
};

struct QuoteField {
    const char* key;
    Quote Device::*member;
    double most;
};

constexpr QuoteField quoteFields[] = {
    {"usd_per_hour", &Device::hourPrice, highestPrice},
    {"power_watts", &Device::power, highestPower},
};

/// Of precisions, those that only some devices have beside the units.
std::vector<Precision> readBlockFormats(JsonObject& object)
{
    std::vector<Precision> formats;
    for (const std::string& name : object.stringsOr("names")) {
        const auto row =
            std::ranges::find_if(precisions(), [&name](const PrecisionRow& of) { return of.name == name; });
        if (row == precisions().end() || !row->isBlockFormat) {
            object.fail("names", Core::tr("has '{}', which is no format with a scale for each block", name));
        } else if (std::ranges::find(formats, row->precision) == formats.end()) {
            formats.push_back(row->precision);
        }
    }
    if (formats.empty()) {
        object.fail("names", Core::tr("is empty"));
    }
    return formats;
}

constexpr ConstantField<LinkLevel> linkStartup = {"startup_s", &LinkLevel::startup, 0, longestLatency};

}  // namespace

std::span<const ConstantField<Device>> deviceConstants()
{
    return constantsOfDevice;
}

Json toJson(const Device& device)
{
    Json json = Json::object();
    json["name"] = device.name;
    json["memory_bytes"] = device.memory;
    Json& peaks = json["peak_flop_per_s"] = Json::object();
    for (const DevicePeak& peak : devicePeaks()) {
        if (device.*peak.member > 0) {
            peaks[precisionRow(peak.units).name] = device.*peak.member;
        }
    }
    if (!device.blockFormats.empty()) {
        Json& formats = json["block_formats"] = {{"names", Json::array()}, {"source", device.blockFormatsSource}};
        for (const Precision format : device.blockFormats) {
            formats["names"].push_back(precisionRow(format).name);
        }
    }
    json["memory_bytes_per_s"] = device.memoryBandwidth;
    if (device.multiprocessors > 0) {
        json["multiprocessors"] = device.multiprocessors;
    }
    for (const auto& field : constantsOfDevice) {
        write(json, field, device);
    }
    if (device.products) {
        json["products"] = toJson(*device.products);
    }
    if (device.groupedProducts) {
        json["grouped_products"] = toJson(*device.groupedProducts);
    }
    if (device.attention) {
        json["attention"] = toJson(*device.attention);
    }
    for (const QuoteField& field : quoteFields) {
        const Quote& quote = device.*field.member;
        if (quote.isKnown()) {
            json[field.key] = {{"value", quote.value}, {"source", quote.source}};
            if (!quote.date.empty()) {
                json[field.key]["date"] = quote.date;
            }
        }
    }
    return json;
}

Json toJson(const LinkLevel& link, bool isInnermost)
{
    Json json = Json::object();
    json["name"] = link.name;
    if (link.span > 0) {
        json["span"] = link.span;
    }
    json["bytes_per_s"] = link.bandwidth;
    write(json, linkEfficiency, link);
    json["latency_s"] = link.latency;
    if (link.startup != Constant()) {
        write(json, linkStartup, link);
    }
    if (isInnermost && link.collectives) {
        json["collectives"] = toJson(*link.collectives);
    }
    return json;
}

Device readDevice(JsonObject object, UnknownKeys* unknown)
{
    Device device;
    device.name = object.string("name");
    device.memory = object.integer("memory_bytes", MiB, largestMemory);
    JsonObject peaks = object.object("peak_flop_per_s");
    device.peakFp32 = peaks.number("fp32", 1, fastestDevice);
    for (const DevicePeak& peak : devicePeaks()) {
        device.*peak.member = peaks.numberOr(precisionRow(peak.units).name, 0, 0, fastestDevice);
    }
    if (object.has("block_formats")) {
        JsonObject formats = object.object("block_formats");
        device.blockFormats = readBlockFormats(formats);
        device.blockFormatsSource = formats.string("source");
        takeUnknown(formats, unknown);
    }
    device.memoryBandwidth = object.number("memory_bytes_per_s", 1, fastestLink);
    device.multiprocessors = static_cast<int>(object.integerOr("multiprocessors", 0, 0, mostMultiprocessors));
    for (const auto& field : constantsOfDevice) {
        read(object, field, device, unknown);
    }
    if (object.has("products")) {
        device.products = readProducts(object.object("products"), unknown);
    }
    if (object.has("grouped_products")) {
        device.groupedProducts = readProducts(object.object("grouped_products"), unknown);
    }
    if (object.has("attention")) {
        device.attention = readAttention(object.object("attention"), unknown);
    }
    if ((device.products || device.groupedProducts || device.attention) && device.multiprocessors == 0) {
        object.fail(device.products          ? "products"
                    : device.groupedProducts ? "grouped_products"
                                             : "attention",
                    Core::tr("needs the number of multiprocessors, to which tiles are dealt"));
    }
    for (const QuoteField& field : quoteFields) {
        if (object.has(field.key)) {
            JsonObject member = object.object(field.key);
            device.*field.member = {member.number("value", leastQuote, field.most), member.string("source"),
                                    member.stringOr("date", {})};
            takeUnknown(member, unknown);
        }
    }
    takeUnknown(peaks, unknown);
    takeUnknown(object, unknown);
    return device;
}

LinkLevel readLink(JsonObject& element, UnknownKeys* unknown, bool isInnermost)
{
    LinkLevel link;
    link.name = element.string("name");
    link.bandwidth = element.number("bytes_per_s", 1, fastestLink);
    link.bandwidth /= static_cast<double>(element.integerOr("shared_by", 1, 1, mostClusterDevices));
    read(element, linkEfficiency, link, unknown);
    link.latency = element.numberOr("latency_s", 0, 0, longestLatency);
    read(element, linkStartup, link, unknown);
    if (isInnermost && element.has("collectives")) {
        link.collectives = readCollectives(element.object("collectives"), unknown);
    }
    return link;
}

}  // namespace pgram
