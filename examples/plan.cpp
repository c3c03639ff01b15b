// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans a scenario and saves the plan: plan [SCENARIO [PLAN_FILE]], the scenario by its name or its file. After Ctrl-C
// the search stops with the best plan found so far.
#include <atomic>
#include <csignal>
#include <cstdio>
#include <parallelogram/plan.h>
#include <parallelogram/presets.h>
#include <parallelogram/search.h>

namespace {

/// Exit codes, as pgram has them.
enum ExitCode { Ok = 0, NoPlan = 1, BadInput = 2, InternalFault = 3, Stopped = 130 };

int fail(const pgram::Error& error)
{
    std::fprintf(stderr, "%s\n", error.text().c_str());
    switch (error.kind) {
    case pgram::ErrorKind::BadInput:
        return BadInput;
    case pgram::ErrorKind::Infeasible:
        return NoPlan;
    case pgram::ErrorKind::Internal:
        return InternalFault;
    }
    return InternalFault;
}

std::atomic<bool> interrupted = false;

}  // namespace

int main(int count, char** arguments)
{
    const auto scenario = pgram::PresetStore::find(arguments[0]).and_then([&](const pgram::PresetStore& presets) {
        return pgram::loadScenario(presets, count > 1 ? arguments[1] : "default");
    });
    if (!scenario) {
        return fail(scenario.error());
    }
    std::signal(SIGINT, [](int) { interrupted = true; });
    std::stop_source stop;
    const auto result = pgram::search(scenario->request, stop.get_token(), [&](const pgram::Progress&) {
        if (interrupted) {
            stop.request_stop();
        }
    });
    if (!result) {
        return fail(result.error());
    }
    const bool stopped = result->certificate.status == pgram::Certificate::Status::Stopped;
    if (!result->plan) {
        // The reason is missing when the search stopped before it knew whether any plan fits.
        std::fprintf(stderr, "%s\n",
                     result->infeasibility ? result->infeasibility->reason.english().c_str()
                                           : "stopped before any plan was found");
        return stopped ? Stopped : NoPlan;
    }
    std::printf("%d stages, %.3g samples/s, %.3g s a step, at least %.3g s\n", result->plan->pipeline(),
                result->estimate->throughput, result->estimate->stepTime, result->certificate.lowerBound);
    if (count > 2) {
        if (const auto saved = pgram::savePlan(*result->plan, arguments[2]); !saved) {
            return fail(saved.error());
        }
    }
    return stopped ? Stopped : Ok;
}
