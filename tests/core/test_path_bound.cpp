// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Bounds by paths against the plans that the solvers find, and the certificates that they close.
#include "core/search/outer/prepared_request.h"
#include "core/search/pipeline/task_solver.h"
#include "core/search/search.h"
#include "core/search/stage/path_bound.h"
#include "core/search/task/task_list.h"
#include "tests/core/random_problem.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <array>

using namespace pgram;

namespace {

constexpr double usualWork = 1e7;

SearchRequest bertRequest(ScheduleKind kind)
{
    SearchRequest request;
    request.model = *shippedPresets().model("bert-huge-32");
    request.cluster = *shippedPresets().cluster("rtx-titan-8");
    request.training.globalBatch = 64;
    request.method = Method::Joint;
    request.schedule.kind = kind;
    request.schedule.virtualStages = usualChunks(kind);
    return request;
}

}  // namespace

class TestPathBound : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Whatever the schedule, the memory, and the work that is allowed.
    void noPlanIsFaster()
    {
        int bounded = 0;
        for (unsigned seed = 1; seed <= 150; ++seed) {
            SearchRequest request = test::randomProblem(seed, 100, 1e5);
            request.method = Method::Joint;
            request.rule = StepRule::Simulated;
            const PreparedRequest ready = *prepared(request);
            const TaskSource source = ready.source();
            for (const Subproblem& listed : listTasks(request, ready.rules, {})) {
                const Task task = makeTask(source, listed).value();
                if (listed.key.pipeline == 1 || task.schedule.slices > 1 || !isComplete(task)) {
                    continue;
                }
                const TaskOutcome outcome = solveTask(task, ready.rules, ready.usable, infinity, {});
                if (!outcome.best) {
                    continue;
                }
                const Task bounds = makeTask(source, listed, TaskUse::BoundsByPaths).value();
                for (const double work : {0.0, 1e5, usualWork}) {
                    const Seconds enough = seed % 2 == 0 ? infinity : outcome.best->step;
                    const Seconds bound = pathBound(bounds, ready.usable, enough, work, {});
                    QVERIFY2(bound <= outcome.best->step * (1 + 1e-9),
                             qPrintable(QString("seed %1, work %2, %3 on %4: %5 above %6")
                                            .arg(seed)
                                            .arg(work)
                                            .arg(QString::fromStdString(toString(task.schedule)))
                                            .arg(listed.key.pipeline)
                                            .arg(bound)
                                            .arg(outcome.best->step)));
                    ++bounded;
                }
            }
        }
        QVERIFY2(bounded > 500, qPrintable(QString::number(bounded)));
    }

    /// The gaps were 13 to 24 % when bounds counted neither receives nor whole layers.
    void closesCertificatesOfChunks()
    {
        const std::array gaps{std::pair(ScheduleKind::ZbH1, 0.004), std::pair(ScheduleKind::Interleaved, 0.02),
                              std::pair(ScheduleKind::ZbV, 0.04),   std::pair(ScheduleKind::DualPipeV, 0.03),
                              std::pair(ScheduleKind::ZbH2, 0.004), std::pair(ScheduleKind::VHalf, 0.01),
                              std::pair(ScheduleKind::VMin, 0.02)};
        for (const auto& [kind, gap] : gaps) {
            const SearchResult result = *search(bertRequest(kind));
            QVERIFY2(result.certificate.gap <= gap, qPrintable(QString::number(result.certificate.gap)));
        }
        const SearchResult result = *search(bertRequest(ScheduleKind::ZbH1));
        QVERIFY(std::abs(result.estimate->stepTime - 0.4795) < 0.00005);
        QVERIFY(std::abs(result.certificate.lowerBound - 0.4785) < 0.0004);
    }
};

PGRAM_TEST(TestPathBound)
#include "test_path_bound.moc"
