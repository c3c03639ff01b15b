// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the planner's benchmarks share: requests from the shipped presets, and what a search used.
#pragma once

#include "core/presets/preset_store.h"
#include "core/search/search.h"
#include "tests/bench/bench.h"
#include "tests/places.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace pgram::bench {

template <typename T>
T loaded(const Result<T>& result)
{
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        std::exit(2);
    }
    return *result;
}

inline const PresetStore& presets()
{
    static const PresetStore store(presetsFolder());
    return store;
}

inline SearchRequest requestOf(const char* model, const char* cluster, std::int64_t batch, Method method)
{
    SearchRequest request;
    request.model = loaded(presets().model(model));
    request.cluster = loaded(presets().cluster(cluster));
    request.training.globalBatch = batch;
    request.method = method;
    return request;
}

/// Every kind of data parallelism, recomputation and sequence parallelism, any divisor.
inline Space wideSpace()
{
    Space space;
    space.zero1 = space.zero2 = space.sp = space.anyDivisor = true;
    return space;
}

/// What `dev bench` and the certificate's budgets speak of as "schedules".
inline std::vector<Schedule> allSchedules()
{
    return {{ScheduleKind::OneFOneB, 1, 1}, {ScheduleKind::Interleaved, 1, 2}, {ScheduleKind::ZbH1, 1, 1}};
}

/// Highest memory of the process so far.
inline double peakBytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

/// Members of a JSON line that say what came out.
inline std::string factsOf(const SearchRequest& request, const SearchResult& result)
{
    const Certificate& certificate = result.certificate;
    std::string facts = fmt::format(
        R"("model": "{}", "layers": {}, "devices": {}, "method": "{}", "tasks": {}, "skipped": {}, "certificate": "{}")",
        request.model.name, request.model.layerCount(), request.cluster.devices, info(request.method).name,
        certificate.tasks, certificate.skipped, name(certificate.status));
    if (result.plan) {
        facts += fmt::format(R"(, "step_s": {:.6g}, "gap": {:.3g})", result.estimate->stepTime, certificate.gap);
    }
    if (result.infeasibility) {
        facts += fmt::format(R"(, "short_by_bytes": {}, "stage": {}, "smallest_budget_bytes": {})",
                             result.infeasibility->shortBy, result.infeasibility->stage,
                             result.infeasibility->smallestBudget);
    }
    return facts;
}

/// Measures a search and prints its line.
inline int reportSearch(const std::string& name, const SearchRequest& request, double budgetSeconds,
                        const std::string& more = {})
{
    SearchResult result;
    const Timing timing = measure([&] { result = loaded(search(request)); });
    return report(name, timing, budgetSeconds, factsOf(request, result) + more);
}

}  // namespace pgram::bench
