// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/fields.h"

namespace pgram {

void describeLimits(Json& schema, const FieldRules& rules)
{
    const auto limit = [&schema](const char* name, double value) {
        const bool isWhole = schema["type"] == "integer" || (value == std::floor(value) && std::abs(value) < 1e15);
        schema[name] = isWhole ? Json(static_cast<std::int64_t>(value)) : Json(value);
    };
    if (rules.least > std::numeric_limits<double>::lowest()) {
        limit("minimum", rules.least);
    }
    if (rules.most < std::numeric_limits<double>::max()) {
        limit("maximum", rules.most);
    }
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
    properties.update(schema["properties"]);
    schema["required"] = std::move(required);
    schema["properties"] = std::move(properties);
    return schema;
}

}  // namespace pgram
