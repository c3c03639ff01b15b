// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/report.h"

#include "core/base/format.h"

#include <fmt/format.h>

namespace pgram::cli {

Json outputObject(std::string_view name)
{
    return Json{{"format", fmt::format("pgram-{}", name)}, {"version", outputVersion}};
}

Json outputSchema(std::string_view name, const char* description, const Json& object)
{
    std::string command(name);
    std::ranges::replace(command, '-', ' ');
    Json schema = fileSchema(fmt::format("Output of pgram {} --json, version {}", command, outputVersion),
                             fmt::format("pgram-{}", name), outputVersion, object);
    schema["properties"].erase("$schema");
    schema["description"] = description;
    return schema;
}

std::string cellText(const FieldRules& row, const Json& value)
{
    if (value.is_null() || (row.isZeroBlank && value == 0)) {
        return "";
    }
    if (value.is_string()) {
        return value.get<std::string>();
    }
    if (value.is_boolean()) {
        return value.get<bool>() ? "yes" : "no";
    }
    const auto number = value.get<double>();
    switch (row.measure) {
    case Measure::Memory:
        return formatBytes(number);
    case Measure::Rate:
        return formatBandwidth(number);
    case Measure::Peak:
        return formatCount(number);
    case Measure::Time:
        return formatSeconds(number);
    case Measure::Share:
        return formatPercent(number);
    case Measure::Count:
        return fmt::format("{}", value.get<std::int64_t>());
    default:
        return formatNumber(number);
    }
}

}  // namespace pgram::cli
