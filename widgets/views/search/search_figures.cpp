// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/questions/nearest_plan.h"
#include "core/search/outer/finish.h"
#include "core/search/pipeline/balance.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"
#include "widgets/views/search/search_plots.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace pgram {

const SearchResult& SearchFigures::walkSource() const
{
    static const SearchResult none;
    if (hasOwnWalk()) {
        return record->result;
    }
    const MethodRow* bmw = row(Method::Bmw);
    if (bmw != nullptr && !bmw->result.walk.empty()) {
        return bmw->result;
    }
    return methods->pipelined ? *methods->pipelined : none;
}

const MethodRow* SearchFigures::row(Method method) const
{
    const auto found = std::ranges::find_if(methods->rows, [method](const MethodRow& row) { return row.isOf(method); });
    return found == methods->rows.end() ? nullptr : &*found;
}

QString plotTip(SearchPlot plot)
{
    switch (plot) {
    case SearchPlot::Progress: {
        Tip tip(SearchText::tr("Best plan and bound"));
        tip.note(SearchText::tr("The step time of a sample of the best plan that the search had, and the lower bound "
                                "that no plan of its space goes below. The gap between them is shaded; the dotted "
                                "line is where the search ended."));
        tip.note(SearchText::tr("Dashed: other searches of the same scenario."));
        return tip.html();
    }
    case SearchPlot::Walk: {
        Tip tip(SearchText::tr("BMW's walk"));
        tip.note(SearchText::tr("Every partition that BMW solved, by how evenly it spreads the time (α_t) and the "
                                "memory (α_m) over the stages. From p_m on, each step moves one layer out of the "
                                "slowest stage."));
        tip.note(SearchText::tr("The square is this plan; the strips below show its layers by stage."));
        return tip.html();
    }
    case SearchPlot::Methods:
        break;
    }
    Tip tip(SearchText::tr("Methods side by side"));
    tip.note(
        SearchText::tr("What each method finds for the same scenario, beside the optimum over all cuts and "
                       "strategies. Methods that find nothing say how many bytes they miss. Hollow bars are of methods "
                       "that leave the searched space: they may stand above its optimum."));
    return tip.html();
}

BalanceDegrees degreesOf(const Estimate& estimate)
{
    std::vector<double> times;
    std::vector<double> bytes;
    for (const StageEstimate& stage : estimate.stages) {
        times.push_back(stage.time);
        bytes.push_back(static_cast<double>(stage.memory.total()));
    }
    return {balanceDegree(times), balanceDegree(bytes)};
}

QString sizesText(const std::vector<int>& sizes)
{
    QStringList parts;
    for (const int size : sizes) {
        parts.append(QString::number(size));
    }
    return parts.join(QStringLiteral(" · "));
}

std::vector<int> sizesOf(const Plan& plan)
{
    std::vector<int> sizes;
    for (const Chunk& chunk : plan.chunks) {
        sizes.push_back(chunk.layerCount);
    }
    return sizes;
}

QString throughputText(double samplesPerSecond)
{
    return SearchText::tr("%1 samples/s").arg(QString::fromStdString(formatNumber(samplesPerSecond)));
}

QString shortCertificate(const Certificate& certificate)
{
    switch (certificate.status) {
    case Certificate::Status::Optimal:
        return SearchText::tr("optimal");
    case Certificate::Status::Gap:
        return SearchText::tr("gap %1").arg(percentText(certificate.gap));
    case Certificate::Status::Stopped:
        return std::isfinite(certificate.gap) ? SearchText::tr("stopped, gap %1").arg(percentText(certificate.gap))
                                              : SearchText::tr("stopped");
    case Certificate::Status::Infeasible:
        break;
    }
    return SearchText::tr("nothing fits");
}

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

PlanOfPoint foundPlan(const SearchFigures& figures, const MethodRow& row)
{
    PlanOfPoint found{*row.result.plan, row.result.estimate, {figures.request, row.result}};
    found.record.request.method = row.method;
    if (row.target != nullptr) {
        found.record.request = requestWithin(figures.request, *row.target);
    }
    name(found.plan, titleOf(row));
    return found;
}

PlanOfPoint foundPlan(const SearchFigures& figures, const BalanceStep& step, Plan plan)
{
    auto computed = std::make_shared<const Estimate>(estimate(plan));
    PlanOfPoint found{std::move(plan), computed, {figures.request, {}}};
    found.record.request.method = Method::Bmw;
    found.record.result.plan = found.plan;
    found.record.result.estimate = computed;
    found.record.result.certificate =
        certificateOf(figures.walkSource(), rankedBy(*computed, figures.request.rule), step.batch);
    found.record.result.walk = figures.walk();
    name(found.plan, sizesText(step.sizes));
    return found;
}

void showOrAdd(Session& session, PlanOfPoint found)
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

