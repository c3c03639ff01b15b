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
// structure with fieldsOf(), and std::optional or std::vector of these. Codec<Value> is the place for other types.
// A function checkFields(), or the function that reads the structure, checks rules that involve two members.
#pragma once

#include "core/base/file_format.h"
#include "core/base/index.h"
#include "core/base/json.h"
#include "core/base/measure.h"
#include "core/base/names.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

namespace pgram {

/// The presence of a member in a file.
enum class Presence {
    Optional,  ///< a reader keeps the default if it is absent; a writer always writes it
    Required,  ///< absence is an error
    Sparse,    ///< optional, and a writer leaves the default out
};

/// The part of a field that does not depend on its types.
struct FieldRules {
    std::string_view key;                                  ///< name in files; empty: its members are the owner's
    Phrase title{};                                        ///< name on the screen; empty: not shown
    const char* help = "";                                 ///< one line in English, the description in the schema
    Measure measure = Measure::Factor;                     ///< unit in which it is shown and typed
    double least = std::numeric_limits<double>::lowest();  ///< lower limit of a number
    double most = std::numeric_limits<double>::max();      ///< upper limit of a number
    std::size_t mostElements = std::size_t{1} << 16;       ///< upper limit of a list
    std::span<const std::string_view> names{};             ///< the only texts; empty: any
    const char* pattern = "";                              ///< regular expression of a text, in the schema
    Presence presence = Presence::Optional;
    bool isNullable = false;        ///< a figure that is absent or not finite is written as null
    bool isZeroNull = false;        ///< zero is written as null
    bool isZeroBlank = false;       ///< zero has an empty cell in text tables
    bool mayBeUnknown = false;      ///< its zero means that nobody knows the value
    bool isAbove = false;           ///< `least` itself is too small, in the schema
    std::size_t leastElements = 0;  ///< least length of a list, in the schema
    const char* heading = nullptr;  ///< heading of the column in text tables; null: no column

    [[nodiscard]] bool isRequired() const { return presence == Presence::Required; }
};

/// How values of a type are read, written and described. `read` keeps `value` if the member is absent and not required.
template <typename Value>
struct Codec;

/// A row of the table of a structure `Owner`.
template <typename Owner>
struct Field : FieldRules {
    using OwnerType = Owner;
    void (*reader)(const FieldRules&, JsonObject&, Owner&, UnknownKeys*) = nullptr;  ///< null: only written
    Json (*writer)(const Owner&) = nullptr;                                          ///< a null value: absent
    Json (*describer)(const FieldRules&) = nullptr;
    bool (*condition)(const Owner&) = nullptr;    ///< null: always written
    std::span<const Field> (*rows)() = nullptr;   ///< the table of a group; null: not a group
    std::string (*cell)(const Owner&) = nullptr;  ///< text of its column; null: the value in its measure

