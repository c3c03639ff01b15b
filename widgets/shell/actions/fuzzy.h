// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Finding by a few letters: how well what was typed is a subsequence of a text. Plain functions.
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace pgram {

struct FuzzyMatch {
    int score = 0;            ///< higher is better
    std::vector<int> places;  ///< of the matched characters in the text, ascending
    bool isWeak = false;      ///< the letters of some word are scattered: most pieces begin no word of the text
};

/// The best way in which the letters of each word of `typed` stand in `text`, in their order and whatever their case;
/// nothing where a word does not. Letters that begin words of the text, or follow each other, score more; letters that
/// are passed over score less. An empty `typed` matches with 0.
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text);

}  // namespace pgram
