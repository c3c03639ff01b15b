// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/search.h"

#include "core/base/workers.h"
#include "core/search/outer/fault.h"
#include "core/search/outer/finish.h"
#include "core/search/outer/host_limit.h"
#include "core/search/outer/incumbent.h"
#include "core/search/outer/mixed_keeping.h"
#include "core/search/outer/polish.h"
#include "core/search/outer/prepared_request.h"
#include "core/search/outer/robust.h"
#include "core/search/outer/sampling.h"
#include "core/search/outer/search_queue.h"
#include "core/search/outer/warm_start.h"
#include "core/search/task/method_rules.h"
#include "core/search/task/rounding.h"
#include "core/search/task/task_list.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace pgram {

namespace {

/// Returns the end of the tasks with the same batch as the first one.
std::size_t endOfBatch(const std::vector<Subproblem>& listed, std::size_t first)
{
    std::size_t end = first;
    while (end < listed.size() && listed[end].key.batch == listed[first].key.batch) {
        ++end;
    }
    return end;
}

/// Describes in which orders stages are placed on unlike devices; empty if all orders are covered.
std::string ordersOf(const TaskSource& source, std::span<const Subproblem> listed)
{
    const bool hasAll = source.mixed == nullptr || std::ranges::all_of(listed, [&source](const Subproblem& task) {
                            return source.mixed->of(task.key.pipeline)->hasAll;
                        });
    return hasAll ? "" : source.target != nullptr ? "devices in the order of ranks" : "each kind of device in a row";
}

/// Describes the set of plans that the lower bound covers: every cut, strategy, P, m and schedule of the space,
/// whatever the method tried.
std::string scopeOf(const MethodRules& rules, const SearchRequest& request, const std::string& orders)
{
    const std::string runs = rules.target != nullptr ? fmt::format(" that {} runs", rules.target->title) : "";
    // Legal plans may also spread experts that are split over context ranks and the tensor group; the tree does not.
    const bool spreads = rules.space.ep && hasExperts(request.model);
    const char* const spread = !spreads          ? ""
                               : rules.space.etp ? ", experts spread over the data group, or whole over more"
                                                 : ", experts spread over the data group alone";
    return fmt::format("all cuts and every layer's strategies in {}{}{}{}, batches, stages{} as asked for, {}{}{}{}",
                       toString(rules.space), request.space.takeaway3 ? "" : ", mixed",
                       request.space.anyDivisor ? ", any divisor" : "", runs,
                       rules.schedules.size() > 1 ? ", micro-batches and schedules" : " and micro-batches",
                       rankingWords(request), spread, orders.empty() ? "" : ", ", orders);
}

/// Dimensions that narrower() removes together, the first ones first.
const std::array<std::vector<bool Space::*>, 3>& removedDimensions()
{
    static const std::array<std::vector<bool Space::*>, 3> groups{{
        {&Space::selective, &Space::modules, &Space::offloadActivations, &Space::offloadOptimizer,
         &Space::offloadWeights},
        {&Space::zero1, &Space::zero2, &Space::sp, &Space::ulysses, &Space::cp, &Space::gatherKeys, &Space::ep,
         &Space::etp, &Space::hsdp, &Space::layouts},
        {&Space::ckpt},
    }};
    return groups;
}

/// Returns the request in fewer dimensions: a search of a larger space can miss a plan that a search of a smaller one
/// finds. First what is kept in memory goes, then the other dimensions beyond the paper's, then recomputation. For all
/// schedules if the gap is large, which is rare where annealing finds these plans; on a mixed cluster, where it does
/// not run, also for the schedules whose objective is not a bound. Returns nothing in all other cases, or if no
/// dimension can go.
std::optional<SearchRequest> narrower(const SearchRequest& request, const MethodRules& rules, double gap)
{
    constexpr int anyStages = 2;
    constexpr double largeGap = 0.02;
    std::vector<Schedule> guided;
    if (gap > largeGap) {
        guided = rules.schedules;
    } else if (devicesDiffer(request.cluster)) {
        std::ranges::copy_if(rules.schedules, std::back_inserter(guided), [&](const Schedule& schedule) {
            return !Objective(schedule, anyStages, request.rule).isBound();
        });
    }
    const bool isSearched = rules.how == How::Joint && rules.target == nullptr && request.pins.empty();
    if (guided.empty() || !isSearched || request.rule != StepRule::Simulated) {
        return std::nullopt;
    }
    SearchRequest less = request;
    less.schedules = std::move(guided);
    for (const std::vector<bool Space::*>& group : removedDimensions()) {
        for (const auto dimension : group) {
            less.space.*dimension = false;
        }
        if (less.space != request.space) {
            return less;
        }
    }
    return std::nullopt;
}

/// Rounds of improvement.
enum class Rounds { Usual, UntilStopped };

/// Improves the plan and its bound in rounds, each with twice the work of the one before up to a limit.
void improve(Rounds rounds, const SearchRequest& request, const SearchScope& scope, std::span<const Subproblem> listed,
             SearchQueue& queue, Incumbent& incumbent)
{
    constexpr double workOfBounds = 5e7;
    constexpr double workOfPlans = 1e8;
    constexpr double mostTimes = 16;
    // Gaps above which another round is worth its work, unless the request asks for more.
    constexpr std::array worth{0.01, 0.05, 0.05};
    constexpr double stillFalling = 0.98;  // share of the last gap
    const bool mayPolish = scope.rules.how == How::Joint && request.rule == StepRule::Simulated;
    const bool isUsual = rounds == Rounds::Usual;
    if (!incumbent.best()) {
        return;  // nothing to compare bounds with
    }
    if (isUsual) {
        queue.boundByPaths(workOfBounds);
    }
    if (isUsual && mayPolish) {
        polishBest(listed, scope, incumbent);
    }
    double times = isUsual ? 1 : mostTimes;
    double last = 1;
    for (std::size_t round = isUsual ? 0 : worth.size(); !scope.stop.stop_requested(); ++round) {
        const double gap = 1 - incumbent.bound() / incumbent.rate();
        if (gap <= sumRounding || (isUsual && (!mayPolish || round == worth.size() || gap <= worth.at(round)))) {
            return;
        }
        if (isUsual && gap > stillFalling * last) {
            return;
        }
        last = gap;
        const bool anneals =
            mayPolish && annealBest(listed, scope, times * workOfPlans, request.seed + round, incumbent);
        times = std::min(2 * times, mostTimes);
        const bool bounds = queue.boundByPaths(times * workOfBounds);
        if (!anneals && !bounds) {
            return;  // more work changes nothing
        }
    }
}

Result<SearchResult> searchWith(const SearchRequest& request, WarmStart* warmStart, const std::stop_token& stop,
                                const ProgressSink& progress, const SearchEnd& end = {})
{
    const Result<PreparedRequest> ready = prepared(request);
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    const MethodRules& rules = ready->rules;
    const Bytes usable = ready->usable;
    Incumbent incumbent(progress);
    std::stop_source enough;  // requested by the stop, and when the gap is small enough
    TaskSource source = ready->source();
    source.stop = enough.get_token();
    const std::stop_callback forward(stop, [&enough] { enough.request_stop(); });
    incumbent.endAt(end.gap, enough);
    const SearchScope scope{source, rules, usable, workersFor(request.threads), enough.get_token(), warmStart};
    std::vector<Subproblem> listed = listTasks(request, rules, scope.stop);
    incumbent.expect(static_cast<int>(listed.size()));
    if (rules.how == How::Sample) {
        const std::int64_t samples = request.samples > 0 ? request.samples : rules.samples;
        sampleTasks(listed, scope, {rules.sampling, samples, request.seed}, incumbent);
        listed.clear();
    }
    SearchQueue queue(scope, incumbent);
    // Batch by batch, so that a plan is found early however many batches are requested.
    for (std::size_t first = 0; first < listed.size() && !scope.stop.stop_requested();) {
        const std::size_t behind = endOfBatch(listed, first);
        queue.run(std::span(listed).subspan(first, behind - first));
        first = behind;
    }
    queue.finish();
    improve(Rounds::Usual, request, scope, listed, queue, incumbent);
    const double gap = incumbent.best() ? 1 - incumbent.bound() / incumbent.rate() : 0;
    const std::optional<SearchRequest> less = narrower(request, rules, gap);
    if (less && incumbent.best() && roundedUp(incumbent.bound()) < incumbent.rate() && !scope.stop.stop_requested()) {
        Result<SearchResult> within = searchWith(*less, nullptr, stop, {});
        if (!within && within.error().kind == ErrorKind::Internal) {
            return within;
        }
        if (within && within->plan) {
            incumbent.seed(std::move(*within->plan), within->estimate->stepTime);
        }
    }
    if (end.untilStopped) {
        improve(Rounds::UntilStopped, request, scope, listed, queue, incumbent);
    }

    SearchResult result;
    const bool stopped = stop.stop_requested();
    if (std::optional<Found> found = incumbent.best()) {
        result.plan = finished(std::move(found->plan), request, rules);
        result.walk = std::move(found->walk);
    } else if (!stopped) {
        result.infeasibility = infeasibilityOf(request, usable, incumbent.shortfall());
    }
    result.incumbents = incumbent.history();
    result.bounds = incumbent.boundHistory();
    result.certificate.orders = ordersOf(source, listed);
    result.certificate.scope = scopeOf(rules, request, result.certificate.orders);
    result.certificate.tasks = incumbent.tasks();
    result.certificate.skipped = incumbent.skipped();
    result.certificate.seconds = incumbent.elapsed();
    if (const std::optional<WrongBound> wrong = incumbent.wrongBound()) {
        return tl::unexpected(
            faultOf(Core::tr("the lower bound of a task, {} s per sample, is above its plan, {} s",
                             fmt::format("{:.12g}", wrong->bound), fmt::format("{:.12g}", wrong->rate)),
                    request));
    }
    certify(result, request, incumbent.bound(), stopped);
    return result;
}

/// Returns a sink for one of two searches. `place` converts its progress to that of both.
ProgressSink halfOf(const ProgressSink& sink, const std::function<void(Progress&)>& place)
{
    if (!sink) {
        return {};
    }
    return [sink, place](Progress now) {
        place(now);
        now.tasksTotal *= 2;
        sink(now);
    };
}

/// Searches with offloaded activations. Tasks treat the copies as free, which gives the bound. Then the plan that they
/// find and a plan without offload each get the best swaps of their stages, and the better one by its estimate is the
/// result.
Result<SearchResult> searchOutOfCore(const SearchRequest& request, WarmStart* warmStart, const std::stop_token& stop,
                                     const ProgressSink& progress, const SearchEnd& end = {})
{
    const Result<PreparedRequest> ready = prepared(request);
    if (!ready || !ready->rules.space.offloadActivations || !request.cluster.host.isKnown()) {
        return searchWith(request, warmStart, stop, progress, end);
    }
    const auto last = std::make_shared<Progress>();
    const ProgressSink first = halfOf(progress, [last](Progress& now) { *last = now; });
    const ProgressSink second = halfOf(progress, [last](Progress& now) {
        const Progress own = std::exchange(now, *last);
        const double share = own.tasksDone / std::max(1.0, static_cast<double>(own.tasksTotal));
        now.tasksDone = last->tasksTotal + static_cast<int>(share * last->tasksTotal);
        now.seconds = last->seconds + own.seconds;
    });
    Result<SearchResult> result = searchWith(request, warmStart, stop, first);
    if (!result || !result->plan) {
        return result;
    }
    const Seconds bound =
        result->certificate.lowerBound / static_cast<double>(result->plan->training.globalBatch);  // per sample
    SearchRequest within = request;
    within.space.offloadActivations = false;
    Result<SearchResult> inCore = searchWith(within, nullptr, stop, second);
    if (!inCore && inCore.error().kind == ErrorKind::Internal) {
        return inCore;
    }
    const bool mixes = request.pins.empty() && request.target == nullptr;
    const auto weighed = [&](const Plan& plan) {
        return mixes ? withMixes(plan, ready->rules.space.ckpt, request.rule, stop) : WeighedPlan{plan, estimate(plan)};
    };
    WeighedPlan best = weighed(*result->plan);
    if (inCore && inCore->plan) {
        if (WeighedPlan other = weighed(*inCore->plan); !best.isBetterThan(other, request.rule)) {
            best = std::move(other);
        }
    }
    result->certificate.tasks += inCore ? inCore->certificate.tasks : 0;
    result->certificate.skipped += inCore ? inCore->certificate.skipped : 0;
    result->certificate.seconds += inCore ? inCore->certificate.seconds : 0;
    if (!best.figures.fits) {
        result->plan.reset();
        result->estimate.reset();
        result->incumbents.clear();
        if (!stop.stop_requested()) {
            const bool isKnown = inCore && inCore->infeasibility;
            result->infeasibility = isKnown ? *inCore->infeasibility : infeasibilityOf(best.plan, best.figures);
        }
    } else {
        // Removes steps that no plan whose copies wait has.
        std::erase_if(result->incumbents, [&](const IncumbentPoint& point) {
            return point.stepTime / static_cast<double>(point.batch) < best.rate(request.rule);
        });
        result->plan = finished(std::move(best.plan), request, ready->rules);
    }
    certify(*result, request, bound, stop.stop_requested());
    return result;
}

/// Searches within the memory of the hosts.
Result<SearchResult> searchWithinHost(const SearchRequest& request, WarmStart* warmStart, const std::stop_token& stop,
                                      const ProgressSink& progress, const SearchEnd& end = {})
{
    const Searching again = [&stop](const SearchRequest& less) { return searchOutOfCore(less, nullptr, stop, {}); };
    return withinHost(request, searchOutOfCore(request, warmStart, stop, progress, end), again, stop)
        .and_then([&request](SearchResult&& result) { return verified(std::move(result), request); });
}

/// Returns an error if the method does not know this end.
Result<void> checkEnd(const SearchRequest& request, const SearchEnd& end)
{
    if (!(end.gap >= 0 && end.gap < 1)) {
        return badInput(Core::tr("a gap of {} %", fmt::format("{:.6g}", 100 * end.gap)), "gap",
                        Core::tr("Give 0 % to 99 %"));
    }
    const How how = rulesOf(request).how;
    const bool isRobust = request.method == Method::Robust && request.target == nullptr;
    if (end.untilStopped && request.target != nullptr && how != How::Joint) {
        return badInput(Core::tr("a search for plans of {} does not go on until it is stopped", request.target->title),
                        "target", Core::tr("Leave the limit of time or the target out"));
    }
    if (end.untilStopped && (isRobust || (how != How::Joint && how != How::Walk))) {
        return badInput(Core::tr("{} does not go on until it is stopped", info(request.method).title), "method",
                        Core::tr("Choose the method joint or bmw"));
    }
    if (end.untilStopped && request.space.offloadActivations) {
        return badInput(Core::tr("a search with offloaded activations does not go on until it is stopped"), "space",
                        Core::tr("Leave the dimension offload-activations out"));
    }
    return {};
}

}  // namespace

bool goesOnUntilStopped(const SearchRequest& request)
{
    return checkEnd(request, {.gap = 0, .untilStopped = true}).has_value();
}

Result<SearchResult> search(const SearchRequest& request, std::stop_token stop, const ProgressSink& progress,
                            const SearchEnd& end)
{
    if (Result<void> checked = checkEnd(request, end); !checked) {
        return tl::unexpected(checked.error());
    }
    if (request.method == Method::Robust && request.target == nullptr) {
        const Searching others = [&stop](const SearchRequest& asked) { return search(asked, stop); };
        return mostRobust(request, others, stop, progress).and_then([&request](SearchResult&& result) {
            return verified(std::move(result), request);
        });
    }
    return searchWithinHost(request, nullptr, stop, progress, end);
}

Result<SearchResult> search(const SearchRequest& request, WarmStart& warmStart, const std::stop_token& stop,
                            const ProgressSink& progress)
{
    return request.method == Method::Robust ? search(request, stop, progress)
                                            : searchWithinHost(request, &warmStart, stop, progress);
}

}  // namespace pgram
