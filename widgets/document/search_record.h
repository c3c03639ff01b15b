// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A search as the session remembers it: what was asked, and what came of it. Immutable once made.
#pragma once

#include "core/search/search.h"

namespace pgram {

struct SearchRecord {
    SearchRequest request;
    SearchResult result;
};

/// The question that a plan answers, for a plan that no search of the session made: its model, cluster, training and
/// budget, its schedule, and the space and method that its provenance names (else the defaults).
[[nodiscard]] SearchRequest requestOf(const Plan& plan);

}  // namespace pgram
