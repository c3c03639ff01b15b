// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/prepared_request.h"

#include "core/search/outer/sampling.h"
#include "core/search/task/task_list.h"

namespace pgram {

Result<PreparedRequest> prepared(const SearchRequest& request)
{
    return checkRequest(request)
        .and_then([&]() -> Result<void> {
            const MethodRules rules = rulesOf(request);
            if (rules.how == How::Sample && !hasSampling(rules.sampling)) {
                return badInput(Core::tr("{} is not part of this program", info(request.method).title), "method",
                                Core::tr("Choose another method"));
            }
            return {};
        })
        .and_then([&] { return splitAtPins(request.model, request.pins); })
        .map([&](PinnedModel&& pinned) {
            const Bytes kept = request.target != nullptr ? request.target->keeps.value : 0;
            return PreparedRequest{&request, std::move(pinned), rulesOf(request),
                                   usableBudget(request.budget(), request.cluster) - kept};
        });
}

}  // namespace pgram
