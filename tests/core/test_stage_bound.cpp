// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Bounds of stages against the best assignments that fit.
#include "core/search/stage/stage_frontier.h"
#include "tests/core/small_tasks.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <limits>

using namespace pgram;

class TestStageBound : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The asked number stays, however many are equal: the first of those.
    void asManyLabelsStayAsAskedFor()
    {
        using Flags = std::vector<bool>;
        QVERIFY(areLeast(std::vector<Seconds>{3, 1, 2, 1}, 2) == (Flags{false, true, false, true}));
        QVERIFY(areLeast(std::vector<Seconds>{1, 2, 2, 2, 0}, 3) == (Flags{true, true, false, false, true}));
        QVERIFY(areLeast(std::vector<Seconds>(20, 5.0), 12) == [] {
            Flags first(20, false);
            std::fill_n(first.begin(), 12, true);
            return first;
        }());
        QVERIFY(areLeast(std::vector<Seconds>{1}, 12) == Flags{true});
        QVERIFY(areLeast({}, 12).empty());
    }

    /// Of one stage: the refined bound is no lower than the plain one and no higher than the best that fits, which a
    /// nearly best assignment does not undercut.
    void refinedBoundsHold()
    {
        std::mt19937 random(12);
        int solved = 0;
        double plainGaps = 0;
        double refinedGaps = 0;
        for (int round = 0; round < 300; ++round) {
            const SearchRequest request = test::randomRequest(random);
            const MethodRules rules =
                rulesOf(Method::Joint, request.space, candidateSchedules(request), request.cluster.devices);
            for (const Subproblem& listed : listTasks(request, rules)) {
                const Task task = test::taskOf(request, listed);
                if (!isComplete(task) || task.key.pipeline > 1) {
                    continue;
                }
                StageQuestion all{.end = task.layers(), .kept = task.kept(0)};
                all.budget = test::randomBudget(task, {task.layers()}, random) - task.cluster.contextBytes;
                StageBound bound(task, all, {1, task.objective.repeats(), 1});
                const StageFrontier exact(task, all, {{&bound, infinity}}, {std::numeric_limits<std::size_t>::max()});
                QCOMPARE(exact.answers().empty(), bound.nearlyBest().empty());
                if (exact.answers().empty()) {
                    continue;
                }
                Seconds best = infinity;
                for (const StageAnswer& answer : exact.answers()) {
                    best = std::min(best, answer.share.once);
                }
                const Seconds plain = bound.atLeast();
                bound.refine();
                QVERIFY(bound.atLeast() >= plain && bound.atLeast() <= best * (1 + 1e-12));
                QVERIFY(bound.nearlyBestCost() >= best * (1 - 1e-12));
                ++solved;
                plainGaps += 1 - plain / best;
                refinedGaps += 1 - bound.atLeast() / best;
            }
        }
        const QString figures =
            QStringLiteral("%1 stages, gaps %2 and %3").arg(solved).arg(plainGaps / solved).arg(refinedGaps / solved);
        qInfo("%s", qPrintable(figures));
        QVERIFY2(solved > 300 && refinedGaps < 0.6 * plainGaps, qPrintable(figures));
    }
};

PGRAM_TEST(TestStageBound)
#include "test_stage_bound.moc"
