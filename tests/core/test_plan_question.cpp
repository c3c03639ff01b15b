// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a plan file back to the question: every switch of the space, all schedules, and files that keep no question.
#include "core/base/json.h"
#include "core/plan/plan_json.h"
#include "core/search/questions/plan_question.h"
#include "core/search/questions/why_not.h"
#include "core/search/task/scenario.h"
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
