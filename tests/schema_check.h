// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A JSON document against one of the schemas in presets/schemas.
#pragma once

#include "tests/places.h"

#include <QByteArray>
#include <QFile>
#include <QString>

#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

// GCC 12 sees overlaps and overflows in std::string::replace that are not there, wherever valijson calls it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wrestrict"
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#pragma GCC diagnostic pop

namespace pgram::test {

/// What the document breaks first, and where; empty when it is valid.
inline QString schemaProblem(std::string_view document, const QString& schemaName)
{
    using valijson::adapters::NlohmannJsonAdapter;
    QFile file(presetsFolder() / "schemas" / (schemaName.toStdString() + ".json"));
    if (!file.open(QIODevice::ReadOnly)) {
        return QStringLiteral("there is no schema %1").arg(schemaName);
    }
    const auto json = nlohmann::json::parse(document, nullptr, false);
    if (json.is_discarded()) {
        return QStringLiteral("it is not JSON");
    }
    try {
        const auto schemaJson = nlohmann::json::parse(file.readAll().toStdString());
        valijson::Schema schema;
        valijson::SchemaParser().populateSchema(NlohmannJsonAdapter(schemaJson), schema);
        valijson::ValidationResults results;
        valijson::Validator validator;
        if (validator.validate(schema, NlohmannJsonAdapter(json), &results)) {
            return {};
        }
        valijson::ValidationResults::Error error;
        QString text;
        while (results.popError(error)) {
            std::string at;
            for (const std::string& step : error.context) {
                at += step;
            }
            text += QString::fromStdString(at + ": " + error.description + '\n');
        }
        return text.isEmpty() ? QStringLiteral("it is not valid") : text;
    } catch (const std::exception& error) {
        return QStringLiteral("the schema cannot be used: %1").arg(QString::fromUtf8(error.what()));
    }
}

}  // namespace pgram::test
