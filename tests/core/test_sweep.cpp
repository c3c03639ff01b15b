// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sweeps: each point is the plan of its own search or a better one, throughput never falls as links get faster, both
// sides of a crossing are planned, and what a result hangs on is what a search says.
#include "core/plan/preset_edits.h"
#include "core/search/questions/sweep.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

using namespace pgram;

namespace {

SearchRequest requestOf(const char* model, const char* cluster, std::int64_t batch)
{
    SearchRequest request;
    request.model = loaded(shippedPresets().model(model));
    request.cluster = loaded(shippedPresets().cluster(cluster));
    request.training.globalBatch = batch;
    request.method = Method::Joint;
    return request;
}

const SweepAxis network{"cluster.links/1/bytes_per_s", 1e9, 1e11, 60, true};

}  // namespace

class TestSweep : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bandwidth()
    {
        const SearchRequest request = requestOf("llama2-13b", "a100-16", 64);
        int told = 0;
        const Sweep swept = loaded(sweep(request, network, {}, {}, [&told](const SweepPoint&) { ++told; }));
        QVERIFY(swept.complete && told == 60 && swept.points.size() == 60);
        QCOMPARE(swept.points.front().value, 1e9);
        QCOMPARE(swept.points.back().value, 1e11);
        for (std::size_t i = 0; i < swept.points.size(); ++i) {
            const SweepPoint& point = swept.points[i];
            QVERIFY(point.plan && point.figures->fits && point.figures->legal);
            QCOMPARE(point.plan->cluster.links[1].bandwidth,
                     loaded(withNumber(request, network.what, point.value)).cluster.links[1].bandwidth);
            QVERIFY(i == 0 || point.figures->throughput >= swept.points[i - 1].figures->throughput * (1 - 1e-12));
            if (i % 20 == 0) {
                const SearchResult own = loaded(search(loaded(withNumber(request, network.what, point.value))));
                QVERIFY(point.figures->stepTime <= own.estimate->stepTime * (1 + 1e-12));
            }
        }
        QVERIFY(!swept.crossings.empty());
        for (const Crossing& crossing : swept.crossings) {
            QVERIFY(crossing.below.kind != crossing.above.kind);
            QVERIFY(crossing.above.value - crossing.below.value <= 0.01 * crossing.above.value);
            QCOMPARE(crossing.above.kind, kindOf(*crossing.above.plan));
            QCOMPARE(crossing.below.plan->cluster.links[1].bandwidth,
                     loaded(withNumber(request, network.what, crossing.below.value)).cluster.links[1].bandwidth);
        }
    }

    void otherNumbers()
    {
        const SearchRequest request = requestOf("bert-large", "rtx-titan-16", 64);
        for (const SweepAxis& axis :
             {SweepAxis{"memory", 2.0 * GiB, 20.0 * GiB, 5}, SweepAxis{"batch", 16, 64, 4},
              SweepAxis{"sequence", 128, 512, 4}, SweepAxis{"nodes", 1, 4, 4}, SweepAxis{"devices", 8, 16, 9},
              SweepAxis{"model.runs/encoder/count", 4, 24, 5}}) {
            const Sweep swept = loaded(sweep(request, axis, {.crossings = false}));
            QCOMPARE(static_cast<int>(swept.points.size()), axis.points);
            QVERIFY2(swept.points.front().plan != nullptr, axis.what.c_str());
            for (const SweepPoint& point : swept.points) {
                QVERIFY(point.plan != nullptr || !point.why.empty());
            }
        }
    }

    void map()
    {
        const SearchRequest request = requestOf("bert-large", "rtx-titan-16", 64);
        const SweepAxis batch{"batch", 16, 64, 3};
        const SweepAxis memory{"memory", 4.0 * GiB, 8.0 * GiB, 2};
        const std::vector<SweepPoint> points = loaded(sweepMap(request, batch, memory));
        QCOMPARE(points.size(), std::size_t{6});
        QCOMPARE(points[3].value, 40.0);
        QCOMPARE(points[3].second, 8.0 * GiB);
        SearchRequest own = request;
        own.training.globalBatch = 40;
        own.memoryBudget = 8 * GiB;
        QCOMPARE(points[3].figures->stepTime, loaded(search(own)).estimate->stepTime);
    }

    void whatItHangsOn()
    {
        const SearchRequest request = requestOf("bert-large", "rtx-titan-16", 64);
        const Tornado twenty = loaded(tornado(request, 0.2));
        QVERIFY(twenty.complete && twenty.bars.size() > 10);
        const Seconds step = twenty.base.figures->stepTime;
        for (std::size_t i = 0; i < twenty.bars.size(); ++i) {
            QVERIFY(i == 0 || twenty.bars[i].swing(step) <= twenty.bars[i - 1].swing(step));
            QVERIFY(twenty.bars[i].less.plan || twenty.bars[i].less.why.english().size() > 3);
        }
        for (const TornadoBar& bar : loaded(tornado(request, 0)).bars) {
            QVERIFY(bar.from != "vendor");
            QCOMPARE(bar.share, uncertaintyOf(bar.from));
        }
    }

    void refusalsAndStops()
    {
        const SearchRequest request = requestOf("bert-large", "rtx-titan-16", 64);
        QVERIFY(!sweep(request, {"cluster.links/9/bytes_per_s", 1, 2, 2}));
        QVERIFY(!sweep(request, {"batch", 2, 1, 2}));
        QVERIFY(!sweep(request, {"batch", 1, 2, 1}));
        QVERIFY(!sweep(request, {"batch", 0, 2, 3, true}));
        std::stop_source stop;
        const Sweep swept = loaded(sweep(request, {"batch", 16, 64, 5}, {}, stop.get_token(),
                                         [&stop](const SweepPoint&) { stop.request_stop(); }));
        QVERIFY(!swept.complete);
        QCOMPARE(swept.points.size(), std::size_t{1});
    }
};

PGRAM_TEST(TestSweep)
#include "test_sweep.moc"
