// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a plan back to the question that it answers.
#pragma once

#include "core/search/search.h"

#include <optional>

namespace pgram {

/// For a plan whose search is not at hand: the question that its provenance keeps, for the plan's own model, cluster,
/// training and budget. Of a plan that keeps none: its schedule, and the space and method that its provenance names
/// (else the defaults).
[[nodiscard]] SearchRequest requestOf(const Plan& plan);
/// The question that the plan's provenance keeps, without model and cluster; nothing where there is none to be read.
[[nodiscard]] std::optional<SearchRequest> keptQuestion(const Plan& plan);

}  // namespace pgram
