// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/nested_settings.h"

#include "core/base/json.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/plan_settings.h"

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

constexpr int deepestReference = 16;

/// Returns the value of "a.b" or "oc.select:a.b,default" between ${ and }; null: unknown.
Json valueOfReference(const Json& root, std::string_view inside)
{
    constexpr std::string_view select = "oc.select:";
    if (!inside.starts_with(select)) {
        return inside.find_first_of(":.") == 0 ? Json() : valueAtPath(root, inside);
    }
    inside.remove_prefix(select.size());
    const std::size_t comma = std::min(inside.find(','), inside.size());
    Json value = valueAtPath(root, inside.substr(0, comma));
    return !value.is_null() || comma == inside.size() ? value : valueOfWord(std::string(inside.substr(comma + 1)));
}

Json resolved(const Json& root, Json value)
{
    for (int i = 0; i < deepestReference && value.is_string(); ++i) {
        const std::string text = value.get<std::string>();
        const bool isReference = text.starts_with("${") && text.find('}') == text.size() - 1;
        Json next = isReference ? valueOfReference(root, std::string_view(text).substr(2, text.size() - 3)) : Json();
        if (next.is_null()) {
            break;
        }
        value = std::move(next);
    }
    return value;
}

void resolveIn(const Json& root, Json& json)
{
    if (json.is_structured()) {
        for (Json& value : json) {
            resolveIn(root, value);
        }
    } else if (json.is_string()) {
        json = resolved(root, json);
    }
}

}  // namespace

void setAtPath(Json& json, std::string_view path, const Json& value)
{
    Json* at = &json;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
        Json& inner = (*at)[std::string(path.substr(0, dot))];
        inner = inner.is_object() ? inner : Json::object();
        at = &inner;
        path.remove_prefix(dot + 1);
    }
    (*at)[std::string(path)] = value;
}

Json valueAtPath(const Json& json, std::string_view path)
{
    const Json* at = &json;
    while (!path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        const auto found = at->is_object() ? at->find(std::string(path.substr(0, dot))) : at->end();
        if (found == at->end()) {
            return {};
        }
        at = &*found;
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return *at;
}

void resolveReferences(Json& json)
{
    const Json root = json;
    resolveIn(root, json);
}

Json valueOfWord(const std::string& word)
{
    if (word.empty()) {
        return word;
    }
    const Result<Json> value = jsonOfYaml(word, {});
    return value && !value->is_object() ? *value : Json(word);
}

void merge(Json& json, const Json& more)
{
    for (const auto& [name, value] : more.items()) {
        Json& own = json[name];
        if (own.is_object() && value.is_object()) {
            merge(own, value);
        } else {
            own = value;
        }
    }
}

Json objectOfOverrides(const LaunchArguments& arguments, const SettingTable& table, PlanSettings& settings,
                       std::span<const char* const> open)
{
    const SettingLedger ledger(table);
    const auto named = [](std::string name, char dot) {
        std::ranges::replace(name, '-', '_');
        std::ranges::replace(name, '.', dot);
        return name;
    };
    const auto isUsed = [&ledger](const std::string& name) {
        const SettingNames* group = ledger.find(name);
        return group != nullptr && group->use == SettingUse::Used;
    };
    for (const ValueNote& doubt : arguments.doubts()) {
        if (const std::string name = named(doubt.what, '/'); isUsed(name)) {
            settings.assume('/' + name, doubt.value, doubt.why);
        }
    }
    for (const ValueNote& skipped : arguments.skipped()) {
        settings.ignore('/' + named(skipped.what, '/'), skipped.value, skipped.why);
    }
    Json object = Json::object();
    for (const SaidSetting& one : arguments.all()) {
        const std::string name = named(one.name, '/');
        std::string said;
        const auto value = arguments.text(one.name, &said);
        if (!value && !said.empty() && isUsed(name) && std::ranges::find(open, name) == open.end()) {
            settings.ask('/' + name,
                         Core::tr("the file has {}, which its start or a branch decides", said.substr(0, 60)));
        } else {
            const std::string text = value.value_or(said.empty() ? one.value : said);
            setAtPath(object, named(one.name, '.'), text.empty() ? Json(true) : valueOfWord(text));
        }
    }
    return object;
}

}  // namespace pgram
