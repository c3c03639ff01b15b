// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A search over several schedules.
#include "core/search/search.h"
#include "tests/core/small_request.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <set>

using namespace pgram;
using test::foundOrNone;
using test::smallRequest;
using test::stepTime;

class TestSearchSchedules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A list of schedules is never worse than any one of them, and keeps the order of the methods.
    void severalSchedulesAreNeverWorseThanOne()
    {
        const std::vector<Schedule> all{{ScheduleKind::OneFOneB, 1, 1},
                                        {ScheduleKind::GPipe, 1, 1},
                                        {ScheduleKind::Interleaved, 1, 2},
                                        {ScheduleKind::ZbH1, 1, 1}};
        std::set<ScheduleKind> won;
        for (unsigned seed = 1; seed < 5; ++seed) {
            for (const Bytes budget : {38 * MiB, 44 * MiB, 60 * MiB, 92 * MiB}) {
                SearchRequest request = smallRequest(4, 8, seed);
                request.memoryBudget = budget;
                request.pipelines = {2, 4};
                request.schedules = all;
                const Seconds joint = stepTime(request, Method::Joint);
                const Seconds bmw = stepTime(request, Method::Bmw);
                QVERIFY(joint <= bmw * (1 + 1e-12));
                QVERIFY(bmw <= stepTime(request, Method::Base));
                for (const Schedule& one : all) {
                    SearchRequest single = request;
                    single.schedules = {one};
                    QVERIFY(joint <= stepTime(single, Method::Joint) * (1 + 1e-12));
                    QVERIFY(bmw <= stepTime(single, Method::Bmw) * (1 + 1e-12));
                }
                request.method = Method::Joint;
                if (const SearchResult result = foundOrNone(request); result.plan) {
                    QVERIFY(result.estimate->fits && result.estimate->legal);
                    won.insert(result.plan->schedule.kind);
                }
            }
        }
        QVERIFY(won.size() > 1);
    }

    /// On one stage all schedules take the same time: there is one task, of the first that keeps one micro-batch.
    void oneStageIsSearchedOnce()
    {
        SearchRequest request = smallRequest(1, 4);
        request.memoryBudget = 600 * MiB;
        const SearchResult one = foundOrNone(request);
        request.schedules = {
            {ScheduleKind::GPipe, 1, 1}, {ScheduleKind::Interleaved, 1, 2}, {ScheduleKind::ZbH1, 1, 1}, {}};
        const SearchResult several = foundOrNone(request);
        QVERIFY(one.plan && several.plan);
        QCOMPARE(several.certificate.tasks, one.certificate.tasks);
        QCOMPARE(several.estimate->stepTime, one.estimate->stepTime);
        QCOMPARE(several.plan->schedule.kind, ScheduleKind::ZbH1);
    }

    void infeasibleSchedulesNameTheSmallestBudget()
    {
        for (const Schedule& schedule :
             {Schedule{ScheduleKind::Interleaved, 1, 2}, Schedule{ScheduleKind::ZbH1, 1, 1}}) {
            SearchRequest request = smallRequest(4, 8);
            request.pipelines = {4};
            request.memoryBudget = 2 * MiB;
            request.schedules = {schedule};
            const SearchResult result = foundOrNone(request);
            QVERIFY(!result.plan && result.infeasibility);
            QCOMPARE(result.infeasibility->schedule.kind, schedule.kind);
            request.memoryBudget = result.infeasibility->smallestBudget;
            const SearchResult enough = foundOrNone(request);
            QVERIFY(enough.plan && enough.estimate->fits);
            // Of chunks more may be named than the least that would do.
            --request.memoryBudget;
            QVERIFY(schedule.virtualStages > 1 || !foundOrNone(request).plan);
        }
    }
};

PGRAM_TEST(TestSearchSchedules)
#include "test_search_schedules.moc"
