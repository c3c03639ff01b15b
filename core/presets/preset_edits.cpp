// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/presets/preset_edits.h"

#include "core/base/edited.h"
#include "core/base/json.h"
#include "core/base/nearest.h"
#include "core/base/quoting.h"
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <set>

namespace pgram {

namespace {

constexpr std::size_t longestShown = 80;

/// Returns the tokens of a pointer, unescaped.
std::vector<std::string> tokensOf(std::string_view pointer)
{
    std::vector<std::string> tokens;
    if (pointer.starts_with('/')) {
        pointer.remove_prefix(1);
    }
    if (pointer.empty()) {
        return tokens;
    }
    tokens.emplace_back();
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        if (pointer[i] == '/') {
            tokens.emplace_back();
        } else if (pointer[i] == '~' && i + 1 < pointer.size() && (pointer[i + 1] == '0' || pointer[i + 1] == '1')) {
            tokens.back() += pointer[++i] == '0' ? '~' : '/';
        } else {
            tokens.back() += pointer[i];
        }
    }
    return tokens;
}

/// Finds an array element by its index or by its member "name". Returns null if no element matches.
Json* elementOf(Json& array, const std::string& token, std::string& pointer)
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
    if (error != std::errc() || end != token.data() + token.size()) {
        index = 0;
        while (index < array.size() && (!array[index].is_object() || array[index].value("name", "") != token)) {
            ++index;
        }
    }
    pointer += fmt::format("/{}", index);
    return index < array.size() ? &array[index] : nullptr;
}

/// Collects pointers to every value of `json` that is neither an object nor an array.
void collectLeaves(const Json& json, const std::string& pointer, bool numbersOnly, std::vector<std::string>& found)
{
    if (json.is_object()) {
        for (const auto& [key, value] : json.items()) {
            collectLeaves(value, fmt::format("{}/{}", pointer, pointerToken(key)), numbersOnly, found);
        }
    } else if (json.is_array()) {
        for (std::size_t i = 0; i < json.size(); ++i) {
            collectLeaves(json[i], fmt::format("{}/{}", pointer, i), numbersOnly, found);
        }
    } else if (!numbersOnly || json.is_number()) {
        found.push_back(pointer);
    }
}

/// Returns a value with every member that `schema` allows; lists are as long as those of `like`.
Json sampleOf(const Json& schema, const Json& like, const Json& definitions)
{
    if (schema.contains("$ref")) {
        const std::string reference = schema["$ref"];
        return sampleOf(definitions[reference.substr(reference.rfind('/') + 1)], like, definitions);
    }
    if (schema.contains("oneOf")) {
        return sampleOf(schema["oneOf"][0], like, definitions);
    }
    if (schema.contains("properties")) {
        Json object = Json::object();
        for (const auto& [key, member] : schema["properties"].items()) {
            object[key] = sampleOf(member, like.is_object() ? like.value(key, Json()) : Json(), definitions);
        }
        return object;
    }
    if (schema.contains("items")) {
        Json list = Json::array();
        for (const Json& element : like.is_array() ? like : Json::array()) {
            list.push_back(sampleOf(schema["items"], element, definitions));
        }
        return list;
    }
    return 0;
}

Json sampleLike(const Json& json, const Json& schema)
{
    return sampleOf(schema, json, schema.value("definitions", Json::object()));
}

// A study edits the presets of each of its requests: the schemas are made once.
Json fullSample(const Architecture& model)
{
    static const Json schema = modelSchema();
    return sampleLike(toJson(model), schema);
}
Json fullSample(const Cluster& cluster)
{
    static const Json schema = clusterSchema();
    return sampleLike(toJson(cluster), schema);
}

/// Returns pointers to all values that can be set: present ones, and others of the format.
std::vector<std::string> settable(const Json& json, const Json& sample)
{
    std::vector<std::string> pointers;
    collectLeaves(json, "", false, pointers);
    collectLeaves(sample, "", false, pointers);
    std::ranges::sort(pointers);
    pointers.erase(std::unique(pointers.begin(), pointers.end()), pointers.end());
    return pointers;
}

