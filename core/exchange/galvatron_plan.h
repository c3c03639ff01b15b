// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Hetu-Galvatron's plan file ("galvatron_config_….json"): read into a plan for a model and a cluster, and written from
// one. Its layers are the transformer layers; embedding and head share one strategy, and a patch merging goes with the
// layer before it. Whether tensor groups use Megatron's sequence parallelism is an option of its runtime, not of the
// file: plans that are read do.
#pragma once

#include "core/base/error.h"
#include "core/base/value_note.h"
#include "core/plan/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

struct GalvatronImport {
    Plan plan;
    std::vector<ValueNote> assumed;  ///< members that plans do not have, as they were taken
    std::vector<ValueNote> unknown;  ///< members that no Galvatron plan is known to have
};

/// Errors: a member that is missing or malformed, with its pointer; a plan for another number of layers or devices.
[[nodiscard]] Result<GalvatronImport> planFromGalvatron(std::string_view text, const std::string& where,
                                                        const Architecture& model, const Cluster& cluster);

/// Returns the text of the file. The plan has sound structure, and Galvatron can run it.
[[nodiscard]] std::string planToGalvatron(const Plan& plan);

}  // namespace pgram
