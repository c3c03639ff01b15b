// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Changes that would make a request fit that has no plan: the switches that are off in it, one by one, then by twos,
// each framework if none runs one of these plans, and more nodes of its cluster, each answered by a search of its own.
// Runs on the calling thread and on workers, as a search.
#pragma once

#include "core/base/names.h"
#include "core/base/progress.h"
#include "core/search/search.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace pgram {

struct DimensionRules;

/// One thing that a request may ask for and does not.
struct RequestChange {
    enum class Kind {
        Dimension,     ///< searched, too
        Schedule,      ///< a candidate, too
        Method,        ///< in place of one that has a space of its own
        Microbatches,  ///< all numbers that divide the batch, in place of those named
        Precision,     ///< number formats of fewer bytes
        Gradients,     ///< in 16 bits
        Nodes,         ///< more nodes of the same cluster
        Target,        ///< plans of one framework alone, with all that it has
    };
    Kind kind = Kind::Dimension;
    const DimensionRules* dimension = nullptr;
    Schedule schedule;
    Method method = Method::Bmw;
    Precision precision = Precision::Bf16;
    int nodes = 0;
    const Target* target = nullptr;
    bool operator==(const RequestChange&) const = default;
};
template <>
inline constexpr std::array<std::string_view, 8> enumNames<RequestChange::Kind>{
    "dimension", "schedule", "method", "microbatches", "precision", "gradients", "nodes", "target"};

[[nodiscard]] std::string valueOf(const RequestChange& change);

/// The request with the change. Errors: nodes that the cluster cannot be made of.
[[nodiscard]] Result<SearchRequest> changed(const SearchRequest& request, const RequestChange& change);
/// All that can be switched on in a request, more nodes aside, in the order in which they are tried: what costs least
/// in the usual case is first.
[[nodiscard]] std::vector<RequestChange> possibleChanges(const SearchRequest& request);

struct Offer {
    std::vector<RequestChange> changes;
    SearchRequest request;  ///< with them: ready to be asked
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const Estimate> figures;
    Certificate certificate;
    std::vector<const Target*> runners;  ///< frameworks that can run the plan
    bool unknownHost = false;            ///< it keeps tensors in host memory, and how much there is is not known

    /// Seconds a sample.
    [[nodiscard]] Seconds rate() const;
};

/// Returns at most `most` offers, the fastest first. An offer that a framework runs comes before those that no
/// framework runs and that are at most 5 % faster. If a framework runs any, it runs one of those returned.
[[nodiscard]] std::vector<Offer> bestOffers(std::vector<Offer> offers, int most);

struct OfferLimits {
    int most = 3;        ///< offers that are returned
    int plannings = 24;  ///< searches for a plan; 0 = as many as there are
};

struct Offers {
    /// Offers on the request's cluster: bestOffers() without those that contain a useless switch.
    std::vector<Offer> here;
    std::vector<Offer> moreNodes;  ///< the fewest nodes, doubled, that do without a switch; one at most
    int tried = 0;                 ///< combinations that were looked at: each fits, or is known not to
    int plannings = 0;
    bool complete = false;             ///< all of them; false: stopped, or the limit was reached
    std::vector<RequestChange> first;  ///< with which a plan was known to fit first, and when
    Seconds firstSeconds = 0;
    Seconds seconds = 0;
};

/// `found` is told every offer on the calling thread as it is found, `progress` the combinations done of those that
/// there are. Unless it is stopped, the result does not depend on the machine. Errors: as search().
[[nodiscard]] Result<Offers> whatFits(const SearchRequest& request, const OfferLimits& limits = {},
                                      std::stop_token stop = {}, const std::function<void(const Offer&)>& found = {},
                                      const ProgressSink& progress = {});

}  // namespace pgram
