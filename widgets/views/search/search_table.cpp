// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/texts.h"
#include "widgets/views/search/search_figures.h"
#include "widgets/views/search/search_methods_plot.h"

#include <cmath>

namespace pgram {

namespace {

/// Cells that a row has nothing to say in stay invalid.
struct Row {
    FigureValue plot, what, at, batch, stepTime, perSample, throughput, behind, budget, alphaTime, alphaMemory, remark;
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

void addFrontier(std::vector<Row>& rows, const MemoryFrontier& frontier)
{
    const QString plot = SearchText::tr("Frontier");
    if (frontier.smallestBudget > 0) {
        Row row{plot, SearchText::tr("smallest budget that works")};
        row.budget = frontier.smallestBudget;
        rows.push_back(std::move(row));
    }
    for (const FrontierPoint& point : frontier.points) {
        Row row{plot, SearchText::tr("best plan from this budget on")};
        setStep(row, point.stepTime, point.batch);
        row.throughput = point.throughput;
        row.budget = point.budget;
        row.remark = shortCertificate(point.certificate);
        rows.push_back(std::move(row));
    }
}

void addMethods(std::vector<Row>& rows, const SearchFigures& figures)
{
    for (const int index : methodOrder(figures)) {
        const MethodRow& method = figures.methods->rows[index];
        Row row{SearchText::tr("Methods"), methodTitle(method.method)};
        row.at = method.result.certificate.seconds;
        if (method.result.plan) {
            setStep(row, method.result.estimate->stepTime, method.result.plan->training.globalBatch);
            row.behind = behindBest(figures, method);
            const QString outside = outsideText(figures, method);
            row.remark = outside.isEmpty() ? shortCertificate(method.result.certificate) : outside;
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
        addWalk(*rows, figures.walk());
        addFrontier(*rows, figures.frontier->frontier);
        addMethods(*rows, figures);
    }
    return figuresOf<Row>(static_cast<int>(rows->size()), [rows](int row) { return (*rows)[row]; },
                          {{SearchText::tr("Plot"), "plot", Unit::Text, &Row::plot},
                           {SearchText::tr("What"), "what", Unit::Text, &Row::what},
                           {SearchText::tr("Search time"), "search_s", Unit::Time, &Row::at},
                           {SearchText::tr("Batch"), "global_batch", Unit::Count, &Row::batch},
                           {SearchText::tr("Step time"), "step_time_s", Unit::Time, &Row::stepTime},
                           {SearchText::tr("Of a sample"), "time_per_sample_s", Unit::Time, &Row::perSample},
                           {SearchText::tr("Samples/s"), "throughput_samples_per_s", Unit::Number, &Row::throughput},
                           {SearchText::tr("Against the best"), "behind_best", Unit::Share, &Row::behind},
                           {SearchText::tr("Budget"), "memory_budget_bytes", Unit::Memory, &Row::budget},
                           {QStringLiteral("α_t"), "alpha_time", Unit::Number, &Row::alphaTime},
                           {QStringLiteral("α_m"), "alpha_memory", Unit::Number, &Row::alphaMemory},
                           {SearchText::tr("Remark"), "remark", Unit::Text, &Row::remark}});
}

}  // namespace pgram
