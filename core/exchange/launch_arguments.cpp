// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/launch_arguments.h"

#include "core/base/ascii.h"
#include "core/exchange/shell_sum.h"
#include "core/exchange/shell_words.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace pgram {

namespace {

constexpr int mostLookUps = 1000;
constexpr std::size_t mostFlags = 4096;
constexpr std::size_t mostFlagValues = 16;  ///< most values of a flag, and most of its places
constexpr std::size_t longestValue = 4096;  ///< characters of a value

std::string keyOf(std::string_view flag)
{
    flag.remove_prefix(std::min(flag.find_first_not_of('-'), flag.size()));
    constexpr std::size_t longestKey = 160;  // settings of Hydra have the names of all levels
    std::string key(flag.substr(0, longestKey));
    std::ranges::replace(key, '_', '-');
    return key;
}

constexpr std::size_t longestShown = 60;  ///< characters of what a script has, in a note

/// Adds the names of the variables in a value.
void addNames(std::string_view value, std::set<std::string>& names)
{
    if (value.find('$') == std::string_view::npos) {
        return;
    }
    std::string name;
    for (const char c : std::string(value) + ' ') {
        if (isNameLetter(c)) {
            name += c;
        } else if (!name.empty() && names.size() < mostFlags) {
            names.insert(std::exchange(name, {}));
        }
    }
}

Text underCondition(const std::string& condition)
{
    return Core::tr("the script sets it under the condition {}", condition.substr(0, longestShown));
}

}  // namespace

void LaunchArguments::add(std::string_view flag, Values values, const std::string& condition)
{
    const std::string key = keyOf(flag);
    if (key.empty() || (m_flags.size() >= mostFlags && !m_flags.contains(key))) {
        return;
    }
    values.resize(std::min(values.size(), mostFlagValues));
    for (std::string& value : values) {
        value.resize(std::min(value.size(), longestValue));
        addNames(value, m_used);
    }
    if (std::vector<Place>& places = m_flags[key]; places.size() < mostFlagValues) {
        places.push_back({std::move(values), condition});
    }
}

void LaunchArguments::skip(std::string_view flag, const Values& values, const std::string& condition)
{
    const std::string key = keyOf(flag);
    if (!key.empty() && m_skipped.size() < mostFlags) {
        m_skipped.insert({key,
                          {key, values.empty() ? std::string() : values.front().substr(0, longestShown),
                           Core::tr("the script does not take the branch {}", condition.substr(0, longestShown))}});
    }
}

void LaunchArguments::setVariable(const std::string& name, const Values& values, const std::string& condition)
{
    std::vector<Place>& places = m_variables[name];
    const bool replaces = condition.empty() && !m_used.contains(name);
    std::vector<Place> next = replaces ? std::vector<Place>() : places;
    for (const std::string& said : values) {
        Place place{{std::string(unquoted(said)).substr(0, longestValue)}, condition, ++m_order};
        std::set<std::string> used;
        addNames(place.values.front(), used);
        if (used.contains(name)) {
            // "TP=$((2 * TP))" is of the value so far.
            int left = mostLookUps;
            if (const auto value = expanded(place.values.front(), {0, &left, &place.doubt})) {
                place.values.front() = *value;
            }
        }
        used.erase(name);
        m_used.merge(used);
        if (next.size() < mostFlagValues) {
            next.push_back(std::move(place));
        }
    }
    places = std::move(next);
}

void LaunchArguments::forgetBefore(const std::string& name, int order)
{
    if (const auto found = m_variables.find(name); found != m_variables.end()) {
        std::erase_if(found->second, [order](const Place& place) { return place.order <= order; });
    }
}

bool LaunchArguments::isSet(const std::string& flag) const
{
    const auto found = m_flags.find(flag);
    return found != m_flags.end() && std::ranges::any_of(found->second, [](const Place& place) {
               const std::string first = place.values.empty() ? "true" : place.values.front();
               return first != "false" && first != "False" && first != "None" && first != "null";
           });
}

