// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sweeps: each point is the plan of its own search or a better one, throughput never falls as links get faster, both
// sides of a crossing are planned, and what a result hangs on is what a search says.
#include "core/presets/preset_edits.h"
#include "core/questions/memory_frontier.h"
#include "core/questions/sweep_points.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <array>
#include <cmath>
#include <random>
#include <set>
#include <stdexcept>

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

/// 1 where both are proven: then they take equally long.
int compareWithOwn(const SearchRequest& request, const SweepPoint& point)
{
    const SearchResult own = loaded(search(request));
    const bool agree = (own.plan != std::nullopt) == (point.plan != nullptr);
    const bool proven = agree && own.plan && own.certificate.status == Certificate::Status::Optimal &&
                        point.certificate.status == Certificate::Status::Optimal;
    if (!agree || (own.plan && point.figures->stepTime > own.estimate->stepTime * (1 + 1e-9))) {
        throw std::runtime_error("a point is worse than its own search");
    }
    if (proven && std::abs(point.figures->stepTime / own.estimate->stepTime - 1) > 1e-9) {
        throw std::runtime_error("a proven point differs from its own search");
    }
    return proven ? 1 : 0;
}

const SweepAxis network{"cluster.links/1/bytes_per_s", 1e9, 1e11, 60, true};

}  // namespace

