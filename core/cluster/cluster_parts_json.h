// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The parts of a cluster's file: devices, links, and constants with their provenance.
#pragma once

#include "core/base/json.h"
#include "core/cluster/cluster.h"
#include "core/cluster/cluster_fields.h"
#include "core/cluster/kernel_json.h"

#include <span>

namespace pgram {

/// A constant with its provenance, and the range that makes sense for it.
template <typename Owner>
struct ConstantField {
    const char* key;
    Constant Owner::*member;
    double least;
    double most;
};

[[nodiscard]] std::span<const ConstantField<Device>> deviceConstants();
inline constexpr ConstantField<LinkLevel> linkEfficiency = {"efficiency", &LinkLevel::efficiency, leastEfficiency, 1};

template <typename Owner>
void write(Json& json, const ConstantField<Owner>& field, const Owner& owner)
{
    Json constant = Json::object();
    constant["value"] = (owner.*field.member).value;
    write(constant, (owner.*field.member).provenance);
    json[field.key] = std::move(constant);
}

/// Keeps the default where the file has no such member.
template <typename Owner>
void read(JsonObject& object, const ConstantField<Owner>& field, Owner& owner, UnknownKeys* unknown)
{
    if (!object.has(field.key)) {
        return;
    }
    JsonObject member = object.object(field.key);
    (owner.*field.member).value = member.number("value", field.least, field.most);
    (owner.*field.member).provenance = readProvenance(member);
    takeUnknown(member, unknown);
}

[[nodiscard]] Json toJson(const Device& device);
[[nodiscard]] Device readDevice(JsonObject object, UnknownKeys* unknown);

/// Its span where it has one, collectives of the innermost alone.
[[nodiscard]] Json toJson(const LinkLevel& link, bool isInnermost);
/// All but its span. The innermost may have measured collectives.
[[nodiscard]] LinkLevel readLink(JsonObject& element, UnknownKeys* unknown, bool isInnermost);

}  // namespace pgram
