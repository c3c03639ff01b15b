// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/strategy_text.h"

#include <algorithm>
#include <array>
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
        word.name = letters();
        if (word.name == "zero" && !m_text.empty()) {
            word.name += m_text.front();
            m_text.remove_prefix(1);
            if (!m_text.empty() && m_text.front() == '-') {
                m_text.remove_prefix(1);
            }
        }
        if (word.name == "off" && m_text.starts_with('-')) {
            m_text.remove_prefix(1);
            word.name += '-' + letters();
        }
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
        while (!m_text.empty() && std::isdigit(static_cast<unsigned char>(m_text.front())) != 0) {
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

std::optional<int> zeroOf(const std::string& name)
{
    if (name == "dp") {
        return 0;
    }
    if (name == "sdp" || name == "zero3") {
        return 3;
    }
    return name == "zero1" ? std::optional(1) : name == "zero2" ? std::optional(2) : std::nullopt;
}

/// What is wrong with the word, empty = it was taken.
std::string takeDegree(const Word& word, Levels& levels)
{
    const std::optional<int> zero = zeroOf(word.name);
    const bool overTokens = word.degree == 0 && zero.value_or(0) > 0;
    if (!overTokens && (word.degree < 2 || word.degree > mostDegree)) {
        return fmt::format("'{}' needs a degree from 2 to {}", word.name, mostDegree);
    }
    const bool isUlysses = word.name == "u" || word.name == "ulysses";
    const bool isTensor = word.name == "tp" || isUlysses;
    if (!word.suffix.empty() && !(word.name == "tp" && (word.suffix == "sp" || word.suffix == "u"))) {
        return fmt::format("unknown '{}' after '{}{}'", word.suffix, word.name, word.degree);
    }
    if (zero) {
        levels.data.push_back({*zero, std::max(1, word.degree)});
        return {};
    }
    int& degree =
        isTensor ? levels.strategy.tensor : (word.name == "cp" ? levels.strategy.context : levels.strategy.expert);
    if (degree > 1) {
        return fmt::format("'{}' stands there twice", word.name);
    }
    degree = word.degree;
    if (isTensor) {
        levels.inner = levels.data.size();
        levels.ringInside = levels.strategy.context > 1;
        levels.strategy.sequence = word.suffix == "sp"               ? SequenceParallel::Megatron
                                   : isUlysses || word.suffix == "u" ? SequenceParallel::Ulysses
                                                                     : SequenceParallel::None;
    }
    return {};
}

std::string takeWord(const Word& word, Levels& levels)
{
    if (word.degree == 0 && (word.name == "ckpt" || word.name == "sel")) {
        levels.strategy.kept.part = word.name == "ckpt" ? KeptPart::Input : KeptPart::WithoutAttention;
        return {};
    }
    if (word.degree == 0 && word.name == "off-act") {
        levels.strategy.kept.on = KeptOn::Host;
        return {};
    }
    if (word.degree == 0 && word.name == "off-opt") {
        levels.strategy.offloadOptimizer = true;
        return {};
    }
    if (word.degree == 0 && word.name == "single") {
        return {};
    }
    static constexpr std::array<std::string_view, 5> groups{"tp", "u", "ulysses", "cp", "ep"};
    if (zeroOf(word.name) || std::ranges::find(groups, word.name) != groups.end()) {
        return takeDegree(word, levels);
    }
    return fmt::format("unknown word '{}'", word.name);
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
                        "Write it as TP2-SDP4-ckpt: groups innermost first, of tp, u, dp, sdp, zero1, zero2, cp, ep; "
                        "ckpt, sel, off-act, off-opt");
    }
    return levels.strategy;
}

}  // namespace pgram
