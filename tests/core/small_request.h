// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A request that is searched in milliseconds.
#pragma once

#include "core/search/search.h"
#include "tests/core/small_models.h"

namespace pgram::test {

inline SearchRequest smallRequest(int devices, int blocks, unsigned seed = 1)
{
    std::mt19937 random(seed);
    SearchRequest request;
    request.model = smallModel(blocks, random);
    request.cluster = smallCluster(devices);
    request.training.globalBatch = 32;
    request.threads = 1;
    return request;
}

/// The result; an empty one, where the request is refused.
inline SearchResult foundOrNone(const SearchRequest& request)
{
    const Result<SearchResult> result = search(request);
    return result ? *result : SearchResult{};
}

/// Seconds of the plan that a method finds; infinity without one.
inline Seconds stepTime(SearchRequest request, Method method)
{
    request.method = method;
    const SearchResult result = foundOrNone(request);
    return result.plan ? result.estimate->stepTime : infinity;
}

}  // namespace pgram::test
