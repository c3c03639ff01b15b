// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The schemas of presets/schemas: every shipped file keeps to its own, and they refuse what the readers refuse.
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/cost/layer_cost.h"
#include "core/frameworks/target.h"
#include "core/model/model_json.h"
#include "core/strategy/strategy_keys.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QRegularExpression>

// False alarms of GCC 12 in inlined string functions (GCC bug 105651).
#pragma GCC diagnostic ignored "-Wrestrict"
#include <algorithm>
#include <map>
#include <memory>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

using namespace pgram;
namespace fs = std::filesystem;

namespace {

/// A schema of presets/schemas, and what it finds wrong with a file.
class SchemaFile {
public:
    explicit SchemaFile(const char* name)
    {
        const fs::path file = shippedPresets().root() / "schemas" / (std::string(name) + ".json");
        const nlohmann::json json = nlohmann::json::parse(loaded(readTextFile(file)));
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        // A reference to another file names a neighbour of this one.
        std::vector<std::unique_ptr<nlohmann::json>> others;
        parser.populateSchema(
            valijson::adapters::NlohmannJsonAdapter(json), m_schema,
            [&](const std::string& other) {
                others.push_back(std::make_unique<nlohmann::json>(
                    nlohmann::json::parse(loaded(readTextFile(file.parent_path() / other)))));
                return others.back().get();
            },
            [](const nlohmann::json* /*other*/) {});
    }

    [[nodiscard]] QString complaint(const nlohmann::json& json) const
    {
        valijson::Validator validator;
        valijson::ValidationResults results;
        if (validator.validate(m_schema, valijson::adapters::NlohmannJsonAdapter(json), &results)) {
            return {};
        }
        QString text;
        for (const auto& error : results) {
            for (const std::string& step : error.context) {
                text += QString::fromStdString(step);
            }
            text += ": " + QString::fromStdString(error.description) + '\n';
        }
        return text;
    }

private:
    valijson::Schema m_schema;
};

/// The schemas of what pgram prints, by their names.
std::map<std::string, nlohmann::json> outputSchemas()
{
    std::map<std::string, nlohmann::json> schemas;
    for (const auto& file : fs::directory_iterator(shippedPresets().root() / "schemas")) {
        const std::string name = file.path().stem().string();
        if (name.starts_with("pgram-")) {
            schemas[name] = nlohmann::json::parse(loaded(readTextFile(file.path())));
        }
    }
    return schemas;
}

nlohmann::json schemaNamed(const std::string& name)
{
    return nlohmann::json::parse(loaded(readTextFile(shippedPresets().root() / "schemas" / (name + ".json"))));
}

/// Every list of allowed values in a schema that has `member` among them.
std::vector<nlohmann::json> enumsWith(const nlohmann::json& schema, const std::string& member)
{
    if (!schema.is_structured()) {
        return {};
    }
    const nlohmann::json values = schema.is_object() ? schema.value("enum", nlohmann::json()) : nlohmann::json();
    std::vector<nlohmann::json> found;
    if (std::find(values.begin(), values.end(), member) != values.end()) {
        found.push_back(values);
    }
    for (const nlohmann::json& part : schema) {
        const std::vector<nlohmann::json> inside = enumsWith(part, member);
        found.insert(found.end(), inside.begin(), inside.end());
    }
    return found;
}

QString complaintAbout(const SchemaFile& schema, const PresetEntry& entry)
{
    return schema.complaint(nlohmann::json::parse(loaded(readTextFile(entry.file))));
}

}  // namespace

class TestPresetSchemas : public QObject {
    Q_OBJECT

private slots:
    void everyFileKeepsToItsSchema()
    {
        const std::map<PresetKind, const char*> schemas{
            {PresetKind::Model, "model"},       {PresetKind::Cluster, "cluster"}, {PresetKind::Device, "device"},
            {PresetKind::Scenario, "scenario"}, {PresetKind::Lesson, "lesson"},   {PresetKind::Course, "lesson"}};
        for (const auto& [kind, schemaName] : schemas) {
            const SchemaFile schema(schemaName);
            const auto entries = shippedPresets().entries(kind);
            QVERIFY(!entries.empty());
            for (const PresetEntry& entry : entries) {
                const QString complaint = complaintAbout(schema, entry);
                QVERIFY2(complaint.isEmpty(), qPrintable(QString::fromStdString(entry.name) + '\n' + complaint));
            }
        }
        const SchemaFile fidelity("fidelity");
        const auto record = loaded(readTextFile(shippedPresets().root() / "fidelity.json"));
        QCOMPARE(fidelity.complaint(nlohmann::json::parse(record)), QString());
    }