std::string parentOf(const std::string& pointer)
{
    return pointer.substr(0, pointer.rfind('/'));
}

/// Returns the error of a missing member, with the nearest names in its parent, or the nearest pointers.
tl::unexpected<Error> noMember(const char* what, const std::string& asked, const std::vector<std::string>& pointers)
{
    const std::string parent = parentOf(asked);
    std::vector<std::string> beside;
    for (const std::string& pointer : pointers) {
        if (pointer.starts_with(parent + '/')) {
            const std::size_t end = pointer.find('/', parent.size() + 1);
            beside.push_back(pointer.substr(parent.size() + 1, end - parent.size() - 1));
        }
    }
    beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
    std::vector<std::string> nearest = nearestNames(asked.substr(parent.size() + 1), beside);
    for (std::string& name : nearest) {
        name.insert(0, parent + '/');
    }
    const auto byLastName = [](const std::string& pointer) { return pointer.substr(pointer.rfind('/') + 1); };
    for (const std::string& pointer : pointers) {
        if (nearest.size() < 3 && byLastName(pointer) == byLastName(asked) &&
            std::ranges::find(nearest, pointer) == nearest.end()) {
            nearest.push_back(pointer);
        }
    }
    if (nearest.empty()) {
        nearest = nearestNames(asked, pointers);
    }
    return badInput(Core::tr("there is no such member"), fmt::format("{}{}", what, asked.substr(0, longestShown)),
                    nearestText(nearest));
}

Json valueOf(const std::string& text)
{
    Json value = Json::parse(text, nullptr, false);
    return value.is_discarded() ? Json(text) : value;
}

bool contains(const Json& json, const std::string& pointer)
{
    return json.contains(Json::json_pointer(pointer));
}

/// Returns the value that an edit sets, with indices in the place of names. Null: no such member. Creates objects that
/// the sample has.
Json* target(Json& json, const std::vector<std::string>& tokens, const Json& sample, std::string& pointer)
{
    Json* at = &json;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (at->is_array()) {
            at = elementOf(*at, tokens[i], pointer);
        } else {
            pointer += '/' + pointerToken(tokens[i]);
            const bool isMade = i + 1 == tokens.size() || at->contains(tokens[i]) || contains(sample, pointer);
            at = (at->is_object() || at->is_null()) && isMade ? &(*at)[tokens[i]] : nullptr;
        }
        if (at == nullptr) {
            for (std::size_t rest = i + 1; rest < tokens.size(); ++rest) {
                pointer += '/' + pointerToken(tokens[rest]);
            }
            return nullptr;
        }
    }
    return at;
}

/// Returns the object of a pointer's last member.
Json& objectOf(Json& json, const std::string& pointer)
{
    return json[Json::json_pointer(parentOf(pointer))];
}

/// Edited JSON of a file, and the pointers that were set.
struct Edited {
    Json json;
    std::set<std::string> set;
};

/// Marks the title and the name as edited, and adds the edits to the source.
void mark(Edited& edited, std::span<const PresetEdit> edits)
{
    const auto append = [&edited](const char* member, const std::string& text) {
        const std::string before = edited.json.value(member, "");
        if (!edited.set.contains(fmt::format("/{}", member)) && !before.ends_with(text)) {
            edited.json[member] = before + text;
        }
    };
    append("title", std::string(editedTitle));
    append("name", std::string(editedName));
    for (const PresetEdit& edit : edits) {
        append("source", fmt::format("; {} = {}", edit.pointer, edit.value.substr(0, longestShown)));
    }
}

