// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Days, money and energy of a run by hand; checkpoint intervals against a search for the least time; the cluster and
// the model that limits allow against brute force over all of them.
#include "core/questions/run_choice.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <limits>
#include <random>

using namespace pgram;

namespace {

SearchRequest requestOf(const char* model, const char* cluster, std::int64_t batch)
{
    SearchRequest request;
    request.model = loaded(shippedPresets().model(model));
    request.cluster = loaded(shippedPresets().cluster(cluster));
    request.training.globalBatch = batch;
    return request;
}

/// Bert on a few clusters, one of which says no price.
const std::vector<RunRow>& rowsOfClusters()
{
    static const std::vector<RunRow> rows = [] {
        std::vector<Cluster> clusters;
        for (const char* name : {"a100-64", "rtx-titan-16", "dgx-h100-64", "ethernet-4"}) {
            clusters.push_back(loaded(shippedPresets().cluster(name)));
        }
        const std::vector<int> nodes{1, 2, 3, 4, 16};
        SearchRequest request = requestOf("bert-huge-32", "a100-8", 384);
        request.microbatches = {1, 2, 4, 8};  // of sixteen: what a row costs is compared, not how it was found
        const auto requests = onClusters(request, clusters, nodes);
        return loaded(runRows(requests, {.tokens = 1e10}, {}));
    }();
    return rows;
}

std::vector<RunRow> within(const RunLimits& limits)
{
    std::vector<RunRow> rows = rowsOfClusters();
    for (RunRow& row : rows) {
        row.within = row.cost && limits.holds(*row.cost);
    }
    return rows;
}

}  // namespace

