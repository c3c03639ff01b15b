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
    int degree = 0;      ///< 0 = none was given
    std::string suffix;  ///< "sp" after "tp4+sp", "u" after "tp4u", "2.5d2" after "tp8+2.5d2"
};

/// The dimension of that word, which stands by itself; null: none is called that.
[[nodiscard]] const DimensionRules* strategyWord(const std::string& word);
/// What takes the place of a tensor group's own kind: "sp" and "u" behind "tp4". Null: nothing does.
[[nodiscard]] const DimensionRules* strategySuffix(const std::string& suffix);
/// Whether its word stands behind a tensor group's: "+SP".
[[nodiscard]] bool isSuffix(const DimensionRules& rules);
/// "dp, zero1, …" of groups with a degree, or "sel, ckpt, …" of what stands alone behind them.
[[nodiscard]] std::string strategyWords(bool switches);

/// Reads words off the front of a text, with what separates them.
class StrategyReader {
public:
    /// The text outlives it.
    explicit StrategyReader(std::string_view text) : m_text(text) {}

    /// False at the end, and where no word stands.
    bool next(StrategyWord& word);
    [[nodiscard]] bool isAtEnd() const { return m_text.empty(); }

private:
    void skipSeparators();
    std::string name();
    [[nodiscard]] bool isAlike(char c) const;
    std::string letters();
    std::string lettersAndNumbers();
    std::string take(bool (*isTaken)(unsigned char c));
    int number();

    std::string_view m_text;
};

}  // namespace pgram