template <typename Preset>
Result<Edited> edited(const char* what, const Preset& preset, std::span<const PresetEdit> edits)
{
    Edited result{toJson(preset), {}};
    const Json sample = fullSample(preset);
    for (const PresetEdit& edit : edits) {
        const std::vector<std::string> tokens = tokensOf(edit.pointer);
        const Json before = result.json;
        std::string pointer;
        Json* at = tokens.empty() ? nullptr : target(result.json, tokens, sample, pointer);
        if (at == nullptr) {
            return noMember(what, pointer.empty() ? "/" : pointer, settable(before, sample));
        }
        Json value = valueOf(edit.value);
        if (value.is_number() && (at->is_object() || at->is_null()) && contains(sample, pointer + "/value")) {
            pointer += "/value";
            at = &(*at)["value"];
        }
        *at = std::move(value);
        result.set.insert(pointer);
    }
    mark(result, edits);
    return result;
}

/// Reads the edited JSON. An unknown member is an error.
template <typename Preset, typename Read>
Result<Preset> readBack(const char* what, const Preset& before, const Edited& edited, Read read)
{
    JsonObject object(edited.json, what);
    UnknownKeys unknown;
    Result<Preset> preset = read(object, &unknown);
    if (!preset) {
        return preset;
    }
    for (const auto& [pointer, value] : unknown) {
        return noMember(what, pointer, settable(toJson(before), fullSample(before)));
    }
    return preset;
}

/// Marks constants whose values were set as the user's, unless the edits give their provenance.
void signConstants(Edited& edited, const Json& sample)
{
    const std::set<std::string> set = edited.set;
    for (const std::string& pointer : set) {
        if (!pointer.ends_with("/value")) {
            continue;
        }
        const std::string parent = parentOf(pointer);
        Json& owner = objectOf(edited.json, pointer);
        if (contains(sample, parent + "/provenance") && !set.contains(parent + "/provenance")) {
            owner["provenance"] = "yours";
        }
        if (!set.contains(parent + "/source")) {
            owner["source"] = "set by hand";
            owner.erase("date");
        }
    }
}

template <typename Preset>
Result<double> numberIn(const char* what, const Preset& preset, const std::string& pointer)
{
    Json json = toJson(preset);
    std::string resolved;
    Json* at = target(json, tokensOf(pointer), Json::object(), resolved);
    if (at != nullptr && at->is_object() && at->contains("value")) {
        at = &(*at)["value"];
    }
    if (at == nullptr || !at->is_number()) {
        return noMember(what, resolved, settable(toJson(preset), fullSample(preset)));
    }
    return at->template get<double>();
}

}  // namespace

Result<Architecture> withEdits(const Architecture& model, std::span<const PresetEdit> edits)
{
    if (edits.empty()) {
        return model;
    }
    const Result<Edited> changed = edited("model.", model, edits);
    if (!changed) {
        return tl::unexpected(changed.error());
    }
    return readBack("model.", model, *changed,
                    [](JsonObject& object, UnknownKeys* unknown) { return architectureFromJson(object, unknown); });
}

Result<Cluster> withEdits(const Cluster& cluster, std::span<const PresetEdit> edits)
{
    if (edits.empty()) {
        return cluster;
    }
    Result<Edited> changed = edited("cluster.", cluster, edits);
    if (!changed) {
        return tl::unexpected(changed.error());
    }
    signConstants(*changed, fullSample(cluster));
    return readBack("cluster.", cluster, *changed,
                    [](JsonObject& object, UnknownKeys* unknown) { return clusterFromJson(object, unknown); });
}

std::vector<std::string> numberPointers(const Cluster& cluster)
{
    std::vector<std::string> pointers;
    collectLeaves(toJson(cluster), "", true, pointers);
    return pointers;
}

Result<double> numberAt(const Cluster& cluster, const std::string& pointer)
{
    return numberIn("cluster.", cluster, pointer);
}

Result<double> numberAt(const Architecture& model, const std::string& pointer)
{
    return numberIn("model.", model, pointer);
}

}  // namespace pgram
