// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans a scenario by its name or file and saves the plan: find_package(Parallelogram), Parallelogram::core.
#include <cstdio>
#include <parallelogram/plan.h>
#include <parallelogram/presets.h>
#include <parallelogram/search.h>

int main(int count, char** arguments)
{
    const auto scenario = pgram::PresetStore::find(arguments[0]).and_then([&](const pgram::PresetStore& presets) {
        return pgram::loadScenario(presets, count > 1 ? arguments[1] : "default");
    });
    if (!scenario) {
        std::fprintf(stderr, "%s\n", scenario.error().text().c_str());
        return 2;
    }
    const auto result = pgram::search(scenario->request);
    if (!result || !result->plan) {
        std::fprintf(stderr, "%s\n",
                     result ? result->infeasibility->reason.english().c_str() : result.error().text().c_str());
        return result ? 3 : 2;
    }
    std::printf("%d stages, %.3g samples/s, %.3g s a step, at least %.3g s\n", result->plan->pipeline(),
                result->estimate->throughput, result->estimate->stepTime, result->certificate.lowerBound);
    if (count > 2 && !pgram::savePlan(*result->plan, arguments[2])) {
        std::fprintf(stderr, "could not write %s\n", arguments[2]);
        return 2;
    }
    return 0;
}
