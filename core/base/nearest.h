// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Finds the known names nearest to an unknown one.
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

/// Returns "Nearest are dgx-a100-8, dgx-a100-16" as the advice of an error; empty if no name is near.
[[nodiscard]] Text nearestText(const std::vector<std::string>& nearest);

}  // namespace pgram
