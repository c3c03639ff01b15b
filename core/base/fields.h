// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A structure is described once, by a table with a row for each member. The reader, the writer, the JSON schema, the
// columns of reports and the editor's form all follow the rows:
//
//     constexpr Field<SlowDevices> slowFields[] = {
//         field<&SlowDevices::first>("first").between(0, mostClusterDevices).required(),
//         field<&SlowDevices::devices>("devices").between(1, mostClusterDevices).says("Neighbouring devices"),
//         field<&SlowDevices::speed>("speed").between(slowestSpeed, 1).required(),
//     };
//     inline std::span<const Field<SlowDevices>> fieldsOf(const SlowDevices*) { return slowFields; }
//
// Members can be bool, int, std::int64_t, double, std::string, an enumeration with names (core/base/names.h), a
// structure with fieldsOf(), and std::optional or std::vector of these. A Codec (core/base/codec.h) covers other types.
// A function checkFields(), or the function that reads the structure, checks rules that involve two members.
#pragma once

#include "core/base/codec.h"

#include <algorithm>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>

namespace pgram {

/// Name of a structure in schemas, where it is written once for several members; empty: written at each member.
template <typename Value>
inline constexpr std::string_view structureName{};

template <typename Value>
concept Structure = requires(const Value* none)
{
    fieldsOf(none);
};

// --- structures -----------------------------------------------------------------------------------------------------

/// Returns the table of a structure.
template <Structure Owner>
[[nodiscard]] std::span<const Field<Owner>> rowsOf()
{
    return fieldsOf(static_cast<const Owner*>(nullptr));
}

/// Keys of a table that a structure does not have in one place.
using Keys = std::span<const std::string_view>;

/// Reads the members of `object` into `owner`; those that no row names are left to takeUnknown().
template <typename Owner>
void readFields(std::span<const Field<Owner>> fields, JsonObject& object, Owner& owner, UnknownKeys* unknown,
                Keys without = {})
{
    for (const Field<Owner>& row : fields) {
        if (row.reader != nullptr && std::ranges::find(without, row.key) == without.end()) {
            row.reader(row, object, owner, unknown);
        }
    }
}

/// Adds the members to `json`, in the order of the rows.
template <typename Owner>
void writeFields(Json& json, std::span<const Field<Owner>> fields, const Owner& owner, Keys without = {})
{
    for (const Field<Owner>& row : fields) {
        if (row.writer == nullptr || std::ranges::find(without, row.key) != without.end()) {
            continue;
        }
        if (row.condition != nullptr && !row.condition(owner)) {
            continue;
        }
        Json value = row.writer(owner);
        if (row.isZeroNull && value == 0) {
            value = nullptr;
        }
        if (row.key.empty()) {
            json.update(value.is_null() ? Json::object() : value);
            continue;
        }
        if constexpr (std::is_default_constructible_v<Owner>) {
            if (row.presence == Presence::Sparse && value == row.writer(Owner())) {
                continue;
            }
        }
        json[std::string(row.key)] = std::move(value);
    }
}

/// Writes the members into the open object of a stream, as writeFields() adds them to a value. Two rows must not write
/// the same key.
template <typename Owner>
void streamFields(JsonStream& stream, std::span<const Field<Owner>> fields, const Owner& owner)
{
    for (const Field<Owner>& row : fields) {
        const bool isThere = row.condition == nullptr || row.condition(owner);
        if (row.streamer == nullptr || !isThere) {
            Json member = Json::object();
            writeFields(member, std::span(&row, 1), owner);
            stream.members(member);
            continue;
        }
        if (!row.key.empty()) {
            stream.key(row.key);
        }
        row.streamer(owner, stream);
    }
}

/// Returns the schema of an object with these members and no others.
template <typename Owner>
[[nodiscard]] Json schemaOf(std::span<const Field<Owner>> fields, Keys without = {})
{
    Json schema{{"type", "object"}, {"additionalProperties", false}, {"required", Json::array()}, {"properties", {}}};
    schema["properties"] = Json::object();
    for (const Field<Owner>& row : fields) {
        if (row.describer == nullptr || std::ranges::find(without, row.key) != without.end()) {
            continue;
        }
        Json member = row.describer(row);
        if (row.key.empty()) {
            schema["properties"].update(member["properties"]);
            Json required = member.value("required", Json::array());
            if (row.condition != nullptr || row.isNullable || member["type"] != "object") {
                const std::string first = required.front();
                schema["dependencies"][first] = std::move(required);
            } else {
                schema["required"].insert(schema["required"].end(), required.begin(), required.end());
            }
            continue;
        }
        if (row.isNullable) {
            member = orNullSchema(std::move(member));
        }
        if (*row.help != '\0') {
            member["description"] = row.help;
        }
        // A member that is only written is always present, unless a condition or a default leaves it out.
        const bool isAlways =
            row.reader == nullptr && row.presence != Presence::Sparse && row.condition == nullptr && !row.isLater;
        if (row.isRequired() || isAlways) {
            schema["required"].push_back(row.key);
        }
        schema["properties"][std::string(row.key)] = std::move(member);
    }
    if (schema["required"].empty()) {
        schema.erase("required");
    }
    return schema;
}

/// Structures with a rule that involves two members have a function checkFields(JsonObject&, const Value&).
template <typename Value>
concept Checked = requires(JsonObject& object, const Value& value)
{
    checkFields(object, value);
};

template <Structure Value>
struct Codec<Value> {
    static void read(const FieldRules& rules, JsonObject& object, Value& value, UnknownKeys* unknown)
    {
        if (rules.isRequired() || object.has(rules.key)) {
            JsonObject member = object.object(rules.key);
            readFields(fieldsOf(&value), member, value, unknown);
            if constexpr (Checked<Value>) {
                checkFields(member, value);
            }
            takeUnknown(member, unknown);
        }
    }
    static Json write(const Value& value)
    {
        Json json = Json::object();
        writeFields(json, fieldsOf(&value), value);
        return json;
    }
    static Json schema(const FieldRules&)
    {
        Json schema = schemaOf(rowsOf<Value>());
        if (!structureName<Value>.empty()) {
            schema["title"] = structureName<Value>;
        }
        return schema;
    }
};

/// Writes null for an absent value, which is the form of commands' answers.
template <typename Value>
struct Codec<std::optional<Value>> {
    static void read(const FieldRules& rules, JsonObject& object, std::optional<Value>& value, UnknownKeys* unknown)
    {
        if (object.has(rules.key)) {
            Codec<Value>::read(rules, object, value.emplace(), unknown);
        }
    }
    static Json write(const std::optional<Value>& value) { return value ? Codec<Value>::write(*value) : Json(nullptr); }
    static Json schema(const FieldRules& rules)
    {
        Json schema = Codec<Value>::schema(rules);
        return rules.presence == Presence::Sparse ? schema : orNullSchema(std::move(schema));
    }
};

template <typename Value>
struct Codec<std::vector<Value>> {
    static void read(const FieldRules& rules, JsonObject& object, std::vector<Value>& values, UnknownKeys* unknown)
    {
        if (!rules.isRequired() && !object.has(rules.key)) {
            return;
        }
        if constexpr (Structure<Value>) {
            values.clear();
            for (JsonObject& element : object.objects(rules.key, rules.mostElements)) {
                readFields(fieldsOf(static_cast<const Value*>(nullptr)), element, values.emplace_back(), unknown);
                takeUnknown(element, unknown);
            }
        } else if constexpr (std::is_same_v<Value, std::string>) {
            values = object.stringsOr(rules.key);
        } else {
            const auto numbers = object.integersOr(rules.key, static_cast<std::int64_t>(rules.least),
                                                   static_cast<std::int64_t>(rules.most));
            values.assign(numbers.begin(), numbers.end());
        }
    }
    static Json write(const std::vector<Value>& values)
    {
        Json json = Json::array();
        for (const Value& value : values) {
            json.push_back(Codec<Value>::write(value));
        }
        return json;
    }
    static Json schema(const FieldRules& rules) { return listSchema(Codec<Value>::schema(rules), rules); }
};

// --- rows -----------------------------------------------------------------------------------------------------------

template <typename Pointer>
struct MemberOf;
template <typename OwnerType, typename ValueType>
struct MemberOf<ValueType OwnerType::*> {
    using Owner = OwnerType;
    using Value = ValueType;
};

/// Returns the row of a value that `access` finds in its owner, which is read and written.
template <typename Owner, auto access>
[[nodiscard]] constexpr auto accessed(std::string_view key)
{
    using Value = std::remove_cvref_t<decltype(access(std::declval<Owner&>()))>;
    Field<Owner> row;
    row.key = key;
    row.reader = [](const FieldRules& rules, JsonObject& object, Owner& owner, UnknownKeys* unknown) {
        Codec<Value>::read(rules, object, access(owner), unknown);
    };
    row.writer = [](const Owner& owner) { return Codec<Value>::write(access(owner)); };
    row.describer = &Codec<Value>::schema;
    return row;
}

template <auto member, auto... inside>
constexpr auto& memberIn(auto& owner)
{
    if constexpr (sizeof...(inside) == 0) {
        return owner.*member;
    } else {
        return memberIn<inside...>(owner.*member);
    }
}

/// Returns the row of a member that `Owner` has or inherits, or of a member of that member.
template <typename Owner, auto... members>
[[nodiscard]] constexpr auto field(std::string_view key)
{
    constexpr auto access = [](auto& owner) -> auto&
    {
        return memberIn<members...>(owner);
    };
    return accessed<Owner, access>(key);
}
/// Returns the row of a member, or of a member of a member.
template <auto member, auto... inside>
[[nodiscard]] constexpr auto field(std::string_view key)
{
    return field<typename MemberOf<decltype(member)>::Owner, member, inside...>(key);
}

/// Returns the row of one element of a member array.
template <auto member, std::size_t place>
[[nodiscard]] constexpr auto element(std::string_view key)
{
    constexpr auto access = [](auto& owner) -> auto&
    {
        return (owner.*member)[place];
    };
    return accessed<typename MemberOf<decltype(member)>::Owner, access>(key);
}

/// Returns the row of a member object that has members of the owner itself: `rows` is their table.
template <const auto& rows>
[[nodiscard]] constexpr auto group(std::string_view key)
{
    using Row = std::remove_cvref_t<decltype(rows[0])>;
    using Owner = typename Row::OwnerType;
    Row row;
    row.key = key;
    row.reader = [](const FieldRules& rules, JsonObject& object, Owner& owner, UnknownKeys* unknown) {
        if (rules.isRequired() || object.has(rules.key)) {
            JsonObject member = object.object(rules.key);
            readFields(std::span<const Row>(rows), member, owner, unknown);
            takeUnknown(member, unknown);
        }
    };
    row.writer = [](const Owner& owner) {
        Json json = Json::object();
        writeFields(json, std::span<const Row>(rows), owner);
        return json;
    };
    row.describer = [](const FieldRules&) { return schemaOf(std::span<const Row>(rows)); };
    row.rows = [] { return std::span<const Row>(rows); };
    return row;
}

/// Returns the row of a member that `read` reads and `describe` describes, of a structure that is not written.
template <typename Owner>
[[nodiscard]] constexpr Field<Owner> onlyRead(std::string_view key,
                                              void (*read)(const FieldRules&, JsonObject&, Owner&, UnknownKeys*),
                                              Json (*describe)(const FieldRules&))
{
    Field<Owner> row;
    row.key = key;
    row.reader = read;
    row.describer = describe;
    return row;
}

/// Owner of the figure that a function without captures or a pointer to a member returns.
template <typename Access>
struct FigureOf : FigureOf<decltype(&Access::operator())> {};
template <typename Result, typename Class, typename Argument>
struct FigureOf<Result (Class::*)(const Argument&) const> {
    using Owner = Argument;
};
template <typename Result, typename Argument>
struct FigureOf<Result (*)(const Argument&)> {
    using Owner = Argument;
};
template <typename Value, typename Class>
struct FigureOf<Value Class::*> {
    using Owner = Class;
};

/// Returns what `access` finds in its owner, or `inside` in that.
template <auto access, auto... inside>
decltype(auto) figureIn(const auto& owner)
{
    using Outer = std::invoke_result_t<decltype(access), decltype(owner)>;
    if constexpr (sizeof...(inside) == 0) {
        return std::invoke(access, owner);
    } else if constexpr (std::is_reference_v<Outer>) {
        return figureIn<inside...>(std::invoke(access, owner));
    } else {
        // A part of a temporary is copied.
        return std::decay_t<decltype(figureIn<inside...>(std::declval<const Outer&>()))>(
            figureIn<inside...>(std::invoke(access, owner)));
    }
}

/// Returns the row of a figure that is worked out from the structure, which is written and not read:
///     figure<[](const Choice& choice) { return toString(choice.plan.schedule); }>("schedule")
///     figure<&Choice::estimate, &Estimate::stepTime>("step_s")
template <auto access, auto... inside>
[[nodiscard]] constexpr auto figure(std::string_view key)
{
    using Owner = typename FigureOf<decltype(access)>::Owner;
    using Value = std::remove_cvref_t<decltype(figureIn<access, inside...>(std::declval<const Owner&>()))>;
    Field<Owner> row;
    row.key = key;
    row.writer = [](const Owner& owner) { return Codec<Value>::write(figureIn<access, inside...>(owner)); };
    row.describer = &Codec<Value>::schema;
    return row;
}

/// Returns the row of a structure whose members are the owner's, and which streams them.
template <auto access>
[[nodiscard]] constexpr auto inlined()
{
    using Owner = typename FigureOf<decltype(access)>::Owner;
    auto row = figure<access>("");
    row.streamer = [](const Owner& owner, JsonStream& stream) {
        const auto& value = figureIn<access>(owner);
        streamFields(stream, fieldsOf(&value), value);
    };
    return row;
}

template <const auto& rows>
using RowOwner = typename std::remove_cvref_t<decltype(rows[0])>::OwnerType;
template <const auto& rows>
inline constexpr std::span<const Field<RowOwner<rows>>> tableOf{rows};

/// Returns the object that the rows write.
template <typename Owner>
[[nodiscard]] Json objectOf(std::span<const Field<Owner>> rows, const Owner& owner)
{
    Json json = Json::object();
    writeFields(json, rows, owner);
    return json;
}

/// Returns the row of a list whose elements have `rows`.
template <const auto& rows, auto access, auto... inside>
[[nodiscard]] constexpr auto listed(std::string_view key)
{
    using Owner = typename FigureOf<decltype(access)>::Owner;
    Field<Owner> row;
    row.key = key;
    row.writer = [](const Owner& owner) {
        Json json = Json::array();
        const auto& elements = figureIn<access, inside...>(owner);
        for (const RowOwner<rows>& element : elements) {
            json.push_back(objectOf(tableOf<rows>, element));
        }
        return json;
    };
    row.streamer = [](const Owner& owner, JsonStream& stream) {
        stream.beginList();
        const auto& elements = figureIn<access, inside...>(owner);
        for (const RowOwner<rows>& element : elements) {
            stream.beginObject();
            streamFields(stream, tableOf<rows>, element);
            stream.endObject();
        }
        stream.endList();
    };
    row.describer = [](const FieldRules& rules) { return listSchema(schemaOf(tableOf<rows>), rules); };
    return row;
}

/// Returns the row of an object with `rows`. An empty std::optional or pointer is written as null.
template <const auto& rows, auto access, auto... inside>
[[nodiscard]] constexpr auto nested(std::string_view key)
{
    using Owner = typename FigureOf<decltype(access)>::Owner;
    using Value = std::remove_cvref_t<decltype(figureIn<access, inside...>(std::declval<const Owner&>()))>;
    constexpr bool isPresent = std::is_same_v<Value, RowOwner<rows>>;
    Field<Owner> row;
    row.key = key;
    row.isNullable = !isPresent;
    row.writer = [](const Owner& owner) {
        const auto& value = figureIn<access, inside...>(owner);
        if constexpr (isPresent) {
            return objectOf(tableOf<rows>, value);
        } else {
            return value ? objectOf(tableOf<rows>, *value) : Json(nullptr);
        }
    };
    row.describer = [](const FieldRules&) { return schemaOf(tableOf<rows>); };
    return row;
}

/// Returns a schema whose objects may have members that it does not name, as those of files that keep them.
[[nodiscard]] Json openSchema(Json schema);

/// Returns the schema of a file: `object` with the members of its header before the others. What it has several times
/// is written once, under "definitions".
[[nodiscard]] Json fileSchema(const std::string& title, std::string_view format, int version, const Json& object);

}  // namespace pgram
