// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/note_output.h"

#include <fmt/format.h>

namespace pgram::cli {

std::string assumedText(const std::vector<ValueNote>& assumed)
{
    std::string text;
    for (const ValueNote& each : assumed) {
        text += fmt::format("assumed: {} = {} ({})\n", each.what, each.value, each.why.english());
    }
    return text;
}

}  // namespace pgram::cli
