// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Methods side by side: the same request put to each of them, one after the other, so that their seconds can be set
// beside each other, too.
#pragma once

#include "core/search/search.h"
#include "validation/hosted/hosted_model.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace pgram {

/// A search method, a framework whose plans are searched, or the model in the memory of each host, which needs no plan.
struct Contender {
    Method method = Method::Joint;
    const Target* target = nullptr;  ///< with all that it has, whatever the request's space and schedules are
    bool hosted = false;             ///< each device being a peer; of method and target nothing is taken
    bool operator==(const Contender&) const = default;
};
/// "bmw", "for-megatron", "hosted".
[[nodiscard]] std::string nameOf(const Contender& contender);
/// Every method but the ensemble, which takes as long as six of Auto-MAP, every target, and the model in host memory. A
/// target of historical layouts is one where the space has them.
[[nodiscard]] std::vector<Contender> everyContender(const Space& space = {});
/// Errors: none of them.
[[nodiscard]] Result<Contender> parseContender(std::string_view name);

struct MethodRow {
    Method method = Method::Joint;
    const Target* target = nullptr;
    SearchResult result;               ///< plan and estimate, or why there is none; certificate.seconds; incumbents
    std::optional<HostedStep> hosted;  ///< no plan: of the model in host memory
    bool asksForHosted = false;

    [[nodiscard]] Contender contender() const { return {method, target, asksForHosted}; }
    /// Returns true for the method itself, within the request's own space.
    [[nodiscard]] bool isOf(Method other) const { return contender() == Contender{other}; }
    /// Samples/s; 0: there is nothing that runs.
    [[nodiscard]] double throughput() const;
};

/// Plans the request with each contender of the list, in its order; ignores the request's own method and target. The
/// row of a target that does not run the model says so, as does that of hosts that cannot hold it. Calls `finished` for
/// each row, on the calling thread. If stopped, returns the rows so far, the last with the result of its interrupted
/// search. Errors: as search().
[[nodiscard]] Result<std::vector<MethodRow>> compareMethods(const SearchRequest& request,
                                                            const std::vector<Contender>& contenders,
                                                            std::stop_token stop = {},
                                                            const std::function<void(const MethodRow&)>& finished = {});

}  // namespace pgram
