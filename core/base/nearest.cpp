// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/nearest.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <numeric>

namespace pgram {

namespace {

/// Levenshtein's distance, in lower case.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (lowered(a[i - 1]) == lowered(b[j - 1]) ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

/// Its runs of letters and its runs of digits, in lower case; the x of "4090x8" is none.
std::vector<std::string> wordsOf(std::string_view name)
{
    enum class Kind { Other, Letter, Digit };
    std::vector<std::string> words;
    Kind before = Kind::Other;
    for (const char c : name) {
        const Kind kind = isDigit(c) ? Kind::Digit : isLetter(c) ? Kind::Letter : Kind::Other;
        if (kind != Kind::Other && kind != before) {
            words.emplace_back();
        }
        if (kind != Kind::Other) {
            words.back() += lowered(c);
        }
        before = kind;
    }
    std::erase(words, "x");
    return words;
}

/// 1 where all words that were asked for are the name's, two more for each that is not; far off where none that says
/// something is.
std::size_t wordDistance(const std::vector<std::string>& asked, std::string_view known)
{
    constexpr std::size_t saysSomething = 3;
    const std::vector<std::string> words = wordsOf(known);
    std::size_t missing = 0;
    bool shared = false;
    for (const std::string& word : asked) {
        const bool found = std::ranges::find(words, word) != words.end();
        missing += found ? 0 : 1;
        shared = shared || (found && word.size() >= saysSomething);
    }
    return shared ? 1 + 2 * missing : std::string_view::npos;
}

}  // namespace

std::vector<std::string> nearestNames(std::string_view name, const std::vector<std::string>& names, std::size_t most)
{
    constexpr std::size_t longestName = 200;
    name = name.substr(0, longestName);
    const std::size_t far = std::max<std::size_t>(3, name.size() / 2);
    const std::vector<std::string> words = wordsOf(name);
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const std::string& known : names) {
        const bool begins = name.size() >= 3 && known.starts_with(name);
        const std::size_t distance = begins ? 1 : std::min(editDistance(name, known), wordDistance(words, known));
        if (distance <= far) {
            ranked.emplace_back(distance, known);
        }
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, std::string>::first);
    std::vector<std::string> nearest;
    for (std::size_t i = 0; i < std::min(most, ranked.size()); ++i) {
        nearest.push_back(ranked[i].second);
    }
    return nearest;
}

Text nearestText(const std::vector<std::string>& nearest)
{
    return nearest.empty() ? Text() : Core::tr("Nearest are {}", fmt::format("{}", fmt::join(nearest, ", ")));
}

}  // namespace pgram
