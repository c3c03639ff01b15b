// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/kernel_json.h"

#include "core/base/json.h"
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
/// Where they were measured; 1 otherwise.
constexpr KernelField<AttentionConstants> attentionShares[] = {
    {"backward_share", &AttentionConstants::backwardShare, leastEfficiency, mostShare},
    {"older_share", &AttentionConstants::olderShare, leastEfficiency, 1},
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

constexpr KernelField<DispatchConstants> dispatchFields[] = {
    {"start_s", &DispatchConstants::start, 0, longestLatency},
    {"own_share", &DispatchConstants::ownShare, leastEfficiency, mostShare},
    {"rate", &DispatchConstants::rate, leastEfficiency, 4},
    {"s_per_copy", &DispatchConstants::perCopy, 0, longestLatency},
    {"ranks", &DispatchConstants::ranks, 2, 1 << 20},
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

/// The constants under the names of what they are of, each by `writeOne(constants)`.
template <typename Constants, std::size_t count, typename NameAt, typename WriteOne>
void writeNamed(Json& json, const std::array<std::optional<Constants>, count>& all, const NameAt& nameAt,
                const WriteOne& writeOne)
{
    for (std::size_t place = 0; place < count; ++place) {
        if (all[place]) {
            json[nameAt(place)] = writeOne(*all[place]);
        }
    }
}

/// The same read, each by `readOne(element)`.
template <typename Constants, std::size_t count, typename NameAt, typename ReadOne>
void readNamed(JsonObject& object, UnknownKeys* unknown, std::array<std::optional<Constants>, count>& all,
               const NameAt& nameAt, const ReadOne& readOne)
{
    for (std::size_t place = 0; place < count; ++place) {
        if (object.has(nameAt(place))) {
            JsonObject element = object.object(nameAt(place));
            all[place] = readOne(element);
            takeUnknown(element, unknown);
        }
    }
}

/// Around constants that are each written by `writeNamed`.
template <typename Kernels>
Json withProvenance(const Kernels& kernels)
{
    Json json = Json::object();
    write(json, kernels.provenance);
    return json;
}

constexpr auto typeAt = [](std::size_t place) { return nameOf(static_cast<ProductType>(place)); };
constexpr auto collectiveAt = [](std::size_t place) { return nameOf(static_cast<CollectiveKind>(place)); };
constexpr auto dispatchAt = [](std::size_t place) { return place == 0 ? "dispatch" : "combine"; };

AttentionConstants::Width readWidth(JsonObject& head, const AttentionConstants& before, UnknownKeys* unknown)
{
    AttentionConstants::Width width{head.number("head_dim", 1, widestHead), 0, false};
    if (!before.widths.empty() && width.headDim <= before.widths.back().headDim) {
        head.fail("head_dim", Core::tr("is no larger than the one before it"));
    }
    width.rateShare = head.number("rate_share", leastEfficiency, 1);
    width.fallback = head.booleanOr("fallback", false);
    takeUnknown(head, unknown);
    return width;
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
    Json json = withProvenance(kernels);
    writeNamed(json, kernels.types, typeAt, [](const ProductConstants& constants) {
        Json element = fieldsToJson(productFields, constants);
        if (constants.castShare > 0) {
            element[castField.key] = constants.castShare;
        }
        return element;
    });
    return json;
}

ProductKernels readProducts(JsonObject object, UnknownKeys* unknown)
{
    ProductKernels kernels;
    kernels.provenance = readProvenance(object);
    readNamed(object, unknown, kernels.types, typeAt, [](JsonObject& element) {
        ProductConstants constants = readFields(productFields, element);
        if (element.has(castField.key)) {
            constants.castShare = element.number(castField.key, castField.least, castField.most);
        }
        return constants;
    });
    takeUnknown(object, unknown);
    return kernels;
}

Json toJson(const AttentionKernels& kernels)
{
    Json json = withProvenance(kernels);
    writeNamed(json, kernels.types, typeAt, [](const AttentionConstants& constants) {
        Json element = fieldsToJson(attentionFields, constants);
        for (const auto& field : attentionShares) {
            if (constants.*field.member != 1) {
                element[field.key] = constants.*field.member;
            }
        }
        for (const AttentionConstants::Width& width : constants.widths) {
            Json& head =
                element["heads"].emplace_back(Json{{"head_dim", width.headDim}, {"rate_share", width.rateShare}});
            if (width.fallback) {
                head["fallback"] = true;
            }
        }
        return element;
    });
    return json;
}

AttentionKernels readAttention(JsonObject object, UnknownKeys* unknown)
{
    AttentionKernels kernels;
    kernels.provenance = readProvenance(object);
    readNamed(object, unknown, kernels.types, typeAt, [unknown](JsonObject& element) {
        AttentionConstants constants = readFields(attentionFields, element);
        for (const auto& [key, member, least, most] : attentionShares) {
            constants.*member = element.numberOr(key, 1, least, most);
        }
        for (JsonObject& head : element.objects("heads", mostHeadWidths)) {
            constants.widths.push_back(readWidth(head, constants, unknown));
        }
        if (std::ranges::all_of(constants.widths, &AttentionConstants::Width::fallback)) {
            element.fail("heads", Core::tr("names no width"));
        }
        return constants;
    });
    takeUnknown(object, unknown);
    return kernels;
}

Json toJson(const CollectiveKernels& kernels)
{
    Json json = withProvenance(kernels);
    writeNamed(json, kernels.kinds, collectiveAt,
               [](const CollectiveConstants& constants) { return fieldsToJson(collectiveFields, constants); });
    writeNamed(json, kernels.dispatch, dispatchAt,
               [](const DispatchConstants& constants) { return fieldsToJson(dispatchFields, constants); });
    return json;
}

CollectiveKernels readCollectives(JsonObject object, UnknownKeys* unknown)
{
    CollectiveKernels kernels;
    kernels.provenance = readProvenance(object);
    readNamed(object, unknown, kernels.kinds, collectiveAt,
              [](JsonObject& element) { return readFields(collectiveFields, element); });
    readNamed(object, unknown, kernels.dispatch, dispatchAt,
              [](JsonObject& element) { return readFields(dispatchFields, element); });
    takeUnknown(object, unknown);
    return kernels;
}

}  // namespace pgram
