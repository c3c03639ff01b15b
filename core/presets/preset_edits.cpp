// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/presets/preset_edits.h"

#include "core/base/edited.h"
#include "core/base/json.h"
#include "core/base/nearest.h"
#include "core/base/quoting.h"
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"
#include "core/model/run_fields.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <set>

namespace pgram {

namespace {

constexpr std::size_t longestShown = 80;

/// The tokens of a pointer, unescaped.
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

/// An array's element by index or by its member "name"; null: there is none.
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

/// Pointers to every value of `json` that is no object and no array.
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

/// A model whose one run has a size other than its default in every member, so that its JSON names them all.
Json fullSample(const Architecture&)
{
    Architecture model;
    LayerSpec run;
    run.kind = LayerKind::Bottleneck;
    run.count = 2;
    for (const RunField& field : runFields()) {
        if (field.size != nullptr) {
            run.*field.size = 7;
        } else if (field.flag != nullptr) {
            run.*field.flag = !(LayerSpec().*field.flag);
        }
    }
    run.kvHeads = 5;
    run.vocabulary = run.publishedVocabulary = 7;
    run.skipFrom = "-";
    run.norm = Norm::RmsNorm;
    run.sharedBy = 2;
    model.runs = {run};
    return toJson(model);
}

Json fullSample(const Cluster& like)
{
    Cluster cluster;
    Device& device = cluster.device;
    for (const DevicePeak& peak : devicePeaks()) {
        device.*peak.member = 1;
    }
    device.multiprocessors = 1;
    device.hourPrice = {1, "-", "-"};
    device.power = {1, "-", "-"};
    LinkLevel link;
    link.span = 1;
    link.startup.value = 1;
    cluster.links.assign(std::max<std::size_t>(1, like.links.size()), link);
    cluster.network = link;
    cluster.network->span = 0;
    for (const DeviceKind& kind : like.kinds) {
        cluster.kinds.push_back({"-", 1, kind.device ? std::optional(device) : std::nullopt,
                                 std::vector<LinkLevel>(kind.links.size(), *cluster.network)});
    }
    cluster.host = {.bandwidth = 1, .memory = 1, .devicesPerNode = 1, .source = "-"};
    return toJson(cluster);
}

/// All that could be set, as pointers: what is there, and what the format has besides.
std::vector<std::string> settable(const Json& json, const Json& sample)
{
    std::vector<std::string> pointers;
    collectLeaves(json, "", false, pointers);
    collectLeaves(sample, "", false, pointers);
    if (json.contains("runs")) {
        for (std::size_t run = 1; run < json["runs"].size(); ++run) {
            collectLeaves(sample["runs"][0], fmt::format("/runs/{}", run), false, pointers);
        }
    }
    std::ranges::sort(pointers);
    pointers.erase(std::unique(pointers.begin(), pointers.end()), pointers.end());
    return pointers;
}

std::string parentOf(const std::string& pointer)
{
    return pointer.substr(0, pointer.rfind('/'));
}

/// There is nothing at `asked`; nearest are names beside it where its parent is one, else whole pointers.
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

/// Where an edit leads to, with the element's indices for its names. Null: nothing has such a member. Objects that the
/// sample has are made.
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

/// The object that a pointer's last member is of.
Json& objectOf(Json& json, const std::string& pointer)
{
    return json[Json::json_pointer(parentOf(pointer))];
}

/// The file's JSON with the edits in it, and the pointers that were set.
struct Edited {
    Json json;
    std::set<std::string> set;
};

/// The title and the name say that it is no longer the preset, and the source what was set.
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

/// What the reader says of the edited JSON. A member that it does not know is none.
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

/// The constants whose values were set become the user's, unless the edits say where they are from.
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
