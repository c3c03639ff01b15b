// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/python_arguments.h"

#include "core/base/ascii.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/shell_words.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pgram {

namespace {

constexpr std::size_t mostTokens = std::size_t{1} << 20;
constexpr std::size_t longestBracket = 4096;  ///< tokens

enum class TokenKind { String, Word, Sign, Line };

struct Token {
    TokenKind kind = TokenKind::Sign;
    std::string text{};      ///< a string has no quotes, a line no text
    std::size_t at = 0;      ///< place in the program
    std::size_t indent = 0;  ///< blanks in front of a line
};

/// Returns the text of a formatted string in the words of a shell: "{TP}" is "${TP}".
std::string withDollars(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isDouble = (text[i] == '{' || text[i] == '}') && i + 1 < text.size() && text[i + 1] == text[i];
        result += text[i] == '{' && !isDouble ? "${" : std::string(1, text[i]);
        i += isDouble ? 1 : 0;
    }
    return result;
}

/// Cuts a program into strings, words, signs, and beginnings of lines outside of brackets.
class Tokens {
public:
    explicit Tokens(std::string_view text) : m_text(text) {}

    std::vector<Token> cut()
    {
        startLine();
        while (m_at < m_text.size() && m_tokens.size() < mostTokens) {
            step();
        }
        m_tokens.push_back({TokenKind::Line, {}, m_text.size(), 0});
        return std::move(m_tokens);
    }

private:
    void startLine()
    {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) {
            ++m_at;
        }
        if (m_depth <= 0) {
            m_tokens.push_back({TokenKind::Line, {}, m_at, m_at - begin});
        }
    }

    void step()
    {
        const char c = m_text[m_at];
        if (c == '\n') {
            ++m_at;
            startLine();
        } else if (c == '#') {
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
        } else if (c == '"' || c == '\'') {
            takeString(false);
        } else if (isNameLetter(c)) {
            takeWord();
        } else {
            if (c != ' ' && c != '\t' && c != '\r') {
                m_tokens.push_back({TokenKind::Sign, std::string(1, c), m_at, 0});
                m_depth += std::string_view("([{").find(c) != std::string_view::npos ? 1 : 0;
                m_depth -= std::string_view(")]}").find(c) != std::string_view::npos ? 1 : 0;
            }
            ++m_at;
        }
    }

    /// Takes a name or a number, or the string that follows letters such as f and r.
    void takeWord()
    {
        const std::size_t begin = m_at;
        const bool isNumber = isDigit(m_text[m_at]);
        while (m_at < m_text.size() && (isNameLetter(m_text[m_at]) || (isNumber && m_text[m_at] == '.'))) {
            ++m_at;
        }
        const std::string_view word = m_text.substr(begin, m_at - begin);
        const bool isPrefix = word.size() <= 2 && word.find_first_not_of("fFrRbBuU") == std::string_view::npos;
        if (isPrefix && m_at < m_text.size() && (m_text[m_at] == '"' || m_text[m_at] == '\'')) {
            takeString(word.find_first_of("fF") != std::string_view::npos);
        } else {
            m_tokens.push_back({TokenKind::Word, std::string(word), begin, 0});
        }
    }

    void takeString(bool isFormatted)
    {
        const std::size_t begin = m_at;
        const char quote = m_text[m_at];
        const std::string triple(3, quote);
        const bool isLong = m_text.substr(m_at).starts_with(triple);
        const std::size_t length = isLong ? 3 : 1;
        std::size_t end = m_at + length;
        while (end < m_text.size() &&
               !(isLong ? m_text.substr(end).starts_with(triple) : m_text[end] == quote || m_text[end] == '\n')) {
            end += m_text[end] == '\\' ? 2 : 1;
        }
        end = std::min(end, m_text.size());
        const std::string_view inside = m_text.substr(begin + length, end - std::min(end, begin + length));
        m_tokens.push_back({TokenKind::String, isFormatted ? withDollars(inside) : std::string(inside), begin, 0});
        m_at = std::min(end + length, m_text.size());
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    std::vector<Token> m_tokens;
};

/// Goes through the tokens of a program.
class PythonFollower {
public:
    PythonFollower(std::string_view text, LaunchArguments& arguments)
        : m_text(text), m_tokens(Tokens(text).cut()), m_arguments(arguments)
    {}

    void read()
    {
        for (std::size_t i = 0; i < m_tokens.size(); ++i) {
            if (m_tokens[i].kind == TokenKind::Line) {
                startLine(i);
            } else if (isSign(i, "(") && i > 0 && m_tokens[i - 1].text == "add_argument") {
                i = closing(i);
            } else if (m_tokens[i].kind == TokenKind::String) {
                takeString(i);
            }
        }
    }

private:
    struct Branch {
        std::size_t indent = 0;
        std::string condition;
    };

    [[nodiscard]] bool isSign(std::size_t i, std::string_view sign) const
    {
        return i < m_tokens.size() && m_tokens[i].kind == TokenKind::Sign && m_tokens[i].text == sign;
    }
    [[nodiscard]] bool isWord(std::size_t i, std::string_view word) const
    {
        return i < m_tokens.size() && m_tokens[i].kind == TokenKind::Word && m_tokens[i].text == word;
    }

