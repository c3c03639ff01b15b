// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/search/search_table.h"

#include "widgets/document/texts.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/search/search_methods_plot.h"

#include <QVariant>

#include <array>
#include <cmath>

namespace pgram {

namespace {

enum Column { Plot, What, At, Batch, StepTime, PerSample, Throughput, Behind, Budget, AlphaTime, AlphaMemory, Remark };
constexpr int columnCount = Remark + 1;

/// Cells that a row has nothing to say in stay invalid.
using Row = std::array<QVariant, columnCount>;

QVariant finite(double value)
{
    return std::isfinite(value) ? QVariant(value) : QVariant();
}

Row rowOf(const QString& plot, const QString& what)
{
    Row row;
    row[Plot] = plot;
    row[What] = what;
    return row;
}

void setStep(Row& row, Seconds stepTime, std::int64_t batch)
{
    row[Batch] = static_cast<qint64>(batch);
    row[StepTime] = finite(stepTime);
    row[PerSample] = finite(stepTime / static_cast<double>(batch));
    row[Throughput] = finite(static_cast<double>(batch) / stepTime);
}

void addPlan(std::vector<Row>& rows, const SearchFigures& figures)
{
    Row row = rowOf(SearchText::tr("Plan"), SearchText::tr("this plan"));
    const BalanceDegrees degrees = degreesOf(*figures.estimate);
    setStep(row, figures.estimate->stepTime, figures.plan->training.globalBatch);
    row[Budget] = static_cast<double>(budgetFor(figures.estimate->peakMemory, figures.plan->cluster));
    row[AlphaTime] = degrees.time;
    row[AlphaMemory] = degrees.memory;
    row[Remark] = SearchText::tr("the budget is the least that it fits");
    rows.push_back(std::move(row));
}

void addProgress(std::vector<Row>& rows, const SearchResult& result)
{
    const QString plot = SearchText::tr("Progress");
    for (const IncumbentPoint& point : result.incumbents) {
        Row row = rowOf(plot, SearchText::tr("best plan"));
        row[At] = point.seconds;
        setStep(row, point.stepTime, point.batch);
        rows.push_back(std::move(row));
    }
    for (const BoundPoint& point : result.bounds) {
        Row row = rowOf(plot, SearchText::tr("lower bound"));
        row[At] = point.seconds;
        row[PerSample] = point.perSample;
        rows.push_back(std::move(row));
    }
    Row end = rowOf(plot, SearchText::tr("end"));
    end[At] = result.certificate.seconds;
    end[Remark] = certificateText(result.certificate);
    rows.push_back(std::move(end));
}

void addWalk(std::vector<Row>& rows, const std::vector<BalanceStep>& walk)
{
    int number = 0;
    for (const BalanceStep& step : walk) {
        Row row = rowOf(SearchText::tr("Walk"), sizesText(step.sizes));
        setStep(row, step.stepTime, step.batch);
        row[AlphaTime] = step.alphaTime;
        row[AlphaMemory] = step.alphaMemory;
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
        row[Remark] = remarks.join(QStringLiteral(", "));
        rows.push_back(std::move(row));
    }
}

void addFrontier(std::vector<Row>& rows, const MemoryFrontier& frontier)
{
    const QString plot = SearchText::tr("Frontier");
    if (frontier.smallestBudget > 0) {
        Row row = rowOf(plot, SearchText::tr("smallest budget that works"));
        row[Budget] = static_cast<double>(frontier.smallestBudget);
        rows.push_back(std::move(row));
    }
    for (const FrontierPoint& point : frontier.points) {
        Row row = rowOf(plot, SearchText::tr("best plan from this budget on"));
        setStep(row, point.stepTime, point.batch);
        row[Throughput] = point.throughput;
        row[Budget] = static_cast<double>(point.budget);
        row[Remark] = shortCertificate(point.certificate);
        rows.push_back(std::move(row));
    }
}

void addMethods(std::vector<Row>& rows, const SearchFigures& figures)
{
    for (const int index : methodOrder(figures)) {
        const MethodRow& method = figures.methods->rows[static_cast<std::size_t>(index)];
        Row row = rowOf(SearchText::tr("Methods"), methodTitle(method.method));
        row[At] = method.result.certificate.seconds;
        if (method.result.plan) {
            setStep(row, method.result.estimate->stepTime, method.result.plan->training.globalBatch);
            row[Behind] = behindBest(figures, method);
            const QString outside = outsideText(figures, method);
            row[Remark] = outside.isEmpty() ? shortCertificate(method.result.certificate) : outside;
        } else {
            row[Remark] = missText(method);
        }
        rows.push_back(std::move(row));
    }
}

std::vector<FigureColumn> columns()
{
    using Unit = FigureColumn::Unit;
    return {{SearchText::tr("Plot"), QStringLiteral("plot"), Unit::Text},
            {SearchText::tr("What"), QStringLiteral("what"), Unit::Text},
            {SearchText::tr("Search time"), QStringLiteral("search_s"), Unit::Time},
            {SearchText::tr("Batch"), QStringLiteral("global_batch"), Unit::Count},
            {SearchText::tr("Step time"), QStringLiteral("step_time_s"), Unit::Time},
            {SearchText::tr("Of a sample"), QStringLiteral("time_per_sample_s"), Unit::Time},
            {SearchText::tr("Samples/s"), QStringLiteral("throughput_samples_per_s"), Unit::Number},
            {SearchText::tr("Against the best"), QStringLiteral("behind_best"), Unit::Share},
            {SearchText::tr("Budget"), QStringLiteral("memory_budget_bytes"), Unit::Memory},
            {QStringLiteral("α_t"), QStringLiteral("alpha_time"), Unit::Number},
            {QStringLiteral("α_m"), QStringLiteral("alpha_memory"), Unit::Number},
            {SearchText::tr("Remark"), QStringLiteral("remark"), Unit::Text}};
}

}  // namespace

void fillSearchTable(FigureTable& table, const SearchFigures& figures)
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
    const auto count = static_cast<int>(rows->size());
    table.reset(columns(), count, [rows](int row, int column) {
        return (*rows)[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    });
}

}  // namespace pgram
