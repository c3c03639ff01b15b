// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/what_fits.h"

#include "core/cluster/cluster_sizes.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace pgram {

namespace {

using Kind = RequestChange::Kind;

/// A budget that nothing fits, so that the search says what is the least that works.
constexpr Bytes fitsNothing = 1;
/// An offer with a switch more is one from this much faster on.
constexpr double worthASwitch = 1e-3;
/// Share of the seconds per sample up to which two offers are of similar worth.
constexpr double similarWorth = 0.05;
constexpr int mostDevices = 1 << 16;
constexpr int mostDoublings = 10;

/// Searches that ask with what is changed.
class Trying {
public:
    Trying(const SearchRequest& request, const OfferLimits& limits, std::stop_token stop,
           const std::function<void(const Offer&)>& found, const ProgressSink& progress)
        : m_request(request), m_limits(limits), m_stop(std::move(stop)), m_found(found), m_progress(progress)
    {}

    Result<Offers> run();

private:
    /// A combination of switches that has been looked at.
    struct Tried {
        std::vector<std::size_t> switches;
        std::shared_ptr<const Offer> offer;  ///< null: nothing fits, or it has not been planned
    };

    [[nodiscard]] bool isStopped() const { return m_stop.stop_requested(); }
    [[nodiscard]] bool mayPlan() const
    {
        return !isStopped() && (m_limits.plannings == 0 || m_offers.plannings < m_limits.plannings);
    }
    [[nodiscard]] Seconds seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }
    SearchRequest with(const std::vector<std::size_t>& switches) const;
    Result<bool> mayFit(const SearchRequest& request) const;
    Result<std::shared_ptr<const Offer>> planned(SearchRequest request, std::vector<RequestChange> changes);
    Result<std::shared_ptr<const Offer>> planned(const std::vector<std::size_t>& switches);
    void noteFound(const std::vector<RequestChange>& changes, Seconds rate);
    void tell() const;
    void finishOne();
    Result<void> trySingles();
    Result<void> tryPairs();
    Result<void> tryPairsOfMisfits(std::vector<bool>& seen);
    Result<void> tryPairsWith(const std::vector<std::size_t>& fitting, std::vector<bool>& seen);
    Result<void> tryTargets();
    Result<void> tryNodes();
    void choose();

    const SearchRequest& m_request;
    const OfferLimits& m_limits;
    std::stop_token m_stop;
    const std::function<void(const Offer&)>& m_found;
    const ProgressSink& m_progress;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::vector<RequestChange> m_changes;
    std::vector<std::shared_ptr<const Offer>> m_single;  ///< by change; null: it does not do by itself
    std::vector<std::shared_ptr<const Offer>> m_all;
    Offers m_offers;
    int m_total = 0;
    Seconds m_best = std::numeric_limits<double>::infinity();  ///< a sample
    bool m_cut = false;                                        ///< the limit left something out
};

SearchRequest Trying::with(const std::vector<std::size_t>& switches) const
{
    SearchRequest request = m_request;
    for (const std::size_t index : switches) {
        request = *changed(request, m_changes[index]);  // no change of nodes, which alone can fail
    }
    return request;
}

/// Compares with the smallest feasible budget, which a search returns at once. The budget that a plan finally needs may
/// be larger.
Result<bool> Trying::mayFit(const SearchRequest& request) const
{
    SearchRequest asked = request;
    asked.memoryBudget = fitsNothing;
    return search(asked, m_stop, [this](const Progress&) { tell(); }).map([&](const SearchResult& result) {
        const Bytes least = result.infeasibility ? result.infeasibility->smallestBudget : 0;
        return least > 0 && least <= request.budget();
    });
}

Result<std::shared_ptr<const Offer>> Trying::planned(SearchRequest request, std::vector<RequestChange> changes)
{
    ++m_offers.plannings;
    Result<SearchResult> result = search(request, m_stop, [&](const Progress& now) {
        noteFound(changes, now.incumbent);
        tell();  // one search may take long
    });
    if (!result) {
        return tl::unexpected(result.error());
    }
    if (!result->plan || result->certificate.status == Certificate::Status::Stopped) {
        return nullptr;
    }
    auto offer = std::make_shared<Offer>();
    offer->changes = std::move(changes);
    offer->request = std::move(request);
    offer->plan = std::make_shared<const Plan>(std::move(*result->plan));
    offer->figures = result->estimate;
    offer->certificate = result->certificate;
    offer->runners = runnersOf(*offer->plan);
    offer->unknownHost = result->estimate->host.isUnknown();
    noteFound(offer->changes, offer->rate());
    tell();
    if (m_found) {
        m_found(*offer);
    }
    return offer;
}

