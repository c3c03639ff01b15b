// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/index.h"
#include "core/base/measure.h"
#include "core/cluster/cluster_fields.h"

#include <algorithm>

namespace pgram {

// --- constants and quotes -------------------------------------------------------------------------------------------

void Codec<Constant>::read(const FieldRules& rules, JsonObject& object, Constant& constant, UnknownKeys* unknown)
{
    if (!object.has(rules.key)) {
        return;
    }
    JsonObject member = object.object(rules.key);
    constant.value = member.number("value", rules.least, rules.most);
    const std::vector<std::string_view> kinds(provenanceKinds.begin(), provenanceKinds.end());
    constant.provenance.kind = kinds[at(member.oneOf("provenance", kinds))];
    constant.provenance.source = member.stringOr("source", {});
    takeUnknown(member, unknown);
}

Json Codec<Constant>::write(const Constant& constant)
{
    return {
        {"value", constant.value}, {"provenance", constant.provenance.kind}, {"source", constant.provenance.source}};
}

Json Codec<Constant>::schema(const FieldRules& rules)
{
    return {{"type", "object"},
            {"additionalProperties", false},
            {"required", {"value", "provenance", "source"}},
            {"properties",
             {{"value", Codec<double>::schema(rules)},
              {"provenance", {{"enum", provenanceKinds}, {"description", "Where the figure is from"}}},
              {"source", {{"type", "string"}, {"description", "On what, or why"}}}}}};
}

void Codec<Quote>::read(const FieldRules& rules, JsonObject& object, Quote& quote, UnknownKeys* unknown)
{
    if (object.has(rules.key)) {
        JsonObject member = object.object(rules.key);
        quote = {member.number("value", rules.least, rules.most), member.string("source"), member.stringOr("date", {})};
        takeUnknown(member, unknown);
    }
}

Json Codec<Quote>::write(const Quote& quote)
{
    Json json{{"value", quote.value}, {"source", quote.source}};
    if (!quote.date.empty()) {
        json["date"] = quote.date;
    }
    return json;
}

Json Codec<Quote>::schema(const FieldRules& rules)
{
    return {{"type", "object"},
            {"additionalProperties", false},
            {"required", {"value", "source"}},
            {"properties",
             {{"value", Codec<double>::schema(rules)},
              {"source", {{"type", "string"}, {"minLength", 1}, {"description", "Who says so"}}},
              {"date", {{"type", "string"}, {"description", "Day of the figure, as 2026-04-01"}}}}}};
}

// --- devices --------------------------------------------------------------------------------------------------------

namespace {

constexpr double memory = largestMemory;

void readBlockFormats(const FieldRules& rules, JsonObject& object, Device& device, UnknownKeys*)
{
    std::vector<Precision>& formats = device.blockFormats;
    for (const std::string& name : object.stringsOr(rules.key)) {
        const auto row =
            std::ranges::find_if(precisions(), [&name](const PrecisionRow& of) { return of.name == name; });
        if (row == precisions().end() || !row->isBlockFormat) {
            object.fail(rules.key, Core::tr("has '{}', which is not a format with a scale for each block", name));
        } else if (std::ranges::find(formats, row->precision) == formats.end()) {
            formats.push_back(row->precision);
        }
    }
    if (formats.empty()) {
        object.fail(rules.key, Core::tr("is empty"));
    }
}

Json describeBlockFormats(const FieldRules&)
{
    Json names = Json::array();
    for (const PrecisionRow& row : precisions()) {
        if (row.isBlockFormat) {
            names.push_back(row.name);
        }
    }
    return {{"type", "array"}, {"minItems", 1}, {"items", {{"enum", names}}}};
}

/// The peak of the units of a precision.
template <auto peak>
constexpr Field<Device> peakRow(std::string_view key, Phrase title)
{
    return field<peak>(key).titled(title, Measure::Peak).between(0, fastestDevice).unknownIfZero();
}

constexpr Field<Device> peakRows[] = {
    field<&Device::peakFp32>("fp32").titled(Core::tr("Peak FP32"), Measure::Peak).between(1, fastestDevice).required(),
    peakRow<&Device::peakTf32>("tf32", Core::tr("Peak TF32")),
    peakRow<&Device::peakFp16>("fp16", Core::tr("Peak FP16")),
    peakRow<&Device::peakBf16>("bf16", Core::tr("Peak BF16")),
    peakRow<&Device::peakFp8>("fp8", Core::tr("Peak FP8")),
    peakRow<&Device::peakFp4>("fp4", Core::tr("Peak FP4")),
};

constexpr Field<Device> blockFormatRows[] = {
    figure<[](const Device& device) {
        std::vector<std::string> names;
        for (const Precision format : device.blockFormats) {
            names.emplace_back(precisionRow(format).name);
        }
        return names;
    }>("names")
        .required()
        .readBy(readBlockFormats)
        .describedBy(describeBlockFormats),
    field<&Device::blockFormatsSource>("source").required(),
};

template <auto constant>
constexpr Field<Device> efficiencyRow(std::string_view key, Phrase title, const char* help)
{
    return field<constant>(key).titled(title, Measure::Share).between(leastEfficiency, 1).says(help);
}

constexpr Field<Device> deviceRows[] = {
    field<&Device::name>("name").titled(Core::tr("Name"), Measure::Text).required(),
    field<&Device::memory>("memory_bytes")
        .titled(Core::tr("Memory"), Measure::Memory)
        .between(MiB, memory)
        .required()
        .says("Bytes that the driver offers"),
    group<peakRows>("peak_flop_per_s").required().says("Dense peaks; a missing one: no such unit"),
    group<blockFormatRows>("block_formats")
        .when([](const Device& device) { return !device.blockFormats.empty(); })
        .says("Narrow formats with a scale for each block of elements, which the units multiply"),
    field<&Device::memoryBandwidth>("memory_bytes_per_s")
        .titled(Core::tr("Memory bandwidth"), Measure::Rate)
        .between(1, fastestLink)
        .required(),
    field<&Device::multiprocessors>("multiprocessors")
        .titled(Core::tr("Multiprocessors"), Measure::Count)
        .between(0, mostMultiprocessors)
        .unknownIfZero()
        .says("Units that the tiles of a product are dealt to; absent: edges of products cost nothing"),
    efficiencyRow<&Device::gemmEfficiency>("gemm_efficiency", Core::tr("GEMM efficiency"),
                                           "Share of the peak that a large GEMM reaches, in runs"),
    efficiencyRow<&Device::fp8Efficiency>("fp8_efficiency", Core::tr("FP8 efficiency"),
                                          "Share of the 8-bit peak, casts and scales included"),
    efficiencyRow<&Device::fp4Efficiency>("fp4_efficiency", Core::tr("FP4 efficiency"),
                                          "Share of the 4-bit peak, casts and scales included"),
    efficiencyRow<&Device::attentionEfficiency>("attention_efficiency", Core::tr("Attention efficiency"),
                                                "Share of the peak that fused attention reaches"),
    efficiencyRow<&Device::scanEfficiency>("scan_efficiency", Core::tr("Scan efficiency"),
                                           "Share of the peak that kernels of linear attention and Mamba-2 reach, FLOP "
                                           "of whole chunks counted; absent: 0.08, a guess from 2405.21060, figure 10, "
                                           "where Mamba-2 is as fast as FlashAttention-2 at 2,000 tokens"),
    efficiencyRow<&Device::memoryEfficiency>("memory_efficiency", Core::tr("Memory efficiency"),
                                             "Share of the bandwidth that element-wise work reaches"),
    efficiencyRow<&Device::updateEfficiency>("update_efficiency", Core::tr("Update efficiency"),
                                             "Share of the bandwidth that the optimizer's update reaches; absent: as "
                                             "memory_efficiency")
        .between(0, 1)
        .unknownIfZero(),
    field<&Device::driverContext>("driver_context_bytes")
        .titled(Core::tr("Driver context"), Measure::Memory)
        .between(0, memory)
        .says("Bytes that the driver and the libraries take in each process, as nvidia-smi or rocm-smi shows them; "
              "absent: 540 MB, a guess"),
    field<&Device::launchSeconds>("launch_s")
        .titled(Core::tr("Launch time"), Measure::Time)
        .between(0, longestLatency)
        .says("Between two kernels on the device"),
    field<&Device::products>("products").sparse().says("Measured matrix products; absent: gemm_efficiency alone"),
    field<&Device::groupedProducts>("grouped_products").sparse().says("Measured products of routed experts"),
    field<&Device::attention>("attention")
        .sparse()
        .says("Measured fused attention; absent: attention_efficiency alone"),
    field<&Device::hourPrice>("usd_per_hour")
        .titled(Core::tr("Price"), Measure::Price)
        .between(leastQuote, highestPrice)
        .sparse()
        .says("US dollars for one device for an hour, its share of the host included"),
    field<&Device::power>("power_watts")
        .titled(Core::tr("Power"), Measure::Power)
        .between(leastQuote, highestPower)
        .sparse()
        .says("Watts that one device draws at most"),
};

}  // namespace

std::span<const Field<Device>> fieldsOf(const Device*)
{
    return deviceRows;
}

void checkFields(JsonObject& object, const Device& device)
{
    if ((device.products || device.groupedProducts || device.attention) && device.multiprocessors == 0) {
        object.fail(device.products          ? "products"
                    : device.groupedProducts ? "grouped_products"
                                             : "attention",
                    Core::tr("needs the number of multiprocessors, to which tiles are dealt"));
    }
}

}  // namespace pgram
