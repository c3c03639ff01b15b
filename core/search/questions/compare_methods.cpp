// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/questions/compare_methods.h"

#include "core/search/questions/nearest_plan.h"

#include <string>

namespace pgram {

namespace {

/// Before a target's name: a method may have the same.
const std::string ofTarget = "for-";

SearchRequest requestFor(const Contender& contender, const SearchRequest& request)
{
    SearchRequest asked = request;
    asked.method = contender.method;
    asked.target = nullptr;
    return contender.target != nullptr ? requestWithin(std::move(asked), *contender.target) : asked;
}

SearchResult notRun(const Text& why)
{
    SearchResult result;
    result.certificate.status = Certificate::Status::Infeasible;
    result.infeasibility = Infeasibility();
    result.infeasibility->reason = why;
    return result;
}

}  // namespace

std::string nameOf(const Contender& contender)
{
    return contender.target != nullptr ? ofTarget + std::string(contender.target->name) : info(contender.method).name;
}

std::vector<Contender> everyContender()
{
    std::vector<Contender> all;
    for (const MethodInfo& method : methods()) {
        all.push_back({method.method});
    }
    for (const Target* target : targets()) {
        all.push_back({Method::Joint, target});
    }
    return all;
}

Result<Contender> parseContender(std::string_view name)
{
    if (name.starts_with(ofTarget)) {
        return parseTarget(name.substr(ofTarget.size())).map([](const Target* target) {
            return Contender{Method::Joint, target};
        });
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
        Result<SearchResult> result = search(requestFor(contender, request), stop);
        if (!result && contender.target == nullptr) {
            return tl::unexpected(result.error());
        }
        rows.push_back({contender.method, contender.target, result ? std::move(*result) : notRun(result.error().what)});
        if (finished) {
            finished(rows.back());
        }
    }
    return rows;
}

}  // namespace pgram