Result<std::shared_ptr<const Offer>> Trying::planned(const std::vector<std::size_t>& switches)
{
    std::vector<RequestChange> changes;
    for (const std::size_t index : switches) {
        changes.push_back(m_changes[index]);
    }
    Result<std::shared_ptr<const Offer>> offer = planned(with(switches), std::move(changes));
    if (offer && *offer) {
        m_all.push_back(*offer);
    }
    return offer;
}

/// A plan that fits is known from the first incumbent of its search on.
void Trying::noteFound(const std::vector<RequestChange>& changes, Seconds rate)
{
    if (!std::isfinite(rate)) {
        return;
    }
    if (m_offers.firstSeconds == 0) {
        m_offers.firstSeconds = seconds();
        m_offers.first = changes;
    }
    m_best = std::min(m_best, rate);
}

void Trying::tell() const
{
    if (m_progress) {
        Progress now;
        now.tasksDone = m_offers.tried;
        now.tasksTotal = std::max(m_total, m_offers.tried);
        now.incumbent = m_best;
        now.seconds = seconds();
        m_progress(now);
    }
}

void Trying::finishOne()
{
    ++m_offers.tried;
    tell();
}

Result<void> Trying::trySingles()
{
    m_single.assign(m_changes.size(), nullptr);
    for (std::size_t change = 0; change < m_changes.size() && !isStopped(); ++change) {
        const Result<bool> fits = mayFit(with({change}));
        if (!fits) {
            return tl::unexpected(fits.error());
        }
        if (*fits && !mayPlan()) {
            m_cut = true;
        } else if (*fits) {
            const auto offer = planned(std::vector<std::size_t>{change});
            if (!offer) {
                return tl::unexpected(offer.error());
            }
            m_single[change] = *offer;
        }
        finishOne();
    }
    return {};
}

/// Two switches that do nothing alone.
Result<void> Trying::tryPairsOfMisfits(std::vector<bool>& seen)
{
    for (std::size_t a = 0; a < m_changes.size(); ++a) {
        for (std::size_t b = a + 1; b < m_changes.size() && !isStopped(); ++b) {
            if (m_single[a] || m_single[b]) {
                continue;
            }
            seen[a * m_changes.size() + b] = true;
            const Result<bool> fits = mayFit(with({a, b}));
            if (!fits) {
                return tl::unexpected(fits.error());
            }
            if (*fits && !mayPlan()) {
                m_cut = true;
            } else if (*fits) {
                if (const auto offer = planned(std::vector<std::size_t>{a, b}); !offer) {
                    return tl::unexpected(offer.error());
                }
            }
            finishOne();
        }
    }
    return {};
}

/// Pairs of a switch that does alone and any other, the fastest such switches first.
Result<void> Trying::tryPairsWith(const std::vector<std::size_t>& fitting, std::vector<bool>& seen)
{
    for (const std::size_t first : fitting) {
        for (std::size_t other = 0; other < m_changes.size() && !isStopped(); ++other) {
            const std::size_t a = std::min(first, other);
            const std::size_t b = std::max(first, other);
            if (a == b || seen[a * m_changes.size() + b]) {
                continue;
            }
            seen[a * m_changes.size() + b] = true;
            if (!mayPlan()) {
                m_cut = true;
            } else if (const auto offer = planned(std::vector<std::size_t>{a, b}); !offer) {
                return tl::unexpected(offer.error());
            }
            finishOne();
        }
    }
    return {};
}

Result<void> Trying::tryPairs()
{
    std::vector<std::size_t> fitting;
    for (std::size_t change = 0; change < m_changes.size(); ++change) {
        if (m_single[change]) {
            fitting.push_back(change);
        }
    }
    std::ranges::stable_sort(fitting, {}, [this](std::size_t change) { return m_single[change]->rate(); });
    std::vector<bool> seen(m_changes.size() * m_changes.size(), false);
    return tryPairsOfMisfits(seen).and_then([&] { return tryPairsWith(fitting, seen); });
}

