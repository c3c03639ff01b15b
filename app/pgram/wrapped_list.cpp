// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/wrapped_list.h"

#include <cstddef>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::cli {

std::vector<std::string> wrappedList(std::string_view list, std::size_t width)
{
    std::vector<std::string> lines(1);
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t comma = list.find(", ", at);
        const std::size_t end = comma == std::string_view::npos ? list.size() : comma + 2;
        if (!lines.back().empty() && lines.back().size() + end - at > width) {
            lines.back().pop_back();  // the blank behind the comma
            lines.emplace_back();
        }
        lines.back() += list.substr(at, end - at);
        at = end;
    }
    return lines;
}

std::string helpList(std::string_view what, const std::vector<std::string_view>& names)
{
    constexpr std::size_t width = 90;
    const std::string text = fmt::format("{}: {}.", what, fmt::join(names, ", "));
    return fmt::format("{}", fmt::join(wrappedList(text, width), "\n"));
}

}  // namespace pgram::cli
