// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// All tasks of 32-layer Llama-2-7B on 8 devices at batch 64 under the galvatron-3 rules, each solved exactly, for
// several memory budgets; at the smallest nothing fits. The figures are those of Hetu-Galvatron's shipped profile of
// that model (lines in place of its tables), so that the work is what its engine takes 170-370 s for.
#include "tests/bench/bench.h"
#include "validation/galvatron/task_search.h"

#include <string>

using namespace pgram;
using namespace pgram::galvatron;

namespace {

Figures llamaFigures()
{
    Figures figures;
    figures.layers = {{{3.885, 0.422}, 778.2236, {{1, 514.5635}, {2, 273.2817}, {4, 136.8855}, {8, 68.3204}}, 32.0}};
    figures.endForward = {2.79, 1.69};
    figures.whole = {{{1, 4130.348}, {2, 2321.641}, {4, 1289.102}, {8, 771.869}},
                     {{1, 841.582}, {2, 358.840}, {4, 163.586}, {8, 78.139}}};
    figures.first = {{{1, 2021.005}, {2, 1266.768}, {4, 775.683}, {8, 387.842}},
                     {{1, 198.736}, {2, 83.903}, {4, 51.856}, {8, 25.928}}};
    figures.last = {{{1, 2021.067}, {2, 1266.831}, {4, 775.746}, {8, 387.873}},
                    {{1, 717.560}, {2, 343.301}, {4, 171.118}, {8, 85.559}}};
    figures.hardware.consecutive = {{2, 138.156}, {4, 159.119}, {8, 154.203}};
    figures.hardware.strided = {{2, 151.344}, {4, 155.815}};
    figures.hardware.pipeline = {{2, 163.671}, {4, 138.581}, {8, 109.450}};
    figures.hardware.overlap = 1.12555;
    figures.allReduce = {{2, {{}, {0.00497, 0.07}}}, {4, {{}, {0.00702, 0.09}}}, {8, {{}, {0.00808, 0.15}}}};
    figures.allToAll = {{2, {{}, {0.00334, 0.07}}}, {4, {{}, {0.00391, 0.08}}}, {8, {{}, {0.00464, 0.11}}}};
    return figures;
}

int run(double memoryGb, double budgetSeconds)
{
    Setting setting;
    setting.layers = {{32, 4096, 2048}};
    setting.devices = 8;
    setting.memoryGb = memoryGb;
    const Rules rules(llamaFigures(), setting);
    const std::vector<TaskKey> tasks = rules.tasks(64, std::nullopt);
    int feasible = 0;
    int proven = 0;
    const auto timing = bench::measure([&] {
        const std::vector<TaskResult> results = searchTasks(rules, tasks);
        feasible = proven = 0;
        for (const TaskResult& result : results) {
            feasible += result.plan.has_value();
            proven += !result.plan || result.lowerBound >= result.seconds * (1 - 1e-9);
        }
        bench::keep(results);
    });
    const std::string facts = R"("tasks": )" + std::to_string(tasks.size()) + R"(, "feasible": )" +
                              std::to_string(feasible) + R"(, "proven": )" + std::to_string(proven);
    return bench::report("galvatron-tasks-" + std::to_string(static_cast<int>(memoryGb)) + "gb", timing, budgetSeconds,
                         facts);
}

}  // namespace

int main()
{
    int missed = run(10, 0.020);
    for (const double memory : {16.0, 24.0, 40.0, 64.0}) {
        missed |= run(memory, 0.200);
    }
    return missed;
}
