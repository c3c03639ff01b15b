// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/galvatron/profile.h"

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/galvatron/profile_key.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <optional>

namespace pgram::galvatron {

namespace {

constexpr double leastRate = 1e-6;
constexpr double mostOf = 1e12;  ///< any figure of a profile

/// Parses `text` and hands its object to `read`; the first error of either.
Result<void> readObject(std::string_view text, const std::string& where, const std::function<void(JsonObject&)>& read)
{
    const Result<Json> json = parseJson(text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    if (!json->is_object()) {
        return badInput(Core::tr("is not a JSON object"), where, Core::tr("Give a profile as Galvatron writes it"));
    }
    JsonObject object(*json, where);
    read(object);
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return {};
}

LayerProfile& layerOf(ModelProfile& profile, int type)
{
    const auto index = static_cast<std::size_t>(type);
    if (profile.layers.size() <= index) {
        profile.layers.resize(index + 1);
    }
    return profile.layers[index];
}

std::optional<int> typeOf(JsonObject& object, const std::string& key, std::string_view number)
{
    const auto type = wholeNumber(number);
    if (!type || *type >= mostTypes) {
        object.fail(key, Core::tr("has no layer type from 0 to {} in its name", mostTypes - 1));
        return std::nullopt;
    }
    return static_cast<int>(*type);
}

/// "layertype_{i}_bsz{b}_seq{n}"; other keys are raw measurements.
void readTime(JsonObject& object, const std::string& key, const Json& value, ModelProfile& profile)
{
    KeyReader reader(key);
    if (!reader.skip("layertype_")) {
        return;
    }
    const std::string_view type = reader.until("_bsz");
    const auto batch = wholeNumber(reader.until("_seq"));
    const auto sequence = sequenceOf(reader.rest());
    if (!batch || *batch < 1 || *batch > 1 << 20 || !sequence) {
        object.fail(key, Core::tr("is not named layertype_{i}_bsz{b}_seq{n}"));
        return;
    }
    const TimeSample sample{static_cast<int>(*batch), *sequence, object.number(key, value, 0, mostOf)};
    if (type == "other") {
        profile.endTimes.push_back(sample);
    } else if (const auto number = typeOf(object, key, type)) {
        layerOf(profile, *number).times.push_back(sample);
    }
}

/// {"1": …, "2": …}; the key "checkpoint" is for the caller.
std::map<int, double> readDegrees(JsonObject object)
{
    std::map<int, double> values;
    for (const auto& [key, value] : object.json().items()) {
        const auto degree = wholeNumber(key);
        if (key == "checkpoint") {
            continue;
        }
        if (!degree || *degree < 1 || *degree > 1 << 20) {
            object.fail(key, Core::tr("is not a degree of parallelism"));
            return values;
        }
        values[static_cast<int>(*degree)] = object.number(key, value, 0, mostOf);
    }
    if (values.empty()) {
        object.fail({}, Core::tr("names no degree"));
    }
    return values;
}

void readLayerMemory(JsonObject object, LayerProfile& layer)
{
    layer.memory.clear();
    for (const auto& [key, value] : object.json().items()) {
        const auto length = wholeNumber(key);
        if (!length || *length < 1) {
            object.fail(key, Core::tr("is not a sequence length"));
            return;
        }
        JsonObject entry = object.object(key, value);
        LayerMemory& memory = layer.memory[*length];
        memory.parameters = entry.number("parameter_size", 0, mostOf);
        JsonObject activations = entry.object("tp_activation_per_bsz_dict");
        memory.activation = readDegrees(activations);
        memory.checkpoint = activations.number("checkpoint", 0, mostOf);
    }
}

void readEndMemory(JsonObject object, std::map<Sequence, EndMemory>& tables)
{
    tables.clear();
    for (const auto& [key, value] : object.json().items()) {
        const auto sequence = sequenceOf(key);
        if (!sequence) {
            object.fail(key, Core::tr("is not a sequence length"));
            return;
        }
        JsonObject entry = object.object(key, value);
        tables[*sequence] = {readDegrees(entry.object("model_states")), readDegrees(entry.object("activation"))};
    }
}

/// `suffix`: "_sp" or nothing.
void readMemoryTables(JsonObject& object, std::string_view suffix, ModelProfile& profile)
{
    for (const auto& [key, value] : object.json().items()) {
        KeyReader reader(key);
        if (!reader.skip("layertype_") || !reader.dropEnd(suffix) || reader.rest().ends_with("_sp")) {
            continue;
        }
        if (const auto type = typeOf(object, key, reader.rest())) {
            readLayerMemory(object.object(key, value), layerOf(profile, *type));
        }
    }
    const auto table = [&](const char* name) { return object.object(fmt::format("{}{}", name, suffix)); };
    readEndMemory(table("other_memory_pp_off"), profile.whole);
    readEndMemory(table("other_memory_pp_on_first"), profile.first);
    readEndMemory(table("other_memory_pp_on_last"), profile.last);
}

bool hasSequenceParallelTables(const Json& json)
{
    return std::ranges::any_of(json.items(), [](const auto& item) {
        return item.key().starts_with("layertype_") && item.key().ends_with("_sp");
    });
}

/// "{collective}_size_{g}_{X}MB_time".
void readSize(JsonObject& object, const std::string& key, const Json& value, std::string_view collective,
              std::map<int, SizeTable>& tables)
{
    KeyReader reader(key);
    if (!reader.skip(collective) || !reader.skip("_size_")) {
        return;
    }
    const auto group = wholeNumber(reader.until("_"));
    const auto size = wholeNumber(reader.until("MB_time"));
    if (!group || !size || *group < 2 || *group > 1 << 20) {
        object.fail(key, Core::tr("is not named {}_size_{g}_{X}MB_time", collective));
        return;
    }
    tables[static_cast<int>(*group)][*size] = object.number(key, value, 0, mostOf);
}

/// The folder's one file whose name starts so.
Result<std::filesystem::path> theFile(const std::filesystem::path& folder, const std::string& start)
{
    return filesIn(folder, ".json").and_then([&](auto found) -> Result<std::filesystem::path> {
        std::erase_if(found, [&](const auto& file) { return !file.filename().string().starts_with(start); });
        if (found.size() != 1) {
            return badInput(Core::tr("holds {} file(s) {}*.json, expected one", found.size(), start), folder.string());
        }
        return found.front();
    });
}

template <typename Profile>
Result<void> readFile(const std::filesystem::path& file, Profile& profile,
                      Result<void> (*read)(std::string_view, const std::string&, Profile&))
{
    return readTextFile(file).and_then([&](const std::string& text) { return read(text, file.string(), profile); });
}

}  // namespace

Result<void> readTimes(std::string_view text, const std::string& where, ModelProfile& profile)
{
    return readObject(text, where, [&profile](JsonObject& object) {
        for (const auto& [key, value] : object.json().items()) {
            readTime(object, key, value, profile);
        }
    });
}

Result<void> readMemory(std::string_view text, const std::string& where, ModelProfile& profile)
{
    return readObject(text, where, [&profile](JsonObject& object) {
        profile.sequenceParallel = hasSequenceParallelTables(object.json());
        readMemoryTables(object, profile.sequenceParallel ? "_sp" : "", profile);
    });
}

Result<void> readAllReduce(std::string_view text, const std::string& where, HardwareProfile& profile)
{
    return readObject(text, where, [&profile](JsonObject& object) {
        for (const auto& [key, value] : object.json().items()) {
            KeyReader reader(key);
            if (!reader.skip("allreduce_size_")) {
                continue;
            }
            const auto group = wholeNumber(reader.until("_consec_"));
            if (!group || *group < 2 || *group > 1 << 20 || (reader.rest() != "0" && reader.rest() != "1")) {
                object.fail(key, Core::tr("is not named allreduce_size_{g}_consec_{0|1}"));
                return;
            }
            auto& rates = reader.rest() == "1" ? profile.consecutive : profile.strided;
            rates[static_cast<int>(*group)] = object.number(key, value, leastRate, mostOf);
        }
    });
}

Result<void> readPipeline(std::string_view text, const std::string& where, HardwareProfile& profile)
{
    return readObject(text, where, [&profile](JsonObject& object) {
        for (const auto& [key, value] : object.json().items()) {
            KeyReader reader(key);
            if (!reader.skip("pp_size_")) {
                continue;
            }
            const auto stages = wholeNumber(reader.rest());
            if (!stages || *stages < 2 || *stages > 1 << 20) {
                object.fail(key, Core::tr("is not named pp_size_{P}"));
                return;
            }
            profile.pipeline[static_cast<int>(*stages)] = object.number(key, value, leastRate, mostOf);
        }
    });
}

Result<void> readOverlap(std::string_view text, const std::string& where, HardwareProfile& profile)
{
    return readObject(text, where,
                      [&profile](JsonObject& object) { profile.overlap = object.number("overlap_coe", 1, 100); });
}

Result<void> readSizes(std::string_view text, const std::string& where, HardwareProfile& profile)
{
    return readObject(text, where, [&profile](JsonObject& object) {
        for (const auto& [key, value] : object.json().items()) {
            readSize(object, key, value, "allreduce", profile.allReduce);
            readSize(object, key, value, "all2all", profile.allToAll);
        }
    });
}

Result<ModelProfile> loadModelProfile(const std::filesystem::path& folder, const std::string& precision)
{
    const auto times = theFile(folder, fmt::format("computation_profiling_{}_", precision));
    const auto memory = theFile(folder, fmt::format("memory_profiling_{}_", precision));
    for (const auto* file : {&times, &memory}) {
        if (!*file) {
            return tl::unexpected(file->error());
        }
    }
    ModelProfile profile;
    const Result<void> read =
        readFile(*times, profile, readTimes).and_then([&] { return readFile(*memory, profile, readMemory); });
    if (!read) {
        return tl::unexpected(read.error());
    }
    return profile;
}

Result<HardwareProfile> loadHardwareProfile(const std::filesystem::path& folder, int nodes, int devicesPerNode)
{
    const auto of = [&](const char* name) {
        return folder / fmt::format("{}_{}nodes_{}gpus_per_node.json", name, nodes, devicesPerNode);
    };
    HardwareProfile profile;
    const Result<void> read =
        readFile(of("allreduce_bandwidth"), profile, readAllReduce)
            .and_then([&] { return readFile(of("p2p_bandwidth"), profile, readPipeline); })
            .and_then([&] { return readFile(of("sp_time"), profile, readSizes); })
            .and_then([&] { return readFile(folder / "overlap_coefficient.json", profile, readOverlap); });
    if (!read) {
        return tl::unexpected(read.error());
    }
    return profile;
}

}  // namespace pgram::galvatron
