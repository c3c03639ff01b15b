// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/record.h"

#include "core/base/fields.h"
#include "core/base/json.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace pgram {

namespace {

constexpr int mostDegree = 1 << 20;
constexpr double mostNumber = 1e15;
/// Returns the row of a member. A member is left out if its value is that of a row about which nothing is known.
template <auto member>
constexpr Field<Measurement> row(const char* key, const char* help = "")
{
    using Value = typename MemberOf<decltype(member)>::Value;
    const Field<Measurement> plain = field<member>(key).sparse().says(help);
    if constexpr (std::is_same_v<Value, int>) {
        return plain.between(0, mostDegree);
    } else if constexpr (std::is_same_v<Value, std::int64_t>) {
        return plain.between(0, static_cast<double>(largestRunSize));
    } else if constexpr (std::is_same_v<Value, double>) {
        return plain.between(0, mostNumber);
    } else if constexpr (std::is_same_v<Value, std::optional<double>>) {
        return plain.between(1e-9, mostNumber);
    } else {
        return plain;
    }
}

constexpr Field<Measurement> measurementRows[] = {
    row<&Measurement::id>("id", "Unique in the file"),
    row<&Measurement::source>("source", "Publication of the run"),
    row<&Measurement::framework>("framework"),
    row<&Measurement::release>("release", "Release of the framework, by year and month"),
    row<&Measurement::compiled>("compiled", "By torch.compile"),
    row<&Measurement::asyncTensor>("async_tensor",
                                   "Tensor-parallel transfers run at the same time as the products that need them"),
    row<&Measurement::mayOffload>("may_offload", "The source does not say whether states waited in host memory"),
    row<&Measurement::model>("model", "Name in the source"),
    row<&Measurement::layers>("layers"),
    row<&Measurement::hidden>("hidden"),
    row<&Measurement::heads>("heads"),
    row<&Measurement::kvHeads>("kv_heads"),
    row<&Measurement::ffn>("ffn"),
    row<&Measurement::vocabulary>("vocabulary"),
    row<&Measurement::activation>("activation", "gelu, swiglu, relu2"),
    row<&Measurement::tied>("tied", "The head shares the embedding's table"),
    row<&Measurement::latentAttention>("latent_attention", "Multi-latent attention"),
    row<&Measurement::isMoe>("moe"),
    row<&Measurement::experts>("experts"),
    row<&Measurement::topK>("top_k"),
    row<&Measurement::expertFfn>("expert_ffn"),
    row<&Measurement::flopsPerToken>("flop_per_token",
                                     "FLOP of the model per token, forward and backward, by the source's own count"),
    row<&Measurement::gpu>("gpu"),
    row<&Measurement::devices>("devices"),
    row<&Measurement::devicesPerNode>("devices_per_node"),
    row<&Measurement::networkBytes>("network_bytes_per_s", "Bytes/s of one device towards other nodes"),
    row<&Measurement::tensor>("tensor"),
    row<&Measurement::pipeline>("pipeline"),
    row<&Measurement::data>("data"),
    row<&Measurement::context>("context"),
    row<&Measurement::expert>("expert"),
    row<&Measurement::virtualStages>("virtual_stages"),
    row<&Measurement::schedule>("schedule", "Schedule of the pipeline, as pgram list schedules names it; absent = "
                                            "1F1B, or interleaved with virtual stages"),
    row<&Measurement::sequenceParallel>("sequence_parallel"),
    row<&Measurement::zero>("zero"),
    row<&Measurement::sharding>("sharding",
                                "FULL_SHARD, HYBRID_SHARD, SHARD_GRAD_OP, or the number of ranks that share one copy"),
    row<&Measurement::sequence>("sequence"),
    row<&Measurement::microBatch>("micro_batch", "Samples of one micro-batch on one data-parallel rank"),
    row<&Measurement::globalBatch>("global_batch"),
    row<&Measurement::packedOf>("packed_of",
                                "Data set whose documents share packed samples; absent = a sample is one document"),
    row<&Measurement::recompute>("recompute"),
    row<&Measurement::flashAttention>("fused_attention"),
    row<&Measurement::precision>("precision"),
    row<&Measurement::stepTime>("step_s"),
    row<&Measurement::peakGib>("peak_gib"),
    row<&Measurement::peakKind>("peak_of", "Whose figure the peak is: tensors of the fullest rank (if absent), tensors "
                                           "of the last stage's, all bytes that the driver counts, or what the "
                                           "allocator reserved"),
    row<&Measurement::outOfMemory>("out_of_memory", "The run ended for lack of memory"),
};
constexpr std::span<const Field<Measurement>> table(measurementRows);

Measurement rowFromJson(JsonObject& object)
{
    Measurement row;
    readFields(table, object, row, nullptr);
    takeUnknown(object, nullptr);
    return row;
}

/// Returns the most frequent value of a field. Returns null if most rows lack the field or all values differ.
Json usualValue(const std::vector<Json>& rows, const std::string& key)
{
    std::map<std::string, std::size_t> counts;
    for (const Json& row : rows) {
        ++counts[row.contains(key) ? dumped(row[key]) : "null"];
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
    return most->second > 1 ? Json::parse(most->first) : Json(nullptr);
}

/// Moves the usual values out of the rows; a row without one gets a null.
Json takeUsual(std::vector<Json>& rows)
{
    Json usual = Json::object();
    for (const Field<Measurement>& field : table) {
        const std::string key(field.key);
        const Json value = usualValue(rows, key);
        if (value.is_null()) {
            continue;
        }
        usual[key] = value;
        for (Json& row : rows) {
            if (!row.contains(key)) {
                row[key] = nullptr;
            } else if (row[key] == value) {
                row.erase(key);
            }
        }
    }
    return usual;
}

/// Returns a row with the usual values of the fields that it lacks.
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
        writeFields(suite->second.emplace_back(Json::object()), table, row);
    }
    std::string text =
        fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"suites\": [", recordFormat, recordVersion);
    for (std::size_t i = 0; i < suites.size(); ++i) {
        text += (i == 0 ? "\n" : ",\n") + suiteText(suites[i].first, std::move(suites[i].second));
    }
    return text + "\n  ]\n}\n";
}

Json recordSchema()
{
    // A null is not the default: it says that the value is not published.
    Json run = schemaOf(table);
    for (auto& [name, member] : run["properties"].items()) {
        member = {{"oneOf", {member, {{"type", "null"}}}}};
    }
    run["description"] = "An absent member has the suite's usual value, or is not published; null is not published";
    run["title"] = "run";
    Json suite{{"type", "object"}, {"additionalProperties", false}, {"required", {"suite", "usual", "rows"}}};
    suite["properties"] = {{"suite", {{"type", "string"}}}, {"usual", run}};
    suite["properties"]["rows"] = listSchema(run, FieldRules{.leastElements = 1});
    Json schema{{"type", "object"}, {"additionalProperties", false}, {"required", {"suites"}}};
    schema["properties"]["suites"] = listSchema(std::move(suite), FieldRules{.leastElements = 1});
    return fileSchema("Parallelogram record of measured runs, version 1", recordFormat, recordVersion, schema);
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
