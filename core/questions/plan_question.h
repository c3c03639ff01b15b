// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a plan back to the question that it answers.
#pragma once

#include "core/search/search.h"

#include <optional>

namespace pgram {

/// Returns the request for a plan whose search is not available: the question stored in its provenance, for the plan's
/// own model, cluster, training and budget. Without a stored question: the plan's schedule, and the space and method
/// that the provenance names (else the defaults).
[[nodiscard]] SearchRequest requestOf(const Plan& plan);
/// Returns the question stored in the plan's provenance, without model and cluster; nothing if there is none that can
/// be read.
[[nodiscard]] std::optional<SearchRequest> keptQuestion(const Plan& plan);

}  // namespace pgram