namespace {

/// Cells that a row has nothing to say in stay invalid.
struct Row {
    FigureValue plot, what, at, plans, batch, stepTime, perSample, throughput, behind, budget, alphaTime, alphaMemory,
        remark;
};

FigureValue finite(double value)
{
    return std::isfinite(value) ? value : FigureValue();
}

void setStep(Row& row, Seconds stepTime, std::int64_t batch)
{
    row.batch = batch;
    row.stepTime = finite(stepTime);
    row.perSample = finite(stepTime / static_cast<double>(batch));
    row.throughput = finite(static_cast<double>(batch) / stepTime);
}

void addPlan(std::vector<Row>& rows, const SearchFigures& figures)
{
    Row row{SearchText::tr("Plan"), SearchText::tr("this plan")};
    const BalanceDegrees degrees = degreesOf(*figures.estimate);
    setStep(row, figures.estimate->stepTime, figures.plan->training.globalBatch);
    row.budget = budgetFor(figures.estimate->peakMemory, figures.plan->cluster);
    row.alphaTime = degrees.time;
    row.alphaMemory = degrees.memory;
    row.remark = SearchText::tr("the budget is the least that it fits");
    rows.push_back(std::move(row));
}

void addProgress(std::vector<Row>& rows, const SearchResult& result)
{
    const QString plot = SearchText::tr("Progress");
    for (const IncumbentPoint& point : result.incumbents) {
        Row row{plot, SearchText::tr("best plan")};
        row.at = point.seconds;
        setStep(row, point.stepTime, point.batch);
        rows.push_back(std::move(row));
    }
    for (const BoundPoint& point : result.bounds) {
        Row row{plot, SearchText::tr("lower bound")};
        row.at = point.seconds;
        row.perSample = point.perSample;
        rows.push_back(std::move(row));
    }
    Row end{plot, SearchText::tr("end")};
    end.at = result.certificate.seconds;
    end.remark = certificateText(result.certificate);
    rows.push_back(std::move(end));
}

void addLearned(std::vector<Row>& rows, const LearningCurves& learned)
{
    int seed = 0;
    for (const std::vector<IncumbentPoint>& points : learned.seeds) {
        ++seed;
        for (const IncumbentPoint& point : points) {
            Row row{SearchText::tr("Progress"), SearchText::tr("Auto-MAP, seed %1").arg(seed)};
            row.at = point.seconds;
            row.plans = static_cast<qint64>(point.plans);
            setStep(row, point.stepTime, point.batch);
            rows.push_back(std::move(row));
        }
    }
}

void addWalk(std::vector<Row>& rows, const std::vector<BalanceStep>& walk)
{
    int number = 0;
    for (const BalanceStep& step : walk) {
        Row row{SearchText::tr("Walk"), sizesText(step.sizes)};
        setStep(row, step.stepTime, step.batch);
        row.alphaTime = step.alphaTime;
        row.alphaMemory = step.alphaMemory;
        QStringList remarks;
        if (number++ == 0) {
            remarks.append(QStringLiteral("p_m"));
        }
        if (step.timeCut) {
            remarks.append(QStringLiteral("p_t"));
        }
        if (step.best) {
            remarks.append(SearchText::tr("best"));
        }
        row.remark = remarks.join(QStringLiteral(", "));
        rows.push_back(std::move(row));
    }
}

void addMethods(std::vector<Row>& rows, const SearchFigures& figures)
{
    for (const int index : methodOrder(figures)) {
        const MethodRow& method = figures.methods->rows[index];
        Row row{SearchText::tr("Methods"), titleOf(method)};
        row.at = method.result.certificate.seconds;
        if (method.result.plan) {
            setStep(row, method.result.estimate->stepTime, method.result.plan->training.globalBatch);
            row.behind = behindBest(figures, method);
            const QString outside = outsideText(figures, method);
            row.remark = outside.isEmpty() ? shortCertificate(method.result.certificate) : outside;
        } else if (method.hosted) {
            setStep(row, method.hosted->seconds, method.hosted->samples);
            row.behind = behindBest(figures, method);
            row.remark = coreText(method.result.infeasibility->reason);
        } else {
            row.remark = missText(method);
        }
        rows.push_back(std::move(row));
    }
}

}  // namespace

FigureContent searchContent(const SearchFigures& figures)
{
    auto rows = std::make_shared<std::vector<Row>>();
    if (figures.plan) {
        addPlan(*rows, figures);
        if (figures.hasHistory()) {
            addProgress(*rows, figures.record->result);
        }
        if (const LearningCurves* learned = figures.learned()) {
            addLearned(*rows, *learned);
        }
        addWalk(*rows, figures.walk());
        addMethods(*rows, figures);
    }
    return figuresOf<Row>(static_cast<int>(rows->size()), [rows](int row) { return (*rows)[row]; },
                          {{SearchText::tr("Plot"), "plot", Unit::Text, &Row::plot},
                           {SearchText::tr("What"), "what", Unit::Text, &Row::what},
                           {SearchText::tr("Search time"), "search_s", Unit::Time, &Row::at},
                           {SearchText::tr("Plans scored"), "plans_scored", Unit::Count, &Row::plans},
                           {SearchText::tr("Batch"), "global_batch", Unit::Count, &Row::batch},
                           {SearchText::tr("Step time"), "step_time_s", Unit::Time, &Row::stepTime},
                           {SearchText::tr("Time per sample"), "time_per_sample_s", Unit::Time, &Row::perSample},
                           {SearchText::tr("Samples/s"), "throughput_samples_per_s", Unit::Number, &Row::throughput},
                           {SearchText::tr("Against the best"), "behind_best", Unit::Share, &Row::behind},
                           {SearchText::tr("Budget"), "memory_budget_bytes", Unit::Memory, &Row::budget},
                           {QStringLiteral("α_t"), "alpha_time", Unit::Number, &Row::alphaTime},
                           {QStringLiteral("α_m"), "alpha_memory", Unit::Number, &Row::alphaMemory},
                           {SearchText::tr("Remark"), "remark", Unit::Text, &Row::remark}});
}

}  // namespace pgram
