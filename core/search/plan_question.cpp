// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/plan_question.h"

namespace pgram {

SearchRequest requestOf(const Plan& plan)
{
    SearchRequest request;
    request.model = plan.model;
    request.cluster = plan.cluster;
    request.training = plan.training;
    request.memoryBudget = plan.memoryBudget;
    request.schedule.kind = plan.schedule.kind;
    request.schedule.virtualStages = plan.schedule.virtualStages;
    request.space = parseSpace(plan.provenance.space).value_or(request.space);
    request.method = parseMethod(plan.provenance.method).value_or(request.method);
    return request;
}

}  // namespace pgram
