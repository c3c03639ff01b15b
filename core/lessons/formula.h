// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Formulas over named figures in conditions, answers and texts of lessons: "peak_memory <= 8 * GiB",
// "parameters * 16 / device_memory", "bubbles < 0.1 and fits".
#pragma once

#include "core/base/error.h"

#include <functional>
#include <optional>
#include <string_view>

namespace pgram {

/// Returns the value of a name ("peak_memory", "before.peak_memory") in bytes, seconds or without unit; std::nullopt
/// for an unknown name.
using FigureByName = std::function<std::optional<double>(std::string_view)>;

/// Returns the value of a formula of numbers, names, + - * / ( ), min(a, b), max(a, b), < <= > >= == !=, and, or, not.
/// Comparisons and logical operators return 1 or 0, and any value but 0 is true. KiB, MiB and GiB are bytes, us and ms
/// seconds. Two values are equal if they differ by at most 1e-9, relatively. Errors: a fault of the syntax, with its
/// place; an unknown name; a value that is not finite, such as 1 / 0.
[[nodiscard]] Result<double> evaluate(std::string_view formula, const FigureByName& figures);

}  // namespace pgram
