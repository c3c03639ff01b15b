// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// At the ends of every range that a file or an option may name, alone and two at a time (a quarter of the pairs, all of
// them in the deep tier): the answer is a refusal, or a
// plan whose figures are numbers that can be. No byte count wraps, and nothing that is too large fits.
#include "core/base/json.h"
#include "core/base/units.h"
#include "core/exchange/galvatron_plan.h"
#include "core/plan/estimate_json.h"
#include "core/plan/plan_json.h"
#include "tests/core/extremes.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

#include <cmath>

using namespace pgram;
using namespace pgram::test;

namespace {

/// The first figure of the JSON that no honest answer has; empty = none. Indices of "no stage, no layer" are -1.
std::string absurdFigure(const Json& json, const std::string& at = {})
{
    if (json.is_structured()) {
        for (const auto& [key, value] : json.items()) {
            if (std::string found = absurdFigure(value, at + '/' + key); !found.empty()) {
                return found;
            }
        }
        return {};
    }
    if (!json.is_number()) {
        return {};
    }
    const double value = json.get<double>();
    const bool isPlace = at.ends_with("/stage") || at.ends_with("/layer");
    return std::isfinite(value) && value >= (isPlace ? -1 : 0) ? std::string() : at + " is " + json.dump();
}

std::string absurdity(const Plan& plan)
{
    const Estimate estimate = pgram::estimate(plan);
    std::string found = absurdFigure(estimateToJson(plan, estimate));
    for (const StageEstimate& stage : estimate.stages) {
        if (found.empty() && estimate.fits && stage.memory.total() > estimate.usableBudget) {
            found = "a stage that is too large fits";
        }
    }
    for (const StageTrack& track : estimate.timeline->stages) {
        for (const MemoryPoint& point : track.memory) {
            if (found.empty() && point.bytes < 0) {
                found = "memory over time is negative";
            }
        }
    }
    return found;
}

/// Data parallel on all devices, and in two stages with all micro-batches in flight: whether or not it is legal.
std::string absurdityByHand(const SearchRequest& request)
{
    Plan plan;
    plan.model = request.model;
    plan.cluster = request.cluster;
    plan.training = request.training;
    plan.memoryBudget = request.memoryBudget;
    const int layers = plan.model.layerCount();
    for (const int stages : {1, 2}) {
        if (request.cluster.devices % stages != 0) {
            continue;
        }
        plan.chunks = chunksFromSizes(stages == 1 ? evenCut(plan.model, request.schedule.virtualStages)
                                                  : std::vector{1, layers - 1});
        if (plan.chunks.empty()) {
            continue;  // fewer layers than chunks
        }
        plan.strategies.assign(static_cast<std::size_t>(layers), {.data = request.cluster.devices / stages});
        plan.schedule = {stages == 1 ? request.schedule.kind : ScheduleKind::GPipe,
                         request.microbatches.empty() ? 1 : request.microbatches.front(),
                         stages == 1 ? request.schedule.virtualStages : 1};
        if (std::string found = absurdity(plan); !found.empty()) {
            return found;
        }
    }
    return {};
}

/// What is wrong with the answer; empty = it is a refusal, or right.
std::string problemWith(const SearchRequest& request)
{
    if (refusalByFile(request)) {
        return {};
    }
    if (std::string found = absurdityByHand(request); !found.empty()) {
        return "by hand: " + found;
    }
    const Result<SearchResult> result = search(request);
    if (!result) {
        return result.error().what.empty() ? "a refusal without a word" : std::string();
    }
    if (result->infeasibility) {
        const Infeasibility& why = *result->infeasibility;
        const bool askable = why.smallestBudget >= 0 && why.smallestBudget <= largestMemory;
        return why.shortBy >= 0 && askable && !why.reason.empty() ? std::string() : "an absurd shortfall";
    }
    if (!result->plan || !result->estimate->fits || !(result->certificate.lowerBound >= 0)) {
        return "a plan that does not fit";
    }
    const Result<Plan> again = planFromJson(planToJson(*result->plan), "plan");
    return again ? absurdity(*again) : "its file is refused: " + again.error().text();
}

}  // namespace

