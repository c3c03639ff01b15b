// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/what_if/what_if_figures.h"

#include "core/frameworks/target.h"
#include "core/plan/run_cost.h"
#include "core/questions/nearest_plan.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>

#include <array>

namespace pgram {

namespace {

using Factors = std::optional<std::pair<double, double>>;

template <auto member>
std::optional<double> estimated(const SweepPoint& point)
{
    return point.figures ? std::optional<double>(static_cast<double>((*point.figures).*member)) : std::nullopt;
}

/// Of 10¹² tokens; none where the device has no price.
std::optional<double> dollarsOf(const SweepPoint& point)
{
    constexpr double trillion = 1e12;
    if (!point.plan) {
        return std::nullopt;
    }
    const Result<RunCost> cost = runCost(*point.plan, *point.figures, {.tokens = trillion});
    return cost ? cost->dollars : std::nullopt;
}

std::optional<double> stepDollarsOf(const SweepPoint& point)
{
    constexpr double secondsOfHour = 3600;
    const double price = point.plan ? point.plan->cluster.mean(&Device::hourPrice).value : 0;
    return price > 0 ? std::optional(point.figures->stepTime / secondsOfHour * point.plan->cluster.devices * price)
                     : std::nullopt;
}

QString dollarText(double value)
{
    return QStringLiteral("$ ") + numberText(value);
}

Factors timeBand(const ErrorBands& bands)
{
    return bands.time ? Factors({bands.time->low, bands.time->high}) : std::nullopt;
}

Factors rateBand(const ErrorBands& bands)
{
    return bands.time ? Factors({1 / bands.time->high, 1 / bands.time->low}) : std::nullopt;
}

Factors memoryBand(const ErrorBands& bands)
{
    return bands.memory ? Factors({bands.memory->low, bands.memory->high}) : std::nullopt;
}

}  // namespace

std::span<const WhatIfFigure> whatIfFigures()
{
    static const std::array all{
        WhatIfFigure{"throughput", [] { return WhatIfText::tr("Throughput"); }, AxisUnit::Number, Unit::Number,
                     "throughput_samples_per_s", estimated<&Estimate::throughput>,
                     [](double v) { return WhatIfText::tr("%1 samples/s").arg(numberText(v)); }, rateBand, true},
        WhatIfFigure{"step", [] { return WhatIfText::tr("Step time"); }, AxisUnit::Time, Unit::Time, "step_time_s",
                     estimated<&Estimate::stepTime>, [](double v) { return secondsText(v); }, timeBand},
        WhatIfFigure{"mfu", [] { return WhatIfText::tr("MFU"); }, AxisUnit::Share, Unit::Share, "mfu",
                     estimated<&Estimate::mfu>, [](double v) { return percentText(v); }, rateBand, true},
        WhatIfFigure{"memory", [] { return WhatIfText::tr("Peak memory per device"); }, AxisUnit::Memory, Unit::Memory,
                     "peak_memory_bytes", estimated<&Estimate::peakMemory>, [](double v) { return bytesText(v); },
                     memoryBand},
        WhatIfFigure{"cost", [] { return WhatIfText::tr("Cost of 10¹² tokens, $"); }, AxisUnit::Number, Unit::Number,
                     "usd_per_1e12_tokens", dollarsOf, dollarText, timeBand},
        WhatIfFigure{"step-cost", [] { return WhatIfText::tr("Cost of a step, $"); }, AxisUnit::Number, Unit::Number,
                     "usd_per_step", stepDollarsOf, dollarText, timeBand},
    };
    return all;
}

std::vector<FigureColumnOf<SweepPoint>> figureColumns()
{
    std::vector<FigureColumnOf<SweepPoint>> columns{
        {WhatIfText::tr("Plan"), "plan", Unit::Text, [](auto& point) { return FigureValue(kindTitle(point)); }}};
    for (const WhatIfFigure& figure : whatIfFigures()) {
        columns.push_back({figure.title(), figure.columnKey, figure.column,
                           [value = figure.value](auto& point) { return FigureValue(value(point)); }});
    }
    columns.push_back(
        {WhatIfText::tr("Why none"), "why", Unit::Text, [](auto& point) { return FigureValue(coreText(point.why)); }});
    return columns;
}

QString ownTitle(const SearchRequest& request)
{
    return request.target != nullptr ? QString::fromUtf8(request.target->title) : methodTitle(request.method);
}

std::vector<WhatIfVariant> whatIfVariants(const SearchRequest& request)
{
    std::vector<WhatIfVariant> variants;
    for (const MethodInfo& method : methods()) {
        SearchRequest asked = request;
        asked.method = method.method;
        asked.target = nullptr;
        variants.push_back({std::string("method:") + method.name, methodTitle(method.method), std::move(asked)});
    }
    for (const Target* target : targets()) {
        if (beyond(*target, request.model, request.training).empty()) {
            variants.push_back({std::string("target:") + target->name, QString::fromUtf8(target->title),
                                requestWithin(request, *target)});
        }
    }
    for (const PrecisionRow& each : precisions()) {
        SearchRequest asked = request;
        asked.training.precision = each.precision;
        if (request.cluster.has(each.precision)) {
            variants.push_back({std::string("precision:") + each.name,
                                WhatIfText::tr("%1 in %2").arg(ownTitle(request), coreText(each.title)),
                                std::move(asked)});
        }
    }
    std::erase_if(variants, [&](const WhatIfVariant& variant) { return variant.request == request; });
    return variants;
}

QString samePlanTitle()
{
    return WhatIfText::tr("the plan of now, unchanged");
}

QString kindTitle(const SweepPoint& point)
{
    return point.plan ? qs(point.kind) : WhatIfText::tr("nothing fits");
}

QString crossingText(const WhatIfNumber& number, const Crossing& crossing)
{
    return WhatIfText::tr("from %1: %2").arg(numberText(number, crossing.above.value), kindTitle(crossing.above));
}

FigureContent whatIfTable(const ShownWhatIf& shown)
{
    struct Row {
        QString curve;
        SweepPoint point;
    };
    const auto rows = std::make_shared<std::vector<Row>>();
    for (const WhatIfCurve& curve : shown.curves) {
        for (const SweepPoint& point : curve.sweep.points) {
            rows->push_back({curve.title, point});
        }
    }
    for (const SweepPoint& point : shown.same) {
        rows->push_back({samePlanTitle(), point});
    }
    std::vector<FigureColumnOf<Row>> columns{
        {WhatIfText::tr("Searched by"), "searched_by", Unit::Text, [](auto& row) { return FigureValue(row.curve); }},
        {axisTitle(shown.number), "value", Unit::Number,
         [scale = shown.number.scale](auto& row) { return FigureValue(std::optional(row.point.value / scale)); }}};
    for (auto& column : figureColumns()) {
        columns.push_back({column.title, column.key, column.unit,
                           [value = std::move(column.value)](auto& row) { return value(row.point); }});
    }
    return figuresOf<Row>(
        static_cast<int>(rows->size()), [rows](int row) { return (*rows)[static_cast<std::size_t>(row)]; },
        std::move(columns));
}

QString whatIfBasis(const SearchRequest& request, const std::vector<WhatIfNumber>& numbers, const WhatIfFigure& figure,
                    const ErrorBands& bands)
{
    QStringList parts;
    for (const WhatIfNumber& number : numbers) {
        if (!number.from.empty()) {
            parts.append(QStringLiteral("%1 %2: %3")
                             .arg(number.title, numberText(number, number.now), provenanceText(number.from)));
        }
    }
    if (QLatin1StringView(figure.key).endsWith(QLatin1StringView("cost"))) {
        const Quote price = request.cluster.mean(&Device::hourPrice);
        const QString source = price.date.empty() ? qs(price.source) : qs(price.source + ", " + price.date);
        parts.append(price.isKnown()
                         ? WhatIfText::tr("%1 a device-hour: %2").arg(dollarText(price.value), source)
                         : WhatIfText::tr("the price of a device-hour is not known: it is set with the cluster"));
    }
    if (figure.band(bands)) {
        const ErrorBand& band = figure.band == memoryBand ? *bands.memory : *bands.time;
        parts.append(WhatIfText::tr("band at the value of now: %1, %2").arg(bandRange(band), bandEvidence(band)));
    }
    return parts.join(QStringLiteral(" · "));
}

QString pointTip(const SweepPoint& point, const std::vector<std::pair<WhatIfNumber, double>>& at,
                 const ErrorBands& bands)
{
    Tip tip(kindTitle(point));
    for (const auto& [number, value] : at) {
        tip.add(number.title, numberText(number, value));
    }
    if (!point.plan) {
        tip.note(coreText(point.why));
        return tip.html();
    }
    for (const WhatIfFigure& figure : whatIfFigures()) {
        if (const std::optional<double> value = figure.value(point)) {
            tip.add(figure.title(), figure.text(*value));
        }
    }
    for (const QString& line : bandLines(bands)) {
        tip.note(line);
    }
    tip.note(certificateText(point.certificate));
    tip.note(WhatIfText::tr("Click to plan with this value"));
    return tip.html();
}

}  // namespace pgram
