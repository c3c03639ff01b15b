// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lists of names in lines of a help or a message.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pgram::cli {

/// A list in lines of that width, cut behind its commas; one that is longer alone stays whole.
[[nodiscard]] std::vector<std::string> wrappedList(std::string_view list, std::size_t width);

/// "What is read: a, b, c", in lines for the end of a help.
[[nodiscard]] std::string helpList(std::string_view what, const std::vector<std::string_view>& names);

}  // namespace pgram::cli
