// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The words of a strategy as people type it, one after the other: strategy_text.h and strategy_pattern.h read them.
#pragma once

#include "core/strategy/dimension_rules.h"

#include <string>
#include <string_view>

namespace pgram {

inline constexpr int mostStrategyDegree = 1 << 20;

/// One word: a dimension with its degree, or a switch.
struct StrategyWord {
    std::string name;    ///< lower case letters; "zero1" keeps its stage
    int degree = 0;      ///< 0 = no degree is given
    std::string suffix;  ///< "sp" after "tp4+sp", "u" after "tp4u", "2.5d2" after "tp8+2.5d2"
};

/// Returns the dimension of a word that is not a suffix; null if the word is unknown.
[[nodiscard]] const DimensionRules* strategyWord(const std::string& word);
/// Returns the dimension of a suffix that replaces the kind of a tensor group, as "sp" and "u" in "tp4sp" and "tp4u";
/// null if the suffix is unknown.
[[nodiscard]] const DimensionRules* strategySuffix(const std::string& suffix);
/// Returns true if the dimension's word follows that of a tensor group: "+SP".
[[nodiscard]] bool isSuffix(const DimensionRules& rules);
/// Returns "dp, zero1, …", the words of groups with a degree, or "sel, ckpt, …", the switches that follow them without
/// one.
[[nodiscard]] std::string strategyWords(bool switches);

/// Reads words off the front of a text, with what separates them.
class StrategyReader {
public:
    /// The text outlives it.
    explicit StrategyReader(std::string_view text) : m_text(text) {}

    /// Reads the next word. Returns false at the end of the text, or if the text does not continue with a word.
    bool next(StrategyWord& word);
    [[nodiscard]] bool isAtEnd() const { return m_text.empty(); }

private:
    void skipSeparators();
    std::string name();
    [[nodiscard]] bool isAlike(char c) const;
    std::string letters();
    std::string lettersAndNumbers();
    std::string take(bool (*isTaken)(char c));
    int number();

    std::string_view m_text;
};

}  // namespace pgram
