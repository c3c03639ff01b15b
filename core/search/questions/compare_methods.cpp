// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/questions/compare_methods.h"

namespace pgram {

Result<std::vector<MethodRow>> compareMethods(const SearchRequest& request, const std::vector<Method>& methods,
                                              std::stop_token stop,
                                              const std::function<void(const MethodRow&)>& finished)
{
    std::vector<MethodRow> rows;
    SearchRequest asked = request;
    for (const Method method : methods) {
        if (stop.stop_requested()) {
            break;
        }
        asked.method = method;
        Result<SearchResult> result = search(asked, stop);
        if (!result) {
            return tl::unexpected(result.error());
        }
        rows.push_back({method, std::move(*result)});
        if (finished) {
            finished(rows.back());
        }
    }
    return rows;
}

}  // namespace pgram