std::set<std::string> LaunchArguments::names(const std::string& flag) const
{
    std::set<std::string> names;
    int left = mostLookUps;
    const auto found = m_flags.find(flag);
    for (const Place& place : found != m_flags.end() ? found->second : std::vector<Place>()) {
        for (const std::string& value : place.values) {
            // A list of a dump or behind a variable is one value: ['moe_act', 'layernorm'].
            std::string name;
            for (const char c : expanded(unquoted(value), {0, &left}).value_or("") + ' ') {
                if (isNameLetter(c)) {
                    name += c;
                } else if (!name.empty()) {
                    names.insert(std::exchange(name, {}));
                }
            }
        }
    }
    return names;
}

std::optional<std::string> LaunchArguments::text(const std::string& flag, std::string* said) const
{
    const auto found = m_flags.find(flag);
    int left = mostLookUps;
    return found == m_flags.end() ? std::nullopt : chosen(found->second, said, std::nullopt, {0, &left});
}

std::vector<SaidSetting> LaunchArguments::all() const
{
    std::vector<SaidSetting> all;
    for (const auto& [flag, places] : m_flags) {
        std::string value;
        for (const std::string& one : places.front().values) {
            value += (value.empty() ? "" : " ") + std::string(unquoted(one));
        }
        int left = mostLookUps;
        const auto known = expanded(value, {0, &left});
        all.push_back({flag, known.value_or(value)});
    }
    return all;
}

std::vector<ValueNote> LaunchArguments::doubts() const
{
    std::vector<ValueNote> doubts;
    for (const auto& [flag, places] : m_flags) {
        int left = mostLookUps;
        std::optional<Text> doubt;
        const auto value = chosen(places, nullptr, std::nullopt, {0, &left, &doubt});
        const bool isSwitch = std::ranges::all_of(places, [](const Place& place) { return place.values.empty(); });
        if (isSwitch && std::ranges::none_of(places, [](const Place& place) { return place.condition.empty(); })) {
            doubt = underCondition(places.front().condition);
        }
        if (doubt && (value || isSwitch)) {
            doubts.push_back({flag, value.value_or("true"), *doubt});
        }
    }
    return doubts;
}

std::vector<ValueNote> LaunchArguments::skipped() const
{
    std::vector<ValueNote> skipped;
    for (const auto& [flag, note] : m_skipped) {
        if (!m_flags.contains(flag)) {
            skipped.push_back(note);
        }
    }
    return skipped;
}

std::optional<std::string> LaunchArguments::variable(const std::string& name) const
{
    int left = mostLookUps;
    return valueOf(name, std::nullopt, {0, &left});
}

std::optional<Text> LaunchArguments::doubtOf(const std::string& variable) const
{
    int left = mostLookUps;
    std::optional<Text> doubt;
    const auto value = valueOf(variable, std::nullopt, {0, &left, &doubt});
    return value ? doubt : std::nullopt;
}

std::optional<std::string> LaunchArguments::expanded(std::string_view word, bool* isSure) const
{
    int left = mostLookUps;
    std::optional<Text> doubt;
    auto value = expanded(word, {0, &left, &doubt});
    *isSure = *isSure && !doubt;
    return value;
}

