// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/shell_words.h"

#include "core/base/ascii.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace pgram {

namespace {

constexpr std::size_t longestLine = std::size_t{1} << 20;  ///< characters of a line with those that continue it

/// Returns the options of a line "#SBATCH …" that say how many devices there are; empty for any other comment of Slurm.
std::string slurmOptions(std::string_view line)
{
    std::string options;
    for (const auto& [start, flag] :
         {std::pair("--nodes=", "--nodes="), std::pair("-N ", "--nodes="),
          std::pair("--gpus-per-node=", "--gpus-per-node="), std::pair("--gres=gpu:", "--gpus-per-node=")}) {
        const std::size_t found = line.find(start);
        const std::string_view rest =
            found == std::string_view::npos ? std::string_view() : line.substr(found + std::string_view(start).size());
        // "--gres=gpu:h100:8" has the kind in between.
        const std::string_view word = rest.substr(0, rest.find_first_of(" \t#"));
        const std::string_view number = word.substr(word.find_last_of(':') + 1);
        if (!number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos) {
            options += std::string(" ") + flag + std::string(number);
        }
    }
    return options;
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

/// Cuts one line into commands, from left to right.
class CommandCutter {
public:
    explicit CommandCutter(std::string_view line) : m_line(line) {}

    std::vector<ShellCommand> cut()
    {
        while (m_at < m_line.size() && !isComment()) {
            if (!cutsHere()) {
                takeLetter();
            }
        }
        emit(ShellJoin::Next);
        return std::move(m_commands);
    }

private:
    [[nodiscard]] char at(std::size_t i) const { return i < m_line.size() ? m_line[i] : ' '; }
    [[nodiscard]] bool startsWord() const { return m_at == 0 || isBlank(m_line[m_at - 1]) || m_line[m_at - 1] == ';'; }
    [[nodiscard]] bool isComment() const { return m_line[m_at] == '#' && startsWord(); }

    void emit(ShellJoin nextJoin)
    {
        if (const std::string_view text = trimmed(m_text); !text.empty()) {
            m_commands.push_back({std::string(text), m_join});
            m_join = nextJoin;
        } else if (nextJoin != ShellJoin::Next) {
            m_join = nextJoin;
        }
        m_text.clear();
    }

    void take(std::size_t count)
    {
        m_text += m_line.substr(m_at, count);
        m_at += count;
    }

    /// Returns where the bracket at `open` is closed. Lines of nothing but open brackets are not searched for ever.
    [[nodiscard]] std::size_t closing(std::size_t open)
    {
        const std::size_t end = m_budget > 0 ? closingBracket(m_line, open) : m_line.size();
        m_budget -= static_cast<std::int64_t>(std::min(end, m_line.size()) - open);
        return end;
    }

    /// Takes a letter, or all that a quote or a bracket holds.
    void takeLetter()
    {
        const char c = m_line[m_at];
        std::size_t end = m_at;
        if ((c == '\'' || c == '"') && m_open.find(c) == std::string::npos) {
            end = m_line.find(c, m_at + 1);
            m_open += end == std::string_view::npos ? std::string(1, c) : std::string();
        } else if (c == '$' && (at(m_at + 1) == '(' || at(m_at + 1) == '{')) {
            end = closing(m_at + 1);
        } else if (c == '(') {
            end = closing(m_at);
        } else if (trimmed(m_text).empty() && m_line.substr(m_at).starts_with("[[ ")) {
            end = m_line.find("]]", m_at);
            end = end == std::string_view::npos ? end : end + 1;
        }
        // Without an end on this line the letter is an ordinary one.
        take(end < m_line.size() ? end - m_at + 1 : 1);
    }

    /// Ends the command if a separator, a word of control or a bracket of a group begins here.
    bool cutsHere()
    {
        const std::string_view rest = m_line.substr(m_at);
        if (rest.starts_with(";;")) {
            emit(ShellJoin::Next);
            m_commands.push_back({";;", ShellJoin::Next});
            m_at += 2;
            return true;
        }
        for (const auto& [sign, join] : {std::pair("&&", ShellJoin::And), std::pair("||", ShellJoin::Or)}) {
            if (rest.starts_with(sign)) {
                emit(join);
                m_at += 2;
                return true;
            }
        }
        const bool isRedirection = rest.front() == '&' && (at(m_at + 1) == '>' || m_text.ends_with('>'));
        if (rest.front() == ';' || rest.front() == '|' || (rest.front() == '&' && !isRedirection)) {
            emit(ShellJoin::Next);
            ++m_at;
            return true;
        }
        if (rest.front() == ')') {
            take(1);
            emit(ShellJoin::Next);
            return true;
        }
        return cutsAtGroup(rest) || cutsAtWord(rest);
    }

    /// Ends "launch() {" behind its bracket, and cuts "{", "}" and the "(" of a subshell off.
    bool cutsAtGroup(std::string_view rest)
    {
        const bool isEmpty = trimmed(m_text).empty();
        const bool isSubshell = rest.front() == '(' && isEmpty && !rest.starts_with("((");
        if (isSubshell) {
            ++m_at;
            return true;
        }
        const bool opens = rest.front() == '{' && isBlank(at(m_at + 1)) &&
                           (isEmpty || trimmed(m_text).ends_with("()") || trimmed(m_text).starts_with("function "));
        const bool closes = rest.front() == '}' && isEmpty;
        if (opens || closes) {
            take(1);
            emit(ShellJoin::Next);
            return true;
        }
        return false;
    }

    /// Cuts off the words behind which another command begins, and the head of a case.
    bool cutsAtWord(std::string_view rest)
    {
        if (trimmed(m_text).empty()) {
            for (const std::string_view word : {"then", "else", "do"}) {
                if (rest.starts_with(word) && isBlank(at(m_at + word.size()))) {
                    take(word.size());
                    emit(ShellJoin::Next);
                    return true;
                }
            }
        }
        if (trimmed(m_text).starts_with("case ") && startsWord() && rest.starts_with("in") && isBlank(at(m_at + 2))) {
            take(2);
            emit(ShellJoin::Next);
            return true;
        }
        return false;
    }

    std::string_view m_line;
    std::size_t m_at = 0;
    std::int64_t m_budget = std::int64_t{1} << 24;  ///< characters that brackets may be searched for
    std::string m_open;                             ///< quotes that are never closed on the line
    std::string m_text;
    ShellJoin m_join = ShellJoin::Next;
    std::vector<ShellCommand> m_commands;
};

}  // namespace

bool isNameLetter(char c)
{
    return isLetterOrDigit(c) || c == '_';
}

std::string_view unquoted(std::string_view text)
{
    const bool quoted =
        text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
    return quoted ? text.substr(1, text.size() - 2) : text;
}

std::size_t closingBracket(std::string_view text, std::size_t open)
{
    const char close = text[open] == '(' ? ')' : '}';
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == text[open] ? 1 : text[i] == close ? -1 : 0;
        if (depth == 0) {
            return i;
        }
    }
    return text.size();
}

