// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/strategy_text.h"

#include "core/strategy/dimensions/dimensions.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

namespace pgram {

namespace {

constexpr int mostDegree = 1 << 20;

/// One word of the text: a dimension with its degree, or a switch.
struct Word {
    std::string name;    ///< lower case letters; "zero1" keeps its stage
    int degree = 0;      ///< 0 = none was given
    std::string suffix;  ///< "sp" after "tp4+sp", "u" after "tp4u"
};

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

std::string lower(std::string_view word)
{
    std::string letters(word);
    std::ranges::transform(letters, letters.begin(), [](unsigned char c) { return std::tolower(c); });
    return letters;
}

/// A word that stands by itself, in lower case.
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
                if (word != nullptr && word[0] != '+') {
                    words.push_back({lower(word), rules});
                }
            }
        }
        return words;
    }();
    return all;
}

/// Null: none is called that.
const DimensionRules* named(const std::string& word)
{
    const auto known = std::ranges::find(knownWords(), word, &KnownWord::word);
    return known == knownWords().end() ? nullptr : known->dimension;
}

/// Reads words off the front of a text, with what separates them.
class Reader {
public:
    explicit Reader(std::string_view text) : m_text(text) {}

    bool next(Word& word)
    {
        skipSeparators();
        if (m_text.empty()) {
            return false;
        }
        word = {};
        word.name = name();
        word.degree = number();
        if (word.degree > 0) {
            m_text.remove_prefix(m_text.starts_with('+') ? 1 : 0);
            word.suffix = letters();
        }
        return !word.name.empty();
    }
    [[nodiscard]] bool isAtEnd() const { return m_text.empty(); }

private:
    void skipSeparators()
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
    std::string name()
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

    /// Whether the text goes on with `c`, or with a digit as that is.
    [[nodiscard]] bool isAlike(char c) const
    {
        return !m_text.empty() && (m_text.front() == c || (isDigit(c) && isDigit(m_text.front())));
    }

    std::string letters()
    {
        std::string taken;
        while (!m_text.empty() && std::isalpha(static_cast<unsigned char>(m_text.front())) != 0) {
            taken += static_cast<char>(std::tolower(static_cast<unsigned char>(m_text.front())));
            m_text.remove_prefix(1);
        }
        return taken;
    }

    int number()
    {
        std::int64_t value = 0;
        while (!m_text.empty() && isDigit(m_text.front())) {
            value = std::min<std::int64_t>(mostDegree + 1, value * 10 + (m_text.front() - '0'));
            m_text.remove_prefix(1);
        }
        return static_cast<int>(value);
    }

    std::string_view m_text;
};

struct DataLevel {
    int zero = 0;
    int degree = 1;
};

/// What the words say, before the levels are put together.
struct Levels {
    LayerStrategy strategy;
    std::vector<DataLevel> data;       ///< innermost first
    std::optional<std::size_t> inner;  ///< data levels inside the tensor group; none = no tensor group
    bool ringInside = false;           ///< the ring is named before the tensor group
};

/// What takes the place of a tensor group's own kind: "sp" and "u" behind "tp4".
const DimensionRules* suffixNamed(const std::string& suffix)
{
    for (const DimensionRules* rules : treeOrder()) {
        const bool isBehind = rules->word != nullptr && '+' + suffix == lower(rules->word);
        if (isBehind || (rules == &ulyssesRules && suffix == lower(rules->word))) {
            return rules;
        }
    }
    return nullptr;
}

void takeTensor(const Word& word, const DimensionRules& rules, Levels& levels)
{
    const DimensionRules* kind = word.suffix.empty() ? &rules : suffixNamed(word.suffix);
    levels.strategy.tensor = word.degree;
    levels.inner = levels.data.size();
    levels.ringInside = levels.strategy.context > 1;
    if (kind->set != nullptr) {
        kind->set(levels.strategy, true);
    }
}