/// Tries each framework on its own, unless one runs an offer or the request names what the frameworks lack.
Result<void> Trying::tryTargets()
{
    const bool isRun = std::ranges::any_of(m_all, [](const auto& offer) { return !offer->runners.empty(); });
    if (isRun || m_request.target != nullptr || !m_request.pins.empty() || m_request.rule != StepRule::Simulated) {
        return {};
    }
    for (const Target* target : targets()) {
        if (isStopped()) {
            break;
        }
        const RequestChange change{.kind = Kind::Target, .target = target};
        SearchRequest request = *changed(m_request, change);  // no change of nodes, which alone can fail
        const bool fits = mayFit(request).value_or(false);    // errors: the target does not run the model
        if (fits && !mayPlan()) {
            m_cut = true;
        } else if (fits) {
            const auto offer = planned(std::move(request), {change});
            if (!offer) {
                return tl::unexpected(offer.error());
            }
            if (*offer) {
                m_all.push_back(*offer);
            }
        }
        finishOne();
    }
    return {};
}

/// Doubles the nodes until the request has a plan without further changes.
Result<void> Trying::tryNodes()
{
    const int nodes = nodesOf(m_request.cluster);
    for (int doubling = 1; doubling <= mostDoublings && !isStopped(); ++doubling) {
        RequestChange change;
        change.kind = Kind::Nodes;
        change.nodes = nodes << doubling;
        const Result<SearchRequest> larger = changed(m_request, change);
        if (!larger || larger->cluster.devices > mostDevices) {
            return {};
        }
        const Result<bool> fits = mayFit(*larger);
        if (!fits) {
            return tl::unexpected(fits.error());
        }
        if (!*fits) {
            continue;
        }
        const auto offer = planned(*larger, {change});
        if (!offer) {
            return tl::unexpected(offer.error());
        }
        if (*offer) {
            m_offers.moreNodes.push_back(**offer);
            return {};
        }
    }
    return {};
}

/// Chooses the offers to return, without those with a switch that another offer does without, is as fast, and runs on a
/// framework if they do.
void Trying::choose()
{
    const auto contains = [](const Offer& offer, const RequestChange& change) {
        return std::ranges::find(offer.changes, change) != offer.changes.end();
    };
    const auto gainsNothing = [&](const std::shared_ptr<const Offer>& offer) {
        return std::ranges::any_of(m_all, [&](const std::shared_ptr<const Offer>& other) {
            return other->changes.size() < offer->changes.size() &&
                   (offer->runners.empty() || !other->runners.empty()) &&
                   std::ranges::all_of(other->changes, [&](const auto& change) { return contains(*offer, change); }) &&
                   other->rate() <= offer->rate() * (1 + worthASwitch);
        });
    };
    std::vector<Offer> chosen;
    for (const std::shared_ptr<const Offer>& offer : m_all) {
        if (!gainsNothing(offer)) {
            chosen.push_back(*offer);
        }
    }
    m_offers.here = bestOffers(std::move(chosen), std::max(1, m_limits.most));
}

Result<Offers> Trying::run()
{
    m_changes = possibleChanges(m_request);
    const int count = static_cast<int>(m_changes.size());
    m_total = count + count * (count - 1) / 2;
    const Result<void> done =
        trySingles().and_then([this] { return tryPairs(); }).and_then([this] { return tryTargets(); }).and_then([this] {
            return tryNodes();
        });
    if (!done) {
        return tl::unexpected(done.error());
    }
    choose();
    m_offers.complete = !m_cut && !isStopped();
    m_offers.seconds = seconds();
    return std::move(m_offers);
}

}  // namespace

std::vector<Offer> bestOffers(std::vector<Offer> offers, int most)
{
    const auto runs = [](const Offer& offer) { return !offer.runners.empty(); };
    std::ranges::stable_sort(offers, {}, &Offer::rate);
    for (auto next = offers.begin(); next != offers.end(); ++next) {
        const auto runner = std::find_if(next, offers.end(), runs);
        if (runner != offers.end() && runner->rate() <= next->rate() * (1 + similarWorth)) {
            std::rotate(next, runner, runner + 1);
        }
    }
    const auto count = static_cast<std::ptrdiff_t>(most);
    if (std::ssize(offers) > count) {
        const auto end = offers.begin() + count;
        const auto later = std::find_if(end, offers.end(), runs);
        if (std::none_of(offers.begin(), end, runs) && later != offers.end()) {
            std::iter_swap(end - 1, later);
        }
        offers.resize(static_cast<std::size_t>(most));
    }
    return offers;
}

Seconds Offer::rate() const
{
    return rankedBy(*figures, request.rule) / static_cast<double>(plan->training.globalBatch);
}

Result<Offers> whatFits(const SearchRequest& request, const OfferLimits& limits, std::stop_token stop,
                        const std::function<void(const Offer&)>& found, const ProgressSink& progress)
{
    return Trying(request, limits, std::move(stop), found, progress).run();
}

}  // namespace pgram
