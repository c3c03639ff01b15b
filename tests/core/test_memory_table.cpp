// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The frontier against the paper's memory table, to the byte: random stages whose layers need a few bytes each, so that
// the table needs no rounding, at every budget between nothing and plenty.
#include "core/search/pipeline/cut_solver.h"
#include "core/search/task/method_rules.h"
#include "core/search/task/task_list.h"
#include "tests/core/memory_table.h"
#include "tests/core/random_problem.h"
#include "tests/core/small_tasks.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

using namespace pgram;

namespace {

/// A task of one stage with memory of at most a few bytes a figure; none = no plan is legal.
std::optional<Task> byteTask(unsigned seed)
{
    std::mt19937 random(seed);
    SearchRequest request = test::randomProblem(seed, 50, 1e7);
    request.pipelines = {1};
    const MethodRules rules =
        rulesOf(Method::Joint, request.space, candidateSchedules(request), request.cluster.devices);
    const std::vector<Subproblem> listed = listTasks(request, rules);
    if (listed.empty()) {
        return std::nullopt;
    }
    const Subproblem& chosen = listed[random() % listed.size()];
    const TaskSource source = test::sourceOf(request);
    Task task = makeTask(source, chosen).value();
    task.cluster.contextBytes = 0;
    const auto few = [&random](int most) { return std::uniform_int_distribution(0, most)(random); };
    for (std::vector<Candidate>& candidates : task.candidates) {
        for (Candidate& candidate : candidates) {
            candidate.states = few(12);
            candidate.kept = few(3);
            candidate.transient = few(6);
        }
    }
    task.memoryMinimal = task.candidates;  // whichever of them holds least by now
    return isComplete(task) ? std::optional(std::move(task)) : std::nullopt;
}

}  // namespace

class TestMemoryTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void frontierIsTheTableToTheByte()
    {
        const int seeds = test::casesOf(400, 4000);
        int solved = 0;
        int tooSmall = 0;
        for (unsigned seed = 1; seed <= static_cast<unsigned>(seeds); ++seed) {
            const std::optional<Task> task = byteTask(seed);
            if (!task) {
                continue;
            }
            StageQuestion question;
            question.end = task->layers();
            question.kept = task->kept(0);
            Seconds before = std::numeric_limits<double>::infinity();
            for (question.budget = 0; question.budget <= 160; question.budget += 1 + question.budget / 16) {
                const std::optional<TableAnswer> table = solveMemoryTable(*task, question, 1);
                StageCache cache(*task, question.budget);
                const std::optional<CutPlan> found = CutSolver(cache).solve({task->layers()});
                QVERIFY2(found.has_value() == table.has_value(),
                         qPrintable(QString("seed %1, %2 bytes").arg(seed).arg(question.budget)));
                ++(found ? solved : tooSmall);
                if (found) {
                    const double apart = std::abs(found->objective - table->cost) / table->cost;
                    QVERIFY2(apart < 1e-12, qPrintable(QString("seed %1, %2 bytes: %3 against %4")
                                                           .arg(seed)
                                                           .arg(question.budget)
                                                           .arg(found->objective)
                                                           .arg(table->cost)));
                    QVERIFY(found->stageMemory.front() <= question.budget);
                    // More memory never costs time.
                    QVERIFY(found->objective <= before * (1 + 1e-12));
                    before = found->objective;
                }
            }
        }
        QVERIFY2(solved > 10 * seeds && tooSmall > 5 * seeds / 2,
                 qPrintable(QString("%1, %2").arg(solved).arg(tooSmall)));
    }
};

PGRAM_TEST(TestMemoryTable)
#include "test_memory_table.moc"
