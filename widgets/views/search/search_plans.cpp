// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/search/search_plans.h"

#include "core/search/outer/finish.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"

#include <algorithm>

namespace pgram {

namespace {

void name(Plan& plan, const QString& what)
{
    plan.name = QStringLiteral("%1, %2, %3").arg(modelTitle(plan), bytesText(plan.budget()), what).toStdString();
}

/// What the certificate of a search says of another plan of its space: the bound is one for every plan.
Certificate certificateOf(const SearchResult& source, Seconds step, std::int64_t batch)
{
    Certificate certificate = source.certificate;
    const double scale =
        source.plan ? static_cast<double>(batch) / static_cast<double>(source.plan->training.globalBatch) : 0;
    holdAgainst(certificate, step, source.certificate.lowerBound * scale, false);
    return certificate;
}

/// The same plan, whatever it is called and wherever it comes from.
bool isSame(const Plan& a, Plan b)
{
    b.name = a.name;
    b.provenance = a.provenance;
    b.unknown = a.unknown;
    if (a.budget() == b.budget()) {
        b.memoryBudget = a.memoryBudget;
    }
    return a == b;
}

}  // namespace

FoundPlan foundPlan(const SearchFigures& figures, const MethodRow& row)
{
    FoundPlan found{*row.result.plan, row.result.estimate, {figures.request, row.result}};
    found.record.request.method = row.method;
    name(found.plan, methodTitle(row.method));
    return found;
}

FoundPlan foundPlan(const SearchFigures& figures, const FrontierPoint& point)
{
    FoundPlan found{*point.plan, std::make_shared<const Estimate>(estimate(*point.plan)), {figures.request, {}}};
    found.record.request.method = Method::Joint;
    found.record.request.memoryBudget = point.budget;
    found.record.result.plan = found.plan;
    found.record.result.estimate = found.estimate;
    found.record.result.certificate = point.certificate;
    name(found.plan, methodTitle(Method::Joint));
    return found;
}

FoundPlan foundPlan(const SearchFigures& figures, const BalanceStep& step, Plan plan)
{
    auto computed = std::make_shared<const Estimate>(estimate(plan));
    FoundPlan found{std::move(plan), computed, {figures.request, {}}};
    found.record.request.method = Method::Bmw;
    found.record.result.plan = found.plan;
    found.record.result.estimate = computed;
    found.record.result.certificate =
        certificateOf(figures.walkSource(), rankedBy(*computed, figures.request.rule), step.batch);
    found.record.result.walk = figures.walk();
    name(found.plan, sizesText(step.sizes));
    return found;
}

void showOrAdd(Session& session, FoundPlan found)
{
    for (int row = 0; row < session.count(); ++row) {
        if (isSame(*session.at(row).plan(), found.plan)) {
            session.show(row);
            return;
        }
    }
    session.add(std::move(found.plan), std::move(found.estimate),
                std::make_shared<const SearchRecord>(std::move(found.record)));
}

}  // namespace pgram
