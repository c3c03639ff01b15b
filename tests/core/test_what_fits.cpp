// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What would make a request fit: an offer for each of sixty that do not fit as they are asked, held against every
// single switch and every pair searched by hand; and host memory that plans keep to.
#include "core/cluster/cluster_sizes.h"
#include "core/questions/nearest_plan.h"
#include "core/search/outer/host_limit.h"
#include "core/strategy/dimensions/dimensions.h"
#include "tests/core/misfits.h"
#include "tests/core/shipped_presets.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <limits>

using namespace pgram;

namespace {

Seconds rateOf(const SearchResult& result)
{
    return result.plan ? result.estimate->stepTime / static_cast<double>(result.plan->training.globalBatch)
                       : std::numeric_limits<double>::infinity();
}

/// The least seconds a sample over every single change and every pair.
Seconds bestByHand(const SearchRequest& request)
{
    const std::vector<RequestChange> changes = possibleChanges(request);
    Seconds best = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < changes.size(); ++a) {
        for (std::size_t b = a; b < changes.size(); ++b) {
            const SearchRequest both = loaded(changed(loaded(changed(request, changes[a])), changes[b]));
            best = std::min(best, rateOf(loaded(search(both))));
        }
    }
    return best;
}

/// Seconds per sample of offers, each with true if a framework runs it.
using Rates = std::vector<std::pair<double, bool>>;
/// Seconds per sample of the offers that are returned.
using Chosen = std::vector<double>;

SearchRequest onConsumerCards(Bytes hostMemory)
{
    SearchRequest request = requestOf({"llama2-13b", "rtx-4090-8", 64, 0});
    request.space.offloadOptimizer = request.space.offloadActivations = true;
    request.cluster.host.memory = hostMemory / request.cluster.nodeDevices();
    return request;
}

}  // namespace

