// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans that somebody ran, with the figures that were observed: a folder of plan files and one file that lists them;
// and corrections of such plans, where an older program could not express the run.
#pragma once

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/units.h"
#include "core/fidelity/framework.h"
#include "core/fidelity/measurement.h"
#include "core/plan/plan.h"

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
    std::optional<double> memoryGib;  ///< peak of one device
    PeakKind memoryKind = PeakKind::Driver;
    bool outOfMemory = false;               ///< the run ended for lack of device memory
    std::optional<Seconds> stepBefore;      ///< estimate of an earlier program, here and in the next line
    std::optional<double> memoryGibBefore;  ///< memory of tensors and context
};

/// Correction of one observed plan.
struct PlanCorrection {
    std::string id;         ///< name of the plan
    std::string because;    ///< reason, with its source
    std::string left;       ///< reason why the run cannot be compared; empty: it can
    std::string framework;  ///< name of the family whose costs replace those of the file; empty: those of the file
    std::optional<PeakKind> memoryKind;  ///< in place of that of the observed plan
    Json changes;                        ///< merge patch (RFC 7386) of the plan file; null: none
};

/// Returns the entries of `folder`/points.json: {"points": [{"id", "plan": path relative to the folder,
/// "observed": {"step_s", "memory_gib", "out_of_memory"}, "memory_of": "driver" (usual), "reserved", "allocator" or
/// "last-rank", "today": {"step", "mem_gib"}, the estimate of an earlier program}]}. Other members are ignored.
/// Errors: those of the JSON reader.
[[nodiscard]] Result<std::vector<ObservedPlan>> loadObservedPlans(const std::filesystem::path& folder);

/// Returns the entries of a file of corrections: {"corrections": [{"id", "because", "left_out", "framework",
/// "memory_of", "plan": {…}}]}. Errors: those of the JSON reader, an unknown member, a correction without a reason.
[[nodiscard]] Result<std::vector<PlanCorrection>> loadPlanCorrections(const std::filesystem::path& file);

/// Reads the plan file with its correction. Errors: those of plan files; an unknown family.
[[nodiscard]] Result<Plan> loadCorrected(const std::filesystem::path& file, const PlanCorrection& correction,
                                         const std::vector<FrameworkFamily>& families);

}  // namespace pgram
