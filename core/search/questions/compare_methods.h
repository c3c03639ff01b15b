// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Methods side by side: the same request put to each of them, one after the other, so that their seconds can be set
// beside each other, too.
#pragma once

#include "core/search/search.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace pgram {

struct MethodRow {
    Method method = Method::Joint;
    SearchResult result;  ///< plan and estimate, or why there is none; certificate.seconds; incumbents
};

/// Of the list's methods, in its order; the request's own method is of no account. `finished` is told each row on the
/// calling thread. Stopped: the rows until then, the last with what its search had found. Errors: as search().
[[nodiscard]] Result<std::vector<MethodRow>> compareMethods(const SearchRequest& request,
                                                            const std::vector<Method>& methods,
                                                            std::stop_token stop = {},
                                                            const std::function<void(const MethodRow&)>& finished = {});

}  // namespace pgram