    [[nodiscard]] constexpr Field titled(Phrase name, Measure shownAs = Measure::Factor) const
    {
        Field row = *this;
        row.title = name;
        row.measure = shownAs;
        return row;
    }
    [[nodiscard]] constexpr Field says(const char* line) const
    {
        Field row = *this;
        row.help = line;
        return row;
    }
    [[nodiscard]] constexpr Field between(double low, double high) const
    {
        Field row = *this;
        row.least = low;
        row.most = high;
        return row;
    }
    /// Describes a number that is at least `low`; readers need between().
    [[nodiscard]] constexpr Field atLeast(double low) const
    {
        Field row = *this;
        row.least = low;
        return row;
    }
    /// Describes a number that is greater than `low`.
    [[nodiscard]] constexpr Field above(double low) const
    {
        Field row = atLeast(low);
        row.isAbove = true;
        return row;
    }
    /// Describes a list with at least one element.
    [[nodiscard]] constexpr Field notEmpty() const
    {
        Field row = *this;
        row.leastElements = 1;
        return row;
    }
    /// Is a column of text tables. Columns of Measure::Text are aligned left; `text` writes the cells if it is given.
    [[nodiscard]] constexpr Field column(const char* name, Measure shownAs = Measure::Text,
                                         std::string (*text)(const Owner&) = nullptr) const
    {
        Field row = *this;
        row.heading = name;
        row.measure = shownAs;
        row.cell = text;
        return row;
    }
    /// Is null where the figure is absent or not finite.
    [[nodiscard]] constexpr Field orNull() const
    {
        Field row = *this;
        row.isNullable = true;
        return row;
    }
    /// Is null where the figure is zero.
    [[nodiscard]] constexpr Field zeroIsNull() const
    {
        Field row = orNull();
        row.isZeroNull = true;
        return row;
    }
    /// Has an empty cell in text tables where the figure is zero.
    [[nodiscard]] constexpr Field zeroIsBlank() const
    {
        Field row = *this;
        row.isZeroBlank = true;
        return row;
    }
    [[nodiscard]] constexpr Field upTo(std::size_t elements) const
    {
        Field row = *this;
        row.mostElements = elements;
        return row;
    }
    /// Describes a text by a regular expression, which readers do not check.
    [[nodiscard]] constexpr Field like(const char* expression) const
    {
        Field row = *this;
        row.pattern = expression;
        return row;
    }
    /// Takes these texts alone.
    [[nodiscard]] constexpr Field oneOf(std::span<const std::string_view> texts) const
    {
        Field row = *this;
        row.names = texts;
        return row;
    }
    [[nodiscard]] constexpr Field required() const
    {
        Field row = *this;
        row.presence = Presence::Required;
        return row;
    }
    /// Is zero where nobody knows the value, and left out of files then.
    [[nodiscard]] constexpr Field unknownIfZero() const
    {
        Field row = sparse();
        row.mayBeUnknown = true;
        return row;
    }
    [[nodiscard]] constexpr Field sparse() const
    {
        Field row = *this;
        row.presence = Presence::Sparse;
        return row;
    }
    /// Is read by `function`, which may look at the members that the rows before it have read.
    [[nodiscard]] constexpr Field readBy(void (*function)(const FieldRules&, JsonObject&, Owner&, UnknownKeys*)) const
    {
        Field row = *this;
        row.reader = function;
        return row;
    }
    /// Is written by `function`.
    [[nodiscard]] constexpr Field writtenBy(Json (*function)(const Owner&)) const
    {
        Field row = *this;
        row.writer = function;
        return row;
    }
    /// Is described by `function`, where a file may have more than the reader of the row.
    [[nodiscard]] constexpr Field describedBy(Json (*function)(const FieldRules&)) const
    {
        Field row = *this;
        row.describer = function;
        return row;
    }
    /// Is written only if `applies` returns true.
    [[nodiscard]] constexpr Field when(bool (*applies)(const Owner&)) const
    {
        Field row = *this;
        row.condition = applies;
        return row;
    }
};

// --- the types of values --------------------------------------------------------------------------------------------

/// Adds the limits of a number to its schema.
void describeLimits(Json& schema, const FieldRules& rules);
/// Returns a schema that also allows null.
[[nodiscard]] Json orNullSchema(Json schema);
/// Returns the schema of a list.
[[nodiscard]] Json listSchema(Json elements, const FieldRules& rules);

template <>
struct Codec<bool> {
    static void read(const FieldRules& rules, JsonObject& object, bool& value, UnknownKeys*)
    {
        value = object.booleanOr(rules.key, value);
    }
    static Json write(bool value) { return value; }
    static Json schema(const FieldRules&) { return {{"type", "boolean"}}; }
};

template <std::integral Value>
struct Codec<Value> {
    /// Reads a whole number; a field without limits takes what the type holds.
    static void read(const FieldRules& rules, JsonObject& object, Value& value, UnknownKeys*)
    {
        const auto within = [](double limit, Value otherwise) {
            const bool isLimit = limit > static_cast<double>(std::numeric_limits<Value>::lowest()) &&
                                 limit < static_cast<double>(std::numeric_limits<Value>::max());
            return static_cast<std::int64_t>(isLimit ? static_cast<Value>(limit) : otherwise);
        };
        const std::int64_t least = within(rules.least, std::numeric_limits<Value>::lowest());
        const std::int64_t most = within(rules.most, std::numeric_limits<Value>::max());
        value = static_cast<Value>(rules.isRequired() ? object.integer(rules.key, least, most)
                                                      : object.integerOr(rules.key, value, least, most));
    }
    static Json write(Value value) { return value; }
    static Json schema(const FieldRules& rules)
    {
        Json schema{{"type", "integer"}};
        describeLimits(schema, rules);
        return schema;
    }
};

template <>
struct Codec<double> {
    static void read(const FieldRules& rules, JsonObject& object, double& value, UnknownKeys*)
    {
        value = rules.isRequired() ? object.number(rules.key, rules.least, rules.most)
                                   : object.numberOr(rules.key, value, rules.least, rules.most);
    }
    static Json write(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
    static Json schema(const FieldRules& rules)
    {
        Json schema{{"type", "number"}};
        describeLimits(schema, rules);
        return schema;
    }
};

template <>
struct Codec<std::string> {
    static void read(const FieldRules& rules, JsonObject& object, std::string& value, UnknownKeys*)
    {
        if (rules.names.empty()) {
            value = rules.isRequired() ? object.string(rules.key) : object.stringOr(rules.key, value);
        } else if (rules.isRequired() || object.has(rules.key)) {
            const std::vector<std::string_view> names(rules.names.begin(), rules.names.end());
            value = names[at(object.oneOf(rules.key, names))];
        }
    }
    static Json write(const std::string& value) { return value; }
    static Json schema(const FieldRules& rules)
    {
        Json schema = rules.names.empty() ? Json{{"type", "string"}} : Json{{"enum", rules.names}};
        if (*rules.pattern != '\0') {
            schema["pattern"] = rules.pattern;
        }
        return schema;
    }
};

/// Texts that are only written.
template <>
struct Codec<std::string_view> {
    static Json write(std::string_view value) { return value; }
    static Json schema(const FieldRules& rules) { return Codec<std::string>::schema(rules); }
};
template <>
struct Codec<const char*> : Codec<std::string_view> {};
template <>
struct Codec<Text> {
    static Json write(const Text& value) { return value; }
    static Json schema(const FieldRules& rules) { return Codec<std::string>::schema(rules); }
};
/// JSON that something else describes: any value.
template <>
struct Codec<Json> {
    static Json write(const Json& value) { return value; }
    static Json schema(const FieldRules&) { return Json::object(); }
};

template <NamedEnum Value>
struct Codec<Value> {
    static void read(const FieldRules& rules, JsonObject& object, Value& value, UnknownKeys*)
    {
        const int index = rules.isRequired() ? object.oneOf(rules.key, namesOf<Value>())
                                             : object.oneOfOr(rules.key, static_cast<int>(value), namesOf<Value>());
        value = static_cast<Value>(index);
    }
    static Json write(Value value) { return name(value); }
    static Json schema(const FieldRules&) { return {{"enum", namesOf<Value>()}}; }
};

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

/// Returns the schema of an object with these members and no others.
template <typename Owner>
[[nodiscard]] Json schemaOf(std::span<const Field<Owner>> fields, Keys without = {})
{
    Json schema{{"type", "object"}, {"additionalProperties", false}, {"required", Json::array()}, {"properties", {}}};
    schema["properties"] = Json::object();
    for (const Field<Owner>& row : fields) {
        if (row.writer == nullptr || std::ranges::find(without, row.key) != without.end()) {
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
        const bool isAlways = row.reader == nullptr && row.presence != Presence::Sparse && row.condition == nullptr;
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
