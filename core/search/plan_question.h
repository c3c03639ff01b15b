// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a plan back to the question that it answers.
#pragma once

#include "core/search/search.h"

namespace pgram {

/// For a plan whose search is not at hand: its model, cluster, training and budget, its schedule, and the space and
/// method that its provenance names (else the defaults).
[[nodiscard]] SearchRequest requestOf(const Plan& plan);

}  // namespace pgram
