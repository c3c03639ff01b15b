// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A session as a crash would leave it, for the tests of what becomes of it.
#pragma once

#include "core/search/questions/plan_question.h"
#include "tests/widgets/sample_plan.h"
#include "widgets/shell/session_file.h"

namespace pgram {

inline Plan keptPlan(std::string name, int microbatches = 8)
{
    Plan made = samplePlan(2, 8, microbatches);
    made.name = std::move(name);
    return made;
}

/// One that was found, one that was edited since `folder`/e.json and one that is as `folder`/s.json says.
inline KeptSession threeKeptPlans(const QString& folder)
{
    KeptSession session;
    session.plans.push_back({std::make_shared<const Plan>(keptPlan("found")), {}, false, true});
    session.plans.push_back(
        {std::make_shared<const Plan>(keptPlan("edited", 4)), folder + QStringLiteral("/e.json"), true, false});
    session.plans.push_back(
        {std::make_shared<const Plan>(keptPlan("as saved", 2)), folder + QStringLiteral("/s.json"), false, true});
    session.shown = 1;
    session.reference = 2;
    session.view = QStringLiteral("timeline");
    session.interval = 20;
    session.written = QDateTime::currentDateTimeUtc().addSecs(-150);
    session.scenario = requestOf(keptPlan("question"));
    session.scenario->batches = {16, 32};
    session.scenario->microbatches = {4};
    session.scenario->pipelines = {1, 2};
    return session;
}

}  // namespace pgram
