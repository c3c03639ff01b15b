// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the core tells people: an English pattern, by which a translation finds the sentence, and the values in it. The
// core and the command line read it as English; the window translates it (widgets/document/core_text.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pgram {

/// A sentence or a name without values, as constants and rows of tables hold it.
struct Phrase {
    const char* english = "";
    [[nodiscard]] constexpr bool empty() const { return *english == '\0'; }
};

class Text {
public:
    Text() = default;
    Text(Phrase phrase) : m_pattern(phrase.english) {}  // NOLINT: a phrase is a text
    /// A name, a path, a number with its unit: the same in every language.
    explicit Text(std::string verbatim) : m_verbatim(std::move(verbatim)) {}
    Text(const char* pattern, std::vector<Text> values) : m_pattern(pattern), m_values(std::move(values)) {}

    [[nodiscard]] bool empty() const { return m_verbatim.empty() && (m_pattern == nullptr || *m_pattern == '\0'); }
    /// With "{}" for each value, and "(s)" or "(es)" for the plural of what the value before it counts; null =
    /// verbatim.
    [[nodiscard]] const char* pattern() const { return m_pattern; }
    [[nodiscard]] const std::string& verbatim() const { return m_verbatim; }
    [[nodiscard]] const std::vector<Text>& values() const { return m_values; }
    [[nodiscard]] std::string english() const;

    friend bool operator==(const Text& a, const Text& b) { return a.english() == b.english(); }
    friend bool operator==(const Text& text, std::string_view english) { return text.english() == english; }
    friend auto operator<=>(const Text& a, const Text& b) { return a.english() <=> b.english(); }

private:
    const char* m_pattern = nullptr;
    std::string m_verbatim;
    std::vector<Text> m_values;
};

/// The context of the translations: lupdate finds each Core::tr("…") where it is written, as it does in the window. The
/// first value is neither a literal string nor a literal 0, which lupdate would take for something else.
struct Core {
#ifdef LUPDATE
    Q_DECLARE_TR_FUNCTIONS(Core)
#endif

    /// As many "{}" as values, or it does not compile.
    template <std::size_t holes>
    struct Pattern {
        consteval Pattern(const char* english) : text(english)  // NOLINT: written as a literal
        {
            std::size_t found = 0;
            for (const char* c = english; *c != '\0'; ++c) {
                found += c[0] == '{' && c[1] == '}' ? 1 : 0;
            }
            if (found != holes) {
                throw "another number of values than of {}";
            }
        }
        const char* text;
    };

    static constexpr Phrase tr(Pattern<0> phrase)
    {
        return {phrase.text};
    }
    template <typename... Values>
    requires(sizeof...(Values) > 0) static Text tr(Pattern<sizeof...(Values)> pattern, const Values&... values)
    {
        return {pattern.text, {valueOf(values)...}};
    }

private:
    template <typename Value>
    static Text valueOf(const Value& value)
    {
        if constexpr (std::is_convertible_v<Value, Text>) {
            return value;
        } else if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, char>) {
            return Text(std::to_string(value));
        } else if constexpr (std::is_same_v<Value, char>) {
            return Text(std::string(1, value));
        } else {
            static_assert(!std::is_array_v<Value>, "a phrase, as lupdate would take it for a comment");
            return Text(std::string(value));
        }
    }
};

}  // namespace pgram
