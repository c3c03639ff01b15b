// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The comparison of methods, of frameworks and of the model in host memory.
#include "tests/core/small_request.h"
#include "tests/pgram_test.h"
#include "validation/methods/compare_methods.h"

using namespace pgram;
using test::smallRequest;

namespace {

SearchResult found(SearchRequest request, Method method)
{
    request.method = method;
    request.samples = 100'000;
    Result<SearchResult> result = search(request);
    return result ? *result : SearchResult{};
}

}  // namespace

class TestCompareMethods : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsAreTheMethodsResults()
    {
        SearchRequest request = smallRequest(4, 6, 2);
        request.memoryBudget = 40 * MiB;
        request.samples = 100'000;
        const std::vector<Method> wanted{Method::Dp, Method::Joint, Method::Base, Method::Annealing};
        std::vector<Contender> contenders;
        for (const Method method : wanted) {
            contenders.push_back({method});
        }
        std::vector<Method> told;
        const auto rows =
            compareMethods(request, contenders, {}, [&told](const MethodRow& row) { told.push_back(row.method); });
        QVERIFY(rows);
        QCOMPARE(rows->size(), wanted.size());
        QVERIFY(told == wanted);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const SearchResult& row = (*rows)[i].result;
            const SearchResult alone = found(request, wanted[i]);
            QVERIFY((*rows)[i].method == wanted[i]);
            QCOMPARE(row.plan.has_value(), alone.plan.has_value());
            if (row.plan) {
                QCOMPARE(row.estimate->stepTime, alone.estimate->stepTime);
                QCOMPARE(row.plan->provenance.method, std::string(info(wanted[i]).name));
            } else {
                QCOMPARE(row.infeasibility->shortBy, alone.infeasibility->shortBy);
            }
        }
        QVERIFY(!rows->front().result.plan && (*rows)[1].result.plan);
    }

    /// A framework has all that it can run, whatever the request's space; one that does not run the model says so.
    void frameworksAreContenders()
    {
        SearchRequest request = smallRequest(4, 6, 2);
        request.memoryBudget = 400 * MiB;
        for (const Contender& contender : everyContender()) {
            QCOMPARE(*parseContender(nameOf(contender)), contender);
        }
        QVERIFY(!parseContender("for-nothing") && !parseContender("megatron"));
        const auto rows = compareMethods(request, {*parseContender("for-megatron"), *parseContender("for-torchtitan")});
        QVERIFY(rows);
        QVERIFY(rows->front().result.plan && beyond(*rows->front().target, *rows->front().result.plan).empty());
        QVERIFY(!rows->back().result.plan);
        QVERIFY(rows->back().result.infeasibility->reason.english().starts_with("torchtitan does not run"));
        // Side by side all answer the question that was asked.
        SearchRequest two = request;
        two.microbatches = {2};
        const auto held = compareMethods(two, {*parseContender("for-megatron")});
        QVERIFY(held && held->front().result.plan);
        QCOMPARE(held->front().result.plan->schedule.microbatches, 2);
    }

    void comparisonStops()
    {
        const SearchRequest request = smallRequest(4, 6, 2);
        std::stop_source source;
        const auto rows = compareMethods(request, {{Method::Base}, {Method::Joint}}, source.get_token(),
                                         [&source](const MethodRow&) { source.request_stop(); });
        QVERIFY(rows);
        QCOMPARE(rows->size(), std::size_t{1});
        SearchRequest bad = request;
        bad.memoryBudget = -1;
        QVERIFY(!compareMethods(bad, {{Method::Base}}));
    }
};

PGRAM_TEST(TestCompareMethods)
#include "test_compare_methods.moc"