class TestWhatFits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sixtyThatDoNotFit()
    {
        const std::vector<SearchRequest> requests = misfits();
        QCOMPARE(requests.size(), std::size_t{60});
        // One in six, or all of them in the deep tier.
        const auto step = static_cast<std::size_t>((test::isDeep() ? 1 : 6) * test::slowdown);
        for (std::size_t i = test::firstSeed() % step; i < requests.size(); i += step) {
            const SearchRequest& request = requests[i];
            const std::string name = request.model.name + " on " + request.cluster.name;
            QVERIFY2(!loaded(search(request)).plan, name.c_str());
            const Offers offers = loaded(whatFits(request, {.plannings = 1}));
            QVERIFY2(!offers.here.empty(), name.c_str());
            const Offer& offer = offers.here.front();
            QVERIFY(offer.changes.size() <= 2 && offer.changes == offers.first);
            QVERIFY2(offer.figures->fits && offer.figures->legal, name.c_str());
            QVERIFY(!offer.figures->host.isExceeded());
            QCOMPARE(offer.request.budget(), request.budget());
        }
    }

    /// Where all are tried, the first offer is the best there is.
    void bestOfAll_data()
    {
        QTest::addColumn<int>("question");
        QTest::addColumn<double>("share");
        double usual = 0.97;
        for (const int question : {5, 13, 18, 19}) {
            for (const double share : {0.97, 0.7}) {
                if (!test::isDeep() && share != usual) {
                    continue;
                }
                QTest::addRow("%s, %g", misfitQuestions[static_cast<std::size_t>(question)].model, share)
                    << question << share;
            }
            usual = usual == 0.97 ? 0.7 : 0.97;
        }
    }

    void bestOfAll()
    {
        QFETCH(int, question);
        QFETCH(double, share);
        SearchRequest request = requestOf(misfitQuestions[static_cast<std::size_t>(question)]);
        request.memoryBudget = static_cast<Bytes>(share * static_cast<double>(leastBudget(request)));
        const Offers offers = loaded(whatFits(request, {.most = 100, .plannings = 0}));
        QVERIFY(offers.complete);
        const Seconds best = bestByHand(request);
        QVERIFY(std::isfinite(best) && !offers.here.empty());
        Seconds found = std::numeric_limits<double>::infinity();
        for (const Offer& offer : offers.here) {
            const bool isSwitch = offer.changes.front().kind != RequestChange::Kind::Target;
            found = isSwitch ? std::min(found, offer.rate()) : found;
        }
        QVERIFY(std::abs(found - best) <= 2e-3 * best);
        for (std::size_t i = 0; i < offers.here.size(); ++i) {
            const Offer& offer = offers.here[i];
            QVERIFY(offer.runners == runnersOf(*offer.plan));
            const bool isSlower = i == 0 || offer.rate() >= offers.here[i - 1].rate();
            QVERIFY(isSlower || (offer.runners.empty() && offer.rate() * 1.05 >= offers.here[i - 1].rate()));
            SearchRequest again = request;
            for (const RequestChange& change : offer.changes) {
                again = loaded(changed(again, change));
            }
            QVERIFY(again == offer.request);
        }
    }

    void runnersComeFirst_data()
    {
        QTest::addColumn<Rates>("rates");
        QTest::addColumn<Chosen>("chosen");
        QTest::newRow("similar") << Rates{{1.04, true}, {1, false}, {2, true}} << Chosen{1.04, 1, 2};
        QTest::newRow("much faster") << Rates{{1.06, true}, {1, false}, {2, true}} << Chosen{1, 1.06, 2};
        QTest::newRow("step by step") << Rates{{1, false}, {1.04, false}, {1.08, true}} << Chosen{1, 1.08, 1.04};
        QTest::newRow("all run") << Rates{{1.01, true}, {1, true}} << Chosen{1, 1.01};
        QTest::newRow("one at least") << Rates{{1, false}, {1.1, false}, {1.2, false}, {9, true}} << Chosen{1, 1.1, 9};
        QTest::newRow("none") << Rates{{1, false}, {4, false}, {3, false}, {2, false}} << Chosen{1, 2, 3};
    }

    void runnersComeFirst()
    {
        QFETCH(const Rates, rates);
        QFETCH(const Chosen, chosen);
        auto plan = std::make_shared<Plan>();
        plan->training.globalBatch = 1;
        std::vector<Offer> offers;
        for (const auto& [rate, isRun] : rates) {
            auto figures = std::make_shared<Estimate>();
            figures->stepTime = rate;
            offers.push_back({.plan = plan, .figures = figures});
            offers.back().runners = isRun ? std::vector{targets().front()} : std::vector<const Target*>();
        }
        Chosen order;
        for (const Offer& offer : bestOffers(offers, 3)) {
            order.push_back(offer.rate());
        }
        QCOMPARE(order, chosen);
    }

    /// No switch makes a plan that a framework runs: DeepSpeed on its own has one.
    void frameworksAreTried()
    {
        const SearchRequest request = requestOf({"llama2-13b", "rtx-4090-8", 64, 0});
        const Offers offers = loaded(whatFits(request));
        QCOMPARE(offers.here.size(), std::size_t{3});
        QVERIFY(offers.here[0].runners.empty() && offers.here[1].runners.empty());
        const Offer& last = offers.here.back();
        QCOMPARE(name(last.changes.front().kind), "target");
        QCOMPARE(valueOf(last.changes.front()), std::string("deepspeed"));
        QCOMPARE(runnersText(last.runners).english(), std::string("runs on DeepSpeed, Accelerate with DeepSpeed"));
        QCOMPARE(rateOf(loaded(search(last.request))), last.rate());
    }

    /// With a target all offers run on it, and numbers that it does not have are none.
    void offersKeepToTheTarget()
    {
        SearchRequest request = requestOf({"gpt3-1.3b", "rtx-4090-8", 64, 0});
        request.memoryBudget = 6 * GiB;
        const Target* target = *parseTarget("accelerate");
        QVERIFY(!target->numbers.value.halfGradients);
        request = requestWithin(request, *target);
        request.space = *parseSpace("dp");
        const auto changesGradients = [](const RequestChange& change) {
            return change.kind == RequestChange::Kind::Gradients;
        };
        QVERIFY(std::ranges::none_of(possibleChanges(request), changesGradients));
        const Offers offers = loaded(whatFits(request, {.plannings = 3}));
        QVERIFY(!offers.here.empty());
        for (const Offer& offer : offers.here) {
            QVERIFY(std::ranges::count(offer.runners, target) == 1);
        }
        request.target = nullptr;
        QVERIFY(std::ranges::count_if(possibleChanges(request), changesGradients) == 1);
    }

    void moreNodes()
    {
        SearchRequest request = requestOf({"llama2-70b", "dgx-h100", 64, 0});
        const Offers offers = loaded(whatFits(request, {.plannings = 1}));
        QCOMPARE(offers.moreNodes.size(), std::size_t{1});
        const Offer& offer = offers.moreNodes.front();
        QVERIFY(offer.figures->fits);
        const int nodes = offer.changes.front().nodes;
        QCOMPARE(offer.plan->cluster.devices, 8 * nodes);
        request.cluster = loaded(withNodes(request.cluster, nodes / 2));
        QVERIFY(!loaded(search(request)).plan);
    }

    /// A baseline searches its own dimensions whatever the request says: another method is what changes something.
    void methodsThatPrescribe()
    {
        SearchRequest request = requestOf({"llama2-7b", "a100-8", 64, 0});
        request.method = Method::Dp;
        QVERIFY(!loaded(search(request)).plan);
        const Offers offers = loaded(whatFits(request));
        QVERIFY(!offers.here.empty());
        QVERIFY(offers.here.front().changes.front().kind == RequestChange::Kind::Method);
    }

    void nothingHelps()
    {
        SearchRequest request = requestOf({"gpt3-175b", "rtx-4090-8", 8, 0});
        request.cluster.network.reset();
        request.cluster.host = {};  // else DeepSpeed's ZeRO-3 fits, with its weights on the host
        const Offers offers = loaded(whatFits(request));
        QVERIFY(offers.here.empty() && offers.moreNodes.empty());
        QVERIFY(offers.complete && offers.tried > 20);
    }

    void stopped()
    {
        std::stop_source stop;
        int told = 0;
        const SearchRequest request = requestOf({"llama2-13b", "rtx-4090-8", 64, 0});
        const Offers offers = loaded(whatFits(request, {}, stop.get_token(), {}, [&](const Progress& now) {
            QVERIFY(now.tasksDone <= now.tasksTotal);
            if (++told == 3) {
                stop.request_stop();
            }
        }));
        QVERIFY(!offers.complete);
        QVERIFY(offers.tried < 10);
    }

    void hostThatNobodyKnows()
    {
        const SearchRequest request = requestOf({"llama2-13b", "rtx-4090-8", 64, 0});
        const Offers offers = loaded(whatFits(request));
        QVERIFY(!offers.here.empty());
        for (const Offer& offer : offers.here) {
            QCOMPARE(offer.unknownHost, offer.figures->host.needed > 0);
        }
    }

    /// No plan keeps more in host memory than its node has, and none is faster than without a limit.
    void hostMemoryIsALimit()
    {
        const SearchResult free = loaded(search(onConsumerCards(0)));
        QVERIFY(free.plan && free.estimate->host.isUnknown());
        const Bytes needed = free.estimate->host.needed;
        int found = 0;
        for (const double share : {0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1.0, 2.0}) {
            const auto memory = static_cast<Bytes>(std::ceil(share * static_cast<double>(needed) / 8) * 8);
            const SearchResult result = loaded(search(onConsumerCards(memory)));
            if (!result.plan) {
                QVERIFY(result.infeasibility.has_value());
                QVERIFY(!result.infeasibility->reason.empty() && share < 1);
                continue;
            }
            ++found;
            QVERIFY(result.estimate->host.needed <= memory);
            QVERIFY(rateOf(result) >= rateOf(free) * (1 - 1e-9));
            QVERIFY(result.certificate.lowerBound <= result.estimate->stepTime * (1 + 1e-9));
            QVERIFY(share < 1 || rateOf(result) == rateOf(free));
        }
        QVERIFY2(found >= 3, qPrintable(QString::number(found)));
    }

    /// Of a plan that keeps too much: some layers come back, and the least that it takes.
    void layersTakenBack()
    {
        const SearchResult result = loaded(search(requestOf({"gpt3-1.3b", "rtx-4090-8", 64, 0})));
        QVERIFY(result.plan.has_value());
        Plan plan = *result.plan;
        for (LayerStrategy& strategy : plan.strategies) {
            offloadOptimizerRules.set(strategy, true);
        }
        const Estimate all = estimate(plan);
        QVERIFY(all.host.needed > 0);
        plan.cluster.host.memory = all.host.needed * 7 / 8 / plan.cluster.nodeDevices();
        const std::optional<WeighedPlan> less = withLessOffload(plan, {});
        QVERIFY(less.has_value());
        QVERIFY(!less->figures.host.isExceeded() && less->runs());
        QVERIFY(less->figures.host.needed > all.host.needed / 2);
    }
};

PGRAM_TEST(TestWhatFits)
#include "test_what_fits.moc"
