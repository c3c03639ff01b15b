// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What would make a request fit, as lines to type and as JSON.
#pragma once

#include "core/base/json.h"
#include "core/questions/what_fits.h"

#include <string>
#include <vector>

namespace pgram::cli {

/// The arguments as they were typed with those options of `offer` in place of theirs, quoted for a shell.
[[nodiscard]] std::string lineToType(const std::vector<std::string>& arguments, const Offer& offer);

/// Returns a line on a plan that is faster than `rate` seconds per sample, and the command that plans it.
[[nodiscard]] std::string fasterText(const Offer& offer, Seconds rate, const std::vector<std::string>& arguments);
/// `arguments`: those of the command that was typed, the program's name first.
[[nodiscard]] std::string offersText(const Offers& offers, const std::vector<std::string>& arguments);
[[nodiscard]] Json offersToJson(const Offers& offers, const std::vector<std::string>& arguments);

}  // namespace pgram::cli
