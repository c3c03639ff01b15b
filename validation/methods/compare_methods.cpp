// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/methods/compare_methods.h"

#include "core/base/format.h"
#include "core/questions/nearest_plan.h"

#include <string>

namespace pgram {

namespace {

/// Before a target's name: a method may have the same.
const std::string ofTarget = "for-";
constexpr const char* ofHosts = "hosted";

SearchRequest requestFor(const Contender& contender, const SearchRequest& request)
{
    SearchRequest asked = request;
    asked.method = contender.method;
    asked.target = nullptr;
    if (contender.target == nullptr) {
        return asked;
    }
    asked = requestWithin(std::move(asked), *contender.target);
    asked.microbatches = request.microbatches;  // side by side all answer the same question
    asked.pipelines = request.pipelines;
    return asked;
}

SearchResult notRun(const Text& why)
{
    SearchResult result;
    result.certificate.status = Certificate::Status::Infeasible;
    result.infeasibility = Infeasibility();
    result.infeasibility->reason = why;
    return result;
}

MethodRow hostedRow(const SearchRequest& request)
{
    MethodRow row;
    row.asksForHosted = true;
    const Result<HostedStep> step = hostedStep(request);
    if (step) {
        row.hosted = *step;
    }
    row.result =
        notRun(step ? Core::tr("no plan of this space: each host has the whole model in {} and sums every step",
                               formatBytes(static_cast<double>(step->hostNeeds)))
                    : step.error().what);
    return row;
}

}  // namespace

double MethodRow::throughput() const
{
    return hosted ? hosted->throughput : result.plan ? result.estimate->throughput : 0;
}

std::string nameOf(const Contender& contender)
{
    if (contender.hosted) {
        return ofHosts;
    }
    return contender.target != nullptr ? ofTarget + std::string(contender.target->name) : info(contender.method).name;
}

std::vector<Contender> everyContender(const Space& space)
{
    std::vector<Contender> all;
    for (const MethodInfo& method : methods()) {
        // One learner represents several, and the robust method does not minimize the step.
        if (method.method != Method::Ensemble && method.method != Method::Robust) {
            all.push_back({method.method});
        }
    }
    for (const Target* target : targets()) {
        if (space.layouts || !target->space.value.layouts) {
            all.push_back({Method::Joint, target});
        }
    }
    all.push_back({.hosted = true});
    return all;
}

Result<Contender> parseContender(std::string_view name)
{
    if (name.starts_with(ofTarget)) {
        return parseTarget(name.substr(ofTarget.size())).map([](const Target* target) {
            return Contender{Method::Joint, target};
        });
    }
    if (name == ofHosts) {
        return Contender{.hosted = true};
    }
    return parseMethod(name).map([](Method method) { return Contender{method}; });
}

Result<std::vector<MethodRow>> compareMethods(const SearchRequest& request, const std::vector<Contender>& contenders,
                                              std::stop_token stop,
                                              const std::function<void(const MethodRow&)>& finished)
{
    std::vector<MethodRow> rows;
    for (const Contender& contender : contenders) {
        if (stop.stop_requested()) {
            break;
        }
        if (contender.hosted) {
            rows.push_back(hostedRow(request));
        } else {
            Result<SearchResult> result = search(requestFor(contender, request), stop);
            if (!result && contender.target == nullptr && !devicesDiffer(request.cluster)) {
                return tl::unexpected(result.error());
            }
            rows.push_back(
                {contender.method, contender.target, result ? std::move(*result) : notRun(result.error().what)});
        }
        if (finished) {
            finished(rows.back());
        }
    }
    return rows;
}

}  // namespace pgram