std::vector<std::string> wholeLines(std::string_view text)
{
    std::vector<std::string> lines;
    bool continues = false;
    for (std::string_view line : splitLines(text)) {
        const std::string_view cut = trimmed(line);
        if (cut.starts_with("#SBATCH ")) {
            lines.push_back(slurmOptions(cut));
            continues = false;
            continue;
        }
        const bool more = cut.ends_with('\\');
        line = more ? cut.substr(0, cut.size() - 1) : line;
        if (continues && lines.back().size() < longestLine) {
            lines.back() += ' ';
            lines.back() += line;
        } else {
            lines.emplace_back(line);
        }
        continues = more;
    }
    return lines;
}

std::vector<ShellCommand> commandsOf(std::string_view line)
{
    return CommandCutter(line).cut();
}

/// A pipe in quotes is a letter, as layouts of pipelines have it.
std::vector<std::string> shellWords(std::string_view line)
{
    std::vector<std::string> words(1);
    std::size_t quoteEnds = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if ((c == '"' || c == '\'') && i > quoteEnds) {
            const std::size_t close = line.find(c, i + 1);
            quoteEnds = close == std::string_view::npos ? i : close;
        }
        const bool isQuoted = (c == '|' || c == '(' || c == ')') && i < quoteEnds;
        if (c == '$' && i + 1 < line.size() && (line[i + 1] == '(' || line[i + 1] == '{')) {
            const std::size_t end = std::min(closingBracket(line, i + 1), line.size() - 1);
            words.back() += line.substr(i, end - i + 1);
            i = end;
        } else if (!isQuoted && std::string_view(" \t\"';|&").find(c) != std::string_view::npos) {
            words.emplace_back();
        } else if (c == '#' && words.back().empty()) {
            break;
        } else if (!isQuoted && (c == ')' || c == '(')) {
            words.emplace_back(c == '(' ? "" : ")");
            words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    std::erase(words, std::string());
    return words;
}

std::vector<std::string_view> quotedWords(std::string_view text)
{
    std::vector<std::string_view> words;
    for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
        std::size_t end = 0;
        while (end < text.size() && text[end] != ' ' && text[end] != '\t') {
            const std::size_t close =
                text[end] == '"' || text[end] == '\'' ? text.find(text[end], end + 1) : std::string_view::npos;
            end = close == std::string_view::npos ? end + 1 : close + 1;
        }
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

}  // namespace pgram
