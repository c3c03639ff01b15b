// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the planner says when nothing fits, on shipped models and clusters: how many bytes are missing, on which stage,
// and the smallest budget, which must do when one byte less does not.
#include "tests/core/certificate_checker.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <algorithm>

using namespace pgram;

namespace {

struct Question {
    const char* model;
    const char* cluster;
    std::int64_t batch;
};

/// Every kind of layer, clusters of one to many levels.
constexpr Question questions[] = {
    {"bert-huge-32", "rtx-titan-8", 16}, {"bert-large", "ethernet-4", 12},     {"gpt3-1.3b", "a100-8", 32},
    {"t5-512-4-32", "rtx-titan-16", 16}, {"t5-large-32", "rtx-titan-8", 8},    {"swin-huge-32", "rtx-titan-8", 32},
    {"vit-huge-32", "rtx-titan-8", 64},  {"resnet-50", "ethernet-4", 64},      {"llama2-7b", "a100-8", 64},
    {"mixtral-8x7b", "dgx-h100", 16},    {"llama3.1-405b", "dgx-h100-64", 64}, {"gpt3-175b", "a100-64", 48},
    {"gemma2-2b", "rtx-4090-8", 16},     {"deepseek-moe-16b", "dgx-a100", 16}, {"phi-4", "mi300x-8", 24},
    {"qwen3-0.6b", "dgx-1v", 40},        {"gpt-oss-20b", "hgx-b200", 8},       {"opt-13b", "a100-16", 16},
};

SearchRequest requestOf(const Question& question, double reserve)
{
    SearchRequest request;
    request.model = loaded(shippedPresets().model(question.model));
    request.cluster = loaded(shippedPresets().cluster(question.cluster));
    request.cluster.reserve.value = reserve;
    request.training.globalBatch = question.batch;
    return request;
}

SearchResult found(const SearchRequest& request)
{
    return loaded(search(request));
}

/// The bytes of the plan's fullest stage.
Bytes mostBytes(const SearchResult& result)
{
    return result.estimate->peakMemory;
}

}  // namespace

class TestInfeasible : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void smallestBudgetIsTheSmallest_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<double>("reserve");
        QTest::addColumn<int>("method");
        const Method tried[] = {Method::Joint, Method::Bmw, Method::Base, Method::BmwTime, Method::DpPp};
        int i = 0;
        for (const Question& question : questions) {
            const Method method = tried[static_cast<std::size_t>(i) % std::size(tried)];
            const double reserve = i % 3 == 1 ? 0.07 : 0.0;
            QTest::addRow("%s on %s, %s", question.model, question.cluster, info(method).name)
                << i << reserve << static_cast<int>(method);
            ++i;
        }
    }

    void smallestBudgetIsTheSmallest()
    {
        QFETCH(int, index);
        QFETCH(double, reserve);
        QFETCH(int, method);
        SearchRequest request = requestOf(questions[index], reserve);
        request.method = static_cast<Method>(method);
        request.memoryBudget = 700 * MiB;
        const SearchResult none = found(request);
        QVERIFY(!none.plan);
        QVERIFY(none.infeasibility);
        QCOMPARE(test::faultsOf(request, none), std::string{});
        const Infeasibility& why = *none.infeasibility;
        QVERIFY(why.shortBy > 0);
        const Bytes need = usableBudget(request.memoryBudget, request.cluster) + why.shortBy;

        // The smallest budget does, and its plan fills the stage that was named to the last byte.
        request.memoryBudget = why.smallestBudget;
        const SearchResult least = found(request);
        QVERIFY(least.plan);
        QCOMPARE(test::faultsOf(request, least), std::string{});
        QCOMPARE(mostBytes(least), need);

        // One byte less does not, nor does a MiB less; each says the same budget again.
        for (const Bytes less : {Bytes{1}, MiB}) {
            request.memoryBudget = why.smallestBudget - less;
            const SearchResult tooSmall = found(request);
            QVERIFY(!tooSmall.plan);
            QCOMPARE(test::faultsOf(request, tooSmall), std::string{});
            QCOMPARE(tooSmall.infeasibility->smallestBudget, why.smallestBudget);
            QCOMPARE(tooSmall.infeasibility->stage, why.stage);
            QCOMPARE(tooSmall.infeasibility->shortBy, need - usableBudget(request.memoryBudget, request.cluster));
        }
    }

    /// The narrower the space, the more memory it takes at least.
    void narrowerSpacesNeedNoLess()
    {
        for (const Question& question : questions) {
            SearchRequest request = requestOf(question, 0);
            request.memoryBudget = 1;
            const auto smallest = [&request](Method method) {
                request.method = method;
                const SearchResult result = found(request);
                return result.infeasibility ? result.infeasibility->smallestBudget : Bytes{0};
            };
            const Bytes joint = smallest(Method::Joint);
            QVERIFY(joint > 0);
            QCOMPARE(smallest(Method::Bmw), joint);
            QCOMPARE(smallest(Method::Base), joint);
            for (const Method method :
                 {Method::BmwTime, Method::Galvatron, Method::Dp, Method::Sdp, Method::Tp, Method::DpPp}) {
                const Bytes narrow = smallest(method);
                QVERIFY2(narrow == 0 || narrow >= joint, info(method).name);
            }
        }
    }

    /// A batch that no strategy divides, and a model of fewer layers than the only number of stages asked for.
    void noLegalPlanHasNoBudget()
    {
        SearchRequest request = requestOf({"bert-large", "rtx-titan-8", 3}, 0);
        request.space = loaded(parseSpace("dp"));
        const SearchResult odd = found(request);
        QVERIFY(odd.infeasibility);
        QCOMPARE(odd.infeasibility->smallestBudget, Bytes{0});
        QCOMPARE(odd.infeasibility->shortBy, Bytes{0});
        QCOMPARE(test::faultsOf(request, odd), std::string{});

        request = requestOf({"bert-large", "a100-64", 64}, 0);
        request.pipelines = {64};
        const SearchResult shallow = found(request);
        QVERIFY(shallow.infeasibility);
        QCOMPARE(shallow.infeasibility->smallestBudget, Bytes{0});
    }

    /// Of several batches the smallest needs least, and is the one that is named.
    void theBestBatchIsNamed()
    {
        SearchRequest request = requestOf({"gpt3-1.3b", "a100-8", 8}, 0);
        request.batches = {64, 8, 32};
        request.memoryBudget = 1 * GiB;
        const SearchResult all = found(request);
        QVERIFY(all.infeasibility);
        Bytes least = std::numeric_limits<Bytes>::max();
        for (const std::int64_t batch : request.batches) {
            SearchRequest one = request;
            one.batches = {batch};
            least = std::min(least, found(one).infeasibility->shortBy);
        }
        QCOMPARE(all.infeasibility->shortBy, least);
        QVERIFY(std::ranges::find(request.batches, all.infeasibility->batch) != request.batches.end());
    }
};

PGRAM_TEST(TestInfeasible)
#include "test_infeasible.moc"
