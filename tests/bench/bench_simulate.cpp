// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The simulator on 64 unequal stages: 512 micro-batches (the budget), and a million operations of each
// schedule under the same budget.
#include "tests/bench/bench.h"
#include "tests/core/even_stages.h"

using namespace pgram;

namespace {

std::vector<test::EvenStage> unequalStages(std::size_t count)
{
    std::vector<test::EvenStage> stages(count);
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
    return stages;
}

int run(const Schedule& schedule)
{
    const std::vector<test::EvenStage> stages = unequalStages(64);
    std::size_t operations = 0;
    const auto timing = bench::measure([&] {
        const Timeline timeline = simulate(schedule, stages);
        operations = timeline.operations.size();
        bench::keep(timeline);
    });
    const std::string name = "simulate-" + toString(schedule) + "-64x" + std::to_string(schedule.microbatches);
    return bench::report(name, timing, 0.050, R"("operations": )" + std::to_string(operations));
}

}  // namespace

int main()
{
    int missed = 0;
    for (const Schedule& schedule :
         {Schedule{ScheduleKind::OneFOneB, 512, 1}, Schedule{ScheduleKind::GPipe, 4096, 1},
          Schedule{ScheduleKind::OneFOneB, 4096, 1}, Schedule{ScheduleKind::Interleaved, 2048, 2},
          Schedule{ScheduleKind::ZbH1, 3328, 1}}) {
        missed |= run(schedule);
    }
    return missed;
}