class TestSweep : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The points equal those of the frontier, and below the smallest budget nothing fits.
    void memoryIsTheFrontier()
    {
        const SearchRequest request = requestOf("llama2-7b", "a100-8", 32);
        const MemoryFrontier frontier = loaded(memoryFrontier(request, 32));
        QVERIFY(frontier.points.size() > 1);
        const auto smallest = static_cast<double>(frontier.points.front().budget);
        const SweepAxis axis{"memory", smallest / 2, static_cast<double>(request.cluster.device.memory), 2, true};
        const Sweep swept = loaded(sweepOfMemory(request, axis));
        QVERIFY(swept.complete);
        QCOMPARE(swept.points.size(), frontier.points.size() + 2);
        QVERIFY(swept.points.front().plan == nullptr && !swept.points.front().why.empty());
        for (std::size_t i = 0; i < frontier.points.size(); ++i) {
            QCOMPARE(swept.points[i + 1].value, static_cast<double>(frontier.points[i].budget));
            QCOMPARE(swept.points[i + 1].figures->throughput, frontier.points[i].throughput);
            QCOMPARE(swept.points[i + 1].bestTo, static_cast<double>(frontier.points[i].provenTo));
        }
        QCOMPARE(swept.crossings.front().above.value, smallest);
        QCOMPARE(swept.points.back().value, axis.to);
        QCOMPARE(swept.points.back().kind, swept.points[swept.points.size() - 2].kind);
    }

    /// A longer sequence takes fewer samples of the same tokens.
    void sequencesKeepTheTokensOfABatch()
    {
        const SearchRequest request = requestOf("llama2-7b", "a100-8", 32);  // 4096 tokens per sample
        const SearchRequest longer = loaded(withNumber(request, "sequence-tokens", 16384));
        QCOMPARE(longer.training.globalBatch, std::int64_t{8});
        QCOMPARE(longer.training.sequenceLength, std::int64_t{16384});
        QVERIFY(!withNumber(request, "sequence-tokens", 3000).has_value());
    }

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

    /// With what the points beside them have shown, they are what a search of their own finds.
    void eachAsItsOwnSearch()
    {
        std::mt19937_64 random(7);
        const auto oneOf = [&random](auto... of) {
            const std::array all{of...};
            return all[random() % all.size()];
        };
        int compared = 0;
        for (int i = 0; i < 7; ++i) {
            SearchRequest request =
                oneOf(requestOf("gpt2-xl", "ethernet-4", 64), requestOf("llama2-7b", "rtx-titan-16", 48),
                      requestOf("vit-h-14", "ethernet-4", 48), requestOf("gpt3-1.3b", "rtx-titan-16", 16),
                      requestOf("llama2-7b", "rtx-titan-16", 64));
            request.schedule.kind = oneOf(ScheduleKind::OneFOneB, ScheduleKind::GPipe);
            request.space.sp = oneOf(false, true);
            const std::string link = oneOf("cluster.links/0/bytes_per_s", "cluster.links/1/bytes_per_s");
            const std::string what = numberOf(request, link) ? oneOf(link, link, std::string("memory")) : "memory";
            const double now = *numberOf(request, what);
            const double factor = oneOf(1.2, 3.0, 20.0);
            const SweepAxis axis{what, now / factor, what == "memory" ? now : now * factor, oneOf(2, 5, 8), true};
            for (const SweepPoint& point : loaded(sweep(request, axis)).points) {
                compared += compareWithOwn(loaded(withNumber(request, what, point.value)), point);
            }
        }
        QVERIFY(compared > 8);
    }

    void sameOnAnyThreads()
    {
        SearchRequest request = requestOf("llama2-7b", "rtx-titan-16", 48);
        const SweepAxis axis{"cluster.links/1/bytes_per_s", 1e9, 1e11, 5, true};
        const SweepAxis other{"cluster.links/0/bytes_per_s", 3e9, 3e11, 3, true};
        request.threads = 1;
        const Sweep one = loaded(sweep(request, axis));
        const std::vector<SweepPoint> map = loaded(sweepMap(request, axis, other));
        for (const int threads : {2, 5}) {
            request.threads = threads;
            const Sweep swept = loaded(sweep(request, axis));
            QCOMPARE(swept.crossings.size(), one.crossings.size());
            const std::vector<SweepPoint> again = loaded(sweepMap(request, axis, other));
            for (std::size_t i = 0; i < one.points.size(); ++i) {
                QCOMPARE(swept.points[i].figures->stepTime, one.points[i].figures->stepTime);
                QCOMPARE(swept.points[i].kind, one.points[i].kind);
            }
            for (std::size_t i = 0; i < map.size(); ++i) {
                QCOMPARE(again[i].figures->stepTime, map[i].figures->stepTime);
            }
        }
        int compared = 0;
        for (const SweepPoint& point : map) {
            SearchRequest own = loaded(withNumber(request, axis.what, point.value));
            own = loaded(withNumber(own, other.what, *point.second));
            compared += compareWithOwn(own, point);
        }
        QVERIFY(compared > 3);
    }

    /// Every value once, between values that were planned before it.
    void halves()
    {
        for (std::size_t count = 0; count < 70; ++count) {
            std::set<std::size_t> planned;
            for (const Halving& place : inHalves(count)) {
                QVERIFY(!place.below || (*place.below < place.index && planned.contains(*place.below)));
                QVERIFY(!place.above || (*place.above > place.index && planned.contains(*place.above)));
                QVERIFY(planned.insert(place.index).second);
            }
            QVERIFY(planned.size() == count && (count == 0 || *planned.rbegin() == count - 1));
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
        QCOMPARE(points[3].second, std::optional(8.0 * GiB));
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
        Progress last;
        const Tornado own = loaded(tornado(request, 0, {}, [&last](const Progress& now) { last = now; }));
        QVERIFY(last.tasksTotal > 0);
        QCOMPARE(last.tasksDone, last.tasksTotal);  // constants that are known exactly are not among them
        for (const TornadoBar& bar : own.bars) {
            QVERIFY(bar.from != "vendor");
            QCOMPARE(bar.share, uncertaintyOf(bar.from));
        }
    }

    /// The bound of a point is on a step of the point's own batch, also where its plan comes from a value beside it.
    void boundsAreOfThePointsBatch()
    {
        SearchRequest request = requestOf("bert-large", "rtx-titan-16", 64);
        request.batches = {32, 64};
        request.pipelines = {2};
        const SweepAxis axis{"cluster.links/1/bytes_per_s", 1e9, 1e11, 4, true};
        const Sweep swept = loaded(sweep(request, axis, {.crossings = false}));
        for (const SweepPoint& point : swept.points) {
            QVERIFY(point.plan);
            const Seconds step = point.figures->stepTime;
            QVERIFY(std::abs(point.certificate.gap - std::max(0.0, 1 - point.certificate.lowerBound / step)) < 1e-9);
            const SearchResult own = loaded(search(loaded(withNumber(request, swept.axis.what, point.value))));
            const auto rateOf = [](Seconds seconds, const Plan& plan) {
                return seconds / static_cast<double>(plan.training.globalBatch);
            };
            QVERIFY(rateOf(point.certificate.lowerBound, *point.plan) <=
                    rateOf(own.estimate->stepTime, *own.plan) * (1 + 1e-9));
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
