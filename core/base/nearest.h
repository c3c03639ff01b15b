// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Of a name that nobody knows: which ones were meant.
#pragma once

#include "core/base/text.h"

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// The names nearest to `name`, nearest first, at most `most`; none that is far off. Near are a few letters'
/// difference, the name's beginning, and its words and numbers in another order: "4090x8" is near "rtx-4090-8".
[[nodiscard]] std::vector<std::string> nearestNames(std::string_view name, const std::vector<std::string>& names,
                                                    std::size_t most = 3);

/// "Nearest are dgx-a100-8, dgx-a100-16", what an error tells one to do; empty where none is near.
[[nodiscard]] Text nearestText(const std::vector<std::string>& nearest);

}  // namespace pgram
