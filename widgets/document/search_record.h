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

}  // namespace pgram