    /// Returns the place of the bracket that closes the one at `open`, or the last place within reach.
    [[nodiscard]] std::size_t closing(std::size_t open) const
    {
        int depth = 0;
        const std::size_t last = std::min(m_tokens.size(), open + longestBracket) - 1;
        for (std::size_t i = open; i < last; ++i) {
            depth += isSign(i, "(") || isSign(i, "[") || isSign(i, "{") ? 1 : 0;
            depth -= isSign(i, ")") || isSign(i, "]") || isSign(i, "}") ? 1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return last;
    }

    /// Leaves the branches that end, enters one that begins, and takes an assignment of a plain value.
    void startLine(std::size_t line)
    {
        const std::size_t first = line + 1;
        if (first >= m_tokens.size() || m_tokens[first].kind == TokenKind::Line) {
            return;
        }
        const std::size_t indent = m_tokens[line].indent;
        std::string before;
        while (!m_branches.empty() && m_branches.back().indent >= indent) {
            before = m_branches.back().condition;
            m_branches.pop_back();
        }
        if (isWord(first, "if") || isWord(first, "elif") || isWord(first, "else")) {
            std::size_t end = first;
            while (m_tokens[end].kind != TokenKind::Line && !isSign(end, ":")) {
                ++end;
            }
            const std::size_t begin = m_tokens[first].at;
            const std::string said(trimmed(m_text.substr(begin, m_tokens[end].at - begin)));
            if (said.find("__main__") == std::string::npos) {
                m_branches.push_back({indent, said == "else" ? "else of " + before : said});
            }
        }
        const bool isPlain = m_tokens[first].kind == TokenKind::Word && isSign(first + 1, "=") &&
                             first + 3 < m_tokens.size() && m_tokens[first + 3].kind == TokenKind::Line;
        const TokenKind kind = isPlain ? m_tokens[first + 2].kind : TokenKind::Line;
        if (isPlain && (kind == TokenKind::String || kind == TokenKind::Word)) {
            m_arguments.setVariable(m_tokens[first].text, {valueAt(first + 2, first + 3)}, condition());
        }
    }

    [[nodiscard]] std::string condition() const
    {
        return m_branches.empty() ? std::string() : m_branches.back().condition;
    }

    /// Returns an expression as a word of a shell: text and numbers as they are, a name as a variable, anything else
    /// as an expression that nobody knows.
    [[nodiscard]] std::string valueAt(std::size_t begin, std::size_t end) const
    {
        const bool isText = isWord(begin, "str") && isSign(begin + 1, "(") && end - begin == 4;
        const Token& token = m_tokens[isText ? begin + 2 : begin];
        if (end - begin == 1 || isText) {
            const bool isName = token.kind == TokenKind::Word && !isDigit(token.text.front()) && token.text != "True" &&
                                token.text != "False" && token.text != "None";
            return (isName ? "$" : "") + token.text;
        }
        const std::size_t from = m_tokens[begin].at;
        return "$(" + std::string(trimmed(m_text.substr(from, m_tokens[end].at - from))) + ')';
    }

    /// Returns the place behind the expression at `begin`: that of a comma, a bracket or a line.
    [[nodiscard]] std::size_t endOfValue(std::size_t begin) const
    {
        std::size_t i = begin;
        while (i < m_tokens.size() && m_tokens[i].kind != TokenKind::Line && !isSign(i, ",") && !isSign(i, ")") &&
               !isSign(i, "]") && !isSign(i, "}")) {
            const bool opens = isSign(i, "(") || isSign(i, "[") || isSign(i, "{");
            i = opens ? closing(i) + 1 : i + 1;
        }
        return std::min(i, m_tokens.size() - 1);
    }

    void takeString(std::size_t i)
    {
        const std::string& text = m_tokens[i].text;
        const bool isCommand = text.find_first_of(" \n") != std::string::npos;
        if (text.find("--") == std::string::npos) {
            const bool isProgram = text == "megatron" || text == "swift";
            const std::string task = isProgram && isSign(i + 1, ",") ? m_tokens[i + 2].text : std::string();
            if (task == "sft" || task == "pt" || task == "rlhf") {
                m_arguments.setSwift();
            }
        } else if (isCommand || text.find('=') != std::string::npos) {
            for (const std::string& line : wholeLines(text)) {
                for (LaunchArguments::Flag& flag : flagsOf(shellWords(line))) {
                    m_arguments.add(flag.name, std::move(flag.values), condition());
                }
            }
        } else if (text.starts_with("--")) {
            takeFlag(i);
        }
    }

    /// Takes a flag of a list with the values behind it, or one of a mapping.
    void takeFlag(std::size_t i)
    {
        LaunchArguments::Values values;
        std::size_t at = i + 1;
        while (isSign(at, ",") || (values.empty() && isSign(at, ":"))) {
            const bool isMapping = isSign(at, ":");
            const Token& next = m_tokens[at + 1];
            const std::size_t end = endOfValue(at + 1);
            if (end == at + 1 || (next.kind == TokenKind::String && next.text.starts_with("--")) ||
                isSign(at + 1, "*")) {
                break;
            }
            values.push_back(valueAt(at + 1, end));
            at = isMapping ? m_tokens.size() : end;
        }
        m_arguments.add(m_tokens[i].text, std::move(values), condition());
    }

    std::string_view m_text;
    std::vector<Token> m_tokens;
    std::vector<Branch> m_branches;
    LaunchArguments& m_arguments;
};

}  // namespace

bool isPython(std::string_view text)
{
    return (text.starts_with("#!") && text.substr(0, text.find('\n')).find("python") != std::string_view::npos) ||
           hasLineOf(text, {"import ", "def ", "class "}) ||
           std::ranges::any_of(splitLines(text), [](std::string_view line) {
               return line.starts_with("from ") && line.find(" import ") != std::string_view::npos;
           });
}

void readPython(std::string_view text, LaunchArguments& arguments)
{
    PythonFollower(text, arguments).read();
}

}  // namespace pgram
