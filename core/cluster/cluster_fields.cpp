// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/cluster_fields.h"

#include "core/base/json.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace pgram {

namespace {

using Part = ClusterPart;
using Kind = ClusterField::Kind;

/// Adds the rows that have a title, those of groups below the group's key.
template <typename Owner>
void addRows(std::vector<ClusterField>& all, Part part, std::span<const Field<Owner>> rows,
             const std::string& group = "", Keys without = {})
{
    for (const Field<Owner>& row : rows) {
        if (row.rows != nullptr) {
            addRows(all, part, row.rows(), group + std::string(row.key) + '/', without);
        } else if (!row.title.empty() && std::ranges::find(without, row.key) == without.end()) {
            const Kind kind = row.describer == &Codec<Constant>::schema ? Kind::Constant
                              : row.describer == &Codec<Quote>::schema  ? Kind::Quote
                              : row.mayBeUnknown                        ? Kind::Optional
                                                                        : Kind::Plain;
            all.push_back({part, group + std::string(row.key), row.title, row.measure, row.least, row.most, kind,
                           row.mayBeUnknown});
        }
    }
}

constexpr std::string_view withoutSpan[]{"span"};

std::vector<ClusterField> allFields()
{
    std::vector<ClusterField> all;
    addRows(all, Part::Whole, rowsOf<Cluster>());
    addRows(all, Part::Device, rowsOf<Device>());
    addRows(all, Part::Link, rowsOf<LinkLevel>());
    addRows(all, Part::Network, rowsOf<LinkLevel>(), "", withoutSpan);
    addRows(all, Part::Host, rowsOf<Host>());
    addRows(all, Part::Kind, rowsOf<DeviceKind>());
    addRows(all, Part::Slow, rowsOf<SlowDevices>());
    return all;
}

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

}  // namespace

bool ClusterField::mayBeEmpty() const
{
    return mayBeUnknown || kind == Kind::Quote || key == "startup_s";
}

std::string ClusterField::pointer(const PartIndex& index) const
{
    return fmt::format("{}/{}", partPointer(part, index), key);
}

std::string ClusterField::valuePointer(const PartIndex& index) const
{
    return pointer(index) + (hasMembers() ? "/value" : "");
}

std::span<const ClusterField> clusterFields()
{
    static const std::vector<ClusterField> fields = allFields();
    return fields;
}

FieldPlace fieldAt(std::string_view pointer)
{
    for (const ClusterField& field : clusterFields()) {
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
