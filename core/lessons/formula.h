// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Formulas over named figures, as lessons have them in conditions, answers and texts: "peak_memory <= 8 * GiB",
// "parameters * 16 / device_memory", "bubbles < 0.1 and fits".
#pragma once

#include "core/base/error.h"

#include <functional>
#include <optional>
#include <string_view>

namespace pgram {

/// The figure of a name ("peak_memory", "before.peak_memory"); none: there is no such figure.
using FigureByName = std::function<std::optional<double>(std::string_view)>;

/// Numbers, names, + - * / ( ), min(a, b), max(a, b), < <= > >= == !=, and, or, not. What is compared or joined is 1 or
/// 0, and everything but 0 is true; KiB, MiB, GiB, us and ms are numbers. Equal is what differs by no more than 1e-9,
/// relatively. Errors: what cannot be read, with its place; an unknown name; a number that is none, as of 1 / 0.
[[nodiscard]] Result<double> evaluate(std::string_view formula, const FigureByName& figures);

}  // namespace pgram
