// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The simulator on 64 stages and 512 micro-batches under 1F1B, unequal stages.
#include "core/schedule/simulator.h"
#include "tests/bench/bench.h"

using namespace pgram;

int main()
{
    std::vector<StageLoad> stages(64);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const double slower = 1.0 + 0.1 * static_cast<double>(i % 5);
        stages[i] = {.receiveForward = i == 0 ? 0 : 1e-4,
                     .forward = 1e-2 * slower,
                     .receiveBackward = i + 1 == stages.size() ? 0 : 1e-4,
                     .backward = 2e-2 * slower,
                     .weightGradient = 1e-2 * slower,
                     .sync = 5e-2,
                     .optimizer = 1e-2,
                     .fixedBytes = 10 * GiB,
                     .keptBytes = 64 * MiB,
                     .transientBytes = 256 * MiB};
    }
    const Schedule schedule{.kind = ScheduleKind::OneFOneB, .microbatches = 512};
    std::size_t operations = 0;
    const auto timing = bench::measure([&] {
        const auto timeline = simulate(schedule, stages);
        operations = timeline.operations.size();
        bench::keep(timeline);
    });
    return bench::report("simulate-64x512", timing, 0.050, R"("operations": )" + std::to_string(operations));
}