    /// Clusters are written with whole devices, where their presets name them.
    void writtenClustersKeepToTheSchema()
    {
        const SchemaFile schema("cluster");
        for (const PresetEntry& entry : shippedPresets().clusters()) {
            const Json written = toJson(loaded(shippedPresets().cluster(entry.name)));
            const QString complaint = schema.complaint(nlohmann::json::parse(written.dump()));
            QVERIFY2(complaint.isEmpty(), qPrintable(QString::fromStdString(entry.name) + '\n' + complaint));
        }
    }

    void devicesAreWholeOrNamed()
    {
        const SchemaFile schema("device");
        const auto accepts = [&schema](const char* device) {
            const nlohmann::json json{
                {"format", "parallelogram-device"}, {"version", 1}, {"device", nlohmann::json::parse(device)}};
            return schema.complaint(json).isEmpty();
        };
        QVERIFY(accepts(R"("h100-sxm")"));
        QVERIFY(accepts(R"({"preset": "h100-sxm"})"));
        QVERIFY(accepts(R"({"preset": "h100-sxm", "change": {"usd_per_hour": null}})"));
        QVERIFY(!accepts(R"({"preset": "h100-sxm", "memory_bytes": 85520809984})"));
        QVERIFY(!accepts(R"({"change": {}})"));
        QVERIFY(!accepts(R"({"preset": "h100-sxm", "change": 3})"));
        QVERIFY(!accepts(R"({"name": "H100", "memory_bytes": 85520809984})"));
        QVERIFY(!accepts("3"));
    }

    void everyKindOfTrafficIsKnown()
    {
        nlohmann::json kinds;
        for (int kind = 0; kind <= static_cast<int>(TrafficKind::HostTransfer); ++kind) {
            kinds.push_back(name(static_cast<TrafficKind>(kind)));
        }
        std::size_t met = 0;
        for (const auto& [schemaName, schema] : outputSchemas()) {
            for (const nlohmann::json& listed : enumsWith(schema, kinds[0])) {
                QCOMPARE(QByteArray::fromStdString(schemaName + listed.dump()),
                         QByteArray::fromStdString(schemaName + kinds.dump()));
                ++met;
            }
        }
        QVERIFY(met >= 5);
    }

    void everyTargetIsKnown()
    {
        nlohmann::json names;
        for (const Target* target : targets()) {
            names.push_back(target->name);
        }
        QCOMPARE(enumsWith(schemaNamed("scenario"), names[0]), std::vector<nlohmann::json>{names});
    }

    /// Levels of the tree by their titles; what strategies choose by name in plans; the names in a scenario's space.
    void everyDimensionIsKnown()
    {
        nlohmann::json levels;
        for (const DimensionRules* rules : treeOrder()) {
            if (rules->fitsInside != nullptr) {
                levels.push_back(rules->title);
            }
        }
        QCOMPARE(enumsWith(schemaNamed("pgram-tree"), "DP"), std::vector<nlohmann::json>{levels});
        const nlohmann::json strategy = schemaNamed("plan")["properties"]["strategies"]["items"]["properties"];
        for (const StrategyKey& key : strategyKeys()) {
            const std::string name(key.name);
            QVERIFY2(strategy.contains(name), name.c_str());
            QCOMPARE(strategy[name]["enum"], nlohmann::json(key.values));
        }
        const nlohmann::json space = schemaNamed("scenario")["properties"]["space"];
        const QRegularExpression names(QString::fromStdString(space["pattern"].get<std::string>()));
        for (const DimensionRules* rules : dimensionRules()) {
            QVERIFY2(names.match(QString::fromLatin1(rules->name)).hasMatch(), rules->name);
        }
    }

    void schemasRefuseWhatTheReaderRefuses()
    {
        const SchemaFile schema("model");
        nlohmann::json json = nlohmann::json::parse(toJson(loaded(shippedPresets().model("bert-huge-32"))).dump());
        QVERIFY(schema.complaint(json).isEmpty());
        const auto refused = [&](const char* pointer, const nlohmann::json& value) {
            nlohmann::json changed = json;
            changed[nlohmann::json::json_pointer(pointer)] = value;
            return !schema.complaint(changed).isEmpty() && !parseArchitecture(changed.dump(), "changed");
        };
        QVERIFY(refused("/version", 2));
        QVERIFY(refused("/runs/1/hidden", -1280));
        QVERIFY(refused("/runs/1/kind", "transformer"));
        QVERIFY(refused("/runs/0/vocabulary", "30522"));
        QVERIFY(refused("/runs/1/count", 1'000'000));
        json["runs"][1].erase("ffn");
        QVERIFY(!schema.complaint(json).isEmpty());
        QVERIFY(!parseArchitecture(json.dump(), "changed"));
    }
};

PGRAM_TEST(TestPresetSchemas)
#include "test_preset_schemas.moc"
