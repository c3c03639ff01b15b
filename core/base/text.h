// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts of the core for people: an English pattern, which identifies the translation, and the values in it. The core
// and the command line use the English text; the window translates it (widgets/document/core_text.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pgram {

/// A sentence or a name without values, as constants and rows of tables hold it.
struct Phrase {
    const char* english = "";  ///< the English text, which identifies the translation
    /// Returns true if there is no text.
    [[nodiscard]] constexpr bool empty() const { return *english == '\0'; }
};

/// A text that can be translated: an English pattern and its values, or a verbatim text.
class Text {
public:
    Text() = default;
    /// A sentence or a name without values.
    Text(Phrase phrase) : m_pattern(phrase.english) {}  // NOLINT: a phrase is a text
    /// A verbatim text, which is the same in every language: a name, a path, a number with its unit.
    explicit Text(std::string verbatim) : m_verbatim(std::move(verbatim)) {}
    /// A pattern with its values.
    Text(const char* pattern, std::vector<Text> values) : m_pattern(pattern), m_values(std::move(values)) {}

    /// Returns true if there is no text.
    [[nodiscard]] bool empty() const { return m_verbatim.empty() && (m_pattern == nullptr || *m_pattern == '\0'); }
    /// Returns the pattern: "{}" for each value, "(s)" or "(es)" for a plural by the value before it. Null for a
    /// verbatim text.
    [[nodiscard]] const char* pattern() const { return m_pattern; }
    /// Returns the verbatim text; empty for a pattern.
    [[nodiscard]] const std::string& verbatim() const { return m_verbatim; }
    /// Returns the values of the pattern.
    [[nodiscard]] const std::vector<Text>& values() const { return m_values; }
    /// Returns the text in English, with its values.
    [[nodiscard]] std::string english() const;

    /// Compares the English texts.
    friend bool operator==(const Text& a, const Text& b) { return a.english() == b.english(); }
    /// Compares the English text.
    friend bool operator==(const Text& text, std::string_view english) { return text.english() == english; }
    /// Orders by the English texts.
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

    /// A pattern with `holes` times "{}". Any other number does not compile.
    template <std::size_t holes>
    struct Pattern {
        /// Takes a literal.
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
        const char* text;  ///< the literal
    };

    /// Marks a text without values for translation.
    static constexpr Phrase tr(Pattern<0> phrase)
    {
        return {phrase.text};
    }
    /// Marks a pattern for translation, with its values.
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
