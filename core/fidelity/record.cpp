// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/record.h"

#include "core/base/file_format.h"
#include "core/base/json.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <variant>

namespace pgram {

namespace {

constexpr int mostDegree = 1 << 20;
constexpr double mostNumber = 1e15;
const std::vector<std::string_view> peakKindNames = {"allocator", "last-rank", "driver"};

/// A field of a row under its name in the file; left out where it is as in a row of which nothing is known.
struct Field {
    using Member = std::variant<std::string Measurement::*, std::int64_t Measurement::*, int Measurement::*,
                                double Measurement::*, bool Measurement::*, std::optional<bool> Measurement::*,
                                std::optional<double> Measurement::*, PeakKind Measurement::*>;
    const char* key;
    Member member;
};

const Field fields[] = {
    {"id", &Measurement::id},
    {"source", &Measurement::source},
    {"framework", &Measurement::framework},
    {"release", &Measurement::release},
    {"compiled", &Measurement::compiled},
    {"async_tensor", &Measurement::asyncTensor},
    {"may_offload", &Measurement::mayOffload},
    {"model", &Measurement::model},
    {"layers", &Measurement::layers},
    {"hidden", &Measurement::hidden},
    {"heads", &Measurement::heads},
    {"kv_heads", &Measurement::kvHeads},
    {"ffn", &Measurement::ffn},
    {"vocabulary", &Measurement::vocabulary},
    {"activation", &Measurement::activation},
    {"tied", &Measurement::tied},
    {"latent_attention", &Measurement::latentAttention},
    {"moe", &Measurement::isMoe},
    {"experts", &Measurement::experts},
    {"top_k", &Measurement::topK},
    {"expert_ffn", &Measurement::expertFfn},
    {"flop_per_token", &Measurement::flopsPerToken},
    {"gpu", &Measurement::gpu},
    {"devices", &Measurement::devices},
    {"devices_per_node", &Measurement::devicesPerNode},
    {"network_bytes_per_s", &Measurement::networkBytes},
    {"tensor", &Measurement::tensor},
    {"pipeline", &Measurement::pipeline},
    {"data", &Measurement::data},
    {"context", &Measurement::context},
    {"expert", &Measurement::expert},
    {"virtual_stages", &Measurement::virtualStages},
    {"schedule", &Measurement::schedule},
    {"sequence_parallel", &Measurement::sequenceParallel},
    {"zero", &Measurement::zero},
    {"sharding", &Measurement::sharding},
    {"sequence", &Measurement::sequence},
    {"micro_batch", &Measurement::microBatch},
    {"global_batch", &Measurement::globalBatch},
    {"recompute", &Measurement::recompute},
    {"fused_attention", &Measurement::flashAttention},
    {"precision", &Measurement::precision},
    {"step_s", &Measurement::stepTime},
    {"peak_gib", &Measurement::peakGib},
    {"peak_of", &Measurement::peakKind},
    {"out_of_memory", &Measurement::outOfMemory},
};

template <typename T>
Json written(const T& value)
{
    return value;
}

template <typename T>
Json written(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json written(PeakKind kind)
{
    return peakKindNames[static_cast<std::size_t>(kind)];
}

void read(JsonObject& object, const char* key, std::string& value)
{
    value = object.stringOr(key, value);
}

void read(JsonObject& object, const char* key, std::int64_t& value)
{
    value = object.integerOr(key, value, 0, largestRunSize);
}

void read(JsonObject& object, const char* key, int& value)
{
    value = static_cast<int>(object.integerOr(key, value, 0, mostDegree));
}

void read(JsonObject& object, const char* key, double& value)
{
    value = object.numberOr(key, value, 0, mostNumber);
}

void read(JsonObject& object, const char* key, bool& value)
{
    value = object.booleanOr(key, value);
}

void read(JsonObject& object, const char* key, std::optional<bool>& value)
{
    if (object.has(key)) {
        value = object.booleanOr(key, false);
    }
}

void read(JsonObject& object, const char* key, std::optional<double>& value)
{
    if (object.has(key)) {
        value = object.number(key, 1e-9, mostNumber);
    }
}

void read(JsonObject& object, const char* key, PeakKind& value)
{
    value = static_cast<PeakKind>(object.oneOfOr(key, static_cast<int>(value), peakKindNames));
}

Json rowToJson(const Measurement& row)
{
    static const Measurement blank;
    Json json = Json::object();
    for (const Field& field : fields) {
        std::visit(
            [&](auto member) {
                if (row.*member != blank.*member) {
                    json[field.key] = written(row.*member);
                }
            },
            field.member);
    }
    return json;
}

Measurement rowFromJson(JsonObject& object)
{
    Measurement row;
    for (const Field& field : fields) {
        std::visit([&](auto member) { read(object, field.key, row.*member); }, field.member);
    }
    return row;
}

/// The value that most rows have of a field; null where that is none, or no two have one.
Json usualValue(const std::vector<Json>& rows, const char* key)
{
    std::map<std::string, std::size_t> counts;
    for (const Json& row : rows) {
        ++counts[row.contains(key) ? dumped(row[key]) : "null"];
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
    return most->second > 1 ? Json::parse(most->first) : Json(nullptr);
}

/// Takes the usual values out of the rows; a row without one gets a null.
Json takeUsual(std::vector<Json>& rows)
{
    Json usual = Json::object();
    for (const Field& field : fields) {
        const Json value = usualValue(rows, field.key);
        if (value.is_null()) {
            continue;
        }
        usual[field.key] = value;
        for (Json& row : rows) {
            if (!row.contains(field.key)) {
                row[field.key] = nullptr;
            } else if (row[field.key] == value) {
                row.erase(field.key);
            }
        }
    }
    return usual;
}

/// A row with the usual values of what it does not say itself.
Json completed(const Json& usual, const Json& own)
{
    Json row = Json::object();
    for (const Json* part : {&own, &usual}) {
        for (const auto& [key, value] : part->items()) {
            if (!own.contains(key) || (part == &own && !value.is_null())) {
                row[key] = value;
            }
        }
    }
    return row;
}

std::string suiteText(const std::string& name, std::vector<Json> rows)
{
    std::string text = "    {\n      \"suite\": " + dumped(Json(name));
    text += ",\n      \"usual\": " + dumped(takeUsual(rows)) + ",\n      \"rows\": [";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        text += (i == 0 ? "\n        " : ",\n        ") + dumped(rows[i]);
    }
    return text + "\n      ]\n    }";
}

}  // namespace

std::string recordText(const std::vector<Measurement>& rows)
{
    std::vector<std::pair<std::string, std::vector<Json>>> suites;
    for (const Measurement& row : rows) {
        auto suite = std::ranges::find(suites, row.suite, &std::pair<std::string, std::vector<Json>>::first);
        if (suite == suites.end()) {
            suite = suites.insert(suites.end(), {row.suite, {}});
        }
        suite->second.push_back(rowToJson(row));
    }
    std::string text =
        fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"suites\": [", recordFormat, recordVersion);
    for (std::size_t i = 0; i < suites.size(); ++i) {
        text += (i == 0 ? "\n" : ",\n") + suiteText(suites[i].first, std::move(suites[i].second));
    }
    return text + "\n  ]\n}\n";
}

bool isRecord(const Json& json)
{
    return json.is_object() && json.contains("format");
}

Result<std::vector<Measurement>> readRecord(const Json& json, const std::string& where)
{
    JsonObject object(json, where);
    checkFormat(object, recordFormat, recordVersion);
    std::vector<Measurement> rows;
    for (JsonObject& suite : object.objects("suites")) {
        const std::string name = suite.string("suite");
        const JsonObject usual = suite.object("usual");
        for (JsonObject& own : suite.objects("rows")) {
            const Json full = completed(usual.json(), own.json());
            JsonObject whole(full, where, own.pointer());
            Measurement row = rowFromJson(whole);
            row.suite = name;
            rows.push_back(std::move(row));
            if (const auto error = whole.error()) {
                return tl::unexpected(*error);
            }
        }
    }
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return rows;
}

std::filesystem::path recordFile(const PresetStore& presets)
{
    return presets.root() / "fidelity.json";
}

}  // namespace pgram
