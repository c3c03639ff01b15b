// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What pgram plan --rules galvatron-3 found, for people and as JSON.
#pragma once

#include "app/pgram/profile_options.h"
#include "core/base/json.h"
#include "core/plan/plan.h"
#include "core/search/search.h"
#include "validation/galvatron/plan_search.h"

namespace pgram::cli {

struct GalvatronAnswer {
    ProfileQuestion question;
    galvatron::PlanAnswer answer;
    galvatron::Score score;                                      ///< of the best plan, by the scorer alone
    Result<Plan> plan = badInput(Text("there is no plan yet"));  ///< the best plan as ours, or why it cannot be

    /// Of the best plan, which there is.
    [[nodiscard]] const galvatron::TaskKey& task() const { return answer.tasks[*answer.best]; }
    [[nodiscard]] const galvatron::Plan& galvatronPlan() const { return *answer.results[*answer.best].plan; }
};

[[nodiscard]] Certificate::Status statusOf(const galvatron::PlanAnswer& answer);
/// The Galvatron plan file of the best plan.
[[nodiscard]] Json planFileOf(const GalvatronAnswer& answer);
[[nodiscard]] Json answerToJson(const GalvatronAnswer& answer);
[[nodiscard]] std::string answerText(const GalvatronAnswer& answer);

}  // namespace pgram::cli
