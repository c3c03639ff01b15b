// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The first step of every search: a request with its rules, spaces and costs.
#pragma once

#include "core/search/task/method_rules.h"
#include "core/search/task/pins.h"
#include "core/search/task/request.h"
#include "core/search/task/task.h"

#include <algorithm>

namespace pgram {

/// Refers to the request.
struct PreparedRequest {
    const SearchRequest* request = nullptr;
    PinnedModel pinned;
    MethodRules rules;
    Bytes usable = 0;  ///< per device

    /// Returns the source of the request's tasks, which refers to this object and to the request.
    [[nodiscard]] TaskSource source() const
    {
        TaskSource source{&pinned.model, &request->cluster, request->training, rules.schedules,
                          request->rule, pinned.ofRun,      rules.target};
        source.budget = request->budget();
        const std::vector<DeviceKind>& kinds = request->cluster.kinds;
        const bool areTheClusters = std::ranges::all_of(kinds, [this](const DeviceKind& kind) {
            return kind.links.empty() && request->cluster.deviceOf(kind) == request->cluster.device;
        });
        if (devicesDiffer(request->cluster) || !areTheClusters) {
            source.mixed = std::make_shared<MixedStages>(request->cluster, rules.target != nullptr);
        }
        return source;
    }
};

/// Prepares the request. Errors: the request is invalid.
[[nodiscard]] Result<PreparedRequest> prepared(const SearchRequest& request);

}  // namespace pgram
