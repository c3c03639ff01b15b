// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/fuzzy.h"

#include <QStringList>

#include <algorithm>
#include <set>

namespace pgram {

namespace {

constexpr int letterScore = 10;
constexpr int wordStartScore = 12;
constexpr int neighbourScore = 14;
constexpr int gapCost = 1;  // for each character between two matched ones
constexpr int impossible = -1'000'000'000;
constexpr int leastScore = impossible / 2;  // below it stands only what is impossible

bool beginsWord(const QString& text, qsizetype place)
{
    if (place == 0 || !text[place - 1].isLetterOrNumber()) {
        return true;
    }
    return text[place].isUpper() && text[place - 1].isLower();
}

/// For each place of the text the best score of a match that ends there, and the place before it.
struct Row {
    std::vector<int> score;
    std::vector<int> before;
};

Row firstRow(QChar letter, const QString& text)
{
    Row row{std::vector<int>(static_cast<std::size_t>(text.size()), impossible),
            std::vector<int>(static_cast<std::size_t>(text.size()), -1)};
    for (qsizetype place = 0; place < text.size(); ++place) {
        if (text[place].toLower() == letter) {
            row.score[static_cast<std::size_t>(place)] = letterScore + (beginsWord(text, place) ? wordStartScore : 0);
        }
    }
    return row;
}

Row nextRow(const Row& last, QChar letter, const QString& text)
{
    Row row = firstRow(letter, text);
    int best = impossible;  // over the earlier places, less the gap up to here
    int bestPlace = -1;
    for (std::size_t place = 0; place < row.score.size(); ++place) {
        const int neighbour = place > 0 ? last.score[place - 1] + neighbourScore : impossible;
        if (row.score[place] != impossible) {
            const bool near = neighbour >= best;
            const int from = near ? neighbour : best;
            row.before[place] = near ? static_cast<int>(place) - 1 : bestPlace;
            row.score[place] = from < leastScore ? impossible : row.score[place] + from;
        }
        best = std::max(impossible, best - gapCost);
        if (place > 0 && last.score[place - 1] - gapCost > best) {
            best = last.score[place - 1] - gapCost;
            bestPlace = static_cast<int>(place) - 1;
        }
    }
    return row;
}

std::optional<FuzzyMatch> matchWord(const QString& word, const QString& text)
{
    if (text.isEmpty()) {
        return std::nullopt;
    }
    std::vector<Row> rows{firstRow(word[0], text)};
    for (qsizetype index = 1; index < word.size(); ++index) {
        rows.push_back(nextRow(rows.back(), word[index], text));
    }
    const auto best = std::ranges::max_element(rows.back().score);
    if (*best < leastScore) {
        return std::nullopt;
    }
    FuzzyMatch match{*best, {}};
    int place = static_cast<int>(best - rows.back().score.begin());
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        match.places.push_back(place);
        place = row->before[static_cast<std::size_t>(place)];
    }
    std::ranges::reverse(match.places);
    return match;
}

/// Nobody who types "edit" means "2 × 8 RTX TITAN, Scenario": neighbours and first letters are what is remembered.
bool isScattered(const std::vector<int>& places, const QString& text)
{
    int inside = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool beginsPiece = i == 0 || places[i] != places[i - 1] + 1;
        inside += beginsPiece && !beginsWord(text, places[i]) ? 1 : 0;
    }
    return 2 * inside > static_cast<int>(places.size());
}

}  // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text)
{
    FuzzyMatch all;
    std::set<int> places;
    for (const QString& word : typed.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const auto match = matchWord(word, text);
        if (!match) {
            return std::nullopt;
        }
        all.score += match->score;
        all.isWeak = all.isWeak || isScattered(match->places, text);
        places.insert(match->places.begin(), match->places.end());
    }
    all.places.assign(places.begin(), places.end());
    return all;
}

}  // namespace pgram
