// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One thread or several: the same plan, byte for byte, and the same certificate. Stopped at any moment: a plan that is
// what it says, and a bound that holds.
#include "core/base/workers.h"
#include "core/model/tuning.h"
#include "core/plan/plan_json.h"
#include "tests/core/certificate_checker.h"
#include "tests/core/random_problem.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/small_models.h"
#include "tests/core/small_request.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <random>

using namespace pgram;

namespace {

SearchResult found(const SearchRequest& request)
{
    return loaded(search(request));
}

/// What must not depend on threads: everything but seconds, and how many tasks a bound made needless.
std::string lasting(const SearchResult& result)
{
    std::string text = result.plan ? planToJson(*result.plan) : result.infeasibility->reason.english();
    const auto add = [&text](const auto& figure) { text += '\n' + QByteArray::number(figure).toStdString(); };
    const Certificate& certificate = result.certificate;
    text += std::string(name(certificate.status)) + certificate.scope;
    for (const double figure : {certificate.lowerBound, certificate.gap}) {
        text += QByteArray::number(figure, 'g', 17).toStdString() + ' ';
    }
    add(certificate.tasks);
    if (const std::optional<Infeasibility>& why = result.infeasibility) {
        for (const std::int64_t figure : {why->shortBy, why->smallestBudget, why->batch}) {
            add(static_cast<qint64>(figure));
        }
        for (const int figure : {why->stage, why->pipeline, why->microbatches}) {
            add(figure);
        }
    }
    for (const BalanceStep& step : result.walk) {
        text += QByteArray::number(step.stepTime, 'g', 17).toStdString() + (step.best ? '*' : ' ');
    }
    return text;
}

void compareThreads(SearchRequest request)
{
    request.threads = 1;
    const std::string one = lasting(found(request));
    for (const int threads : {2, 5, 8}) {
        request.threads = threads;
        QCOMPARE(lasting(found(request)), one);
    }
}

/// Returns the number of threads that this process has now.
int threadsNow()
{
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return static_cast<int>(std::distance(begin(tasks), end(tasks)));
}

/// Returns the most threads that a search had at any of its reports, its caller's among them.
int threadsOf(const SearchRequest& request)
{
    const int others = threadsNow() - 1;
    int most = 0;
    (void)loaded(search(request, {}, [&](const Progress&) { most = std::max(most, threadsNow()); }));
    return most - others;
}

SearchRequest presetRequest(const char* model, const char* cluster, Bytes budget)
{
    SearchRequest request;
    request.model = loaded(shippedPresets().model(model));
    request.cluster = loaded(shippedPresets().cluster(cluster));
    request.memoryBudget = budget;
    return request;
}

/// Stops a search when it tells its progress for the `report`-th time; of those with a plan, where `withPlan`.
SearchResult stoppedAt(const SearchRequest& request, int report, bool withPlan)
{
    std::stop_source source;
    return loaded(search(request, source.get_token(), [&](const Progress& progress) {
        const bool counts = !withPlan || progress.incumbent < std::numeric_limits<double>::infinity();
        if (counts && --report == 0) {
            source.request_stop();
        }
    }));
}

}  // namespace

