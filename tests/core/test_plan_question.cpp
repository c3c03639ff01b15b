// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a plan file back to the question: every switch of the space, all schedules, and files that keep no question.
#include "core/base/json.h"
#include "core/plan/plan_json.h"
#include "core/questions/plan_question.h"
#include "core/questions/why_not.h"
#include "core/search/task/result_json.h"
#include "core/search/task/scenario.h"
#include "core/strategy/strategy_pattern.h"
#include "core/strategy/strategy_text.h"
#include "tests/core/small_request.h"
#include "tests/pgram_test.h"

using namespace pgram;
using namespace pgram::test;

namespace {

SearchRequest oddRequest()
{
    SearchRequest request = smallRequest(4, 3);
    request.space.takeaway3 = false;
    request.space.anyDivisor = true;
    request.space.sp = true;
    request.method = Method::Joint;
    request.schedules = {{ScheduleKind::OneFOneB, 1, 1}, {ScheduleKind::ZbV, 1, 2}};
    request.microbatches = {1, 2, 4};
    request.memoryBudget = 48 * MiB;
    request.slowdown = 0.3;
    request.samples = 5000;
    request.seed = 7;
    request.pins = {{1, 1, parseStrategy("sdp4").value()}, {2, 2, {}, parsePattern("no ckpt").value()}};
    request.pipelines = {1};
    return request;
}

Plan throughAFile(const Plan& plan)
{
    const Result<Plan> read = planFromJson(planToJson(plan), "plan.json");
    if (!read) {
        qFatal("%s", read.error().text().c_str());
    }
    return *read;
}

Plan planned(const SearchRequest& request)
{
    const Result<SearchResult> result = search(request);
    if (!result || !result->plan) {
        qFatal("no plan");
    }
    return *result->plan;
}

}  // namespace

class TestPlanQuestion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theWholeQuestionComesBack()
    {
        const SearchRequest request = oddRequest();
        const Plan plan = planned(request);
        QVERIFY(throughAFile(plan) == plan);
        SearchRequest asked = requestOf(throughAFile(plan));
        asked.threads = request.threads;
        QCOMPARE(QString::fromStdString(dumped(toJson(asked), 1)), QString::fromStdString(dumped(toJson(request), 1)));
        QVERIFY(asked == request);
    }

    /// A session that is read again has the whole result, with or without a plan.
    void theWholeResultComesBack()
    {
        SearchRequest request = smallRequest(4, 3);
        request.method = Method::Robust;
        const SearchResult robust = search(request).value();
        request.method = Method::Bmw;
        request.pipelines = {2};
        const SearchResult walked = search(request).value();
        request.memoryBudget = 1 * MiB;
        SearchResult infeasible = search(request).value();
        infeasible.certificate.orders = "each kind of device in a row";
        infeasible.bounds.push_back({0.5, infinity});
        QVERIFY(robust.worst && !walked.walk.empty() && infeasible.infeasibility);
        for (const SearchResult& result : {robust, walked, infeasible}) {
            const Json kept = toJson(result);
            JsonObject object(kept, "result");
            const Result<SearchResult> read = searchResultFromJson(object);
            QVERIFY2(read, read ? "" : read.error().text().c_str());
            QVERIFY(read->worst == result.worst);
            QCOMPARE(read->certificate.orders, result.certificate.orders);
            QCOMPARE(read->bounds.size(), result.bounds.size());
            QCOMPARE(read->infeasibility.has_value(), result.infeasibility.has_value());
            QVERIFY(!read->walk.empty() || result.walk.empty());
            for (std::size_t i = 0; i < read->walk.size(); ++i) {
                QVERIFY(read->walk[i].stageTimes == result.walk[i].stageTimes);
                QVERIFY(read->walk[i].stageMemory == result.walk[i].stageMemory);
            }
            QVERIFY(toJson(*read) == kept);
        }
        const Json kept = toJson(infeasible);
        JsonObject object(kept, "result");
        const Infeasibility why = *searchResultFromJson(object)->infeasibility;
        QCOMPARE(why.shortBy, infeasible.infeasibility->shortBy);
        QCOMPARE(why.smallestBudget, infeasible.infeasibility->smallestBudget);
        QVERIFY(why.schedule == infeasible.infeasibility->schedule && why.reason == infeasible.infeasibility->reason);
    }

    /// A choice that only a mixed tree has is in the space of the question read back, and was not in its name.
    void mixedChoicesStayInTheSpace()
    {
        SearchRequest request = smallRequest(8, 3);
        request.space.takeaway3 = false;
        const Plan plan = throughAFile(planned(request));
        const LayerStrategy mixed = parseStrategy("sdp4-dp2").value();
        QVERIFY(placeOf(mixed, requestOf(plan).space, 8).kind == SpacePlace::Kind::Kept);
        QVERIFY(placeOf(mixed, parseSpace(plan.provenance.space).value(), 8).kind != SpacePlace::Kind::Kept);
    }

    void aScheduleChosenByHandIsAsked()
    {
        Plan plan = planned(oddRequest());
        plan.schedule = {ScheduleKind::GPipe, 2, 1};
        const SearchRequest asked = requestOf(plan);
        QVERIFY(asked.schedules.empty());
        QVERIFY(asked.schedule.kind == ScheduleKind::GPipe);
    }

    void plansOfEarlierVersionsStillNameSpaceAndMethod()
    {
        Plan plan = planned(oddRequest());
        plan.provenance.request.clear();
        QVERIFY(!Json::parse(planToJson(plan))["provenance"].contains("request"));
        const SearchRequest asked = requestOf(throughAFile(plan));
        QVERIFY(asked.method == Method::Joint && asked.space.sp && asked.space.takeaway3);
        QVERIFY(asked.schedule.kind == plan.schedule.kind && asked.schedules.empty());
    }

    /// A plan of a launch script names no space: the question allows what the plan does, so that no answer is worse.
    void aPlanOfAFileIsOneOfItsAnswers()
    {
        SearchRequest request = oddRequest();
        Plan plan = planned(request);
        plan.provenance = {.madeBy = "train.sh", .method = "megatron-lm"};
        plan.schedule.kind = ScheduleKind::ZbH1;
        for (LayerStrategy& strategy : plan.strategies) {
            strategy = parseStrategy("cp4").value();
        }
        const SearchRequest asked = requestOf(plan);
        QVERIFY(asked.space.cp && asked.space.sp);
        QCOMPARE(asked.method, Method::Joint);
        QVERIFY(std::ranges::any_of(candidateSchedules(asked),
                                    [](const Schedule& schedule) { return schedule.kind == ScheduleKind::ZbH1; }));
    }

    void aQuestionThatCannotBeReadIsNone()
    {
        Json json = Json::parse(planToJson(planned(oddRequest())));
        json["provenance"]["request"]["space"] = "dp,warp";
        const Plan plan = planFromJson(json.dump(), "plan.json").value();
        QVERIFY(!keptQuestion(plan));
        QVERIFY(requestOf(plan).space.sp);  // as the provenance names it beside
        QCOMPARE(Json::parse(planToJson(plan)), json);
        json["provenance"]["request"] = 3;
        const auto refused = planFromJson(json.dump(), "plan.json");
        QVERIFY(!refused);
        QCOMPARE(refused.error().where.english(), std::string("plan.json at /provenance/request"));
    }
};

PGRAM_TEST(TestPlanQuestion)
#include "test_plan_question.moc"
