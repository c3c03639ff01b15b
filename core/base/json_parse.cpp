// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// JSON text into values and back, declared in json.h. The values are built here and not by the library: its ordered
// objects look for each new member among all that they have, so that an object of n members takes n² steps.
#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/base/text_file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

namespace pgram {

namespace {

constexpr std::size_t deepest = 64;
constexpr std::size_t mostMembers = 1u << 16;  ///< largest number of members per object
constexpr std::size_t mostValues = 1u << 22;   ///< largest number of values per text: some 300 MiB

Text place(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t lineStart = before.rfind('\n');
    const std::size_t column = lineStart == std::string_view::npos ? before.size() + 1 : before.size() - lineStart;
    return Core::tr("line {}, column {}", line, column);
}

/// How a text goes beyond what is read, and where.
enum class Limit { None, Depth, Members, Values };
struct Excess {
    Limit limit = Limit::None;
    std::size_t offset = 0;
};

Text excessText(Limit limit, const Text& at)
{
    switch (limit) {
    case Limit::Depth:
        return Core::tr("is nested deeper than {} levels at {}", deepest, at);
    case Limit::Members:
        return Core::tr("has an object of more than {} members at {}", mostMembers, at);
    default:
        return Core::tr("has more than {} values at {}", mostValues, at);
    }
}

/// Counts brackets, colons and commas outside strings, before anything of the text is built.
class Limits {
public:
    std::optional<Excess> excessOf(std::string_view text)
    {
        bool inString = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (inString) {
                i += c == '\\' ? 1 : 0;
                inString = c != '"';
            } else if (c == '"') {
                inString = true;
            } else if (const Limit limit = add(c); limit != Limit::None) {
                return Excess{limit, i};
            }
        }
        return std::nullopt;
    }

private:
    /// Adds a character. Returns the limit that it exceeds.
    Limit add(char c)
    {
        switch (c) {
        case '{':
        case '[':
            if (m_depth == deepest) {
                return Limit::Depth;
            }
            m_members[m_depth++] = 0;
            break;
        case '}':
        case ']':
            m_depth -= m_depth > 0 ? 1 : 0;
            return Limit::None;
        case ':':
            if (m_depth > 0 && ++m_members[m_depth - 1] > mostMembers) {
                return Limit::Members;
            }
            return Limit::None;
        case ',':
            break;
        default:
            return Limit::None;
        }
        return ++m_values > mostValues ? Limit::Values : Limit::None;
    }

    std::array<std::size_t, deepest> m_members{};  ///< number of members so far, per open bracket
    std::size_t m_depth = 0;
    std::size_t m_values = 0;
};

/// Builds the value from what the library's parser finds.
class Builder : public nlohmann::json_sax<Json> {
public:
    Json root;
    std::size_t errorAt = 0;                ///< bytes read when it went wrong
    std::optional<std::string> outOfRange;  ///< the error is a number that no double holds, as the library says it

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t& /*text*/) override { return put(value); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t& value) override { return put(std::move(value)); }
    bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
    bool start_array(std::size_t /*size*/) override { return open(Json::array()); }
    bool key(string_t& name) override
    {
        m_open.back()->get_ref<Json::object_t&>().emplace_back(std::move(name), Json());
        return true;
    }
    bool end_object() override
    {
        keepLastOfEachName(m_open.back()->get_ref<Json::object_t&>());
        m_open.pop_back();
        return true;
    }
    bool end_array() override
    {
        m_open.pop_back();
        return true;
    }
    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const nlohmann::detail::exception& error) override
    {
        constexpr int numberOverflow = 406;
        errorAt = position;
        if (error.id == numberOverflow) {
            outOfRange = error.what();
        }
        return false;
    }

private:
    /// The value's place: the text's own, the last member's, or behind the last element. Nothing moves what is open:
    /// only the innermost container grows.
    Json& place(Json value)
    {
        Json* at = &root;
        if (!m_open.empty() && m_open.back()->is_object()) {
            at = &m_open.back()->get_ref<Json::object_t&>().back().second;
        } else if (!m_open.empty()) {
            at = &m_open.back()->get_ref<Json::array_t&>().emplace_back();
        }
        *at = std::move(value);
        return *at;
    }
    bool put(Json value)
    {
        place(std::move(value));
        return true;
    }
    bool open(Json container)
    {
        m_open.push_back(&place(std::move(container)));
        return true;
    }

    std::vector<Json*> m_open;  ///< outermost first
};

Error syntaxError(std::string_view text, std::size_t bytesRead, const std::string& where)
{
    const std::size_t offset = bytesRead > 0 ? bytesRead - 1 : 0;
    if (offset >= text.size()) {
        return {ErrorKind::BadInput, Core::tr("is cut off: the JSON ends at {}", place(text, text.size())), where,
                Core::tr("Get the whole file")};
    }
    return {ErrorKind::BadInput, Core::tr("is not valid JSON at {}", place(text, offset)), where,
            Core::tr("Correct the text there, or check that it is the right file")};
}

/// A number that no double holds, as the library quotes it.
Error overflowError(std::string_view text, std::string_view what, const std::string& where)
{
    const std::size_t open = what.find('\'');
    const std::size_t close = what.rfind('\'');
    std::string_view literal;
    if (open != std::string_view::npos && close > open) {
        literal = what.substr(open + 1, close - open - 1);
    }
    const std::size_t offset = literal.empty() ? std::string_view::npos : text.find(literal);
    Text said = offset == std::string_view::npos ? Core::tr("has a number out of range")
                                                 : Core::tr("has a number out of range at {}", place(text, offset));
    return {ErrorKind::BadInput, std::move(said), where, Core::tr("Write a smaller number")};
}

}  // namespace

Result<Json> parseJson(std::string_view text, const std::string& where)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) {
        return badInput(Core::tr("is empty"), where, filesThatAreRead);
    }
    const bool mayBeJson = text[begin] == '{' || text[begin] == '[';
    if (!mayBeJson && isBinary(text)) {
        return badInput(Core::tr("is not a text file"), where, filesThatAreRead);
    }
    if (const std::optional<Excess> excess = Limits().excessOf(text)) {
        return badInput(excessText(excess->limit, place(text, excess->offset)), where,
                        Core::tr("Check that it is the right file"));
    }
    Builder builder;
    if (Json::sax_parse(text, &builder)) {
        return std::move(builder.root);
    }
    Error error = builder.outOfRange ? overflowError(text, *builder.outOfRange, where)
                                     : syntaxError(text, builder.errorAt, where);
    if (!mayBeJson) {
        error.todo = filesThatAreRead;
    }
    return tl::unexpected(std::move(error));
}

void keepLastOfEachName(Json::object_t& members)
{
    Json::object_t::Container& list = members;  // by place, not by name
    std::vector<std::size_t> order(list.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return list[a].first < list[b].first; });
    std::vector<std::size_t> valueOf(list.size());
    std::vector<bool> isRepeated(list.size(), false);
    for (std::size_t i = 0, end = 0; i < order.size(); i = end) {
        for (end = i + 1; end < order.size() && list[order[end]].first == list[order[i]].first; ++end) {
            isRepeated[order[end]] = true;
        }
        valueOf[order[i]] = order[end - 1];
    }
    if (std::ranges::find(isRepeated, true) == isRepeated.end()) {
        return;
    }
    Json::object_t once;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!isRepeated[i]) {
            once.emplace_back(list[i].first, std::move(list[valueOf[i]].second));
        }
    }
    members = std::move(once);
}

std::string dumped(const Json& json, int indent)
{
    return jsonEscaped(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace pgram