class TestSearchThreads : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Also more than the machine has cores: what the other tests compare is real.
    void asManyThreadsRunAsAreAskedFor()
    {
        SearchRequest request = presetRequest("bert-large", "rtx-titan-8", 6 * GiB);
        request.batches = {16, 32, 48, 64, 96, 128};
        for (const int threads : {1, 2, 5, 8}) {
            request.threads = threads;
            // A report may come before all threads of its loop are there, or after some are done.
            int most = 0;
            for (int round = 0; round < 50 && most != threads; ++round) {
                most = std::max(most, threadsOf(request));
            }
            QCOMPARE(most, threads);
        }
        request.threads = 0;
        QVERIFY(threadsOf(request) <= coreCount());
    }

    void moreThreadsThanAnyMachineHasAreRefused()
    {
        SearchRequest request = test::smallRequest(2, 2);
        for (const int threads : {-1, mostThreads + 1, 100'000}) {
            request.threads = threads;
            const Result<SearchResult> refused = search(request);
            QVERIFY(!refused);
            QCOMPARE(refused.error().where.english(), std::string("threads"));
        }
        request.threads = mostThreads;
        QVERIFY(search(request));
    }

    void methodsDoNotDependOnThreads_data()
    {
        QTest::addColumn<int>("method");
        for (const MethodInfo& entry : test::availableMethods()) {
            QTest::newRow(entry.name) << static_cast<int>(entry.method);
        }
    }

    void methodsDoNotDependOnThreads()
    {
        QFETCH(int, method);
        SearchRequest request = presetRequest("bert-large", "rtx-titan-8", 6 * GiB);
        request.method = static_cast<Method>(method);
        request.samples = 500;
        request.training.globalBatch = 64;
        compareThreads(request);
        // A range of batches, and a budget that the larger of them do not fit.
        request.batches = {8, 24, 48, 96};
        request.memoryBudget = 3 * GiB;
        compareThreads(request);
    }

    void presetsDoNotDependOnThreads_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("cluster");
        QTest::addColumn<int>("gibibytes");
        const std::pair<const char*, const char*> pairs[] = {{"t5-512-4-32", "rtx-titan-16"},
                                                             {"swin-huge-32", "rtx-titan-16"},
                                                             {"gpt3-1.3b", "a100-16"},
                                                             {"resnet-50", "ethernet-4"},
                                                             {"mixtral-8x7b", "dgx-a100-64"}};
        int pair = 0;
        for (const auto& [model, cluster] : pairs) {
            ++pair;
            for (const int gibibytes : {1, 8, 16}) {
                // A third, with every budget among them.
                if (!test::isDeep() && gibibytes != std::array{1, 8, 16}[static_cast<std::size_t>(pair % 3)]) {
                    continue;
                }
                QTest::addRow("%s on %s, %d GiB", model, cluster, gibibytes)
                    << QByteArray(model) << QByteArray(cluster) << gibibytes;
            }
        }
    }

    void presetsDoNotDependOnThreads()
    {
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, cluster);
        QFETCH(int, gibibytes);
        SearchRequest request = presetRequest(model, cluster, gibibytes * GiB);
        request.method = gibibytes == 8 ? Method::Joint : Method::Bmw;
        request.batches = {16, 32};
        compareThreads(request);
    }

    /// Frontiers that are thinned out keep labels by a limit: the limit must not depend on the workers.
    void thinnedTasksDoNotDependOnThreads()
    {
        SearchRequest request = presetRequest("gemma2-2b", "a100-32-v100-32", 80 * GiB);
        request.model = loaded(withFrozen(request.model, 8));
        request.training.globalBatch = 16;
        request.training.precision = Precision::Bf16;
        request.space = loaded(parseSpace("dp,sdp,tp,pp,zero1,cp"));
        request.schedule.kind = ScheduleKind::GPipe;
        request.microbatches = {4, 8};
        request.method = Method::Joint;
        request.threads = 1;
        const std::string one = lasting(found(request));
        for (const int threads : {2, 3}) {
            request.threads = threads;
            QCOMPARE(lasting(found(request)), one);
        }
    }

    /// Many plans of equal cost: which of them wins must not depend on who comes first.
    void randomProblemsDoNotDependOnThreads()
    {
        for (unsigned seed = 1; seed <= static_cast<unsigned>(test::casesOf(100, 1000)); ++seed) {
            SearchRequest request = test::randomProblem(seed, 100, 1e7);
            request.method = seed % 2 == 0 ? Method::Joint : Method::Bmw;
            request.batches = {4, 8, 12, 24};
            request.memoryBudget = (seed % 8 + 1) * 4 * MiB;
            compareThreads(request);
        }
    }

    /// Where only FLOP take time, every batch is as good as another: the smallest wins, whichever comes first.
    void ofEqualPlansTheSmallestBatchWins()
    {
        SearchRequest request;
        std::mt19937 random(1);
        request.model = test::smallModel(2, random);
        request.cluster = test::smallCluster(1);
        request.cluster.device.memory = 16 * GiB;
        request.cluster.device.memoryBandwidth = std::numeric_limits<double>::infinity();
        request.cluster.device.launchSeconds.value = 0;
        for (const std::vector<std::int64_t>& batches : {std::vector<std::int64_t>{32, 8, 16}, {8, 16, 32}}) {
            request.batches = batches;
            for (const int threads : {1, 2}) {
                request.threads = threads;
                const SearchResult result = found(request);
                QVERIFY(result.plan);
                QCOMPARE(result.plan->training.globalBatch, std::int64_t{8});
                QCOMPARE(result.plan->schedule.microbatches, 1);
            }
        }
    }

    void stoppedSearchesAreHonest_data()
    {
        QTest::addColumn<int>("method");
        QTest::addColumn<int>("threads");
        for (const Method method : {Method::Joint, Method::Bmw, Method::Base}) {
            for (const int threads : {1, 2}) {
                QTest::addRow("%s on %d", info(method).name, threads) << static_cast<int>(method) << threads;
            }
        }
    }

    void stoppedSearchesAreHonest()
    {
        QFETCH(int, method);
        QFETCH(int, threads);
        SearchRequest request = presetRequest("t5-large-32", "rtx-titan-16", 10 * GiB);
        request.batches = {16, 32};
        if (test::slowdown == 1) {
            request.batches.insert(request.batches.end(), {48, 64});
        }
        request.threads = threads;
        request.method = Method::Joint;
        const SearchResult best = found(request);
        QVERIFY(best.certificate.status != Certificate::Status::Stopped);
        const double optimum = best.estimate->throughput;
        // Where the certificate has a gap, a stopped search may have met a better plan.
        const double most = optimum / (1 - best.certificate.gap);

        request.method = static_cast<Method>(method);
        int reports = 0;
        QVERIFY(search(request, {}, [&reports](const Progress&) { ++reports; }));
        std::mt19937 random(7);
        int stopped = 0;
        int withPlan = 0;
        for (int round = 0; round < 3 + 9 / test::slowdown; ++round) {
            const int report = std::uniform_int_distribution(1, std::max(1, reports / 2))(random);
            const SearchResult result = stoppedAt(request, report, round % 2 == 1);
            const std::string faults = test::faultsOf(request, result);
            QVERIFY2(faults.empty(), faults.c_str());
            stopped += result.certificate.status == Certificate::Status::Stopped;
            if (!result.plan) {
                continue;
            }
            ++withPlan;
            QVERIFY(result.estimate->throughput <= most * (1 + 1e-12));
            // The bound speaks of all batches that were asked for, at the plan's rate.
            const double batch = static_cast<double>(result.plan->training.globalBatch);
            QVERIFY(result.certificate.lowerBound <= batch / optimum * (1 + 1e-12));
        }
        QVERIFY2(stopped > 0 && withPlan > 0, qPrintable(QString("%1 stopped, %2 plans").arg(stopped).arg(withPlan)));
    }
};

PGRAM_TEST(TestSearchThreads)
#include "test_search_threads.moc"
