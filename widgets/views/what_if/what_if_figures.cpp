// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/what_if/what_if_figures.h"

#include "core/base/format.h"
#include "core/frameworks/target.h"
#include "core/plan/run_cost.h"
#include "core/questions/nearest_plan.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/run_figures.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>

#include <array>

namespace pgram {

namespace {

template <auto member>
std::optional<double> estimated(const SweepPoint& point, const RunQuestion&)
{
    return point.figures ? std::optional<double>(static_cast<double>((*point.figures).*member)) : std::nullopt;
}

template <auto figure>
std::optional<double> ofRun(const SweepPoint& point, const RunQuestion& run)
{
    if (!point.plan) {
        return std::nullopt;
    }
    const Result<RunCost> cost = runCost(*point.plan, *point.figures, run);
    return cost ? std::optional<double>(figure(*cost)) : std::nullopt;
}

std::optional<double> tokensPerSecond(const SweepPoint& point, const RunQuestion&)
{
    if (!point.plan) {
        return std::nullopt;
    }
    const Training& training = point.plan->training;
    return point.figures->throughput * training.sequencesPerSample() *
           static_cast<double>(training.sequence(point.plan->model.sequenceLength));
}

/// Of 10¹² tokens; none where the device has no price.
std::optional<double> dollarsOf(const SweepPoint& point, const RunQuestion&)
{
    constexpr double trillion = 1e12;
    if (!point.plan) {
        return std::nullopt;
    }
    const Result<RunCost> cost = runCost(*point.plan, *point.figures, {.tokens = trillion});
    return cost ? cost->dollars : std::nullopt;
}

std::optional<double> stepDollarsOf(const SweepPoint& point, const RunQuestion&)
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

QString rateText(double value)
{
    return WhatIfText::tr("%1 samples/s").arg(numberText(value));
}

QString tokenRateText(double value)
{
    return WhatIfText::tr("%1 tokens/s").arg(qs(formatCount(value)));
}

QString countText(double value)
{
    return qs(formatCount(value));
}

std::optional<double> daysOf(const RunCost& cost)
{
    return cost.days();
}

std::optional<double> dollarsOfRun(const RunCost& cost)
{
    return cost.dollars;
}

std::optional<double> deviceHoursOf(const RunCost& cost)
{
    return cost.deviceHours;
}

std::optional<double> energyOf(const RunCost& cost)
{
    return cost.kilowattHours;
}

}  // namespace

std::span<const WhatIfFigure> whatIfFigures()
{
    constexpr AxisUnit number = AxisUnit::Number;
    static constexpr std::array all{
        WhatIfFigure{"throughput", QT_TRANSLATE_NOOP("WhatIf", "Throughput"), number, Unit::Number,
                     "throughput_samples_per_s", estimated<&Estimate::throughput>, rateText, true},
        WhatIfFigure{"tokens", QT_TRANSLATE_NOOP("WhatIf", "Tokens/s"), number, Unit::Number, "tokens_per_s",
                     tokensPerSecond, tokenRateText, true},
        WhatIfFigure{"step", QT_TRANSLATE_NOOP("WhatIf", "Step time"), AxisUnit::Time, Unit::Time, "step_time_s",
                     estimated<&Estimate::stepTime>, secondsText},
        WhatIfFigure{"mfu", QT_TRANSLATE_NOOP("WhatIf", "MFU"), AxisUnit::Share, Unit::Share, "mfu",
                     estimated<&Estimate::mfu>, percentText, true},
        WhatIfFigure{"memory", QT_TRANSLATE_NOOP("WhatIf", "Peak memory per device"), AxisUnit::Memory, Unit::Memory,
                     "peak_memory_bytes", estimated<&Estimate::peakMemory>, bytesText, false, false, false,
                     &ErrorBands::memory},
        WhatIfFigure{"days", QT_TRANSLATE_NOOP("WhatIf", "Days of the run"), number, Unit::Number, "days",
                     ofRun<daysOf>, daysText, false, true},
        WhatIfFigure{"dollars", QT_TRANSLATE_NOOP("WhatIf", "Cost of the run, $"), number, Unit::Number, "usd",
                     ofRun<dollarsOfRun>, dollarText, false, true},
        WhatIfFigure{"trade", QT_TRANSLATE_NOOP("WhatIf", "Cost over days of the run, $"), number, Unit::Number, "usd",
                     ofRun<dollarsOfRun>, dollarText, false, true, true},
        WhatIfFigure{"device-hours", QT_TRANSLATE_NOOP("WhatIf", "Device-hours of the run"), number, Unit::Number,
                     "device_hours", ofRun<deviceHoursOf>, countText, false, true},
        WhatIfFigure{"energy", QT_TRANSLATE_NOOP("WhatIf", "Energy of the run, kWh"), number, Unit::Number, "kwh",
                     ofRun<energyOf>, countText, false, true},
        WhatIfFigure{"cost", QT_TRANSLATE_NOOP("WhatIf", "Cost of 10¹² tokens, $"), number, Unit::Number,
                     "usd_per_1e12_tokens", dollarsOf, dollarText},
        WhatIfFigure{"step-cost", QT_TRANSLATE_NOOP("WhatIf", "Cost of a step, $"), number, Unit::Number,
                     "usd_per_step", stepDollarsOf, dollarText},
    };
    return all;
}

std::optional<std::pair<double, double>> FigureReading::range(const SweepPoint& point) const
{
    const std::optional<double> known = value(point);
    const std::optional<ErrorBand> band = known ? bandsOf(point).*(figure->band) : std::nullopt;
    if (!band) {
        return std::nullopt;
    }
    if (figure->isOfRun) {
        const auto end = [&](double slower) {
            RunQuestion question = run.question;
            question.slower *= slower;
            return figure->value(point, question).value_or(*known);
        };
        return std::pair(end(band->low), end(band->high));
    }
    return figure->isMoreBetter ? std::pair(*known / band->high, *known / band->low)
                                : std::pair(*known * band->low, *known * band->high);
}

std::vector<FigureColumnOf<SweepPoint>> figureColumns(const FigureReading& reading)
{
    std::vector<FigureColumnOf<SweepPoint>> columns{
        {WhatIfText::tr("Plan"), "plan", Unit::Text, [](auto& point) { return FigureValue(kindTitle(point)); }}};
    for (const WhatIfFigure& figure : whatIfFigures()) {
        if (figure.isOverDays) {
            continue;
        }
        columns.push_back({figure.title(), figure.columnKey, figure.column,
                           [value = figure.value, run = reading.run.question](auto& point) {
                               return FigureValue(value(point, run));
                           }});
    }
    const auto endOfDays = [reading](double std::pair<double, double>::*end) {
        FigureReading days = reading;
        days.figure = &*std::ranges::find(whatIfFigures(), std::string_view("days"), &WhatIfFigure::key);
        return [days, end](auto& point) {
            const auto range = days.range(point);
            return FigureValue(range ? std::optional((*range).*end) : std::nullopt);
        };
    };
    columns.push_back(
        {WhatIfText::tr("Days at least"), "days_low", Unit::Number, endOfDays(&std::pair<double, double>::first)});
    columns.push_back(
        {WhatIfText::tr("Days at most"), "days_high", Unit::Number, endOfDays(&std::pair<double, double>::second)});
    columns.push_back({WhatIfText::tr("Within the limits"), "within", Unit::Text, [run = reading.run](auto& point) {
                           const bool isWithin =
                               point.plan && priced(runRow(point.plan, point.figures), run.question, run.limits).within;
                           return FigureValue(isWithin ? WhatIfText::tr("yes") : WhatIfText::tr("no"));
                       }});
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

std::vector<std::pair<QString, QString>> presetVariants(const PresetStore& store)
{
    std::vector<std::pair<QString, QString>> all{
        {QStringLiteral("model:family"), WhatIfText::tr("Models of the family")}};
    for (const PresetEntry& entry : store.models()) {
        all.emplace_back(QStringLiteral("model:") + qs(entry.name),
                         WhatIfText::tr("Model: %1").arg(presetText(entry.title)));
    }
    for (const PresetEntry& entry : store.clusters()) {
        all.emplace_back(QStringLiteral("cluster:") + qs(entry.name),
                         WhatIfText::tr("Cluster: %1").arg(presetText(entry.title)));
    }
    return all;
}

namespace {

/// Returns the other models whose names are the same up to the first dash.
QStringList familyOf(const Architecture& model, const PresetStore& store)
{
    QStringList names;
    const std::string stem = model.name.substr(0, model.name.find('-'));
    for (const PresetEntry& entry : store.models()) {
        if (entry.name.substr(0, entry.name.find('-')) == stem && entry.name != model.name) {
            names.append(qs(entry.name));
        }
    }
    return names;
}

}  // namespace

std::vector<WhatIfVariant> variantsOf(const SearchRequest& request, const QString& key, const std::string& what,
                                      const PresetStore& store)
{
    const QString kind = key.section(QLatin1Char(':'), 0, 0);
    const QString name = key.section(QLatin1Char(':'), 1);
    std::vector<WhatIfVariant> variants;
    if (kind == QLatin1StringView("cluster") && !what.starts_with(clusterAxisPrefix)) {
        if (Result<Cluster> cluster = store.cluster(name.toStdString())) {
            SearchRequest asked = request;
            if (cluster->device != request.cluster.device) {
                asked.memoryBudget = cluster->device.memory;
            }
            asked.cluster = std::move(*cluster);
            variants.push_back({key.toStdString(), presetText(asked.cluster.title), asked});
        }
    } else if (kind == QLatin1StringView("model") && !what.starts_with("model.")) {
        const bool isFamily = name == QLatin1StringView("family");
        for (const QString& each : isFamily ? familyOf(request.model, store) : QStringList{name}) {
            if (Result<Architecture> model = store.model(each.toStdString())) {
                SearchRequest asked = request;
                asked.model = std::move(*model);
                variants.push_back({key.toStdString(), presetText(asked.model.title), asked});
            }
        }
    } else {
        variants = whatIfVariants(request);
        std::erase_if(variants, [&](const WhatIfVariant& variant) { return qs(variant.key) != key; });
    }
    return variants;
}

QString samePlanTitle()
{
    return WhatIfText::tr("the current plan, unchanged");
}

QString kindTitle(const SweepPoint& point)
{
    return point.plan ? qs(point.kind) : WhatIfText::tr("nothing fits");
}

QString crossingText(const WhatIfNumber& number, const Crossing& crossing)
{
    return WhatIfText::tr("from %1: %2").arg(numberText(number, crossing.above.value), kindTitle(crossing.above));
}

QString choicesText(const ShownWhatIf& shown, const RunAsked& run)
{
    std::vector<RunRow> rows;
    QStringList places;
    bool hasModels = false;
    for (const WhatIfCurve& curve : shown.curves) {
        hasModels = hasModels || !(curve.request.model == shown.request.model);
        for (const SweepPoint& point : curve.sweep.points) {
            if (!point.plan) {
                continue;
            }
            rows.push_back(priced(runRow(point.plan, point.figures), run.question, run.limits));
            const QString place =
                QStringLiteral("%1 %2").arg(shown.number.title, numberText(shown.number, point.value));
            places.append(shown.curves.size() > 1 ? QStringLiteral("%1, %2").arg(curve.title, place) : place);
        }
    }
    QStringList texts;
    const auto add = [&](const QString& what, const RunRow* row) {
        texts.append(row == nullptr ? WhatIfText::tr("%1: none").arg(what)
                                    : QStringLiteral("%1: %2, %3, %4")
                                          .arg(what, places[row - rows.data()], daysText(row->cost->days()),
                                               dollarsText(row->cost->dollars)));
    };
    if (hasModels) {
        add(WhatIfText::tr("Largest"), largestModel(rows));
    }
    add(WhatIfText::tr("Fewest devices"), smallestCluster(rows));
    add(WhatIfText::tr("Cheapest"), cheapestRun(rows));
    add(WhatIfText::tr("Fastest"), soonestRun(rows));
    return texts.join(QStringLiteral(" · "));
}

FigureContent whatIfTable(const ShownWhatIf& shown, const FigureReading& reading)
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
    for (auto& column : figureColumns(reading)) {
        columns.push_back({column.title, column.key, column.unit,
                           [value = std::move(column.value)](auto& row) { return value(row.point); }});
    }
    return figuresOf<Row>(
        static_cast<int>(rows->size()), [rows](int row) { return (*rows)[static_cast<std::size_t>(row)]; },
        std::move(columns));
}

QString whatIfBasis(const SearchRequest& request, const std::vector<WhatIfNumber>& numbers,
                    const FigureReading& reading, const SweepPoint& now)
{
    QStringList parts;
    for (const WhatIfNumber& number : numbers) {
        if (!number.from.empty()) {
            parts.append(QStringLiteral("%1 %2: %3")
                             .arg(number.title, numberText(number, number.now), provenanceText(number.from)));
        }
    }
    const WhatIfFigure& figure = *reading.figure;
    if (figure.isOfRun && now.plan) {
        parts.append(runBasis(shownRun(now.plan, now.figures, reading.run, reading.bandsOf(now)), reading.run));
        return parts.join(QStringLiteral(" · "));
    }
    if (QLatin1StringView(figure.key).endsWith(QLatin1StringView("cost"))) {
        const Quote price = request.cluster.mean(&Device::hourPrice);
        const QString source = price.date.empty() ? qs(price.source) : qs(price.source + ", " + price.date);
        parts.append(price.isKnown()
                         ? WhatIfText::tr("%1 a device-hour: %2").arg(dollarText(price.value), source)
                         : WhatIfText::tr("the price of a device-hour is not known: it is set with the cluster"));
    }
    if (const std::optional<ErrorBand> band = now.plan ? reading.bandsOf(now).*(figure.band) : std::nullopt) {
        parts.append(WhatIfText::tr("band at the current value: %1, %2").arg(bandRange(*band), bandEvidence(*band)));
    }
    return parts.join(QStringLiteral(" · "));
}

QString pointTip(const SweepPoint& point, const std::vector<std::pair<WhatIfNumber, double>>& at,
                 const FigureReading& reading)
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
        if (const std::optional<double> value = figure.value(point, reading.run.question); value && !figure.isOfRun) {
            tip.add(figure.title(), figure.text(*value));
        }
    }
    const ErrorBands bands = reading.bandsOf(point);
    const ShownRun run = shownRun(point.plan, point.figures, reading.run, bands);
    for (const auto& [name, figure] : run.row.cost ? factsOf(run, reading.run) : RunFacts()) {
        tip.add(name, figure);
    }
    for (const QString& line : bandLines(bands)) {
        tip.note(line);
    }
    if (point.bestTo > 0) {
        tip.add(WhatIfText::tr("Best up to a budget of"), bytesText(point.bestTo));
    }
    if (run.row.cost && !run.row.within) {
        tip.note(WhatIfText::tr("Over the limits"));
    }
    tip.note(certificateText(point.certificate));
    tip.note(WhatIfText::tr("Click to plan with this value"));
    return tip.html();
}

}  // namespace pgram
