// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The figures of a plan that lessons may ask for, by name.
#pragma once

#include "core/plan/estimate.h"

#include <span>
#include <string_view>

namespace pgram {

struct PlanFigure {
    const char* name;
    Phrase meaning;  ///< with its unit
    double (*of)(const Plan& plan, const Estimate& figures);
};

/// In the order in which they are listed.
[[nodiscard]] std::span<const PlanFigure> planFigures();

/// Null: there is none of that name.
[[nodiscard]] const PlanFigure* findPlanFigure(std::string_view name);

}  // namespace pgram
