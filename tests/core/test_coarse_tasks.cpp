// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Coarse bounds of tasks: no plan is faster, whatever its layers keep.
#include "core/plan/estimate.h"
#include "core/search/outer/coarse_tasks.h"
#include "core/search/task/cuts.h"
#include "tests/core/small_tasks.h"
#include "tests/pgram_test.h"

#include <map>

using namespace pgram;

namespace {

SearchRequest requestOf(std::mt19937& random)
{
    SearchRequest request = test::randomRequest(random);
    request.space.selective = request.space.zero1 = request.space.zero2 = true;
    request.space.ulysses = random() % 2 == 0;
    request.space.cp = random() % 2 == 0;
    request.space.hsdp = random() % 2 == 0;
    if (random() % 3 == 0) {
        for (LayerSpec& run : request.model.runs) {
            run.experts = run.kind == LayerKind::Decoder ? 4 : 0;
            run.topK = run.kind == LayerKind::Decoder ? 2 : 0;
        }
        request.space.ep = true;
    }
    request.schedules = {{ScheduleKind::GPipe, 1, 1},
                         {ScheduleKind::OneFOneB, 1, 1},
                         {ScheduleKind::Interleaved, 1, 2},
                         {ScheduleKind::ZbH1, 1, 1},
                         {ScheduleKind::ZbV, 1, 2}};
    return request;
}

/// Layers that mostly run their fastest strategy, on a random cut.
Plan planOf(const Task& task, std::mt19937& random)
{
    Plan plan;
    plan.model = task.model;
    plan.cluster = task.cluster;
    plan.training = task.training;
    plan.schedule = task.schedule;
    std::vector<int> sizes(static_cast<std::size_t>(task.parts()), 1);
    for (int left = task.layers() - task.parts(); left > 0; --left) {
        ++sizes[random() % sizes.size()];
    }
    plan.chunks = chunksFromSizes(sizes);
    for (int layer = 0; layer < task.layers(); ++layer) {
        const std::vector<Candidate>& all = task.of(layer);
        const auto fastest = std::ranges::min_element(
            all, {}, [&task](const Candidate& own) { return task.objective.span(own.share) + own.share.once; });
        const Candidate& chosen = random() % 4 != 0 ? *fastest : all[random() % all.size()];
        plan.strategies.push_back(task.strategy(chosen.strategy));
    }
    return plan;
}

}  // namespace

class TestCoarseTasks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noPlanIsFaster()
    {
        std::mt19937 random(11);
        int plans = 0;
        int near = 0;
        for (int i = 0; i < 150; ++i) {
            const SearchRequest request = requestOf(random);
            const TaskSource source = test::sourceOf(request);
            const MethodRules rules = rulesOf(request);
            const std::vector<Subproblem> listed = listTasks(request, rules);
            std::map<TaskKey, Seconds> bounds;
            for (const Subproblem& coarse : coarseTasks(listed, {source, rules})) {
                bounds[coarse.key] = coarse.bound * static_cast<double>(coarse.key.batch);
            }
            for (const Subproblem& one : listed) {
                const Task task = makeTask(source, one).value();
                QCOMPARE(bounds.contains(one.key), isComplete(task));
                if (!isComplete(task) || task.parts() > task.layers()) {
                    continue;
                }
                for (int plan = 0; plan < 8; ++plan) {
                    const Seconds step = stepAndMemory(planOf(task, random)).step;
                    QVERIFY2(bounds[one.key] <= step * (1 + 1e-9),
                             qPrintable(QString("%1 above %2, P %3, m %4, %5")
                                            .arg(bounds[one.key])
                                            .arg(step)
                                            .arg(one.key.pipeline)
                                            .arg(one.key.microbatches)
                                            .arg(QString::fromStdString(toString(task.schedule)))));
                    near += bounds[one.key] > 0.8 * step ? 1 : 0;
                    ++plans;
                }
            }
        }
        // A bound of nothing would hold, too.
        QVERIFY2(plans > 4000 && near > plans / 10, qPrintable(QString("%1 of %2").arg(near).arg(plans)));
    }
};

PGRAM_TEST(TestCoarseTasks)
#include "test_coarse_tasks.moc"
