// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/strategy_words.h"

#include "core/base/ascii.h"
#include "core/strategy/dimensions/dimensions.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace pgram {

namespace {

/// A word that is not a suffix, in lower case.
struct KnownWord {
    std::string word;
    const DimensionRules* dimension = nullptr;
};

const std::vector<KnownWord>& knownWords()
{
    static const std::vector<KnownWord> all = [] {
        std::vector<KnownWord> words;
        for (const DimensionRules* rules : treeOrder()) {
            for (const char* word : {rules->word, rules->otherWord}) {
                if (word != nullptr) {
                    words.push_back({lowered(word).substr(word[0] == '+' ? 1 : 0), rules});
                }
            }
        }
        return words;
    }();
    return all;
}

}  // namespace

const DimensionRules* strategyWord(const std::string& word)
{
    const auto known = std::ranges::find(knownWords(), word, &KnownWord::word);
    return known == knownWords().end() ? nullptr : known->dimension;
}

const DimensionRules* strategySuffix(const std::string& suffix)
{
    const DimensionRules* rules = strategyWord(suffix);
    const bool isKind =
        rules != nullptr && (isSuffix(*rules) || (rules == &ulyssesRules && suffix == lowered(rules->word)));
    return isKind ? rules : nullptr;
}

bool isSuffix(const DimensionRules& rules)
{
    return rules.word != nullptr && rules.word[0] == '+';
}

std::string strategyWords(bool switches)
{
    std::vector<std::string_view> words;
    for (const KnownWord& known : knownWords()) {
        if (isSwitch(*known.dimension) == switches && !isSuffix(*known.dimension)) {
            words.emplace_back(known.word);
        }
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

bool StrategyReader::next(StrategyWord& word)
{
    skipSeparators();
    if (m_text.empty()) {
        return false;
    }
    word = {};
    word.name = name();
    word.degree = number();
    if (word.degree > 0) {
        const bool isBehindPlus = m_text.starts_with('+');
        m_text.remove_prefix(isBehindPlus ? 1 : 0);
        word.suffix = isBehindPlus ? lettersAndNumbers() : letters();
    }
    return !word.name.empty();
}

void StrategyReader::skipSeparators()
{
    static constexpr std::string_view dot = "·";
    while (!m_text.empty()) {
        if (m_text.starts_with(dot)) {
            m_text.remove_prefix(dot.size());
        } else if (std::string_view("*, -").find(m_text.front()) != std::string_view::npos) {
            m_text.remove_prefix(1);
        } else {
            return;
        }
    }
}

/// Letters, and what is behind them where a known word goes on in that way: "off-act", "zero1", with the hyphen
/// between such a word and its degree.
std::string StrategyReader::name()
{
    std::string taken = letters();
    const auto goesOn = [&](const std::string& known) {
        return known.starts_with(taken) && known.size() > taken.size() && isAlike(known[taken.size()]);
    };
    if (taken.empty() || std::ranges::none_of(knownWords(), goesOn, &KnownWord::word)) {
        return taken;
    }
    taken += m_text.front();
    m_text.remove_prefix(1);
    if (isDigit(taken.back())) {
        m_text.remove_prefix(m_text.starts_with('-') ? 1 : 0);
        return taken;
    }
    return taken + letters();
}

/// Returns true if the text continues with `c`, or with a digit if `c` is a digit.
bool StrategyReader::isAlike(char c) const
{
    return !m_text.empty() && (m_text.front() == c || (isDigit(c) && isDigit(m_text.front())));
}

std::string StrategyReader::letters()
{
    return take(isLetter);
}

std::string StrategyReader::lettersAndNumbers()
{
    return take([](char c) { return isLetterOrDigit(c) || c == '.'; });
}

std::string StrategyReader::take(bool (*isTaken)(char c))
{
    std::string taken;
    while (!m_text.empty() && isTaken(m_text.front())) {
        taken += lowered(m_text.front());
        m_text.remove_prefix(1);
    }
    return taken;
}

int StrategyReader::number()
{
    std::int64_t value = 0;
    while (!m_text.empty() && isDigit(m_text.front())) {
        value = std::min<std::int64_t>(mostStrategyDegree + 1, value * 10 + (m_text.front() - '0'));
        m_text.remove_prefix(1);
    }
    return static_cast<int>(value);
}

}  // namespace pgram
