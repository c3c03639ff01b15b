// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Finds the known names nearest to an unknown one.
#pragma once

#include "core/base/text.h"

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Returns at most `most` names that are near `name`, nearest first. A near name differs in a few letters, starts with
/// `name`, or has the same words and numbers in another order: "4090x8" is near "rtx-4090-8".
[[nodiscard]] std::vector<std::string> nearestNames(std::string_view name, const std::vector<std::string>& names,
                                                    std::size_t most = 3);

/// Returns "Nearest are dgx-a100-8, dgx-a100-16" as the advice of an error; empty if no name is near.
[[nodiscard]] Text nearestText(const std::vector<std::string>& nearest);

}  // namespace pgram