/// What is wrong with the word, empty = it was taken.
std::string takeDegree(const Word& word, const DimensionRules& rules, Levels& levels)
{
    const bool isData = rules.zero >= 0;
    const bool overTokens = word.degree == 0 && rules.zero > 0;
    if (!overTokens && (word.degree < 2 || word.degree > mostDegree)) {
        return fmt::format("'{}' needs a degree from 2 to {}", word.name, mostDegree);
    }
    if (!word.suffix.empty() && (&rules != &tpRules || suffixNamed(word.suffix) == nullptr)) {
        return fmt::format("unknown '{}' after '{}{}'", word.suffix, word.name, word.degree);
    }
    if (isData) {
        levels.data.push_back({rules.zero, std::max(1, word.degree)});
        return {};
    }
    if (levels.strategy.*rules.degree > 1) {
        return fmt::format("'{}' stands there twice", word.name);
    }
    if (rules.degree == &LayerStrategy::tensor) {
        takeTensor(word, rules, levels);
    } else {
        levels.strategy.*rules.degree = word.degree;
    }
    return {};
}

std::string takeWord(const Word& word, Levels& levels)
{
    if (word.degree == 0 && word.name == "single") {
        return {};
    }
    const DimensionRules* rules = named(word.name);
    if (rules != nullptr && !isSwitch(*rules)) {
        return takeDegree(word, *rules, levels);
    }
    if (rules == nullptr || word.degree > 0) {
        return fmt::format("unknown word '{}'", word.name);
    }
    rules->set(levels.strategy, true);
    return {};
}

/// All degrees together; more than mostDegree is as good as any such number.
std::int64_t groupSizeOf(const Levels& levels)
{
    std::int64_t size = 1;
    const auto multiply = [&size](int degree) { size = std::min<std::int64_t>(mostDegree + 1, size * degree); };
    multiply(levels.strategy.tensor);
    multiply(levels.strategy.context);
    std::ranges::for_each(levels.data, multiply, &DataLevel::degree);
    return size;
}

std::string putTogether(Levels& levels)
{
    LayerStrategy& s = levels.strategy;
    if (levels.data.size() > 2) {
        return "more than two data levels";
    }
    if (groupSizeOf(levels) > mostDegree) {
        return fmt::format("more than {} devices", mostDegree);
    }
    for (const DataLevel& level : levels.data) {
        s.data *= level.degree;
        s.zero = std::max(s.zero, level.zero);
    }
    const auto isWithoutDegree = [](const DataLevel& level) { return level.degree == 1; };
    if (std::ranges::any_of(levels.data, isWithoutDegree) && (levels.data.size() > 1 || s.tokenRanks() == 1)) {
        return fmt::format("a data level needs a degree from 2 to {}", mostDegree);
    }
    if (levels.data.size() == 2) {
        if (levels.data[0].zero + levels.data[1].zero != 3 || s.zero != 3) {
            return "two data levels are one of DP and one of SDP";
        }
        const bool shardInside = levels.data[0].zero == 3;
        s.shard = levels.data[shardInside ? 0 : 1].degree;
        s.shardPlacement = shardInside ? ShardPlacement::Inner : ShardPlacement::Outer;
    }
    if (levels.inner.value_or(0) > 0) {
        s.placement = *levels.inner < levels.data.size() ? TensorPlacement::Middle : TensorPlacement::Strided;
    } else if (levels.ringInside) {
        if (!levels.data.empty()) {
            return "a tensor group inside of the data levels lies inside of the ring too";
        }
        s.placement = TensorPlacement::Strided;
    }
    return {};
}

/// Of groups with a degree, or of what stands alone behind them.
std::string wordsOf(bool switches)
{
    std::vector<std::string_view> words;
    for (const KnownWord& known : knownWords()) {
        if (isSwitch(*known.dimension) == switches) {
            words.emplace_back(known.word);
        }
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

Result<LayerStrategy> parseStrategy(std::string_view text)
{
    Levels levels;
    Reader reader(text);
    Word word;
    int words = 0;
    std::string wrong;
    while (wrong.empty() && reader.next(word)) {
        wrong = takeWord(word, levels);
        ++words;
    }
    if (wrong.empty() && (words == 0 || !reader.isAtEnd())) {
        wrong = "not a strategy";
    }
    if (wrong.empty()) {
        wrong = putTogether(levels);
    }
    if (!wrong.empty()) {
        return badInput(fmt::format("'{}': {}", text.substr(0, 40), wrong), "strategy",
                        fmt::format("Write it as TP2-SDP4-ckpt: groups innermost first, of {}; behind them {}",
                                    wordsOf(false), wordsOf(true)));
    }
    return levels.strategy;
}

}  // namespace pgram
