// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/kernel_json.h"

#include "core/cluster/cluster_fields.h"
#include "core/cluster/collective.h"

#include <algorithm>

namespace pgram {

namespace {

const std::vector<std::string_view> provenanceKinds = {"measured", "fitted", "guessed", "yours"};

template <typename Constants>
struct KernelField {
    const char* key;
    double Constants::*member;
    double least;
    double most;
};

constexpr double mostShare = 2;  // of a figure in a data sheet, which caches and reductions in the network exceed

constexpr KernelField<ProductConstants> productFields[] = {
    {"rate_share", &ProductConstants::rateShare, leastEfficiency, 1},
    {"tile_inner", &ProductConstants::tileInner, 0, 1e4},
    {"partial_wave", &ProductConstants::partialWave, 0, 1},
    {"memory_share", &ProductConstants::memoryShare, leastEfficiency, mostShare},
    {"norm", &ProductConstants::norm, 1, 20},
    {"start_s", &ProductConstants::start, 0, longestLatency},
};

constexpr KernelField<ProductConstants> castField = {"cast_share", &ProductConstants::castShare, leastEfficiency,
                                                     mostShare};

constexpr KernelField<AttentionConstants> attentionFields[] = {
    {"tile_queries", &AttentionConstants::tileQueries, 1, 1e4},
    {"partial_wave", &AttentionConstants::partialWave, 0, 1},
    {"memory_share", &AttentionConstants::memoryShare, leastEfficiency, mostShare},
    {"start_s", &AttentionConstants::start, 0, longestLatency},
};
constexpr std::size_t mostHeadWidths = 64;
constexpr double widestHead = 1e5;

constexpr KernelField<CollectiveConstants> collectiveFields[] = {
    {"start_s", &CollectiveConstants::start, 0, longestLatency},
    {"start_s_per_rank", &CollectiveConstants::startPerRank, 0, longestLatency},
    {"rate", &CollectiveConstants::rate, leastEfficiency, 4},
    {"rate_loss", &CollectiveConstants::rateLoss, 0, 1.9},
    {"ramp", &CollectiveConstants::ramp, 0, 4},
};

template <typename Constants, std::size_t count>
Json fieldsToJson(const KernelField<Constants> (&members)[count], const Constants& constants)
{
    Json json = Json::object();
    for (const auto& field : members) {
        json[field.key] = constants.*field.member;
    }
    return json;
}

template <typename Constants, std::size_t count>
Constants readFields(const KernelField<Constants> (&members)[count], JsonObject& object)
{
    Constants constants;
    for (const auto& field : members) {
        constants.*field.member = object.number(field.key, field.least, field.most);
    }
    return constants;
}

}  // namespace

void write(Json& json, const Provenance& provenance)
{
    json["provenance"] = provenance.kind;
    json["source"] = provenance.source;
}

Provenance readProvenance(JsonObject& object)
{
    Provenance provenance;
    provenance.kind = provenanceKinds[static_cast<std::size_t>(object.oneOf("provenance", provenanceKinds))];
    provenance.source = object.stringOr("source", {});
    return provenance;
}

Json toJson(const ProductKernels& kernels)
{
    Json json = Json::object();
    write(json, kernels.provenance);
    for (std::size_t type = 0; type < productTypes; ++type) {
        if (const auto& constants = kernels.types[type]) {
            Json& element = json[nameOf(static_cast<ProductType>(type))] = fieldsToJson(productFields, *constants);
            if (constants->castShare > 0) {
                element[castField.key] = constants->castShare;
            }
        }
    }
    return json;
}

ProductKernels readProducts(JsonObject object, UnknownKeys* unknown)
{
    ProductKernels kernels;
    kernels.provenance = readProvenance(object);
    for (std::size_t type = 0; type < productTypes; ++type) {
        const char* name = nameOf(static_cast<ProductType>(type));
        if (object.has(name)) {
            JsonObject element = object.object(name);
            ProductConstants constants = readFields(productFields, element);
            if (element.has(castField.key)) {
                constants.castShare = element.number(castField.key, castField.least, castField.most);
            }
            collectUnknown(element, unknown);
            kernels.types[type] = constants;
        }
    }
    collectUnknown(object, unknown);
    return kernels;
}

Json toJson(const AttentionKernels& kernels)
{
    Json json = Json::object();
    write(json, kernels.provenance);
    for (std::size_t type = 0; type < productTypes; ++type) {
        if (const auto& constants = kernels.types[type]) {
            Json& element = json[nameOf(static_cast<ProductType>(type))] = fieldsToJson(attentionFields, *constants);
            for (const AttentionConstants::Width& width : constants->widths) {
                Json& head =
                    element["heads"].emplace_back(Json{{"head_dim", width.headDim}, {"rate_share", width.rateShare}});
                if (width.fallback) {
                    head["fallback"] = true;
                }
            }
        }
    }
    return json;
}

AttentionKernels readAttention(JsonObject object, UnknownKeys* unknown)
{
    AttentionKernels kernels;
    kernels.provenance = readProvenance(object);
    for (std::size_t type = 0; type < productTypes; ++type) {
        const char* name = nameOf(static_cast<ProductType>(type));
        if (object.has(name)) {
            JsonObject element = object.object(name);
            AttentionConstants constants = readFields(attentionFields, element);
            for (JsonObject& head : element.objects("heads", mostHeadWidths)) {
                const double headDim = head.number("head_dim", 1, widestHead);
                if (!constants.widths.empty() && headDim <= constants.widths.back().headDim) {
                    head.fail("head_dim", Core::tr("is no larger than the one before it"));
                }
                constants.widths.push_back(
                    {headDim, head.number("rate_share", leastEfficiency, 1), head.booleanOr("fallback", false)});
                collectUnknown(head, unknown);
            }
            if (std::ranges::all_of(constants.widths, &AttentionConstants::Width::fallback)) {
                element.fail("heads", Core::tr("names no width"));
            }
            collectUnknown(element, unknown);
            kernels.types[type] = constants;
        }
    }
    collectUnknown(object, unknown);
    return kernels;
}

Json toJson(const CollectiveKernels& kernels)
{
    Json json = Json::object();
    write(json, kernels.provenance);
    for (std::size_t kind = 0; kind < measuredCollectives; ++kind) {
        if (const auto& constants = kernels.kinds[kind]) {
            json[nameOf(static_cast<CollectiveKind>(kind))] = fieldsToJson(collectiveFields, *constants);
        }
    }
    return json;
}

CollectiveKernels readCollectives(JsonObject object, UnknownKeys* unknown)
{
    CollectiveKernels kernels;
    kernels.provenance = readProvenance(object);
    for (std::size_t kind = 0; kind < measuredCollectives; ++kind) {
        const char* name = nameOf(static_cast<CollectiveKind>(kind));
        if (object.has(name)) {
            JsonObject element = object.object(name);
            kernels.kinds[kind] = readFields(collectiveFields, element);
            collectUnknown(element, unknown);
        }
    }
    collectUnknown(object, unknown);
    return kernels;
}

}  // namespace pgram