class TestCorners : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsStopInsteadOfWrapping()
    {
        QCOMPARE(wholeBytes(0.25), Bytes{1});
        QCOMPARE(wholeBytes(1e30), largestBytes);
        QCOMPARE(wholeBytes(std::nan("")), largestBytes);
        QCOMPARE(added(largestBytes, largestBytes), largestBytes);
        QCOMPARE(added(3, 4), Bytes{7});
        QCOMPARE(times(1 << 20, largestBytes), largestBytes);
        QCOMPARE(times(std::int64_t{1} << 60, 1), largestBytes);
        QCOMPARE(times((std::int64_t{1} << 60) - 1, 1), largestBytes - 1);
        QCOMPARE(times(1 << 20, 0), Bytes{0});
        QCOMPARE(times(0, largestBytes), Bytes{0});
    }

    /// 16M samples of 16M tokens at once: of each of 2^48 tokens a layer keeps 256 numbers of 16 bits at the least, an
    /// eighth of an EiB over all devices.
    void whatIsFarTooLargeNeverFits()
    {
        SearchRequest request = middlingRequest();
        request.training.globalBatch = request.training.sequenceLength = 1 << 24;
        request.microbatches = {1};
        const Result<SearchResult> result = search(request);
        QVERIFY(result && !result->plan && result->infeasibility);
        QVERIFY(result->infeasibility->shortBy > 0);
        QCOMPARE(result->infeasibility->smallestBudget, Bytes{0});  // none that may be asked for
    }

    void budgetsBeyondAnyDeviceAreRefused()
    {
        SearchRequest request = middlingRequest();
        request.memoryBudget = largestMemory;
        QVERIFY(search(request).has_value());
        ++request.memoryBudget;
        const auto refused = search(request);
        QVERIFY(!refused);
        QCOMPARE(refused.error().what.english(), std::string("the memory budget is more than any device has"));
    }

    void everyEndOfARange()
    {
        for (const Extreme& extreme : extremes()) {
            SearchRequest request = middlingRequest();
            extreme.apply(request);
            const std::string problem = problemWith(request);
            QVERIFY2(problem.empty(), (extreme.name + ": " + problem).c_str());
        }
    }

    void everyTwoEnds()
    {
        const std::vector<Extreme> all = extremes();
        const std::size_t share = test::isDeep() ? 1 : 4;
        const std::size_t turn = test::firstSeed() % share;
        int refused = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t j = i + 1; j < all.size(); ++j) {
                if ((i + j) % share != turn) {
                    continue;
                }
                SearchRequest request = middlingRequest();
                all[i].apply(request);
                all[j].apply(request);
                request.method = all[i].isSlow || all[j].isSlow ? Method::Sdp : Method::Joint;
                refused += refusalByFile(request) ? 1 : 0;
                const std::string problem = problemWith(request);
                QVERIFY2(problem.empty(), (all[i].name + ", " + all[j].name + ": " + problem).c_str());
            }
        }
        QVERIFY2(refused < static_cast<int>(all.size() * all.size() / 4 / share), qPrintable(QString::number(refused)));
    }

    /// A foreign plan may name other batches and micro-batches than ours.
    void foreignPlans()
    {
        const SearchRequest request = middlingRequest();
        for (const char* numbers :
             {R"("global_bsz": 16777216, "chunks": 1048576)", R"("global_bsz": 16777216, "chunks": 1)",
              R"("global_bsz": 1, "chunks": 1048576)", R"("global_bsz": 1073741824, "chunks": 1)"}) {
            const std::string text = std::string(R"({"pp_deg": 1, "tp_sizes_enc": "1,1,1", "pp_division": "3", )") +
                                     R"("world_size": 4, )" + numbers + "}";
            const auto read = planFromGalvatron(text, "g.json", request.model, request.cluster);
            if (read) {
                const std::string problem = absurdity(read->plan);
                QVERIFY2(problem.empty(), (text + ": " + problem).c_str());
                QVERIFY2(planFromJson(planToJson(read->plan), "plan").has_value(), text.c_str());
            }
        }
    }
};

PGRAM_TEST(TestCorners)
#include "test_corners.moc"
