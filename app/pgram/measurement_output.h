// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The answers of pgram validate measurements, for a whole file and for one of its rows.
#pragma once

#include "core/base/json.h"
#include "validation/measurements/validation.h"

#include <cstddef>
#include <string>

namespace pgram::cli {

[[nodiscard]] Json validationToJson(const Validation& validation);
/// `worst`: rows listed of each suite, the furthest off first, each with its terms.
[[nodiscard]] std::string validationText(const Validation& validation, std::size_t worst);

/// One row: what was predicted, and what of it is whose, stage by stage. `plan` is the one that it was predicted by.
[[nodiscard]] Json rowToJson(const RowResult& row, const Plan& plan);
[[nodiscard]] std::string rowToText(const RowResult& row, const Plan& plan);

}  // namespace pgram::cli
