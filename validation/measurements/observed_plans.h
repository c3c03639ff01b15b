// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans that somebody ran, with the figures that were observed: a folder of plan files and one file that lists them.
#pragma once

#include "core/base/error.h"
#include "core/base/units.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace pgram {

/// One plan and what its run took. A figure that was not published is absent.
struct ObservedPlan {
    std::string id;
    std::filesystem::path plan;  ///< file of the plan
    std::optional<Seconds> step;
    std::optional<double> memoryGib;  ///< peak of one device, mostly as the driver shows it
    bool outOfMemory = false;         ///< the run ended for lack of device memory
};

/// Returns the entries of `folder`/points.json: {"points": [{"id", "plan": path relative to the folder,
/// "observed": {"step_s", "memory_gib", "out_of_memory"}}]}. Other members are ignored.
/// Errors: those of the JSON reader.
[[nodiscard]] Result<std::vector<ObservedPlan>> loadObservedPlans(const std::filesystem::path& folder);

}  // namespace pgram
