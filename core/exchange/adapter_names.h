// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Names of matrices with adapters, as files of fine-tuning list them. Plain functions.
#pragma once

#include "core/exchange/plan_settings.h"

#include <set>
#include <string>
#include <vector>

namespace pgram {

/// Returns the kinds of matrices that the names are of: attention's, the MLP's, or both. A list that leaves out some
/// matrices of a kind is taken as the whole kind, and noted as an assumption on `what`. No names: all linear layers.
[[nodiscard]] AdapterTargets adapterTargetsOf(const std::set<std::string>& names, const std::string& what,
                                              PlanSettings& settings);

/// Returns the names of the matrices with adapters in a block of Megatron-Core.
[[nodiscard]] std::vector<const char*> megatronAdapterNames(AdapterTargets targets, const LayerSpec& block);

}  // namespace pgram
