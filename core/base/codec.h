// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How values of simple types are read, written and described (core/base/fields.h).
#pragma once

#include "core/base/field.h"
#include "core/base/index.h"
#include "core/base/names.h"

#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

namespace pgram {

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

}  // namespace pgram
