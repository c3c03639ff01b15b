// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans that differ in kind: the best one first, no kind twice, each the best of its kind among the searches.
#include "core/questions/candidates.h"
#include "core/questions/sweep.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <set>

using namespace pgram;

namespace {

SearchRequest bertRequest()
{
    SearchRequest request;
    request.model = loaded(shippedPresets().model("bert-huge-32"));
    request.cluster = loaded(shippedPresets().cluster("rtx-titan-8"));
    request.training.globalBatch = 64;
    request.memoryBudget = Bytes{8} << 30;
    request.method = Method::Joint;
    return request;
}

}  // namespace

class TestCandidates : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fastestOfEachKind()
    {
        const SearchRequest request = bertRequest();
        const Result<PlanCandidates> found = planCandidates(request, 100);
        QVERIFY(found.has_value());
        QVERIFY(!found->isStopped);
        QVERIFY(found->plans.size() >= 4);
        const Result<SearchResult> best = search(request);
        QVERIFY(best.has_value());
        QCOMPARE(found->plans.front().figures.stepTime, best->estimate->stepTime);
        std::set<std::string> kinds;
        Seconds before = 0;
        for (const PlanCandidate& candidate : found->plans) {
            QVERIFY(kinds.insert(candidate.kind).second);
            QCOMPARE(candidate.kind, kindOf(candidate.plan));
            QVERIFY(candidate.figures.fits && candidate.figures.legal);
            QVERIFY(candidate.figures.stepTime >= before);
            before = candidate.figures.stepTime;
        }
        // Each number of stages has a plan here, and its best one is among them.
        for (const int stages : {1, 2, 4, 8}) {
            SearchRequest alone = request;
            alone.pipelines = {stages};
            const Result<SearchResult> of = search(alone);
            QVERIFY(of.has_value() && of->plan);
            QVERIFY(std::ranges::any_of(found->plans, [&](const PlanCandidate& candidate) {
                return candidate.figures.stepTime == of->estimate->stepTime;
            }));
        }
    }

    void asManyAsAsked()
    {
        const Result<PlanCandidates> few = planCandidates(bertRequest(), 2);
        QVERIFY(few.has_value());
        QCOMPARE(few->plans.size(), std::size_t{2});
    }

    void nothingFits()
    {
        SearchRequest request = bertRequest();
        request.memoryBudget = Bytes{1} << 29;
        const Result<PlanCandidates> none = planCandidates(request, 4);
        QVERIFY(none.has_value());
        QVERIFY(none->plans.empty());
    }

    void stopped()
    {
        std::stop_source stop;
        stop.request_stop();
        const Result<PlanCandidates> none = planCandidates(bertRequest(), 4, stop.get_token());
        QVERIFY(none.has_value());
        QVERIFY(none->isStopped);
        QCOMPARE(none->searches, 0);
    }
};

PGRAM_TEST(TestCandidates)
#include "test_candidates.moc"
