// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The answer of pgram plan --rules galvatron-3, as text and as JSON.
#pragma once

#include "app/pgram/profile_options.h"
#include "app/pgram/report.h"
#include "core/plan/plan.h"
#include "core/search/search.h"
#include "validation/galvatron/plan_search.h"

namespace pgram::cli {

struct GalvatronAnswer {
    ProfileQuestion question;
    galvatron::PlanAnswer answer;
    galvatron::Score score;                                      ///< score of the best plan
    Result<Plan> plan = badInput(Text("there is no plan yet"));  ///< the best plan as ours, or why it cannot be

    /// Returns the task of the best plan, which must exist.
    [[nodiscard]] const galvatron::TaskKey& task() const { return answer.tasks[*answer.best]; }
    [[nodiscard]] const galvatron::Plan& galvatronPlan() const { return *answer.results[*answer.best].plan; }
};

inline constexpr Field<galvatron::TaskKey> taskKeyRows[] = {
    figure<&galvatron::TaskKey::batch>("batch").atLeast(1),
    figure<&galvatron::TaskKey::microbatches>("microbatches").atLeast(1),
    figure<&galvatron::TaskKey::pipeline>("pp").atLeast(1),
    figure<&galvatron::TaskKey::cap>("tensor_cap").atLeast(1),
    figure<&galvatron::TaskKey::mode>("mode"),
};

[[nodiscard]] Certificate::Status statusOf(const galvatron::PlanAnswer& answer);
/// Returns the Galvatron plan file of the best plan.
[[nodiscard]] Json planFileOf(const GalvatronAnswer& answer);
extern const AnswerFormat<GalvatronAnswer> planGalvatronAnswer;
[[nodiscard]] std::string answerText(const GalvatronAnswer& answer);

}  // namespace pgram::cli
