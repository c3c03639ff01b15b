// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/planned_plan.h"

#include "widgets/document/quantity_text.h"

#include <QCoreApplication>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PlannedPlan)
};

bool isSamePlan(const Plan& a, const Plan& b)
{
    Plan named = a;
    named.name = b.name;
    named.provenance = b.provenance;
    return named == b;
}

/// -1 = the session does not have it.
int rowOf(const Session& session, const Plan& plan)
{
    for (int row = 0; row < session.count(); ++row) {
        if (isSamePlan(*session.at(row).plan(), plan)) {
            return row;
        }
    }
    return -1;
}

}  // namespace

bool differsFromPlanned(const PlanDocument& plan)
{
    return plan.search() && plan.search()->result.plan && !isSamePlan(*plan.plan(), *plan.search()->result.plan);
}

void comparePlanned(Session& session, int row)
{
    const std::shared_ptr<const SearchRecord> search = session.at(row).search();
    int planned = rowOf(session, *search->result.plan);
    if (planned < 0) {
        Plan plan = *search->result.plan;
        plan.name = Words::tr("%1, as planned").arg(qs(session.at(row).plan()->name)).toStdString();
        planned = session.add(std::move(plan), search->result.estimate, search);
    }
    session.setReference(planned);
    session.setCompared(planned, true);
    session.setCompared(row, true);
    session.show(row);
}

}  // namespace pgram
