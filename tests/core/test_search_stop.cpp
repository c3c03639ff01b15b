// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A search that is stopped: what it has found holds.
#include "core/search/search.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/small_models.h"
#include "tests/core/small_request.h"
#include "tests/core/small_tasks.h"
#include "tests/pgram_test.h"

using namespace pgram;
using test::randomRequest;
using test::smallRequest;
using test::sourceOf;

namespace {

/// A search of minutes on one thread: many kinds of layers, many devices, many batches.
SearchRequest longRequest()
{
    SearchRequest request = smallRequest(64, 60);
    for (int i = 0; i < 40; ++i) {
        LayerSpec layer = test::block(LayerKind::Decoder, "layer", 1, 256);
        layer.name += std::to_string(i);
        layer.ffn = 64 * (16 + i);
        request.model.runs.insert(request.model.runs.end() - 1, layer);
    }
    request.space.takeaway3 = false;
    request.space.sp = true;
    for (int i = 1; i <= 256; ++i) {
        request.batches.push_back(240 * i);
    }
    request.memoryBudget = 32 * MiB;
    return request;
}

/// Stopped when progress is told for the `report`-th time; before it begins for 0.
Result<SearchResult> stoppedAt(const SearchRequest& request, int report)
{
    std::stop_source source;
    if (report == 0) {
        source.request_stop();
    }
    return search(request, source.get_token(), [&](const Progress&) {
        if (--report == 0) {
            source.request_stop();
        }
    });
}

bool isSound(const SearchResult& result)
{
    const Certificate& certificate = result.certificate;
    return !result.plan ||
           (result.estimate->fits && result.estimate->legal && certificate.lowerBound <= result.estimate->stepTime &&
            certificate.gap >= 0 && certificate.gap <= 1);
}

}  // namespace

class TestSearchStop : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A search of minutes comes back, and what it has found holds. How soon: bench_cancel.
    void whatAStoppedSearchHasHolds()
    {
        for (const int report : {0, 1, 2, 4}) {
            const Result<SearchResult> result = stoppedAt(longRequest(), report);
            QVERIFY(result);
            QCOMPARE(result->certificate.status, Certificate::Status::Stopped);
            QVERIFY(isSound(*result));
        }
    }

    /// 126 blocks on 16,384 devices over the wide space, whenever it is stopped.
    void soDoesTheLargestSearch()
    {
        SearchRequest request;
        request.model = loaded(shippedPresets().model("llama3.1-405b"));
        request.cluster = loaded(shippedPresets().cluster("dgx-h100-16384"));
        request.training.globalBatch = 2048;
        request.method = Method::Joint;
        request.space.zero1 = request.space.zero2 = request.space.sp = request.space.anyDivisor = true;
        request.memoryBudget = 40 * GiB;
        for (const int report : {0, 1, 2, 3}) {
            const Result<SearchResult> result = stoppedAt(request, report);
            QVERIFY(result);
            QVERIFY(isSound(*result));
        }
    }

    /// Making the tables of a task takes seconds where layouts are many: it ends as well, in whatever use.
    void noTaskIsMadeForASearchThatIsStopped()
    {
        std::mt19937 random(1);
        const SearchRequest request = randomRequest(random);
        const std::vector<Subproblem> listed = listTasks(request, rulesOf(request));
        QVERIFY(!listed.empty());
        std::stop_source stop;
        TaskSource source = sourceOf(request);
        source.stop = stop.get_token();
        for (const bool isStopped : {false, true}) {
            if (isStopped) {
                stop.request_stop();
            }
            for (const TaskUse use :
                 {TaskUse::Plans, TaskUse::Bounds, TaskUse::BoundsOfAnyMemory, TaskUse::BoundsByPaths}) {
                QCOMPARE(makeTask(source, listed.front(), use).has_value(), !isStopped);
            }
        }
    }

    /// Degrees beyond powers of two have thousands of layouts, which are held against each other rank by rank before
    /// the first task is there: minutes, if nobody stops them.
    void tasksAreNotListedForASearchThatIsStopped()
    {
        SearchRequest request;
        request.model = loaded(shippedPresets().model("gpt3-175b"));
        request.cluster = loaded(shippedPresets().cluster("dgx-a100-3072"));
        request.training.globalBatch = 1536;
        Space& space = request.space;
        space.sp = space.hsdp = space.cp = space.anyDivisor = true;
        const Result<SearchResult> result = stoppedAt(request, 0);
        QVERIFY(result);
        QCOMPARE(result->certificate.status, Certificate::Status::Stopped);
    }
};

PGRAM_TEST(TestSearchStop)
#include "test_search_stop.moc"
