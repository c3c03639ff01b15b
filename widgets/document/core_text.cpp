// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/core_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <optional>
#include <vector>

namespace pgram {

namespace {

struct ErrorText {
    Q_DECLARE_TR_FUNCTIONS(ErrorText)
};

constexpr std::string_view hole = "{}";

struct Value {
    std::string_view text;
    bool isQuoted = false;  ///< a name out of a file, which no language changes
};

/// What stands in the holes of `pattern` when `text` was made from it.
std::optional<std::vector<Value>> valuesOf(std::string_view pattern, std::string_view text)
{
    std::vector<Value> values;
    std::size_t at = pattern.find(hole);
    if (!text.starts_with(pattern.substr(0, at))) {
        return std::nullopt;
    }
    text.remove_prefix(std::min(at, pattern.size()));
    while (at != std::string_view::npos) {
        const bool isQuoted = at > 0 && (pattern[at - 1] == '\'' || pattern[at - 1] == '"');
        pattern.remove_prefix(at + hole.size());
        at = pattern.find(hole);
        const std::string_view next = pattern.substr(0, at);
        const bool last = at == std::string_view::npos;
        const std::size_t end = last ? text.size() - std::min(text.size(), next.size()) : text.find(next, 1);
        if (end == 0 || end == std::string_view::npos || text.substr(end, next.size()) != next) {
            return std::nullopt;
        }
        if (isQuoted && text.substr(0, end).find(next.front()) != std::string_view::npos) {
            return std::nullopt;  // more than what stands between the quotes
        }
        values.push_back({text.substr(0, end), isQuoted});
        text.remove_prefix(end + next.size());
    }
    return text.empty() ? std::optional(values) : std::nullopt;
}

/// The one that says the most of the sentence itself.
const char* patternOf(std::string_view text)
{
    const char* found = nullptr;
    for (const char* pattern : coreWords()) {
        const bool says = found == nullptr || std::string_view(pattern).size() > std::string_view(found).size();
        if (says && valuesOf(pattern, text)) {
            found = pattern;
        }
    }
    return found;
}

QString filled(const QString& pattern, const QStringList& values)
{
    QString text;
    qsizetype next = 0;
    for (qsizetype at = 0; at < pattern.size(); ++at) {
        const bool open = pattern[at] == u'{';
        const bool isNext = open && pattern.mid(at, 2) == QLatin1StringView("{}");
        const bool isNamed = open && at + 2 < pattern.size() && pattern[at + 1].isDigit() && pattern[at + 2] == u'}';
        if (!isNext && !isNamed) {
            text += pattern[at];
            continue;
        }
        text += values.value(isNext ? next++ : pattern[at + 1].digitValue());
        at += isNext ? 1 : 2;
    }
    // Room is left around figures and Latin words, not between Chinese ones.
    static const QRegularExpression between(QStringLiteral("(?<=\\p{Han}) (?=\\p{Han})"));
    return text.remove(between);
}

}  // namespace

QString coreText(std::string_view text)
{
    const QString english = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    const QString whole = QCoreApplication::translate("Core", std::string(text).c_str());
    const char* pattern = whole == english ? patternOf(text) : nullptr;
    if (pattern == nullptr) {
        return whole;
    }
    const QString translated = QCoreApplication::translate("Core", pattern);
    if (translated == QLatin1StringView(pattern)) {
        return english;
    }
    QStringList values;
    const auto found = valuesOf(pattern, text);
    for (const Value& value : *found) {
        values.append(value.isQuoted ? QString::fromUtf8(value.text.data(), static_cast<qsizetype>(value.text.size()))
                                     : coreText(value.text));
    }
    return filled(translated, values);
}

QString errorText(const Error& error)
{
    const QString what = coreText(error.what);
    QString text =
        ErrorText::tr("%1.").arg(error.where.empty() ? what : ErrorText::tr("%1: %2").arg(coreText(error.where), what));
    if (!error.todo.empty()) {
        text += ErrorText::tr(" %1.").arg(coreText(error.todo));
    }
    return text;
}

}  // namespace pgram
