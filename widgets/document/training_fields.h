// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Fields of the scenario that say what is trained and how: weights, precision, optimizer, loss, samples.
#pragma once

#include "widgets/document/scenario_fields.h"

#include <vector>

namespace pgram {

/// Returns these fields in their order on the screen.
[[nodiscard]] std::vector<ScenarioField> trainingFields();

/// Context of the fields' words for translators.
inline constexpr const char* contextOfWords = "pgram::ScenarioPanel";

/// Returns a share in percent.
inline qint64 percentOf(double share)
{
    return qRound64(100 * share);
}

/// Returns a percentage as a share.
inline double shareOf(qint64 percent)
{
    return static_cast<double>(percent) / 100;
}

/// Returns one member of each row of a table.
template <typename Rows, typename Value>
std::vector<qint64> valuesOf(const Rows& rows, Value value)
{
    std::vector<qint64> all;
    for (const auto& row : rows) {
        all.push_back(static_cast<qint64>(row.*value));
    }
    return all;
}

}  // namespace pgram
