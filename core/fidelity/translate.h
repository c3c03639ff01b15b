// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Converts a measured run to the plan that it ran. A row that cannot be expressed has a reason; assumptions about data
// that the row does not contain are listed next to the plan.
#pragma once

#include "core/fidelity/device_catalogue.h"
#include "core/fidelity/measurement.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace pgram {

struct Translation {
    std::optional<Plan> plan;
    Text skippedBecause;            ///< empty if there is a plan
    std::vector<Text> assumptions;  ///< data that the row does not have, and the assumptions in their place
};

[[nodiscard]] Translation planOf(const Measurement& row, const DeviceCatalogue& devices);

}  // namespace pgram
