// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/fields.h"

#include <map>
#include <string>

namespace pgram {

namespace {

/// Writes each structure with a name that a schema has several times once, under "definitions".
class Definitions {
public:
    explicit Definitions(const Json& schema) { count(schema); }

    /// Returns `schema` with references in the place of the structures that it has several times.
    Json shortened(const Json& schema)
    {
        if (isShared(schema)) {
            const std::string text = textOf(schema);
            if (!m_names.contains(text)) {
                const std::string name = schema["title"];
                m_names[text] = name;
                Json body = parts(schema);
                body.erase("description");
                body.erase("title");
                m_bodies[name] = std::move(body);
            }
            Json reference{{"$ref", "#/definitions/" + m_names[text]}};
            if (schema.contains("description")) {
                reference["description"] = schema["description"];
            }
            return reference;
        }
        return parts(schema);
    }
    [[nodiscard]] const Json& bodies() const { return m_bodies; }

private:
    static std::string textOf(Json schema)
    {
        schema.erase("description");
        return schema.dump();
    }

    void count(const Json& schema)
    {
        if (isNamed(schema)) {
            ++m_counts[textOf(schema)];
        }
        for (const Json& part : schema.is_structured() ? schema : Json::array()) {
            count(part);
        }
    }

    static bool isNamed(const Json& schema)
    {
        return schema.is_object() && schema.contains("properties") && schema.contains("title");
    }
    bool isShared(const Json& schema) { return isNamed(schema) && m_counts[textOf(schema)] > 1; }

    /// Returns the same schema with its parts shortened.
    Json parts(const Json& schema)
    {
        if (schema.is_array()) {
            Json all = Json::array();
            for (const Json& part : schema) {
                all.push_back(shortened(part));
            }
            return all;
        }
        if (!schema.is_object()) {
            return schema;
        }
        Json all = Json::object();
        for (const auto& [name, part] : schema.items()) {
            if (name == "title" && part.is_string()) {
                continue;
            }
            all[name] = shortened(part);
        }
        return all;
    }

    std::map<std::string, int> m_counts;
    std::map<std::string, std::string> m_names;
    Json m_bodies = Json::object();
};

}  // namespace

void describeLimits(Json& schema, const FieldRules& rules)
{
    const auto limit = [&schema](const char* name, double value) {
        const bool isWhole = schema["type"] == "integer" || (value == std::floor(value) && std::abs(value) < 1e15);
        schema[name] = isWhole ? Json(static_cast<std::int64_t>(value)) : Json(value);
    };
    if (rules.least > std::numeric_limits<double>::lowest()) {
        limit(rules.isAbove ? "exclusiveMinimum" : "minimum", rules.least);
    }
    if (rules.most < std::numeric_limits<double>::max()) {
        limit("maximum", rules.most);
    }
}

Json orNullSchema(Json schema)
{
    if (schema.contains("type") && schema["type"].is_string() && !schema.contains("title")) {
        schema["type"] = {schema["type"], "null"};
        return schema;
    }
    return Json{{"oneOf", {std::move(schema), {{"type", "null"}}}}};
}

Json listSchema(Json elements, const FieldRules& rules)
{
    Json schema{{"type", "array"}, {"items", std::move(elements)}};
    if (rules.leastElements > 0) {
        schema["minItems"] = rules.leastElements;
    }
    return schema;
}

Json openSchema(Json schema)
{
    if (schema.is_object() && schema.contains("additionalProperties")) {
        schema.erase("additionalProperties");
    }
    for (Json& part : schema) {
        if (part.is_structured()) {
            part = openSchema(std::move(part));
        }
    }
    return schema;
}

Json fileSchema(const std::string& title, std::string_view format, int version, const Json& object)
{
    Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}};
    schema.update(object);
    Json required{"format", "version"};
    Json properties{
        {"$schema", {{"type", "string"}}}, {"format", {{"const", format}}}, {"version", {{"const", version}}}};
    for (const Json& key : schema.value("required", Json::array())) {
        required.push_back(key);
    }
    Definitions definitions(schema["properties"]);
    for (const auto& [name, member] : schema["properties"].items()) {
        properties[name] = definitions.shortened(member);
    }
    schema["required"] = std::move(required);
    schema["properties"] = std::move(properties);
    if (!definitions.bodies().empty()) {
        schema["definitions"] = definitions.bodies();
    }
    return schema;
}

}  // namespace pgram