std::optional<std::string> LaunchArguments::chosen(const std::vector<Place>& places, std::string* said,
                                                   std::optional<std::string_view> fallback, Walk walk) const
{
    struct Value {
        std::string text;
        bool isKnown = false;
        std::string condition;
        std::optional<Text> doubt;
    };
    std::vector<Value> sure;
    std::vector<Value> conditional;
    for (const Place& place : places) {
        if (place.values.empty() || place.values.front() == "None" || place.values.front() == "null") {
            continue;
        }
        std::optional<Text> doubt = place.doubt;
        const auto text = expanded(unquoted(place.values.front()), {walk.depth, walk.left, &doubt});
        (place.condition.empty() ? sure : conditional)
            .push_back({text.value_or(place.values.front()), text.has_value(), place.condition, doubt});
    }
    const bool hasFallback = sure.empty() && fallback;
    const std::vector<Value>& candidates = sure.empty() ? conditional : sure;
    const auto isLikeFirst = [&candidates](const Value& value) {
        return value.isKnown && value.text == candidates.front().text;
    };
    if (!hasFallback && (candidates.empty() || !std::ranges::all_of(candidates, isLikeFirst))) {
        for (std::size_t i = 0; said != nullptr && i < candidates.size(); ++i) {
            *said += (i > 0 ? ", " : "") + candidates[i].text;
        }
        return std::nullopt;
    }
    auto taken = hasFallback ? expanded(*fallback, walk.deeper()) : candidates.front().text;
    const auto other = std::ranges::find_if(conditional, [&taken](const Value& value) { return value.text != taken; });
    if (!hasFallback && candidates.front().doubt) {
        walk.note(*candidates.front().doubt);
    } else if (!hasFallback && sure.empty()) {
        walk.note(underCondition(candidates.front().condition));
    } else if (other != conditional.end()) {
        walk.note(Core::tr("the value without the condition {}, under which the script has {}",
                           other->condition.substr(0, longestShown), other->text.substr(0, longestShown)));
    }
    return taken;
}

std::optional<std::string> LaunchArguments::valueOf(std::string_view name, std::optional<std::string_view> fallback,
                                                    Walk walk) const
{
    const auto found = m_variables.find(std::string(name));
    if (found != m_variables.end() && !found->second.empty()) {
        return chosen(found->second, nullptr, fallback, walk.deeper());
    }
    if (!fallback) {
        return std::nullopt;
    }
    const std::string said = fmt::format("${{{}:-{}}}", name, fallback->substr(0, longestShown));
    walk.note(Core::tr("the default in {}, which the start of the script may replace", said));
    return expanded(*fallback, walk.deeper());
}

std::optional<std::string> LaunchArguments::expanded(std::string_view text, Walk walk) const
{
    if (!walk.goes()) {
        return std::nullopt;
    }
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] != '$') {
            result += text[i++];
            continue;
        }
        std::optional<std::string> value;
        if (text.substr(i).starts_with("$((")) {
            const std::size_t end = text.rfind("))");
            const bool whole = end != std::string_view::npos && end > i + 2;
            const auto inside = whole ? expandedNames(text.substr(i + 3, end - i - 3), walk.deeper()) : std::nullopt;
            const auto sum = inside ? sumOf(*inside) : std::nullopt;
            value = sum ? std::optional(std::to_string(*sum)) : std::nullopt;
            i = whole ? end + 2 : text.size();
        } else if (text.substr(i).starts_with("${")) {
            const std::size_t end = closingBracket(text, i + 1);
            value = braced(text.substr(i + 2, end - i - 2), walk);
            i = std::min(end + 1, text.size());
        } else {
            std::size_t end = i + 1;
            while (end < text.size() && isNameLetter(text[end])) {
                ++end;
            }
            value = valueOf(text.substr(i + 1, end - i - 1), std::nullopt, walk);
            i = end;
        }
        if (!value || result.size() + value->size() > longestValue) {
            return std::nullopt;
        }
        result += *value;
    }
    return result;
}

std::optional<std::string> LaunchArguments::braced(std::string_view inside, Walk walk) const
{
    std::size_t end = 0;
    while (end < inside.size() && isNameLetter(inside[end])) {
        ++end;
    }
    const std::string_view name = inside.substr(0, end);
    std::string_view rest = inside.substr(end);
    rest.remove_prefix(rest.starts_with(':') ? 1 : 0);
    if (rest.starts_with('-') || rest.starts_with('=')) {
        return valueOf(name, rest.substr(1), walk);
    }
    return rest.empty() || rest.starts_with('?') ? valueOf(name, std::nullopt, walk) : std::nullopt;
}

std::optional<std::string> LaunchArguments::expandedNames(std::string_view text, Walk walk) const
{
    std::string dollars;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool begins = (isLetter(text[i]) || text[i] == '_') &&
                            (i == 0 || (!isNameLetter(text[i - 1]) && text[i - 1] != '$' && text[i - 1] != '{'));
        dollars += begins ? "$" : "";
        dollars += text[i];
    }
    return expanded(dollars, walk);
}

}  // namespace pgram
