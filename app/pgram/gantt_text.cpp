// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/gantt_text.h"

#include "core/base/format.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

namespace pgram::cli {

namespace {

constexpr std::size_t markCount = 6;
constexpr std::array<const char*, markCount> marks{"·", "▒", "█", "▓", "s", "o"};
constexpr const char* idle = " ";
constexpr const char* legend = "▒ forward  █ backward  · receive  s sync  o optimizer";

/// Seconds of each kind in each column.
using Columns = std::vector<std::array<double, markCount>>;

void addOperation(Columns& columns, const Operation& operation, Seconds columnSeconds)
{
    const auto last = static_cast<std::ptrdiff_t>(columns.size()) - 1;
    const auto columnOf = [&](Seconds time) {
        return std::clamp(static_cast<std::ptrdiff_t>(time / columnSeconds), std::ptrdiff_t{0}, last);
    };
    for (std::ptrdiff_t column = columnOf(operation.start); column <= columnOf(operation.end); ++column) {
        const Seconds begin = std::max(operation.start, static_cast<double>(column) * columnSeconds);
        const Seconds end = std::min(operation.end, static_cast<double>(column + 1) * columnSeconds);
        columns[static_cast<std::size_t>(column)][static_cast<std::size_t>(operation.kind)] +=
            std::max(0.0, end - begin);
    }
}

std::string markOf(const std::array<double, markCount>& seconds, Seconds columnSeconds)
{
    double busy = 0;
    for (const double part : seconds) {
        busy += part;
    }
    const auto most = std::max_element(seconds.begin(), seconds.end());
    return 2 * busy < columnSeconds ? idle : marks[static_cast<std::size_t>(most - seconds.begin())];
}

}  // namespace

std::string ganttText(const Timeline& timeline, int width, std::size_t most)
{
    if (timeline.makespan <= 0) {
        return {};
    }
    const Seconds columnSeconds = timeline.makespan / width;
    std::string text;
    for (std::size_t stage = 0; stage < std::min(most, timeline.stages.size()); ++stage) {
        Columns columns(static_cast<std::size_t>(width));
        for (const Operation& operation : timeline.ofStage(stage)) {
            addOperation(columns, operation, columnSeconds);
        }
        text += fmt::format("  {:>5}  │", stage);
        for (const auto& column : columns) {
            text += markOf(column, columnSeconds);
        }
        text += "│\n";
    }
    if (timeline.stages.size() > most) {
        text += fmt::format("         … {} more stages\n", timeline.stages.size() - most);
    }
    return text + fmt::format("         0 {:>{}}\n         {}\n", formatSeconds(timeline.makespan), width, legend);
}

}  // namespace pgram::cli
