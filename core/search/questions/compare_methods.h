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

/// A method, or what a framework can run of all plans.
struct Contender {
    Method method = Method::Joint;
    const Target* target = nullptr;  ///< with all that it has, whatever the request's space and schedules are
    bool operator==(const Contender&) const = default;
};
/// "bmw", "for-megatron".
[[nodiscard]] std::string nameOf(const Contender& contender);
/// Every method, and every target.
[[nodiscard]] std::vector<Contender> everyContender();
/// Errors: neither a method nor a target.
[[nodiscard]] Result<Contender> parseContender(std::string_view name);

struct MethodRow {
    Method method = Method::Joint;
    const Target* target = nullptr;
    SearchResult result;  ///< plan and estimate, or why there is none; certificate.seconds; incumbents
};

/// Of the list, in its order; the request's own method and target are of no account. A target that does not run the
/// model says so in its row. `finished` is told each row on the
/// calling thread. Stopped: the rows until then, the last with what its search had found. Errors: as search().
[[nodiscard]] Result<std::vector<MethodRow>> compareMethods(const SearchRequest& request,
                                                            const std::vector<Contender>& contenders,
                                                            std::stop_token stop = {},
                                                            const std::function<void(const MethodRow&)>& finished = {});

}  // namespace pgram
