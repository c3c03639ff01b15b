// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/finish.h"

#include "core/base/json.h"
#include "core/search/outer/fault.h"
#include "core/search/task/scenario.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace pgram {

namespace {

std::string certificateText(const Certificate& certificate, const SearchRequest& request)
{
    const std::string ranking = fmt::format("{}{}{}{}{}", rankingWords(request), request.target ? ", for " : "",
                                            request.target ? request.target->title : "",
                                            certificate.orders.empty() ? "" : ", ", certificate.orders);
    switch (certificate.status) {
    case Certificate::Status::Optimal:
        return fmt::format("optimal {}", ranking);
    case Certificate::Status::Gap:
        return fmt::format("gap {:.3g} {}", certificate.gap, ranking);
    default:
        return fmt::format("stopped, gap {:.3g} {}", certificate.gap, ranking);
    }
}

std::vector<std::int64_t> batchesOf(const SearchRequest& request)
{
    return request.batches.empty() ? std::vector{request.training.globalBatch} : request.batches;
}

/// Writes "8, 12"; abbreviates a long list to its first numbers.
template <typename Number>
std::string firstFew(std::vector<Number> numbers)
{
    constexpr std::size_t most = 8;
    const bool isCut = numbers.size() > most;
    numbers.resize(std::min(numbers.size(), most));
    return fmt::format("{}{}", fmt::join(numbers, ", "), isCut ? ", …" : "");
}

/// Returns true if one of the requested micro-batch counts divides one of the batches.
bool divides(const SearchRequest& request)
{
    return request.microbatches.empty() || std::ranges::any_of(batchesOf(request), [&request](std::int64_t batch) {
               return std::ranges::any_of(request.microbatches, [batch](int count) { return batch % count == 0; });
           });
}

}  // namespace

const char* rankingWords(StepRule rule)
{
    return rule == StepRule::Paper ? "by the paper's sum" : "in simulated time";
}

std::string rankingWords(const SearchRequest& request)
{
    return request.method == Method::Robust && request.target == nullptr
               ? fmt::format("in simulated time with any one device {:.3g} % slower", 100 * request.slowdown)
               : rankingWords(request.rule);
}

Plan finished(Plan plan, const SearchRequest& request, const MethodRules& rules)
{
    plan.model = request.model;
    plan.memoryBudget = request.memoryBudget;
    plan.name = fmt::format("{} on {}", plan.model.title.empty() ? plan.model.name : plan.model.title,
                            plan.cluster.title.empty() ? plan.cluster.name : plan.cluster.title);
    plan.provenance.madeBy = "parallelogram";
    plan.provenance.method = info(request.target != nullptr ? Method::Joint : request.method).name;
    plan.provenance.space = toString(rules.space);
    plan.provenance.request = dumped(questionToJson(request));
    return plan;
}

Infeasibility infeasibilityOf(const SearchRequest& request, Bytes usable, const std::optional<Shortfall>& least)
{
    Infeasibility why;
    if (!least && !divides(request)) {
        why.reason = Core::tr("{} micro-batches do not divide a batch of {}", firstFew(request.microbatches),
                              firstFew(batchesOf(request)));
        return why;
    }
    if (!least) {
        why.reason = Core::tr("No strategy of the space is legal for every layer at this batch, whatever the memory");
        return why;
    }
    why.shortBy = least->need.bytes - usable;
    why.stage = least->need.stage;
    why.pipeline = least->key.pipeline;
    why.microbatches = least->key.microbatches;
    why.schedule = least->schedule;
    why.batch = least->key.batch;
    // No budget gives a smaller device more memory than it has.
    const auto hasLess = [&](const DeviceKind& kind) {
        return request.cluster.deviceOf(kind).memory < request.cluster.mostMemory();
    };
    why.smallestBudget =
        std::ranges::any_of(request.cluster.kinds, hasLess) ? 0 : askableBudgetFor(least->need.bytes, request.cluster);
    why.reason = Core::tr("Every legal plan needs more memory than a device has");
    return why;
}

Infeasibility infeasibilityOf(const Plan& plan, const Estimate& figures)
{
    const auto over = [](const StageEstimate& stage) { return stage.memory.total() - stage.usable; };
    const auto fullest = std::ranges::max_element(figures.stages, {}, over);
    Infeasibility why;
    why.shortBy = over(*fullest);
    why.stage = static_cast<int>(fullest - figures.stages.begin());
    why.pipeline = plan.pipeline();
    why.microbatches = plan.schedule.microbatches;
    why.schedule = plan.schedule;
    why.batch = plan.training.globalBatch;
    why.reason = Core::tr("Every legal plan needs more memory than a device has");
    return why;
}

void holdAgainst(Certificate& certificate, Seconds found, Seconds bound, bool stopped)
{
    certificate.lowerBound = bound <= found * (1 + sumRounding) ? std::min(found, bound) : bound;
    certificate.gap = found > 0 ? (found - certificate.lowerBound) / found : 0;
    if (std::abs(certificate.gap) < sumRounding) {
        certificate.gap = 0;
    }
    certificate.status = stopped                ? Certificate::Status::Stopped
                         : certificate.gap == 0 ? Certificate::Status::Optimal
                                                : Certificate::Status::Gap;
}

void certify(SearchResult& result, const SearchRequest& request, Seconds bound, bool stopped)
{
    Certificate& certificate = result.certificate;
    if (!result.plan) {
        certificate.status = stopped ? Certificate::Status::Stopped : Certificate::Status::Infeasible;
        certificate.gap = std::numeric_limits<double>::infinity();
        return;
    }
    result.estimate = std::make_shared<const Estimate>(estimate(*result.plan));
    const Seconds found = result.worst ? result.worst->step : rankedBy(*result.estimate, request.rule);
    holdAgainst(certificate, found, bound * static_cast<double>(result.plan->training.globalBatch), stopped);
    result.plan->provenance.certificate = certificateText(certificate, request);
}

}  // namespace pgram
