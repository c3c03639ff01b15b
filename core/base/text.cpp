// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"

namespace pgram {

namespace {

/// Returns the ending in brackets at the start of `rest`; empty without such an ending.
std::string_view pluralAt(std::string_view rest)
{
    return rest.starts_with("(s)") ? "s" : rest.starts_with("(es)") ? "es" : "";
}

}  // namespace

std::string Text::english() const
{
    if (m_pattern == nullptr) {
        return m_verbatim;
    }
    constexpr std::string_view hole = "{}";
    std::string text;
    std::string value;
    std::size_t next = 0;
    for (std::string_view rest = m_pattern; !rest.empty();) {
        if (rest.starts_with(hole) && next < m_values.size()) {
            value = m_values[next++].english();
            text += value;
            rest.remove_prefix(hole.size());
        } else if (const std::string_view ending = pluralAt(rest); !ending.empty() && next > 0) {
            text += value == "1" ? "" : ending;
            rest.remove_prefix(ending.size() + 2);
        } else {
            text += rest.front();
            rest.remove_prefix(1);
        }
    }
    return text;
}

}  // namespace pgram