class TestRunCost : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Twenty tokens a parameter is a rule for training from scratch: adapters must say their tokens.
    void adaptersSayTheirTokens()
    {
        SearchRequest request = requestOf("llama2-7b", "dgx-h100", 64);
        request.training.tuning.method = TuningMethod::Lora;
        const SearchResult result = loaded(search(request));
        QVERIFY(!runCost(*result.plan, *result.estimate, {}));
        QCOMPARE(loaded(runCost(*result.plan, *result.estimate, {.tokens = 1e8})).tokens, 1e8);
        QCOMPARE(loaded(runCost(*result.plan, *result.estimate, {.tokensPerParameter = 0.01})).tokens,
                 0.01 * parameterCount(result.plan->model));
        // The rule's own number, said on purpose, is not the rule.
        QCOMPARE(
            loaded(runCost(*result.plan, *result.estimate, {.tokensPerParameter = usualTokensPerParameter})).tokens,
            usualTokensPerParameter * parameterCount(result.plan->model));
    }
    void byHand()
    {
        const SearchResult result = loaded(search(requestOf("llama2-7b", "dgx-h100", 64)));
        const RunQuestion question{.tokens = 1e12, .facility = 1.2};
        const RunCost cost = loaded(runCost(*result.plan, *result.estimate, question));
        const double steps = std::ceil(1e12 / (64 * 4096));
        QCOMPARE(cost.steps, steps);
        QCOMPARE(cost.total, steps * result.estimate->stepTime);
        QCOMPARE(cost.days(), cost.total / 86400);
        QCOMPARE(cost.deviceHours, 8 * cost.total / 3600);
        QCOMPARE(*cost.dollars, cost.deviceHours * 2.5);
        QCOMPARE(*cost.kilowattHours, cost.deviceHours * 0.7 * 1.2);
        const RunCost rule = loaded(runCost(*result.plan, *result.estimate, {}));
        QCOMPARE(rule.tokens, 20 * parameterCount(result.plan->model));
        const RunCost own = loaded(runCost(*result.plan, *result.estimate, {.hourPrice = {4, "mine", ""}}));
        QCOMPARE(*own.dollars, own.deviceHours * 4);
        QCOMPARE(own.hourPrice.source, std::string("mine"));
    }

    void whatIsNotKnown()
    {
        const SearchResult result = loaded(search(requestOf("llama2-7b", "dgx-b300", 64)));
        const RunCost cost = loaded(runCost(*result.plan, *result.estimate, {}));
        QVERIFY(!cost.dollars && !cost.kilowattHours && cost.deviceHours > 0);
        QVERIFY(!runCost(*result.plan, *result.estimate, {.tokensPerParameter = 0}));
    }

    /// Every price of a preset has a source and a day, every power a source.
    void pricesSayWhose()
    {
        int priced = 0;
        for (const PresetEntry& entry : shippedPresets().clusters()) {
            const Device device = loaded(shippedPresets().cluster(entry.name)).device;
            priced += device.hourPrice.isKnown() ? 1 : 0;
            QVERIFY2(!device.hourPrice.isKnown() ||
                         (!device.hourPrice.source.empty() && device.hourPrice.date.size() == 10),
                     entry.name.c_str());
            QVERIFY2(!device.power.isKnown() || !device.power.source.empty(), entry.name.c_str());
        }
        QVERIFY(priced > 15);
    }

    /// Young's first order, and within a thousandth of the least expected time where a checkpoint is short.
    void checkpointInterval()
    {
        for (const Seconds mean : {3600.0, 86400.0, 1e6}) {
            for (const Seconds checkpoint : {1.0, 30.0, 300.0}) {
                const Seconds best = bestCheckpointInterval(checkpoint, mean);
                QVERIFY(std::abs(best + checkpoint - std::sqrt(2 * checkpoint * mean)) < 0.3 * best);
                const Interruptions of{mean, checkpoint, 60};
                Seconds least = std::numeric_limits<double>::infinity();
                for (double interval = 1; interval < 3 * mean; interval *= 1.002) {
                    least = std::min(least, interruptedSeconds(1e6, interval, of, mean));
                }
                QVERIFY(interruptedSeconds(1e6, best, of, mean) <= 1.001 * least);
            }
        }
        // Without failures there is nothing to pay.
        QVERIFY(std::abs(interruptedSeconds(1000, 10, {1e12, 0, 0}, 1e12) - 1000) < 1e-3);
    }

    void interruptionsCost()
    {
        const SearchResult result = loaded(search(requestOf("llama2-7b", "dgx-h100-64", 512)));
        RunQuestion question{.tokens = 1e12};
        Seconds before = loaded(runCost(*result.plan, *result.estimate, question)).total;
        for (const double hours : {1e6, 1e5, 1e4, 1e3}) {
            question.interruptions = {hours * 3600, 120, 600};
            const RunCost cost = loaded(runCost(*result.plan, *result.estimate, question));
            QVERIFY(cost.total > before && cost.training < cost.total);
            QVERIFY(cost.deviceHours == 64 * cost.total / 3600);
            before = cost.total;
        }
        question.interruptions = {1, 1e5, 1e5};
        QVERIFY(!runCost(*result.plan, *result.estimate, question));
    }

    /// Steps that take longer than estimated make all of the run longer, and interrupted ones more than that.
    void slowerSteps()
    {
        const SearchResult result = loaded(search(requestOf("llama2-7b", "dgx-h100", 64)));
        RunQuestion question{.tokens = 1e12};
        const RunCost as = loaded(runCost(*result.plan, *result.estimate, question));
        question.slower = 1.25;
        const RunCost slower = loaded(runCost(*result.plan, *result.estimate, question));
        QCOMPARE(slower.steps, as.steps);
        QCOMPARE(slower.days(), 1.25 * as.days());
        QCOMPARE(*slower.dollars, 1.25 * *as.dollars);
        QCOMPARE(*slower.kilowattHours, 1.25 * *as.kilowattHours);
        question.interruptions = {1e5 * 3600, 120, 600};
        const RunCost late = loaded(runCost(*result.plan, *result.estimate, question));
        question.slower = 1;
        QVERIFY(late.total > 1.2 * loaded(runCost(*result.plan, *result.estimate, question)).total);
    }

    /// More days or more money never ask for more devices, cost more, take longer or train a smaller model.
    void moreIsNoWorse()
    {
        std::mt19937_64 random(3);
        std::uniform_real_distribution<double> power(-1.5, 2.5);
        const auto limit = [&] { return std::pow(10, power(random)); };
        int chosen = 0;
        for (int i = 0; i < 300; ++i) {
            const RunLimits less{limit() / 10, limit() * 10};
            const RunLimits more{less.days * (1 + limit()), less.dollars * (1 + limit())};
            const std::vector<RunRow> few = within(less);
            const std::vector<RunRow> many = within(more);
            if (soonestRun(few) == nullptr) {
                continue;
            }
            ++chosen;
            QVERIFY(smallestCluster(many)->request.cluster.devices <= smallestCluster(few)->request.cluster.devices);
            QVERIFY(*cheapestRun(many)->cost->dollars <= *cheapestRun(few)->cost->dollars);
            QVERIFY(soonestRun(many)->cost->total <= soonestRun(few)->cost->total);
            QVERIFY(parameterCount(largestModel(many)->request.model) >=
                    parameterCount(largestModel(few)->request.model));
        }
        QVERIFY(chosen > 30);
    }

    /// The sequence that trains a batch's tokens soonest, against searches one by one.
    void bestSequence()
    {
        const SearchRequest request = requestOf("llama2-7b", "dgx-h100", 1);
        const std::vector<std::int64_t> sequences{1024, 3000, 4096, 16384};
        const std::vector<SearchRequest> requests = ofSequences(request, 262144, sequences);
        QCOMPARE(requests.size(), std::size_t{3});
        const std::vector<RunRow> rows = loaded(runRows(requests, {.tokens = 1e9}, {}));
        Seconds least = std::numeric_limits<double>::infinity();
        for (const std::int64_t sequence : {1024, 4096, 16384}) {
            SearchRequest own = request;
            own.training.sequenceLength = sequence;
            own.training.globalBatch = 262144 / sequence;
            least = std::min(least, loaded(search(own)).estimate->stepTime);
        }
        QCOMPARE(soonestRun(rows)->figures->stepTime, least);
    }

    void limitsAgainstBruteForce()
    {
        QVERIFY(rowsOfClusters().size() >= 20);
        int before = -1;
        for (const double days : {0.05, 0.1, 0.3, 0.6, 1.0, 2.0, 5.0, 20.0, 100.0}) {
            for (const double dollars : {0.0, 10.0, 30.0, 100.0, 300.0, 1000.0}) {
                const std::vector<RunRow> rows = within({days, dollars});
                const RunRow* smallest = smallestCluster(rows);
                const RunRow* cheapest = cheapestRun(rows);
                for (const RunRow& row : rows) {
                    const bool in = row.cost && row.cost->total / 86400 <= days &&
                                    (dollars == 0 || (row.cost->dollars && *row.cost->dollars <= dollars));
                    QCOMPARE(row.within, in);
                    if (!in) {
                        continue;
                    }
                    QVERIFY(smallest != nullptr);
                    QVERIFY(smallest->request.cluster.devices <= row.request.cluster.devices);
                    QVERIFY(!row.cost->dollars || *cheapest->cost->dollars <= *row.cost->dollars);
                    QVERIFY(soonestRun(rows)->cost->total <= row.cost->total);
                }
            }
            // More days ask for no more devices.
            const RunRow* smallest = nullptr;
            const std::vector<RunRow> rows = within({days, 0});
            smallest = smallestCluster(rows);
            QVERIFY(before < 0 || (smallest != nullptr && smallest->request.cluster.devices <= before));
            before = smallest != nullptr ? smallest->request.cluster.devices : before;
        }
        QVERIFY(before > 0);
    }

    /// More money or more days never give a smaller model.
    void largestModelWithinLimits()
    {
        std::vector<SearchRequest> requests;
        for (const char* model : {"gpt2-small", "gpt3-1.3b", "gpt3-2.7b", "llama2-7b", "llama2-13b"}) {
            requests.push_back(requestOf(model, "dgx-h100", 64));
        }
        std::vector<RunRow> rows = loaded(runRows(requests, {}, {}));
        double before = 0;
        for (const double dollars : {1.0, 100.0, 1000.0, 10000.0, 50000.0}) {
            double most = 0;
            for (RunRow& row : rows) {
                row.within = row.cost && RunLimits{0, dollars}.holds(*row.cost);
                most = row.within ? std::max(most, parameterCount(row.request.model)) : most;
            }
            const RunRow* largest = largestModel(rows);
            QCOMPARE(largest != nullptr ? parameterCount(largest->request.model) : 0, most);
            QVERIFY(most >= before);
            before = most;
        }
        QVERIFY(before > 1e10);
    }
};

PGRAM_TEST(TestRunCost)
#include "test_run_cost.moc"
