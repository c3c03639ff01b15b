// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The answers of pgram validate measurements, for a whole file and for one of its rows.
#pragma once

#include "app/pgram/report.h"
#include "validation/measurements/validation.h"

#include <cstddef>
#include <string>

namespace pgram::cli {

extern const AnswerFormat<Validation> measurementsAnswer;
/// `worst`: rows listed of each suite, the furthest off first, each with its terms.
[[nodiscard]] std::string validationText(const Validation& validation, std::size_t worst);

/// One row: what was predicted, and what of it is whose, stage by stage. `plan` is the one that it was predicted by.
/// A measured run, and its plan.
struct MeasuredRow {
    RowResult result;
    Plan plan;
};
extern const AnswerFormat<MeasuredRow> measuredRowAnswer;
[[nodiscard]] std::string rowToText(const RowResult& row, const Plan& plan);

}  // namespace pgram::cli
